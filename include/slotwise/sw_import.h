/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_import.h - traces of other systems as a stream of jobs (sw_trace.h), or as rows of the jobs or tasks record.
 *
 * What a source does not hold is derived by the rules given here and by nothing else. */
#ifndef SLOTWISE_SW_IMPORT_H
#define SLOTWISE_SW_IMPORT_H
#include "slotwise/sw_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_importer; /* a format */
struct sw_rename;   /* names that tell nothing, in the place of a trace's */
struct sw_import_side;

/* ---- the nodes that a trace names --------------------------------------------------------------- */
struct sw_hosts; /* node names, each with its rack where that is known, in the order they were first named */
SW_USE_RESULT int sw_hosts_new(struct sw_hosts **out, struct sw_err *err);
void sw_hosts_free(struct sw_hosts *h); /* NULL is fine */
/* A topology file: Rumen's tree of {name, children}, or the nodes file of YARN's load simulator. */
SW_USE_RESULT int sw_hosts_read(struct sw_hosts *h, const char *path, struct sw_err *err);

/* What makes the pool of a job of an accounting log; --pool-by. */
enum sw_by { SW_BY_ACCOUNT, SW_BY_PARTITION, SW_BY_QOS, SW_BY_USER, SW_BY_ACCOUNT_USER, SW_BY_N };
extern const char *const sw_by_words[]; /* "account" "partition" "qos" "user" "account/user", and NULL */

/* How counts and times that a trace lacks follow from its bytes. Rates are bytes a second of one task. */
struct sw_import_rules {
    uint64_t block_bytes, bytes_per_reduce;
    uint64_t map_rate, copy_rate, reduce_rate;
    int64_t startup_us;
    double sigma;
    uint32_t n_pools; /* 0: the default pool; else drawn from p1..pN by `seed` and the job's id */
    uint64_t seed;
    enum sw_by pool_by;
    bool cores;       /* nodes of the cluster record have as many slots as cores ever were in use at once, not jobs */
    uint64_t per_node; /* processors or GPUs of a node, where the log does not name the nodes of a job; 0: not given */
    const char *only; /* WORD=VALUE, a word of sw_by_words: other jobs are left out, and told of; NULL: none is */
    struct sw_import_side *side; /* set by sw_trace_open() */
    struct sw_hosts *hosts; /* NULL, or: racks of nodes are looked up here, and nodes that the trace names are added */
    bool apart; /* a single log is named, and its executors too, as one of several (struct sw_import_side) */
    int64_t from_ms, to_ms; /* of Spark's event logs: jobs submitted from then to before then, since 1970; 0: all */
    const char *resource; /* of Kubernetes: NAME or NAME:UNIT, what a slot is of; NULL: the only one there is */
    bool waiting;     /* jobs that have not started have rows, too, where the log has them */
    bool executors; /* nodes of a log that names executors are these, host/ID: in rows, and in the cluster record */
};
#define SW_IMPORT_RULES_DEFAULT { .block_bytes = UINT64_C(128) << 20, .bytes_per_reduce = UINT64_C(1) << 30, \
    .map_rate = UINT64_C(50) << 20, .copy_rate = UINT64_C(50) << 20, .reduce_rate = UINT64_C(50) << 20, \
    .startup_us = SW_US_PER_S, .sigma = 0.3, .seed = 1 }

const struct sw_importer *sw_importer_find(const char *name); /* of a format; NULL */

/* ---- opening a trace of any format ------------------------------------------------------------- */
struct sw_trace_input {
    const char *const *files;              /* read one behind the other; "-" is standard input */
    size_t n_files;
    const struct sw_importer *from;        /* NULL: told by the first bytes */
    struct sw_import_rules rules;
    bool tolerate;                         /* bad rows are set aside: */
    struct sw_out *rejects;                /* here (NULL: only counted) */
    uint64_t max_bad;
    const char *columns;                   /* OURS=THEIRS,...: columns of a table that have other names; NULL: none */
    bool check;                            /* bad rows are counted for sw_trace_put_check() */
    void (*tell)(void *context, uint64_t n_jobs); /* called with each job that is read; NULL: not called */
    void *context;
    /* NULL, or: gives each row's user another pool, before names are replaced */
    int (*place)(void *places, struct sw_text user, struct sw_text *pool, struct sw_err *err);
    void *places;
    struct sw_rename *rename;              /* NULL, or: every row's names are replaced as it is read */
};
/* `in` and what it names must outlive the trace. Every file must give the same record and the same columns
 * beyond it. */
SW_USE_RESULT int sw_trace_open(struct sw_trace **out, const struct sw_trace_input *in, struct sw_err *err);
const struct sw_importer *sw_trace_format(const struct sw_trace *t);

/* ---- what slot-trace makes of it --------------------------------------------------------------- */
/* The jobs record, or the tasks record with task times drawn as slot-replay draws them from `seed`. */
SW_USE_RESULT int sw_trace_put_jobs(struct sw_trace *t, struct sw_out *out, struct sw_err *err);
SW_USE_RESULT int sw_trace_put_tasks(struct sw_trace *t, uint64_t seed, struct sw_out *out, struct sw_err *err);
/* The recorded cluster, where the format knows one: 1 when its rows were taken or written, else 0; behind the last
 * job. A node is an executor where that is wanted and the format knows them, else a host. */
SW_USE_RESULT int sw_trace_nodes(struct sw_trace *t, bool executors,
                                 int (*take)(void *context, const struct sw_node_row *row, struct sw_err *err),
                                 void *context, struct sw_err *err);
SW_USE_RESULT int sw_trace_put_cluster(struct sw_trace *t, bool executors, struct sw_out *out, struct sw_err *err);

#ifdef __cplusplus
}
#endif
#endif
