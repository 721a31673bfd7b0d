/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocations.c - <allocations> in its three dialects: MR1's pools with map and reduce slots, YARN's nested queues with
 * resources, Spark's pools with cores. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

#define N_OF(a) (sizeof(a) / sizeof *(a))

/* What stands at the top and in a pool; behind NULL what is known but has no counterpart here. */
static const char *const mr1_top[] = { "pool", "poolMaxJobsDefault", "fairSharePreemptionTimeout",
    "defaultMinSharePreemptionTimeout", "defaultPoolSchedulingMode", NULL, "user", "userMaxJobsDefault",
    "defaultMaxTotalInitedTasks", "systemPools" };
static const char *const mr1_pool[] = { "minMaps", "minReduces", "maxMaps", "maxReduces", "maxRunningJobs", "weight",
    "schedulingMode", "minSharePreemptionTimeout", "fifo", NULL, "canBePreempted", "maxTotalInitedTasks", "redirect",
    "blacklisted", "overinitialize" };
static const char *const yarn_top[] = { "queue", "pool", "queueMaxAppsDefault", "queueMaxResourcesDefault",
    "defaultMinSharePreemptionTimeout", "defaultFairSharePreemptionTimeout", "fairSharePreemptionTimeout",
    "defaultFairSharePreemptionThreshold", "defaultQueueSchedulingPolicy", "defaultQueueSchedulingMode",
    "queueMaxAMShareDefault", NULL, "user", "userMaxAppsDefault", "queuePlacementPolicy", "reservation-agent",
    "reservation-policy", "reservation-planner" };
static const char *const yarn_queue[] = { "queue", "pool", "minResources", "maxResources", "maxRunningApps", "weight",
    "schedulingPolicy", "schedulingMode", "minSharePreemptionTimeout", "fairSharePreemptionTimeout",
    "maxAMShare", NULL, "maxChildResources", "maxContainerAllocation", "fairSharePreemptionThreshold",
    "allowPreemptionFrom", "reservation", "aclSubmitApps", "aclAdministerApps" };
static const char *const spark_top[] = { "pool", NULL };
static const char *const spark_pool[] = { "schedulingMode", "weight", "minShare", NULL };

/* The file being read. */
struct reading {
    struct sw_config *c;
    const struct xml *x;
    const char *path;
    enum sw_config_dialect dialect;
    bool fifo, drf;             /* default policy */
    uint64_t max_jobs, max_share;
    double am_share;
    struct resources max;       /* what max_share is of */
};

/* ---- names ------------------------------------------------------------------------------------------------ */

/* 2: read; 1: known, without a counterpart; 0: unknown. The names without the NULL are left in flat. */
static int look_up(const char *name, const char *const *list, size_t n, const char **flat, size_t *n_flat)
{
    int found = 0, rank = 2;
    *n_flat = 0;
    for (size_t i = 0; i < n; i++) {
        if (!list[i]) {
            rank = 1;
            continue;
        }
        flat[(*n_flat)++] = list[i];
        if (strcmp(list[i], name) == 0)
            found = rank;
    }
    return found;
}

static bool is_read(struct reading *r, const struct xml_element *e, const char *const *list, size_t n)
{
    const char *flat[32];
    size_t n_flat;
    int found = look_up(e->name, list, n, flat, &n_flat);
    for (size_t i = 0; found == 0 && list == yarn_queue && i < N_OF(yarn_top); i++)
        if (yarn_top[i] && strcmp(e->name, yarn_top[i]) == 0) {
            config_note(r->c, SW_CONFIG_WRONG, r->path, e->line, "%s: has no effect in a queue, it belongs at the top",
                        e->name);
            return false;
        }
    if (found == 0 && strcmp(e->name, "xi:include") == 0) {
        config_refused_include(r->c, r->path, e->line);
        return false;
    }
    if (found == 0)
        config_note_unknown(r->c, r->path, e->line, "element", e->name, flat, n_flat);
    if (found == 1)
        config_note(r->c, SW_CONFIG_LEFT_OUT, r->path, e->line, "%s: no counterpart here, left out", e->name);
    return found == 2;
}

