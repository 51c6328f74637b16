#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# Which tests "check" runs, which kernels it builds for them, and what it skips.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset ONLY
repo=$scratch/repo
tools=$repo/scripts/pagesize
mkdir -p "$tools/tests" "$repo/build/state"
cp "$here"/scripts/pagesize/{check,lib.sh,base} "$tools/"
cp "$here/.gitignore" "$repo/"
git -C "$repo" init -q
export RUNS=$scratch/runs
echo one >"$repo/build/state/work"

# Tools and tests that only note that they ran
for t in setup tree; do
	printf '#!/bin/sh\n' >"$tools/$t"
done
# shellcheck disable=SC2016 # for the tool
printf '#!/bin/sh\necho "kernel $VARIANT${DEBUG:+ debug}${LLVM:+ clang}" >>"$RUNS"\n' >"$tools/build"
make_test() # NAME RUNS KERNELS STATUS
{
	# shellcheck disable=SC2016 # for the test
	printf '#!/bin/sh\n# runs: %s\n# kernels: %s\necho "test %s" >>"$RUNS"\necho 1..1\n%s 1\n' \
		"$2" "$3" "$1" "$4" >"$tools/tests/$1.t"
	chmod +x "$tools/tests/$1.t"
}
make_test a check '' 'echo ok'
make_test b check '4k boot-debug' 'echo ok'
make_test c check-all 'boot-debug base-64k boot-debug-clang' 'echo ok'
chmod +x "$tools"/*

check()
{
	rm -f "$RUNS"
	"$tools/check" "$@"
}
ran() # LINE...
{
	diff <(printf '%s\n' "$@") <(cat "$RUNS" 2>/dev/null)
}

ok 'check passes' check
ok 'with prove in the last line' test "${tap_out##*$'\n'}" = 'Result: PASS'
ok 'it builds before it tests, and not twice' ran 'kernel 4k' 'kernel boot debug' 'test a' 'test b'
ok 'check all passes' check all
ok 'it runs everything' ran 'test a' 'kernel 4k' 'kernel boot debug' 'test b' \
	'kernel boot debug' 'kernel base-64k' 'kernel boot debug clang' 'test c'
ok 'again' check all
ok 'it runs nothing' test ! -e "$RUNS"
rm -f "$RUNS"
ok 'ONLY' env ONLY=a "$tools/check" all
ok 'runs it nevertheless' ran 'test a'
ok 'ONLY an unknown test' fails 1 'no such test' env ONLY=x "$tools/check" all
echo two >"$repo/build/state/work"
rm -f "$RUNS"
ok 'after a change of the source' check all
ok 'everything runs again' grep -qx 'test c' "$RUNS"
make_test b check '' 'echo not ok'
ok 'a failure is one' fails 1 'Result: FAIL' check all
ok 'of check, too' fails 1 'Result: FAIL' check
check all >/dev/null 2>&1
ok 'the others passed' fails 1 'c: passed before' check all
ok 'the failed one runs again' ran 'test b'
printf '#!/bin/sh\nexit 1\n' >"$tools/build"
make_test b check '4k' 'echo ok'
ok 'a kernel that cannot be built fails' fails 1 '' check
ok 'check all, too' fails 1 '' check all
done_testing
