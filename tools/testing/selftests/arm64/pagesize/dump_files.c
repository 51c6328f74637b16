// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sysctls, and the parts of sysfs that tell of memory, block queues and
 * options of the kernel.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dump.h"
#include "util.h"

static const char * const trees[] = {
	"/proc/sys",
	"/sys/kernel/mm",
	"/sys/kernel/kexec_crash_size",
	"/sys/kernel/iommu_groups",
	"/sys/devices/system/memory",
	"/sys/devices/system/node",
	"/sys/devices/virtual/net/lo",
	"/sys/devices/virtual/block",
	"/sys/class/block/vda/queue",
	"/sys/devices/virtual/workqueue",
	"/sys/module",
	"/sys/fs/ext4/features",
	"/sys/fs/cgroup",
	"/sys/power",
};

/* Patterns of paths (fnmatch(); a "*" matches "/" as well) */
static const struct {
	const char *pattern, *reason;
} left_out[] = {
	/* Random numbers and names made of them */
	{ "/proc/sys/kernel/random/*", "random" },
	{ "/proc/sys/net/core/netdev_rss_key", "random" },
	{ "/proc/sys/net/ipv4/tcp_fastopen_key", "random" },
	{ "/proc/sys/net/ipv6/conf/*/stable_secret", "random" },
	/* Counters of what happens to exist */
	{ "/proc/sys/fs/dentry-state", "count" },
	{ "/proc/sys/fs/file-nr", "count" },
	{ "/proc/sys/fs/inode-nr", "count" },
	{ "/proc/sys/fs/inode-state", "count" },
	{ "/proc/sys/fs/aio-nr", "count" },
	{ "/proc/sys/fs/quota/*", "count" },
	{ "/proc/sys/kernel/ns_last_pid", "count" },
	{ "/proc/sys/kernel/pty/nr", "count" },
	{ "/proc/sys/kernel/tainted", "history of the boot" },
	{ "/proc/sys/kernel/osrelease", "which Linux" },
	{ "/proc/sys/kernel/version", "which Linux" },
	{ "/sys/kernel/mm/*/full_scans", "count" },
	{ "/sys/kernel/mm/*/pages_*", "count" },
	{ "/sys/kernel/mm/ksm/*_pages", "count" },
	{ "/sys/kernel/mm/ksm/general_profit", "count" },
	{ "/sys/kernel/mm/ksm/stable_node_*", "count" },
	{ "/sys/kernel/mm/*/stats/*", "count" },
	{ "/sys/kernel/mm/cma/*", "count" },
	{ "/sys/devices/*/uevent", "repeats other files" },
	{ "/sys/module/*/uevent", "repeats other files" },
	{ "/sys/devices/system/node/*/meminfo", "moment; /proc/meminfo is dumped" },
	{ "/sys/devices/system/node/*/vmstat", "moment" },
	{ "/sys/devices/system/node/*/numastat", "count" },
	{ "/sys/devices/system/node/*/memory_failure/*", "count" },
	{ "/sys/devices/system/node/*/memory[0-9]*", "links to what is dumped" },
	{ "/sys/devices/system/node/*/cpu[0-9]*", "links to CPUs" },
	{ "/sys/devices/virtual/block/loop[1-9]*", "the same as loop0" },
	{ "/sys/devices/*/power/*", "times" },
	{ "/sys/devices/*/statistics/*", "count" },
	{ "/sys/devices/virtual/block/*/stat", "count" },
	{ "/sys/devices/virtual/block/*/inflight", "count" },
	{ "/sys/devices/virtual/block/*/diskseq", "count" },
	{ "/sys/fs/cgroup/*.stat", "count" },
	{ "/sys/fs/cgroup/*.pressure", "time" },
	{ "/sys/fs/cgroup/cgroup.procs", "moment" },
	{ "/sys/fs/cgroup/cgroup.threads", "moment" },
	{ "/sys/fs/cgroup/memory.numa_stat", "moment" },
	{ "/sys/power/wakeup_count", "count" },
	{ "/sys/power/suspend_stats/*", "count" },
	{ "/sys/power/pm_wakeup_irq", "moment" },
	/* Addresses */
	{ "/sys/module/*/sections/*", "addresses" },
	{ "/sys/module/*/notes/*", "build id" },
	{ "/sys/module/*/srcversion", "build id" },
	{ "/sys/module/*/coresize", "depends on what the compiler makes" },
	{ "/sys/module/*/initsize", "depends on what the compiler makes" },
	/* What the kernel tunes by the speed of the machine */
	{ "/proc/sys/kernel/perf_event_max_sample_rate", "speed" },
	{ "/proc/sys/kernel/perf_cpu_time_max_percent", "speed" },
	{ "/sys/module/rcu*/parameters/jiffies_*", "speed" },
	/* New in kernels that choose their page size at boot */
	{ "/sys/kernel/mm/page_size*", "such kernels only" },
	/* Each bit is a page of memory at this moment */
	{ "/sys/kernel/mm/page_idle/bitmap", "moment" },
	{ "/sys/kernel/mm/lru_gen/*debug*", "moment" },
};

