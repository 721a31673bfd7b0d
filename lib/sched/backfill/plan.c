/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the free slots of each node as steps over time, and the earliest time at which several nodes have enough.
 *
 * Nodes of which the same has been added and taken share a course. A job on a thousand nodes so changes one, or few,
 * and a question has one answer for all of them. Each course keeps the last change and the last answers. What is asked
 * of all nodes is asked of the courses. Neighbours of one course are a stretch, and reservations go from stretch to
 * stretch. With jobs on up to 6,000 nodes --backfill conservative takes a tenth of the time.
 */
#include "lib/sched/backfill/plan.h"
#include "lib/base/memory.h"
#include "lib/base/minmax.h"
#include <string.h>

struct opening { int64_t at_us, until_us; uint32_t course, n_nodes; }; /* until_us: at least so long */
struct step { int64_t at_us, free; };                     /* from then until the next step */
struct change { int64_t from_us, to_us, slots; };
struct course {
    struct step *step;
    uint32_t n, cap;           /* behind the last step is one at PLAN_NEVER */
    uint32_t n_nodes;          /* that have it; 0: it is spare, and `next` is another that is */
    uint32_t next;             /* what the last change made of it; it still is that while `version` is next's */
    uint64_t version, next_version;
    struct change last;
    struct plan_ask opens_ask, serves_ask; /* the last questions; nodes 0: none since it changed */
    int64_t opens_from_us, opens_us, serves_from_us;
    bool serves;
    int64_t free;              /* plan_free_all(); plan_reserve(): what it serves */
};

void plan_start(struct plan *p, uint32_t n_nodes)
{
    *p = (struct plan){ .n_nodes = n_nodes };
    p->of = xcalloc(n_nodes, sizeof *p->of);
    p->opening = xcalloc(n_nodes, sizeof *p->opening);
    plan_clear(p);
}

void plan_clear(struct plan *p)
{
    memset(p->of, 0, p->n_nodes * sizeof *p->of);
    p->n = 1;
    p->spare = 0;
    p->all.n = 0;
}

static struct course *course_of(const struct plan *p, uint32_t node)
{
    return &p->course[p->of[node]];
}

/* It is another from now on. */
static void forget(struct course *c)
{
    c->version++;
    c->next_version = 0;
    c->opens_ask.nodes = c->serves_ask.nodes = 0;
}

static uint32_t new_course(struct plan *p)
{
    uint32_t i = p->spare;
    if (i) {
        p->spare = p->course[i].next;
    } else {
        REACH(p->course, p->n, p->cap);
        i = p->n++;
    }
    forget(&p->course[i]);
    p->course[i].n_nodes = 0;
    return i;
}

static void move(struct plan *p, const struct stretch *s, uint32_t to)
{
    for (uint32_t i = 0, *of = p->of + s->first, n = s->n; i < n; i++)
        of[i] = to;
    p->course[to].n_nodes += s->n;
    if (!s->course || (p->course[s->course].n_nodes -= s->n))
        return;
    p->course[s->course].version++;
    p->course[s->course].next = p->spare;
    p->spare = s->course;
}

void plan_begin(struct plan *p, uint32_t node, uint32_t n, int64_t now_us, int64_t free_slots)
{
    uint32_t own = new_course(p);
    struct course *c = &p->course[own];
    RESERVE(c->step, 2, c->cap);
    c->step[0] = (struct step){ now_us, free_slots };
    c->step[1] = (struct step){ PLAN_NEVER, 0 };
    c->n = 1;
    move(p, &(struct stretch){ node, n, 0 }, own);
}

/* The place of the step that begins then; it is made if there is none. */
static uint32_t step_at(struct course *c, int64_t at_us)
{
    uint32_t i = c->n;
    while (c->step[i - 1].at_us > at_us)
        i--;
    if (c->step[i - 1].at_us == at_us)
        return i - 1;
    RESERVE(c->step, c->n + 2, c->cap);
    memmove(c->step + i + 1, c->step + i, (c->n + 1 - i) * sizeof *c->step);
    c->step[i] = (struct step){ at_us, c->step[i - 1].free };
    c->n++;
    return i;
}

/* A step with as many as the one before it is none: reservations that follow one another are one. */
static void drop_if_none(struct course *c, uint32_t i)
{
    if (i && i < c->n && c->step[i].free == c->step[i - 1].free)
        memmove(c->step + i, c->step + i + 1, (c->n-- - i) * sizeof *c->step);
}

