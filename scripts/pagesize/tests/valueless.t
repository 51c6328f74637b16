#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# CONFIG symbols that have no true value in a kernel that chooses its page size at
# boot. Where code or Kconfig asks for one, a branch is picked in silence: so every
# use is in a reviewed list, valueless.list, and a new one fails here.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

linux=$here/build/linux
list=$here/scripts/pagesize/tests/valueless.list
[ -e "$linux/Kconfig" ] || { echo 'Bail out! there is no build/linux'; exit 1; }

symbols='PAGE_SHIFT|PAGE_SIZE_[0-9]+KB|PAGE_SIZE_LESS_THAN_[0-9]+KB|HAVE_PAGE_SIZE_[0-9]+KB'
symbols+='|ARM64_(4|16|64)K_PAGES|ARM64_CONT_(PTE|PMD)_SHIFT|PGTABLE_LEVELS'
symbols+='|ARCH_FORCE_MAX_ORDER|ARCH_MMAP_RND_(COMPAT_)?BITS(_MIN|_MAX|_DEFAULT)?'
symbols+='|KASAN_SHADOW_OFFSET'

# Lines of Kconfig that are no help text: by their first word, or the rest of a
# condition that goes on from the line before
keywords='(config|menuconfig|depends|select|imply|default|def_[a-z]+|range|if|visible|bool'
keywords+='|tristate|int|hex|string|prompt|menu|comment|choice)'
rest=$'[A-Z0-9_()!&|=<>\\\\ \t]'

# What is never built for arm64
others=(':!Documentation' ':!tools' ':!samples' ':!*/configs/*')
for dir in "$linux"/arch/*/; do
	dir=${dir%/}
	[ "${dir##*/}" = arm64 ] || others+=(":!arch/${dir##*/}")
done

# uses FOLDER: "file:line symbol" for each use in the sources below it, not counting
# comments and help texts. In Kconfig files symbols have no prefix.
uses()
{
	(
		cd "$1" || exit
		git grep --no-index -nIE "CONFIG_($symbols)\\b" -- \
			"${others[@]}" ':!*Kconfig*'
		git grep --no-index -nI -E -e "^\\s*$keywords\\b.*\\b($symbols)\\b" \
			-e "^$rest*\\b($symbols)\\b$rest*$" -- "${others[@]}" '*Kconfig*'
	) | awk -v symbols="^($symbols)$" '
		{
			at = index($0, ":")
			file = substr($0, 1, at - 1)
			rest = substr($0, at + 1)
			line = rest + 0
			text = substr(rest, index(rest, ":") + 1)
			kconfig = file ~ /Kconfig/
			if (kconfig || file ~ /Makefile|\.sh$|\.p[yl]$/)
				sub(/(^|[ \t])#.*/, "", text)
			if (!kconfig) {
				gsub(/\/\*.*\*\//, "", text)
				sub(/\/\*.*/, "", text)
				if (text ~ /^[ \t]*\*/)
					next
			}
			n = split(text, words, /[^A-Za-z0-9_]+/)
			for (i = 1; i <= n; i++) {
				word = words[i]
				if (!kconfig && !sub(/^.*CONFIG_/, "", word))
					continue
				if (word ~ symbols)
					print file ":" line, word
			}
		}'
}

# judge USES: differences between the uses and the list, each with the lines where
# the symbol is in that file
judge()
{
	awk -v list="$list" '
		FILENAME == list {
			if ($0 ~ /^#/ || !NF)
				next
			known[$1 " " $2] = $3
			if (NF < 4 || $1 " " $2 in seen)
				bad("bad line in the list: " $0)
			seen[$1 " " $2] = 1
			next
		}
		{
			file = $1
			sub(/:[0-9]+$/, "", file)
			key = file " " $2
			found[key]++
			lines[key] = lines[key] "\n  " $1
		}
		function bad(text) { print text; status = 1 }
		END {
			for (key in found)
				if (found[key] != known[key] + 0)
					bad(key ": " found[key] " uses, " known[key] + 0 \
					    " in the list" lines[key])
			for (key in known)
				if (!(key in found))
					bad(key ": in the list and not used")
			exit status
		}' "$list" "$1"
}

# The words that say why a use is right, or what has to be done; see the list.
reasons()
{
	! awk '!/^#/ && NF { print $4 }' "$list" | sort -u |
		grep -vxE 'static|both|max|vdso|defines|kvm|va52|kasan|foreign|todo'
}

uses "$linux" >"$scratch/uses"
ok 'there are uses' test "$(wc -l <"$scratch/uses")" -gt 100
ok 'all uses are in the list, and no others' judge "$scratch/uses"
ok 'each has a reason' reasons

# A use of each kind that is not in the list is found, and nothing else is.
mkdir -p "$scratch/new"/{mm,drivers/x,arch/arm64,arch/mips}
cat >"$scratch/new/mm/new.c" <<'END'
/*
 * CONFIG_PGTABLE_LEVELS in a comment
 */
#ifdef CONFIG_ARM64_64K_PAGES /* CONFIG_ARM64_4K_PAGES */
#endif /* CONFIG_ARM64_64K_PAGES */
int f(void) { return IS_ENABLED(CONFIG_PAGE_SIZE_4KB) + CONFIG_PAGE_SHIFT * CONFIG_PAGE_SHIFT; }
int g(void) { return CONFIG_PAGE_SHIFT_OF_ANOTHER + MY_PAGE_SHIFT; }
END
cat >"$scratch/new/drivers/x/Kconfig" <<'END'
config NEW
	tristate "New" if PAGE_SIZE_LESS_THAN_64KB
	depends on !ARM64_16K_PAGES # and not ARM64_64K_PAGES
	depends on FOO || \
		   (BAR && PAGE_SIZE_64KB)
	default y if PAGE_SHIFT = 12
	help
	  With PAGE_SIZE_4KB, say Y.
	    - PAGE_SHIFT
END
echo '#ifdef CONFIG_PAGE_SIZE_4KB' >"$scratch/new/arch/mips/other.c"
# shellcheck disable=SC2016 # of make
echo 'obj-$(CONFIG_ARM64_4K_PAGES) += new.o' >"$scratch/new/arch/arm64/Makefile"
uses "$scratch/new" | sort >"$scratch/found"
cat >"$scratch/expected" <<'END'
arch/arm64/Makefile:1 ARM64_4K_PAGES
drivers/x/Kconfig:2 PAGE_SIZE_LESS_THAN_64KB
drivers/x/Kconfig:3 ARM64_16K_PAGES
drivers/x/Kconfig:5 PAGE_SIZE_64KB
drivers/x/Kconfig:6 PAGE_SHIFT
mm/new.c:4 ARM64_64K_PAGES
mm/new.c:6 PAGE_SHIFT
mm/new.c:6 PAGE_SHIFT
mm/new.c:6 PAGE_SIZE_4KB
END
ok 'uses are found, comments are not' diff "$scratch/expected" "$scratch/found"
cat "$scratch/uses" "$scratch/found" >"$scratch/more"
ok 'a new use fails, with its place' fails 1 '^  mm/new.c:4$' judge "$scratch/more"
first=$(sed -n 1p "$scratch/uses")
echo "$first" | cat "$scratch/uses" - >"$scratch/more"
ok 'and so does one more in a file that has one' fails 1 "^  ${first% *}$" judge "$scratch/more"
grep -v '^mm/mremap.c:' "$scratch/uses" >"$scratch/less"
ok 'one that is gone has to leave the list' fails 1 '^mm/mremap.c .* not used' \
	judge "$scratch/less"
done_testing
