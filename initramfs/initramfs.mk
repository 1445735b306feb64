# SPDX-License-Identifier: MIT
# init, and the archive that the kernel unpacks as its root.

BUSYBOX ?= /bin/busybox

INIT_SRC := $(sort $(wildcard initramfs/*.c)) bench/core/config.c bench/core/config_check.c \
	bench/core/config_read.c
INIT_OBJ := $(INIT_SRC:%.c=$(O)/obj/init/%.o)
INIT_CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g0 -Wall -Wextra -Werror -Wshadow \
	-ffile-prefix-map=$(CURDIR)=. -DVERSION='"$(VERSION)"' -MMD -MP

$(O)/obj/init/%.o: %.c config.mk initramfs/initramfs.mk | $(DEPS)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) $(INIT_CFLAGS) -c $< -o $@

$(O)/bin/init: $(INIT_OBJ)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) -static -s -o $@ $(INIT_OBJ)

$(O)/initramfs.cpio.zst: initramfs/initramfs.list initramfs/pack.sh initramfs/udhcpc.script \
		$(O)/bin/init $(O)/bin/bootmark $(O)/bin/exec_target $(O)/NOTICE $(wildcard $(BUSYBOX) /usr/share/misc/pci.ids) | $(DEPS)
	$(Q)initramfs/pack.sh initramfs/initramfs.list $(O) $(BUSYBOX) $@

initramfs: $(O)/initramfs.cpio.zst ## the archive with init, bootmark and busybox
.PHONY: initramfs

-include $(INIT_OBJ:.o=.d)
