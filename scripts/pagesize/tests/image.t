#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot 4k
#
# What can be seen in the image without booting it: where boot constants are,
# and where there must be none.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

out=$here/build/kernel-boot
places=$scratch/places

# quiet LOG...: no compiler warned, when these kernels were last built. (Kconfig does.)
quiet()
{
	! grep -hE ':[0-9]+:([0-9]+:)? warning: ' "$@"
}
ok 'nothing to warn of' quiet "$here"/build/log/kernel-{boot,4k}.log
printf '../linux/mm/slub.c:5:9: warning: unused variable\n' >"$scratch/log"
ok 'a warning is noticed' fails 1 'slub.c' quiet "$scratch/log"

"$here/scripts/pagesize/places" "$out/vmlinux" >"$places"
aarch64-linux-gnu-nm "$out/vmlinux" >"$scratch/symbols"

# Offset of a symbol from _text
offset()
{
	local addr text

	addr=$(awk -v s="$1" '$3 == s { print $1 }' "$scratch/symbols")
	text=$(awk '$3 == "_text" { print $1 }' "$scratch/symbols")
	[ -n "$addr" ] || { echo "no symbol $1" >&2; return 1; }
	echo $((0x$addr - 0x$text))
}

# Places of the list $1 from symbol $2 up to $3
between()
{
	local from to at rest

	from=$(offset "$2") && to=$(offset "$3") || return
	while read -r at rest; do
		at=$((0x$at))
		[ "$at" -lt "$from" ] || [ "$at" -ge "$to" ] || echo "$at $rest"
	done <"$1"
}

none_between()
{
	local found

	found=$(between "$@") || return
	[ -z "$found" ] || { echo "$found"; return 1; }
}

some_between()
{
	[ "$(between "$@" | wc -l)" -gt 0 ]
}

# Sections with recorded places, however they are called after objcopy
tables()
{
	local o

	for o; do
		! aarch64-linux-gnu-objdump -h "$o" | grep -q 'boot_const ' || echo "$o"
	done
}

no_tables()
{
	local found

	[ $# -gt 0 ] || { echo 'no object'; return 1; }
	found=$(tables "$@")
	[ -z "$found" ] || { echo "$found"; return 1; }
}

ok 'thousands of places' test "$(wc -l <"$places")" -gt 5000
ok 'every place has a form and a value' awk 'NF < 3 { bad = 1; print } END { exit bad }' "$places"
ok 'some are in the text' some_between "$places" _stext _etext
ok 'some are in init text' some_between "$places" __inittext_begin __inittext_end
ok 'none in .head.text' none_between "$places" _text _stext
ok 'none in .idmap.text' none_between "$places" __idmap_text_start __idmap_text_end
ok 'none in .hyp.idmap.text' none_between "$places" __hyp_idmap_text_start __hyp_idmap_text_end
ok 'none in the entry trampoline' none_between "$places" __entry_tramp_text_start __entry_tramp_text_end

# The same checks notice a place that is put there.
printf '%x MOVZ page_size page_shift\n' "$(offset __idmap_text_start)" >"$scratch/bad"
ok 'a place in .idmap.text is noticed' fails 1 MOVZ none_between "$scratch/bad" __idmap_text_start __idmap_text_end

mapfile -t early < <(find "$out/arch/arm64/kernel/pi" "$out/drivers/firmware/efi/libstub" \
	"$out/arch/arm64/kernel/vdso" "$out/arch/arm64/kernel/vdso32" -name '*.o')
ok 'no table in the objects of pi/, the EFI stub and the vDSO' no_tables "${early[@]}"
ok 'a table is noticed' fails 1 fork no_tables "$out/kernel/fork.o"

# No module needs a symbol for the page size: a static kernel exports the same.
exported()
{
	awk '{ print $2 }' "$here/build/kernel-$1/Module.symvers" | sort
}
ok 'the exported symbols are those of a static kernel' diff <(exported 4k) <(exported boot)

refused()
{
	VARIANT=boot "$here/scripts/pagesize/modules" -r
}
ok 'a module that needs a constant page size is not built' \
	fails 2 'not constant: PAGE_SIZE_MAX or PAGE_SIZE_MIN' refused
# Each use is quoted, and each time the line of the header that says what to use.
messages=$tap_out
source=tools/testing/selftests/arm64/pagesize/modtest/refused/pagesize_refused.c
while IFS=: read -r line text; do
	ok "refused: ${text%%;*}" grep -qE "pagesize_refused\.c:$line:[0-9]+: " <<<"$messages"
done < <(grep -n '/\* refused \*/$' "$here/$source")
ok 'what to use instead is quoted for each' \
	test "$(grep -cE 'not constant: PAGE_S[A-Z]*_MAX or' <<<"$messages")" -ge \
	"$(grep -c '/\* refused \*/$' "$here/$source")"
done_testing
