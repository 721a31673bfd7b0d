/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark.h - what the files of the Spark importer share: the application, its executors, its open jobs.
 *
 * Memory follows the jobs in the system. Rows of a job stand together, and jobs come in order of submission. So a job's
 * attempts are kept until it has ended and all jobs submitted before it have been given out. Hosts, executors and
 * pools are kept for good. Times are milliseconds since 1970 as in the log, until a row is made. */
#ifndef SLOTWISE_SPARK_H
#define SLOTWISE_SPARK_H
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"
#include "lib/base/sw_names.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/parse/lines.h"
#include "lib/trace/import/nameset.h"

#define SPARK_NO_TIME INT64_MIN

/* ---- settings of the application ----------------------------------------------------------------- */
/* spark.task.resource.gpu.amount and its kin: units of an executor, 0: not given, and tasks on so many of them. A unit
 * is shared by whole tasks: of 0.3 there are 3 on it. */
enum { SPARK_RESOURCES = 8 };
struct spark_resource { char name[32]; int64_t executor_units, tasks, units; };
struct spark_settings {
    char version[32], mode[16], master[64], speculation[8], multiplier[16], quantile[16], dynamic[8],
        exclusion[8];
    bool seen;                    /* the environment was in the log */
    int64_t wait_us[3];           /* process, node, rack */
    int64_t executor_cores, task_cpus; /* 0: not given */
    struct spark_resource resource[SPARK_RESOURCES];
    size_t n_resources;
    int64_t idle_timeout_us;      /* of dynamic allocation; 0: there is none */
    bool legacy_reset;
    char scala[32];               /* "version 2.12.15"; "": not in the log */
};

/* ---- jobs ------------------------------------------------------------------------------------------ */
struct spark_stage;
struct spark_attempt {
    struct spark_attempt *next;   /* of the job, in order of start */
    int64_t task_id;              /* the key in spark->attempts, as 8 bytes */
    struct spark_stage *stage;
    int64_t launch_ms, finish_ms, run_ms;
    uint64_t bytes, line;
    int64_t index, partition;     /* partition -1: not in the log */
    int32_t number, stage_attempt;
    uint32_t host, executor;      /* places in namesets */
    uint32_t *cached;             /* executors that held what it reads when it was launched */
    size_t n_cached;
    const char *path;
    enum sw_locality locality;
    enum sw_outcome outcome;
    bool has_locality, speculative, ended, has_bytes, from_memory, other_won;
};
/* Whether a slot was free all the time: of some executor; of one on the host where the stage was first launched. */
struct spark_free { bool any, near; };
struct spark_stage {
    struct spark_stage *next;     /* of the job */
    size_t place;                 /* in the job, once that is given out */
    int64_t id;                   /* the key in spark->stages, as 8 bytes */
    struct spark_job *job;
    int64_t submit_ms;            /* of the first attempt */
    int64_t *parents;
    size_t n_parents;
    int64_t *kept;                /* its RDDs that are kept, the last first; NULL: not known yet */
    size_t n_kept;
    bool knows_parents, persisted; /* an RDD in it is kept in memory */
    int64_t n_own;                /* partitions of its own RDD; -1: not in the log */
    bool reads_all;               /* a task for each of them */
    bool is_barrier, has_rows, launched; /* launched: something of it was */
    struct spark_stage *next_unready; /* of spark->unready */
    int64_t since_ms, ready_ms;   /* the clock at its StageSubmitted; the first launch of any stage behind that */
    struct spark_free was_free;   /* since its submission: some slot until ready_ms, a near one until it was launched */
    int64_t first_ms;             /* its first launch, and how close to its data that was */
    enum sw_locality first_at;
    bool first_cached;            /* it read blocks that its executor held */
    int64_t completed_ms, done_ms; /* done_ms: the end of its last task that succeeded */
    int64_t setup_ms;             /* from the end of its parents, or the job's submission, to its own */
    struct spark_round { int32_t attempt; uint64_t n_tasks, n_done, line; bool completed, failed;
                         const char *path; } *rounds;
    size_t n_rounds, cap_rounds;
};
struct spark_job {
    struct spark_job *next;       /* in order of submission */
    struct spark_job *open_next, **open_at; /* the next that has not ended; open_at: what points to it */
    int64_t id, submit_ms, end_ms; /* end_ms: before the end, the last sign of life */
    int64_t *stage_ids;           /* sorted */
    size_t n_stage_ids;
    struct spark_stage *stages, **last_stage;
    struct spark_attempt *attempts, **last_attempt;
    size_t n_attempts, n_running;
    char *app, *user;             /* copies */
    uint32_t pool;                /* a place in pools, or NAMESET_NONE */
    bool ended, cut;
    bool startless, nameless;     /* its JobStart is lost; so is its JobEnd as yet, and id is that of its first stage */
    const char *path;
    uint64_t line;
};

