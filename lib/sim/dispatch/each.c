/* SPDX-License-Identifier: GPL-3.0-or-later */
/* each.c - an offer that asks every stage in order: where replicas are redrawn, and where stages keep their own
 * waits. */
#include "lib/sim/dispatch/each.h"
#include "lib/sim/locality/locality.h"

/* ---- redraw: every block is drawn again whenever it is looked for (B6) -------------------------- */

/* B6: its replicas are drawn now, if its wait asks for any. */
static bool launches_when_redrawn(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct stage *st = entry->of;
    s->at = SW_AT_ANY;
    s->has_drawn = !is_nopref(entry);
    if (!stage_may_start(s->r, st, s->node))
        return false;
    if (is_nopref(entry))
        return true;
    sw_queue_load(entry);
    bool anywhere = s->r->opt.delay.clock == SW_DELAY_NONE || pick_anywhere(s->r, entry, s->slot_kind);
    bool in_rack = pick_reached(s->r, entry, s->slot_kind, entry->state.rack_allowed_at), near = pick_near(s, st);
    s->task = unlaunched_first(st, PREF);
    s->at = redraw_closest(s->r, st, s->node, anywhere || in_rack, &s->task);
    return anywhere || (near && (s->at == SW_AT_NODE || (s->at == SW_AT_RACK && in_rack)));
}

/* ---- each stage keeps its own wait, and an offer counts for all that it reaches (Y1, M5) -------------- */

/* Whether the stage has a task that it may launch here, up to the level (L2). */
static inline __attribute__((always_inline)) bool has_task_within(struct pick_stage *s, struct sw_queue_entry *entry,
                                                                  enum sw_level level)
{
    struct stage *st = entry->of;
    bool near = pick_near(s, st);
    s->has_drawn = unlikely(s->r->opt.placement == SW_PLACE_REDRAW) && !is_nopref(entry);
    if (s->has_drawn) {
        s->task = unlaunched_first(st, PREF);
        s->at = redraw_closest(s->r, st, s->node, true, &s->task);
        return level == SW_LEVEL_ANY || (near && (enum sw_level)s->at <= level);
    }
    return st->n_unlaunched[NOPREF] || level == SW_LEVEL_ANY
           || (near && (pick_local(s, st) != NONE
                        || (level == SW_LEVEL_RACK && choose_in_rack(s->r, st, s->rack) != NONE)));
}

/* Tasks of a stage without preference stand before those with one, so the stage comes twice at most, in a row. */
static bool takes_opportunity(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    if (st == s->last)
        return false;
    s->last = st;
    enum sw_level level = DISPATCH(r, reached, st);
    if (!stage_is_admitted(r, st, s->node))
        return false;
    if (stage_fits(r, st, s->node) && has_task_within(s, entry, level))
        return true;
    if (st->n_unlaunched[PREF])
        DISPATCH(r, skipped, st);
    return false;
}

/* ---- one scan ---------------------------------------------------------------------------------- */

static struct sw_queue_entry *first_of_each(struct pick_stage *s)
{
    return sw_queue_walk(pick_queue(s->r, s->node, s->slot_kind),
                         s->r->dispatch.of->reached ? takes_opportunity : launches_when_redrawn, s);
}

void each_choose(struct sw_replay *r, void *own UNUSED)
{
    r->offers.pick = r->dispatch.of->reached || r->opt.placement == SW_PLACE_REDRAW ? first_of_each : NULL;
}

/* Y13.7: the first of the job's stages alone, or of one of them, that may launch. */
struct sw_queue_entry *each_of_job(struct pick_stage *s, struct job *job, const struct stage *st)
{
    struct sw_replay *r = s->r;
    r->offers.number++;
    for (uint32_t i = 0; i < job->n_stages; i++)
        for (int class = 0; class < 2; class++) {
            struct sw_queue_entry *entry = &job->stage[i].entry[class == 0 ? NOPREF : PREF];
            if ((!st || st == &job->stage[i]) && job->stage[i].slot_kind == s->slot_kind && pick_in_order(s, entry)
                && (r->dispatch.of->reached ? takes_opportunity(s, entry) : stage_may_start(r, entry->of, s->node)))
                return entry;
        }
    return NULL;
}

/* Y16.1 */
static bool would_launch(void *ctx, struct sw_queue_entry *entry)
{
    struct pick_stage *s = ctx;
    struct sw_replay *r = s->r;
    struct stage *st = entry->of;
    uint32_t task;
    if (st == s->last)
        return false;
    s->last = st;
    enum sw_level level = r->dispatch.of->reached ? DISPATCH(r, reached, st) : SW_LEVEL_ANY;
    if (!stage_may_start(r, st, s->node) || !(st->n_retry || has_task_within(s, entry, level)))
        return false;
    return s->takes(s, st, st->n_retry ? SW_AT_ANY : pick_task(s, entry, &task));
}

/* Y16.1: the offer of a full node. */
struct sw_queue_entry *each_for_full(struct pick_stage *s)
{
    return sw_queue_walk(&s->r->queues.of_kind[s->slot_kind], would_launch, s);
}
