#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# The overlay as it is committed or edited here: headers, and that laying and
# saving it is lossless on the pinned Linux.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

cd "$here" || exit 1
linux=build/linux

# First line the subject, then the topic, then one to six lines of reason.
header()
{
	sed '/^diff --git /,$d' "$1" | awk -v file="$1" '
		function bad(why) { print file ": " why; rc = 1 }
		/TODO/ { bad("header is still to be written") }
		/^$/ { next }
		++n == 1 {
			if ($0 !~ /^[A-Za-z0-9_.,\/-]+: .*[^.]$/)
				bad("subject is not like \"mm: do x\": " $0)
			if (length($0) > 75)
				bad("subject has more than 75 characters")
			next
		}
		n == 2 {
			if ($0 !~ /^Topic: [a-z0-9][a-z0-9-]*$/)
				bad("second line is not \"Topic: name\": " $0)
			next
		}
		length($0) > 80 { bad("line has more than 80 characters: " $0) }
		END {
			if (n < 3)
				bad("no reason given")
			if (n > 8)
				bad("more than six lines of reason")
			exit rc
		}'
}

mapfile -t overlay < <(git ls-files -co --exclude-per-directory=.gitignore |
	grep / | grep -vE '^(\.ci|scripts/pagesize|build)/')
mapfile -t patches < <(printf '%s\n' "${overlay[@]}" | grep '\.patch$')

for p in "${patches[@]}"; do
	ok "header of $p" header "$p"
done

# In a copy, so that work in build/linux is left alone. The same base commit
# means: the same Linux, so its repository serves both.
repo=$scratch/repo
mkdir -p "$repo/scripts"
cp -r scripts/pagesize "$repo/scripts/"
cp .gitignore "$repo/"
for f in "${overlay[@]}"; do
	mkdir -p "$repo/$(dirname "$f")"
	cp -p "$f" "$repo/$f"
done
git -C "$repo" init -q
mkdir -p "$repo/build"
first=$(git -C "$linux" rev-list --max-parents=0 HEAD)
git clone -q --shared --no-checkout "$linux" "$repo/build/linux"
# Of the 85000 files only those that the overlay lays are written.
git -C "$repo/build/linux" update-ref --no-deref HEAD "$first"
git -C "$repo/build/linux" read-tree HEAD
git -C "$repo/build/linux" ls-files -z |
	git -C "$repo/build/linux" update-index -z --skip-worktree --stdin
mkdir "$repo/build/base"
touch "$repo/build/base/.git"

sums() { (cd "$repo" && printf '%s\n' "${overlay[@]}" | xargs -d '\n' stat -c '%a' && printf '%s\n' "${overlay[@]}" | xargs -d '\n' sha256sum); }
before=$(sums)

ok 'the overlay is laid, without fuzz' "$repo/scripts/pagesize/tree"
ok 'nothing was merged' test -z "$(grep merged <<<"$tap_out")"
# Mode and content of a file in Linux: as it is, as it was.
laid()
{
	local file=$repo/build/linux/$1 mode=100644

	[ -e "$file" ] || return 0
	[ ! -x "$file" ] || mode=100755
	echo "$mode $(git hash-object --no-filters "$file")"
}
pristine()
{
	git -C "$linux" ls-tree "$first" "$1" | awk '{ print $1, $3 }'
}
unlaid()
{
	local f rc=0

	for f in "${overlay[@]}"; do
		case $f in
		*.patch)
			[ "$(laid "${f%.patch}")" != "$(pristine "${f%.patch}")" ] ||
				{ echo "$f"; rc=1; } ;;
		*)
			cmp "$f" "$repo/build/linux/$f" || rc=1 ;;
		esac
	done
	return "$rc"
}
ok 'nothing is left unlaid' unlaid
# On the Linux that the patches were made for, not even places of hunks change.
force=
version=$(git -C "$linux" show "$first:Makefile" | awk '/^(VERSION|PATCHLEVEL|SUBLEVEL) =/ { v = v s $3; s = "." } END { print v }')
[[ $(sed -n 's/^BASE_VERSION=//p' scripts/pagesize/base) != "$version"-* ]] || force=-f
ok "it is saved on Linux $version" "$repo/scripts/pagesize/save" $force
after=$(sums)
ok 'and has not changed' diff <(echo "$before") <(echo "$after")
ok 'nor has the list of its files' diff <(printf '%s\n' "${overlay[@]}" | sort) \
	<(git -C "$repo" ls-files -o --exclude-per-directory=.gitignore | grep / | grep -v '^scripts/pagesize/' | sort)

# The rule for headers can fail
printf 'mm: do x\nTopic: test\n\nBecause.\n\n' >"$scratch/good"
printf 'Do x.\nTopic: test\n\nBecause.\n' >"$scratch/subject"
printf 'mm: do x\nBecause.\n' >"$scratch/topic"
printf 'mm: do x\nTopic: test\n\n' >"$scratch/reason"
printf 'mm: do x\nTopic: test\nTODO\n' >"$scratch/todo"
printf 'mm: do x\nTopic: test\n1\n2\n3\n4\n5\n6\n7\n' >"$scratch/long"
ok 'a good header' header "$scratch/good"
ok 'a bad subject' fails 1 'subject' header "$scratch/subject"
ok 'no topic' fails 1 'Topic' header "$scratch/topic"
ok 'no reason' fails 1 'reason' header "$scratch/reason"
ok 'TODO' fails 1 'to be written' header "$scratch/todo"
ok 'too long' fails 1 'six lines' header "$scratch/long"
done_testing
