# SPDX-License-Identifier: GPL-2.0-only
#
# Each target is a script of its name in scripts/pagesize/; the variables are
# described in their first lines.

S := scripts/pagesize

help:
	@echo 'setup         install what is missing (as root)'
	@echo 'tree          unpack Linux into build/linux and lay the overlay on it'
	@echo 'save          write what was edited in build/linux back to the overlay'
	@echo 'image         build a kernel: [VARIANT=boot|boot-16k|boot-64k|4k|16k|64k|base-4k|base-16k|base-64k] [DEBUG=1] [LLVM=1] [CONFIG=FILE|DEFCONFIG=NAME]'
	@echo 'menuconfig    edit the config of that kernel'
	@echo 'run           boot it: [PAGESIZE=4k|16k|64k] [CPU=max] [SMP=2] [MEM=2G] [EL2=1] [APPEND="..."]'
	@echo 'gdb           boot it and attach gdb before its first instruction'
	@echo 'bench         measure it against fixed page sizes: [SIZES="4k 16k 64k"] [RUNS=3]'
	@echo 'plot          draw what bench measured: [PAGESIZE=4k|16k|64k]'
	@echo 'profile       by function of the kernel, where it executes more: [PAGESIZE=4k|16k|64k] [TOP=20]'
	@echo 'check-static  is the code of a fixed page size that of unpatched Linux? [PAGES=4k|16k|64k]'
	@echo 'check-cost    does a page size chosen at boot cost more than it may? [PAGESIZE=4k|16k|64k]'
	@echo 'check         what CI runs'
	@echo 'check-all     all tests; those that passed with the same sources are skipped: [ONLY=test]'
	@echo 'clean         remove kernels and results, keep the sources'

setup tree save run gdb bench plot profile check-static check-cost:
	@$(S)/$@

image:
	@$(S)/build

menuconfig:
	@$(S)/build menuconfig

check:
	@$(S)/check

check-all:
	@$(S)/check all

clean:
	rm -rf build/kernel-* build/guest build/log build/results build/bench

.PHONY: help setup tree save image menuconfig run gdb bench plot profile check-static check-cost check check-all clean
