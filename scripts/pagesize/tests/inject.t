#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot
#
# Faults that are put into a copy of the Image or of a module ("inject"), into the
# text of a running kernel and into what a CPU says of itself (gdb): each is found,
# and does what the manual promises. The same without the fault passes.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"

tools=$here/scripts/pagesize
kernel=$here/build/kernel-boot
image=$kernel/arch/arm64/boot/Image
initrd=$(VARIANT=boot "$tools/modules")
places=$scratch/places
"$tools/places" "$kernel/vmlinux" >"$places"
last=$(($(wc -l <"$places") - 1))
aarch64-linux-gnu-nm "$kernel/vmlinux" >"$scratch/symbols"

# Address of a symbol. Bash counts with 64 bits and a sign, which printf drops.
symbol()
{
	local addr

	addr=$(awk -v s="$1" '$3 == s { print $1 }' "$scratch/symbols")
	[ -n "$addr" ] || { echo "no symbol $1" >&2; return 1; }
	echo $((0x$addr))
}

# Where QEMU puts _text, in memory of its virt machine
load=$((0x40200000))
text=$(symbol _text)

virt()
{
	printf '0x%x\n' $((text + $1))
}

phys()
{
	printf '0x%x\n' $((load + $1))
}

# Number of the first entry in the text proper from line $1 of "places" on whose
# form and value match $2
entry()
{
	local etext

	etext=$(($(symbol _etext) - text))
	awk -v from="$1" -v what="$2" -v etext="$(printf '%08x' "$etext")" '
		NR > from && sprintf("%8s", $1) < etext && ($2 " " $3) ~ ("^(" what ")$") {
			print NR - 1; found = 1; exit
		}
		END { exit !found }' "$places"
}

# Number of a form and a value, out of the headers: FORM:VALUE
kind()
{
	local asm=$here/build/linux/arch/arm64/include/asm form value

	form=$(awk -v s="BOOT_CONST_$1" '$2 == s { print $3 }' "$asm/boot-const.h")
	value=$(sed -n 's/^\tX(\([a-z0-9_]*\)).*/\1/p' "$asm/boot-const-values.h" |
		grep -nx "$2") || return
	echo "${form:?}:$((${value%:*} - 1))"
}

# guest IMAGE WORD...
guest()
{
	TIMEOUT=30 LOG=log "$tools/boot" "$1" "$initrd" "${@:2}"
}

# The Image stops with a panic that matches $1 and with no other report.
panics()
{
	local pattern="Kernel panic - not syncing: boot constants: $1"

	guest "$2" pagesize_test=basic "${@:3}" && { echo 'the guest passed'; return 1; }
	log_says "$pattern" || return
	! tr -d '\r' <log | grep -E 'WARNING:|BUG:|Oops|Unable to handle|Kernel panic' |
		grep -vE -- "$pattern"
}

# refused FAULT ENTRY PATTERN [WORD...]: a copy of the Image with the fault runs at
# the default size until it can say what is wrong.
refused()
{
	"$tools/inject" "$image" Image "$1" "$2" &&
		panics "$3" Image "${@:4}" && log_says 'page size: 4K \(default\)'
}

# The same Image, copied by the same tool
undamaged()
{
	"$tools/inject" "$image" Image none && guest Image pagesize_test=basic "$@"
}

at_4k()
{
	echo "entry $1 \\(.* for 4K pages\$"
}

# All entries before the last one are verified at 4K before that is reported:
# nothing was written.
for fault in instruction immediate; do
	plan "$fault: the last entry" refused "$fault" "$last" "$(at_4k "$last")" arm64.pagesize=64k
done
plan 'without the option' refused instruction "$last" "$(at_4k "$last")"
plan 'without a fault' undamaged arm64.pagesize=64k pagesize_expect=64k
plan 'no fault is noticed' fails 1 'the guest passed' \
	refused none 0 . arm64.pagesize=64k pagesize_expect=64k

