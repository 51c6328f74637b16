// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser of arm64.pagesize= against Linux's own one, on the lines with known
 * answers and on random ones.
 *
 *   option_fuzz [SEED [LINES]]
 */
#include <errno.h>
#include <linux/init.h>
#include <stdint.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>

#include "tap.h"
#include "option_lines.h"
#include "page_size_option.h"
#include "reference.h"

/* Give up adding lines here, so that a slow machine does not wait for ever. */
#define MAX_SECONDS	40

static int reference_kib;

/* Written without a look at page_size_value(). */
static int parse_reference(char *val)
{
	static const struct { const char *name; int kib; } values[] = {
		{ "4k", 4 }, { "16k", 16 }, { "64k", 64 },
	};

	for (int i = 0; val && i < 3; i++) {
		if (!strcasecmp(val, values[i].name))
			reference_kib = values[i].kib;
	}
	return 0;
}
early_param("arm64.pagesize", parse_reference);

static int reference(const char *line)
{
	reference_kib = 0;
	reference_parse(line);
	return reference_kib;
}

/* xorshift64*: the same lines for the same seed, on every machine. */
static uint64_t state;

static unsigned int random_below(unsigned int n)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (unsigned int)((state * 0x2545f4914f6cdd1dULL) >> 33) % n;
}

static const char *const pieces[] = {
	"arm64.pagesize", "arm64.pagesize=", "arm64.pagesize=4k", "arm64.pagesize=16K",
	"arm64.pagesize=64k", " arm64.pagesize=64k ", " arm64.pagesize=\"16k\" ",
	"\"arm64.pagesize=4k\"", "4k", "16k", "64K", "8k", "banana", "=", "=", "\"", "\"",
	"\"", " ", " ", " ", "\t", "\n", "\240", "--", " -- ", "-", "_", "x", "k", ".",
	"\"--\"", "quiet", "a=b", "arm64.", "pagesize", "\1", "\377", "\205",
};

#define NR_PIECES	(sizeof(pieces) / sizeof(pieces[0]))

/* A random line in memory of exactly its size. */
static char *random_line(size_t *len)
{
	static char buf[8192];
	size_t n = 0;
	unsigned int count = random_below(12);

	/* A third of the lines is about as long as what is read. */
	if (!random_below(3)) {
		char fill = "x \"-=k"[random_below(6)];

		if (random_below(2))
			n = sprintf(buf, "%s", pieces[random_below(NR_PIECES)]);
		memset(buf + n, fill, 2048);
		n = 1950 + random_below(110);
	}

	while (count--) {
		const char *p = pieces[random_below(NR_PIECES)];

		n += sprintf(buf + n, "%s", p);
		/* And one byte that is anything. */
		if (!random_below(16))
			buf[n++] = 1 + random_below(255);
	}

	buf[n] = '\0';
	*len = n;
	return strcpy(malloc(n + 1), buf);
}

/* Both ways to call the parser; -1 if they differ. */
static int parse(const char *line, size_t len)
{
	int kib = shift_to_kib(page_size_requested(line));
	size_t max = len < COMMAND_LINE_SIZE - 1 ? len : COMMAND_LINE_SIZE - 1;
	char *bare = memcpy(malloc(max ? max : 1), line, max);
	int kib_n = shift_to_kib(page_size_requested_n(bare, max));

	free(bare);
	return kib == kib_n ? kib : -1;
}

static bool agree(const char *line, size_t len)
{
	int want = reference(line), got = parse(line, len);

	if (got == want)
		return true;
	printf("#   got %dk, Linux has %dk\n", got, want);
	tap_print_line(line, len);
	return false;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned long lines = argc > 2 ? strtoul(argv[2], NULL, 0) : 500000, i;
	unsigned long hits = 0, bad = 0;
	time_t end = time(NULL) + MAX_SECONDS;
	size_t len;
	char *line;

	tap(reference_line_size == COMMAND_LINE_SIZE, "the size of a command line");

	for (i = 0; i < NR_OPTION_LINES; i++) {
		line = make_option_line(&option_lines[i], &len);
		if (reference(line) != option_lines[i].want || !agree(line, len)) {
			printf("#   expected %dk\n", option_lines[i].want);
			bad++;
		}
		free(line);
	}
	tap(!bad, "Linux has the known answers, too");

	printf("# seed %llu\n", (unsigned long long)seed);
	state = seed * 0x9e3779b97f4a7c15ULL | 1;
	bad = 0;
	for (i = 0; i < lines && bad < 5; i++) {
		if (!(i & 1023) && time(NULL) >= end)
			break;
		line = random_line(&len);
		if (!agree(line, len))
			bad++;
		if (reference_kib)
			hits++;
		free(line);
	}
	tap(!bad, "random lines");
	printf("# %lu lines, %lu of them ask for a page size\n", i, hits);
	/* Lines without the option would prove nothing, and so would too few. */
	tap(i >= 10000 && hits > i / 10 && hits < i / 10 * 9, "they are of use");
	return tap_end();
}
