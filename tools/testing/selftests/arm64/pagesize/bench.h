/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the kernel takes for what depends on pages: see bench.c.
 */
#ifndef PAGESIZE_BENCH_H
#define PAGESIZE_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Makes conditions the same in each boot; @argv are the arguments of the program,
 * which may be started once more. What has to be undone is left to the end of the
 * boot.
 */
void bench_prepare(char **argv);

/*
 * Begins an interval and returns its start: nanoseconds since some time; with
 * QEMU's -icount, instructions. Before, what the kernel put off until later has
 * been done: see bench_settle().
 */
uint64_t bench_start(void);

/*
 * Ends the interval: benchmark @name did @operations operations since @start. The
 * line is kept for later: to print it would set other processes going.
 */
void bench_stop(const char *name, unsigned long operations, uint64_t start);

/* Returns when the kernel has nothing left to do, at a fixed time after a tick */
void bench_settle(void);

/* Faults of this process that needed no I/O */
long bench_faults(void);

/*
 * Two addresses, for @nr 0 and 1, that are the same in each boot and in each kernel.
 * Nothing is mapped there. A page table begins at each, whatever the page size.
 */
char *bench_address(unsigned int nr);

/* Maps @len bytes, of @fd unless @flags say otherwise, at the address 0 */
char *bench_map(size_t len, int flags, int fd);

/* A process that ends when it is told to */
struct bench_child {
	pid_t pid;
	int ready[2], wake[2];
};

/* The pipes first, so that nothing but fork() is between two looks at the clock */
void bench_child_prepare(struct bench_child *child);

/*
 * Forks. The child runs @before, unless it is NULL, with @arg, says that it is
 * ready and then waits in read().
 */
void bench_child_fork(struct bench_child *child, void (*before)(void *arg), void *arg);
void bench_child_wait_ready(struct bench_child *child);

/* Lets the child go and waits for its end */
void bench_child_end(struct bench_child *child);

/* Why memory does not come in folios of 64K here, NULL if it does */
const char *bench_no_folios(void);

/* Why no project is built here, NULL if it is */
const char *bench_no_disk(void);

/* One repetition of each benchmark; @len is the memory to touch, in bytes */
void bench_memory(size_t len);
void bench_calls(void);
void bench_files(void);
void bench_processes(void);
void bench_build(void);

/* What the program does that bench_processes() executes: exit with BENCH_CHILD */
#define BENCH_CHILD	"child"

#endif /* PAGESIZE_BENCH_H */
