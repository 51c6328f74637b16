#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The picture of what "bench" measured, from tables with known figures.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

plot=$here/scripts/pagesize/plot
f=$scratch/bench
mkdir "$f"

# speed FORK: the table, with the per cent of fork in the kernel "boot"
speed()
{
	printf '%s\n' 'benchmark kernel page boots repetitions operations mean_ns spread_ns min_ns mean_percent spread_percent min_percent' \
		'fork base-4k 4096 3 3 10 5 0 5 0 0 0' 'fork 4k 4096 3 3 10 5 0 5 0.1 0.05 0' \
		"fork boot 4096 3 3 10 5 0 5 $1 0.05 0" \
		'munmap base-4k 4096 3 3 10 5 0 5 0 0 0' 'munmap 4k 4096 3 3 10 5 0 5 0 0.02 0' \
		'munmap boot 4096 3 3 10 5 0 5 0.4 0.02 0' | tr ' ' '\t' >"$f/speed-4k.tsv"
}
printf '%s\n' 'kernel text data bss Image constants table' 'base-4k 1000 500 100 2000 0 0' \
	'4k 1000 500 100 2000 0 0' 'boot 1010 510 110 2020 7 56' | tr ' ' '\t' >"$f/size-4k.tsv"

speed 2
ok 'a picture' env FROM="$f" "$plot" fork munmap
ok 'its name is printed' test "$tap_out" = "$f/bench-4k.svg"
for word in fork munmap boot text bss Image 'pages of 4096 bytes, 3 boots'; do
	ok "it tells $word" grep -qF ">$word<" <(sed 's/>[^<]*(\(pages of[^)]*\))</>\1</' "$f/bench-4k.svg")
done
cp "$f/bench-4k.svg" "$scratch/first"
ok 'the same again' env FROM="$f" "$plot" fork munmap
ok 'it is the same' cmp "$f/bench-4k.svg" "$scratch/first"
speed 4
ok 'with another figure' env FROM="$f" "$plot" fork munmap
ok 'it differs' fails 1 differ cmp "$f/bench-4k.svg" "$scratch/first"
ok 'a benchmark that was not measured' fails 1 'has no exit' env FROM="$f" "$plot" fork exit
rm "$f/size-4k.tsv"
ok 'a table is missing' fails 1 'size-4k.tsv: not there' env FROM="$f" "$plot" fork
done_testing
