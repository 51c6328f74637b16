// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hibernation, by the kernel and by a program with /dev/snapshot, on a system
 * with a swap area that has room for the image.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/suspend_ioctls.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/swap.h>
#include <unistd.h>

#include "refuse.h"
#include "swap.h"
#include "util.h"

#define LINE "hibernate: Can't hibernate: not supported with a page size chosen at boot."

static int hibernate(unsigned long unused)
{
	(void)unused;
	return write_file("/sys/power/state", "disk");
}

/* The steps of a program that writes the image itself, up to the image */
static int snapshot(unsigned long unused)
{
	int fd = open("/dev/snapshot", O_RDONLY | O_CLOEXEC), in_suspend, err = 0;

	(void)unused;
	if (fd < 0 || ioctl(fd, SNAPSHOT_FREEZE))
		tap_bail("/dev/snapshot: %s", strerror(errno));
	if (ioctl(fd, SNAPSHOT_CREATE_IMAGE, &in_suspend))
		err = -errno;
	/* Closing it thaws, and frees an image */
	close(fd);
	return err;
}

/* The first page, which an image would change, as it is on the disk */
static void read_header(int fd, char *header)
{
	size_t len = page_size();

	if (ioctl(fd, BLKFLSBUF, 0) || pread(fd, header, len, 0) != (ssize_t)len)
		tap_bail("swap area: %s", strerror(errno));
}

void refuse_hibernate(const char *disk)
{
	int fd = open(disk, O_RDWR | O_CLOEXEC), cpus = sysconf(_SC_NPROCESSORS_ONLN);
	static char header[65536], after[65536];
	off_t len;

	len = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	if (len <= 0)
		tap_bail("%s: %s", disk, strerror(errno));
	swap_format(fd, len, page_size());
	if (swapon(disk, 0))
		tap_bail("swapon %s: %s", disk, strerror(errno));
	read_header(fd, header);

	judge_refusal("hibernate", LINE, hibernate, 0);
	judge_refusal("snapshot", LINE, snapshot, 0);
	read_header(fd, after);
	tap_ok(!memcmp(header, after, sizeof(header)), "hibernate: the swap area is as it was");
	tap_is(swapoff(disk), 0, "hibernate: it can be taken out of use");
	tap_is(sysconf(_SC_NPROCESSORS_ONLN), cpus, "hibernate: all CPUs are back");
	close(fd);
}
