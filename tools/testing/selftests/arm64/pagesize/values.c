// SPDX-License-Identifier: GPL-2.0-only
/*
 * values [SIZE]: limits and sizes that follow from the page size, as a kernel
 * built for that size with 48-bit addresses shows them.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/swap.h>
#include <unistd.h>

#include "swap.h"
#include "trace_text.h"
#include "util.h"

/* Rows of the table below: one column for each entry of sizes[] */
enum row {
	PAGE_BYTES,
	HPAGE_PMD_SIZE,
	HUGEPAGESIZE_KB,
	BUDDY_ORDERS,
	PAGEBLOCK_ORDER,
	MEMORY_BLOCK,
	STACK_KB,
	KMALLOC_LARGEST,
	MMAP_RND_MIN,
	MMAP_RND_MAX,
	COMPAT_RND_MIN,
	COMPAT_RND_MAX,
	SWAP_SIGNATURE,
	VA_BITS,
	LEVELS,
	TABLE_KB,
	NR_ROWS
};

static const long expected[NR_ROWS][NR_SIZES] = {
	/*			     4K		16K		64K */
	[PAGE_BYTES]	    = { 4096,		16384,		65536 },
	[HPAGE_PMD_SIZE]    = { 2L << 20,	32L << 20,	512L << 20 },
	[HUGEPAGESIZE_KB]   = { 2048,		32768,		524288 },
	/* MAX_PAGE_ORDER + 1 */
	[BUDDY_ORDERS]	    = { 11,		12,		14 },
	[PAGEBLOCK_ORDER]   = { 9,		11,		13 },
	/* 1 << SECTION_SIZE_BITS */
	[MEMORY_BLOCK]	    = { 0x8000000,	0x8000000,	0x20000000 },
	/* THREAD_SIZE: never less than a page, since stacks are vmalloc()ed */
	[STACK_KB]	    = { 16,		16,		64 },
	/* The largest kmalloc() cache holds two pages */
	[KMALLOC_LARGEST]   = { 8192,		32768,		131072 },
	[MMAP_RND_MIN]	    = { 18,		16,		14 },
	[MMAP_RND_MAX]	    = { 33,		31,		29 },
	[COMPAT_RND_MIN]    = { 11,		9,		7 },
	[COMPAT_RND_MAX]    = { 16,		16,		16 },
	/* The last ten bytes of the first page */
	[SWAP_SIGNATURE]    = { 4086,		16374,		65526 },
	[VA_BITS]	    = { 48,		48,		48 },
	[LEVELS]	    = { 4,		4,		3 },
	/*
	 * What a page at a lonely address costs in tables, the topmost one
	 * not counted. At 16K the topmost table has two entries, and this
	 * program uses both already.
	 */
	[TABLE_KB]	    = { 3 * 4,		2 * 16,		2 * 64 },
};

/* Folders of /sys/kernel/mm/hugepages, ascending */
static const char * const hugetlb_kb[NR_SIZES] = {
	"64 2048 32768 1048576",
	"2048 32768 1048576",
	"2048 524288 16777216",
};

/* Folders of /sys/kernel/mm/transparent_hugepage, ascending */
static const char * const thp_kb[NR_SIZES] = {
	"8 16 32 64 128 256 512 1024 2048",
	"32 64 128 256 512 1024 2048 4096 8192 16384 32768",
	"128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144 524288",
};

static int size;		/* column */

static bool row_is(enum row row, long got, const char *what)
{
	return tap_is(got, expected[row][size], "%s", what);
}

static bool number_is(enum row row, const char *path, int base)
{
	char *text = read_line(path);
	bool ok = row_is(row, text ? strtol(text, NULL, base) : -1, path);

	free(text);
	return ok;
}

static int by_value(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return x < y ? -1 : x > y;
}

/* Numbers of the entries "hugepages-<number>kB" of a folder, sorted */
static char *folder_sizes(const char *path)
{
	static char text[512];
	long kb[64];
	int n = 0, used = 0;
	DIR *dir = opendir(path);

	text[0] = '\0';
	for (struct dirent *e; dir && (e = readdir(dir)) && n < 64;)
		if (sscanf(e->d_name, "hugepages-%ldkB", &kb[n]) == 1)
			n++;
	if (dir)
		closedir(dir);
	qsort(kb, n, sizeof(*kb), by_value);
	for (int i = 0; i < n; i++)
		used += snprintf(text + used, sizeof(text) - used, "%s%ld", i ? " " : "", kb[i]);
	return text;
}

