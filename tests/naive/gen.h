/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen.h - gen-workload's draws: what they come from, and what its parts tell one another. */
#ifndef SLOTWISE_TESTS_NAIVE_GEN_H
#define SLOTWISE_TESTS_NAIVE_GEN_H
#include <stdbool.h>
#include <stdio.h>
#include "lib/base/sw_chance.h"

struct gen {
    struct sw_chance c, later, newer; /* `later` for what was added later, `newer` for what came then, */
    struct sw_chance parts, latest, newest; /* parts of the cluster that pools have; set-ups and nodes let go; copies */
    struct sw_chance masters;
    struct sw_chance caps; /* load caps, pools that change */
    uint64_t number;
    struct sw_chance orders; /* of gen-orders.c */
    struct sw_chance disk; /* room */
    const char *dir;
    FILE *options;
    bool one_kind, tasks, reduce_slots, pools_file;
    bool yarn, clock, pool_waits, comes_and_goes, reversed;
    bool kills, pool_timeouts, cpac;
    bool suspends; /* --suspend: K7 */
    const char *order; /* NULL: as drawn from c */
    bool continuous;
    bool set_up, let_go;
    bool stays; /* a node with slots of each kind is there for ever */
    bool redraws, copies, pools_change, job_waits, masters_shares;
    bool calm; /* nothing takes tasks back, and they take one of few times, so that many end at once */
    struct sw_chance times;
    int n_nodes, n_racks, n_leaves; /* n_racks: no more than so many */
    struct sw_chance hod;
    char hod_order[40]; /* empty: another order */
    int fewest_nodes;
    bool adaptive, flat, odd_weights, lc_table, printed; /* flat: no pool has children */
    char order_text[64];
    bool hosts;                  /* gen-workload --hosts */
    bool spark_offers, no_racks; /* section 14: gen-workload --spark; no_racks: the column is empty */
    struct sw_chance offers;
    bool windows;       /* U11 */
    bool flat_usage, inner; /* U7: no maximum of a pool with children; the pool that is put has some */
    bool negotiates; /* section 18: gen-workload --condor */
    bool queues; /* --queues: section 19 */
    bool quotas; /* --quota: section 21 */
    bool network; /* --network: section 11 */
    bool sizes; /* --sizes: section 23, B2 */
    struct sw_chance size;
    struct sw_chance quota;
    struct sw_chance queue;
    struct sw_chance hadoop; /* --hadoop */
    bool by_hadoop, by_tracker, looks; /* by_tracker: section 20 */
    struct sw_chance preempt;
    bool gang_kills;
    struct sw_chance gangs; /* --gangs: section 17 */
    bool whole_nodes, torque; /* torque: G10, G11 */
    struct sw_chance factors; /* G12, G13 */
    bool multifactor;
    int n_partitions, n_qos;
    int last_at_time; /* the last job of them that is submitted at a time */
    int widest, slots_of[8]; /* of each node */
    int host_of[8], rack_of_host[9]; /* host_of 0: the node's own */
    bool levels; /* a column of recorded levels (L3.1) */
    struct sw_chance recorded;
    bool disks;
    bool yarns_offers, by_capacity, by_time; /* --yarn: section 13 */
    char disk_of[8][8];
    char leaf[16][16];
};

static inline int gen_below(struct sw_chance *c, int n) { return (int)sw_chance_below(c, (uint64_t)n); }
static inline const char *gen_one_of(struct sw_chance *c, const char *const *words)
{
    int n = 0;
    while (words[n]) n++;
    return words[gen_below(c, n)];
}

