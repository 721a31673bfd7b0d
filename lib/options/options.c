/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the options of a replay as a whole. */
#include "lib/options/options.h"

const char *const sw_offers_words[] = { "heartbeat", "spark-2", "spark-3", NULL };
const char *const sw_placement_words[] = { "uniform", "hdfs", "trace", "redraw", NULL };

void sw_replay_defaults(struct sw_replay_options *opt)
{
    *opt = (struct sw_replay_options){ 0 };
    for (const struct option_row *row = options_table; row->name; row++)
        value_default(row, opt);
}