static void apply(struct course *c, const struct change *x)
{
    uint32_t from = x->from_us == PLAN_NEVER ? c->n : step_at(c, x->from_us);
    uint32_t to = x->to_us == PLAN_NEVER ? c->n : step_at(c, x->to_us);
    for (uint32_t i = from; i < to; i++)
        c->step[i].free += x->slots;
    drop_if_none(c, to);
    drop_if_none(c, from);
}

static uint32_t copy_of(struct plan *p, uint32_t i)
{
    uint32_t own = new_course(p);
    struct course *c = &p->course[own];
    RESERVE(c->step, p->course[i].n + 1, c->cap);
    memcpy(c->step, p->course[i].step, (p->course[i].n + 1) * sizeof *c->step);
    c->n = p->course[i].n;
    return own;
}

/* The course that they have then. One that only they have is changed itself. */
static uint32_t change(struct plan *p, const struct stretch *s, const struct change *x)
{
    struct course *c = &p->course[s->course];
    uint32_t to = c->next;
    if (!c->next_version || c->next_version != p->course[to].version || c->last.from_us != x->from_us
        || c->last.to_us != x->to_us || c->last.slots != x->slots) {
        if (c->n_nodes == s->n) {
            forget(c);
            apply(c, x);
            return s->course;
        }
        to = copy_of(p, s->course);
        apply(&p->course[to], x);
        c = &p->course[s->course];
        c->last = *x;
        c->next = to;
        c->next_version = p->course[to].version;
    }
    move(p, s, to);
    return to;
}

/* ---- stretches ------------------------------------------------------------------------------------------- */

/* There is room. */
static inline void put(struct stretches *to, uint32_t first, uint32_t n, uint32_t course)
{
    struct stretch *end = to->at + to->n;
    if (to->n && end[-1].course == course && end[-1].first + end[-1].n == first) {
        end[-1].n += n;
    } else {
        *end = (struct stretch){ first, n, course };
        to->n++;
    }
}

/* Of these nodes, in cluster order. */
static struct stretches *stretches_of(struct plan *p, const uint32_t *node, uint32_t n)
{
    p->some.n = 0;
    RESERVE(p->some.at, n + 1, p->some.cap);
    for (uint32_t i = 0, end; i < n; i = end) {
        const uint32_t first = node[i], course = p->of[first];
        for (end = i + 1; end < n && node[end] == first + end - i && p->of[node[end]] == course; )
            end++;
        put(&p->some, first, end - i, course);
    }
    return &p->some;
}

/* Of all nodes: what the last reservation left, if nothing else has changed since. */
static struct stretches *all_stretches(struct plan *p)
{
    if (p->all.n)
        return &p->all;
    RESERVE(p->all.at, p->n_nodes + 1, p->all.cap);
    for (uint32_t i = 0, end; i < p->n_nodes; i = end) {
        for (end = i + 1; end < p->n_nodes && p->of[end] == p->of[i]; )
            end++;
        put(&p->all, i, end - i, p->of[i]);
    }
    return &p->all;
}

static void change_all(struct plan *p, const uint32_t *node, uint32_t n, const struct change *x)
{
    const struct stretches *of = stretches_of(p, node, n);
    p->all.n = 0;
    for (uint32_t i = 0; i < of->n; i++)
        change(p, &of->at[i], x);
}

void plan_add(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t slots)
{
    change_all(p, node, n, &(struct change){ from_us, PLAN_NEVER, slots });
}

void plan_take(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t to_us, int64_t slots)
{
    change_all(p, node, n, &(struct change){ from_us, to_us, -slots });
}

/* The step that holds then. */
static inline const struct step *step_of(const struct course *nd, int64_t at_us)
{
    enum { FEW = 8 };
    uint32_t begun = 0, later = nd->n;
    while (later - begun > FEW && nd->step[begun + 1].at_us <= at_us) {
        uint32_t mid = begun + (later - begun) / 2;
        if (nd->step[mid].at_us <= at_us)
            begun = mid;
        else
            later = mid;
    }
    const struct step *s = nd->step + begun;
    while (s[1].at_us <= at_us)
        s++;
    return s;
}

int64_t plan_free(const struct plan *p, uint32_t node, int64_t at_us)
{
    return step_of(course_of(p, node), at_us)->free;
}

int64_t plan_next_step(const struct plan *p, uint32_t node, int64_t after_us)
{
    return step_of(course_of(p, node), after_us)[1].at_us;
}

int64_t plan_last_step(const struct plan *p, uint32_t node, int64_t by_us)
{
    return step_of(course_of(p, node), by_us)->at_us;
}

int64_t plan_next_free(const struct plan *p, uint32_t node, int64_t after_us)
{
    for (const struct step *s = step_of(course_of(p, node), after_us); s[1].at_us != PLAN_NEVER; s++)
        if (s->free <= 0 && s[1].free > 0)
            return s[1].at_us;
    return PLAN_NEVER;
}

