/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evict.c - in the sweep: jobs that wait for one another's room, who has to give way, and for how long (A8, A9).
 *
 * A log shows the reduces that were evicted, and of finished maps only that they ran again (rerun.c). So who gives
 * way is worked out, and what the log says is held against it. What is launched in the second round of such an
 * instant stands in the log beside what was in the first; as nothing ran that ends by itself that can only be reduces
 * that wait for maps, so these are taken as launched before. */
#include "lib/audit/sweep.h"
#include <stdlib.h>

static struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}

static bool lacks_maps(const struct job *job) { return job->mapreduce && job->maps_done < job->stage[0].n_tasks; }

/* ---- A8: can anything go on? ------------------------------------------------------------------------- */

static bool is_waiting_reduce(const struct audit *a, const struct row *row)
{
    return row->kind == SW_REDUCE && lacks_maps(job_of(a, row)) && (compute_us(row) < 0 || compute_us(row) > a->now_us);
}

static bool is_being_set_up(const struct audit *a)
{
    for (uint32_t j = 0; j < a->n_jobs; j++)
        for (uint32_t s = 0; s < a->job[j].n_stages; s++) {
            const struct stage *st = &a->job[j].stage[s];
            if (st->setup_us && st->ready_us < NEVER && st->ready_us > a->now_us
                && st->ready_us - st->setup_us <= a->now_us)
                return true;
        }
    return false;
}

static bool nothing_ends(const struct audit *a)
{
    int64_t running = 0;
    for (uint32_t i = 0; i < a->n_live; i++)
        if (!is_waiting_reduce(a, &a->row[a->live[i]]))
            return false;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        running += a->job[j].running[0] + a->job[j].running[1];
    return running == (int64_t)a->n_live && !is_being_set_up(a); /* H2, L7 */
}

struct deadlock { bool late, launches, may_launch, refused, several, unseen; const struct job *waits; };

/* Where maps of no length end at the instant, after its launches, their reduces may be ready in a later round only. */
static bool comes_later(const struct audit *a, const struct stage *st, bool late)
{
    return late && st->kind == SW_REDUCE && st->ready_us == a->now_us && lacks_maps(&a->job[st->job]);
}

/* queued: for certain. */
static void count_stage(struct audit *a, const struct stage *st, bool queued, struct deadlock *k)
{
    const struct job *job = &a->job[st->job];
    if (audit_stage_left(st) <= st->n_launching || comes_later(a, st, k->late))
        return;
    k->several |= k->waits && k->waits != job;
    k->waits = job;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        const struct node *node = &a->node[i];
        if (!node->up || node->slots[st->slot_kind] <= node->occupied[st->slot_kind])
            continue;
        if (a->rules.order == ORDER_HOD && !audit_claims_has_node(a, job, i, a->now_us)) /* O24 */
            continue;
        if (audit_disk_needs_space(a, st) && !audit_disk_has_space(a, st, i))
            k->refused = true;
        else if (!queued || (a->rules.gives_back && st->kind == SW_REDUCE))
            k->may_launch = true; /* Y9: a look may have taken them out of the queue */
        else if (a->rules.splits && a->rules.network.node_rate && st->kind == SW_REDUCE)
            k->may_launch = true; /* A2: how many copy there a log of a network does not say */
        else if (audit_cpac_may_start(a, st, i))
            k->launches = true;
    }
}

/* J5: whether a job that has no row has been admitted the log does not say. It may wait, too, and for room. */
static bool some_unseen(const struct audit *a)
{
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (audit_admit_may_be_in(a, &a->job[j]))
            return true;
    return false;
}

static struct deadlock find_deadlock(struct audit *a, bool late)
{
    struct deadlock k = { .late = late, .unseen = some_unseen(a) };
    for (int kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < a->n_waiting[kind]; i++) {
            bool queued = audit_turn_in_queue(a, a->waiting[kind][i]);
            if (queued || a->rules.order == ORDER_MODIFIED) /* O25: it may count for the shared pool, without a limit */
                count_stage(a, a->waiting[kind][i], queued, &k);
        }
    return k;
}

/* ---- A9 ------------------------------------------------------------------------------------------------ */

static bool came_later(const struct job *x, const struct job *y)
{
    return x->submit_us != y->submit_us ? x->submit_us > y->submit_us : x->place > y->place;
}

static bool goes_first(const struct audit *a, const struct job *x, const struct job *y)
{
    if (a->rules.evict == EVICT_LEAST_PROGRESS) {
        __int128 px = (__int128)x->tasks_done * (int64_t)y->n_tasks, py = (__int128)y->tasks_done * (int64_t)x->n_tasks;
        if (px != py)
            return px < py;
    } else if (a->rules.evict == EVICT_MOST_SPACE) {
        uint64_t bx = audit_disk_held_by(a, x), by = audit_disk_held_by(a, y);
        if (bx != by)
            return bx > by;
    }
    return came_later(x, y);
}

