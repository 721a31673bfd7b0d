/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.c - what a study answers, and how sure it is of that. The study and lib/study/decide.c have decided; here
 * their reasons become sentences. Numbers of thresholds in the text are those of the SW_ADVICE_ constants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/advise/words.h"

/* ---- the answer ------------------------------------------------------------------------------------- */

/* In seconds, the mean over all days. A wait that was left early has fewer days, and is never one that is spoken of
 * here. */
static double goal(const struct sw_study *s, size_t i)
{
    double sum = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++) /* of the days that the change is the mean of */
        sum += s->tried[i].run_s[run];
    return sum / (double)(s->n_runs + 1);
}

/* Change and interval are of the goal against the own wait, which is the first of the waits. */
static void add_goal(const struct sw_study *s, size_t to, struct words *w)
{
    const struct sw_tried *t = &s->tried[to];
    words_add(w, s->goal_is_end ? "the application would have ended after %s s instead of %s s (%s"
                                : "a job would have taken %s s on average instead of %s s (%s",
              word_number(goal(s, to)).text, word_number(goal(s, 0)).text, word_percent(t->change).text);
    if (!isnan(t->interval.lo))
        words_add(w, "; %s to %s %s", word_percent(t->interval.lo).text, word_percent(t->interval.hi).text,
                  /* Where the cost is open each day draws one, so the interval spans what it may be, too. */
                  t->costs_decide ? "by what distance costs" : "on days like it");
    words_add(w, ")");
}

/* What the log does of the cost of distance, where that decides. */
static const char *tells(const struct sw_study *s)
{
    return s->penalty_any.few || s->penalty_rack.few ? "hardly tells" : "does not tell";
}

/* 95 % of the jobs take no longer, on the days that the wait has. */
static void add_p95(const struct sw_study *s, size_t to, struct words *w)
{
    const uint64_t last = s->tried[to].last_run;
    double sum_s[2] = { 0, 0 };
    for (uint64_t run = 0; run <= last; run++) {
        sum_s[0] += s->tried[0].run_p95_s[run];
        sum_s[1] += s->tried[to].run_p95_s[run];
    }
    const double n = (double)(last + 1);
    words_add(w, " 95 %% of the jobs would have taken up to %s s instead of %s s (%s).", word_number(sum_s[1] / n).text,
              word_number(sum_s[0] / n).text, word_percent(s->tried[to].p95_change).text);
}

/* Responses are those of the recorded day, replayed under the own wait and under the other one. */
static void answer_add_job(const struct sw_study *s, size_t to, size_t job, const char *title, struct words *w)
{
    const struct sw_log_job *j = &s->ask.log->jobs[job];
    double own_s = (double)s->tried[0].response_us[job] / (double)SW_US_PER_S;
    double new_s = (double)s->tried[to].response_us[job] / (double)SW_US_PER_S;
    words_add_job(w, j->id, (struct sw_text){ title, strlen(title) });
    words_add(w, ", %s s instead of %s s (%s)", word_number(new_s).text, word_number(own_s).text,
              word_percent(new_s / own_s - 1).text);
}

/* A mean hides who pays for it. decide_jobs() counts the jobs of the recorded day; SIZE_MAX stands for no such job. */
static void add_losers(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    if (a->worst == SIZE_MAX) {
        words_add(w, " No job loses 1 %%.");
    } else {
        words_add(w, " Who loses most: ");
        answer_add_job(s, a->best, a->worst, v->worst, w);
        words_add(w, "; %llu of %llu jobs lose more than 5 %%.", ull(a->n_slower), ull(a->n_jobs));
    }
    if (a->most_gained != SIZE_MAX) {
        words_add(w, " Who gains most: ");
        answer_add_job(s, a->best, a->most_gained, v->gained, w);
        words_add(w, ".");
    }
}

