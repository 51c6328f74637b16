// SPDX-License-Identifier: GPL-2.0-only
/*
 * basic [SIZE]: is this the page size that the boot was to have, and does
 * every interface that cuts memory into pages cut it there?
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <unistd.h>

#include "fault.h"
#include "util.h"
#include "vdso.h"

#define SYSFS "/sys/kernel/mm/page_size"

static unsigned long page;		/* what it should be */

/* errno of a call that returns -1 (or MAP_FAILED) on failure, else 0 */
#define ERRNO(call) ((long)(call) == -1 ? errno : 0)

static char *map(size_t len, int prot)
{
	char *p = mmap(NULL, len, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		tap_bail("mmap of %zu bytes: %s", len, strerror(errno));
	/* One page is one page: no huge page, no large folio */
	madvise(p, len, MADV_NOHUGEPAGE);
	return p;
}

static void test_reported(void)
{
	tap_is(getauxval(AT_PAGESZ), page, "AT_PAGESZ");
	tap_is(sysconf(_SC_PAGESIZE), page, "sysconf(_SC_PAGESIZE)");
	tap_is(getpagesize(), page, "getpagesize()");
}

/* A field of the mapping that begins at @p, in bytes */
static long smaps_field(const char *p, const char *key)
{
	char begin[32], *text = read_file("/proc/self/smaps", NULL), *s;
	size_t len = strlen(key);
	long kb = -1;

	snprintf(begin, sizeof(begin), "%08lx-", (unsigned long)p);
	s = text ? strstr(text, begin) : NULL;
	for (; s; s = strchr(s, '\n')) {
		if (*s == '\n')
			s++;
		if (!strncmp(s, key, len) && s[len] == ':') {
			kb = strtol(s + len + 1, NULL, 10);
			break;
		}
	}
	free(text);
	return kb < 0 ? kb : kb * 1024;
}

static void test_smaps(void)
{
	/* Guarded, or the kernel may merge it with its neighbour */
	char *guard = map(8 * page, PROT_NONE), *p = guard + page;

	mprotect(p, 6 * page, PROT_READ | PROT_WRITE);
	p[0] = 1;
	p[3 * page] = 1;
	tap_is(smaps_field(p, "KernelPageSize"), page, "smaps: KernelPageSize");
	tap_is(smaps_field(p, "MMUPageSize"), page, "smaps: MMUPageSize");
	tap_is(smaps_field(p, "Rss"), 2 * page, "smaps: Rss of two touched pages");
	munmap(guard, 8 * page);
}

static void test_faults(void)
{
	enum { N = 64 };
	char *p = map(N * page, PROT_READ | PROT_WRITE);
	struct rusage before, after;

	getrusage(RUSAGE_SELF, &before);
	for (unsigned long i = 0; i < N; i++)
		p[i * page] = 1;
	getrusage(RUSAGE_SELF, &after);
	tap_is(after.ru_minflt - before.ru_minflt, N, "one fault for each page touched");

	getrusage(RUSAGE_SELF, &before);
	for (unsigned long i = 0; i < N * page; i += 256)
		p[i] = 1;
	getrusage(RUSAGE_SELF, &after);
	tap_is(after.ru_minflt - before.ru_minflt, 0, "none inside of touched pages");
	munmap(p, N * page);
}

static void test_mmap(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	char *p = map(8 * page, PROT_READ | PROT_WRITE);
	bool aligned = true;

	for (size_t len = 1; len < 300000; len = len * 3 + 7) {
		char *q = map(len, PROT_READ);

		aligned &= !((unsigned long)q % page);
		munmap(q, len);
	}
	tap_ok(aligned, "mmap: addresses are multiples of a page");
	tap_is(ERRNO(mmap(p + page / 2, page, PROT_READ, flags, -1, 0)), EINVAL,
	       "mmap: MAP_FIXED at half a page");
	tap_is(ERRNO(mmap(p + page, page, PROT_READ, flags, -1, 0)), 0,
	       "mmap: MAP_FIXED at a page");
	tap_is(ERRNO(munmap(p + page / 2, page)), EINVAL, "munmap: at half a page");

	/* A length is rounded up to whole pages */
	munmap(p + 2 * page, 1);
	tap_ok(!try_read(p + 2 * page - 1) && try_read(p + 2 * page) == SIGSEGV &&
	       try_read(p + 3 * page - 1) == SIGSEGV && !try_read(p + 3 * page),
	       "munmap: one byte takes one page");
	munmap(p, 8 * page);
}

static void test_mprotect(void)
{
	char *p = map(4 * page, PROT_READ | PROT_WRITE);

	memset(p, 1, 4 * page);
	tap_is(ERRNO(mprotect(p + page / 2, page, PROT_READ)), EINVAL,
	       "mprotect: at half a page");
	tap_is(ERRNO(mprotect(p + page, 1, PROT_READ)), 0, "mprotect: one byte");
	tap_ok(!try_write(p + page - 1) && try_write(p + page) == SIGSEGV &&
	       try_write(p + 2 * page - 1) == SIGSEGV && !try_write(p + 2 * page),
	       "mprotect: one byte protects one page");
	munmap(p, 4 * page);
}

static void test_mremap(void)
{
	char *p = map(8 * page, PROT_READ | PROT_WRITE), *q;
	bool kept = true;

	for (unsigned long i = 0; i < 4 * page; i++)
		p[i] = i * 7 + i / page;
	munmap(p + 4 * page, 4 * page);
	tap_is(ERRNO(mremap(p + page / 2, page, 2 * page, MREMAP_MAYMOVE)), EINVAL,
	       "mremap: at half a page");
	q = map(16 * page, PROT_NONE);
	q = mremap(p, 4 * page, 8 * page, MREMAP_MAYMOVE | MREMAP_FIXED, q + page);
	if (q == MAP_FAILED)
		tap_bail("mremap: %s", strerror(errno));
	for (unsigned long i = 0; i < 8 * page; i++)
		kept &= q[i] == (char)(i < 4 * page ? i * 7 + i / page : 0);
	tap_ok(kept && try_read(p) == SIGSEGV, "mremap: moves whole pages and clears the rest");
	munmap(q, 8 * page);
}

static void test_madvise(void)
{
	char *p = map(4 * page, PROT_READ | PROT_WRITE);

	memset(p, 1, 4 * page);
	tap_is(ERRNO(madvise(p + page / 2, page, MADV_DONTNEED)), EINVAL,
	       "madvise: at half a page");
	madvise(p + page, 1, MADV_DONTNEED);
	tap_ok(p[page - 1] == 1 && !p[page] && !p[2 * page - 1] && p[2 * page] == 1,
	       "madvise: MADV_DONTNEED of one byte drops one page");
	munmap(p, 4 * page);
}

static void test_mincore(void)
{
	char *p = map(4 * page, PROT_READ | PROT_WRITE);
	unsigned char vec[5];

	p[page] = 1;
	tap_is(ERRNO(mincore(p + page / 2, page, vec)), EINVAL, "mincore: at half a page");
	memset(vec, 0xaa, sizeof(vec));
	tap_is(ERRNO(mincore(p, 3 * page + 1, vec)), 0, "mincore: three pages and a byte");
	tap_ok(!(vec[0] & 1) && (vec[1] & 1) && !(vec[2] & 1) && vec[3] != 0xaa &&
	       vec[4] == 0xaa, "mincore: one entry for each page");
	munmap(p, 4 * page);
}

static void test_file(void)
{
	int fd = memfd_create("basic", MFD_CLOEXEC);
	char *p;

	if (fd < 0 || ftruncate(fd, 2 * page + 100))
		tap_bail("memfd: %s", strerror(errno));
	tap_is(ERRNO(mmap(NULL, page, PROT_READ, MAP_SHARED, fd, page / 2)), EINVAL,
	       "file: offset of half a page");
	p = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		tap_bail("mmap of a file: %s", strerror(errno));
	tap_ok(!try_write(p + 2 * page) && !try_write(p + 3 * page - 1) &&
	       try_read(p + 3 * page) == SIGBUS,
	       "file: the last page is there to its end, the next is not");
	p[page] = 42;
	munmap(p, 4 * page);
	p = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, page);
	tap_ok(p != MAP_FAILED && p[0] == 42, "file: offset of one page");
	munmap(p, page);
	close(fd);
}

