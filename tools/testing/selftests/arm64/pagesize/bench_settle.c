// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: wait until the kernel is done with what it put off.
 *
 * What earlier benchmarks freed is given back after a grace period of RCU, what
 * they woke runs some time later: a benchmark would pay for what another one did,
 * a little more or less in each boot. There is no system call that waits for all of
 * it (membarrier() does nothing with one CPU), but while this process sleeps
 * nothing else is to be done, and QEMU skips the time in which the guest is idle.
 *
 * Besides, a tick of the timer is thousands of instructions: an interval that begins
 * anywhere between two ticks has one tick more or less than the same interval in
 * another boot.
 */
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "bench.h"
#include "util.h"

/* Nanoseconds */
#define SLEEP		500000000ull	/* some grace periods and what follows on them */
#define EARLY		50000ull	/* before a tick, to be awake when it comes */
#define NAP		200000ull	/* after it, for what the tick has set going */

static uint64_t ns(const struct timespec *t)
{
	return t->tv_sec * 1000000000ull + t->tv_nsec;
}

static uint64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return ns(&t);
}

static void sleep_until(uint64_t when)
{
	struct timespec t = { when / 1000000000, when % 1000000000 };
	int err;

	do {
		err = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	} while (err == EINTR);
	if (err)
		tap_bail("clock_nanosleep: %s", strerror(err));
}

/* The coarse clock goes on at each tick, and not in between */
static uint64_t await_tick(void)
{
	uint64_t coarse = now(CLOCK_MONOTONIC_COARSE);

	while (now(CLOCK_MONOTONIC_COARSE) == coarse)
		;
	return now(CLOCK_MONOTONIC);
}

void bench_settle(void)
{
	static uint64_t tick;
	struct timespec resolution;
	uint64_t period, when;

	if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution))
		tap_bail("clock_getres: %s", strerror(errno));
	period = ns(&resolution);
	if (!tick) {
		/* Else the kernel may wake this process 50 microseconds late */
		if (prctl(PR_SET_TIMERSLACK, 1))
			tap_bail("PR_SET_TIMERSLACK: %s", strerror(errno));
		tick = await_tick();
	}
	/*
	 * Timers that do not end an idle period, of statistics and the like, wait for
	 * a tick at which the CPU is not idle: be there for one.
	 */
	when = now(CLOCK_MONOTONIC) + SLEEP;
	sleep_until(when + period - (when - tick) % period - EARLY);
	tick = await_tick();
	sleep_until(tick + NAP);
}
