#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# Every script of ours passes shellcheck.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

cd "$here" || exit 1

# Found by their first line, so that none is forgotten.
scripts()
{
	git ls-files -z -co --exclude-per-directory=.gitignore |
	while IFS= read -r -d '' f; do
		[ ! -f "$f" ] || case $f in
		*.patch)	;;
		*.sh)		echo "$f" ;;
		*)		! head -n 1 "$f" | grep -qaE '^#!/bin/(ba)?sh' || echo "$f" ;;
		esac
	done
}

mapfile -t list < <(scripts)
ok 'there are scripts' test "${#list[@]}" -gt 5
for f in "${list[@]}"; do
	ok "$f" shellcheck -x "$f"
done
echo 'cat x > x' >"$scratch/bad"
ok 'a bad one would be found' fails 1 SC2094 shellcheck -s sh "$scratch/bad"
done_testing
