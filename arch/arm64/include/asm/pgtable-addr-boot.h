/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Address and page frame number in a page table entry, in a kernel that chooses
 * its page size at boot and has 48-bit physical addresses.
 * Included by asm/pgtable.h alone.
 */
#ifndef __ASM_PGTABLE_ADDR_BOOT_H
#define __ASM_PGTABLE_ADDR_BOOT_H

#include <asm/boot-const.h>

/* Signed: the linear map may be placed so that memstart_addr is negative. */
#undef vmemmap
#define vmemmap		((struct page *)VMEMMAP_START - (long)boot_const_asr(memstart_addr, page_shift))
#undef __pfn_to_page
#define __pfn_to_page(pfn)	\
	((struct page *)VMEMMAP_START + (long)boot_const_sub_asr(pfn, memstart_addr, page_shift))

static __always_inline phys_addr_t __pte_to_phys(pte_t pte)
{
	return boot_const_and(pte_val(pte), pte_addr_low);
}

#define __phys_to_pte_val(phys)	(phys)

static __always_inline unsigned long boot_pte_pfn(pte_t pte)
{
	return boot_const_ubfx(pte_val(pte), page_shift, pte_pfn_bits);
}
#define pte_pfn(pte)		boot_pte_pfn(pte)

/* The table that a pmd points to */
#define pmd_page(pmd)		pte_page(pmd_pte(pmd))

static __always_inline pte_t boot_pfn_pte(unsigned long pfn, pgprot_t prot)
{
	return __pte(boot_const_orr_lsl(pgprot_val(prot), pfn, page_shift));
}
#define pfn_pte(pfn, prot)	boot_pfn_pte(pfn, prot)

/*
 * The next page frames: without 52-bit addresses, no bit of the number lies below
 * the others, so it is the address that advances. Memory does not reach the end of
 * the field, so there is no carry into the attributes.
 */
static __always_inline pte_t boot_pte_advance_pfn(pte_t pte, unsigned long nr)
{
	return __pte(page_advance(pte_val(pte), nr));
}
#define pte_advance_pfn(pte, nr)	boot_pte_advance_pfn(pte, nr)

#endif /* __ASM_PGTABLE_ADDR_BOOT_H */
