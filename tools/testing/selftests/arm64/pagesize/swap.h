/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PAGESIZE_SWAP_H
#define PAGESIZE_SWAP_H

/* Writes a swap area of @len bytes as mkswap would for pages of @page bytes */
void swap_format(int fd, unsigned long len, unsigned long page);

#endif /* PAGESIZE_SWAP_H */
