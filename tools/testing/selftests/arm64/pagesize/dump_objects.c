// SPDX-License-Identifier: GPL-2.0-only
/*
 * Objects whose size or granularity the kernel derives from its page size:
 * arguments of programs, pipes, sockets, rings, file systems, control groups.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/bpf.h>
#include <linux/if_packet.h>
#include <linux/io_uring.h>
#include <linux/loop.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "dump.h"
#include "util.h"

/* Numbers of bytes that are a page, or not, at one size or another */
static const unsigned long around[] = {
	1, 2048, 4096, 6000, 8192, 12288, 16384, 32768, 49152, 65536, 131072, 262144, 1048576,
};

#define for_each_around(i) for (size_t i = 0; i < ARRAY_SIZE(around); i++)

/* Does execve() take @n arguments of @len bytes? @fd is no program at all. */
static bool exec_takes(int fd, size_t len, size_t n)
{
	char *arg = malloc(len + 1), **argv = calloc(n + 2, sizeof(*argv)), *envp[] = { NULL };

	if (!arg || !argv)
		tap_bail("no memory for an argument of %zu bytes", len);
	memset(arg, 'x', len);
	arg[len] = '\0';
	argv[0] = "none";
	for (size_t i = 0; i < n; i++)
		argv[1 + i] = arg;
	syscall(SYS_execveat, fd, "", argv, envp, AT_EMPTY_PATH);
	free(argv);
	free(arg);
	return errno != E2BIG;
}

static void dump_exec(void)
{
	int fd = memfd_create("no-program", MFD_CLOEXEC);
	size_t low, high;

	if (fd < 0 || write(fd, "text\n", 5) != 5 || fchmod(fd, 0755))
		tap_bail("memfd: %s", strerror(errno));
	for (low = 1, high = 16 << 20; low + 1 < high;) {
		size_t mid = low + (high - low) / 2;

		if (exec_takes(fd, mid, 1))
			low = mid;
		else
			high = mid;
	}
	emit_number(low, "exec.longest_argument");
	for (low = 1, high = 1 << 16; low + 1 < high;) {
		size_t mid = low + (high - low) / 2;

		if (exec_takes(fd, 1000, mid))
			low = mid;
		else
			high = mid;
	}
	emit_number(low, "exec.arguments_of_1000");
	close(fd);
}

static void dump_pipe(void)
{
	static char bytes[4 << 20];
	int fds[2];

	if (pipe2(fds, O_NONBLOCK | O_CLOEXEC))
		tap_bail("pipe: %s", strerror(errno));
	emit_number(fcntl(fds[0], F_GETPIPE_SZ), "pipe.size");
	emit_number(write(fds[1], bytes, sizeof(bytes)), "pipe.filled");
	emit_number(read(fds[0], bytes, sizeof(bytes)), "pipe.read");
	for_each_around(i) {
		int got = fcntl(fds[0], F_SETPIPE_SZ, (int)around[i]);

		emit_number(got < 0 ? -errno : got, "pipe.set.%lu", around[i]);
		emit_number(write(fds[1], bytes, sizeof(bytes)), "pipe.filled.%lu", around[i]);
		while (read(fds[0], bytes, sizeof(bytes)) > 0)
			;
	}
	close(fds[0]);
	close(fds[1]);
}

static int sockopt(int fd, int opt)
{
	int value = -1;
	socklen_t len = sizeof(value);

	getsockopt(fd, SOL_SOCKET, opt, &value, &len);
	return value;
}

