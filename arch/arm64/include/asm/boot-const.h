/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Boot constants: values that follow from the page size and stand as immediate
 * operands in the text of a kernel that chooses its page size at boot.
 *
 * Every use is one instruction of a known form. It is assembled with the value
 * for the default page size and its place is recorded in the section
 * .boot_const; arch/arm64/kernel/pi/boot_const.c gives all recorded places the
 * value for the chosen size before any other code runs at its final address.
 * See Documentation/arch/arm64/pagesize.rst.
 *
 * What a user of these macros must guarantee:
 *
 *  1. The code does not run before the fix-up: nothing in kernel/pi/, in the
 *     EFI stub or in a section that is executed with the MMU off.
 *  2. The code lies in text that exists once. The fix-up does not follow
 *     copies (vDSO), except for replacement text of alternatives.
 *  3. The value can be encoded in the form for every page size; the C macros
 *     check that at compile time.
 */
#ifndef __ASM_BOOT_CONST_H
#define __ASM_BOOT_CONST_H

#include <asm/boot-const-values.h>

/*
 * Forms of instruction. @v and @w are values out of BOOT_CONST_VALUES().
 * The encodings are those of the Arm ARM, chapter C6.
 */
#define BOOT_CONST_MOVZ		0	/* movz  xd, #v[15:0] << 16*n	*/
#define BOOT_CONST_MOVI		1	/* orr   xd, xzr, #v		*/
#define BOOT_CONST_AND		2	/* and   xd, xn, #v		*/
#define BOOT_CONST_TST		3	/* ands  xzr, xn, #v		*/
#define BOOT_CONST_LSL		4	/* lsl   xd, xn, #v		*/
#define BOOT_CONST_LSR		5	/* lsr   xd, xn, #v		*/
#define BOOT_CONST_UBFX		6	/* ubfx  xd, xn, #v, #w		*/
#define BOOT_CONST_ADD		7	/* add   xd, xn, #v		*/
#define BOOT_CONST_ADD_LSL	8	/* add   xd, xn, xm, lsl #v	*/
#define BOOT_CONST_ORR_LSL	9	/* orr   xd, xn, xm, lsl #v	*/
#define BOOT_CONST_TBNZ		10	/* tbnz  xn, #v, label		*/
#define BOOT_CONST_TBZ		11	/* tbz   xn, #v, label		*/
#define BOOT_CONST_BRANCH	12	/* cbz/cbnz xzr, label: taken if v */
#define BOOT_CONST_ASR		13	/* asr   xd, xn, #v		*/
#define BOOT_CONST_SUB_ASR	14	/* sub   xd, xn, xm, asr #v	*/
#define BOOT_CONST_ORR		15	/* orr   xd, xn, #v		*/
#define BOOT_CONST_NR_FORMS	16

#ifndef LINKER_SCRIPT

/* One recorded place: 32-bit offset to the instruction, form, values. */
#define __BOOT_CONST_DESC(form, v, w)	((form) | ((v) << 8) | ((w) << 20))

#ifdef CONFIG_ARM64_BOOT_CONST_POISON
/*
 * Unpatched places hold values that are as wrong as the form allows, so that a
 * place which was skipped, or code that runs too early, shows at once.
 */
#define BC_ASM_MOVZ(v)		UL(0xdead)
#define BC_ASM_BITMASK(v)	UL(0x5555555555555555)
#define BC_ASM_SHIFT(v)		63
#define BC_ASM_ADD(v)		0xadd
#define BC_ASM_BRANCH(v)	!(v)
#else
#define BC_ASM_MOVZ(v)		(v)
#define BC_ASM_BITMASK(v)	(v)
#define BC_ASM_SHIFT(v)		(v)
#define BC_ASM_ADD(v)		(v)
#define BC_ASM_BRANCH(v)	(v)
#endif

#ifdef __ASSEMBLY__

/**
 * BOOT_CONST_INSN() - record the instruction that follows
 * @form: BOOT_CONST_* form without its prefix
 * @v: name in BOOT_CONST_VALUES()
 *
 * The instruction must be of that form and carry BCD_@v, the value for the
 * default page size out of asm-offsets.h, in the BC_ASM_*() of its form.
 */