/* YARN has queues and resources, Spark cores; Spark's own examples write its modes in capitals. */
static enum sw_config_dialect tell(const struct xml *x)
{
    bool spark = false;
    for (size_t i = 0; i < x->n; i++) {
        const struct xml_element *e = &x->at[i];
        if (strcmp(e->name, "queue") == 0 || strcmp(e->name, "minResources") == 0
            || strcmp(e->name, "maxResources") == 0 || strcmp(e->name, "maxRunningApps") == 0
            || strcmp(e->name, "schedulingPolicy") == 0 || strncmp(e->name, "queueMax", 8) == 0
            || strncmp(e->name, "defaultQueue", 12) == 0 || strncmp(e->name, "defaultFairShare", 16) == 0)
            return SW_CONFIG_YARN;
        spark |= strcmp(e->name, "minShare") == 0;
        spark |= strcmp(e->name, "schedulingMode") == 0
                 && (strcmp(e->text, "FAIR") == 0 || strcmp(e->text, "FIFO") == 0);
    }
    return spark ? SW_CONFIG_SPARK : SW_CONFIG_MR1;
}

/* ---- values ----------------------------------------------------------------------------------------------- */

static int read_count(struct reading *r, const struct xml_element *e, uint64_t *to, struct sw_err *err)
{
    if (sw_num_u64(e->text, strlen(e->text), to) == SW_OK)
        return SW_OK;
    return config_bad(r->c, r->path, e->line, e->name, e->text, "a count", err);
}

static int read_seconds(struct reading *r, const struct xml_element *e, int64_t *us, struct sw_err *err)
{
    if (r->c->timeout_line == 0) {
        r->c->timeout_path = r->path;
        r->c->timeout_line = e->line;
    }
    if (sw_num_time(e->text, strlen(e->text), us) == SW_OK && *us >= 0) {
        if (r->c->rules.go_on)
            config_lint_timeout(r->c, r->path, e->line, e->name, *us);
        return SW_OK;
    }
    return config_bad(r->c, r->path, e->line, e->name, e->text, "a time in seconds", err);
}

static int read_weight(struct reading *r, const struct xml_element *e, double *to, struct sw_err *err)
{
    size_t len = strlen(e->text);
    len -= len > 1 && strchr("fFdD", e->text[len - 1]); /* Double.parseDouble */
    if (sw_num_real(e->text, len, to) == SW_OK && *to >= 0)
        return SW_OK;
    return config_bad(r->c, r->path, e->line, e->name, e->text, "a weight", err);
}

/* AllocationFileQueueParser: a value above 1 is 1. */
static int read_masters(struct reading *r, const struct xml_element *e, double *to, struct sw_err *err)
{
    double x;
    if (sw_num_real(e->text, strlen(e->text), &x) != SW_OK || (x < 0 && x != -1))
        return config_bad(r->c, r->path, e->line, e->name, e->text, "a part, or -1 for no limit", err);
    *to = x < 1 ? x : 1;
    return SW_OK;
}

static int read_bool(struct reading *r, const struct xml_element *e, bool *to, struct sw_err *err)
{
    *to = strcasecmp(e->text, "true") == 0;
    if (*to || strcasecmp(e->text, "false") == 0)
        return SW_OK;
    return config_bad(r->c, r->path, e->line, e->name, e->text, "true or false", err);
}