static inline bool lasts(const struct step *s, int64_t from_us, const struct plan_ask *ask)
{
    return s[1].at_us - from_us >= ask->length_us || s[1].at_us == PLAN_NEVER;
}

/* From then on it serves up to until_us, and perhaps for longer. */
static inline int64_t opens_at(const struct course *c, int64_t from_us, const struct plan_ask *ask, int64_t *until_us)
{
    for (const struct step *s = step_of(c, from_us); s->at_us != PLAN_NEVER; s++) {
        if (s->free < ask->width) {
            from_us = s[1].at_us;
        } else if (lasts(s, from_us, ask)) {
            *until_us = s[1].at_us == PLAN_NEVER ? PLAN_NEVER : s[1].at_us - ask->length_us;
            return from_us;
        }
    }
    return *until_us = PLAN_NEVER;
}

static inline bool is_same(const struct plan_ask *a, const struct plan_ask *b)
{
    return a->nodes && a->width == b->width && a->length_us == b->length_us;
}

static inline int64_t opens_of(struct course *c, int64_t from_us, const struct plan_ask *ask)
{
    int64_t until_us;
    if (c->n_nodes == 1)
        return opens_at(c, from_us, ask, &until_us);
    if (!is_same(&c->opens_ask, ask) || c->opens_from_us != from_us) {
        c->opens_us = opens_at(c, from_us, ask, &until_us);
        c->opens_from_us = from_us;
        c->opens_ask = *ask;
    }
    return c->opens_us;
}

int64_t plan_opens(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask)
{
    return from_us == PLAN_NEVER ? from_us : opens_of(course_of(p, node), from_us, ask);
}

void plan_opens_all(const struct plan *p, int64_t from_us, const struct plan_ask *ask, int64_t *opens)
{
    for (uint32_t i = 0; i < p->n_nodes; i++)
        opens[i] = i && p->of[i] == p->of[i - 1] ? opens[i - 1] : opens_of(course_of(p, i), from_us, ask);
}

static inline bool serves_at(const struct course *c, int64_t from_us, const struct plan_ask *ask)
{
    const struct step *s = step_of(c, from_us);
    while (s->free >= ask->width && !lasts(s, from_us, ask))
        s++;
    return s->free >= ask->width;
}

static bool serves_of(struct course *c, int64_t from_us, const struct plan_ask *ask)
{
    if (c->n_nodes == 1)
        return serves_at(c, from_us, ask);
    if (!is_same(&c->serves_ask, ask) || c->serves_from_us != from_us) {
        c->serves = serves_at(c, from_us, ask);
        c->serves_from_us = from_us;
        c->serves_ask = *ask;
    }
    return c->serves;
}

bool plan_serves(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask)
{
    return serves_of(course_of(p, node), from_us, ask);
}

uint32_t plan_n_serving(const struct plan *p, int64_t from_us, const struct plan_ask *ask)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < p->n; i++)
        if (p->course[i].n_nodes && serves_of(&p->course[i], from_us, ask))
            n += p->course[i].n_nodes;
    return n;
}

void plan_free_all(const struct plan *p, int64_t at_us, const struct plan_ask *ask, int64_t *slots)
{
    for (uint32_t i = 1; i < p->n; i++) {
        struct course *c = &p->course[i];
        c->free = c->n_nodes && serves_of(c, at_us, ask) ? step_of(c, at_us)->free : 0;
    }
    for (uint32_t i = 0; i < p->n_nodes; i++)
        slots[i] = course_of(p, i)->free;
}

/* Hoare's FIND */
int64_t plan_kth_least(int64_t *at, uint32_t n, uint32_t k)
{
    int64_t low = 0, high = (int64_t)n - 1;
    while (low < high) {
        int64_t pivot = at[k], i = low, j = high;
        while (i <= j) {
            while (at[i] < pivot)
                i++;
            while (at[j] > pivot)
                j--;
            if (i <= j) {
                int64_t swapped = at[i];
                at[i++] = at[j];
                at[j--] = swapped;
            }
        }
        if (j < (int64_t)k)
            low = i;
        if (i > (int64_t)k)
            high = j;
    }
    return at[k];
}

