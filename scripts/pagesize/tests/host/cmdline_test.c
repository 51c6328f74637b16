// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which command line pi/page_size_cmdline.c searches: the one that Linux's own
 * early_init_dt_scan_chosen() makes boot_command_line. Compiled once for each
 * CONFIG_CMDLINE, which generated/autoconf.h has.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libfdt.h>

#include "tap.h"
#include "option_lines.h"
#include "page_size_option.h"

/* What early_init_dt_scan_chosen() uses. */
#define min(a, b)	((a) < (b) ? (a) : (b))
#define pr_debug(...)	do { } while (0)
#define early_init_dt_check_for_initrd(node)		do { } while (0)
#define early_init_dt_check_for_elfcorehdr(node)	do { } while (0)
#define add_bootloader_randomness(seed, len)		do { } while (0)
#define crc32_be(crc, p, len)				0
static void *initial_boot_params;
static int chosen_node_offset;
static uint32_t of_fdt_crc32;

#define of_get_flat_dt_prop(node, name, size) \
	fdt_getprop(initial_boot_params, node, name, size)

/* As described in lib/string.c; the size is never 0 here. */
static void strscpy(char *dest, const char *src, size_t size)
{
	size_t len = strnlen(src, size - 1);

	memcpy(dest, src, len);
	dest[len] = '\0';
}

#include "chosen_functions.h"

static char fdt[16384];

/*
 * A device tree whose node @name, NULL for none, has @len bytes of @bootargs,
 * no such property if @len is negative. The other properties must not matter.
 */
static void make_fdt(const char *name, const char *bootargs, int len)
{
	int err = fdt_create(fdt, sizeof(fdt)) ||
		  fdt_finish_reservemap(fdt) ||
		  fdt_begin_node(fdt, "") ||
		  fdt_property_string(fdt, "bootargs", "arm64.pagesize=64k") ||
		  fdt_property_string(fdt, "model", "test");

	if (!err && name) {
		err = fdt_begin_node(fdt, name) ||
		      fdt_property_string(fdt, "stdout-path", "/pl011@9000000") ||
		      (len >= 0 && fdt_property(fdt, "bootargs", bootargs, len)) ||
		      fdt_property_string(fdt, "bootargs-more", "arm64.pagesize=64k") ||
		      fdt_end_node(fdt);
	}
	if (err || fdt_end_node(fdt) || fdt_finish(fdt)) {
		printf("Bail out! no device tree\n");
		exit(1);
	}
}

static int get(void)
{
	return shift_to_kib(early_page_size_requested(fdt, fdt_path_offset(fdt, "/chosen")));
}

/* As the kernel proper will see it. */
static int reference(void)
{
	static char boot_command_line[COMMAND_LINE_SIZE];

	memset(boot_command_line, 0, sizeof(boot_command_line));
	initial_boot_params = fdt;
	early_init_dt_scan_chosen(boot_command_line);
	return shift_to_kib(page_size_requested(boot_command_line));
}

/* Expected value if CONFIG_CMDLINE counts when bootargs do not, or always. */
#ifdef CONFIG_CMDLINE_FORCE
#define WANT(kib)	TEST_BUILTIN_KIB
#else
#define WANT(kib)	(kib)
#endif

static void test(const char *name, const char *bootargs, int len, int want, const char *what)
{
	int got, ref;

	make_fdt(name, bootargs, len);
	got = get();
	ref = reference();
	if (!tap(got == want && ref == want, "%s: %dk", what, want))
		printf("#   got %dk, Linux has %dk\n", got, ref);
}

#define O "arm64.pagesize"
#define STR(s)	(s), sizeof(s)
#define BARE(s)	(s), sizeof(s) - 1

int main(void)
{
	const int builtin = TEST_BUILTIN_KIB;
	static char longer[8192];
	int bad = 0, n;

	printf("# CONFIG_CMDLINE asks for %dk\n", builtin);
	test(NULL, NULL, -1, builtin, "no /chosen");
	test("chosen", NULL, -1, builtin, "no bootargs");
	test("chosen", STR(""), builtin, "bootargs of a NUL byte");
	test("chosen", "", 0, builtin, "bootargs of no byte");
	test("chosen", STR("\0" O "=4k"), builtin, "bootargs that start with a NUL byte");
	test("chosen", BARE("x"), builtin, "one byte, of which none is left");
	test("chosen", STR("x"), WANT(0), "bootargs without the option");
	test("chosen", STR(" "), WANT(0), "a space is not empty");
	test("chosen", STR(O "=4k"), WANT(4), "bootargs with the option");
	test("chosen", STR("quiet " O "=\"64k\" ro"), WANT(64), "among others");
	test("chosen", STR(O "=banana"), WANT(0), "an unknown value");
	test("chosen", STR("-- " O "=4k"), WANT(0), "after --");
	test("chosen", BARE(O "=64k"), WANT(0), "without NUL byte: the k is lost");
	test("chosen", BARE(O "=64kx"), WANT(64), "without NUL byte: an x is lost");
	test("chosen", BARE(O "=64k "), WANT(64), "without NUL byte: a space is lost");
	test("chosen", STR(O "=64k\0" O "=16k"), WANT(64), "nothing counts behind a NUL byte");
	test("chosen@0", STR(O "=4k"), WANT(4), "/chosen@0");
	test("chosen@1", STR(O "=4k"), WANT(4), "/chosen@1");
	test("chose", STR(O "=4k"), builtin, "a node of another name");
	test("chosenx", STR(O "=4k"), builtin, "a node of a longer name");

	/* All lengths around the one where the rest is cut. */
	memset(longer, 'x', sizeof(longer));
	for (n = 2000; n < 2100; n++) {
		memcpy(longer + n, " " O "=64k", 19);
		for (int len = n; len <= n + 20; len++) {
			longer[n + 19] = len == n + 20 ? '\0' : 'x';
			make_fdt("chosen", longer, len);
			if (get() != reference())
				bad++;
		}
		memset(longer + n, 'x', 20);
	}
	tap(!bad, "long bootargs, with and without NUL byte");
	if (bad)
		printf("#   %d differ\n", bad);

	bad = 0;
	for (size_t i = 0; i < NR_OPTION_LINES; i++) {
		size_t len;
		char *line = make_option_line(&option_lines[i], &len);

		make_fdt("chosen", line, len + 1);
		if (get() != reference() || get() != (len ? WANT(option_lines[i].want) : builtin)) {
			tap_print_line(line, len);
			bad++;
		}
		free(line);
	}
	tap(!bad, "the lines with known answers");
	return tap_end();
}
