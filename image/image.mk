# Image: boot files -> one disk image; the notice of what others wrote; sticks; packages.
IMAGE        := $(O)/bootmark-$(ARCH).img
IMAGE_INPUTS := $(addprefix image/,mkimage.sh cmdline README.txt syslinux.cfg)

$(O)/NOTICE: image/notice.sh $(wildcard /usr/share/doc/$(LINUX)/copyright) | $(DEPS)
	@mkdir -p $(@D)
	@image/notice.sh $(LINUX) > $@.tmp && mv $@.tmp $@

# From the parser's own table, so that the file on the stick names every key that there is.
$(O)/bootmark.conf: $(O)/bin/bootmark
	@$< conf >$@.tmp && mv $@.tmp $@

$(IMAGE) $(O)/bootmark.efi &: $(O)/vmlinuz $(O)/bootmark.conf $(O)/initramfs.cpio.zst $(O)/NOTICE $(IMAGE_INPUTS) | $(DEPS)
	@VERSION='$(VERSION)' ARCH='$(ARCH)' image/mkimage.sh $(O)

.PHONY: image flash deps
image: $(IMAGE) ## build the disk image, for BIOS and UEFI

flash: $(IMAGE) ## write the image to a USB stick: make flash DEV=/dev/sdX
	@image/flash.sh $(IMAGE) "$(DEV)"

deps: ## install the Debian packages that are missing (packages.txt)
	@image/deps.sh packages.txt