/* Every zone has as many columns as the allocator has orders */
static void test_buddyinfo(void)
{
	char *text = read_file("/proc/buddyinfo", NULL), *s, *line, *p;
	long orders = -1;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		long n = 0;

		p = strstr(line, "zone");
		if (!p)
			continue;
		strsep(&p, " ");
		while (p && *p == ' ')
			p++;
		strsep(&p, " ");	/* name of the zone */
		for (char *word; (word = strsep(&p, " "));)
			n += *word != '\0';
		if (orders != -1 && orders != n)
			tap_bail("/proc/buddyinfo: %ld and %ld columns", orders, n);
		orders = n;
	}
	free(text);
	row_is(BUDDY_ORDERS, orders, "/proc/buddyinfo: orders");
}

static void test_pageblock(void)
{
	row_is(PAGEBLOCK_ORDER, read_field("/proc/pagetypeinfo", "Page block order"),
	       "/proc/pagetypeinfo: page block order");
	tap_is(read_field("/proc/pagetypeinfo", "Pages per block"),
	       1L << expected[PAGEBLOCK_ORDER][size], "/proc/pagetypeinfo: pages per block");
}

static void *wait_for_end(void *end)
{
	pthread_barrier_wait(end);
	return NULL;
}

/* Statistics of CPUs are added up when this file is read */
static long kernel_stack_kb(void)
{
	free(read_file("/proc/sys/vm/stat_refresh", NULL));
	return read_field("/proc/meminfo", "KernelStack");
}

static void test_stack(void)
{
	enum { THREADS = 128 };
	pthread_t threads[THREADS];
	pthread_barrier_t end;
	pthread_attr_t attr;
	long before, kb;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 256 * 1024);
	pthread_barrier_init(&end, NULL, THREADS + 1);
	before = kernel_stack_kb();
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &attr, wait_for_end, &end))
			tap_bail("pthread_create: thread %d", i);
	kb = kernel_stack_kb() - before;
	pthread_barrier_wait(&end);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	/* Kernel threads may come and go; a stack is a multiple of 4K: round to that */
	row_is(STACK_KB, (kb + 2 * THREADS) / (4 * THREADS) * 4, "kernel stack of a thread, KiB");
}

static void test_kmalloc(void)
{
	char *text = read_file("/proc/slabinfo", NULL);
	long largest = -1, n;

	for (char *s = text; s && (s = strstr(s, "\nkmalloc-")); s++) {
		char unit = 0;

		if (sscanf(s, "\nkmalloc-%ld%c", &n, &unit) != 2)
			continue;
		if (unit == 'k')
			n *= 1024;
		else if (unit == 'M')
			n *= 1024 * 1024;
		else if (unit != ' ')
			continue;	/* kmalloc-cg-64 and its kin */
		if (n > largest)
			largest = n;
	}
	free(text);
	row_is(KMALLOC_LARGEST, largest, "/proc/slabinfo: largest kmalloc cache");
}

/* The limits of a sysctl are where writing begins to fail */
static void test_limits(const char *path, enum row min, enum row max)
{
	char *old = read_line(path), text[16];
	long lowest = -1, highest = -1;

	if (!old) {
		tap_skip(strerror(errno), "%s: smallest value", path);
		tap_skip(strerror(errno), "%s: largest value", path);
		return;
	}
	for (int n = 0; n < 64; n++) {
		snprintf(text, sizeof(text), "%d", n);
		if (write_file(path, text))
			continue;
		if (lowest < 0)
			lowest = n;
		highest = n;
	}
	write_file(path, old);
	tap_is(lowest, expected[min][size], "%s: smallest value", path);
	tap_is(highest, expected[max][size], "%s: largest value", path);
	free(old);
}

/* A loop device over 32 pages of a tmpfs file; -1 if there is none */
static int loop_open(int *file, char *name, size_t len)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC), n, fd;

	n = control < 0 ? -1 : ioctl(control, LOOP_CTL_GET_FREE);
	if (control >= 0)
		close(control);
	if (n < 0)
		return -1;
	snprintf(name, len, "/dev/loop%d", n);
	*file = memfd_create("swap", MFD_CLOEXEC);
	if (*file < 0 || ftruncate(*file, 32 * sizes[size]))
		return -1;
	fd = open(name, O_RDWR | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, LOOP_SET_FD, *file))
		return -1;
	return fd;
}

