// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: page faults, fork and unmapping. The number of faults is verified: a
 * huge page in place of small ones would look like a fast kernel.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

#define COW_LEN		(64ul << 20)
#define FILE_LEN	(64ul << 20)

/* The kernel maps this much of a file around a fault, whatever the page size */
#define FAULT_AROUND	65536ul

/* What two processes share: the parent's end closes, the child ends */
struct child {
	pid_t pid;
	int wake;
};

/*
 * The child does not return from read() before child_end(), so that its exit is
 * not timed. This returns when fork() has.
 */
static struct child child_start(void)
{
	struct child child;
	int fds[2];
	char c;

	if (pipe(fds))
		tap_bail("pipe: %s", strerror(errno));
	child.pid = fork();
	if (child.pid < 0)
		tap_bail("fork: %s", strerror(errno));
	if (!child.pid) {
		close(fds[1]);
		_exit(read(fds[0], &c, 1) == 0 ? 0 : 1);
	}
	close(fds[0]);
	child.wake = fds[1];
	return child;
}

static void child_end(struct child child)
{
	int status;

	close(child.wake);
	if (waitpid(child.pid, &status, 0) != child.pid || status)
		tap_bail("the child ended with status %#x", status);
}

static char *map(size_t len, int flags, int fd)
{
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE, flags, fd, 0);

	if (p == MAP_FAILED)
		tap_bail("mmap of %zu MiB: %s", len >> 20, strerror(errno));
	return p;
}

/* Times one access for each @step bytes, each of which is a fault */
static void touch(const char *name, volatile char *p, size_t len, size_t step, bool write)
{
	unsigned long faults = len / step;
	long before = bench_faults(), took;
	uint64_t start = bench_now(), end;

	for (size_t i = 0; i < len; i += step) {
		if (write)
			p[i] = 1;
		else
			(void)p[i];
	}
	end = bench_now();
	bench_record(name, faults, end - start);
	took = bench_faults() - before;
	/* A stack page of our own may come in between */
	if (took < (long)faults || took > (long)faults + 2)
		tap_bail("%s: %ld faults, should be %lu", name, took, faults);
}

static void protect(const char *name, char *p, size_t len, int prot)
{
	uint64_t start = bench_now(), end;

	if (mprotect(p, len, prot))
		tap_bail("mprotect: %s", strerror(errno));
	end = bench_now();
	bench_record(name, len / page_size(), end - start);
}

static void anonymous(size_t len)
{
	unsigned long pages = len / page_size();
	char *p = map(len, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
	struct child child;
	uint64_t start, end;

	touch("anon-fault", p, len, page_size(), true);

	start = bench_now();
	child = child_start();
	end = bench_now();
	bench_record("fork", pages, end - start);

	/* The pages have to be the parent's alone again, for mprotect and munmap */
	child_end(child);
	protect("mprotect-read", p, len, PROT_READ);
	protect("mprotect-write", p, len, PROT_READ | PROT_WRITE);

	start = bench_now();
	munmap(p, len);
	end = bench_now();
	bench_record("munmap", pages, end - start);
}

/* The child holds the other reference: each write of the parent copies */
static void copy_on_write(void)
{
	char *p = map(COW_LEN, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	struct child child;

	memset(p, 1, COW_LEN);
	child = child_start();
	touch("cow-fault", p, COW_LEN, page_size(), true);
	child_end(child);
	munmap(p, COW_LEN);
}

static void file(void)
{
	int fd = memfd_create("bench", 0);
	char *p;

	if (fd < 0 || ftruncate(fd, FILE_LEN))
		tap_bail("memfd: %s", strerror(errno));
	/* Allocates the pages */
	p = map(FILE_LEN, MAP_SHARED, fd);
	touch("shmem-fault", p, FILE_LEN, page_size(), true);
	munmap(p, FILE_LEN);
	/* Maps them, as many as the kernel maps around a fault */
	p = map(FILE_LEN, MAP_PRIVATE, fd);
	touch("file-fault", p, FILE_LEN, FAULT_AROUND, false);
	munmap(p, FILE_LEN);
	close(fd);
}

void bench_memory(size_t len)
{
	anonymous(len);
	copy_on_write();
	file();
}
