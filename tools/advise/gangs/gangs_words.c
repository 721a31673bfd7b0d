/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_words.c - see gangs.h. Waits are limits: a job waits up to so long for one switch (G8). Prices are factors on
 * the time of a job across switches. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tools/advise/gangs/gangs.h"

/* Minutes from two on, and hours from two on. */
static struct word span_of(const struct sw_gangs *s, size_t wait)
{
    double wait_s = (double)s->wait[wait].us / (double)SW_US_PER_S;
    struct word out;
    if (wait_s < 120)
        snprintf(out.text, sizeof out.text, "%g s", wait_s);
    else if (wait_s < 7200)
        snprintf(out.text, sizeof out.text, "%g minutes", wait_s / 60);
    else
        snprintf(out.text, sizeof out.text, "%g hours", wait_s / 3600);
    return out;
}

/* At how much longer a job takes across switches. */
static struct word price_of(double factor)
{
    struct word out;
    if (factor == 1)
        snprintf(out.text, sizeof out.text, "no longer");
    else if (factor < 1)
        snprintf(out.text, sizeof out.text, "%.3g times as long", factor);
    else
        out = word_longer(factor);
    return out;
}

/* ---- the head ------------------------------------------------------------------------------------------------- */

/* Without a cluster, or a job, there is nothing to count. */
void gangs_words_title(const struct gangs *g, struct words *w)
{
    const struct sw_gangs *s = &g->study;
    const char *slash = strrchr(g->name, '/');
    words_add(w, "%s: ", slash && slash[1] != '\0' ? slash + 1 : g->name);
    if (!g->cl || s->n_jobs == 0) {
        words_add(w, "jobs that start all at once");
        return;
    }
    words_add(w, "%s, %llu job%s, %llu of several nodes; %llu node%s under %llu switch%s", s->format, ull(s->n_jobs),
              many(s->n_jobs), ull(s->n_several), ull(g->cl->n_nodes), many(g->cl->n_nodes), ull(g->cl->n_racks),
              g->cl->n_racks == 1 ? "" : "es");
}

/* ---- the answer ------------------------------------------------------------------------------------------------ */

/* Of the best wait at the price of the answer, beside the wait in force. */
static void add_goal(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    struct sw_gangs_change c = sw_gangs_compare(s, a->at, a->best, 0, SW_GANGS_ALL, s->level);
    words_add(w, "a job would have taken %s s on average instead of %s s (%s",
              word_number(sw_gangs_mean(s, a->at, a->best, 0, SW_GANGS_ALL)).text,
              word_number(sw_gangs_mean(s, a->at, 0, 0, SW_GANGS_ALL)).text, word_percent(c.mean).text);
    if (!isnan(c.interval.lo))
        words_add(w, "; %s to %s on days like it", word_percent(c.interval.lo).text,
                  word_percent(c.interval.hi).text);
    words_add(w, ")");
}

/* Without a given price the advice holds at each that was tried, from no cost to the greatest. */
static void say_change(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    if (s->wait[a->chosen].us == 0)
        words_add(w, "Do not wait for one switch: ");
    else
        words_add(w, "Wait up to %s for nodes of one switch: ", span_of(s, a->chosen).text);
    add_goal(s, a, w);
    if (s->ask.price_given)
        words_add(w, ", where a job takes %s across switches.", price_of(s->price[a->at]).text);
    else
        words_add(w, " where crossing switches costs nothing, and gains at every price up to %s, too.",
                  price_of(s->price[s->n_prices - 1]).text);
}

/* The greatest price speaks most for waiting, so it is the one to name where none gains. */
static void say_leave(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    if (s->wait[0].us == 0)
        words_add(w, "Leave it, and do not wait for one switch.");
    else
        words_add(w, "Leave it at %s.", s->wait[0].text);
    if (s->ask.price_given)
        words_add(w, " No wait is 1 %% better where a job takes %s across switches.", price_of(s->price[0]).text);
    else
        words_add(w, " No wait is 1 %% better, even if a job takes %s across switches.",
                  price_of(s->price[s->n_prices - 1]).text);
    if (a->best > 0) {
        words_add(w, " With the best, %s, ", span_of(s, a->best).text);
        add_goal(s, a, w);
        words_add(w, ".");
    }
}

/* even_hi is the least price from which on the wait surely gains, and even_lo the greatest at which it does not. */
struct word gangs_words_even(const struct sw_gangs *s, const struct sw_gangs_answer *a, size_t wait)
{
    struct word out = { "" };
    if (wait == s->none || isnan(a->even_hi[wait]))
        return out;
    if (isnan(a->even_lo[wait]))
        snprintf(out.text, sizeof out.text, "pays at each price tried");
    else
        snprintf(out.text, sizeof out.text, "pays from %.24s on, not shown at %.24s", price_of(a->even_hi[wait]).text,
                 price_of(a->even_lo[wait]).text);
    return out;
}

