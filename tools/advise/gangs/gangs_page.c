/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_page.c - see gangs.h. The page is text alone, and its sections have the heads of page.c where they mean the
 * same. Rows have one for each price and wait. */
#include <math.h>
#include "tools/advise/gangs/gangs.h"
#include "tools/advise/sheet.h"

/* ---- the table ------------------------------------------------------------------------------------------------- */

/* A row for each wait, a column for each price of crossing switches. Share and hours are those at the price of the
 * answer. */
static void put_table(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct sw_out *out)
{
    sw_out_printf(out, "\n2 UNDER OTHER WAITS   one switch, %%  waited, h   "
                       "change of the mean response, %%, by price\n");
    sw_out_printf(out, "         %-15s %8s %9s  ", "", "", "");
    for (size_t p = 0; p < s->n_prices; p++)
        sw_out_printf(out, " %+6.0f%% ", 100 * (s->price[p] - 1) + 0.0);
    sw_out_printf(out, "\n");
    for (size_t i = 0; i < s->n_waits; i++) {
        const struct sw_gangs_tally *t = sw_gangs_tally_of(s, a->at, i, 0, SW_GANGS_ALL);
        const char *mark = a->advice == SW_ADVICE_CHANGE && a->chosen == i ? ">" : "";
        sw_out_printf(out, "%8s %-15s %8.1f %9.1f  ", mark, s->wait[i].text, 100 * gangs_under_one(t),
                      t->waited_s / 3600);
        for (size_t p = 0; p < s->n_prices; p++) {
            /* Of the mean response against the wait in force; a star where it is beyond chance. */
            struct sw_gangs_change c = sw_gangs_compare(s, p, i, 0, SW_GANGS_ALL, s->level);
            bool beyond = c.interval.hi < 0 || c.interval.lo > 0;
            if (i == 0)
                sw_out_printf(out, " %7s ", word_number(sw_gangs_mean(s, p, 0, 0, SW_GANGS_ALL)).text);
            else
                sw_out_printf(out, " %+7.1f%s", 100 * c.mean + 0.0, beyond ? "*" : " ");
        }
        sw_out_printf(out, "\n");
    }
    struct words w = { 0 };
    words_add(&w, "The first row, in s, is what is in force. * beyond chance. Jobs of several nodes under one switch, "
                  "and hours in which jobs that could have started waited, at %+.0f %%.",
              100 * (s->price[a->at] - 1) + 0.0);
    sheet_more(&(struct sheet){ out, false }, &w);
}

/* ---- the page --------------------------------------------------------------------------------------------------- */

/* tally is NULL where nothing was replayed under waits: too few jobs could run, or ran, across switches. The log is
 * then all there is to say. */
void gangs_page_put(const struct gangs *g, struct sw_out *out)
{
    const struct sheet to = { out, false };
    const struct sw_gangs *s = &g->study;
    const struct sw_gangs_answer *a = &g->answer;
    struct words title = { 0 }, answer = { 0 }, sure = { 0 }, load = { 0 }, log = { 0 }, pays = { 0 }, again = { 0 };
    gangs_words_title(g, &title);
    sheet_title(&to, &title);
    gangs_words_answer(g, &answer);
    sheet_answer(&to, &answer);
    if (a->why == SW_GANGS_LACKS)
        return;
    gangs_words_log(s, &log);
    if (!s->tally) {
        sheet_section(&to, "1 LOG", NULL, &log);
        return;
    }
    struct word line, comment;
    for (size_t i = 0; gangs_words_setting(s, a, i, &line, &comment); i++)
        sw_out_printf(out, "%*s%-40s # %s\n", SHEET_INDENT + 4, "", line.text, comment.text);
    gangs_words_sure(s, a, &sure);
    sheet_note(&to, "SURE?", NULL, &sure);
    sections_load(&s->load, 0, &load);
    sheet_note(&to, "LOAD", NULL, &load);
    sheet_section(&to, "1 LOG", NULL, &log);
    put_table(s, a, out);
    gangs_words_pays(s, a, &pays);
    sheet_section(&to, "3 PAYS?", NULL, &pays);
    gangs_words_again(g, &again);
    sheet_section(&to, "AGAIN", NULL, &again);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

void gangs_page_put_names(struct sw_out *out)
{
    static const char *const names[] = { "log", "switches", "penalty_any", "advice", "advised", "mean_response_s",
        "one_switch", "waited_s", "change", "change_lo", "change_hi", "back_test_error", "endless_error", "sjf_error",
        "load_verdict", NULL };
    sw_out_header(out, names);
}

/* Of all jobs. waited_s is the mean for each job (G8.3). */
static void gangs_page_put_row(const struct gangs *g, size_t price, size_t wait, struct sw_out *out)
{
    const struct sw_gangs *s = &g->study;
    const struct sw_gangs_answer *a = &g->answer;
    struct sw_gangs_change c = sw_gangs_compare(s, price, wait, 0, SW_GANGS_ALL, s->level);
    const struct sw_gangs_tally *t = sw_gangs_tally_of(s, price, wait, 0, SW_GANGS_ALL);
    sw_out_str(out, g->name);
    sw_out_str(out, s->wait[wait].text);
    sw_out_real(out, s->price[price]);
    sw_out_str(out, sw_advice_words[a->advice]);
    sw_out_str(out, a->advice != SW_ADVICE_CANNOT_TELL && a->chosen == wait ? "yes" : "no");
    sw_out_real(out, sw_gangs_mean(s, price, wait, 0, SW_GANGS_ALL));
    sw_out_real(out, gangs_under_one(t));
    sw_out_real(out, t->jobs > 0 ? t->waited_s / (double)t->jobs : NAN);
    sw_out_real(out, wait > 0 ? c.mean : NAN);
    sw_out_real(out, wait > 0 ? c.interval.lo : NAN);
    sw_out_real(out, wait > 0 ? c.interval.hi : NAN);
    sw_out_real(out, s->error);
    sw_out_real(out, s->error_endless);
    sw_out_real(out, s->error_sjf);
    sw_out_str(out, sw_load_words[s->load.verdict]);
    sw_out_end_row(out);
}

void gangs_page_put_rows(const struct gangs *g, struct sw_out *out)
{
    const struct sw_gangs *s = &g->study;
    /* Of the 15 columns those but log, switches, penalty_any and advice. */
    enum { EMPTY = 11 };
    if (!s->tally) {
        sw_out_str(out, g->name);
        sw_out_empty(out);
        sw_out_empty(out);
        sw_out_str(out, sw_advice_words[g->answer.advice]);
        for (int i = 0; i < EMPTY; i++)
            sw_out_empty(out);
        sw_out_end_row(out);
        return;
    }
    for (size_t p = 0; p < s->n_prices; p++)
        for (size_t i = 0; i < s->n_waits; i++)
            gangs_page_put_row(g, p, i, out);
}
