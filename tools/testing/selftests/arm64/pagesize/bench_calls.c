// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: system calls that are small or touch few pages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

enum { CALLS = 5000, EXECS = 100, READ_LEN = 4096, FILE_READS = 256 };

static void getppids(void)
{
	uint64_t start = bench_now();

	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	bench_record("getppid", CALLS, bench_now() - start);
}

/* A page mapped and unmapped, not touched or touched in between */
static void mappings(const char *name, bool touch)
{
	size_t page = page_size();
	uint64_t start = bench_now();

	for (int i = 0; i < CALLS; i++) {
		volatile char *p = mmap(NULL, page, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED)
			tap_bail("mmap: %s", strerror(errno));
		if (touch)
			*p = 1;
		munmap((void *)p, page);
	}
	bench_record(name, CALLS, bench_now() - start);
}

/* Reads of 4K each, the same whatever the page size, from what is in memory */
static void reads(void)
{
	static char buf[READ_LEN];
	int fd = memfd_create("bench", 0);
	uint64_t start;

	for (int i = 0; i < FILE_READS; i++)
		if (fd < 0 || write(fd, buf, READ_LEN) != READ_LEN)
			tap_bail("memfd: %s", strerror(errno));
	start = bench_now();
	for (int i = 0; i < CALLS; i++)
		if (pread(fd, buf, READ_LEN, i % FILE_READS * READ_LEN) != READ_LEN)
			tap_bail("pread: %s", strerror(errno));
	bench_record("read-4k", CALLS, bench_now() - start);
	close(fd);
}

/* A byte to a process that sends it back */
static void pings(void)
{
	int to[2], from[2], status;
	uint64_t start;
	char c = 1;
	pid_t pid;

	if (pipe(to) || pipe(from))
		tap_bail("pipe: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		tap_bail("fork: %s", strerror(errno));
	if (!pid) {
		close(to[1]);
		while (read(to[0], &c, 1) == 1 && write(from[1], &c, 1) == 1)
			;
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	/* The first one waits until the child runs */
	for (int i = -1; i < CALLS; i++) {
		if (i <= 0)
			start = bench_now();
		if (write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
			tap_bail("the other end of the pipe is gone");
	}
	bench_record("pipe-ping", CALLS, bench_now() - start);
	close(to[1]);
	close(from[0]);
	if (waitpid(pid, &status, 0) != pid || status)
		tap_bail("the child ended with status %#x", status);
}

static void execs(void)
{
	char *argv[] = { "bench", BENCH_CHILD, NULL }, *envp[] = { NULL };
	uint64_t start = bench_now();
	int status;

	for (int i = 0; i < EXECS; i++) {
		pid_t pid = fork();

		if (!pid) {
			execve("/proc/self/exe", argv, envp);
			_exit(127);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			tap_bail("exec: status %#x", status);
	}
	bench_record("fork-exec-wait", EXECS, bench_now() - start);
}

void bench_calls(void)
{
	getppids();
	mappings("mmap-munmap", false);
	mappings("mmap-touch-munmap", true);
	reads();
	pings();
	execs();
}
