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
 * and how many lines there were; what there is not at this page size is skipped with
 * a line. Settings of the kernel are changed for good: see bench_prepare.c. To be run
 * with QEMU's -icount shift=0, where a nanosecond is an instruction; otherwise the
 * numbers say little.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "hints.h"
#include "util.h"

#define MAX_SAMPLES 1000

/*
 * Far from what else there is, up to 2 GiB, even with the fewest bits that a user
 * address can have (36). A multiple of what an entry of the second-lowest level
 * covers, so that each area has page tables of its own.
 */
#define ADDRESS_STEP (1ul << 34)

static struct sample {
	const char *name;
	unsigned long repetition, operations;
	uint64_t ns;
} samples[MAX_SAMPLES];

static unsigned long nr_samples, repetition;

/*
 * The hints, which do nothing, tell scripts/pagesize/plugin/profile.c where an
 * interval ends, and that the last one was a sample.
 */
static uint64_t cut(void)
{
	struct timespec t;

	asm volatile(HINT_CUT : : : "memory");
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

uint64_t bench_start(void)
{
	bench_settle();
	return cut();
}

void bench_stop(const char *name, unsigned long operations, uint64_t start)
{
	uint64_t ns = cut() - start;

	asm volatile(HINT_KEEP : : : "memory");
	if (nr_samples == MAX_SAMPLES)
		tap_bail("more than %d samples", MAX_SAMPLES);
	samples[nr_samples++] = (struct sample){ name, repetition, operations, ns };
}

long bench_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

char *bench_address(unsigned int nr)
{
	return (char *)((nr + 1) * ADDRESS_STEP);
}

char *bench_map(size_t len, int flags, int fd)
{
	char *want = bench_address(0);
	char *p = mmap(want, len, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, fd, 0);

	if (p != want)
		tap_bail("mmap of %zu MiB at %p: %s", len >> 20, want, strerror(errno));
	return p;
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
	bench_prepare(argv);
	for (int i = 1; i < argc; i++)
		if (!parse(argv[i], "mem", &mem) && !parse(argv[i], "reps", &reps))
			tap_bail("unknown parameter %s", argv[i]);
	if (want)
		tap_is(page_size(), want, "page size %s", size_name(want));
	if (bench_no_folios())
		tap_skip(bench_no_folios(), "folios of 64K");
	if (bench_no_disk())
		tap_skip(bench_no_disk(), "kernbench");

	for (repetition = 0; repetition <= reps; repetition++) {
		bench_memory(mem << 20);
		bench_calls();
		bench_files();
		bench_processes();
		bench_build();
	}
	/* No message of the kernel amid a line of ours */
	klogctl(CONSOLE_LEVEL, NULL, EMERGENCY);
	lines = print_samples();
	klogctl(CONSOLE_LEVEL, NULL, ERRORS);
	tap_ok(lines, "timed %lu lines, page %lu", lines, page_size());
	return tap_done();
}
