// SPDX-License-Identifier: GPL-2.0-only
/*
 * stress [KEY=NUMBER...]: much memory, many processes, many mappings, all
 * verified.
 *
 *	ram=50		per cent of the memory to touch and verify
 *	forks=1000	processes to fork
 *	execs=200	programs to execute
 *	ops=5000	operations on mappings that a model predicts
 *	seed=1		of the operations
 */
#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stress.h"
#include "util.h"

static struct {
	const char *name;
	unsigned long value;
} params[] = {
	{ "ram", 50 }, { "forks", 1000 }, { "execs", 200 }, { "ops", 5000 }, { "seed", 1 },
};

enum { RAM, FORKS, EXECS, OPS, SEED };

static unsigned long page;

static void parse(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *value = strchr(argv[i], '='), *end;
		size_t p;

		for (p = 0; value && p < ARRAY_SIZE(params); p++)
			if (strlen(params[p].name) == (size_t)(value - argv[i]) &&
			    !strncmp(params[p].name, argv[i], value - argv[i]))
				break;
		if (!value || p == ARRAY_SIZE(params))
			tap_bail("unknown parameter %s", argv[i]);
		params[p].value = strtoul(value + 1, &end, 10);
		if (end == value + 1 || *end)
			tap_bail("%s is no number", value + 1);
	}
}

