/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - what the readers of configuration files share: properties, pools and notes. */
#ifndef SLOTWISE_CONFIG_H
#define SLOTWISE_CONFIG_H
#include "lib/trace/config/sw_config.h"
#include "lib/trace/config/xml.h"
#include "lib/trace/kube/kube.h"

#define CONFIG_NONE UINT64_MAX   /* a limit or share that is not given */
#define CONFIG_NEVER INT64_MIN   /* a time that is not given */

struct property { char *name, *value; const char *path; uint64_t line; };
/* Of what minResources says; NaN: does not say it. */
struct resources { double memory_mb, cores, percent; };
/* A queue of Kubernetes: of Kueue, a cohort of it, or of KAI or Volcano. */
enum pool_of { POOL_OF_OTHERS, POOL_CLUSTER_QUEUE, POOL_COHORT, POOL_QUEUE };
/* How a queue of the Capacity Scheduler writes its capacity. */
enum capacity_mode { CAPACITY_NONE, CAPACITY_PERCENT, CAPACITY_WEIGHT, CAPACITY_RESOURCES };
struct pool {
    char *name, *parent;         /* parent NULL: at the top */
    bool fifo, drf;              /* drf: those inside of it share memory and cores */
    double weight, capacity, max_capacity, user_limit, min_user_limit; /* negative: not given */
    double am_share;             /* -1: no limit; NaN: not given */
    uint64_t min_maps, min_reduces, max_maps, max_reduces, min_share, max_share, max_jobs;
    int64_t min_timeout_us, fair_timeout_us;
    enum pool_of of;
    double quota, limit, lending, borrowing; /* slots; negative: not given */
    int64_t priority;
    bool has_priority;
    /* For sw_config_lint(). A line is 0 where the file does not give the value. */
    const char *path;
    uint64_t line, min_line, max_line, min_timeout_line;
    struct resources min, max;
    enum capacity_mode mode;
    bool is_silent;              /* no capacity is written */
    bool is_parent;              /* type="parent" */
    double percent;              /* capacity as written */
};
/* A rule of queuePlacementPolicy, and the rule inside it. */
enum placed_by { BY_NOTHING, BY_SPECIFIED, BY_USER, BY_DEFAULT, BY_GROUP, BY_REJECT };
struct config_placement {
    enum placed_by by, parent;
    bool create, parent_creates;
    char *queue, *parent_queue;  /* of rules `default` */
    const char *path;
    uint64_t line;
};
/* A mapping rule in JSON, and what a queue is to such rules. */
enum mapping_type { MAPPING_OF_USER, MAPPING_OF_GROUP, MAPPING_OF_APPLICATION };
enum mapping_action { MAPPING_PLACE, MAPPING_SET_DEFAULT, MAPPING_REJECT };
enum mapping_fallback { MAPPING_SKIPS, MAPPING_PLACES_DEFAULT, MAPPING_REFUSES };
struct config_mapping {
    enum mapping_type type;
    enum mapping_action action;
    enum mapping_fallback fallback;
    bool create;
    char *matches, *queue;       /* with variables */
};
struct config_queue { char *path; bool is_leaf, makes_leaves, makes_all; }; /* makes_all: those that have others, too */
struct sw_config {
    struct sw_config_rules rules;
    struct property *properties;
    size_t n_properties, cap_properties;
    struct pool *pools;
    size_t n_pools, cap_pools;
    struct note { enum sw_config_kind kind; size_t file, place_len; uint64_t line; char *text; } *notes;
    size_t n_notes, cap_notes;
    double capacity_memory;      /* of the queues at the top together; NaN: not all say it */
    bool capacity_done;          /* the properties of the Capacity Scheduler have been turned into pools */
    bool has_allocations[SW_CONFIG_PROPERTIES + 1]; /* by dialect */
    double threshold;            /* defaultFairSharePreemptionThreshold; 0.5 unless said */
    struct pool undeclared;      /* the allocation file's defaults, also for a pool that it does not name */
    const char *timeout_path;    /* of the first timeout, whose line is 0 when there is none */
    uint64_t timeout_line;
    struct config_placement *placements;
    size_t n_placements, cap_placements;
    struct config_mapping *mappings;
    size_t n_mappings, cap_mappings;
    bool mappings_read;
    const char *mappings_path;   /* and line: of their text; 0: a file of their own */
    uint64_t mappings_line;
    struct config_queue *queues; /* for mappings: root, those of the files, those that were made */
    size_t n_queues, cap_queues;
    char placed[2048];           /* the queue of the last application that they placed */
    uint64_t n_refused, n_without_user;
    char **paths;                /* of the files, in the order they were read */
    size_t n_paths, cap_paths;
    struct kube_resource resource;
    bool no_memory;
};

/* ---- config.c -------------------------------------------------------------------------------------------- */
/* "fair-scheduler.xml:12: message". Without memory for it c->no_memory is set. */
void config_note(struct sw_config *c, enum sw_config_kind kind, const char *path, uint64_t line, const char *fmt, ...)
    SW_PRINTF(5, 6);
