// SPDX-License-Identifier: GPL-2.0-only
/*
 * modload [FOLDER [ROUNDS]]: loads the modules of modtest/ (from /modules),
 * compares what they say with what follows from AT_PAGESZ and 48-bit
 * addresses, unloads them, and does all of that again.
 *
 * modload splat: loads the one that WARN()s, for a boot that has to be found
 * faulty.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util.h"

#define DEBUGFS	"/sys/kernel/debug/pagesize_modtest/"
#define PARAMS	"/sys/module/pagesize_anylicence/parameters/"

enum { MAX_VALUES = 160, MAPPED = 8 };

static struct {
	const char *name;
	uint64_t value;
} expected[MAX_VALUES];
static unsigned int nr_expected;

static void add(const char *name, uint64_t value)
{
	if (nr_expected == MAX_VALUES)
		tap_bail("more than %d values", MAX_VALUES);
	expected[nr_expected].name = name;
	expected[nr_expected++].value = value;
}

/* The names are the expressions that the module evaluates */
static void fill_expected(int size)
{
	static const unsigned int cont_pte[] = { 4, 7, 5 }, cont_pmd[] = { 4, 5, 5 };
	static const unsigned int max_order[] = { 10, 11, 13 }, section[] = { 27, 27, 29 };
	const uint64_t n = 0x34567;
	const unsigned int shift = 12 + 2 * size, bits = shift - 3;
	const uint64_t page = 1UL << shift;
	const unsigned int levels = table_levels(page, 48);
	const unsigned int pmd = shift + bits, pud = shift + 2 * bits;
	const unsigned int pgd = shift + (levels - 1) * bits;
	const unsigned int pte_c = shift + cont_pte[size], pmd_c = pmd + cont_pmd[size];
	const unsigned int block = bits < max_order[size] ? bits : max_order[size];

	add("PAGE_SHIFT", shift);
	add("PAGE_SIZE", page);
	add("PAGE_MASK", -page);
	add("~PAGE_MASK", page - 1);
	add("PAGE_SIZE - 1", page - 1);
	add("-PAGE_SIZE", -page);
	add("PAGE_SIZE / 2", page / 2);
	add("PAGE_SIZE * 3", page * 3);
	add("PAGE_SIZE / sizeof(u64)", page / 8);
	add("8 * PAGE_SIZE", page * 8);
	add("BITS_PER_LONG - PAGE_SHIFT", 64 - shift);
	add("n & PAGE_MASK", n & -page);
	add("n & ~PAGE_MASK", n & (page - 1));
	add("n >> PAGE_SHIFT", n >> shift);
	add("n << PAGE_SHIFT", n << shift);
	add("n + PAGE_SIZE", n + page);
	add("n - PAGE_SIZE", n - page);
	add("n | (PAGE_SIZE - 1)", n | (page - 1));
	add("divide(n)", n / page);
	add("modulo(n)", n % page);
	add("round_to_page(n)", n / page + 1);
	add("PAGE_ALIGN(n)", (n / page + 1) * page);
	add("PAGE_ALIGN_DOWN(n)", n / page * page);
	add("PAGE_ALIGNED(n)", 0);
	add("offset_in_page(n)", n % page);
	add("PFN_UP(n)", n / page + 1);
	add("PFN_DOWN(n)", n / page);
	add("PFN_PHYS(n)", n * page);
	add("PFN_ALIGN(n)", (n / page + 1) * page);
	add("pte_pfn(pte)", n);
	add("PMD_SHIFT", pmd);
	add("PMD_SIZE", 1UL << pmd);
	add("PMD_MASK", -(1UL << pmd));
	add("PUD_SHIFT", pud);
	add("PUD_SIZE", 1UL << pud);
	add("PUD_MASK", -(1UL << pud));
	add("P4D_SHIFT", pgd);
	add("P4D_SIZE", 1UL << pgd);
	add("PGDIR_SHIFT", pgd);
	add("PGDIR_SIZE", 1UL << pgd);
	add("PGDIR_MASK", -(1UL << pgd));
	add("PTRS_PER_PTE", 1UL << bits);
	add("PTRS_PER_PMD", 1UL << bits);
	add("PTRS_PER_PUD", levels > 3 ? 1UL << bits : 1);
	add("PTRS_PER_P4D", 1);
	add("PTRS_PER_PGD", 1UL << (48 - pgd));
	add("pte_index(n)", (n >> shift) % (1UL << bits));
	add("pmd_index(n << 16)", (n << 16 >> pmd) % (1UL << bits));
	add("pgd_index(n << 28)", (n << 28 >> pgd) % (1UL << (48 - pgd)));
	add("pmd_addr_end(n, n + PMD_SIZE)", 1UL << pmd);
	add("CONT_PTE_SHIFT", pte_c);
	add("CONT_PTES", 1UL << cont_pte[size]);
	add("CONT_PTE_SIZE", 1UL << pte_c);
	add("CONT_PTE_MASK", -(1UL << pte_c));
	add("CONT_PMD_SHIFT", pmd_c);
	add("CONT_PMDS", 1UL << cont_pmd[size]);
	add("CONT_PMD_SIZE", 1UL << pmd_c);
	add("CONT_PMD_MASK", -(1UL << pmd_c));
	add("MAX_PAGE_ORDER", max_order[size]);
	add("NR_PAGE_ORDERS", max_order[size] + 1);
	add("MAX_ORDER_NR_PAGES", 1UL << max_order[size]);
	add("pageblock_order", block);
	add("pageblock_nr_pages", 1UL << block);
	add("SECTION_SIZE_BITS", section[size]);
	add("PFN_SECTION_SHIFT", section[size] - shift);
	add("PAGES_PER_SECTION", 1UL << (section[size] - shift));
	add("PAGES_PER_SUBSECTION", 1UL << (21 - shift));
	add("pfn_to_section_nr(n)", n >> (section[size] - shift));
	/* No less than 16K, no less than a page */
	add("THREAD_SIZE", page > 16384 ? page : 16384);
	add("THREAD_SIZE_ORDER", page > 16384 ? 0 : 14 - shift);
	add("HPAGE_PMD_ORDER", bits);
	add("HPAGE_PMD_NR", 1UL << bits);
	add("HPAGE_PMD_SIZE", 1UL << pmd);
	add("HPAGE_SHIFT", pmd);
	add("HPAGE_SIZE", 1UL << pmd);
	add("HUGETLB_PAGE_ORDER", bits);
	/* What an XArray can hold is the other limit */
	add("MAX_PAGECACHE_ORDER", bits < 11 ? bits : 11);
	add("KMALLOC_SHIFT_HIGH", shift + 1);
	add("KMALLOC_MAX_CACHE_SIZE", 2 * page);
	add("KMALLOC_MAX_SIZE", page << max_order[size]);
	add("get_order(n)", shift == 12 ? 6 : shift == 14 ? 4 : 2);
	add("SHMLBA", page);
	add("ELF_EXEC_PAGESIZE", page);
	add("STACK_RND_MASK", 0x3ffffUL >> (shift - 12));
	add("SKB_MAX_ORDER(0, 0) + SKB_SHARED", page);
	add("SKB_MAX_ALLOC + SKB_SHARED", 4 * page);
	add("PIPE_DEF_BUFFERS * PAGE_SIZE", 16 * page);
}

