// SPDX-License-Identifier: GPL-2.0-only
/*
 * Accesses that may fault: see fault.h.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>

#include "fault.h"

static sigjmp_buf escape;
static volatile sig_atomic_t expected;

static void on_fault(int sig)
{
	if (expected)
		siglongjmp(escape, sig);
	/* Nobody waits for this one: it happens again, and ends the program */
	signal(sig, SIG_DFL);
}

static void catch_faults(void)
{
	static bool done;
	struct sigaction sa = { .sa_handler = on_fault, .sa_flags = SA_NODEFER };

	if (done)
		return;
	sigemptyset(&sa.sa_mask);
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
	done = true;
}

int try_read(const volatile void *p)
{
	int sig;

	catch_faults();
	/* SA_NODEFER: no signal mask to save, which saves two system calls */
	sig = sigsetjmp(escape, 0);
	expected = !sig;
	if (!sig)
		(void)*(const volatile char *)p;
	expected = false;
	return sig;
}

int try_write(volatile void *p)
{
	volatile char *c = p;
	int sig;

	catch_faults();
	sig = sigsetjmp(escape, 0);
	expected = !sig;
	if (!sig)
		*c = *c;
	expected = false;
	return sig;
}
