/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_cluster.h - the cluster and the pools that are simulated, as files and options describe them. */
#ifndef SLOTWISE_SW_CLUSTER_H
#define SLOTWISE_SW_CLUSTER_H
#include <stdbool.h>
#include "slotwise/sw_err.h"
#include "slotwise/sw_sched.h"
#include "slotwise/sw_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the cluster ---------------------------------------------------------------------------- */

struct sw_span {              /* an interval [from, to) in which a node is up, and how */
    int64_t from_us, to_us;   /* to_us SW_TIME_MAX: for good */
    uint32_t slots[2];        /* map and reduce; with one kind all in slots[0] */
    double speed;
    bool idle;                /* at its end the slots go once they are free and no work waits (B20) */
    uint64_t line;            /* of the cluster file, for messages */
    bool goes_on;             /* the next is the same row, at another speed (B13) */
};
struct sw_node {              /* as the cluster file or --nodes says */
    char *name;
    char *host;               /* that it stands on; NULL: one of the node's own name */
    uint32_t home;            /* the first node on its host */
    uint32_t rack, n_spans;
    bool rack_known;          /* the cluster names it */
    struct sw_span *span;     /* in order of time, not overlapping; at least one */
    struct sw_span *plain;    /* as they were before speeds were drawn; NULL: no speeds are drawn */
    uint32_t n_plain;
    uint64_t disk_bytes;      /* room for map output, or SW_NO_DISK_LIMIT */
    uint64_t size[2];         /* CPUs and bytes of memory that its tasks may take, or SW_NO_DISK_LIMIT */
};
#define SW_NO_DISK_LIMIT UINT64_MAX
struct sw_partition { char *name; int64_t tier; double factor; bool *has; /* by node */
                      int mode; int64_t grace_us; }; /* mode: enum sw_preempt_mode */
/* names: of those that it preempts, preempts: by QOS, NULL: none; exempt_us -1: not given */
struct sw_qos { char *name, *names; double priority; bool *preempts; int64_t level; int mode;
                int64_t grace_us, exempt_us; uint64_t line; };
struct sw_cluster {
    uint32_t n_nodes, n_racks;
    uint32_t n_hosts;
    bool one_kind;
    struct sw_node *node;
    char **rack_name;
    uint32_t *rack_first, *rack_node; /* nodes of rack r: rack_node[rack_first[r] .. rack_first[r+1]-1] */
    uint64_t total_slots[2];  /* the most of each node, added up */
    bool has_hosts;           /* some node says on which host it stands (R2) */
    bool keeps;               /* some row leaves idle */
    bool changes;             /* some node has more than one span, or one that does not last from 0 for good */
    struct sw_partition *partition; /* G13; none: all nodes are everybody's */
    struct sw_qos *qos;       /* G12 */
    uint32_t n_partitions, n_qos;
    double most_factor, most_priority; /* of them */
    uint64_t n_strange;       /* names of nodes in partitions that it has not */
    void *index;              /* node names */
};
#define SW_NODES_MOST 10000000
SW_USE_RESULT int sw_cluster_make(struct sw_cluster **out, uint64_t nodes, uint64_t racks, uint64_t map_slots,
                                  uint64_t reduce_slots, bool one_kind, struct sw_err *err);
/* From a cluster CSV; the reader is closed. */
SW_USE_RESULT int sw_cluster_read(struct sw_cluster **out, struct sw_csv *in, struct sw_err *err);
/* From rows, which begin as sw_schema_cluster.defaults. The first says by what it knows whether there is one kind of
 * slot. `name` stands for the file in messages. */
SW_USE_RESULT int sw_cluster_from(struct sw_cluster **out, const struct sw_node_row *rows, size_t n, const char *name,
                                  struct sw_err *err);
