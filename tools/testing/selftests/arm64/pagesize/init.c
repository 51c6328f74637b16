// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first process of a test boot.
 *
 * Mounts what programs need, runs what the kernel command line asks for, looks
 * for reports of faults in the kernel log, prints
 *
 *	pagesize: exit status N
 *
 * as its last line and powers off. The command line:
 *
 *	pagesize_test=NAME[:ARG...][,NAME[:ARG...]...]
 *		programs of /tests to run, each with its arguments; each must
 *		exit with 0 *and* print a TAP plan that its results fulfil
 *	pagesize_test=shell
 *		a shell on the console (also what happens without the option)
 *	pagesize_expect=4k|16k|64k
 *		the page size that the boot was to have
 *	pagesize_log=ignore
 *		reports in the kernel log are not a failure, for boots that
 *		provoke one
 *
 * Words behind " -- " are more names of tests.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "klog.h"
#include "util.h"

#define TESTS		"/tests"
#define MAX_TESTS	64
#define MAX_ARGS	32

/* console_loglevel: errors are shown, warnings are found in the log later */
#define LOGLEVEL_ERRORS	4
#define SYSLOG_ACTION_CONSOLE_LEVEL 8

static const struct {
	const char *type, *where, *options;
	bool needed;
} filesystems[] = {
	{ "proc",	"/proc",		NULL,		true },
	{ "sysfs",	"/sys",			NULL,		true },
	{ "devtmpfs",	"/dev",			NULL,		true },
	{ "devpts",	"/dev/pts",		"ptmxmode=0666", false },
	{ "tmpfs",	"/dev/shm",		"mode=1777",	false },
	{ "mqueue",	"/dev/mqueue",		NULL,		false },
	{ "tmpfs",	"/tmp",			"mode=1777",	true },
	{ "tmpfs",	"/run",			"mode=0755",	false },
	{ "debugfs",	"/sys/kernel/debug",	NULL,		false },
	{ "tracefs",	"/sys/kernel/tracing",	NULL,		false },
	{ "cgroup2",	"/sys/fs/cgroup",	NULL,		false },
	{ "bpf",	"/sys/fs/bpf",		NULL,		false },
};

/* The kernel log as read so far: lines without their prefix */
static struct {
	int fd;
	char **lines;
	size_t count, room;
	size_t first_report;		/* count if there is none */
	bool found, lost;
} klog = { .fd = -1 };

static void __noreturn power_off(int status)
{
	printf("pagesize: exit status %d\n", status);
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	sync();
	reboot(RB_POWER_OFF);
	/* Only if there is neither PSCI nor another way */
	printf("pagesize: power off failed: %s\n", strerror(errno));
	fflush(stdout);
	for (;;)
		pause();
}

static void __noreturn __printf(1, 2) fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	printf("Bail out! init: ");
	vprintf(fmt, ap);
	printf("\n");
	va_end(ap);
	power_off(1);
}

static void open_console(void)
{
	int fd = open("/dev/console", O_RDWR | O_NOCTTY);

	if (fd < 0)
		return;
	for (int i = 0; i < 3; i++)
		if (fd != i)
			dup2(fd, i);
	if (fd > 2)
		close(fd);
	setvbuf(stdout, NULL, _IOLBF, 0);
}

static void mount_all(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(filesystems); i++) {
		mkdir(filesystems[i].where, 0755);
		if (!mount(filesystems[i].type, filesystems[i].where, filesystems[i].type,
			   MS_NOSUID, filesystems[i].options) || errno == EBUSY) {
			/* The initramfs may lack the node of the console */
			if (!strcmp(filesystems[i].where, "/dev"))
				open_console();
			continue;
		}
		if (filesystems[i].needed)
			fatal("mount %s: %s", filesystems[i].where, strerror(errno));
	}
}

static void klog_add(const char *text)
{
	if (klog.count == klog.room) {
		klog.room = klog.room ? 2 * klog.room : 1024;
		klog.lines = realloc(klog.lines, klog.room * sizeof(*klog.lines));
	}
	if (!klog.lines)
		fatal("no memory for the kernel log");
	if (!klog.found && klog_is_report(text)) {
		klog.found = true;
		klog.first_report = klog.count;
	}
	klog.lines[klog.count++] = strdup(text);
}

/* Reads what the kernel has printed since the last call */
static void klog_drain(void)
{
	char record[8192], *text;
	ssize_t n;

	if (klog.fd < 0)
		klog.fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (klog.fd < 0)
		fatal("/dev/kmsg: %s", strerror(errno));
	for (;;) {
		n = read(klog.fd, record, sizeof(record) - 1);
		if (n < 0 && errno == EPIPE) {
			/* The buffer went round before we read it */
			klog.lost = true;
			continue;
		}
		if (n <= 0)
			return;
		record[n] = '\0';
		text = strchr(record, ';');
		/* The facility is above the level; kernel messages have 0 */
		if (!text || atoi(record) >> 3)
			continue;
		text++;
		text[strcspn(text, "\n")] = '\0';
		klog_add(text);
	}
}

