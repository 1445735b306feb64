# bootmark and exec_target: static musl programs. One object a file with its own flags, no LTO: a new
# benchmark must not change the code of another one.
BENCH_SOURCES := $(sort $(wildcard bench/*.c bench/core/*.c bench/family/*.c bench/family/$(ARCH)/*.c \
	bench/core/$(ARCH)/*.c bench/inventory/*.c bench/accept/*.c bench/report/*.c bench/compare/*.c \
	bench/series/*.c bench/tune/*.c))
BENCH_SOURCES := $(filter-out bench/exec_target.c,$(BENCH_SOURCES))
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$(O)/obj/%.o)

WARNINGS  := -Wall -Wextra -Werror
BASE_FLAGS := -std=c11 -D_GNU_SOURCE -Ibench -I$(O)/obj $(WARNINGS) -MMD -MP -ffile-prefix-map=$(CURDIR)=.
# What is timed: functions on cache lines, so that a loop keeps its place when a neighbour grows; never
# -march=native: one binary runs on every machine of the architecture.
FAMILY_FLAGS := -O3 -fno-lto -falign-functions=64
CORE_FLAGS   := -O2

$(O)/obj/bench/family/%.o: FLAGS = $(FAMILY_FLAGS)
$(O)/obj/bench/family/whetstone.o: FLAGS = $(FAMILY_FLAGS) -ffast-math # as UnixBench is built; needs no -march
$(O)/obj/bench/%.o: FLAGS = $(CORE_FLAGS)

$(O)/obj/%.o: %.c config.mk bench/bench.mk | $(O)/obj/identity.h
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) $(BASE_FLAGS) $(FLAGS) -c -o $@ $<

# What a record says of the program. Written only when it differs, so that only its readers are compiled
# anew. Without git (a release archive) the tree is called by the version alone.
$(O)/obj/identity.h: FORCE | $(DEPS)
	@mkdir -p $(@D)
	@{ echo '#define BOOTMARK_VERSION "$(VERSION)"'; \
	  echo '#define BOOTMARK_FLAGS "$(strip $(FAMILY_FLAGS))"'; \
	  echo "#define BOOTMARK_LIBC \"musl $$(dpkg-query -W -f '$${Version}' musl-dev), static\""; \
	  echo "#define BOOTMARK_TREE \"$$(git describe --always --dirty 2>/dev/null || echo release)\""; \
	} >$@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:

$(O)/bin/bootmark: $(BENCH_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) -static -s -o $@ $^ -lm

$(O)/bin/exec_target: bench/exec_target.c config.mk | $(DEPS)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) -O2 -static -s -o $@ $<

-include $(BENCH_OBJECTS:.o=.d)

.PHONY: bench docs FORCE
bench: $(O)/bin/bootmark $(O)/bin/exec_target ## build the static program that also runs on any Linux

docs: $(O)/bin/bootmark ## write docs/benchmarks.md anew
	$(Q)$< list --markdown >docs/benchmarks.md
