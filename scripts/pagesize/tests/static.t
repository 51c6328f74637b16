#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k 4k
#
# A kernel with a fixed page size has the machine code of unpatched Linux; the
# comparison that says so sees every change and takes no other exception than a
# valid one. 4K here, the other sizes in static-sizes.t.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

set -o pipefail
unset DEBUG LLVM CONFIG DEFCONFIG PAGES
s=$here/scripts/pagesize
kernel=$here/build/kernel-base-4k
ka=$scratch/ka
kb=$scratch/kb
mkdir "$ka" "$kb"
touch "$ka/.config" "$kb/.config"

diff_code()
{
	"$s/codediff" "$@" "$ka" "$kb"
}

# differs NAME...: exactly these are reported
differs()
{
	local rc=0

	diff_code >"$scratch/out" 2>"$scratch/err" || rc=$?
	cat "$scratch/out" "$scratch/err"
	[ "$rc" -eq 1 ] &&
		diff <(printf '%s\n' "$@" | sort) \
			<(grep -vE '^(bytes of vmlinux:|[0-9]+ functions in )' "$scratch/out") &&
		grep -q ", $# differences" "$scratch/out"
}

same()
{
	says ', 0 differences' diff_code
}

#
# Small files, compiled as kbuild does
#

# compile FOLDER FILE: what standard input has. The options keep functions apart: with
# anchors, where a variable lies is seen in the code that uses the next one.
compile()
{
	local cmd="aarch64-linux-gnu-gcc -O2 -fno-inline -fno-ipa-icf -fno-section-anchors"

	cmd="$cmd -fno-pie -falign-functions=8 --param=case-values-threshold=4"
	cmd="$cmd -c -o $2.o $2.c"
	cat >"$1/$2.c"
	(cd "$1" && eval "$cmd" && echo "savedcmd_$2.o := $cmd " >".$2.o.cmd")
}

small()
{
	cat <<-'END'
		int f(const char *), g(const char *), h(int *), trap(const char *, int);
		extern int outside[];
		static int one, two[4];
		int same(void) { return f("first"); }
		int times(int x) { return x * 3; }
		int mark(void) { return h(&one); }
		int mark_other(void) { return h(two); }
		int mark_outside(void) { return h(outside + 1); }
		int table(int x)
		{
			switch (x) {
			case 0: return 17;
			case 1: return 4;
			case 2: return 99;
			case 3: return 31;
			case 4: return 3;
			}
			return 0;
		}
		int jumps(int x)
		{
			switch (x) {
			case 0: return f("a");
			case 1: return g("b");
			case 2: return x + times(5);
			case 3: return times(6) / 7;
			case 4: return f("c") + g("d");
			case 5: return times(9);
			}
			return 0;
		}
		int count(void) { static int n; return h(&n); }
		int count_more(void) { static int n; return h(&n); }
		int count_both(void) { static int n; { static int n; h(&n); } return h(&n); }
		const char *named(void) { f(__func__); return __func__; }
	END
}
# changed EXPRESSION NAME...: after this change, these differ
changed()
{
	small | sed "$1" | compile "$kb" x || return
	shift
	differs "$@"
}

small | compile "$ka" x
small | compile "$kb" x
ok 'the same code is the same' same
ok 'and counted' says '^11 functions in 1 objects of ka, 0 differences$' diff_code
ok 'another operation' changed 's/x \* 3/x * 5/' 'x.o: times'
ok 'is shown' fails 1 '^  \+.* add +w0, w0, w0, lsl #2' diff_code -v
ok 'together with what it was' grep -qE '^  -.* add +w0, w0, w0, lsl #1' <<<"$tap_out"
ok 'another callee' changed '/same/s/return f/return g/' 'x.o: same'
ok 'another text of the same length' changed 's/first/fir5t/' 'x.o: same'
ok 'another variable of the same kind' changed '/mark_other/s/two/\&one/' 'x.o: mark_other'
ok 'another offset in it' changed '/mark_other/s/two/two + 1/' 'x.o: mark_other'
ok 'another offset in one of another file' changed 's/outside + 1/outside + 2/' 'x.o: mark_outside'
ok 'the table of a switch that loads' changed 's/99/98/' 'x.o: table'

