#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot
#
# One Image, three page sizes, and the machines that it has to run on. A guest
# passes if the page size is right in all that user space reads, with 64 bits and
# with 32, the kernel log has no report and the stress program finds no fault.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

image=$here/build/kernel-boot/arch/arm64/boot/Image
initrd=$(VARIANT=boot "$here/scripts/pagesize/modules")
all=basic,values,protect,basic32,compat32,stress:forks=100:execs=20:ops=2000

# guest "VARIABLE=VALUE ..." WORD...
guest()
{
	local vars=$1

	shift
	# shellcheck disable=SC2086 # words
	env TIMEOUT=180 $vars "$here/scripts/pagesize/boot" "$image" "$initrd" quiet "$@"
}

sizes='4k 16k 64k'
for cpu in max max,lpa2=off cortex-a76 neoverse-n1; do
	for el2 in '' EL2=1; do
		for s in $sizes; do
			plan "$cpu $el2 $s" guest "CPU=$cpu $el2" \
				"arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
		done
	done
done
for s in $sizes; do
	plan "4 CPUs $s" guest SMP=4 "arm64.pagesize=$s" "pagesize_expect=$s" \
		pagesize_test=$all,modload,stress32:forks=50:execs=10:ops=1000
done

# No 16K granule; choice.t asks for it nevertheless
for cpu in cortex-a53 cortex-a57 cortex-a72; do
	for s in 4k 64k; do
		plan "$cpu $s" guest "CPU=$cpu" "arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
	done
done

for s in $sizes; do
	for kpti in 0 1; do
		plan "kpti=$kpti $s" guest "CPU=max" "kpti=$kpti" \
			"arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
	done
	# Global mappings to begin with, which are remapped for KPTI
	plan "kpti without KASLR $s" guest "CPU=cortex-a72" nokaslr kpti=1 \
		"arm64.pagesize=${s/16k/64k}" pagesize_test=$all "pagesize_expect=${s/16k/64k}"
	plan "nokaslr $s" guest "" nokaslr "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	for seed in 1 2 3 4 5; do
		plan "KASLR seed $seed $s" guest "SEED=$seed" \
			"arm64.pagesize=$s" pagesize_test=basic,values "pagesize_expect=$s"
	done
	for mem in 512M 8G; do
		plan "$mem $s" guest "MEM=$mem" "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	done
	plan "GICv2 $s" guest "GIC=2" "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	for uefi in acpi dt; do
		plan "UEFI $uefi $s" guest "UEFI=$uefi" \
			"arm64.pagesize=$s" pagesize_test=basic,values "pagesize_expect=$s"
	done
done

plan 'another size is noticed' fails 1 'failed' guest "" \
	arm64.pagesize=64k pagesize_test=basic pagesize_expect=4k
run_plans
done_testing
