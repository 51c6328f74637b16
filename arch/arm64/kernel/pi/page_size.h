/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Page geometry for the code in pi/, which maps the kernel before the boot
 * constants have their values. Included by pi.h alone.
 *
 * The granule that is in use is a variable here. Only what the mapping code
 * needs is redefined: everything else that follows from the page size is a
 * boot constant and breaks the build.
 */
#ifndef __PI_PAGE_SIZE_H
#define __PI_PAGE_SIZE_H

extern int early_page_shift;
extern bool boot_const_refused;

bool boot_const_verify(int page_shift);
void boot_const_apply(u64 va_offset, int page_shift);
void early_choose_page_size(const void *fdt, int chosen);
void early_apply_boot_consts(u64 va_offset);
asmlinkage u64 create_provisional_idmap(pgd_t *pg_dir, pteval_t clrmask, int page_shift);
asmlinkage void early_map_kernel_with(u64 boot_status, void *fdt, int page_shift);

#undef PAGE_SHIFT
#undef PAGE_SIZE
#undef PAGE_MASK
#undef PAGE_ALIGN
#undef PTRS_PER_PTE
#undef CONT_PTE_SIZE
#define PAGE_SHIFT	early_page_shift
#define PAGE_SIZE	(UL(1) << PAGE_SHIFT)
#define PAGE_MASK	(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(addr)	ALIGN(addr, PAGE_SIZE)
#define PTRS_PER_PTE	(UL(1) << (PAGE_SHIFT - 3))
#define CONT_PTE_SIZE	BC_cont_pte_size(PAGE_SHIFT)

/* Bits 15:12 of a descriptor are zero where they are not part of the address. */
#define __pte_to_phys(pte)	(pte_val(pte) & GENMASK_ULL(47, 12))

#endif /* __PI_PAGE_SIZE_H */
