// SPDX-License-Identifier: GPL-2.0-only
/*
 * Page size in a module: storage that is sized and aligned by it, mappings,
 * and the value of each macro, for user space to judge.
 *
 *	/sys/kernel/debug/pagesize_modtest/values	"NAME number", one a line
 *	/sys/kernel/debug/pagesize_modtest/checks	"NAME ok|failed"
 *	/dev/pagesize_modtest				mmap(): page N begins with N
 *
 * Builds for kernels with one page size and for those that choose it at boot.
 */
#include <linux/debugfs.h>
#include <linux/gfp.h>
#include <linux/hugetlb.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/pfn.h>
#include <linux/pipe_fs_i.h>
#include <linux/seq_file.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <asm/elf.h>
#include <asm/shmparam.h>

#ifndef PAGE_SIZE_MAX
#define PAGE_SIZE_MAX	PAGE_SIZE
#endif
#ifndef PAGE_SIZE_MIN
#define PAGE_SIZE_MIN	PAGE_SIZE
#endif

#define NR_MAPPED	8

static bool splat;
module_param(splat, bool, 0444);
MODULE_PARM_DESC(splat, "WARN() once, to test who looks for that");

/* Storage that is sized for the largest page */
static u8 in_bss[2][PAGE_SIZE_MAX];
static u8 in_data[PAGE_SIZE_MAX] = { 0x5a };
static u8 aligned_bss[PAGE_SIZE_MAX] __page_aligned_bss;
static u8 aligned_data[PAGE_SIZE_MAX] __page_aligned_data = { 0xa5 };
static const u8 in_rodata[PAGE_SIZE_MAX] = { [PAGE_SIZE_MIN - 1] = 0x77 };
static u8 for_init[PAGE_SIZE_MAX] __initdata = { [PAGE_SIZE_MIN - 1] = 0x42 };

struct per_cpu_things {
	unsigned long page_size;
	unsigned long offset;
	u8 bytes[PAGE_SIZE_MIN / 16];
};

static DEFINE_PER_CPU(struct per_cpu_things, things);

/* An operand for the macros: three pages of 64K and a bit */
static unsigned long operand = 0x34567;

static struct dentry *folder;
static void *shared;		/* what user space may map */

struct check {
	const char *name;
	bool ok;
};

static struct check checks[16];
static unsigned int nr_checks;

static void check(const char *name, bool ok)
{
	if (WARN_ON_ONCE(nr_checks == ARRAY_SIZE(checks)))
		return;
	checks[nr_checks++] = (struct check){ .name = name, .ok = ok };
}

/* Not inlined, with arguments that the compiler cannot know */
static noinline unsigned long divide(unsigned long n)
{
	return n / PAGE_SIZE;
}

static noinline unsigned long modulo(unsigned long n)
{
	return n % PAGE_SIZE;
}

static noinline unsigned long round_to_page(unsigned long n)
{
	return DIV_ROUND_UP(n, PAGE_SIZE);
}

/* The places and the contents of static storage */
static bool __init static_storage_is_right(void)
{
	size_t i;

	for (i = 0; i < PAGE_SIZE; i++) {
		if (in_bss[0][i] || in_bss[1][i] || aligned_bss[i])
			return false;
		in_bss[0][i] = i;
		in_bss[1][i] = ~i;
		aligned_bss[i] = i / 3;
	}
	for (i = 0; i < PAGE_SIZE; i++)
		if (in_bss[0][i] != (u8)i || in_bss[1][i] != (u8)~i ||
		    aligned_bss[i] != (u8)(i / 3) ||
		    in_data[i] != (i ? 0 : 0x5a) || aligned_data[i] != (i ? 0 : 0xa5) ||
		    in_rodata[i] != (i == PAGE_SIZE_MIN - 1 ? 0x77 : 0))
			return false;
	return for_init[PAGE_SIZE_MIN - 1] == 0x42;
}

