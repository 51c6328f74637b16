// SPDX-License-Identifier: GPL-2.0-only
/*
 * directmap [MB]: do the DirectMap lines of /proc/meminfo say what the kernel's dump
 * of its page tables shows, and are there so many megabytes in them at least?
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>

#include "util.h"

#define DEBUGFS "/sys/kernel/debug"

enum { PTE, CONT_PTE, PMD, CONT_PMD, PUD, NR_KINDS };

/* In KB at each page size; 0 where there are no blocks */
static const unsigned long kb[NR_SIZES][NR_KINDS] = {
	{ 4, 64, 2048, 32768, 1048576 },
	{ 16, 2048, 32768, 1048576, 0 },
	{ 64, 2048, 524288, 16777216, 0 },
};

/* Kilobytes of the linear map by kind */
static void sum_dump(char *dump, unsigned long *sum)
{
	bool linear = false;
	char *line;

	while ((line = strsep(&dump, "\n"))) {
		unsigned long start, end;
		bool cont;

		if (!strncmp(line, "---[ ", 5)) {
			linear = !strcmp(line, "---[ Linear Mapping start ]---");
			continue;
		}
		/* An area with nothing in it has no attributes */
		if (!linear || sscanf(line, "%lx-%lx", &start, &end) != 2 ||
		    (!strstr(line, " RW ") && !strstr(line, " ro ")))
			continue;
		cont = strstr(line, " CON ");
		if (strstr(line, " PTE "))
			sum[cont ? CONT_PTE : PTE] += (end - start) >> 10;
		else if (strstr(line, " PMD "))
			sum[cont ? CONT_PMD : PMD] += (end - start) >> 10;
		else
			sum[PUD] += (end - start) >> 10;
	}
}

/* "DirectMap2M", as x86 has it */
static void name_line(char *name, size_t len, unsigned long size)
{
	if (size < 1024)
		snprintf(name, len, "DirectMap%luk", size);
	else if (size < 1048576)
		snprintf(name, len, "DirectMap%luM", size >> 10);
	else
		snprintf(name, len, "DirectMap%luG", size >> 20);
}

int main(int argc, char **argv)
{
	const unsigned long *size = kb[size_index(page_size())];
	unsigned long sum[NR_KINDS] = {}, all = 0;
	char *dump, *meminfo, name[32];
	int lines = 0;

	mount("debugfs", DEBUGFS, "debugfs", 0, NULL);
	dump = read_file(DEBUGFS "/kernel_page_tables", NULL);
	if (!dump)
		tap_bail("no dump of page tables");
	sum_dump(dump, sum);
	for (int i = 0; i < NR_KINDS && size[i]; i++) {
		name_line(name, sizeof(name), size[i]);
		tap_is(read_field("/proc/meminfo", name), sum[i], "%s", name);
		all += sum[i];
		lines++;
	}
	tap_ok(all && all >= (argc > 1 ? strtoul(argv[1], NULL, 0) << 10 : 1),
	       "all in all: %lu kB", all);

	meminfo = read_file("/proc/meminfo", NULL);
	for (char *s = meminfo; s && (s = strstr(s, "DirectMap")); s++)
		lines--;
	tap_is(lines, 0, "no other DirectMap lines");
	free(meminfo);
	free(dump);
	return tap_done();
}
