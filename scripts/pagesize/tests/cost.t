#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k boot 64k
#
# A page size chosen at boot costs no more than cost.budget allows, but for what
# cost.over lists; and the comparison notices each way to exceed it. 4K here, the other
# sizes and a kernel that is made slower in cost-more.t.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset PAGESIZE TO DEBUG LLVM CONFIG DEFCONFIG
s=$here/scripts/pagesize

cat >"$scratch/budget" <<'END'
# a comment

fork		0.5
accesses	0.2
text		0.4
END
printf '4k\taccesses:fork\t3\tspilled\n64k\tfork\t9\telsewhere\n' >"$scratch/over"

# judge VARIABLE... with the figures of standard input
judge()
{
	"$s/judgecost" size=4k "$@" "$scratch/budget" "$scratch/over" /dev/stdin
}

ok 'within the budget' judge < <(printf 'fork 0.5\naccesses:fork 2.99\ntext -3\n')
report=$tap_out
ok 'what is known is told' grep -E '^accesses:fork .*over, as known: spilled$' <<<"$report"
ok 'and counted' grep -x '3 figures, 1 known to be over' <<<"$report"
ok 'over the budget' fails 1 '^fork .* OVER$' judge < <(printf 'fork 0.51\n')
ok 'over the budget of all workloads' fails 1 '^accesses:exit .* OVER$' judge \
	< <(printf 'accesses:exit 0.3\n')
ok 'over the ceiling' fails 1 'MORE THAN THE 3 THAT IS KNOWN' judge \
	< <(printf 'accesses:fork 3.01\n')
printf '4k\tfork\t-1.5\twon\n' >"$scratch/over"
ok 'what was won is kept' judge < <(printf 'fork -1.5\n')
ok 'and does not count as over' grep -x '1 figures, 0 known to be over' <<<"$tap_out"
ok 'what was won is lost' fails 1 '^fork .*MORE THAN THE -1.5 THAT IS KNOWN' judge \
	< <(printf 'fork -1.4\n')
printf '4k\taccesses:fork\t3\tspilled\n64k\tfork\t9\telsewhere\n' >"$scratch/over"
ok 'listed in vain' says '^accesses:fork .* within the budget, though listed' judge \
	< <(printf 'accesses:fork 0.1\n')
ok 'a list for another page size does not count' fails 1 '^fork .* OVER$' judge \
	< <(printf 'fork 5\naccesses:fork 1\n')
ok 'something was not measured' fails 1 'not measured: text' judge all=1 \
	< <(printf 'fork 0\naccesses:fork 1\n')
ok 'nor something listed' fails 1 'listed but not measured: accesses:fork' judge all=1 \
	< <(printf 'fork 0\naccesses:exit 0\ntext 0\n')
ok 'nothing was measured' fails 1 '^0 figures' judge </dev/null
ok 'no budget' fails 2 'no budget for spoon' judge < <(printf 'spoon 1\n')
ok 'no figure' fails 2 'not a figure' judge < <(printf 'fork much\n')
printf '4k\tfork\t3\n' >"$scratch/over"
ok 'a list without reasons' fails 2 'not SIZE, KEY, CEILING, REASON' judge < <(printf 'fork 1\n')

ok '4K costs no more than it may' "$s/check-cost"
ok 'all is measured' grep -E '^fixup ' "$here/build/bench/cost-4k"
ok 'a bad page size' fails 1 '4k, 16k or 64k' env PAGESIZE=8k "$s/check-cost"
done_testing
