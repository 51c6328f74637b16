// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tell the user which page size was chosen at boot, why, and what was refused.
 *
 * The choice itself was made in kernel/pi/, before there was a log. Here it is
 * made again out of what parse_args() finds on the command line, so that a
 * kernel which runs with another page size than it should says so.
 */
#define pr_fmt(fmt) "page size: " fmt

#include <linux/init.h>
#include <linux/kobject.h>
#include <linux/minmax.h>
#include <linux/page-limits.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include <asm/cputype.h>
#include <asm/sysreg.h>

/* Symbols out of kernel/pi/ have this prefix. */
#define page_size_supported	__pi_page_size_supported
#define page_size_value		__pi_page_size_value
#define page_size_choose	__pi_page_size_choose
#include "pi/page_size_option.h"

/* Of an unknown value no more is printed: a line of the log has an end. */
#define MAX_VALUE_LEN	200

#define for_each_page_shift(shift) \
	for ((shift) = PAGE_SHIFT_MIN; (shift) <= PAGE_SHIFT_MAX; (shift) += 2)

/* Page shift of the last valid value of the option, 0 if there is none. */
static int requested __initdata;

/* Page sizes of the boot CPU, see PAGE_SIZE_SET_BIT(). */
static unsigned int supported __ro_after_init;

static int __init parse_page_size(char *val)
{
	size_t len = val ? strlen(val) : 0;
	int shift = page_size_value(val, len);

	if (shift)
		requested = shift;
	else
		pr_warn("unknown value arm64.pagesize=%*pE ignored (4k, 16k, 64k)\n",
			(int)min(len, MAX_VALUE_LEN), val ?: "");

	/* Anything else would make the caller warn, too. */
	return 0;
}
early_param("arm64.pagesize", parse_page_size);

#define K(shift)	(1U << ((shift) - 10))

/* Before the other CPUs come up: this runs on the one that made the choice. */
static int __init report_page_size(void)
{
	const int default_shift = CONFIG_ARM64_DEFAULT_PAGE_SHIFT;
	char names[sizeof("4K 16K 64K")] = "";
	const char *reason = "fallback";
	int shift, expected, len = 0;

	supported = page_size_supported(read_cpuid(ID_AA64MMFR0_EL1));
	expected = page_size_choose(requested, default_shift, supported);

	for_each_page_shift(shift) {
		if (supported & PAGE_SIZE_SET_BIT(shift))
			len += scnprintf(names + len, sizeof(names) - len,
					 "%s%uK", len ? " " : "", K(shift));
	}

	if (requested == PAGE_SHIFT)
		reason = "requested";
	else if (default_shift == PAGE_SHIFT)
		reason = "default";

	pr_info("%uK (%s), supported: %s\n", K(PAGE_SHIFT), reason, names);

	if (requested && !(supported & PAGE_SIZE_SET_BIT(requested)))
		pr_warn("arm64.pagesize=%uk not supported by this CPU (%s), using %uK\n",
			K(requested), names, K(PAGE_SHIFT));

	if (expected != requested && expected != default_shift &&
	    requested != default_shift)
		pr_warn("default %uK not supported by this CPU (%s), using %uK\n",
			K(default_shift), names, K(PAGE_SHIFT));

	if (expected != PAGE_SHIFT)
		pr_err("%uK should be in use, early boot fell back to %uK\n",
		       K(expected), K(PAGE_SHIFT));

	return 0;
}
early_initcall(report_page_size);

static ssize_t current_size_show(struct kobject *kobj,
				 struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%lu\n", PAGE_SIZE);
}

static ssize_t default_size_show(struct kobject *kobj,
				 struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%lu\n", 1UL << CONFIG_ARM64_DEFAULT_PAGE_SHIFT);
}

static ssize_t supported_sizes_show(struct kobject *kobj,
				    struct kobj_attribute *attr, char *buf)
{
	int shift, len = 0;

	for_each_page_shift(shift) {
		if (supported & PAGE_SIZE_SET_BIT(shift))
			len += sysfs_emit_at(buf, len, "%s%lu",
					     len ? " " : "", 1UL << shift);
	}
	return len + sysfs_emit_at(buf, len, "\n");
}

/* Not __ATTR_RO(): "current" is a macro. */
#define PAGE_SIZE_ATTR(_var, _name, _show)				\
	static struct kobj_attribute _var = {				\
		.attr = { .name = (_name), .mode = 0444 },		\
		.show = (_show),					\
	}

PAGE_SIZE_ATTR(current_size_attr, "current", current_size_show);
PAGE_SIZE_ATTR(default_size_attr, "default", default_size_show);
PAGE_SIZE_ATTR(supported_sizes_attr, "supported", supported_sizes_show);

static struct attribute *page_size_attrs[] = {
	&current_size_attr.attr,
	&default_size_attr.attr,
	&supported_sizes_attr.attr,
	NULL
};

static const struct attribute_group page_size_group = {
	.attrs = page_size_attrs,
};

static int __init page_size_sysfs_init(void)
{
	struct kobject *kobj = kobject_create_and_add("page_size", mm_kobj);
	int err;

	if (!kobj)
		return -ENOMEM;

	err = sysfs_create_group(kobj, &page_size_group);
	if (err)
		kobject_put(kobj);
	return err;
}
subsys_initcall(page_size_sysfs_init);