# What has the same instructions, by a change of the assembly
assembly()
{
	local cmd

	cmd=$(sed 's/^[^=]*= //; s/ -c -o x\.o / -S -o x.s /' "$ka/.x.o.cmd")
	(cd "$ka" && eval "$cmd") && sed -E "$1" "$ka/x.s" >"$kb/x.s" &&
		! cmp -s "$ka/x.s" "$kb/x.s" &&
		aarch64-linux-gnu-gcc -c -o "$kb/x.o" "$kb/x.s" || return
	shift
	differs "$@"
}
ok 'the table of a switch that jumps' assembly '/\.byte\t\(\.L/{N;s/(.*)\n.*/\1\n\1/}' 'x.o: jumps'
ok 'one variable for two' assembly '/^count_both:/,/\.size/s/\<n\.[0-9]+/n.1/' 'x.o: count_both'
ok 'a new function, and no other' changed '3s/^/int new(void) { static int n; return h(\&n) + f("a longer text"); }/' \
	'x.o: new (only in kb)'
ok 'a changed name is a function that is gone and a new one' changed 's/int times(int x) {/int twice(int x) {/; s/times(/twice(/' \
	'x.o: jumps' 'x.o: times (only in ka)' 'x.o: twice (only in kb)'
ok 'another section' changed 's/int times(int x) {/__attribute__((section(".init.text"))) &/' \
	'x.o: times (only in ka)' 'x.o: times in .init.text (only in kb)'
small | compile "$kb" x
small | compile "$kb" y
ok 'a new object is found' differs 'y.o (only in kb)'
rm "$kb"/y.* "$kb"/.y.*

# Line numbers. One is dropped if it is one, and nothing else with it.
{ small; echo 'int line(int x) { return trap("x", __LINE__) + x * 7; }'; } | compile "$ka" x
# lines EXPRESSION COMMAND...
lines()
{
	sed "$1" "$ka/x.c" | compile "$kb" x
	shift
	"$@"
}
ok 'another line number' lines '3s/^/\n\n/' says ', 0 differences, 1 in line numbers only$' diff_code
ok 'the same number that is none' lines '/line/s/__LINE__/999/' differs 'x.o: line'
ok 'another line number and something else' lines '3s/^/\n\n/; /line/s/7/9/' differs 'x.o: line'
lines '3s/^/\n\n/' true
printf '\n' | cat - "$kb/x.c" >"$scratch/x.c"
mv "$scratch/x.c" "$kb/x.c"
ok 'a source that is not that of the object proves nothing' differs 'x.o: line'

# The linked kernel
link()
{
	small | cat - <(echo "$2") | compile "$1" x &&
		aarch64-linux-gnu-ld -e 0 --unresolved-symbols=ignore-all \
			-o "$1/vmlinux" "$1/x.o" "${@:3}"
}
# linked SOURCE NAME...: with it besides, these differ
linked()
{
	link "$kb" "$1" || return
	shift
	differs "$@"
}
link "$ka" 'int data[8] = { 1 }, bss[8];'
link "$kb" 'int data[8] = { 1 }, bss[8];'
ok 'the same vmlinux' same
ok 'its sizes are shown' grep -qE '^bytes of vmlinux: text [0-9]+ to [0-9]+ \(0\), data [0-9]+ to [0-9]+ \(0\), bss [0-9]+ to [0-9]+ \(0\)$' <<<"$tap_out"
ok 'more data' linked 'int data[16] = { 1 }, bss[8];' 'vmlinux: data has grown by 32 bytes'
ok 'more bss' linked 'int data[8] = { 1 }, bss[16];' 'vmlinux: bss has grown by 32 bytes'
link "$ka" 'int data[16] = { 1 }, bss[16];'
ok 'less data and bss is no difference' same
echo '.text; .type veneer, %function; veneer: nop; .size veneer, 4' |
	aarch64-linux-gnu-as -o "$scratch/veneer.o" -
link "$kb" 'int data[8] = { 1 }, bss[8];' "$scratch/veneer.o"
ok 'a function that is in no object' differs 'vmlinux: veneer'
rm "$kb/vmlinux"
ok 'a lack of vmlinux is an error' fails 1 'only one of .* has a vmlinux' diff_code
rm "$ka/vmlinux"

