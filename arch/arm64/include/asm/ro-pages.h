/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Read-only objects that take whole pages: tables of the ID map, the vDSO, the
 * trampoline of KPTI.
 *
 * Static storage for them has to be sized and aligned for the largest page, and
 * most of it would be wasted with a smaller one. A kernel that chooses its page
 * size at boot packs them below __init_begin instead: read-only memory ends where
 * the last of them does, and the rest up to __init_begin is freed together with
 * the init memory.
 */
#ifndef __ASM_RO_PAGES_H
#define __ASM_RO_PAGES_H

#ifndef __ASSEMBLY__
#include <linux/types.h>

enum ro_pages {
	RO_PAGES_IDMAP,
	RO_PAGES_KPTI,
	RO_PAGES_VDSO,
	RO_PAGES_VDSO32,
	RO_PAGES_TRAMP,
	RO_PAGES_NR
};

extern char __ro_pages[], __ro_pages_objects[];
extern char __entry_tramp_data_start[], __entry_tramp_data_end[];
#endif

#ifdef CONFIG_ARM64_BOOT_TIME_PAGE_SIZE

/* In pages of the largest size: 2 * 2 tables of the ID map, 2 vDSOs, the trampoline */
#define RO_PAGES_MAX		(8 * PAGE_SIZE_MAX)

#ifndef __ASSEMBLY__
void *ro_pages(enum ro_pages object);
size_t ro_pages_size(enum ro_pages object);

char *init_begin(void);
void *entry_tramp_text(void);
#endif

#else
#define init_begin()		__init_begin
#define entry_tramp_text()	__entry_tramp_text_start
#endif /* CONFIG_ARM64_BOOT_TIME_PAGE_SIZE */

#endif /* __ASM_RO_PAGES_H */
