// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the kernel divides memory: fields, zones, orders, blocks.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "util.h"

/*
 * /proc/meminfo: every key in its order; the value where it is a constant of
 * the kernel or of its configuration. VmallocTotal is not: a kernel that
 * serves all page sizes lays out its address space for the largest struct page
 * array.
 */
static void dump_meminfo(void)
{
	static const char * const constant[] = {
		"SwapTotal", "SwapFree", "SwapCached", "Zswap", "Zswapped",
		"NFS_Unstable", "Bounce", "WritebackTmp", "HardwareCorrupted",
		"ShmemHugePages", "ShmemPmdMapped", "FileHugePages", "FilePmdMapped",
		"CmaTotal", "Unaccepted", "HugePages_Total", "HugePages_Free",
		"HugePages_Rsvd", "HugePages_Surp", "Hugepagesize", "Hugetlb", "Mlocked",
	};
	static const char * const memory[] = { "MemTotal", "CommitLimit" };
	char *text = read_file("/proc/meminfo", NULL), *s, *line, *colon;
	unsigned int n = 0;

	for (s = text; s && (line = strsep(&s, "\n")) && *line; n++) {
		bool done = false;

		colon = strchr(line, ':');
		if (!colon)
			continue;
		*colon = '\0';
		for (size_t i = 0; i < ARRAY_SIZE(constant) && !done; i++)
			if (!strcmp(line, constant[i])) {
				emit(colon + 1, "meminfo.%u.%s", n, line);
				done = true;
			}
		for (size_t i = 0; i < ARRAY_SIZE(memory) && !done; i++)
			if (!strcmp(line, memory[i])) {
				emit_memory(colon + 1, "meminfo.%u.%s", n, line);
				done = true;
			}
		if (!done)
			emit("", "meminfo.%u.%s", n, line);
	}
	free(text);
}

/* Names of the first words of a file's lines, as one value */
static void dump_first_words(const char *path, const char *key)
{
	char *text = read_file(path, NULL), *s, *line;
	unsigned int n = 0;

	for (s = text; s && (line = strsep(&s, "\n")) && *line; n++) {
		line[strcspn(line, " :")] = '\0';
		/* Not the line of addresses on top of smaps */
		if (!strchr(line, '-'))
			emit("", "%s.%u.%s", key, n, line);
	}
	free(text);
}

static void dump_buddyinfo(void)
{
	char *text = read_file("/proc/buddyinfo", NULL), *s, *line;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		char zone[32], *p, *word;
		int node, used, columns = 0;

		if (sscanf(line, "Node %d, zone %31s%n", &node, zone, &used) < 2)
			continue;
		p = line + used;
		while ((word = strsep(&p, " ")))
			columns += *word != '\0';
		emit_number(columns, "buddyinfo.%d.%s.orders", node, zone);
	}
	free(text);
}

/* The headings and the blocks of each kind; not the numbers of free pages */
static void dump_pagetypeinfo(void)
{
	char *text = read_file("/proc/pagetypeinfo", NULL), *s, *line;
	bool blocks = false;

	for (s = text; s && (line = strsep(&s, "\n"));) {
		char zone[32], *colon = strchr(line, ':');
		int node, used, sum = 0, n;

		if (!strncmp(line, "Page", 4) && colon) {
			*colon = '\0';
			emit(colon + 1, "pagetypeinfo.%s", line);
		} else if (!strncmp(line, "Number of blocks type", 21)) {
			emit(line + 21, "pagetypeinfo.types");
			blocks = true;
		} else if (!strncmp(line, "Free pages count", 16)) {
			emit(line + 16, "pagetypeinfo.free");
		} else if (blocks && sscanf(line, "Node %d, zone %31s%n", &node, zone, &used) == 2) {
			/* Blocks change their kind; their sum does not */
			for (line += used; sscanf(line, "%d%n", &n, &used) == 1; line += used)
				sum += n;
			emit_number(sum, "pagetypeinfo.%d.%s.blocks", node, zone);
		}
	}
	free(text);
}

/*
 * /proc/zoneinfo: extent of each zone and the batches that follow from it;
 * watermarks and what is managed follow from the memory that boot left over.
 */
static void dump_zoneinfo(void)
{
	static const char * const constant[] = { "spanned", "present", "cma", "start_pfn:",
						 "batch:" };
	/* "high:" of a CPU moves between the last two */
	static const char * const memory[] = { "min", "low", "high", "managed", "protection:",
					       "high_min:", "high_max:" };
	char *text = read_file("/proc/zoneinfo", NULL), *s, *line;
	char zone[32] = "?";
	int node = 0, cpu = -1;

	for (s = text; s && (line = strsep(&s, "\n"));) {
		char key[32];
		int used;

		if (sscanf(line, "Node %d, zone %31s", &node, zone) == 2) {
			cpu = -1;
			continue;
		}
		if (sscanf(line, " cpu: %d", &cpu) == 1)
			continue;
		if (sscanf(line, " %31s%n", key, &used) != 1)
			continue;
		if (!strcmp(key, "pages") && sscanf(line, " pages %31s%n", key, &used) != 1)
			continue;
		/* One CPU is as good as another */
		if (cpu > 0)
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(constant); i++)
			if (!strcmp(key, constant[i]))
				emit(line + used, "zoneinfo.%d.%s.%s", node, zone, key);
		for (size_t i = 0; i < ARRAY_SIZE(memory); i++)
			if (!strcmp(key, memory[i]))
				emit_memory(line + used, "zoneinfo.%d.%s.%s%s", node, zone,
					    cpu < 0 ? "" : "pcp.", key);
	}
	free(text);
}

/* How large the objects of each cache are, and its slabs */
static void dump_slabs(void)
{
	char *text = read_file("/proc/slabinfo", NULL), *s, *line;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		unsigned int size, per_slab, pages;
		char name[64], value[64];

		if (sscanf(line, "%63s %*u %*u %u %u %u", name, &size, &per_slab, &pages) != 4)
			continue;
		snprintf(value, sizeof(value), "%u bytes, %u in %u pages", size, per_slab, pages);
		emit(value, "slabinfo.%s", name);
	}
	free(text);
}

void dump_memory(void)
{
	dump_meminfo();
	dump_first_words("/proc/vmstat", "vmstat");
	dump_first_words("/proc/self/smaps_rollup", "smaps_rollup");
	dump_buddyinfo();
	dump_pagetypeinfo();
	dump_zoneinfo();
	dump_slabs();
}
