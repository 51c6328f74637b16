#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
#
# "setup" and "tree" on a machine that has nothing but make, git and certificates:
# a chroot of Debian 12, with the package sources of this machine.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

if [ "$(id -u)" -ne 0 ]; then
	echo '1..0 # SKIP needs root'
	exit 0
fi

root=$scratch/root
sources=()
for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
	! grep -qs bookworm "$f" || sources+=("$f")
done
apt-config dump | grep -E '^Acquire::[^ ]+ ".+";$' >"$scratch/apt.conf" || :

# In namespaces of its own, so that what is mounted there goes away with it.
inside()
{
	unshare --mount --pid --fork --mount-proc="$root/proc" \
		chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		sh -c "cd /root/repo && $*" </dev/null
}

ok 'a bare Debian' mmdebstrap --quiet --variant=minbase --aptopt="$scratch/apt.conf" \
	--include=make,git,ca-certificates bookworm "$root" "${sources[@]}" ||
	{ done_testing; exit; }
mkdir "$root/root/repo"
git -C "$here" ls-files -z -co --exclude-per-directory=.gitignore |
	tar -C "$here" -c --null --ignore-failed-read -T - | tar -C "$root/root/repo" -x
chown -R 0:0 "$root/root/repo"
chmod 755 "$root/root"
ok 'with our files' inside 'git init -q && git add -A'

ok 'somebody else gets the command to run' fails 1 'apt-get install .*qemu-system-arm' \
	inside 'setpriv --reuid 1000 --clear-groups scripts/pagesize/setup'
ok 'setup asks nothing' inside make setup
ok 'again, it has nothing to do' inside make setup
ok 'and says nothing' test -z "$tap_out"
ok 'tree brings Linux' says 'laid the overlay on Linux 6\.12\.|in step' inside make tree
ok 'it is there' test -e "$root/root/repo/build/linux/mm/memory.c"
ok 'so is the pristine one' test -e "$root/root/repo/build/base/mm/memory.c"
ok 'the host tests pass there' inside prove scripts/pagesize/tests/tree.t scripts/pagesize/tests/boot.t \
	scripts/pagesize/tests/patches.t scripts/pagesize/tests/initramfs.t
done_testing
