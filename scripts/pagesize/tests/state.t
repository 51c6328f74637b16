#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: boot 4k 64k
#
# Booted at a page size, the kernel shows user space the same as a kernel that was
# built for it. And the static kernels do not know the option.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"
# shellcheck source=scripts/pagesize/tests/state.sh
. "${BASH_SOURCE[0]%/*}/state.sh"

for s in 4k 64k; do
	plan "static $s: tests and dump" dump "static-$s" "$s" "$s"
	plan "boot $s: tests and dump" dump "boot-$s" boot "$s" "arm64.pagesize=$s"
	# A parameter with a dot belongs to a module: nothing is said of it.
	plan "static $s takes no notice of the option" dump "option-$s" "$s" "$s" \
		arm64.pagesize=16k
done
CPU=$saved_cpu plan 'boot 16k: tests and dump' dump boot-16k boot 16k arm64.pagesize=16k
run_plans

for s in 4k 64k; do
	ok "$s: the same state" same "$s" "$scratch/static-$s" "$scratch/boot-$s"
	ok "boot $s says its page size" page_size_line "boot-$s"
	ok "static $s says nothing of it" fails 1 '^$' page_size_line "option-$s"
done
# state16.t compares what is saved with the static kernel.
ok '16k: the same state as saved' same 16k "$saved" "$scratch/boot-16k"

# Sizes do differ, and this is seen.
ok '64k: not that of 4K' fails 1 '^auxv\.6$' same 64k "$scratch/static-64k" "$scratch/boot-4k"
done_testing
