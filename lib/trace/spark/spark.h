/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark.h - what the files of the Spark importer share: the application, its executors, its open jobs.
 *
 * Memory follows the jobs in the system: a job's attempts are kept until it has ended and all jobs submitted before it
 * have been given out, since rows of a job stand together and jobs come in order of submission. Hosts, executors and
 * pools are kept for good. Times are milliseconds since 1970 as in the log, until a row is made. */
#ifndef SLOTWISE_SPARK_H
#define SLOTWISE_SPARK_H
#include "slotwise/sw_import.h"
#include "slotwise/sw_names.h"
#include "lib/trace/json.h"
#include "lib/trace/lines.h"
#include "lib/trace/nameset.h"

#define SPARK_NO_TIME INT64_MIN

/* ---- settings of the application ----------------------------------------------------------------- */
struct spark_settings {
    char version[32], mode[16], master[64], speculation[8], multiplier[16], quantile[16], dynamic[8];
    bool seen;                    /* the environment was in the log */
    int64_t wait_us[3];           /* process, node, rack */
    int64_t executor_cores, task_cpus; /* 0: not given */
    int64_t idle_timeout_us;      /* of dynamic allocation; 0: there is none */
    bool legacy_reset;
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
    const char *path;
    enum sw_locality locality;
    enum sw_outcome outcome;
    bool has_locality, speculative, ended, has_bytes, from_memory, other_won;
};
struct spark_stage {
    struct spark_stage *next;     /* of the job */
    int64_t id;                   /* the key in spark->stages, as 8 bytes */
    struct spark_job *job;
    int64_t submit_ms;            /* of the first attempt */
    int64_t *parents;
    size_t n_parents;
    bool knows_parents, persisted; /* an RDD in it is kept in memory */
    bool has_rows, slot_was_free; /* slot_was_free: when it was submitted */
    int64_t first_ms;             /* its first launch, and how close to its data that was */
    enum sw_locality first_at;
    int64_t completed_ms, done_ms; /* done_ms: the end of its last task that succeeded */
    int64_t setup_ms;             /* from the end of its parents, or the job's submission, to its own */
    struct spark_round { int32_t attempt; uint64_t n_tasks, n_done, line; bool completed, failed;
                         const char *path; } *rounds;
    size_t n_rounds, cap_rounds;
};
struct spark_job {
    struct spark_job *next;       /* in order of submission */
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
struct spark_executor { int64_t added_ms, removed_ms, idle_ms, cores; uint32_t host; uint64_t running, peak;
                        bool there; };
/* an executor's time; idle: nothing ran on it at its end */
struct spark_span { uint32_t host; int64_t from_ms, to_ms; uint64_t slots; bool idle; };

struct spark {
    struct lines lines;
    struct json_tree tree;
    const struct sw_import_rules *rules;
    struct sw_import_rules own_rules;
    struct sw_damage *damage, own_damage;
    struct nameset paths;         /* so that they outlive the files */
    const char *path;
    char *app, *user;
    bool app_started, app_ended, any_job, ended, cut;
    int64_t zero_ms, now_ms;      /* where times count from; the latest time seen */
    struct spark_settings settings;
    struct nameset hosts, executors, pools;
    struct spark_executor *executor; /* parallel to executors */
    size_t cap_executor;
    struct spark_span *spans;
    size_t n_spans, cap_spans;
    struct sw_names stages, attempts;
    struct spark_job *jobs, **last_job;
    uint64_t n_apps, n_without_rows, n_skipped, n_unknown_cores;
    int64_t last_submit_ms;
    /* the job that is given out */
    struct spark_job *out;
    struct spark_attempt **order;
    size_t cap_order, at;
    size_t group_end;
    struct { char *at; size_t n, cap; } job_id, parents, hosts_text;
    char task_id[2 * SW_NUM_MAX];
    char attempt_text[SW_NUM_MAX], stage_attempt_text[SW_NUM_MAX];
    const char *preference;
    const struct spark_attempt *row;
};

/* ---- reading values (values.c) --------------------------------------------------------------------- */
int64_t spark_ms(const struct json_node *object, const char *key); /* SPARK_NO_TIME: not there, or not above 0 */
bool spark_true(const struct json_node *object, const char *key);
void spark_keep_text(char *buf, size_t cap, struct sw_text text);
/* "3s" "3000" "1min", in Spark's way: milliseconds without a unit. */
bool spark_duration(struct sw_text text, int64_t *us);
SW_USE_RESULT int spark_place(struct nameset *set, struct sw_text text, uint32_t *out, struct sw_err *err);
/* The time of an event, for the end of what is never closed and to see the clock go back. */
void spark_clock(struct spark *s, int64_t ms);
void spark_note(struct spark *s, enum sw_damage_kind kind); /* at the line in hand */

/* ---- events: SW_OK, or SW_FAIL when memory ran out -------------------------------------------------- */
SW_USE_RESULT int spark_on_task_start(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_task_end(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_job_start(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_job_end(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_stage_submitted(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_stage_completed(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_executor_added(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_executor_removed(struct spark *s, const struct json_node *event, struct sw_err *err);
SW_USE_RESULT int spark_on_block_manager(struct spark *s, const struct json_node *event, struct sw_err *err);

/* ---- jobs.c ---------------------------------------------------------------------------------------- */
/* The stage as it runs now, made for the first open job that lists it when it is new.
 * `submitted`: a new round begins, so a stage whose job has ended passes to the job that needs it now. */
SW_USE_RESULT int spark_find_stage(struct spark *s, int64_t id, bool submitted, struct spark_stage **out,
                                   struct sw_err *err);
void spark_end_jobs(struct spark *s); /* the application or the log is over */
void spark_free_job(struct spark *s, struct spark_job *job);

/* ---- executors.c ------------------------------------------------------------------------------------ */
SW_USE_RESULT int spark_executor(struct spark *s, struct sw_text name, struct sw_text host, uint32_t *out,
                                 struct sw_err *err);
void spark_executor_busy(struct spark *s, uint32_t executor, int64_t now_ms);
void spark_executor_idle(struct spark *s, uint32_t executor, int64_t now_ms);
bool spark_has_free_slot(const struct spark *s, int64_t now_ms);
SW_USE_RESULT int spark_end_executors(struct spark *s, int64_t at_ms, struct sw_err *err);
int spark_put_cluster(void *state, const struct sw_rename *rename, struct sw_out *out, struct sw_err *err);

/* ---- settings.c -------------------------------------------------------------------------------------- */
void spark_read_settings(struct spark_settings *to, const struct json_node *properties);
bool spark_resets_on_launch(const struct spark_settings *settings);
bool spark_fact(const void *state, size_t i, const char **key, char *value, size_t cap);

/* ---- settle.c ---------------------------------------------------------------------------------------- */
/* Orders the attempts of s->out, those at one task together, and settles what only all of them show. */
SW_USE_RESULT int spark_begin_rows(struct spark *s, struct sw_err *err);
bool spark_waits_for(const struct spark_stage *stage, const struct spark_stage *other);
size_t spark_group_end(const struct spark *s, size_t at); /* behind the attempts at the task that starts there */

/* ---- rows.c ------------------------------------------------------------------------------------------ */
/* 1: a row; 0: the job has no more; -2: failed. */
SW_USE_RESULT int spark_next_row(struct spark *s, struct sw_task_row *row, struct sw_err *err);
extern const char *const spark_extra_names[];
struct sw_text spark_extra(const void *state, size_t i);

#endif
