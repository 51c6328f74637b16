# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154
#
# What a kernel shows user space, dumped by a boot of it, for the tests that compare
# two such states. To be sourced after boots.sh.

programs=$here/tools/testing/selftests/arm64/pagesize
initrd=$("$here/scripts/pagesize/initramfs")

# The state of the static 16K kernel, for a test that does not build it, on a CPU
# whose features are the same in each QEMU.
saved=$here/scripts/pagesize/tests/state-16k.dump
saved_cpu=neoverse-n1

# dump FILE VARIANT SIZE WORD...: the console log, which has the state, goes to
# $scratch/FILE. The stress comes last, since memory looks different afterwards.
dump()
{
	local file=$1 variant=$2 size=$3

	shift 3
	LOG=$scratch/$file TIMEOUT=300 "$here/scripts/pagesize/boot" \
		"$here/build/kernel-$variant/arch/arm64/boot/Image" "$initrd" \
		pagesize_test=basic,values,basic32,compat32,dump,dump32,stress:forks=100:execs=20:ops=2000 \
		"pagesize_expect=$size" "$@"
}

# page_size_line FILE: what the kernel says of its page size
page_size_line()
{
	grep -E '\] page size: ' "$scratch/$1"
}

# same SIZE A B: A is the state of the static kernel. Differences that are right are
# listed in state-SIZE.allow with their reasons, if there are any.
same()
{
	local allow=$here/scripts/pagesize/tests/state-$1.allow

	[ -e "$allow" ] || allow=
	"$programs/dumpcmp" ${allow:+"allow=$allow"} "$2" "$3"
}
