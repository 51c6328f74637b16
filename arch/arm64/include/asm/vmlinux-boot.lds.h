/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the linker script has more, or elsewhere, for a kernel that chooses its page
 * size at boot. Included by vmlinux.lds.S alone.
 *
 * PAGE_SIZE is that of the largest page here, and alignment to it is paid for with
 * every page size. What has to have pages of its own is aligned to it where it begins;
 * where it ends, only if what follows must not be in the same page.
 */
#ifndef __ASM_VMLINUX_BOOT_LDS_H
#define __ASM_VMLINUX_BOOT_LDS_H

#ifdef CONFIG_ARM64_BOOT_TIME_PAGE_SIZE

#include <asm/ro-pages.h>

/* The end of read-only sections: what follows is read-only, too, or is nothing */
#define RO_ALIGN		SZ_4K

/* The end of writable ones: what is left of a page of 64K is freed by page_tail.c */
#define RW_TAIL_ALIGN		SZ_4K

#undef NOSAVE_DATA
#define NOSAVE_DATA					\
	. = ALIGN(PAGE_SIZE);				\
	__nosave_begin = .;				\
	*(.data..nosave)				\
	. = ALIGN(RW_TAIL_ALIGN);			\
	__nosave_end = .;				\
	. = ALIGN(PAGE_SIZE);

/*
 * Text and data of the trampoline are 64K apart, in the image as where they are
 * mapped, and are copied into pages of their own: see entry_tramp_text(). These are
 * init memory.
 */
#ifdef CONFIG_UNMAP_KERNEL_AT_EL0
#define BOOT_TRAMP_TEXT					\
	.entry.tramp : {				\
		. = ALIGN(SZ_4K);			\
		__entry_tramp_text_start = .;		\
		*(.entry.tramp.text)			\
		__entry_tramp_text_end = .;		\
		. = __entry_tramp_text_start + PAGE_SIZE; \
		__entry_tramp_data_start = .;		\
		*(.entry.tramp.rodata)			\
		__entry_tramp_data_end = .;		\
	}
#else
#define BOOT_TRAMP_TEXT
#endif

#define BOOT_INIT_SECTIONS				\
	BOOT_TRAMP_TEXT					\
	.boot_const : {					\
		__boot_const_start = .;			\
		KEEP(*(.boot_const))			\
		__boot_const_end = .;			\
	}						\
	/* struct boot_const_seal, see Makefile.postlink */	\
	.boot_const_seal : {				\
		__boot_const_seal = .;			\
		LONG(0) LONG(0) LONG(0)			\
	}

/*
 * The last of the read-only memory: data of the hypervisor, which shares no page with
 * the kernel's, and what asm/ro-pages.h packs behind it. A mapping of the kernel image
 * begins at __ro_pages, so that no block reaches over init_begin().
 */
#define BOOT_RO_PAGES					\
	. = ALIGN(PAGE_SIZE);				\
	__end_rodata = .;				\
	__ro_pages = .;					\
	HYPERVISOR_DATA_SECTIONS			\
	__ro_pages_objects = .;				\
	. = ALIGN(PAGE_SIZE) + RO_PAGES_MAX;

#else /* !CONFIG_ARM64_BOOT_TIME_PAGE_SIZE */

#define RO_ALIGN		PAGE_SIZE
#define RW_TAIL_ALIGN		PAGE_SIZE
#define BOOT_INIT_SECTIONS
#define BOOT_RO_PAGES

#endif

#endif /* __ASM_VMLINUX_BOOT_LDS_H */