/* drf shares memory and cores by the greater; with slots there is only one resource. */
static int read_policy(struct reading *r, const struct xml_element *e, bool *fifo, bool *drf, struct sw_err *err)
{
    const char *dot = strrchr(e->text, '.'), *name = dot ? dot + 1 : e->text; /* a class name, too */
    *drf = strcasecmp(name, "drf") == 0 || strcasecmp(name, "DominantResourceFairnessPolicy") == 0;
    if (*drf)
        config_note(r->c, SW_CONFIG_LEFT_OUT, r->path, e->line,
                    "%s: slots are one resource, so 'drf' is read as fair (with sizes of tasks: --order drf)", e->name);
    else if (strcasecmp(name, "fair") != 0 && strcasecmp(name, "fifo") != 0
             && strcasecmp(name, "FairSharePolicy") != 0 && strcasecmp(name, "FifoPolicy") != 0)
        return config_bad(r->c, r->path, e->line, e->name, e->text, "fair, fifo or drf", err);
    *fifo = strncasecmp(name, "fifo", 4) == 0;
    return SW_OK;
}

/* ---- pools ------------------------------------------------------------------------------------------------ */

static int read_field(struct reading *r, const struct xml_element *e, size_t at, bool memory_alone, struct sw_err *err)
{
    struct pool *p = &r->c->pools[at];
    const char *n = e->name;
    if (strncmp(n, "min", 3) == 0 || (strncmp(n, "max", 3) == 0 && strcmp(n, "maxAMShare") != 0))
        *(strcmp(n, "minSharePreemptionTimeout") == 0 ? &p->min_timeout_line : n[1] == 'i' ? &p->min_line
                                                                              : &p->max_line) = e->line;
    uint64_t *count = strcmp(n, "minMaps") == 0 ? &p->min_maps : strcmp(n, "minReduces") == 0 ? &p->min_reduces :
                      strcmp(n, "maxMaps") == 0 ? &p->max_maps : strcmp(n, "maxReduces") == 0 ? &p->max_reduces :
                      strcmp(n, "maxRunningJobs") == 0 || strcmp(n, "maxRunningApps") == 0 ? &p->max_jobs :
                      strcmp(n, "minShare") == 0 ? &p->min_share : NULL;
    if (count)
        return read_count(r, e, count, err);
    if (strcmp(n, "weight") == 0)
        return read_weight(r, e, &p->weight, err);
    if (strcmp(n, "schedulingMode") == 0 || strcmp(n, "schedulingPolicy") == 0)
        return read_policy(r, e, &p->fifo, &p->drf, err);
    if (strcmp(n, "fifo") == 0)
        return read_bool(r, e, &p->fifo, err);
    if (strcmp(n, "minSharePreemptionTimeout") == 0)
        return read_seconds(r, e, &p->min_timeout_us, err);
    if (strcmp(n, "fairSharePreemptionTimeout") == 0)
        return read_seconds(r, e, &p->fair_timeout_us, err);
    if (strcmp(n, "maxAMShare") == 0)
        return read_masters(r, e, &p->am_share, err);
    if (strcmp(n, "minResources") == 0)
        return config_resources_slots(r->c, e, r->path, memory_alone, &p->min_share, &p->min, err);
    return config_resources_slots(r->c, e, r->path, false, &p->max_share, &p->max, err);
}

/* As FSQueue of YARN has its maximum share. */
static void raise_maximum(struct reading *r, struct pool *p)
{
    if (r->dialect != SW_CONFIG_YARN || p->min_share == CONFIG_NONE || p->min_share <= p->max_share
        || r->c->rules.go_on) /* then it is judged */
        return;
    config_note(r->c, SW_CONFIG_DOUBTFUL, r->path, p->max_line > 0 ? p->max_line : p->min_line,
                "queue '%.100s': its maximum of %llu slots is raised to its minimum of %llu, as by YARN", p->name,
                (unsigned long long)p->max_share, (unsigned long long)p->min_share);
    p->max_share = p->min_share;
}

static bool is_pool(const struct xml_element *e)
{
    return strcmp(e->name, "pool") == 0 || strcmp(e->name, "queue") == 0;
}

static size_t find_pool(const struct sw_config *c, const char *name)
{
    size_t at = 0;
    while (at < c->n_pools && strcmp(c->pools[at].name, name) != 0)
        at++;
    return at;
}

