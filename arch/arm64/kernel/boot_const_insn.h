/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Encoding of the instructions that carry a boot constant. Shared by the early
 * fix-up in pi/ and by the code that serves modules and checks the result. All
 * inline: of what is in pi/, nothing stays after boot.
 */
#ifndef __ARM64_KERNEL_BOOT_CONST_INSN_H
#define __ARM64_KERNEL_BOOT_CONST_INSN_H

#include <linux/types.h>

#include <asm/boot-const.h>

/* The values for 4K, 16K and 64K pages. */
#define BOOT_CONST_ROW(v)	{ BC_##v(12), BC_##v(14), BC_##v(16) },
static const u64 boot_const_values[BOOT_CONST_NR_VALUES][3] = {
	BOOT_CONST_VALUES(BOOT_CONST_ROW)
};
#undef BOOT_CONST_ROW

static __always_inline u64 boot_const_value(unsigned int v, int page_shift)
{
	return boot_const_values[v][(page_shift - 12) / 2];
}

/* Register and label fields of each form: what a place may have of its own. */
static __always_inline u32 boot_const_own_bits(unsigned int form)
{
	switch (form) {
	case BOOT_CONST_MOVZ:
	case BOOT_CONST_MOVI:
		return 0x0000001f;		/* Rd */
	case BOOT_CONST_TST:
		return 0x000003e0;		/* Rn */
	case BOOT_CONST_AND:
	case BOOT_CONST_ORR:
	case BOOT_CONST_LSL:
	case BOOT_CONST_LSR:
	case BOOT_CONST_ASR:
	case BOOT_CONST_UBFX:
	case BOOT_CONST_ADD:
		return 0x000003ff;		/* Rn, Rd */
	case BOOT_CONST_ADD_LSL:
	case BOOT_CONST_SUB_ASR:
	case BOOT_CONST_ORR_LSL:
		return 0x001f03ff;		/* Rm, Rn, Rd */
	case BOOT_CONST_TBNZ:
	case BOOT_CONST_TBZ:
		return 0x0007ffff;		/* label, Rt */
	case BOOT_CONST_BRANCH:
		return 0x00ffffe0;		/* label */
	}
	return 0;
}

/* immr and imms of a bitfield move: Arm ARM, UBFM. */
static __always_inline u32 boot_const_bitfield(unsigned int immr, unsigned int imms)
{
	return (immr & 63) << 16 | (imms & 63) << 10;
}

/*
 * N, immr and imms of a 64-bit logical immediate that is one run of ones,
 * rotated: Arm ARM, DecodeBitMasks().
 */
static __always_inline u32 boot_const_bitmask(u64 v)
{
	/* A run that wraps around starts where the run of zeroes ends. */
	bool wraps = (v & 1) && (v >> 63);
	u64 zeroes = ~v;
	unsigned int ones = 0, start = 0;

	/* Neither has an encoding. This one is reserved: no text holds it. */
	if (!v || !zeroes)
		return 1U << 22 | boot_const_bitfield(0, 63);

	for (unsigned int i = 0; i < 64; i++)
		ones += (v >> i) & 1;

	if (wraps) {
		while (!((zeroes >> start) & 1))
			start++;
		start += 64 - ones;
	} else {
		while (!((v >> start) & 1))
			start++;
	}

	return 1U << 22 | boot_const_bitfield(64 - start, ones - 1);
}

/**
 * boot_const_encode() - instruction of a form, without its own bits
 * @form: BOOT_CONST_*
 * @v: first value
 * @w: second value, for BOOT_CONST_UBFX
 *
 * Return: the A64 instruction word, with zeroes in boot_const_own_bits(), or 0
 * for an unknown form.
 */
static __always_inline u32 boot_const_encode(unsigned int form, u64 v, u64 w)
{
	unsigned int hw = 0;

	switch (form) {
	case BOOT_CONST_MOVZ:
		while (hw < 3 && v >> 16 * hw > 0xffff)
			hw++;
		return 0xd2800000 | hw << 21 | (v >> 16 * hw & 0xffff) << 5;
	case BOOT_CONST_MOVI:
		return 0xb20003e0 | boot_const_bitmask(v);
	case BOOT_CONST_AND:
		return 0x92000000 | boot_const_bitmask(v);
	case BOOT_CONST_ORR:
		return 0xb2000000 | boot_const_bitmask(v);
	case BOOT_CONST_TST:
		return 0xf200001f | boot_const_bitmask(v);
	case BOOT_CONST_LSL:
		return 0xd3400000 | boot_const_bitfield(64 - v, 63 - v);
	case BOOT_CONST_LSR:
		return 0xd3400000 | boot_const_bitfield(v, 63);
	case BOOT_CONST_ASR:
		return 0x93400000 | boot_const_bitfield(v, 63);
	case BOOT_CONST_UBFX:
		return 0xd3400000 | boot_const_bitfield(v, v + w - 1);
	case BOOT_CONST_ADD:
		return 0x91000000 |
		       (v < 4096 ? v << 10 : 1U << 22 | (v >> 12 & 0xfff) << 10);
	case BOOT_CONST_ADD_LSL:
		return 0x8b000000 | (v & 63) << 10;
	case BOOT_CONST_SUB_ASR:
		return 0xcb800000 | (v & 63) << 10;
	case BOOT_CONST_ORR_LSL:
		return 0xaa000000 | (v & 63) << 10;
	case BOOT_CONST_TBNZ:
	case BOOT_CONST_TBZ:
		return (form == BOOT_CONST_TBNZ ? 0x37000000 : 0x36000000) |
		       (v & 32) << 26 | (v & 31) << 19;
	case BOOT_CONST_BRANCH:
		return v ? 0xb400001f : 0xb500001f;
	}
	return 0;
}

