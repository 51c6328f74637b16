#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
# kernels: base-4k
#
# The programs that run in the guest, on a pristine kernel: they pass where they
# should and fail where they should.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS
unset DEBUG LLVM CONFIG DEFCONFIG
programs=$here/tools/testing/selftests/arm64/pagesize
initrd=$(VARIANT=base-4k "$here/scripts/pagesize/modules")
image=$here/build/kernel-base-4k/arch/arm64/boot/Image

# guest LOG WORD...
guest()
{
	local log=$1

	shift
	LOG=$scratch/$log TIMEOUT=200 "$here/scripts/pagesize/boot" "$image" "$initrd" quiet "$@"
}

# In the log, a line that matches
logged()
{
	tr -d '\r' <"$scratch/$1" | grep -qE -- "$2"
}

# Which lines of the kernel log are reports
cat >"$scratch/klog.c" <<'END'
#include <stdio.h>
#include <string.h>
#include "klog.h"
int main(void)
{
	char line[1000];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (klog_is_report(line))
			puts(line);
	}
	return 0;
}
END
gcc -Wall -Werror -I"$programs" -o "$scratch/klog" "$scratch/klog.c" "$programs/klog.c"
cat >"$scratch/reports" <<'END'
------------[ cut here ]------------
WARNING: CPU: 1 PID: 50 at mm/page_alloc.c:361 f+0x768/0xff8
WARNING: possible circular locking dependency detected
WARNING: suspicious RCU usage
Unable to handle kernel paging request at virtual address ffff000040000000
Internal error: Oops: 0000000096000004 [#1] PREEMPT SMP
kernel BUG at mm/slub.c:100!
BUG: Bad page state in process init  pfn:40000
BUG: Bad rss-counter state mm:0 type:MM_ANONPAGES val:1
BUG: non-zero pgtables_bytes on freeing mm: 65536
BUG: sleeping function called from invalid context at mm/slub.c:1
BUG: scheduling while atomic: init/1/0x00000002
watchdog: BUG: soft lockup - CPU#0 stuck for 26s! [init:1]
rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
INFO: task init:1 blocked for more than 120 seconds.
UBSAN: shift-out-of-bounds in mm/mmap.c:10:20
UBSAN: array-index-out-of-bounds in mm/mmap.c:10:20
Call trace:
Kernel panic - not syncing: Attempted to kill init!
Insufficient stack space to handle exception!
list_add corruption. prev->next should be next
arm64/mm: Found insecure W+X mapping at address (____ptrval____)/0xffff800000000000
Checked W+X mappings: FAILED, 1 W+X pages found, 0 non-UXN pages found
END
cat >"$scratch/harmless" <<'END'
Booting Linux on physical CPU 0x0000000000 [0x000f0510]
Kernel command line: console=ttyAMA0 pagesize_test=report
Unable to find swap-space signature
Checked W+X mappings: passed, no W+X pages found
pagesize_modtest: loading out-of-tree module taints kernel.
rcu: 	Offload RCU callbacks from CPUs: (none).
Run /init as init process
HugeTLB: registered 1.00 GiB page size, pre-allocated 0 pages
cma: Failed to reserve 512 MiB on node -1
page size: 64K (requested), supported: 4K 16K 64K
page size: arm64.pagesize=16k not supported by this CPU (4K 64K), using 4K
END
ok 'reports are known' cmp <("$scratch/klog" <"$scratch/reports") "$scratch/reports"
ok 'other lines are not taken for one' test -z "$("$scratch/klog" <"$scratch/harmless")"

ok 'all tests pass' guest all \
	pagesize_test=basic,values,modload,stress:forks=200:execs=40:ops=2000:ram=25 pagesize_expect=4k
ok 'the stress tests did what they should' logged all '^# ok [0-9]+ 200 forks'
ok 'the modules showed their macros' logged all '^# ok [0-9]+ ([0-9]+) of \1 macros right'
for t in basic values; do
	ok "$t fails if another size is expected" fails 1 failed \
		guest wrong "pagesize_test=$t" pagesize_expect=16k
done
ok 'what is no size is refused' fails 1 failed guest wrong pagesize_test=basic pagesize_expect=8k
ok 'an unknown parameter is refused' fails 1 failed guest wrong pagesize_test=stress:rum=1
ok 'a test that ends in the middle fails' fails 1 failed guest wrong pagesize_test=report:plain
ok 'and init says why' logged wrong '^# report: no plan'
ok 'a warning in the kernel log fails a boot' fails 1 failed guest splat pagesize_test=modload:splat
ok 'and is printed' logged splat '^# kernel: pagesize_modtest: asked for a warning'
ok 'unless the boot was to provoke it' guest splat pagesize_test=modload:splat pagesize_log=ignore

ok 'a dump' guest dump1 pagesize_test=dump pagesize_expect=4k
ok 'another one' guest dump2 pagesize_test=dump pagesize_expect=4k
cmp_dumps() { "$programs/dumpcmp" "$@"; }
ok 'they are the same' cmp_dumps "$scratch/dump1" "$scratch/dump2"
grep -v '^dump: pipe.size ' "$scratch/dump2" >"$scratch/short"
ok 'a line that is lost is noticed' fails 1 'should be' cmp_dumps "$scratch/dump1" "$scratch/short"
sed 's/^dump: pipe.size .*/dump: pipe.size 7/' "$scratch/dump2" >"$scratch/other"
ok 'another value is noticed' fails 1 ': 7$' cmp_dumps "$scratch/dump1" "$scratch/other"
printf 'pipe.size\t65536\t7\tfor this test\n' >"$scratch/allow"
ok 'unless it is allowed' cmp_dumps allow="$scratch/allow" "$scratch/dump1" "$scratch/other"
ok 'which holds for these values only' fails 1 'do not apply' \
	cmp_dumps allow="$scratch/allow" "$scratch/dump1" "$scratch/dump2"
sed 's/^\(dump: [^ ]*threads-max\) ~/&1/' "$scratch/dump2" >"$scratch/other"
ok 'what follows from memory may not differ much' fails 1 'threads-max' \
	cmp_dumps "$scratch/dump1" "$scratch/other"
done_testing
