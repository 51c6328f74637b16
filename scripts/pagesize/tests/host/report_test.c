// SPDX-License-Identifier: GPL-2.0-only
/*
 * What arch/arm64/kernel/page_size.c says and shows. Command lines reach it
 * through Linux's own parser.
 */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "reference.h"

int test_default_shift;
int test_page_shift;
unsigned long long test_ID_AA64MMFR0_EL1;

#define CONFIG_ARM64_DEFAULT_PAGE_SHIFT	test_default_shift
#define __pi_page_size_supported	page_size_supported
#define __pi_page_size_value		page_size_value
#define __pi_page_size_choose		page_size_choose
#include "page_size.c"
#undef page_size_supported
#undef page_size_value
#undef page_size_choose

/* The log. */
static char log_buf[16384];

/*
 * printk() with one thing that printf() has not, "%*pE", of which it is enough
 * to know how newlines look. Nothing may follow it in @fmt.
 */
void test_printk(const char *fmt, ...)
{
	size_t n = strlen(log_buf);
	const char *e = strstr(fmt, "%*pE");
	va_list ap;

	va_start(ap, fmt);
	if (!e) {
		vsnprintf(log_buf + n, sizeof(log_buf) - n, fmt, ap);
	} else {
		int len = va_arg(ap, int);
		const char *s = va_arg(ap, const char *);

		n += sprintf(log_buf + n, "%.*s", (int)(e - fmt), fmt);
		for (; len > 0; len--, s++)
			n += sprintf(log_buf + n, *s == '\n' ? "\\n" : "%c", *s);
		strcpy(log_buf + n, e + strlen("%*pE"));
	}
	va_end(ap);
}

int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	return n < (int)size ? n : (int)size - 1;
}

/* sysfs */
struct kobject {
	const struct attribute_group *group;
	bool put;
};

static struct kobject mm_object, page_size_object;
struct kobject *mm_kobj = &mm_object;
static bool no_memory;
static int group_error;

struct kobject *kobject_create_and_add(const char *name, struct kobject *parent)
{
	return !no_memory && parent == mm_kobj && !strcmp(name, "page_size") ?
		&page_size_object : NULL;
}

void kobject_put(struct kobject *kobj)
{
	kobj->put = true;
}

int sysfs_create_group(struct kobject *kobj, const struct attribute_group *grp)
{
	kobj->group = grp;
	return group_error;
}

int sysfs_emit(char *buf, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsprintf(buf, fmt, ap);
	va_end(ap);
	return n;
}

int sysfs_emit_at(char *buf, int at, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsprintf(buf + at, fmt, ap);
	va_end(ap);
	return n;
}

/* ID_AA64MMFR0_EL1 of CPUs with all granules, without 16K, with 16K alone. */
#define ALL	0x10201126
#define NO_16K	0x1124
#define ONLY_16K 0xff101122

#define O "arm64.pagesize"

struct report {
	unsigned long long mmfr0;
	int default_shift;
	int page_shift;
	const char *cmdline;
	const char *log;	/* levels in front: 6 information, 4 warning, 3 error */
};

#define RUNS(what, has)	"6page size: " what ", supported: " has "\n"
#define LACKS(what, has, used) \
	"4page size: " what " not supported by this CPU (" has "), using " used "\n"
#define UNKNOWN(value) \
	"4page size: unknown value arm64.pagesize=" value " ignored (4k, 16k, 64k)\n"

static const struct report reports[] = {
	/* Nothing refused. */
	{ ALL, 12, 12, "quiet",
	  RUNS("4K (default)", "4K 16K 64K") },
	{ ALL, 14, 14, "",
	  RUNS("16K (default)", "4K 16K 64K") },
	{ ALL, 16, 16, "-- " O "=4k",
	  RUNS("64K (default)", "4K 16K 64K") },
	{ NO_16K, 12, 12, "",
	  RUNS("4K (default)", "4K 64K") },
	{ ALL, 12, 16, O "=64k",
	  RUNS("64K (requested)", "4K 16K 64K") },
	{ ALL, 12, 14, O "=\"16K\"",
	  RUNS("16K (requested)", "4K 16K 64K") },
	{ ALL, 16, 12, "quiet " O "=4k ro",
	  RUNS("4K (requested)", "4K 16K 64K") },
	{ ALL, 12, 12, O "=4K",
	  RUNS("4K (requested)", "4K 16K 64K") },
	{ NO_16K, 12, 16, O "=16k " O "=64k",
	  RUNS("64K (requested)", "4K 64K") },
	{ ONLY_16K, 12, 14, O "=16k",
	  RUNS("16K (requested)", "16K") },

	/* The CPU lacks what was asked for. */
	{ NO_16K, 12, 12, O "=16k",
	  RUNS("4K (default)", "4K 64K")
	  LACKS("arm64.pagesize=16k", "4K 64K", "4K") },
	{ NO_16K, 16, 16, O "=16K",
	  RUNS("64K (default)", "4K 64K")
	  LACKS("arm64.pagesize=16k", "4K 64K", "64K") },
	{ NO_16K, 12, 12, O "=64k " O "=16k",
	  RUNS("4K (default)", "4K 64K")
	  LACKS("arm64.pagesize=16k", "4K 64K", "4K") },
	{ ONLY_16K, 14, 14, O "=64k",
	  RUNS("16K (default)", "16K")
	  LACKS("arm64.pagesize=64k", "16K", "16K") },

	/* The CPU lacks the default. */
	{ NO_16K, 14, 12, "",
	  RUNS("4K (fallback)", "4K 64K")
	  LACKS("default 16K", "4K 64K", "4K") },
	{ NO_16K, 14, 12, O "=16k",
	  RUNS("4K (fallback)", "4K 64K")
	  LACKS("arm64.pagesize=16k", "4K 64K", "4K") },
	{ NO_16K, 14, 16, O "=64k",
	  RUNS("64K (requested)", "4K 64K") },
	{ ONLY_16K, 12, 14, "",
	  RUNS("16K (fallback)", "16K")
	  LACKS("default 4K", "16K", "16K") },
	{ ONLY_16K, 12, 14, O "=64k",
	  RUNS("16K (fallback)", "16K")
	  LACKS("arm64.pagesize=64k", "16K", "16K")
	  LACKS("default 4K", "16K", "16K") },

	/* Values that are none. */
	{ ALL, 12, 12, O "=banana",
	  UNKNOWN("banana")
	  RUNS("4K (default)", "4K 16K 64K") },
	{ ALL, 12, 16, O "=64k " O "=banana",
	  UNKNOWN("banana")
	  RUNS("64K (requested)", "4K 16K 64K") },
	{ ALL, 12, 12, O "=4kb " O "=8k",
	  UNKNOWN("4kb")
	  UNKNOWN("8k")
	  RUNS("4K (default)", "4K 16K 64K") },
	{ ALL, 12, 12, O,
	  UNKNOWN("")
	  RUNS("4K (default)", "4K 16K 64K") },
	{ ALL, 12, 12, O "=",
	  UNKNOWN("")
	  RUNS("4K (default)", "4K 16K 64K") },
	{ ALL, 12, 12, O "=\"64k \nx\"",
	  UNKNOWN("64k \\nx")
	  RUNS("4K (default)", "4K 16K 64K") },
	{ NO_16K, 12, 12, O "=16k " O "=65536",
	  UNKNOWN("65536")
	  RUNS("4K (default)", "4K 64K")
	  LACKS("arm64.pagesize=16k", "4K 64K", "4K") },

	/* Early boot did something else: the truth, and an error. */
	{ ALL, 12, 12, O "=64k",
	  RUNS("4K (default)", "4K 16K 64K")
	  "3page size: 64K should be in use, early boot fell back to 4K\n" },
	{ ALL, 12, 16, "",
	  RUNS("64K (fallback)", "4K 16K 64K")
	  "3page size: 4K should be in use, early boot fell back to 64K\n" },
};

