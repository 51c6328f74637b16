/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state dump: what user space can read of a kernel that may depend on its
 * page size, as lines "dump: KEY VALUE".
 */
#ifndef PAGESIZE_DUMP_H
#define PAGESIZE_DUMP_H

#include "util.h"

/*
 * A key without blanks and its value. The same kernel, booted again with the
 * same machine, has to give the same; what cannot is left out.
 */
void emit(const char *value, const char *key, ...) __printf(2, 3);
void emit_number(long long value, const char *key, ...) __printf(2, 3);
/* 0, or the name of an errno */
void emit_errno(int err, const char *key, ...) __printf(2, 3);
/*
 * A number (or several) that the kernel computes from the amount of memory it
 * has: printed with "~", for comparison with a tolerance.
 */
void emit_memory(const char *value, const char *key, ...) __printf(2, 3);

const char *errno_name(int err);

void dump_process(void);	/* auxiliary vector, maps, limits */
void dump_files(void);		/* sysctls, sysfs */
void dump_memory(void);		/* meminfo, zones, orders, blocks */
void dump_calls(void);		/* what system calls accept, and what they do */
void dump_objects(void);	/* pipes, sockets, rings, file systems */
void dump_effects(void);	/* what faults, stacks and core dumps do by themselves */
void dump_programs(void);	/* images with segments at odd places */

#endif /* PAGESIZE_DUMP_H */
