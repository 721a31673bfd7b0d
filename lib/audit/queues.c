/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queues.c - the queues of --admission (V1 to V7): who is admitted, moved and ended when, by the ends of jobs that the
 * log has.
 *
 * A job that is restarted has a *life* for each admission. Its last is the job itself; each one before is a job of its
 * own, which ends with what it runs being killed. So all other checks see jobs that are admitted once. */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

/* V7: in the order in which time-outs go. */
enum line { BESIDE, RUNS, WAITS, LINES, NOWHERE = LINES };
struct member {
    int queue;
    enum line line;
    uint32_t prev, next;      /* in its line; NONE */
    uint32_t lives;           /* before the present one */
    int64_t since_us;         /* in its line */
    int64_t from_us;          /* its present life: rows launched before are of others */
    int64_t admit_us;
    bool late;                /* admitted by a time-out */
};
struct line_of { uint32_t first, last; int64_t n; };
/* At one instant in this order. */
enum what { ENDS, SUBMITTED, TIMES_OUT, ENDS_LATE };
struct event { int64_t at_us; enum what what; uint32_t job, life; };
struct life { uint32_t job; int64_t from_us, admit_us, cut_us; bool late; };
struct queues {
    struct audit *a;
    struct member *member;
    uint32_t *first_after, *next_after; /* J1: jobs that follow one */
    struct line_of line[SW_ADMISSION_QUEUES][LINES];
    struct event *heap;
    size_t n, cap;
    struct life *life;
    size_t n_lives, cap_lives;
    int64_t now_us;
    bool timing_out;
};

static const struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}

/* ---- what is to come ------------------------------------------------------------------------------------- */

static bool is_before(const struct event *x, const struct event *y)
{
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us;
    return x->what != y->what ? x->what < y->what : x->job < y->job;
}

static void expect(struct queues *q, int64_t at_us, enum what what, uint32_t job)
{
    struct event ev = { at_us < q->now_us ? q->now_us : at_us, what, job, job == NONE ? 0 : q->member[job].lives };
    if (at_us >= NEVER || at_us > q->a->rules.until_us)
        return;
    RESERVE(q->heap, q->n + 1, q->cap);
    size_t i = q->n++;
    for (; i > 0 && is_before(&ev, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        q->heap[i] = q->heap[(i - 1) / 2];
    q->heap[i] = ev;
}

static struct event take(struct queues *q)
{
    struct event top = q->heap[0], last = q->heap[--q->n];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < q->n; i = k) {
        k += k + 1 < q->n && is_before(&q->heap[k + 1], &q->heap[k]);
        if (!is_before(&q->heap[k], &last))
            break;
        q->heap[i] = q->heap[k];
    }
    if (q->n)
        q->heap[i] = last;
    return top;
}

/* ---- when a life ends by itself -------------------------------------------------------------------------- */

static bool is_same_task(const struct row *x, const struct row *y)
{
    return x->stage_nr == y->stage_nr && x->task == y->task;
}

/* All tasks are done by attempts of this life; of those of a task by the last. */
static int64_t ends_at(const struct audit *a, const struct job *job, int64_t from_us)
{
    int64_t end_us = 0;
    uint64_t done = 0;
    for (uint32_t i = 0, next; i < job->n_rows; i = next) {
        int64_t task_us = -1;
        for (next = i; next < job->n_rows && is_same_task(nth(a, job, i), nth(a, job, next)); next++)
            if (nth(a, job, next)->outcome == SW_DONE && nth(a, job, next)->launch_us >= from_us)
                task_us = nth(a, job, next)->finish_us;
        done += task_us >= 0;
        end_us = task_us > end_us ? task_us : end_us;
    }
    return done == job->n_tasks ? end_us : NEVER;
}

/* T3: it ends in a round after the launches of its instant. */
static bool ends_late(const struct audit *a, const struct job *job, int64_t end_us)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (nth(a, job, i)->launch_us == end_us && nth(a, job, i)->finish_us == end_us)
            return true;
    return false;
}

/* ---- lines --------------------------------------------------------------------------------------------------- */

static int64_t time_out_of(const struct sw_admission_queue *of, enum line line)
{
    return line == BESIDE ? of->short_us : line == RUNS ? of->run_us : of->wait_us;
}

static void join(struct queues *q, uint32_t j, int queue, enum line line)
{
    struct member *m = &q->member[j];
    struct line_of *to = &q->line[queue][line];
    int64_t after_us = time_out_of(&q->a->rules.admission.queue[queue], line);
    m->queue = queue;
    m->line = line;
    m->since_us = q->now_us;
    m->prev = to->last;
    m->next = NONE;
    *(to->last == NONE ? &to->first : &q->member[to->last].next) = j;
    to->last = j;
    to->n++;
    if (after_us >= 0)
        expect(q, q->now_us + after_us, TIMES_OUT, NONE);
}

