// SPDX-License-Identifier: GPL-2.0-only
/*
 * dump: see dump.h. Ends with TAP and a checksum over its lines, so that a
 * line which was lost on the console does not go unnoticed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/klog.h>

#include "dump.h"
#include "util.h"

/* What AArch32 programs see has keys of its own; the system is the same for them */
enum { BITS = 8 * sizeof(long) };
#define PREFIX (BITS == 32 ? "32." : "")

static uint64_t checksum = 14695981039346656037u;
static unsigned int count;

/* FNV-1a */
static void sum(const char *s)
{
	for (; *s; s++)
		checksum = (checksum ^ (unsigned char)*s) * 1099511628211u;
}

static void emit_line(const char *tilde, const char *value, const char *key, va_list ap)
{
	char k[256], v[2048], *to = v;

	vsnprintf(k, sizeof(k), key, ap);
	for (char *p = k; *p; p++)
		if ((unsigned char)*p <= ' ' || *p == 0x7f)
			*p = '_';
	/* White space becomes one blank, so a value is one line */
	for (const char *from = value; *from && to < v + sizeof(v) - 1; from++) {
		bool blank = (unsigned char)*from <= ' ';

		if (blank && (to == v || to[-1] == ' '))
			continue;
		*to++ = blank ? ' ' : *from;
	}
	while (to > v && to[-1] == ' ')
		to--;
	*to = '\0';
	printf("dump: %s%s %s%s\n", PREFIX, k, tilde, v);
	sum(k);
	sum(tilde);
	sum(v);
	count++;
}

void emit(const char *value, const char *key, ...)
{
	va_list ap;

	va_start(ap, key);
	emit_line("", value, key, ap);
	va_end(ap);
}

void emit_memory(const char *value, const char *key, ...)
{
	va_list ap;

	va_start(ap, key);
	emit_line("~", value, key, ap);
	va_end(ap);
}

void emit_number(long long value, const char *key, ...)
{
	char text[32];
	va_list ap;

	snprintf(text, sizeof(text), "%lld", value);
	va_start(ap, key);
	emit_line("", text, key, ap);
	va_end(ap);
}

const char *errno_name(int err)
{
	return err ? strerrorname_np(err) : "0";
}

void emit_errno(int err, const char *key, ...)
{
	va_list ap;

	va_start(ap, key);
	emit_line("", errno_name(err), key, ap);
	va_end(ap);
}

int main(void)
{
	enum { CONSOLE_LEVEL = 8, EMERGENCY = 1, ERRORS = 4 };

	/* No message of the kernel amid a line of ours */
	klogctl(CONSOLE_LEVEL, NULL, EMERGENCY);
	dump_process();
	if (BITS == 64) {
		dump_memory();
		dump_files();
	}
	dump_calls();
	dump_objects();
	dump_effects();
	fflush(stdout);
	klogctl(CONSOLE_LEVEL, NULL, ERRORS);
	tap_plan(1);
	/* Hundreds of sysctls alone */
	tap_ok(count > 1000, "dumped %u keys, checksum %016llx", count,
	       (unsigned long long)checksum);
	return tap_done();
}