static struct job *first_of(const struct audit *a, const struct job *but, bool with_output)
{
    struct job *first = NULL;
    for (uint32_t j = 0; j < a->n_jobs && a->rules.evict != EVICT_NONE; j++) {
        struct job *job = &a->job[j];
        bool occupies = with_output ? audit_disk_held_by(a, job) > 0 : job->running[0] + job->running[1] > 0;
        if (job->mapreduce && !job->held_back && job != but && occupies && (!first || goes_first(a, job, first)))
            first = job;
    }
    return first;
}

/* but: of which all tasks in the lists are, or NULL. */
static struct job *who_gives_way(const struct audit *a, const struct job *but)
{
    struct job *job = first_of(a, but, true);
    return job ? job : first_of(a, but, false);
}

/* ---- evicted, and back --------------------------------------------------------------------------------- */

/* In an instant of several rounds a later one may let the job back, and launch again. */
static bool launched_when_back(const struct sweep *s, const struct row *row)
{
    return s->rounds && row->launch_us == s->a->now_us && row->finish_us > s->a->now_us;
}

static void stop_live(struct sweep *s, struct job *job)
{
    struct audit *a = s->a;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        struct row *row = nth(a, job, i);
        if (row->live == NONE || launched_when_back(s, row))
            continue;
        if (row->outcome != SW_EVICTED || row->finish_us != a->now_us)
            audit_fault(a, OF_TURNS, row, "A8", "goes on after %s, when its job gave way to others", S(a->now_us));
        audit_counts_stop(a, row);
    }
}

static void withdraw(struct audit *a, struct job *job, bool on)
{
    job->held_back = on;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        struct stage *st = &job->stage[i];
        int64_t left = st->open ? (int64_t)audit_stage_left(st) : 0;
        if (!left)
            continue;
        audit_counts_wait(a, st, on ? -left : left);
        st->since_us = st->local_us = a->now_us;
        st->calls = a->calls;
        st->ends = a->ends;
    }
    a->calls++; /* A10 */
}

static void evict(struct sweep *s, struct job *job)
{
    struct audit *a = s->a;
    stop_live(s, job);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        struct row *row = nth(a, job, i);
        if (!row->done_now)
            continue;
        audit_disk_free(a, row);
        audit_live_undone(a, row);
        audit_counts_return(a, row);
    }
    withdraw(a, job, true);
    job->evicted_us = a->now_us;
}

void audit_evict_job_ended(struct audit *a, const struct job *ended)
{
    bool had = audit_disk_held_by(a, ended) > 0;
    for (uint32_t i = 0; i < ended->n_rows && a->rules.limited; i++)
        audit_disk_free(a, nth(a, ended, i));
    a->calls += had; /* A10 */
    for (uint32_t j = 0; j < a->n_jobs && a->rules.limited; j++)
        if (a->job[j].held_back && ended->admit_us <= a->job[j].evicted_us)
            withdraw(a, &a->job[j], false);
}

/* ---- an instant ---------------------------------------------------------------------------------------- */

static bool is_of_first_round(const struct sweep *s, const struct row *row)
{
    const struct node *node = &s->a->node[row->node];
    if (node->slots[stage_of(s->a, row)->slot_kind] <= node->occupied[stage_of(s->a, row)->slot_kind])
        return false; /* its slot is one that the eviction freed */
    return row->live == NONE && !job_of(s->a, row)->held_back && row->kind == SW_REDUCE
           && lacks_maps(job_of(s->a, row)) && !comes_later(s->a, stage_of(s->a, row), s->late);
}

/* The launches of the first round, and back. What is evicted at once was launched in it, whatever else its pool or
 * user may run. */
static void launch_reduces(struct sweep *s, const struct event *ev, size_t n, enum kind kind)
{
    for (size_t i = 0; i < n; i++) {
        struct row *row = ev[i].kind == kind ? row_of(s, &ev[i]) : NULL;
        if (!row || !is_of_first_round(s, row)
            || (kind == EV_LAUNCH && !audit_turn_in_queue(s->a, stage_of(s->a, row))))
            continue;
        row->for_a_check = true;
        s->a->node[row->node].occupied[stage_of(s->a, row)->slot_kind]++;
        stage_of(s->a, row)->n_launching++;
        audit_counts_run(s->a, row, 1);
        audit_live_add(s->a, row);
    }
}

