/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections.c - what a study knows, as the numbered sections say it. One function for each section, which adds its
 * paragraph and leaves it empty where there is nothing to say. A section without words is not put. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/study/shares.h"
#include "lib/trace/import/sw_importer.h"
#include "tools/advise/words.h"

/* ---- the load -------------------------------------------------------------------------------------------- */

/* Slot time and waiting would be told too small of jobs that took more than one slot. */
static void add_one_slot(uint64_t n_wide, struct words *w)
{
    words_add(w, "Cannot tell: a job is one slot here, and %llu job%s several cores or nodes.", ull(n_wide),
              n_wide == 1 ? " takes" : "s take");
}

/* Rule S13 of docs/model.md has the verdicts. Overload and backlog matter to a reader because mean responses then
 * depend on how long the log is. */
void sections_load(const struct sw_load_answer *load, uint64_t n_wide, struct words *w)
{
    static const char *const means[] = {
        [SW_LOAD_STABLE] = "Stable: the jobs kept ahead of the slots",
        [SW_LOAD_BACKLOGGED] = "Backlogged: later jobs waited longer, so mean responses depend on the log's length",
        [SW_LOAD_OVERLOADED] = ("Overloaded: more came than the slots could do, so mean responses grow with the log's "
                                "length"),
        [SW_LOAD_CANNOT_TELL] = "Too few jobs to tell whether they kept ahead of the slots",
    };
    if (n_wide > 0) {
        add_one_slot(n_wide, w);
        return;
    }
    words_add(w, "%s.", means[load->verdict]);
    if (load->verdict != SW_LOAD_CANNOT_TELL && !isnan(load->offered))
        words_add(w, " They brought %.0f %% of the slot time there was.", 100 * load->offered);
}

/* ---- the log --------------------------------------------------------------------------------------------- */

/* Which jobs a faster day would have brought sooner. So a change of the wait moves their submissions, too. Only logs
 * of Spark tell. */
static void add_drivers(const struct sw_log *log, struct words *w)
{
    uint64_t n = 0;
    for (size_t i = 0; i < log->n_jobs; i++)
        n += log->jobs[i].after != UINT32_MAX;
    if (!log->spark || log->n_jobs < 2)
        return;
    if (n == 0)
        words_add(w, " Its jobs come by the clock.");
    else
        words_add(w, " %llu of its %llu jobs follow the end of another, and come sooner if that does.", ull(n),
                  ull(log->n_jobs));
    if (log->n_users > 0)
        words_add(w, " They look like those of %zu users who ask again some time after an answer.", log->n_users);
}

/* Distances are those that were recorded, whatever the replay does. What is hidden, drawn, damaged or assumed is said
 * behind them. */
void sections_log(const struct advised *v, struct words *w)
{
    const struct sw_day_outcome *o = &v->study.recorded;
    const struct sw_located *p = &o->placed;
    uint64_t near = p->node + p->rack + p->any, damage = sw_damage_total(sw_trace_damage(v->log->trace));
    if (near > 0)
        words_add(w,
                  "Of %llu map tasks that recorded a distance to their data %llu ran on a node with it (%.0f %%), "
                  "%llu in its rack (%.0f %%), %llu beyond (%.0f %%).",
                  ull(near), ull(p->node), part_percent(p->node, near), ull(p->rack), part_percent(p->rack, near),
                  ull(p->any), part_percent(p->any, near));
    else
        words_add(w, "No task recorded a distance to its data.");
    if (o->n_process > 0)
        words_add(w, " %llu ran in a process that held it, or had no preference.", ull(o->n_process));
    add_drivers(v->log, w);
    if (v->study.hidden)
        words_add(w, " The hosts that they preferred are not in the log and are drawn again each day, which AGAIN "
                     "does not do: its numbers differ. In the replay of the log as it was %.0f %% run near them, "
                     "recorded: %.0f %%.", 100 * v->study.replayed_near, 100 * v->study.near);
    if (v->study.racks_cl)
        words_add(w, " Racks are not in the log either: the hosts are taken to stand in %llu.",
                  ull(v->study.n_racks));
    if (damage > 0)
        words_add(w, " Damaged: %llu fault%s (slot-trace --check tells where).", ull(damage), many(damage));
    if (v->note[0] != '\0')
        words_add(w, " Note: %s.", v->note);
}