static void dump_sockets(void)
{
	static const struct {
		const char *name;
		int family, type, protocol;
	} kinds[] = {
		{ "unix.stream", AF_UNIX, SOCK_STREAM, 0 },
		{ "unix.dgram", AF_UNIX, SOCK_DGRAM, 0 },
		{ "unix.seqpacket", AF_UNIX, SOCK_SEQPACKET, 0 },
		{ "tcp", AF_INET, SOCK_STREAM, 0 },
		{ "udp", AF_INET, SOCK_DGRAM, 0 },
		{ "raw", AF_INET, SOCK_RAW, 255 },
		{ "tcp6", AF_INET6, SOCK_STREAM, 0 },
		{ "udp6", AF_INET6, SOCK_DGRAM, 0 },
		{ "netlink", AF_NETLINK, SOCK_RAW, 0 },
		{ "packet", AF_PACKET, SOCK_RAW, 0 },
	};
	static const int wanted[] = { 1, 65536, 100 << 20 };

	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		int fd = socket(kinds[k].family, kinds[k].type | SOCK_CLOEXEC,
				kinds[k].protocol);

		if (fd < 0) {
			emit_errno(errno, "socket.%s", kinds[k].name);
			continue;
		}
		emit_number(sockopt(fd, SO_SNDBUF), "socket.%s.sndbuf", kinds[k].name);
		emit_number(sockopt(fd, SO_RCVBUF), "socket.%s.rcvbuf", kinds[k].name);
		for (size_t w = 0; w < ARRAY_SIZE(wanted); w++) {
			setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &wanted[w], sizeof(int));
			setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &wanted[w], sizeof(int));
			emit_number(sockopt(fd, SO_SNDBUF), "socket.%s.sndbuf.%d",
				    kinds[k].name, wanted[w]);
			emit_number(sockopt(fd, SO_RCVBUF), "socket.%s.rcvbuf.%d",
				    kinds[k].name, wanted[w]);
		}
		close(fd);
	}
}

/* How much fits into a socket in pieces of a size; the largest datagram */
static void dump_unix_capacity(void)
{
	static char bytes[1 << 20];
	long low = 1, high = sizeof(bytes);
	int fds[2];

	for_each_around(i) {
		long sum = 0, n;

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds))
			tap_bail("socketpair: %s", strerror(errno));
		while ((n = write(fds[0], bytes, around[i])) > 0)
			sum += n;
		emit_number(sum, "unix.stream.in_pieces_of.%lu", around[i]);
		close(fds[0]);
		close(fds[1]);
	}
	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds))
		tap_bail("socketpair: %s", strerror(errno));
	while (low + 1 < high) {
		long mid = low + (high - low) / 2;

		if (write(fds[0], bytes, mid) == mid)
			low = mid;
		else
			high = mid;
		while (read(fds[1], bytes, sizeof(bytes)) > 0)
			;
	}
	emit_number(low, "unix.dgram.largest");
	close(fds[0]);
	close(fds[1]);
}

/* The length of the mapping that holds a ring of kernel AIO */
static void dump_aio(void)
{
	static const unsigned int events[] = { 1, 32, 100, 128, 500, 1000, 5000 };

	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		aio_context_t ctx = 0;
		char *text, *line, *s;
		unsigned long begin, end;

		if (syscall(SYS_io_setup, events[i], &ctx)) {
			emit_errno(errno, "aio.%u", events[i]);
			continue;
		}
		text = read_file("/proc/self/maps", NULL);
		for (s = text; s && (line = strsep(&s, "\n"));)
			if (strstr(line, "[aio]") && sscanf(line, "%lx-%lx", &begin, &end) == 2)
				emit_number(end - begin, "aio.%u", events[i]);
		free(text);
		syscall(SYS_io_destroy, ctx);
	}
}

