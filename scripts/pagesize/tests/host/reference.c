// SPDX-License-Identifier: GPL-2.0-only
/*
 * Linux's own parser of command lines, to compare with. Nothing of it is
 * copied into the repository: lib/ctype.c and lib/cmdline.c are included, and
 * reference_functions.h holds what option.t cuts out of larger files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/init.h>
#include <linux/string.h>

#include "arch/arm64/include/uapi/asm/setup.h"
#include "reference.h"

#include "lib/ctype.c"
#include "lib/cmdline.c"

/* What parse_args() and do_early_param() use beside the strings. */
struct kernel_param;
typedef short s16;
typedef int (*parse_unknown_fn)(char *param, char *val, const char *doing, void *arg);

#define pr_debug(...)		do { } while (0)
#define pr_warn(...)		reference_complaint(__VA_ARGS__)
#define pr_err(...)		reference_complaint(__VA_ARGS__)
#define irqs_disabled()		1
#define ERR_PTR(err)		((void *)(long)(err))

extern const struct obs_kernel_param __setup_start[];
extern const struct obs_kernel_param *const __setup_end;

/* The handler reports what it refuses, so nobody else has a reason to. */
static void __attribute__((format(printf, 1, 2)))
reference_complaint(const char *fmt, ...)
{
	printf("Bail out! the reference complained: %s", fmt);
	exit(1);
}

/* Early parameters are in no table of kernel_param, so all are unknown here. */
static int parse_one(char *param, char *val, const char *doing,
		     const struct kernel_param *params, unsigned int num_params,
		     s16 min_level, s16 max_level, void *arg, parse_unknown_fn unknown)
{
	(void)params, (void)num_params, (void)min_level, (void)max_level;
	return unknown(param, val, doing, arg);
}

#include "reference_functions.h"

const unsigned int reference_line_size = COMMAND_LINE_SIZE;

void reference_parse(const char *cmdline)
{
	char copy[COMMAND_LINE_SIZE];

	snprintf(copy, sizeof(copy), "%s", cmdline);
	parse_early_options(copy);
}
