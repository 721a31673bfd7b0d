/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.h - slot-stats --pair: how cells of a study differ from a base, pair by pair. */
#ifndef SLOTWISE_TOOLS_STATS_PAIRS_H
#define SLOTWISE_TOOLS_STATS_PAIRS_H
#include "lib/cli/sw_cli.h"

enum { PAIRS_COLUMNS = 32 };
struct pairs_names { size_t n; const char *at[PAIRS_COLUMNS]; };
struct pairs {
    struct pairs_names by, pair, cols; /* borrowed; by: those of the base are added when they are not among them */
    const struct sw_labels *base;
    double confidence;
};
/* Reads the files of `cli` and writes a row for each group but the base. */
SW_USE_RESULT int pairs_run(struct pairs *p, struct sw_cli *cli, struct sw_err *err);
#endif
