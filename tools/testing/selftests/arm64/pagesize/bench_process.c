// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench: processes and threads that begin, end and take turns.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

enum { PINGS = 5000, TURNS = 5000, EXECS = 200, THREADS = 2000 };

static void reap(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || status)
		tap_bail("a child ended with status %#x", status);
}

/* A byte to a process that sends it back */
static void pings(void)
{
	int to[2], from[2];
	uint64_t start = 0;
	char c = 1;
	pid_t pid;

	if (pipe(to) || pipe(from))
		tap_bail("pipe: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		tap_bail("fork: %s", strerror(errno));
	if (!pid) {
		close(to[1]);
		while (read(to[0], &c, 1) == 1 && write(from[1], &c, 1) == 1)
			;
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	/* The first one waits until the child runs */
	for (int i = -1; i < PINGS; i++) {
		if (!i)
			start = bench_start();
		if (write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
			tap_bail("the other end of the pipe is gone");
	}
	bench_stop("pipe-ping", PINGS, start);
	close(to[1]);
	close(from[0]);
	reap(pid);
}

/* Whose turn it is: a word that two processes share */
enum turn { PARENT, CHILD, OVER };

static void give_turn(int *turn, enum turn to)
{
	__atomic_store_n(turn, to, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static enum turn await_turn(int *turn, enum turn of_other)
{
	int now;

	while ((now = __atomic_load_n(turn, __ATOMIC_SEQ_CST)) == (int)of_other)
		syscall(SYS_futex, turn, FUTEX_WAIT, of_other, NULL, NULL, 0);
	return now;
}

static long switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

/* To another process and back, with nothing but the turn to hand over */
static void take_turns(void)
{
	int *turn = mmap(NULL, page_size(), PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t start = 0;
	long before = 0;
	pid_t pid;

	if (turn == MAP_FAILED)
		tap_bail("mmap: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		tap_bail("fork: %s", strerror(errno));
	if (!pid) {
		while (await_turn(turn, PARENT) == CHILD)
			give_turn(turn, PARENT);
		_exit(0);
	}
	for (int i = -1; i < TURNS; i++) {
		if (!i) {
			start = bench_start();
			before = switches();
		}
		give_turn(turn, CHILD);
		await_turn(turn, CHILD);
	}
	bench_stop("context-switch", TURNS, start);
	if (switches() - before < TURNS)
		tap_bail("context-switch: only %ld of %d", switches() - before, TURNS);
	give_turn(turn, OVER);
	reap(pid);
	munmap(turn, page_size());
}

static void execs(const char *name, bool with_vfork)
{
	char *argv[] = { "bench", BENCH_CHILD, NULL }, *envp[] = { NULL };
	uint64_t start = bench_start();

	for (int i = 0; i < EXECS; i++) {
		pid_t pid = with_vfork ? vfork() : fork();

		if (!pid) {
			execve("/proc/self/exe", argv, envp);
			_exit(127);
		}
		if (pid < 0)
			tap_bail("%s: %s", name, strerror(errno));
		reap(pid);
	}
	bench_stop(name, EXECS, start);
}

static void *return_at_once(void *arg)
{
	return arg;
}

/* The C library keeps the stack of a thread that ended for the next one */
static void threads(void)
{
	uint64_t start = bench_start();

	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;
		int err = pthread_create(&thread, NULL, return_at_once, NULL);

		if (!err)
			err = pthread_join(thread, NULL);
		if (err)
			tap_bail("thread: %s", strerror(err));
	}
	bench_stop("thread", THREADS, start);
}

void bench_processes(void)
{
	pings();
	take_turns();
	execs("fork-exec-wait", false);
	execs("vfork-exec-wait", true);
	threads();
}
