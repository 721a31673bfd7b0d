/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocations.c - <allocations> in its three dialects: MR1's pools with map and reduce slots, YARN's nested queues with
 * resources, Spark's pools with cores. A file is of one dialect, told by its elements. Each dialect has a table for
 * the top and one for a pool, which say how an element is read. What is inside of a pool is read last, with what
 * the pool says as its defaults. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

/* How an element is read; of what is left out it is known that it has no counterpart here. OLDER and SECONDS are
 * timeouts, MASTERS parts for application masters, LEAST and MOST resources. */
enum how { LEFT_OUT, INSIDE, COUNT, WEIGHT, THRESHOLD, POLICY, TRUTH, SECONDS, OLDER, MASTERS, LEAST, MOST };
/* at: which member of struct pool a COUNT, a time or a TRUTH goes to. */
struct element { const char *name; enum how how; size_t at; };
#define AT(member) offsetof(struct pool, member)

/* What stands at the top, as defaults of all pools, and in a pool. */
static const struct element mr1_top[] = { { "pool", INSIDE }, { "poolMaxJobsDefault", COUNT, AT(max_jobs) },
    { "fairSharePreemptionTimeout", OLDER, AT(fair_timeout_us) },
    { "defaultMinSharePreemptionTimeout", SECONDS, AT(min_timeout_us) }, { "defaultPoolSchedulingMode", POLICY },
    { "user", LEFT_OUT }, { "userMaxJobsDefault", LEFT_OUT }, { "defaultMaxTotalInitedTasks", LEFT_OUT },
    { "systemPools", LEFT_OUT }, { NULL, LEFT_OUT } };
static const struct element mr1_pool[] = { { "minMaps", COUNT, AT(min_maps) }, { "minReduces", COUNT, AT(min_reduces) },
    { "maxMaps", COUNT, AT(max_maps) }, { "maxReduces", COUNT, AT(max_reduces) },
    { "maxRunningJobs", COUNT, AT(max_jobs) }, { "weight", WEIGHT }, { "schedulingMode", POLICY },
    { "minSharePreemptionTimeout", SECONDS, AT(min_timeout_us) }, { "fifo", TRUTH, AT(fifo) },
    { "canBePreempted", LEFT_OUT }, { "maxTotalInitedTasks", LEFT_OUT }, { "redirect", LEFT_OUT },
    { "blacklisted", LEFT_OUT }, { "overinitialize", LEFT_OUT }, { NULL, LEFT_OUT } };
static const struct element yarn_top[] = { { "queue", INSIDE }, { "pool", INSIDE },
    { "queueMaxAppsDefault", COUNT, AT(max_jobs) }, { "queueMaxResourcesDefault", MOST },
    { "defaultMinSharePreemptionTimeout", SECONDS, AT(min_timeout_us) },
    { "defaultFairSharePreemptionTimeout", SECONDS, AT(fair_timeout_us) },
    { "fairSharePreemptionTimeout", OLDER, AT(fair_timeout_us) }, { "defaultFairSharePreemptionThreshold", THRESHOLD },
    { "defaultQueueSchedulingPolicy", POLICY }, { "defaultQueueSchedulingMode", POLICY },
    { "queueMaxAMShareDefault", MASTERS }, { "user", LEFT_OUT }, { "userMaxAppsDefault", LEFT_OUT },
    { "queuePlacementPolicy", LEFT_OUT }, { "reservation-agent", LEFT_OUT }, { "reservation-policy", LEFT_OUT },
    { "reservation-planner", LEFT_OUT }, { NULL, LEFT_OUT } };
static const struct element yarn_queue[] = { { "queue", INSIDE }, { "pool", INSIDE }, { "minResources", LEAST },
    { "maxResources", MOST }, { "maxRunningApps", COUNT, AT(max_jobs) }, { "weight", WEIGHT },
    { "schedulingPolicy", POLICY }, { "schedulingMode", POLICY },
    { "minSharePreemptionTimeout", SECONDS, AT(min_timeout_us) },
    { "fairSharePreemptionTimeout", SECONDS, AT(fair_timeout_us) }, { "maxAMShare", MASTERS },
    { "maxChildResources", LEFT_OUT }, { "maxContainerAllocation", LEFT_OUT },
    { "fairSharePreemptionThreshold", LEFT_OUT }, { "allowPreemptionFrom", LEFT_OUT }, { "reservation", LEFT_OUT },
    { "aclSubmitApps", LEFT_OUT }, { "aclAdministerApps", LEFT_OUT }, { NULL, LEFT_OUT } };
