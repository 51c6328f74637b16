#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: base-16k 16k base-64k 64k
#
# static.t's comparison of the whole kernel, for the other page sizes.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset DEBUG LLVM CONFIG DEFCONFIG

for size in 16k 64k; do
	ok "$size: the machine code of unpatched Linux" \
		says "^static $size: the machine code of unpatched Linux\$" \
		env PAGES="$size" "$here/scripts/pagesize/check-static"
done
done_testing
