/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Features that Kconfig gives to some page sizes only. A kernel that chooses its
 * page size at boot has them all built in, and generic code asks here whether
 * the chosen size has them. Included by asm/page-boot.h alone.
 */
#ifndef __ASM_PAGE_OPTIONS_BOOT_H
#define __ASM_PAGE_OPTIONS_BOOT_H

/* select ARCH_WANTS_THP_SWAP if ARM64_4K_PAGES */
#define arch_wants_thp_swap()		(PAGE_SIZE == 4096)

/* select ARCH_WANT_HUGE_PMD_SHARE if ARM64_4K_PAGES || ARM64_16K_PAGES */
#define arch_wants_huge_pmd_share()	(PAGE_SIZE != 65536)

/*
 * The window of 32-bit tasks ends before the last page, except with 64K pages
 * where the compat vectors page is there.
 */
BOOT_CONST_FUNCTION(unsigned long, task_size_32, boot_const_mask)
#define TASK_SIZE_32			({ boot_task_size_32(); }) /* not constant */

#endif /* __ASM_PAGE_OPTIONS_BOOT_H */