#define BOOT_CONST_INSN(form, v)	boot_const_insn __BOOT_CONST_DESC(BOOT_CONST_##form, BCV_##v, 0)

.macro boot_const_insn, desc:vararg
	.pushsection .boot_const, "a"
	.long	.Lboot_const_\@ - .
	.long	\desc
	.popsection
.Lboot_const_\@:
.endm

#else /* !__ASSEMBLY__ */

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/types.h>

#define __BCV_ENUM(v)	BCV_##v,
enum boot_const_value {
	BOOT_CONST_VALUES(__BCV_ENUM)
	BOOT_CONST_NR_VALUES
};
#undef __BCV_ENUM

/**
 * struct boot_const_place - a place whose immediate follows from the page size
 * @offset:	offset in bytes from this member to the instruction
 * @desc:	form in bits 7:0, first value in 19:8, second value in 31:20
 */
struct boot_const_place {
	s32	offset;
	u32	desc;
};

#define boot_const_form(p)	((p)->desc & 0xff)
#define boot_const_value1(p)	(((p)->desc >> 8) & 0xfff)
#define boot_const_value2(p)	((p)->desc >> 20)

#define __BOOT_CONST_RECORD					\
	"	.pushsection .boot_const, \"a\"\n"		\
	"	.long	1b - .\n"				\
	"	.long	%c[desc]\n"				\
	"	.popsection\n"

/*
 * Code that runs before the fix-up, or that exists once for each page size, has
 * to be told the geometry. A boot constant that is left in such an object after
 * optimisation is an error at compile time.
 */
#if (defined(__DISABLE_EXPORTS) && !defined(__KVM_NVHE_HYPERVISOR__)) || defined(BUILD_VDSO)
extern unsigned long __compiletime_error("page geometry is not known here: take it as an argument or use a *_MAX or *_MIN limit")
	__boot_const_in_early_code(void);
#define __boot_const_early()	return __boot_const_in_early_code()
#else
#define __boot_const_early()	do { } while (0)
#endif

#define __BC_HW(v)	((v) >> 48 ? 48 : (v) >> 32 ? 32 : (v) >> 16 ? 16 : 0)

static __always_inline __attribute_const__
unsigned long __boot_const_movz(const u32 desc, const unsigned long v)
{
	unsigned long ret;

	__boot_const_early();
	asm_inline("1:	movz	%0, %1, lsl %2\n" __BOOT_CONST_RECORD
	    : "=r" (ret)
	    : "i" (BC_ASM_MOVZ(v) >> __BC_HW(BC_ASM_MOVZ(v))),
	      "i" (__BC_HW(BC_ASM_MOVZ(v))), [desc] "i" (desc));
	return ret;
}

static __always_inline __attribute_const__
unsigned long __boot_const_movi(const u32 desc, const unsigned long v)
{
	unsigned long ret;

	__boot_const_early();
	asm_inline("1:	orr	%0, xzr, %1\n" __BOOT_CONST_RECORD
	    : "=r" (ret) : "i" (BC_ASM_BITMASK(v)), [desc] "i" (desc));
	return ret;
}

#define __BOOT_CONST_OP1(name, insn, asm_value)				\
static __always_inline __attribute_const__ unsigned long		\
__boot_const_##name(const u32 desc, unsigned long x, const unsigned long v) \
{									\
	unsigned long ret;						\
									\
	__boot_const_early();						\
	asm_inline("1:	" insn "	%0, %1, %2\n" __BOOT_CONST_RECORD \
	    : "=r" (ret)						\
	    : "r" (x), "i" (asm_value(v)), [desc] "i" (desc));		\
	return ret;							\
}

__BOOT_CONST_OP1(and, "and", BC_ASM_BITMASK)
__BOOT_CONST_OP1(orr, "orr", BC_ASM_BITMASK)
__BOOT_CONST_OP1(lsl, "lsl", BC_ASM_SHIFT)
__BOOT_CONST_OP1(lsr, "lsr", BC_ASM_SHIFT)
__BOOT_CONST_OP1(asr, "asr", BC_ASM_SHIFT)
__BOOT_CONST_OP1(add, "add", BC_ASM_ADD)
#undef __BOOT_CONST_OP1

