/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - see words.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/study/shares.h"
#include "tools/advise/words.h"

/* ---- pieces --------------------------------------------------------------------------------------- */

void words_add(struct words *w, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(w->at + w->n, sizeof w->at - w->n, fmt, args);
    va_end(args);
    if (n > 0)
        w->n += (size_t)n < sizeof w->at - w->n ? (size_t)n : sizeof w->at - w->n - 1;
}

struct word word_number(double x)
{
    struct word out;
    double size = fabs(x);
    int digits = size >= 1000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
    snprintf(out.text, sizeof out.text, "%.*f", digits, x);
    char *end = out.text + strlen(out.text);
    while (strchr(out.text, '.') && (end[-1] == '0' || end[-1] == '.')) {
        bool point = end[-1] == '.';
        *--end = '\0';
        if (point)
            break;
    }
    if (isnan(x))
        strcpy(out.text, "?");
    return out;
}

struct word word_percent(double share)
{
    struct word out;
    double percent = round(1000 * share) / 10 + 0.0;
    snprintf(out.text, sizeof out.text, "%+.1f %%", percent);
    if (isnan(share))
        strcpy(out.text, "?");
    return out;
}

struct word word_span(double s)
{
    struct word out, number;
    double minutes = s / 60, hours = s / 3600;
    number = word_number(hours >= 3 ? hours : minutes >= 3 ? minutes : s);
    snprintf(out.text, sizeof out.text, "%.40s %s", number.text, hours >= 3 ? "hours" : minutes >= 3 ? "minutes" : "s");
    return out;
}

/* Of a factor on a task's time: "18.2 % longer", "6.7 times as long". */
struct word word_longer(double factor)
{
    struct word out, number = word_number(factor >= 2 ? factor : 100 * (factor - 1));
    snprintf(out.text, sizeof out.text, "%.30s %s", number.text, factor >= 2 ? "times as long" : "% longer");
    return out;
}

static const char *many(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static unsigned long long ull(uint64_t n)
{
    return (unsigned long long)n;
}

static double percent(uint64_t n, uint64_t of)
{
    return of > 0 ? 100 * (double)n / (double)of : 0;
}

struct word words_wait_of(const struct sw_study *s, const struct sw_candidate *p)
{
    struct word out;
    bool times = sw_family_is_time(s->waits.family);
    if (sw_candidate_wait(p) == 0)
        snprintf(out.text, sizeof out.text, "no wait");
    else if (times && p->node == p->rack)
        snprintf(out.text, sizeof out.text, "%g s", p->node);
    else if (times)
        snprintf(out.text, sizeof out.text, "%g s and %g s", p->node, p->rack);
    else
        snprintf(out.text, sizeof out.text, "%.40s %s", words_numbers(s->waits.family, p).text,
                 words_unit(s->waits.family));
    return out;
}

const char *words_waits(const struct sw_study *s)
{
    switch (s->waits.family) {
    case SW_FAMILY_SPARK: return "for process, node and rack";
    case SW_FAMILY_CAPACITY: return "offers missed, for the node";
    case SW_FAMILY_YARN: return "shares of the nodes, for node and rack";
    default: return "for node and rack";
    }
}

const char *words_unit(enum sw_family family)
{
    return family == SW_FAMILY_YARN ? "of the nodes" : family == SW_FAMILY_CAPACITY ? "offers" : "s";
}

struct word words_numbers(enum sw_family family, const struct sw_candidate *p)
{
    struct word out;
    switch (family) {
    case SW_FAMILY_SPARK: snprintf(out.text, sizeof out.text, "%gs %gs %gs", p->process, p->node, p->rack); break;
    case SW_FAMILY_YARN: snprintf(out.text, sizeof out.text, "%g %g", p->node, p->rack); break;
    case SW_FAMILY_CAPACITY: snprintf(out.text, sizeof out.text, "%g", p->node); break;
    default: snprintf(out.text, sizeof out.text, "%gs %gs", p->node, p->rack);
    }
    return out;
}

static double goal(const struct sw_study *s, size_t i)
{
    double sum = 0;
    if (!s->drawn && !s->hidden)
        return s->tried[i].run_s[0];
    for (uint64_t run = 0; run <= s->n_runs; run++) /* of the days that the change is the mean of */
        sum += s->tried[i].run_s[run];
    return sum / (double)(s->n_runs + 1);
}

/* ---- the head ------------------------------------------------------------------------------------- */

static void add_name(const struct advised *v, struct words *w)
{
    const char *slash = strrchr(v->name, '/');
    char name[120];
    if (sw_trace_fact(v->log->trace, "application", name, sizeof name) && name[0] != '\0')
        words_add(w, "%s", name);
    else
        words_add(w, "%s", slash && slash[1] != '\0' ? slash + 1 : v->name);
}

/* Those that are there at some time; nodes that stand on one host are executors. */
static void add_nodes(const struct sw_cluster *cl, struct words *w)
{
    uint64_t n = 0, hosts = 0;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        bool there = cl->node[i].span[0].from_us < SW_TIME_MAX / 2;
        n += there;
        hosts += there && cl->node[i].home == i;
    }
    if (cl->has_hosts)
        words_add(w, ", %llu executor%s on %llu host%s", ull(n), many(n), ull(hosts), many(hosts));
    else
        words_add(w, ", %llu node%s", ull(n), many(n));
}

