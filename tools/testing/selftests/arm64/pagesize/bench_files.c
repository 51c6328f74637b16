// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: read(), write() and pipes, 4K and 64K at a time whatever the page size.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

#define SMALL		4096ul
#define LARGE		65536ul
#define FILE_LEN	(1ul << 20)

/* So many of them take tens of millions of instructions */
enum { SMALL_CALLS = 8000, LARGE_CALLS = 500 };

/* Aligned, since copies of the kernel take the longer the less aligned they are */
static char buf[LARGE] __attribute__((aligned(LARGE)));

struct names {
	const char *read, *write;
};

static void transfer(const char *name, int fd, size_t len, int calls, bool writes)
{
	uint64_t start = bench_start();

	for (int i = 0; i < calls; i++) {
		off_t at = i * len % FILE_LEN;
		ssize_t done = writes ? pwrite(fd, buf, len, at) : pread(fd, buf, len, at);

		if (done != (ssize_t)len)
			tap_bail("%s: %zd of %zu bytes", name, done, len);
	}
	bench_stop(name, calls, start);
}

/* @fd: an empty file, whose pages are in memory once they are written */
static void transfers(int fd, const struct names *small, const struct names *large)
{
	if (fd < 0)
		tap_bail("%s: no file: %s", small->read, strerror(errno));
	for (size_t at = 0; at < FILE_LEN; at += LARGE)
		if (pwrite(fd, buf, LARGE, at) != LARGE)
			tap_bail("%s: cannot fill the file: %s", small->read, strerror(errno));
	transfer(small->read, fd, SMALL, SMALL_CALLS, false);
	transfer(large->read, fd, LARGE, LARGE_CALLS, false);
	transfer(small->write, fd, SMALL, SMALL_CALLS, true);
	transfer(large->write, fd, LARGE, LARGE_CALLS, true);
	close(fd);
}

/*
 * A file whose system uses the generic functions of the page cache, as most with a
 * disk do and tmpfs does not. The mount is nobody else's, it ends with the file.
 */
static int ramfs_file(void)
{
	int fs = fsopen("ramfs", FSOPEN_CLOEXEC), mnt, fd;

	if (fs < 0 || fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		return -1;
	mnt = fsmount(fs, FSMOUNT_CLOEXEC, 0);
	if (mnt < 0)
		return -1;
	fd = openat(mnt, "file", O_CREAT | O_RDWR, 0600);
	close(mnt);
	close(fs);
	return fd;
}

/* Into a pipe and out of it again, which takes no other process */
static void through_pipe(const char *name, size_t len, int calls)
{
	uint64_t start;
	int fds[2];

	if (pipe(fds))
		tap_bail("pipe: %s", strerror(errno));
	start = bench_start();
	for (int i = 0; i < calls; i++)
		if (write(fds[1], buf, len) != (ssize_t)len ||
		    read(fds[0], buf, len) != (ssize_t)len)
			tap_bail("%s: not %zu bytes", name, len);
	bench_stop(name, calls, start);
	close(fds[0]);
	close(fds[1]);
}

void bench_files(void)
{
	static const struct names tmpfs_4k = { "read-4k", "write-4k" },
		tmpfs_64k = { "read-64k", "write-64k" },
		ramfs_4k = { "ramfs-read-4k", "ramfs-write-4k" },
		ramfs_64k = { "ramfs-read-64k", "ramfs-write-64k" };

	transfers(memfd_create("bench", MFD_CLOEXEC), &tmpfs_4k, &tmpfs_64k);
	transfers(ramfs_file(), &ramfs_4k, &ramfs_64k);
	through_pipe("pipe-4k", SMALL, SMALL_CALLS);
	through_pipe("pipe-64k", LARGE, LARGE_CALLS);
}
