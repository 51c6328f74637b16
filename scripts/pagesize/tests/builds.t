#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: boot-16k boot-64k boot-debug boot-clang
#
# The kernel built in other ways: with another default page size, with all checks
# and poisoned boot constants, and by Clang. Each boots at the three sizes, with
# nothing in its log.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM CONFIG DEFCONFIG
initrd=$("$here/scripts/pagesize/initramfs")

# guest KERNEL WORD...: on the machine of $vars; a debug kernel takes its time
guest()
{
	local kernel=$1

	shift
	env TIMEOUT=600 LOG="$scratch/log" "${vars[@]}" "$here/scripts/pagesize/boot" \
		"$here/build/kernel-$kernel/arch/arm64/boot/Image" "$initrd" quiet "$@"
}

# The log has a line that matches $1.
logged()
{
	tr -d '\r' <"$scratch/log" | grep -E -- "$1"
}

for kernel in boot-16k boot-64k boot-debug boot-clang; do
	vars=(SMP=2)
	default=4k
	case $kernel in
	boot-16k | boot-64k)
		default=${kernel#boot-} ;;
	esac
	for size in 4k 16k 64k; do
		ok "$kernel at $size" guest "$kernel" \
			pagesize_test=basic,values,stress:forks=50:execs=10:ops=1000 \
			"pagesize_expect=$size" "arm64.pagesize=$size"
		ok "$kernel at $size: it was asked for" \
			logged "page size: ${size^^} \(requested\), supported: 4K 16K 64K$"
	done
	ok "$kernel without a request" guest "$kernel" pagesize_test=basic "pagesize_expect=$default"
	ok "$kernel: its default is ${default^^}" \
		logged "page size: ${default^^} \(default\), supported: 4K 16K 64K$"
	# A CPU that lacks 16K: the first ID map has another granule than the default.
	vars=(SMP=2 CPU=cortex-a72)
	if [ "$default" = 16k ]; then
		ok "$kernel on a CPU without 16K" guest "$kernel" pagesize_test=basic pagesize_expect=4k
		ok "$kernel on a CPU without 16K says so" \
			logged 'page size: default 16K not supported by this CPU \(4K 64K\), using 4K$'
	fi
	ok "$kernel at 64K on a CPU without 16K" guest "$kernel" pagesize_test=basic \
		pagesize_expect=64k arm64.pagesize=64k
done

# The debug kernel tells how the linear map is mapped: in blocks, in pages, and after
# 1.5 GiB were plugged in.
plugged=(MEM='2G,maxmem=6G,slots=2' QEMU_ARGS='-object memory-backend-ram,id=m,size=2G
	-device virtio-mem-pci,memdev=m,requested-size=1536M')
for size in 4k 16k 64k; do
	vars=()
	for word in rodata=off rodata=full; do
		ok "DirectMap at $size, $word" guest boot-debug "$word" "arm64.pagesize=$size" \
			pagesize_test=directmap:2048 "pagesize_expect=$size"
	done
	vars=("${plugged[@]}")
	ok "DirectMap at $size, memory plugged in" guest boot-debug "arm64.pagesize=$size" \
		memhp_default_state=online pagesize_test=directmap:3584 "pagesize_expect=$size"
done
done_testing
