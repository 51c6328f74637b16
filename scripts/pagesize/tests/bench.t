#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k
#
# "make bench": the guest's program and the table made of what it prints.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

s=$here/scripts/pagesize

# guest SEED LOG ARGUMENTS WORD...
guest()
{
	local seed=$1 log=$scratch/$2 args=$3

	shift 3
	SEED=$seed DISK=$disk READONLY=1 LOG=$log TIMEOUT=1200 CPU=neoverse-n1 SMP=1 ICOUNT=1 "$s/boot" \
		"$here/build/kernel-base-4k/arch/arm64/boot/Image" "$initrd" quiet \
		"pagesize_test=bench$args" "$@"
}

diskless()
{
	disk='' guest 1 diskless :mem=16:reps=1 pagesize_expect=4k
}

initrd=$("$s/initramfs")
disk=$("$s/rootfs")
names=()
plan 'the benchmarks run' guest 1 real :mem=64:reps=2 pagesize_expect=4k
plan 'and with another KASLR seed' guest 2 seed2 :mem=64:reps=2 pagesize_expect=4k
plan 'without a disk' diskless
run_plans
ok 'a table is made of it' says '^fork +[0-9.]+ ns +0\.00%$' "$s/benchtable" "base:$scratch/real"
for b in exit anon-fault fork mprotect-read mprotect-write mremap munmap \
	exit-64k anon-fault-64k fork-64k munmap-64k \
	cow-fault madvise-dontneed shmem-fault file-fault \
	getppid mmap-munmap mmap-touch-munmap \
	read-4k read-64k write-4k write-64k \
	ramfs-read-4k ramfs-read-64k ramfs-write-4k ramfs-write-64k pipe-4k pipe-64k \
	pipe-ping context-switch fork-exec-wait vfork-exec-wait thread kernbench; do
	ok "it has $b" grep -qE "^bench: $b 2 [0-9]+ [0-9]+" "$scratch/real"
	names+=("$b")
done
ok 'and nothing else' diff <(printf '%s\n' "${names[@]}") \
	<(sed -n 's/^bench: \([^ ]*\) 2 .*/\1/p' "$scratch/real")

ok 'without a disk it says what it leaves out' grep -E '^# ok 2 kernbench # SKIP no disk' \
	"$scratch/diskless"
# cost NAME: instructions of an operation, rounded down
cost()
{
	awk -v name="$1" '$1 == "bench:" && $2 == name { print int($5 / $4); exit }' "$scratch/real"
}
# Page tables moved as a whole would cost next to nothing for each page.
ok 'mremap moves each page' test "$(cost mremap)" -gt 40
# A fault clears 16 pages instead of one, but the rest of it happens once.
ok 'a fault for 64K does more than one for 4K' \
	test "$(cost anon-fault-64k)" -gt $(($(cost anon-fault) * 3 / 2))
ok 'and less than 16 of them' test "$(cost anon-fault-64k)" -lt $(($(cost anon-fault) * 4))
ok 'to unmap 64K folios costs less' test $(($(cost munmap-64k) * 4)) -lt "$(cost munmap)"
ok 'so does the exit with them' test $(($(cost exit-64k) * 4)) -lt "$(cost exit)"

# alike LOG LIMIT: no benchmark's mean differs from that of the log "real" by more
# per cent. The limit is far above what is seen with the default parameters.
alike()
{
	"$s/benchtable" "tsv=$scratch/alike" "one:$scratch/real" "two:$scratch/$1" &&
		awk -F '\t' -v limit="$2" '
			$2 == "two" { n++; if ($10 > limit || $10 < -limit) { print; bad = 1 } }
			END { exit bad || n < 30 }' "$scratch/alike"
}
ok 'another boot of the same kernel gives the same figures' alike seed2 0.7
awk '$2 == "thread" { $5 = int($5 * 1.02) } { print }' "$scratch/seed2" >"$scratch/slow"
ok 'two per cent more are noticed' fails 1 '^thread' alike slow 0.7

ok 'another page size than expected fails' fails 1 failed guest 1 wrong :mem=16 pagesize_expect=64k
ok 'an unknown parameter fails' fails 1 failed guest 1 wrong :men=16

