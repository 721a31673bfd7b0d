/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lists.c - a set's lists of tasks by executor, host and rack, as Spark fills and empties them (R11, R12, R14, R20).
 *
 * A list is a stack: the task that was put there last goes first. One that is launched elsewhere stays in it until it
 * comes to the top. Tasks that came back are in the set's own list (pick.c). */
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/spark/spark.h"
#include <string.h>

/* ---- filling them ------------------------------------------------------------------------------------------ */

struct entries { struct spark_entry *at; size_t n; };

/* The hosts that the task prefers: those of the trace, with strangers, or its replicas. */
static void add_of_task(const struct spark_set *s, const struct stage *st, uint32_t task, size_t *asked,
                        struct entries *to)
{
    if (!s->asked) {
        for (uint32_t k = 0; k < replicas_n(st, task); k++)
            to->at[to->n++] = (struct spark_entry){ task, replicas_of(st, task)[k] };
        return;
    }
    size_t end = *asked;
    while (*asked && s->asked[*asked - 1].task == task)
        --*asked;
    for (size_t i = *asked; i < end; i++)
        to->at[to->n++] = s->asked[i];
}

/* What tasks prefer, from the last task to the first, of a task in the order of its wishes. */
static struct entries wishes_of(const struct spark_set *s)
{
    const struct stage *st = s->stage;
    size_t asked = s->n_asked, n = s->asked ? s->n_asked : st->all_pref ? replicas_in_all(st) : 0;
    struct entries all = { xrealloc(NULL, n + 1, sizeof *all.at), 0 };
    for (uint32_t t = n ? st->n_tasks : 0; t-- > 0;)
        add_of_task(s, st, t, &asked, &all);
    return all;
}

/* Each key's place in the map, which a search would find again for each entry; all are NONE between two calls. */
static uint32_t *places(struct spark *sp, const struct entries *entries)
{
    uint32_t most = 0;
    for (size_t i = 0; i < entries->n; i++)
        most = entries->at[i].key > most ? entries->at[i].key : most;
    if (most >= sp->cap_places) {
        sp->place = xrealloc(sp->place, 2 * most + 16, sizeof *sp->place);
        memset(sp->place + sp->cap_places, 0xff, (2 * most + 16 - sp->cap_places) * sizeof *sp->place);
        sp->cap_places = 2 * most + 16;
    }
    return sp->place;
}

/* The entries come in the order in which they are put into the lists. */
static void fill_lists(struct spark *sp, struct spark_lists *l, const struct entries *entries, const uint32_t *hash)
{
    const struct spark_entry *at = entries->at, *end = at + entries->n;
    uint32_t *place = places(sp, entries), sum = 0;
    for (const struct spark_entry *e = at; e < end; e++)
        if (place[e->key] == NONE)
            place[e->key] = scala_add(&l->keys, e->key, hash[e->key]);
    l->list = xcalloc(l->keys.n_keys, sizeof *l->list);
    l->task = xrealloc(NULL, entries->n + 1, sizeof *l->task);
    for (const struct spark_entry *e = at; e < end; e++)
        l->list[place[e->key]].n++;
    for (uint32_t k = 0; k < l->keys.n_keys; k++) {
        l->list[k].first = sum;
        sum += l->list[k].n;
        l->list[k].n = 0;
    }
    for (const struct spark_entry *e = at; e < end; e++) {
        struct spark_stack *to = &l->list[place[e->key]];
        l->task[to->first + to->n++] = e->task;
    }
    for (uint32_t k = 0; k < l->keys.n_keys; k++)
        place[l->keys.key[k].id] = NONE;
}

/* The map keeps its release of Scala. */
static void clear(struct spark_lists *l)
{
    scala_clear(&l->keys);
    xfree(l->list);
    xfree(l->task);
    *l = (struct spark_lists){ .keys.old = l->keys.old };
}

/* n_racks: it is not known. */
static uint32_t known_rack(const struct sw_replay *r, uint32_t host)
{
    return host < r->cl->n_nodes ? r->slots.rack_of[host] : r->cl->n_racks;
}

