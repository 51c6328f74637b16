// SPDX-License-Identifier: GPL-2.0-only
/*
 * 32-bit programs at a page size with which a kernel without EXPERT runs none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refuse.h"
#include "util.h"

/* 0 or -errno */
static int run(const char *path)
{
	char *argv[] = { (char *)path, NULL };
	pid_t pid;
	int err = posix_spawn(&pid, path, NULL, NULL, argv, environ);

	if (!err)
		waitpid(pid, NULL, 0);
	return -err;
}

void refuse_compat(void)
{
	const char *line = "refuse: 32-bit programs run with 4K pages only, not with ";
	char *said;

	tap_is(run("/tests/compat32"), -ENOEXEC, "compat: a program is not run");
	tap_is(run("/tests/basic32"), -ENOEXEC, "compat: nor is another");
	tap_is(kernel_log_lines(line), 1, "compat: one line says so");
	said = kernel_log_line(line, 0);
	tap_is_str(said ? said + strlen(line) : "", size_name(page_size()),
		   "compat: and names the page size");
	free(said);
}