/* 0 or errno */
static int load(const char *folder, const char *name, const char *params)
{
	char path[256];
	int fd, err;

	snprintf(path, sizeof(path), "%s/%s.ko", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	err = syscall(SYS_finit_module, fd, params, 0) ? errno : 0;
	close(fd);
	return err;
}

static int unload(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? errno : 0;
}

static void judge_values(void)
{
	char *text = read_file(DEBUGFS "values", NULL), *s, *line, *space;
	unsigned int seen = 0, bad = 0, i;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		uint64_t value;

		space = strrchr(line, ' ');
		if (!space)
			tap_bail("values: %s", line);
		*space = '\0';
		value = strtoull(space + 1, NULL, 10);
		for (i = 0; i < nr_expected && strcmp(expected[i].name, line); i++)
			;
		seen++;
		if (i == nr_expected) {
			tap_diag("%s: no expected value for it", line);
			bad++;
		} else if (expected[i].value != value) {
			tap_diag("%s: %#llx, expected %#llx", line, (unsigned long long)value,
				 (unsigned long long)expected[i].value);
			bad++;
		}
	}
	free(text);
	tap_ok(!bad && seen == nr_expected, "%u of %u macros right", seen - bad, nr_expected);
}

static void judge_checks(void)
{
	char *text = read_file(DEBUGFS "checks", NULL), *s, *line;
	unsigned int seen = 0;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		size_t len = strlen(line);

		seen++;
		tap_ok(len > 3 && !strcmp(line + len - 3, " ok"), "module: %s", line);
	}
	free(text);
	tap_ok(seen >= 6, "the module ran %u checks", seen);
}

