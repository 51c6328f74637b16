/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values that follow from the page size, for a kernel that chooses it at boot.
 *
 * Each value is a macro of the page shift, so that the three columns of the
 * fix-up table, the immediates that the compiler assembles for the default
 * size and the limits over all sizes come from one definition.
 */
#ifndef __ASM_BOOT_CONST_VALUES_H
#define __ASM_BOOT_CONST_VALUES_H

#include <linux/const.h>

#define BC_VA_BITS			CONFIG_ARM64_VA_BITS

/* Pick the value for page shift @s out of one for 4K, 16K and 64K. */
#define BC_BY_SIZE(s, v4k, v16k, v64k) \
	((s) == 12 ? (v4k) : (s) == 14 ? (v16k) : (v64k))

#define BC_MASK_OF(size)		(~((size) - 1))

/* The page itself. */
#define BC_page_shift(s)		(s)
#define BC_page_size(s)			(UL(1) << (s))
#define BC_page_mask(s)			BC_MASK_OF(BC_page_size(s))
#define BC_page_offset_mask(s)		(BC_page_size(s) - 1)
/* MAX_RW_COUNT: whole pages in an int */
#define BC_max_rw_count(s)		(UL(0x7fffffff) & BC_page_mask(s))
/* MAX_LFS_INDEX: that of the last page of the longest file, which ends at LLONG_MAX */
#define BC_max_lfs_index(s)		((UL(1) << (63 - (s))) - 1)

/*
 * Levels of translation: each resolves (s - 3) bits, see
 * ARM64_HW_PGTABLE_LEVELS() and ARM64_HW_PGTABLE_LEVEL_SHIFT().
 */
#define BC_levels(s)			((BC_VA_BITS - 4) / ((s) - 3))
#define BC_level_shift(s, n)		(((s) - 3) * (4 - (n)) + 3)
#define BC_root_level(s)		(4 - BC_levels(s))

#define BC_pmd_shift(s)			BC_level_shift(s, 2)
#define BC_pmd_size(s)			(UL(1) << BC_pmd_shift(s))
#define BC_pmd_mask(s)			BC_MASK_OF(BC_pmd_size(s))
#define BC_pmd_offset_mask(s)		(BC_pmd_size(s) - 1)
#define BC_pmd_order(s)			(BC_pmd_shift(s) - (s))
#define BC_pmd_nr(s)			(UL(1) << BC_pmd_order(s))

/*
 * Without a level 0 table (64K, 48 bits) the pud is folded into the pgd: it has
 * one entry, which covers what a pgd entry covers.
 */
#define BC_pud_folded(s)		(BC_levels(s) < 4)
#define BC_pud_shift(s)			BC_level_shift(s, 1)
#define BC_pud_size(s)			(UL(1) << BC_pud_shift(s))
#define BC_pud_mask(s)			BC_MASK_OF(BC_pud_size(s))
#define BC_pud_offset_mask(s)		(BC_pud_size(s) - 1)
#define BC_pud_order(s)			(BC_pud_shift(s) - (s))

#define BC_pgdir_shift(s)		BC_level_shift(s, BC_root_level(s))
#define BC_pgdir_size(s)		(UL(1) << BC_pgdir_shift(s))
#define BC_pgdir_mask(s)		BC_MASK_OF(BC_pgdir_size(s))

#define BC_ptrs_per_table(s)		(UL(1) << ((s) - 3))
#define BC_ptrs_per_pud(s)		(BC_pud_folded(s) ? UL(1) : BC_ptrs_per_table(s))
#define BC_ptrs_per_pgd(s)		(UL(1) << (BC_VA_BITS - BC_pgdir_shift(s)))

/* Number of bits that index a table: the widths of p?d_index(). */
#define BC_table_bits(s)		((s) - 3)
#define BC_pgd_bits(s)			(BC_VA_BITS - BC_pgdir_shift(s))

