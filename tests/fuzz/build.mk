# SPDX-License-Identifier: GPL-3.0-or-later
# build.mk - the fuzz targets; included by the Makefile.
# `make fuzz` builds them with clang's libFuzzer into build/fuzz-clang/ and runs each for TIME (90s, 10m, 1h); what it finds is
# kept in build/fuzz-found/, and joins tests/fuzz/corpus/ when it is mended. `make check` replays that corpus and the example
# files. T=spark runs the targets whose name contains it, T=workloads the random workloads. tests/fuzz/README.md has the rest.
TIME ?= 60s
FOR = $(shell echo '$(TIME)' | awk '/^[1-9][0-9]*[smh]?$$/ { print $$1 * (/h$$/ ? 3600 : /m$$/ ? 60 : 1) }')
FUZZ := $(patsubst %.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
chosen = $(if $(T),$(findstring $(T),$(1)),$(1))
CHOSEN = $(strip $(foreach f,$(FUZZ),$(if $(call chosen,$(notdir $(f))),$(f))))
SEEDS = $(wildcard tests/fuzz/corpus traces tests/naive/examples plots/examples)

ifeq ($(FLAVOUR),fuzz)
$(FUZZ): private LDFLAGS += -fsanitize=fuzzer
else
$(FUZZ): $(B)/tests/fuzz/replay.o
endif

# Those that read; the engine's has three schedulers in it, and its input is drawn.
ifeq ($(FLAVOUR),msan)
READERS = $(filter-out %/fuzz_engine,$(CHOSEN))
BORDER = inflate ZSTD_decompressStream LZ4_decompress_safe yajl_alloc yajl_parse yajl_get_error \
    XML_ParserCreate XML_SetElementHandler XML_SetCharacterDataHandler XML_ParseBuffer csv_init csv_parse csv_fini \
    yaml_parser_set_input yaml_parser_parse
$(READERS): $(B)/tests/fuzz/msan.o
$(READERS): private LDFLAGS += -pie $(BORDER:%=-Wl,--wrap=%)
msan-targets: $(READERS)
.PHONY: msan-targets
endif

# What tests/check-planted expects a sanitizer to see. The rule fails when the line to change is gone.
ifneq ($(filter asan msan,$(FLAVOUR)),)
PLANTED_msan = s/= calloc(1, sizeof \*in)/= malloc(sizeof *in)/
PLANTED_asan = s/(sizeof(struct sw_text) + 1)/sizeof(struct sw_text)/
PLANTED = $(B)/planted/fuzz_csv
$(B)/planted/reader.c: lib/csv/reader.c tests/fuzz/build.mk
	@mkdir -p $(@D)
	$(Q)sed '$(PLANTED_$(FLAVOUR))' $< >$@ && ! cmp -s $< $@
$(B)/planted/reader.o: $(B)/planted/reader.c $(B)/flags
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<
$(PLANTED): $(B)/planted/reader.o $(B)/tests/fuzz/fuzz_csv.o $(B)/tests/fuzz/replay.o $(B)/libslotwise.a
	$(SAY) '  LINK $(@:$(B)/%=%)'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
ifeq ($(FLAVOUR),msan)
$(PLANTED): $(B)/tests/fuzz/msan.o
$(PLANTED): private LDFLAGS += -pie $(BORDER:%=-Wl,--wrap=%)
msan-targets: $(PLANTED)
endif
endif

# fuzz_engine has three schedulers' worth of files in one program. The naive one and the maker of workloads are each one
# object of which main() alone, by another name, is seen from outside. exit() would end the fuzzer's process.
$(B)/in-fuzz/tests/naive/%.o: tests/naive/%.c $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -Wno-missing-prototypes -include unistd.h $(IN_FUZZ) -MMD -MP -c -o $@ $<
$(NAIVE_OBJ:$(B)/%=$(B)/in-fuzz/%): private IN_FUZZ = -Dmain=naive_main -Dexit=_exit
$(GEN_OBJ:$(B)/%=$(B)/in-fuzz/%): private IN_FUZZ = -Dmain=gen_main -Dsw_chance_below=engine_draw
$(B)/in-fuzz/naive.o: $(NAIVE_OBJ:$(B)/%=$(B)/in-fuzz/%)
$(B)/in-fuzz/gen.o: $(GEN_OBJ:$(B)/%=$(B)/in-fuzz/%)
$(B)/in-fuzz/naive.o $(B)/in-fuzz/gen.o:
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) --keep-global-symbol=$(basename $(@F))_main $@
$(B)/tests/fuzz/fuzz_engine: $(B)/in-fuzz/naive.o $(B)/in-fuzz/gen.o
$(B)/tests/fuzz/fuzz_engine $(B)/tests/fuzz/fuzz_options: $(patsubst %.c,$(B)/%.o,$(wildcard tools/replay/*.c))

run-fuzz: all tests
	$(if $(FOR),,$(error TIME: not a time like 90s, 10m or 1h: '$(TIME)'))
	$(if $(CHOSEN)$(call chosen,workloads),,$(error T: no fuzz target has this in its name: '$(T)'))
	@$(if $(CHOSEN),.ci/setup clang libclang-rt-14-dev)
	@$(if $(CHOSEN),$(MAKE) --no-print-directory CC=clang FLAVOUR=fuzz fuzz-all)
	@$(if $(call chosen,workloads),echo 'random workloads through both schedulers: $(FOR) seconds')
	@$(if $(call chosen,workloads),FOR=$(FOR) B='$(B)' BIN='$(BIN)' tests/property/same_log.sh 100000000 "$$(date +%s)")

fuzz-all: $(CHOSEN)
	@set -e; for target in $(notdir $(CHOSEN)); do \
	    mkdir -p build/fuzz-corpus/$$target build/fuzz-found; \
	    echo "$$target: $(FOR) seconds"; \
	    $(B)/tests/fuzz/$$target -max_total_time=$(FOR) -timeout=20 -max_len=4096 -rss_limit_mb=4096 -verbosity=0 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz-found/$$target- build/fuzz-corpus/$$target $(SEEDS); \
	done
.PHONY: fuzz-all
