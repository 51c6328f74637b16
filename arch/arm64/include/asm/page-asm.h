/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Instructions whose immediate follows from the page size, for assembly code.
 * Included by asm/assembler.h alone.
 */
#ifndef __ASM_PAGE_ASM_H
#define __ASM_PAGE_ASM_H

#include <asm/asm-offsets.h>
#include <asm/memory.h>
#include <asm/page-def.h>

#ifdef CONFIG_ARM64_BOOT_TIME_PAGE_SIZE

	/* BCD_*: the value for the default page size, from asm-offsets.h */
	.macro	tst_page_offset, xn:req
	BOOT_CONST_INSN(TST, page_offset_mask)
	tst	\xn, #BC_ASM_BITMASK(BCD_page_offset_mask)
	.endm

	.macro	and_page_mask, xd:req, xn:req
	BOOT_CONST_INSN(AND, page_mask)
	and	\xd, \xn, #BC_ASM_BITMASK(BCD_page_mask)
	.endm

	.macro	add_page_size, xd:req, xn:req
	BOOT_CONST_INSN(ADD, page_size)
	add	\xd, \xn, #BC_ASM_ADD(BCD_page_size)
	.endm

	.macro	add_thread_size, xd:req, xn:req
	BOOT_CONST_INSN(ADD, thread_size)
	add	\xd, \xn, #BC_ASM_ADD(BCD_thread_size)
	.endm

	.macro	tbnz_thread_shift, xn:req, label:req
	BOOT_CONST_INSN(TBNZ, thread_shift)
	tbnz	\xn, #BC_ASM_SHIFT(BCD_thread_shift), \label
	.endm

	.macro	tbz_page_shift, xn:req, label:req
	BOOT_CONST_INSN(TBZ, page_shift)
	tbz	\xn, #BC_ASM_SHIFT(BCD_page_shift), \label
	.endm

#else

	.macro	tst_page_offset, xn:req
	tst	\xn, #(PAGE_SIZE - 1)
	.endm

	.macro	and_page_mask, xd:req, xn:req
	and	\xd, \xn, PAGE_MASK
	.endm

	.macro	add_page_size, xd:req, xn:req
	add	\xd, \xn, #PAGE_SIZE
	.endm

	.macro	add_thread_size, xd:req, xn:req
	add	\xd, \xn, #THREAD_SIZE
	.endm

	.macro	tbnz_thread_shift, xn:req, label:req
	tbnz	\xn, #THREAD_SHIFT, \label
	.endm

	.macro	tbz_page_shift, xn:req, label:req
	tbz	\xn, #PAGE_SHIFT, \label
	.endm

#endif

#endif /* __ASM_PAGE_ASM_H */
