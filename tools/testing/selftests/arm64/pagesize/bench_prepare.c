// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: make the machine the same for each benchmark, in each boot.
 *
 * What is settled here has nothing to do with the kernel that is measured, but would
 * decide how much it has to do: by chance, or by what was done before.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

static void set(const char *path, const char *value)
{
	int err = write_file(path, value);

	if (err)
		tap_bail("%s: %s", path, strerror(-err));
}

/*
 * Runs the program once more unless its addresses are the same in each boot: how
 * many page tables are needed, and how fast memory is copied, depends on them.
 */
static void fix_addresses(char **argv)
{
	int old = personality(0xffffffff);

	if (old < 0)
		tap_bail("personality: %s", strerror(errno));
	if (old & ADDR_NO_RANDOMIZE)
		return;
	if (personality(old | ADDR_NO_RANDOMIZE) < 0 || execv("/proc/self/exe", argv))
		tap_bail("without random addresses: %s", strerror(errno));
}

/*
 * A process that a batch process forks or wakes waits until this one sleeps. Else a
 * part of what the other one does would be in the interval, or not.
 */
static void queue_up(void)
{
	const struct sched_param none = { 0 };

	if (sched_setscheduler(0, SCHED_BATCH, &none))
		tap_bail("SCHED_BATCH: %s", strerror(errno));
}

/*
 * The kernel keeps free pages in a list of the CPU, more of them the more pages come
 * and go, an eighth of memory at most: pages that are freed now may be joined with
 * their neighbours a long time later. So large a fraction means as few as possible,
 * always the same number.
 */
static void limit_page_lists(void)
{
	set("/proc/sys/vm/percpu_pagelist_high_fraction", "1000000");
}

/* The tree of process numbers gets a level more with the number 64 * 64 */
static void limit_pids(void)
{
	set("/proc/sys/kernel/pid_max", "4096");
}

/*
 * Page tables and the kernel's objects come from blocks of memory that hold nothing
 * else. If there is none left, a block of other pages is taken over, and each of its
 * free pages moved to another list. Pages of a pipe come from there too: when they
 * are freed, there is enough for what follows.
 */
static void stock_kernel_pages(void)
{
	enum { PIPES = 48, LEN = 1 << 20 };
	char *text = calloc(1, LEN);
	int fds[PIPES][2];

	if (!text)
		tap_bail("no memory");
	for (int i = 0; i < PIPES; i++)
		if (pipe(fds[i]) || fcntl(fds[i][1], F_SETPIPE_SZ, LEN) < LEN ||
		    write(fds[i][1], text, LEN) != LEN)
			tap_bail("pipe of %d bytes: %s", LEN, strerror(errno));
	for (int i = 0; i < PIPES; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
	free(text);
}

void bench_prepare(char **argv)
{
	fix_addresses(argv);
	/* Of children too. With huge pages there would be little to time */
	if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		tap_bail("PR_SET_THP_DISABLE: %s", strerror(errno));
	queue_up();
	limit_page_lists();
	limit_pids();
	stock_kernel_pages();
}