# canned LOG FORK1 FORK2 PIPE1 PIPE2: what a boot prints, for a table with known
# answers; nanoseconds of 1000 forks and of 10 pipes, two repetitions
canned()
{
	printf '%s\r\n' 'TAP version 13' '1..2' '# ok 1 page size 4K' \
		"bench: fork 1 1000 $2" "bench: pipe 1 10 $4" \
		"bench: fork 2 1000 $3" "bench: pipe 2 10 $5" \
		'# ok 2 timed 4 lines, page 4096' '# 1..2' 'ok 1 bench' 'ok 2 kernel log' \
		'pagesize: exit status 0' >"$scratch/$1"
}
table()
{
	(cd "$scratch" && "$s/benchtable" tsv=tsv "$@")
}

canned a1 99000 101000 1000 1000	# fork 100, pipe 100
canned a2 101000 103000 1000 1000	# fork 102, pipe 100
canned b1 101000 103000 990 990		# fork 102, pipe 99
canned b2 100000 100000 990 990		# fork 100, pipe 99
ok 'a table of canned logs' table base:a1 base:a2 ours:b1 ours:b2
table_out=$tap_out
cat >"$scratch/table" <<'END'
page 4096                  base     +-       ours     +-      min
fork                   101.0 ns  0.99%     +0.00%  0.99%   +1.01%
pipe                   100.0 ns  0.00%     -1.00%  0.00%   -1.00%
END
ok 'is the one worked out by hand' diff "$scratch/table" - <<<"$table_out"
printf '%s\t%s\t4096\t2\t2\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
	fork base 1000 101.0000 1.0000 99.0000 0.0000 0.9901 0.0000 \
	fork ours 1000 101.0000 1.0000 100.0000 0.0000 0.9901 1.0101 \
	pipe base 10 100.0000 0.0000 100.0000 0.0000 0.0000 0.0000 \
	pipe ours 10 99.0000 0.0000 99.0000 -1.0000 0.0000 -1.0000 >"$scratch/lines"
ok 'so are the lines with tabs' diff "$scratch/lines" <(tail -n +2 "$scratch/tsv")

# refused WHY PATTERN SED-SCRIPT: a log changed like this makes no table
refused()
{
	sed "$3" "$scratch/b1" >"$scratch/bad"
	ok "$1: the log is another" fails 1 '' cmp -s "$scratch/b1" "$scratch/bad"
	ok "$1 is refused" fails 1 "$2" table base:a1 ours:bad
	ok "$1: there is no table" fails 1 '^$' grep -E '^(fork|pipe) ' <<<"$tap_out"
}
refused 'a lost line' '3 samples, should be 4' '/fork 2/d'
refused 'a line cut short' 'not a sample' 's/fork 1 1000 .*/fork 1 1000/'
refused 'a word for a number' 'not a sample' 's/fork 1 1000 /fork 1 many /'
refused 'no time at all' 'nothing was timed' 's/fork 1 1000 [0-9]*/fork 1 1000 0/'
refused 'a benchmark twice' 'twice' 's/fork 2/fork 1/'
refused 'another number of operations' 'not in the first log' 's/1000 /1001 /'
refused 'an unknown benchmark' 'not in the first log' 's/bench: fork/bench: spoon/'
refused 'a missing benchmark' 'lacks ' '/bench: pipe/d; s/timed 4/timed 2/'
refused 'no benchmark' '0 samples' '/bench: /d; s/timed 4/timed 0/'
refused 'no count' 'should be 0' '/timed/d'
refused 'another page size' 'page size 65536' 's/page 4096/page 65536/'
refused 'a failed test' 'not ok 1' 's/^ok 1/not ok 1/'
refused 'a test that bailed out' 'Bail out' 's/^# ok 1 .*/# Bail out! fork/'
refused 'another exit status' 'did not end' 's/exit status 0/exit status 1/'
refused 'a log that ends in the middle' 'did not end' '/exit status/d'
refused 'an empty log' 'did not end' d
ok 'a missing log is refused' fails 1 'cannot be read' table base:a1 ours:none
ok 'different numbers of boots are refused' fails 1 '1 logs' table base:a1 base:a2 ours:b1
ok 'no log is refused' fails 1 usage table
ok 'a log without a kernel is refused' fails 1 usage table a1
ok 'a number of runs is asked for' fails 1 'not a number' env RUNS=0 "$s/bench"
ok 'so is a page size' fails 1 '4k, 16k or 64k' env SIZES='4k 8k' "$s/bench"
done_testing