static void machine(unsigned long long mmfr0, int default_shift, int page_shift)
{
	test_ID_AA64MMFR0_EL1 = mmfr0;
	test_default_shift = default_shift;
	test_page_shift = page_shift;
}

static void boot(const char *cmdline)
{
	log_buf[0] = '\0';
	requested = 0;
	reference_parse(cmdline);
	early_initcall_fn();
}

static void test_reports(void)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
		const struct report *r = &reports[i];

		machine(r->mmfr0, r->default_shift, r->page_shift);
		boot(r->cmdline);
		if (!tap(!strcmp(log_buf, r->log), "report %zu", i + 1))
			printf("# got:\n%s# want:\n%s", log_buf, r->log);
		tap_print_line(r->cmdline, strlen(r->cmdline));
	}
}

/* A long value is cut, so that the end of the line is there. */
static void test_long_value(void)
{
	char cmdline[1024] = O "=", *end = cmdline + strlen(cmdline);

	machine(ALL, 12, 12);
	memset(end, 'b', 900);
	boot(cmdline);
	tap(strstr(log_buf, "=bbbbb") && strstr(log_buf, "b ignored (4k, 16k, 64k)\n"),
	    "the warning about a long value has its end");
	tap(strlen(log_buf) < 400, "and is short");
	memset(end, 'b', 60);
	end[60] = '\0';
	boot(cmdline);
	tap(strstr(log_buf, end), "a value of 60 bytes is there as a whole");
}

static ssize_t show(int n, char *buf)
{
	struct attribute *attr = page_size_object.group->attrs[n];
	struct kobj_attribute *ka = (struct kobj_attribute *)attr;

	return ka->show(&page_size_object, ka, buf);
}

static void test_sysfs(void)
{
	static const struct {
		unsigned long long mmfr0;
		int default_shift, page_shift;
		const char *text[3];
	} files[] = {
		{ ALL, 12, 16, { "65536\n", "4096\n", "4096 16384 65536\n" } },
		{ NO_16K, 14, 12, { "4096\n", "16384\n", "4096 65536\n" } },
		{ ONLY_16K, 16, 14, { "16384\n", "65536\n", "16384\n" } },
	};
	static const char *const names[] = { "current", "default", "supported" };
	const struct attribute_group *group;
	char buf[4096];
	int n;

	tap(!subsys_initcall_fn() && !page_size_object.put, "the files are created");
	group = page_size_object.group;
	for (n = 0; n < 3; n++) {
		tap(group->attrs[n] && !strcmp(group->attrs[n]->name, names[n]) &&
		    group->attrs[n]->mode == 0444, "%s is there to be read", names[n]);
	}
	tap(!group->attrs[3], "no other file is");

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		machine(files[i].mmfr0, files[i].default_shift, files[i].page_shift);
		boot("");
		for (n = 0; n < 3; n++) {
			ssize_t len = show(n, buf);

			tap(!strcmp(buf, files[i].text[n]) && len == (ssize_t)strlen(buf),
			    "%s, machine %zu", names[n], i + 1);
		}
	}

	no_memory = true;
	tap(subsys_initcall_fn() == -ENOMEM, "no memory is an error");
	no_memory = false;
	group_error = -EEXIST;
	tap(subsys_initcall_fn() == -EEXIST && page_size_object.put,
	    "an error of sysfs is passed on, and the directory goes");
}

int main(void)
{
	test_reports();
	test_long_value();
	test_sysfs();
	return tap_end();
}
