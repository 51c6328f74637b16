/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_TRACE_TEXT_H
#define PAGESIZE_TRACE_TEXT_H

/*
 * The "print fmt" of trace events, which user space parses: the page shift is a
 * number in it, and nothing of how a kernel that chooses its page size gets it.
 */
void test_trace_text(int page_shift);

#endif /* PAGESIZE_TRACE_TEXT_H */