/* The price decides: where the wait pays, and the nearest price below at which it does not. */
static void say_price(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    words_add(w, "What crossing switches costs decides, and no log tells it. A wait of %s pays if a job takes %s "
                 "across switches: ", span_of(s, a->best).text, price_of(s->price[a->at]).text);
    add_goal(s, a, w);
    words_add(w, ".");
    for (size_t p = a->at; p-- > 0;) {
        enum sw_gangs_pays pays = sw_gangs_decide_pays(s, p, a->best, 0);
        if (pays == SW_GANGS_GAINS)
            continue;
        words_add(w, " If it takes %s, the wait %s.", price_of(s->price[p]).text,
                  pays == SW_GANGS_LOSES ? "costs more than it brings" : "is not shown to gain");
        break;
    }
    words_add(w, " Give what you know by --penalty any=X.");
}

/* Reasons that the cluster or the jobs give end at once. Where only the replay is in doubt, what it says is added as
 * an if. */
static void say_cannot_tell(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    /* Jobs of several nodes that some switch could hold. */
    const uint64_t fit = s->n_several - s->n_too_wide;
    words_add(w, "Cannot tell. ");
    switch (a->why) {
    case SW_GANGS_ONE_RACK:
        words_add(w, "All nodes are under one switch in --cluster (column rack), so no job runs across switches.");
        return;
    case SW_GANGS_NO_RACK:
        words_add(w, "Each switch in --cluster (column rack) has one node, so no job of several nodes fits under one.");
        return;
    case SW_GANGS_NO_GANG: words_add(w, "No job takes more than one node, so none runs across switches."); return;
    case SW_GANGS_FEW:
        words_add(w, "%llu job%s take%s several nodes and fit%s under a switch; %d are needed.", ull(fit), many(fit),
                  fit == 1 ? "s" : "", fit == 1 ? "s" : "", SW_GANGS_FEWEST);
        return;
    case SW_GANGS_NOTHING_TO_DO:
        words_add(w, "The load is too low for a wait to do anything: of %llu jobs of several nodes that fit under a "
                     "switch %llu ran across switches without a wait; %d are needed.", ull(fit), ull(s->n_across),
                  SW_GANGS_FEWEST);
        return;
    case SW_GANGS_NO_WITNESS:
        words_add(w, "No job recorded when it started, so nothing shows that the replay is like this cluster.");
        break;
    case SW_GANGS_POOR:
        words_add(w, "The replay of the log as it was is off by %s, so it says nothing about waits. Say what ran: "
                     "--preset, --width, --backfill, --order, --pools, and the nodes there were.",
                  word_percent(s->error).text);
        break;
    case SW_GANGS_PRICE: say_price(s, a, w); return;
    default:
        words_add(w, "With %s ", s->wait[a->best].us > 0 ? span_of(s, a->best).text : "no wait");
        add_goal(s, a, w);
        words_add(w, " if a job takes %s across switches.", price_of(s->price[a->at]).text);
        if (a->why == SW_GANGS_ERROR)
            words_add(w, " But the replay of the log as it was is off by %s, which is as much.",
                      word_percent(s->error).text);
        else
            words_add(w, " But on some days the change is none, or a loss.");
        return;
    }
    if (a->best > 0 && sw_gangs_decide_pays(s, a->at, a->best, 0) == SW_GANGS_GAINS)
        words_add(w, " If it were: a wait of %s pays where a job takes %s across switches.", span_of(s, a->best).text,
                  price_of(s->price[a->at]).text);
}

void gangs_words_answer(const struct gangs *g, struct words *w)
{
    const struct sw_gangs *s = &g->study;
    const struct sw_gangs_answer *a = &g->answer;
    if (a->why == SW_GANGS_LACKS) {
        words_add(w, "Cannot tell. The log cannot be replayed: %s.", g->lacks);
        return;
    }
    switch (a->advice) {
    case SW_ADVICE_CHANGE: say_change(s, a, w); break;
    case SW_ADVICE_LEAVE: say_leave(s, a, w); break;
    case SW_ADVICE_CANNOT_TELL: say_cannot_tell(s, a, w); break;
    }
}

/* sbatch takes hours, minutes and seconds. The wait is cut at max_switch_wait, 300 s where it is not set. */
bool gangs_words_setting(const struct sw_gangs *s, const struct sw_gangs_answer *a, size_t i, struct word *line,
                         struct word *comment)
{
    enum { DEFAULT_MOST_S = 300 };
    long long wait_s = (long long)(s->wait[a->chosen].us / SW_US_PER_S);
    *line = *comment = (struct word){ "" };
    if (a->advice == SW_ADVICE_CANNOT_TELL || i > 1 || (i == 1 && wait_s <= DEFAULT_MOST_S))
        return false;
    if (i == 1) {
        snprintf(line->text, sizeof line->text, "SchedulerParameters=max_switch_wait=%lld", wait_s);
        snprintf(comment->text, sizeof comment->text, "slurm.conf; else waits are cut at 300 s");
    } else if (wait_s == 0) {
        snprintf(line->text, sizeof line->text, "sbatch");
        snprintf(comment->text, sizeof comment->text, "without --switches");
    } else {
        snprintf(line->text, sizeof line->text, "sbatch --switches=1@%02lld:%02lld:%02lld", wait_s / 3600,
                 wait_s / 60 % 60, wait_s % 60);
        snprintf(comment->text, sizeof comment->text, "jobs of 2 to %llu nodes", ull(s->largest_rack));
    }
    return true;
}

