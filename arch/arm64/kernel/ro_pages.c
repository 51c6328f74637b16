// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where read-only objects that take whole pages lie, see asm/ro-pages.h.
 */
#include <linux/bug.h>
#include <linux/mm.h>

#include <asm/cacheflush.h>
#include <asm/kernel-pgtable.h>
#include <asm/ro-pages.h>
#include <asm/sections.h>
#include <asm/vdso.h>

/**
 * ro_pages_size() - how long a read-only object is
 * @object: which one
 *
 * Return: its length in bytes, a multiple of the page size.
 */
size_t __init ro_pages_size(enum ro_pages object)
{
	switch (object) {
	case RO_PAGES_IDMAP:
	case RO_PAGES_KPTI:
		/* Levels below the root, which is no part of it */
		return pages_to_bytes(IDMAP_LEVELS - 1);
	case RO_PAGES_VDSO:
		return VDSO_IMAGE(vdso_end) - VDSO_IMAGE(vdso_start);
	case RO_PAGES_VDSO32:
		if (IS_ENABLED(CONFIG_COMPAT_VDSO))
			return VDSO_IMAGE(vdso32_end) - VDSO_IMAGE(vdso32_start);
		return 0;
	case RO_PAGES_TRAMP:
		if (IS_ENABLED(CONFIG_UNMAP_KERNEL_AT_EL0))
			return PAGE_ALIGN(entry_tramp_text_size()) + PAGE_SIZE;
		return 0;
	default:
		return 0;
	}
}

/**
 * ro_pages() - where a read-only object lies
 * @object: which one, or RO_PAGES_NR for the end of the last one
 *
 * It may be written through this address, which is one of the kernel image, until
 * mark_rodata_ro() is called.
 *
 * Return: the address, a multiple of the page size.
 */
void __init *ro_pages(enum ro_pages object)
{
	char *addr = (char *)PAGE_ALIGN((unsigned long)__ro_pages_objects);

	for (int i = 0; i < object; i++)
		addr += ro_pages_size(i);

	BUG_ON(addr > __init_begin);
	return addr;
}

/**
 * init_begin() - where the kernel's init memory begins with this page size
 *
 * What lies before it becomes read-only, the memory from here to __init_end is
 * freed.
 *
 * Context: map_mem() calls it first, when there is init memory.
 * Return: the address, one of the kernel image, a multiple of the page size.
 */
char * __ref init_begin(void)
{
	static char *begin __ro_after_init;

	if (!begin)
		begin = ro_pages(RO_PAGES_NR);
	return begin;
}

#ifdef CONFIG_UNMAP_KERNEL_AT_EL0
/**
 * entry_tramp_text() - the trampoline of KPTI, in pages of its own
 *
 * User space's tables map its text: nothing else may be in those pages, least of all
 * its data, which tell where the kernel is. The pages of the text are followed by the
 * page of the data.
 *
 * Context: once, between the alternatives, which patch the text that is copied here,
 * and mark_rodata_ro().
 * Return: the address of the text, one of the kernel image, a multiple of the page size.
 */
void __init *entry_tramp_text(void)
{
	size_t size = entry_tramp_text_size();
	char *text = ro_pages(RO_PAGES_TRAMP);

	memcpy(text, __entry_tramp_text_start, size);
	caches_clean_inval_pou((unsigned long)text, (unsigned long)text + size);
	memcpy(text + PAGE_ALIGN(size), __entry_tramp_data_start,
	       __entry_tramp_data_end - __entry_tramp_data_start);
	return text;
}
#endif
