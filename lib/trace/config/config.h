/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - what the readers of configuration files share: properties, pools and notes. */
#ifndef SLOTWISE_CONFIG_H
#define SLOTWISE_CONFIG_H
#include "slotwise/sw_config.h"
#include "xml.h"

#define CONFIG_NONE UINT64_MAX   /* a limit or share that is not given */
#define CONFIG_NEVER INT64_MIN   /* a time that is not given */

struct property { char *name, *value, *path; uint64_t line; };
struct pool {
    char *name, *parent;         /* parent NULL: at the top */
    bool fifo;
    double weight, capacity, max_capacity, user_limit; /* negative: not given */
    uint64_t min_maps, min_reduces, max_maps, max_reduces, min_share, max_share, max_jobs;
    int64_t min_timeout_us, fair_timeout_us;
};
struct sw_config {
    struct sw_config_rules rules;
    struct property *properties;
    size_t n_properties, cap_properties;
    struct pool *pools;
    size_t n_pools, cap_pools;
    struct note { bool unknown; char *text; } *notes;
    size_t n_notes, cap_notes;
    bool capacity_done;          /* the properties of the Capacity Scheduler have been turned into pools */
    bool has_allocations[SW_CONFIG_PROPERTIES + 1]; /* by dialect */
    int64_t min_timeout_us, fair_timeout_us; /* defaults of the allocation file */
    bool at_whole_share;         /* defaultFairSharePreemptionThreshold is 1 */
    struct pool undeclared;      /* the allocation file's defaults, which hold for a pool that it does not name */
    bool no_memory;
};

/* ---- config.c -------------------------------------------------------------------------------------------- */
/* "fair-scheduler.xml:12: message". Without memory for it c->no_memory is set. */
void config_note(struct sw_config *c, bool unknown, const char *path, uint64_t line, const char *fmt, ...)
    SW_PRINTF(5, 6);
/* "'wieght': no such element here (did you mean 'weight'?)" */
void config_note_unknown(struct sw_config *c, const char *path, uint64_t line, const char *what, const char *name,
                         const char *const *known, size_t n);
const struct property *config_get(const struct sw_config *c, const char *name); /* the last one of the name, or NULL */
/* NULL: no memory */
struct pool *config_add_pool(struct sw_config *c, const char *name, const char *parent, struct sw_err *err);
int config_bad(const char *path, uint64_t line, const char *name, const char *value, const char *what,
               struct sw_err *err);

struct pool config_pool(void); /* of which nothing is given */

/* ---- allocations.c, capacity.c, keys.c --------------------------------------------------------------------- */
SW_USE_RESULT int config_allocations(struct sw_config *c, const struct xml *x, const char *path,
                                     enum sw_dialect dialect, struct sw_err *err);
/* Pools from yarn.scheduler.capacity.* */
SW_USE_RESULT int config_capacity(struct sw_config *c, struct sw_err *err);
/* Notes what is unknown or has no counterpart among properties. */
void config_judge(struct sw_config *c, const struct property *p);
bool config_capacity_knows(const char *key, const char *const **known, size_t *n, const char **tail);
/* "10240 mb, 10 vcores", "memory-mb=10240, vcores=10" or "50%" in slots; CONFIG_NONE:
 * cannot be told, which is noted. */
SW_USE_RESULT int config_slots(struct sw_config *c, const struct xml_element *e, const char *path, uint64_t *slots,
                               struct sw_err *err);

#endif
