#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k boot
#
# The exact profile: what the plugin counts, and the difference made of it.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset TOP ARGS FROM TO PAGESIZE
unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
s=$here/scripts/pagesize
results=$here/build/bench

# A kernel against itself: two boots
ok 'a kernel is profiled twice' env FROM=base-4k TO=base-4k ARGS=mem=16:reps=5 \
	TOP=0 "$s/profile"
report=$tap_out
for w in fork munmap exit-64k cow-fault file-fault mprotect-read mremap read-4k thread; do
	ok "$w: a table of all functions" test "$(wc -l <"$results/profile-$w.tsv")" -gt 10
done

# differences LIMIT REPORT: no total of the kernel's work for a program is further
# from 0, in per cent
differences()
{
	awk -v limit="$1" '
		$1 == "instructions" || /^loads and stores/ {
			n++
			d = substr($NF, 1, length($NF) - 1) + 0
			if (d > limit || d < -limit) { print; bad = 1 }
		}
		END { exit bad || n < 20 }' <<<"$2"
}
# Nearly all differ by less than a tenth of that, but which pages are free is never
# the same, and 16 MiB are few.
ok 'a kernel differs little from itself' differences 1 "$report"
ok 'a bound of nothing is exceeded' fails 1 instructions differences -1 "$report"

from=base-4k:$here/build/kernel-base-4k/vmlinux:$results/profile-from.raw:$results/profile-from.log
ok 'a profile is compared with itself' "$s/diffprofile" "$scratch" "$from" "$from"
ok 'there is no difference at all' differences 0 "$tap_out"
ok 'no function is listed' fails 1 '^$' grep -E '^ +[-+]' <<<"$tap_out"

# What falls into a workload by chance is kept apart.
ok 'a system call has no interrupt in it' fails 1 '^$' \
	grep -E '^(rcu_core|handle_softirqs|run_ksoftirqd|rcu_gp_kthread|gic_handle_irq)	' \
	"$results/profile-getppid.tsv"
ok 'where there are some' grep -E '^\[interrupts, kernel threads\]	[1-9]' \
	"$results/profile-mmap-munmap.tsv"

# Under -icount a nanosecond is an instruction, in the kernel or not. The guest
# reads the clock inside of the interval, which no operation is charged for.
cat >"$scratch/total" <<'AWK'
/^interval/ { n = 0; next }
/^keep/ { sample[++samples] = n; next }
FILENAME == ARGV[1] { n += $3; next }
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
		if (d > 1000 + ns[i] / 2000)
			bad = 1
	}
	exit bad
}
AWK
ok 'the counts are those of the clock' awk -f "$scratch/total" \
	"$results/profile-from.raw" "$results/profile-from.log"
awk '$2 ~ /^ffff/ { $3 = int($3 * 1.01) } { print }' "$results/profile-from.raw" >"$scratch/more"
ok 'a hundredth more is noticed' fails 1 fork \
	awk -f "$scratch/total" "$scratch/more" "$results/profile-from.log"

# A program that knows what it executes: the plugin counts the same.
# counted VARIANT PAGESIZE WORD...
counted()
{
	local folder=$here/build/kernel-$1 size=$2 handlers

	handlers=$("$s/plugin/handlers" "$folder/vmlinux") || return
	shift 2
	LOG=$scratch/counted.log TIMEOUT=60 CPU=neoverse-n1 SMP=1 ICOUNT=1 \
		QEMU_ARGS="-plugin $here/build/guest/profile.so,out=$scratch/counted.raw,$handlers" \
		"$s/boot" "$folder/arch/arm64/boot/Image" "$initrd" quiet nokaslr \
		pagesize_test=counted "pagesize_expect=$size" "$@" || return
	awk '	$1 == "counted:" { print $3, $4, $5, $6 + 0 }' "$scratch/counted.log" >"$scratch/want"
	awk '	$1 == "interval" { split("", n); next }
		$1 == "keep" { print n[3] + 0, n[4] + 0, n[5] + 0, n[6] + 0; next }
		$1 == "p" && length($2) < 16 { for (i = 3; i <= 6; i++) n[i] += $i }' \
		"$scratch/counted.raw" >"$scratch/got"
	[ "$(wc -l <"$scratch/want")" -eq 4 ]
}
initrd=$("$s/initramfs")
ok 'a program counts for itself' counted base-4k 4k
ok 'what is counted is exact' diff "$scratch/want" "$scratch/got"
ok 'the same with another page size' counted boot 64k arm64.pagesize=64k
ok 'that is exact, too' diff "$scratch/want" "$scratch/got"

ok 'a kernel without handlers' fails 1 'where are the handlers' \
	"$s/plugin/handlers" "$initrd.none"

