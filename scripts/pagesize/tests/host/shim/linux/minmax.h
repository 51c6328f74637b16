/* SPDX-License-Identifier: GPL-2.0-only */
#define min(a, b)	((a) < (b) ? (a) : (b))
