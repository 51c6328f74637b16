#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The option arm64.pagesize= and the choice of the page size: the kernel's own
# files, compiled for the host, with known answers and against the parser of the
# Linux that they lie in. Then the same with a fault in each of their rules: a
# test that does not find it is no test.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

host=$here/scripts/pagesize/tests/host
linux=$here/build/linux
# What is being edited; in a clone without a Linux, what the overlay has.
source=$linux
[ -e "$linux/arch/arm64/kernel/pi/page_size_option.c" ] || source=$here
mkdir -p "$scratch/inc/linux" "$scratch/kernel/pi"
kernel=$scratch/kernel

# Print function $2 of Linux's file $1, or fail.
extract()
{
	awk -v name="$2" '
		$0 ~ "^[a-z][a-z].*[ *]" name "\\(" { found = 1 }
		found { print }
		found && /^}/ { exit }
		END { exit !found }' "$linux/$1"
}

references()
{
	{
		extract lib/string_helpers.c skip_spaces &&
		extract kernel/params.c dash2underscore &&
		extract kernel/params.c parameqn &&
		extract kernel/params.c parameq &&
		extract kernel/params.c parse_args &&
		extract init/main.c do_early_param &&
		extract init/main.c parse_early_options
	} >"$scratch/inc/reference_functions.h" &&
	extract drivers/of/fdt.c early_init_dt_scan_chosen >"$scratch/inc/chosen_functions.h" &&
	cp "$linux/include/linux/ctype.h" "$linux/include/linux/kconfig.h" "$scratch/inc/linux/"
}

fresh_copy()
{
	cp "$source/arch/arm64/kernel/page_size.c" "$kernel/" &&
		cp "$source"/arch/arm64/kernel/pi/page_size_*.[ch] "$kernel/pi/"
}

# compile PROGRAM FILE...: with the sanitizers, and the headers that stand in.
compile()
{
	gcc -O1 -g -std=gnu11 -Wall -Wextra -Werror -Wno-missing-field-initializers \
		-Wno-unused-parameter -fsanitize=address,undefined -fno-sanitize-recover=all \
		-D__init= -D__initconst= -I "$host" -I "$host/shim" -I "$scratch/inc" \
		-I "$kernel" -I "$kernel/pi" -iquote "$linux" -o "$scratch/$1" "${@:2}"
}

build_option_test() { compile option_test "$host/option_test.c" "$kernel/pi/page_size_option.c"; }
build_choose_test() { compile choose_test "$host/choose_test.c" "$kernel/pi/page_size_option.c"; }
build_option_fuzz()
{
	compile option_fuzz "$host/option_fuzz.c" "$scratch/reference.o" \
		"$kernel/pi/page_size_option.c"
}
build_report_test()
{
	compile report_test "$host/report_test.c" "$scratch/reference.o" \
		"$kernel/pi/page_size_option.c"
}

# build_cmdline_test CONFIG_CMDLINE KIB [FORCE]: what that holds, and asks for.
build_cmdline_test()
{
	mkdir -p "$scratch/config/generated"
	{
		printf '#define CONFIG_CMDLINE "%s"\n' "$1"
		printf '#define TEST_BUILTIN_KIB %d\n' "$2"
		[ -z "${3-}" ] || printf '#define CONFIG_CMDLINE_FORCE 1\n'
	} >"$scratch/config/generated/autoconf.h"
	compile cmdline_test -I "$scratch/config" -I "$linux/scripts/dtc/libfdt" \
		-include "$scratch/inc/linux/kconfig.h" "$host/cmdline_test.c" \
		"$kernel/pi/page_size_cmdline.c" "$kernel/pi/page_size_option.c" \
		"$scratch"/fdt*.o
}

# Run $scratch/$1 as a subtest: it passes if there is a plan and no failure.
passes()
{
	local rc=0

	"$scratch/$1" >"$scratch/out" 2>&1 || rc=$?
	sed 's/^/    /' "$scratch/out" >&3
	[ "$rc" -eq 0 ] && grep -q '^1\.\.[1-9]' "$scratch/out" &&
		! grep -q '^not ok' "$scratch/out"
}

exec 3>&1
fresh_copy || { echo 'Bail out! the kernel part is not there'; exit 1; }
programs=(option_test choose_test)
for t in "${programs[@]}"; do
	ok "$t compiles" "build_$t"
	ok "$t" passes "$t"
done

if [ -e "$linux/lib/cmdline.c" ]; then
	programs+=(option_fuzz report_test cmdline_test)
	ok "Linux's own functions are found" references
	ok 'they compile' compile reference.o -c "$host/reference.c"
	for t in fdt fdt_ro fdt_sw fdt_wip; do
		ok "$t compiles" gcc -O1 -w -c -I "$linux/scripts/dtc/libfdt" \
			-o "$scratch/$t.o" "$linux/scripts/dtc/libfdt/$t.c"
	done
	for t in option_fuzz report_test; do
		ok "$t compiles" "build_$t"
		ok "$t" passes "$t"
	done
	# One byte more than is read, all in one word but for the option.
	longer=x$(printf '%2028s' '' | tr ' ' x)' arm64.pagesize=64k'
	# What CONFIG_CMDLINE holds, what it asks for, and whether it is forced.
	while IFS=@ read -r builtin kib force; do
		ok "cmdline_test compiles: ${builtin:0:20}, $kib ${force}" \
			build_cmdline_test "$builtin" "$kib" "$force"
		ok cmdline_test passes cmdline_test
	done <<-END
		@0@
		arm64.pagesize=16k@16@
		quiet@0@
		${longer#?}@64@
		$longer@0@
		@0@force
		arm64.pagesize=16k@16@force
		arm64.pagesize=16k arm64.pagesize=64@16@force
	END
else
	echo '# no build/linux: nothing to compare with'
fi

# caught PROGRAM FILE SED: after that edit PROGRAM must fail, as a test does.
caught()
{
	local t=$1 file=$kernel/$2 rc=0

	fresh_copy
	sed -i "$3" "$file"
	if cmp -s "$file" "$source/arch/arm64/kernel/$2"; then
		fresh_copy
		echo 'there is nothing to edit'
		return 1
	fi
	case $t in
	cmdline_test)	build_cmdline_test 'arm64.pagesize=16k' 16 "${4-}" ;;
	*)		"build_$t" ;;
	esac || { fresh_copy; return 1; }
	"$scratch/$t" >"$scratch/out" 2>&1 || rc=$?
	fresh_copy
	tail -n 20 "$scratch/out"
	[ "$rc" -ne 0 ] && grep -qE '^not ok|^Bail out|Sanitizer|runtime error' "$scratch/out"
}

mutants=0
while IFS=@ read -r t file edit arg; do
	[[ " ${programs[*]} " = *" $t "* ]] || continue
	mutants=$((mutants + 1))
	ok "$t finds: $edit" caught "$t" "$file" "$edit" ${arg:+"$arg"}
done <"$host/mutants"
ok 'there are faults to be found' test "$mutants" -gt 20
done_testing