/* The wait in words, the condition that it hangs on, the gain, the slowest jobs, where tasks ran, and who loses. */
static void say_change(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    const struct sw_candidate *to = &s->waits.at[a->chosen];
    if (sw_candidate_wait(to) == 0)
        words_add(w, "Stop waiting for nodes and racks%s",
                  to->process > 0 ? ", keep waiting for executors that hold cached data" : "");
    else if (to->node == 0)
        words_add(w, "Stop waiting for nodes, wait %s %s for racks", word_number(to->rack).text,
                  words_unit(s->waits.family));
    else if (to->rack == 0 && s->waits.family != SW_FAMILY_CAPACITY)
        words_add(w, "Wait %s %s for nodes, and not for racks", word_number(to->node).text,
                  words_unit(s->waits.family));
    else if (to->node == to->rack || s->waits.family == SW_FAMILY_CAPACITY)
        words_add(w, "Wait %s for nodes and for racks", words_wait_of(s, to).text);
    else
        words_add(w, "Wait %s %s for nodes and %s %s for racks", word_number(to->node).text,
                  words_unit(s->waits.family), word_number(to->rack).text, words_unit(s->waits.family));
    /* gone_from is the factor on a far task's time from which on nothing is gained. NaN has no condition: none up to
     * 10 does that, or hardly a task goes farther. */
    if (s->tried[a->chosen].costs_decide && a->gone_from > 1)
        words_add(w, ", if a task takes less than %s away from its data, which this log %s "
                     "(--remote-cost, --penalty)", word_longer(a->gone_from).text, tells(s));
    words_add(w, ": ");
    add_goal(s, a->chosen, w);
    words_add(w, ".");
    if (!s->goal_is_end)
        add_p95(s, a->chosen, w);
    /* Where the tasks of the recorded day ran, under each of the two waits. */
    const struct sw_located *own = &s->tried[0].recorded.placed, *new = &s->tried[a->chosen].recorded.placed;
    int64_t node = (int64_t)new->node - (int64_t)own->node, any = (int64_t)new->any - (int64_t)own->any;
    if (node == 0 && any == 0)
        words_add(w, " As many tasks would have run near their data.");
    else
        words_add(w, " %lld %s task%s would have run on a node with its data, %lld %s beyond its rack.",
                  (long long)llabs(node), node >= 0 ? "more" : "fewer", many((uint64_t)llabs(node)),
                  (long long)llabs(any), any >= 0 ? "more" : "fewer");
    add_losers(v, w);
}

/* Nothing in the log measured what distance costs, and some wait's change depends on it. */
bool answer_cost_decides(const struct sw_study *s)
{
    for (size_t i = 1; i < s->waits.n; i++)
        if (s->tried[i].costs_decide)
            return true;
    return false;
}

/* The mean says leave it. A wait by which the slowest jobs gain is said. */
static void add_slowest(const struct sw_study *s, struct words *w)
{
    /* The wait by which the 95th percentile falls most, beyond the threshold; 0: none. */
    size_t best = 0;
    for (size_t i = 1; i < s->waits.n; i++)
        if (s->waits.at[i].role == SW_ROLE_CANDIDATE
            && s->tried[i].p95_change < fmin(-SW_ADVICE_P95, s->tried[best].p95_change))
            best = i;
    if (best == 0 || s->goal_is_end)
        return;
    words_add(w, " The slowest jobs gain by %s:", words_wait_of(s, &s->waits.at[best]).text);
    add_p95(s, best, w);
}

/* Leave it: how little other waits change, what a far longer one would do, and what the interval leaves open. */
static void say_leave(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    const struct sw_candidate *own = &s->waits.at[0];
    words_add(w, "Leave it: %s", words_wait_of(s, own).text);
    if (s->pays == 0 && s->pays_from > 1 && answer_cost_decides(s))
        words_add(w, ", if a task takes %s away from its data, or longer: this log %s (--remote-cost, --penalty)",
                  word_longer(s->pays_from).text, tells(s));
    words_add(w, ". ");
    /* + 1 passes over the sign of the percentage, which the words have. */
    if (a->why == SW_WHY_ALIKE)
        words_add(w, "Waits from 0 to %s %s differ by %s.", word_number(a->to).text,
                  words_unit(s->waits.family), word_percent(a->most - a->least).text + 1);
    else
        words_add(w, "Of waits up to %s %s none is 1 %% better, and the worst costs %s.", word_number(a->to).text,
                  words_unit(s->waits.family), word_percent(a->most).text + 1);
    /* The spread ends at a->to, beyond which hardly anyone sets a wait. The longest candidate beyond it shows what
     * waiting costs. */
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
    add_slowest(s, w);
}

