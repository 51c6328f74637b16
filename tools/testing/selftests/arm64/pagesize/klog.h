/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_KLOG_H
#define PAGESIZE_KLOG_H

#include <stdbool.h>

/* Is this line of the kernel log (without its prefix) a report of a fault? */
bool klog_is_report(const char *line);

#endif /* PAGESIZE_KLOG_H */
