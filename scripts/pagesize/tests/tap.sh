# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# TAP for tests in bash: "ok NAME COMMAND...", "done_testing" at the end. What a
# failing command printed is shown as a comment. A test that dies in the middle
# has printed no plan, so prove reports it.

set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tap_n=0
tap_out=

# The command succeeds; its output is in $tap_out afterwards.
ok()
{
	local name=$1 rc=0

	shift
	tap_n=$((tap_n + 1))
	tap_out=$("$@" 2>&1) || rc=$?
	if [ "$rc" -eq 0 ]; then
		printf 'ok %d - %s\n' "$tap_n" "$name"
	else
		printf 'not ok %d - %s\n' "$tap_n" "$name"
		printf '# status %d of: %s\n' "$rc" "$*"
		[ -z "$tap_out" ] || printf '%s\n' "$tap_out" | sed 's/^/# /'
	fi
	return "$rc"
}

# The command fails with status $1 and prints something that matches $2.
fails()
{
	local want=$1 pattern=$2 out rc=0

	shift 2
	out=$("$@" 2>&1) || rc=$?
	printf '%s\n' "$out"
	[ "$rc" -eq "$want" ] && grep -qE -- "$pattern" <<<"$out"
}

# The command succeeds and prints something that matches $1.
says()
{
	local pattern=$1 out rc=0

	shift
	out=$("$@" 2>&1) || rc=$?
	printf '%s\n' "$out"
	[ "$rc" -eq 0 ] && grep -qE -- "$pattern" <<<"$out"
}

done_testing()
{
	printf '1..%d\n' "$tap_n"
}
