#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: boot
#
# 20 KASLR seeds at each page size. A seed that fails is printed by the launcher,
# and gives the same layout again. Seeds move the kernel, so that the boots are not
# one boot 20 times.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

image=$here/build/kernel-boot/arch/arm64/boot/Image
initrd=$("$here/scripts/pagesize/initramfs")

# guest SEED SIZE
guest()
{
	SEED=$1 LOG=$scratch/log-$2-$1${3:-} TIMEOUT=180 "$here/scripts/pagesize/boot" \
		"$image" "$initrd" quiet "arm64.pagesize=$2" \
		pagesize_test=text,basic,values,stress:forks=20:execs=5:ops=500 "pagesize_expect=$2"
}

# Where the kernel was in a boot
text()
{
	tr -d '\r' <"$scratch/log-$1" | sed -n 's/^# ok [0-9]* _text \(ffff[0-9a-f]*\)$/\1/p'
}

for size in 4k 16k 64k; do
	for seed in $(seq 20); do
		plan "seed $seed, $size" guest "$seed" "$size"
	done
	plan "seed 1 again, $size" guest 1 "$size" -again
done
run_plans

# Layouts are multiples of 64K and more: two of 20 may meet, by chance.
different()
{
	local seed n

	n=$(for seed in $(seq 20); do text "$1-$seed"; done | sort -u | wc -l)
	echo "$n places"
	[ "$n" -ge 19 ]
}
for size in 4k 16k 64k; do
	ok "the seeds move the kernel, $size" different "$size"
	ok "a seed gives the same layout again, $size" \
		says "^$(text "$size-1")$" text "$size-1-again"
done
done_testing