static const struct element spark_top[] = { { "pool", INSIDE }, { NULL, LEFT_OUT } };
static const struct element spark_pool[] = { { "schedulingMode", POLICY }, { "weight", WEIGHT },
    { "minShare", COUNT, AT(min_share) }, { NULL, LEFT_OUT } };
/* By dialect. */
static const struct element *const tops[] = { [SW_CONFIG_MR1] = mr1_top, [SW_CONFIG_YARN] = yarn_top,
                                              [SW_CONFIG_SPARK] = spark_top };
static const struct element *const pools[] = { [SW_CONFIG_MR1] = mr1_pool, [SW_CONFIG_YARN] = yarn_queue,
                                               [SW_CONFIG_SPARK] = spark_pool };

/* The file being read, whose lines notes name. */
struct reading {
    struct sw_config *c;
    const struct xml *x;
    const char *path;
    enum sw_config_dialect dialect;
};

/* ---- names ------------------------------------------------------------------------------------------------ */

/* NULL: the list does not have it. */
static const struct element *element_named(const struct element *list, const char *name)
{
    for (; list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

/* NULL: it is not read. Unless it is a pool, it is noted why. */
static const struct element *to_read(struct reading *r, const struct xml_element *e, const struct element *list)
{
    const struct element *found = element_named(list, e->name);
    const char *names[32];
    size_t n = 0;
    if (found && found->how == LEFT_OUT)
        config_note(r->c, SW_CONFIG_LEFT_OUT, r->path, e->line, "%s: no counterpart here, left out", e->name);
    else if (!found && list == yarn_queue && element_named(yarn_top, e->name))
        config_note(r->c, SW_CONFIG_WRONG, r->path, e->line, "%s: has no effect in a queue, it belongs at the top",
                    e->name);
    else if (!found && strcmp(e->name, "xi:include") == 0)
        config_refused_include(r->c, r->path, e->line);
    else if (!found) {
        /* So that a note can say which known name is near. */
        for (; list->name; list++)
            names[n++] = list->name;
        config_note_unknown(r->c, r->path, e->line, "element", e->name, names, n);
    }
    return found && found->how > INSIDE ? found : NULL;
}

/* YARN has queues and resources, Spark cores; Spark's own examples write its modes in capitals. */
static enum sw_config_dialect dialect_of(const struct xml *x)
{
    /* One element that only YARN has decides; the signs of Spark are weaker. */
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

/* With rules.go_on it is noted, and SW_OK. */
static int bad_element(struct reading *r, const struct xml_element *e, const char *what, struct sw_err *err)
{
    return config_bad(r->c, r->path, e->line, e->name, e->text, what, err);
}

/* The first timeout is kept for lint, which says whether any can come. */
static int read_seconds(struct reading *r, const struct xml_element *e, int64_t *us, struct sw_err *err)
{
    if (r->c->timeout_line == 0) {
        r->c->timeout_path = r->path;
        r->c->timeout_line = e->line;
    }
    if (sw_num_time(e->text, strlen(e->text), us) != SW_OK || *us < 0)
        return bad_element(r, e, "a time in seconds", err);
    if (r->c->rules.go_on)
        config_lint_timeout(r->c, r->path, e->line, e->name, *us);
    return SW_OK;
}

static int read_element_weight(struct reading *r, const struct xml_element *e, double *to, struct sw_err *err)
{
    size_t len = strlen(e->text);
    len -= len > 1 && strchr("fFdD", e->text[len - 1]); /* Double.parseDouble */
    return sw_num_real(e->text, len, to) == SW_OK && *to >= 0 ? SW_OK : bad_element(r, e, "a weight", err);
}

/* drf shares memory and cores by the greater; with slots there is only one resource. */
static int read_policy(struct reading *r, const struct xml_element *e, struct pool *p, struct sw_err *err)
{
    const char *dot = strrchr(e->text, '.'), *name = dot ? dot + 1 : e->text; /* a class name, too */
    p->drf = strcasecmp(name, "drf") == 0 || strcasecmp(name, "DominantResourceFairnessPolicy") == 0;
    if (p->drf)
        config_note(r->c, SW_CONFIG_LEFT_OUT, r->path, e->line,
                    "%s: slots are one resource, so 'drf' is read as fair (with sizes of tasks: --order drf)", e->name);
    else if (strcasecmp(name, "fair") != 0 && strcasecmp(name, "fifo") != 0
             && strcasecmp(name, "FairSharePolicy") != 0 && strcasecmp(name, "FifoPolicy") != 0)
        return bad_element(r, e, "fair, fifo or drf", err);
    p->fifo = strncasecmp(name, "fifo", 4) == 0;
    return SW_OK;
}

/* memory_alone: of a pool whose siblings share nothing else. `to` is the member that the table names; some cases
 * have one of their own. */
static int read_element(struct reading *r, const struct xml_element *e, const struct element *as, struct pool *p,
                        bool memory_alone, struct sw_err *err)
{
    void *to = (char *)p + as->at;
    double x;
    switch (as->how) {
    case COUNT: return sw_num_u64(e->text, strlen(e->text), to) == SW_OK ? SW_OK : bad_element(r, e, "a count", err);
    case WEIGHT: return read_element_weight(r, e, &p->weight, err);
    case THRESHOLD: return read_element_weight(r, e, &r->c->threshold, err);
    case POLICY: return read_policy(r, e, p, err);
    case TRUTH:
        p->fifo = strcasecmp(e->text, "true") == 0;
        return p->fifo || strcasecmp(e->text, "false") == 0 ? SW_OK : bad_element(r, e, "true or false", err);
    case OLDER: /* the older name; the new one wins */
        if (p->fair_timeout_us != CONFIG_NEVER)
            return SW_OK;
        return read_seconds(r, e, to, err);
    case SECONDS: return read_seconds(r, e, to, err);
    case MASTERS: /* AllocationFileQueueParser: a value above 1 is 1 */
        if (sw_num_real(e->text, strlen(e->text), &x) != SW_OK || (x < 0 && x != -1))
            return bad_element(r, e, "a part, or -1 for no limit", err);
        p->am_share = x < 1 ? x : 1;
        return SW_OK;
    case LEAST: return config_resources_slots(r->c, e, r->path, memory_alone, &p->min_share, &p->min, err);
    default: return config_resources_slots(r->c, e, r->path, false, &p->max_share, &p->max, err);
    }
}

/* ---- pools ------------------------------------------------------------------------------------------------ */

/* Lines of bounds are kept, so that lint can say where they stand. */
static void note_line(struct pool *p, const struct xml_element *e)
{
    const char *n = e->name;
    if (strncmp(n, "min", 3) == 0 || (strncmp(n, "max", 3) == 0 && strcmp(n, "maxAMShare") != 0))
        *(strcmp(n, "minSharePreemptionTimeout") == 0 ? &p->min_timeout_line : n[1] == 'i' ? &p->min_line
                                                                              : &p->max_line) = e->line;
}

/* As FSQueue of YARN has its maximum share. An undeclared maximum is CONFIG_NONE, which no minimum is above. */
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

/* Both names mean the same in every dialect. */
static bool is_pool(const struct xml_element *e)
{
    return strcmp(e->name, "pool") == 0 || strcmp(e->name, "queue") == 0;
}

/* A queue goes by its path, root.ads.web, as applications name it; timeouts go down to what is inside. The pool is
 * found first, then its elements are read, then what is inside of it. `from` has the timeouts that go down. */
static int read_pool(struct reading *r, const struct xml_element *e, const char *above, const struct pool *from,
                     unsigned depth, struct sw_err *err)
{
    char name[1024];
    if ((!e->label || e->label[0] == '\0') && r->c->rules.go_on)
        return config_note(r->c, SW_CONFIG_WRONG, r->path, e->line, "%s without a name", e->name), SW_OK;
    if (!e->label || e->label[0] == '\0')
        return sw_err_data(err, r->path, e->line, e->name, "without a name");
    /* root holds all other queues and is none itself. */
    bool root = r->dialect == SW_CONFIG_YARN && depth == 0 && strcmp(e->label, "root") == 0;
    int length = snprintf(name, sizeof name, "%s%s%s", root ? "" : above, root || above[0] == '\0' ? "" : ".",
                          e->label);
    if (length < 0 || (size_t)length >= sizeof name)
        return sw_err_data(err, r->path, e->line, e->name, "its name, with those above, has more than %zu bytes",
                           sizeof name - 1);
    /* What stands right below root is at the top. */
    const char *parent = depth > 0 && strcmp(above, "root") != 0 ? above : NULL;
    const struct pool *there = r->dialect == SW_CONFIG_SPARK ? NULL : config_find_pool(r->c, name);
    size_t at = there ? (size_t)(there - r->c->pools) : r->c->n_pools;
    if (!there && !config_add_pool(r->c, &r->c->undeclared, name, parent, r->path, e->line, err))
        return SW_FAIL;
    struct pool *p = &r->c->pools[at];
    if (there)
        config_note(r->c, SW_CONFIG_DOUBTFUL, r->path, e->line,
                    "%s '%.100s' stands there twice: it is one, of which the later values count", e->name, name);
    else {
        p->min_timeout_us = from->min_timeout_us;
        p->fair_timeout_us = from->fair_timeout_us;
    }
    p->is_parent |= e->type && strcmp(e->type, "parent") == 0;
    if (r->dialect == SW_CONFIG_YARN)
        config_refused_queue(r->c, r->x, e, r->path);
    for (uint32_t i = e->first; i != XML_NONE; i = r->x->at[i].next) {
        const struct xml_element *in = &r->x->at[i];
        const struct element *as = to_read(r, in, pools[r->dialect]);
        if (as)
            note_line(p, in);
        if (as && read_element(r, in, as, p, !from->drf, err) != SW_OK)
            return SW_FAIL;
    }
    if (xml_child(r->x, e, "queue") || xml_child(r->x, e, "pool"))
        p->am_share = NAN; /* its jobs are inside of those */
    raise_maximum(r, p);
    /* A copy, since c->pools grows while what is inside is read. */
    struct pool mine = *p;
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

/* dialect: what --from said. HADOOP leaves open which of the two, and AUTO all. */
int config_allocations(struct sw_config *c, const struct xml *x, const char *path, enum sw_config_dialect dialect,
                       struct sw_err *err)
{
    enum sw_config_dialect told = dialect_of(x);
    if (dialect == SW_CONFIG_HADOOP)
        told = told == SW_CONFIG_SPARK ? SW_CONFIG_MR1 : told;
    else if (dialect != SW_CONFIG_AUTO && dialect != SW_CONFIG_PROPERTIES)
        told = dialect;
    struct reading r = { .c = c, .x = x, .path = path, .dialect = told };
    struct pool *all = &c->undeclared, before = *all;
    /* Defaults of the file before are forgotten, but for timeouts, which options read. */
    *all = config_pool();
    all->fifo = told == SW_CONFIG_SPARK;
    all->min_timeout_us = before.min_timeout_us; /* of a file that was read before */
    all->fair_timeout_us = before.fair_timeout_us;
    c->has_allocations[told] = true;
    for (uint32_t i = x->at[0].first; i != XML_NONE; i = x->at[i].next) {
        const struct element *as = to_read(&r, &x->at[i], tops[told]);
        if (as && read_element(&r, &x->at[i], as, all, false, err) != SW_OK)
            return SW_FAIL;
    }
    if (told == SW_CONFIG_YARN)
        config_refused_root(c, x, path);
    const struct xml_element *placement = xml_child(x, &x->at[0], "queuePlacementPolicy");
    if (told == SW_CONFIG_YARN && placement && config_placement_read(c, x, placement, path, err) != SW_OK)
        return SW_FAIL;
    /* Pools come behind the defaults, which stand anywhere at the top. */
    for (uint32_t i = x->at[0].first; i != XML_NONE; i = x->at[i].next)
        if (is_pool(&x->at[i])
            && read_pool(&r, &x->at[i], told == SW_CONFIG_YARN ? "root" : "", all, 0, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