void words_title(const struct advised *v, struct words *w)
{
    const struct sw_log *log = v->log;
    char version[60];
    add_name(v, w);
    words_add(w, ": ");
    if (sw_trace_fact(log->trace, "spark_version", version, sizeof version) && version[0] != '\0')
        words_add(w, "Spark %s", version);
    else
        words_add(w, "%s", log->format);
    if (log->n_tasks == 0)
        return;
    words_add(w, ", %llu job%s, %llu task%s", ull(log->n_jobs), many(log->n_jobs), ull(log->n_tasks),
              many(log->n_tasks));
    if (log->lacks)
        return;
    add_nodes(log->cl, w);
    words_add(w, ", %s", word_span(v->study.back.makespan_s).text);
}

/* ---- the answer ------------------------------------------------------------------------------------- */

static void add_goal(const struct sw_study *s, size_t to, struct words *w)
{
    const struct sw_tried *t = &s->tried[to];
    words_add(w, s->goal_is_end ? "the application would have ended after %s s instead of %s s (%s"
                                : "a job would have taken %s s in the mean instead of %s s (%s",
              word_number(goal(s, to)).text, word_number(goal(s, 0)).text, word_percent(t->change).text);
    if (t->costs_decide)
        words_add(w, ", if distance costs nothing");
    else if (!isnan(t->interval.lo))
        words_add(w, "; %s to %s on days like it", word_percent(t->interval.lo).text,
                  word_percent(t->interval.hi).text);
    words_add(w, ")");
}

static void add_job(const struct sw_study *s, size_t to, size_t job, struct words *w)
{
    const struct sw_log_job *j = &s->ask.log->jobs[job];
    double own_s = (double)s->tried[0].response_us[job] / (double)SW_US_PER_S;
    double new_s = (double)s->tried[to].response_us[job] / (double)SW_US_PER_S;
    words_add(w, "%.*s, %s s instead of %s s (%s)", (int)(j->id.len < 60 ? j->id.len : 60), j->id.at,
              word_number(new_s).text, word_number(own_s).text, word_percent(new_s / own_s - 1).text);
}

static void add_losers(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->worst == SIZE_MAX) {
        words_add(w, " No job loses 1 %%.");
    } else {
        words_add(w, " Who loses most: ");
        add_job(s, a->best, a->worst, w);
        words_add(w, "; %llu of %llu jobs lose more than 5 %%.", ull(a->n_slower), ull(a->n_jobs));
    }
    if (a->most_gained != SIZE_MAX) {
        words_add(w, " Who gains most: ");
        add_job(s, a->best, a->most_gained, w);
        words_add(w, ".");
    }
}

static void add_distance(const struct sw_study *s, size_t to, struct words *w)
{
    const struct sw_located *own = &s->tried[0].recorded.placed, *new = &s->tried[to].recorded.placed;
    int64_t node = (int64_t)new->node - (int64_t)own->node, any = (int64_t)new->any - (int64_t)own->any;
    if (node == 0 && any == 0)
        words_add(w, " As many tasks would have run near their data.");
    else
        words_add(w, " %lld %s task%s would have run on a node with its data, %lld %s beyond its rack.",
                  (long long)llabs(node), node >= 0 ? "more" : "fewer", many((uint64_t)llabs(node)),
                  (long long)llabs(any), any >= 0 ? "more" : "fewer");
}