n=$(entry 100 'AND .*')
plan 'another form' refused form "$n" "$(at_4k "$n")" arm64.pagesize=64k
n=$(entry 1000 'LSR page_shift')
plan 'another value' refused value "$n" "$(at_4k "$n")" arm64.pagesize=16k
n=$(entry 2000 'MOVZ .*')
plan 'an unknown form' refused 255:0 "$n" "entry $n " arm64.pagesize=64k
plan 'an unknown value' refused 0:4095 "$n" "entry $n " arm64.pagesize=64k
# No bitmask immediate has no bits.
plan 'a value that the form cannot have' \
	refused "$(kind AND pud_folded)" "$n" "entry $n " arm64.pagesize=64k
plan 'an entry for the table itself' refused table "$n" "entry $n " arm64.pagesize=64k
plan 'an entry below the text' refused below "$n" "entry $n " arm64.pagesize=64k
plan 'an entry above the kernel' refused above "$n" "entry $n " arm64.pagesize=64k
plan 'a truncated table' refused zero 20 "entry $((last - 19)) " arm64.pagesize=64k

# What fits the text, but is not what was built: a place that is missing, a value
# that is the same at the default size only.
plan 'a wrong count' refused count 0 . arm64.pagesize=64k
plan 'a lost entry' refused lost "$n" . arm64.pagesize=64k
n=$(entry 0 'MOVZ cont_ptes')
plan 'another value with the same instruction' \
	refused "$(kind MOVZ cont_pmds)" "$n" . arm64.pagesize=64k

# debugger IMAGE WORD... <SCRIPT: run gdb on a boot, which halts before its first
# instruction. Prints what gdb says. The status is that of the guest.
debugger()
{
	local rc=0 pid

	cat >script
	GDB=gdb guest "$1" nokaslr "${@:2}" >said.guest 2>&1 &
	pid=$!
	for ((i = 0; i < 100; i++)); do
		[ ! -S gdb ] || break
		sleep 0.1
	done
	timeout -k 5 30 gdb-multiarch -nx -q -batch -ex 'set architecture aarch64' \
		-ex 'target remote gdb' -x script 2>&1 | tr -d '\r'
	wait "$pid" || rc=$?
	cat said.guest
	return $rc
}

# overwritten SIZE WORD: with pages of SIZE, write WORD to offset $place after the
# first check and before the table is freed.
overwritten()
{
	debugger "$image" pagesize_test=basic "arm64.pagesize=$1" "pagesize_expect=$1" <<-END
		hbreak *$(virt $(($(symbol smp_init) - text)))
		continue
		set \$p = (unsigned int *)$(virt "$place")
		printf "found %08x\n", *\$p
		set var *\$p = $2
		printf "wrote %08x\n", *\$p
		detach
	END
}

# overwriting_panics ENTRY SIZE WORD
overwriting_panics()
{
	overwritten "$2" "$3"
	log_says "page size: ${2^^} \\(requested\\)" \
		"Kernel panic - not syncing: boot constants: entry $1 \\(.* for ${2^^} pages"
}

# Entry and offset of the first place in function $1
first_place()
{
	local from

	from=$(($(symbol "$1") - text)) || return
	nl -v 0 "$places" | while read -r n at _; do
		[ $((0x$at)) -lt "$from" ] || echo "$((0x$at)) $n"
	done | sort -n | sed -n 1p
}

# A place in code that does not run so early, and the instruction as it was
# assembled, for 4K
read -r place n < <(first_place meminfo_proc_show)
word=$(od -An -v -t u4 -j "$place" -N 4 "$image")
plan 'a place that is overwritten, 4K' overwriting_panics "$n" 4k $((word ^ 1 << 12))
plan 'a place that is overwritten, 64K' overwriting_panics "$n" 64k "$word"
plan 'a place that is written, but not changed' overwritten 4k "$word"

# What ID_AA64MMFR0_EL1 says of granules: TGran4 and TGran64 are 15 without, TGran16
# is 0 without.
only_64k=0xf0000000
not_4k=0xf0100000
nothing=0xff000000

