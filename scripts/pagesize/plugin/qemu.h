/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of QEMU's plugin interface, version 1, that we use. Debian's QEMU
 * loads plugins, but no package has the header. See docs/devel/tcg-plugins.rst
 * of QEMU.
 */
#ifndef PAGESIZE_PLUGIN_QEMU_H
#define PAGESIZE_PLUGIN_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;

/* A translated block of guest code, and an instruction in it */
struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

typedef void (*qemu_plugin_tb_trans_cb_t)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_insn_cb_t)(unsigned int vcpu, void *data);
typedef uint32_t qemu_plugin_meminfo_t;
typedef void (*qemu_plugin_mem_cb_t)(unsigned int vcpu, qemu_plugin_meminfo_t info,
				     uint64_t address, void *data);
typedef void (*qemu_plugin_exit_cb_t)(qemu_plugin_id_t id, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_tb_trans_cb_t cb);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_exit_cb_t cb, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t nr);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

/* What kind of access a function was called for */
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);

/* Add to a number before the instruction is executed, or after each of its accesses */
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
						enum qemu_plugin_op op, void *number,
						uint64_t add);
void qemu_plugin_register_vcpu_mem_inline(struct qemu_plugin_insn *insn,
					  enum qemu_plugin_mem_rw rw,
					  enum qemu_plugin_op op, void *number,
					  uint64_t add);

/* Likewise, but call a function; of one instruction, before anything is added */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_insn_cb_t cb,
					    enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_plugin_mem_cb_t cb,
				      enum qemu_plugin_cb_flags flags,
				      enum qemu_plugin_mem_rw rw, void *data);

#endif /* PAGESIZE_PLUGIN_QEMU_H */