static void take_back(struct sweep *s, const struct event *ev, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct row *row = ev[i].kind == EV_LAUNCH || ev[i].kind == EV_EVICT ? row_of(s, &ev[i]) : NULL;
        if (!row || !row->for_a_check)
            continue;
        row->for_a_check = false;
        s->a->node[row->node].occupied[stage_of(s->a, row)->slot_kind]--;
        stage_of(s->a, row)->n_launching--;
        audit_counts_run(s->a, row, -1);
        audit_live_remove(s->a, row);
    }
}

/* What the log shows of an eviction of this instant. */
static bool is_shown(const struct audit *a, const struct job *job)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (nth(a, job, i)->outcome == SW_EVICTED && nth(a, job, i)->finish_us == a->now_us)
            return true;
    return false;
}

/* late: what was launched in the instant may have been so after a job was let back in it. */
static bool goes_on(const struct audit *a, const struct job *job, bool late)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (nth(a, job, i)->launch_us <= a->now_us - late && nth(a, job, i)->finish_us > a->now_us)
            return true;
    return false;
}

/* If a job waits that the log does not show, it is `first`; else `other`, or none. The log may show which. */
static struct job *by_log(struct sweep *s, const struct deadlock *k, struct job *first, struct job *other)
{
    bool not_first = first && goes_on(s->a, first, s->late);
    if (!first || is_shown(s->a, first))
        return first;
    if (not_first && (!k->refused || other == first))
        return NULL;
    if (not_first && !k->may_launch)
        return other;
    if (other && is_shown(s->a, other))
        return other;
    s->unsure = true;
    return NULL;
}

/* over: the launches of the instant have been taken into the counts. */
static struct job *next_to_give_way(struct sweep *s, const struct event *ev, size_t n, bool over)
{
    struct audit *a = s->a;
    s->unsure |= a->rules.evict == EVICT_OTHER;
    s->unsure |= a->rules.order == ORDER_HOD && a->now_us >= a->claims_until_us; /* who may launch where is not known */
    if (s->unsure || !nothing_ends(a))
        return NULL;
    launch_reduces(s, ev, n, EV_EVICT);
    if (!over)
        launch_reduces(s, ev, n, EV_LAUNCH);
    struct deadlock k = find_deadlock(a, s->late);
    struct job *first = who_gives_way(a, NULL), *other = who_gives_way(a, k.several ? NULL : k.waits);
    take_back(s, ev, n);
    if (k.launches || (!k.refused && !k.unseen))
        return NULL;
    bool sure = !k.may_launch && !s->late && (!k.unseen || (k.refused && first == other));
    return sure ? other : by_log(s, &k, first, other);
}

/* One that was evicted by the log alone. */
static void follow(struct sweep *s, struct row *row)
{
    struct audit *a = s->a;
    bool ends = !nothing_ends(a);
    if (s->unsure || s->rounds || (!ends && some_unseen(a))) {
        s->unsure = true;
        if (!job_of(a, row)->held_back)
            evict(s, job_of(a, row));
        return;
    }
    audit_fault(a, OF_TURNS, row, "A8, A9", "evicted at %s, when %s", S(a->now_us),
                ends ? "something else would have ended" : "its job did not have to give way");
    if (row->live != NONE)
        audit_counts_stop(a, row);
}

/* ev[0..n): what the log says was evicted now, and launched. Before the launches, so that those of the second round
 * find the room, and once more when all of the instant is over. What ends late may let more go on, so that the
 * eviction comes after it. */
bool audit_evict(struct sweep *s, const struct event *ev, size_t n, bool over)
{
    struct audit *a = s->a;
    bool any = false;
    for (struct job *job; a->rules.limited && (job = next_to_give_way(s, ev, n, over)); any = true)
        evict(s, job);
    for (size_t i = 0; i < n; i++) {
        any |= ev[i].kind == EV_EVICT;
        if (ev[i].kind == EV_EVICT && !s->late && job_of(a, row_of(s, &ev[i]))->evicted_us != a->now_us)
            follow(s, row_of(s, &ev[i]));
    }
    return any || s->unsure;
}

/* Of a launch. Its job may have been let back by the end of another that comes after the launches of the instant. */
void audit_evict_held_back(struct sweep *s, const struct row *row)
{
    struct job *job = job_of(s->a, row);
    if (!job->held_back)
        return;
    if (!s->late && !s->unsure)
        audit_fault(s->a, OF_TURNS, row, "A8",
                    "launched at %s, though its job gave way at %s and no other has ended since that was there",
                    S(row->launch_us), S(job->evicted_us));
    withdraw(s->a, job, false);
}
