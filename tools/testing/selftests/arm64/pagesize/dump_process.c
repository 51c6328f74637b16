// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a process is given: auxiliary vector, mappings, limits.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include "dump.h"
#include "util.h"

/* Entries that hold an address, which is another one in each process */
static bool is_address(unsigned long type)
{
	switch (type) {
	case AT_PHDR:
	case AT_ENTRY:
	case AT_BASE:
	case AT_SYSINFO_EHDR:
	case AT_RANDOM:
	case AT_EXECFN:
	case AT_PLATFORM:
	case AT_BASE_PLATFORM:
		return true;
	}
	return false;
}

static void dump_auxv(void)
{
	size_t len;
	char *raw = read_file("/proc/self/auxv", &len);
	ElfW(auxv_t) *av = (ElfW(auxv_t) *)raw;

	for (size_t i = 0; raw && i < len / sizeof(*av) && av[i].a_type != AT_NULL; i++) {
		if (!is_address(av[i].a_type))
			emit_number(av[i].a_un.a_val, "auxv.%u", (unsigned int)av[i].a_type);
		else if (av[i].a_type == AT_SYSINFO_EHDR)
			emit_number(av[i].a_un.a_val % page_size(), "auxv.%u.in_page",
				    (unsigned int)av[i].a_type);
		else
			emit("address", "auxv.%u", (unsigned int)av[i].a_type);
	}
	free(raw);
}

/*
 * Addresses are random, and the heap grows as it likes; length, protection
 * and order are the kernel's choice.
 */
static void dump_maps(void)
{
	char *text = read_file("/proc/self/maps", NULL), *s, *line;
	unsigned int n = 0;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		unsigned long begin, end;
		char perms[8], name[64] = "", value[64];

		if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %63s", &begin, &end, perms, name) < 3)
			continue;
		if (!strcmp(name, "[heap]"))
			continue;
		snprintf(value, sizeof(value), "%s %lu", perms, end - begin);
		if (*name)
			emit(value, "maps.%u.%s", n++, name);
		else
			/* malloc() and stdio */
			emit(perms, "maps.%u.anonymous", n++);
	}
	free(text);
}

static void dump_limits(void)
{
	/* Half of the threads that memory has room for */
	static const int from_memory[] = { RLIMIT_NPROC, RLIMIT_SIGPENDING };

	for (int i = 0; i < RLIMIT_NLIMITS; i++) {
		struct rlimit r;
		char value[64];
		bool memory = false;

		if (getrlimit(i, &r))
			continue;
		for (size_t j = 0; j < ARRAY_SIZE(from_memory); j++)
			memory |= from_memory[j] == i;
		snprintf(value, sizeof(value), "%lld %lld", (long long)r.rlim_cur,
			 (long long)r.rlim_max);
		if (memory)
			emit_memory(value, "rlimit.%d", i);
		else
			emit(value, "rlimit.%d", i);
	}
}

static void dump_sysconf(void)
{
	static const struct {
		int name;
		const char *key;
	} confs[] = {
		{ _SC_PAGESIZE, "PAGESIZE" },
		{ _SC_ARG_MAX, "ARG_MAX" },
		{ _SC_OPEN_MAX, "OPEN_MAX" },
		{ _SC_IOV_MAX, "IOV_MAX" },
		{ _SC_THREAD_STACK_MIN, "THREAD_STACK_MIN" },
		{ _SC_MINSIGSTKSZ, "MINSIGSTKSZ" },
		{ _SC_SIGSTKSZ, "SIGSTKSZ" },
		{ _SC_NPROCESSORS_CONF, "NPROCESSORS_CONF" },
		{ _SC_NPROCESSORS_ONLN, "NPROCESSORS_ONLN" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(confs); i++)
		emit_number(sysconf(confs[i].name), "sysconf.%s", confs[i].key);
}

void dump_process(void)
{
	dump_auxv();
	dump_maps();
	dump_limits();
	dump_sysconf();
}
