/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of a trace event's "print fmt", which user space parses, where the
 * page size is chosen at boot. Included by trace/trace_events.h before and after
 * it makes that text out of what TP_printk() was given.
 *
 * In between, PAGE_SHIFT and pageblock_order are names, and what else follows from
 * the page size is written with PAGE_SHIFT as in a kernel with a fixed page size.
 * event_init() puts the numbers in their place.
 */
#ifndef TRACE_PAGE_SHIFT_IS_A_NAME
#define TRACE_PAGE_SHIFT_IS_A_NAME

#pragma push_macro("PAGE_SHIFT")
#pragma push_macro("PAGE_SIZE")
#pragma push_macro("PAGE_MASK")
#pragma push_macro("pageblock_order")
#pragma push_macro("vmemmap")
#pragma push_macro("__pfn_to_page")
#undef PAGE_SHIFT
#undef PAGE_SIZE
#undef PAGE_MASK
#undef pageblock_order
#undef vmemmap
#undef __pfn_to_page
#define PAGE_SIZE		(_AC(1, UL) << PAGE_SHIFT)
#define PAGE_MASK		(~(PAGE_SIZE-1))
#define vmemmap			((struct page *)VMEMMAP_START - (memstart_addr >> PAGE_SHIFT))
#define __pfn_to_page(pfn)	(vmemmap + (pfn))

#else
#undef TRACE_PAGE_SHIFT_IS_A_NAME

#pragma pop_macro("PAGE_SHIFT")
#pragma pop_macro("PAGE_SIZE")
#pragma pop_macro("PAGE_MASK")
#pragma pop_macro("pageblock_order")
#pragma pop_macro("vmemmap")
#pragma pop_macro("__pfn_to_page")

#endif
