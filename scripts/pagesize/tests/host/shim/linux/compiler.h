/* SPDX-License-Identifier: GPL-2.0-only */
/* Host stand-in, with what lib/ctype.c and lib/cmdline.c need. */
#define fallthrough	__attribute__((__fallthrough__))
