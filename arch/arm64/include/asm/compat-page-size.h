/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef __ASM_COMPAT_PAGE_SIZE_H
#define __ASM_COMPAT_PAGE_SIZE_H

#include <linux/sizes.h>
#include <linux/types.h>

#include <asm/page.h>

/**
 * page_size_allows_compat() - may AArch32 programs run with this page size?
 *
 * AArch32 programs are linked for pages of 4K, most of them run with no others.
 * So Kconfig offers CONFIG_COMPAT for other fixed page sizes only to experts. An
 * image with all of them cannot leave it out for the sake of the others: there,
 * it is the same rule for the page size chosen at boot.
 *
 * Return: true if CONFIG_COMPAT could be enabled for a kernel with this page size.
 */
static inline bool page_size_allows_compat(void)
{
	return IS_ENABLED(CONFIG_EXPERT) || PAGE_SIZE == SZ_4K;
}

#endif /* __ASM_COMPAT_PAGE_SIZE_H */
