#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot
#
# What the user is told of the choice: the lines in the log, word for word, and
# /sys/kernel/mm/page_size, for what the command line asks for and the CPU has.
# (For a CPU without the default size see inject.t.)

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

image=$here/build/kernel-boot/arch/arm64/boot/Image
initrd=$("$here/scripts/pagesize/initramfs")

# What the console has behind $1: "# " is before what the guest reads in the kernel
# log and in sysfs, a time before what the kernel prints itself.
said()
{
	tr -d '\r' <log | sed -nE "s/^$1((page size|sysfs): )/\\1/p"
}

# chooses CPU WORDS LINES: a boot of CPU with WORDS on the command line says LINES,
# the last one for sysfs. All but that one and the choice itself are warnings:
# nothing less is printed with this loglevel.
chooses()
{
	local current

	current=$(sed -nE 's/^sysfs: current ([0-9]+),.*/\1/p' <<<"$3")
	# shellcheck disable=SC2086 # words
	CPU=$1 LOG=log "$here/scripts/pagesize/boot" "$image" "$initrd" \
		loglevel=5 $2 pagesize_test=basic "pagesize_expect=$current" || return
	diff - <(said '# ') <<<"$3" &&
		diff <(grep -vE '^sysfs|, supported: ' <<<"$3") <(said '\[ *[0-9.]+\] ')
}

# choice NAME CPU WORDS <LINES
choice()
{
	plan "$1" chooses "$2" "$3" "$(cat)"
}

for word in 4k 16k 64k 4K 16K 64K; do
	bytes=$((${word%?} * 1024))
	choice "$word" max "arm64.pagesize=$word" <<-END
		page size: ${word^^} (requested), supported: 4K 16K 64K
		sysfs: current $bytes, default 4096, supported 4096 16384 65536
	END
done
choice 'no option' max '' <<-END
	page size: 4K (default), supported: 4K 16K 64K
	sysfs: current 4096, default 4096, supported 4096 16384 65536
END
choice 'the last one counts' max 'arm64.pagesize=64k arm64.pagesize=16k' <<-END
	page size: 16K (requested), supported: 4K 16K 64K
	sysfs: current 16384, default 4096, supported 4096 16384 65536
END
choice 'no such size' max arm64.pagesize=banana <<-END
	page size: unknown value arm64.pagesize=banana ignored (4k, 16k, 64k)
	page size: 4K (default), supported: 4K 16K 64K
	sysfs: current 4096, default 4096, supported 4096 16384 65536
END
choice 'a size and no such sizes' max \
	'arm64.pagesize=8k arm64.pagesize=16k arm64.pagesize=65536 arm64.pagesize' <<-END
	page size: unknown value arm64.pagesize=8k ignored (4k, 16k, 64k)
	page size: unknown value arm64.pagesize=65536 ignored (4k, 16k, 64k)
	page size: unknown value arm64.pagesize= ignored (4k, 16k, 64k)
	page size: 16K (requested), supported: 4K 16K 64K
	sysfs: current 16384, default 4096, supported 4096 16384 65536
END
for cpu in cortex-a53 cortex-a57 cortex-a72; do
	choice "$cpu" $cpu arm64.pagesize=64k <<-END
		page size: 64K (requested), supported: 4K 64K
		sysfs: current 65536, default 4096, supported 4096 65536
	END
	choice "$cpu has no 16K" $cpu 'arm64.pagesize=64k arm64.pagesize=16K' <<-END
		page size: 4K (default), supported: 4K 64K
		page size: arm64.pagesize=16k not supported by this CPU (4K 64K), using 4K
		sysfs: current 4096, default 4096, supported 4096 65536
	END
done

# The comparison is exact.
wrong='page size: 64K (requested), supported: 4K 16K
sysfs: current 65536, default 4096, supported 4096 16384 65536'
plan 'another line is noticed' fails 1 '^> page size: 64K .* 4K 16K 64K$' \
	chooses max arm64.pagesize=64k "$wrong"
wrong='page size: 64K (requested), supported: 4K 16K 64K
sysfs: current 65536, default 65536, supported 4096 16384 65536'
plan 'another value is noticed' fails 1 '^> sysfs: current 65536, default 4096' \
	chooses max arm64.pagesize=64k "$wrong"

run_plans
done_testing
