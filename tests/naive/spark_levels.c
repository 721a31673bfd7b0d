/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark_levels.c - what a task prefers (R3), which task goes to an executor (R11), and the levels of a task set and how
 * far it may go (R12 to R15). */
#include <string.h>
#include "tests/naive/naive.h"

/* R4; R5: a round sees no task that the scheduler has not been told of. */
bool spark_levels_waits(const struct run *r, const struct task *t)
{
    return !t->launched && t->came <= r->n_told;
}

/* ---- preferences --------------------------------------------------------------------------------- */

static bool has_preference(const struct task *t)
{
    return t->n_replicas + t->n_absent > 0;
}

static bool prefers_executor(const struct task *t, int node)
{
    for (int i = 0; i < t->n_executors; i++)
        if (t->executor[i] == node) return true;
    return false;
}

static bool prefers_host_of(const struct run *r, const struct task *t, int node)
{
    for (int i = 0; i < t->n_replicas; i++)
        if (t->replica[i] == r->node[node].home) return true;
    return false;
}

/* R2: "known unless the column rack is empty or --no-rack-level is given". */
static bool rack_is_known(const struct run *r, int node)
{
    return r->node[node].rack[0] && !r->o.no_rack_level;
}

static bool prefers_rack_of(const struct run *r, const struct task *t, int node)
{
    for (int i = 0; i < t->n_replicas && rack_is_known(r, node); i++)
        if (!strcmp(r->node[t->replica[i]].rack, r->node[node].rack)) return true;
    return false;
}

/* R11: whether the task is in the list that an executor is given tasks from at a level. */
static bool is_found_at(const struct run *r, const struct task *t, int node, enum spark_level level)
{
    switch (level) {
    case PROCESS_LEVEL: return prefers_executor(t, node);
    case NODE_LEVEL: return prefers_host_of(r, t, node);
    case NO_PREF_LEVEL: return !has_preference(t);
    case RACK_LEVEL: return prefers_rack_of(r, t, node);
    default: return true;
    }
}

static bool asks_for(const struct task *t, const char *host)
{
    for (int i = 0; i < t->n_asked; i++)
        if (!strcmp(t->asked[i], host)) return true;
    return false;
}

/* R11.1: "the one to which a walk comes last". -1: there is none. */
static int first_in_rack(const struct run *r, const struct stage *s, int node)
{
    for (int h = s->n_order - 1; h >= 0; h--)
        for (int t = 0; t < s->n_tasks; t++) {
            if (!spark_levels_waits(r, &s->task[t]) || !asks_for(&s->task[t], s->order[h])) continue;
            for (int n = 0; n < r->n_nodes; n++)
                if (!strcmp(r->node[n].host, s->order[h]) && rack_is_known(r, n)
                    && !strcmp(r->node[n].rack, r->node[node].rack))
                    return t;
        }
    return -1;
}

/* R4: the list of all tasks is a stack; what is looked at leaves it. */
static int first_of_all(const struct run *r, struct stage *s)
{
    while (s->n_all > 0)
        if (spark_levels_waits(r, &s->task[s->all[--s->n_all]])) return s->all[s->n_all];
    return -1;
}

/* R11: "the one that came back last before the others; then the lowest task number", but in a rack. */
int spark_levels_pick(const struct run *r, struct stage *s, int node, enum spark_level allowed, enum spark_level *at)
{
    for (*at = PROCESS_LEVEL; *at <= allowed; (*at)++) {
        int first = -1;
        if (*at == ANY_LEVEL) return first_of_all(r, s);
        for (int t = 0; t < s->n_tasks; t++) {
            const struct task *it = &s->task[t];
            if (!spark_levels_waits(r, it) || !is_found_at(r, it, node, *at)) continue;
            if (first < 0 || it->back > s->task[first].back) first = t;
        }
        if (first >= 0 && *at == RACK_LEVEL && release_from(r, 3, 0) && !s->task[first].back)
            first = first_in_rack(r, s, node);
        if (first >= 0) return first;
    }
    return -1;
}

/* ---- levels -------------------------------------------------------------------------------------- */

static enum spark_level nearest_not_nearer(const struct stage *s, enum spark_level than)
{
    while (!s->has_level[than]) than++;
    return than;
}

static int count_nearer(const bool *has_level, enum spark_level than)
{
    int n = 0;
    for (int i = 0; i < (int)than; i++) n += has_level[i];
    return n;
}

static bool some_have_none(const struct run *r, const struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++)
        if (spark_levels_waits(r, &s->task[t]) && !has_preference(&s->task[t])) return true;
    return false;
}

static int64_t wait_at(const struct run *r, enum spark_level level)
{
    const int64_t wait_us[] = { r->o.p_us, r->o.n_us, 0, r->o.r_us };
    return wait_us[level];
}

/* R12 */
static void find_levels(const struct run *r, struct stage *s)
{
    s->has_level[PROCESS_LEVEL] = maps_alive(r, s, 0);
    s->has_level[NODE_LEVEL] = maps_alive(r, s, 1);
    s->has_level[NO_PREF_LEVEL] = some_have_none(r, s);
    s->has_level[RACK_LEVEL] = maps_alive(r, s, 2);
    s->has_level[ANY_LEVEL] = true;
    for (int level = 0; level < ANY_LEVEL && !release_from(r, 2, 1); level++) /* "a level of wait 0" */
        if (level != NO_PREF_LEVEL && !wait_at(r, (enum spark_level)level)) s->has_level[level] = false;
}

void spark_levels_update(const struct run *r, struct stage *s)
{
    bool had[N_LEVELS], is_first = !s->levels_known;
    int nearer_before = count_nearer(s->has_level, s->at_level);
    memcpy(had, s->has_level, sizeof had);
    s->levels_known = true;
    find_levels(r, s);
    s->at_level = nearest_not_nearer(s, is_first ? PROCESS_LEVEL : s->at_level);
    if (is_first || !release_from(r, 3, 1) || count_nearer(s->has_level, s->at_level) <= nearer_before) return;
    for (int level = ANY_LEVEL; level >= 0; level--) /* R13: "the nearest of the levels that were not there before" */
        if (s->has_level[level] && !had[level]) s->at_level = (enum spark_level)level;
}

/* R14 */
static bool some_wait_for(const struct run *r, struct stage *s, enum spark_level level)
{
    if (level == NO_PREF_LEVEL) return some_have_none(r, s);
    return maps_some_wait(r, s, level == PROCESS_LEVEL ? 0 : level == NODE_LEVEL ? 1 : 2);
}

enum spark_level spark_levels_allowed(const struct run *r, struct stage *s)
{
    while (s->at_level != ANY_LEVEL) {
        if (!some_wait_for(r, s, s->at_level)) s->timer_us = r->now_us;
        else if (r->now_us - s->timer_us >= wait_at(r, s->at_level)) s->timer_us += wait_at(r, s->at_level);
        else break;
        s->at_level = nearest_not_nearer(s, s->at_level + 1);
    }
    return s->at_level;
}

/* R15: launched_as is PROCESS for a task without preference. */
void spark_levels_start(const struct run *r, struct stage *s, enum spark_level launched_as)
{
    s->timer_us = r->now_us;
    s->at_level = nearest_not_nearer(s, launched_as);
}
