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

/* Text at TEXT from the begin of the file, data at @data from DATA_OFFSET */
static int make64(unsigned long data)
{
	struct {
		Elf64_Ehdr eh;
		Elf64_Phdr ph[2];
		unsigned int code[3];
	} image = {
		.eh = {
			.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_AARCH64, .e_version = EV_CURRENT,
			.e_phoff = sizeof(Elf64_Ehdr), .e_ehsize = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
		},
		.ph = {
			{ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = TEXT,
			  .p_filesz = sizeof(image), .p_memsz = sizeof(image), .p_align = 4096 },
			{ .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_offset = DATA_OFFSET,
			  .p_vaddr = data, .p_filesz = 64, .p_memsz = 128, .p_align = 4096 },
		},
	};
	int fd = memfd_create("program", MFD_CLOEXEC);

	image.eh.e_entry = TEXT + ((char *)image.code - (char *)&image);
	memcpy(image.code, exit64, sizeof(exit64));
	if (fd < 0 || write(fd, &image, sizeof(image)) != sizeof(image) ||
	    ftruncate(fd, 2 * DATA_OFFSET))
		tap_bail("memfd: %s", strerror(errno));
	return fd;
}

static int make32(const unsigned int *code, unsigned int data)
{
	struct {
		Elf32_Ehdr eh;
		Elf32_Phdr ph[2];
		unsigned int code[3];
	} image = {
		.eh = {
			.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_ARM, .e_version = EV_CURRENT,
			.e_phoff = sizeof(Elf32_Ehdr), .e_ehsize = sizeof(Elf32_Ehdr),
			.e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 2,
			.e_flags = EF_ARM_EABI_VER5,
		},
		.ph = {
			{ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = TEXT,
			  .p_filesz = sizeof(image), .p_memsz = sizeof(image), .p_align = 4096 },
			{ .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_offset = DATA_OFFSET,
			  .p_vaddr = data, .p_filesz = 64, .p_memsz = 128, .p_align = 4096 },
		},
	};
	int fd = memfd_create("program", MFD_CLOEXEC);

	image.eh.e_entry = TEXT + ((char *)image.code - (char *)&image);
	memcpy(image.code, code, sizeof(image.code));
	if (fd < 0 || write(fd, &image, sizeof(image)) != sizeof(image) ||
	    ftruncate(fd, 2 * DATA_OFFSET))
		tap_bail("memfd: %s", strerror(errno));
	return fd;
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
