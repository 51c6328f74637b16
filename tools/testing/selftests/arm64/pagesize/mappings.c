// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random mmap(), munmap(), mprotect(), mremap(), madvise() and writes in a
 * window of the address space, and a model that knows what each page of the
 * window must be: mapped or not, readable, writable, and its contents.
 *
 * Each page holds one word at its begin, one at its end. The model keeps the
 * words: a value of their own for private pages, an index into the shared file
 * for others.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault.h"
#include "stress.h"
#include "util.h"

enum { WINDOW = 192, FILE_PAGES = 64, VERIFY_EVERY = 64 };

enum kind { NONE, ANON, SHARED };

struct model_page {
	enum kind kind;
	int prot;
	uint64_t value;		/* ANON: what its words hold */
	int file_page;		/* SHARED */
};

static struct model_page model[WINDOW];
static uint64_t file_value[FILE_PAGES];
static char *window;
static unsigned long page;
static int fd;
static uint64_t state;

/* xorshift64 */
static uint64_t rnd(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

static uint64_t *value_of(struct model_page *m)
{
	return m->kind == ANON ? &m->value : &file_value[m->file_page];
}

static void failed(const char *what, unsigned long op, int from, int n)
{
	tap_bail("operation %lu: %s of pages %d to %d: %s", op, what, from, from + n - 1,
		 strerror(errno));
}

/* Words of a page: the second catches pages that are cut short */
static void put(int i, uint64_t value)
{
	char *p = window + i * page;

	*(volatile uint64_t *)p = value;
	*(volatile uint64_t *)(p + page - sizeof(value)) = value;
}

static bool page_is_right(int i)
{
	struct model_page *m = &model[i];
	char *p = window + i * page;
	unsigned char vec;
	uint64_t first, last;

	if ((mincore(p, page, &vec) == 0) != (m->kind != NONE)) {
		tap_diag("page %d: %s", i, m->kind ? "not mapped" : "mapped");
		return false;
	}
	if ((try_read(p) == 0) != (m->kind && m->prot & PROT_READ) ||
	    (try_write(p + page - 1) == 0) != (m->kind && m->prot & PROT_WRITE)) {
		tap_diag("page %d: kind %d, protection %d does not hold", i, m->kind, m->prot);
		return false;
	}
	if (!m->kind || !(m->prot & PROT_READ))
		return true;
	first = *(volatile uint64_t *)p;
	last = *(volatile uint64_t *)(p + page - sizeof(last));
	if (first != *value_of(m) || last != *value_of(m)) {
		tap_diag("page %d (kind %d): %llx and %llx, expected %llx", i, m->kind,
			 (unsigned long long)first, (unsigned long long)last,
			 (unsigned long long)*value_of(m));
		return false;
	}
	return true;
}

static bool window_is_right(void)
{
	bool right = true;

	for (int i = 0; i < WINDOW; i++)
		right &= page_is_right(i);
	return right;
}

static void op_map(unsigned long op, int from, int n)
{
	bool shared = rnd(3) == 0;
	int first = 0, prot = PROT_READ | PROT_WRITE;
	void *p;

	if (shared) {
		if (n > FILE_PAGES)
			n = FILE_PAGES;
		first = rnd(FILE_PAGES - n + 1);
	}
	if (rnd(8) == 0)
		prot = PROT_READ;
	p = mmap(window + from * page, n * page, prot,
		 MAP_FIXED | (shared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS),
		 shared ? fd : -1, shared ? first * (off_t)page : 0);
	if (p == MAP_FAILED)
		failed("mmap", op, from, n);
	for (int i = 0; i < n; i++)
		model[from + i] = (struct model_page){
			.kind = shared ? SHARED : ANON, .prot = prot, .file_page = first + i,
		};
}

static void op_unmap(unsigned long op, int from, int n)
{
	if (munmap(window + from * page, n * page))
		failed("munmap", op, from, n);
	memset(&model[from], 0, n * sizeof(*model));
}

/* How many pages from @from on are mapped, at most @n; 0 if the first is not */
static int mapped(int from, int n)
{
	int i = 0;

	while (i < n && model[from + i].kind)
		i++;
	return i;
}

static void op_protect(unsigned long op, int from, int n)
{
	static const int prots[] = { PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE,
				     PROT_READ | PROT_WRITE };
	int prot = prots[rnd(ARRAY_SIZE(prots))];

	n = mapped(from, n);
	if (!n)
		return;
	if (mprotect(window + from * page, n * page, prot))
		failed("mprotect", op, from, n);
	for (int i = 0; i < n; i++)
		model[from + i].prot = prot;
}

/* mremap() takes one mapping: pages of one kind that belong together */
static int together(int from, int n)
{
	int i = 1;

	if (!model[from].kind)
		return 0;
	while (i < n && model[from + i].kind == model[from].kind &&
	       model[from + i].prot == model[from].prot &&
	       (model[from].kind == ANON ||
		model[from + i].file_page == model[from].file_page + i))
		i++;
	return i;
}

static void op_move(unsigned long op, int from, int n)
{
	struct model_page moved[WINDOW];
	int to;
	void *p;

	n = together(from, n);
	if (!n)
		return;
	to = rnd(WINDOW - n + 1);
	if (to < from + n && from < to + n)
		return;			/* EINVAL: they overlap */
	p = mremap(window + from * page, n * page, n * page, MREMAP_MAYMOVE | MREMAP_FIXED,
		   window + to * page);
	/*
	 * What the model takes for one mapping may be several that the kernel
	 * could not merge; by then it has cleared the destination.
	 */
	if (p == MAP_FAILED && errno == EFAULT) {
		memset(&model[to], 0, n * sizeof(*model));
		return;
	}
	if (p == MAP_FAILED)
		failed("mremap", op, from, n);
	memcpy(moved, &model[from], n * sizeof(*model));
	memset(&model[from], 0, n * sizeof(*model));
	memcpy(&model[to], moved, n * sizeof(*model));
}

static void op_advise(unsigned long op, int from, int n)
{
	static const int advice[] = { MADV_DONTNEED, MADV_DONTNEED, MADV_HUGEPAGE,
				      MADV_NOHUGEPAGE, MADV_WILLNEED, MADV_COLD, MADV_PAGEOUT };
	int a = advice[rnd(ARRAY_SIZE(advice))];

	n = mapped(from, n);
	if (!n)
		return;
	if (madvise(window + from * page, n * page, a))
		failed("madvise", op, from, n);
	if (a != MADV_DONTNEED)
		return;
	/* Private pages are zero again, shared ones come back from the file */
	for (int i = 0; i < n; i++)
		if (model[from + i].kind == ANON)
			model[from + i].value = 0;
}

static void op_write(int from, int n)
{
	for (int i = from; i < from + n; i++) {
		if (!model[i].kind || !(model[i].prot & PROT_WRITE))
			continue;
		*value_of(&model[i]) = rnd(UINT64_MAX);
		put(i, *value_of(&model[i]));
	}
}

/* A child overwrites private pages, which must not be seen here */
static void op_fork(unsigned long op)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		failed("fork", op, 0, WINDOW);
	if (!pid) {
		if (!window_is_right())
			_exit(1);
		for (int i = 0; i < WINDOW; i++)
			if (model[i].kind == ANON && model[i].prot & PROT_WRITE)
				put(i, ~0UL);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		tap_bail("operation %lu: a forked child sees other pages", op);
}

void test_mappings(unsigned long page_bytes, unsigned long ops, unsigned long seed)
{
	page = page_bytes;
	state = seed * 0x9e3779b97f4a7c15 + 1;
	fd = memfd_create("mappings", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, FILE_PAGES * page))
		tap_bail("memfd: %s", strerror(errno));
	/* Only to find room: the model begins with nothing mapped */
	window = mmap(NULL, WINDOW * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (window == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	munmap(window, WINDOW * page);

	for (unsigned long op = 1; op <= ops; op++) {
		int from = rnd(WINDOW), n = 1 + rnd(WINDOW - from);

		if (n > 24)
			n = 1 + n % 24;
		switch (rnd(8)) {
		case 0:
		case 1:
			op_map(op, from, n);
			break;
		case 2:
			op_unmap(op, from, n > 6 ? 6 : n);
			break;
		case 3:
			op_protect(op, from, n);
			break;
		case 4:
			op_move(op, from, n);
			break;
		case 5:
			op_advise(op, from, n);
			break;
		default:
			op_write(from, n);
		}
		if (op % 512 == 0)
			op_fork(op);
		if ((op % VERIFY_EVERY == 0 || op == ops) && !window_is_right()) {
			tap_ok(false, "mappings: wrong after operation %lu, seed %lu", op, seed);
			break;
		}
		if (op == ops)
			tap_ok(true, "mappings: %lu operations, seed %lu", ops, seed);
	}
	munmap(window, WINDOW * page);
	close(fd);
}
