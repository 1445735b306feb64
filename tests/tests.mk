# Tests: tests/run.sh runs them in order of cost and counts. Unit tests link the objects that they test.
UNIT_SOURCES := $(sort $(wildcard tests/unit/*_test.c))
UNIT_TESTS   := $(UNIT_SOURCES:tests/unit/%.c=$(O)/tests/%)
# Everything of bootmark but its main()
UNIT_OBJECTS := $(filter-out $(O)/obj/bench/main.o,$(BENCH_OBJECTS))

$(O)/tests/%: tests/unit/%.c tests/unit/test.h $(UNIT_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(MUSL_CC) $(BASE_FLAGS) -O2 -static -o $@ $< $(UNIT_OBJECTS) -lm

.PHONY: test test-quick test-unit lint bench-peers bench-repeat bench-tools noise-proof
test: $(UNIT_TESTS) $(O)/bin/bootmark $(O)/bin/exec_target $(O)/bin/init $(IMAGE) ## everything; prints N passed, N failed, N skipped
	@O='$(O)' tests/run.sh all

test-quick: $(UNIT_TESTS) $(O)/bin/bootmark $(O)/bin/exec_target $(O)/bin/init ## without kernel and boots
	@O='$(O)' tests/run.sh quick

lint: | $(DEPS) ## layout, warnings, shellcheck, cppcheck, man pages
	@O='$(O)' tests/lint/lint.sh

bench-repeat: $(O)/bin/bootmark ## does the next run come out as a run expects? TEST=name RUNS=n PROFILE=quick
	@O='$(O)' tests/peer/repeat.py $(or $(TEST),unixbench.arith_int) $(or $(RUNS),11) $(or $(PROFILE),quick)

noise-proof: $(O)/vmlinuz $(O)/initramfs.cpio.zst $(O)/bin/bootmark ## is it quieter than a Debian? in QEMU, 15 minutes; BOOTS=n
	@image/deps.sh packages-proof.txt
	@O='$(O)' CACHE='$(CACHE)' BOOTS='$(or $(BOOTS),3)' tests/proof/proof.sh

bench-tools: $(O)/bin/bootmark $(O)/bin/exec_target ## CPU and memory figures beside sysbench, mbw, stress-ng: STREAM=program
	@image/deps.sh packages-peers.txt
	@O='$(O)' tests/peer/tools.py $(if $(STREAM),--stream '$(STREAM)') $(PEER_OPTIONS)

bench-peers: $(O)/bin/bootmark $(O)/bin/exec_target ## our figures beside the real tool's: UNIXBENCH=dir UNIXBENCH_STATIC=dir
	@O='$(O)' tests/peer/unixbench.py $(UNIXBENCH) $(UNIXBENCH_STATIC) $(PEER_OPTIONS)
