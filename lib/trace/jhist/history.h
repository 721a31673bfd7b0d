/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - one MapReduce job as Hadoop's histories tell it, and its rows of the tasks record: a row an attempt.
 *
 * What the row does not take from the log follows from these rules alone:
 *   pool      the queue; where there is none the user, as the Fair Scheduler does without further settings
 *   locality  where the log does not say: node when the attempt ran on a host of its split, rack when it ran in the
 *             rack of one, any when it ran in another rack, none for reduces and for maps whose split names no host;
 *             unknown (empty) while a rack is not known
 *   copy_s    of a reduce: the end of its copying minus the end of the job's last map, or minus its launch if that was
 *             later, not below 0
 *   setup_s   of the stage that waits for none: from the start of the job's master (in Hadoop 1 from the submission) to
 *             the launch of the job; that the master itself waited for a slot is not in it. Rumen does not tell when it
 *             began: not known
 *   duration_s  finish - launch, of a reduce finish - end of copying; of a task that has no attempt with both times
 *             the mean of the job's done attempts of the kind, else of its timed ones, else until the job's last sign
 *             of life */
#ifndef SLOTWISE_HISTORY_H
#define SLOTWISE_HISTORY_H
#include "lib/trace/jhist/escape.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/import/jobids.h"
#include "lib/trace/import/sw_importer.h"

#define HISTORY_NONE UINT32_MAX
#define HISTORY_MAX_HOSTS 1024     /* of a split: HDFS keeps 512 replicas of a block at most */
#define HISTORY_UNKNOWN INT64_MIN  /* a time or count that the log does not give */

struct history_text { size_t at, len; }; /* a place in history.text */
struct history_host { struct history_text rack, host; };
struct history_attempt {
    uint32_t task, next;     /* the next attempt at the task, or HISTORY_NONE */
    struct history_host on;
    int64_t launch_us, finish_us, copied_us; /* copied: the end of a reduce's copying */
    int64_t bytes;
    int32_t outcome, locality; /* enum sw_outcome and sw_locality; -1: not told */
    uint64_t line;
};
struct history_task {
    struct history_text id;
    enum sw_kind kind;
    uint32_t first, last;    /* attempts */
    size_t first_host, n_hosts;
    bool hosts_left_out;     /* there were more than HISTORY_MAX_HOSTS */
    int64_t bytes;
};
struct history {
    struct history_text job_id, user, queue;
    int64_t submit_us, last_us;   /* last_us: the latest time in the log */
    int64_t master_us, inited_us; /* the job's master began, and was ready to ask for slots */
    int32_t priority;
    int64_t told[2];              /* maps and reduces as the job announced them */
    uint64_t line;
    char *text;
    size_t n_text, cap_text;
    struct history_task *tasks;
    size_t n_tasks, cap_tasks;
    struct history_attempt *attempts;
    size_t n_attempts, cap_attempts;
    struct history_host *hosts;   /* of all splits */
    size_t n_hosts, cap_hosts;
    struct sw_keys task_ids, attempt_ids;
    struct jobids *ids;           /* of the jobs so far */
    struct sw_hosts *nodes, *own_nodes; /* own: where the caller lends none */
    struct sw_damage *damage;
    struct escape escape[2];
    /* while rows are given */
    bool ended;                   /* the rows of the job are being given */
    uint32_t task, attempt;       /* of the next row */
    int64_t last_map_us, mean_us[2];
    char *joined;                 /* hosts of the row */
    size_t cap_joined;
};

SW_USE_RESULT int history_open(struct history *h, const struct sw_import_rules *rules, struct sw_err *err);
void history_start(struct history *h, uint64_t line); /* a job begins */
void history_clear(struct history *h);
/* Keeps a text, backslashes undone. */
SW_USE_RESULT int history_keep(struct history *h, struct sw_text text, struct history_text *out, struct sw_err *err);
SW_USE_RESULT int history_keep_plain(struct history *h, struct sw_text plain, struct history_text *out,
                                     struct sw_err *err);
struct sw_text history_get(const struct history *h, struct history_text t);
void history_priority(struct history *h, struct sw_text word); /* "VERY_HIGH"; what is not known is normal */
void history_time(struct history *h, int64_t us);              /* a time in the log */
/* The task of this id, made when it is new. *is_new tells. */
SW_USE_RESULT int history_task(struct history *h, struct sw_text id, enum sw_kind kind, uint32_t *out, bool *is_new,
                               struct sw_err *err);
/* The attempt of this id, made when it is new. An empty id is always new. */
SW_USE_RESULT int history_attempt(struct history *h, uint32_t task, struct sw_text id, uint64_t line, uint32_t *out,
                                  bool *is_new, struct sw_err *err);
/* A host of the split; of a task's hosts none may be added after another task's. Dropped are repeated ones and those
 * beyond HISTORY_MAX_HOSTS. */
SW_USE_RESULT int history_split(struct history *h, uint32_t task, struct sw_text rack, struct sw_text host,
                                struct sw_err *err);
/* "/rack/host", "/rowb/rack12/host", "host" or "/host". */
void history_path(struct sw_text path, struct sw_text *rack, struct sw_text *host);
SW_USE_RESULT int history_host(struct history *h, uint32_t attempt, struct sw_text rack, struct sw_text host,
                               struct sw_err *err);

/* The job is complete: racks are learned, faults noted, and its rows can be given. */
SW_USE_RESULT int history_rows_end(struct history *h, const char *path, struct sw_err *err);
/* 1: a row, its texts lasting until the next call; 0: no more, and history_start() may follow. */
SW_USE_RESULT int history_row(struct history *h, struct sw_task_row *row, struct sw_err *err);
/* The rules above, for --info. */
extern const char *const history_rows_derived[][2];

/* How an attempt ended, by Hadoop's word for it; another word: `otherwise`. */
int32_t history_outcome(struct sw_text word, int32_t otherwise);
/* Milliseconds since 1970 to microseconds; 0, what is negative (-1 mostly) and what is beyond all times is unknown. */
int64_t history_ms(int64_t ms);

#endif
