/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - what the five modes of slot-stats share: the options, the row being read and the groups. */
#ifndef SLOTWISE_TOOLS_STATS_STATE_H
#define SLOTWISE_TOOLS_STATS_STATE_H
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/cli/sw_cli.h"
#include "lib/csv/sw_table.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_stats.h"

enum { MAX_BY = 8, MAX_COLUMNS = 32 };

struct names { size_t n; char *at[MAX_COLUMNS]; };
struct mode;
struct config {
    const struct mode *mode;
    struct names by, cols, pair, chosen, sort;
    struct sw_labels base;
    struct sw_bins bins;
    const char *bin_col, *compare, *cdf;
    bool bins_given, timeline, points_given;
    bool over_runs, over_jobs;               /* over_runs also without the option, where rows are of several runs */
    bool gain_of_jobs, words, limit_given;   /* --compare */
    uint64_t worst;                          /* --compare; 0: not asked for */
    double limit;
    struct sw_list quantiles;
    uint64_t points;
    double confidence;
    int64_t warm_up_us;
};

/* ---- state: the file being read, and the groups ---------------------------------------------- */
struct state {
    const struct sw_cli *cli;
    struct config *cfg;
    struct sw_series *series;
    struct sw_csv *in;              /* the file being read, and the places of its columns: */
    const struct sw_row *row;
    size_t by_at[MAX_BY], col_at[MAX_COLUMNS], run_at, id_at, submit_at, warm_at;
    struct sw_keys *by_value[MAX_BY]; /* the values of each group column, in order of appearance */
    struct sw_keys *groups;         /* each group is the packed numbers of its values */
    size_t n_bytes, room;           /* size of the mode's record of a group; records there is room for */
    char *record;                   /* one record per group */
    uint64_t n_rows, n_no_bin;
    uint64_t n_beyond;       /* columns of groups whose moments no number holds */
    uint64_t n_untold[SW_RUN_ONE_VALUE + 1]; /* means without an interval, by why */
    void *extra;                    /* the mode's own */
};
struct mode {
    size_t record_size;
    int (*start)(struct state *s, struct sw_err *err);  /* may be NULL */
    int (*bind)(struct state *s, struct sw_err *err);   /* finds the columns of a file that was just opened */
    int (*row)(struct state *s, struct sw_err *err);
    int (*done)(struct state *s, struct sw_err *err);   /* after the last row; may be NULL */
    void (*header)(struct state *s, struct sw_out *out);
    bool many_rows;                                     /* write() makes whole rows, with their group columns */
    int (*write)(struct state *s, size_t group, struct sw_out *out, struct sw_err *err);
    void (*clear)(void *record);                        /* may be NULL */
    void (*stop)(struct state *s);                      /* may be NULL */
};

int state_column(const struct sw_csv *in, const char *name, size_t *at, struct sw_err *err);
/* NaN for a column that is not there and for an empty field. */
int state_number(const struct state *s, size_t at, const char *name, double *x, struct sw_err *err);
int state_bind(struct state *s, struct sw_err *err); /* what state_next() needs of a file */
/* The next row of a job that was submitted after --warm-up: as sw_csv_next(). */
int state_next(struct state *s, struct sw_row *row, struct sw_err *err);
bool state_is_bins(const char *by);
/* The group of the row just read. *in_bin is false where the row has no size, hence no bin and no group. */
int state_group(struct state *s, size_t *group, bool *in_bin, struct sw_err *err);
void *state_record(const struct state *s, size_t group);
/* What the group has in its i-th column; `label` has room for the name of a bin. */
struct sw_text state_value(const struct state *s, size_t group, size_t i, char label[48]);
#endif
