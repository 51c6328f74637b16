// SPDX-License-Identifier: GPL-2.0-only
/*
 * damaged NAME...: loads /damaged/none.ko, which has to succeed, then each
 * /damaged/NAME.ko, copies of it with a fault in the table of boot constants: those
 * have to be refused with ENOEXEC and one line in the kernel log.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util.h"

#define MODULE	"pagesize_modtest"
#define PREFIX	"boot constants: module " MODULE ": "

enum { SYSLOG_ACTION_READ_ALL = 3, SYSLOG_ACTION_CLEAR = 5 };

/* 0 or errno */
static int load(const char *name)
{
	char path[128];
	int fd, err;

	snprintf(path, sizeof(path), "/damaged/%s.ko", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		tap_bail("%s: %s", path, strerror(errno));
	err = syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
	close(fd);
	return err;
}

static int unload(void)
{
	return syscall(SYS_delete_module, MODULE, O_NONBLOCK) ? errno : 0;
}

/* What the kernel has said since SYSLOG_ACTION_CLEAR is one line of that kind */
static bool one_line(void)
{
	static char text[65536];
	int size = klogctl(SYSLOG_ACTION_READ_ALL, text, sizeof(text) - 1);
	char *end;

	if (size <= 0)
		return false;
	text[size] = '\0';
	end = strchr(text, '\n');
	if (end && !end[1] && strstr(text, PREFIX))
		return true;
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		tap_diag("log: %s", line);
	return false;
}

int main(int argc, char **argv)
{
	tap_is(load("none"), 0, "none: loaded");
	tap_is(unload(), 0, "none: unloaded");
	for (int i = 1; i < argc; i++) {
		klogctl(SYSLOG_ACTION_CLEAR, NULL, 0);
		tap_is(load(argv[i]), ENOEXEC, "%s: refused", argv[i]);
		tap_ok(one_line(), "%s: one line in the log", argv[i]);
		tap_is(unload(), ENOENT, "%s: is not there", argv[i]);
	}
	tap_is(load("none"), 0, "none: loaded again");
	tap_is(unload(), 0, "none: unloaded again");
	return tap_done();
}
