# SPDX-License-Identifier: GPL-3.0-or-later
# slotwise: `make` builds the programs into bin/, `make demo` and `make check` do the rest, `make help` lists it all.
# Knobs: FLAVOUR=release|debug|asan  LTO=1  CC=gcc|clang  PREFIX=/usr/local (or prefix=)  DESTDIR=  T=subject  TRACE=file  V=1 (shows commands)
FLAVOUR ?= release
ifeq ($(origin CC),default)
CC       = gcc
endif
prefix  ?= $(or $(PREFIX),/usr/local)
RELEASE  = 0.1.0
# Of the shared library: higher when a function or struct of include/ changes, whatever the release. Also in debian/.
ABI      = 1
Q        = $(if $(V),,@)
# Not with V=1, nor with make -s.
SAY      = @$(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),:,echo)
# Objects of another flavour or compiler have a folder of their own; bin/ holds what was made last.
B       ?= build/$(FLAVOUR)$(patsubst %,-%,$(filter-out gcc cc,$(notdir $(firstword $(CC)))))
BIN     ?= bin
MODULES ?= base csv trace fair sched model stats cluster options log sim audit study plot cli
TOOLS   ?= $(patsubst tools/%.c,%,$(wildcard tools/slot*.c))
# The libraries and the packages that have them. debian/control and slotwise.pc say so again; tests/check-packages compares them.
LIBS     = -lgsl -lgslcblas -lcsv -lyajl -lyaml -lexpat -lzstd -llz4 -lz -lm
LIBRARIES = libgsl-dev libcsv-dev libzstd-dev liblz4-dev zlib1g-dev libyajl-dev libyaml-dev libexpat1-dev libxxhash-dev
PACKAGES = gcc g++ libc6-dev pkg-config $(LIBRARIES) libcmocka-dev libglpk-dev gnuplot-nox mandoc strace

WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wno-missing-field-initializers
STD      = -std=c17 -D_GNU_SOURCE -Iinclude -I. -ffp-contract=off
RELEASED = $(filter release train pgo,$(FLAVOUR))
ifneq ($(RELEASED),)
# Checked copies (_FORTIFY_SOURCE), checked return addresses, programs at random addresses whose tables are read-only.
OPT      = -O2 -g -DNDEBUG -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fPIE
READ_ONLY = -Wl,-z,relro,-z,now
HARD_LINK = -pie $(READ_ONLY)
else ifeq ($(FLAVOUR),debug)
OPT      = -O1 -g
else ifeq ($(FLAVOUR),asan)
OPT      = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifeq ($(FLAVOUR),fuzz) # of `make fuzz`
OPT      = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else ifeq ($(FLAVOUR),msan) # of `make msan`, with clang: what reads bytes from outside
OPT      = -O1 -g -fsanitize=memory -fsanitize-memory-track-origins -fno-omit-frame-pointer -fPIE
HARD_LINK = -pie
else
$(error FLAVOUR: not release, debug or asan: '$(FLAVOUR)')
endif
CFLAGS  ?=
ALL_CFLAGS = $(STD) $(OPT) $(WARN) $(CFLAGS)
ifeq ($(FLAVOUR),train)
LDFLAGS += -fprofile-generate
endif

# Without git, or in an archive of the tree, it is the release without a commit.
VERSION := $(or $(shell test -e .git && git describe --tags --match 'v[0-9]*' 2>/dev/null | sed 's/^v//'),$(RELEASE))
COMMIT  := $(or $(shell test -e .git && git rev-parse --short HEAD 2>/dev/null),unknown)

LIB_SRC := $(foreach m,$(MODULES),$(shell find lib/$(m) -name '*.c' | sort))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
UNIT    := $(patsubst %.c,$(B)/%,$(wildcard tests/unit/test_*.c))
PROPERTY := $(patsubst %.c,$(B)/%,$(wildcard tests/property/test_*.c))
PROGRAMS = $(TOOLS:%=$(BIN)/%)
SONAME   = libslotwise.so.$(ABI)
SOFILE   = $(SONAME).$(RELEASE)
INSTALLED = $(B)/installed/libslotwise.a $(B)/installed/$(SOFILE)

all: $(PROGRAMS)

# ---- the two commands, and others that need more than a compiler ------------------------------