/* The same of courses, each as often as it has nodes. */
static int64_t kth_opening(struct opening *at, uint32_t n, uint64_t k)
{
    int64_t low = 0, high = (int64_t)n - 1;
    for (;;) {
        const int64_t pivot = at[(low + high) / 2].at_us;
        int64_t i = low, j = high;
        while (i <= j) {
            while (at[i].at_us < pivot)
                i++;
            while (at[j].at_us > pivot)
                j--;
            if (i <= j) {
                struct opening swapped = at[i];
                at[i++] = at[j];
                at[j--] = swapped;
            }
        }
        uint64_t before = 0, same = 0;
        for (int64_t x = low; x <= j; x++)
            before += at[x].n_nodes;
        for (int64_t x = j + 1; x < i; x++)
            same += at[x].n_nodes;
        if (k < before)
            high = j;
        else if (k < before + same)
            return pivot;
        else
            low = i;
        k -= k < before ? 0 : before + same;
    }
}

/* Before the k-th least of the times at which nodes open, fewer than k of them are open. So that is the next time to
 * look at: some may have closed again by then. Those that open later still do, and are not asked again. A course's
 * `free` says whether it serves from from_us on, and the openings when it serves. */
int64_t plan_earliest(struct plan *p, int64_t from_us, const struct plan_ask *ask)
{
    uint64_t open = 0;
    p->n_opening = 0;
    if (p->n_nodes < ask->nodes)
        return PLAN_NEVER;
    for (uint32_t i = 1; i < p->n; i++) {
        struct course *c = &p->course[i];
        if (!c->n_nodes)
            continue;
        struct opening *o = &p->opening[p->n_opening++];
        o->course = i;
        o->n_nodes = c->n_nodes;
        o->at_us = opens_at(c, from_us, ask, &o->until_us);
        c->free = o->at_us == from_us;
        open += c->free ? o->n_nodes : 0;
    }
    while (open < ask->nodes && from_us != PLAN_NEVER) {
        from_us = kth_opening(p->opening, p->n_opening, ask->nodes - 1);
        open = 0;
        for (uint32_t i = 0; i < p->n_opening; i++) {
            struct opening *o = &p->opening[i];
            if (o->at_us < from_us && o->until_us < from_us)
                o->at_us = opens_at(&p->course[o->course], from_us, ask, &o->until_us);
            open += o->at_us <= from_us ? o->n_nodes : 0;
        }
    }
    return from_us;
}

/* ---- reservations ---------------------------------------------------------------------------------------- */

/* Of a course: its nodes serve when the reservation begins, or now too. They go in this order. */
enum { NOT_THEN, THEN, NOW_TOO, N_KINDS };

/* Of these stretches; NULL: of all, which are known then. */
static void reserve(struct plan *p, const struct stretches *some, int64_t from_us, const struct plan_ask *ask)
{
    const struct stretches *of = some ? some : all_stretches(p);
    const struct change x = { from_us, plan_after(from_us, ask->length_us), -ask->width };
    uint32_t has[N_KINDS] = { 0 };
    for (uint32_t i = 0; i < of->n; i++)
        has[p->course[of->at[i].course].free] += of->at[i].n;
    uint32_t wanted[N_KINDS] = { 0, ask->nodes, ask->nodes - min_u32(ask->nodes, has[THEN]) };
    p->left.n = 0;
    RESERVE(p->left.at, of->n + N_KINDS + 1, p->left.cap);
    for (uint32_t i = 0; i < of->n; i++) {
        struct stretch s = of->at[i];
        const int64_t kind = p->course[s.course].free;
        const uint32_t rest = s.n - min_u32(s.n, wanted[kind]);
        s.n -= rest;
        wanted[kind] -= s.n;
        if (s.n)
            put(&p->left, s.first, s.n, change(p, &s, &x));
        if (rest)
            put(&p->left, s.first + s.n, rest, s.course);
    }
    const struct stretches was = p->all;
    p->all = p->left;
    p->left = was;
    if (some)
        p->all.n = 0;
}

void plan_reserve(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t now_us,
                  const struct plan_ask *ask)
{
    for (uint32_t i = 1; i < p->n; i++) {
        struct course *c = &p->course[i];
        const bool then = c->n_nodes && serves_of(c, from_us, ask);
        c->free = !then ? NOT_THEN : serves_of(c, now_us, ask) ? NOW_TOO : THEN;
    }
    reserve(p, node ? stretches_of(p, node, n) : NULL, from_us, ask);
}

int64_t plan_reserve_first(struct plan *p, int64_t now_us, const struct plan_ask *ask)
{
    const int64_t from_us = plan_earliest(p, now_us, ask);
    if (from_us == PLAN_NEVER)
        return from_us;
    for (uint32_t i = 0; i < p->n_opening; i++) {
        struct course *c = &p->course[p->opening[i].course];
        c->free = p->opening[i].at_us > from_us ? NOT_THEN : c->free ? NOW_TOO : THEN;
    }
    reserve(p, NULL, from_us, ask);
    return from_us;
}
