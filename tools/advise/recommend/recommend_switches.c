/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend_switches.c - recommend --width: how long jobs that start all at once should wait for one switch. The
 * study is that of gangs/; rows here are by price and by class of jobs, against no wait. No formula is known for it,
 * so parameters of formulas are refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "slotwise/sw_csv.h"
#include "tools/advise/gangs/gangs.h"
#include "tools/advise/recommend/recommend.h"

/* ---- verdicts ---------------------------------------------------------------------------------------------- */

/* As in recommend_rows.c: a wait that stays is told from none that stays. */
static const char *verdict_of(const struct gangs *g)
{
    const struct sw_gangs *s = &g->study;
    const struct sw_gangs_answer *a = &g->answer;
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (a->advice == SW_ADVICE_LEAVE && s->wait[0].us > 0)
        return recommend_rows_leave;
    return sw_verdict_words[s->wait[a->chosen].us > 0 ? SW_WAIT : SW_DO_NOT_WAIT];
}

/* The wait that the rows set beside none: the one advised, else the best, else the first. */
static size_t in_question(const struct sw_gangs *s, const struct sw_gangs_answer *a)
{
    size_t i = 0;
    if (s->wait[a->chosen].us > 0)
        return a->chosen;
    if (s->wait[a->best].us > 0)
        return a->best;
    /* The waits that are tried hold one above 0. */
    while (s->wait[i].us == 0)
        i++;
    return i;
}

/* No class is told more boldly than all jobs are. A gain has to be sure, 1 % at least, and
 * above the replay's error. An interval that holds no gain of 1 % says not to wait. */
static const char *verdict_of_class(const struct sw_gangs *s, const struct sw_gangs_answer *a,
                                    const struct sw_gangs_change *c)
{
    double error = isnan(s->error) ? 0 : fabs(s->error);
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (c->interval.hi < 0 && -c->mean >= SW_ADVICE_SAME && -c->mean > error)
        return sw_verdict_words[SW_WAIT];
    return sw_verdict_words[c->interval.lo > -SW_ADVICE_SAME ? SW_DO_NOT_WAIT : SW_CANNOT_TELL];
}

/* ---- rows -------------------------------------------------------------------------------------------------- */

static const char *const names[] = { "verdict", "reason", "jobs_like", "jobs", "penalty_any", "switches", "tried",
    "response_no_wait_s", "response_wait_s", "change", "change_lo", "change_hi", "one_switch_no_wait",
    "one_switch_wait", "waited_s", "runs", "break_even", "break_even_lo", "break_even_hi", "back_test_error",
    "endless_error", "sjf_error", "load_verdict", NULL };

/* By nodes of a job, as enum values SW_GANGS_ALL and on. */
static const char *const classes[SW_GANGS_CLASSES] = { "all", "1 node", "2-10 nodes", "11-100 nodes", ">100 nodes" };