#
# Exceptions
#
small | compile "$ka" x
small | sed 's/x \* 3/x * 5/; s/first/fir5t/' | compile "$kb" x

# except ENTRIES OPTION...: compare with these exceptions
except()
{
	printf '%s\n' '# a comment' '' "$1" >"$scratch/allow"
	shift
	diff_code -a "$scratch/allow" "$@"
}
both='x.o: same # the text
x.o: times # the factor'
ok 'exceptions are left out' says '^11 functions .*, 0 differences, 2 exceptions$' except "$both"
ok 'one that is not listed is reported' fails 1 '^x.o: times$' except 'x.o: same # the text'
ok 'and no other' grep -q ', 1 differences, 1 exceptions$' <<<"$tap_out"
ok 'one that is not needed is an error' fails 1 '^x.o: mark: the exception is not needed$' \
	except "$both"$'\nx.o: mark # an old one'
ok 'a name has to be whole' fails 1 '^x.o: time: the exception is not needed$' \
	except 'x.o: same # the text'$'\nx.o: time # the factor'
sized='x.o: same [4k 64k] # the text
x.o: times [64k] # the factor'
ok 'exceptions for a size' says ', 0 differences, 2 exceptions$' except "$sized" -s 64k
ok 'are none for another' fails 1 '^x.o: times$' except "$sized" -s 4k
ok 'where they are not needed either' grep -q ', 1 differences, 1 exceptions$' <<<"$tap_out"

ten=$(for i in 1 2 3 4 5 6 7 8 9 10; do echo "y.o: f$i # a reason"; done)
ok 'ten are possible' fails 1 '^y.o: f10: the exception is not needed$' except "$ten"
# refused ENTRY MESSAGE
refused()
{
	local out rc=0

	out=$(fails 1 "^$scratch/allow:[0-9]+: $2" except "$1") || rc=$?
	printf '%s\n' "$out"
	# Nothing is compared then.
	[ "$rc" -eq 0 ] && ! grep -q ' functions in ' <<<"$out"
}
ok 'eleven are not' refused "$ten"$'\nx.o: f11 # a reason' 'more than 10 exceptions$'
ok 'none in mm/' refused 'mm/mmap.o: do_mmap # a reason' 'no exception is possible in mm/mmap.o$'
ok 'none below it' refused 'mm/damon/core.o: f # a reason' 'no exception is possible in mm/damon/core.o$'
ok 'none in kernel/fork.c' refused 'kernel/fork.o: f # a reason' 'no exception is possible in kernel/fork.o$'
ok 'none in arch/arm64/mm/' refused 'arch/arm64/mm/mmu.o: f # a reason' 'no exception is possible in arch/arm64/mm/mmu.o$'
ok 'not by another path' refused 'lib/../mm/mmap.o: f # a reason' 'not a path'
ok 'not by a path with ./' refused './mm/mmap.o: f # a reason' 'not a path'
ok 'none without a reason' refused 'x.o: same' 'no reason is given$'
ok 'none with an empty one' refused 'x.o: same # ' 'no reason is given$'
ok 'none of a whole file' refused 'x.o # a reason' 'not FILE.o: FUNCTION$'
ok 'no pattern' refused 'x.o: t* # a reason' 'not FILE.o: FUNCTION$'
ok 'none of vmlinux' refused 'vmlinux: data has grown by 4 bytes # a reason' 'not FILE.o: FUNCTION$'
ok 'no other size' refused 'x.o: same [8k] # a reason' 'not sizes: \[8k\]$'
ok 'none twice' refused $'x.o: same # a reason\nx.o: same # a reason' 'twice: x.o: same$'
ok 'a missing file is an error' fails 1 'no such file' diff_code -a "$scratch/none"

#
# Objects of the kernel
#
objects=(kernel/fork.o mm/memory.o lib/string.o arch/arm64/kernel/entry.o)

# Start over with copies of them
copies()
{
	local o k

	for k in "$ka" "$kb"; do
		rm -rf "$k"
		mkdir "$k"
		touch "$k/.config"
		for o in "${objects[@]}"; do
			mkdir -p "$k/${o%/*}"
			cp "$kernel/$o" "$k/$o"
			cp "$kernel/${o%/*}/.${o##*/}.cmd" "$k/${o%/*}/"
		done
	done
}
copies
ok 'copies of objects are the same' same