/* What stands at a place before the fix-up, without its own bits. */
static __always_inline u32 boot_const_unpatched(unsigned int form, u64 v, u64 w)
{
	if (!IS_ENABLED(CONFIG_ARM64_BOOT_CONST_POISON))
		return boot_const_encode(form, v, w);

	switch (form) {
	case BOOT_CONST_MOVZ:
		return boot_const_encode(form, BC_ASM_MOVZ(v), 0);
	case BOOT_CONST_MOVI:
	case BOOT_CONST_AND:
	case BOOT_CONST_ORR:
	case BOOT_CONST_TST:
		/* 0x5555...: two-bit elements, which have an encoding of their own */
		return (boot_const_encode(form, 1, 0) & ~0x007ffc00) | 0x3c << 10;
	case BOOT_CONST_ADD:
		return boot_const_encode(form, BC_ASM_ADD(v), 0);
	case BOOT_CONST_UBFX:
		return boot_const_encode(form, BC_ASM_SHIFT(v), 1);
	case BOOT_CONST_BRANCH:
		return boot_const_encode(form, BC_ASM_BRANCH(v), 0);
	}
	return boot_const_encode(form, BC_ASM_SHIFT(v), 0);
}

static inline bool boot_const_valid(const struct boot_const_place *place)
{
	return boot_const_form(place) < BOOT_CONST_NR_FORMS &&
	       boot_const_value1(place) < BOOT_CONST_NR_VALUES &&
	       boot_const_value2(place) < BOOT_CONST_NR_VALUES;
}

/**
 * struct boot_const_code - what stands at the places of one form and value
 * @desc:	form and values, as in struct boot_const_place
 * @own:	boot_const_own_bits()
 * @unpatched:	instruction before the fix-up, without its own bits
 * @patched:	instruction for the chosen page size, without its own bits
 */
struct boot_const_code {
	u32	desc;
	u32	own;
	u32	unpatched;
	u32	patched;
};

static __always_inline struct boot_const_code
boot_const_code(const struct boot_const_place *place, int page_shift)
{
	unsigned int form = boot_const_form(place);
	unsigned int v = boot_const_value1(place), w = boot_const_value2(place);
	int dflt = CONFIG_ARM64_DEFAULT_PAGE_SHIFT;

	return (struct boot_const_code) {
		.desc = place->desc,
		.own = boot_const_own_bits(form),
		.unpatched = boot_const_unpatched(form, boot_const_value(v, dflt),
						  boot_const_value(w, dflt)),
		.patched = boot_const_encode(form, boot_const_value(v, page_shift),
					     boot_const_value(w, page_shift)),
	};
}

/*
 * The kernel has thousands of places, but few forms and values: to encode each
 * of them once makes a walk several times faster. @codes is all zeroes before
 * the first call, and for one page size.
 */
#define BOOT_CONST_NR_CODES	128

static __always_inline const struct boot_const_code *
boot_const_known_code(struct boot_const_code *codes,
		      const struct boot_const_place *place, int page_shift)
{
	struct boot_const_code *code;

	code = &codes[(boot_const_form(place) * 13 + boot_const_value1(place) +
		       boot_const_value2(place)) % BOOT_CONST_NR_CODES];
	/* No instruction that is encoded here is 0. */
	if (code->desc != place->desc || !code->unpatched)
		*code = boot_const_code(place, page_shift);
	return code;
}

/*
 * The number of entries and the sums over their words, written to vmlinux after
 * the link: a lost entry, or another value that is equal at the default size,
 * leaves nothing else that is wrong.
 */
struct boot_const_seal {
	u32 entries;
	u32 sum;
	u32 sum_of_sums;
};

static inline bool boot_const_sealed(const struct boot_const_place *start,
				     const struct boot_const_place *end,
				     const struct boot_const_seal *seal)
{
	u32 a = 0, b = 0;

	for (const u32 *word = (const u32 *)start; word < (const u32 *)end; word++) {
		a += *word;
		b += a;
	}
	return end - start == seal->entries && a == seal->sum && b == seal->sum_of_sums;
}

static inline void *boot_const_address(const struct boot_const_place *place)
{
	return (void *)&place->offset + place->offset;
}

#endif /* __ARM64_KERNEL_BOOT_CONST_INSN_H */