# Each first installs what is missing, then starts make anew.
demo check bench fuzz figures: setup
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) $(if $(filter bench,$@),$(AS_RELEASED)) run-$@

setup:
	@.ci/setup $(PACKAGES)

run-demo: all
	@BIN='$(BIN)' OUT=build/demo plots/demo.sh $(if $(TRACE),'$(TRACE)')

CHECK = B='$(B)' BIN='$(LINKED)' CC='$(CC)' FLAVOUR='$(FLAVOUR)' T='$(T)' MADE='$(BIN)' tests/check
run-check: all tests
	@$(CHECK) $(KINDS)

run-bench: all $(foreach p,bench floors read assign,$(B)/tests/bench/$(p))
	@BIN='$(BIN)' B='$(B)' CC='$(CC)' COMMIT='$(COMMIT)' tests/bench/run

# Before a release: `make check`, and what takes longer than a change should wait.
check-all:
	@.ci/run all

# Instructions and memory of six small replays and of what reads logs. LTO=1: of the release's programs.
guard: all $(B)/tests/bench/peak
	@.ci/setup valgrind
	@BIN='$(BIN)' B='$(B)' LTO='$(LTO)' tests/bench/guard

# One group of `make check`; check-cli takes UPDATE=1, which writes what the command tests expect anew.
check-unit check-property check-audits check-fuzz: all tests
	@$(CHECK) $(@:check-%=%)
check-cli: all
	@BIN='$(BIN)' T='$(T)' UPDATE='$(UPDATE)' tests/cli/run
check-man: all
	@BIN='$(BIN)' tests/check-man $(T)
check-headers:
	@CC='$(CC)' tests/check-headers
check-dialect check-layers check-lines check-links check-model check-names check-packages check-sentences check-spdx check-threads:
	@tests/$@
check-howtos:
	@CC='$(CC)' FLAVOUR='$(FLAVOUR)' CFLAGS='$(CFLAGS)' tests/check-howtos
check-slurm: all
	@BIN='$(BIN)' tests/$@
# The systems whose own classes can be driven.
check-real: all
	@case '$(or $(T),spark)' in spark | yarn) ;; *) echo "check-real: no such system: '$(T)' (spark, yarn)" >&2; exit 2 ;; esac
	@BIN='$(BIN)' RELEASE='$(if $(filter yarn,$(T)),3.3.6,$(or $(SPARK),3.5.8))' FAMILIES='$(FAMILIES)' N='$(N)' SEED='$(SEED)' RECORD='$(RECORD)' \
	    tests/real/$(or $(T),spark)/run
check-symbols: $(INSTALLED)
	@B='$(B)' tests/$@
check-hardening: all $(INSTALLED)
	@B='$(B)' BIN='$(BIN)' FLAVOUR='$(FLAVOUR)' tests/$@
check-circles: all
	@B='$(B)' tests/$@
# UPDATE=1 keeps what is better than in tests/house.csv.
check-house: all $(INSTALLED)
	@B='$(B)' BIN='$(BIN)' UPDATE='$(UPDATE)' tests/$@
check-prefixes: all
	@B='$(B)' tests/$@
check-figures check-notebooks: all
	@BIN='$(BIN)' tests/$@

# What slot-advise says of the logs of tests/worlds, beside what is true. TRUTH=1 makes the truths anew: minutes of a core.
# FRESH=seed: of worlds that are drawn, with the truths of 36 days at most, in build/worlds-seed. PRICED=1: told what distance costs.
worlds: KEEP = build/worlds$(FRESH:%=-%)
worlds: RECORD = notebooks-data/worlds$(FRESH:%=-%)$(if $(PRICED),-priced).csv
worlds: SET = B='$(B)' KEEP='$(KEEP)' $(if $(FRESH),SPECS='$(KEEP)/worlds.csv' TRUTH='$(KEEP)/truth.csv' MOST=36)
worlds: all naive
	@$(if $(FRESH),mkdir -p '$(KEEP)' && awk -v seed='$(FRESH)' -f tests/worlds/fresh.awk >'$(KEEP)/worlds.csv' && $(SET) tests/worlds/truth $(T))
	@$(if $(TRUTH),B='$(B)' tests/worlds/truth)
	@$(SET) BIN='$(or $(OTHER),$(BIN))' RECORD='$(wildcard $(RECORD))' OUT='$(if $(UPDATE),$(RECORD))' PRICED='$(PRICED)' tests/worlds/score $(T)

