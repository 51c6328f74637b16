// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find arm64.pagesize= on the command line, and choose the page size.
 *
 * The command line is read where it lies, so words may have any length. It has
 * to be split exactly as next_arg() and parse_args() will do it later: the rest
 * of the kernel warns about what it sees, and that must be what was acted on.
 */
#include "page_size_option.h"

/**
 * page_size_supported() - page sizes that a CPU has
 * @mmfr0: value of ID_AA64MMFR0_EL1
 *
 * Each granule has a field of four bits (Arm ARM, D19.2, ID_AA64MMFR0_EL1).
 * TGran4 and TGran64 are signed, with 15 for "no"; TGran16 is unsigned, with 0
 * for "no". All other values say that the granule is there: with LPA2, TGran4
 * is 1 and TGran16 is 2.
 *
 * Return: set of page sizes, see PAGE_SIZE_SET_BIT().
 */
unsigned int __init page_size_supported(u64 mmfr0)
{
	unsigned int tgran4 = (mmfr0 >> 28) & 0xf;
	unsigned int tgran64 = (mmfr0 >> 24) & 0xf;
	unsigned int tgran16 = (mmfr0 >> 20) & 0xf;
	unsigned int set = 0;

	if (tgran4 < 8)
		set |= PAGE_SIZE_SET_BIT(12);
	if (tgran16 > 0)
		set |= PAGE_SIZE_SET_BIT(14);
	if (tgran64 < 8)
		set |= PAGE_SIZE_SET_BIT(16);

	return set;
}

/**
 * page_size_value() - page size named by a value of the option
 * @s: the value, need not be terminated
 * @len: its length in bytes
 *
 * Return: page shift, or 0 if @s is none of 4k, 16k and 64k in any letter case.
 */
int __init page_size_value(const char *s, size_t len)
{
	if (len < 2 || len > 3 || (s[len - 1] != 'k' && s[len - 1] != 'K'))
		return 0;
	if (len == 2)
		return s[0] == '4' ? 12 : 0;
	if (s[0] == '1' && s[1] == '6')
		return 14;
	if (s[0] == '6' && s[1] == '4')
		return 16;
	return 0;
}

/* isspace() of lib/ctype.c, for which the no-break space of Latin-1 is one. */
static bool __init is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xa0;
}

static bool __init equals(const char *s, const char *end, const char *name)
{
	while (s < end && *name && *s == *name) {
		s++;
		name++;
	}
	return s == end && !*name;
}

struct word {
	const char *name;
	const char *name_end;
	const char *value;	/* NULL if there is no equals sign */
	const char *value_end;
};

/*
 * Take one word, which starts at @s, off a command line that ends at @end. This
 * is next_arg() of lib/cmdline.c without its writes: quotes protect spaces, one
 * pair around the word or around the value is taken off, a quote that is never
 * closed reaches to the end, and an equals sign in the first place is part of
 * the name.
 *
 * Return: where the next word starts, @end after the last one.
 */
static const char *__init next_word(const char *s, const char *end, struct word *w)
{
	bool quoted = *s == '"';
	bool in_quote = quoted;
	const char *last;

	if (quoted)
		s++;

	w->name = s;
	w->name_end = NULL;
	w->value = NULL;
	for (; s < end && (in_quote || !is_space(*s)); s++) {
		if (*s == '=' && !w->value && s > w->name) {
			w->name_end = s;
			w->value = s + 1;
		}
		if (*s == '"')
			in_quote = !in_quote;
	}

	last = s;
	if (w->value && w->value < s && *w->value == '"') {
		w->value++;
		quoted = true;
	}
	if (quoted && last > w->name && last[-1] == '"')
		last--;

	if (!w->value) {
		w->name_end = last;
	} else {
		/* The value may be one quote, which is the opening one. */
		w->value_end = last > w->value ? last : w->value;
	}

	while (s < end && is_space(*s))
		s++;
	return s;
}

/**
 * page_size_requested_n() - page size that a command line asks for
 * @cmdline: the command line, ends at a NUL byte or after @max bytes
 * @max: number of bytes that may be read
 *
 * Values that name no page size are skipped; "--" ends the parameters of the
 * kernel.
 *
 * Return: page shift out of the last valid arm64.pagesize=, 0 if there is none.
 */
int __init page_size_requested_n(const char *cmdline, size_t max)
{
	static const char option[] __initconst = "arm64.pagesize";
	static const char dashes[] __initconst = "--";
	const char *s = cmdline, *end = cmdline;
	int shift = 0;

	while (end < cmdline + max && *end)
		end++;

	while (s < end && is_space(*s))
		s++;

	while (s < end) {
		struct word w;
		int value;

		s = next_word(s, end, &w);
		if (!w.value) {
			if (equals(w.name, w.name_end, dashes))
				break;
			continue;
		}

		/* Hyphens and underscores are the same here, but it has none. */
		if (!equals(w.name, w.name_end, option))
			continue;

		value = page_size_value(w.value, w.value_end - w.value);
		if (value)
			shift = value;
	}

	return shift;
}

/**
 * page_size_requested() - page size that a command line asks for
 * @cmdline: the command line, terminated by a NUL byte
 *
 * Of a longer line COMMAND_LINE_SIZE - 1 bytes count, as for the kernel proper.
 *
 * Return: page shift out of the last valid arm64.pagesize=, 0 if there is none.
 */
int __init page_size_requested(const char *cmdline)
{
	return page_size_requested_n(cmdline, COMMAND_LINE_SIZE - 1);
}

static bool __init has_page_size(unsigned int set, int shift)
{
	return (shift == 12 || shift == 14 || shift == 16) &&
	       (set & PAGE_SIZE_SET_BIT(shift));
}

/**
 * page_size_choose() - the page size to run with
 * @requested: page shift that the command line asks for, or 0
 * @default_shift: page shift of the Kconfig default
 * @supported: set of page sizes that the CPU has, see PAGE_SIZE_SET_BIT()
 *
 * Return: @requested if the CPU has it, else @default_shift if the CPU has it,
 * else the smallest page shift that it has, 0 if it has none.
 */
int __init page_size_choose(int requested, int default_shift, unsigned int supported)
{
	int shift;

	if (has_page_size(supported, requested))
		return requested;
	if (has_page_size(supported, default_shift))
		return default_shift;
	for (shift = 12; shift <= 16; shift += 2) {
		if (has_page_size(supported, shift))
			return shift;
	}
	return 0;
}