/* ---- executors ------------------------------------------------------------------------------------- */
/* idle_ms: its last task ended */
/* is_free: it has a free slot, since free_ms. most: tasks that the resources it came with allow; 0: not told */
struct spark_executor { int64_t added_ms, removed_ms, idle_ms, cores, free_ms; uint32_t host;
                        uint64_t running, peak, most; bool there, is_free; };
/* an executor's time; idle: nothing ran on it at its end */
struct spark_span { uint32_t host, executor; int64_t from_ms, to_ms; uint64_t slots; bool idle; };

struct spark {
    struct lines lines;
    struct json_tree tree;
    const struct sw_import_rules *rules;
    struct sw_import_rules own_rules;
    struct sw_damage *damage;
    struct sw_keys paths;         /* so that they outlive the files */
    const char *path;
    char *app, *user;
    bool app_started, app_ended, any_job, ended, cut;
    const char *log;              /* what the application is called among several; NULL: it is alone */
    struct sw_facts *facts;       /* settings of several, where they agree; NULL: it is alone */
    int64_t zero_ms, now_ms;      /* where times count from; the latest time seen */
    struct spark_settings settings;
    struct sw_keys hosts, executors, pools;
    struct spark_executor *executor; /* parallel to executors */
    size_t cap_executor, n_free;  /* n_free: executors with a free slot; one at least since free_ms */
    int64_t free_ms;
    struct sw_keys blocks;
    struct spark_block *block;    /* parallel to blocks */
    struct sw_hash rdd_index, held_index;
    struct spark_rdd *rdd;        /* blocks of each, and what each executor holds of it (blocks.c) */
    struct spark_held *held;
    size_t cap_block, n_rdds, cap_rdds, n_held, cap_held;
    struct spark_span *spans;
    size_t n_spans, cap_spans;
    struct sw_names stages, attempts;
    struct spark_job *jobs, **last_job;
    struct spark_job *open, **last_open;
    struct spark_stage *unready;  /* submitted; nothing was launched since */
    struct spark_job *startless;  /* the open one whose start is lost; there is one at most */
    struct sw_names job_ids;      /* of the open ones, by their ids, 8 bytes each */
    uint64_t n_apps, n_without_rows, n_skipped, n_unknown_cores;
    /* what a replay does not play (R19). From 3.1 on an exclusion is logged by both of its names. */
    uint64_t n_barrier, n_speculative, n_profiles, n_excluded[2], n_blacklisted[2]; /* executors, hosts */
    int64_t last_submit_ms;
    /* the job that is given out */
    struct spark_job *out;
    struct spark_attempt **order;
    size_t cap_order, at;
    struct spark_stage **by_id, **parent; /* its stages in order of id; those that one of them waits for */
    size_t n_by_id, cap_by_id, n_parent, cap_parent;
    size_t group_end;
    struct { char *at; size_t n, cap; } job_id, parents, hosts_text, node_text;
    char task_id[2 * SW_NUM_MAX];
    char attempt_text[SW_NUM_MAX], stage_attempt_text[SW_NUM_MAX];
    const char *preference;
    const struct spark_attempt *row;
};

/* ---- reading values (values.c) --------------------------------------------------------------------- */
int64_t spark_values_ms(const struct json_node *object, const char *key); /* SPARK_NO_TIME: not there, or not above 0 */
bool spark_values_true(const struct json_node *object, const char *key);
bool spark_values_is_held(const struct json_node *level); /* a storage level: in memory or on disk */
void spark_values_keep_text(char *buf, size_t cap, struct sw_text text);
/* "3s" "3000" "1min", in Spark's way: milliseconds without a unit. */
bool spark_values_duration(struct sw_text text, int64_t *us);
/* HOST/ID; it lasts until the next call. */
SW_USE_RESULT int spark_values_node_name(struct spark *s, struct sw_text host, uint32_t executor, struct sw_text *out,
                                  struct sw_err *err);
/* The time of an event, for the end of what is never closed and to see the clock go back. */
void spark_values_clock(struct spark *s, int64_t ms);
void spark_values_note(struct spark *s, enum sw_damage_kind kind); /* at the line in hand */

