/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advised.h - one log and what was found of it: what pages, rows and settings are made of. */
#ifndef SLOTWISE_TOOLS_ADVISE_ADVISED_H
#define SLOTWISE_TOOLS_ADVISE_ADVISED_H
#include "slotwise/sw_study.h"
#include "lib/trace/stream/apps.h"
#include "tools/replay/replay.h"

struct advised {
    const char *name;            /* of the log, for readers */
    const struct config *cfg;    /* what was given in place of what the log says */
    struct recorded recorded;
    const struct sw_log *log;
    struct sw_pool_list *pools;
    uint64_t n_wide;             /* jobs of several cores or nodes, which are one slot here */
    char note[SW_LOG_NOTE];      /* what had to be assumed or left out */
    struct sw_study study;       /* nothing where the log lacks something */
    struct sw_answer answer;
    char worst[SPARK_HEAD_TITLE], gained[SPARK_HEAD_TITLE]; /* what people call the answer's jobs; "": by their ids */
};
/* As in struct sw_study_ask. */
struct advised_ask { uint64_t replication, n_runs, threads; double remote_cost_s; bool by_pool; };
/* v->name is set, and v->recorded has been read. */
SW_USE_RESULT int advised_study(struct advised *v, struct sw_cli *cli, const struct advised_ask *ask,
                                struct sw_err *err);
/* Looks up what those jobs are called: behind advised_study(), where the files are Spark's. */
SW_USE_RESULT int advised_name_jobs(struct advised *v, const struct apps_log *files, struct sw_err *err);
void advised_clear(struct advised *v); /* also after a failure */
#endif
