// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench [KEY=NUMBER...]: time what the kernel does with pages.
 *
 *	mem=1024	MiB to touch, fork and unmap
 *	reps=3		repetitions of all, after one that is not counted
 *
 * Prints a line for each benchmark and repetition,
 *
 *	bench: NAME REPETITION OPERATIONS NANOSECONDS
 *
 * and how many lines there were. To be run with QEMU's -icount shift=0, where a
 * nanosecond is an instruction; otherwise the numbers say little.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "hints.h"
#include "util.h"

#define MAX_SAMPLES 1000

static struct sample {
	const char *name;
	unsigned long repetition, operations;
	uint64_t ns;
} samples[MAX_SAMPLES];

static unsigned long nr_samples, repetition;

/* For the profile, an interval ends here; bench_record() says that it was a sample */
uint64_t bench_now(void)
{
	struct timespec t;

	asm volatile(HINT_CUT : : : "memory");
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

long bench_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

void bench_record(const char *name, unsigned long operations, uint64_t ns)
{
	asm volatile(HINT_KEEP : : : "memory");
	if (nr_samples == MAX_SAMPLES)
		tap_bail("more than %d samples", MAX_SAMPLES);
	samples[nr_samples++] = (struct sample){ name, repetition, operations, ns };
}

/* The repetition 0 warmed things up: memory was used for the first time */
static unsigned int print_samples(void)
{
	unsigned int lines = 0;

	for (struct sample *s = samples; s < samples + nr_samples; s++) {
		if (!s->repetition)
			continue;
		printf("bench: %s %lu %lu %llu\n", s->name, s->repetition, s->operations,
		       (unsigned long long)s->ns);
		lines++;
	}
	fflush(stdout);
	return lines;
}

/* Is @arg "@key=NUMBER"? */
static bool parse(const char *arg, const char *key, unsigned long *value)
{
	size_t len = strlen(key);
	char *end;

	if (strncmp(arg, key, len) || arg[len] != '=')
		return false;
	*value = strtoul(arg + len + 1, &end, 10);
	if (end == arg + len + 1 || *end || !*value)
		tap_bail("%s: not a number from 1", arg);
	return true;
}

int main(int argc, char **argv)
{
	enum { CONSOLE_LEVEL = 8, EMERGENCY = 1, ERRORS = 4 };
	unsigned long mem = 1024, reps = 3, lines, want = expected_size(NULL);

	if (argc == 2 && !strcmp(argv[1], BENCH_CHILD))
		return 0;
	for (int i = 1; i < argc; i++)
		if (!parse(argv[i], "mem", &mem) && !parse(argv[i], "reps", &reps))
			tap_bail("unknown parameter %s", argv[i]);
	if (want)
		tap_is(page_size(), want, "page size %s", size_name(want));
	/* Of children too. With huge pages there would be little to time */
	if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		tap_bail("PR_SET_THP_DISABLE: %s", strerror(errno));

	for (repetition = 0; repetition <= reps; repetition++) {
		bench_memory(mem << 20);
		bench_calls();
	}
	/* No message of the kernel amid a line of ours */
	klogctl(CONSOLE_LEVEL, NULL, EMERGENCY);
	lines = print_samples();
	klogctl(CONSOLE_LEVEL, NULL, ERRORS);
	tap_ok(lines, "timed %lu lines, page %lu", lines, page_size());
	return tap_done();
}