# The tables of docs/validation.md, by the commands that stand above them.
validation: all
	@B='$(B)' BIN='$(BIN)' S='$(S)' UPDATE='$(UPDATE)' docs/validation.sh $(T)

# The workloads of tests/golden: what a release wrote, and what is written now.
golden: all $(B)/tests/naive/gen-workload
	@BIN='$(BIN)' B='$(B)' MAKE='$(MAKE)' SINCE='$(or $(SINCE),$(RELEASE))' OTHER='$(OTHER)' BASE='$(BASE)' UPDATE='$(UPDATE)' tests/golden/compare

coverage: setup
	@MAKE='$(MAKE)' T='$(T)' $(if $(KINDS),KINDS='$(KINDS)') tests/check-coverage
same:
	@MAKE='$(MAKE)' T='$(T)' LIBRARIES='$(LIBRARIES)' tests/check-same

# A build that counts calls runs all tests but those of the tree; then tests/check-messages says what was never printed.
# Threads of slot-sweep count at the same time, so the counters are atomic. Left out is what the counting itself disturbs: it allocates
# and writes at each program's end, and takes a program's time several times over.
UNCOUNTED = property/out_of_memory property/torture property/many_waiting
MESSAGES = B=build/messages BIN=build/messages/bin FLAVOUR=debug
messages: setup
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) $(MESSAGES) CFLAGS='--coverage -O0 -fprofile-update=atomic' all tests
	@find build/messages -name '*.gcda' -delete
	@B=build/messages BIN=build/messages/bin FLAVOUR=debug SAME_LOG=$(or $(SAME_LOG),40) SKIP='$(UNCOUNTED)' \
	    tests/check unit property audits cli naive real fuzz samples; failed=$$?; B=build/messages tests/check-messages && exit $$failed

# The readers under clang's memory sanitizer, fed with the fuzz targets' corpus, the example files and, where they are, the samples.
msan:
	@.ci/setup clang libclang-rt-14-dev
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) CC=clang FLAVOUR=msan msan-targets
	@T='$(T)' tests/check-msan

# T=folder: those files alone. WITH=analyzer: clang's path-sensitive checks instead.
lint:
	@.ci/setup clang-tidy cppcheck
	@T='$(T)' $(if $(WITH),WITH='$(WITH)') tests/check-lint

# N= of them, as SEED= draws them, from FILES= or all. Programs are linked from their own objects, so without link-time optimization.
MUTANTS = B=build/mutants BIN=build/mutants/bin LTO=
mutants: setup
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) $(MUTANTS) V= all tests
	@B=build/mutants CC='$(CC)' N='$(or $(N),150)' SEED='$(or $(SEED),1)' FILES='$(FILES)' VERBOSE='$(V)' LIBS='$(LIBS) -lglpk' \
	    USES='$(foreach t,$(TOOLS),$(USES_$(t):%=$(t)=%))' tests/mutants

help:
	@sed -n 's/^#: //p' Makefile

# ---- programs and library ----------------------------------------------------------------------

# A tool is tools/slot-x.c (or slotwise.c) and what lies in tools/x/. Some have what another is made of, too.
USES_slot-sweep = tools/replay
USES_slot-fair = tools/replay
USES_slot-audit = tools/replay
USES_slot-advise = tools/replay tools/delay
# Link-time optimization, for the programs that replay most: gcc sees the engine, and what reads and writes its rows, as one
# file. Those files are compiled a second time for it; archives, tests and other programs are as without. Only what is installed
# or timed has it (LTO=1): with it an edited file costs two links of 12 s instead of 1 (docs/decisions/speed.md).
LTO ?=
LTO_FLAGS = $(if $(LTO),$(if $(filter release pgo,$(FLAVOUR)),$(if $(findstring clang,$(CC)),,-flto -flto-partition=none)))
WHOLE = $(if $(LTO_FLAGS),slot-replay slot-sweep)
WHOLE_OBJ := $(if $(WHOLE),$(patsubst %.c,$(B)/whole/%.o,$(filter $(addprefix lib/,base/% csv/% fair/% sched/% cluster/% options/% sim/% trace/stream/trace% \
    trace/record/schema%),$(LIB_SRC))))
