/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the kernel takes for what depends on pages: see bench.c.
 */
#ifndef PAGESIZE_BENCH_H
#define PAGESIZE_BENCH_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds since some time; with QEMU's -icount, instructions */
uint64_t bench_now(void);

/* Faults of this process that needed no I/O */
long bench_faults(void);

/*
 * @operations of benchmark @name took @ns nanoseconds together. Kept for later:
 * to print a line would set other processes going.
 */
void bench_record(const char *name, unsigned long operations, uint64_t ns);

/* One repetition of each benchmark; @len is the memory to touch, in bytes */
void bench_memory(size_t len);
void bench_calls(void);

/* What the program does that bench_calls() executes: exit with BENCH_CHILD */
#define BENCH_CHILD	"child"

#endif /* PAGESIZE_BENCH_H */
