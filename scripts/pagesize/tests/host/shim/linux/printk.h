/* SPDX-License-Identifier: GPL-2.0-only */
/* Host stand-in: lines go to the test, each with its level in front. */
#include <stddef.h>

void test_printk(const char *fmt, ...);
int scnprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define pr_err(fmt, ...)	test_printk("3" pr_fmt(fmt), ##__VA_ARGS__)
#define pr_warn(fmt, ...)	test_printk("4" pr_fmt(fmt), ##__VA_ARGS__)
#define pr_info(fmt, ...)	test_printk("6" pr_fmt(fmt), ##__VA_ARGS__)
