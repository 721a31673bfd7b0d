/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.h - what rows of the table name: values that are no plain number or word, and checks of one option. */
#ifndef LIB_OPTIONS_SPECIAL_H
#define LIB_OPTIONS_SPECIAL_H
#include "lib/options/options.h"

/* Each reads its value into a struct sw_options, and prints it. */
option_parse special_rule, special_offers, special_backfill, special_max_starve, special_switches, special_decide,
    special_admission, special_penalty, special_network, special_per_heartbeat;
option_put special_put_offers, special_put_backfill, special_put_max_starve, special_put_switches, special_put_decide,
    special_put_admission, special_put_penalty, special_put_network, special_put_per_heartbeat;
/* Each is of the row that names it and speaks in its name (together.c). */
option_check together_global, together_decide, together_order, together_by_request, together_offers, together_update,
    together_width, together_whole_nodes, together_max_starve, together_admission, together_admit, together_preempt,
    together_size_weight, together_redraw, together_places, together_heartbeat, together_continuous,
    together_am_heartbeat, together_am_container, together_am_share, together_reservable;
/* After values were read: what rules take from options beside them. */
void special_settle(struct sw_options *opt);
void special_outside(struct sw_options *opt); /* another decides than its order and its delay rule */
/* Z1: CPUs or memory that tasks take */
bool special_sizes_are_limited(const struct sw_options *opt, const struct sw_cluster *cl);
bool special_room_is_limited(const struct sw_options *opt, const struct sw_cluster *cl); /* for map output */
#endif
