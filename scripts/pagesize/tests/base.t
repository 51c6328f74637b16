#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k
#
# The launcher, the guest's init and "run" with a pristine kernel.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM CONFIG DEFCONFIG
initrd=$("$here/scripts/pagesize/initramfs")
image=$here/build/kernel-base-4k/arch/arm64/boot/Image

# boot_with "VARIABLE=VALUE ..." WORD...
boot_with()
{
	local vars=$1

	shift
	# shellcheck disable=SC2086 # words
	env $vars "$here/scripts/pagesize/boot" "$image" "$initrd" quiet "$@"
}
run_with()
{
	env "$@" VARIANT=base-4k "$here/scripts/pagesize/run" </dev/null
}

ok 'it boots' boot_with '' pagesize_test=report pagesize_expect=4k
ok 'another page size is noticed' fails 1 'failed' boot_with '' pagesize_test=report pagesize_expect=64k
ok 'a test that does not exist, too' fails 1 'failed' boot_with '' pagesize_test=nonsense
ok 'a guest without our init has no plan' fails 1 'no plan' boot_with '' rdinit=/bin/false panic=-1
ok 'a guest that hangs is ended' fails 124 'not done' \
	boot_with TIMEOUT=8 'rdinit=/bin/busybox' -- sleep 1000
for m in EL2=1 'GIC=2 SMP=4' CPU=cortex-a53 CPU=neoverse-n1 'CPU=max,lpa2=off' UEFI=acpi UEFI=dt \
	'ICOUNT=1 SMP=1' MEM=512M; do
	ok "$m" boot_with "$m" pagesize_test=report pagesize_expect=4k
done

# Where the kernel lies, for a seed
# shellcheck disable=SC2016 # for the guest's shell
script='b=/bin/busybox; $b mount -t devtmpfs none /dev; $b mount -t proc none /proc;'
# shellcheck disable=SC2016
script=$script' $b grep -w _text /proc/kallsyms >/dev/kmsg; $b poweroff -f'
text()
{
	SEED=$1 LOG=$scratch/text "$here/scripts/pagesize/boot" "$image" "$initrd" \
		"rdinit=/bin/sh -- -c \"$script\"" >/dev/null
	sed -n 's/.*\(ffff[0-9a-f]*\) T _text.*/\1/p' "$scratch/text"
}
one=$(text 1)
ok 'KASLR moves the kernel' grep -qE '^ffff' <<<"$one"
ok 'the same seed, the same place' test "$one" = "$(text 1)"
ok 'another seed, another place' test "$one" != "$(text 2)"

ok 'run reports' says '^page size +4096 ' run_with PAGESIZE=4k
ok 'run refuses a size that the variant does not have' fails 1 'has pages of 4k' run_with PAGESIZE=64k
ok 'run refuses what is no size' fails 1 '4k, 16k or 64k' run_with PAGESIZE=8k
done_testing
