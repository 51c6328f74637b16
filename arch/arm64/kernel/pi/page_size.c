// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choice of the page size before the kernel is mapped.
 */

#include <linux/init.h>
#include <linux/string.h>
#include <linux/types.h>

#include <asm/barrier.h>
#include <asm/memory.h>
#include <asm/pgtable.h>
#include <asm/smp.h>
#include <asm/sysreg.h>

#include "page_size_option.h"
#include "pi.h"

/* What Kconfig cannot exclude: its dependencies would be circular. */
#if defined(CONFIG_KASAN_GENERIC) || defined(CONFIG_KASAN_SW_TAGS)
#error "KASAN does not work with ARM64_BOOT_TIME_PAGE_SIZE yet"
#endif
#ifndef CONFIG_SPARSEMEM_VMEMMAP
#error "ARM64_BOOT_TIME_PAGE_SIZE needs SPARSEMEM_VMEMMAP"
#endif

/*
 * The granule that this code maps with: the provisional one first, the chosen
 * one in the end. Not in .bss, which is cleared after the first use.
 */
int early_page_shift __initdata = CONFIG_ARM64_DEFAULT_PAGE_SHIFT;

/*
 * TG0 and TG1 of TCR_EL1 for CPUs that come up later, or come back from
 * suspend, and read it with the MMU off.
 */
u64 early_tcr_tg __section(".mmuoff.data.read");

static u64 __init tcr_tg(int page_shift)
{
	return (u64)BC_tcr_tg0(page_shift) << TCR_TG0_SHIFT |
	       (u64)BC_tcr_tg1(page_shift) << TCR_TG1_SHIFT;
}

/*
 * Entry points for head.S, which has the provisional page shift in a register.
 * Each stores it anew: the first runs with the MMU off, and what it writes to
 * memory may be hidden by a stale cache line once the MMU is on.
 */
asmlinkage u64 __init create_provisional_idmap(pgd_t *pg_dir, pteval_t clrmask,
					       int page_shift)
{
	early_page_shift = page_shift;
	return create_init_idmap(pg_dir, clrmask);
}

asmlinkage void __init early_map_kernel_with(u64 boot_status, void *fdt,
					     int page_shift)
{
	early_page_shift = page_shift;
	early_map_kernel(boot_status, fdt);
}

/*
 * Use another ID map, and possibly another granule. All that depends on the
 * granule changes while the MMU is off; TTBR1 holds reserved_pg_dir, which is
 * empty at any granule.
 */
static void noinline __section(".idmap.text") set_ttbr0_and_granule(u64 ttbr, u64 tg)
{
	u64 sctlr = read_sysreg(sctlr_el1);
	u64 tcr = read_sysreg(tcr_el1);

	tcr &= ~(TCR_TG0_MASK | TCR_TG1_MASK);
	tcr |= tg;

	asm("	msr	sctlr_el1, %0		;"
	    "	isb				;"
	    "	msr	ttbr0_el1, %1		;"
	    "	msr	tcr_el1, %2		;"
	    "	isb				;"
	    "	tlbi	vmalle1			;"
	    "	dsb	nsh			;"
	    "	isb				;"
	    "	msr	sctlr_el1, %3		;"
	    "	isb				;"
	    : : "r" (sctlr & ~SCTLR_ELx_M), "r" (ttbr), "r" (tcr), "r" (sctlr)
	    : "memory");
}

static void __init switch_granule(int page_shift)
{
	u64 tg = tcr_tg(page_shift);

	early_page_shift = page_shift;

	/*
	 * The live ID map cannot be rebuilt for another granule in place: run
	 * from a scratch map in the space of the kernel's page tables meanwhile.
	 */
	create_init_idmap(init_pg_dir, 0);
	dsb(ishst);
	set_ttbr0_and_granule((u64)init_pg_dir, tg);

	/* The FDT is not mapped again: nothing needs it after this. */
	memset(init_idmap_pg_dir, 0,
	       (u64)init_idmap_pg_end - (u64)init_idmap_pg_dir);
	create_init_idmap(init_idmap_pg_dir, 0);
	dsb(ishst);
	set_ttbr0_and_granule((u64)init_idmap_pg_dir, tg);

	/* map_kernel() expects the space of its page tables to be clear. */
	memset(init_pg_dir, 0, (u64)init_pg_end - (u64)init_pg_dir);
}

/* Neither a console nor a page size: leave the reason where a monitor finds it. */
static void __init __noreturn park(u64 reason)
{
	extern long __early_cpu_boot_status;

	WRITE_ONCE(__early_cpu_boot_status, CPU_STUCK_IN_KERNEL | reason);
	dsb(sy);
	for (;;)
		wfe();
}

/**
 * early_choose_page_size() - choose the page size and switch to its granule
 * @fdt: device tree, ID-mapped
 * @chosen: offset of its /chosen node, or a negative libfdt error
 *
 * Context: on the initial ID map; @fdt may no longer be mapped afterwards.
 */
void __init early_choose_page_size(const void *fdt, int chosen)
{
	unsigned int supported = page_size_supported(read_sysreg(id_aa64mmfr0_el1));
	int page_shift = page_size_choose(early_page_size_requested(fdt, chosen),
					  CONFIG_ARM64_DEFAULT_PAGE_SHIFT, supported);

	/*
	 * A table that does not fit the text must not be applied. The text as
	 * it was assembled runs at the default page size; boot_const_check()
	 * says what is wrong as soon as there is a console.
	 */
	if (!boot_const_verify(page_shift)) {
		page_shift = CONFIG_ARM64_DEFAULT_PAGE_SHIFT;
		if (IS_ENABLED(CONFIG_ARM64_BOOT_CONST_POISON) ||
		    !(supported & PAGE_SIZE_SET_BIT(page_shift)))
			park(CPU_STUCK_REASON_BOOT_CONST);
		boot_const_refused = true;
	}

	if (page_shift != early_page_shift)
		switch_granule(page_shift);

	/* To be read with the MMU off: clean it to the point of coherency. */
	early_tcr_tg = tcr_tg(page_shift);
	dsb(ishst);
	asm volatile("dc civac, %0" : : "r" (&early_tcr_tg) : "memory");
	dsb(sy);
}

bool boot_const_refused __initdata;

/**
 * early_apply_boot_consts() - fix up the text for the chosen page size
 * @va_offset: offset from an ID-mapped address to the kernel mapping, bytes
 *
 * Context: after relocation, while the kernel mapping is writable.
 */
void __init early_apply_boot_consts(u64 va_offset)
{
	if (!boot_const_refused)
		boot_const_apply(va_offset, early_page_shift);
}
