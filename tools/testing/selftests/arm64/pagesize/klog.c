// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of the kernel log that no boot may show: what WARN(), BUG(), an oops,
 * the sanitizers, lockdep, the detectors of stalls and hung tasks and the
 * checks of memory management print.
 *
 * A file of its own, free of everything else, so that the list can be tested
 * where the tests are built.
 */
#include <string.h>

#include "klog.h"

static const char * const reports[] = {
	"WARNING:",
	"BUG:",
	"kernel BUG at",
	"Oops",
	"Call trace:",
	"Internal error:",
	"Unable to handle kernel",
	"Unhandled fault",
	"Kernel panic",
	"[ cut here ]",
	"UBSAN:",
	"KASAN:",
	"KFENCE:",
	"Bad mode in",
	"Insufficient stack space",
	"stack-protector:",
	"Corrupted",
	"corruption",
	"Bad page",
	"Bad rss-counter",
	"bad pmd",
	"bad pud",
	"bad pgd",
	"non-zero pgtables_bytes",
	"page_table_check",
	"insecure W+X",
	"mappings: FAILED",
	"INFO: possible",
	"INFO: suspicious",
	"INFO: trying to register non-static key",
	"INFO: task ",
	"INFO: rcu",
	"rcu: INFO:",
	"detected stall",
	"self-detected",
	"DEBUG_LOCKS_WARN_ON",
	"possible circular locking",
	"inconsistent lock state",
	"refcount_t:",
	"usercopy:",
};

bool klog_is_report(const char *line)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++)
		if (strstr(line, reports[i]))
			return true;
	return false;
}
