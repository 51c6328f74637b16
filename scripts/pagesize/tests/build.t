#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot
#
# What "build" says when it cannot, and that it leaves the last kernel alone then.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset VARIANT DEBUG LLVM CONFIG DEFCONFIG JOBS
build=$here/scripts/pagesize/build
image=$here/build/kernel-boot/arch/arm64/boot/Image
before=$(stat -c %Y%i%s "$image")

ok 'nothing to do' says '^kernel-boot: up to date$' "$build"
ok 'an unknown variant' fails 1 'VARIANT=8k' env VARIANT=8k "$build"
ok 'a config that is not there' fails 1 'CONFIG=none: no such file' env CONFIG=none "$build"
ok 'a defconfig that is not there' fails 1 'DEFCONFIG=none: no such file' \
	env DEFCONFIG=none "$build"
ok 'a cache that cannot be written' fails 1 'ccache does not work: .*/proc/none' \
	env CCACHE_DIR=/proc/none "$build" Image
ok 'an unknown target' fails 1 "failed; the end of build/log/kernel-boot.log" "$build" imaeg
ok 'with what make said' grep -E "No rule to make target .imaeg" <<<"$tap_out"
ok 'the Image is the old one' test "$(stat -c %Y%i%s "$image")" = "$before"
ok 'and is made again if need be' "$build"
ok 'it still is' test "$(stat -c %Y%i%s "$image")" = "$before"
done_testing