# The assembly of kernel/fork.c, out of the compiler
command=$(sed -n '1s/^savedcmd_[^ ]* := //p' "$kernel/kernel/.fork.o.cmd" |
	sed "s/ -Wp,-MMD,[^ ]*//; s| -c -o kernel/fork.o | -S -o $scratch/fork.s |")
(cd "$kernel" && sh -c "$command")
assemble()
{
	aarch64-linux-gnu-gcc -march=armv8.5-a -c -x assembler -o "$kb/kernel/fork.o" -
}
assemble <"$scratch/fork.s"
ok 'assembled once more, it is the same' same

# edited FUNCTION PATTERN REPLACEMENT: in the first line of it that matches. Exactly
# this function is reported.
edited()
{
	awk -v name="$1" -v pattern="$2" -v with="$3" '
		$0 == name ":" { inside = 1 }
		$1 == ".size" { inside = 0 }
		inside && !done && match($0, pattern) {
			done = sub(pattern, with)
		}
		{ print }
		END { exit !done }' "$scratch/fork.s" | assemble || return
	differs "kernel/fork.o: $1"
}
ok 'one immediate' edited memcg_charge_kernel_stack '\tmov\tw1, [0-9]+$' '\tmov\tw1, 12345'
ok 'one register' edited copy_process '\tmov\tx0, x[0-9]+$' '\tmov\tx0, x29'
ok 'one more nop' edited free_task '\tret$' '\tnop\n\tret'
ok 'one more nop behind the end of a function' edited mm_alloc '\tret$' '\tret\n\tnop'
ok 'another symbol called' edited mmput '\tbl\t[a-z_]+$' '\tbl\tschedule'
ok 'another symbol used' edited vm_area_alloc ':lo12:[^]]+' ':lo12:jiffies'
ok 'another offset' edited copy_process '\tldr\tx[0-9]+, \[x[0-9]+, [0-9]+\]$' '\tldr\tx1, [x2, 8]'
ok 'another target of a branch' edited mm_release '\tcbz\tx[0-9]+, \.L[0-9]+$' '\tcbz\tx19, .'

# In every function, one bit of an instruction: the last that has no relocation (the
# linker writes fields of those that have one), and another bit each time. Prints the
# number of functions.
flip_bits()
{
	perl -we '
		use strict;
		my $n = 0;
		for my $file (@ARGV) {
			my (%base, %last, $section, $function, $before);

			for (`aarch64-linux-gnu-objdump -h $file`) {
				$base{$1} = hex $2 if /^ +\d+ (\S+) +\S+ +\S+ +\S+ +(\S+)/;
			}
			for (`aarch64-linux-gnu-objdump -drz $file`) {
				if (/^Disassembly of section (.*):$/) {
					$section = $1;
				} elsif (/^[0-9a-f]+ (<.*>):$/) {
					$function = "$1 $section";
				} elsif (/^ *([0-9a-f]+):\t/) {
					$before = $last{$function};
					$last{$function} = $base{$section} + hex $1;
				} elsif (/: R_AARCH64_/) {
					$last{$function} = $before;
				}
			}
			open my $f, "+<:raw", $file or die "$file: $!\n";
			for my $at (grep { defined } values %last) {
				seek $f, $at, 0;
				read $f, my $word, 4;
				seek $f, $at, 0;
				print $f pack "L<", unpack("L<", $word) ^ 1 << $n++ % 32;
			}
		}
		print "$n\n";' "${@/#/"$kb/"}"
}
all_reported()
{
	local n

	n=$(flip_bits "${objects[@]}") || return
	echo "$n functions were changed"
	[ "$n" -gt 200 ] && fails 1 " functions in 4 objects of ka, $n differences\$" diff_code
}
copies
ok 'a bit of an instruction of each function' all_reported

#
# The whole kernel
#
ok '4K: the machine code of unpatched Linux' \
	says '^static 4k: the machine code of unpatched Linux$' env PAGES=4k "$s/check-static"
ok 'of all of it' grep -qE '^[4-9][0-9]{4} functions in [0-9]{4} objects of kernel-base-4k, 0 differences' <<<"$tap_out"
ok 'there is no other size' fails 1 'PAGES=8k: not one of 4k, 16k, 64k' env PAGES=8k "$s/check-static"
done_testing
