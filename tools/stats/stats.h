/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats.h - what the modes of slot-stats share: the rows that they read, the groups that they keep, and what they
 * write. */
#ifndef SLOTWISE_TOOLS_STATS_STATS_H
#define SLOTWISE_TOOLS_STATS_STATS_H
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "lib/cli/sw_cli.h"
#include "lib/csv/sw_table.h"
#include "lib/trace/record/sw_records.h"
#include "lib/stats/sw_results.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_stats.h"

/* ---- state.c ---------------------------------------------------------------------------------------------- */
/* What the five modes of slot-stats share: the options, the row being read and the groups. */
enum { MAX_BY = 8, MAX_COLUMNS = 32 };

/* Texts of an option's list, each malloc'd. */
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
/* Group numbers count from 0 in the order in which groups appear; a record of n_bytes for each stands in `record`. */
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
/* The number of the row's run among `runs`, which a new one joins. Without the column all rows are of one run. */
int state_run(const struct state *s, struct sw_keys *runs, size_t *number);
/* What the group has in its i-th column; `label` has room for the name of a bin. */
struct sw_text state_value(const struct state *s, size_t group, size_t i, char label[48]);

/* ---- gains.c ---------------------------------------------------------------------------------------------- */
/* What --compare has found: the base, the pairs, and gains by group and run. */
/* Of a group or of all jobs. first_run is 1 + a place in base.of_run, or 0; so is `next`. last_pair and `before` are so
 * in base.kept. */
struct gains_group { struct sw_gains all; size_t first_run, n_runs, last_pair; };
struct gains_run { size_t next; struct sw_gains gains; };
struct gains_pair { size_t at, group, run, before; double base, value; }; /* at: the base's row */

struct base_row { double value, submit_s; bool paired; }; /* submit_s: its place where the file does not say it */
struct base {
    struct sw_keys *keys;    /* run and job_id of the base's rows */
    struct base_row *row;
    size_t room;
    bool has_run;
    struct sw_keys *pairs;   /* (group, base row, run) seen so far, to find a job that comes twice */
    uint64_t n_extra, n_unknown;
    struct sw_keys *runs;    /* those of the files to compare, by name */
    struct sw_keys *of_run_keys; /* (group, run) */
    struct gains_run *of_run;
    size_t room_of_run;
    struct gains_group total;
    struct gains_pair *kept; /* pairs with both values */
    size_t n_kept, room_kept;
};

const char *gains_column(const struct state *s);
const char *gains_unit(const struct state *s); /* "_s" or "_bytes", by which its name ends; else "" */
/* Each run counts as one pair, that of its means; *of_jobs: its mean gain of a job. */
struct sw_gains gains_over_runs(const struct base *b, const struct gains_group *g, struct sw_moments *of_jobs);

/* The jobs of one run. *gain is of the ratio that --gain-of asks for, *diff of value - base. g NULL: of all pairs. */
struct gains_told { struct sw_run_interval gain, diff; };
SW_USE_RESULT int gains_of_one_run(const struct state *s, const struct gains_group *g, struct gains_told *out,
                                   struct sw_err *err);

/* ---- verdict.c: who won, who lost, and by how much ----------------------------------------------------- */
SW_USE_RESULT int verdict_put_worst(struct state *s, struct sw_out *out, struct sw_err *err);
SW_USE_RESULT int verdict_put_words(struct state *s, struct sw_out *out, struct sw_err *err);
/* --fail-if-slower: an error when a group's mean, or that of all, is above the base's by more than the limit. */
SW_USE_RESULT int verdict_judge(const struct state *s, struct sw_err *err);

/* ---- modes ------------------------------------------------------------------------------------------------ */
/* The five modes of slot-stats, each in a file of its own. */
extern const struct mode jobs_mode;      /* the default */
extern const struct mode columns_mode;   /* --col */
extern const struct mode cdf_mode;       /* --cdf */
extern const struct mode gains_mode;     /* --compare */
extern const struct mode timeline_mode;  /* --timeline */

/* ---- pairs.c ---------------------------------------------------------------------------------------------- */
/* slot-stats --pair: how cells of a study differ from a base, pair by pair. */
/* Reads the files of `cli` and writes a row for each group but the base. The columns of --base join those of --by. */
SW_USE_RESULT int pairs_run(struct config *cfg, struct sw_cli *cli, struct sw_err *err);

/* ---- put.c ------------------------------------------------------------------------------------------------ */
/* What all modes write: group columns, names of output columns, means with their intervals. */
/* Writes the values of the group columns. */
void put_group(const struct state *s, size_t group, struct sw_out *out);

/* Writes prefix + stem + mark + unit: ("mean_", "response_s", "_lo") gives "mean_response_lo_s". */
void put_name(struct sw_out *out, const char *prefix, const char *column, const char *mark);
void put_quantile_name(struct sw_out *out, double q, const char *column);
/* Means of "mean_response_s" are called so too, and not mean_mean_response_s, unless "response_s" is beside it. */
void put_mean_names(struct sw_out *out, const char *column, const struct names *beside);

/* Writes the mean and the ends of its interval. */
void put_quantile_names(struct sw_out *out, double q, const char *column); /* and of the ends of its interval */
void put_finite(struct sw_out *out, double x); /* not finite: an empty field */
void put_interval(struct sw_out *out, double mean, struct sw_interval interval);
/* The mean of what the values of one run come to, with an interval if the run tells one. */
void put_one_run(struct state *s, struct sw_out *out, double mean, struct sw_run_interval interval);
extern const char *const put_why[]; /* there is no interval, by enum sw_run_told */
void put_untold(const struct state *s); /* warns of means without an interval */
void put_mean(struct state *s, struct sw_out *out, const struct sw_moments *m);
void put_sum(struct sw_out *out, const struct sw_moments *m);
#endif