LINKED = $(B)/$(if $(WHOLE),whole/)bin
define tool_rule
$(LINKED)/$(1): $(patsubst %.c,$(B)/%.o,tools/$(1).c $(wildcard $(foreach d,tools/$(1:slot-%=%) $(USES_$(1)),$(d)/*.c $(d)/*/*.c))) \
  $(if $(filter $(WHOLE),$(1)),$(WHOLE_OBJ)) $(B)/libslotwise.a
	@mkdir -p $$(@D)
	$$(SAY) '  LINK $(1)'
	$$(Q)$$(CC) $$(ALL_CFLAGS) $(if $(filter $(WHOLE),$(1)),$$(LTO_FLAGS)) $$(HARD_LINK) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach t,$(TOOLS),$(eval $(call tool_rule,$(t))))

ifneq ($(BIN),$(LINKED))
$(BIN)/slot%: $(LINKED)/slot% $(BIN)/.made-from
	@install $< $@
endif

# What a plug-in may call of the program that loads it (docs/howto/policies.md).
HARD_LINK += $(foreach s,sw_err_ sw_num_ sw_key_,-Wl,--export-dynamic-symbol="$(s)*")

# What `make install` and the packages give to users, unless LTO is named.
AS_RELEASED = $(if $(filter undefined file,$(origin LTO)),LTO=1)
release:
	@$(MAKE) --no-print-directory $(AS_RELEASED) all $(INSTALLED)

$(B)/libslotwise.a: $(LIB_OBJ) $(B)/sources
	@rm -f $@
	@$(AR) rcs $@ $(LIB_OBJ)

