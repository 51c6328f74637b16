#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The disk of Debian's programs: what is on it runs with every page size.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
PATH=$PATH:/usr/sbin:/sbin

s=$here/scripts/pagesize

# The file $1 of the disk
file()
{
	debugfs -R "dump $1 $scratch/file" "$disk" 2>&1
	[ -s "$scratch/file" ]
}

# Segments of the program or library $1 can be mapped with pages of 64K
aligned()
{
	file "$1" && aarch64-linux-gnu-readelf -lW "$scratch/file" |
		awk '$1 == "LOAD" { n++; if ($NF != "0x10000") bad = 1 } END { exit !n || bad }'
}

ok 'the disk is made' "$s/rootfs"
disk=$tap_out
ok 'it is an ext4 file system without errors' e2fsck -fn "$disk"
ok 'the compiler is for every page size' aligned /usr/bin/tcc
rm "$scratch/file"
ok 'so is the C library' aligned /lib/aarch64-linux-gnu/libc.so.6
rm "$scratch/file"
ok 'there are sources' file /build/dtc.c
ok 'as Linux has them' cmp "$scratch/file" "$here/build/linux/scripts/dtc/dtc.c"
before=$(stat -c %Y%i "$disk")
ok 'again, nothing is done' test "$("$s/rootfs" 2>&1)" = "$disk"
ok 'to the disk either' test "$(stat -c %Y%i "$disk")" = "$before"
done_testing
