#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# runs: check
#
# What "boot" makes of a guest's console, with a QEMU that only prints.

# shellcheck source=scripts/pagesize/tests/tap.sh
. "${BASH_SOURCE[0]%/*}/tap.sh"

mkdir "$scratch/bin"
cat >"$scratch/bin/qemu-system-aarch64" <<'EOF'
#!/bin/bash
printf '%s\n' "$*" >>"$SCRATCH/args"
for a; do
	case $a in file:*) cp "$SCRATCH/console" "${a#file:}" ;; esac
done
[ ! -e "$SCRATCH/sleep" ] || sleep 60
[ ! -e "$SCRATCH/crash" ]
EOF
chmod +x "$scratch/bin/qemu-system-aarch64"
touch "$scratch/Image" "$scratch/initrd"
export SCRATCH=$scratch PATH=$scratch/bin:$PATH
unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK TIMEOUT LOG MONITOR QMP GDB ICOUNT QEMU_ARGS

boot()
{
	"$here/scripts/pagesize/boot" "$scratch/Image" "$scratch/initrd"
}

# The console prints the arguments, a line each.
guest()
{
	printf '%s\r\n' "$@" >"$scratch/console"
}

guest '[    0.0] Booting Linux' 'TAP version 13' '1..2' 'ok 1 a' 'ok 2 b' 'pagesize: exit status 0'
ok 'a guest that passes' boot
ok 'is silent' test -z "$tap_out"
guest '1..2' 'ok 1 a' 'not ok 2 b' 'pagesize: exit status 0'
ok 'a failed test' fails 1 '1 of 2 failed' boot
guest '1..2' 'ok 1 a' 'pagesize: exit status 0'
ok 'a missing result' fails 1 '2 planned, 1 seen' boot
guest '1..1' 'ok 1 a' 'ok 2 b' 'pagesize: exit status 0'
ok 'a result too many' fails 1 '1 planned, 2 seen' boot
guest 'ok 1 a' 'pagesize: exit status 0'
ok 'no plan' fails 1 'no plan' boot
guest '1..0' 'pagesize: exit status 0'
ok 'an empty plan' fails 1 'no plan' boot
guest '1..1' 'ok 1 a'
ok 'no exit status' fails 1 'no exit status' boot
guest '1..1' 'ok 1 a' 'pagesize: exit status 3'
ok 'another exit status' fails 1 'exit status 3' boot
guest '1..1' 'ok 1 a' 'Bail out! broken' 'pagesize: exit status 0'
ok 'a bail-out' fails 1 'bailed out' boot
guest
ok 'nothing at all' fails 1 'no plan' boot

guest '1..1' 'ok 1 a' 'pagesize: exit status 0'
touch "$scratch/sleep"
ok 'a guest that hangs after it passed' fails 124 'not done after 1 s' env TIMEOUT=1 "$here/scripts/pagesize/boot" "$scratch/Image" "$scratch/initrd"
rm "$scratch/sleep"
touch "$scratch/crash"
ok 'QEMU fails' fails 1 'QEMU ended with status 1' boot
rm "$scratch/crash"

guest '[    0.0] Oops'
ok 'the console is shown' fails 1 'Oops' boot
printf '#!/bin/sh\n' >"$scratch/bin/fdtput"
chmod +x "$scratch/bin/fdtput"
ok 'and the seed' fails 1 'SEED=77' env SEED=77 "$here/scripts/pagesize/boot" "$scratch/Image" "$scratch/initrd"
LOG=$scratch/log boot >"$scratch/out"
ok 'the console goes to LOG' grep -q Oops "$scratch/log"
ok 'and not to the terminal' fails 1 '' grep Oops "$scratch/out"
ok 'no Image' fails 1 'no such Image' "$here/scripts/pagesize/boot" "$scratch/none" "$scratch/initrd"

: >"$scratch/args"
guest '1..1' 'ok 1 a' 'pagesize: exit status 0'
ok 'the machine is as asked for' env EL2=1 GIC=2 SMP=4 MEM=8G CPU=cortex-a72 APPEND='quiet x=1' \
	"$here/scripts/pagesize/boot" "$scratch/Image" "$scratch/initrd" word
for arg in 'gic-version=2,virtualization=on' '-cpu cortex-a72 ' '-smp 4 ' '-m 8G ' '-nic none ' \
	'-append console=ttyAMA0 word quiet x=1'; do
	ok "$arg" grep -q -e "$arg" "$scratch/args"
done
done_testing