# What is installed: one object whose own symbols, all but those that include/slotwise declares, are local to it, and the shared
# library. A program that links either may have a heap_push or a sw_queue_move of its own. The programs and the tests of the tree link the plain archive.
OBJCOPY ?= objcopy
$(B)/installed/libslotwise.a: $(LIB_OBJ) $(B)/sources lib/public-names $(wildcard include/slotwise/*.h)
	@mkdir -p $(@D)
	$(SAY) '  AR $@'
	$(Q)$(LD) -r -o $(@D)/slotwise.o $(LIB_OBJ)
	$(Q)CC='$(CC)' lib/public-names >$(@D)/names && $(OBJCOPY) --keep-global-symbols=$(@D)/names $(@D)/slotwise.o
	@rm -f $@
	@$(AR) rcs $@ $(@D)/slotwise.o && rm $(@D)/slotwise.o

$(B)/installed/$(SOFILE): $(LIB_OBJ) $(B)/sources lib/public-names $(wildcard include/slotwise/*.h)
	@mkdir -p $(@D) && rm -f $(@D)/libslotwise.so.*
	$(Q)CC='$(CC)' lib/public-names --map SLOTWISE_$(ABI) >$(@D)/slotwise.map
	$(SAY) '  LINK $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(READ_ONLY) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(@D)/slotwise.map -o $@ \
	    $(filter %.o,$^) $(LIBS)

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) '  CC $<'
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/whole/%.o: %.c $(B)/flags $(B)/whole/flags
	@mkdir -p $(@D)
	$(SAY) '  CC -flto $<'
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(LTO_FLAGS) -MMD -MP -c -o $@ $<

# The library's objects serve the archives and the shared library. No other object's function takes the place of one of theirs.
$(B)/lib/%.o: private ALL_CFLAGS += -fPIC -fno-semantic-interposition

# gcc pads code so that loops and functions begin at round addresses. What a replay does for a task is long and has few loops: without
# padding more of it stays in the first-level cache. Nor has it checked return addresses: it reads nothing from outside, and they cost 1 %
# of its instructions.
COMPACT := $(if $(RELEASED),-fno-stack-protector $(if $(findstring clang,$(CC)),,-fno-align-functions -fno-align-loops -fno-align-jumps))
$(foreach d,$(B) $(B)/whole,$(d)/lib/sim/%.o $(d)/lib/sched/%.o): private ALL_CFLAGS += $(COMPACT)

# The library converts no number to a narrower type or another sign without saying so. (clang's option of that name asks for more.)
$(foreach d,$(B) $(B)/whole,$(d)/lib/%.o): private ALL_CFLAGS += $(if $(findstring clang,$(CC)),,-Wconversion)

# What `make pgo` counts and compiles by: an object's counts are build/counts/FILE.gcda. What did not run is compiled as without.
COUNTS = $(if $(filter train,$(FLAVOUR)),-fprofile-generate -dumpdir build/counts/$(dir $*))$(if $(filter pgo,$(FLAVOUR)),\
    -fprofile-use -dumpdir build/counts/$(dir $*) -fprofile-partial-training -Wno-missing-profile \
    -Wno-error=coverage-mismatch -Wno-format-truncation)
ifneq ($(filter train pgo,$(FLAVOUR)),)
$(B)/lib/%.o $(B)/whole/lib/%.o $(B)/tools/%.o: private ALL_CFLAGS += $(COUNTS)
endif

# The one file that prints them.
$(B)/lib/cli/help.o: private CPPFLAGS += -DSW_VERSION='"$(VERSION)"' -DSW_COMMIT='"$(COMMIT)"'
$(B)/lib/cli/help.o: $(B)/version

# The programs by their profile: made with counters, run on what tests/bench/train has, and made again with what was counted.
pgo:
	@rm -rf build/pgo build/counts
	@$(MAKE) --no-print-directory FLAVOUR=train BIN=build/train/bin all
	@BIN=build/train/bin tests/bench/train
	@$(MAKE) --no-print-directory FLAVOUR=pgo release

# text FILE,TEXT: a file that is out of date when its text is another, so that what depends on it is made anew then.
define text
$(1): $(if $(subst x$(2),,x$(file <$(1))),FORCE)
	@mkdir -p $$(@D)
	@printf '%s\n' '$(subst $$,$$$$,$(subst ','\'',$(2)))' >$$@
endef
$(eval $(call text,$(B)/flags,$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(COMPACT) $(HARD_LINK) $(LDFLAGS) $(LIBS)))
$(eval $(call text,$(B)/whole/flags,$(LTO_FLAGS)))
$(eval $(call text,$(B)/version,$(VERSION) $(COMMIT)))
$(eval $(call text,$(B)/sources,$(LIB_SRC)))
$(eval $(call text,$(BIN)/.made-from,$(LINKED)))

# ---- tests -------------------------------------------------------------------------------------

# A unit or property test is one cmocka program.
$(B)/tests/%: $(B)/tests/%.o $(B)/libslotwise.a
	@mkdir -p $(@D)
	$(SAY) '  LINK $(@:$(B)/%=%)'
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(B)/libslotwise.a $(LIBS) -lcmocka

# GLPK solves quincy's problems a second time (tests/unit/by_glpk.h).
$(B)/tests/unit/test_assign $(B)/tests/bench/assign: private LIBS += -lglpk

# They stand before the C library in out_of_memory.sh and torture.sh of tests/property.
PRELOADED = $(if $(filter asan,$(FLAVOUR)),,$(addprefix $(B)/tests/,property/out_of_memory.so property/pieces.so cli/seen.so))
$(B)/tests/%.so: tests/%.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) '  LINK $(@:$(B)/%=%)'
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -fPIC -shared -o $@ $<

include tests/naive/build.mk
include tests/fuzz/build.mk
include plots/build.mk

tests: $(UNIT) $(PROPERTY) $(FUZZ) naive $(INSTALLED) $(PRELOADED) $(if $(filter asan,$(FLAVOUR)),$(PLANTED))

# ---- installing --------------------------------------------------------------------------------

DIR = $(DESTDIR)$(prefix)
MULTIARCH ?=
LIBDIR = lib$(patsubst %,/%,$(MULTIARCH))
MAN = 1 3 5 7
BASH = $(DIR)/share/bash-completion/completions
ZSH = $(DIR)/share/zsh/site-functions
# What the examples of the man pages read: they run in share/slotwise.
EXAMPLES = traces plots/examples
# Pages say docs/howto/slurm.md: it is in share/doc/slotwise.
DOC  = $(DIR)/share/doc/slotwise/docs
DOCS = $(patsubst docs/%,%,$(filter-out docs/man,$(patsubst %/,%,$(sort $(dir $(wildcard docs/*/*.md))))))
STRIP ?= strip

