/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * On whose behalf the CPU works: a program's, or that of the system itself, in
 * interrupts, kernel threads and init. A timer's tick, or what RCU frees of
 * earlier work, falls into one interval or another by chance.
 */
#ifndef PAGESIZE_PLUGIN_CONTEXT_H
#define PAGESIZE_PLUGIN_CONTEXT_H

#include <stdint.h>

#include "counts.h"

enum context context_now(void);

/* What changes it: to be called when it happens, with counts up to date */
void context_interrupt(void);
/* An exception that is no interrupt, from the kernel; and the end of either */
void context_exception(void);
void context_return(void);
/* @next, some address of its own, is the task that is switched to */
void context_switch(uint64_t next);
/* Code at a user space address runs; it makes a system call */
void context_user(void);
void context_call(void);

#endif /* PAGESIZE_PLUGIN_CONTEXT_H */
