// SPDX-License-Identifier: GPL-2.0-only
/*
 * Give back static storage that the chosen page size does not need, see
 * asm/page-tail.h.
 */
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/sched/task.h>

#include <asm/page-tail.h>
#include <asm/pgtable.h>
#include <asm/sections.h>

extern char __end_init_stack[];

u64 init_pg_used_end __initdata;

/**
 * free_page_tail() - free a part of the kernel's data, of whole pages
 * @start: where it begins, in the kernel image
 * @end: where it ends
 *
 * The mapping of the kernel image keeps it, too: it may use contiguous entries.
 *
 * Context: once for each part, after the page allocator is up.
 */
void __init free_page_tail(void *start, void *end)
{
	if (start >= end)
		return;

	start = lm_alias(start);
	end = lm_alias(end);
	memblock_free(start, end - start);
	free_reserved_area(start, end, -1, NULL);
}

/* What follows the last used byte of an object up to the next of the largest pages */
static void __init free_rest_of_page(const void *used_end)
{
	unsigned long end = (unsigned long)used_end;

	free_page_tail((void *)PAGE_ALIGN(end), (void *)ALIGN(end, PAGE_SIZE_MAX));
}

static int __init free_image_tails(void)
{
	free_page_tail((void *)init_stack + THREAD_SIZE, __end_init_stack);
	free_rest_of_page(&__nosave_end);
	/* Nothing, unless .bss is aligned for the hypervisor */
	free_page_tail((void *)PAGE_ALIGN((unsigned long)_edata),
		       (void *)((unsigned long)__bss_start & PAGE_MASK));
	if (IS_ENABLED(CONFIG_KVM))
		free_rest_of_page(__hyp_bss_end);
	/* Early page tables and the stack of early code are the last of the image */
	free_page_tail((void *)init_pg_dir + (init_pg_used_end - __pa_symbol(init_pg_dir)),
		       _end);
	return 0;
}
late_initcall(free_image_tails);
