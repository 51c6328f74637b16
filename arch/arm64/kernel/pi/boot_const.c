// SPDX-License-Identifier: GPL-2.0-only
/*
 * Early fix-up of boot constants: see asm/boot-const.h.
 */

#include <linux/init.h>
#include <linux/types.h>

#include <asm/barrier.h>
#include <asm/byteorder.h>
#include <asm/memory.h>
#include <asm/pgtable.h>
#include <asm/sysreg.h>

#include "../boot_const_insn.h"
#include "pi.h"

extern const struct boot_const_place __boot_const_start[], __boot_const_end[];
extern const struct boot_const_seal __boot_const_seal;

/* Before .bss is cleared */
static struct boot_const_code boot_const_codes[BOOT_CONST_NR_CODES] __initdata;

/**
 * boot_const_verify() - first pass: may the table be applied?
 * @page_shift: chosen page size, shift
 *
 * Looks at every place before any is written, so that the text is either
 * fixed up as a whole or left as it was assembled, a coherent kernel of the
 * default page size.
 *
 * Context: on the initial ID map, before map_kernel().
 * Return: true if the table is the one that was built and each place holds
 * exactly the instruction that was assembled.
 */
bool __init boot_const_verify(int page_shift)
{
	const struct boot_const_place *place;

	for (place = __boot_const_start; place < __boot_const_end; place++) {
		const __le32 *insn = boot_const_address(place);
		const struct boot_const_code *code;

		/* Each place lies in the image. */
		if ((void *)insn < (void *)_stext || (void *)insn >= (void *)_end)
			return false;
		if (!boot_const_valid(place))
			return false;
		code = boot_const_known_code(boot_const_codes, place, page_shift);
		if ((le32_to_cpu(*insn) & ~code->own) != code->unpatched)
			return false;
	}
	return boot_const_sealed(__boot_const_start, __boot_const_end, &__boot_const_seal);
}

/**
 * boot_const_apply() - second pass: give all places the chosen page size
 * @va_offset: offset from an ID-mapped address to the kernel mapping, bytes
 * @page_shift: chosen page size, shift
 *
 * The ID map has the text read-only, so write through the kernel mapping. The
 * caller invalidates the instruction caches; the data caches are cleaned here,
 * as CTR_EL0.IDC may be 0.
 *
 * Context: after relocation, while the kernel mapping is writable.
 */
void __init boot_const_apply(u64 va_offset, int page_shift)
{
	const struct boot_const_place *place;

	/* Without poison the text is assembled for the default page size. */
	if (!IS_ENABLED(CONFIG_ARM64_BOOT_CONST_POISON) &&
	    page_shift == CONFIG_ARM64_DEFAULT_PAGE_SHIFT)
		return;

	for (place = __boot_const_start; place < __boot_const_end; place++) {
		__le32 *p = boot_const_address(place) + va_offset;
		const struct boot_const_code *code;

		code = boot_const_known_code(boot_const_codes, place, page_shift);
		*p = cpu_to_le32((le32_to_cpu(*p) & code->own) | code->patched);

		/* civac rather than cvau: ARM64_WORKAROUND_CLEAN_CACHE */
		asm volatile("dc civac, %0" : : "r" (p) : "memory");
	}

	dsb(ish);
	asm volatile("ic ialluis" : : : "memory");
	dsb(ish);
	isb();
}