/* Waits for any child; its exit code, 128 + signal, or -1 if there is none */
static int reap(void)
{
	int status;

	if (wait(&status) < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/*
 * Four at a time. A child sees what the parent wrote, writes to what they
 * share by copying, and its exit code says whether the copy was its own.
 */
static void test_forks(unsigned long n)
{
	volatile unsigned long *words = mmap(NULL, 8 * page, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long per_page = page / sizeof(*words), bad = 0, running = 0;

	if (words == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	for (unsigned long i = 0; i < n; i++) {
		unsigned long w = (i % 8) * per_page + i % per_page;
		pid_t pid;

		words[w] = i;
		pid = fork();
		if (pid < 0)
			tap_bail("fork %lu: %s", i, strerror(errno));
		if (!pid) {
			bool good = words[w] == i;

			words[w] = ~i;
			good &= words[w] == ~i;
			_exit(good ? 0 : 1);
		}
		bad += words[w] != i;
		if (++running == 4) {
			bad += reap() != 0;
			running--;
		}
	}
	while (running--)
		bad += reap() != 0;
	munmap((void *)words, 8 * page);
	tap_is(bad, 0, "%lu forks", n);
}

/* What the executed program does: a word of its arguments and its page size */
static int exec_child(char **argv)
{
	unsigned long i = strtoul(argv[2], NULL, 10);
	const char *text = getenv("stress_text");

	return text && strlen(text) == i * 97 % 20000 && getauxval(AT_PAGESZ) ==
	       strtoul(argv[3], NULL, 10) ? (int)(i % 100) : 100;
}

static void test_execs(unsigned long n)
{
	static char text[20100];
	char number[24], bytes[24];
	char *argv[] = { "stress", "child", number, bytes, NULL };
	char *envp[] = { text, NULL };
	unsigned long bad = 0;

	snprintf(bytes, sizeof(bytes), "%lu", page);
	for (unsigned long i = 0; i < n; i++) {
		pid_t pid = -1;
		int status;

		snprintf(number, sizeof(number), "%lu", i);
		strcpy(text, "stress_text=");
		memset(text + 12, 'x', i * 97 % 20000);
		text[12 + i * 97 % 20000] = '\0';
		/* Half of them by vfork(), which is what posix_spawn() does */
		if (i % 2)
			posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, envp);
		else
			pid = fork();
		if (!pid) {
			execve("/proc/self/exe", argv, envp);
			_exit(101);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			tap_bail("exec %lu: %s", i, strerror(errno));
		bad += !WIFEXITED(status) || WEXITSTATUS(status) != (int)(i % 100);
	}
	tap_is(bad, 0, "%lu execs", n);
}

/* A word for each 256 bytes that no other address has, in any pass */
static uint64_t pattern(uint64_t address, uint64_t pass)
{
	return (address ^ pass << 56) * 0x9e3779b97f4a7c15;
}

enum { STRIDE = 256 };

static void fill(char *p, size_t len, uint64_t pass)
{
	for (size_t i = 0; i < len; i += STRIDE)
		*(uint64_t *)(p + i) = pattern((uintptr_t)(p + i), pass);
}

/* Number of wrong words; the first of them is printed */
static unsigned long verify(const char *p, size_t len, uint64_t pass)
{
	unsigned long bad = 0;

	for (size_t i = 0; i < len; i += STRIDE) {
		uint64_t got = *(const uint64_t *)(p + i);

		if (got == pattern((uintptr_t)(p + i), pass))
			continue;
		if (!bad++)
			tap_diag("at %p (%zu of %zu): %llx, expected %llx", p + i, i, len,
				 (unsigned long long)got,
				 (unsigned long long)pattern((uintptr_t)(p + i), pass));
	}
	return bad;
}

/*
 * Half of it with huge pages, half without, and a fork that copies some: the
 * child's writes must not be seen here, nor the parent's there.
 */
static void test_ram(unsigned long percent)
{
	long total = read_field("/proc/meminfo", "MemTotal") * 1024;
	long available = read_field("/proc/meminfo", "MemAvailable") * 1024;
	size_t len = total / 100 * percent / (2 * page) * (2 * page), half = len / 2;
	const size_t sample = 16 * page;
	unsigned long bad;
	char *p;
	int code;
	pid_t pid;

	if (!len) {
		tap_skip("ram=0", "memory");
		return;
	}
	/* Less only where the kernel itself says that there is less */
	if ((long)len > available / 8 * 7) {
		tap_diag("%zu MiB wanted, %ld MiB available", len >> 20, available >> 20);
		len = available / 8 * 7 / (2 * page) * (2 * page);
		half = len / 2;
	}
	p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		tap_bail("mmap of %zu MiB: %s", len >> 20, strerror(errno));
	madvise(p, half, MADV_NOHUGEPAGE);
	madvise(p + half, half, MADV_HUGEPAGE);
	fill(p, len, 1);
	bad = verify(p, len, 1);
	tap_is(bad, 0, "%zu MiB of %ld MiB written and verified", len >> 20, total >> 20);

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		tap_bail("fork with %zu MiB: %s", len >> 20, strerror(errno));
	if (!pid) {
		bad = 0;
		for (size_t at = 0; at + sample <= len; at += len / 8 / page * page) {
			bad += verify(p + at, sample, 1);
			fill(p + at, sample / 2, 2);
			bad += verify(p + at, sample / 2, 2);
			bad += verify(p + at + sample / 2, sample / 2, 1);
		}
		_exit(bad ? 1 : 0);
	}
	code = reap();
	tap_is(code, 0, "a child sees the same memory and copies what it writes");
	tap_is(verify(p, len, 1), 0, "the parent's memory is as it was");
	munmap(p, len);
}

/* Seconds since the last call */
static void took(const char *what)
{
	static double before;
	struct timespec t;
	double now;

	clock_gettime(CLOCK_MONOTONIC, &t);
	now = t.tv_sec + t.tv_nsec / 1e9;
	if (what)
		tap_diag("%s: %.1f s", what, now - before);
	before = now;
}

int main(int argc, char **argv)
{
	page = page_size();
	if (argc == 4 && !strcmp(argv[1], "child"))
		return exec_child(argv);
	parse(argc, argv);
	took(NULL);
	test_forks(params[FORKS].value);
	took("forks");
	test_execs(params[EXECS].value);
	took("execs");
	test_mappings(page, params[OPS].value, params[SEED].value);
	took("mappings");
	test_ram(params[RAM].value);
	took("memory");
	return tap_done();
}
