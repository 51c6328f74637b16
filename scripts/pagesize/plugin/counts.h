/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The numbers that the profile consists of.
 */
#ifndef PAGESIZE_PLUGIN_COUNTS_H
#define PAGESIZE_PLUGIN_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* What is executed is counted apart: see context.h */
enum context { PROGRAM, OTHER, CONTEXTS };

/* @reads and @writes are what QEMU calls so: see counts_learn() */
struct counts {
	uint64_t entered, reads, writes;
};

/*
 * A run of instructions of which either all are started or none. QEMU's
 * generated code adds to the counts.
 */
struct run {
	struct counts now;
	uint64_t address;
	uint32_t insns, divisions;
	/* Of this interval up to the last change of context */
	struct counts sum[CONTEXTS];
	struct run *next;
};

/* Ends the program with a message */
__attribute__((noreturn)) void die(const char *what);

/*
 * The run with these properties. QEMU translates code again and again: its
 * counts stay together.
 */
struct run *counts_run(uint64_t address, uint32_t insns, uint32_t divisions);

/*
 * QEMU 7.2 errs about what is read and written: what is asked for reads gets
 * the stores, and what is asked for writes gets both. To be called with an access
 * that something that is asked for reads got, before anything is written.
 */
void counts_learn(bool is_store);
bool counts_learnt(void);

/* Whatever was counted since the last call belongs to @context */
void counts_add_to(enum context context);

/* An interval ends, counts start again from zero; the last one is to be kept */
void counts_write(void);
void counts_keep(void);

void counts_open(const char *file);
void counts_close(void);

#endif /* PAGESIZE_PLUGIN_COUNTS_H */
