/* SPDX-License-Identifier: GPL-2.0-only */
/* Host stand-in: the test has the register. */
extern unsigned long long test_ID_AA64MMFR0_EL1;

#define read_cpuid(reg)	test_##reg