static void say_change(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    const struct sw_candidate *own = &s->waits.at[0], *to = &s->waits.at[a->chosen];
    if (sw_candidate_wait(to) == 0)
        words_add(w, "Stop waiting for nodes and racks%s: ",
                  own->process > 0 ? ", keep waiting for executors that hold cached data" : "");
    else if (to->node == 0)
        words_add(w, "Stop waiting for nodes, wait %s %s for racks: ", word_number(to->rack).text,
                  words_unit(s->waits.family));
    else if (to->rack == 0 && s->waits.family != SW_FAMILY_CAPACITY)
        words_add(w, "Wait %s %s for nodes, and not for racks: ", word_number(to->node).text,
                  words_unit(s->waits.family));
    else if (to->node == to->rack || s->waits.family == SW_FAMILY_CAPACITY)
        words_add(w, "Wait %s for nodes and for racks: ", words_wait_of(s, to).text);
    else
        words_add(w, "Wait %s %s for nodes and %s %s for racks: ", word_number(to->node).text,
                  words_unit(s->waits.family), word_number(to->rack).text, words_unit(s->waits.family));
    add_goal(s, a->chosen, w);
    words_add(w, ".");
    add_distance(s, a->chosen, w);
    add_losers(s, a, w);
}

static void say_leave(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    const struct sw_candidate *own = &s->waits.at[0];
    words_add(w, "Leave it: %s. ", words_wait_of(s, own).text);
    if (a->why == SW_WHY_ALIKE)
        words_add(w, "Waits from 0 to %s %s differ by %s.", word_number(a->to).text,
                  words_unit(s->waits.family), word_percent(a->most - a->least).text + 1);
    else
        words_add(w, "Of waits up to %s %s none is 1 %% better, and the worst costs %s.", word_number(a->to).text,
                  words_unit(s->waits.family), word_percent(a->most).text + 1);
    size_t longest = 0;
    for (size_t i = 1; i < s->waits.n; i++)
        if (sw_candidate_wait(&s->waits.at[i]) > fmax(a->to, sw_candidate_wait(&s->waits.at[longest]))
            && s->waits.at[i].role == SW_ROLE_CANDIDATE)
            longest = i;
    if (longest > 0)
        words_add(w, " A wait of %s makes it %s.", words_wait_of(s, &s->waits.at[longest]).text,
                  word_percent(s->tried[longest].change).text);
    double lo = a->best > 0 ? s->tried[a->best].interval.lo : 0;
    if (lo < -SW_ADVICE_SAME)
        words_add(w, " On days like it %s might gain up to %s.", words_wait_of(s, &s->waits.at[a->best]).text,
                  word_percent(-lo).text + 1);
}

static void say_poor(const struct sw_study *s, struct words *w)
{
    words_add(w, "The replay of the log as it was is off by %s, so it is no witness for other waits.",
              word_percent(s->error).text);
    if (!s->ask.log->spark)
        words_add(w, " Say what ran, as far as the log does not: --preset, --order, --delay, --pools, --cluster or "
                     "--slots.");
}

/* What distance costs decides, and the log leaves it open. */
static void say_cost(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    struct word wait = words_wait_of(s, &s->waits.at[a->best]);
    const struct sw_study_price *most = &s->price[SW_PRICE_MOST];
    if (a->gains_at_most) {
        words_add(w, "A wait of %s gains nothing at the cost of distance that was measured. At the most that this log "
                     "allows (%s of a task's time in the rack, %s beyond) it gains %s.", wait.text,
                  word_percent(most->rack - 1).text, word_percent(most->any - 1).text,
                  word_percent(a->gain_at_most).text + 1);
        if (isnan(s->penalty_rack.hi) && isnan(s->penalty_any.hi))
            words_add(w, " It does not tell what distance costs (see 4).");
        return;
    }
    words_add(w, "With %s ", wait.text);
    add_goal(s, a->best, w);
    words_add(w, ". But nothing is gained at the least that distance may cost by this log.");
}

static uint64_t count_far(const struct sw_study *s) { return s->back.recorded.rack + s->back.recorded.any; }

