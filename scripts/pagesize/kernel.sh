# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154
#
# Which kernel is meant, from VARIANT, DEBUG, LLVM, CONFIG and DEFCONFIG, and where
# it is built. To be sourced after lib.sh.

VARIANT=${VARIANT:-boot}
case $VARIANT in
boot | boot-16k | boot-64k | 4k | 16k | 64k)
	src=$linux
	fragment=$VARIANT ;;
base-4k | base-16k | base-64k)
	src=$base
	fragment=${VARIANT#base-} ;;
*)
	die "VARIANT=$VARIANT: not one of boot, boot-16k, boot-64k, 4k, 16k, 64k, base-4k, base-16k, base-64k" ;;
esac

# kernel-VARIANT[-CONFIG][-debug][-clang]
kernel_name()
{
	local name=kernel-$VARIANT config=${CONFIG:-${DEFCONFIG:-}}

	config=${config##*/}
	[ -z "$config" ] || name=$name-${config%.config}
	[ -z "${DEBUG:-}" ] || name=$name-debug
	[ -z "${LLVM:-}" ] || name=$name-clang
	say "$name"
}

name=$(kernel_name)
out=$build/$name
image=$out/arch/arm64/boot/Image
