/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lists.c - a set's lists of tasks by host and by rack, as Spark fills them (R11, R20).
 *
 * A list is a stack: the task that was put there last goes first. One that is launched elsewhere stays in it until it
 * comes to the top. Tasks that came back are in the set's own list (pick.c). */
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/spark/spark.h"
#include <string.h>

/* ---- filling them ------------------------------------------------------------------------------------------ */

struct entries { struct spark_entry *at; size_t n; };

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
    size_t asked = s->n_asked;
    struct entries all = { xrealloc(NULL, (s->asked ? s->n_asked : replicas_in_all(st)) + 1, sizeof *all.at), 0 };
    for (uint32_t t = st->n_tasks; t-- > 0;)
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
static void fill(struct spark *sp, struct spark_lists *l, const struct entries *entries, const uint32_t *hash)
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

static void clear(struct spark_lists *l)
{
    scala_clear(&l->keys);
    xfree(l->list);
    xfree(l->task);
    *l = (struct spark_lists){ .keys.old = l->keys.old };
}

/* From 3.0 on host by host; up to 2.4 as the wishes come. */
static void fill_racks(const struct sw_replay *r, struct spark *sp, struct spark_set *s, const struct entries *wishes)
{
    struct spark_lists *hosts = &s->at_host;
    struct entries to = { xrealloc(NULL, wishes->n + 1, sizeof *to.at), 0 };
    for (size_t i = 0; i < wishes->n && !sp->by_host; i++) {
        uint32_t host = wishes->at[i].key, rack = host < r->cl->n_nodes ? r->slots.rack_of[host] : r->cl->n_racks;
        if (rack < r->cl->n_racks)
            to.at[to.n++] = (struct spark_entry){ wishes->at[i].task, rack };
    }
    for (uint32_t k = sp->by_host ? scala_first(&hosts->keys) : NONE; k != NONE; k = scala_next(&hosts->keys, k)) {
        uint32_t host = hosts->keys.key[k].id, rack = host < r->cl->n_nodes ? r->slots.rack_of[host] : r->cl->n_racks;
        const uint32_t *task = hosts->task + hosts->list[k].first;
        for (uint32_t i = 0; i < hosts->list[k].n && rack < r->cl->n_racks; i++)
            to.at[to.n++] = (struct spark_entry){ task[i], rack };
    }
    fill(sp, &s->at_rack, &to, sp->rack_hash);
    xfree(to.at);
}

static void make(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    struct entries wishes = wishes_of(s);
    s->at_host.keys.old = s->at_rack.keys.old = r->opt.spark.scala_2_12;
    fill(sp, &s->at_host, &wishes, sp->host_hash);
    fill_racks(r, sp, s, &wishes);
    clear(&s->at_host);
    xfree(wishes.at);
    s->has_lists = true;
}

void lists_free(struct spark_set *s)
{
    clear(&s->at_host);
    clear(&s->at_rack);
    xfree(s->asked);
    s->asked = NULL;
    s->n_asked = s->cap_asked = 0;
    s->has_lists = false;
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

uint32_t lists_in_rack(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t rack)
{
    if (!s->has_lists)
        make(r, sp, s);
    uint32_t k = scala_find(&s->at_rack.keys, rack, sp->rack_hash[rack]);
    return k == NONE ? NONE : top(sp, s, &s->at_rack, k);
}