static void dump_io_uring(void)
{
	static const unsigned int entries[] = { 1, 8, 64, 500, 4096, 32768 };
	static char area[512 * 1024] __attribute__((aligned(65536)));

	for (size_t i = 0; i < ARRAY_SIZE(entries); i++) {
		struct io_uring_params p = {};
		int fd = syscall(SYS_io_uring_setup, entries[i], &p);
		char value[256];

		if (fd < 0) {
			emit_errno(errno, "io_uring.%u", entries[i]);
			continue;
		}
		snprintf(value, sizeof(value), "%u %u %#x %u %u %u", p.sq_entries, p.cq_entries,
			 p.features, p.sq_off.array, p.cq_off.cqes, p.cq_off.overflow);
		emit(value, "io_uring.%u", entries[i]);
		for_each_around(a) {
			void *m = mmap(NULL, around[a], PROT_READ, MAP_SHARED, fd,
				       IORING_OFF_SQ_RING);

			emit_errno(m == MAP_FAILED ? errno : 0, "io_uring.%u.mmap.%lu",
				   entries[i], around[a]);
			if (m != MAP_FAILED)
				munmap(m, around[a]);
		}
		/* A ring of buffers has to begin at a page; 22 is its opcode */
		for_each_around(a) {
			struct {
				uint64_t ring_addr;
				uint32_t ring_entries;
				uint16_t bgid, flags;
				uint64_t resv[3];
			} reg = { (uintptr_t)area + around[a] % 262144, 16, a, 0, {} };

			if (i)
				break;
			emit_errno(syscall(SYS_io_uring_register, fd, 22, &reg, 1) ? errno : 0,
				   "io_uring.buffer_ring.%lu", around[a]);
		}
		close(fd);
	}
}

static void dump_bpf(void)
{
	for_each_around(i) {
		union bpf_attr attr = {
			.map_type = BPF_MAP_TYPE_RINGBUF, .max_entries = around[i],
		};
		int fd = syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr));
		void *p;

		emit_errno(fd < 0 ? errno : 0, "bpf.ringbuf.%lu", around[i]);
		if (fd < 0)
			continue;
		/* Positions of consumer and producer have a page each */
		for (int page = 0; page < 4; page++) {
			p = mmap(NULL, page_size(), PROT_READ, MAP_SHARED, fd,
				 page * (long)page_size());
			emit_errno(p == MAP_FAILED ? errno : 0, "bpf.ringbuf.%lu.page.%d",
				   around[i], page);
			if (p != MAP_FAILED)
				munmap(p, page_size());
		}
		close(fd);
	}
	for_each_around(i) {
		union bpf_attr attr = {
			.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8,
			.max_entries = 600, .map_flags = BPF_F_MMAPABLE,
		};
		int fd = syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr));
		void *p = fd < 0 ? MAP_FAILED :
				   mmap(NULL, around[i], PROT_READ, MAP_SHARED, fd, 0);

		emit_errno(p == MAP_FAILED ? errno : 0, "bpf.array.mmap.%lu", around[i]);
		if (p != MAP_FAILED)
			munmap(p, around[i]);
		close(fd);
	}
}

static void dump_perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY, .disabled = 1,
	};

	for (unsigned int data = 0; data <= 8; data++) {
		for (int size = 0; size < NR_SIZES; size++) {
			int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
			size_t len = (1 + data) * sizes[size];
			void *p = fd < 0 ? MAP_FAILED :
					   mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED,
						fd, 0);

			emit_errno(p == MAP_FAILED ? errno : 0, "perf.mmap.%u*%lu", 1 + data,
				   sizes[size]);
			if (p != MAP_FAILED && !data)
				emit_number(((struct perf_event_mmap_page *)p)->data_offset,
					    "perf.data_offset.%lu", sizes[size]);
			if (p != MAP_FAILED)
				munmap(p, len);
			if (fd >= 0)
				close(fd);
		}
	}
}

