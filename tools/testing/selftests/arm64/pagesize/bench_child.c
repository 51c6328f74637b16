// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: a process beside the one that measures.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

void bench_child_prepare(struct bench_child *child)
{
	if (pipe(child->ready) || pipe(child->wake))
		tap_bail("pipe: %s", strerror(errno));
}

void bench_child_fork(struct bench_child *child, void (*before)(void *arg), void *arg)
{
	char c = 0;

	child->pid = fork();
	if (child->pid < 0)
		tap_bail("fork: %s", strerror(errno));
	if (child->pid)
		return;
	close(child->wake[1]);
	if (before)
		before(arg);
	if (write(child->ready[1], &c, 1) != 1)
		_exit(1);
	/* No byte ever comes: the other end is closed, by the parent or with it */
	_exit(read(child->wake[0], &c, 1) == 0 ? 0 : 1);
}

void bench_child_wait_ready(struct bench_child *child)
{
	char c;

	/* Closed here, lest the read waits for ever if the child is dead */
	close(child->ready[1]);
	if (read(child->ready[0], &c, 1) != 1)
		tap_bail("the child did not get ready");
	close(child->ready[0]);
	close(child->wake[0]);
}

void bench_child_end(struct bench_child *child)
{
	int status;

	close(child->wake[1]);
	if (waitpid(child->pid, &status, 0) != child->pid || status)
		tap_bail("the child ended with status %#x", status);
}