/* ---- events: SW_OK, or SW_FAIL when memory ran out -------------------------------------------------- */
SW_USE_RESULT int spark_tasks_on_start(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_tasks_on_end(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_jobs_on_start(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_jobs_on_end(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_jobs_on_stage_submitted(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_jobs_on_stage_completed(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_executors_on_added(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_executors_on_removed(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_executors_on_block_manager(struct spark *s, const struct json_node *event, struct sw_err *err);

SW_USE_RESULT int spark_blocks_on_updated(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_blocks_on_unpersist(struct spark *s, const struct json_node *event, struct sw_err *err);

/* ---- blocks.c -------------------------------------------------------------------------------------- */
SW_USE_RESULT int spark_blocks_take(struct spark *s, const struct spark_attempt *a, const struct json_node *metrics,
                                    struct sw_err *err);
SW_USE_RESULT int spark_blocks_keep_rdds(struct spark_stage *stage, const struct json_node *info, struct sw_err *err);
SW_USE_RESULT int spark_blocks_find_cached(const struct spark *s, struct spark_attempt *a, struct sw_err *err);
void spark_blocks_forget(struct spark *s);
void spark_blocks_free(struct spark *s);

/* ---- jobs.c ---------------------------------------------------------------------------------------- */
/* The stage as it runs now, made for the first open job that lists it when it is new.
 * `submitted`: a new round begins, so a stage whose job has ended passes to the job that needs it now. */
SW_USE_RESULT int spark_jobs_find_stage(struct spark *s, int64_t id, bool submitted, struct spark_stage **out,
                                        struct sw_err *err);
void spark_jobs_end_one(struct spark *s, struct spark_job *job); /* it is no longer open */
void spark_jobs_end(struct spark *s); /* the application or the log is over */
void spark_jobs_free_one(struct spark *s, struct spark_job *job);
void spark_jobs_note_launch(struct spark *s, const struct spark_attempt *a); /* before its executor is busy with it */

/* ---- executors.c ------------------------------------------------------------------------------------ */
SW_USE_RESULT int spark_executor(struct spark *s, struct sw_text name, struct sw_text host, uint32_t *out,
                                 struct sw_err *err);
uint32_t spark_executors_find(const struct spark *s, struct sw_text name); /* NAMESET_NONE: not there */
void spark_executor_busy(struct spark *s, uint32_t executor, int64_t now_ms);
void spark_executor_idle(struct spark *s, uint32_t executor, int64_t now_ms);
bool spark_executors_have_free_slot(const struct spark *s, int64_t now_ms);
/* Whether an executor, with `host` one on that host, has had a free slot all the time since then. */
bool spark_executors_free_since(const struct spark *s, uint32_t host, int64_t since_ms);
SW_USE_RESULT int spark_executors_end(struct spark *s, int64_t at_ms, struct sw_err *err);
int spark_executors_nodes(void *state, const struct sw_nodes_to *give, struct sw_err *err);
#define SPARK_EXECUTORS_COLUMNS (UINT64_C(1) << SW_NODE_NAME | UINT64_C(1) << SW_NODE_RACK \
    | UINT64_C(1) << SW_NODE_SLOTS | UINT64_C(1) << SW_NODE_FROM | UINT64_C(1) << SW_NODE_TO \
    | UINT64_C(1) << SW_NODE_LEAVES | UINT64_C(1) << SW_NODE_HOST)

/* ---- unplayed.c -------------------------------------------------------------------------------------- */
SW_USE_RESULT int spark_unplayed_on_excluded(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_unplayed_on_profile(struct spark *s, const struct json_node *event, struct sw_err *err);
void spark_unplayed_note_barrier(struct spark *s, struct spark_stage *stage, const struct json_node *info);
void spark_unplayed_facts(const struct spark *s, struct sw_facts *to);

/* ---- settings.c -------------------------------------------------------------------------------------- */
void spark_settings_read(struct spark_settings *to, const struct json_node *properties, const struct json_node *jvm);
bool spark_settings_reset_on_launch(const struct spark_settings *settings);
/* Tasks at once for which an executor has resources other than cores. `found`: those it came with; NULL: not known. */
uint64_t spark_settings_most_tasks(const struct spark_settings *settings, const struct json_node *found);
/* Of several applications what they have in common is kept, as of the one that is read to its end. */
SW_USE_RESULT int spark_settings_merge(struct spark *s, struct sw_err *err);
void spark_settings_facts(const void *state, struct sw_facts *to);

/* ---- settle.c ---------------------------------------------------------------------------------------- */
/* Orders the attempts of s->out, those at one task together, and settles what only all of them show. */
SW_USE_RESULT int spark_settle_rows(struct spark *s, struct sw_err *err);
/* parents.c: by_id of the job given out; then s->parent[0..n_parent-1], the stages of it that a stage waits for. */
SW_USE_RESULT int spark_parents_index_stages(struct spark *s, struct sw_err *err);
SW_USE_RESULT int spark_parents_find(struct spark *s, const struct spark_stage *stage, struct sw_err *err);
size_t spark_settle_group_end(const struct spark *s, size_t at); /* behind the attempts at the task that starts there */

/* ---- rows.c ------------------------------------------------------------------------------------------ */
/* 1: a row; 0: the job has no more; -2: failed. */
SW_USE_RESULT int spark_rows_next(struct spark *s, struct sw_task_row *row, struct sw_err *err);
extern const char *const spark_rows_extra_names[];
struct sw_text spark_rows_extra(const void *state, size_t i);

#endif
