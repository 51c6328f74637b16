#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k boot
#
# What the kernel does not do yet when its page size is chosen at boot: it says so,
# once, and goes on. A pristine kernel does it all.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

initrd=$("$here/scripts/pagesize/initramfs")

# guest VARIANT WORD...: with a disk for a swap area that holds an image of half of
# memory
guest()
{
	truncate -s 256M disk
	MEM=512M DISK=disk TIMEOUT=120 LOG=log "$here/scripts/pagesize/boot" \
		"$here/build/kernel-$1/arch/arm64/boot/Image" "$initrd" \
		quiet crashkernel=64M "${@:2}"
}

# refuses VARIANT WORD...: and the disk, which the guest makes a swap area, is none
# that an image was written to.
refuses()
{
	guest "$@" && grep -qa SWAPSPACE2 disk && ! grep -qa S1SUSPEND disk
}

for size in 4k 16k 64k; do
	for el2 in '' 1; do
		EL2=$el2 plan "$size${el2:+, EL2}" refuses boot "arm64.pagesize=$size" \
			pagesize_test=refuse:kvm:kexec:hibernate,basic "pagesize_expect=$size"
	done
done

# does_it NAME PATTERN: the pristine kernel fails the test, as the log tells
does_it()
{
	guest base-4k "pagesize_test=refuse:$1" && return 1
	log_says "${@:2}"
}
EL2=1 plan 'a kernel with KVM is noticed' does_it kvm '^# not ok .* kvm: no device'
plan 'one that loads kernels is noticed' does_it kexec '^# not ok .* kexec_load: refused' \
	'^# not ok .* kexec_load, crash: refused' '^# not ok .* kexec_file_load: refused' \
	'^# not ok .* kexec_file_load, crash: refused'

# It writes the image and powers off, so there is no verdict.
hibernates()
{
	fails 1 '2 planned, 0 seen' guest base-4k pagesize_test=refuse:hibernate &&
		grep -qa S1SUSPEND disk
}
plan 'one that hibernates is noticed' hibernates

run_plans
done_testing
