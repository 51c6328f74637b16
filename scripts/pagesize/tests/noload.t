#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k boot
#
# No text but that of init loads page geometry from memory. The objects that could
# hold it are those that the pristine kernel does not have, and those that the
# overlay sets from the page size. Who refers to them, by the disassembly of
# vmlinux, is in a reviewed list, noload.list. (What is on a stack is not looked at.)

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

tools=$here/scripts/pagesize
list=$tools/tests/noload.list
boot=$here/build/kernel-boot/vmlinux
base=$here/build/kernel-base-4k/vmlinux

# Names of the list of kind $1; "." is any
listed()
{
	awk -v kind="^$1\$" '!/^#/ && $2 ~ kind { print $1 }' "$list" | sort
}

# Names of objects in data, without what is made for each function or initcall
objects()
{
	aarch64-linux-gnu-nm "$1" | awk '$2 ~ /^[dDbBrRvV]$/ { print $3 }' |
		sed -E 's/\.[0-9]+$//; /^(\$|\.L|__initcall__|__setup_|__UNIQUE_ID_|__kvm_nvhe_\.L)|^__pi_\$/d' | sort -u
}

# Objects that only the boot kernel has
new()
{
	comm -13 <(objects "$base") <(objects "$boot")
}

# Variables of vmlinux to which the patches assign what follows from the page size,
# or that they declare as such
assigned()
{
	local geometry='(PAGE_|THREAD_SIZE|PMD_|PUD_|_ORDER|SECTION_)'

	(cd "$here" && git ls-files -z -co --exclude-per-directory=.gitignore '*.patch' |
		xargs -0 sed -nE \
			-e "s/^\+\t+([a-z_]+)[a-z_.]* ([-+*\/]|<<|>>)?= .*$geometry.*/\1/p" \
			-e 's/^\+.*\bPAGE_SIZE_CONST\b.* ([a-z_]+)( =.*|;)$/\1/p') |
		sort -u | comm -12 - <(objects "$boot")
}

# missing NAMES KIND: fails with those that are not in the list
missing()
{
	! comm -23 "$1" <(listed "$2") | grep .
}

# judge REFS BASE-REFS: both are output of "datarefs". Fails with the lines that are
# not as the list says, and with what the list says in vain.
judge()
{
	awk -v list="$list" -v base="$2" '
		FILENAME == list {
			if (/^#/ || !NF)
				next
			kind[$1] = $2
			for (i = 3; i <= NF; i++)
				allowed[$1 " " $i] = 1
			next
		}
		FILENAME == base {
			pristine[$0] = 1
			next
		}
		{
			if (kind[$1] ~ /^(address|local)$/ || $0 in allowed) {
				delete allowed[$0]
				next
			}
			if (kind[$1] == "static" && $0 in pristine)
				next
			print "not in the list: " $0
			status = 1
		}
		END {
			for (pair in allowed) {
				print "in the list only: " pair
				status = 1
			}
			exit status
		}' "$list" "$2" "$1"
}

new >"$scratch/new"
assigned >"$scratch/assigned"
mapfile -t static < <(listed static)
mapfile -t all < <(listed '.*')
"$tools/datarefs" "$boot" "${all[@]}" >"$scratch/refs" &
"$tools/datarefs" "$base" "${static[@]}" >"$scratch/base-refs"
wait

ok 'kinds are known' test -z "$(listed '.*' | comm -23 - <(listed '(init|static|address|local|other)'))"
ok 'there are new objects' test "$(wc -l <"$scratch/new")" -gt 20
ok 'each is in the list' missing "$scratch/new" '(init|address|other)'
ok 'and no others are' test -z "$(listed '(init|address|other)' | comm -23 - "$scratch/new")"
ok 'variables are set from the page size' test "$(wc -l <"$scratch/assigned")" -gt 10
ok 'each is in the list' missing "$scratch/assigned" '(static|init|local|other)'
ok 'pristine code refers to them' test "$(wc -l <"$scratch/base-refs")" -gt 20
ok 'nobody else does' judge "$scratch/refs" "$scratch/base-refs"

# Code that loads "geometry" in each way, and code that does not
cat >"$scratch/steal.S" <<'END'
	.text
direct:	adrp	x0, geometry
	ldr	x0, [x0, :lo12:geometry]
	ret
added:	adrp	x3, geometry
	add	x3, x3, :lo12:geometry
	ldr	w0, [x3]
	ret
beside:	adrp	x3, before
	add	x3, x3, :lo12:before
	ldp	x0, x1, [x3, #64]
	ret
indexed: adrp	x1, geometry
	add	x1, x1, :lo12:geometry
	ldr	x0, [x1, x2, lsl #3]
	ret
moved:	adrp	x0, geometry
	mov	x5, x0
	ldr	x0, [x5, :lo12:geometry]
	ret
backwards: b	2f
1:	ldr	x0, [x19, :lo12:geometry]
	ret
2:	adrp	x19, geometry
	bl	direct
	b	1b
warns:	adrp	x0, geometry
	brk	#0x800
	ldr	x0, [x0, :lo12:geometry]
	ret
static_branch: adrp x0, geometry
	nop
	ret
	ldr	x0, [x0, :lo12:geometry]
	ret
jump_table: adrp x0, geometry
	br	x1
	bti	j
	ldr	x0, [x0, :lo12:geometry]
	ret
	.section .text.pool, "ax"
pool:	ldr	x0, =geometry
	ldr	x0, [x0]
	ret
	.text
not_clobbered: adrp x0, geometry
	bl	direct
	ldr	x0, [x0, :lo12:geometry]
	ret
not_overwritten: adrp x0, geometry
	mov	x0, x1
	ldr	x0, [x0, :lo12:geometry]
	ret
not_the_neighbour: adrp x0, before
	ldr	x0, [x0, :lo12:before]
	ret
	.section .init.text, "ax"
not_late: adrp	x0, geometry
	ldr	x0, [x0, :lo12:geometry]
	ret
	.data
	.type	before, %object
	.size	before, 64
	.space	1024
before:	.space	64
	.type	geometry, %object
	.size	geometry, 8
geometry: .quad	12
END
steal()
{
	sed "s/\\bgeometry\\b/$1/g" "$scratch/steal.S" >"$scratch/$1.S" &&
		aarch64-linux-gnu-gcc -c -o "$scratch/$1.o" "$scratch/$1.S" &&
		aarch64-linux-gnu-ld -pie -z notext -Ttext=0xffff800080000000 -e direct \
			-o "$scratch/$1" "$scratch/$1.o" 2>&1
}
ok 'a test program is linked' steal geometry
ok 'each load of it is found' diff - <("$tools/datarefs" "$scratch/geometry" geometry) <<-END
	geometry (data)
	geometry added
	geometry backwards
	geometry beside
	geometry direct
	geometry indexed
	geometry jump_table
	geometry moved
	geometry static_branch
	geometry warns
END

# The same with names that the list has
for name in supported __pi_early_page_shift stack_guard_gap; do
	steal "$name" >/dev/null
	"$tools/datarefs" "$scratch/$name" "$name" | cat "$scratch/refs" - >"$scratch/more"
	ok "a load of $name fails" fails 1 "not in the list: $name direct" \
		judge "$scratch/more" "$scratch/base-refs"
done
grep -v '^supported ' "$scratch/refs" >"$scratch/less"
ok 'a load that is gone has to leave the list' fails 1 'in the list only: supported ' \
	judge "$scratch/less" "$scratch/base-refs"
echo new_object | sort "$scratch/new" - >"$scratch/more"
ok 'a new object fails' fails 1 new_object missing "$scratch/more" '(init|address|other)'
done_testing
