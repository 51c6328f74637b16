// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which programs run: images made on the spot, of 64 and of 32 bits, with
 * segments at various distances from what their alignment should be.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "dump.h"
#include "util.h"

enum { TEXT = 0x400000, DATA_OFFSET = 0x1000 };

/* exit(42) and pause() as machine code */
static const unsigned int exit64[] = {
	0xd2800540,	/* mov x0, #42 */
	0xd2800ba8,	/* mov x8, #93 */
	0xd4000001,	/* svc #0 */
};

static const unsigned int exit32[] = {
	0xe3a0002a,	/* mov r0, #42 */
	0xe3a07001,	/* mov r7, #1 */
	0xef000000,	/* svc #0 */
};

static const unsigned int pause32[] = {
	0xe3a0701d,	/* mov r7, #29 */
	0xef000000,	/* svc #0 */
	0xeafffffc,	/* b to the first one */
};

/* The parts of an image that are the same with 64 and 32 bits, but for the types */
#define HEADER(bits, machine)							\
	.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS##bits, ELFDATA2LSB, EV_CURRENT }, \
	.e_type = ET_EXEC, .e_machine = (machine), .e_version = EV_CURRENT,	\
	.e_phoff = sizeof(Elf##bits##_Ehdr), .e_ehsize = sizeof(Elf##bits##_Ehdr), \
	.e_phentsize = sizeof(Elf##bits##_Phdr), .e_phnum = 2

/* Text at TEXT from the begin of the file, data at @data from DATA_OFFSET */
#define SEGMENTS(len, data)							\
	{ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = TEXT,		\
	  .p_filesz = (len), .p_memsz = (len), .p_align = 4096 },		\
	{ .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_offset = DATA_OFFSET,	\
	  .p_vaddr = (data), .p_filesz = 64, .p_memsz = 128, .p_align = 4096 }

static int image_fd(const void *image, size_t len)
{
	int fd = memfd_create("program", MFD_CLOEXEC);

	if (fd < 0 || write(fd, image, len) != (ssize_t)len || ftruncate(fd, 2 * DATA_OFFSET))
		tap_bail("memfd: %s", strerror(errno));
	return fd;
}

static int make64(unsigned long data)
{
	struct {
		Elf64_Ehdr eh;
		Elf64_Phdr ph[2];
		unsigned int code[3];
	} image = {
		.eh = { HEADER(64, EM_AARCH64) },
		.ph = { SEGMENTS(sizeof(image), data) },
	};

	image.eh.e_entry = TEXT + ((char *)image.code - (char *)&image);
	memcpy(image.code, exit64, sizeof(exit64));
	return image_fd(&image, sizeof(image));
}

static int make32(const unsigned int *code, unsigned int data)
{
	struct {
		Elf32_Ehdr eh;
		Elf32_Phdr ph[2];
		unsigned int code[3];
	} image = {
		.eh = { HEADER(32, EM_ARM), .e_flags = EF_ARM_EABI_VER5 },
		.ph = { SEGMENTS(sizeof(image), data) },
	};

	image.eh.e_entry = TEXT + ((char *)image.code - (char *)&image);
	memcpy(image.code, code, sizeof(image.code));
	return image_fd(&image, sizeof(image));
}

/* Starts it; the child tells through a pipe if execve() fails. 0 or errno. */
static int start(int fd, pid_t *pid)
{
	char *argv[] = { "program", NULL }, *envp[] = { NULL };
	int fds[2], err = 0;

	if (pipe2(fds, O_CLOEXEC))
		tap_bail("pipe: %s", strerror(errno));
	fflush(stdout);
	*pid = fork();
	if (!*pid) {
		syscall(SYS_execveat, fd, "", argv, envp, AT_EMPTY_PATH);
		err = errno;
		_exit(write(fds[1], &err, sizeof(err)) != sizeof(err));
	}
	close(fds[1]);
	if (read(fds[0], &err, sizeof(err)) != sizeof(err))
		err = 0;
	close(fds[0]);
	return err;
}

static void run(int fd, const char *key, unsigned long data)
{
	char value[64];
	int status, err;
	pid_t pid;

	err = start(fd, &pid);
	if (waitpid(pid, &status, 0) != pid)
		tap_bail("waitpid: %s", strerror(errno));
	if (err)
		snprintf(value, sizeof(value), "%s", errno_name(err));
	else if (WIFSIGNALED(status))
		snprintf(value, sizeof(value), "signal %d", WTERMSIG(status));
	else
		snprintf(value, sizeof(value), "exit %d", WEXITSTATUS(status));
	emit(value, "%s.%#lx", key, data);
	close(fd);
}

/* What the kernel maps into a program of 32 bits */
static void dump_maps32(void)
{
	int fd = make32(pause32, 0x511000);
	char path[64], *text, *s, *line;
	pid_t pid;

	if (!start(fd, &pid)) {
		/* The pipe is closed before the program is in place: wait */
		struct timespec t = { .tv_nsec = 100000000 };

		nanosleep(&t, NULL);
		snprintf(path, sizeof(path), "/proc/%d/maps", pid);
		text = read_file(path, NULL);
		for (s = text; s && (line = strsep(&s, "\n")) && *line;) {
			unsigned long begin, end;
			char perms[8], name[64] = "", value[64];

			if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %63s", &begin, &end, perms,
				   name) == 4 && *name == '[') {
				snprintf(value, sizeof(value), "%s %lu", perms, end - begin);
				emit(value, "program32.maps.%s", name);
			}
		}
		free(text);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
}

void dump_programs(void)
{
	static const unsigned long places[] = {
		0x401000, 0x404000, 0x405000, 0x410000, 0x411000, 0x412000, 0x415000, 0x511000,
	};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		run(make64(places[i]), "program64", places[i]);
		run(make32(exit32, places[i]), "program32", places[i]);
	}
	dump_maps32();
}
