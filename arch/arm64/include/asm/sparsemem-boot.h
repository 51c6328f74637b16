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

BOOT_CONST_FUNCTION(int, section_size_bits, boot_const)
BOOT_CONST_FUNCTION(int, max_page_order, boot_const)
BOOT_CONST_FUNCTION(int, pfn_section_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pages_per_section, boot_const)
BOOT_CONST_FUNCTION(unsigned long, sections_per_root, boot_const)
BOOT_CONST_FUNCTION(unsigned long, section_root_mask, boot_const_mask)
BOOT_CONST_FUNCTION(unsigned long, nr_section_roots, boot_const)
BOOT_CONST_FUNCTION(unsigned int, page_block_order, boot_const)

#define SECTION_NR_TO_ROOT(sec)	boot_const_lsr(sec, section_root_shift)
#define SECTIONS_PER_ROOT	({ boot_sections_per_root(); }) /* not constant */
#define SECTION_ROOT_MASK	({ boot_section_root_mask(); }) /* not constant */
#define NR_SECTION_ROOTS	({ boot_nr_section_roots(); }) /* not constant */

#define pfn_to_section_nr(pfn)	boot_const_lsr(pfn, pfn_section_shift)
#define pfn_to_section_block(pfn) \
	boot_const_ubfx(pfn, section_block_shift, section_block_bits)

/* linux/pageblock-flags.h may come before or after this file. */
#undef pageblock_order
#define pageblock_order		({ boot_page_block_order(); }) /* not constant */

#define PFN_SECTION_SHIFT	({ boot_pfn_section_shift(); }) /* not constant */
#define PAGES_PER_SECTION	({ boot_pages_per_section(); }) /* not constant */
#define SECTION_SIZE_BITS	({ boot_section_size_bits(); }) /* not constant */
#define MAX_PAGE_ORDER		({ boot_max_page_order(); }) /* not constant: MAX_PAGE_ORDER_MAX */

#endif /* !__ASSEMBLY__ */

#endif /* __ASM_SPARSEMEM_BOOT_H */
