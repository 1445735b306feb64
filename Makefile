# SPDX-License-Identifier: MIT
# `make help` lists the targets. Everything that is made lies below $(O).
include config.mk

Q := $(if $(filter 1,$(V)),,@)
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# The packages are there: whatever runs a tool waits for this, also under -j.
DEPS := $(O)/deps

all: image

$(DEPS): packages.txt image/deps.sh
	@mkdir -p $(@D)
	@image/deps.sh packages.txt && touch $@

include bench/bench.mk
include initramfs/initramfs.mk
include kernel-config/kernel.mk
include image/image.mk
include qemu/qemu.mk
include tests/tests.mk

.PHONY: all help clean
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | sort | \
		while IFS="$$(printf '\t')" read -r target text; do printf '  %-14s %s\n' "$$target" "$$text"; done

clean: ## remove what was made; the kernel cache stays
	rm -rf $(O)
