/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.c - job results and attempts by INTERFACES' columns; S2, S6. */
#include "slotwise/sw_csv.h"
#include "tests/naive/naive.h"

static const char *const job_columns[] = { "job_id", "pool", "user", "submit_s", "first_launch_s", "finish_s",
                                           "response_s",
    "alone_s", "slowdown", "maps", "reduces", "map_tasks_run", "node_local", "rack_local", "off_rack", "no_preference",
    "killed", "speculated", "wasted_s", "waited_s", "outcome", NULL };
static const char *const attempt_columns[] = { "job_id", "pool", "stage", "task_id", "attempt", "kind", "node", "rack",
    "locality", "ready_s", "launch_s", "compute_s", "finish_s", "outcome", "killed_for", NULL };

static void put_time(struct sw_out *out, int64_t us)
{
    if (us == UNSET) sw_out_empty(out);
    else sw_out_time(out, us);
}

static int64_t n_tasks(const struct job *j, bool reduces)
{
    int64_t n = 0;
    for (int s = 0; s < j->n_stages; s++)
        if ((j->stage[s].kind == SW_REDUCE) == reduces && !j->stage[s].is_master) n += j->stage[s].n_tasks;
    return n;
}

static void put_job(struct sw_out *out, const struct job *j)
{
    sw_out_str(out, j->id);
    sw_out_str(out, j->pool_name);
    sw_out_str(out, j->user);
    sw_out_time(out, j->submit_us);
    put_time(out, j->first_launch_us);
    put_time(out, j->finish_us);
    put_time(out, j->finish_us == UNSET ? UNSET : j->finish_us - j->submit_us);
    sw_out_empty(out); /* alone_s */
    sw_out_empty(out); /* slowdown */
    sw_out_i64(out, n_tasks(j, false));
    sw_out_i64(out, n_tasks(j, true));
    sw_out_i64(out, j->map_tasks_run);
    for (int at = 0; at < 4; at++) /* R18: process-local is node-local */
        sw_out_i64(out, j->finished_at[at] + (at == SW_AT_NODE ? j->finished_at[SW_AT_PROCESS] : 0));
    sw_out_i64(out, j->killed);
    sw_out_i64(out, j->speculated);
    sw_out_time(out, j->wasted_us);
    sw_out_time(out, j->waited_us);
    sw_out_str(out, sw_outcome_words[j->finish_us == UNSET ? SW_RUNNING : j->failed ? SW_FAILED : SW_DONE]);
    sw_out_end_row(out);
}

/* S6: jobs still in the system in order of submission. */
static void put_running_jobs(const struct run *r, struct sw_out *out)
{
    const struct job *last = NULL;
    for (;;) {
        const struct job *next = NULL;
        for (int i = 0; i < r->n_jobs; i++) {
            const struct job *j = &r->job[i];
            if (j->state != SUBMITTED || (last && !earlier(last, j))) continue;
            if (!next || earlier(j, next)) next = j;
        }
        if (!next) return;
        put_job(out, next);
        last = next;
    }
}

static void put_jobs(const struct run *r, struct sw_out *out)
{
    sw_out_header(out, job_columns);
    for (int i = 0; i < r->n_job_order; i++) put_job(out, &r->job[r->job_order[i]]);
    put_running_jobs(r, out);
}

static void put_attempt(const struct run *r, struct sw_out *out, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    const struct stage *s = &j->stage[a->stage];
    sw_out_str(out, j->id);
    sw_out_str(out, j->pool_name);
    sw_out_u64(out, s->number);
    sw_out_str(out, s->task[a->task].id);
    sw_out_i64(out, a->number);
    sw_out_str(out, sw_kind_words[s->kind]);
    sw_out_str(out, r->node[a->node].name);
    sw_out_str(out, r->node[a->node].rack[0] ? r->node[a->node].rack : "default-rack"); /* B1 */
    sw_out_str(out, sw_locality_words[a->locality]);
    sw_out_time(out, a->ready_us);
    sw_out_time(out, a->launch_us);
    put_time(out, a->compute_us);
    put_time(out, a->finish_us);
    sw_out_str(out, sw_outcome_words[a->outcome]);
    if (a->killed_for < 0) sw_out_empty(out);
    else sw_out_str(out, r->pool[a->killed_for].name);
    sw_out_end_row(out);
}

static void put_attempts(const struct run *r, struct sw_out *out)
{
    sw_out_header(out, attempt_columns);
    for (int i = 0; i < r->n_attempt_order; i++) put_attempt(r, out, &r->attempt[r->attempt_order[i]]);
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].finish_us == UNSET) put_attempt(r, out, &r->attempt[i]);
}

void output_write(const struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_out *out;
    if (sw_out_open(&out, NULL, &err)) naive_fail_err(&err);
    put_jobs(r, out);
    if (sw_out_close(out, &err)) naive_fail_err(&err);
    if (r->o.links) {
        if (sw_out_open(&out, r->o.links, &err)) naive_fail_err(&err);
        network_put_links(r, out);
        if (sw_out_close(out, &err)) naive_fail_err(&err);
    }
    if (!r->o.attempts) return;
    if (sw_out_open(&out, r->o.attempts, &err)) naive_fail_err(&err);
    put_attempts(r, out);
    if (sw_out_close(out, &err)) naive_fail_err(&err);
}
