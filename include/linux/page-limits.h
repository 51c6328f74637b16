/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Limits of the page size that are constant at compile time.
 *
 * An architecture that chooses its page size at boot defines PAGE_SHIFT_MIN and
 * PAGE_SHIFT_MAX; elsewhere both limits are the page size. Static storage,
 * alignment and build-time checks use the limits, everything else PAGE_SIZE.
 */
#ifndef _LINUX_PAGE_LIMITS_H
#define _LINUX_PAGE_LIMITS_H

#include <asm/page.h>

#ifndef PAGE_SHIFT_MIN
#define PAGE_SHIFT_MIN		PAGE_SHIFT
#define PAGE_SHIFT_MAX		PAGE_SHIFT
#endif

#ifndef PAGE_SIZE_MIN
#define PAGE_SIZE_MIN		(_AC(1, UL) << PAGE_SHIFT_MIN)
#define PAGE_SIZE_MAX		(_AC(1, UL) << PAGE_SHIFT_MAX)
#define PAGE_MASK_MIN		(~(PAGE_SIZE_MIN - 1))
#define PAGE_MASK_MAX		(~(PAGE_SIZE_MAX - 1))
#endif

/* The address of the @nr-th page after @addr */
#ifndef page_advance
#define page_advance(addr, nr)	((addr) + PAGE_SIZE * (nr))
#endif

/* The size of @nr pages in bytes */
#ifndef pages_to_bytes
#define pages_to_bytes(nr)	((nr) * PAGE_SIZE)
#endif

/* Is the byte at @pos (of a file, not negative) in page number @index? */
#ifndef page_index_of
#define page_index_of(pos, index)	((index) == (pos) >> PAGE_SHIFT)
#endif

/**
 * BUILD_OR_BOOT_BUG_ON - reject a page geometry as early as it is known
 * @cond: condition that must be false; may depend on the page size
 *
 * Breaks the build where the page size is constant. Where it is chosen at boot
 * the check runs, in production kernels too: use it in code that is executed
 * once.
 */
#define BUILD_OR_BOOT_BUG_ON(cond)			\
do {							\
	if (__builtin_constant_p(cond))			\
		BUILD_BUG_ON(cond);			\
	else						\
		BUG_ON(cond);				\
} while (0)

/*
 * Qualifier of a variable whose value follows from the page size: true constant,
 * or set by __init code where the page size is chosen at boot.
 */
#define PAGE_SIZE_IS_CONSTANT	(PAGE_SHIFT_MIN == PAGE_SHIFT_MAX)
#if PAGE_SIZE_IS_CONSTANT
#define PAGE_SIZE_CONST		const
#else
#define PAGE_SIZE_CONST		__ro_after_init
#endif

/* Where page @index of a file begins, in bytes */
#ifndef page_index_pos
#define page_index_pos(index)	((loff_t)(index) << PAGE_SHIFT)
#endif

#endif /* _LINUX_PAGE_LIMITS_H */