static __always_inline __attribute_const__
unsigned long __boot_const_ubfx(const u32 desc, unsigned long x,
				const unsigned int lsb, const unsigned int width)
{
	unsigned long ret;

	__boot_const_early();
	asm_inline("1:	ubfx	%0, %1, %2, %3\n" __BOOT_CONST_RECORD
	    : "=r" (ret)
	    : "r" (x), "i" (BC_ASM_SHIFT(lsb)),
	      "i" (IS_ENABLED(CONFIG_ARM64_BOOT_CONST_POISON) ? 1 : width),
	      [desc] "i" (desc));
	return ret;
}

#define __BOOT_CONST_OP2(name, insn, shift)				\
static __always_inline __attribute_const__ unsigned long		\
__boot_const_##name(const u32 desc, unsigned long x, unsigned long y,	\
		    const unsigned int v)				\
{									\
	unsigned long ret;						\
									\
	__boot_const_early();						\
	asm_inline("1:	" insn "	%0, %1, %2, " shift " %3\n"	\
	    __BOOT_CONST_RECORD						\
	    : "=r" (ret)						\
	    : "r" (x), "r" (y), "i" (BC_ASM_SHIFT(v)), [desc] "i" (desc)); \
	return ret;							\
}

__BOOT_CONST_OP2(add_lsl, "add", "lsl")
__BOOT_CONST_OP2(sub_asr, "sub", "asr")
__BOOT_CONST_OP2(orr_lsl, "orr", "lsl")
#undef __BOOT_CONST_OP2

static __always_inline bool __boot_const_branch(const u32 desc, const bool v)
{
#if (defined(__DISABLE_EXPORTS) && !defined(__KVM_NVHE_HYPERVISOR__)) || defined(BUILD_VDSO)
	return __boot_const_in_early_code();
#else
	if (BC_ASM_BRANCH(v))
		asm goto("1:	cbz	xzr, %l[yes]\n" __BOOT_CONST_RECORD
			 : : [desc] "i" (desc) : : yes);
	else
		asm goto("1:	cbnz	xzr, %l[yes]\n" __BOOT_CONST_RECORD
			 : : [desc] "i" (desc) : : yes);
	return false;
yes:
	return true;
#endif
}

/* Can the value be encoded at each of the three sizes? */
#define __bc_is_movz(v)		(((v) >> __BC_HW(v) << __BC_HW(v)) == (v) && \
				 (v) >> __BC_HW(v) <= 0xffff)
#define __bc_is_run(v)		((v) && !(((v) + ((v) & -(v))) & (v)))
#define __bc_is_bitmask(v)	(__bc_is_run(v) || (~(v) && __bc_is_run(~(v))))
#define __bc_is_shift(v)	((v) < 64)
#define __bc_is_add(v)		((v) < 4096 || !((v) & ~0xfff000UL))

