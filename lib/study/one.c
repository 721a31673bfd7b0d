/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one.c - one replay of a study: a wait, a day, a cost of distance. What waits come to on days is from here.
 * Replays share nothing that is written, so many run at once. */
#include <math.h>
#include "lib/log/log.h"
#include "lib/stats/sw_results.h"
#include "lib/study/study.h"

struct running {
    struct one *p;
    struct sw_load *load;            /* NULL: not wanted */
    double sum_s;                    /* of responses */
    struct sw_quantiles *responses;
    bool no_room;
};

/* ---- jobs ---------------------------------------------------------------------------------------- */

/* Times are responses in seconds; near and placed are tasks. */
static void add_to(struct sw_tally *t, const struct sw_result *result)
{
    t->sum_s += study_seconds(result->finish_us - result->submit_us);
    t->jobs++;
    t->near += result->node_local;
    t->placed += result->node_local + result->rack_local + result->off_rack;
}

/* Of the pools with the factors of this one the job's; SIZE_MAX: none is. */
static size_t price_of(const struct sw_study *s, size_t price, struct sw_text pool)
{
    /* Prices that are no pool's count all jobs. */
    if (price < SW_PRICE_POOLS)
        return price;
    for (size_t i = price; i < s->n_prices; i++)
        if (s->price[i].first == price && sw_text_is(pool, s->price[i].pool))
            return i;
    return SIZE_MAX;
}

static void tally(struct one *p, const struct sw_log_job *job, const struct sw_result *result)
{
    const size_t price = price_of(p->s, *p->price, job->pool);
    if (price == SIZE_MAX)
        return;
    /* A wait, a run and a price have a tally of their own, so no lock is needed. */
    struct sw_tally *of = p->s->price[price].tally[p->wait][p->run];
    add_to(&of[SW_CLASS_ALL], result);
    add_to(&of[p->s->class_of[job - p->s->ask.log->jobs]], result);
}

static bool is_in_part(const struct part *part, size_t job) { return !part || (part->from <= job && job < part->to); }

static void take_one_result(void *context, const struct sw_result *result)
{
    struct running *r = context;
    struct one *p = r->p;
    const struct sw_log *log = p->s->ask.log;
    const bool done = result->outcome == SW_DONE;
    /* Where tasks ran counts for all jobs, whatever became of them. */
    p->out.placed.node += result->node_local;
    p->out.placed.rack += result->rack_local;
    p->out.placed.any += result->off_rack;
    if (r->load)
        /* A job that is not done was in the system to the end. */
        r->no_room |= sw_load_add(r->load, study_seconds(result->submit_us), done
            ? study_seconds(result->finish_us - result->submit_us) : (double)INFINITY) != SW_OK;
    if (!done)
        return;
    /* The place is within the part's log. */
    const struct sw_log_job *job = sw_log_at(p->part ? &p->part->log : log, result->place, result->job_id);
    if (!job || !sw_log_counts(job) || !is_in_part(p->part, (size_t)(job - log->jobs)))
        return;
    const double response_s = study_seconds(result->finish_us - result->submit_us);
    r->sum_s += response_s;
    r->no_room |= sw_quantiles_add(r->responses, response_s) != SW_OK;
    p->out.n_done++;
    if (p->price)
        tally(p, job, result);
    if (p->response_us)
        p->response_us[job - log->jobs] = result->finish_us - result->submit_us;
}

static void take_use(void *context, const struct sw_use *use)
{
    const struct one *p = ((const struct running *)context)->p;
    p->used(p->context, use);
}

/* ---- the replay ---------------------------------------------------------------------------------- */

/* As in the summary of slot-replay. */
static int judge_load(struct running *r, const struct sw_totals *t, struct sw_err *err)
{
    struct sw_load_slots slots[2];
    for (int kind = 0; kind < 2; kind++)
        slots[kind] = (struct sw_load_slots){ study_seconds(t->busy_us[kind]),
                                              t->slot_us[kind] / (double)SW_US_PER_S };
    return r->no_room || sw_load_judge(r->load, slots, 2, r->p->out.end_s, 2 * t->followers > t->jobs, r->p->load)
        != SW_OK ? sw_err_memory(err) : SW_OK;
}

