/* SPDX-License-Identifier: GPL-3.0-or-later */
/* switches.c - see switches.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "slotwise/sw_model.h"
#include "tools/advise/gangs_words.h"
#include "tools/delay/switches.h"
#include "tools/replay/runs.h"

int switches_asked(const struct sw_cli *cli, const char *const *given, bool *asked, struct sw_err *err)
{
    struct sw_cli own = *cli;
    struct config cfg = runs_config;
    own.config = &cfg;
    if (decide_read(&own, given, err) != SW_OK || gangs_wanted(&cfg, asked, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = DECIDE_BACKFILL; i < DECIDE_N; i++)
        if (!*asked && given[i])
            return sw_err_usage(err, "%s: only with --width", decide_options[i]);
    if (*asked && given[DECIDE_TOPOLOGY])
        return sw_err_usage(err, "--topology: not with --width, racks are in --cluster");
    return SW_OK;
}

/* ---- verdicts ---------------------------------------------------------------------------------------------- */

static const char *verdict_of(const struct gangs *s, const struct gangs_answer *a)
{
    if (a->advice == ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (a->advice == ADVICE_LEAVE && s->wait[0].us > 0)
        return decide_leave;
    return sw_verdict_words[s->wait[a->chosen].us > 0 ? SW_WAIT : SW_DO_NOT_WAIT];
}

/* The wait that the rows set beside none: the one advised, else the best, else the first. */
static size_t in_question(const struct gangs *s, const struct gangs_answer *a)
{
    size_t i = 0;
    if (s->wait[a->chosen].us > 0)
        return a->chosen;
    if (s->wait[a->best].us > 0)
        return a->best;
    while (s->wait[i].us == 0)
        i++;
    return i;
}

/* No class is told more boldly than all jobs are. */
static const char *verdict_of_class(const struct gangs *s, const struct gangs_answer *a, const struct gangs_change *c)
{
    double error = isnan(s->error) ? 0 : fabs(s->error);
    if (a->advice == ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (c->interval.hi < 0 && -c->mean >= DECIDE_SAME && -c->mean > error)
        return sw_verdict_words[SW_WAIT];
    return sw_verdict_words[c->interval.lo > -DECIDE_SAME ? SW_DO_NOT_WAIT : SW_CANNOT_TELL];
}

/* ---- rows -------------------------------------------------------------------------------------------------- */

static const char *const names[] = { "verdict", "reason", "jobs_like", "jobs", "penalty_off", "switches", "tried",
    "response_no_wait_s", "response_wait_s", "change", "change_lo", "change_hi", "one_switch_no_wait",
    "one_switch_wait", "waited_s", "runs", "break_even", "break_even_lo", "break_even_hi", "back_test_error",
    "endless_error", "sjf_error", "load_verdict", NULL };

static double one_switch(const struct gangs_tally *t)
{
    return t->several > 0 ? 1 - (double)t->across / (double)t->several : NAN;
}

static void put_known(struct sw_out *out, double x)
{
    char text[32]; /* no sample is good for more than six digits */
    snprintf(text, sizeof text, "%.6g", x);
    sw_out_str(out, isnan(x) ? "" : text);
}

static void put_reason(const struct gangs *s, const struct gangs_answer *a, size_t price, size_t class,
                       const struct gangs_change *c, struct sw_out *out)
{
    struct words w = { 0 };
    if (class == GANGS_ALL && price == 0)
        gangs_words_answer(s, a, &w);
    else
        words_add(&w, "the mean response of these jobs changes by %+.3g %% (%+.3g to %+.3g)", 100 * c->mean,
                  100 * c->interval.lo, 100 * c->interval.hi);
    sw_out_str(out, w.at);
}

static void put_row(const struct gangs *s, const struct gangs_answer *a, size_t price, size_t class,
                    struct sw_out *out)
{
    const size_t with = in_question(s, a);
    const struct gangs_tally *none = gangs_tally_of(s, price, s->none, 0, class);
    const struct gangs_tally *wait = gangs_tally_of(s, price, with, 0, class);
    struct gangs_change c = gangs_compare(s, price, with, s->none, class, class == GANGS_ALL ? s->level : 0.95);
    const char *verdict = class == GANGS_ALL ? verdict_of(s, a) : verdict_of_class(s, a, &c);
    const double numbers[] = { gangs_mean(s, price, s->none, 0, class), gangs_mean(s, price, with, 0, class), c.mean,
        c.interval.lo, c.interval.hi, one_switch(none), one_switch(wait),
        wait->jobs > 0 ? wait->waited_s / (double)wait->jobs : NAN };
    const double of_all[] = { a->even[with], a->even_lo[with], a->even_hi[with], s->error, s->error_endless,
        s->error_sjf };
    sw_out_str(out, verdict);
    put_reason(s, a, price, class, &c, out);
    sw_out_str(out, gangs_class_names[class]);
    sw_out_u64(out, wait->jobs);
    put_known(out, s->price[price]);
    sw_out_str(out, a->advice != ADVICE_CANNOT_TELL ? s->wait[a->chosen].text : "");
    sw_out_str(out, s->wait[with].text);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_known(out, numbers[i]);
    sw_out_u64(out, s->n_runs + 1);
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        put_known(out, of_all[i]);
    sw_out_str(out, sw_load_words[s->load.verdict]);
    sw_out_end_row(out);
}

/* Where nothing was replayed: the verdict and its reason. */
static void put_refusal(const struct gangs *s, const struct gangs_answer *a, struct sw_out *out)
{
    struct words w = { 0 };
    gangs_words_answer(s, a, &w);
    sw_out_str(out, verdict_of(s, a));
    sw_out_str(out, w.at);
    sw_out_str(out, gangs_class_names[GANGS_ALL]);
    for (size_t i = 3; names[i]; i++)
        sw_out_empty(out);
    sw_out_end_row(out);
}

static void put_rows(const struct gangs *s, const struct gangs_answer *a, struct sw_out *out)
{
    sw_out_header(out, names);
    if (!s->tally)
        put_refusal(s, a, out);
    for (size_t class = 0; s->tally && class < GANGS_CLASSES; class++)
        for (size_t p = 0; p < s->n_prices; p++)
            if (gangs_tally_of(s, p, 0, 0, class)->jobs > 0)
                put_row(s, a, p, class, out);
}

static int run_study(struct gangs *s, const struct sw_cli *cli, struct sw_err *err)
{
    struct gangs_answer a;
    struct sw_out *out;
    int status = gangs_run(s, err);
    if (status != SW_OK || sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    gangs_decide(s, &a);
    put_rows(s, &a, out);
    return sw_out_close(out, err);
}

/* A log is read once, so a pipe needs no copy. */
int switches_recommend(const struct sw_cli *cli, const char *const *given, uint64_t runs, struct sw_err *err)
{
    struct sw_cli own = *cli;
    struct config cfg = runs_config;
    const char *file = cli->files[0];
    struct gangs s = { .cli = &own, .cfg = &cfg, .file = file, .threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN),
                       .name = strcmp(file, "-") == 0 ? "standard input" : file, .n_runs = runs };
    own.config = &cfg;
    int status = decide_read(&own, given, err);
    if (status == SW_OK)
        status = run_study(&s, cli, err);
    gangs_clear(&s);
    return status;
}
