/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c - a study as text: at most 60 lines of 100 columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tools/advise/page.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"

enum { COLUMNS = 100, INDENT = PAGE_INDENT };

/* ---- lines ------------------------------------------------------------------------------------------ */

static size_t width_of(const char *at, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++)
        width += ((unsigned char)at[i] & 0xc0) != 0x80; /* UTF-8: one column a character */
    return width;
}

/* To the next blank at which a line may break: "5 %" stays together. */
static size_t word_length(const char *word)
{
    size_t n = strcspn(word, " ");
    while (word[n] == ' ' && word[n + 1] == '%')
        n += 1 + strcspn(word + n + 1, " ");
    return n;
}

/* A word that is longer than a line stands alone. */
void page_put_wrapped_at(struct sw_out *out, size_t indent, const char *head, const char *text)
{
    size_t at = indent;
    sw_out_printf(out, "%-*s", (int)indent, head);
    for (const char *word = text; *word != '\0';) {
        size_t n = word_length(word), width = width_of(word, n);
        if (at > indent && at + 1 + width > COLUMNS) {
            sw_out_printf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            sw_out_bytes(out, " ", 1);
            at++;
        }
        /* A log's names reach a terminal here: its control characters do not. */
        sw_out_sentence(out, "%.*s", (int)n, word);
        at += width;
        word += n + strspn(word + n, " ");
    }
    sw_out_bytes(out, "\n", 1);
}

void page_put_wrapped(struct sw_out *out, const char *head, const char *text)
{
    page_put_wrapped_at(out, INDENT, head, text);
}

void page_put_section(struct sw_out *out, const char *head, const struct words *w)
{
    if (w->n == 0)
        return;
    sw_out_bytes(out, "\n", 1);
    page_put_wrapped(out, head, w->at);
}

/* ---- the table ---------------------------------------------------------------------------------------- */

enum { BAR = 16 };

static struct word placed_text(const struct sw_located *p)
{
    struct word out;
    double of = (double)(p->node + p->rack + p->any);
    if (of > 0)
        snprintf(out.text, sizeof out.text, "%3.0f %3.0f %3.0f", 100 * (double)p->node / of,
                 100 * (double)p->rack / of, 100 * (double)p->any / of);
    else
        snprintf(out.text, sizeof out.text, "           ");
    return out;
}

static void put_bar(const struct sw_study *s, double goal, char bar[BAR + 1])
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < s->waits.n; i++) {
        least = fmin(least, s->tried[i].run_s[0]);
        most = fmax(most, s->tried[i].run_s[0]);
    }
    double share = most > least ? (goal - least) / (most - least) : 0;
    size_t n = (size_t)lround(1 + (BAR - 1) * share);
    memset(bar, '#', n);
    bar[n] = '\0';
}

/* Where jobs come by the clock the last one's end says nothing. */
static struct word end_or_p95(const struct sw_study *s, const struct sw_day_outcome *o)
{
    return word_number(s->goal_is_end ? o->end_s : o->p95_s);
}

static void put_wait(const struct sw_study *s, const struct sw_answer *a, size_t i, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    struct word change = { "" };
    char bar[BAR + 1];
    const char *mark = a->advice == SW_ADVICE_CHANGE && a->chosen == i ? ">" : "";
    put_bar(s, t->run_s[0], bar);
    if (i > 0)
        snprintf(change.text, sizeof change.text, "%+.1f (%+.1f %+.1f)", 100 * t->change + 0.0,
                 100 * t->interval.lo + 0.0, 100 * t->interval.hi + 0.0);
    struct word wait = words_numbers(s->waits.family, &s->waits.at[i]), placed = placed_text(&t->recorded.placed);
    const char *said = i == 0 ? "now" : change.text, *shares = placed.text + strspn(placed.text, " ");
    /* What is longer than its column takes room of the next. */
    int beyond = (int)strlen(wait.text) - 12, later = (int)strlen(said) - 21;
    sw_out_printf(out, "%7s %-12s %*s %8s  %-21s %*s  %7s  %s\n", mark, wait.text, beyond > 0 ? 8 - beyond : 8,
                  end_or_p95(s, &t->recorded).text, word_number(t->recorded.mean_s).text, said,
                  later > 0 ? 11 - later : 11, shares, word_number(t->recorded.free_s).text, bar);
}

static void put_table(const struct sw_study *s, const struct sw_answer *a, struct sw_out *out)
{
    sw_out_printf(out, "\n3 UNDER OTHER WAITS  %s, s   job, s  %-21s %11s  idle, s  %s\n",
                  s->goal_is_end ? "ends" : " p95",
                  "change, % (interval)", "near far, %", s->goal_is_end ? "ends" : "job");
    sw_out_printf(out, "%7s %-12s %8s %8s  %-21s %11s  %7s\n", "", "recorded", end_or_p95(s, &s->recorded).text,
                  word_number(s->recorded.mean_s).text, "", placed_text(&s->back.recorded).text,
                  word_number(s->recorded.free_s).text);
    for (size_t i = 0; i < s->waits.n; i++)
        put_wait(s, a, i, out);
    sw_out_printf(out, "%7s Waits: %s.%s\n", "", words_waits(s),
                  !answer_cost_decides(s) ? ""
                  : s->penalty_any.few || s->penalty_rack.few ? " Few tasks tell what distance costs."
                  : " Nothing in the log tells what distance costs.");
}

/* ---- the page ------------------------------------------------------------------------------------------ */

static void put_settings(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d,
                         struct sw_out *out)
{
    struct setting line;
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return;
    for (size_t i = 0; settings_line(s, a, d, i, &line); i++)
        if (d->xml)
            sw_out_printf(out, "%*s%s\n%*s<!-- %s -->\n", INDENT, "", line.text, INDENT, "", line.comment);
        else
            sw_out_printf(out, "%*s%-40s # %s\n", INDENT + 4, "", line.text, line.comment);
}

void page_put_text(const struct advised *v, const struct sw_dialect *emit, struct sw_out *out)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    struct words title = { 0 }, answer = { 0 }, sure = { 0 }, load = { 0 }, log = { 0 }, wait = { 0 }, pays = { 0 },
        cached = { 0 }, shares = { 0 }, order = { 0 };
    words_title(v, &title);
    page_put_wrapped_at(out, 0, "", title.at);
    answer_words(v, &answer);
    page_put_section(out, "ANSWER", &answer);
    if (a->why == SW_WHY_NOT_REPLAYED)
        return;
    put_settings(s, a, emit, out);
    answer_sure(s, a, &sure);
    page_put_wrapped(out, "SURE?", sure.at);
    sections_load(&s->load, v->n_wide, &load);
    page_put_wrapped(out, "LOAD", load.at);
    sections_log(v, &log);
    page_put_section(out, "1 LOG", &log);
    sections_wait(s, a, v->n_wide, &wait);
    page_put_section(out, "2 WAIT", &wait);
    put_table(s, a, out);
    sections_pays(s, a, &pays);
    page_put_section(out, "4 PAYS?", &pays);
    sections_cached(s, &cached);
    page_put_section(out, "5 CACHE", &cached);
    sections_shares(s, &shares);
    page_put_section(out, "6 SHARES", &shares);
    sections_order(s, &order);
    page_put_section(out, "7 ORDER", &order);
    /* What was given in place of what the log says is given again. */
    struct words again = { 0 };
    words_again(v, &again);
    page_put_section(out, "AGAIN", &again);
}
