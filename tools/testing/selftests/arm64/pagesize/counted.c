// SPDX-License-Identifier: GPL-2.0-only
/*
 * counted: execute a known number of instructions, for the test of the profile.
 * Prints for each interval that is to be kept what its user space executed:
 *
 *	counted: NAME INSTRUCTIONS LOADS STORES DIVISIONS
 *
 * with an instruction that faults counted each time that it is started, and its
 * access when it succeeds.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "hints.h"
#include "util.h"

enum { ROUNDS = 1000, PAGES = 16 };

static unsigned long nr_samples;

static void report(const char *name, unsigned long insns, unsigned long loads,
		   unsigned long stores, unsigned long divisions)
{
	/* And the hint that the interval starts with */
	printf("counted: %s %lu %lu %lu %lu\n", name, insns + 1, loads, stores, divisions);
	nr_samples++;
}

/* Memory that is there, divisions of either kind, a pair and an atomic operation */
static void loop(void)
{
	unsigned long buf[4] = { 0 }, n = ROUNDS;

	asm volatile(HINT_CUT
		"1:\n"
		"	ldr	x10, [%1]\n"
		"	str	x10, [%1, #8]\n"
		"	ldp	x10, x11, [%1]\n"
		"	stp	x10, x11, [%1, #16]\n"
		"	.arch_extension lse\n"
		"	ldadd	x10, x11, [%1]\n"
		"	mul	x10, x10, x11\n"
		"	udiv	x10, x10, x11\n"
		"	sdiv	w10, w10, w11\n"
		"	subs	%0, %0, #1\n"
		"	b.ne	1b\n"
		HINT_CUT HINT_KEEP
		: "+r" (n) : "r" (buf) : "x10", "x11", "cc", "memory");
	report("loop", ROUNDS * 10, ROUNDS * 4, ROUNDS * 4, ROUNDS * 2);
}

/* Pages that are not there yet */
static char *map(size_t len)
{
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || (madvise(p, len, MADV_NOHUGEPAGE) && errno != EINVAL))
		tap_bail("mmap: %s", strerror(errno));
	return p;
}

/*
 * @access to each page: it faults in the middle of a block, so that what follows
 * has to wait.
 */
#define ACCESS_PAGES(at, access)						\
do {										\
	size_t step = page_size();						\
	unsigned long n = PAGES;						\
										\
	asm volatile(HINT_CUT							\
		"1:\n"								\
		"	mul	x10, %0, %0\n"					\
		"	" access "\n"						\
		"	udiv	x10, x10, %0\n"					\
		"	add	%1, %1, %2\n"					\
		"	subs	%0, %0, #1\n"					\
		"	b.ne	1b\n"						\
		HINT_CUT HINT_KEEP						\
		: "+r" (n), "+r" (at) : "r" (step) : "x10", "cc", "memory");	\
} while (0)

/* The access is started twice, what precedes and follows it once */
static void faults(void)
{
	size_t len = PAGES * page_size();
	char *p = map(len), *at = p;

	ACCESS_PAGES(at, "str x10, [%1]");
	munmap(p, len);
	report("faults", PAGES * 6 + PAGES, 0, PAGES, PAGES);

	p = map(len);
	at = p;
	ACCESS_PAGES(at, "dc zva, %1");
	munmap(p, len);
	report("zeroing-faults", PAGES * 6 + PAGES, 0, 0, PAGES);
}

/* The kernel executes one instruction of each round in place of user space */
static void emulated(void)
{
	unsigned long n = ROUNDS;

	asm volatile(HINT_CUT
		"1:\n"
		"	mrs	x10, id_aa64mmfr0_el1\n"
		"	udiv	x10, x10, %0\n"
		"	subs	%0, %0, #1\n"
		"	b.ne	1b\n"
		HINT_CUT HINT_KEEP
		: "+r" (n) : : "x10", "cc", "memory");
	report("emulated", ROUNDS * 4, 0, 0, ROUNDS);
}

int main(void)
{
	unsigned long want = expected_size(NULL);

	if (want)
		tap_is(page_size(), want, "page size %s", size_name(want));
	loop();
	faults();
	emulated();
	fflush(stdout);
	tap_ok(nr_samples, "counted %lu intervals, page %lu", nr_samples, page_size());
	return tap_done();
}