static void test_shm(void)
{
	int id = shmget(IPC_PRIVATE, 4 * page, IPC_CREAT | 0600);
	char *at = map(16 * page, PROT_NONE), *p;
	/* SHMLBA: AArch32 programs still mind the colours of caches */
	const unsigned long unit = sizeof(long) == 4 ? 4 * page : page;

	if (id < 0) {
		tap_skip("no System V shared memory", "shmat");
		return;
	}
	munmap(at, 16 * page);
	at = (char *)(((uintptr_t)at + unit - 1) & -unit);
	tap_is(ERRNO(shmat(id, at + page / 2, 0)), EINVAL, "shmat: at half a page");
	p = shmat(id, at + unit + page / 2, SHM_RND);
	tap_ok(p == at + unit, "shmat: SHM_RND rounds down to SHMLBA");
	if (p != (void *)-1)
		shmdt(p);
	shmctl(id, IPC_RMID, NULL);
}

static void test_pipe(void)
{
	int fds[2];

	if (pipe(fds))
		tap_bail("pipe: %s", strerror(errno));
	tap_is(fcntl(fds[0], F_GETPIPE_SZ), 16 * page, "pipe: 16 pages");
	tap_is(fcntl(fds[0], F_SETPIPE_SZ, 1), page, "pipe: at least one page");
	close(fds[0]);
	close(fds[1]);
}

