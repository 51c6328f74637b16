/* SPDX-License-Identifier: GPL-2.0-only */
/* Host stand-in for kobjects and sysfs: the test keeps what is created. */
#ifndef SHIM_KOBJECT_H
#define SHIM_KOBJECT_H

#include <errno.h>
#include <sys/types.h>

struct kobject;

struct attribute {
	const char *name;
	unsigned short mode;
};

struct kobj_attribute {
	struct attribute attr;
	ssize_t (*show)(struct kobject *kobj, struct kobj_attribute *attr, char *buf);
};

struct attribute_group {
	struct attribute **attrs;
};

extern struct kobject *mm_kobj;

struct kobject *kobject_create_and_add(const char *name, struct kobject *parent);
void kobject_put(struct kobject *kobj);
int sysfs_create_group(struct kobject *kobj, const struct attribute_group *grp);
int sysfs_emit(char *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int sysfs_emit_at(char *buf, int at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif /* SHIM_KOBJECT_H */
