# QEMU: the image as a machine would run it. Settings: see the head of qemu/run.sh.
FIRMWARE ?= bios
CPUS     ?= 2
MEM      ?= 1G
PROFILE  ?= quick
ACCEL    ?= tcg

# DISPLAY in the environment is the X server's; only one from our command line is meant for QEMU
QEMU_DISPLAY := $(if $(filter command line,$(origin DISPLAY)),$(DISPLAY),none)

.PHONY: run
run: $(IMAGE) $(O)/bin/bootmark ## boot the image in QEMU: FIRMWARE=bios|uefi CPUS= MEM= PROFILE= DISPLAY= SET="key=value"
	@IMAGE='$(IMAGE)' RESULTS='$(O)/results' BOOTMARK='$(O)/bin/bootmark' ARCH='$(ARCH)' \
		FIRMWARE='$(FIRMWARE)' CPUS='$(CPUS)' MEM='$(MEM)' PROFILE='$(PROFILE)' SET='$(SET)' \
		ACCEL='$(ACCEL)' QEMU_DISPLAY='$(QEMU_DISPLAY)' TIMEOUT='$(TIMEOUT)' QEMU_EXTRA='$(QEMU_EXTRA)' qemu/run.sh

.PHONY: figures
figures: ## the README's figures, from the boot files and the newest run
	@qemu/figures.sh $(O)
