// SPDX-License-Identifier: GPL-2.0-only
/*
 * Swap areas for any page size.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "swap.h"
#include "util.h"

void swap_format(int fd, unsigned long len, unsigned long page)
{
	static char zero[65536];
	unsigned int header[3] = { 1, len / page - 1, 0 };

	if (pwrite(fd, zero, sizeof(zero), 0) != sizeof(zero) ||
	    pwrite(fd, header, sizeof(header), 1024) != sizeof(header) ||
	    pwrite(fd, "SWAPSPACE2", 10, page - 10) != 10 || fsync(fd))
		tap_bail("swap area: %s", strerror(errno));
}
