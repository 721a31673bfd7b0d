/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batches.c - what a decision for all nodes decides about: the free slots, and batches of waiting tasks that are alike
 * (rule Q2).
 *
 * Where n tasks can be launched in all, a place needs no more than n tasks with data there. If another task went there,
 * one of the n would be left to go instead, and would cost no more. Under share=fair n is what the job may launch; of
 * each stage the lowest numbers count. Under share=none n is the number of free slots; tasks that save most come first.
 * All tasks without data in a free place are alike. Under share=none a distance that costs more than waiting is left
 * out. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include <stdlib.h>
#include <string.h>

/* ---- free slots ---------------------------------------------------------------------------------- */

/* The arrays are made at the first decision. From then on only what the last one set is cleared. */
void batches_start_free(const struct sw_replay *r, struct global *g)
{
    if (!g->free) {
        g->free = xcalloc(r->cl->n_nodes, sizeof *g->free);
        g->free_node = xcalloc(r->cl->n_nodes, sizeof *g->free_node);
        g->free_of = xcalloc(r->cl->n_nodes, sizeof *g->free_of);
        g->rack_of = xcalloc(r->cl->n_racks, sizeof *g->rack_of);
        g->rack = xcalloc(r->cl->n_racks, sizeof *g->rack);
        memset(g->free_of, 0xff, r->cl->n_nodes * sizeof *g->free_of); /* NONE */
        memset(g->rack_of, 0xff, r->cl->n_racks * sizeof *g->rack_of);
    }
    for (uint32_t i = 0; i < g->n_free; i++)
        g->free_of[g->free_node[i]] = NONE;
    for (uint32_t i = 0; i < g->n_racks; i++)
        g->rack_of[g->rack[i]] = NONE;
    g->n_free = g->n_racks = g->free_slots = 0;
}

/* The node, and its rack, get a number among those with free slots. */
void batches_add_free(const struct sw_replay *r, struct global *g, uint32_t node, uint32_t slots)
{
    uint32_t rack = r->cl->node[node].rack;
    if (g->rack_of[rack] == NONE) {
        g->rack_of[rack] = g->n_racks;
        g->rack[g->n_racks++] = rack;
    }
    g->free_of[node] = g->n_free;
    g->free_node[g->n_free] = node;
    g->free[g->n_free++] = (struct sw_free_node){ g->rack_of[rack], slots };
    g->free_slots += slots;
}

void batches_gather_free(struct sw_replay *r, struct global *g)
{
    batches_start_free(r, g);
    for (uint32_t i = 0; (i = bits_next(&r->slots.free_rank[g->kind], i)) != NONE; i++)
        batches_add_free(r, g, i, r->slots.node[i].free[g->kind]);
}

/* ---- tasks by place ------------------------------------------------------------------------------ */

/* Tasks of the item with data at the place, as many as `most`; how many there are. */
static uint32_t find_at(struct sw_replay *r, struct global *g, uint32_t item, uint32_t place, uint32_t most)
{
    struct stage *st = g->item[item].stage;
    bool node = place < g->n_free;
    RESERVE(g->some, most, g->cap_some);
    uint32_t n = node ? choose_several(st, &st->at_node, g->free_node[place], most, g->some)
                      : choose_several(st, choose_racks(r, st), g->rack[place - g->n_free], most, g->some);
    RESERVE(g->found, g->n_found + n, g->cap_found);
    for (uint32_t i = 0; i < n; i++)
        g->found[g->n_found++] = (struct found){ item, g->some[i], place };
    return n;
}

/* Under share=none the tasks that save most come first, up to the number of free slots. */
static void find_all_at(struct sw_replay *r, struct global *g, uint32_t place)
{
    bool fair = r->opt.global.fair || g->complete;
    uint32_t left = fair ? UINT32_MAX : g->free_slots;
    for (size_t k = 0; left && ranking_has(r, g, k); k++) {
        const struct item *it = &g->item[g->order[k]];
        uint32_t *sought = g->sought ? &g->sought[g->order[k] * (g->n_free + g->n_racks) + place] : NULL;
        if (sought && !*sought)
            continue;
        uint32_t useful = g->complete ? it->stage->n_tasks : g->wants[it->wants].quota;
        uint32_t most = min_u32(left, sought ? min_u32(*sought, useful) : useful),
                 n = find_at(r, g, g->order[k], place, most);
        if (sought && n < most)
            *sought = UINT32_MAX; /* there are no more */
        left -= fair ? 0 : n;
    }
}

/* ---- narrow: few tasks that may do ------------------------------------------------------------------ */