# Offset, and the rest of the line, of the instructions in function $1 that match $2
instructions()
{
	local at rest

	aarch64-linux-gnu-objdump -d --no-show-raw-insn --disassemble="$1" "$kernel/vmlinux" |
		sed -nE "s/^ *([0-9a-f]+):\t($2.*)/\1 \2/p" |
		while read -r at rest; do
			echo "$((0x$at - text)) $rest"
		done
}

# Commands of gdb that let ID_AA64MMFR0_EL1 read as $2 in function $1, which runs
# with the MMU off or on the ID map; at its own address if $3 is "virt".
pretend()
{
	local at register

	while read -r at register; do
		cat <<-END
			hbreak *$("${3-phys}" $((at + 4)))
			commands
			silent
			set var \$$register = $2
			echo $1 reads $2\n
			continue
			end
		END
	done < <(instructions "$1" 'mrs.*id_aa64mmfr0_el1' | sed 's/mrs//; s/,.*//')
}

# Commands that go on until a CPU parks in function $1, and say why it does
parks()
{
	local at _

	read -r at _ < <(instructions "$1" wfe)
	cat <<-END
		hbreak *$(phys "$at")
		continue
		printf "parked at %ld\n", ((long)\$pc - $(phys "$at")) / 4
		monitor xp /1gx $(phys $(($(symbol __early_cpu_boot_status) - text)))
	END
}

# says_all FILE PATTERN...
says_all()
{
	local pattern

	for pattern in "${@:2}"; do
		grep -qE -- "$pattern" "$1" || { echo "no line that matches $pattern"; return 1; }
	done
}

# parked FUNCTION STATUS IMAGE COMMANDS: the first CPU ends up in FUNCTION and
# stays, with STATUS to be read by QEMU's monitor; nothing is on the console.
parked()
{
	{
		echo "$4"
		parks "$1"
		echo monitor quit
	} | debugger "$3" pagesize_test=basic arm64.pagesize=64k >said && { cat said; return 1; }
	cat said
	says_all said '^parked at 0$' ": 0x0*$2\$" && [ ! -s log ]
}

# Without the granule the first CPU parks, with another one it boots: from a
# provisional granule that is not the default.
plan 'a CPU without any granule parks' parked __no_granule_support 202 "$image" \
	"$(pretend choose_provisional_granule "$nothing")"
# provisional ID REGISTER SIZE: the ID map is built for page shift REGISTER, and the
# boot goes on to SIZE.
provisional()
{
	local rc=0

	{
		pretend choose_provisional_granule "$1"
		cat <<-END
			hbreak *$(phys $(($(symbol __pi_create_provisional_idmap) - text)))
			commands
			silent
			printf "provisional %d\n", \$x2
			detach
			end
			continue
		END
	} | debugger "$image" pagesize_test=basic "arm64.pagesize=$3" "pagesize_expect=$3" >said || rc=$?
	cat said
	says_all said "^provisional $2\$" && return $rc
}
for size in 4k 16k 64k; do
	plan "provisional 16K, $size" provisional "$not_4k" 14 "$size"
	plan "provisional 64K, $size" provisional "$only_64k" 16 "$size"
done

# falls_back ID SIZE REQUEST LINE...: on a CPU without the default size, the boot ends
# up with SIZE. Its log has LINEs about that and no others.
falls_back()
{
	local rc=0 word=${3:+arm64.pagesize=$3}

	{
		pretend choose_provisional_granule "$1"
		pretend __pi_early_choose_page_size "$1"
		pretend report_page_size "$1" virt
		echo continue
	} | debugger "$image" loglevel=7 ${word:+"$word"} pagesize_test=basic \
		"pagesize_expect=$2" >said || rc=$?
	cat said
	diff <(printf 'page size: %s\n' "${@:4}") \
		<(tr -d '\r' <log | sed -nE 's/^\[ *[0-9.]+\] (page size: )/\1/p') && return $rc
}
plan 'no default size, no option' falls_back "$not_4k" 16k '' \
	'16K (fallback), supported: 16K 64K' \
	'default 4K not supported by this CPU (16K 64K), using 16K'
