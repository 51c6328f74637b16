#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot 4k
#
# Booted at a page size, the kernel shows user space the same as a kernel that
# was built for it. And the static kernel does not know the option.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM CONFIG DEFCONFIG
programs=$here/tools/testing/selftests/arm64/pagesize
initrd=$("$here/scripts/pagesize/initramfs")

# dump VARIANT SIZE WORD...: to $scratch/VARIANT-SIZE
dump()
{
	local variant=$1 size=$2

	shift 2
	LOG=$scratch/$variant-$size TIMEOUT=180 "$here/scripts/pagesize/boot" \
		"$here/build/kernel-$variant/arch/arm64/boot/Image" "$initrd" \
		pagesize_test=basic,values,dump "pagesize_expect=$size" "$@"
}

sizes='4k'
for s in $sizes; do
	ok "$s static: the state is dumped" dump "$s" "$s"
	ok "$s boot: the state is dumped" dump boot "$s" "arm64.pagesize=$s"
	# Differences that are right, with their reasons, if there are any
	allow=$here/scripts/pagesize/tests/state-$s.allow
	[ -e "$allow" ] || allow=
	ok "$s: the same state" "$programs/dumpcmp" ${allow:+"allow=$allow"} \
		"$scratch/$s-$s" "$scratch/boot-$s"
done

# A parameter with a dot belongs to a module: nothing is said of it.
ok 'a static kernel takes no notice of the option' dump 4k 4k arm64.pagesize=64k
ok 'it says nothing of its page size' fails 1 '^$' grep -E '\\] page size: ' "$scratch/4k-4k"
done_testing
