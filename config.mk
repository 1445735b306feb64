# Every version, path and flag. Each can be set on the command line or in the environment.
ARCH        ?= x86_64
O           ?= out
VERSION     ?= 0.1.0
MUSL_CC     ?= musl-gcc
HOSTCC      ?= gcc
V           ?= 0

# Kernel: Debian's source package, built once and kept outside the tree by content (kernel-config/build.sh)
LINUX       ?= linux-source-6.12
CACHE       ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/bootmark

# One date for everything that is built: two builds of the same tree are the same bytes
export SOURCE_DATE_EPOCH ?= 1790812800
