# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The two sides that "tree" and "save" keep in step, each as a git tree object in
# build/linux's repository:
#
#   overlay_tree  what the overlay makes of the pristine base
#   work_tree     what lies in build/linux now, committed or not
#
# build/state remembers both sides of the last time they were equal. The tools
# work on an index of their own: index and commits of whoever works in
# build/linux are only read.

# shellcheck source=scripts/pagesize/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

index=$state/index		# stat data and content of the work tree
list=$state/overlay		# "mode blob<TAB>path" of each overlay file, as of now
last_list=$state/overlay.last	# the same, when last in step

# Paths of the overlay, NUL-terminated: all but the root, .ci/, scripts/pagesize/
# and build/.
overlay_files()
{
	local f

	git -C "$top" ls-files -z -co --deduplicate --exclude-per-directory=.gitignore |
	while IFS= read -r -d '' f; do
		case $f in
		.ci/* | scripts/pagesize/* | build/*)
			;;
		*/*)
			[ ! -e "$top/$f" ] && [ ! -L "$top/$f" ] || printf '%s\0' "$f"
			;;
		esac
	done | sort -zu
}

# Write the list of overlay files, their blobs into Linux's repository. A patch
# counts from its "diff --git" line: an edited header changes nothing laid.
scan_overlay()
{
	local f mode blob bodies=$state/bodies paths=() src=()

	rm -rf "$bodies"
	mkdir -p "$bodies"
	while IFS= read -r -d '' f; do
		[ ! -L "$top/$f" ] || die "$f: symbolic links cannot be laid"
		case $f in
		*.patch)	src+=("$bodies/${#paths[@]}") ;;
		*)		src+=("$top/$f") ;;
		esac
		paths+=("$f")
	done < <(overlay_files)

	: >"$list"
	[ "${#paths[@]}" -gt 0 ] || return 0

	paste <(printf '%s\n' "${src[@]}") <(printf '%s\n' "${paths[@]}") |
		(cd "$top" && awk -F'\t' '$2 ~ /\.patch$/ {
			on = 0
			printf "" >$1
			while ((getline line <$2) > 0) {
				if (line ~ /^diff --git /)
					on = 1
				if (on)
					print line >$1
			}
			close($1)
			close($2)
		}')

	printf '%s\n' "${src[@]}" |
		lgit hash-object -w --no-filters --stdin-paths >"$state/blobs"
	while read -r blob <&3 && read -r f <&4; do
		mode=100644
		[[ $f = *.patch || ! -x $top/$f ]] || mode=100755
		printf '%s %s\t%s\n' "$mode" "$blob" "$f"
	done 3<"$state/blobs" 4< <(printf '%s\n' "${paths[@]}") >"$list"
}

# Did the overlay change since both sides were last in step?
overlay_changed()
{
	[ ! -e "$last_list" ] && [ ! -s "$list" ] && return 1
	! cmp -s "$list" "$last_list"
}

# Names of the overlay files that did.
overlay_changes()
{
	touch "$last_list.none"
	if [ -e "$last_list" ]; then
		diff "$last_list" "$list" || :
	else
		diff "$last_list.none" "$list" || :
	fi | sed -n 's/^[<>][^\t]*\t//p' | sort -u
}

# The work tree as a tree object. What git ignores is left out, unless it was
# laid from the overlay (Linux ignores *.patch, *.s and more).
work_tree()
{
	[ -e "$index" ] || cp "$linux/.git/index" "$index"
	GIT_INDEX_FILE=$index lgit add -A
	# Debian's .gitignore ends with "/*", which hides every new file.
	GIT_INDEX_FILE=$index lgit ls-files -z --others --exclude-standard --exclude='!/*' |
		GIT_INDEX_FILE=$index lgit update-index -z --add --stdin
	GIT_INDEX_FILE=$index lgit write-tree
}

# The patches in the list must each name one file, their own.
check_patches()
{
	local bad

	bad=$(cd "$top" && awk -F'\t' '$2 ~ /\.patch$/ {
		n = 0
		want = substr($2, 1, length($2) - 6)
		while ((getline line <$2) > 0)
			if (line ~ /^diff --git /) {
				n++
				if (line != "diff --git a/" want " b/" want)
					n = 2
			}
		close($2)
		if (n != 1)
			print "  " $2
	}' "$list")
	[ -z "$bad" ] || die "each of these must hold one patch, to the file it is named after:
$bad"
}

