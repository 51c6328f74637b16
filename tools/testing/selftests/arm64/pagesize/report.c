// SPDX-License-Identifier: GPL-2.0-only
/*
 * A short account of the boot: page size and why, page table levels, memory.
 *
 * "report plain" prints that and nothing else; "report" judges the page size
 * by pagesize_expect and prints TAP as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util.h"

#define REASON "page size: "

/* "2 MiB" */
static void print_bytes(const char *what, unsigned long long n)
{
	static const char * const units[] = { "bytes", "KiB", "MiB", "GiB" };
	unsigned int u = 0;

	while (u + 1 < ARRAY_SIZE(units) && n && !(n % 1024)) {
		n /= 1024;
		u++;
	}
	printf("%-14s %llu %s\n", what, n, units[u]);
}

static void report(void)
{
	unsigned long page = page_size();
	int va_bits = user_va_bits();
	char *reason, *huge = read_line("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
	char *el = kernel_log_line("CPU: All CPU(s) started at ", 0);
	unsigned int reasons = 0;
	struct utsname uts;

	uname(&uts);
	printf("%-14s %s %s %s\n", "kernel", uts.sysname, uts.release, uts.machine);
	printf("%-14s %lu bytes (%s)\n", "page size", page, size_name(page));
	/* Only kernels that choose their page size at boot say why, and what they refused */
	while ((reason = kernel_log_line(REASON, reasons))) {
		printf("%-14s %s\n", reasons++ ? "" : "chosen", reason + strlen(REASON));
		free(reason);
	}
	if (!reasons)
		printf("%-14s %s\n", "chosen", "when the kernel was built");
	printf("%-14s %d levels for %d bits of address\n", "page tables",
	       table_levels(page, va_bits), va_bits);
	if (huge)
		print_bytes("huge page", strtoull(huge, NULL, 10));
	printf("%-14s %ld MiB, %ld MiB available\n", "memory",
	       read_field("/proc/meminfo", "MemTotal") / 1024,
	       read_field("/proc/meminfo", "MemAvailable") / 1024);
	printf("%-14s %ld, started at %s\n", "CPUs", sysconf(_SC_NPROCESSORS_ONLN),
	       el ? strrchr(el, ' ') + 1 : "?");
	free(huge);
	free(el);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned long want;

	report();
	if (argc > 1 && !strcmp(argv[1], "plain"))
		return 0;
	want = expected_size(argc > 1 ? argv[1] : NULL);
	tap_plan(1);
	if (want)
		tap_is_str(size_name(page_size()), size_name(want), "page size");
	else
		tap_ok(size_index(page_size()) >= 0, "page size is one that arm64 has");
	return tap_done();
}