/* Spark's logs name their policy, so there is nothing that the user could add. */
static void say_poor(const struct sw_study *s, struct words *w)
{
    words_add(w, "The replay of the log as it was is off by %s, so it says nothing about other waits.",
              word_percent(s->error).text);
    if (!s->ask.log->spark)
        words_add(w, " Say what ran, as far as the log does not: --preset, --order, --delay, --pools, --cluster or "
                     "--slots-per-node.");
}

/* Tasks with preferred hosts that ran off their node, as recorded. */
static uint64_t count_far(const struct sw_study *s) { return s->back.recorded.rack + s->back.recorded.any; }

/* The cheapest day that would tell. */
static void add_experiment(const struct sw_study *s, struct words *w)
{
    const bool waits = sw_candidate_wait(&s->waits.at[0]) > 0;
    words_add(w, " A day of one pool %s would tell.", waits ? "without a wait"
              : s->ask.log->spark ? "with spark.locality.wait at 1s" : "with a wait of a second");
}

/* With drawn hosts other parts of the tasks are near than the log had (docs/decisions/hidden-hosts.md). */
static void say_locality(const struct sw_study *s, struct words *w)
{
    words_add(w, "The replay of the log as it was brings %.0f %% of the tasks near their data, the log recorded "
                 "%.0f %%. Where data lay cannot be drawn from it, so it says nothing about other waits.%s",
              100 * s->replayed_near, 100 * s->near,
              s->ask.replication > 0 ? "" : " (--replication says on how many hosts a block is.)");
    add_experiment(s, w);
}

/* Data on hosts without executors is near to no task under any wait. */
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
    static const char *const formats[] = { "sacct", "sacct-json", "swf", "philly" };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(log->format, formats[i]) == 0)
            words_add(w, " How long its jobs should wait for nodes of one switch is asked by %s"
                         "--width.", i < 2 ? "--preset slurm --cluster FILE (docs/howto/slurm.md) or " : "");
}

static void say_cannot_tell(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    words_add(w, "Cannot tell. ");
    /* Reasons that leave nothing to compare end here. The others go on with the wait in question and why its gain is
     * no answer. */
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
    case SW_WHY_LOCALITY: say_locality(s, w); return;
    case SW_WHY_HIDDEN: say_hidden(s, a, w); return;
    case SW_WHY_EXECUTORS: words_add_kept(s, w); return;
    default: break;
    }
    words_add(w, "With %s ", words_wait_of(s, &s->waits.at[a->best]).text);
    add_goal(s, a->best, w);
    if (a->why == SW_WHY_ERROR)
        words_add(w, ". But the replay of the log as it was is off by %s, which is as much.",
                  word_percent(s->error).text);
    else if (a->why == SW_WHY_DISTANCE && (isnan(a->gone_from) || a->gone_from <= 1))
        words_add(w, ". This log %s what distance costs (--remote-cost, --penalty).", tells(s));
    else if (a->why == SW_WHY_DISTANCE && s->tried[a->best].change > 0)
        words_add(w, ". It gains only if each of the %llu tasks that would have run farther from their data takes less "
                     "than %s there. This log %s what distance costs (--remote-cost, --penalty).",
                  ull(a->n_farther), word_longer(a->gone_from).text, tells(s));
    else if (a->why == SW_WHY_DISTANCE)
        words_add(w, ". But %llu tasks would have run farther from their data, and nothing is gained if each takes %s "
                     "there. This log %s what distance costs (--remote-cost, --penalty).",
                  ull(a->n_farther), word_longer(a->gone_from).text, tells(s));
    else
        words_add(w, ". On some days the change is none, or a loss.");
    if (a->why == SW_WHY_DISTANCE && sw_candidate_wait(&s->waits.at[0]) > 0)
        add_experiment(s, w);
}

