// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which page sizes a CPU has, and which of them is chosen: all combinations.
 */
#include "tap.h"
#include "page_size_option.h"

/* Does a field with this value say that the granule is there? */
static const bool tgran4[16] = {
	1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
};
static const bool tgran64[16] = {
	1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
};
static const bool tgran16[16] = {
	0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
};

/* What the set has to be, spelled out: 4K is bit 0, 16K bit 1, 64K bit 2. */
static unsigned int want_set(unsigned int f4, unsigned int f16, unsigned int f64)
{
	return tgran4[f4] + 2 * tgran16[f16] + 4 * tgran64[f64];
}

static u64 mmfr0(u64 others, u64 f4, u64 f16, u64 f64)
{
	return (others & ~0xfff00000ULL) | f4 << 28 | f64 << 24 | f16 << 20;
}

static void test_fields(void)
{
	static const u64 others[] = { 0, ~0ULL, 0x0123456789abcdefULL };
	unsigned int f4, f16, f64, i, bad;

	/* One line for each value of TGran4 and TGran16, all TGran64 in it. */
	for (f4 = 0; f4 < 16; f4++) {
		for (f16 = 0; f16 < 16; f16++) {
			bad = 0;
			for (f64 = 0; f64 < 16; f64++) {
				for (i = 0; i < 3; i++) {
					u64 reg = mmfr0(others[i], f4, f16, f64);

					if (page_size_supported(reg) != want_set(f4, f16, f64)) {
						printf("#   %#llx: %u\n", reg,
						       page_size_supported(reg));
						bad++;
					}
				}
			}
			tap(!bad, "TGran4 %u, TGran16 %u, all TGran64", f4, f16);
		}
	}
}

/* ID_AA64MMFR0_EL1 of CPUs, as QEMU has them. */
static void test_cpus(void)
{
	static const struct { const char *name; u64 reg; unsigned int want; } cpus[] = {
		{ "cortex-a53", 0x1122, 1 | 4 },
		{ "cortex-a57", 0x1124, 1 | 4 },
		{ "cortex-a72", 0x1124, 1 | 4 },
		{ "cortex-a76", 0x101122, 1 | 2 | 4 },
		{ "neoverse-n1", 0x101125, 1 | 2 | 4 },
		{ "4K and 16K with LPA2", 0x10201126, 1 | 2 | 4 },
		{ "16K alone", 0xff101122, 2 },
		{ "no granule at all", 0xff001122, 0 },
	};

	for (unsigned int i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++)
		tap(page_size_supported(cpus[i].reg) == cpus[i].want, "%s", cpus[i].name);
}

#define SET_4	PAGE_SIZE_SET_BIT(12)
#define SET_16	PAGE_SIZE_SET_BIT(14)
#define SET_64	PAGE_SIZE_SET_BIT(16)

struct choice {
	unsigned int set;
	/* [default 4K, 16K, 64K][requested none, 4K, 16K, 64K] */
	int want[3][4];
};

static const struct choice choices[] = {
	{ 0,
	  { {  0,  0,  0,  0 }, {  0,  0,  0,  0 }, {  0,  0,  0,  0 } } },
	{ SET_4,
	  { { 12, 12, 12, 12 }, { 12, 12, 12, 12 }, { 12, 12, 12, 12 } } },
	{ SET_16,
	  { { 14, 14, 14, 14 }, { 14, 14, 14, 14 }, { 14, 14, 14, 14 } } },
	{ SET_64,
	  { { 16, 16, 16, 16 }, { 16, 16, 16, 16 }, { 16, 16, 16, 16 } } },
	{ SET_4 | SET_16,
	  { { 12, 12, 14, 12 }, { 14, 12, 14, 14 }, { 12, 12, 14, 12 } } },
	{ SET_4 | SET_64,
	  { { 12, 12, 12, 16 }, { 12, 12, 12, 16 }, { 16, 12, 16, 16 } } },
	{ SET_16 | SET_64,
	  { { 14, 14, 14, 16 }, { 14, 14, 14, 16 }, { 16, 16, 14, 16 } } },
	{ SET_4 | SET_16 | SET_64,
	  { { 12, 12, 14, 16 }, { 14, 12, 14, 16 }, { 16, 12, 14, 16 } } },
};

static void test_choices(void)
{
	static const int shifts[4] = { 0, 12, 14, 16 };
	const struct choice *c;

	for (c = choices; c < choices + sizeof(choices) / sizeof(choices[0]); c++) {
		for (int d = 0; d < 3; d++) {
			for (int r = 0; r < 4; r++) {
				int got = page_size_choose(shifts[r], shifts[d + 1], c->set);

				if (!tap(got == c->want[d][r],
					 "set %u, default %d, requested %d: %d", c->set,
					 shifts[d + 1], shifts[r], c->want[d][r]))
					printf("#   got %d\n", got);
			}
		}
	}

	/* What is no page shift is never chosen, whatever bit it would be. */
	for (int shift = -2; shift < 70; shift++) {
		if (shift == 12 || shift == 14 || shift == 16)
			continue;
		tap(page_size_choose(shift, 14, ~0U) == 14 &&
		    page_size_choose(shift, shift, ~0U) == 12, "%d is no page shift", shift);
	}
}

int main(void)
{
	tap(SET_4 == 1 && SET_16 == 2 && SET_64 == 4, "the bits of a set");
	test_fields();
	test_cpus();
	test_choices();
	return tap_end();
}