#define below(g, n) gen_below(&(g)->c, n)
#define chance(g, percent) (gen_below(&(g)->c, 100) < (percent))
#define one_of(g, words) gen_one_of(&(g)->c, words)
#define ONE_OF(g, ...) one_of(g, ((const char *const[]){ __VA_ARGS__, NULL }))
#define below_later(g, n) gen_below(&(g)->later, n)
#define chance_later(g, percent) (gen_below(&(g)->later, 100) < (percent))
#define one_of_later(g, words) gen_one_of(&(g)->later, words)
#define LATER_OF(g, ...) one_of_later(g, ((const char *const[]){ __VA_ARGS__, NULL }))
#define below_newer(g, n) gen_below(&(g)->newer, n)
#define chance_newer(g, percent) (gen_below(&(g)->newer, 100) < (percent))
#define one_of_newer(g, words) gen_one_of(&(g)->newer, words)
#define NEWER_OF(g, ...) one_of_newer(g, ((const char *const[]){ __VA_ARGS__, NULL }))
#define below_newest(g, n) gen_below(&(g)->newest, n)
#define chance_newest(g, percent) (gen_below(&(g)->newest, 100) < (percent))
#define one_of_newest(g, words) gen_one_of(&(g)->newest, words)
#define NEWEST_OF(g, ...) one_of_newest(g, ((const char *const[]){ __VA_ARGS__, NULL }))

FILE *gen_create(struct gen *g, const char *name);
/* gen-trouble.c */
void gen_trouble(struct gen *g);
/* A stream named by what it is for: what is drawn from it leaves all others as they are. */
struct sw_chance gen_stream(const struct gen *g, const char *purpose);
/* gen-hod.c */
void gen_hod(struct gen *g);
void gen_hod_pool(struct gen *g, FILE *f);
/* gen-cluster.c */
void gen_cluster(struct gen *g);
/* gen-disk.c */
void gen_plan_disks(struct gen *g);
const char *gen_disk_column(const struct gen *g);
void gen_put_disk(struct gen *g, FILE *f, int node, bool first_row);
void gen_put_disk_options(struct gen *g);
const char *gen_bytes_column(const struct gen *g);
void gen_put_bytes(struct gen *g, FILE *f, const char *kind); /* "job", or of a task */
/* gen-spark.c */
void gen_plan_spark(struct gen *g);
void gen_plan_hosts(struct gen *g);
void gen_put_rack(struct gen *g, FILE *f, int node, int rack);
void gen_put_host(struct gen *g, FILE *f, int node);
const char *gen_host_column(const struct gen *g);
bool gen_put_spark_wish(struct gen *g, FILE *f);
bool gen_put_spark_id(struct gen *g, int job, char *id, size_t size);
void gen_put_spark_options(struct gen *g);
void gen_spark_trouble(struct gen *g);
/* gen-offers.c */
void gen_plan_usage(struct gen *g);
void gen_plan_mesos(struct gen *g);
void gen_put_mesos_options(struct gen *g);
/* gen-network.c */
void gen_plan_network(struct gen *g);
/* gen-sizes.c */
void gen_plan_sizes(struct gen *g);
const char *gen_size_columns(const struct gen *g);
void gen_put_sizes(struct gen *g, char *text, size_t size);
const char *gen_node_size_columns(const struct gen *g);
void gen_put_node_sizes(struct gen *g, FILE *f, int node, bool first_row);
void gen_put_size_options(struct gen *g);
/* gen-quota.c */
void gen_plan_quota(struct gen *g);
const char *gen_quota_columns(const struct gen *g);
void gen_put_quota(struct gen *g, FILE *f);
/* gen-gangs.c */
void gen_plan_gangs(struct gen *g);
void gen_gangs(struct gen *g);
/* gen-queues.c */
void gen_plan_queues(struct gen *g);
const char *gen_limit_column(const struct gen *g);
const char *gen_limit(struct gen *g);
void gen_put_queues(struct gen *g);
/* gen-hadoop.c */
void gen_plan_hadoop(struct gen *g);
void gen_put_hadoop(struct gen *g);
/* gen-yarn.c */
void gen_plan_yarn(struct gen *g);
void gen_put_yarn_delay(struct gen *g);
bool gen_yarn_is_continuous(struct gen *g);
void gen_put_yarn_heartbeat(struct gen *g);
/* gen-trace.c */
void gen_trace(struct gen *g);
/* gen-orders.c */
void gen_plan_orders(struct gen *g);
void gen_put_adaptive(struct gen *g);
void gen_put_lc_table(struct gen *g);
const char *gen_odd_weight(struct gen *g);
bool gen_runs_none(struct gen *g);

#endif
