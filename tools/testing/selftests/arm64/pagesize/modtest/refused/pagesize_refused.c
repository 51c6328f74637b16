// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uses PAGE_SIZE where C wants a constant. Fine for a kernel with one page
 * size; for one that chooses at boot the compiler has to refuse each line that
 * is marked, in words that say what to use instead.
 */
#include <linux/module.h>
#include <linux/mm.h>

static char buffer[2 * PAGE_SIZE];			/* refused */
static unsigned long initialised = PAGE_SIZE;		/* refused */
static char aligned[16] __aligned(PAGE_SIZE);		/* refused */
enum { ENUMERATOR = PAGE_SIZE };			/* refused */
struct member { char page[PAGE_SIZE]; };		/* refused */
struct field { unsigned int offset : PAGE_SHIFT; };	/* refused */
static_assert(PAGE_SIZE >= 4096);			/* refused */

static int __init refused_init(void)
{
	buffer[PAGE_SIZE] = 1;
	return buffer[0] + aligned[0] + (int)initialised + ENUMERATOR +
	       (int)sizeof(struct member) + (int)sizeof(struct field);
}
module_init(refused_init);

static void __exit refused_exit(void)
{
}
module_exit(refused_exit);

MODULE_DESCRIPTION("PAGE_SIZE where a constant is needed");
MODULE_LICENSE("GPL");
