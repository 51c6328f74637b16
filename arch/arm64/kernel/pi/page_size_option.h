/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The option arm64.pagesize= and the choice of the page size. The functions
 * need nothing but their arguments, so that host programs can test them; those
 * are compiled with empty definitions of __init and __initconst.
 */
#ifndef __PI_PAGE_SIZE_OPTION_H
#define __PI_PAGE_SIZE_OPTION_H

#ifdef __KERNEL__
#include <linux/init.h>
#include <linux/types.h>
#include <uapi/asm/setup.h>
#else
#include <stdbool.h>
#include <stddef.h>

typedef unsigned long long u64;

#define COMMAND_LINE_SIZE	2048
#endif

/* A set of page sizes: bit n stands for the page shift 12 + 2 * n. */
#define PAGE_SIZE_SET_BIT(shift)	(1U << (((shift) - 12) / 2))

unsigned int page_size_supported(u64 mmfr0);
int page_size_value(const char *s, size_t len);
int page_size_requested_n(const char *cmdline, size_t max);
int page_size_requested(const char *cmdline);
int page_size_choose(int requested, int default_shift, unsigned int supported);

int early_page_size_requested(const void *fdt, int chosen);

#endif /* __PI_PAGE_SIZE_OPTION_H */
