/* SPDX-License-Identifier: GPL-2.0-only */
/* Host stand-in: the test sets the page size. */
extern int test_page_shift;

#define PAGE_SHIFT_MIN	12
#define PAGE_SHIFT_MAX	16
#define PAGE_SHIFT	test_page_shift
#define PAGE_SIZE	(1UL << test_page_shift)