/* The cheapest day that would tell. */
static void add_experiment(const struct sw_study *s, struct words *w)
{
    const bool waits = sw_candidate_wait(&s->waits.at[0]) > 0;
    words_add(w, " A day of one pool %s would tell.", waits ? "without a wait" : "with spark.locality.wait at 1s");
}

static void say_locality(const struct sw_study *s, struct words *w)
{
    words_add(w, "The replay of the log as it was brings %.0f %% of the tasks near their data, the log recorded "
                 "%.0f %%. Where data lay cannot be drawn from it, so it is no witness for other waits.",
              100 * s->replayed_near, 100 * s->near);
    add_experiment(s, w);
}

static void say_hidden(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->best > 0 && s->tried[a->best].change < 0) {
        words_add(w, "With %s ", words_wait_of(s, &s->waits.at[a->best]).text);
        add_goal(s, a->best, w);
        words_add(w, ". But the log does not tell where the data of %llu tasks was that ran far from it: on hosts "
                     "without executors, it would gain nothing.", ull(count_far(s)));
    } else
        words_add(w, "No other wait gains if the data of the %llu tasks that ran far from it was on full hosts. On "
                     "hosts without executors another would, and the log does not tell.", ull(count_far(s)));
    add_experiment(s, w);
}

/* A log of jobs that start all at once has another question. */
static void add_other_question(const struct sw_log *log, struct words *w)
{
    static const char *const formats[] = { "sacct", "swf", "philly" };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(log->format, formats[i]) == 0)
            words_add(w, " How long its jobs should wait for nodes of one switch is asked by %s"
                         "--width.", i == 0 ? "--preset slurm --cluster FILE (docs/howto/slurm.md) or " : "");
}

static void say_cannot_tell(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    words_add(w, "Cannot tell. ");
    switch (a->why) {
    case SW_WHY_NO_JOB: words_add(w, "No job in the log finished."); return;
    case SW_WHY_NO_PREFERENCE:
        words_add(w, "No task of the log is known to have preferred a host, so no wait has an effect that a replay "
                     "could show.");
        add_other_question(s->ask.log, w);
        return;
    case SW_WHY_FEW:
        words_add(w, "Only %llu task%s preferred hosts; %d are needed. Collect a day.", ull(a->n_preferring),
                  a->n_preferring == 1 ? " has" : "s have", SW_ADVICE_FEWEST_TASKS);
        return;
    case SW_WHY_POOR: say_poor(s, w); return;
    case SW_WHY_COST: say_cost(s, a, w); return;
    case SW_WHY_LOCALITY: say_locality(s, w); return;
    case SW_WHY_HIDDEN: say_hidden(s, a, w); return;
    default: break;
    }
    words_add(w, "With %s ", words_wait_of(s, &s->waits.at[a->best]).text);
    add_goal(s, a->best, w);
    if (a->why == SW_WHY_ERROR)
        words_add(w, ". But the replay of the log as it was is off by %s, which is as much.",
                  word_percent(s->error).text);
    else if (a->why == SW_WHY_DISTANCE)
        words_add(w, ". But %llu tasks would have run farther from their data, and nothing is gained if each takes %s "
                     "there. %s", ull(a->n_farther), word_longer(a->gone_from).text,
                  isnan(a->may_cost) ? "This log does not tell what distance costs." : "By this log they may.");
    else
        words_add(w, ". On some days the change is none, or a loss.");
}

void words_answer(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    if (a->why == SW_WHY_NOT_REPLAYED) {
        words_add(w, "Cannot tell. The log cannot be replayed as recorded: %s.", v->log->lacks);
        add_other_question(v->log, w);
        return;
    }
    switch (a->advice) {
    case SW_ADVICE_CHANGE: say_change(s, a, w); break;
    case SW_ADVICE_LEAVE: say_leave(s, a, w); break;
    case SW_ADVICE_CANNOT_TELL: say_cannot_tell(s, a, w); break;
    }
}

/* ---- how sure ------------------------------------------------------------------------------------------ */

static const char *degree(const struct sw_study *s, const struct sw_answer *a)
{
    double error = fabs(s->error), null = fmin(fabs(s->error_endless), fabs(s->error_sjf));
    double size = fabs(s->tried[a->best].change);
    if (a->advice == SW_ADVICE_LEAVE)
        return error <= 0.05 ? "Fairly" : "Not very";
    return size > 3 * error && null > 2 * error ? "Fairly" : "Not very";
}