static void leave(struct queues *q, uint32_t j)
{
    struct member *m = &q->member[j];
    struct line_of *of = &q->line[m->queue][m->line];
    *(m->prev == NONE ? &of->first : &q->member[m->prev].next) = m->next;
    *(m->next == NONE ? &of->last : &q->member[m->next].prev) = m->prev;
    of->n--;
    m->line = NOWHERE;
}

static bool has_place(const struct queues *q, int queue)
{
    return q->line[queue][RUNS].n < q->a->rules.admission.queue[queue].places;
}

static void admit(struct queues *q, uint32_t j)
{
    struct member *m = &q->member[j];
    const struct job *job = &q->a->job[j];
    int64_t end_us = ends_at(q->a, job, m->from_us);
    m->admit_us = q->now_us;
    m->late = q->timing_out;
    expect(q, end_us, end_us < NEVER && ends_late(q->a, job, end_us) ? ENDS_LATE : ENDS, j);
}

static void give(struct queues *q, int queue)
{
    for (uint32_t j; (j = q->line[queue][WAITS].first) != NONE && has_place(q, queue); ) {
        leave(q, j);
        join(q, j, queue, RUNS);
        admit(q, j);
    }
}

/* ---- jobs ---------------------------------------------------------------------------------------------------- */

/* J1: those that follow are submitted. */
static void is_over(struct queues *q, uint32_t j)
{
    struct audit *a = q->a;
    struct member *m = &q->member[j];
    int freed = m->line == RUNS ? m->queue : -1;
    a->job[j].end_us = q->now_us;
    m->lives++; /* what is expected of this one does not come */
    if (m->line != NOWHERE)
        leave(q, j);
    for (uint32_t f = q->first_after[j]; f != NONE; f = q->next_after[f])
        expect(q, audit_times_submitted_at(a, &a->job[f]), SUBMITTED, f);
    if (freed >= 0)
        give(q, freed);
}

static void cut(struct queues *q, uint32_t j)
{
    q->a->job[j].cut_us = q->now_us;
    is_over(q, j);
}

static bool has_limit_below(const struct job *job, int64_t us) { return job->limit_us >= 0 && job->limit_us < us; }

static void enter(struct queues *q, uint32_t j, int queue, bool submitted)
{
    const struct sw_admission_queue *of = &q->a->rules.admission.queue[queue];
    bool beside = submitted && has_limit_below(&q->a->job[j], of->short_us);
    if (has_place(q, queue) || beside) {
        join(q, j, queue, has_place(q, queue) ? RUNS : BESIDE);
        admit(q, j);
    } else if (of->queued >= 0 && q->line[queue][WAITS].n >= of->queued) {
        cut(q, j);
    } else {
        join(q, j, queue, WAITS);
    }
}

static void submit(struct queues *q, uint32_t j)
{
    const struct sw_admission *rule = &q->a->rules.admission;
    const struct job *job = &q->a->job[j];
    const char *pool = q->a->pool[job->pool].name;
    int queue = sw_admission_queue_of(rule, pool, strlen(pool));
    if (queue < 0 || has_limit_below(job, rule->queue[queue].pass_us))
        admit(q, j);
    else
        enter(q, j, queue, true);
}

static void end_life(struct queues *q, uint32_t j)
{
    struct member *m = &q->member[j];
    RESERVE(q->life, q->n_lives + 1, q->cap_lives);
    q->life[q->n_lives++] = (struct life){ j, m->from_us, m->admit_us, q->now_us, m->late };
    m->lives++;
    m->from_us = q->now_us;
    m->admit_us = NEVER;
}

static void hop(struct queues *q, uint32_t j, int to)
{
    int freed = q->member[j].line == RUNS ? q->member[j].queue : -1;
    leave(q, j);
    if (has_place(q, to)) {
        join(q, j, to, RUNS);
    } else {
        end_life(q, j);
        enter(q, j, to, false);
    }
    if (freed >= 0)
        give(q, freed);
}

static void time_out(struct queues *q, int queue, enum line line)
{
    const struct sw_admission_queue *of = &q->a->rules.admission.queue[queue];
    int64_t after_us = time_out_of(of, line);
    for (uint32_t j; after_us >= 0 && (j = q->line[queue][line].first) != NONE; ) {
        if (q->member[j].since_us + after_us > q->now_us)
            return;
        if (line == BESIDE)
            hop(q, j, queue);
        else if (line == RUNS && of->hop != SW_ADMISSION_ENDS)
            hop(q, j, of->hop);
        else
            cut(q, j);
    }
}