static void test_vdso(void)
{
	unsigned long at = getauxval(AT_SYSINFO_EHDR), begin, end;
	char *text = read_file("/proc/self/maps", NULL), *s, *line;
	int found = 0, aligned = 0;

	for (s = text; s && (line = strsep(&s, "\n"));) {
		if (!strstr(line, "[vdso]") && !strstr(line, "[vvar"))
			continue;
		found++;
		if (sscanf(line, "%lx-%lx", &begin, &end) == 2)
			aligned += !(begin % page) && !(end % page);
	}
	free(text);
	tap_ok(found >= 2 && aligned == found && at && !(at % page),
	       "vDSO and vvar are whole pages");
}

/* A CPU that could not take part in this page size would be missing */
static void test_cpus(void)
{
	char *present = read_line("/sys/devices/system/cpu/present");
	char *online = read_line("/sys/devices/system/cpu/online");

	tap_is_str(online, present ? present : "?", "all CPUs are online");
	free(present);
	free(online);
}

/* The kernel looks at its own page tables, at every size of mapping there is */
static void test_wx(void)
{
	char *said = read_line("/sys/kernel/debug/check_wx_pages");

	if (said)
		tap_is_str(said, "SUCCESS", "no kernel page is both writable and executable");
	else
		tap_skip("no PTDUMP_DEBUGFS", "writable and executable pages");
	free(said);
}

/*
 * Kernels that choose their page size at boot say so: one line "page size: 4K
 * (why), ..." in the log, apart from what they refused, and a folder in sysfs.
 */
static void test_choice(void)
{
	const char *prefix = "page size: ";
	unsigned int lines = 0, chosen = 0, right = 0;
	char start[32], *line, *current, *normal, *supported, *word, *rest;
	unsigned long last = 0, n;
	bool ascending, listed = false;

	for (; (line = kernel_log_line(prefix, lines)); lines++) {
		for (int i = 0; i < NR_SIZES; i++) {
			snprintf(start, sizeof(start), "%s%s (", prefix, size_name(sizes[i]));
			if (strncmp(line, start, strlen(start)))
				continue;
			chosen++;
			right += sizes[i] == page;
		}
		tap_diag("%s", line);
		free(line);
	}
	if (!lines && access(SYSFS, F_OK)) {
		tap_skip("page size fixed when the kernel was built", "kernel log");
		tap_skip("page size fixed when the kernel was built", "sysfs");
		return;
	}
	tap_ok(chosen == 1 && right == 1, "kernel log: names the page size, once");

	current = read_line(SYSFS "/current");
	normal = read_line(SYSFS "/default");
	supported = read_line(SYSFS "/supported");
	tap_diag("sysfs: current %s, default %s, supported %s", current ?: "?", normal ?: "?",
		 supported ?: "?");
	ascending = supported && *supported;
	rest = supported;
	while (rest && (word = strsep(&rest, " "))) {
		n = strtoul(word, NULL, 10);
		ascending &= n > last && size_index(n) >= 0;
		listed |= n == page;
		last = n;
	}
	tap_ok(current && strtoul(current, NULL, 10) == page && normal &&
	       size_index(strtoul(normal, NULL, 10)) >= 0 && ascending && listed,
	       "sysfs: current, default and supported page sizes");
	free(current);
	free(normal);
	free(supported);
}

int main(int argc, char **argv)
{
	unsigned long want = expected_size(argc > 1 ? argv[1] : NULL);

	page = want ? want : page_size();
	tap_diag("expected page size: %s%s", size_name(page), want ? "" : " (not given)");
	if (!tap_ok(page_size() == page, "page size is %s", size_name(page)))
		tap_bail("page size is %lu", page_size());
	test_reported();
	test_smaps();
	test_faults();
	test_mmap();
	test_mprotect();
	test_mremap();
	test_madvise();
	test_mincore();
	test_file();
	test_shm();
	test_pipe();
	test_vdso();
	test_vdso_clock();
	test_cpus();
	test_wx();
	test_choice();
	return tap_done();
}