/* Adds the other free places of the tasks found[first ..]. */
static void find_others(const struct sw_replay *r, struct global *g, size_t first)
{
    bool racks = !g->narrow && r->cl->n_racks > 1 && !r->opt.no_rack_level;
    size_t end = g->n_found;
    for (size_t i = first; i < end; i++) {
        struct found f = g->found[i];
        const struct stage *st = g->item[f.item].stage;
        uint32_t n = replicas_n(st, f.task);
        RESERVE(g->found, g->n_found + 2 * (size_t)n, g->cap_found);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t node = replicas_of(st, f.task)[k], rack = g->rack_of[r->cl->node[node].rack];
            if ((f.place = g->free_of[node]) != NONE)
                g->found[g->n_found++] = f;
            f.place = g->n_free + rack;
            if (racks && rack != NONE)
                g->found[g->n_found++] = f;
        }
    }
}

/* Finds tasks of the item from the free nodes in turn, beginning with node `from`: three for each task that may be
 * launched, and eight more. Returns where the next item begins. */
static uint32_t find_some(struct sw_replay *r, struct global *g, uint32_t item, uint32_t useful, uint32_t from)
{
    uint64_t wanted = 3 * (uint64_t)useful + 8;
    uint32_t nodes = wanted < g->n_free ? (uint32_t)wanted : g->n_free,
             each = (uint32_t)((wanted + g->n_free - 1) / g->n_free);
    size_t first = g->n_found;
    for (uint32_t i = 0; i < nodes; i++)
        find_at(r, g, item, (from + i) % g->n_free, each);
    find_others(r, g, first);
    return (from + nodes) % g->n_free;
}

/* In the order of the ranking. Others may have waited as long: four times the free slots are looked for. */
static void find_few(struct sw_replay *r, struct global *g)
{
    uint64_t left = 4 * (uint64_t)g->free_slots; /* others may have waited as long */
    uint32_t from = 0;
    for (size_t k = 0; left && ranking_has(r, g, k); k++) {
        uint32_t quota = g->wants[g->item[g->order[k]].wants].quota, useful = left < quota ? (uint32_t)left : quota;
        from = find_some(r, g, g->order[k], useful, from);
        left -= r->opt.global.fair ? 0 : useful;
    }
}

/* ---- all that can matter ------------------------------------------------------------------------------ */

/* How many tasks of each item may go anywhere: what the job may launch, and what the free slots leave. */
static void find_rest(struct sw_replay *r, struct global *g)
{
    uint32_t left = g->free_slots;
    for (size_t i = 0; i < g->n_items; i++)
        g->item[i].rest = 0;
    ranking_begin(r, g, IN_CLUSTER);
    for (size_t k = 0; (left || !g->lazily) && ranking_has(r, g, k); k++) {
        struct item *it = &g->item[g->order[k]];
        it->rest = it->stage->n_unlaunched[it->class];
        if (g->complete)
            continue;
        it->rest = min_u32(g->wants[it->wants].quota, it->rest);
        if (r->opt.global.fair)
            continue;
        it->rest = min_u32(it->rest, left);
        left -= it->rest;
    }
}

static int by_item(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    return ORDER(x->item, y->item) ?: ORDER(x->task, y->task) ?: ORDER(x->place, y->place);
}

/* found[] then has each task and place once, by item, task and place. */
static void find_free_places(struct sw_replay *r, struct global *g)
{
    g->n_found = 0;
    ranking_begin(r, g, IN_NODE);
    if (g->narrow)
        find_few(r, g);
    for (uint32_t i = 0; i < g->n_free && !g->narrow; i++)
        find_all_at(r, g, i);
    ranking_begin(r, g, IN_RACK);
    for (uint32_t i = 0; i < g->n_racks && r->cl->n_racks > 1 && !r->opt.no_rack_level && !g->narrow; i++)
        find_all_at(r, g, g->n_free + i);
    if (g->sought)
        find_others(r, g, 0);
    find_rest(r, g);
    if (g->lazily)
        ranking_settle(g);
    if (g->n_found)
        qsort(g->found, g->n_found, sizeof *g->found, by_item);
    size_t n = 0;
    for (size_t i = 0; i < g->n_found; i++)
        if (!n || by_item(&g->found[i], &g->found[n - 1]))
            g->found[n++] = g->found[i];
    g->n_found = n;
}