static void judge_mapping(unsigned long page)
{
	int fd = open("/dev/pagesize_modtest", O_RDWR | O_CLOEXEC);
	bool right = true;
	char *p;

	p = fd < 0 ? MAP_FAILED :
		     mmap(NULL, MAPPED * page, PROT_READ, MAP_SHARED, fd, 0);
	for (unsigned int i = 0; p != MAP_FAILED && i < MAPPED; i++)
		right &= *(uint64_t *)(p + i * page) == i;
	tap_ok(p != MAP_FAILED && right, "its pages can be mapped");
	if (p != MAP_FAILED)
		munmap(p, MAPPED * page);

	/* Not from the begin, and not beyond the end */
	p = fd < 0 ? MAP_FAILED : mmap(NULL, page, PROT_READ, MAP_SHARED, fd, 5 * page);
	tap_ok(p != MAP_FAILED && *(uint64_t *)p == 5, "and the sixth of them alone");
	if (p != MAP_FAILED)
		munmap(p, page);
	p = fd < 0 ? NULL : mmap(NULL, 2 * page, PROT_READ, MAP_SHARED, fd, 7 * page);
	tap_ok(p == MAP_FAILED, "but none beyond them");
	close(fd);
}

int main(int argc, char **argv)
{
	const char *folder = argc > 1 ? argv[1] : "/modules";
	int rounds = argc > 2 ? atoi(argv[2]) : 3;
	unsigned long page = page_size();
	char text[32], *got;

	if (!strcmp(folder, "splat")) {
		tap_is(load("/modules", "pagesize_modtest", "splat=1"), 0, "load and warn");
		return tap_done();
	}
	if (size_index(page) < 0 || rounds < 1)
		tap_bail("page size %lu, %d rounds", page, rounds);
	fill_expected(size_index(page));
	for (int i = 0; i < rounds; i++) {
		if (!tap_is(load(folder, "pagesize_modtest", ""), 0, "load"))
			break;
		judge_values();
		judge_checks();
		judge_mapping(page);
		tap_is(unload("pagesize_modtest"), 0, "unload");

		if (!tap_is(load(folder, "pagesize_anylicence", ""), 0, "load, any licence"))
			break;
		snprintf(text, sizeof(text), "%lu", page);
		got = read_line(PARAMS "page_size");
		tap_is_str(got, text, "its PAGE_SIZE");
		free(got);
		snprintf(text, sizeof(text), "%lu", page / 8 * page);
		got = read_line(PARAMS "pmd_size");
		tap_is_str(got, text, "its PMD_SIZE");
		free(got);
		tap_is(unload("pagesize_anylicence"), 0, "unload");
	}
	return tap_done();
}
