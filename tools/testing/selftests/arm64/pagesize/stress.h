/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_STRESS_H
#define PAGESIZE_STRESS_H

/*
 * @ops random operations (from @seed) on mappings of @page bytes each,
 * verified against a model; one TAP result.
 */
void test_mappings(unsigned long page, unsigned long ops, unsigned long seed);

#endif /* PAGESIZE_STRESS_H */
