// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading a kernel, for reboot and for a crash, through both system calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/kexec.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "refuse.h"
#include "util.h"

#define LINE "Can't kexec: not supported with a page size chosen at boot."

enum { KERNEL_LEN = 2 << 20 };

/* First address of the last range of that name in /proc/iomem */
static unsigned long range_begin(const char *name)
{
	char *text = read_file("/proc/iomem", NULL), *s, *line, *colon;
	unsigned long at = 0;

	for (s = text; s && (line = strsep(&s, "\n"));) {
		colon = strstr(line, " : ");
		if (colon && !strcmp(colon + 3, name))
			at = strtoul(line, NULL, 16);
	}
	free(text);
	if (!at)
		tap_bail("no \"%s\" in /proc/iomem: is there crashkernel=?", name);
	return at;
}

/* What is loaded nevertheless is unloaded */
static int load_segments(unsigned long flags)
{
	const char *range = flags & KEXEC_ON_CRASH ? "Crash kernel" : "System RAM";
	unsigned long at = (range_begin(range) + KERNEL_LEN - 1) & -KERNEL_LEN;
	struct kexec_segment segment = {
		.buf = calloc(1, KERNEL_LEN), .bufsz = KERNEL_LEN,
		.mem = (void *)at, .memsz = KERNEL_LEN,
	};
	int err = 0;

	if (syscall(SYS_kexec_load, at, 1UL, &segment, flags | KEXEC_ARCH_AARCH64))
		err = -errno;
	else
		syscall(SYS_kexec_load, 0, 0UL, NULL, flags | KEXEC_ARCH_AARCH64);
	free((void *)segment.buf);
	return err;
}

/*
 * A kernel that is no more than the header of an Image: see
 * Documentation/arch/arm64/booting.rst. Open for reading only: a file that
 * can be written to is not taken.
 */
static int open_image(void)
{
	const uint64_t header[8] = {
		[2] = KERNEL_LEN,		/* image_size */
		[7] = 0x644d5241,		/* magic */
	};
	const char *path = "/tmp/refuse.Image";
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, header, sizeof(header)) != sizeof(header) || close(fd))
		tap_bail("%s: %s", path, strerror(errno));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	unlink(path);
	return fd;
}

static int load_file(unsigned long flags)
{
	int fd = open_image(), err = 0;

	if (syscall(SYS_kexec_file_load, fd, -1, 1UL, "", flags | KEXEC_FILE_NO_INITRAMFS))
		err = -errno;
	else
		syscall(SYS_kexec_file_load, -1, -1, 0UL, NULL, flags | KEXEC_FILE_UNLOAD);
	close(fd);
	return err;
}

static void judge_nothing_loaded(const char *path)
{
	char *text = read_line(path);

	tap_is_str(text, "0", "%s", path);
	free(text);
}

void refuse_kexec(void)
{
	judge_refusal("kexec_load", LINE, load_segments, 0);
	judge_refusal("kexec_load, crash", LINE, load_segments, KEXEC_ON_CRASH);
	judge_refusal("kexec_file_load", LINE, load_file, 0);
	judge_refusal("kexec_file_load, crash", LINE, load_file, KEXEC_FILE_ON_CRASH);
	judge_nothing_loaded("/sys/kernel/kexec_loaded");
	judge_nothing_loaded("/sys/kernel/kexec_crash_loaded");
}
