// SPDX-License-Identifier: GPL-2.0-only
/*
 * TAP output. Every line is written at once, so that lines of processes that
 * share the console do not mix.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

static unsigned int planned, results, failures;

/* Formats into one line: control characters would forge TAP lines */
static void line(const char *before, const char *fmt, va_list ap, const char *after)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, ap);
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < ' ')
			*p = ' ';
	printf("%s%s%s\n", before, text, after);
	fflush(stdout);
}

static void result(bool ok, const char *fmt, va_list ap, const char *after)
{
	char before[32];

	results++;
	failures += !ok;
	snprintf(before, sizeof(before), "%s %u ", ok ? "ok" : "not ok", results);
	line(before, fmt, ap, after);
}

void tap_plan(unsigned int n)
{
	planned = n;
	printf("TAP version 13\n1..%u\n", n);
	fflush(stdout);
}

bool tap_ok(bool ok, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	result(ok, fmt, ap, "");
	va_end(ap);
	return ok;
}

bool tap_is(long long got, long long want, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	result(got == want, fmt, ap, "");
	va_end(ap);
	if (got != want)
		tap_diag("  got %lld, expected %lld", got, want);
	return got == want;
}

bool tap_is_str(const char *got, const char *want, const char *fmt, ...)
{
	bool ok = got && !strcmp(got, want);
	va_list ap;

	va_start(ap, fmt);
	result(ok, fmt, ap, "");
	va_end(ap);
	if (!ok)
		tap_diag("  got \"%s\", expected \"%s\"", got ? got : "(nothing)", want);
	return ok;
}

void tap_skip(const char *why, const char *fmt, ...)
{
	char after[256];
	va_list ap;

	snprintf(after, sizeof(after), " # SKIP %s", why);
	va_start(ap, fmt);
	result(true, fmt, ap, after);
	va_end(ap);
}

void tap_diag(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	line("# ", fmt, ap, "");
	va_end(ap);
}

void tap_bail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	line("Bail out! ", fmt, ap, "");
	va_end(ap);
	exit(1);
}

int tap_done(void)
{
	if (!planned) {
		planned = results;
		printf("1..%u\n", planned);
	}
	if (results != planned)
		tap_diag("planned %u tests, ran %u", planned, results);
	if (failures)
		tap_diag("%u of %u failed", failures, results);
	fflush(stdout);
	return results == planned && !failures && results ? 0 : 1;
}