/* The contiguous bit: 64K, 2M, 2M at level 3; 32M, 1G, 16G at level 2. */
#define BC_cont_pte_bits(s)		BC_BY_SIZE(s, 4, 7, 5)
#define BC_cont_pmd_bits(s)		BC_BY_SIZE(s, 4, 5, 5)
#define BC_cont_pte_shift(s)		(BC_cont_pte_bits(s) + (s))
#define BC_cont_ptes(s)			(UL(1) << BC_cont_pte_bits(s))
#define BC_cont_pte_size(s)		(UL(1) << BC_cont_pte_shift(s))
#define BC_cont_pte_mask(s)		BC_MASK_OF(BC_cont_pte_size(s))
#define BC_cont_pte_index_mask(s)	(BC_cont_pte_size(s) - BC_page_size(s))
#define BC_cont_pte_offset_mask(s)	(BC_cont_pte_size(s) - 1)
#define BC_cont_pte_first_mask(s)	BC_MASK_OF(BC_cont_ptes(s) << 3)
#define BC_cont_pmd_shift(s)		(BC_cont_pmd_bits(s) + BC_pmd_shift(s))
#define BC_cont_pmds(s)			(UL(1) << BC_cont_pmd_bits(s))
#define BC_cont_pmd_size(s)		(UL(1) << BC_cont_pmd_shift(s))
#define BC_cont_pmd_mask(s)		BC_MASK_OF(BC_cont_pmd_size(s))

/* Output address of a descriptor with 48-bit physical addresses. */
#define BC_pte_addr_low(s)		(((UL(1) << (50 - (s))) - 1) << (s))
#define BC_pte_pfn_bits(s)		(50 - (s))

/* End of the user window of 32-bit tasks: asm/page-options-boot.h */
#ifdef CONFIG_KUSER_HELPERS
#define BC_task_size_32(s)		(UL(0x100000000) - ((s) == 16 ? 0 : BC_page_size(s)))
#else
#define BC_task_size_32(s)		(UL(0x100000000) - BC_page_size(s))
#endif

/* Kernel stacks: 16K (32K with KASAN), and a page at least if vmapped. */
#if defined(CONFIG_KASAN_GENERIC) || defined(CONFIG_KASAN_SW_TAGS)
#define BC_MIN_THREAD_SHIFT		15
#else
#define BC_MIN_THREAD_SHIFT		14
#endif
#ifdef CONFIG_VMAP_STACK
#define BC_thread_shift(s)		((s) > BC_MIN_THREAD_SHIFT ? (s) : BC_MIN_THREAD_SHIFT)
#else
#define BC_thread_shift(s)		BC_MIN_THREAD_SHIFT
#endif
#define BC_thread_size(s)		(UL(1) << BC_thread_shift(s))

/* The buddy allocator and sparse memory. */
#define BC_max_page_order(s)		BC_BY_SIZE(s, 10, 11, 13)
#define BC_section_size_bits(s)		BC_BY_SIZE(s, 27, 27, 29)
#define BC_pfn_section_shift(s)		(BC_section_size_bits(s) - (s))
#define BC_pages_per_section(s)		(UL(1) << BC_pfn_section_shift(s))
#define BC_sections_shift(s)		(48 - BC_section_size_bits(s))

/* struct mem_section, of which SPARSEMEM_EXTREME puts a page into each root. */
#ifdef CONFIG_PAGE_EXTENSION
#define BC_MEM_SECTION_SHIFT		5
#else
#define BC_MEM_SECTION_SHIFT		4
#endif
#define BC_section_root_shift(s)	((s) - BC_MEM_SECTION_SHIFT)
#define BC_sections_per_root(s)		(UL(1) << BC_section_root_shift(s))
#define BC_section_root_mask(s)		(BC_sections_per_root(s) - 1)
#define BC_nr_section_roots(s)		(UL(1) << (BC_sections_shift(s) - BC_section_root_shift(s)))

