/* SPDX-License-Identifier: GPL-2.0-only */
#include <stdbool.h>
#include <string.h>

char *skip_spaces(const char *str);
