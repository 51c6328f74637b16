#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: boot
#
# A kernel without EXPERT runs 32-bit programs with pages of 4K only, as it would
# with a fixed page size.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM DEFCONFIG
initrd=$("$here/scripts/pagesize/initramfs")

# guest KERNEL SIZE TESTS
guest()
{
	TIMEOUT=120 "$here/scripts/pagesize/boot" "$here/build/$1/arch/arm64/boot/Image" \
		"$initrd" quiet "arm64.pagesize=$2" "pagesize_expect=$2" "pagesize_test=$3"
}

sed 's/^CONFIG_EXPERT=y/# CONFIG_EXPERT is not set/' "$here/build/kernel-boot/.config" \
	>"$scratch/noexpert.config"
ok 'a kernel without EXPERT' env VARIANT=boot CONFIG="$scratch/noexpert.config" \
	"$here/scripts/pagesize/build"
ok 'it has none' grep -q '^# CONFIG_EXPERT is not set' "$here/build/kernel-boot-noexpert/.config"
ok 'it runs 32-bit programs with 4K' guest kernel-boot-noexpert 4k basic32,compat32
for size in 16k 64k; do
	ok "it refuses them with $size" guest kernel-boot-noexpert "$size" basic,refuse:compat
done
ok 'one with EXPERT does not' fails 1 failed guest kernel-boot 64k refuse:compat
done_testing
