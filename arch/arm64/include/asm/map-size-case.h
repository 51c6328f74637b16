/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Labels for a switch over the sizes that a page table entry, or a contiguous
 * range of them, maps:
 *
 *	switch (map_size_case(size)) {
 *	case PMD_SIZE_CASE:
 *
 * and the same with shifts. A label has to be a constant, which these sizes are
 * not where the page size is chosen at boot.
 */
#ifndef __ASM_MAP_SIZE_CASE_H
#define __ASM_MAP_SIZE_CASE_H

#include <asm/pgtable-hwdef.h>

#ifdef CONFIG_ARM64_BOOT_TIME_PAGE_SIZE

enum map_size_case {
	OTHER_SIZE_CASE,
	PAGE_SIZE_CASE,
	CONT_PTE_SIZE_CASE,
	PMD_SIZE_CASE,
	CONT_PMD_SIZE_CASE,
	PUD_SIZE_CASE,
};

/* An int: a switch need not have a label for each of them */
static __always_inline int map_size_case(unsigned long size)
{
	return size == PUD_SIZE ? PUD_SIZE_CASE :
	       size == CONT_PMD_SIZE ? CONT_PMD_SIZE_CASE :
	       size == PMD_SIZE ? PMD_SIZE_CASE :
	       size == CONT_PTE_SIZE ? CONT_PTE_SIZE_CASE :
	       size == PAGE_SIZE ? PAGE_SIZE_CASE : OTHER_SIZE_CASE;
}

#define map_shift_case(shift)	map_size_case(1UL << (shift))
#define PUD_SHIFT_CASE		PUD_SIZE_CASE
#define CONT_PMD_SHIFT_CASE	CONT_PMD_SIZE_CASE
#define PMD_SHIFT_CASE		PMD_SIZE_CASE
#define CONT_PTE_SHIFT_CASE	CONT_PTE_SIZE_CASE
#define PAGE_SHIFT_CASE		PAGE_SIZE_CASE

#else

#define map_size_case(size)	(size)
#define PUD_SIZE_CASE		PUD_SIZE
#define CONT_PMD_SIZE_CASE	CONT_PMD_SIZE
#define PMD_SIZE_CASE		PMD_SIZE
#define CONT_PTE_SIZE_CASE	CONT_PTE_SIZE

#define map_shift_case(shift)	(shift)
#define PUD_SHIFT_CASE		PUD_SHIFT
#define CONT_PMD_SHIFT_CASE	CONT_PMD_SHIFT
#define PMD_SHIFT_CASE		PMD_SHIFT
#define CONT_PTE_SHIFT_CASE	CONT_PTE_SHIFT
#define PAGE_SHIFT_CASE		PAGE_SHIFT

#endif

#endif /* __ASM_MAP_SIZE_CASE_H */
