// SPDX-License-Identifier: GPL-2.0-only
/*
 * Page size macros are no symbols, so a module may use them whatever its
 * licence. This one claims a licence that gets it no GPL symbol, and shows
 * what the macros say in /sys/module/pagesize_anylicence/parameters.
 */
#include <linux/module.h>
#include <linux/mm.h>

static unsigned long page_bytes;
module_param_named(page_size, page_bytes, ulong, 0444);
MODULE_PARM_DESC(page_size, "bytes of a page, as this module sees it");

static unsigned long pmd_bytes;
module_param_named(pmd_size, pmd_bytes, ulong, 0444);
MODULE_PARM_DESC(pmd_size, "bytes that a PMD entry maps, as this module sees it");

static int __init anylicence_init(void)
{
	page_bytes = PAGE_SIZE;
	pmd_bytes = PMD_SIZE;
	return 0;
}
module_init(anylicence_init);

static void __exit anylicence_exit(void)
{
}
module_exit(anylicence_exit);

MODULE_DESCRIPTION("Page size macros without a GPL symbol");
MODULE_LICENSE("Proprietary");
