#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Write the sums over .boot_const into .boot_const_seal of a vmlinux, see
# boot_const_sealed().
#
#   boot-const-seal.sh READELF VMLINUX

set -e
export LC_ALL=C

# Size and offset in the file of a section
section()
{
	# shellcheck disable=SC2046 # two words
	set -- $("$readelf" -SW "$vmlinux" | awk -v name="$1" '
		{ sub(/^ *\[ *[0-9]+\]/, "") }
		$1 == name { print "0x" $5, "0x" $4 }')
	[ $# -eq 2 ] || { echo "$0: $vmlinux: no section" >&2; exit 1; }
	size=$(($1)) offset=$(($2))
}

readelf=$1
vmlinux=$2
section .boot_const
table=$offset bytes=$size
section .boot_const_seal

# EI_DATA: 2 is big-endian
big=$(od -An -t u1 -j 5 -N 1 "$vmlinux")
seal=$(od -An -v -t u1 -w4 -j "$table" -N "$bytes" "$vmlinux" | awk -v big=$((big == 2)) '
	function octal(w,	i, s) {
		for (i = 0; i < 4; i++) {
			s = big ? sprintf("\\%03o", w % 256) s : s sprintf("\\%03o", w % 256)
			w = int(w / 256)
		}
		return s
	}
	{
		w = 0
		for (i = 1; i <= 4; i++)
			w = w * 256 + $(big ? i : 5 - i)
		a = (a + w) % 4294967296
		b = (b + a) % 4294967296
	}
	END { print octal(NR / 2) octal(a) octal(b) }')
# shellcheck disable=SC2059 # octal numbers
printf "$seal" | dd of="$vmlinux" bs=1 seek="$offset" conv=notrunc 2>/dev/null
