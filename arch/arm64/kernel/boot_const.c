// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boot constants after early boot: check of the kernel's own, fix-up of
 * modules. See asm/boot-const.h.
 */

#define pr_fmt(fmt) "boot constants: " fmt

#include <linux/console.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/printk.h>

#include <asm/sysreg.h>

#include "boot_const_insn.h"
#include "boot_const.h"

static_assert(sizeof(struct mem_section) == 1 << BC_MEM_SECTION_SHIFT);

extern const struct boot_const_place __boot_const_start[], __boot_const_end[];
extern const struct boot_const_seal __boot_const_seal;

/* desc of the entry that ends the table of a module: asm/module.lds.h */
#define BOOT_CONST_TABLE_END	0xffffffff

#define BOOT_CONST_NAME(v)	[BCV_##v] = #v,
static const char *const boot_const_names[BOOT_CONST_NR_VALUES] = {
	BOOT_CONST_VALUES(BOOT_CONST_NAME)
};

static const char *boot_const_name(const struct boot_const_place *place)
{
	return boot_const_valid(place) ?
	       boot_const_names[boot_const_value1(place)] : "unknown value";
}

/* The page shift that the MMU works with, whatever the text says. */
static int mmu_page_shift(void)
{
	switch ((read_tcr() & TCR_TG1_MASK) >> TCR_TG1_SHIFT) {
	case BC_tcr_tg1(14):
		return 14;
	case BC_tcr_tg1(16):
		return 16;
	}
	return 12;
}

/*
 * Every place must carry the value of the running page size. A wrong one means
 * that the early fix-up refused the table, or that something wrote to the text
 * since: memory is laid out in ways that the text disagrees about, so stop.
 */
static int __init boot_const_check(void)
{
	static struct boot_const_code codes[BOOT_CONST_NR_CODES] __initdata;
	const struct boot_const_place *place;
	int page_shift = mmu_page_shift();

	for (place = __boot_const_start; place < __boot_const_end; place++) {
		const __le32 *p = boot_const_address(place);
		const struct boot_const_code *code;
		u32 insn, expected;

		if ((void *)p < (void *)_stext || (void *)p >= (void *)_end)
			panic("boot constants: entry %td is outside the kernel text (%lx)",
			      place - __boot_const_start, (unsigned long)p);

		if (!boot_const_valid(place))
			panic("boot constants: entry %td is of unknown kind (%08x)",
			      place - __boot_const_start, place->desc);

		insn = le32_to_cpu(*p);
		code = boot_const_known_code(codes, place, page_shift);
		expected = code->patched | (insn & code->own);
		if (insn != expected)
			panic("boot constants: entry %td (%s, form %u) at %pS is %08x, expected %08x for %uK pages",
			      place - __boot_const_start, boot_const_name(place),
			      boot_const_form(place), p, insn, expected,
			      1U << (page_shift - 10));
	}
	if (!boot_const_sealed(__boot_const_start, __boot_const_end, &__boot_const_seal))
		panic("boot constants: the table of %td entries is not the one that was built (%u entries)",
		      __boot_const_end - __boot_const_start, __boot_const_seal.entries);
	return 0;
}
/* Before the table is freed, in any case */
late_initcall_sync(boot_const_check);

/* As soon as there is a console: a panic that nobody can read is a silent hang. */
static int __init boot_const_check_early(void)
{
	static bool checked __initdata;

	if (checked || hlist_empty(&console_list))
		return 0;
	checked = true;
	return boot_const_check();
}
early_initcall(boot_const_check_early);		/* earlycon= */
fs_initcall(boot_const_check_early);		/* PL011 and SPCR */
device_initcall_sync(boot_const_check_early);

static noinline struct boot_const_code module_code(const struct boot_const_place *place)
{
	return boot_const_code(place, PAGE_SHIFT);
}

/**
 * boot_const_apply_module() - fix up the text of a module
 * @mod: module that is being loaded
 * @places: its table
 * @size: size of @places, bytes
 *
 * Verifies the whole table before it writes, as at boot.
 *
 * Context: module_finalize(), before alternatives: the text is not yet
 * executable, the caches are maintained afterwards.
 * Return: 0, or -ENOEXEC if the table does not fit the text.
 */
int boot_const_apply_module(const struct module *mod,
			    const struct boot_const_place *places, size_t size)
{
	const struct boot_const_place *place, *end;
	struct boot_const_code code;

	/* Without a table it was built for a kernel with a fixed page size. */
	if (size < sizeof(*places)) {
		pr_err("module %s: no table, built for a fixed page size, module refused\n",
		       mod->name);
		return -ENOEXEC;
	}

	end = places + size / sizeof(*places) - 1;
	for (place = places; place < end; place++) {
		__le32 *p = boot_const_address(place);

		if (!within_module((unsigned long)p, mod) || !boot_const_valid(place))
			goto refuse;
		code = module_code(place);
		if ((le32_to_cpu(*p) & ~code.own) != code.unpatched)
			goto refuse;
	}
	if (size % sizeof(*places) || end->offset || end->desc != BOOT_CONST_TABLE_END)
		goto refuse;

	for (place = places; place < end; place++) {
		__le32 *p = boot_const_address(place);

		code = module_code(place);
		*p = cpu_to_le32((le32_to_cpu(*p) & code.own) | code.patched);
	}
	return 0;

refuse:
	pr_err("module %s: entry %td (%s) does not fit its text, module refused\n",
	       mod->name, place - places,
	       place < end ? boot_const_name(place) : "truncated");
	return -ENOEXEC;
}
