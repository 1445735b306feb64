# Kernel: kernel-config/build.sh knows how; its cache makes this rule cheap.
KERNEL_INPUTS := $(sort $(wildcard kernel-config/*.config)) kernel-config/build.sh kernel-config/check.sh

$(O)/vmlinuz $(O)/kernel.config &: $(KERNEL_INPUTS) | $(DEPS)
	@LINUX='$(LINUX)' CACHE='$(CACHE)' ARCH='$(ARCH)' kernel-config/build.sh $(O)

.PHONY: kernel
kernel: $(O)/vmlinuz ## build the kernel, or take it from the cache