/* "'wieght': no such element here (did you mean 'weight'?)" */
void config_note_unknown(struct sw_config *c, const char *path, uint64_t line, const char *what, const char *name,
                         const char *const *known, size_t n);
#define CONFIG_SCHEDULER "yarn.resourcemanager.scheduler.class"
bool config_is_without(const struct sw_config *c, const char *scheduler); /* CONFIG_SCHEDULER names another */
/* The last one of the name; NULL: none, or it is of a scheduler that CONFIG_SCHEDULER does not name. */
const struct property *config_get(const struct sw_config *c, const char *name);
bool config_is_true(const struct sw_config *c, const char *name); /* Configuration.getBoolean: in any case */
/* An error that ends in "follows from groups, which are in no log". */
int config_unlogged(struct sw_text user, const char *what, const char *path, uint64_t line, struct sw_err *err);
void config_clean(struct sw_text user, char *to, size_t cap); /* "." is "_dot_" in a queue */
/* A copy of another but for these; NULL: no memory. */
struct pool *config_add_pool(struct sw_config *c, const struct pool *like, const char *name, const char *parent,
                             const char *path, uint64_t line, struct sw_err *err);
const struct pool *config_find_pool(const struct sw_config *c, const char *name); /* the first of this name, or NULL */
/* With rules.go_on it is noted, SW_OK is returned, and the value stays what it was. */
int config_bad(struct sw_config *c, const char *path, uint64_t line, const char *name, const char *value,
               const char *what, struct sw_err *err);

struct pool config_pool(void); /* of which nothing is given */

/* ---- allocations.c, capacity.c, keys.c --------------------------------------------------------------------- */
SW_USE_RESULT int config_allocations(struct sw_config *c, const struct xml *x, const char *path,
                                     enum sw_config_dialect dialect, struct sw_err *err);
/* Pools from yarn.scheduler.capacity.* */
SW_USE_RESULT int config_capacity(struct sw_config *c, struct sw_err *err);
/* Without the pools of an allocation file that CONFIG_SCHEDULER leaves unread. */
void config_capacity_alone(struct sw_config *c);
/* Notes what is unknown or has no counterpart among properties. */
void config_keys_judge(struct sw_config *c, const struct property *p);
bool config_keys_capacity_knows(const char *key, const char **tail); /* tail: what the key says of its queue */
/* "10240 mb, 10 vcores", "memory-mb=10240, vcores=10" or "50%" in slots; CONFIG_NONE:
 * cannot be told, which is noted. memory_alone: a minimum of a policy that looks at nothing else. raw: as written. */
SW_USE_RESULT int config_resources_slots(struct sw_config *c, const struct xml_element *e, const char *path,
                                         bool memory_alone, uint64_t *slots, struct resources *raw,
                                         struct sw_err *err);

/* ---- placement.c ------------------------------------------------------------------------------------------- */
SW_USE_RESULT int config_placement_read(struct sw_config *c, const struct xml *x, const struct xml_element *policy,
                                        const char *path, struct sw_err *err);

/* ---- mapping.c --------------------------------------------------------------------------------------------- */
const struct property *config_mapping_in_json(const struct sw_config *c); /* what says that rules are; NULL */
SW_USE_RESULT int config_mapping_place(struct sw_config *c, struct sw_text user, struct sw_text *queue,
                                       struct sw_err *err);

/* ---- kubernetes.c ------------------------------------------------------------------------------------------ */
SW_USE_RESULT int config_kubernetes(struct sw_config *c, struct sw_bytes *in, const char *path, struct sw_err *err);
/* Once, behind the last file: cohorts that are named alone, what a cohort has in all, whole slots. */
SW_USE_RESULT int config_kubernetes_settle(struct sw_config *c, struct sw_err *err);

/* ---- refused.c --------------------------------------------------------------------------------------------- */
void config_refused_root(struct sw_config *c, const struct xml *x, const char *path);
void config_refused_include(struct sw_config *c, const char *path, uint64_t line);
void config_refused_queue(struct sw_config *c, const struct xml *x, const struct xml_element *e, const char *path);
/* The value says memory, cores or both. */
void config_refused_resources(struct sw_config *c, const struct xml_element *e, const char *path, bool memory,
                              bool cores);
void config_refused_capacity(struct sw_config *c); /* behind config_capacity() */

/* ---- lint.c ------------------------------------------------------------------------------------------------ */
/* Notes a timeout that is longer than anybody waits for. */
void config_lint_timeout(struct sw_config *c, const char *path, uint64_t line, const char *name, int64_t us);

/* ---- options.c --------------------------------------------------------------------------------------------- */
/* Spark writes 3s, 3000 (milliseconds), 100ms, 1min, 2h. */
bool config_options_spark_time(const char *value, int64_t *us);
/* Reads every value that sw_config_put_options() would, and writes nothing. */
void config_options_judge_schedulers(struct sw_config *c);
SW_USE_RESULT int config_options_judge_values(struct sw_config *c, struct sw_err *err);
bool config_options_has_keys(const struct sw_config *c, const char *prefix);
bool config_options_is_scheduler(const struct sw_config *c, const char *part);

#endif
