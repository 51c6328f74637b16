#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: base-4k base-16k base-64k boot 64k
#
# The cost of 16K and 64K pages; and a kernel in which mm/memory.c loads the page size
# from memory does not pass for the one that has it in its instructions.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset PAGESIZE TO DEBUG LLVM DEFCONFIG
s=$here/scripts/pagesize

for size in 16k 64k; do
	ok "$size costs no more than it may" env PAGESIZE=$size "$s/check-cost"
done

# mm/memory.c with another PAGE_SIZE: the guard gap of stacks is 256 pages long.
cat >"$scratch/slow.h" <<'END'
#include <linux/mm.h>
#undef PAGE_SIZE
#define PAGE_SIZE (READ_ONCE(stack_guard_gap) >> 8)
#undef page_advance
#define page_advance(addr, nr) ((addr) + PAGE_SIZE * (nr))
END
cp "$here/build/kernel-boot/.config" "$scratch/slow.config"
ok 'a slower kernel' env VARIANT=boot CONFIG="$scratch/slow.config" "$s/build" \
	Image CFLAGS_memory.o="-include $scratch/slow.h"
ok 'it works' "$s/boot" "$here/build/kernel-boot-slow/arch/arm64/boot/Image" "$("$s/initramfs")" \
	quiet pagesize_test=basic,stress:forks=20:execs=5:ops=500 pagesize_expect=4k
for what in munmap-64k fork; do
	ok "$what costs too much" fails 1 "^$what .* (OVER|MORE THAN THE .*)\$" \
		env TO="$here/build/kernel-boot-slow" "$s/check-cost" $what
done
done_testing
