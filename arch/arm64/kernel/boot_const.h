/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef __ARM64_KERNEL_BOOT_CONST_H
#define __ARM64_KERNEL_BOOT_CONST_H

#include <linux/types.h>

struct boot_const_place;
struct module;

int boot_const_apply_module(const struct module *mod,
			    const struct boot_const_place *places, size_t size);

#endif /* __ARM64_KERNEL_BOOT_CONST_H */
