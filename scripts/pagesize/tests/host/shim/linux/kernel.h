/* SPDX-License-Identifier: GPL-2.0-only */
#include <stdlib.h>

#define simple_strtol	strtol
#define simple_strtoull	strtoull
