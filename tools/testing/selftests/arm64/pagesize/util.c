// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sizes, small files, kernel log: see util.h.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util.h"

const unsigned long sizes[NR_SIZES] = { 4096, 16384, 65536 };

static const char * const names[NR_SIZES] = { "4K", "16K", "64K" };

unsigned long page_size(void)
{
	return getauxval(AT_PAGESZ);
}

int size_index(unsigned long size)
{
	for (int i = 0; i < NR_SIZES; i++)
		if (sizes[i] == size)
			return i;
	return -1;
}

unsigned long parse_size(const char *s)
{
	char *end;
	unsigned long n = strtoul(s, &end, 10);

	if (!strcasecmp(end, "k"))
		n *= 1024;
	else if (*end)
		return 0;
	return size_index(n) < 0 ? 0 : n;
}

const char *size_name(unsigned long size)
{
	int i = size_index(size);

	return i < 0 ? "?" : names[i];
}

unsigned long expected_size(const char *arg)
{
	unsigned long size;

	if (!arg)
		arg = getenv("pagesize_expect");
	if (!arg || !*arg)
		return 0;
	size = parse_size(arg);
	if (!size)
		tap_bail("%s is no page size", arg);
	return size;
}

char *read_file(const char *path, size_t *len)
{
	size_t size = 4096, used = 0;
	char *buf, *bigger;
	ssize_t n;
	int fd, err;

	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	buf = malloc(size + 1);
	while (buf) {
		n = read(fd, buf + used, size - used);
		if (n <= 0)
			break;
		used += n;
		if (used < size)
			continue;
		size *= 2;
		bigger = realloc(buf, size + 1);
		if (!bigger)
			free(buf);
		buf = bigger;
		n = -1;
		errno = ENOMEM;
	}
	err = errno;
	close(fd);
	errno = err;
	if (!buf)
		return NULL;
	if (n < 0) {
		free(buf);
		errno = err;
		return NULL;
	}
	buf[used] = '\0';
	if (len)
		*len = used;
	return buf;
}

char *read_line(const char *path)
{
	char *s = read_file(path, NULL);

	if (s)
		s[strcspn(s, "\n")] = '\0';
	return s;
}

int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

long read_field(const char *path, const char *key)
{
	char *text = read_file(path, NULL);
	size_t len = strlen(key);
	long value = -1;

	for (char *p = text; p && *p; p = strchr(p, '\n')) {
		if (*p == '\n')
			p++;
		if (!strncmp(p, key, len) && p[len] == ':') {
			value = strtol(p + len + 1, NULL, 0);
			break;
		}
	}
	free(text);
	return value;
}

char *kernel_log_line(const char *prefix, unsigned int nth)
{
	char record[8192], *text, *line = NULL;
	ssize_t n;
	int fd;

	fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	/* Each read gives one record; EPIPE says that older ones are gone */
	while (!line) {
		n = read(fd, record, sizeof(record) - 1);
		if (n < 0 && errno == EPIPE)
			continue;
		if (n <= 0)
			break;
		record[n] = '\0';
		text = strchr(record, ';');
		if (!text || strncmp(text + 1, prefix, strlen(prefix)) || nth--)
			continue;
		text[1 + strcspn(text + 1, "\n")] = '\0';
		line = strdup(text + 1);
	}
	close(fd);
	return line;
}

unsigned int kernel_log_lines(const char *prefix)
{
	unsigned int n = 0;
	char *line;

	while ((line = kernel_log_line(prefix, n))) {
		free(line);
		n++;
	}
	return n;
}

int user_va_bits(void)
{
	static const int bits[] = { 52, 48, 47, 42, 39, 36 };
	unsigned long page = page_size();

	for (size_t i = 0; i < ARRAY_SIZE(bits); i++) {
		void *want = (void *)((1UL << bits[i]) / 2 + (1UL << bits[i]) / 4);
		void *got = mmap(want, page, PROT_NONE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
				 MAP_FIXED_NOREPLACE, -1, 0);

		if (got == want) {
			munmap(got, page);
			return bits[i];
		}
		if (got == MAP_FAILED && errno == EEXIST)
			return bits[i];
		if (got != MAP_FAILED)
			munmap(got, page);
	}
	return 0;
}

int table_levels(unsigned long page, int va_bits)
{
	int shift = __builtin_ctzl(page);
	int per_level = shift - 3;

	return (va_bits - shift + per_level - 1) / per_level;
}