/* From 3.0 on host by host; up to 2.4 as the wishes come. */
static void fill_racks(const struct sw_replay *r, struct spark *sp, struct spark_set *s, const struct entries *wishes)
{
    struct spark_lists *hosts = &s->lists[HOSTS];
    struct entries to = { xrealloc(NULL, wishes->n + 1, sizeof *to.at), 0 };
    for (size_t i = 0; i < wishes->n && !sp->by_host; i++) {
        uint32_t rack = known_rack(r, wishes->at[i].key);
        if (rack < r->cl->n_racks)
            to.at[to.n++] = (struct spark_entry){ wishes->at[i].task, rack };
    }
    for (uint32_t k = sp->by_host ? scala_first(&hosts->keys) : NONE; k != NONE; k = scala_next(&hosts->keys, k)) {
        uint32_t rack = known_rack(r, hosts->keys.key[k].id);
        const uint32_t *task = hosts->task + hosts->list[k].first;
        for (uint32_t i = 0; i < hosts->list[k].n && rack < r->cl->n_racks; i++)
            to.at[to.n++] = (struct spark_entry){ task[i], rack };
    }
    fill_lists(sp, &s->lists[RACKS], &to, sp->hash[RACKS]);
    xfree(to.at);
}

/* R11: from the last task to the first, of a task in the order of its wishes. */
static void fill_executors(struct spark *sp, struct spark_set *s)
{
    struct entries to = { xrealloc(NULL, s->n_wishes + 1, sizeof *to.at), 0 };
    for (uint32_t end = s->n_wishes, i; end; end = i) {
        for (i = end; i && s->wish[i - 1].task == s->wish[end - 1].task; i--)
            ;
        for (uint32_t k = i; k < end; k++)
            to.at[to.n++] = (struct spark_entry){ s->wish[k].task, s->wish[k].node };
    }
    fill_lists(sp, &s->lists[EXECUTORS], &to, sp->hash[EXECUTORS]);
    xfree(to.at);
}

/* R20: all three where nodes come and go; else racks alone, as the core finds tasks by host. */
void lists_make(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    struct entries wishes = wishes_of(s);
    for (enum spark_of of = 0; of < N_MAPS; of++)
        s->lists[of].keys.old = r->opt.spark.scala_2_12;
    fill_lists(sp, &s->lists[HOSTS], &wishes, sp->hash[HOSTS]);
    fill_racks(r, sp, s, &wishes);
    if (sp->keeps_keys)
        fill_executors(sp, s);
    else
        clear(&s->lists[HOSTS]);
    xfree(wishes.at);
    s->has_lists = true;
}

/* R17: tasks that come back are in the set's own list. */
void lists_again(struct spark_set *s)
{
    for (enum spark_of of = 0; of < N_MAPS; of++)
        clear(&s->lists[of]);
}

/* The set is over. */
void lists_free(struct spark_set *s)
{
    lists_again(s);
    xfree(s->asked);
    s->asked = NULL;
    s->n_asked = s->cap_asked = 0;
    s->has_lists = false;
}

/* ---- tasks that come back ---------------------------------------------------------------------------------- */

/* Room for the keys of one task. */
static void add_key(struct spark *sp, uint32_t *n, uint32_t key)
{
    RESERVE(sp->key, *n + 1, sp->cap_keys);
    sp->key[(*n)++] = key;
}

/* The hosts that the task prefers, or their racks, go to sp->key[]. */
static uint32_t preferred_hosts(const struct sw_replay *r, struct spark *sp, const struct spark_set *s, bool racks,
                         uint32_t task)
{
    uint32_t n = 0;
    if (!s->asked && !s->stage->all_pref)
        return 0;
    for (size_t i = s->asked ? FIRST_NOT(k, 0, s->n_asked, s->asked[k].task < task) : 0; ; i++) {
        if (s->asked ? i == s->n_asked || s->asked[i].task != task : i == replicas_n(s->stage, task))
            return n;
        uint32_t host = s->asked ? s->asked[i].key : replicas_of(s->stage, task)[i], rack = known_rack(r, host);
        if (!racks)
            add_key(sp, &n, host);
        else if (rack < r->cl->n_racks)
            add_key(sp, &n, rack);
    }
}