static void set_defaults(const struct reading *r, struct pool *p, const struct pool *from)
{
    p->fifo = r->fifo;
    p->drf = r->drf;
    p->max_jobs = r->max_jobs;
    p->max_share = r->max_share;
    p->am_share = r->am_share;
    p->max = r->max;
    p->min_timeout_us = from->min_timeout_us;
    p->fair_timeout_us = from->fair_timeout_us;
}

/* A queue goes by its path, root.ads.web, as applications name it; timeouts go down to what is inside. */
static int read_pool(struct reading *r, const struct xml_element *e, const char *above, const struct pool *from,
                     unsigned depth, struct sw_err *err)
{
    const char *const *list = r->dialect == SW_CONFIG_MR1 ? mr1_pool : r->dialect == SW_CONFIG_YARN ? yarn_queue
                                                          : spark_pool;
    size_t n = r->dialect == SW_CONFIG_MR1 ? N_OF(mr1_pool) : r->dialect == SW_CONFIG_YARN ? N_OF(yarn_queue)
                                           : N_OF(spark_pool);
    char name[1024];
    if ((!e->label || e->label[0] == '\0') && r->c->rules.go_on)
        return config_note(r->c, SW_CONFIG_WRONG, r->path, e->line, "%s without a name", e->name), SW_OK;
    if (!e->label || e->label[0] == '\0')
        return sw_err_data(err, r->path, e->line, e->name, "without a name");
    bool root = r->dialect == SW_CONFIG_YARN && depth == 0 && strcmp(e->label, "root") == 0;
    int length = snprintf(name, sizeof name, "%s%s%s", root ? "" : above, root || above[0] == '\0' ? "" : ".",
                          e->label);
    if (length < 0 || (size_t)length >= sizeof name)
        return sw_err_data(err, r->path, e->line, e->name, "its name, with those above, has more than %zu bytes",
                           sizeof name - 1);
    const char *parent = depth > 0 && strcmp(above, "root") != 0 ? above : NULL;
    size_t at = r->dialect == SW_CONFIG_SPARK ? r->c->n_pools : find_pool(r->c, name);
    bool again = at < r->c->n_pools;
    if (!again && !config_add_pool(r->c, name, parent, r->path, e->line, err))
        return SW_FAIL;
    if (again)
        config_note(r->c, SW_CONFIG_DOUBTFUL, r->path, e->line,
                    "%s '%.100s' stands there twice: it is one, of which the later values count", e->name, name);
    struct pool *p = &r->c->pools[at];
    p->is_parent |= e->type && strcmp(e->type, "parent") == 0;
    if (r->dialect == SW_CONFIG_YARN)
        config_refused_queue(r->c, r->x, e, r->path);
    if (!again)
        set_defaults(r, p, from);
    for (uint32_t i = e->first; i != XML_NONE; i = r->x->at[i].next)
        if (is_read(r, &r->x->at[i], list, n) && !is_pool(&r->x->at[i])
            && read_field(r, &r->x->at[i], at, !from->drf, err) != SW_OK)
            return SW_FAIL;
    if (xml_child(r->x, e, "queue") || xml_child(r->x, e, "pool"))
        r->c->pools[at].am_share = NAN; /* its jobs are inside of those */
    raise_maximum(r, &r->c->pools[at]);
    struct pool mine = r->c->pools[at];
    for (uint32_t i = e->first; i != XML_NONE; i = r->x->at[i].next)
        if (is_pool(&r->x->at[i]) && read_pool(r, &r->x->at[i], name, &mine, depth + 1, err) != SW_OK)
            return SW_FAIL;
    if (root) { /* all slots are its own: it is no row */
        free(r->c->pools[at].name);
        memmove(&r->c->pools[at], &r->c->pools[at + 1], (r->c->n_pools - at - 1) * sizeof *r->c->pools);
        r->c->n_pools--;
    }
    return SW_OK;
}

/* ---- the top ---------------------------------------------------------------------------------------------- */

