# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# Shared by the host tools: where things are, how to complain, and git on the
# Linux tree. To be sourced by bash.

set -euo pipefail
shopt -s inherit_errexit
export LC_ALL=C

# A caller's make must not hand its variables and its job server to kbuild, and
# a caller's git (a hook, say) must not redirect ours.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
tools=$top/scripts/pagesize
build=$top/build
linux=$build/linux
base=$build/base
state=$build/state

say()
{
	printf '%s\n' "$*"
}

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# git on the Linux tree. No user's or system's setting may change what a tree
# or a patch looks like, and nothing may repack 85000 files behind our back.
lgit()
{
	GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_ATTR_NOSYSTEM=1 \
		git -C "$linux" -c gc.auto=0 -c core.fsync=none \
		-c core.autocrlf=false -c core.excludesFile= -c core.fileMode=true \
		-c advice.addEmbeddedRepo=false "$@"
}

# One tool at a time may change build/linux, the overlay and build/state.
lock()
{
	mkdir -p "$state"
	exec 9>"$state/lock"
	flock -n 9 || {
		say "waiting for another run of make tree or make save"
		flock 9
	}
}