# Blobs that patches were made from, as far as this repository lacks them: they
# are in the pinned package, if that is installed.
fetch_old_blobs()
{
	local f old tarball=/usr/src/${BASE_PACKAGE:-none}.tar.xz want=()
	local tmp=$state/old

	for f; do
		old=$(sed -n 's/^index \([0-9a-f]*\)\.\..*/\1/p' "$top/$f" | head -n 1)
		[ -n "$old" ] || continue
		lgit cat-file -e "$old" 2>/dev/null || want+=("${f%.patch}")
	done
	[ "${#want[@]}" -gt 0 ] && [ -e "$tarball" ] || return 0
	rm -rf "$tmp"
	mkdir -p "$tmp"
	printf '%s\n' "${want[@]/#/${BASE_PACKAGE}/}" |
		tar -xJf "$tarball" -C "$tmp" -T - 2>/dev/null || :
	find "$tmp" -type f -print |
		lgit hash-object -w --no-filters --stdin-paths >/dev/null
	rm -rf "$tmp"
}

# Some patches do not apply: lay the others, merge these three ways.
merge_patches()
{
	local p good=() bad=() conflicts=()

	for p; do
		if lgit apply --cached --check --whitespace=nowarn "$top/$p" 2>/dev/null; then
			good+=("$p")
		else
			bad+=("$p")
		fi
	done
	[ "${#good[@]}" -eq 0 ] ||
		lgit apply --cached --whitespace=nowarn "${good[@]/#/$top/}"
	fetch_old_blobs "${bad[@]}"
	for p in "${bad[@]}"; do
		if lgit apply --cached --3way --whitespace=nowarn "$top/$p" 2>/dev/null; then
			say "merged three ways: $p" >&2
		else
			conflicts+=("$p")
		fi
	done
	[ "${#conflicts[@]}" -eq 0 ] || die "these patches do not apply to $(base_name):
$(printf '  %s\n' "${conflicts[@]}")"
}

# The pristine base with the overlay laid on it, as a tree object.
overlay_tree()
{
	local -x GIT_INDEX_FILE=$state/index.overlay
	local patches=() f taken

	check_patches
	rm -f "$GIT_INDEX_FILE"
	lgit read-tree "$base_commit"

	taken=$(comm -12 <(lgit ls-files | sort) \
			 <(sed -n '/\.patch$/!s/^[^\t]*\t//p' "$list" | sort))
	[ -z "$taken" ] || die "Linux has these files; edit them by a .patch:
$taken"
	sed -n '/\.patch$/!p' "$list" | lgit update-index --add --index-info

	while IFS= read -r f; do
		patches+=("$f")
	done < <(sed -n '/\.patch$/s/^[^\t]*\t//p' "$list")
	[ "${#patches[@]}" -eq 0 ] ||
		lgit apply --cached --whitespace=nowarn "${patches[@]/#/$top/}" 2>/dev/null ||
		merge_patches "${patches[@]}"
	lgit write-tree
}

# Both sides are equal: remember them. The ref keeps the objects from git gc.
record()
{
	cp "$list" "$last_list"
	lgit update-ref refs/pagesize/last "$1"
}

last_tree()
{
	lgit rev-parse -q --verify refs/pagesize/last || lgit rev-parse "$base_commit^{tree}"
}

# Paths that differ between two trees.
changed_paths()
{
	lgit diff-tree -r --name-only --no-renames "$1" "$2"
}

# Paths that changed between trees $1 and $2 and are not the same in tree $3: what
# $2 has that $3 lacks. A run that was interrupted leaves files that both have.
lacking()
{
	comm -12 <(changed_paths "$1" "$2" | sort) <(changed_paths "$2" "$3" | sort)
}

base_name()
{
	lgit log -1 --format=%s "$base_commit"
}

both_changed()
{
	die "both the overlay and build/linux changed since they were last in step.
In the overlay:
$(overlay_changes | sed 's/^/  /')
In build/linux:
$(changed_paths "$1" "$2" | sed 's/^/  /')
Where these are different files, MERGE=1 takes both; otherwise undo one side."
}

# Read both sides. Sets base_commit, last and work; returns with the list scanned.
# A tree without a record (made by hand) counts as a pristine base, so what it
# holds beside that is unsaved work, unless the overlay says exactly the same.
# shellcheck disable=SC2034 # "last" is for the callers
read_sides()
{
	base_commit=$(lgit rev-list --max-parents=0 HEAD | tail -n 1)
	scan_overlay
	last=$(last_tree)
	work=$(work_tree)
}
