/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - what a round gives one task set (R10, R16, R18). */
#include "lib/sim/life/life.h"
#include "lib/sim/dispatch/spark/spark.h"
#include <string.h>

struct part {
    struct spark_set *set;
    bool launched, refused, allowed_known;
    enum spark_level nearest, allowed;
};

static void forget_back(struct spark_set *s, uint32_t task)
{
    for (uint32_t i = s->n_back; i-- > 0;)
        if (s->back[i].task == task) {
            memmove(s->back + i, s->back + i + 1, (--s->n_back - i) * sizeof *s->back);
            return;
        }
}

/* R18: rows know levels up to NO_PREF as 0, and RACK as 1. */
int parts_row_level(enum spark_level level)
{
    return level <= NO_PREF ? SW_LEVEL_NODE : level == AT_RACK ? SW_LEVEL_RACK : SW_LEVEL_ANY;
}

/* D7: since the first refusal. */
int64_t parts_waited(const struct sw_replay *r, const struct spark_set *s)
{
    return s->passed_us < 0 ? 0 : r->now_us - s->passed_us;
}

/* R18. */
static void launch_one(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t task, uint32_t node,
                       enum spark_level found)
{
    static const enum sw_locality as[] = { SW_AT_PROCESS, SW_AT_NODE, SW_AT_NONE, SW_AT_RACK, SW_AT_ANY };
    struct stage *st = s->stage;
    int class = unlaunched_is_of_class(st, task, PREF) ? PREF : NOPREF;
    OBSERVERS_SEE(r, SAW_ROUND, .stage = st,
                  .round = &(struct in_round){ .node = node, .task = task, .level = parts_row_level(s->level),
                                               .wait_us = parts_waited(r, s), .left_us = -1,
                                               .at = class == PREF ? as[found] : SW_AT_NONE });
    wishes_count(r, sp, s, task, -1);
    if (s->n_back)
        forget_back(s, task);
    if (sp->keeps_keys)
        lost_note_launch(s, r->attempts.serial);
    if (class == PREF) {
        /* D7, R18 */
        if (s->passed_us >= 0)
            s->stage->job->result.waited_us += r->now_us - s->passed_us;
        s->passed_us = -1;
    }
    launch(r, st, node, task, class, class == PREF ? as[found] : SW_AT_NONE);
    OBSERVERS_SEE(r, SAW_LAUNCH, .stage = st, .node = node);
}

/* The allowed level stays as it is until the set launches, however often it is asked for. */
static enum spark_level allowed_in(const struct sw_replay *r, struct spark *sp, struct part *p,
                                   enum spark_level most)
{
    if (most == NO_PREF)
        return most;
    if (!p->allowed_known)
        p->allowed = levels_allowed(r, sp, p->set);
    p->allowed_known = true;
    return p->allowed < most ? p->allowed : most;
}

/* R15: the launch sets timer and level, up to 3.0. R16: else the part remembers the nearest. */
static void note_found(const struct sw_replay *r, const struct spark *sp, struct part *p, enum spark_level most,
                        enum spark_level found)
{
    if (found == NO_PREF)
        found = AT_PROCESS;
    if (!sp->by_round && most != NO_PREF)
        levels_start(r, p->set, found);
    if (!p->launched || found < p->nearest)
        p->nearest = found;
    p->launched = true;
    p->allowed_known = false;
}

/* Whether it was served instead is known when the round is over. */
static void note_refused(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    if (!r->observers.n || s->refused || !levels_some_wait(r, sp, s, AT_NODE))
        return;
    RESERVE(sp->refused, sp->n_refused + 1, sp->cap_refused);
    s->refused = true;
    sp->refused[sp->n_refused++] = s;
}

/* An offer at ANY that launched nothing. */
static void note_none(const struct sw_replay *r, struct spark *sp, struct part *p)
{
    struct spark_set *s = p->set;
    if (!pick_waiting(sp, s))
        return;
    p->refused = true;
    note_refused(r, sp, s);
    if (s->passed_us < 0 && levels_some_wait(r, sp, s, AT_NODE))
        s->passed_us = r->now_us;
}

