/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Static storage of a page has the size of the largest one. A kernel that chooses
 * its page size at boot gives back what a smaller page leaves of it. Not for
 * read-only storage: see asm/ro-pages.h.
 */
#ifndef __ASM_PAGE_TAIL_H
#define __ASM_PAGE_TAIL_H

#include <linux/build_bug.h>
#include <linux/types.h>

/* End of the page tables that early code made, a physical address */
extern u64 init_pg_used_end;

#ifdef CONFIG_ARM64_BOOT_TIME_PAGE_SIZE
#include <linux/init.h>

/* Where the kernel's part of .bss begins, which shares no page with the hypervisor's */
#define hyp_bss_rest()	((char *)PAGE_ALIGN((unsigned long)__hyp_bss_end))

void free_page_tail(void *start, void *end);

/**
 * PAGE_TAIL() - free what is not used of page-aligned, writable static storage
 * @object: the variable
 * @used: how many bytes of it are used with the chosen page size
 */
#define PAGE_TAIL(object, used)						\
static int __init free_tail_of_##object(void)				\
{									\
	free_page_tail((void *)&(object) + PAGE_ALIGN(used),		\
		       (void *)&(object) + sizeof(object));		\
	return 0;							\
}									\
late_initcall(free_tail_of_##object)

#else
#define hyp_bss_rest()		__hyp_bss_end
#define PAGE_TAIL(object, used)	static_assert(true)
#endif

#endif /* __ASM_PAGE_TAIL_H */