static struct sw_options options_of(const struct one *p)
{
    /* What is set below is all that differs from the log's options, or from those of the other order. */
    struct sw_options opt = p->other ? *p->s->other.opt : *p->s->opt;
    opt.delay = p->s->waits.at[p->wait].delay;
    /* All waits of a run draw the same (common random numbers). */
    opt.seed += p->run;
    opt.jitter_us = p->run > 0 ? p->s->jitter_us : 0;
    opt.penalty_rack = p->rack;
    opt.penalty_off = p->any;
    return opt;
}

static int replay_one(struct running *r, struct sw_trace *trace, struct sw_err *err)
{
    struct one *p = r->p;
    const struct sw_study_ask *ask = &p->s->ask;
    const struct sw_options opt = options_of(p);
    struct sw_replay_sink sink = { .ctx = r, .job = take_one_result, .used = p->used ? take_use : NULL };
    struct sw_replay *replay = NULL;
    /* The first that there is: the caller's, that of drawn racks, the log's. */
    int status = sw_replay_new(&replay, p->cl ? p->cl : p->s->racks_cl ? p->s->racks_cl : ask->log->cl,
                               p->other ? p->s->other.pools : ask->pools, &opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(replay, trace, err);
    if (status == SW_OK) {
        const struct sw_totals *totals = sw_replay_totals(replay);
        p->out.end_s = study_seconds(totals->last_end_us - totals->first_submit_us);
        /* Some task was launched more than once. */
        p->out.again = totals->launches > totals->tasks;
        p->out.mean_s = r->sum_s / (double)p->out.n_done;
        p->out.goal_s = p->s->goal_is_end ? p->out.end_s : p->out.mean_s;
        p->out.p95_s = sw_quantiles_get(r->responses, 0.95);
        if (r->no_room)
            status = sw_err_memory(err);
        else if (r->load)
            status = judge_load(r, totals, err);
    }
    sw_replay_free(replay);
    return status;
}

/* Spark's offers read the names of executors. */
int one_columns(const struct sw_study *s, const struct sw_log *part, const struct sw_text *hosts,
                struct log_columns **out, struct sw_err *err)
{
    const bool by_name = s->ask.log->spark || s->opt->offers == SW_OFFERS_SPARK;
    *out = NULL;
    return by_name ? SW_OK
                   : columns_make(out, part, hosts, s->opt->placement == SW_PLACE_TRACE ? s->ask.log->cl : NULL, err);
}

static int open_trace(struct sw_trace **out, const struct one *p, struct sw_err *err)
{
    const struct inside *own = p->s->inside;
    const struct sw_log *log = p->part ? &p->part->log : p->s->ask.log;
    /* The first that there is: the day's columns, its hosts, the columns of run 0, its hosts. */
    const struct log_columns *columns = p->columns || p->hosts ? p->columns : own->columns;
    return columns ? source_columns(out, log, columns, err)
                   : sw_log_trace(out, log, p->hosts ? p->hosts : own->recorded_hosts, err);
}

int one_run(struct one *p, struct sw_err *err)
{
    struct running r = { .p = p, .responses = sw_quantiles_new(SW_QUANTILES_EXACT) };
    struct sw_trace *trace;
    if (!r.responses || (p->load && !(r.load = sw_load_new()))) {
        sw_quantiles_free(r.responses);
        return sw_err_memory(err);
    }
    int status = open_trace(&trace, p, err);
    if (status == SW_OK) {
        status = replay_one(&r, trace, err);
        sw_trace_free(trace);
    }
    sw_load_free(r.load);
    sw_quantiles_free(r.responses);
    return status;
}
