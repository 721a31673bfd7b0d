/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - what slot-delay was asked for: a formula, and the values of its parameters. */
#ifndef SLOTWISE_TOOLS_DELAY_CONFIG_H
#define SLOTWISE_TOOLS_DELAY_CONFIG_H
#include "lib/model/sw_formulas.h"
#include "tools/delay/values.h"

/* Slots released a second in a log: in the seconds under load, and over all. NaN: too little is under load, and nothing
 * ran. */
struct log_rates { double busy_s, busy_rate, span_s, span_rate; };
struct formula_config {
    const struct sw_formula *formula;
    struct values given[SW_P_COUNT];
    bool from_log;                                      /* parameters that are not given were measured */
    struct log_rates log;
    /* convert: `from` is the value after the colon */
    char *from;
    const struct sw_dialect *from_dialect, *to[16];
    size_t n_to;
    bool rate_given;                                    /* of a LOG: another release rate was given */
};
#endif