/* Stages shorter than the wait, far tasks that came a wait late, and free slots while tasks waited: recorded,
 * replayed, and under the best wait. */
void sections_wait(const struct sw_study *s, const struct sw_answer *a, uint64_t n_wide, struct words *w)
{
    const struct sw_day_outcome *log = &s->recorded;
    const struct sw_candidate *own = &s->waits.at[0];
    /* A wait in shares or offers is no time to hold beside a task's; 0 passes that sentence over. */
    double wait_s = sw_family_is_time(s->waits.family) ? sw_candidate_wait(own) : 0;
    if (n_wide > 0) {
        add_one_slot(n_wide, w);
        return;
    }
    if (wait_s > 0) {
        words_add(w, "%llu of %llu stages that read data have a mean task shorter than the wait of %g s. ",
                  ull(s->n_short), ull(s->n_reading), wait_s);
    } else if (sw_candidate_wait(own) == 0)
        words_add(w, "No wait was in force%s. ", !s->ask.log->delay ? ", as far as the log tells" : "");
    if (s->held.n > 0)
        words_add(w, "%llu task%s went far from %s data one wait or two after %s stage could have launched %s: %s s of "
                     "waiting. ", ull(s->held.n), many(s->held.n), s->held.n == 1 ? "its" : "their",
                  s->held.n == 1 ? "its" : "their", s->held.n == 1 ? "it" : "them", word_number(s->held.seconds).text);
    if (log->free_s > 0)
        words_add(w, "While tasks waited, %s slot-seconds were free, %.2g %% of %s with those used.",
                  word_number(log->free_s).text, 100 * log->free_s / (log->free_s + log->used_s),
                  word_number(log->free_s + log->used_s).text);
    else
        words_add(w, "No slot was free while a task waited.");
    words_add(w, " In the replay it is %s", word_number(s->tried[0].recorded.free_s).text);
    if (a->best > 0)
        words_add(w, ", and %s with %s", word_number(s->tried[a->best].recorded.free_s).text,
                  words_wait_of(s, &s->waits.at[a->best]).text);
    words_add(w, ".");
    if (s->kept.n > 0) {
        words_add(w, " ");
        words_add_kept(s, w);
    }
}

/* ---- whether a wait pays ------------------------------------------------------------------------------------ */

/* The factor of struct sw_ratio less 1, with its 95 % interval, or the reason why the log does not tell it. */
static void add_penalty(const struct sw_ratio *p, const char *where, struct words *w)
{
    if (isnan(p->value))
        words_add(w, " %s: cannot be told (%s).", where, p->why);
    else
        words_add(w, " %s: %s of a task's time (%s to %s), %llu beside %llu on the node.", where,
                  word_percent(p->value - 1).text, word_percent(p->lo - 1).text, word_percent(p->hi - 1).text,
                  ull(p->n_level), ull(p->n_node));
    if (p->doubt)
        words_add(w, " But %s.", p->doubt);
}

/* First from which cost on a wait pays, by replays (even.c); then what the log measured of the cost; last what the
 * replays took. */
void sections_pays(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->n_preferring == 0)
        return;
    /* pays_from is a factor on the time of tasks off their node: 1 or less is no cost at all, NaN none up to ten. */
    if (a->why == SW_WHY_NO_JOB) {
        words_add(w, "Whether a wait pays cannot be told, as no job finished.");
    } else if (s->pays < 0) {
        words_add(w, "No wait that was tried moved a task nearer to its data, so no penalty makes waiting pay.");
    } else {
        struct word wait = words_wait_of(s, &s->waits.at[s->pays]);
        if (isnan(s->pays_from))
            words_add(w, "Even if a task took ten times as long away from its data, a wait of %s would not pay.",
                      wait.text);
        else if (s->pays_from <= 1)
            words_add(w, "A wait of %s costs nothing here that could be measured, so any cost of distance makes "
                         "it pay.", wait.text);
        else
            words_add(w, "A wait of %s pays if a task takes %s away from its data (%s s more), or longer.", wait.text,
                      word_longer(s->pays_from).text,
                      word_number((s->pays_from - 1) * s->mean_task_s).text);
    }
    words_add(w, " Measured in this log.");
    add_penalty(&s->penalty_rack, "In the rack", w);
    add_penalty(&s->penalty_any, "Beyond it", w);
    /* Without these options each day draws its cost (docs/decisions/price-of-distance.md). */
    if (s->ask.price_given || !isnan(s->ask.remote_cost_s))
        words_add(w, " The replays take %s in the rack and %s beyond, as given.",
                  word_percent(s->price->rack - 1).text, word_percent(s->price->any - 1).text);
    else {
        /* What the days took distance to cost. */
        double least = INFINITY, most = 0;
        for (uint64_t run = 1; run <= s->n_runs; run++) {
            least = fmin(least, s->cost[run].any);
            most = fmax(most, s->cost[run].any);
        }
        words_add(w,
                  " The days draw what a task takes longer beyond its rack from %s to %s. The replay of the log as it "
                  "was takes %s.",
                  word_percent(least - 1).text, word_percent(most - 1).text, word_percent(s->price->any - 1).text);
    }
}

