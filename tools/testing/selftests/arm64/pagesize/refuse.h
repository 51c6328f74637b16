/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_REFUSE_H
#define PAGESIZE_REFUSE_H

/*
 * @call, which returns 0 or -errno, is refused with one more @line in the
 * kernel log.
 */
void judge_refusal(const char *what, const char *line,
		   int (*call)(unsigned long arg), unsigned long arg);

void refuse_kexec(void);
void refuse_hibernate(const char *disk);
void refuse_compat(void);

#endif /* PAGESIZE_REFUSE_H */
