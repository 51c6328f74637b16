// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the linear map is mapped, for /proc/meminfo: kilobytes in pages, in blocks, and
 * in contiguous ranges of either. What sizes there are follows from the page size.
 *
 * The linear map changes with memory hotplug only, so it is counted then and not
 * when somebody reads the file, who would have to wait for the hotplug lock.
 */
#include <linux/init.h>
#include <linux/memblock.h>
#include <linux/memory_hotplug.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/pagewalk.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/set_memory.h>
#include <linux/sizes.h>

#include <asm/direct-map.h>
#include <asm/pgtable.h>

/* In ascending order at each page size */
enum {
	MAPPED_PTE,
	MAPPED_CONT_PTE,
	MAPPED_PMD,
	MAPPED_CONT_PMD,
	MAPPED_PUD,
	MAPPED_NR
};

static unsigned long mapped[MAPPED_NR];	/* bytes */

static int count_pud(pud_t *pudp, unsigned long addr, unsigned long next,
		     struct mm_walk *walk)
{
	unsigned long *bytes = walk->private;

	if (pud_leaf(READ_ONCE(*pudp))) {
		bytes[MAPPED_PUD] += next - addr;
		walk->action = ACTION_CONTINUE;
	}
	return 0;
}

/*
 * A linear map in pages has 512K tables of them in each terabyte. They need not be
 * read: a table has no holes if its range is within one region of memory.
 */
static bool all_in_pages(unsigned long addr, unsigned long next)
{
	return can_set_direct_map() && next - addr == PMD_SIZE &&
	       memblock_is_region_memory(__pa(addr), PMD_SIZE) &&
	       memblock_is_map_memory(__pa(addr));
}

static int count_pmd(pmd_t *pmdp, unsigned long addr, unsigned long next,
		     struct mm_walk *walk)
{
	unsigned long *bytes = walk->private;
	pmd_t pmd = READ_ONCE(*pmdp);

	if (pmd_none(pmd))
		return 0;

	if (pmd_leaf(pmd))
		bytes[pmd_cont(pmd) ? MAPPED_CONT_PMD : MAPPED_PMD] += next - addr;
	else if (all_in_pages(addr, next))
		bytes[MAPPED_PTE] += next - addr;
	else
		return 0;

	walk->action = ACTION_CONTINUE;
	return 0;
}

/* A page that is not valid just now (set_direct_map_invalid_noflush()) counts, too. */
static int count_pte(pte_t *ptep, unsigned long addr, unsigned long next,
		     struct mm_walk *walk)
{
	unsigned long *bytes = walk->private;
	pte_t pte = __ptep_get(ptep);

	if (!pte_none(pte))
		bytes[pte_cont(pte) ? MAPPED_CONT_PTE : MAPPED_PTE] += next - addr;
	return 0;
}

static const struct mm_walk_ops count_ops = {
	.pud_entry	= count_pud,
	.pmd_entry	= count_pmd,
	.pte_entry	= count_pte,
	.walk_lock	= PGWALK_RDLOCK,
};

static void count_range(unsigned long start, unsigned long end, unsigned long *bytes)
{
	mmap_read_lock(&init_mm);
	walk_kernel_page_table_range(start, end, &count_ops, NULL, bytes);
	mmap_read_unlock(&init_mm);
}

/**
 * direct_map_added() - count memory that the linear map has got
 * @start: physical address, in bytes
 * @size: in bytes
 *
 * Context: the memory is mapped; mem_hotplug_lock is held for writing.
 */
void direct_map_added(phys_addr_t start, phys_addr_t size)
{
	unsigned long at = __phys_to_virt(start), bytes[MAPPED_NR] = {};

	count_range(at, at + size, bytes);
	for (int i = 0; i < MAPPED_NR; i++)
		WRITE_ONCE(mapped[i], mapped[i] + bytes[i]);
}

/**
 * direct_map_removed() - discount memory that the linear map is about to lose
 * @start: physical address, in bytes
 * @size: in bytes
 *
 * Context: the memory is still mapped; mem_hotplug_lock is held for writing.
 */
void direct_map_removed(phys_addr_t start, phys_addr_t size)
{
	unsigned long at = __phys_to_virt(start), bytes[MAPPED_NR] = {};

	count_range(at, at + size, bytes);
	for (int i = 0; i < MAPPED_NR; i++)
		WRITE_ONCE(mapped[i], mapped[i] - bytes[i]);
}

static int __init direct_map_init(void)
{
	get_online_mems();
	count_range(PAGE_OFFSET, PAGE_END, mapped);
	put_online_mems();
	return 0;
}
core_initcall(direct_map_init);

static void show_mapped(struct seq_file *m, unsigned long size, int kind)
{
	static const char unit[] = "kMG";
	int i;

	size /= SZ_1K;
	for (i = 0; size >= SZ_1K && unit[i + 1]; i++)
		size /= SZ_1K;
	/* "DirectMap" and the size take 14 columns, as they do on x86. */
	seq_printf(m, "DirectMap%lu%c:%*s%8lu kB\n", size, unit[i],
		   size < 10 ? 4 : size < 100 ? 3 : 2, "", READ_ONCE(mapped[kind]) / SZ_1K);
}

void arch_report_meminfo(struct seq_file *m)
{
	show_mapped(m, PAGE_SIZE, MAPPED_PTE);
	show_mapped(m, CONT_PTE_SIZE, MAPPED_CONT_PTE);
	show_mapped(m, PMD_SIZE, MAPPED_PMD);
	show_mapped(m, CONT_PMD_SIZE, MAPPED_CONT_PMD);
	if (pud_sect_supported())
		show_mapped(m, PUD_SIZE, MAPPED_PUD);
}
