#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check-all
# kernels: boot 16k
#
# Booted with 16K pages, the kernel shows user space the same as a kernel that was
# built for them. And the state that state.t compares with is still right; if it is
# not, because the base, the config or the dump changed, this renews it:
#
#	RENEW=1 make check-all ONLY=state16

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"
# shellcheck source=scripts/pagesize/tests/boots.sh
. "${BASH_SOURCE[0]%/*}/boots.sh"
# shellcheck source=scripts/pagesize/tests/state.sh
. "${BASH_SOURCE[0]%/*}/state.sh"

plan 'static: tests and dump' dump static 16k 16k
plan 'boot: tests and dump' dump boot boot 16k arm64.pagesize=16k
plan 'static takes no notice of the option' dump option 16k 16k arm64.pagesize=64k
CPU=$saved_cpu plan "static on $saved_cpu: tests and dump" dump for-saved 16k 16k
run_plans
ok 'the same state' same 16k "$scratch/static" "$scratch/boot"
ok 'boot says its page size' page_size_line boot
ok 'static says nothing of it' fails 1 '^$' page_size_line option

# The dump of console log $1 in order of its keys, with the number of them
sorted()
{
	cat <<-'END'
		# SPDX-License-Identifier: GPL-2.0-only
		#
		# What the static 16K kernel shows user space, by state16.t, which says how to
		# renew this.
	END
	tr -d '\r' <"$1" | sed -n 's/^# ok [0-9]* \(dumped [0-9]* keys, checksum .*\)/# \1/p'
	tr -d '\r' <"$1" | grep '^dump: ' | sort
}

sorted "$scratch/for-saved" >"$scratch/saved"
[ -z "${RENEW:-}" ] || cp "$scratch/saved" "$saved"
ok "what is saved is right (else: RENEW=1 make check-all ONLY=state16)" \
	same 16k "$saved" "$scratch/saved"
done_testing
