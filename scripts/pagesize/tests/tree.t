#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# "tree" and "save" on a Linux of a handful of files.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

repo=$scratch/repo
tree=$repo/build/linux
mkdir -p "$repo/scripts"
cp -r "$here/scripts/pagesize" "$repo/scripts/"
cp "$here/.gitignore" "$repo/"
git -C "$repo" init -q

# A Linux of sublevel $2 in $1.
make_linux()
{
	mkdir -p "$1/mm" "$1/lib"
	printf 'VERSION = 6\nPATCHLEVEL = 12\nSUBLEVEL = %s\nEXTRAVERSION =\nNAME = Test\n' "$2" >"$1/Makefile"
	printf '*.o\n*.s\n*.patch\n/*\n!/debian/\n' >"$1/.gitignore"
	for f in a b c d; do
		seq -f "$f %g" 100 >"$1/mm/$f.c"
	done
	printf '#!/bin/sh\n' >"$1/lib/run.sh"
	chmod +x "$1/lib/run.sh"
}

export LINUX_SRC=$scratch/v1
make_linux "$LINUX_SRC" 1

tree() { "$repo/scripts/pagesize/tree"; }
save() { "$repo/scripts/pagesize/save" "$@"; }

# One word for all that the overlay holds, and one for all of the tree.
overlay() { (cd "$repo" && find . -type f ! -path './build/*' ! -path './.git/*' -printf '%m ' -exec sha256sum {} \; | sort -k 3 | sha256sum); }
content() { (cd "$tree" && find . -type f ! -path './.git/*' -printf '%m ' -exec sha256sum {} \; | sort -k 3 | sha256sum); }
unchanged() { # FUNCTION COMMAND...
	local before
	before=$("$1")
	"${@:2}" || return
	[ "$before" = "$("$1")" ]
}
header() { # FILE
	{ printf 'mm: do x\nTopic: test\n\nBecause it must.\n\n'; sed -n '/^diff --git/,$p' "$repo/$1"; } >"$scratch/h" &&
		cp "$scratch/h" "$repo/$1"
}
anew() { rm -rf "$repo/build"; tree; }
is() { [ "$1" = "$2" ] || { printf 'got:  %s\nwant: %s\n' "$1" "$2"; false; }; }
same_file() { cmp "$1" "$2" && is "$(stat -c %a "$1")" "$(stat -c %a "$2")"; }

ok 'an empty overlay is laid' tree
ok 'the tree is the source' diff -r -x .git "$LINUX_SRC" "$tree"
ok 'the pristine work tree, too' diff -r -x .git "$LINUX_SRC" "$repo/build/base"
ok 'nothing to save' unchanged overlay save
ok 'the base is one commit' is "$(git -C "$tree" rev-list --count HEAD)" 1
first=$(git -C "$tree" rev-parse HEAD)

# Edited and new files
sed -i 's/^a 50$/a fifty/' "$tree/mm/a.c"
mkdir -p "$tree/mm/new/deep"
echo 'new' >"$tree/mm/new/deep/x.c"
printf '#!/bin/sh\necho new\n' >"$tree/lib/tool"
chmod +x "$tree/lib/tool"
echo object >"$tree/mm/a.o"
ok 'a newly edited file is named and fails' fails 1 'mm/a\.c\.patch' save
ok 'its header says TODO' grep -q '^TODO' "$repo/mm/a.c.patch"
ok 'the patch applies' sh -c "cd $scratch/v1 && git apply --check $repo/mm/a.c.patch"
ok 'new files are saved' same_file "$repo/mm/new/deep/x.c" "$tree/mm/new/deep/x.c"
ok 'with their executable bit' same_file "$repo/lib/tool" "$tree/lib/tool"
ok 'ignored files are not' test ! -e "$repo/mm/a.o"
ok 'it fails until the header is written' fails 1 'mm/a\.c\.patch' save
header mm/a.c.patch
ok 'then it does not' save
ok 'a header alone changes nothing laid' says 'in step' tree
ok 'the header is kept' grep -q '^Because it must' "$repo/mm/a.c.patch"
ok 'save is idempotent' unchanged overlay save -f
rm "$tree/mm/a.o"
before=$(content)
ok 'laid anew' anew
ok 'it gives the same tree' is "$(content)" "$before"
ok 'and the same base commit' is "$(git -C "$tree" rev-parse HEAD)" "$first"
ok 'saving that changes nothing' unchanged overlay save -f
sed -i 's/^a 51$/a fifty-one/' "$tree/mm/a.c"
ok 'an edit of a patched file is saved' save
ok 'with the old header' grep -q '^Because it must' "$repo/mm/a.c.patch"
ok 'and the new text' grep -q '^+a fifty-one' "$repo/mm/a.c.patch"
ok 'commits make no difference' sh -c "cd $tree && git add -A && git -c user.name=x -c user.email=x@x commit -qm work"
ok 'to save' unchanged overlay save -f

