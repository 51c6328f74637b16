// SPDX-License-Identifier: GPL-2.0-only
/*
 * The numbers that the profile consists of: a table of runs of instructions, and
 * the file it is written to.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "counts.h"

/* They never move, since generated code points to them; untouched ones cost nothing */
enum { MAX_RUNS = 1 << 20, BUCKETS = 1 << 16 };
static struct run runs[MAX_RUNS], *buckets[BUCKETS];
static size_t nr_runs;
static FILE *out;

void die(const char *what)
{
	fprintf(stderr, "profile: %s\n", what);
	exit(1);
}

struct run *counts_run(uint64_t address, uint32_t insns, uint32_t divisions)
{
	struct run **bucket = &buckets[(address >> 2 ^ address >> 18) % BUCKETS], *r;

	for (r = *bucket; r; r = r->next)
		if (r->address == address && r->insns == insns && r->divisions == divisions)
			return r;
	if (nr_runs == MAX_RUNS)
		die("too much code");
	r = &runs[nr_runs++];
	r->address = address;
	r->insns = insns;
	r->divisions = divisions;
	r->next = *bucket;
	*bucket = r;
	return r;
}

static enum { UNKNOWN, RIGHT, WRONG } qemu_is = UNKNOWN;

void counts_learn(bool is_store)
{
	qemu_is = is_store ? WRONG : RIGHT;
}

bool counts_learnt(void)
{
	return qemu_is != UNKNOWN;
}

/* An access may be all there is, where an instruction was executed in two steps */
static bool is_zero(const struct counts *c)
{
	return !(c->entered | c->reads | c->writes);
}

void counts_add_to(enum context context)
{
	for (struct run *r = runs; r < runs + nr_runs; r++) {
		if (is_zero(&r->now))
			continue;
		r->sum[context].entered += r->now.entered;
		r->sum[context].reads += r->now.reads;
		r->sum[context].writes += r->now.writes;
		r->now = (struct counts){ 0 };
	}
}

static void write_line(char letter, const struct run *r, const struct counts *c)
{
	uint64_t loads = c->reads, stores = c->writes;

	if (qemu_is == WRONG) {
		loads = c->writes - c->reads;
		stores = c->reads;
	}
	fprintf(out, "%c %" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", letter,
		r->address, c->entered * r->insns, loads, stores, c->entered * r->divisions);
}

void counts_write(void)
{
	static const char letters[CONTEXTS] = { [PROGRAM] = 'p', [OTHER] = 'o' };

	if (!counts_learnt())
		die("no access to memory yet");
	fputs("interval\n", out);
	for (struct run *r = runs; r < runs + nr_runs; r++) {
		for (int c = 0; c < CONTEXTS; c++) {
			if (is_zero(&r->sum[c]))
				continue;
			write_line(letters[c], r, &r->sum[c]);
			r->sum[c] = (struct counts){ 0 };
		}
	}
}

void counts_keep(void)
{
	fputs("keep\n", out);
}

void counts_open(const char *file)
{
	out = fopen(file, "w");
	if (!out)
		die("cannot create the file");
}

void counts_close(void)
{
	if (ferror(out) | fclose(out))
		die("cannot write");
}
