# SPDX-License-Identifier: GPL-3.0-or-later
# build.mk - the naive scheduler and the maker of small random workloads, among the tests' objects; for the Makefile.
NAIVE_SRC := $(filter-out tests/naive/gen-%.c,$(wildcard tests/naive/*.c tests/naive/slurm/*.c))
GEN_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard tests/naive/gen-*.c))
NAIVE_OBJ := $(NAIVE_SRC:%.c=$(B)/%.o)

$(B)/tests/naive/naive-replay: $(NAIVE_OBJ) $(B)/libslotwise.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(NAIVE_OBJ) $(B)/libslotwise.a $(LIBS)

$(B)/tests/naive/gen-workload: $(GEN_OBJ) $(B)/libslotwise.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(GEN_OBJ) $(B)/libslotwise.a $(LIBS)

naive: $(B)/tests/naive/naive-replay $(B)/tests/naive/gen-workload
.PHONY: naive
