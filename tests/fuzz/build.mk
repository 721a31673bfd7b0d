# SPDX-License-Identifier: GPL-3.0-or-later
# build.mk - the fuzz targets; included by the Makefile.
# `make fuzz` builds them with clang's libFuzzer into build/fuzz-clang/ and runs each for FOR seconds; what it finds is kept in
# build/fuzz-found/, and joins tests/fuzz/corpus/ when it is mended. `make check` replays that corpus and the example files.
FOR ?= 60
FUZZ := $(patsubst %.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
SEEDS = $(wildcard tests/fuzz/corpus traces tests/naive/examples plots/examples)

ifeq ($(FLAVOUR),fuzz)
$(FUZZ): private LDFLAGS += -fsanitize=fuzzer
else
$(FUZZ): $(B)/tests/fuzz/replay.o
endif

run-fuzz: all tests
	@.ci/setup clang libclang-rt-14-dev
	@$(MAKE) --no-print-directory CC=clang FLAVOUR=fuzz fuzz-all
	@echo 'random workloads through both schedulers: $(FOR) seconds'
	@FOR=$(FOR) B='$(B)' BIN='$(BIN)' tests/property/same_log.sh 100000000 "$$(date +%s)"

fuzz-all: $(FUZZ)
	@set -e; for target in $(notdir $(FUZZ)); do \
	    mkdir -p build/fuzz-corpus/$$target build/fuzz-found; \
	    echo "$$target: $(FOR) seconds"; \
	    $(B)/tests/fuzz/$$target -max_total_time=$(FOR) -timeout=20 -max_len=4096 -rss_limit_mb=4096 -verbosity=0 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz-found/$$target- build/fuzz-corpus/$$target $(SEEDS); \
	done
.PHONY: fuzz-all