/* Waits for a process matter where tasks there are quicker than others of their stage. From a fifth longer on the
 * page says so. */
void sections_cached(const struct sw_study *s, struct words *w)
{
    if (s->waits.family != SW_FAMILY_SPARK || s->n_cached == 0)
        return;
    words_add(w, "In stages that have both, %llu tasks in a process that held their data took %s s in the median, %llu "
                 "others %s s.", ull(s->n_cached), word_number(s->cached_s).text, ull(s->n_uncached),
              word_number(s->uncached_s).text);
    if (s->uncached_s > 1.2 * s->cached_s)
        words_add(w, " Losing what is cached costs %s times the task.",
                  word_number(s->uncached_s / s->cached_s).text);
    else
        words_add(w, " What is cached gains nothing that this log shows.");
}

/* ---- shares ------------------------------------------------------------------------------------------------- */

/* Hours from one slot-hour on. */
static struct word slot_time(double s)
{
    struct word out, number = word_number(s >= 3600 ? s / 3600 : s);
    snprintf(out.text, sizeof out.text, "%.40s slot-%s", number.text, s >= 3600 ? "hours" : "seconds");
    return out;
}

/* What minimum shares and weights cost pools, by lib/study/shares.h: at most three pools of each kind, the greatest
 * losses first. */
void sections_shares(const struct sw_study *s, struct words *w)
{
    enum { MOST = 3 };
    const struct sw_shares *h = s->shares;
    size_t order[SHARES_POOLS], said = 0;
    if (!h)
        return;
    shares_sort(h, order);
    for (size_t i = 0; i < h->n && said < MOST; i++) {
        const struct share *p = &h->at[order[i]];
        /* What takes less than 1 % of the slots that the pool had is passed over. */
        double enough = 0.01 * fmax(p->had_s, 1);
        said += p->to_minimums_s > enough || p->to_weights_s > enough;
        if (p->to_minimums_s > enough) {
            /* The pool that had most of what minimum shares took from this one. */
            size_t most = 0;
            for (size_t k = 1; k < h->n; k++)
                if (p->taken_s[k] > p->taken_s[most])
                    most = k;
            words_add(w, " Minimum shares take %s from %s (it had %s), %s of them for %s.",
                      slot_time(p->to_minimums_s).text, p->name, slot_time(p->had_s).text,
                      slot_time(p->taken_s[most]).text, h->at[most].name);
        }
        if (p->to_weights_s > enough)
            words_add(w, " Weights take %s from %s, which equal ones would give it.", slot_time(p->to_weights_s).text,
                      p->name);
    }
    if (said == 0)
        words_add(w, " No minimum share and no weight takes 1 %% of its slots from a pool.");
    /* Starved pools: below half of the fair share for a twentieth of the time that their tasks waited. */
    for (size_t i = 0, more = 0; i < h->n && more < MOST; i++) {
        const struct share *p = &h->at[order[i]];
        if (p->wanting_us <= 0 || p->below_us / p->wanting_us < 0.05)
            continue;
        more++;
        words_add(w, " %s had less than half of its fair share for %.0f %% of the time in which its tasks waited.",
                  p->name, 100 * p->below_us / p->wanting_us);
    }
    if (h->n_more > 0)
        words_add(w, " Pools beyond the first %d are not looked at.", SHARES_POOLS);
    /* Each sentence begins with a blank; that of the first goes, and w->n bytes from the second on include the NUL. */
    memmove(w->at, w->at + 1, w->n--);
}

