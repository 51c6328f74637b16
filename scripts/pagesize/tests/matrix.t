#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot
#
# One Image, three page sizes, and the machines that it has to run on. A guest
# passes if the page size is right in all that user space reads, the kernel log
# has no report and the stress program finds no fault.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM CONFIG DEFCONFIG
image=$here/build/kernel-boot/arch/arm64/boot/Image
initrd=$(VARIANT=boot "$here/scripts/pagesize/modules")
all=basic,values,stress:forks=100:execs=20:ops=2000

# Boots run side by side, one for each CPU; results come in order of the plan.
names=()
results=$scratch/results
mkdir "$results"

# guest "VARIABLE=VALUE ..." WORD...
guest()
{
	local vars=$1

	shift
	# shellcheck disable=SC2086 # words
	env TIMEOUT=180 $vars "$here/scripts/pagesize/boot" "$image" "$initrd" quiet "$@"
}

# Status 0 and the log has a line that matches $1; or as "fails".
guest_says()
{
	local pattern=$1 log=$2

	shift 2
	guest "LOG=$log $1" "${@:2}" || return
	tr -d '\r' <"$log" | grep -E -- "$pattern" && return
	echo "no line that matches $pattern"
	return 1
}

# boot NAME FUNCTION ARG...: in the background
boot()
{
	local n=${#names[@]}

	names+=("$1")
	shift
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
		wait -n || :
	done
	{
		rc=0
		"$@" >"$results/$n.out" 2>&1 || rc=$?
		echo "$rc" >"$results/$n"
	} &
}

result()
{
	cat "$results/$1.out"
	[ "$(cat "$results/$1")" = 0 ]
}

sizes='4k 16k 64k'
for cpu in max max,lpa2=off cortex-a76 neoverse-n1; do
	for el2 in '' EL2=1; do
		for s in $sizes; do
			boot "$cpu $el2 $s" guest "CPU=$cpu $el2" \
				"arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
		done
	done
done
for s in $sizes; do
	boot "4 CPUs $s" guest SMP=4 "arm64.pagesize=$s" pagesize_test=$all,modload "pagesize_expect=$s"
done

# No 16K granule: what was asked for, what there is, what is done
for cpu in cortex-a53 cortex-a57 cortex-a72; do
	for s in 4k 64k; do
		boot "$cpu $s" guest "CPU=$cpu" "arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
	done
	boot "$cpu refuses 16k" guest_says \
		'page size: arm64.pagesize=16k not supported by this CPU \(4K 64K\), using 4K$' \
		"$scratch/$cpu.log" "CPU=$cpu" \
		arm64.pagesize=64k arm64.pagesize=16k pagesize_test=basic pagesize_expect=4k loglevel=7
done

for s in $sizes; do
	for kpti in 0 1; do
		boot "kpti=$kpti $s" guest "CPU=max" "kpti=$kpti" \
			"arm64.pagesize=$s" pagesize_test=$all "pagesize_expect=$s"
	done
	# Global mappings to begin with, which are remapped for KPTI
	boot "kpti without KASLR $s" guest "CPU=cortex-a72" nokaslr kpti=1 \
		"arm64.pagesize=${s/16k/64k}" pagesize_test=$all "pagesize_expect=${s/16k/64k}"
	boot "nokaslr $s" guest "" nokaslr "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	for seed in 1 2 3 4 5; do
		boot "KASLR seed $seed $s" guest "SEED=$seed" \
			"arm64.pagesize=$s" pagesize_test=basic,values "pagesize_expect=$s"
	done
	for mem in 512M 8G; do
		boot "$mem $s" guest "MEM=$mem" "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	done
	boot "GICv2 $s" guest "GIC=2" "arm64.pagesize=$s" pagesize_test=basic "pagesize_expect=$s"
	for uefi in acpi dt; do
		boot "UEFI $uefi $s" guest "UEFI=$uefi" \
			"arm64.pagesize=$s" pagesize_test=basic,values "pagesize_expect=$s"
	done
done

# The option
boot 'no option: the default' guest_says 'page size: 4K \(default\), supported: 4K 16K 64K$' \
	"$scratch/default.log" "" pagesize_test=basic pagesize_expect=4k loglevel=7
boot 'an unknown value' guest_says \
	'page size: unknown value arm64.pagesize=banana ignored \(4k, 16k, 64k\)$' \
	"$scratch/banana.log" "" arm64.pagesize=16K arm64.pagesize=banana \
	pagesize_test=basic pagesize_expect=16k loglevel=7
boot 'another size is noticed' fails 1 'failed' guest "" \
	arm64.pagesize=64k pagesize_test=basic pagesize_expect=4k
wait

for n in "${!names[@]}"; do
	ok "${names[n]}" result "$n"
done
done_testing
