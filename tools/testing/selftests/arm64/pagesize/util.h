/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the programs of this folder share: TAP output, sizes, small files.
 *
 * Nothing here may hold PAGE_SIZE as a constant: one program runs at every
 * page size.
 */
#ifndef PAGESIZE_UTIL_H
#define PAGESIZE_UTIL_H

#include <stdbool.h>
#include <stddef.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define __printf(a, b) __attribute__((format(printf, a, b)))
#define __noreturn __attribute__((noreturn))

/* The page sizes that arm64 knows, in ascending order */
#define NR_SIZES 3
extern const unsigned long sizes[NR_SIZES];

/* Bytes of a page, from AT_PAGESZ */
unsigned long page_size(void);

/* Index of @size in sizes[], -1 if it is none */
int size_index(unsigned long size);

/* "4k", "16K", "65536": bytes, 0 if @s is no page size */
unsigned long parse_size(const char *s);

/* "4K", "16K", "64K" */
const char *size_name(unsigned long size);

/*
 * The page size this boot was to have: @arg if not NULL, else what init put
 * into the environment. 0 if nobody said. A word that is no page size ends
 * the program.
 */
unsigned long expected_size(const char *arg);

/* Contents of a file, terminated, to be freed; NULL with errno if it fails */
char *read_file(const char *path, size_t *len);

/* The same without the newline at the end */
char *read_line(const char *path);

/* 0 or -errno */
int write_file(const char *path, const char *text);

/* Number behind "key:" in a file such as /proc/meminfo; -1 if it is not there */
long read_field(const char *path, const char *key);

/* Line @n (from 0) of those in the kernel log that begin with @prefix, or NULL */
char *kernel_log_line(const char *prefix, unsigned int n);

/* How many there are */
unsigned int kernel_log_lines(const char *prefix);

/*
 * Bits of user addresses, found by trying to map at the highest ones.
 * Translation table levels that cover them follow from the page size.
 */
int user_va_bits(void);
int table_levels(unsigned long page, int va_bits);

/* TAP: a plan first (or at the end), one line for each result */
void tap_plan(unsigned int n);
bool tap_ok(bool ok, const char *fmt, ...) __printf(2, 3);
void tap_skip(const char *why, const char *fmt, ...) __printf(2, 3);
void tap_diag(const char *fmt, ...) __printf(1, 2);
/* Prints the plan if there was none; the program's exit status */
int tap_done(void);
/* "Bail out!" and exit */
void tap_bail(const char *fmt, ...) __printf(1, 2) __noreturn;

/* tap_ok() that says what was found when it differs from what is wanted */
bool tap_is(long long got, long long want, const char *fmt, ...) __printf(3, 4);
bool tap_is_str(const char *got, const char *want, const char *fmt, ...) __printf(3, 4);

#endif /* PAGESIZE_UTIL_H */