# Times
touch -d '2001-01-01' "$tree/mm/a.c" "$tree/mm/b.c" "$tree/lib/tool"
echo more >>"$repo/mm/new/deep/x.c"
ok 'a changed overlay file is laid' tree
ok 'it arrived' same_file "$repo/mm/new/deep/x.c" "$tree/mm/new/deep/x.c"
ok 'files that stay keep their time' is "$(stat -c %y "$tree/mm/a.c" "$tree/lib/tool" | cut -c 1-4 | sort -u)" 2001

# Files that go
rm "$tree/lib/tool"
ok 'a new file deleted in the tree' save
ok 'goes from the overlay' test ! -e "$repo/lib/tool"
rm "$repo/mm/new/deep/x.c"
ok 'a file deleted in the overlay' tree
ok 'goes from the tree, with its directory' test ! -e "$tree/mm/new"
git -C "$tree" rm -q mm/d.c
ok 'a deleted file of Linux is a patch' fails 1 'mm/d\.c\.patch' save
header mm/d.c.patch
before=$(content)
ok 'which is laid' anew
ok 'as a deletion' is "$(content)" "$before"
chmod +x "$tree/mm/b.c"
ok 'a mode alone is a patch' fails 1 'mm/b\.c\.patch' save
header mm/b.c.patch
ok 'which is laid, too' anew
ok 'as a mode' test -x "$tree/mm/b.c"
cp "$scratch/v1/mm/b.c" "$tree/mm/b.c"
chmod -x "$tree/mm/b.c"
ok 'an edit taken back' save
ok 'takes the patch with it' test ! -e "$repo/mm/b.c.patch"

# Both sides changed
echo 'overlay side' >"$repo/mm/o.c"
sed -i 's/^c 10$/c ten/' "$tree/mm/c.c"
ok 'tree stops when both changed' unchanged content fails 1 'mm/o\.c' tree
ok 'and names what would be lost' fails 1 'mm/c\.c' tree
ok 'save stops, too' unchanged overlay fails 1 'mm/c\.c' save
ok 'MERGE=1 takes both' env MERGE=1 "$repo/scripts/pagesize/tree"
ok 'the overlay side is laid' same_file "$repo/mm/o.c" "$tree/mm/o.c"
ok 'the other side is there' grep -q '^c ten$' "$tree/mm/c.c"
ok 'and still to be saved' fails 1 'mm/c\.c\.patch' save
header mm/c.c.patch
echo 'one' >"$repo/mm/o.c"
echo 'two' >"$tree/mm/o.c"
ok 'MERGE=1 stops at the same file' unchanged content fails 1 'mm/o\.c' env MERGE=1 "$repo/scripts/pagesize/tree"
echo 'one' >"$tree/mm/o.c"
ok 'the same change on both sides is none' tree
ok 'nor to save' unchanged overlay save

# A run that was cut short
printf 'p\n' >"$repo/mm/p.c"
printf 'q\n' >"$repo/mm/q.c"
cp "$repo/mm/p.c" "$tree/mm/p.c"
ok 'tree goes on where it was cut short' tree
ok 'to the end' same_file "$repo/mm/q.c" "$tree/mm/q.c"
printf 'p2\n' >"$tree/mm/p.c"
printf 'q2\n' >"$tree/mm/q.c"
cp "$tree/mm/p.c" "$repo/mm/p.c"
ok 'so does save' save
ok 'to its end' same_file "$repo/mm/q.c" "$tree/mm/q.c"

