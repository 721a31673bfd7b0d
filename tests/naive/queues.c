/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queues.c - V1..V7: queues that admit so many jobs at a time. Who runs, who waits and for how long is asked anew each
 * time. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* ---- the option ------------------------------------------------------------------------------------------ */

static int set_queue(struct query_queue *q, char *text, struct sw_err *err)
{
    char *save = NULL, *word = strtok_r(text, ",", &save), *is = word ? strchr(word, '=') : NULL;
    uint64_t n;
    *q = (struct query_queue){ .queued = UNSET, .wait_us = NEVER, .run_us = NEVER, .short_us = 0, .pass_us = 0 };
    if (!is) return sw_err_usage(err, "--admission: QUEUE=N");
    *is = '\0';
    q->name = word;
    if (sw_opt_count("--admission", is + 1, 1, INT32_MAX, &n, err)) return SW_FAIL;
    q->places = (int64_t)n;
    while ((word = strtok_r(NULL, ",", &save))) {
        char *hop;
        int status = SW_OK;
        if (!strncmp(word, "queued=", 7)) {
            status = sw_opt_count("--admission", word + 7, 0, INT32_MAX, &n, err);
            q->queued = (int64_t)n;
        } else if (!strncmp(word, "wait=", 5)) status = sw_opt_duration("--admission", word + 5, &q->wait_us, err);
        else if (!strncmp(word, "short=", 6)) status = sw_opt_duration("--admission", word + 6, &q->short_us, err);
        else if (!strncmp(word, "pass=", 5)) status = sw_opt_duration("--admission", word + 5, &q->pass_us, err);
        else if (!strncmp(word, "run=", 4)) {
            if ((hop = strchr(word, ':'))) *hop = '\0', q->hop_name = hop + 1;
            status = sw_opt_duration("--admission", word + 4, &q->run_us, err);
        } else status = sw_err_usage(err, "--admission: '%s'", word);
        if (status) return SW_FAIL;
    }
    return SW_OK;
}

int set_admission(struct options *o, const char *arg, struct sw_err *err)
{
    char *save = NULL;
    free(o->queue_text);
    o->queue_text = naive_copy(arg, strlen(arg));
    o->n_queues = 0;
    if (!strcmp(arg, "none")) return SW_OK;
    for (char *at = strtok_r(o->queue_text, ";", &save); at; at = strtok_r(NULL, ";", &save)) {
        if (o->n_queues == MOST_QUEUES) return sw_err_usage(err, "--admission: too many queues");
        if (set_queue(&o->queue[o->n_queues++], at, err)) return SW_FAIL;
    }
    for (int i = 0; i < o->n_queues; i++) {
        o->queue[i].hop = -1;
        for (int k = 0; k < o->n_queues && o->queue[i].hop_name; k++)
            if (!strcmp(o->queue[k].name, o->queue[i].hop_name)) o->queue[i].hop = k;
    }
    return SW_OK;
}

/* V8 */
int check_admission(struct options *o, struct sw_err *err)
{
    bool others = o->cpac || o->speculate || o->failure_rate > 0 || o->long_us != UNSET || o->disk != NO_LIMIT;
    others |= o->cores || o->host_cores || o->gives_back || o->width || o->offers != BY_HEARTBEAT;
    others |= o->placement == REDRAW;
    return o->n_queues && others ? sw_err_usage(err, "--admission: another option does not go with it") : SW_OK;
}

/* ---- who is where ---------------------------------------------------------------------------------------- */

/* V1: "the queue that has its pool's name, else the queue `*`"; -1: none. */
static int queue_of(const struct run *r, const struct job *j)
{
    int others = -1;
    for (int q = 0; q < r->o.n_queues; q++) {
        if (!strcmp(r->o.queue[q].name, j->pool_name)) return q;
        if (!strcmp(r->o.queue[q].name, "*")) others = q;
    }
    return others;
}

static int64_t count(const struct run *r, int queue, enum in_queue as)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_jobs; i++)
        n += r->job[i].state == SUBMITTED && r->job[i].in_queue == as && r->job[i].queue == queue;
    return n;
}

static void join(struct run *r, int job, int queue, enum in_queue as)
{
    struct job *j = &r->job[job];
    j->queue = queue;
    j->in_queue = as;
    j->in_queue_us = r->now_us;
    j->in_queue_as = ++r->n_joined;
}