/* ---- how sure -------------------------------------------------------------------------------------------------- */

/* The back-test of the mean response beside two models that know less, and how many days the intervals rest on. */
void gangs_words_sure(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    if (a->advice != SW_ADVICE_CANNOT_TELL)
        words_add(w, "For loads like this one; it is one log. ");
    if (isnan(s->error))
        words_add(w, "There is nothing to compare the replay with.");
    else
        words_add(w, "Replayed as it was, the log comes out %s off (mean response of its %llu job%s that recorded one, "
                     "%s s); with no scheduler at all %s, shortest job first %s.", word_percent(s->error).text,
                  ull(s->n_recorded), many(s->n_recorded), word_number(s->recorded_s).text,
                  word_percent(s->error_endless).text, word_percent(s->error_sjf).text);
    if (!isnan(s->error) && fabs(s->error_endless) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the scheduler.");
    else if (!isnan(s->error) && fabs(s->error_sjf) <= fabs(s->error) + 0.005)
        words_add(w, " So this log does not test the order of jobs or backfill.");
    words_add(w, " The intervals hold together at 95 %%: the recorded day and %llu on which jobs came up to %s later.",
              ull(s->n_runs), word_span((double)s->jitter_us / (double)SW_US_PER_S).text);
}

/* ---- the log --------------------------------------------------------------------------------------------------- */

/* Jobs too wide for any switch do not wait (G8.4), and so are not among those that could. */
void gangs_words_log(const struct sw_gangs *s, struct words *w)
{
    const uint64_t fit = s->n_several - s->n_too_wide;
    words_add(w, "%llu of %llu jobs take%s several nodes.", ull(s->n_several), ull(s->n_jobs),
              s->n_several == 1 ? "s" : "");
    if (s->n_too_wide > 0 && s->largest_rack > 1)
        words_add(w, " %llu of them need%s more than the %llu nodes of the largest switch, and do%s not wait.",
                  ull(s->n_too_wide), s->n_too_wide == 1 ? "s" : "", ull(s->largest_rack),
                  s->n_too_wide == 1 ? "es" : "");
    if (s->tally)
        words_add(w, " Without a wait %llu of the other %llu run across switches (%.0f %%). %s", ull(s->n_across),
                  ull(fit), part_percent(s->n_across, fit),
                  /* A log that says where jobs ran has the price in its times; in another all times are taken as
                   * those within a switch. */
                  s->placed ? "The times recorded of jobs across switches are taken to hold the price."
                                : "The times recorded are taken as those under one switch: which jobs ran across is "
                                  "not in the log.");
    if (s->n_without_limit > 0)
        words_add(w, " %llu job%s no estimate (limit_s), so backfill plans with a year for each.",
                  ull(s->n_without_limit), s->n_without_limit == 1 ? " has" : "s have");
    if (s->n_faults > 0)
        words_add(w, " Damaged: %llu fault%s (slot-trace --check tells where).", ull(s->n_faults),
                  many(s->n_faults));
}

/* ---- whether a wait pays ----------------------------------------------------------------------------------------- */

/* Of waits against none: the first that pays, and the one in question. */
void gangs_words_pays(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w)
{
    size_t n = 0;
    if (s->ask.price_given) {
        words_add(w, "A job takes %s across switches, as given. Without --penalty the price is looked for at which "
                     "a wait pays.", price_of(s->price[0]).text);
        return;
    }
    for (size_t i = 0; i < s->n_waits; i++) {
        struct word even = gangs_words_even(s, a, i);
        if (even.text[0] == '\0' || (n > 0 && i != a->best))
            continue;
        words_add(w, "%s %s: %s.", n++ == 0 ? "Against no wait, one of" : " One of", span_of(s, i).text, even.text);
        if (!isnan(a->even[i]))
            words_add(w, " Their means are even at %s.", price_of(a->even[i]).text);
    }
    if (n == 0)
        words_add(w, "No wait is shown to pay against none, up to %s across switches.",
                  price_of(s->price[s->n_prices - 1]).text);
}

/* The command has the day of the log under the best wait, at the price of the answer. */
void gangs_words_again(const struct gangs *g, struct words *w)
{
    static const char *const again[] = { "--width", "--order", "--backfill" };
    const struct config *cfg = g->cfg;
    words_add(w, "slot-trace LOG | slot-replay --cluster %s", cfg->cluster_file);
    words_add_given("--preset", cfg->preset, w);
    words_add_given("--pools", cfg->pools_file, w);
    for (size_t k = 0; k < sizeof again / sizeof *again; k++)
        for (size_t i = 0; i < cfg->n_given; i++)
            if (!strcmp(cfg->given[i].name, again[k] + 2))
                words_add_given(again[k], cfg->given[i].arg, w);
    words_add(w, " --switches %s --penalty any=%.6g --record summary", g->study.wait[g->answer.best].text,
              g->study.price[g->answer.at]);
}