static bool __init per_cpu_is_right(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct per_cpu_things *t = per_cpu_ptr(&things, cpu);

		if (t->page_size || t->bytes[0])
			return false;
		t->page_size = PAGE_SIZE;
		t->offset = offset_in_page(cpu + PAGE_SIZE + 5);
		memset(t->bytes, cpu + 1, sizeof(t->bytes));
	}
	for_each_possible_cpu(cpu) {
		struct per_cpu_things *t = per_cpu_ptr(&things, cpu);

		if (t->page_size != PAGE_SIZE || t->offset != cpu + 5 ||
		    memchr_inv(t->bytes, cpu + 1, sizeof(t->bytes)))
			return false;
	}
	return true;
}

/* Pages that lie anywhere in memory, seen side by side */
static bool __init vmap_is_right(void)
{
	struct page *pages[NR_MAPPED] = {};
	bool right = false;
	u64 *map;
	int i;

	for (i = 0; i < NR_MAPPED; i++) {
		pages[i] = alloc_page(GFP_KERNEL);
		if (!pages[i])
			goto out;
	}
	map = vmap(pages, NR_MAPPED, VM_MAP, PAGE_KERNEL);
	if (!map)
		goto out;
	for (i = 0; i < NR_MAPPED * PAGE_SIZE / sizeof(*map); i++)
		map[i] = i * 0x9e3779b97f4a7c15;
	right = true;
	for (i = 0; i < NR_MAPPED; i++) {
		u64 *page = page_address(pages[i]);
		int first = i * PAGE_SIZE / sizeof(*map);
		int last = PAGE_SIZE / sizeof(*map) - 1;

		right &= page[0] == first * 0x9e3779b97f4a7c15;
		right &= page[last] == (first + last) * 0x9e3779b97f4a7c15;
		right &= vmalloc_to_page((void *)map + i * PAGE_SIZE) == pages[i];
		right &= vmalloc_to_page((void *)map + (i + 1) * PAGE_SIZE - 1) == pages[i];
	}
	vunmap(map);
out:
	for (i = 0; i < NR_MAPPED; i++)
		if (pages[i])
			__free_page(pages[i]);
	return right;
}

static bool __init allocations_are_right(void)
{
	unsigned long pages = __get_free_pages(GFP_KERNEL, get_order(3 * PAGE_SIZE));
	void *one = kmalloc(PAGE_SIZE, GFP_KERNEL);
	void *much = kmalloc(3 * PAGE_SIZE, GFP_KERNEL);
	void *exact = alloc_pages_exact(3 * PAGE_SIZE, GFP_KERNEL);
	bool right = pages && one && much && exact;

	/* kmalloc() of a power of two is aligned to it */
	right &= IS_ALIGNED(pages, 4 * PAGE_SIZE) && PAGE_ALIGNED(one) && PAGE_ALIGNED(exact);
	right &= get_order(3 * PAGE_SIZE) == 2 && get_order(PAGE_SIZE + 1) == 1 &&
		 get_order(PAGE_SIZE) == 0;
	right &= !one || ksize(one) == PAGE_SIZE;
	right &= !much || ksize(much) == 4 * PAGE_SIZE;
	if (right) {
		memset((void *)pages, 1, 4 * PAGE_SIZE);
		memset(one, 2, PAGE_SIZE);
		memset(much, 3, 3 * PAGE_SIZE);
		memset(exact, 4, 3 * PAGE_SIZE);
		right &= !memchr_inv((void *)pages, 1, 4 * PAGE_SIZE) &&
			 !memchr_inv(one, 2, PAGE_SIZE) && !memchr_inv(much, 3, 3 * PAGE_SIZE);
	}
	free_pages_exact(exact, exact ? 3 * PAGE_SIZE : 0);
	kfree(much);
	kfree(one);
	free_pages(pages, get_order(3 * PAGE_SIZE));
	return right;
}

