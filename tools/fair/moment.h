/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moment.h - the pools of a replay at one time, in place of a pools file. */
#ifndef SLOTWISE_TOOLS_FAIR_MOMENT_H
#define SLOTWISE_TOOLS_FAIR_MOMENT_H
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_replay.h"

/* What a replay is made under, as slot-replay reads it. Without nodes and without a cluster the trace is a log, and is
 * replayed as it was recorded. */
enum moment_given { MOMENT_NODES, MOMENT_RACKS, MOMENT_MAP_SLOTS, MOMENT_REDUCE_SLOTS, MOMENT_CLUSTER, MOMENT_POOLS,
                    MOMENT_PRESET, MOMENT_ORDER, MOMENT_DELAY, MOMENT_SEED, MOMENT_N };
extern const char *const moment_names[MOMENT_N];   /* of their options, without hyphens */
struct moment_ask { int64_t at_us; const char *given[MOMENT_N]; }; /* at_us -1: none is asked for */
/* Writes what each pool asks for at that time, a case for each kind of slot. The file is there until *fd is closed. */
SW_USE_RESULT int moment_to_pools(const struct sw_cli *cli, const struct moment_ask *ask, const char *trace,
                                  char pools[SW_NAMELESS_MAX], int *fd, struct sw_err *err);
/* Who is over and who is owed at that time, and since when: rows of their own. */
SW_USE_RESULT int moment_audit(const struct sw_cli *cli, const struct moment_ask *ask, const char *trace,
                               struct sw_out *out, struct sw_err *err);

/* ---- audit.c ------------------------------------------------------------------------------------------------ */
/* Who runs more than its share at a time, who is owed, and since when. */
struct audit_pool;
struct audit { struct audit_pool *pool; size_t n, cap; int64_t every_us; bool one_kind, no_room; };
/* How often pools are looked at, so that the last time is at_us: each second, or 20,000 times. */
int64_t audit_every_us(int64_t at_us);
void audit_see(struct audit *a, const struct sw_sample *sample); /* in order of time */
void audit_put(const struct audit *a, int64_t at_us, struct sw_out *out);
void audit_clear(struct audit *a);
#endif