plan 'no default size, which is asked for' falls_back "$not_4k" 16k 4k \
	'16K (fallback), supported: 16K 64K' \
	'arm64.pagesize=4k not supported by this CPU (16K 64K), using 16K'
plan 'no default size, another one is asked for' falls_back "$not_4k" 64k 64k \
	'64K (requested), supported: 16K 64K'
plan '64K only, 16K is asked for' falls_back "$only_64k" 64k 16k \
	'64K (fallback), supported: 64K' \
	'arm64.pagesize=16k not supported by this CPU (64K), using 64K' \
	'default 4K not supported by this CPU (64K), using 64K'
plan 'a line too many is noticed' fails 1 '^> page size: default 4K' \
	falls_back "$only_64k" 64k '' '64K (fallback), supported: 64K'

# Text that cannot be fixed up is for 4K pages, which the CPU does not have.
damaged=$scratch/Image.damaged
"$tools/inject" "$image" "$damaged" instruction 7
plan 'a damaged table and no default granule: parks' \
	parked __pi_early_choose_page_size 402 "$damaged" \
	"$(pretend __pi_early_choose_page_size "$not_4k")"
plan 'a table that is not damaged: does not' fails 1 '__pi_early_choose_page_size reads' \
	parked __pi_early_choose_page_size 402 "$image" \
	"$(pretend __pi_early_choose_page_size "$not_4k")"

# second_cpu ID PATTERN...: what CPU 1 says is ID, and the log has the PATTERNs. With
# guest time that counts instructions, it takes no time to wait for that CPU.
second_cpu()
{
	{
		echo "hbreak *$(virt $(($(symbol smp_init) - text)))"
		echo continue
		pretend __enable_mmu "$1"
		parks __no_granule_support
		echo detach
	} | ICOUNT=1 debugger "$image" pagesize_test=report arm64.pagesize=16k >said
	cat said
	log_says 'page size: 16K' "${@:2}" && says_all said '^parked at 0$' ': 0x0*202$'
}
plan 'a second CPU without the granule parks' second_cpu "$only_64k" \
	'CPU1: is stuck in kernel' 'CPU1: does not support 16K granule' \
	'SMP: Total of 1 processors activated'

# Copies of a module, with the program that loads them: see guest/damaged.c
mkdir -p "$scratch/root/tests" "$scratch/root/damaged"
programs=$here/tools/testing/selftests/arm64/pagesize
ok 'the loader compiles' aarch64-linux-gnu-gcc -O2 -std=gnu11 -Wall -Wextra -Werror -static \
	-Wl,-z,max-page-size=65536 -I "$programs" -o "$scratch/root/tests/damaged" \
	"$here/scripts/pagesize/tests/guest/damaged.c" "$programs/util.c" "$programs/tap.c"
ko=$here/build/guest/modules-kernel-boot/modtest/pagesize_modtest.ko
damaged()
{
	"$tools/inject" "$ko" "$scratch/root/damaged/$1.ko" "${@:2}"
}

damaged none none
faults=
while read -r name fault; do
	# shellcheck disable=SC2086 # words
	ok "a module with this fault: $fault" damaged "$name" $fault
	faults=$faults:$name
done <<-END
	instruction instruction 3
	immediate immediate 0
	form form 1
	value value 2
	unknown-form 255:0 4
	unknown-value 0:4095 5
	impossible $(kind AND pud_folded) 6
	elsewhere table 7
	zero zero 1
	middle short 4
	short short 8
	shorter short 80
END
(cd "$scratch/root" && find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0) |
	cat "$initrd" - >"$scratch/initrd"

# modules SIZE :NAME...
modules()
{
	initrd=$scratch/initrd
	guest "$image" quiet "arm64.pagesize=$1" "pagesize_expect=$1" "pagesize_test=damaged$2" && return
	grep '^# ' log
	return 1
}
for size in 4k 64k; do
	plan "damaged modules are refused, $size" modules $size "$faults"
done
plan 'a module without a fault is not' fails 1 'not ok . none: refused' modules 64k :none

run_plans
done_testing
