// SPDX-License-Identifier: GPL-2.0-only
/*
 * protect: is the read-only part of the kernel image read-only, in the image and
 * in the linear map, as far as it goes, and is what follows it gone?
 *
 * The end of that part follows from the page size where this is chosen at boot.
 * With a fixed page size it is __init_begin.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>

#include "util.h"

#define DEBUGFS "/sys/kernel/debug"

/* Address of a symbol of the kernel, 0 if it has none of that name */
static unsigned long symbol(const char *name)
{
	char *text = read_file("/proc/kallsyms", NULL), *s, *line, found[128];
	unsigned long addr, result = 0;

	for (s = text; s && (line = strsep(&s, "\n"));)
		if (sscanf(line, "%lx %*c %127s", &addr, found) == 2 && !strcmp(found, name))
			result = addr;
	free(text);
	return result;
}

struct area {
	unsigned long start, end;
	bool mapped, writable;
};

/* The next area that the dump @s lists, in order of addresses */
static bool next_area(char **s, struct area *area)
{
	char *line;

	while (*s && (line = strsep(s, "\n"))) {
		char *attrs;

		if (sscanf(line, "%lx-%lx", &area->start, &area->end) != 2)
			continue;
		/* Without attributes nothing is mapped; "RW" or "ro" is the first. */
		attrs = strstr(line, " ro ");
		area->writable = strstr(line, " RW ");
		area->mapped = attrs || area->writable;
		return true;
	}
	return false;
}

/* End of what is mapped from @addr on without write permission; @addr if nothing is */
static unsigned long read_only_end(const char *dump, unsigned long addr)
{
	char *text = strdup(dump), *s = text;
	struct area area;

	while (next_area(&s, &area))
		if (area.start <= addr && addr < area.end && area.mapped && !area.writable)
			addr = area.end;
	free(text);
	return addr;
}

/* Bytes mapped in [@start, @end) */
static unsigned long mapped_bytes(const char *dump, unsigned long start, unsigned long end)
{
	char *text = strdup(dump), *s = text;
	unsigned long bytes = 0;
	struct area area;

	while (next_area(&s, &area))
		if (area.mapped && area.start < end && area.end > start)
			bytes += (area.end < end ? area.end : end) -
				 (area.start > start ? area.start : start);
	free(text);
	return bytes;
}

/* The longest run below @end that is mapped without write permission */
static unsigned long longest_read_only(const char *dump, unsigned long end)
{
	char *text = strdup(dump), *s = text;
	unsigned long run = 0, last = 0, longest = 0;
	struct area area;

	while (next_area(&s, &area) && area.start < end) {
		if (!area.mapped || area.writable)
			continue;
		run = area.start == last ? run + area.end - area.start : area.end - area.start;
		last = area.end;
		if (run > longest)
			longest = run;
	}
	free(text);
	return longest;
}

int main(void)
{
	unsigned long text = symbol("_text"), init = symbol("__init_begin");
	unsigned long tables = symbol("swapper_pg_dir"), data = symbol("_data");
	unsigned long end;
	char *dump;

	mount("debugfs", DEBUGFS, "debugfs", 0, NULL);
	dump = read_file(DEBUGFS "/kernel_page_tables", NULL);
	if (!dump || !text || !init || !tables || !data)
		tap_bail("no dump of page tables, or a symbol is missing");

	end = read_only_end(dump, text);
	tap_diag("read-only: %#lx to %#lx", text, end);
	tap_ok(end > tables && end <= init, "the image is read-only beyond swapper_pg_dir");
	if (!symbol("__ro_pages"))
		tap_is(end, init, "up to __init_begin");
	tap_is(end % page_size(), 0, "it ends with a page");
	tap_is(mapped_bytes(dump, end, data), 0, "init memory is not mapped in the image");
	/* All of the linear map is writable but for the alias of this */
	tap_is(longest_read_only(dump, text), end - text, "the linear alias is read-only, too");
	free(dump);
	return tap_done();
}
