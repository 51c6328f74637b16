#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The "virt" config: what its fragments ask for takes effect, arm64's options keep
# their defaults, and kernels of different page size differ in nothing else.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

configs=$here/arch/arm64/configs
linux=$here/build/linux

# configure NAME MODE FRAGMENT...: into $scratch/NAME/.config
configure()
{
	local name=$1 mode=$2 f files=()

	shift 2
	for f; do
		files+=("$configs/virt_pagesize$f.config")
	done
	mkdir -p "$scratch/$name"
	cat "${files[@]}" >"$scratch/$name/fragment"
	make -s -C "$linux" O="$scratch/$name" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
		CROSS_COMPILE_COMPAT=arm-linux-gnueabihf- \
		KCONFIG_ALLCONFIG="$scratch/$name/fragment" "$mode"
}

# "SYMBOL value" of what is on
on()
{
	sed -n 's/^CONFIG_\([A-Za-z0-9_]*\)=/\1 /p' "$scratch/$1/.config" | sort
}

# Every line of the fragment that .config does not have
granted()
{
	local line lost=0 symbol

	while read -r line; do
		case $line in
		CONFIG_*=n)			symbol=${line%%=*} ;;
		CONFIG_*)
			grep -qxF -- "$line" "$scratch/$1/.config" || { lost=1; echo "lost: $line"; }
			continue ;;
		"# CONFIG_"*" is not set")	symbol=${line#\# }; symbol=${symbol%% *} ;;
		*)				continue ;;
		esac
		! grep -q "^$symbol=" "$scratch/$1/.config" || { lost=1; echo "lost: $line"; }
	done <"$scratch/$1/fragment"
	return "$lost"
}

nothing()
{
	printf '%s' "$1"
	[ -z "$1" ]
}

twice()
{
	sed -n 's/^CONFIG_\([A-Za-z0-9_]*\)=.*/\1/p; s/^# CONFIG_\([^ ]*\) is not set/\1/p' \
		"$configs/virt_pagesize$1.config" | sort | uniq -d
}

for f in _4k _16k _64k _boot; do
	ok "virt$f can be configured" configure "$f" allnoconfig "" "$f"
	ok "virt$f has what it asks for" granted "$f"
	ok "virt$f has about 1000 options on" test "$(on "$f" | grep -c ' [ym]$')" -ge 1000
done
ok 'the debug config can be configured' configure debug allnoconfig "" _boot _debug
ok 'the debug config has what it asks for' granted debug
ok 'no symbol is set twice' nothing "$(twice ""; twice _debug)"

# What a plain config would have: symbols of arm64's Kconfig files that somebody
# can set, and that are on by default
ok 'the defaults can be configured' configure default alldefconfig "" _4k
settable=$(sed -nE '/^(menu)?config /{s/^[a-z]+ //;h}; /^\s+(bool|tristate) "/{x;p;x}' \
	"$linux/arch/arm64/Kconfig" "$linux/drivers/clocksource/Kconfig" | sort -u)
missing=$(join <(comm -13 <(on _4k) <(on default)) - <<<"$settable")
ok 'every arm64 feature and erratum has its default' nothing "$missing"
ok 'the list of them is not empty' test "$(wc -l <<<"$settable")" -gt 80
ok 'virtual addresses have 48 bits' grep -qx CONFIG_ARM64_VA_BITS=48 "$scratch/_4k/.config"

# Symbols whose value follows from the page size, and those that choose it
sized='^(PAGE_SHIFT|PAGE_SIZE_[A-Z0-9_]*|HAVE_PAGE_SIZE_[0-9]*KB|ARM64_[0-9]*K_PAGES'
sized=$sized'|ARM64_CONT_P[TM][ED]_SHIFT|PGTABLE_LEVELS|ARCH_FORCE_MAX_ORDER'
sized=$sized'|ARCH_MMAP_RND_(COMPAT_)?BITS(_M[AI][XN])?|ARCH_WANTS_THP_SWAP|THP_SWAP'
sized=$sized'|ARCH_WANT_HUGE_PMD_SHARE|HUGETLB_PMD_PAGE_TABLE_SHARING'
sized=$sized'|ARM64_BOOT_TIME_PAGE_SIZE|ARM64_DEFAULT_PAGE_(SHIFT|SIZE_[0-9]*K)) '
same_but_size()
{
	local diff

	diff=$(comm -3 <(on _4k) <(on "$1") | sed 's/^\t//' | grep -vE "$sized")
	printf '%s\n' "$diff"
	[ -z "$diff" ]
}
for f in _16k _64k _boot; do
	ok "virt$f differs from virt_4k in its page size only" same_but_size "$f"
done
done_testing