static void happen(struct queues *q, const struct event *ev)
{
    q->now_us = ev->at_us;
    q->timing_out = ev->what == TIMES_OUT;
    if (ev->what == TIMES_OUT)
        for (int queue = 0; queue < (int)q->a->rules.admission.n; queue++)
            for (enum line line = BESIDE; line < LINES; line++)
                time_out(q, queue, line);
    else if (ev->what == SUBMITTED)
        submit(q, ev->job);
    else if (ev->life == q->member[ev->job].lives)
        is_over(q, ev->job);
}

static void list_followers(struct queues *q)
{
    const struct audit *a = q->a;
    q->first_after = xcalloc(a->n_jobs, sizeof *q->first_after);
    q->next_after = xcalloc(a->n_jobs, sizeof *q->next_after);
    for (uint32_t j = 0; j < a->n_jobs; j++)
        q->first_after[j] = q->next_after[j] = NONE;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (a->job[j].row_us < 0 && a->job[j].after != NONE) {
            q->next_after[j] = q->first_after[a->job[j].after];
            q->first_after[a->job[j].after] = j;
        }
}

static void follow(struct queues *q)
{
    struct audit *a = q->a;
    list_followers(q);
    q->member = xcalloc(a->n_jobs, sizeof *q->member);
    for (int queue = 0; queue < SW_ADMISSION_QUEUES; queue++)
        for (enum line line = BESIDE; line < LINES; line++)
            q->line[queue][line] = (struct line_of){ NONE, NONE, 0 };
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        q->member[j] = (struct member){ .line = NOWHERE, .admit_us = NEVER };
        a->job[j].end_us = NEVER;
    }
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (a->job[j].row_us >= 0)
            expect(q, audit_times_submitted_at(a, &a->job[j]), SUBMITTED, j);
    while (q->n) {
        struct event ev = take(q);
        happen(q, &ev);
    }
}

/* ---- lives --------------------------------------------------------------------------------------------------- */

static void add_job(struct audit *a, const struct life *life)
{
    a->job = xrealloc(a->job, a->n_jobs + 1, sizeof *a->job);
    struct job *job = &a->job[a->n_jobs++];
    *job = a->job[life->job];
    job->stage = xcalloc(job->n_stages, sizeof *job->stage);
    job->first_stage = a->n_stages;
    job->let_in_us = life->admit_us;
    job->let_in_late = life->late;
    job->cut_us = life->cut_us;
    for (uint32_t s = 0; s < job->n_stages; s++) {
        job->stage[s] = a->job[life->job].stage[s];
        job->stage[s].job = a->n_jobs - 1;
        audit_load_add_stage(a, &job->stage[s]);
    }
}

/* The attempts of a task, by launch. Those of each life are numbered from 0 on. */
static void give_task(struct audit *a, const struct job *job, uint32_t first_job, const struct life *life, size_t n,
                      uint32_t from, uint32_t to)
{
    size_t k = 0;
    for (uint32_t i = from, begun = 0; i < to; i++) {
        struct row *row = &a->row[a->by_task[job->first_row + i]];
        for (; k < n && row->launch_us >= life[k].cut_us; k++)
            begun = i - from;
        row->number -= begun;
        if (k < n)
            row->stage_nr += a->job[first_job + k].first_stage - job->first_stage;
    }
}

/* All lives of one job but its last. */
static void give_rows(struct audit *a, const struct life *life, size_t n)
{
    uint32_t first_job = a->n_jobs;
    for (size_t i = 0; i < n; i++)
        add_job(a, &life[i]);
    const struct job *job = &a->job[life->job];
    for (uint32_t i = 0, next; i < job->n_rows; i = next) {
        for (next = i; next < job->n_rows && is_same_task(nth(a, job, i), nth(a, job, next)); next++)
            ;
        give_task(a, job, first_job, life, n, i, next);
    }
}

static int by_job_then_cut(const void *x, const void *y)
{
    const struct life *a = x, *b = y;
    if (a->job != b->job)
        return a->job < b->job ? -1 : 1;
    return (a->cut_us > b->cut_us) - (a->cut_us < b->cut_us);
}

static void give_lives(struct queues *q)
{
    if (q->n_lives)
        qsort(q->life, q->n_lives, sizeof *q->life, by_job_then_cut);
    for (size_t i = 0, next; i < q->n_lives; i = next) {
        for (next = i; next < q->n_lives && q->life[next].job == q->life[i].job; next++)
            ;
        give_rows(q->a, &q->life[i], next - i);
    }
}

void audit_queues(struct audit *a)
{
    struct queues q = { .a = a, .now_us = INT64_MIN };
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        a->job[j].cut_us = NEVER;
        a->job[j].whole = j;
    }
    follow(&q);
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        a->job[j].let_in_us = q.member[j].admit_us;
        a->job[j].let_in_late = q.member[j].late;
    }
    give_lives(&q);
    void *const arrays[] = { q.member, q.first_after, q.next_after, q.heap };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        xfree(arrays[i]);
    xfree(q.life);
}