# refused REASON PARAMETERS: by the plugin
refused()
{
	fails 1 "$1" timeout 20 qemu-system-aarch64 -M none -display none \
		-plugin "$here/build/guest/profile.so$2"
}
ok 'no file' refused 'out=FILE is missing' ''
ok 'a file that cannot be written' refused 'cannot create' ",out=$scratch"
ok 'an unknown parameter' refused 'unknown parameter' ",out=$scratch/x,in=1"
ok 'a bad address' refused 'not an address' ",out=$scratch/x,irq=12x"

# Two kernels, one of them by its folder, and one workload
ok 'base and boot' env FROM="$here/build/kernel-base-4k" TO=boot ARGS=mem=16:reps=1 TOP=5 \
	"$s/profile" fork
report=$tap_out
ok 'have a column each' grep -E '^ +base-4k +boot +more$' <<<"$report"
ok 'only one workload is shown' test "$(grep -c ', one operation$' <<<"$report")" -eq 1
cat >"$scratch/sorted" <<'AWK'
/^divisions:/ { exit }
/^ *[-+][0-9.]+ +[-+][0-9.]+% / {
	d = $1 < 0 ? -$1 : +$1
	if (n++ && d > last)
		bad = 1
	last = d
}
END { exit bad || n < 3 || n > 5 }
AWK
ok 'functions are sorted' awk -f "$scratch/sorted" <<<"$report"
ok 'others would be noticed' fails 1 '^$' awk -f "$scratch/sorted" <(tac <<<"$report")
ok 'a folder without a kernel' fails 1 'no kernel there' env FROM="$scratch/" "$s/profile"

# Two canned profiles of a "kernel" with two functions: the differences are known.
printf '%s\n' '.text' '.globl f, __f, g' '.type f, %function' '__f:' 'f: nop' 'nop' 'nop' 'ret' \
	'.type g.part.0, %function' 'g.part.0: nop' 'ret' |
	aarch64-linux-gnu-as -o "$scratch/k.o" -
aarch64-linux-gnu-ld -Ttext=0xffff800080000000 -e f -o "$scratch/vmlinux" "$scratch/k.o"
log()
{
	printf 'bench: spin 1 %d 5\r\n' 10
}
log >"$scratch/log"
# counts OF-F OF-G DIVISIONS-OF-G: with an interval that is dropped, and a warming
# repetition
counts()
{
	printf '%s\n' interval 'p ffff800080000000 900 9 9 9' keep \
		interval 'p ffff800080000000 500 5 5 5' \
		interval "p ffff800080000000 $1 10 20 0" "p ffff800080000010 $2 10 0 $3" \
		'o ffff800080000010 50 1 1 1' 'p 400000 70 1 1 1' keep
}
counts 100 40 1 >"$scratch/a"
counts 130 20 3 >"$scratch/b"
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
instructions                        14.00        15.00     +7.14%
loads                                2.00         2.00     +0.00%
stores                               2.00         2.00     +0.00%
divisions                            0.10         0.30   +200.00%
loads and stores                     4.00         4.00     +0.00%
[user space]                         7.00         7.00     +0.00%
[interrupts, kernel threads]         5.00         5.00     +0.00%

     +3.00   +21.43%      10.00  f
     -2.00   -14.29%       4.00  g

divisions:
     +0.20  +200.00%       0.10  g
END
ok 'give the table worked out by hand' diff "$scratch/want" - <<<"$report"
printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
	f 10.0000 13.0000 1.0000 1.0000 2.0000 2.0000 0.0000 0.0000 \
	g 4.0000 2.0000 1.0000 1.0000 0.0000 0.0000 0.1000 0.3000 >"$scratch/want"
ok 'and lines with tabs' diff "$scratch/want" <(sed -n 2,3p "$scratch/profile-spin.tsv")
ok 'another workload is refused' fails 255 'no workload fork' diffed fork
# Three repetitions, the second of which was disturbed
for r in 1 2 3; do
	log | sed "s/spin 1/spin $r/"
done >"$scratch/log"
thrice()
{
	counts "$@"
	printf '%s\n' interval 'p ffff800080000000 7000 700 700 70' keep
	counts "$@" | tail -n 7
}
thrice 100 40 1 >"$scratch/a"
thrice 130 20 3 >"$scratch/b"
ok 'a disturbed repetition does not matter' test "$report" = "$(diffed spin)"
sed '$d' "$scratch/b" >"$scratch/c" && mv "$scratch/c" "$scratch/b"
ok 'a profile with a lost sample is refused' fails 255 '3 samples, 4 in' diffed
ok 'usage' fails 255 usage "$s/diffprofile" "$scratch"
done_testing