/* A page block is a huge page of the PMD, see linux/pageblock-flags.h. */
#if defined(CONFIG_HUGETLB_PAGE) || defined(CONFIG_TRANSPARENT_HUGEPAGE)
#define BC_page_block_order(s)		BC_MIN_OF(BC_pmd_order(s), BC_max_page_order(s))
#else
#define BC_page_block_order(s)		BC_max_page_order(s)
#endif

/*
 * Number of a page block in its section. With one block in a section (64K) it is
 * a bit that no page frame number has.
 */
#define BC_one_section_block(s)		(BC_pfn_section_shift(s) == BC_page_block_order(s))
#define BC_section_block_shift(s)	(BC_one_section_block(s) ? 63 : BC_page_block_order(s))
#define BC_section_block_bits(s)	\
	(BC_one_section_block(s) ? 1 : BC_pfn_section_shift(s) - BC_page_block_order(s))

/* TTL field of the TLBI instructions: Arm ARM, "TLB maintenance", TTL[3:2]. */
#define BC_tlbi_ttl_tg(s)		BC_BY_SIZE(s, 1, 2, 3)

/* TCR_EL1.TG0 and TCR_EL1.TG1. */
#define BC_tcr_tg0(s)			BC_BY_SIZE(s, 0, 2, 1)
#define BC_tcr_tg1(s)			BC_BY_SIZE(s, 2, 1, 3)

/* Largest and smallest value over the three sizes. */
#define BC_MAX_OF(a, b)			((a) > (b) ? (a) : (b))
#define BC_MIN_OF(a, b)			((a) < (b) ? (a) : (b))
#define BC_MAX(v)			BC_MAX_OF(BC_##v(12), BC_MAX_OF(BC_##v(14), BC_##v(16)))
#define BC_MIN(v)			BC_MIN_OF(BC_##v(12), BC_MIN_OF(BC_##v(14), BC_##v(16)))

#define BC_DEFAULT(v)			BC_##v(CONFIG_ARM64_DEFAULT_PAGE_SHIFT)

/*
 * The values that an instruction may carry. The number of a value is its place
 * in this list; it is known to nothing outside one build of the kernel and its
 * modules.
 */
#define BOOT_CONST_VALUES(X)		\
	X(page_shift)			\
	X(page_size)			\
	X(page_mask)			\
	X(max_rw_count)			\
	X(max_lfs_index)		\
	X(page_offset_mask)		\
	X(pmd_shift)			\
	X(pmd_size)			\
	X(pmd_mask)			\
	X(pmd_offset_mask)		\
	X(pmd_order)			\
	X(pmd_nr)			\
	X(pud_shift)			\
	X(pud_size)			\
	X(pud_mask)			\
	X(pud_offset_mask)		\
	X(pud_order)			\
	X(pud_folded)			\
	X(pgdir_shift)			\
	X(pgdir_size)			\
	X(pgdir_mask)			\
	X(ptrs_per_table)		\
	X(ptrs_per_pud)			\
	X(ptrs_per_pgd)			\
	X(table_bits)			\
	X(pgd_bits)			\
	X(cont_pte_shift)		\
	X(cont_ptes)			\
	X(cont_pte_size)		\
	X(cont_pte_mask)		\
	X(cont_pte_index_mask)		\
	X(cont_pte_offset_mask)		\
	X(cont_pte_first_mask)		\
	X(cont_pmd_shift)		\
	X(cont_pmds)			\
	X(cont_pmd_size)		\
	X(cont_pmd_mask)		\
	X(pte_addr_low)			\
	X(pte_pfn_bits)			\
	X(task_size_32)			\
	X(thread_shift)			\
	X(thread_size)			\
	X(max_page_order)		\
	X(section_size_bits)		\
	X(pfn_section_shift)		\
	X(pages_per_section)		\
	X(section_root_shift)		\
	X(sections_per_root)		\
	X(section_root_mask)		\
	X(nr_section_roots)		\
	X(page_block_order)		\
	X(section_block_shift)		\
	X(section_block_bits)		\
	X(tlbi_ttl_tg)

#endif /* __ASM_BOOT_CONST_VALUES_H */