/* The keys of the map that the task prefers. */
static uint32_t keys_of(const struct sw_replay *r, struct spark *sp, const struct spark_set *s, enum spark_of of,
                        uint32_t task)
{
    uint32_t n = 0, n_wishes, from;
    if (of != EXECUTORS)
        return preferred_hosts(r, sp, s, of == RACKS, task);
    from = wishes_of_task(s, task, &n_wishes);
    for (uint32_t i = from; i < from + n_wishes; i++)
        add_key(sp, &n, s->wish[i].node);
    return n;
}

/* R17: its keys are in the maps again, at new places if they had left. */
void lists_back(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t task)
{
    for (enum spark_of of = 0; of < N_MAPS; of++) {
        struct spark_lists *l = &s->lists[of];
        uint32_t before = l->keys.n_keys, n = keys_of(r, sp, s, of, task);
        for (uint32_t i = 0; i < n; i++)
            scala_add(&l->keys, sp->key[i], sp->hash[of][sp->key[i]]);
        if (l->keys.n_keys > before)
            l->list = xgrow(l->list, before, l->keys.n_keys, sizeof *l->list);
    }
}

/* One of the tasks that came back prefers the key, as far as the scheduler has been told. */
static bool some_came_back(const struct sw_replay *r, struct spark *sp, const struct spark_set *s, enum spark_of of,
                           uint32_t key)
{
    for (uint32_t i = 0; i < s->n_back && s->back[i].number <= sp->told; i++)
        for (uint32_t k = 0, n = keys_of(r, sp, s, of, s->back[i].task); k < n; k++)
            if (sp->key[k] == key)
                return true;
    return false;
}

/* ---- from them --------------------------------------------------------------------------------------------- */

/* The task on the top that waits, as the round sees it; what lies above it leaves the list. NONE: there is none. */
static uint32_t top(const struct spark *sp, const struct spark_set *s, struct spark_lists *l, uint32_t k)
{
    struct spark_stack *list = &l->list[k];
    for (; list->n; list->n--) {
        uint32_t task = l->task[list->first + list->n - 1];
        if (!bit_get(s->stage->launched, task) && spark_sees(sp, s, task))
            return task;
    }
    return NONE;
}

/* R11: filled when it is first asked for. */
uint32_t lists_in_rack(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t rack)
{
    struct spark_lists *racks = &s->lists[RACKS];
    if (!s->has_lists)
        lists_make(r, sp, s);
    uint32_t k = scala_find(&racks->keys, rack, sp->hash[RACKS][rack]);
    return k == NONE ? NONE : top(sp, s, racks, k);
}

/* R12: an executor, a host or a rack of the map is there. */
bool lists_alive(const struct sw_replay *r, const struct spark *sp, struct spark_set *s, enum spark_of of)
{
    struct scala_map *m = &s->lists[of].keys;
    for (uint32_t k = scala_first(m); k != NONE; k = scala_next(m, k)) {
        uint32_t id = m->key[k].id;
        if (of == EXECUTORS ? sp->is_up[id]
            : of == RACKS   ? sp->up_rack[id] > 0
                            : id < r->cl->n_nodes && sp->up_host[id])
            return true;
    }
    return false;
}

/* R14.1: keys for which no task waits leave the map. */
bool lists_walk(const struct sw_replay *r, struct spark *sp, struct spark_set *s, enum spark_of of)
{
    struct spark_lists *l = &s->lists[of];
    for (uint32_t k = scala_first(&l->keys), next; k != NONE; k = next) {
        if (top(sp, s, l, k) != NONE || some_came_back(r, sp, s, of, l->keys.key[k].id))
            return true;
        next = scala_next(&l->keys, k);
        scala_remove(&l->keys, k);
    }
    return false;
}
