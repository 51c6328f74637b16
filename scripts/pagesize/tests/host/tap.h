/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TAP for host programs: tap() prints one result, tap_end() the plan. A program
 * that dies before the plan has failed.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_count, tap_failures;

static inline bool __attribute__((format(printf, 2, 3)))
tap(bool passed, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	if (!passed)
		tap_failures++;
	return passed;
}

static inline int tap_end(void)
{
	printf("1..%d\n", tap_count);
	return tap_failures ? 1 : 0;
}

/* Print a command line so that it stays one line, and a short one. */
static inline void tap_print_line(const char *line, size_t len)
{
	printf("#   [%zu] ", len);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = line[i];

		if (len > 200 && i == 60) {
			printf(" ... ");
			i = len - 100;
			continue;
		}
		if (c >= ' ' && c < 0x7f && c != '\\')
			putchar(c);
		else
			printf("\\%03o", c);
	}
	putchar('\n');
}

#endif /* TAP_H */
