// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uses PAGE_SIZE where C wants a constant. Fine for a kernel with one page
 * size; for one that chooses at boot the compiler has to refuse it, in words
 * that say what to use instead.
 */
#include <linux/module.h>
#include <linux/mm.h>

static char buffer[2 * PAGE_SIZE];

static int __init refused_init(void)
{
	buffer[PAGE_SIZE] = 1;
	return buffer[0];
}
module_init(refused_init);

static void __exit refused_exit(void)
{
}
module_exit(refused_exit);

MODULE_DESCRIPTION("PAGE_SIZE as an array size");
MODULE_LICENSE("GPL");
