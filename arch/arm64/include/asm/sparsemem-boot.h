/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Geometry of sparse memory and of the buddy allocator in a kernel that chooses
 * its page size at boot. Included by asm/sparsemem.h alone.
 */
#ifndef __ASM_SPARSEMEM_BOOT_H
#define __ASM_SPARSEMEM_BOOT_H

#include <asm/boot-const.h>

#define SECTION_SIZE_BITS_MIN	BC_MIN(section_size_bits)
#define SECTION_SIZE_BITS_MAX	BC_MAX(section_size_bits)
#define MAX_PAGE_ORDER_MAX	BC_MAX(max_page_order)

#ifndef __ASSEMBLY__

static __always_inline __attribute_const__ int boot_section_size_bits(void)
{
	return boot_const(section_size_bits);
}

static __always_inline __attribute_const__ int boot_max_page_order(void)
{
	return boot_const(max_page_order);
}

static __always_inline __attribute_const__ int boot_pfn_section_shift(void)
{
	return boot_const(pfn_section_shift);
}

static __always_inline __attribute_const__ unsigned long boot_pages_per_section(void)
{
	return boot_const(pages_per_section);
}

static __always_inline __attribute_const__
unsigned long boot_section_nr_to_root(unsigned long sec)
{
	return boot_const_lsr(sec, section_root_shift);
}

static __always_inline __attribute_const__ unsigned long boot_sections_per_root(void)
{
	return boot_const(sections_per_root);
}

static __always_inline __attribute_const__ unsigned long boot_nr_section_roots(void)
{
	return boot_const(nr_section_roots);
}

static __always_inline __attribute_const__ unsigned int boot_pageblock_order(void)
{
	return boot_const(page_block_order);
}

#define SECTION_NR_TO_ROOT(sec)	boot_section_nr_to_root(sec)
#define SECTIONS_PER_ROOT	boot_sections_per_root() /* not constant */
#define NR_SECTION_ROOTS	boot_nr_section_roots() /* not constant */

/* linux/pageblock-flags.h may come before or after this file. */
#undef pageblock_order
#define pageblock_order		boot_pageblock_order() /* not constant */

#define PFN_SECTION_SHIFT	boot_pfn_section_shift() /* not constant */
#define PAGES_PER_SECTION	boot_pages_per_section() /* not constant */
#define SECTION_SIZE_BITS	boot_section_size_bits() /* not constant */
#define MAX_PAGE_ORDER		boot_max_page_order() /* not constant: MAX_PAGE_ORDER_MAX */

#endif /* !__ASSEMBLY__ */

#endif /* __ASM_SPARSEMEM_BOOT_H */