void words_sure(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->advice != SW_ADVICE_CANNOT_TELL)
        words_add(w, "%s, for loads like this one; it is one log. ", degree(s, a));
    if (isnan(s->error)) {
        words_add(w, "There is nothing to compare the replay with.");
        return;
    }
    words_add(w, "Replayed as it was, the log comes out %s off (%s%s); with no scheduler at all %s, shortest job first "
                 "without waits %s.", word_percent(s->error).text,
              s->goal_is_end ? "its end" : "mean response of its jobs",
              s->drawn ? ", beyond what chance explains" : "", word_percent(s->error_endless).text,
              word_percent(s->error_sjf).text);
    if (fabs(s->error_sjf) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the order of jobs or the waits.");
    else if (fabs(s->error_endless) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the scheduler.");
    words_add(w, " Intervals are those of a day, 95 %% each: %llu days on which %s", ull(s->n_runs),
              s->drawn || s->hidden ? "data was on other nodes" : "tasks preferred other hosts of their stage");
    if (s->jitter_us > 0)
        words_add(w, " and jobs came up to %s later", word_span((double)s->jitter_us / (double)SW_US_PER_S).text);
    words_add(w, ", and the least and the most that distance costs by this log.");
}

static void add_one_slot(uint64_t n_wide, struct words *w)
{
    words_add(w, "Cannot tell: a job is one slot here, and %llu job%s several cores or nodes.", ull(n_wide),
              n_wide == 1 ? " takes" : "s take");
}

void words_load(const struct sw_load_answer *load, uint64_t n_wide, struct words *w)
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

void words_log(const struct advised *v, struct words *w)
{
    const struct sw_day_outcome *o = &v->study.recorded;
    const struct sw_located *p = &o->placed;
    uint64_t near = p->node + p->rack + p->any, damage = sw_damage_total(sw_trace_damage(v->log->trace));
    if (near > 0)
        words_add(w, "Of %llu map tasks that recorded a distance to their data %llu ran on a node with it (%.0f %%), "
                     "%llu in its rack (%.0f %%), %llu beyond (%.0f %%).", ull(near), ull(p->node),
                  percent(p->node, near), ull(p->rack), percent(p->rack, near), ull(p->any), percent(p->any, near));
    else
        words_add(w, "No task recorded a distance to its data.");
    if (o->n_process > 0)
        words_add(w, " %llu ran in a process that held it, or had no preference.", ull(o->n_process));
    if (v->study.hidden)
        words_add(w, " The hosts that they preferred are not in the log and are drawn anew each day. In the replay of "
                     "the log as it was %.0f %% run near them, recorded: %.0f %%.", 100 * v->study.replayed_near,
                  100 * v->study.near);
    if (damage > 0)
        words_add(w, " Damaged: %llu fault%s (slot-trace --check tells where).", ull(damage), many(damage));
    if (v->note[0] != '\0')
        words_add(w, " Note: %s.", v->note);
}

void words_wait(const struct sw_study *s, const struct sw_answer *a, uint64_t n_wide, struct words *w)
{
    const struct sw_day_outcome *log = &s->recorded;
    const struct sw_candidate *own = &s->waits.at[0];
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
}

/* ---- whether a wait pays ------------------------------------------------------------------------------------ */

static void add_penalty(const struct sw_ratio *p, const char *where, struct words *w)
{
    if (isnan(p->value))
        words_add(w, " %s: cannot be told (%s).", where, p->why);
    else
        words_add(w, " %s: %s of a task's time (%s to %s), %llu beside %llu on the node.", where,
                  word_percent(p->value - 1).text, word_percent(p->lo - 1).text, word_percent(p->hi - 1).text,
                  ull(p->n_level), ull(p->n_node));
}

void words_pays(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->n_preferring == 0)
        return;
    if (s->pays < 0) {
        words_add(w, "No wait that was tried moved a task nearer to its data, so no penalty makes waiting pay. The "
                     "data was on nodes that had no slot for it: slots or executors on more nodes would help.");
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
    if (s->price->rack == 1 && s->price->any == 1) {
        words_add(w, " The replays take distance to cost nothing.");
        if (a->advice == SW_ADVICE_CHANGE && sw_candidate_wait(&s->waits.at[a->chosen])
                                          > sw_candidate_wait(&s->waits.at[0]))
            words_add(w, " So the gain of a longer wait rests on no penalty measured.");
    } else
        words_add(w, " The replays take %s in the rack and %s beyond.", word_percent(s->price->rack - 1).text,
                  word_percent(s->price->any - 1).text);
}

void words_cached(const struct sw_study *s, struct words *w)
{
    if (s->waits.family != SW_FAMILY_SPARK || s->n_cached == 0)
        return;
    words_add(w, "In stages that have both, %llu tasks in a process that held their data took %s s in the median, %llu "
                 "others %s s.", ull(s->n_cached), word_number(s->cached_s).text, ull(s->n_uncached),
              word_number(s->uncached_s).text);
    if (s->uncached_s > 1.2 * s->cached_s)
        words_add(w, " Losing what is cached costs %s times the task. The replay does not price that, so the wait for "
                     "the process is left as it is.", word_number(s->uncached_s / s->cached_s).text);
    else
        words_add(w, " What is cached gains nothing that this log shows. The wait for the process is left as it is.");
}

/* ---- shares ------------------------------------------------------------------------------------------------- */

static struct word slot_time(double s)
{
    struct word out, number = word_number(s >= 3600 ? s / 3600 : s);
    snprintf(out.text, sizeof out.text, "%.40s slot-%s", number.text, s >= 3600 ? "hours" : "seconds");
    return out;
}

static void add_takers(const struct sw_shares *h, const struct share *p, struct words *w)
{
    size_t most = 0;
    for (size_t k = 1; k < h->n; k++)
        if (p->taken_s[k] > p->taken_s[most])
            most = k;
    words_add(w, " Minimum shares take %s from %s (it had %s), %s of them for %s.", slot_time(p->to_minimums_s).text,
              p->name, slot_time(p->had_s).text, slot_time(p->taken_s[most]).text, h->at[most].name);
}

void words_shares(const struct sw_study *s, struct words *w)
{
    enum { MOST = 3 };
    const struct sw_shares *h = s->shares;
    size_t order[SHARES_POOLS], said = 0;
    if (!h)
        return;
    shares_sort(h, order);
    for (size_t i = 0; i < h->n && said < MOST; i++) {
        const struct share *p = &h->at[order[i]];
        double enough = 0.01 * fmax(p->had_s, 1);
        said += p->to_minimums_s > enough || p->to_weights_s > enough;
        if (p->to_minimums_s > enough)
            add_takers(h, p, w);
        if (p->to_weights_s > enough)
            words_add(w, " Weights take %s from %s, which equal ones would give it.", slot_time(p->to_weights_s).text,
                      p->name);
    }
    if (said == 0)
        words_add(w, " No minimum share and no weight takes 1 %% of its slots from a pool.");
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
    memmove(w->at, w->at + 1, w->n--);
}

/* ---- once more ----------------------------------------------------------------------------------------------- */

static void add_given(const char *option, const char *value, struct words *w)
{
    if (value)
        words_add(w, " %s %s", option, value);
}

/* What was given in place of what the log says is given again. */
void words_again(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct config *cfg = v->cfg;
    words_add(w, "slot-replay --as-recorded");
    add_given("--cluster", cfg->cluster_file, w);
    add_given("--topology", cfg->topology_file, w);
    add_given("--preset", cfg->preset, w);
    add_given("--pools", cfg->pools_file, w);
    for (size_t i = 0; i < cfg->n_given; i++)
        if (!strcmp(cfg->given[i].name, "order"))
            add_given("--order", cfg->given[i].arg, w);
    if (cfg->slots_given)
        words_add(w, " --slots %llu", ull(cfg->slots));
    if (cfg->kinds_given)
        words_add(w, " --map-slots %llu --reduce-slots %llu", ull(cfg->map_slots), ull(cfg->reduce_slots));
    if (s->drawn)
        words_add(w, " --placement uniform --replication %llu", ull(s->opt->replication));
    if (s->price->rack > 1 || s->price->any > 1)
        words_add(w, " --penalty rack=%.6g,off=%.6g", s->price->rack, s->price->any);
    words_add(w, " --delay %s LOG", s->waits.at[v->answer.best].rule);
}
