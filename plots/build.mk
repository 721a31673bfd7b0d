# SPDX-License-Identifier: GPL-3.0-or-later
# `make figures [T=name]`: each plots/PAPER-FIGURE.sh makes a table, its verdicts and two pictures, anew when the script, the
# style or a program that it names has changed. The tables are in the tree, the pictures in build/figures/.
FIGURES = $(foreach f,$(patsubst plots/%.sh,%,$(wildcard plots/*-*.sh)),$(if $(T),$(if $(findstring $(T),$(f)),$(f)),$(f)))

run-figures: $(FIGURES:%=build/figures/%.svg)
	@plots/reproduction.sh >build/reproduction.md
	@cmp -s build/reproduction.md docs/reproduction.md || cp build/reproduction.md docs/reproduction.md
	@sed -n 's/^\([0-9]* published numbers.*\)/\1 (docs\/reproduction.md)/p' docs/reproduction.md | head -n 1

# What a figure depends on is read from its script, so only where figures are asked for.
define figure_rule
build/figures/$(1).svg: plots/$(1).sh plots/common.sh plots/verdict.awk plots/style.gp $$(wildcard notebooks-data/published/$(1).csv) \
  $(shell grep -o 'plots/[a-z-]*\.awk' plots/$(1).sh | sort -u) \
  $(filter $(PROGRAMS),$(patsubst %,$(BIN)/%,slot-stats slot-plot $(shell grep -o 'slot-[a-z]*' plots/$(1).sh | sort -u)))
	$$(SAY) '  FIGURE $(1)'
	@mkdir -p build/figures
	$$(Q)BIN='$(BIN)' plots/$(1).sh
endef
ifneq ($(filter figures run-figures,$(MAKECMDGOALS)),)
$(foreach f,$(FIGURES),$(eval $(call figure_rule,$(f))))
endif
