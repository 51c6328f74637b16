#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The initramfs of the test boots: what is in it, and that it can be made again.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

make_it() { "$here/scripts/pagesize/initramfs"; }
has() { cpio -t --quiet <"$cpio" | grep -qx -- "$1"; }

ok 'it is made' make_it
cpio=$tap_out
ok 'it has an init' has init
ok 'it has a shell' has bin/sh
ok 'it has the tests' has tests/report
sum=$(sha256sum "$cpio")
touch "$here"/build/guest/programs/*
ok 'it is made again' make_it
ok 'it is the same' test "$sum" = "$(sha256sum "$cpio")"

# The rule that its programs are checked by
readelf_says()
{
	# shellcheck disable=SC2016 # for the other shell
	bash -c 'source "$1/scripts/pagesize/lib.sh"; readelf=aarch64-linux-gnu-readelf
		eval "$(sed -n "/^check_alignment/,/^}/p" "$1/scripts/pagesize/initramfs")"
		check_alignment "$2"' sh "$here" "$1"
}
echo 'int main(void) { return 0; }' >"$scratch/x.c"
gcc=aarch64-linux-gnu-gcc
$gcc -static -Wl,-z,max-page-size=65536 -o "$scratch/64k" "$scratch/x.c"
$gcc -static -Wl,-z,max-page-size=4096 -o "$scratch/4k" "$scratch/x.c"
$gcc -Wl,-z,max-page-size=65536 -o "$scratch/dynamic" "$scratch/x.c"
ok 'a program aligned to 64K is taken' readelf_says "$scratch/64k"
ok 'one aligned to 4K is refused' fails 1 'not a static program' readelf_says "$scratch/4k"
ok 'one that needs a loader is refused' fails 1 'not a static program' readelf_says "$scratch/dynamic"
done_testing