static unsigned long checksum(int fd)
{
	unsigned char buf[4096];
	unsigned long sum = 5381;
	off_t at = 0;

	for (ssize_t n; (n = pread(fd, buf, sizeof(buf), at)) > 0; at += n)
		for (ssize_t i = 0; i < n; i++)
			sum = sum * 33 + buf[i];
	return sum;
}

/*
 * The signature of a swap area ends with its first page, so an area made for
 * another page size is refused, and must not be changed by that.
 */
static void test_swap(void)
{
	char name[32];
	int file, fd = loop_open(&file, name, sizeof(name)), err;
	unsigned long before;

	if (fd < 0)
		tap_bail("loop device: %s", strerror(errno));
	for (int i = 0; i < NR_SIZES; i++) {
		swap_format(fd, 32 * sizes[size], sizes[i]);
		before = checksum(file);
		err = swapon(name, 0) ? errno : 0;
		if (!err)
			swapoff(name);
		if (i == size)
			tap_is(err, 0, "swap signature at %ld is taken",
			       expected[SWAP_SIGNATURE][i]);
		else
			tap_is(err, EINVAL, "swap signature at %ld is refused",
			       expected[SWAP_SIGNATURE][i]);
		if (i != size)
			tap_ok(checksum(file) == before, "and the area is left as it was");
	}
	ioctl(fd, LOOP_CLR_FD);
	close(fd);
	close(file);
}

static void test_tables(void)
{
	unsigned long page = sizes[size];
	long before, after;
	char *p;

	row_is(VA_BITS, user_va_bits(), "bits of user addresses");
	row_is(LEVELS, table_levels(page, user_va_bits()), "page table levels");

	/* No program of this kind has anything in the middle of its half */
	p = mmap((void *)0x2aaa00000000, page, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (p == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	before = read_field("/proc/self/status", "VmPTE");
	*p = 1;
	after = read_field("/proc/self/status", "VmPTE");
	row_is(TABLE_KB, after - before, "KiB of tables for a page");
	munmap(p, page);
}

static void test_vdso(void)
{
	char *text = read_file("/proc/self/maps", NULL), *s, *line;
	unsigned long begin, end;

	for (s = text; s && (line = strsep(&s, "\n"));) {
		if (!strstr(line, "[vdso]") && !strstr(line, "[vvar"))
			continue;
		if (sscanf(line, "%lx-%lx", &begin, &end) != 2)
			continue;
		tap_ok(end > begin && !((end - begin) % sizes[size]),
		       "%s: %lu KiB, whole pages", strchr(line, '['), (end - begin) >> 10);
	}
	free(text);
}

int main(int argc, char **argv)
{
	unsigned long want = expected_size(argc > 1 ? argv[1] : NULL);

	size = size_index(want ? want : page_size());
	if (size < 0)
		tap_bail("page size is %lu", page_size());
	row_is(PAGE_BYTES, getauxval(AT_PAGESZ), "AT_PAGESZ");
	number_is(HPAGE_PMD_SIZE, "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", 10);
	tap_is_str(folder_sizes("/sys/kernel/mm/transparent_hugepage"), thp_kb[size],
		   "/sys/kernel/mm/transparent_hugepage: sizes");
	tap_is_str(folder_sizes("/sys/kernel/mm/hugepages"), hugetlb_kb[size],
		   "/sys/kernel/mm/hugepages: sizes");
	row_is(HUGEPAGESIZE_KB, read_field("/proc/meminfo", "Hugepagesize"),
	       "/proc/meminfo: Hugepagesize");
	test_buddyinfo();
	test_pageblock();
	number_is(MEMORY_BLOCK, "/sys/devices/system/memory/block_size_bytes", 16);
	test_stack();
	test_kmalloc();
	test_limits("/proc/sys/vm/mmap_rnd_bits", MMAP_RND_MIN, MMAP_RND_MAX);
	test_limits("/proc/sys/vm/mmap_rnd_compat_bits", COMPAT_RND_MIN, COMPAT_RND_MAX);
	test_swap();
	test_tables();
	test_vdso();
	test_trace_text(__builtin_ctzl(sizes[size]));
	return tap_done();
}
