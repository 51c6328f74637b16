// SPDX-License-Identifier: GPL-2.0-only
/*
 * On whose behalf the CPU works.
 *
 * Each task has a depth of its own, since an interrupt may switch to another task
 * before it returns. A task counts as a kernel thread until user space was seen
 * to run in it; a new process gets there within a few hundred instructions. The
 * first one to make a system call is init, which looks after the log while other programs run.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "context.h"

struct task {
	struct task *next;
	uint64_t address;
	unsigned int depth;
	bool user;
};

/* Before the first switch: the kernel boots */
static struct task boot_task, *current = &boot_task;
static const struct task *init;
enum { BUCKETS = 1 << 10 };
static struct task *buckets[BUCKETS];

enum context context_now(void)
{
	return current->user && current != init && !current->depth ? PROGRAM : OTHER;
}

static struct task *find_task(uint64_t address)
{
	struct task **bucket = &buckets[(address >> 6) % BUCKETS], *t;

	for (t = *bucket; t; t = t->next)
		if (t->address == address)
			return t;
	t = calloc(1, sizeof(*t));
	if (!t)
		die("out of memory");
	t->address = address;
	t->next = *bucket;
	*bucket = t;
	return t;
}

static void changed(enum context before)
{
	if (context_now() != before)
		counts_add_to(before);
}

void context_interrupt(void)
{
	enum context before = context_now();

	current->depth++;
	changed(before);
}

void context_exception(void)
{
	if (current->depth)
		current->depth++;
}

void context_return(void)
{
	enum context before = context_now();

	if (current->depth)
		current->depth--;
	changed(before);
}

void context_switch(uint64_t next)
{
	enum context before = context_now();

	current = find_task(next);
	changed(before);
}

/* The kernel calls nobody like this */
void context_call(void)
{
	if (!init)
		init = current;
}

/*
 * There, nothing is pending: a depth left by a task of the same address ends. Until
 * init runs, what looks like user space is the kernel in its identity map.
 */
void context_user(void)
{
	enum context before = context_now();

	if (!init)
		return;
	current->user = true;
	current->depth = 0;
	changed(before);
}
