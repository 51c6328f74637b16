// SPDX-License-Identifier: GPL-2.0-only
/*
 * TCG plugin: count what the guest executes, exactly.
 *
 *	-plugin profile.so,out=FILE
 *
 * A guest program cuts its run into intervals: each time that it executes CUT,
 * a hint without effect, the counts of the interval that ends there are written
 * and set to zero. Another hint, KEEP, says that the last interval was one that
 * it wants to know about. FILE gets
 *
 *	interval
 *	ADDRESS INSTRUCTIONS LOADS STORES DIVISIONS
 *	keep
 *
 * with a line of numbers for each block of code that was executed; ADDRESS, in
 * hexadecimal, is that of its first instruction. A block ends at a branch at the
 * latest, so it lies in one function. Where a fault ends it early, it counts as a
 * whole.
 *
 * For a guest with one CPU: counters are not protected against another.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

#define HINT(nr)	(0xd503201fu | (nr) << 5)
#define CUT		HINT(127)
#define KEEP		HINT(126)

/* sdiv and udiv of either width: Arm ARM, data-processing (2 source) */
#define DIV_MASK	0x7fe0f800u
#define DIV_BITS	0x1ac00800u

struct block {
	struct block *next;
	uint64_t address;
	uint32_t insns, divisions;
	uint64_t entered, loads, stores;
};

enum { BUCKETS = 1 << 16 };
static struct block *blocks[BUCKETS];
static FILE *out;

static void die(const char *what)
{
	fprintf(stderr, "profile: %s\n", what);
	exit(1);
}

/* QEMU translates a block again and again: its counts stay together. */
static struct block *find_block(uint64_t address, uint32_t insns, uint32_t divisions)
{
	struct block **bucket = &blocks[(address >> 2 ^ address >> 18) % BUCKETS], *b;

	for (b = *bucket; b; b = b->next)
		if (b->address == address && b->insns == insns && b->divisions == divisions)
			return b;
	b = calloc(1, sizeof(*b));
	if (!b)
		die("out of memory");
	b->address = address;
	b->insns = insns;
	b->divisions = divisions;
	b->next = *bucket;
	*bucket = b;
	return b;
}

static void cut(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	fputs("interval\n", out);
	for (size_t i = 0; i < BUCKETS; i++) {
		for (struct block *b = blocks[i]; b; b = b->next) {
			if (!b->entered)
				continue;
			fprintf(out, "%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
				b->address, b->entered * b->insns, b->loads, b->stores,
				b->entered * b->divisions);
			b->entered = b->loads = b->stores = 0;
		}
	}
}

static void keep(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	fputs("keep\n", out);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t insns = qemu_plugin_tb_n_insns(tb);
	uint32_t divisions = 0, word;
	struct block *b;

	(void)id;
	for (size_t i = 0; i < insns; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		memcpy(&word, qemu_plugin_insn_data(insn), sizeof(word));
		divisions += (word & DIV_MASK) == DIV_BITS;
		if (word == CUT || word == KEEP)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, word == CUT ? cut : keep,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
	}
	b = find_block(qemu_plugin_tb_vaddr(tb), insns, divisions);
	qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64,
						 &b->entered, 1);
	for (size_t i = 0; i < insns; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		qemu_plugin_register_vcpu_mem_inline(insn, QEMU_PLUGIN_MEM_R,
						     QEMU_PLUGIN_INLINE_ADD_U64, &b->loads, 1);
		qemu_plugin_register_vcpu_mem_inline(insn, QEMU_PLUGIN_MEM_W,
						     QEMU_PLUGIN_INLINE_ADD_U64, &b->stores, 1);
	}
}

static void done(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	if (fclose(out))
		die("cannot write");
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
				      int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4))
		die("usage: -plugin profile.so,out=FILE");
	out = fopen(argv[0] + 4, "w");
	if (!out)
		die("cannot create the file");
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, done, NULL);
	return 0;
}
