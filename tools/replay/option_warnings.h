/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_warnings.h - warnings of options that have no effect beside the others.
 *
 * Options that contradict one another are usage errors where they are read. An option without effect is only warned
 * of, so that a sweep may set it in all its cells. */
#ifndef SLOTWISE_TOOLS_REPLAY_OPTION_WARNINGS_H
#define SLOTWISE_TOOLS_REPLAY_OPTION_WARNINGS_H
#include "tools/replay/config.h"

void option_warnings_put(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools);
/* After a replay with queues: what they moved and ended, and those that no job named. */
void option_warnings_queues(const struct sw_cli *cli, const struct sw_admission *rule, const struct sw_totals *totals);
/* After a replay with reservations, by what jobs ask for, or with queues that short jobs pass: jobs without an
 * estimate. */
void option_warnings_sizes(const struct sw_cli *cli, const struct sw_totals *totals);
void option_warnings_kills(const struct sw_cli *cli, const struct sw_totals *totals);
void option_warnings_limits(const struct sw_cli *cli, const struct sw_options *opt,
                            const struct sw_totals *totals);
/* After a replay: tasks of a recorded log whose wishes the trace does not name. */
void option_warnings_hosts(const struct sw_cli *cli, bool as_recorded, const struct sw_totals *totals);

#endif