static bool klog_verdict(void)
{
	size_t first, last;

	klog_drain();
	if (klog.found) {
		first = klog.first_report < 4 ? 0 : klog.first_report - 4;
		last = klog.first_report + 100;
		for (size_t i = first; i < klog.count && i < last; i++)
			printf("# kernel: %s\n", klog.lines[i]);
	}
	if (klog.lost)
		printf("# kernel messages were lost: give log_buf_len=\n");
	return !klog.found && !klog.lost;
}

/* Puts pagesize_NAME=VALUE words of the command line into the environment */
static void read_command_line(void)
{
	char *line = read_line("/proc/cmdline"), *save, *word, *value;

	if (!line)
		fatal("/proc/cmdline: %s", strerror(errno));
	for (word = strtok_r(line, " \"", &save); word; word = strtok_r(NULL, " \"", &save)) {
		if (!strcmp(word, "--"))
			break;
		value = strchr(word, '=');
		if (strncmp(word, "pagesize_", 9) || !value)
			continue;
		*value++ = '\0';
		setenv(word, value, 1);
	}
	free(line);
}

static void kill_stragglers(void)
{
	/* Everything but this process and kernel threads, which do not mind */
	kill(-1, SIGKILL);
	while (wait(NULL) > 0 || errno == EINTR)
		;
}

/* What a test has said so far */
struct verdict {
	long plan, results, failed;
	bool bailed;
};

/*
 * One line from a test: TAP is counted and printed as a comment (init prints
 * the TAP of the whole boot), anything else goes out as it is.
 */
static void test_line(struct verdict *v, const char *text)
{
	bool tap = true;

	if (!strncmp(text, "1..", 3))
		v->plan = strtol(text + 3, NULL, 10);
	else if (!strncmp(text, "ok ", 3))
		v->results++;
	else if (!strncmp(text, "not ok ", 7))
		v->results++, v->failed++;
	else if (!strncmp(text, "Bail out!", 9))
		v->bailed = true;
	else
		tap = !strncmp(text, "TAP version", 11);
	printf("%s%s\n", tap ? "# " : "", text);
}

static void __noreturn test_child(char **argv, int out)
{
	char path[128];
	int null = open("/dev/null", O_RDONLY);

	setsid();
	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	if (chdir("/tmp"))
		_exit(127);
	snprintf(path, sizeof(path), TESTS "/%s", argv[0]);
	execv(path, argv);
	dprintf(STDOUT_FILENO, "Bail out! %s: %s\n", path, strerror(errno));
	_exit(127);
}

/* Runs one test: what it printed, line by line, and its wait status */
static int test_run(char **argv, struct verdict *v)
{
	char buf[4096], line[2048];
	struct pollfd fds[2];
	size_t used = 0;
	int out[2], status, nr = 2;
	bool ended = false;
	ssize_t n;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC))
		fatal("pipe: %s", strerror(errno));
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (!pid)
		test_child(argv, out[1]);
	close(out[1]);
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	fds[0] = (struct pollfd){ .fd = out[0], .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };
	if (fds[1].fd < 0)
		fatal("pidfd_open: %s", strerror(errno));

	/* Until the pipe is closed: a test's own children may outlive it */
	for (;;) {
		n = read(out[0], buf, sizeof(buf));
		if (!n)
			break;
		for (ssize_t i = 0; i < n; i++) {
			if (buf[i] != '\n' && used < sizeof(line) - 1) {
				if (buf[i] != '\r')
					line[used++] = buf[i];
				continue;
			}
			line[used] = '\0';
			test_line(v, line);
			used = 0;
		}
		if (n > 0)
			continue;
		if (poll(fds, nr, 1000) < 0 && errno != EINTR)
			fatal("poll: %s", strerror(errno));
		klog_drain();
		if (!ended && nr == 2 && fds[1].revents) {
			ended = true;
			nr = 1;
			kill(-1, SIGKILL);
		}
	}
	if (used) {
		line[used] = '\0';
		test_line(v, line);
	}
	close(out[0]);
	close(fds[1].fd);
	if (waitpid(pid, &status, 0) != pid)
		fatal("waitpid: %s", strerror(errno));
	kill_stragglers();
	return status;
}

