/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef __ASM_DIRECT_MAP_H
#define __ASM_DIRECT_MAP_H

#include <linux/types.h>

/* Memory hotplug: with mem_hotplug_lock held for writing. */
#ifdef CONFIG_ARM64_DIRECT_MAP_INFO
void direct_map_added(phys_addr_t start, phys_addr_t size);
void direct_map_removed(phys_addr_t start, phys_addr_t size);
#else
static inline void direct_map_added(phys_addr_t start, phys_addr_t size) { }
static inline void direct_map_removed(phys_addr_t start, phys_addr_t size) { }
#endif

#endif /* __ASM_DIRECT_MAP_H */
