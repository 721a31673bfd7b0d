/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.h - the rows of one job of a tasks file, gathered until the next job begins.
 *
 * Texts are kept as places in one buffer, so that it can grow; they become pointers when the job is
 * finished (gather_job.c). Everything is used again for the next job. */
#ifndef SLOTWISE_GATHER_H
#define SLOTWISE_GATHER_H
#include "lib/trace/stream/trace_private.h"
#include "lib/base/sw_names.h"

#define GATHER_NONE SW_HASH_NONE

struct span { size_t at, len; };

struct gather_task {
    uint32_t stage;          /* place in stages[] */
    struct span task_id, hosts;
    int64_t duration_us, copy_us;
    uint64_t input_bytes, line;
    enum sw_locality locality; /* recorded; SW_AT_NONE: none is */
    bool timed;              /* duration_us is known */
    bool recorded, done;     /* it has an outcome, and the outcome is done */
};
struct gather_stage {
    uint64_t number, line, n_tasks, n_rows;
    enum sw_kind kind;
    struct span parents;     /* as written */
    int64_t setup_us;
    uint32_t place;          /* in the job that is handed out */
    size_t first_parent;     /* in parents[] */
    uint32_t n_parents;
};

struct gather {
    struct sw_task_row row;  /* the row in hand; of the next job when `held` */
    bool held, ended;
    uint64_t line;           /* of the job's first row */
    const char *path;
    uint64_t known;          /* of the job's own columns in that row */
    struct span job_id, pool, user, after_job, partition, qos;
    int64_t submit_us, think_us, wait_us[2];
    uint64_t cpus, nodes;      /* of the whole job; 0: not given */
    uint64_t replication;      /* 0: not given */
    int64_t limit_us;          /* -1: not given */
    int32_t priority;
    double weight;
    char *text;
    size_t n_text, cap_text;
    struct gather_task *tasks;
    size_t n_tasks, cap_tasks;
    struct gather_stage *stages;
    size_t n_stages, cap_stages;
    struct sw_hash task_index, stage_index;
    struct sw_task_row *rows; /* every row, when they are kept; texts are places until gather_rows_give() */
    struct span *extras;
    size_t n_rows, cap_rows, cap_extras;
    uint32_t last_stage;     /* most rows are of the stage of the row before */
    /* what is handed out */
    struct sw_task_spec *task_specs;
    struct sw_stage_spec *stage_specs;
    uint32_t *parents, *order;
    size_t *next;            /* where the next task of a stage goes */
    size_t cap_task_specs, cap_stage_specs, n_parents, cap_parents, cap_order, cap_next;
};

SW_USE_RESULT int gather_text(struct gather *g, struct sw_text text, struct span *out, struct sw_err *err);
static inline struct sw_text gather_get(const struct gather *g, struct span s)
{
    return (struct sw_text){ s.len > 0 ? g->text + s.at : "", s.len };
}
/* The stage of this number, or GATHER_NONE. */
uint32_t gather_find_stage(const struct gather *g, uint64_t number);
/* Keeps the row in hand, and hands out the kept ones with the job. */
SW_USE_RESULT int gather_rows_keep(struct sw_trace *t, struct sw_err *err);
void gather_rows_give(struct sw_trace *t, struct sw_job *job);
/* Turns what was gathered into a job: stages in order of number, parents checked, tasks stage by stage. */
SW_USE_RESULT int gather_job(struct sw_trace *t, struct sw_job *job, struct sw_err *err);

#endif