install: release
	install -d $(DIR)/bin $(DIR)/$(LIBDIR)/pkgconfig $(DIR)/include/slotwise $(MAN:%=$(DIR)/share/man/man%) $(BASH) $(ZSH)
	install -m 755 $(PROGRAMS) $(DIR)/bin/
	install -m 644 $(B)/installed/libslotwise.a $(DIR)/$(LIBDIR)/
	install -m 644 $(B)/installed/$(SOFILE) $(DIR)/$(LIBDIR)/
	ln -sf $(SOFILE) $(DIR)/$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DIR)/$(LIBDIR)/libslotwise.so
	install -m 644 include/slotwise/*.h $(DIR)/include/slotwise/
	$(if $(STRIP),$(STRIP) $(PROGRAMS:$(BIN)/%=$(DIR)/bin/%) && $(STRIP) --strip-unneeded $(DIR)/$(LIBDIR)/$(SOFILE))
	for n in $(MAN); do install -m 644 docs/man/*.$$n $(DIR)/share/man/man$$n/ || exit 1; done
	docs/man/model-page >$(DIR)/share/man/man7/slotwise-model.7
	for d in . $(DOCS); do install -d $(DOC)/$$d && install -m 644 docs/$$d/*.md $(DOC)/$$d/ || exit 1; done
	for d in $(EXAMPLES); do install -d $(DIR)/share/slotwise/$$d; cp -r $$d/. $(DIR)/share/slotwise/$$d/ || exit 1; done
	chmod -R u=rwX,go=rX $(DIR)/share/slotwise
	install -m 644 tools/completion/slotwise.bash $(BASH)/slotwise
	for t in $(filter-out slotwise,$(TOOLS)); do ln -sf slotwise $(BASH)/$$t; done
	install -m 644 tools/completion/_slotwise $(ZSH)/
	sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(LIBDIR)|' -e 's|@version@|$(VERSION)|' slotwise.pc >$(DIR)/$(LIBDIR)/pkgconfig/slotwise.pc
	$(if $(DESTDIR),,test "$$(id -u)" != 0 || PATH=$$PATH:/usr/sbin:/sbin ldconfig || true)

# Only what `make install` puts there; folders that others use stay.
uninstall:
	rm -f $(TOOLS:%=$(DIR)/bin/%) $(TOOLS:%=$(BASH)/%) $(ZSH)/_slotwise
	rm -f $(foreach n,$(MAN),$(patsubst docs/man/%,$(DIR)/share/man/man$(n)/%,$(wildcard docs/man/*.$(n))))
	rm -f $(DIR)/$(LIBDIR)/libslotwise.a $(DIR)/$(LIBDIR)/libslotwise.so* $(DIR)/$(LIBDIR)/pkgconfig/slotwise.pc
	rm -f $(DIR)/share/man/man7/slotwise-model.7
	rm -rf $(DIR)/include/slotwise $(DIR)/share/slotwise $(DIR)/share/doc/slotwise

# debian/ is their metadata; what they are made of is the archive's files.
deb: setup
	@RELEASE='$(RELEASE)' MAKE='$(MAKE)' .ci/deb
check-deb:
	@tests/check-deb
check-newcomer:
	@tests/check-newcomer
check-fresh:
	@T='$(T)' tests/check-fresh
dist:
	@RELEASE='$(RELEASE)' .ci/dist

clean:
	rm -rf build bin

#: make                     the programs, into bin/
#: make setup               installs what is missing to build, as root or with sudo; or names it
#: make release             the programs and libraries as they are installed: with link-time optimization, 3 % faster; half a minute longer
#: make demo [TRACE=file]   the main job on a trace: tables, figures (build/demo/), and the pipes that made them
#: make figures [T=name]    the papers' figures into build/figures/, their tables into notebooks-data/, and docs/reproduction.md
#: make pgo                 the programs once more, compiled by what a run of them counted: some 8 % less time a task
#: make check [T=subject]   all tests, or those whose name contains the subject: T=fair, T=cli/slot-replay
#: make check-all           the same with clang, under sanitizers, as released; audits of random loads, lint; an hour, before a release
#: make check-cli UPDATE=1  writes what the command tests expect anew; review the difference like code
#: make check-unit check-property check-audits check-fuzz check-man check-model check-links check-howtos check-figures check-notebooks    one kind of test
#: make golden [SINCE=0.1.0] [BASE=commit|OTHER=folder] [UPDATE=1]    what 200 workloads write, beside what they wrote in a release; by column with older programs
#: make worlds [OTHER=folder] [T=world] [UPDATE=1] [TRUTH=1] [FRESH=seed]    what slot-advise says of logs whose truth is known, beside that truth and beside the record
#: make validation [S=FOLDER] [T=spark] [UPDATE=1]    the tables of docs/validation.md, those of logs from the published samples in S; which rows have changed
#: make same [T=clang]      the same 200 with gcc and clang, -O0 and -O3, link-time optimization, and in the other word order; minutes
#: make coverage [KINDS=fuzz] [T=subject]    lines of lib and tools that the tests run, and those of each reader that the fuzz seeds run; minutes
#: make check-headers check-layers check-circles check-symbols check-lines check-dialect check-sentences check-names check-prefixes check-packages check-spdx    how the source is built: includes, circles of files, lines, names, packages
#: make check-house [UPDATE=1]    lines, options said, circles, symbols and others that may only get better than in tests/house.csv; UPDATE=1 keeps what is better
#: make check-hardening     programs and library are linked as PIE, with full RELRO, stack protector and _FORTIFY_SOURCE
#: make check-threads       replays at once, built with gcc's thread sanitizer into build/tsan
#: make check-slurm         an array of shards in a Slurm of its own; needs slurm-wlm and munge
#: make check-real [T=spark|yarn] [SPARK=3.5.8] [FAMILIES=fair,dag] [N=20] [SEED=1] [RECORD=folder]    random workloads through the scheduler classes of Spark or YARN themselves; needs Java 17 and Maven
#: make guard [LTO=1]       instructions and memory of nine small runs, beside tests/bench/guard.csv
#: make bench               speed and memory, medians of five, into notebooks-data/bench.csv
#: make fuzz [T=spark] [TIME=60s]    feeds damaged input to every reader, and random workloads to both schedulers, so long each
#: make lint [T=lib/fair] [WITH=analyzer]    clang-tidy (by .clang-tidy) and cppcheck over lib and tools, beside tests/lint.list
#: make msan [T=spark]      the readers under clang's memory sanitizer, with the corpus and the samples
#: make messages            which errors and warnings no test prints, beside tests/messages.list; half an hour
#: make mutants [N=150] [SEED=1] [FILES=]    changes comparisons and numbers of the rules, one at a time: the tests must see each
#: make install [DESTDIR=] [PREFIX=/usr/local]    what make release makes: programs, man pages, examples, completion, libraries, headers, slotwise.pc
#: make uninstall [DESTDIR=] [PREFIX=/usr/local]  takes them away again
#: make dist                the files of the tree in build/slotwise-0.1.0.tar.gz, the same bytes from every folder
#: make deb                 packages of Debian in build/deb/: programs, library, -dev, -doc, source
#: make check-deb           installs them on a bare Debian 12, runs debian/tests there, and builds the source on another; as root
#: make check-newcomer      what README.md and slotwise(7) say to type, with a clock, on a Debian 12 that has nothing yet; half an hour, as root
#: make check-fresh [T=lint]    each of these targets on a Debian 12 that has nothing yet; hours, as root
#: make clean
#: Knobs: V=1 shows commands, FLAVOUR=release|debug|asan, CC=gcc|clang, LTO=1 (as in make release), CFLAGS, LDFLAGS; objects of each flavour are kept apart in build/.

-include $(shell find $(B) -name '*.d' 2>/dev/null)
FORCE:
.PHONY: all release demo check bench fuzz figures golden worlds validation same setup run-demo run-check run-bench run-fuzz run-figures tests help install uninstall deb clean messages lint msan mutants pgo coverage dist FORCE
.PHONY: guard check-all check-real check-unit check-property check-audits check-fuzz check-cli $(patsubst tests/%,%,$(wildcard tests/check-*))
.SECONDARY:
.DELETE_ON_ERROR:
