// SPDX-License-Identifier: GPL-2.0-only
/*
 * text: print where the kernel is, for scripts/pagesize/tests/kaslr.t.
 */
#include <stdio.h>
#include <string.h>

#include "util.h"

int main(void)
{
	char line[256];
	FILE *f = fopen("/proc/kallsyms", "r");
	unsigned long text = 0, addr;
	char type, name[128];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx %c %127s", &addr, &type, name) == 3 && !strcmp(name, "_text"))
			text = addr;
	tap_ok(text, "_text %lx", text);
	return tap_done();
}
