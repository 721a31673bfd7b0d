/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.h - a log of jobs that start all at once, what it was run on, and what was found of it. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_H
#include "lib/study/sw_gangs.h"
#include "slotwise/sw_study.h"
#include "tools/replay/replay.h"

struct gangs {
    const char *name;          /* of the log, for readers */
    const struct config *cfg;
    const char *lacks;         /* why nothing can be replayed; NULL: it can */
    struct sw_cluster *cl;
    struct sw_pool_list *pools;
    struct sw_gangs study;
    struct sw_gangs_answer answer;
};
/* g->name is set. */
SW_USE_RESULT int gangs_study(struct gangs *g, struct sw_cli *cli, const char *file, uint64_t runs, uint64_t threads,
                              struct sw_err *err);
void gangs_clear(struct gangs *g); /* also after a failure */
#endif
