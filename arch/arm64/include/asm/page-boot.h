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

#include <linux/pfn.h>

BOOT_CONST_FUNCTION(int, page_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, page_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, page_mask, boot_const_mask)
BOOT_CONST_FUNCTION(unsigned long, max_rw_count, boot_const_mask)
BOOT_CONST_FUNCTION(unsigned long, max_lfs_index, boot_const_mask)

/*
 * A statement expression, because a compiler that finds one outside of a function
 * quotes this line, with the comment that says what to use instead.
 */
#define PAGE_SHIFT	({ boot_page_shift(); }) /* not constant: PAGE_SHIFT_MAX or PAGE_SHIFT_MIN */
#define PAGE_SIZE	({ boot_page_size(); }) /* not constant: PAGE_SIZE_MAX or PAGE_SIZE_MIN */
#define PAGE_MASK	({ boot_page_mask(); }) /* not constant: PAGE_MASK_MAX or PAGE_MASK_MIN */

/*
 * Operations in one instruction. Written with the macros above each would take
 * two, and a division by PAGE_SIZE would be one: the compiler does not know that
 * it is a power of two.
 */
/* A step of one page has the page size as its operand, not a register. */
#define page_advance(addr, nr)						\
	(__builtin_constant_p(nr) && (nr) == 1 ?			\
	 boot_const_add(addr, page_size) :				\
	 boot_const_add_lsl(addr, nr, page_shift))

#define pages_to_bytes(nr)	boot_const_lsl(nr, page_shift)

#define page_index_of(pos, index)					\
	(!boot_const_sub_asr((unsigned long)(index), (unsigned long)(pos), page_shift))

/* In include/linux/fs.h: the longest read or write, the last page of a file */
#define MAX_RW_COUNT		({ boot_max_rw_count(); }) /* not constant */
#define MAX_LFS_INDEX		({ boot_max_lfs_index(); }) /* not constant */

/* The types of the results are those of the generic macros. */
#undef PFN_ALIGN
#undef PFN_UP
#undef PFN_DOWN
#undef PFN_PHYS
#undef PHYS_PFN
#define PFN_ALIGN(x)		boot_page_align((unsigned long)(x))
#define PFN_UP(x)		((typeof((x) + 1UL))boot_page_count(x))
#define PFN_DOWN(x)		((typeof((x) + 0))(is_signed_type(typeof((x) + 0)) ? \
				 boot_const_asr(x, page_shift) :	\
				 boot_const_lsr(x, page_shift)))
#define PFN_PHYS(x)		((phys_addr_t)boot_const_lsl((phys_addr_t)(x), page_shift))
#define PHYS_PFN(x)		((unsigned long)PFN_DOWN(x))

#define PAGE_ALIGN(addr)	((typeof(addr))boot_page_align((unsigned long)(addr)))
#define PAGE_ALIGN_DOWN(addr)	((typeof(addr))boot_const_and((unsigned long)(addr), page_mask))
#define PAGE_ALIGNED(addr)	(!offset_in_page(addr))
#define offset_in_page(p)	boot_const_and((unsigned long)(p), page_offset_mask)

static __always_inline __attribute_const__ unsigned long boot_page_align(unsigned long x)
{
	return boot_const_and(boot_const_add(x, page_size) - 1, page_mask);
}

static __always_inline __attribute_const__ unsigned long boot_page_count(unsigned long x)
{
	return boot_const_lsr(boot_const_add(x, page_size) - 1, page_shift);
}

#include <asm/page-options-boot.h>

#define page_index_pos(index)	((loff_t)boot_const_lsl((loff_t)(index), page_shift))

#endif

#endif /* __ASM_PAGE_BOOT_H */
