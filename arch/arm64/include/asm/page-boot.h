/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PAGE_SIZE and its kin in a kernel that chooses its page size at boot.
 * Included by asm/page-def.h alone.
 */
#ifndef __ASM_PAGE_BOOT_H
#define __ASM_PAGE_BOOT_H

#include <asm/boot-const.h>

#define PAGE_SHIFT_MIN		12
#define PAGE_SHIFT_MAX		16

#ifdef LINKER_SCRIPT

/* What a linker script aligns to the page size serves the largest one. */
#define PAGE_SHIFT		PAGE_SHIFT_MAX
#define PAGE_SIZE		(_AC(1, UL) << PAGE_SHIFT)
#define PAGE_MASK		(~(PAGE_SIZE-1))

#elif !defined(__ASSEMBLY__)

static __always_inline __attribute_const__ int boot_page_shift(void)
{
	return boot_const(page_shift);
}

static __always_inline __attribute_const__ unsigned long boot_page_size(void)
{
	return boot_const(page_size);
}

static __always_inline __attribute_const__ unsigned long boot_page_mask(void)
{
	return boot_const_mask(page_mask);
}

static __always_inline __attribute_const__
unsigned long page_shift_left(unsigned long x)
{
	return boot_const_lsl(x, page_shift);
}

static __always_inline __attribute_const__
unsigned long page_shift_right(unsigned long x)
{
	return boot_const_lsr(x, page_shift);
}

static __always_inline __attribute_const__
unsigned long page_advance(unsigned long addr, unsigned long nr)
{
	return boot_const_add_lsl(addr, nr, page_shift);
}
#define page_advance page_advance

/*
 * The comments are part of what a compiler quotes where it needs a constant.
 */
#define PAGE_SHIFT	boot_page_shift() /* not constant: PAGE_SHIFT_MAX or PAGE_SHIFT_MIN */
#define PAGE_SIZE	boot_page_size() /* not constant: PAGE_SIZE_MAX or PAGE_SIZE_MIN */
#define PAGE_MASK	boot_page_mask() /* not constant: PAGE_MASK_MAX or PAGE_MASK_MIN */

#include <asm/page-options-boot.h>

#endif

#endif /* __ASM_PAGE_BOOT_H */
