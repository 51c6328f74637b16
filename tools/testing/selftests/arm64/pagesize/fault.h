/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_FAULT_H
#define PAGESIZE_FAULT_H

/*
 * One byte is read, or read and written back. 0 if that works, else the
 * signal: SIGSEGV (no mapping, no permission) or SIGBUS (no backing).
 * For programs with one thread.
 */
int try_read(const volatile void *p);
int try_write(volatile void *p);

#endif /* PAGESIZE_FAULT_H */
