/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backtest.h - a log replayed under the cluster, the waits and the policy that it recorded, beside two models that
 * know nothing of them: slots without end, and the shortest job first without waits. */
#ifndef SLOTWISE_TOOLS_REPLAY_BACKTEST_H
#define SLOTWISE_TOOLS_REPLAY_BACKTEST_H
#include "tools/replay/as_recorded.h"
#include "tools/replay/compare.h"
#include "tools/replay/config.h"

struct backtest {
    struct sw_cli *cli;
    struct config *cfg;       /* of slot-replay; cfg->opt is what the log is replayed under */
    const struct as_given *given;
    struct as_recorded log;
    struct compared row;
    struct sw_pool_list *pools;
    enum rec_model model;     /* that is being replayed */
};
/* NULL: out of memory. */
struct backtest *backtest_new(struct sw_cli *cli, struct config *cfg, const struct as_given *given, const char *file);
/* Returns SW_OK also for a log that cannot be compared; the note of b->log says why. */
SW_USE_RESULT int backtest_run(struct backtest *b, const char *file, struct sw_err *err);
void backtest_free(struct backtest *b);
#endif
