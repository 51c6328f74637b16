/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Page table geometry of a kernel that chooses its page size at boot.
 * Included by asm/pgtable-hwdef.h alone.
 */
#ifndef __ASM_PGTABLE_BOOT_H
#define __ASM_PGTABLE_BOOT_H

#include <asm/boot-const.h>

/* Static storage that holds a table has room for the largest one. */
#define MAX_PTRS_PER_PTE	BC_MAX(ptrs_per_table)
#define MAX_PTRS_PER_PMD	BC_MAX(ptrs_per_table)
#define MAX_PTRS_PER_PUD	BC_MAX(ptrs_per_pud)
#define MAX_PTRS_PER_PGD	BC_MAX(ptrs_per_pgd)

#if !defined(__ASSEMBLY__) && !defined(LINKER_SCRIPT)

BOOT_CONST_FUNCTION(int, ptrs_per_table, boot_const)
BOOT_CONST_FUNCTION(int, ptrs_per_pud, boot_const)
BOOT_CONST_FUNCTION(int, ptrs_per_pgd, boot_const)

BOOT_CONST_FUNCTION(int, pmd_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pmd_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pmd_mask, boot_const_mask)
BOOT_CONST_FUNCTION(int, pmd_order, boot_const)
BOOT_CONST_FUNCTION(int, pmd_nr, boot_const)

BOOT_CONST_FUNCTION(int, pud_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pud_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pud_mask, boot_const_mask)
BOOT_CONST_FUNCTION(int, pud_order, boot_const)

BOOT_CONST_FUNCTION(int, pgdir_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pgdir_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, pgdir_mask, boot_const_mask)

BOOT_CONST_FUNCTION(int, cont_pte_shift, boot_const)
BOOT_CONST_FUNCTION(int, cont_ptes, boot_const)
BOOT_CONST_FUNCTION(unsigned long, cont_pte_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, cont_pte_mask, boot_const_mask)

BOOT_CONST_FUNCTION(int, cont_pmd_shift, boot_const)
BOOT_CONST_FUNCTION(int, cont_pmds, boot_const)
BOOT_CONST_FUNCTION(unsigned long, cont_pmd_size, boot_const)
BOOT_CONST_FUNCTION(unsigned long, cont_pmd_mask, boot_const_mask)

#define PTRS_PER_PTE		({ boot_ptrs_per_table(); }) /* not constant: MAX_PTRS_PER_PTE */
#define PTRS_PER_PMD		({ boot_ptrs_per_table(); }) /* not constant: MAX_PTRS_PER_PMD */
#define PTRS_PER_PUD		({ boot_ptrs_per_pud(); }) /* not constant: MAX_PTRS_PER_PUD */
#define PTRS_PER_PGD		({ boot_ptrs_per_pgd(); }) /* not constant: MAX_PTRS_PER_PGD */

#define PMD_SHIFT		({ boot_pmd_shift(); }) /* not constant */
#define PMD_SIZE		({ boot_pmd_size(); }) /* not constant */
#define PMD_MASK		({ boot_pmd_mask(); }) /* not constant */
#define PMD_ORDER		({ boot_pmd_order(); }) /* not constant */

#define PUD_SHIFT		({ boot_pud_shift(); }) /* not constant */
#define PUD_SIZE		({ boot_pud_size(); }) /* not constant */
#define PUD_MASK		({ boot_pud_mask(); }) /* not constant */
#define PUD_ORDER		({ boot_pud_order(); }) /* not constant */

#define PGDIR_SHIFT		({ boot_pgdir_shift(); }) /* not constant */
#define PGDIR_SIZE		({ boot_pgdir_size(); }) /* not constant */
#define PGDIR_MASK		({ boot_pgdir_mask(); }) /* not constant */

#define CONT_PTE_SHIFT		({ boot_cont_pte_shift(); }) /* not constant */
#define CONT_PTES		({ boot_cont_ptes(); }) /* not constant */
#define CONT_PTE_SIZE		({ boot_cont_pte_size(); }) /* not constant */
#define CONT_PTE_MASK		({ boot_cont_pte_mask(); }) /* not constant */

/* Is @addr, or what a pte maps, in the last page of a contiguous range? */
#define cont_pte_is_last(addr)	(!boot_const_and(~(addr), cont_pte_index_mask))
/* The first pte of the contiguous range that @ptep is in */
#define cont_pte_first(ptep)	\
	((pte_t *)boot_const_and((unsigned long)(ptep), cont_pte_first_mask))

#define pte_cont_addr_end(addr, end)	\
	__boot_addr_end(boot_const_orr(addr, cont_pte_offset_mask), end)

#define CONT_PMD_SHIFT		({ boot_cont_pmd_shift(); }) /* not constant */
#define CONT_PMDS		({ boot_cont_pmds(); }) /* not constant */
#define CONT_PMD_SIZE		({ boot_cont_pmd_size(); }) /* not constant */
#define CONT_PMD_MASK		({ boot_cont_pmd_mask(); }) /* not constant */

/*
 * Index of a table entry: one bit-field extract. A folded pud table has a
 * single entry and is reached without pud_index(), see pud_offset().
 */
static __always_inline __attribute_const__
unsigned long boot_pte_index(unsigned long addr)
{
	return boot_const_ubfx(addr, page_shift, table_bits);
}

static __always_inline __attribute_const__
unsigned long boot_pmd_index(unsigned long addr)
{
	return boot_const_ubfx(addr, pmd_shift, table_bits);
}

static __always_inline __attribute_const__
unsigned long boot_pgd_index(unsigned long addr)
{
	return boot_const_ubfx(addr, pgdir_shift, pgd_bits);
}

/*
 * Has the geometry no level 0 table? The pud is then folded into the pgd, which
 * is smaller than a page.
 */
#define PUD_FOLDS_AT_BOOT	true
static __always_inline bool boot_pud_folded(void)
{
	return boot_const_branch(pud_folded);
}

/* Not for a folded pud */
static __always_inline __attribute_const__
unsigned long boot_pud_index(unsigned long addr)
{
	return boot_const_ubfx(addr, pud_shift, table_bits);
}

/*
 * End of what a table entry maps, or @end if that comes first. The last byte is
 * one instruction away from @addr; the size may take two.
 */
#define __boot_addr_end(last, end)					\
({	unsigned long __last = (last);					\
	__last < (end) - 1 ? __last + 1 : (end);			\
})
#define pud_addr_end(addr, end)	__boot_addr_end(boot_const_orr(addr, pud_offset_mask), end)
#define pmd_addr_end(addr, end)	__boot_addr_end(boot_const_orr(addr, pmd_offset_mask), end)

#define HPAGE_PMD_ORDER		PMD_ORDER
#define HPAGE_PMD_NR		({ boot_pmd_nr(); }) /* not constant */

#define pte_index(addr)		boot_pte_index(addr)
#define pmd_index(addr)		boot_pmd_index(addr)
#define pud_index(addr)		boot_pud_index(addr)
#define pgd_index(addr)		boot_pgd_index(addr)

/*
 * gup_fast_fallback(): values that are not constant take registers, and what is
 * inlined for huge pages takes those of the common path.
 */
#define noinline_leaf		noinline

#endif /* !__ASSEMBLY__ && !LINKER_SCRIPT */

#endif /* __ASM_PGTABLE_BOOT_H */
