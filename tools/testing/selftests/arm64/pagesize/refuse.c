// SPDX-License-Identifier: GPL-2.0-only
/*
 * refuse WHAT...: what a kernel that chooses its page size at boot does not
 * do yet is refused, with an error and one line in the log, and the system
 * goes on.
 *
 *	kvm			no /dev/kvm, and why, if there is an EL2
 *	kexec			no kernel can be loaded, for reboot or for a crash
 *	hibernate		no image is made; /dev/vda is overwritten, as a
 *				swap area that could take one
 *	compat			no 32-bit program is run, as the kernel's config
 *				has it for this page size
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "refuse.h"
#include "util.h"

void judge_refusal(const char *what, const char *line,
		   int (*call)(unsigned long arg), unsigned long arg)
{
	long before = kernel_log_lines(line);

	tap_is(call(arg), -EOPNOTSUPP, "%s: refused", what);
	tap_is(kernel_log_lines(line) - before, 1, "%s: one line says so", what);
}

/* Without guests, KVM has one line to say */
static void refuse_kvm(void)
{
	char *el = kernel_log_line("CPU: All CPU(s) started at EL", 0);
	bool el2 = el && !strcmp(el + strlen(el) - 3, "EL2");
	unsigned int all = 0, refused = 0;
	char *line, *text;

	if (!el)
		tap_bail("the log does not tell the exception level");
	/* "kvm [PID]: " */
	for (; (line = kernel_log_line("kvm [", all)); all++) {
		text = strstr(line, "]: ");
		refused += text && !strcmp(text, "]: KVM is not supported with "
						 "a page size chosen at boot");
		free(line);
	}
	tap_is(all, 1, "kvm: one line");
	tap_is(refused, el2, "kvm: which says why at EL2");
	tap_ok(access("/sys/class/misc/kvm", F_OK) && access("/dev/kvm", F_OK),
	       "kvm: no device");
	free(el);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "kvm"))
			refuse_kvm();
		else if (!strcmp(argv[i], "kexec"))
			refuse_kexec();
		else if (!strcmp(argv[i], "hibernate"))
			refuse_hibernate("/dev/vda");
		else if (!strcmp(argv[i], "compat"))
			refuse_compat();
		else
			tap_bail("%s: kvm, kexec, hibernate or compat", argv[i]);
	}
	return tap_done();
}
