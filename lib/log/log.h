/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.h - what the files of lib/log share: the rest of a log, and the steps by which it is made ready. */
#ifndef LIB_LOG_LOG_H
#define LIB_LOG_LOG_H
#include <string.h>
#include "lib/options/options.h"
#include "slotwise/sw_log.h"
#include "lib/base/sw_names.h"

struct log_own {
    size_t cap_attempts, cap_tasks, cap_jobs, cap_nodes;
    struct sw_names by_id;
    struct sw_cluster *cl;           /* made of these rows: */
    struct sw_node_row *nodes;
    size_t n_nodes;
    uint32_t *order;                 /* of the jobs, as they are replayed: behind those that they follow */
    size_t n_order;
    bool chained;                    /* some follow others */
    bool fair_default;               /* of pools that are fifo inside `default` is fair (R8.1) */
    struct sw_texts texts;           /* of attempts */
    uint32_t *as_read;               /* attempts in the order in which they were read; NULL: as they stand */
    int64_t *time_us;                /* of tasks; behind them those of copies, of stages that have any */
    uint8_t *recorded;               /* of tasks, enum sw_locality */
    struct sw_task_columns *columns; /* of stages, without hosts */
    struct log_bytes { uint64_t input, shuffle; } *bytes; /* of jobs */
    struct nodewise *by_node;        /* NULL: not made */
    const char **executors;          /* nodes of attempts before executors were forgotten; NULL: as they are */
    struct log_text { struct log_text *next; char at[]; } *made;
};
static inline bool log_knows(const struct sw_task_row *row, int column) { return (row->known >> column & 1) != 0; }
static inline bool log_has_times(const struct sw_log_attempt *a)
{
    return a->has_launch && a->finish_us >= a->launch_us;
}
/* Those of a part of a log, or of all of it. */
struct task_range { size_t from, to; };
static inline struct task_range tasks_of(const struct sw_log *part)
{
    return (struct task_range){ part->first_job > 0 ? part->jobs[part->first_job].first_task : 0, part->n_tasks };
}
struct sw_text executors_host(struct sw_text node); /* n3 of n3/7 */
static inline struct sw_text log_rack(const struct sw_log *log, const struct sw_log_attempt *a)
{
    return log->own_racks ? executors_host(sw_log_text(a->node)) : sw_log_text(a->rack);
}
static inline int log_compare(struct sw_text a, struct sw_text b)
{
    if (a.at == b.at && a.len == b.len) /* most texts of a log are there once */
        return 0;
    int order = memcmp(a.at, b.at, a.len < b.len ? a.len : b.len);
    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* ---- own.c --------------------------------------------------------------------------------------- */
/* A text that lasts as long as the log, of the pieces one behind the other; NULL: out of memory. */
const char *own_keep(struct sw_log *log, struct sw_text a, struct sw_text b);
SW_USE_RESULT int own_add_node(struct sw_log *log, const struct sw_node_row *row, struct sw_err *err);
void own_free(struct log_own *own);

/* ---- note.c -------------------------------------------------------------------------------------- */
/* Adds to what had to be assumed or left out: "a; b". What does not fit is cut. */
void note_add(char note[SW_LOG_NOTE], const char *fmt, ...) SW_PRINTF(2, 3);

/* ---- attempts.c ---------------------------------------------------------------------------------- */
SW_USE_RESULT int attempts_read(struct sw_log *log, struct sw_err *err);

/* ---- executors.c --------------------------------------------------------------------------------- */
/* Whether executors have to be told apart: two were on one host at a time, or a task prefers one. */
bool executors_matter(const struct sw_log *log, const struct sw_cluster *cl);
SW_USE_RESULT int executors_forget(struct sw_log *log, struct sw_err *err);
/* The node of an attempt as it was read. */
struct sw_text executors_recorded(const struct sw_log *log, const struct sw_log_attempt *a);
/* The log's cluster with the executors that left idle while a task waited, to the end; *n: how many. NULL: none. */
SW_USE_RESULT int executors_keep(const struct sw_log *log, struct sw_cluster **out, uint64_t *n, struct sw_err *err);
/* Of a cluster of executors that of their hosts. */
SW_USE_RESULT int executors_hosts(struct sw_cluster **out, const struct sw_cluster *cl, struct sw_err *err);

/* ---- nodewise.c ---------------------------------------------------------------------------------- */
/* Attempts that have a node and a launch: those of node k are at[from[k]] to at[from[k + 1] - 1]. */
struct nodewise {
    uint32_t *at;
    size_t *from, n_nodes, most;      /* most: of one node */
};
/* It is made once, and lasts until nodewise_clear(). */
SW_USE_RESULT int nodewise_list(const struct sw_log *log, const struct nodewise **out, struct sw_err *err);
void nodewise_clear(const struct sw_log *log);

/* The most attempts of the kind that ran at once on any node; at least 1 where there are such tasks. */
enum nodewise_kind { NODEWISE_MAPS, NODEWISE_REDUCES, NODEWISE_ALL };
SW_USE_RESULT int nodewise_most_at_once(const struct sw_log *log, enum nodewise_kind kind, uint64_t *most,
                                        struct sw_err *err);

/* ---- wishes.c ------------------------------------------------------------------------------------ */
/* Finds the preferred hosts of tasks. `shown`: a task at a distance has preferred hosts, though the log does not
 * name them (Spark). */
SW_USE_RESULT int wishes_find(struct sw_log *log, bool shown, struct sw_err *err);
/* A preferred executor is its host. */
SW_USE_RESULT int wishes_forget_executors(struct sw_log *log, struct sw_err *err);
/* Nodes that are never there, for hosts that the log does not name, behind those of a recorded cluster. */
SW_USE_RESULT int wishes_add_nodes(struct sw_log *log, bool executors, struct sw_err *err);

/* ---- nodes.c ------------------------------------------------------------------------------------- */
/* The log's cluster with each host in another rack: the numbers are by host, in hosts_cl or else in cl. */
SW_USE_RESULT int nodes_in_racks(const struct sw_log *log, const uint32_t *rack_of, struct sw_cluster **out,
                                       struct sw_err *err);
/* log->cl and log->hosts_cl */
SW_USE_RESULT int nodes_find(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err);

/* ---- trim.c -------------------------------------------------------------------------------------- */
/* Ends an attempt no later than the launch of another attempt on its slot. */
SW_USE_RESULT int trim_ends(struct sw_log *log, struct sw_err *err);
void trim_times(struct sw_log *log); /* how long each task is replayed */

/* ---- setups.c ------------------------------------------------------------------------------------ */
/* Of finished jobs that began late though a slot for their tasks was free all the while: the time before their first
 * launch is a set-up. It is a master's, a set-up task's, or that of jobs the log does not hold, and no policy's. */
SW_USE_RESULT int setups_find(struct sw_log *log, struct sw_err *err);
/* When nothing but slots and waits held the attempt's task back: its stage's parents had ended, and its set-up. */
int64_t setups_ready_us(const struct sw_log *log, const struct sw_log_attempt *a);
/* Counts the stages that have a first launch, and those of them whose first launch follows from the log: it came when
 * the set-up ended that the log gives, so a replay launches then unless something else holds it back. */
void setups_count_given(struct sw_log *log); /* log->n_launched, log->n_given */

/* ---- drivers.c ----------------------------------------------------------------------------------- */
/* Which job follows which: those of one Spark application. */
SW_USE_RESULT int drivers_find(struct sw_log *log, struct sw_err *err);

/* ---- crowd.c ------------------------------------------------------------------------------------- */
/* How many users think and ask again, in jobs by submission; 0: the jobs do not look like that. SIZE_MAX: no memory. */
size_t crowd_count(const struct sw_log *log, const uint32_t *job, size_t n, struct sw_err *err);

/* ---- clock.c ------------------------------------------------------------------------------------- */
SW_USE_RESULT int clock_find(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err);

/* ---- policy.c ------------------------------------------------------------------------------------ */
bool policy_is_of_gangs(const struct sw_log *log, const struct sw_log_given *given);
bool policy_is_of_jobs(const struct sw_log *log); /* of a batch system, slurm or another */
bool policy_is_slurm(const struct sw_log *log);
void policy_read_facts(struct sw_log *log);
/* FAIR without a file of pools: each has weight 1 and is fifo inside, from 3.3.2 on but for `default`. */
SW_USE_RESULT int policy_pools(const struct sw_log *log, struct sw_pool_list **out, struct sw_err *err);
void policy_find(struct sw_log *log, const struct sw_log_given *given);

/* ---- columns.c ----------------------------------------------------------------------------------- */
struct log_columns { size_t first_stage; struct sw_task_columns *of; uint32_t *first, *host; }; /* of: by stage */
SW_USE_RESULT int columns_prepare(struct sw_log *log, struct sw_err *err);
/* The tasks of a log or a part with the hosts that each prefers, or NULL: as the log has them. They are those of `cl`;
 * NULL: no task prefers any. Executors are not told apart. */
SW_USE_RESULT int columns_make(struct log_columns **out, const struct sw_log *part, const struct sw_text *hosts,
                               const struct sw_cluster *cl, struct sw_err *err);
void columns_free(struct log_columns *c); /* also when it failed; NULL is fine */

/* ---- source.c ------------------------------------------------------------------------------------ */
/* log->stages and the order of jobs: the last step. */
SW_USE_RESULT int source_prepare(struct sw_log *log, struct sw_err *err);
/* As sw_log_trace(), of tasks as columns, which it reads until it is freed. They are of the log or of a larger part. */
SW_USE_RESULT int source_columns(struct sw_trace **out, const struct sw_log *part, const struct log_columns *columns,
                                 struct sw_err *err);
/* The fewest of the log's first jobs that have so many tasks; none follows a later one. It lasts as long as the log,
 * and is not freed. */
struct sw_log source_beginning(const struct sw_log *log, size_t n_tasks);
#endif
