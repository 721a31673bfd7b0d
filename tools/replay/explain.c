/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - --explain JOB: what a job waited for, in sentences, from the decisions about it (S12 of docs/model.md).
 * Each row of the decisions is one sentence. Launches that follow one another share a line. At the end of the job
 * comes a summary of where its time went. It is a sink between the replay and its records: it passes all on and keeps
 * what is about the job. */
#include "lib/base/sw_shown.h"
#include "lib/csv/sw_output.h"
#include "tools/replay/replay.h"
#include <string.h>
#include "slotwise/sw_err.h"

/* A story is for people; --decisions has all rows of a long one. */
enum { MOST_LINES = 60 };

#define S(us) shown_time(us).text

/* ---- the story ------------------------------------------------------------------------------- */

/* Counts what is left out, too. From the first line that is left out none is printed, so the story has no holes. */
static bool may_print(struct explain *e)
{
    if (e->lines < MOST_LINES)
        e->lines++;
    else
        e->left_out++;
    return !e->left_out;
}

/* at: launches by enum sw_locality. */
static void put_localities(struct sw_out *out, const uint64_t at[5])
{
    const char *between = "";
    for (int i = 0; i < 5; i++)
        if (at[i]) {
            sw_out_sentence(out, "%s%llu %s", between, (unsigned long long)at[i], sw_locality_words[i]);
            between = ", ";
        }
}

/* Before any other line, and at the job's end: what the launches so far come to. */
static void end_run(struct explain *e)
{
    uint64_t n = e->run.n;
    e->run.n = 0;
    if (!n || !may_print(e))
        return;
    if (n == 1) {
        sw_out_sentence(e->out, "%s\n", e->run.first);
        return;
    }
    if (e->run.from_us == e->run.to_us)
        sw_out_sentence(e->out, "at %s: %llu launches (", S(e->run.from_us), (unsigned long long)n);
    else
        sw_out_sentence(e->out, "from %s to %s: %llu launches (", S(e->run.from_us), S(e->run.to_us),
                      (unsigned long long)n);
    put_localities(e->out, e->run.at);
    sw_out_sentence(e->out, ")\n");
}

/* A row of the decisions as text. node is NULL where no node was in question. */
static void put_sentence(char *buf, size_t cap, const struct sw_decision *d)
{
    static const char *const verbs[] = { "launched", "skipped", "nothing to launch", "held back", "killed", "evicted",
        "copied", "suspended" };
    bool launch = d->action == SW_DID_LAUNCH;
    snprintf(buf, cap, "at %s: %s%s%s%s%s%s: %s", S(d->time_us), verbs[d->action], d->node ? " on " : "",
             d->node ? d->node : "", launch ? " (" : "", launch ? sw_locality_words[d->locality] : "",
             launch ? ")" : "", d->reason);
}

/* Launches without another row between them are one sentence. */
static void explain_launch(struct explain *e, const struct sw_decision *d)
{
    /* A run of one launch is the sentence of that launch. */
    if (!e->run.n++) {
        memset(e->run.at, 0, sizeof e->run.at);
        e->run.from_us = d->time_us;
        put_sentence(e->run.first, sizeof e->run.first, d);
    }
    e->run.at[d->locality]++;
    e->run.to_us = d->time_us;
    e->launches[d->locality]++;
}

/* ---- where the time went --------------------------------------------------------------------- */

/* What a row says of the time until the next. */
static enum explain_state state_of(const struct sw_decision *d)
{
    switch (d->action) {
    case SW_DID_LAUNCH: return EXPLAIN_LAUNCH;
    case SW_DID_SKIP: return d->turn ? EXPLAIN_TURN : EXPLAIN_DATA;
    case SW_DID_AT_LIMIT: return EXPLAIN_LIMIT;
    case SW_DID_NO_TASK: return EXPLAIN_NO_TASK;
    default: return EXPLAIN_OTHER;
    }
}

