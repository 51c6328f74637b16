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

#define SECTION_SIZE_BITS	boot_section_size_bits() /* not constant */
#define MAX_PAGE_ORDER		boot_max_page_order() /* not constant: MAX_PAGE_ORDER_MAX */

#endif /* !__ASSEMBLY__ */

#endif /* __ASM_SPARSEMEM_BOOT_H */
