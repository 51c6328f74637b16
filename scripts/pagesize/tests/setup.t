#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# "setup" on a machine where nothing is missing, and for somebody who is not root.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

setup=$here/scripts/pagesize/setup

# A dpkg-query that knows no package, and an id that is not root.
mkdir "$scratch/bin"
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/dpkg-query"
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
printf '#!/bin/sh\necho "apt-get was called" >&2\nexit 100\n' >"$scratch/bin/apt-get"
chmod +x "$scratch"/bin/*

ok 'nothing is missing here' "$setup"
ok 'it says nothing' test -z "$tap_out"
ok 'without root it prints the command' fails 1 \
	'apt-get install .*gcc-aarch64-linux-gnu.*linux-source-6\.12' \
	env PATH="$scratch/bin:$PATH" "$setup"
ok 'and does not run it' sh -c "! env PATH='$scratch/bin:$PATH' '$setup' 2>&1 | grep 'was called'"
rm "$scratch/bin/id"
if [ "$(id -u)" -eq 0 ]; then
	ok 'as root it does' fails 100 'was called' env PATH="$scratch/bin:$PATH" "$setup"
fi
done_testing