/* The time since the row before counts for the state of that row. */
static void note_time(struct explain *e, const struct sw_decision *d)
{
    if (e->begun)
        e->us[e->state] += d->time_us - e->last_us;
    else
        e->first_us = d->time_us;
    e->begun = true;
    e->last_us = d->time_us;
    e->state = state_of(d);
    e->rows[e->state]++;
}

/* Only --until leaves a job unfinished. */
static int64_t job_end_us(const struct explain *e, const struct sw_result *res)
{
    return res->finish_us < 0 ? e->until_us : res->finish_us;
}

/* The parts add up to the time from the first row to the job's end. */
static void put_states(struct explain *e)
{
    static const char *const what[] = { "launching, or no slot was offered since", "its data was not near",
        "others stood before it", "a limit held it back", "it had nothing ready to launch",
        "tasks were killed, suspended, evicted or copied" };
    for (int i = 0; i < EXPLAIN_N; i++)
        if (e->rows[i])
            sw_out_sentence(e->out, "  %s s in %llu %s: %s\n", S(e->us[i]), (unsigned long long)e->rows[i],
                          e->rows[i] == 1 ? "row" : "rows", what[i]);
}

static void put_launches(struct explain *e)
{
    uint64_t n = 0;
    for (int i = 0; i < 5; i++)
        n += e->launches[i];
    sw_out_sentence(e->out, "  launches: %s", n ? "" : "none");
    put_localities(e->out, e->launches);
    sw_out_sentence(e->out, "\n");
}

/* S14, of the job whose row is about to come. */
static void put_waits(struct explain *e)
{
    static const char *const why[] = {
        [SW_HELD_NOT_ADMITTED] = "it was not let in, as its pool ran all the jobs it may",
        [SW_HELD_POOL_LIMIT] = "its pool, or one above it, ran all it may",
        [SW_HELD_USER_LIMIT] = "its user ran all one may in the pool",
        [SW_HELD_JOB_LIMIT] = "it ran all a job may",
        [SW_HELD_OWED] = "no slot was free; its pool was owed some, and nobody could lose a task (--preempt)",
        [SW_HELD_BUSY] = "no slot was free",
        [SW_HELD_RESERVED] = "slots were free, kept for others or too few in one place",
        [SW_HELD_NOT_LENT] = "the free slots were of quotas that are not lent",
        [SW_HELD_NO_SPACE] = "no node with a free slot had space for its output",
        [SW_HELD_NODE_RULE] = "no node with a free slot might run it",
        [SW_HELD_LOAD_CAP] = "nodes with free slots were at their load cap",
        [SW_HELD_DATA] = "slots were free, and it waited for one near its data",
        [SW_HELD_OFFER] = "a slot was free and not offered yet",
        [SW_HELD_DECIDER] = "slots were free, and --decide left it waiting",
    };
    for (int i = 0; i < SW_HELD_N; i++)
        if (e->held_us[i])
            sw_out_sentence(e->out, "  a task was ready and did not run for %s s: %s\n", S(e->held_us[i]), why[i]);
}

/* The summary, when the job's own row comes. */
static void put_end(struct explain *e, const struct sw_result *res)
{
    sw_out_sentence(e->out, "job %s of pool %s: ", res->job_id, res->pool);
    /* Negative: it follows a job that has not ended, or the replay ended before. */
    if (res->submit_us < 0) {
        sw_out_sentence(e->out, "never submitted\n");
        return;
    }
    sw_out_sentence(e->out, "submitted at %s, ", S(res->submit_us));
    if (res->finish_us < 0)
        sw_out_sentence(e->out, "not finished at %s\n", S(e->until_us));
    else
        sw_out_sentence(e->out, "%s at %s, a response of %s s\n", sw_outcome_words[res->outcome], S(res->finish_us),
                      S(res->finish_us - res->submit_us));
    put_launches(e);
    sw_out_sentence(e->out, "  waited %s s in all for slots near its data\n", S(res->waited_us));
    /* Before its first row a job was asked nothing: no slot had come to its place in the queue. */
    if (!e->begun)
        sw_out_sentence(e->out, "  %s s in which it was offered no slot\n", S(job_end_us(e, res) - res->submit_us));
    else if (e->first_us > res->submit_us)
        sw_out_sentence(e->out, "  %s s until it was first offered a slot\n", S(e->first_us - res->submit_us));
    put_states(e);
    put_waits(e);
}