/* One class of jobs at one price, under the wait in question and without one. */
static void recommend_switches_put_row(const struct gangs *g, size_t price, size_t class, struct sw_out *out)
{
    const struct sw_gangs *s = &g->study;
    const struct sw_gangs_answer *a = &g->answer;
    const size_t with = in_question(s, a);
    const struct sw_gangs_tally *none = sw_gangs_tally_of(s, price, s->none, 0, class);
    const struct sw_gangs_tally *wait = sw_gangs_tally_of(s, price, with, 0, class);
    /* Intervals of all jobs hold together at s->level; one of a class is of 95 % by itself. */
    const double level = class == SW_GANGS_ALL ? s->level : 0.95;
    struct sw_gangs_change c = sw_gangs_compare(s, price, with, s->none, class, level);
    const char *verdict = class == SW_GANGS_ALL ? verdict_of(g) : verdict_of_class(s, a, &c);
    const double numbers[] = { sw_gangs_mean(s, price, s->none, 0, class), sw_gangs_mean(s, price, with, 0, class),
        c.mean, c.interval.lo, c.interval.hi, gangs_under_one(none), gangs_under_one(wait),
        wait->jobs > 0 ? wait->waited_s / (double)wait->jobs : NAN };
    /* What holds for the log as a whole, again in each row. */
    const double of_all[] = { a->even[with], a->even_lo[with], a->even_hi[with], s->error, s->error_endless,
        s->error_sjf };
    sw_out_str(out, verdict);
    struct words w = { 0 };
    if (class == SW_GANGS_ALL && price == 0)
        gangs_words_answer(g, &w);
    else
        words_add(&w, "the mean response of these jobs changes by %+.3g %% (%+.3g to %+.3g)", 100 * c.mean,
                  100 * c.interval.lo, 100 * c.interval.hi);
    sw_out_str(out, w.at);
    sw_out_str(out, classes[class]);
    sw_out_u64(out, wait->jobs);
    recommend_rows_put_known(out, s->price[price]);
    sw_out_str(out, a->advice != SW_ADVICE_CANNOT_TELL ? s->wait[a->chosen].text : "");
    sw_out_str(out, s->wait[with].text);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        recommend_rows_put_known(out, numbers[i]);
    sw_out_u64(out, s->n_runs + 1);
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        recommend_rows_put_known(out, of_all[i]);
    sw_out_str(out, sw_load_words[s->load.verdict]);
    sw_out_end_row(out);
}

static void put_rows(const struct gangs *g, struct sw_out *out)
{
    const struct sw_gangs *s = &g->study;
    sw_out_header(out, names);
    if (!s->tally) {
        /* Where nothing was replayed: the verdict and its reason. */
        struct words w = { 0 };
        gangs_words_answer(g, &w);
        sw_out_str(out, verdict_of(g));
        sw_out_str(out, w.at);
        sw_out_str(out, classes[SW_GANGS_ALL]);
        for (size_t i = 3; names[i]; i++)
            sw_out_empty(out);
        sw_out_end_row(out);
    }
    for (size_t class = 0; s->tally && class < SW_GANGS_CLASSES; class++)
        for (size_t p = 0; p < s->n_prices; p++)
            if (sw_gangs_tally_of(s, p, 0, 0, class)->jobs > 0)
                recommend_switches_put_row(g, p, class, out);
}

/* ---- the subcommand ----------------------------------------------------------------------------------------- */

/* What does not go with the question of switches. */
static int recommend_switches_check(const struct recommend *r, const struct sw_cli *cli, struct sw_err *err)
{
    if (r->emit)
        return sw_err_usage(err, "--dialect: not with --width");
    for (size_t p = 0; p < SW_P_COUNT; p++)
        if (r->f.given[p].n > 0)
            return sw_err_usage(err, "--%s: no formula goes with --width", sw_params[p].option);
    if (cli->n_named > 1)
        return sw_err_usage(err, "one log at a time is replayed: '%s' (slot-trace --sort LOG... makes one of several)",
                            cli->files[1]);
    return SW_OK;
}

int recommend_switches(struct recommend *r, const struct sw_cli *cli, struct sw_err *err)
{
    const char *file = cli->files[0];
    struct gangs g = { .name = strcmp(file, "-") == 0 ? "standard input" : file };
    struct sw_cli own = *cli;
    struct sw_out *out;
    /* gangs_study() finds the options of the replay in the command line's config. */
    own.config = &r->replay;
    int status = recommend_switches_check(r, cli, err);
    if (status == SW_OK)
        status = gangs_study(&g, &own, file, r->runs, (uint64_t)sysconf(_SC_NPROCESSORS_ONLN), err);
    if (status == SW_OK)
        status = sw_cli_open(cli, &out, cli->output, err);
    if (status == SW_OK) {
        put_rows(&g, out);
        status = sw_out_close(out, err);
    }
    gangs_clear(&g);
    return status;
}
