// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock of the vDSO, called where the system call would be the end of the
 * process: so it is the page of time data that it reads, not the kernel.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util.h"
#include "vdso.h"

#ifdef __arm__
#define CLOCK_GETTIME "__vdso_clock_gettime"
#else
#define CLOCK_GETTIME "__kernel_clock_gettime"
#endif

/* As the kernel has it for these names: two longs */
struct ktime {
	long sec, nsec;
};

typedef int clock_gettime_fn(clockid_t clock, struct ktime *t);

/* Address of a function of the vDSO, by its dynamic symbols; NULL if it has none */
static clock_gettime_fn *vdso_function(const char *name)
{
	uintptr_t base = getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *eh = (const void *)base;
	const ElfW(Phdr) *ph;
	const ElfW(Dyn) *dyn = NULL;
	const ElfW(Sym) *syms = NULL;
	const char *names = NULL;
	const ElfW(Word) *hash = NULL;

	if (!base)
		return NULL;
	/* Linked at 0 */
	ph = (const void *)(base + eh->e_phoff);
	for (int i = 0; i < eh->e_phnum; i++)
		if (ph[i].p_type == PT_DYNAMIC)
			dyn = (const void *)(base + ph[i].p_vaddr);
	for (; dyn && dyn->d_tag != DT_NULL; dyn++) {
		const void *at = (const void *)(base + dyn->d_un.d_ptr);

		if (dyn->d_tag == DT_SYMTAB)
			syms = at;
		else if (dyn->d_tag == DT_STRTAB)
			names = at;
		else if (dyn->d_tag == DT_HASH)
			hash = at;
	}
	if (!syms || !names || !hash)
		return NULL;
	/* The number of chains is that of symbols */
	for (unsigned int i = 0; i < hash[1]; i++)
		if (syms[i].st_value && !strcmp(names + syms[i].st_name, name))
			return (clock_gettime_fn *)(base + syms[i].st_value);
	return NULL;
}

/* The child of test_vdso_clock(): read(), write() and exit() are all it may call */
static void __noreturn read_clock(clock_gettime_fn *clock_gettime_vdso, int fd)
{
	struct ktime t = {};
	int err = 1;

	if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)) {
		err = clock_gettime_vdso(CLOCK_MONOTONIC, &t);
		if (!err)
			err = write(fd, &t, sizeof(t)) != sizeof(t);
	}
	syscall(SYS_exit, err);
	for (;;)
		;
}

static int64_t now(void)
{
	struct ktime t = {};

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.sec * 1000000000LL + t.nsec;
}

void test_vdso_clock(void)
{
	clock_gettime_fn *fn = vdso_function(CLOCK_GETTIME);
	struct ktime t = {};
	int64_t before, then, after;
	int fds[2], status;
	pid_t pid;

	if (!tap_ok(fn, "vDSO has " CLOCK_GETTIME) || pipe(fds))
		return;
	before = now();
	pid = fork();
	if (!pid)
		read_clock(fn, fds[1]);
	close(fds[1]);
	waitpid(pid, &status, 0);
	after = now();
	if (tap_is(status, 0, "vDSO: the clock needs no system call") &&
	    read(fds[0], &t, sizeof(t)) == sizeof(t)) {
		then = t.sec * 1000000000LL + t.nsec;
		tap_ok(before <= then && then <= after, "vDSO: the clock is right");
	}
	close(fds[0]);
}
