// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser of arm64.pagesize= on command lines with known answers.
 */
#include "tap.h"
#include "option_lines.h"
#include "page_size_option.h"

static void test_line(const struct option_line *l)
{
	size_t len;
	char *line = make_option_line(l, &len), *bare;
	int got, got_n;

	got = shift_to_kib(page_size_requested(line));

	/* The same without a NUL byte at its end. */
	bare = malloc(len ? len : 1);
	if (!bare)
		abort();
	memcpy(bare, line, len);
	got_n = shift_to_kib(page_size_requested_n(bare, len < COMMAND_LINE_SIZE ?
						   len : COMMAND_LINE_SIZE - 1));

	if (!tap(got == l->want && got_n == l->want, "line %d asks for %dk",
		 tap_count + 1, l->want))
		printf("#   got %dk, and %dk without NUL byte\n", got, got_n);
	tap_print_line(line, len);
	free(line);
	free(bare);
}

int main(void)
{
	static const char line[] = "arm64.pagesize=4k arm64.pagesize=16k arm64.pagesize=64k";
	/* Bytes, and the answer that holds from there on. */
	static const struct { size_t max; int want; } cuts[] = {
		{ 0, 0 }, { 15, 0 }, { 16, 0 }, { 17, 4 }, { 18, 4 }, { 35, 4 },
		{ 36, 16 }, { 54, 16 }, { 55, 64 }, { 56, 64 }, { 1000, 64 },
	};

	for (size_t i = 0; i < NR_OPTION_LINES; i++)
		test_line(&option_lines[i]);

	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++)
		tap(shift_to_kib(page_size_requested_n(line, cuts[i].max)) == cuts[i].want,
		    "%zu bytes ask for %dk", cuts[i].max, cuts[i].want);

	/* No terminator is needed, and none of the bytes behind is read. */
	tap(page_size_value("4kk", 2) == 12, "the length of a value counts, 2");
	tap(page_size_value("64kk", 3) == 16, "the length of a value counts, 3");
	tap(page_size_value("64k", 2) == 0, "the length of a value counts, cut");
	tap(page_size_value("", 0) == 0, "the empty value is none");
	tap(page_size_value(NULL, 0) == 0, "no value is none");
	tap(page_size_value("4k\0", 3) == 0, "a NUL byte is no part of a value");
	return tap_end();
}
