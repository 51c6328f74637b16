/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kernel stack geometry of a kernel that chooses its page size at boot.
 * Included by asm/memory.h alone.
 */
#ifndef __ASM_THREAD_SIZE_BOOT_H
#define __ASM_THREAD_SIZE_BOOT_H

#include <asm/boot-const.h>

#define THREAD_SIZE_MAX		BC_MAX(thread_size)

#ifdef LINKER_SCRIPT

/* The stack of the init task has room and alignment for the largest size. */
#define THREAD_SHIFT		BC_MAX(thread_shift)
#define THREAD_SIZE		THREAD_SIZE_MAX

#elif !defined(__ASSEMBLY__)

BOOT_CONST_FUNCTION(int, thread_shift, boot_const)
BOOT_CONST_FUNCTION(unsigned long, thread_size, boot_const)

#define THREAD_SHIFT		({ boot_thread_shift(); }) /* not constant */
#define THREAD_SIZE		({ boot_thread_size(); }) /* not constant: THREAD_SIZE_MAX */

/* A stack is a page at least, see VMAP_STACK in asm/memory.h. */
#define THREAD_SIZE_ORDER	(THREAD_SHIFT - PAGE_SHIFT)

#endif

#endif /* __ASM_THREAD_SIZE_BOOT_H */
