/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Granule of the initial ID map, chosen with the MMU off. Included by head.S
 * alone.
 */

/*
 * Does the CPU have the granule of TCR_EL1.TG0 = \tg0 (0: 4K, 1: 64K, 2: 16K)?
 * Branches to \no if not. ID_AA64MMFR0_EL1: TGran4 and TGran64 are signed and
 * negative without, TGran16 is 0 without.
 */
	.macro	check_granule, tg0, tmp, no
	mrs	\tmp, id_aa64mmfr0_el1
	cbz	\tg0, .Lcheck_4k\@
	tbz	\tg0, #0, .Lcheck_16k\@
	tbnz	\tmp, #(ID_AA64MMFR0_EL1_TGRAN64_SHIFT + 3), \no
	b	.Lcheck_ok\@
.Lcheck_4k\@:
	tbnz	\tmp, #(ID_AA64MMFR0_EL1_TGRAN4_SHIFT + 3), \no
	b	.Lcheck_ok\@
.Lcheck_16k\@:
	ubfx	\tmp, \tmp, #ID_AA64MMFR0_EL1_TGRAN16_SHIFT, #4
	cbz	\tmp, \no
.Lcheck_ok\@:
	.endm

/* TG0 and TG1 of TCR_EL1 for a page shift */
	.macro	tcr_tg_for_shift, tg, shift, tmp
	mov_q	\tg, TCR_TG0_4K | TCR_TG1_4K
	mov_q	\tmp, TCR_TG0_16K | TCR_TG1_16K
	cmp	\shift, #14
	csel	\tg, \tmp, \tg, eq
	mov_q	\tmp, TCR_TG0_64K | TCR_TG1_64K
	csel	\tg, \tmp, \tg, hi
	.endm

	__INIT
/*
 * Choose the granule of the initial ID map: the default page size if the CPU
 * has it, so that the usual boot need not switch, else the smallest that it has.
 *
 * Returns the page shift in x22, clobbers x2 and x3. Does not return if there is
 * none.
 */
SYM_FUNC_START_LOCAL(choose_provisional_granule)
	mov	x22, #CONFIG_ARM64_DEFAULT_PAGE_SHIFT
#if CONFIG_ARM64_DEFAULT_PAGE_SHIFT == 12
	mov	x2, #0
#elif CONFIG_ARM64_DEFAULT_PAGE_SHIFT == 14
	mov	x2, #2
#else
	mov	x2, #1
#endif
	check_granule x2, x3, .Ltry_4k
	ret
.Ltry_4k:
	mov	x22, #12
	mov	x2, #0
	check_granule x2, x3, .Ltry_16k
	ret
.Ltry_16k:
	mov	x22, #14
	mov	x2, #2
	check_granule x2, x3, .Ltry_64k
	ret
.Ltry_64k:
	mov	x22, #16
	mov	x2, #1
	check_granule x2, x3, .Lno_granule
	ret
.Lno_granule:
	b	__no_granule_support
SYM_FUNC_END(choose_provisional_granule)
