// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the kernel does by itself in units that follow from its page size: how
 * much a fault maps, how far from a mapping the stack stays, how a core dump is
 * laid out, what the clocks of a time namespace read.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "dump.h"
#include "fault.h"
#include "util.h"

/*
 * Runs @test in a child, to be asked for what it returns: errors are negative,
 * -EINTR if a signal ended it.
 */
static long in_child(long (*test)(void))
{
	static long *result;
	int status;
	pid_t pid;

	if (!result)
		result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (result == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	fflush(stdout);
	*result = -EINTR;
	pid = fork();
	if (!pid) {
		*result = test();
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid)
		tap_bail("waitpid: %s", strerror(errno));
	return *result;
}

/* Pages that one access to a file in memory maps, before it and behind it */
static void dump_fault_around(void)
{
	enum { LEN = 4 << 20, MIDDLE = (2 << 20) + 65536 };
	int fd = memfd_create("around", MFD_CLOEXEC);
	int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	unsigned long page = page_size();
	uint64_t entry;
	long before = 0, behind = 0;
	char *p;

	if (fd < 0 || map < 0)
		tap_bail("memfd, pagemap: %s", strerror(errno));
	for (long at = 0; at < LEN; at += page)
		if (pwrite(fd, "x", 1, at) != 1)
			tap_bail("memfd: %s", strerror(errno));
	/* The stretch around the access is one of 64K, or a page */
	p = mmap(NULL, LEN, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	p += (uintptr_t)p % 65536 ? 65536 - (uintptr_t)p % 65536 : 0;
	try_read(p + MIDDLE + 32768);
	for (long at = 0; at < LEN - 65536; at += page) {
		if (pread(map, &entry, sizeof(entry), (uintptr_t)(p + at) / page * 8) != 8)
			tap_bail("pagemap: %s", strerror(errno));
		if (!(entry >> 63))
			continue;
		if (at + (long)page <= MIDDLE + 32768)
			before++;
		else
			behind++;
	}
	emit_number(before * page, "fault.around.before");
	emit_number(behind * page, "fault.around.behind");
	close(map);
	close(fd);
}

/* Where the stack begins; it grows down */
static unsigned long stack_begin(void)
{
	char *text = read_file("/proc/self/maps", NULL), *s, *line;
	unsigned long begin = 0, from;

	for (s = text; s && (line = strsep(&s, "\n"));)
		if (strstr(line, "[stack]") && sscanf(line, "%lx-", &from) == 1)
			begin = from;
	free(text);
	return begin;
}

/* From a mapping below the stack to the lowest access that still grows it */
static long stack_gap(void)
{
	/* The gap is 256 pages, and addresses below the stack are free for 128M */
	enum { BELOW = 48 << 20, LEN = 65536 };
	struct rlimit r = { 2 * BELOW, RLIM_INFINITY };
	char *floor = (char *)((stack_begin() - BELOW) & -(unsigned long)LEN);
	long gap = 0;

	if (setrlimit(RLIMIT_STACK, &r))
		return -errno;
	floor = mmap(floor, LEN, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
		     -1, 0);
	if (floor == MAP_FAILED)
		return -errno;
	while (gap < BELOW && try_write(floor + LEN + gap))
		gap += 4096;
	return gap;
}

static rlim_t core_limit;

static long abort_in_tmp(void)
{
	struct rlimit r = { core_limit, RLIM_INFINITY };

	if (chdir("/tmp") || setrlimit(RLIMIT_CORE, &r))
		return -errno;
	abort();
}

/* Alignment that the headers claim, and that of the offsets in the file */
static void dump_core_layout(const char *core, size_t len)
{
	const ElfW(Ehdr) *eh = (const void *)core;
	const ElfW(Phdr) *ph = (const void *)(core + sizeof(*eh));
	unsigned long bits = 0, align = 0;

	if (len < sizeof(*eh) || eh->e_phoff != sizeof(*eh) ||
	    len < sizeof(*eh) + eh->e_phnum * sizeof(*ph)) {
		emit("truncated", "core");
		return;
	}
	for (int i = 0; i < eh->e_phnum; i++) {
		if (ph[i].p_type == PT_LOAD) {
			align |= ph[i].p_align;
			bits |= ph[i].p_offset | ph[i].p_memsz;
		}
	}
	emit_number(align, "core.align");
	/* Lowest bit that is not zero in all of them */
	emit_number(bits & -bits, "core.offsets");
}

/* A core file, and the smallest limit that lets one be written at all */
static void dump_core(void)
{
	static const rlim_t limits[] = {
		4095, 4096, 16383, 16384, 65535, 65536, RLIM_INFINITY,
	};
	size_t len;

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		char *core;

		core_limit = limits[i];
		in_child(abort_in_tmp);
		core = read_file("/tmp/core", &len);
		emit_errno(core ? 0 : errno, "core.limit.%ld", (long)limits[i]);
		if (core && limits[i] == RLIM_INFINITY)
			dump_core_layout(core, len);
		free(core);
		unlink("/tmp/core");
	}
}

/* Minutes by which the clock of the vDSO is wrong, compared with the system call */
static long vdso_error(void)
{
	struct timespec call, vdso;

	if (syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &call) ||
	    clock_gettime(CLOCK_MONOTONIC, &vdso))
		return -errno;
	return (vdso.tv_sec - call.tv_sec) / 60;
}

/* A time namespace, a day ahead, puts a page of its own in front of the clock's */
static long vdso_error_in_namespace(void)
{
	if (unshare(CLONE_NEWTIME))
		return -errno;
	if (write_file("/proc/self/timens_offsets", "monotonic 86400 0"))
		return -EIO;
	/* It is for children only */
	return in_child(vdso_error);
}

void dump_effects(void)
{
	dump_fault_around();
	emit_number(in_child(stack_gap), "stack.gap");
	dump_core();
	emit_number(in_child(vdso_error), "vdso.error");
	emit_number(in_child(vdso_error_in_namespace), "vdso.error.timens");
}
