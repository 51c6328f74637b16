// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: build a small C project, dtc, with Debian's tcc from the disk that
 * scripts/pagesize/rootfs makes. "kernbench" in small: most of it is user space.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

#define DISK	"/dev/vda"
#define ROOT	"/disk"

enum { MAX_FILES = 64, PATH = 128 };

const char *bench_no_disk(void)
{
	return access(DISK, R_OK) ? "no disk" : NULL;
}

/*
 * The block layer looks once for requests that are 30 seconds old; the disk is read in
 * repetition 0 and not again. Idle time passes at once.
 */
static void await_block_timer(void)
{
	static bool waited;

	if (!waited)
		sleep(40);
	waited = true;
}

static void mount_disk(void)
{
	static bool mounted;

	if (mounted)
		return;
	if (mkdir(ROOT, 0755) || mount(DISK, ROOT, "ext4", MS_RDONLY, NULL) ||
	    mount("tmp", ROOT "/tmp", "tmpfs", 0, NULL))
		tap_bail("%s: %s", DISK, strerror(errno));
	mounted = true;
}

/* A program of the disk, without what it complains of */
static void run(char **argv)
{
	char *envp[] = { NULL };
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC), status;
	pid_t pid = vfork();

	if (!pid) {
		if (dup2(null, STDERR_FILENO) >= 0 && !chroot(ROOT) && !chdir("/build"))
			execve(argv[0], argv, envp);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		tap_bail("%s of %s failed", argv[0], argv[1]);
	close(null);
}

void bench_build(void)
{
	static char objects[MAX_FILES][PATH];
	char *link[MAX_FILES + 4] = { "/usr/bin/tcc", "-o", "/tmp/dtc" };
	glob_t sources;
	uint64_t start;

	if (bench_no_disk())
		return;
	mount_disk();
	if (glob(ROOT "/build/*.c", 0, NULL, &sources) || sources.gl_pathc > MAX_FILES)
		tap_bail("no sources, or too many, in %s/build", ROOT);

	start = bench_start();
	for (size_t i = 0; i < sources.gl_pathc; i++) {
		char *source = strrchr(sources.gl_pathv[i], '/') + 1;
		char *compile[] = { "/usr/bin/tcc", "-c", "-DNO_YAML", "-I.", "-o", objects[i],
				    source, NULL };

		snprintf(objects[i], PATH, "/tmp/%.*s.o", (int)strlen(source) - 2, source);
		run(compile);
		link[3 + i] = objects[i];
	}
	run(link);
	bench_stop("kernbench", 1, start);
	globfree(&sources);

	/* It is a program, and the next build begins from nothing */
	run((char *[]){ "/tmp/dtc", "--version", NULL });
	umount2(ROOT "/tmp", MNT_DETACH);
	if (mount("tmp", ROOT "/tmp", "tmpfs", 0, NULL))
		tap_bail("tmpfs: %s", strerror(errno));
	await_block_timer();
}