static void dump_userfaultfd(void)
{
	static char area[512 * 1024] __attribute__((aligned(65536)));
	struct uffdio_api api = { .api = UFFD_API };
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api)) {
		emit_errno(errno, "userfaultfd");
		return;
	}
	emit_number(api.features, "userfaultfd.features");
	emit_number(api.ioctls, "userfaultfd.ioctls");
	for_each_around(i) {
		struct uffdio_register reg = {
			.range = { (uintptr_t)area, around[i] % 262145 },
			.mode = UFFDIO_REGISTER_MODE_MISSING,
		};
		struct uffdio_zeropage zero = {
			.range = { (uintptr_t)area, around[i] % 262145 },
		};

		emit_errno(ioctl(fd, UFFDIO_REGISTER, &reg) ? errno : 0,
			   "userfaultfd.register.%lu", around[i]);
		emit_errno(ioctl(fd, UFFDIO_ZEROPAGE, &zero) ? errno : 0,
			   "userfaultfd.zeropage.%lu", around[i]);
	}
	close(fd);
}

static void dump_packet(void)
{
	for_each_around(i) {
		struct tpacket_req req = {
			.tp_block_size = around[i], .tp_block_nr = 1, .tp_frame_size = 2048,
			.tp_frame_nr = around[i] / 2048,
		};
		int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

		emit_errno(fd < 0 || setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &req,
						sizeof(req)) ? errno : 0,
			   "packet.ring.%lu", around[i]);
		if (fd >= 0)
			close(fd);
	}
}

/* Blocks of a sparse file in memory */
static void dump_tmpfs(void)
{
	int fd = memfd_create("dump", MFD_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	for_each_around(i) {
		if (ftruncate(fd, 0) || pwrite(fd, "x", 1, around[i]) != 1 || fstat(fd, &st))
			tap_bail("memfd: %s", strerror(errno));
		emit_number(st.st_blocks, "tmpfs.blocks.%lu", around[i]);
		emit_number(st.st_blksize, "tmpfs.blksize.%lu", around[i]);
		emit_number(lseek(fd, 0, SEEK_DATA), "tmpfs.data.%lu", around[i]);
		emit_errno(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
				     around[i]) ? errno : 0, "tmpfs.punch.%lu", around[i]);
		fstat(fd, &st);
		emit_number(st.st_blocks, "tmpfs.blocks_left.%lu", around[i]);
	}
	close(fd);
}

/* Block sizes of what is mounted; how large, where memory says it */
static void dump_statfs(void)
{
	char *text = read_file("/proc/mounts", NULL), *s, *line;

	for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
		char where[128], type[32], value[128];
		struct statfs fs;

		if (sscanf(line, "%*s %127s %31s", where, type) != 2 || statfs(where, &fs))
			continue;
		snprintf(value, sizeof(value), "%#lx %ld %ld %ld", (long)fs.f_type,
			 (long)fs.f_bsize, (long)fs.f_frsize, (long)fs.f_namelen);
		emit(value, "statfs.%s.%s", type, where);
		snprintf(value, sizeof(value), "%ld", (long)fs.f_blocks);
		emit_memory(value, "statfs.%s.%s.blocks", type, where);
	}
	free(text);
}

static void dump_hugetlbfs(void)
{
	static const char * const options[] = {
		"", "pagesize=64K", "pagesize=2M", "pagesize=32M", "pagesize=512M",
		"pagesize=1G", "pagesize=16G", "pagesize=4K",
	};
	const char *where = "/tmp/hugetlbfs";

	mkdir(where, 0700);
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		struct statfs fs;

		if (mount("none", where, "hugetlbfs", 0, options[i])) {
			emit_errno(errno, "hugetlbfs.%s", options[i]);
			continue;
		}
		if (!statfs(where, &fs))
			emit_number(fs.f_bsize, "hugetlbfs.%s", options[i]);
		umount(where);
	}
	rmdir(where);
}