/* There and back: address, page, page frame number */
static bool __init conversions_are_right(void)
{
	void *p = (void *)__get_free_pages(GFP_KERNEL, 2);
	struct page *page;
	bool right = true;
	int i;

	if (!p)
		return false;
	page = virt_to_page(p);
	for (i = 0; i < 4; i++) {
		void *at = p + i * PAGE_SIZE;

		right &= virt_to_page(at) == page + i;
		right &= virt_to_page(at + PAGE_SIZE - 1) == page + i;
		right &= page_address(page + i) == at;
		right &= page_to_pfn(page + i) == page_to_pfn(page) + i;
		right &= pfn_to_page(PHYS_PFN(virt_to_phys(at))) == page + i;
		right &= page_to_phys(page + i) == virt_to_phys(at);
		right &= phys_to_virt(PFN_PHYS(page_to_pfn(page + i))) == at;
	}
	free_pages((unsigned long)p, 2);
	return right;
}

#define SKB_SHARED	SKB_DATA_ALIGN(sizeof(struct skb_shared_info))

#define VALUE(expression) \
	seq_printf(m, "%s %llu\n", #expression, (unsigned long long)(expression))

static int values_show(struct seq_file *m, void *unused)
{
	/* From memory, so that the compiler knows nothing about it */
	unsigned long n = READ_ONCE(operand);
	pte_t pte = pfn_pte(n, PAGE_KERNEL);

	VALUE(PAGE_SHIFT);
	VALUE(PAGE_SIZE);
	VALUE(PAGE_MASK);
	VALUE(~PAGE_MASK);
	VALUE(PAGE_SIZE - 1);
	VALUE(-PAGE_SIZE);
	VALUE(PAGE_SIZE / 2);
	VALUE(PAGE_SIZE * 3);
	VALUE(PAGE_SIZE / sizeof(u64));
	VALUE(8 * PAGE_SIZE);
	VALUE(BITS_PER_LONG - PAGE_SHIFT);
	VALUE(n & PAGE_MASK);
	VALUE(n & ~PAGE_MASK);
	VALUE(n >> PAGE_SHIFT);
	VALUE(n << PAGE_SHIFT);
	VALUE(n + PAGE_SIZE);
	VALUE(n - PAGE_SIZE);
	VALUE(n | (PAGE_SIZE - 1));
	VALUE(divide(n));
	VALUE(modulo(n));
	VALUE(round_to_page(n));
	VALUE(PAGE_ALIGN(n));
	VALUE(PAGE_ALIGN_DOWN(n));
	VALUE(PAGE_ALIGNED(n));
	VALUE(offset_in_page(n));
	VALUE(PFN_UP(n));
	VALUE(PFN_DOWN(n));
	VALUE(PFN_PHYS(n));
	VALUE(PFN_ALIGN(n));
	VALUE(pte_pfn(pte));
	VALUE(PMD_SHIFT);
	VALUE(PMD_SIZE);
	VALUE(PMD_MASK);
	VALUE(PUD_SHIFT);
	VALUE(PUD_SIZE);
	VALUE(PUD_MASK);
	VALUE(P4D_SHIFT);
	VALUE(P4D_SIZE);
	VALUE(PGDIR_SHIFT);
	VALUE(PGDIR_SIZE);
	VALUE(PGDIR_MASK);
	VALUE(PTRS_PER_PTE);
	VALUE(PTRS_PER_PMD);
	VALUE(PTRS_PER_PUD);
	VALUE(PTRS_PER_P4D);
	VALUE(PTRS_PER_PGD);
	VALUE(pte_index(n));
	VALUE(pmd_index(n << 16));
	VALUE(pgd_index(n << 28));
	VALUE(pmd_addr_end(n, n + PMD_SIZE));
	VALUE(CONT_PTE_SHIFT);
	VALUE(CONT_PTES);
	VALUE(CONT_PTE_SIZE);
	VALUE(CONT_PTE_MASK);
	VALUE(CONT_PMD_SHIFT);
	VALUE(CONT_PMDS);
	VALUE(CONT_PMD_SIZE);
	VALUE(CONT_PMD_MASK);
	VALUE(MAX_PAGE_ORDER);
	VALUE(NR_PAGE_ORDERS);
	VALUE(MAX_ORDER_NR_PAGES);
	VALUE(pageblock_order);
	VALUE(pageblock_nr_pages);
	VALUE(SECTION_SIZE_BITS);
	VALUE(PFN_SECTION_SHIFT);
	VALUE(PAGES_PER_SECTION);
	VALUE(PAGES_PER_SUBSECTION);
	VALUE(pfn_to_section_nr(n));
	VALUE(THREAD_SIZE);
	VALUE(THREAD_SIZE_ORDER);
	VALUE(HPAGE_PMD_ORDER);
	VALUE(HPAGE_PMD_NR);
	VALUE(HPAGE_PMD_SIZE);
	VALUE(HPAGE_SHIFT);
	VALUE(HPAGE_SIZE);
	VALUE(HUGETLB_PAGE_ORDER);
	VALUE(MAX_PAGECACHE_ORDER);
	VALUE(KMALLOC_SHIFT_HIGH);
	VALUE(KMALLOC_MAX_CACHE_SIZE);
	VALUE(KMALLOC_MAX_SIZE);
	VALUE(get_order(n));
	VALUE(SHMLBA);
	VALUE(ELF_EXEC_PAGESIZE);
	VALUE(STACK_RND_MASK);
	VALUE(SKB_MAX_ORDER(0, 0) + SKB_SHARED);
	VALUE(SKB_MAX_ALLOC + SKB_SHARED);
	VALUE(PIPE_DEF_BUFFERS * PAGE_SIZE);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(values);

static int checks_show(struct seq_file *m, void *unused)
{
	for (unsigned int i = 0; i < nr_checks; i++)
		seq_printf(m, "%s %s\n", checks[i].name, checks[i].ok ? "ok" : "failed");
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(checks);

static int modtest_mmap(struct file *file, struct vm_area_struct *vma)
{
	return remap_vmalloc_range(vma, shared, vma->vm_pgoff);
}

static const struct file_operations modtest_fops = {
	.owner	= THIS_MODULE,
	.mmap	= modtest_mmap,
};

static struct miscdevice modtest_misc = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "pagesize_modtest",
	.fops	= &modtest_fops,
};

static int __init modtest_init(void)
{
	int i, err;

	WARN(splat, "pagesize_modtest: asked for a warning");

	check("static storage", static_storage_is_right());
	check("alignment of static storage", PAGE_ALIGNED(aligned_bss) &&
	      PAGE_ALIGNED(aligned_data));
	check("per-CPU data", per_cpu_is_right());
	check("vmap", vmap_is_right());
	check("allocations", allocations_are_right());
	check("conversions", conversions_are_right());

	shared = vmalloc_user(NR_MAPPED * PAGE_SIZE);
	if (!shared)
		return -ENOMEM;
	for (i = 0; i < NR_MAPPED; i++)
		*(u64 *)(shared + i * PAGE_SIZE) = i;
	err = misc_register(&modtest_misc);
	if (err) {
		vfree(shared);
		return err;
	}
	folder = debugfs_create_dir("pagesize_modtest", NULL);
	debugfs_create_file("values", 0444, folder, NULL, &values_fops);
	debugfs_create_file("checks", 0444, folder, NULL, &checks_fops);
	return 0;
}
module_init(modtest_init);

static void __exit modtest_exit(void)
{
	debugfs_remove(folder);
	misc_deregister(&modtest_misc);
	vfree(shared);
}
module_exit(modtest_exit);

MODULE_DESCRIPTION("Page size as a module sees it");
MODULE_LICENSE("GPL");
