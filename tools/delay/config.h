/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - what slot-delay was asked for: a formula, and the values of its parameters. */
#ifndef SLOTWISE_TOOLS_DELAY_CONFIG_H
#define SLOTWISE_TOOLS_DELAY_CONFIG_H
#include "tools/delay/decide.h"
#include "tools/delay/values.h"

struct config {
    const struct sw_formula *formula;
    struct values given[SW_P_COUNT];
    const struct sw_dialect *emit;                      /* recommend */
    char *from; const struct sw_dialect *from_dialect;  /* convert: `from` is the value after the colon */
    const struct sw_dialect *to[16]; size_t n_to;
    /* recommend LOG: the interval of a measured remote cost, or why there is none. */
    bool judge_interval; double cost_lo_s, cost_hi_s; const char *cannot_tell;
    /* recommend LOG: what the log has beside the formula. NaN: it does not tell. */
    bool from_log;
    double recorded_locality, formula_locality; /* of its block readers; formula: on its cluster, with its wait */
    uint64_t recorded_tasks;
    double recorded_wait_s;                     /* NaN: none in its settings, no wait is taken */
    bool disagree;                              /* they differ by more than 10 points */
    double busy_s, busy_rate, span_s, span_rate; /* the log's */
    bool rate_given;                            /* convert LOG: another release rate was given */
    /* recommend LOG: what its replays say, and of which class the row is. NULL: the question is about another cluster,
     * or the log cannot be replayed. */
    const char *of_log[DECIDE_N];                      /* in place of what the log says */
    uint64_t runs;
    struct decided *decided;
    size_t of_class;
};
#endif
