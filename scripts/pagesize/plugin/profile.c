// SPDX-License-Identifier: GPL-2.0-only
/*
 * TCG plugin: count what the guest executes, exactly.
 *
 *	-plugin profile.so,out=FILE[,irq=ADDRESS...][,exception=ADDRESS...]
 *		[,switch=ADDRESS]
 *
 * A guest program cuts its run into intervals: each time that it executes CUT,
 * a hint without effect, the counts of the interval that ends there are written
 * and set to zero. Another hint, KEEP, says that the last interval was one that
 * it wants to know about. FILE gets
 *
 *	interval
 *	CONTEXT ADDRESS INSTRUCTIONS LOADS STORES DIVISIONS
 *	keep
 *
 * with a line of numbers for each run of instructions that was executed; ADDRESS,
 * in hexadecimal, is that of its first instruction. The interval has the CUT that
 * it starts with, not the one that ends it. An instruction that faults, to be
 * executed again, counts each time; its access to memory does not. An access is
 * what QEMU makes of an instruction: a pair of registers has two, an atomic
 * operation a load and a store, the zeroing of a cache line none.
 *
 * CONTEXT is "o" for interrupts, kernel threads and init, "p" for all else (context.h).
 * For that, irq= and exception= name where the kernel begins to handle these when
 * they come from anywhere or from itself, and switch= an instruction that loads
 * from the task that is switched to. Without these, all is init's. The script
 * "handlers" finds them.
 *
 * For a guest with one CPU: counters are not protected against another.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "counts.h"
#include "qemu.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

#define HINT(nr)	(0xd503201fu | (nr) << 5)
#define CUT		HINT(127)
#define KEEP		HINT(126)

/* With or without pointer authentication */
#define ERET_MASK	0xfffff3ffu
#define ERET_BITS	(0xd69f03e0u & ERET_MASK)

/* With any immediate */
#define SVC_MASK	0xffe0001fu
#define SVC_BITS	0xd4000001u

/* sdiv and udiv of either width: Arm ARM, data-processing (2 source) */
#define DIV_MASK	0x7fe0f800u
#define DIV_BITS	0x1ac00800u

/* Arm ARM, top-level encodings: loads and stores; system instructions, moves */
#define MEMORY_MASK	0x0a000000u
#define MEMORY_BITS	0x08000000u
#define SYSTEM_MASK	0xffc00000u
#define SYSTEM_BITS	0xd5000000u

enum { MAX_PLACES = 16 };
struct places {
	uint64_t address[MAX_PLACES];
	unsigned int count;
};
static struct places irqs, exceptions, switches;

static bool is_in(const struct places *places, uint64_t address)
{
	for (unsigned int i = 0; i < places->count; i++)
		if (places->address[i] == address)
			return true;
	return false;
}

static bool user_space(uint64_t address)
{
	return !(address >> 63);
}

static void on_cut(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	counts_add_to(context_now());
	counts_write();
}

static void on_event(unsigned int vcpu, void *data)
{
	void (*event)(void) = data;

	(void)vcpu;
	event();
}

static void on_read(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	(void)vcpu;
	(void)address;
	(void)data;
	counts_learn(qemu_plugin_mem_is_store(info));
}

static void on_switch(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	(void)vcpu;
	(void)info;
	(void)data;
	context_switch(address);
}

/* What is to be done before @insn is executed, if anything */
static void (*event_of(uint64_t address, uint32_t word))(void)
{
	if (word == KEEP)
		return counts_keep;
	if ((word & SVC_MASK) == SVC_BITS)
		return context_call;
	if (is_in(&irqs, address))
		return context_interrupt;
	if (is_in(&exceptions, address))
		return context_exception;
	return NULL;
}

/* May what follows @word stay undone? */
static bool may_fault(uint64_t address, uint32_t word)
{
	if ((word & MEMORY_MASK) == MEMORY_BITS)
		return true;
	/* Cache maintenance, and what is emulated for user space */
	return user_space(address) && (word & SYSTEM_MASK) == SYSTEM_BITS;
}

static void count_accesses(struct qemu_plugin_insn *insn, struct run *run)
{
	if (!counts_learnt())
		qemu_plugin_register_vcpu_mem_cb(insn, on_read, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_R, NULL);
	qemu_plugin_register_vcpu_mem_inline(insn, QEMU_PLUGIN_MEM_R,
					     QEMU_PLUGIN_INLINE_ADD_U64, &run->now.reads, 1);
	qemu_plugin_register_vcpu_mem_inline(insn, QEMU_PLUGIN_MEM_W,
					     QEMU_PLUGIN_INLINE_ADD_U64, &run->now.writes, 1);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t insns = qemu_plugin_tb_n_insns(tb), start = 0;

	(void)id;
	while (start < insns) {
		uint64_t address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, start));
		uint32_t divisions = 0;
		struct run *run;
		size_t end;

		if (!start && user_space(address))
			qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, 0),
							       on_event, QEMU_PLUGIN_CB_NO_REGS,
							       context_user);
		for (end = start; end < insns; end++) {
			struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, end);
			uint64_t here = qemu_plugin_insn_vaddr(insn);
			void (*event)(void);
			uint32_t word;

			memcpy(&word, qemu_plugin_insn_data(insn), sizeof(word));
			event = event_of(here, word);
			/* Counts are of before or after what is done there */
			if (end > start && (event || word == CUT))
				break;
			if (word == CUT)
				qemu_plugin_register_vcpu_insn_exec_cb(insn, on_cut,
								       QEMU_PLUGIN_CB_NO_REGS,
								       NULL);
			else if (event)
				qemu_plugin_register_vcpu_insn_exec_cb(insn, on_event,
								       QEMU_PLUGIN_CB_NO_REGS,
								       event);
			/* Counted already: all of its run belongs to what ends */
			if ((word & ERET_MASK) == ERET_BITS)
				qemu_plugin_register_vcpu_insn_exec_cb(insn, on_event,
								       QEMU_PLUGIN_CB_NO_REGS,
								       context_return);
			if (is_in(&switches, here))
				qemu_plugin_register_vcpu_mem_cb(insn, on_switch,
								 QEMU_PLUGIN_CB_NO_REGS,
								 QEMU_PLUGIN_MEM_RW, NULL);
			divisions += (word & DIV_MASK) == DIV_BITS;
			if (may_fault(here, word)) {
				end++;
				break;
			}
		}
		run = counts_run(address, end - start, divisions);
		qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(tb, start),
							   QEMU_PLUGIN_INLINE_ADD_U64,
							   &run->now.entered, 1);
		for (; start < end; start++)
			count_accesses(qemu_plugin_tb_get_insn(tb, start), run);
	}
}

static void done(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	counts_close();
}

static bool add_place(struct places *places, const char *arg, const char *key)
{
	size_t len = strlen(key);
	char *end;

	if (strncmp(arg, key, len))
		return false;
	if (places->count == MAX_PLACES)
		die("too many places");
	places->address[places->count++] = strtoull(arg + len, &end, 16);
	if (*end || end == arg + len)
		die("not an address");
	return true;
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
				      int argc, char **argv)
{
	const char *file = NULL;

	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4))
			file = argv[i] + 4;
		else if (!add_place(&irqs, argv[i], "irq=") &&
			 !add_place(&exceptions, argv[i], "exception=") &&
			 !add_place(&switches, argv[i], "switch="))
			die("unknown parameter: see profile.c");
	}
	if (!file)
		die("out=FILE is missing");
	counts_open(file);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, done, NULL);
	return 0;
}
