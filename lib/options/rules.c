/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - a rule among the options of a replay, and the text that it was read from. */
#include "lib/options/options.h"
#include <string.h>

const char *const sw_rule_words[] = { "order", "delay", "preempt", "admit", "speculate", "global", "evict", NULL };

static int find(struct sw_replay_options *opt, enum sw_rule rule, const char *spec, struct sw_err *err)
{
    switch (rule) {
    case SW_RULE_ORDER: return sw_order_find(spec, &opt->order, err);
    case SW_RULE_DELAY: return sw_delay_find(spec, &opt->delay, err);
    case SW_RULE_PREEMPT: return sw_preempt_find(spec, &opt->preempt, err);
    case SW_RULE_ADMIT: return sw_admit_find(spec, &opt->admit, err);
    case SW_RULE_SPECULATE: return sw_speculate_find(spec, &opt->speculate, err);
    case SW_RULE_EVICT: return sw_evict_find(spec, &opt->evict, err);
    default: return sw_global_find(spec, &opt->global, err);
    }
}

void rules_settle(struct sw_replay_options *opt)
{
    opt->order.lc_table_printed = opt->lc_table;
    opt->delay.reset_on_refusal = opt->spark_reset && opt->delay.clock == SW_SINCE_READY;
}

int sw_replay_rule(struct sw_replay_options *opt, enum sw_rule rule, const char *spec, struct sw_err *err)
{
    size_t len = strlen(spec);
    if (find(opt, rule, spec, err) != SW_OK)
        return SW_FAIL;
    if (len >= sizeof opt->rule_text[rule])
        return sw_err_usage(err, "--%s: longer than %zu letters: '%.40s...'", sw_rule_words[rule],
                            sizeof opt->rule_text[rule] - 1, spec);
    memcpy(opt->rule_text[rule], spec, len + 1);
    rules_settle(opt);
    return SW_OK;
}