/* Makes runs of the item's tasks, which are found[at ..]. Returns where those of the next item begin. */
static size_t make_runs(struct global *g, uint32_t item, size_t at)
{
    size_t first = at;
    g->n_runs = 0;
    for (; at < g->n_found && g->found[at].item == item; at++) {
        RESERVE(g->run, g->n_runs + 1, g->cap_runs);
        if (at == first || g->found[at].task != g->found[at - 1].task)
            g->run[g->n_runs++] = (struct run){ g->found[at].task, (uint32_t)at, 0 };
        g->run[g->n_runs - 1].n++;
    }
    return at;
}

/* ---- batches ------------------------------------------------------------------------------------- */

/* A batch of the item without tasks and places. */
static struct sw_alike *batch_new(struct global *g, uint32_t item)
{
    const struct item *it = &g->item[item];
    RESERVE(g->batch, g->n_batches + 1, g->cap_batches);
    RESERVE(g->alike, g->n_batches + 1, g->cap_alike);
    g->batch[g->n_batches] = (struct batch){ .item = item,
                                             .first = (uint32_t)g->n_tasks,
                                             .place = (uint32_t)g->n_places };
    g->alike[g->n_batches] = (struct sw_alike){ .job = it->wants, .prefers = it->class == PREF, .price = it->price };
    return &g->alike[g->n_batches++];
}

static void batch_add(struct global *g, struct sw_alike *a, uint32_t task)
{
    PUSH(g->task, g->n_tasks, g->cap_tasks, task);
    a->n_tasks++;
}

/* Places of a run are in order, nodes before racks. */
static void batch_places(struct global *g, struct sw_alike *a, const struct run *run)
{
    RESERVE(g->place, g->n_places + run->n, g->cap_places);
    for (uint32_t i = 0; i < run->n; i++) {
        uint32_t place = g->found[run->first + i].place;
        bool is_rack = place >= g->n_free;
        g->place[g->n_places++] = is_rack ? place - g->n_free : place;
        *(is_rack ? &a->n_racks : &a->n_nodes) += 1;
    }
}

/* Tasks with the same places are alike. */
static int compare_places(const struct found *found, const struct run *x, const struct run *y)
{
    int c = ORDER(x->n, y->n);
    for (uint32_t i = 0; !c && i < x->n; i++)
        c = ORDER(found[x->first + i].place, found[y->first + i].place);
    return c;
}

static int by_places(const void *a, const void *b, void *found)
{
    const struct run *x = a, *y = b;
    return compare_places(found, x, y) ?: ORDER(x->task, y->task);
}

/* Adds tasks without data in a free place, or without preference. Failed ones come first (F2). run[] must be by
 * task. */
static void add_rest(struct global *g, uint32_t item)
{
    const struct item *it = &g->item[item];
    struct stage *st = it->stage;
    struct sw_alike *a = batch_new(g, item);
    uint32_t n_failed = it->class == NOPREF ? st->n_retry : 0, t = NONE;
    size_t k = 0;
    for (uint32_t i = 0; i < n_failed && a->n_tasks < it->rest; i++)
        batch_add(g, a, st->reruns->retry[i]);
    if (st->n_unlaunched[it->class] > n_failed)
        t = unlaunched_first(st, it->class);
    for (; t != NONE && a->n_tasks < it->rest; t = unlaunched_from(st, t + 1, it->class)) {
        while (k < g->n_runs && g->run[k].task < t)
            k++;
        if (k == g->n_runs || g->run[k].task != t)
            batch_add(g, a, t);
    }
    g->n_batches -= a->n_tasks == 0;
}

/* A batch for each set of places. */
static void add_found(struct global *g, uint32_t item)
{
    struct sw_alike *a = NULL;
    if (g->n_runs)
        qsort_r(g->run, g->n_runs, sizeof *g->run, by_places, g->found);
    for (size_t i = 0; i < g->n_runs; i++) {
        if (!i || compare_places(g->found, &g->run[i - 1], &g->run[i])) {
            a = batch_new(g, item);
            batch_places(g, a, &g->run[i]);
        }
        batch_add(g, a, g->run[i].task);
    }
}

/* Addresses of places are known when all have been put. */
void batches_gather(struct sw_replay *r, struct global *g)
{
    g->n_batches = g->n_tasks = g->n_places = 0;
    find_free_places(r, g);
    for (size_t i = 0, at = 0; i < g->n_items; i++) {
        at = make_runs(g, (uint32_t)i, at);
        if (g->item[i].rest)
            add_rest(g, (uint32_t)i);
        add_found(g, (uint32_t)i);
    }
    RESERVE(g->place, 1, g->cap_places);
    for (size_t i = 0; i < g->n_batches; i++) {
        g->alike[i].node = g->place + g->batch[i].place;
        g->alike[i].rack = g->alike[i].node + g->alike[i].n_nodes;
    }
}