/* ---- the sink -------------------------------------------------------------------------------- */

static void on_decision(void *ctx, const struct sw_decision *d)
{
    struct explain *e = ctx;
    char sentence[1200];
    if (e->inner.decision)
        e->inner.decision(e->inner.ctx, d);
    if (strcmp(d->job_id, e->job_id)) { /* a task of another job was killed for this one */
        put_sentence(sentence, sizeof sentence, d);
        end_run(e);
        if (may_print(e))
            sw_out_sentence(e->out, "%s (job %s)\n", sentence, d->job_id);
        return;
    }
    note_time(e, d);
    if (d->action == SW_DID_LAUNCH) {
        explain_launch(e, d);
        return;
    }
    put_sentence(sentence, sizeof sentence, d);
    end_run(e);
    if (may_print(e))
        sw_out_sentence(e->out, "%s\n", sentence);
}

/* The last state of the job lasts until its end. */
static void explain_on_job(void *ctx, const struct sw_result *res)
{
    struct explain *e = ctx;
    if (e->inner.job)
        e->inner.job(e->inner.ctx, res);
    if (strcmp(res->job_id, e->job_id))
        return;
    end_run(e);
    if (e->begun)
        e->us[e->state] += job_end_us(e, res) - e->last_us;
    if (e->left_out)
        sw_out_sentence(e->out, "(%llu more; --decisions FILE has them)\n", (unsigned long long)e->left_out);
    put_end(e, res);
    /* A later job of the same name begins with nothing. */
    *e = (struct explain){ .job_id = e->job_id, .until_us = e->until_us, .out = e->out, .inner = e->inner,
                           .jobs = e->jobs + 1 };
}

/* These are only in the sink where `inner` has them. */
static void explain_on_attempt(void *ctx, const struct sw_attempt *a)
{
    struct explain *e = ctx;
    e->inner.attempt(e->inner.ctx, a);
}

static void on_sample(void *ctx, const struct sw_sample *s)
{
    struct explain *e = ctx;
    e->inner.sample(e->inner.ctx, s);
}

/* S14: how long some task of the job waited for that. It comes before the row of the job. */
static void on_held(void *ctx, const struct sw_held_up *h)
{
    struct explain *e = ctx;
    if (e->inner.held)
        e->inner.held(e->inner.ctx, h);
    if (!strcmp(h->job_id, e->job_id))
        e->held_us[h->held] = h->us;
}

/* A reader that has gone, as head(1), ends the replay. */
static bool on_stop(void *ctx, int64_t now_us, const struct sw_totals *totals)
{
    struct explain *e = ctx;
    return sw_out_failed(e->out) || (e->inner.stop && e->inner.stop(e->inner.ctx, now_us, totals));
}

struct sw_replay_sink explain_start(struct explain *e, const char *job_id, int64_t until_us, struct sw_out *out,
                                    const struct sw_replay_sink *inner)
{
    *e = (struct explain){ .job_id = job_id, .until_us = until_us, .out = out, .inner = *inner };
    return (struct sw_replay_sink){ .ctx = e, .job = explain_on_job, .decision = on_decision,
        .decisions_of = job_id, .stop = on_stop, .held = on_held, .attempt = inner->attempt ? explain_on_attempt : NULL,
        .sample = inner->sample ? on_sample : NULL };
}

int explain_finish(struct explain *e, struct sw_err *err)
{
    if (e->jobs)
        return SW_OK;
    if (e->until_us >= 0)
        return sw_err_set(err, "--explain: no such job in the trace up to %s s (--until): '%s'", S(e->until_us),
                          e->job_id);
    return sw_err_set(err, "--explain: no such job in the trace: '%s'", e->job_id);
}
