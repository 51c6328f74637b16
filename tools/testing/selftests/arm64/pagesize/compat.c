// SPDX-License-Identifier: GPL-2.0-only
/*
 * compat: what the kernel does for AArch32 programs only, at any page size: the
 * unit of mmap2(), the pages of helpers and of signal returns, the end of the
 * address space.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fault.h"
#include "util.h"

#ifndef __arm__
#error This is a program of 32 bits
#endif

/* mmap2() counts in these at every page size */
enum { MMAP2_UNIT = 4096 };

/* Documentation/arch/arm/kernel_user_helpers.rst */
#define VECTORS		0xffff0000UL
#define KUSER_VERSION	(*(const volatile int *)0xffff0ffc)
#define KUSER_GET_TLS	((void *(*)(void))0xffff0fe0)
#define KUSER_CMPXCHG	((int (*)(int old, int new, volatile int *p))0xffff0fc0)
#define KUSER_BARRIER	((void (*)(void))0xffff0fa0)

static unsigned long page;

struct area {
	unsigned long long start, end;		/* 4G is the end of one */
	char perms[5];
};

/* The mapping of that name, of this process */
static bool find_area(const char *name, struct area *area)
{
	char *text = read_file("/proc/self/maps", NULL), *s, *line;
	bool found = false;

	for (s = text; !found && s && (line = strsep(&s, "\n"));)
		found = strstr(line, name) &&
			sscanf(line, "%llx-%llx %4s", &area->start, &area->end, area->perms) == 3;
	free(text);
	return found;
}

static void test_mmap2(void)
{
	int fd = memfd_create("compat", MFD_CLOEXEC);
	void *p;

	if (fd < 0 || ftruncate(fd, 4 * page) || pwrite(fd, "x", 1, 3 * page) != 1)
		tap_bail("memfd: %s", strerror(errno));
	p = (void *)syscall(SYS_mmap2, NULL, page, PROT_READ, MAP_SHARED, fd,
			    3 * page / MMAP2_UNIT);
	if (tap_ok(p != MAP_FAILED, "mmap2: an offset of three pages"))
		tap_is(*(char *)p, 'x', "mmap2: it is counted in units of 4K");
	p = (void *)syscall(SYS_mmap2, NULL, page, PROT_READ, MAP_SHARED, fd, 1);
	tap_is(p == MAP_FAILED ? errno : 0, page == MMAP2_UNIT ? 0 : EINVAL,
	       "mmap2: an offset of 4K");
	close(fd);
}

static void test_kuser(void)
{
	volatile int word = 1;
	struct area area;

	if (!find_area("[vectors]", &area)) {
		tap_skip("no KUSER_HELPERS", "helpers in the vectors page");
		return;
	}
	tap_ok(area.start == VECTORS && area.end - area.start == page &&
	       !strcmp(area.perms, "r-xp"), "[vectors] is one page, read and executed");
	tap_ok(KUSER_VERSION >= 3, "helpers: version %d", KUSER_VERSION);
	tap_ok(KUSER_GET_TLS() == __builtin_thread_pointer(), "helpers: get_tls");
	KUSER_BARRIER();
	tap_ok(!KUSER_CMPXCHG(1, 2, &word) && word == 2, "helpers: cmpxchg that stores");
	tap_ok(KUSER_CMPXCHG(1, 3, &word) && word == 2, "helpers: cmpxchg that does not");
	tap_ok(try_read((char *)VECTORS) == 0 && try_write((char *)VECTORS) == SIGSEGV,
	       "[vectors] cannot be written");
}

/* Of the kernel: without SA_RESTORER the return goes through the page of its code */
struct kernel_sigaction {
	void *handler;
	unsigned long flags;
	void *restorer;
	unsigned long mask[2];
};

static volatile uintptr_t returns_to;

__attribute__((target("arm"))) static void handle_arm(int sig)
{
	(void)sig;
	returns_to = (uintptr_t)__builtin_return_address(0);
}

__attribute__((target("thumb"))) static void handle_thumb(int sig)
{
	(void)sig;
	returns_to = (uintptr_t)__builtin_return_address(0);
}

static void test_signals(void)
{
	static const struct {
		const char *name;
		void *handler;
		unsigned long flags;
	} ways[] = {
		{ "ARM", handle_arm, 0 },
		{ "ARM, siginfo", handle_arm, SA_SIGINFO },
		{ "Thumb", handle_thumb, 0 },
		{ "Thumb, siginfo", handle_thumb, SA_SIGINFO },
	};
	struct area area;

	if (!find_area("[sigpage]", &area)) {
		tap_ok(false, "[sigpage] is mapped");
		return;
	}
	tap_ok(area.end - area.start == page && !strcmp(area.perms, "r-xp"),
	       "[sigpage] is one page, read and executed");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		struct kernel_sigaction sa = { ways[i].handler, ways[i].flags, NULL, { 0 } };

		returns_to = 0;
		if (syscall(SYS_rt_sigaction, SIGUSR1, &sa, NULL, sizeof(sa.mask)))
			tap_bail("rt_sigaction: %s", strerror(errno));
		raise(SIGUSR1);
		tap_ok(returns_to >= area.start && returns_to < area.end,
		       "a signal returns through [sigpage]: %s", ways[i].name);
	}
}

static int place(unsigned long at)
{
	void *p = mmap((void *)at, page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	int err = p == MAP_FAILED ? errno : 0;

	if (!err) {
		*(volatile char *)p = 1;
		munmap(p, page);
	}
	return err;
}

/* Of 128 programs with 64K pages one has its stack right below the vectors. */
static bool stack_is_at(unsigned long at)
{
	struct area stack;

	return find_area("[stack]", &stack) && at >= stack.start && at < stack.end;
}

/* The last page is that of the vectors with 64K, and nobody's with smaller ones */
static void test_end(void)
{
	unsigned long below = VECTORS - page;

	tap_is(place(below), stack_is_at(below) ? EEXIST : 0, "a page below the vectors");
	tap_is(place(VECTORS), EEXIST, "a page at the vectors");
	tap_is(place(-page), page == 65536 ? EEXIST : ENOMEM, "the last page of 4G");
}

int main(void)
{
	page = page_size();
	test_mmap2();
	test_kuser();
	test_signals();
	test_end();
	return tap_done();
}