#define __BC_ALL(check, v)						\
	(check((unsigned long)BC_##v(12)) && check((unsigned long)BC_##v(14)) && \
	 check((unsigned long)BC_##v(16)))

#define __BC_DESC(check, form, v)					\
	(BUILD_BUG_ON_ZERO(!__BC_ALL(check, v)) +			\
	 __BOOT_CONST_DESC(BOOT_CONST_##form, BCV_##v, 0))

/**
 * boot_const() - a value that fits movz: a shift, count or power of two
 * @v: name in BOOT_CONST_VALUES()
 *
 * Return: the value as an unsigned long.
 */
#define boot_const(v)	\
	__boot_const_movz(__BC_DESC(__bc_is_movz, MOVZ, v), BC_DEFAULT(v))

/**
 * boot_const_mask() - a value that is one run of ones or of zeroes
 * @v: name in BOOT_CONST_VALUES()
 *
 * Return: the value as an unsigned long.
 */
#define boot_const_mask(v)	\
	__boot_const_movi(__BC_DESC(__bc_is_bitmask, MOVI, v), BC_DEFAULT(v))

/**
 * boot_const_and() - and a mask that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the mask in BOOT_CONST_VALUES()
 */
#define boot_const_and(x, v)	\
	__boot_const_and(__BC_DESC(__bc_is_bitmask, AND, v), x, BC_DEFAULT(v))

/**
 * boot_const_orr() - or a mask that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the mask in BOOT_CONST_VALUES()
 */
#define boot_const_orr(x, v)	\
	__boot_const_orr(__BC_DESC(__bc_is_bitmask, ORR, v), x, BC_DEFAULT(v))

/**
 * boot_const_lsl() - shift left by a shift that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_lsl(x, v)	\
	__boot_const_lsl(__BC_DESC(__bc_is_shift, LSL, v), x, BC_DEFAULT(v))

/**
 * boot_const_lsr() - shift right by a shift that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_lsr(x, v)	\
	__boot_const_lsr(__BC_DESC(__bc_is_shift, LSR, v), x, BC_DEFAULT(v))

/**
 * boot_const_asr() - arithmetic shift right by a shift that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_asr(x, v)	\
	__boot_const_asr(__BC_DESC(__bc_is_shift, ASR, v), x, BC_DEFAULT(v))

/**
 * boot_const_ubfx() - extract a bit field that follows from the page size
 * @x: operand, unsigned long
 * @v: name of the lowest bit in BOOT_CONST_VALUES()
 * @w: name of the width in BOOT_CONST_VALUES(), bits
 */
#define boot_const_ubfx(x, v, w)					\
	__boot_const_ubfx(__BC_DESC(__bc_is_shift, UBFX, v) + (BCV_##w << 20), \
			  x, BC_DEFAULT(v), BC_DEFAULT(w))

/**
 * boot_const_add() - add a value that fits a 12-bit immediate, shifted or not
 * @x: operand, unsigned long
 * @v: name of the value in BOOT_CONST_VALUES()
 */
#define boot_const_add(x, v)	\
	__boot_const_add(__BC_DESC(__bc_is_add, ADD, v), x, BC_DEFAULT(v))

/**
 * boot_const_add_lsl() - @x + (@y << v)
 * @x: operand, unsigned long
 * @y: operand to be shifted, unsigned long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_add_lsl(x, y, v)	\
	__boot_const_add_lsl(__BC_DESC(__bc_is_shift, ADD_LSL, v), x, y, BC_DEFAULT(v))

/**
 * boot_const_sub_asr() - @x - (@y >> v), arithmetic shift
 * @x: operand, unsigned long
 * @y: operand to be shifted, long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_sub_asr(x, y, v)	\
	__boot_const_sub_asr(__BC_DESC(__bc_is_shift, SUB_ASR, v), x, y, BC_DEFAULT(v))

/**
 * boot_const_orr_lsl() - @x | (@y << v)
 * @x: operand, unsigned long
 * @y: operand to be shifted, unsigned long
 * @v: name of the shift in BOOT_CONST_VALUES()
 */
#define boot_const_orr_lsl(x, y, v)	\
	__boot_const_orr_lsl(__BC_DESC(__bc_is_shift, ORR_LSL, v), x, y, BC_DEFAULT(v))

/**
 * boot_const_branch() - a condition that follows from the page size
 * @v: name of the condition in BOOT_CONST_VALUES()
 *
 * One branch that is always or never taken; there is no test.
 */
#define boot_const_branch(v)	\
	__boot_const_branch(__BOOT_CONST_DESC(BOOT_CONST_BRANCH, BCV_##v, 0), BC_DEFAULT(v))

/*
 * Define boot_@name(), a value without operand as a C function. The macros that
 * the kernel knows it by (PAGE_SIZE) say in a comment what to use where a
 * constant is needed: compilers quote it.
 */
#define BOOT_CONST_FUNCTION(type, name, op)				\
static __always_inline __attribute_const__ type boot_##name(void)	\
{									\
	return op(name);						\
}

#endif /* !__ASSEMBLY__ */
#endif /* !LINKER_SCRIPT */
#endif /* __ASM_BOOT_CONST_H */
