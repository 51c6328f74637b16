// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: page faults, fork, and what changes or undoes many mappings at once. The
 * number of faults is verified: a huge page in place of small ones would look like
 * a fast kernel.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

#define COW_LEN		(64ul << 20)
#define FILE_LEN	(64ul << 20)

/* The kernel maps this much of a file around a fault, whatever the page size */
#define FAULT_AROUND	65536ul

/* Folios larger than a page: the size that every kernel with smaller pages has */
#define FOLIO		65536ul
#define FOLIO_ENABLED	"/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled"

/* Of anonymous memory, with pages or with folios of 64K */
struct names {
	const char *fault, *fork, *munmap, *exit;
};

static const struct names page_names = {
	"anon-fault", "fork", "munmap", "exit",
}, folio_names = {
	"anon-fault-64k", "fork-64k", "munmap-64k", "exit-64k",
};

/* Memory, and the size of what the kernel allocates when some of it is touched */
struct area {
	char *p;
	size_t len, unit;
};

static void verify_faults(const char *name, long took, unsigned long faults)
{
	/* A stack page of our own may come in between */
	if (took < (long)faults || took > (long)faults + 2)
		tap_bail("%s: %ld faults, should be %lu", name, took, faults);
}

/* Times one access for each @step bytes: @faults faults */
static void touch(const char *name, volatile char *p, size_t len, size_t step,
		  unsigned long faults, bool write)
{
	uint64_t start = bench_start();
	long before = bench_faults();

	for (size_t i = 0; i < len; i += step) {
		if (write)
			p[i] = 1;
		else
			(void)p[i];
	}
	bench_stop(name, faults, start);
	verify_faults(name, bench_faults() - before, faults);
}

static void protect(const char *name, char *p, size_t len, int prot)
{
	uint64_t start = bench_start();

	if (mprotect(p, len, prot))
		tap_bail("mprotect: %s", strerror(errno));
	bench_stop(name, len / page_size(), start);
}

static void unmap(const char *name, char *p, size_t len)
{
	uint64_t start = bench_start();

	if (munmap(p, len))
		tap_bail("munmap: %s", strerror(errno));
	bench_stop(name, len / page_size(), start);
}

/* Entries of a page table that the contiguous bit joins */
static unsigned int entries_of_range(void)
{
	return page_size() == 4096 ? 16 : page_size() == 16384 ? 128 : 32;
}

/*
 * How many pages off to move memory, from 1, so that as few as can be of the entries
 * that end a contiguous range have a physical page that ends one, too: where both do,
 * whoever sets the entry has to look at the whole range, because the contiguous bit
 * might be set. Physical pages are consecutive, which makes it all of the ranges in one
 * boot, and none in another.
 */
static unsigned int pages_off(const char *p, size_t len)
{
	size_t nr = len / page_size(), best = SIZE_MAX;
	unsigned int range = entries_of_range(), off = 0;
	uint64_t *entries = calloc(nr, sizeof(*entries));
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	ssize_t size = nr * sizeof(*entries);

	if (!entries || pread(fd, entries, size, (uintptr_t)p / page_size() * 8) != size)
		tap_bail("pagemap: %s", strerror(errno));
	close(fd);
	for (unsigned int o = 1; o <= range; o++) {
		size_t both = 0;

		for (size_t i = range - 1 - o % range; i < nr; i += range)
			both += entries[i] % range == range - 1;
		if (both < best) {
			best = both;
			off = o;
		}
	}
	free(entries);
	return off;
}

static char *move(char *p, size_t len, char *to)
{
	if (mremap(p, len, len, MREMAP_MAYMOVE | MREMAP_FIXED, to) != to)
		tap_bail("mremap: %s", strerror(errno));
	return to;
}

static char *time_move(const char *name, char *p, size_t len, char *to)
{
	uint64_t start = bench_start();

	move(p, len, to);
	bench_stop(name, len / page_size(), start);
	return to;
}

static void dontneed(const char *name, char *p, size_t len)
{
	uint64_t start = bench_start();

	if (madvise(p, len, MADV_DONTNEED))
		tap_bail("madvise: %s", strerror(errno));
	bench_stop(name, len / page_size(), start);
}

static void time_fork(const char *name, size_t len)
{
	struct bench_child child;
	uint64_t start;

	bench_child_prepare(&child);
	start = bench_start();
	bench_child_fork(&child, NULL, NULL);
	bench_stop(name, len / page_size(), start);
	bench_child_wait_ready(&child);
	bench_child_end(&child);
}

