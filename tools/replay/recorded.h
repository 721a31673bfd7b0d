/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.h - a whole log as it was recorded: every attempt, and the outcome of each task and job. A part of
 * slot-replay --validate, which replays it and compares.
 *
 * A task is replayed once. Its time is that of the last attempt, which succeeded, and of the attempts that had ended
 * when the last one was launched. Copies that ran beside the last attempt are left out. */
#ifndef SLOTWISE_TOOLS_REPLAY_RECORDED_H
#define SLOTWISE_TOOLS_REPLAY_RECORDED_H
#include "slotwise/sw_import.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_replay.h"

struct rec_row { struct sw_task_row row; uint32_t job; int64_t end_us; }; /* end_us: when it left its slot */
/* What is replayed: the policy in force; no scheduler, which is slots without end; another policy than any log's. */
enum rec_model { REC_OWN, REC_ENDLESS, REC_SJF, REC_MODELS };
enum rec_wish { REC_NONE, REC_HOSTS, REC_RACK, REC_ANY }; /* REC_RACK, REC_ANY: hosts that the log does not name */
struct rec_task {
    uint32_t job, first, n;      /* its rows */
    const struct rec_row *last;  /* the attempt that is replayed */
    bool done;
    int64_t time_us;
    enum rec_wish wish;
    struct sw_text hosts, rack;  /* rack: of REC_RACK */
};
struct rec_job {
    struct sw_text id;
    int64_t submit_us, end_us;   /* end_us: end of the last attempt that counts */
    bool complete;               /* every task was done */
    uint32_t first_task, n_tasks;
    uint32_t after;              /* the job whose end its submission follows; UINT32_MAX: none */
    uint32_t leads;              /* the application whose other jobs follow this one; 0: none */
    uint32_t app;
    int64_t replayed_us[REC_MODELS]; /* responses; -1: none */
};
struct recorded {
    struct rec_row *rows;
    struct rec_task *tasks;
    struct rec_job *jobs;
    size_t n_rows, cap_rows, n_tasks, cap_tasks, n_jobs, cap_jobs;
    bool timed, placed;          /* some attempt has times; some attempt has a node */
    bool executors;              /* nodes are those of Spark, host/ID */
    bool own_racks;              /* each host is taken to have one */
    bool one_driver;             /* Spark: an application submits its jobs one after the other */
    struct rec_text { struct rec_text *next; } *texts;
    struct sw_names by_id;
};

SW_USE_RESULT int recorded_read(struct recorded *r, struct sw_trace *t, struct sw_err *err);
void recorded_clear(struct recorded *r);
SW_USE_RESULT int recorded_keep(struct recorded *r, struct sw_text *text, struct sw_err *err);
struct sw_text recorded_host(struct sw_text node); /* without the executor, n3/7 */
/* Whether executors have to be told apart: two were on one host at a time, or a task prefers one. */
bool recorded_tells_executors(const struct recorded *r, const struct sw_cluster *cl);
void recorded_forget_executors(struct recorded *r);
/* The times from the end of an attempt to the next launch on its node, of launches that could have come at that end:
 * others of their stage had been launched before. They show the clock by which slots were offered. */
struct rec_gaps { uint64_t n; double share_at_once, p50_s, p90_s; }; /* at once: within half a second */
SW_USE_RESULT int recorded_gaps(const struct recorded *r, struct rec_gaps *gaps, struct sw_err *err);
/* Counts the stages that have a first launch, and those of them whose first launch follows from the log: it came when
 * the set-up ended that the log gives, so a replay launches then unless something else holds it back. */
void recorded_count_given(const struct recorded *r, uint64_t *n_stages, uint64_t *n_given);
/* When nothing but slots and waits held the row's task back: its stage's parents had ended, and its set-up. */
int64_t recorded_ready_us(const struct recorded *r, const struct rec_row *row);
/* The most attempts of the kind that ran at once on any node; at least 1 where there are such tasks. */
enum rec_kind { REC_MAPS, REC_REDUCES, REC_ALL };
SW_USE_RESULT int recorded_most_at_once(const struct recorded *r, enum rec_kind kind, uint64_t *most,
                                        struct sw_err *err);
#endif
