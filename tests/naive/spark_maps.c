/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark_maps.c - R20: the order in which Scala's maps go through their keys, and which keys there are. A map is an
 * array in that order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

/* "h = 31 h + c over its bytes". */
static uint32_t hash_of(const char *key)
{
    uint32_t h = 0;
    for (; *key; key++) h = 31 * h + (unsigned char)*key;
    return h;
}

static uint32_t swapped(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

static uint32_t spread(const struct run *r, const struct spark_map *m, const char *key)
{
    uint32_t h = m->numbers ? (uint32_t)atoi(key) : hash_of(key);
    if (!r->o.scala_2_12) return h ^ (h >> 16);
    h = swapped(h * 0x9e3775cdu) * 0x9e3775cdu;
    return h / 16 + (h % 16) * 0x10000000u;
}

static uint32_t bucket_of(const struct run *r, const struct spark_map *m, const char *key)
{
    uint32_t h = spread(r, m, key);
    return r->o.scala_2_12 ? (uint32_t)(((uint64_t)h * (uint64_t)m->size) >> 32) : h % (uint32_t)m->size;
}

/* Of a key that comes, and one that is there: whether the walk comes to the first one first. */
static bool goes_before(const struct run *r, const struct spark_map *m, const char *comes, const char *is_there)
{
    uint32_t a = bucket_of(r, m, comes), b = bucket_of(r, m, is_there);
    if (r->o.scala_2_12) return a >= b; /* downwards; in a bucket what comes goes before */
    return a != b ? a < b : (int32_t)spread(r, m, comes) < (int32_t)spread(r, m, is_there);
}

static void put(const struct run *r, struct spark_map *m, char *key)
{
    int at = 0;
    while (at < m->n && !goes_before(r, m, key, m->key[at])) at++;
    m->key = naive_grow(m->key, (size_t)m->n + 1, sizeof *m->key);
    memmove(m->key + at + 1, m->key + at, (size_t)(m->n - at) * sizeof *m->key);
    m->key[at] = key;
    m->n++;
}

static void double_size(const struct run *r, struct spark_map *m)
{
    struct spark_map was = *m;
    *m = (struct spark_map){ .size = 2 * was.size, .numbers = was.numbers };
    for (int i = 0; i < was.n; i++) put(r, m, was.key[i]);
    free(was.key);
}

void map_begin(struct spark_map *m)
{
    for (int i = 0; i < m->n; i++) free(m->key[i]);
    free(m->key);
    *m = (struct spark_map){ .size = 16 };
}

void map_enter(const struct run *r, struct spark_map *m, const char *key)
{
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->key[i], key)) return;
    if (!r->o.scala_2_12 && m->n + 1 >= m->size * 3 / 4) double_size(r, m);
    put(r, m, naive_copy(key, strlen(key)));
    if (r->o.scala_2_12 && m->n > m->size * 3 / 4) double_size(r, m);
}

void map_leave(struct spark_map *m, int at)
{
    free(m->key[at]);
    m->n--;
    memmove(m->key + at, m->key + at + 1, (size_t)(m->n - at) * sizeof *m->key);
}

/* ---- executors, hosts, racks ------------------------------------------------------------------------ */

enum { EXECUTORS, HOSTS, RACKS };

/* R20: what stands behind the last slash, if that is a number of at most 9 digits. */
static const char *number_behind(const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t n = slash ? strspn(slash + 1, "0123456789") : 0;
    return n > 0 && n <= 9 && slash[1 + n] == 0 ? slash + 1 : NULL;
}

/* "if all nodes have one and no two the same; else its place in the cluster". */
void maps_name_executors(struct run *r)
{
    bool good = true;
    for (int n = 0; n < r->n_nodes; n++) {
        const char *own = number_behind(r->node[n].name);
        if (!own) good = false;
        for (int k = 0; k < n && good; k++)
            if (!strcmp(number_behind(r->node[k].name), own)) good = false;
    }
    for (int n = 0; n < r->n_nodes; n++)
        if (good) snprintf(r->node[n].id, sizeof r->node[n].id, "%s", number_behind(r->node[n].name));
        else snprintf(r->node[n].id, sizeof r->node[n].id, "%d", n);
}

static bool rack_is_known(const struct run *r, int node)
{
    return r->node[node].rack[0] && !r->o.no_rack_level;
}