/* The readers are closed. */
SW_USE_RESULT int sw_cluster_read_partitions(struct sw_cluster *cl, struct sw_csv *in, struct sw_err *err);
SW_USE_RESULT int sw_cluster_read_qos(struct sw_cluster *cl, struct sw_csv *in, struct sw_err *err);
const struct sw_partition *sw_cluster_partition(const struct sw_cluster *cl, struct sw_text name); /* NULL: none */
const struct sw_qos *sw_cluster_qos(const struct sw_cluster *cl, struct sw_text name);
/* Speeds that differ (B20, B13): drawn around what the cluster says, and stragglers, which are slow for a while. */
struct sw_variation {
    double sigma;                /* standard deviation of the logarithm; 0: none */
    double stragglers, speed;    /* share of the nodes; what their speed is multiplied by */
    int64_t from_us, to_us;      /* when; to_us SW_TIME_MAX: for good */
};
/* Draws the speeds again from the seed, forgetting what was drawn before. When it fails, speeds are drawn in part. */
SW_USE_RESULT int sw_cluster_vary(struct sw_cluster *cl, const struct sw_variation *by, uint64_t seed,
                                  struct sw_err *err);
void sw_cluster_free(struct sw_cluster *cl);
#define SW_NO_NODE UINT32_MAX
uint32_t sw_cluster_find(const struct sw_cluster *cl, struct sw_text name); /* SW_NO_NODE */

/* ---- pools as the pools file declares them --------------------------------------------------- */

#define SW_NO_LIMIT (INT64_C(1) << 40)
struct sw_pool_spec {
    char *name;
    uint32_t parent;          /* place in the list, or SW_NO_POOL */
    bool fifo, fair;          /* policy; both false: not given */
    int64_t weight;           /* millionths */
    int64_t capacity; /* millionths */
    int64_t max_capacity, user_limit, min_user_limit; /* millionths; -1: not given */
    int64_t am_share;         /* Y20.3: the same; SW_NO_LIMIT: no limit */
    int64_t cap;              /* U11.2: millionths of a per cent; -1: not given */
    int64_t min[2], max[2], max_jobs;
    /* X4: by kind of slot; a quota is the sum of the children's where no row gives it. Limits are of the only kind. */
    int64_t quota[2], limit[2], lending, borrowing;
    int64_t priority;
    bool says_quota;          /* its row has one of these columns */
    int64_t min_timeout_us, fair_timeout_us; /* -1: none */
    int64_t wait_node_us, wait_rack_us;      /* -1: as the rule says */
    uint64_t nodes;           /* of a private cluster; 0: as the rule says */
    int64_t first_us;         /* the least from_s of its rows (S1) */
    uint64_t line;
};
#define SW_NO_POOL UINT32_MAX
struct sw_pool_list {
    uint32_t n;
    struct sw_pool_spec *at;
    int64_t from_us;           /* 0: of the first */
    /* the same pools, in the same places, from then on (O30); NULL: they do not change any more */
    struct sw_pool_list *next;
};
/* The reader is closed. With one kind of slot min_share and max_share count (or min_maps + min_reduces), with two
 * min_maps and the like. */
SW_USE_RESULT int sw_pools_read(struct sw_pool_list **out, struct sw_csv *in, bool one_kind, struct sw_err *err);
/* From rows, which begin as sw_schema_pools.defaults. `name` stands for the file in messages. */
SW_USE_RESULT int sw_pools_from(struct sw_pool_list **out, const struct sw_pool_row *rows, size_t n, bool one_kind,
                                const char *name, struct sw_err *err);
/* O8, of one list and not those after it: minimum shares of top-level pools that exceed the slots of a kind are scaled
 * down to whole slots that fit. Where the rule of admission has its own number of slots (A1), it is that number. The
 * result says for each kind what they added up to (0: they fitted) and the slots. */
struct sw_min_sum { int64_t over, slots; };
void sw_pools_fit(struct sw_pool_list *pools, const struct sw_cluster *cl, const struct sw_admit_rule *admit,
                  struct sw_min_sum sum[2]);
void sw_pools_free(struct sw_pool_list *pools);

#ifdef __cplusplus
}
#endif
#endif
