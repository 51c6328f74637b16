/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Space for the early page tables of a kernel that chooses its page size at
 * boot: enough at each page size. Included by asm/kernel-pgtable.h alone, whose
 * comments explain the terms.
 */
#ifndef __ASM_KERNEL_PGTABLE_BOOT_H
#define __ASM_KERNEL_PGTABLE_BOOT_H

#include <asm/boot-const-values.h>

/* Early mappings use 2M blocks with 4K pages, and pages otherwise. */
#define EARLY_BLOCKS(s)			(BC_pmd_size(s) <= MIN_KIMG_ALIGN)
#define EARLY_BLOCK_SHIFT(s)		(EARLY_BLOCKS(s) ? BC_pmd_shift(s) : (s))
#define EARLY_LEVELS(s)			(BC_levels(s) - (EARLY_BLOCKS(s) ? 1 : 0))
#define EARLY_IDMAP_LEVELS(s)		((IDMAP_VA_BITS - 4) / ((s) - 3) - \
					 (EARLY_BLOCKS(s) ? 1 : 0))

#define EARLY_LEVEL(s, lvl, lvls, vstart, vend, add)			\
	((lvls) > (lvl) ?						\
	 SPAN_NR_ENTRIES(vstart, vend, EARLY_BLOCK_SHIFT(s) + (lvl) * ((s) - 3)) + (add) : 0)

#define EARLY_PAGES(s, lvls, vstart, vend, add) (1			\
	+ EARLY_LEVEL(s, 3, lvls, vstart, vend, add)			\
	+ EARLY_LEVEL(s, 2, lvls, vstart, vend, add)			\
	+ EARLY_LEVEL(s, 1, lvls, vstart, vend, add))

/*
 * The number of segments in the kernel image (text, rodata, its end in pages,
 * inittext, initdata, data+bss)
 */
#define KERNEL_SEGMENT_COUNT	6

/*
 * Boundaries of segments that are not aligned to a block: see
 * asm/kernel-pgtable.h.
 */
#define EARLY_SEGMENT_EXTRA_PAGES(s)	(EARLY_BLOCKS(s) ? KERNEL_SEGMENT_COUNT + 2 : 0)
#define EARLY_IDMAP_EXTRA_PAGES(s)	(EARLY_BLOCKS(s) ? 3 : 0)
#define EARLY_IDMAP_EXTRA_FDT_PAGES(s)	(EARLY_BLOCKS(s) ? 2 : 0)

#define BC_init_dir_size(s)						\
	(BC_page_size(s) *						\
	 (EARLY_PAGES(s, EARLY_LEVELS(s), KIMAGE_VADDR, _end, 1) +	\
	  EARLY_SEGMENT_EXTRA_PAGES(s)))

#define BC_init_idmap_dir_size(s)					\
	(BC_page_size(s) *						\
	 (EARLY_PAGES(s, EARLY_IDMAP_LEVELS(s), KIMAGE_VADDR, _end, 1) +	\
	  EARLY_IDMAP_EXTRA_PAGES(s)))

#define BC_init_idmap_fdt_size(s)					\
	(BC_page_size(s) *						\
	 (EARLY_PAGES(s, EARLY_IDMAP_LEVELS(s), 0UL, UL(MAX_FDT_SIZE), 1) - 1 +	\
	  EARLY_IDMAP_EXTRA_FDT_PAGES(s)))

#define INIT_DIR_SIZE		BC_MAX(init_dir_size)
#define INIT_IDMAP_DIR_SIZE	BC_MAX(init_idmap_dir_size)
#define INIT_IDMAP_FDT_SIZE	BC_MAX(init_idmap_fdt_size)

#endif /* __ASM_KERNEL_PGTABLE_BOOT_H */
