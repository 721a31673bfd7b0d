/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_config.h - the configuration of Hadoop's, YARN's, Spark's and Kubernetes' schedulers as rows of the pools record
 * and as options of slot-replay.
 *
 * Read are allocation files (fair-scheduler.xml of MR1 and of YARN, Spark's fairscheduler.xml), files of properties
 * (capacity-scheduler.xml, *-site.xml) and spark-defaults.conf. Queues of Kueue, KAI and Volcano are read as kubectl
 * prints them. What is not known, or has no counterpart here, is
 * noted with its place; nothing is passed over in silence. */
#ifndef SLOTWISE_SW_CONFIG_H
#define SLOTWISE_SW_CONFIG_H
#include "slotwise/sw_import.h"

/* SW_CONFIG_HADOOP: of MR1 or of YARN. */
enum sw_config_dialect { SW_CONFIG_AUTO, SW_CONFIG_MR1, SW_CONFIG_YARN, SW_CONFIG_SPARK, SW_CONFIG_HADOOP,
                  SW_CONFIG_PROPERTIES, SW_CONFIG_KUBERNETES };
/* YARN shares memory and cores, slotwise slots: a slot is a container of so much memory and one core. */
struct sw_config_rules {
    uint64_t slot_bytes;
    uint64_t total_slots; /* what percentages are of; 0: not known */
    bool go_on;           /* a value that is wrong is noted, and ends nothing */
    const char *resource; /* of Kubernetes: NAME or NAME:UNIT, what a slot is of; NULL: the only one there is */
    bool with_default;    /* pools have a row `default`, which YARN always has */
};
#define SW_CONFIG_RULES_DEFAULT { .slot_bytes = UINT64_C(1) << 30 }

struct sw_config;
SW_USE_RESULT int sw_config_new(struct sw_config **out, const struct sw_config_rules *rules, struct sw_err *err);
void sw_config_free(struct sw_config *c); /* NULL is fine */
/* Files add up. */
SW_USE_RESULT int sw_config_read(struct sw_config *c, const char *path, enum sw_config_dialect dialect,
                                 struct sw_err *err);

/* LEFT_OUT: known, without a counterpart here. UNKNOWN: no scheduler knows it. MISSPELT: and a known one is near.
 * WRONG: no scheduler takes it, or it has no effect that can be meant. DOUBTFUL: it may be meant. */
enum sw_config_kind { SW_CONFIG_LEFT_OUT, SW_CONFIG_UNKNOWN, SW_CONFIG_MISSPELT, SW_CONFIG_DOUBTFUL, SW_CONFIG_WRONG };
/* Notes in the order they were found. text lasts as long as c; its first place_len bytes are "FILE:LINE". */
struct sw_config_note { enum sw_config_kind kind; size_t place_len; const char *text; };
size_t sw_config_n_notes(const struct sw_config *c);
struct sw_config_note sw_config_note(const struct sw_config *c, size_t i);

/* The pools record. rename NULL: names as they are. */
SW_USE_RESULT int sw_config_put_pools(struct sw_config *c, const struct sw_rename *rename, struct sw_out *out,
                                      struct sw_err *err);
/* Whose pools those are; PROPERTIES: the Capacity Scheduler's. */
enum sw_config_dialect sw_config_of_pools(const struct sw_config *c);
/* One line: --order hfs --delay wait:5s,5s,shipped ... Notes may be added. */
SW_USE_RESULT int sw_config_put_options(struct sw_config *c, struct sw_out *out, struct sw_err *err);

/* Placement rules: queuePlacementPolicy, else those of yarn.scheduler.capacity. */
bool sw_config_places(const struct sw_config *c); /* there are some */
/* The queue, as the pools record has it, of a user who asks for `queue`; it lasts until the next call. Fails where a
 * rule asks for the user's groups. `queue` stays where no rule places it, or all refuse. */
SW_USE_RESULT int sw_config_place(struct sw_config *c, struct sw_text user, struct sw_text *queue, struct sw_err *err);
/* How many were refused, and how many had no user. */
void sw_config_placed(const struct sw_config *c, uint64_t *n_refused, uint64_t *n_without_user);

/* What a log tells about the queues and waits of a configuration. */
struct sw_config_log {
    const char *path;
    size_t n_pools;
    const char *const *pools;
    const uint64_t *n_jobs;      /* of each pool */
    uint64_t n_tasks;            /* that were recorded; 0: their times are not known */
    double median_task_s;
};
/* Notes what the files say that cannot be meant, then sorts all notes by file and line. Once, behind the last file,
 * with rules.go_on. log NULL: there is none. */
SW_USE_RESULT int sw_config_lint(struct sw_config *c, const struct sw_config_log *log, struct sw_err *err);
#endif
