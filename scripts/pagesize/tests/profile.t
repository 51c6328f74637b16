#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k
#
# The exact profile: what the plugin counts, and the difference made of it.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset TOP ARGS FROM TO PAGESIZE
s=$here/scripts/pagesize
results=$here/build/bench

# A kernel against itself: two boots
ok 'a kernel is profiled twice' env FROM=base-4k TO=base-4k ARGS=mem=16:reps=2 \
	TOP=0 "$s/profile"
report=$tap_out
for w in fork munmap anon-fault cow-fault file-fault mprotect-read read-4k fork-exec-wait; do
	ok "$w: a table of all functions" test "$(wc -l <"$results/profile-$w.tsv")" -gt 10
done

# Under -icount a nanosecond is an instruction, in the kernel or not. The guest
# reads the clock inside of the interval, which no operation is charged for.
cat >"$scratch/total" <<'AWK'
/^interval/ { n = 0; next }
/^keep/ { sample[++samples] = n; next }
FILENAME == ARGV[1] { n += $2; next }
/^bench: / { name[++lines] = $2; ns[lines] = $5; if ($3 > reps) reps = $3 }
END {
	skip = lines / reps
	if (!lines || samples != lines + skip) {
		print samples + 0 " intervals, " lines + 0 " lines"
		exit 1
	}
	for (i = 1; i <= lines; i++) {
		d = sample[i + skip] - ns[i]
		if (d < 0)
			d = -d
		printf "%s: %d instructions, %d ns\n", name[i], sample[i + skip], ns[i]
		if (d > 2000 + ns[i] / 1000)
			bad = 1
	}
	exit bad
}
AWK
ok 'the counts are those of the clock' awk -f "$scratch/total" \
	"$results/profile-from.raw" "$results/profile-from.log"
awk '/^ffff/ { $2 = int($2 * 1.01) } { print }' "$results/profile-from.raw" >"$scratch/more"
ok 'a hundredth more is noticed' fails 1 fork \
	awk -f "$scratch/total" "$scratch/more" "$results/profile-from.log"

# differences LIMIT: no total of the report is further from 0, in per cent
differences()
{
	awk -v limit="$1" '
		$1 == "instructions" {
			n++
			d = substr($4, 1, length($4) - 1) + 0
			if (d > limit || d < -limit) { print; bad = 1 }
		}
		END { exit bad || n < 10 }' <<<"$report"
}
ok 'a kernel differs little from itself' differences 0.5
ok 'a bound of nothing is exceeded' fails 1 instructions differences -1

# Two canned profiles of a "kernel" with two functions: the differences are known.
printf '%s\n' '.text' '.globl f, g' '.type f, %function' 'f: nop' 'nop' 'nop' 'ret' \
	'.type g.part.0, %function' 'g.part.0: nop' 'ret' |
	aarch64-linux-gnu-as -o "$scratch/k.o" -
aarch64-linux-gnu-ld -Ttext=0xffff800080000000 -e f -o "$scratch/vmlinux" "$scratch/k.o"
log()
{
	printf 'bench: spin 1 %d 5\r\n' 10
}
log >"$scratch/log"
# counts OF-F OF-G: with an interval that is dropped, and a warming repetition
counts()
{
	printf '%s\n' interval 'ffff800080000000 900 9 9 9' keep \
		interval 'ffff800080000000 500 5 5 5' \
		interval "ffff800080000000 $1 10 20 0" "ffff800080000010 $2 10 0 1" \
		'400000 70 1 1 1' keep
}
counts 100 40 >"$scratch/a"
counts 130 20 >"$scratch/b"
diffed()
{
	"$s/diffprofile" "$scratch" "one:$scratch/vmlinux:$scratch/a:$scratch/log" \
		"two:$scratch/vmlinux:$scratch/b:$scratch/log" "$@"
}
ok 'canned profiles' diffed
report=$tap_out
cat >"$scratch/want" <<'END'

spin: kernel, one operation

                        one          two       more
instructions          14.00        15.00     +7.14%
loads                  2.00         2.00     +0.00%
stores                 2.00         2.00     +0.00%
divisions              0.10         0.10     +0.00%

     +3.00   +21.43%      10.00  f
     -2.00   -14.29%       4.00  g
END
ok 'give the table worked out by hand' diff "$scratch/want" - <<<"$report"
ok 'another workload alone: no table' test -z "$(diffed fork)"
sed '$d' "$scratch/b" >"$scratch/c" && mv "$scratch/c" "$scratch/b"
ok 'a profile with a lost sample is refused' fails 255 '1 samples, 2 in' diffed
ok 'usage' fails 255 usage "$s/diffprofile" "$scratch"
done_testing
