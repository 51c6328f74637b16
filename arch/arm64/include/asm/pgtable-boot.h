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

#define __BOOT_GEOMETRY(type, name, op, value)				\
static __always_inline __attribute_const__ type boot_##name(void)	\
{									\
	return op(value);						\
}

__BOOT_GEOMETRY(int, ptrs_per_table, boot_const, ptrs_per_table)
__BOOT_GEOMETRY(int, ptrs_per_pud, boot_const, ptrs_per_pud)
__BOOT_GEOMETRY(int, ptrs_per_pgd, boot_const, ptrs_per_pgd)

__BOOT_GEOMETRY(int, pmd_shift, boot_const, pmd_shift)
__BOOT_GEOMETRY(unsigned long, pmd_size, boot_const, pmd_size)
__BOOT_GEOMETRY(unsigned long, pmd_mask, boot_const_mask, pmd_mask)
__BOOT_GEOMETRY(int, pmd_order, boot_const, pmd_order)

__BOOT_GEOMETRY(int, pud_shift, boot_const, pud_shift)
__BOOT_GEOMETRY(unsigned long, pud_size, boot_const, pud_size)
__BOOT_GEOMETRY(unsigned long, pud_mask, boot_const_mask, pud_mask)
__BOOT_GEOMETRY(int, pud_order, boot_const, pud_order)

__BOOT_GEOMETRY(int, pgdir_shift, boot_const, pgdir_shift)
__BOOT_GEOMETRY(unsigned long, pgdir_size, boot_const, pgdir_size)
__BOOT_GEOMETRY(unsigned long, pgdir_mask, boot_const_mask, pgdir_mask)

__BOOT_GEOMETRY(int, cont_pte_shift, boot_const, cont_pte_shift)
__BOOT_GEOMETRY(int, cont_ptes, boot_const, cont_ptes)
__BOOT_GEOMETRY(unsigned long, cont_pte_size, boot_const, cont_pte_size)
__BOOT_GEOMETRY(unsigned long, cont_pte_mask, boot_const_mask, cont_pte_mask)

__BOOT_GEOMETRY(int, cont_pmd_shift, boot_const, cont_pmd_shift)
__BOOT_GEOMETRY(int, cont_pmds, boot_const, cont_pmds)
__BOOT_GEOMETRY(unsigned long, cont_pmd_size, boot_const, cont_pmd_size)
__BOOT_GEOMETRY(unsigned long, cont_pmd_mask, boot_const_mask, cont_pmd_mask)

#undef __BOOT_GEOMETRY

#define PTRS_PER_PTE		boot_ptrs_per_table() /* not constant: MAX_PTRS_PER_PTE */
#define PTRS_PER_PMD		boot_ptrs_per_table() /* not constant: MAX_PTRS_PER_PMD */
#define PTRS_PER_PUD		boot_ptrs_per_pud() /* not constant: MAX_PTRS_PER_PUD */
#define PTRS_PER_PGD		boot_ptrs_per_pgd() /* not constant: MAX_PTRS_PER_PGD */

#define PMD_SHIFT		boot_pmd_shift() /* not constant */
#define PMD_SIZE		boot_pmd_size() /* not constant */
#define PMD_MASK		boot_pmd_mask() /* not constant */
#define PMD_ORDER		boot_pmd_order() /* not constant */

#define PUD_SHIFT		boot_pud_shift() /* not constant */
#define PUD_SIZE		boot_pud_size() /* not constant */
#define PUD_MASK		boot_pud_mask() /* not constant */
#define PUD_ORDER		boot_pud_order() /* not constant */

#define PGDIR_SHIFT		boot_pgdir_shift() /* not constant */
#define PGDIR_SIZE		boot_pgdir_size() /* not constant */
#define PGDIR_MASK		boot_pgdir_mask() /* not constant */

#define CONT_PTE_SHIFT		boot_cont_pte_shift() /* not constant */
#define CONT_PTES		boot_cont_ptes() /* not constant */
#define CONT_PTE_SIZE		boot_cont_pte_size() /* not constant */
#define CONT_PTE_MASK		boot_cont_pte_mask() /* not constant */

#define CONT_PMD_SHIFT		boot_cont_pmd_shift() /* not constant */
#define CONT_PMDS		boot_cont_pmds() /* not constant */
#define CONT_PMD_SIZE		boot_cont_pmd_size() /* not constant */
#define CONT_PMD_MASK		boot_cont_pmd_mask() /* not constant */

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

/* Has the geometry no level 0 table? */
static __always_inline bool boot_pud_folded(void)
{
	return boot_const_branch(pud_folded);
}

#define pte_index(addr)		boot_pte_index(addr)
#define pmd_index(addr)		boot_pmd_index(addr)
#define pgd_index(addr)		boot_pgd_index(addr)

#endif /* !__ASSEMBLY__ && !LINKER_SCRIPT */

#endif /* __ASM_PGTABLE_BOOT_H */