/* The rack of a host; NULL: it is not known. */
static const char *rack_of(const struct run *r, const char *host)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (!strcmp(r->node[n].host, host) && rack_is_known(r, n)) return r->node[n].rack;
    return NULL;
}

static void enter_of_task(const struct run *r, struct stage *s, const struct task *t, bool racks)
{
    for (int i = 0; i < t->n_executors; i++) map_enter(r, &s->map[EXECUTORS], r->node[t->executor[i]].id);
    for (int i = 0; i < t->n_asked; i++) {
        const char *rack = rack_of(r, t->asked[i]);
        map_enter(r, &s->map[HOSTS], t->asked[i]);
        if (rack && racks) map_enter(r, &s->map[RACKS], rack);
    }
}

void maps_begin(const struct run *r, struct stage *s)
{
    bool by_host = release_from(r, 3, 0);
    for (int i = 0; i < 3; i++) map_begin(&s->map[i]);
    for (int i = 0; i < s->n_order; i++) free(s->order[i]);
    s->n_order = s->n_all = 0;
    s->since = r->n_attempts;
    for (int t = s->n_tasks - 1; t >= 0; t--) {
        if (s->task[t].launched) continue;
        enter_of_task(r, s, &s->task[t], !by_host);
        s->all = naive_grow(s->all, (size_t)s->n_all + 1, sizeof *s->all);
        s->all[s->n_all++] = t;
    }
    for (int i = 0; i < s->map[HOSTS].n; i++) {
        const char *host = s->map[HOSTS].key[i], *rack = rack_of(r, host);
        s->order = naive_grow(s->order, (size_t)s->n_order + 1, sizeof *s->order);
        s->order[s->n_order++] = naive_copy(host, strlen(host));
        if (rack && by_host) map_enter(r, &s->map[RACKS], rack);
    }
}

void maps_back(const struct run *r, struct stage *s, int task)
{
    enter_of_task(r, s, &s->task[task], true);
    s->all = naive_grow(s->all, (size_t)s->n_all + 1, sizeof *s->all);
    s->all[s->n_all++] = task;
}

static bool is_for(const struct run *r, const struct task *t, int of, const char *key)
{
    for (int i = 0; i < t->n_executors && of == EXECUTORS; i++)
        if (!strcmp(r->node[t->executor[i]].id, key)) return true;
    for (int i = 0; i < t->n_asked && of != EXECUTORS; i++) {
        const char *rack = rack_of(r, t->asked[i]);
        if (of == HOSTS && !strcmp(t->asked[i], key)) return true;
        if (of == RACKS && rack && !strcmp(rack, key)) return true;
    }
    return false;
}

/* R14: "those that a walk passes before it leave the map". */
bool maps_some_wait(const struct run *r, struct stage *s, int of)
{
    while (s->map[of].n > 0) {
        for (int t = 0; t < s->n_tasks; t++)
            if (spark_levels_waits(r, &s->task[t]) && is_for(r, &s->task[t], of, s->map[of].key[0])) return true;
        map_leave(&s->map[of], 0);
    }
    return false;
}

/* R12 */
bool maps_alive(const struct run *r, const struct stage *s, int of)
{
    for (int i = 0; i < s->map[of].n; i++)
        for (int n = 0; n < r->n_nodes; n++) {
            const struct node *it = &r->node[n];
            if (!it->known || (of == RACKS && !rack_is_known(r, n))) continue;
            if (!strcmp(of == EXECUTORS ? it->id : of == HOSTS ? it->host : it->rack, s->map[of].key[i])) return true;
        }
    return false;
}

/* "the order of a walk through the map of the set's launches". */
int maps_turn(const struct run *r, const struct stage *s, int attempt)
{
    struct spark_map m = { 0 };
    char key[16];
    int turn = 0;
    map_begin(&m);
    m.numbers = true;
    for (int i = s->since; i < r->n_attempts; i++) {
        snprintf(key, sizeof key, "%d", i);
        if (&r->job[r->attempt[i].job].stage[r->attempt[i].stage] == s) map_enter(r, &m, key);
    }
    snprintf(key, sizeof key, "%d", attempt);
    while (strcmp(m.key[turn], key)) turn++;
    map_begin(&m);
    return turn;
}