static void populate(void *arg)
{
	const struct area *area = arg;
	long before = bench_faults();

	if (madvise(area->p, area->len, MADV_POPULATE_WRITE))
		tap_bail("populate: %s", strerror(errno));
	verify_faults("populate", bench_faults() - before, area->len / area->unit);
}

/* The child touches the memory, which it alone has then; from its wake-up to its end */
static void time_exit(const char *name, struct area *area)
{
	struct bench_child child;
	uint64_t start;

	bench_child_prepare(&child);
	bench_child_fork(&child, populate, area);
	bench_child_wait_ready(&child);
	start = bench_start();
	bench_child_end(&child);
	bench_stop(name, area->len / page_size(), start);
}

/* @unit: what a fault allocates */
static void anonymous(const struct names *names, size_t len, size_t unit)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	struct area area = { bench_map(len, flags, -1), len, unit };
	unsigned int off;
	char *p = area.p;

	time_exit(names->exit, &area);
	touch(names->fault, p, len, page_size(), len / unit, true);
	if (names == &page_names) {
		off = pages_off(p, len);
		p = move(p, len, bench_address(1) + off * page_size());
	}
	time_fork(names->fork, len);
	/* The child is gone: the pages are this process's alone again */
	if (names == &page_names) {
		protect("mprotect-read", p, len, PROT_READ);
		protect("mprotect-write", p, len, PROT_READ | PROT_WRITE);
		/* Where each entry has to be moved, not a page table as a whole */
		off += entries_of_range();
		p = time_move("mremap", p, len, bench_address(0) + off * page_size());
	}
	unmap(names->munmap, p, len);
}

/* The word in brackets of a choice that sysfs shows, into @word */
static bool chosen(const char *path, char *word, size_t len)
{
	char *line = read_line(path), *from = line ? strchr(line, '[') : NULL;
	char *to = from ? strchr(from, ']') : NULL;
	bool ok = to && (size_t)(to - from) <= len;

	if (ok) {
		*to = '\0';
		strcpy(word, from + 1);
	}
	free(line);
	return ok;
}

static void choose(const char *word, bool thp_disabled)
{
	int err = write_file(FOLIO_ENABLED, word);

	if (err)
		tap_bail(FOLIO_ENABLED ": %s", strerror(-err));
	if (prctl(PR_SET_THP_DISABLE, thp_disabled, 0, 0, 0))
		tap_bail("PR_SET_THP_DISABLE: %s", strerror(errno));
}

const char *bench_no_folios(void)
{
	if (page_size() >= FOLIO)
		return "a page is as large";
	return access(FOLIO_ENABLED, W_OK) ? "no " FOLIO_ENABLED : NULL;
}

/* The same with folios of several pages each, which the kernel handles together */
static void folios(size_t len)
{
	char before[16];

	if (bench_no_folios())
		return;
	if (!chosen(FOLIO_ENABLED, before, sizeof(before)))
		tap_bail(FOLIO_ENABLED ": nothing is chosen");
	choose("always", false);
	anonymous(&folio_names, len, FOLIO);
	choose(before, true);
}

/* The child holds the other reference: each write of the parent copies */
static void copy_on_write(void)
{
	char *p = bench_map(COW_LEN, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	unsigned long pages = COW_LEN / page_size();
	struct bench_child child;

	memset(p, 1, COW_LEN);
	bench_child_prepare(&child);
	bench_child_fork(&child, NULL, NULL);
	bench_child_wait_ready(&child);
	touch("cow-fault", p, COW_LEN, page_size(), pages, true);
	bench_child_end(&child);
	dontneed("madvise-dontneed", p, COW_LEN);
	munmap(p, COW_LEN);
}

static void file(void)
{
	int fd = memfd_create("bench", 0);
	char *p;

	if (fd < 0 || ftruncate(fd, FILE_LEN))
		tap_bail("memfd: %s", strerror(errno));
	/* Allocates the pages */
	p = bench_map(FILE_LEN, MAP_SHARED, fd);
	touch("shmem-fault", p, FILE_LEN, page_size(), FILE_LEN / page_size(), true);
	munmap(p, FILE_LEN);
	/* Maps them, as many as the kernel maps around a fault */
	p = bench_map(FILE_LEN, MAP_PRIVATE, fd);
	touch("file-fault", p, FILE_LEN, FAULT_AROUND, FILE_LEN / FAULT_AROUND, false);
	munmap(p, FILE_LEN);
	close(fd);
}

void bench_memory(size_t len)
{
	anonymous(&page_names, len, page_size());
	folios(len);
	copy_on_write();
	file();
}