/* ---- the other order ------------------------------------------------------------------------------------- */

/* Responses under the own order and under the other one, with the change and its interval. Pools have no interval. */
static void add_gained(const struct sw_gained *g, struct words *w)
{
    words_add(w, "%s s instead of %s s (%s", word_number(g->response_s[1]).text, word_number(g->response_s[0]).text,
              word_percent(g->change).text);
    if (!isnan(g->interval.lo))
        words_add(w, "; %s to %s", word_percent(g->interval.lo).text, word_percent(g->interval.hi).text);
    words_add(w, ")");
}

/* Classes by the bins of sw_class_sizes. One that is empty, or holds all jobs, adds nothing to the sentence before. */
static void add_gained_sizes(const struct sw_study *s, uint64_t all, struct words *w)
{
    struct sw_bins bins;
    char label[48];
    if (sw_bins_parse("sizes", sw_class_sizes, &bins, NULL) != SW_OK)
        return;
    for (size_t i = 0; i < SW_CLASSES - SW_CLASS_SIZES; i++) {
        const struct sw_gained g = sw_study_gained_of_size(s, i);
        if (g.jobs == 0 || g.jobs == all)
            continue;
        sw_bins_label(&bins, i, label);
        words_add(w, " %llu job%s of %s tasks: ", ull(g.jobs), many(g.jobs), label);
        add_gained(&g, w);
        words_add(w, ".");
    }
}

/* At most eight pools. Nothing where all jobs are in one. */
static void add_gained_pools(const struct sw_study *s, struct words *w)
{
    enum { MOST = 8 };
    struct sw_gained g[MOST];
    struct sw_text pool[MOST];
    const size_t n = sw_study_gained_of_pools(s, g, pool, MOST);
    for (size_t i = 0; i < n; i++) {
        words_add(w, i == 0 ? " By pool, on the recorded day: %.*s " : ", %.*s ",
                  (int)(pool[i].len < 40 ? pool[i].len : 40), pool[i].at);
        words_add(w, "%s", word_percent(g[i].change).text);
    }
    words_add(w, n > 0 ? "." : "");
}

/* Spark's other scheduling mode on the same days: FAIR for a log of FIFO, and the other way round. With the waits as
 * they were. */
void sections_order(const struct sw_study *s, struct words *w)
{
    /* g.jobs stays 0 where the other order was not replayed. */
    const struct sw_gained g = s->other.wanted ? sw_study_gained(s) : (struct sw_gained){ 0 };
    const char *mode = s->other.fair ? "FAIR" : "FIFO";
    const char *nothing = s->other.fair ? "FAIR would change nothing" : "FAIR changes nothing here";
    if (s->other.none == SW_ORDER_NEVER_MET)
        words_add(w, "%s: no two jobs were there at once.", nothing);
    else if (s->other.none == SW_ORDER_ONE_POOL)
        words_add(w, "%s: all jobs are in one pool, and up to Spark 3.3.1 that is FIFO inside where no allocation file "
                     "says otherwise.", nothing);
    if (g.jobs == 0)
        return;
    /* An interval within 1 % of zero is no change. One that holds zero and more says nothing either way. */
    if (g.interval.lo > -SW_ADVICE_SAME && g.interval.hi < SW_ADVICE_SAME)
        words_add(w, "%s would change less than 1 %%: ", mode);
    else if (g.interval.hi < 0)
        words_add(w, "%s would help: ", mode);
    else if (g.interval.lo > 0)
        words_add(w, "%s would not help: ", mode);
    else
        words_add(w, "%s might help or not: ", mode);
    words_add(w, "under spark.scheduler.mode %s, with the waits as they are, a job would have taken ", mode);
    add_gained(&g, w);
    words_add(w, ".");
    add_gained_sizes(s, g.jobs, w);
    add_gained_pools(s, w);
    if (s->other.fair)
        words_add(w, " No allocation file is taken to be there.");
}