/* NAME[:ARG...] */
static bool test(unsigned int number, const char *spec)
{
	char *copy = strdup(spec), *argv[MAX_ARGS + 1], *save;
	struct verdict v = { .plan = -1 };
	const char *why = NULL;
	char text[64];
	int argc = 0, status;

	for (char *a = strtok_r(copy, ":", &save); a && argc < MAX_ARGS;
	     a = strtok_r(NULL, ":", &save))
		argv[argc++] = a;
	argv[argc] = NULL;
	if (!argc)
		fatal("pagesize_test= names no test");

	status = test_run(argv, &v);
	if (WIFSIGNALED(status)) {
		snprintf(text, sizeof(text), "killed by signal %d", WTERMSIG(status));
		why = text;
	} else if (WEXITSTATUS(status)) {
		snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
		why = text;
	} else if (v.bailed) {
		why = "bailed out";
	} else if (v.plan < 1) {
		why = "no plan";
	} else if (v.plan != v.results) {
		snprintf(text, sizeof(text), "%ld results planned, %ld seen", v.plan, v.results);
		why = text;
	} else if (v.failed) {
		snprintf(text, sizeof(text), "%ld failed", v.failed);
		why = text;
	}
	if (why)
		printf("# %s: %s\n", argv[0], why);
	printf("%s %u %s\n", why ? "not ok" : "ok", number, spec);
	free(copy);
	return !why;
}

/* All tests, then the kernel log; the exit status of the boot */
static int run_tests(char **specs, unsigned int n)
{
	const char *ignore = getenv("pagesize_log");
	bool ok = true, clean;

	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, LOGLEVEL_ERRORS);
	printf("TAP version 13\n1..%u\n", n + 1);
	for (unsigned int i = 0; i < n; i++)
		ok &= test(i + 1, specs[i]);
	clean = klog_verdict();
	if (ignore && !strcmp(ignore, "ignore")) {
		printf("ok %u kernel log # SKIP pagesize_log=ignore\n", n + 1);
		return !ok;
	}
	printf("%s %u kernel log\n", clean ? "ok" : "not ok", n + 1);
	return !(ok && clean);
}

/* The tty behind /dev/console: the latter cannot be a controlling terminal */
static void take_terminal(void)
{
	char *active = read_line("/sys/class/tty/console/active"), *name, path[64];
	int fd;

	setsid();
	if (!active)
		return;
	name = strrchr(active, ' ');
	snprintf(path, sizeof(path), "/dev/%s", name ? name + 1 : active);
	free(active);
	fd = open(path, O_RDWR);
	if (fd < 0)
		return;
	ioctl(fd, TIOCSCTTY, 1);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (fd > 2)
		close(fd);
}

static int spawn(bool terminal, const char *path, char **argv)
{
	int status;
	pid_t pid, got;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		if (terminal)
			take_terminal();
		execv(path, argv);
		printf("%s: %s\n", path, strerror(errno));
		fflush(stdout);
		_exit(127);
	}
	/* Orphans are ours to wait for */
	do {
		got = wait(&status);
	} while (got != pid && (got > 0 || errno == EINTR));
	if (got != pid)
		return 126;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int shell(void)
{
	char *install[] = { "busybox", "--install", "-s", "/bin", NULL };
	char *report[] = { "report", "plain", NULL };
	char *sh[] = { "-sh", NULL };

	mkdir("/root", 0700);
	if (chdir("/root"))
		chdir("/");
	/* A link for each tool, where the initramfs has the program alone */
	if (access("/bin/ls", X_OK) && !access("/bin/busybox", X_OK))
		spawn(false, "/bin/busybox", install);
	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, LOGLEVEL_ERRORS);
	spawn(false, TESTS "/report", report);
	if (access("/bin/sh", X_OK))
		fatal("there is no shell in this initramfs");
	printf("Programs to try are in " TESTS ". To power off, leave the shell.\n");
	return spawn(true, "/bin/sh", sh);
}

int main(int argc, char **argv)
{
	char *specs[MAX_TESTS], *list, *save;
	unsigned int n = 0;

	if (getpid() != 1) {
		fprintf(stderr, "init: to be started by the kernel\n");
		return 1;
	}
	umask(022);
	open_console();
	mount_all();
	klog_drain();
	setenv("PATH", "/bin:/sbin:/usr/bin:/usr/sbin:" TESTS, 1);
	setenv("HOME", "/root", 1);
	setenv("TERM", "vt100", 0);
	read_command_line();

	list = getenv("pagesize_test");
	list = list ? strdup(list) : NULL;
	for (char *s = list ? strtok_r(list, ",", &save) : NULL; s && n < MAX_TESTS;
	     s = strtok_r(NULL, ",", &save))
		specs[n++] = s;
	for (int i = 1; i < argc && n < MAX_TESTS; i++)
		specs[n++] = argv[i];

	if (!n || (n == 1 && !strcmp(specs[0], "shell")))
		power_off(shell());
	power_off(run_tests(specs, n));
}