/* A control group: its files, and what limits are rounded to */
static void dump_cgroup(void)
{
	const char *group = "/sys/fs/cgroup/dump";
	static const char * const limits[] = { "memory.max", "memory.high", "memory.low" };
	struct dirent **names = NULL;
	char path[512], text[32];
	int n;

	write_file("/sys/fs/cgroup/cgroup.subtree_control", "+memory");
	write_file("/sys/fs/cgroup/cgroup.subtree_control", "+hugetlb");
	write_file("/sys/fs/cgroup/cgroup.subtree_control", "+pids");
	if (mkdir(group, 0755)) {
		emit_errno(errno, "cgroup");
		return;
	}
	n = scandir(group, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		emit("", "cgroup.%s", names[i]->d_name);
		if (strstr(names[i]->d_name, ".max") || strstr(names[i]->d_name, ".high")) {
			char *line;

			snprintf(path, sizeof(path), "%s/%s", group, names[i]->d_name);
			line = read_line(path);
			emit(line ? line : "?", "cgroup.%s.value", names[i]->d_name);
			free(line);
		}
		free(names[i]);
	}
	free(names);
	for (size_t l = 0; l < ARRAY_SIZE(limits); l++) {
		snprintf(path, sizeof(path), "%s/%s", group, limits[l]);
		for_each_around(i) {
			char *got;

			snprintf(text, sizeof(text), "%lu", around[i] + 100);
			write_file(path, text);
			got = read_line(path);
			emit(got ? got : "?", "cgroup.%s.%lu", limits[l], around[i] + 100);
			free(got);
		}
	}
	rmdir(group);
}

/* Block sizes that a loop device takes */
static void dump_loop(void)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC), n, file, fd;
	char name[32];

	n = control < 0 ? -1 : ioctl(control, LOOP_CTL_GET_FREE);
	snprintf(name, sizeof(name), "/dev/loop%d", n);
	file = memfd_create("loop", MFD_CLOEXEC);
	fd = open(name, O_RDWR | O_CLOEXEC);
	if (n < 0 || fd < 0 || ftruncate(file, 1 << 20) || ioctl(fd, LOOP_SET_FD, file)) {
		emit_errno(errno, "loop");
		return;
	}
	for (unsigned long size = 256; size <= 262144; size *= 2)
		emit_errno(ioctl(fd, LOOP_SET_BLOCK_SIZE, size) ? errno : 0,
			   "loop.block_size.%lu", size);
	ioctl(fd, LOOP_CLR_FD);
	close(fd);
	close(file);
	close(control);
}

static void dump_tracing(void)
{
	static const char * const files[] = {
		"events/header_page", "events/header_event", "buffer_subbuf_size_kb",
		"buffer_size_kb", "buffer_total_size_kb", "saved_cmdlines_size",
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		char path[128], *text;

		snprintf(path, sizeof(path), "/sys/kernel/tracing/%s", files[i]);
		text = read_file(path, NULL);
		emit(text ? text : "?", "tracing.%s", files[i]);
		free(text);
	}
}

/* One entry of 8 bytes for each page of the address space */
static void dump_pagemap(void)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t entry[2];

	if (fd < 0 || p == MAP_FAILED)
		return;
	madvise(p, 1 << 20, MADV_NOHUGEPAGE);
	p[512 * 1024] = 1;
	for (int i = 0; i < NR_SIZES; i++) {
		off_t at = (unsigned long)(p + 512 * 1024) / sizes[i] * 8;
		ssize_t n = pread(fd, entry, sizeof(entry), at);

		/* Present, and its neighbour is not */
		emit_number(n == sizeof(entry) && entry[0] >> 63 && !(entry[1] >> 63),
			    "pagemap.%lu", sizes[i]);
	}
	munmap(p, 1 << 20);
	close(fd);
}

void dump_objects(void)
{
	dump_exec();
	dump_programs();
	dump_pipe();
	dump_sockets();
	dump_unix_capacity();
	dump_aio();
	dump_io_uring();
	dump_bpf();
	dump_perf();
	dump_userfaultfd();
	dump_packet();
	dump_tmpfs();
	dump_statfs();
	dump_hugetlbfs();
	dump_cgroup();
	dump_loop();
	dump_tracing();
	dump_pagemap();
}
