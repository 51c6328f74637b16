/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hints for scripts/pagesize/plugin/profile.c. Without it they do nothing.
 */
#ifndef PAGESIZE_HINTS_H
#define PAGESIZE_HINTS_H

/* An interval ends here, and another one starts */
#define HINT_CUT	"hint #127\n"

/* The interval that ended last is one to be kept */
#define HINT_KEEP	"hint #126\n"

#endif /* PAGESIZE_HINTS_H */