# A tree without a record
rm -rf "$repo/build/state"
ok 'a tree made by hand that equals the overlay is taken' tree
echo x >>"$tree/mm/a.c"
rm -rf "$repo/build/state"
ok 'one that does not is not touched' unchanged content fails 1 'mm/a\.c' tree
sed -i '$d' "$tree/mm/a.c"

# What the overlay cannot hold
echo '# edited' >>"$tree/Makefile"
ok 'a change in the root of Linux is refused' unchanged overlay fails 1 Makefile save
git -C "$tree" checkout -q "$first" -- Makefile
echo x >"$repo/mm/a.c"
ok 'a copy of a file of Linux is refused' fails 1 'mm/a\.c' tree
rm "$repo/mm/a.c"
cp "$repo/mm/a.c.patch" "$repo/mm/b.c.patch"
ok 'a patch to another file is refused' fails 1 'mm/b\.c\.patch' tree
rm "$repo/mm/b.c.patch"
ok 'and all is well again' save

# Ignored by Linux, but laid
echo 'asm' >"$repo/mm/x.s"
ok 'a file that Linux ignores is laid' tree
echo 'asm 2' >"$tree/mm/x.s"
ok 'and saved' save
ok 'with its change' same_file "$tree/mm/x.s" "$repo/mm/x.s"

# Another base
make_linux "$scratch/v2" 2
sed -i '1i before\nbefore\nbefore' "$scratch/v2/mm/a.c"
ok 'laid anew' anew
LINUX_SRC=$scratch/v2
ok 'another source does not replace the tree' fails 1 "$scratch/v1" tree
ok 'unless that is removed; where lines moved' anew
ok 'a patch applies at an offset' grep -q '^a fifty$' "$tree/mm/a.c"
ok 'and is left alone' unchanged overlay save
sed -i 's/^c 20$/c twenty/' "$tree/mm/c.c"
before=$(sha256sum "$repo/mm/a.c.patch")
ok 'also when another one changes' save
ok 'really' is "$(sha256sum "$repo/mm/a.c.patch")" "$before"
ok 'unless it is to be written anew' save -f
ok 'at its new place' grep -q '^@@ -50,' "$repo/mm/a.c.patch"

make_linux "$scratch/v3" 3
sed -i 's/^a 53$/a other/; s/^c 10$/c other/' "$scratch/v3/mm/a.c" "$scratch/v3/mm/c.c"
LINUX_SRC=$scratch/v3
ok 'a patch that needs fuzz is refused' fails 1 'mm/a\.c\.patch' anew
ok 'and so is a conflict' fails 1 'mm/c\.c\.patch' tree
ok 'nothing of it is laid' diff -r -x .git "$LINUX_SRC" "$tree"
git -C "$tree" hash-object -w "$scratch/v2/mm/a.c" "$scratch/v2/mm/c.c" >/dev/null
ok 'with the old blobs only the conflict is left' fails 1 'do not apply.*' tree
ok 'of one file' is "$(tree 2>&1 | grep -c '^  ')" 1
rm "$repo/mm/c.c.patch"
ok 'the other one is merged three ways' says 'merged three ways: mm/a' tree
ok 'with both changes' sh -c "grep -q '^a other' $tree/mm/a.c && grep -q '^a fifty' $tree/mm/a.c"

make_linux "$scratch/v4" 4
sed -i 's/PATCHLEVEL = 12/PATCHLEVEL = 13/' "$scratch/v4/Makefile"
LINUX_SRC=$scratch/v4
ok 'another series is refused' fails 1 '6\.13' anew
ok 'the source was never changed' is "$(cd "$scratch/v1" && find . | sort | sha256sum)" \
	"$(make_linux "$scratch/v5" 1 && cd "$scratch/v5" && find . | sort | sha256sum)"

done_testing
