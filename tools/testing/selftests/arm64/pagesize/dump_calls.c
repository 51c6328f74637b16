// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the system calls on mappings accept: every call at offsets and with
 * lengths around the three page sizes, what it returns and which bytes it
 * changed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dump.h"
#include "fault.h"
#include "util.h"

enum { WINDOW = 1 << 18, ALIGN = 1 << 21, BITS = 8 * sizeof(long) };

static const unsigned long offsets[] = {
	0, 1, 2048, 4096, 8192, 16384, 32768, 65536,
};

static const unsigned long lengths[] = {
	0, 1, 4096, 4097, 16384, 16385, 65536, 65537,
	/* With 32 bits these end beyond 4G, and change all that lies in between. */
#ifdef __LP64__
	-4096UL, -1UL,
#endif
};

static char *window;

/* errno of the mmap() that returned @p, else 0; what it mapped goes again */
static int mmap_errno(void *p, size_t len)
{
	if (p == MAP_FAILED)
		return errno;
	munmap(p, len);
	return 0;
}

/* The same for shmat() */
static int shmat_errno(void *p)
{
	if (p == (void *)-1)
		return errno;
	shmdt(p);
	return 0;
}

/* A fresh window, marked every 4K */
static void map_window(void)
{
	char *p = mmap(window, WINDOW, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	if (p == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	madvise(p, WINDOW, MADV_NOHUGEPAGE);
	for (long at = 0; at < WINDOW; at += 4096)
		p[at] = 0x55;
}

static void find_window(void)
{
	char *p = mmap(NULL, WINDOW + 2 * ALIGN, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	window = (char *)(((uintptr_t)p + ALIGN) & -(uintptr_t)ALIGN);
}

/*
 * The stretches of the window (in bytes, looked at every 4K) for which @test
 * is true, as "from-to from-to".
 */
static const char *stretches(bool (*test)(const char *p))
{
	static char text[512];
	long from = -1;
	int used = 0;

	text[0] = '\0';
	for (long at = 0; at <= WINDOW; at += 4096) {
		bool is = at < WINDOW && test(window + at);

		if (is && from < 0)
			from = at;
		if (!is && from >= 0) {
			used += snprintf(text + used, sizeof(text) - used, " %ld-%ld", from, at);
			from = -1;
			if (used > (int)sizeof(text) - 40)
				break;
		}
	}
	return text;
}

static bool is_unmapped(const char *p)
{
	return try_read(p) != 0;
}

static bool is_read_only(const char *p)
{
	return try_write((char *)p) != 0;
}

static bool is_cleared(const char *p)
{
	return *p == 0;
}

static bool is_nothing(const char *p)
{
	(void)p;
	return false;
}

static long do_mmap(char *p, size_t len)
{
	return (long)mmap(p, len, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static long do_munmap(char *p, size_t len)
{
	return munmap(p, len);
}

static long do_mprotect(char *p, size_t len)
{
	return mprotect(p, len, PROT_READ);
}

static long do_dontneed(char *p, size_t len)
{
	return madvise(p, len, MADV_DONTNEED);
}

static long do_willneed(char *p, size_t len)
{
	return madvise(p, len, MADV_WILLNEED);
}

static long do_hugepage(char *p, size_t len)
{
	return madvise(p, len, MADV_HUGEPAGE);
}

static long do_populate(char *p, size_t len)
{
	return madvise(p, len, MADV_POPULATE_READ);
}

static long do_msync(char *p, size_t len)
{
	return msync(p, len, MS_SYNC);
}

static long do_mincore(char *p, size_t len)
{
	static unsigned char vec[WINDOW / 4096];

	return mincore(p, len, vec);
}

static long do_mlock(char *p, size_t len)
{
	return mlock(p, len);
}

static long do_munlock(char *p, size_t len)
{
	return munlock(p, len);
}

static long do_shrink(char *p, size_t len)
{
	return (long)mremap(p, len, len / 2, 0);
}

static long do_move(char *p, size_t len)
{
	/* Into the slack behind the window, which is as far as it will go */
	return (long)mremap(p, len, len, MREMAP_MAYMOVE | MREMAP_FIXED, window + WINDOW);
}

static long do_mbind(char *p, size_t len)
{
	return syscall(SYS_mbind, p, len, 0 /* MPOL_DEFAULT */, NULL, 0, 0);
}

static const struct {
	const char *name;
	long (*call)(char *p, size_t len);
	bool (*changed)(const char *p);
} calls[] = {
	{ "mmap", do_mmap, is_cleared },
	{ "munmap", do_munmap, is_unmapped },
	{ "mprotect", do_mprotect, is_read_only },
	{ "madvise.DONTNEED", do_dontneed, is_cleared },
	{ "madvise.WILLNEED", do_willneed, is_nothing },
	{ "madvise.HUGEPAGE", do_hugepage, is_nothing },
	{ "madvise.POPULATE_READ", do_populate, is_nothing },
	{ "msync", do_msync, is_nothing },
	{ "mincore", do_mincore, is_nothing },
	{ "mlock", do_mlock, is_nothing },
	{ "munlock", do_munlock, is_nothing },
	{ "mremap.shrink", do_shrink, is_unmapped },
	{ "mremap.move", do_move, is_unmapped },
	{ "mbind", do_mbind, is_nothing },
};

static void dump_table(void)
{
	for (size_t c = 0; c < ARRAY_SIZE(calls); c++)
		for (size_t o = 0; o < ARRAY_SIZE(offsets); o++)
			for (size_t l = 0; l < ARRAY_SIZE(lengths); l++) {
				char value[600];
				int err;

				map_window();
				errno = 0;
				err = calls[c].call(window + offsets[o], lengths[l]) == -1 ?
				      errno : 0;
				snprintf(value, sizeof(value), "%s%s", errno_name(err),
					 calls[c].changed == is_nothing ? "" :
					 stretches(calls[c].changed));
				emit(value, "call.%s.%lu.%ld", calls[c].name, offsets[o],
				     (long)lengths[l]);
			}
}

/* Offsets into a file, and how far beyond its end one may read */
static void dump_file_mappings(void)
{
	static const unsigned long sizes_of_file[] = { 1, 4096, 5000, 16384, 20000, 65536, 70000 };
	int fd = memfd_create("dump", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, WINDOW))
		tap_bail("memfd: %s", strerror(errno));
	for (size_t o = 0; o < ARRAY_SIZE(offsets); o++) {
		void *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, offsets[o]);

		emit_errno(mmap_errno(p, 4096), "file.mmap.offset.%lu", offsets[o]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(sizes_of_file); i++) {
		void *p;

		if (ftruncate(fd, sizes_of_file[i]))
			tap_bail("ftruncate: %s", strerror(errno));
		p = mmap(window, WINDOW, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0);
		if (p == MAP_FAILED)
			tap_bail("mmap: %s", strerror(errno));
		emit(stretches(is_unmapped), "file.mmap.beyond.%lu", sizes_of_file[i]);
	}
	close(fd);
}

/* Whether a page may lie there: one that does lie there already says yes */
static int place_errno(unsigned long at)
{
	void *p = mmap((void *)at, 4096, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	int err = mmap_errno(p, 4096);

	return err == EEXIST ? 0 : err;
}

/* A hint that is no page address, the lowest and the highest address */
static void dump_places(void)
{
	char *p;
	int err;

	for (size_t o = 0; o < ARRAY_SIZE(offsets); o++) {
		munmap(window, WINDOW);
		p = mmap(window + offsets[o], 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		err = mmap_errno(p, 4096);
		emit_number(err ? -err : p - window, "mmap.hint.%lu", offsets[o]);
	}
	for (unsigned long at = 0; at <= 131072; at += 4096)
		emit_errno(place_errno(at), "mmap.lowest.%lu", at);
	for (int bits = BITS == 32 ? 30 : 36; bits <= (BITS == 32 ? 32 : 52); bits++)
		for (unsigned long below = 0; below <= 131072; below += 32768)
			emit_errno(place_errno((1ULL << bits) - below), "mmap.below.2^%d.%lu",
				   bits, below);
}

/* Which sizes of huge page there are: ENOMEM says that none is in reserve */
static void dump_hugetlb(void)
{
	for (unsigned int shift = 12; shift <= (BITS == 32 ? 31 : 36); shift++) {
		unsigned int flag = shift << MAP_HUGE_SHIFT;
		void *p = mmap(NULL, 1UL << shift, PROT_READ,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | flag, -1, 0);
		int fd;

		emit_errno(mmap_errno(p, 1UL << shift), "hugetlb.mmap.2^%u", shift);
		fd = memfd_create("huge", MFD_HUGETLB | flag);
		emit_errno(fd < 0 ? errno : 0, "hugetlb.memfd.2^%u", shift);
		if (fd >= 0)
			close(fd);
		fd = shmget(IPC_PRIVATE, 1UL << shift, SHM_HUGETLB | flag | 0600);
		emit_errno(fd < 0 ? errno : 0, "hugetlb.shmget.2^%u", shift);
		if (fd >= 0)
			shmctl(fd, IPC_RMID, NULL);
	}
}

static void dump_shm(void)
{
	struct shminfo info;
	int id = shmget(IPC_PRIVATE, 1, IPC_CREAT | 0600);

	if (shmctl(0, IPC_INFO, (struct shmid_ds *)&info) >= 0) {
		emit_number(info.shmmax, "shm.shmmax");
		emit_number(info.shmmin, "shm.shmmin");
		emit_number(info.shmmni, "shm.shmmni");
		emit_number(info.shmseg, "shm.shmseg");
		emit_number(info.shmall, "shm.shmall");
	}
	if (id < 0)
		return;
	munmap(window, WINDOW);
	for (size_t o = 0; o < ARRAY_SIZE(offsets); o++) {
		char *p = shmat(id, window + offsets[o], 0);
		int err = shmat_errno(p);

		emit_errno(err, "shm.shmat.%lu", offsets[o]);
		p = shmat(id, window + offsets[o], SHM_RND);
		err = shmat_errno(p);
		emit_number(err ? -err : p - window, "shm.shmat.rnd.%lu", offsets[o]);
	}
	shmctl(id, IPC_RMID, NULL);
}

void dump_calls(void)
{
	find_window();
	dump_table();
	dump_file_mappings();
	dump_places();
	dump_hugetlb();
	dump_shm();
	munmap(window, WINDOW);
}