static int read_default(struct reading *r, const struct xml_element *e, struct sw_err *err)
{
    const char *n = e->name;
    if (strcmp(n, "poolMaxJobsDefault") == 0 || strcmp(n, "queueMaxAppsDefault") == 0)
        return read_count(r, e, &r->max_jobs, err);
    if (strcmp(n, "queueMaxResourcesDefault") == 0)
        return config_resources_slots(r->c, e, r->path, false, &r->max_share, &r->max, err);
    if (strcmp(n, "queueMaxAMShareDefault") == 0)
        return read_masters(r, e, &r->am_share, err);
    if (strcmp(n, "defaultMinSharePreemptionTimeout") == 0)
        return read_seconds(r, e, &r->c->min_timeout_us, err);
    if (strcmp(n, "defaultFairSharePreemptionTimeout") == 0)
        return read_seconds(r, e, &r->c->fair_timeout_us, err);
    if (strcmp(n, "fairSharePreemptionTimeout") == 0) /* the older name; the new one wins */
        return r->c->fair_timeout_us == CONFIG_NEVER ? read_seconds(r, e, &r->c->fair_timeout_us, err) : SW_OK;
    if (strcmp(n, "defaultFairSharePreemptionThreshold") != 0)
        return read_policy(r, e, &r->fifo, &r->drf, err);
    return read_weight(r, e, &r->c->threshold, err);
}

int config_allocations(struct sw_config *c, const struct xml *x, const char *path, enum sw_config_dialect dialect,
                       struct sw_err *err)
{
    enum sw_config_dialect told = tell(x);
    if (dialect == SW_CONFIG_HADOOP)
        told = told == SW_CONFIG_SPARK ? SW_CONFIG_MR1 : told;
    else if (dialect != SW_CONFIG_AUTO && dialect != SW_CONFIG_PROPERTIES)
        told = dialect;
    struct reading r = { .c = c, .x = x, .path = path, .dialect = told, .max_jobs = CONFIG_NONE,
                         .max_share = CONFIG_NONE, .am_share = NAN, .max = { NAN, NAN, NAN } };
    const char *const *list = r.dialect == SW_CONFIG_MR1 ? mr1_top : r.dialect == SW_CONFIG_YARN ? yarn_top : spark_top;
    size_t n = r.dialect == SW_CONFIG_MR1 ? N_OF(mr1_top) : r.dialect == SW_CONFIG_YARN ? N_OF(yarn_top)
                                          : N_OF(spark_top);
    r.fifo = r.dialect == SW_CONFIG_SPARK;
    c->has_allocations[r.dialect] = true;
    for (uint32_t i = x->at[0].first; i != XML_NONE; i = x->at[i].next)
        if (is_read(&r, &x->at[i], list, n) && !is_pool(&x->at[i]) && read_default(&r, &x->at[i], err) != SW_OK)
            return SW_FAIL;
    if (r.dialect == SW_CONFIG_YARN)
        config_refused_root(c, x, path);
    const struct xml_element *placement = xml_child(x, &x->at[0], "queuePlacementPolicy");
    if (r.dialect == SW_CONFIG_YARN && placement && config_placement_read(c, x, placement, path, err) != SW_OK)
        return SW_FAIL;
    c->undeclared = config_pool();
    c->undeclared.fifo = r.fifo;
    c->undeclared.max_jobs = r.max_jobs;
    c->undeclared.max_share = r.max_share;
    c->undeclared.am_share = r.am_share;
    c->undeclared.max = r.max;
    c->undeclared.min_timeout_us = c->min_timeout_us;
    c->undeclared.fair_timeout_us = c->fair_timeout_us;
    struct pool from = { .drf = r.drf, .min_timeout_us = c->min_timeout_us, .fair_timeout_us = c->fair_timeout_us };
    for (uint32_t i = x->at[0].first; i != XML_NONE; i = x->at[i].next)
        if (is_pool(&x->at[i])
            && read_pool(&r, &x->at[i], r.dialect == SW_CONFIG_YARN ? "root" : "", &from, 0, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