/* The first to come; -1: nobody is there so. */
static int first(const struct run *r, int queue, enum in_queue as)
{
    int first = -1;
    for (int i = 0; i < r->n_jobs; i++) {
        const struct job *j = &r->job[i];
        if (j->state != SUBMITTED || j->in_queue != as || j->queue != queue) continue;
        if (first < 0 || j->in_queue_as < r->job[first].in_queue_as) first = i;
    }
    return first;
}

/* V1.2: "when a place is free the one that has waited longest has it, within what freed it". */
void queues_give(struct run *r)
{
    for (int q = 0; q < r->o.n_queues; q++) {
        int job;
        while (count(r, q, IN_PLACE) < r->o.queue[q].places && (job = first(r, q, IN_LINE)) >= 0) {
            join(r, job, q, IN_PLACE);
            admit(r, job);
        }
    }
}

/* F3.1 */
static void fail(struct run *r, int job)
{
    struct job *j = &r->job[job];
    j->failed = true;
    for (int s = 0; s < j->n_stages; s++) j->stage[s].due_us = NEVER;
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && r->attempt[i].phase != OVER) kill_attempt(r, i, -1);
    job_end(r, job);
}

static bool has_limit_below(const struct job *j, int64_t us) { return j->limit_us != UNSET && j->limit_us < us; }

/* V1.2, V2, and V5 of one that is submitted. */
static void enter(struct run *r, int job, int q, bool submitted)
{
    const struct query_queue *queue = &r->o.queue[q];
    bool has_place = count(r, q, IN_PLACE) < queue->places,
         beside = submitted && has_limit_below(&r->job[job], queue->short_us);
    if (!has_place && !beside && queue->queued != UNSET && count(r, q, IN_LINE) >= queue->queued) {
        fail(r, job);
        return;
    }
    join(r, job, q, has_place ? IN_PLACE : beside ? BESIDE : IN_LINE);
    if (has_place || beside) admit(r, job);
}

void queues_submit(struct run *r, int job)
{
    int q = queue_of(r, &r->job[job]);
    if (q < 0 || has_limit_below(&r->job[job], r->o.queue[q].pass_us)) admit(r, job); /* V1, V6 */
    else enter(r, job, q, true);
}

/* ---- what is too long ------------------------------------------------------------------------------------ */

static void stage_begins_again(struct run *r, struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++) s->task[t].launched = s->task[t].done = false;
    s->ready = s->marked = s->offered = false;
    s->due_us = NEVER;
    s->level = 0;
    s->wait_us = s->skips = 0;
    s->passed_us = s->clock_us = UNSET;
    (void)r;
}

/* V4.2 */
static void restart(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && r->attempt[i].phase != OVER) kill_attempt(r, i, -1);
    for (int s = 0; s < j->n_stages; s++) stage_begins_again(r, &j->stage[s]);
    memset(j->finished_at, 0, sizeof j->finished_at);
    j->admitted = false;
    j->in_queue = NOWHERE;
}

/* V4, V5 */
static void hop(struct run *r, int job, int to)
{
    if (count(r, to, IN_PLACE) < r->o.queue[to].places) join(r, job, to, IN_PLACE);
    else {
        restart(r, job);
        enter(r, job, to, false);
    }
    queues_give(r);
}

static int64_t too_long(const struct run *r, int q, enum in_queue as)
{
    const struct query_queue *queue = &r->o.queue[q];
    int64_t us = as == BESIDE ? queue->short_us : as == IN_PLACE ? queue->run_us : queue->wait_us;
    int job = first(r, q, as);
    return job < 0 || us == NEVER ? NEVER : r->job[job].in_queue_us + us;
}

int64_t queues_next(const struct run *r)
{
    int64_t least = NEVER;
    for (int q = 0; q < r->o.n_queues; q++)
        for (enum in_queue as = BESIDE; as <= IN_LINE; as++)
            if (too_long(r, q, as) < least) least = too_long(r, q, as);
    return least;
}

/* V7: "queues are taken in the order of the option"; beside it, in it, waiting. */
bool queues_time_out(struct run *r)
{
    bool any = false;
    for (int q = 0; q < r->o.n_queues; q++)
        for (enum in_queue as = BESIDE; as <= IN_LINE; as++)
            while (too_long(r, q, as) <= r->now_us) {
                int job = first(r, q, as);
                any = true;
                if (as == BESIDE) hop(r, job, q);
                else if (as == IN_PLACE && r->o.queue[q].hop >= 0) hop(r, job, r->o.queue[q].hop);
                else fail(r, job);
            }
    return any;
}
