/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Host stand-in. There is one early parameter and one initcall of each kind;
 * the test calls them.
 */
#include <stdbool.h>
#include <stddef.h>

#define __init
#define __initdata
#define __initconst
#define __ro_after_init

struct obs_kernel_param {
	const char *str;
	int (*setup_func)(char *val);
	int early;
};

#define early_param(name, fn)						\
	const struct obs_kernel_param __setup_start[] = { { name, fn, 1 } }; \
	const struct obs_kernel_param *const __setup_end = __setup_start + 1
#define early_initcall(fn)	int (*const early_initcall_fn)(void) = fn
#define subsys_initcall(fn)	int (*const subsys_initcall_fn)(void) = fn
