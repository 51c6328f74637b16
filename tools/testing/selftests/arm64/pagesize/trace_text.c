// SPDX-License-Identifier: GPL-2.0-only
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace_text.h"
#include "util.h"

#define EVENTS "/sys/kernel/tracing/events/"

/* Names that only the kernel's source knows */
static const char *const not_for_users[] = {
	"boot_", "BOOT_", "PAGE_SHIFT", "PAGE_SIZE", "PAGE_MASK",
};

void test_trace_text(int page_shift)
{
	unsigned int bad = 0;
	char shift[16], *text;
	glob_t files;

	if (glob(EVENTS "*/*/format", 0, NULL, &files)) {
		tap_ok(false, "trace events: there are none");
		return;
	}
	for (size_t i = 0; i < files.gl_pathc; i++) {
		text = read_file(files.gl_pathv[i], NULL);
		for (size_t n = 0; text && n < ARRAY_SIZE(not_for_users); n++) {
			if (!strstr(text, not_for_users[n]))
				continue;
			tap_diag("%s: %s", files.gl_pathv[i], not_for_users[n]);
			bad++;
		}
		free(text);
	}
	tap_ok(files.gl_pathc > 100 && !bad, "trace events: text of %zu for users", files.gl_pathc);
	globfree(&files);

	text = read_file(EVENTS "filemap/mm_filemap_add_to_page_cache/format", NULL);
	snprintf(shift, sizeof(shift), "<< %d", page_shift);
	tap_ok(text && strstr(text, shift), "trace events: an index is shifted by %d", page_shift);
	free(text);
}
