// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which command line to search for arm64.pagesize=: the one that
 * early_init_dt_scan_chosen() in drivers/of/fdt.c will make boot_command_line.
 */
#include <linux/libfdt.h>

#include "page_size_option.h"

/**
 * early_page_size_requested() - page size that the user asks for
 * @fdt: the flattened device tree, mapped
 * @chosen: offset of the /chosen node in @fdt, negative if there is none
 *
 * Context: kernel/pi/, before boot_command_line is there.
 * Return: page shift out of the last valid arm64.pagesize=, 0 if there is none.
 */
int __init early_page_size_requested(const void *fdt, int chosen)
{
	static const char bootargs[] __initconst = "bootargs";
	static const char cmdline[] __initconst = CONFIG_CMDLINE;

	if (!IS_ENABLED(CONFIG_CMDLINE_FORCE) && chosen >= 0) {
		const char *prop;
		int len;

		/*
		 * The copy is made by strscpy(), which puts its NUL byte in
		 * place of the last byte of a property that brings none. What
		 * is empty then is replaced by the built-in command line.
		 */
		prop = fdt_getprop(fdt, chosen, bootargs, &len);
		if (prop && len > 1 && *prop) {
			if (len > COMMAND_LINE_SIZE)
				len = COMMAND_LINE_SIZE;
			return page_size_requested_n(prop, len - 1);
		}
	}

	return page_size_requested(cmdline);
}