/* A log that was not replayed has no study to read, only the reason. */
void answer_words(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    if (a->why == SW_WHY_NOT_REPLAYED) {
        words_add(w, "Cannot tell. The log cannot be replayed as recorded: %s.", v->log->lacks);
        add_other_question(v->log, w);
        return;
    }
    switch (a->advice) {
    case SW_ADVICE_CHANGE: say_change(v, w); break;
    case SW_ADVICE_LEAVE: say_leave(s, a, w); break;
    case SW_ADVICE_CANNOT_TELL: say_cannot_tell(s, a, w); break;
    }
}

/* ---- how sure ------------------------------------------------------------------------------------------ */

/* To leave it is "Fairly" sure where the replay is off by at most 5 %. A change is where it gains more than three times
 * the replay's error. Both models without the policy have to be off by more than twice it, too. */
static const char *degree(const struct sw_study *s, const struct sw_answer *a)
{
    /* null: the nearer of the two models that know nothing of the policy. */
    double error = fabs(s->error), null = fmin(fabs(s->error_endless), fabs(s->error_sjf));
    double size = fabs(s->tried[a->best].change);
    if (a->advice == SW_ADVICE_LEAVE)
        return error <= 0.05 ? "Fairly" : "Not very";
    return size > 3 * error && null > 2 * error ? "Fairly" : "Not very";
}

/* Days beside the recorded one; waits that were left early have fewer. */
static uint64_t fewest_days(const struct sw_study *s)
{
    uint64_t n = s->n_runs;
    for (size_t i = 0; i < s->waits.n; i++)
        if (s->tried[i].last_run < n)
            n = s->tried[i].last_run;
    return n;
}

/* What the answer rests on: the back-test beside models that know less, then how many days there were and what was
 * drawn on each. */
void answer_sure(const struct sw_study *s, const struct sw_answer *a, struct words *w)
{
    if (a->advice != SW_ADVICE_CANNOT_TELL)
        words_add(w, "%s, for loads like this one; it is one log. ", degree(s, a));
    if (isnan(s->error)) {
        words_add(w, "There is nothing to compare the replay with.");
        return;
    }
    words_add(w, "Replayed as it was, the log comes out %s off (%s%s%s); with no scheduler at all %s, shortest job "
                 "first without waits %s.", word_percent(s->error).text,
              s->goal_is_end ? "its end" : "mean response of its jobs",
              s->price->rack != 1 || s->price->any != 1 ? " at the penalties of 4" : "",
              s->hidden ? ", beyond what chance explains" : "", word_percent(s->error_endless).text,
              word_percent(s->error_sjf).text);
    /* A model that comes as near, within half a percent, shows that the log does not test what it leaves out. */
    if (fabs(s->error_sjf) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the order of jobs or the waits.");
    else if (fabs(s->error_endless) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the scheduler.");
    if (a->advice == SW_ADVICE_CHANGE)
        words_add(w, " %llu of %llu days gain.", ull(sw_study_days_that_gain(s, a->chosen)), ull(s->n_runs + 1));
    if (a->why == SW_WHY_NO_PREFERENCE)
        return;
    words_add(w, " Intervals are of what a wait changes on a day, 95 %% each: %llu day%s", ull(s->n_runs),
              s->n_runs == 1 ? "" : "s");
    if (fewest_days(s) < s->n_runs)
        words_add(w, " (%llu of waits that others surely beat)", ull(fewest_days(s)));
    words_add(w, " on which %s",
              s->hidden ? "data lay elsewhere" : "tasks preferred other hosts of their stage");
    if (s->jitter_us > 0)
        words_add(w, ", jobs came up to %s later", word_span((double)s->jitter_us / (double)SW_US_PER_S).text);
    words_add(w, " and distance cost what the log allows, and that other jobs might have come.");
    if (s->noise > 0)
        words_add(w, " Besides, two runs of these jobs differ by up to %s (95 %%), as tasks take other times.",
                  word_percent(1.96 * s->noise).text + 1);
}
