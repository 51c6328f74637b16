/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_VDSO_H
#define PAGESIZE_VDSO_H

/* Is the clock that the vDSO reads by itself that of the kernel? */
void test_vdso_clock(void);

#endif /* PAGESIZE_VDSO_H */