/* Computed at boot from the amount of memory that is left */
static const char * const from_memory[] = {
	"/proc/sys/kernel/threads-max",
	"/proc/sys/user/max_*_namespaces",
	"/proc/sys/user/max_*_marks",
	"/proc/sys/user/max_*_watches",
	"/proc/sys/fs/file-max",
	"/proc/sys/fs/epoll/max_user_watches",
	"/proc/sys/fs/inotify/max_user_watches",
	"/proc/sys/fs/fanotify/max_user_marks",
	"/proc/sys/vm/min_free_kbytes",
	"/proc/sys/vm/user_reserve_kbytes",
	"/proc/sys/vm/admin_reserve_kbytes",
	"/proc/sys/net/ipv4/tcp_mem",
	"/proc/sys/net/ipv4/udp_mem",
	"/proc/sys/net/ipv4/tcp_max_orphans",
	"/proc/sys/net/ipv4/tcp_max_tw_buckets",
	"/sys/power/image_size",
};

static bool matches(const char *path, const char * const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(patterns[i], path, 0))
			return true;
	return false;
}

static bool is_left_out(const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(left_out); i++)
		if (!fnmatch(left_out[i].pattern, path, 0))
			return true;
	return false;
}

static void dump_file(const char *path, const struct stat *st)
{
	char *text;
	size_t len;

	if (!(st->st_mode & 0444) || is_left_out(path))
		return;
	text = read_file(path, &len);
	if (!text)
		emit(errno_name(errno), "file.%s.error", path);
	else if (strlen(text) != len)
		emit("", "file.%s.binary", path);
	else if (matches(path, from_memory, ARRAY_SIZE(from_memory)))
		emit_memory(text, "file.%s", path);
	else
		emit(text, "file.%s", path);
	free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void dump_tree(const char *path)
{
	struct dirent **names = NULL;
	char child[PATH_MAX];
	struct stat st;
	int n;

	if (lstat(path, &st))
		return;
	if (S_ISREG(st.st_mode)) {
		dump_file(path, &st);
		return;
	}
	if (!S_ISDIR(st.st_mode) || is_left_out(path))
		return;
	n = scandir(path, &names, NULL, by_name);
	for (int i = 0; i < n; i++) {
		if (strcmp(names[i]->d_name, ".") && strcmp(names[i]->d_name, "..")) {
			snprintf(child, sizeof(child), "%s/%s", path, names[i]->d_name);
			dump_tree(child);
		}
		free(names[i]);
	}
	free(names);
}

/* Files of sysfs that claim to be as long as a page, or longer */
static void dump_sysfs_sizes(void)
{
	static const char * const files[] = {
		"/sys/kernel/mm/transparent_hugepage/enabled",
		"/sys/devices/system/node/node0/cpumap",
		"/sys/devices/system/node/node0/cpulist",
		"/sys/devices/system/cpu/cpu0/topology/core_cpus",
		"/sys/devices/system/cpu/cpu0/topology/core_cpus_list",
		"/sys/devices/system/cpu/cpu0/topology/package_cpus_list",
	};
	struct stat st;

	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		if (!stat(files[i], &st))
			emit_number(st.st_size, "size.%s", files[i]);
}

/* A sysfs attribute claims to be as long as a page, and takes no more at once */
static void dump_sysfs_buffers(void)
{
	enum { MUCH = 1 << 20 };
	struct stat st;
	char *ones = malloc(MUCH);
	FILE *f;

	if (!stat("/sys/kernel/mm/transparent_hugepage/enabled", &st))
		emit_number(st.st_blksize, "sysfs.attribute.blksize");
	/* It looks at the first character only, and 1 is its default */
	f = fopen("/sys/bus/platform/drivers_autoprobe", "w");
	if (f && ones) {
		memset(ones, '1', MUCH);
		emit_number(write(fileno(f), ones, MUCH), "sysfs.attribute.written");
	}
	if (f)
		fclose(f);
	free(ones);
}

void dump_files(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(trees); i++)
		dump_tree(trees[i]);
	dump_sysfs_sizes();
	dump_sysfs_buffers();
}
