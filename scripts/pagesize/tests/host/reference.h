/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Linux's own parser of command lines, to compare with.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

/* Size in bytes that the kernel proper uses for a command line. */
extern const unsigned int reference_line_size;

/*
 * Parse @cmdline as parse_early_param() does: a copy of at most
 * COMMAND_LINE_SIZE - 1 bytes goes through parse_args() to do_early_param(),
 * which calls those parameters in __setup_start that match.
 */
void reference_parse(const char *cmdline);

#endif /* REFERENCE_H */
