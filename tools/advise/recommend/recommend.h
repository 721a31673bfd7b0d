/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend.h - the subcommand recommend: whether to wait, as a formula says and, for a log, as its replays say. */
#ifndef SLOTWISE_TOOLS_ADVISE_RECOMMEND_H
#define SLOTWISE_TOOLS_ADVISE_RECOMMEND_H
#include "lib/model/sw_formulas.h"
#include "tools/advise/advised.h"
#include "tools/delay/delay.h"

int recommend_main(const char *name, int argc, char **argv); /* returns the exit status */

/* What is given in place of what the log says, as slot-replay reads it. */
enum recommend_given { OF_PRESET, OF_ORDER, OF_DELAY, OF_CLUSTER, OF_POOLS, OF_TOPOLOGY, OF_WIDTH, OF_BACKFILL,
                       OF_SWITCHES, OF_PENALTY, OF_LOG_N };
struct recommend {
    struct formula_config f;                    /* first: options of parameters are read into it */
    const struct sw_dialect *emit;
    uint64_t runs;
    struct config replay;                       /* what is given of the log, as slot-replay reads it */
    const char *given[OF_LOG_N];
    /* What the log tells beside the formula. The interval of a measured remote cost, or why there is none. */
    bool judge_interval;
    double cost_lo_s, cost_hi_s;
    const char *cannot_tell;
    /* Of its block readers; formula: on its cluster, with its wait. NaN: it does not tell. */
    double recorded_locality, formula_locality;
    uint64_t recorded_tasks;
    double recorded_wait_s;                     /* NaN: none in its settings, no wait is taken */
    bool disagree;                              /* they differ by more than 10 points */
    /* What its replays say, where the question is about its own cluster and it can be replayed. */
    bool asked, replayed;
    struct advised *log;
    struct sw_class class[SW_CLASSES_MOST];
    size_t n_classes, of_class;                 /* of_class: the one whose row is written */
};

/* ---- recommend_log.c ----------------------------------------------------------------------------- */
/* Parameters that are not given are measured. Then replays are asked, where the question is about the log itself. */
SW_USE_RESULT int recommend_log(struct recommend *r, const struct sw_cli *cli, struct sw_err *err);

/* ---- recommend_rows.c ---------------------------------------------------------------------------- */
extern const char recommend_rows_leave[];       /* "leave": the log's own wait stays, and is none of no length */
void recommend_rows_put_known(struct sw_out *out, double x); /* NAN: an empty field */
void recommend_rows_put_names(const struct recommend *r, struct sw_out *out);
int recommend_rows_put(void *recommend, struct sw_out *out, const double in[], struct sw_err *err);
/* --dialect: configuration lines instead of rows. A verdict against waiting emits no wait. */
int recommend_rows_put_settings(void *recommend, struct sw_out *out, const double in[], struct sw_err *err);

/* ---- recommend_switches.c: jobs that start all at once --------------------------------------------- */
SW_USE_RESULT int recommend_switches(struct recommend *r, const struct sw_cli *cli, struct sw_err *err);
#endif
