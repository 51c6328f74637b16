// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: system calls that are small or touch few pages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

enum { CALLS = 5000, GETPPIDS = 20000 };

static void getppids(void)
{
	uint64_t start = bench_start();

	for (int i = 0; i < GETPPIDS; i++)
		syscall(SYS_getppid);
	bench_stop("getppid", GETPPIDS, start);
}

/*
 * A page mapped and unmapped, not touched or touched in between. Another one, near
 * it, stays: the page tables are there, as they are in most processes.
 */
static void mappings(const char *name, bool touch)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	size_t page = page_size();
	char *near = bench_map(page, flags, -1), *hint = near + 2 * page;
	uint64_t start;

	*near = 1;
	start = bench_start();
	for (int i = 0; i < CALLS; i++) {
		volatile char *p = mmap(hint, page, PROT_READ | PROT_WRITE, flags, -1, 0);

		if (p != hint)
			tap_bail("mmap: not where it should be: %s", strerror(errno));
		if (touch)
			*p = 1;
		munmap((void *)p, page);
	}
	bench_stop(name, CALLS, start);
	munmap(near, page);
}

void bench_calls(void)
{
	getppids();
	mappings("mmap-munmap", false);
	mappings("mmap-touch-munmap", true);
}