/* Few wait, for the hosts of their data alone, and none of these has a free slot: no executor needs to be asked. */
static bool nobody_near(const struct sw_replay *r, const struct spark *sp, const struct spark_round *rd,
                        const struct spark_set *s, enum spark_level allowed)
{
    const struct stage *st = s->stage;
    uint32_t n = 0;
    if (allowed > NO_PREF || r->locality.hosts || s->n_executor || spark_hides(sp, s) || !st->launched
        || (allowed == NO_PREF && st->n_unlaunched[NOPREF]) || st->n_unlaunched[PREF] > rd->n / 4)
        return false;
    for (uint32_t t = st->next[PREF]; (t = unlaunched_from(st, t, PREF)) != NONE; t++)
        for (uint32_t k = 0; k < replicas_n(st, t); k++) {
            uint32_t host = replicas_of(st, t)[k];
            if (++n > rd->n / 2 || (host < r->cl->n_nodes && r->slots.node[host].free[0]))
                return false;
        }
    return true;
}

/* One pass over the executors; whether it launched. Where an executor found nothing, it will find no more while the
 * part lasts. */
static bool make_pass(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct part *p,
                      enum spark_level most)
{
    bool launched = false;
    if (rd->n > 8 && !spark_held_back(sp, rd->pool)
        && nobody_near(r, sp, rd, p->set, allowed_in(r, sp, p, most))) {
        if (most == AT_ANY)
            note_none(r, sp, p);
        return false;
    }
    for (uint32_t i = 0; i < rd->n && rd->n_free; i++) {
        uint32_t node = sp->offered[i], task = NONE;
        enum spark_level found;
        if (!spark_free(r, sp, node) || spark_held_back(sp, rd->pool))
            continue;
        enum spark_level allowed = allowed_in(r, sp, p, most);
        if (rd->failed[i] <= allowed)
            task = pick(r, sp, p->set, node, allowed, &found);
        if (task == NONE) {
            rd->failed[i] = allowed + 1 > rd->failed[i] ? (uint8_t)(allowed + 1) : rd->failed[i];
            if (most == AT_ANY)
                note_none(r, sp, p);
            continue;
        }
        launch_one(r, sp, p->set, task, node, found);
        note_found(r, sp, p, most, found);
        rd->n_free -= !spark_free(r, sp, node);
        launched = true;
    }
    return launched;
}

/* All passes of a part with one executor, which only levels part. */
static void make_passes_at_once(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct part *p)
{
    uint32_t node = sp->offered[0];
    while (rd->n_free && !spark_held_back(sp, rd->pool)) {
        enum spark_level found;
        uint32_t task = pick(r, sp, p->set, node, allowed_in(r, sp, p, AT_ANY), &found);
        if (task == NONE) {
            note_none(r, sp, p);
            return;
        }
        launch_one(r, sp, p->set, task, node, found);
        note_found(r, sp, p, spark_level_from(p->set, found), found);
        rd->n_free -= !spark_free(r, sp, node);
    }
}

/* R10: for each level, from the nearest on, passes until one launches nothing. */
void parts_give(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct spark_set *s)
{
    struct part p = { .set = s, .nearest = AT_ANY };
    /* One executor: the farthest level finds what the levels one by one would, and the pass is the first that reaches
     * it. Not of a set with NO_PREF, whose pass asks for no allowed level. */
    if (rd->n == 1 && !spark_has_level(s, NO_PREF) && !s->n_back)
        make_passes_at_once(r, sp, rd, &p);
    else {
        memset(rd->failed, 0, rd->n);
        for (enum spark_level most = AT_PROCESS; most <= AT_ANY; most++)
            while (rd->n_free && spark_has_level(p.set, most) && make_pass(r, sp, rd, &p, most))
                ;
    }
    if (!sp->by_round)
        return;
    if (!p.refused && p.launched && (!sp->of_one || !s->unclean)) { /* R16 */
        levels_start(r, s, p.nearest);
        s->unclean = false;
    }
    if (p.refused)
        s->unclean = true;
}
