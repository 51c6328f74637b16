# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# Boots that run side by side, one for each CPU of the host and each in a folder of
# its own: "plan NAME COMMAND...", "run_plans" at the end. To be sourced after
# tap.sh.

# The machine is what a test asks for, not what its caller has in the environment.
unset CPU SMP MEM EL2 GIC UEFI SEED APPEND DISK READONLY TIMEOUT LOG MONITOR QMP GDB
unset ICOUNT QEMU_ARGS DEBUG LLVM CONFIG DEFCONFIG

plans=()
mkdir "$scratch/plans"

# plan NAME COMMAND...: in the background, in a new folder, where a copy of the Image
# may be called that: it is removed afterwards.
plan()
{
	local n=${#plans[@]}

	plans+=("$1")
	shift
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
		wait -n || :
	done
	{
		rc=0
		mkdir "$scratch/plans/$n" && cd "$scratch/plans/$n" || exit
		"$@" >"$scratch/plans/$n.out" 2>&1 || rc=$?
		echo "$rc" >"$scratch/plans/$n.rc"
		rm -f Image
	} &
}

# What plan number $1 printed, and whether it succeeded
plan_result()
{
	cat "$scratch/plans/$1.out"
	[ "$(cat "$scratch/plans/$1.rc")" = 0 ]
}

# Waits for all of them. Results come in order of the plans.
run_plans()
{
	local n

	wait
	for n in "${!plans[@]}"; do
		ok "${plans[n]}" plan_result "$n"
	done
}

# log_says PATTERN...: each matches a line of the console, which is in the file "log".
log_says()
{
	local pattern

	for pattern; do
		tr -d '\r' <log | grep -E -- "$pattern" && continue
		echo "no line that matches $pattern, but:"
		tail -n 30 log
		return 1
	done
}
