/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turns.c - the stages that have no row yet of a turn that another had (S9.4 of docs/model.md).
 *
 * An offer that launches has a row for each stage behind the one that launches, the first time in a period of that
 * stage. With a thousand waiting nearly all have theirs, and to walk past them took 0.75 of the instructions of a
 * replay. So the stages that have none are kept in no order, and at an offer each of them is asked where it stands.
 *
 * Invariant: the set of a kind of slot has each stage that is asked for, is queued and has no such row in its period.
 * A stage in the set may be in no queue; it goes when it is met. Those that a limit holds back are set apart until
 * some limit lets go. decisions.c checks the invariant in the debug build, by the walk that is left out. */
#include "lib/sim/observe/observe.h"
#include "lib/base/arena.h"
#include <stdlib.h>

static struct turns_stage *record_of(const struct turns *t, struct stage *st) { return stage_record(st, &t->at); }

static void put_stage(const struct turns *t, struct turns_of_kind *of, uint32_t place, struct stage *st)
{
    of->stage[place] = st;
    record_of(t, st)->place = 1 + place;
}

static void swap(const struct turns *t, struct turns_of_kind *of, uint32_t i, uint32_t k)
{
    struct stage *st = of->stage[i];
    put_stage(t, of, i, of->stage[k]);
    put_stage(t, of, k, st);
}

/* It may be behind a launch from now on. */
void turns_add(struct turns *t, struct stage *st)
{
    struct turns_of_kind *of = &t->of[st->slot_kind];
    if (record_of(t, st)->place)
        return;
    RESERVE(of->stage, of->n + 1, of->cap);
    put_stage(t, of, of->n, st);
    swap(t, of, of->n++, of->n_open);
    of->n_open++;
}

/* The open ones stand before those that are set apart. */
static void remove_at(const struct turns *t, struct turns_of_kind *of, uint32_t place)
{
    struct stage *st = of->stage[place];
    if (place < of->n_open) {
        swap(t, of, place, --of->n_open);
        place = of->n_open;
    }
    swap(t, of, place, --of->n);
    record_of(t, st)->place = 0;
}

/* It has its row, or is over. */
void turns_remove(struct turns *t, struct stage *st)
{
    uint32_t place = record_of(t, st)->place;
    if (place)
        remove_at(t, &t->of[st->slot_kind], place - 1);
}

static int by_order(const void *a, const void *b)
{
    struct sw_queue_entry *const *x = a, *const *y = b;
    return sw_queue_before(*x, *y) ? -1 : 1;
}

size_t turns_take_behind(const struct sw_replay *r, struct turns *t, const struct sw_queue *list,
                         const struct sw_queue_entry *entry, int kind)
{
    struct turns_of_kind *of = &t->of[kind];
    bool limits = r->queues.blocked[kind].n, root = list == &r->queues.of_kind[kind]; /* else of some jobs alone */
    size_t n = 0;
    /* Those that were held back are asked again after a limit has let go. */
    if (of->n_released != r->queues.blocked[kind].n_released)
        of->n_open = of->n;
    of->n_released = r->queues.blocked[kind].n_released;
    for (uint32_t i = of->n_open; i-- > 0;) {
        struct stage *st = of->stage[i];
        /* Its first entry in order (L2). Nothing stands between its two. */
        struct sw_queue_entry *own = &st->entry[st->entry[NOPREF].leaf ? NOPREF : PREF];
        if (!own->leaf) {
            remove_at(t, of, i);
        } else if ((limits || !root) && !sw_queue_holds(list, own)) {
            if (root)
                swap(t, of, i, --of->n_open);
        } else if (st != entry->of && !sw_queue_before(own, entry)) {
            PUSH(t->behind, n, t->cap_behind, own);
            remove_at(t, of, i);
        }
    }
    if (n > 1)
        qsort(t->behind, n, sizeof *t->behind, by_order);
    return n;
}
