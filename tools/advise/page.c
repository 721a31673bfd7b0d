/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c - a study on one page: text of at most 60 lines, or HTML with its bars as inline SVG. Sections are put in
 * the order in which the man page explains them. Their sentences are from answer.c and sections.c, the table and bars
 * are made here. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tools/advise/page.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"

/* ---- the table as text ---------------------------------------------------------------------------------- */

/* Characters of the longest bar. */
enum { BAR = 16 };

/* Percent of the tasks with preferred hosts on their node, in the rack and beyond. Blanks of the same width where
 * there are none. */
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

/* From the best to the worst goal on the recorded day: 1 to BAR characters. */
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

/* Without a job that finished the change is not known, without a second day its interval. */
static struct word change_text(const struct sw_study *s, size_t i, const char *to)
{
    const struct sw_tried *t = &s->tried[i];
    struct word change = { "now" };
    if (i > 0 && isnan(t->interval.lo))
        strcpy(change.text, word_percent(t->change).text);
    else if (i > 0)
        snprintf(change.text, sizeof change.text, "%+.1f (%+.1f %s%+.1f)", 100 * t->change + 0.0,
                 100 * t->interval.lo + 0.0, to, 100 * t->interval.hi + 0.0);
    return change;
}

/* One line for a wait. Places, idle time and goal are those of the recorded day; the change and its interval are of
 * all days. */
static void put_wait(const struct sw_study *s, const struct sw_answer *a, size_t i, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    char bar[BAR + 1];
    const char *mark = a->advice == SW_ADVICE_CHANGE && a->chosen == i ? ">" : "";
    put_bar(s, t->run_s[0], bar);
    const struct word change = change_text(s, i, ""), wait = words_numbers(s->waits.family, &s->waits.at[i]);
    const struct word placed = placed_text(&t->recorded.placed);
    const char *shares = placed.text + strspn(placed.text, " ");
    /* What is longer than its column takes room of the next. */
    int beyond = (int)strlen(wait.text) - 12, later = (int)strlen(change.text) - 21;
    sw_out_printf(out, "%7s %-12s %*s %8s  %-21s %*s  %7s  %s\n", mark, wait.text, beyond > 0 ? 8 - beyond : 8,
                  end_or_p95(s, &t->recorded).text, word_number(t->recorded.mean_s).text, change.text,
                  later > 0 ? 11 - later : 11, shares, word_number(t->recorded.free_s).text, bar);
}

/* The first line is the log itself: what was recorded, without a replay. "now" is the replay of the same wait. */
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

/* ---- the table as HTML ---------------------------------------------------------------------------------- */

/* The same columns as in text, a cell for each number. */
static void put_cells(struct sw_out *out, bool ends, const struct sw_day_outcome *o, const struct sw_located *placed)
{
    double of = (double)(placed->node + placed->rack + placed->any);
    html_put_element(out, "td", "", word_number(ends ? o->end_s : o->p95_s).text);
    html_put_element(out, "td", "", word_number(o->mean_s).text);
    const uint64_t count[] = { placed->node, placed->rack, placed->any };
    for (size_t i = 0; i < 3; i++)
        sw_out_printf(out, of > 0 ? "<td>%.0f</td>\n" : "<td></td>\n", 100 * (double)count[i] / of);
    html_put_element(out, "td", "", word_number(o->free_s).text);
}

/* The advised wait is marked by words, too, for readers who see no colour. */
static void put_html_row(const struct sw_study *s, const struct sw_answer *a, size_t i, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    bool chosen = a->advice == SW_ADVICE_CHANGE && a->chosen == i;
    sw_out_printf(out, chosen ? "<tr class=\"chosen\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
    html_put_escaped(out, words_numbers(s->waits.family, &s->waits.at[i]).text);
    sw_out_printf(out, "%s</th>\n", chosen ? " (advised)" : "");
    html_put_element(out, "td", "", change_text(s, i, "to ").text);
    put_cells(out, s->goal_is_end, &t->recorded, &t->recorded.placed);
    sw_out_printf(out, "</tr>\n");
}

static void put_html_table(const struct sw_study *s, const struct sw_answer *a, struct sw_out *out)
{
    /* As in end_or_p95(): where the mean is the goal, the last end says nothing. */
    const char *const heads[] = { s->goal_is_end ? "ends, s" : "95 % of the jobs, s", "mean job, s",
        "on the node, %", "in the rack, %",
        "beyond, %", "free while tasks waited, slot s", NULL };
    sw_out_printf(out, "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">%s</th>"
                       "<th scope=\"col\">change of the %s, %% (interval)</th>", words_waits(s),
                  s->goal_is_end ? "end" : "mean job");
    for (const char *const *head = heads; *head; head++)
        sw_out_printf(out, "<th scope=\"col\">%s</th>", *head);
    sw_out_printf(out, "</tr></thead>\n<tbody>\n<tr><th scope=\"row\">recorded</th>\n<td></td>");
    put_cells(out, s->goal_is_end, &s->recorded, &s->back.recorded);
    sw_out_printf(out, "</tr>\n");
    for (size_t i = 0; i < s->waits.n; i++)
        put_html_row(s, a, i, out);
    sw_out_printf(out, "</tbody></table></div>\n");
}

/* ---- the bars ------------------------------------------------------------------------------------------- */

/* Drawn as wide as a phone, so that its letters are as large there as the page's. */
enum { SVG_WIDTH = 400, SVG_ROW = 26, SVG_LEFT = 100, SVG_RIGHT = 76 };

/* Waits beyond what anybody would set have a row in the table and no bar: theirs would dwarf the others. */
static bool has_bar(const struct sw_study *s, const struct sw_answer *a, size_t i)
{
    return sw_candidate_wait(&s->waits.at[i]) <= a->to || i == 0 || i == a->best;
}

/* A bar reaches from no change to the change, left of it where jobs end sooner. Whiskers are the interval. */
static void put_svg_bar(const struct sw_study *s, const struct sw_answer *a, size_t i, size_t place, double least,
                        double most, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    double scale = (SVG_WIDTH - SVG_LEFT - SVG_RIGHT) / (most - least), zero = SVG_LEFT - least * scale;
    double x = zero + t->change * scale, y = (double)(place * SVG_ROW) + 6;
    bool chosen = a->advice == SW_ADVICE_CHANGE && a->chosen == i;
    sw_out_printf(out, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">", SVG_LEFT - 8, y + 12);
    html_put_escaped(out, words_numbers(s->waits.family, &s->waits.at[i]).text);
    sw_out_printf(out, "</text>\n<rect class=\"%s\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"14\"/>\n",
                  chosen ? "chosen" : t->change > 0 ? "worse" : "better", fmin(x, zero), y, fmax(1, fabs(x - zero)));
    if (i > 0 && !isnan(t->interval.lo))
        sw_out_printf(out, "<path d=\"M%.1f %.0fH%.1f\"/>\n", zero + t->interval.lo * scale, y + 7,
                      zero + fmin(t->interval.hi, most) * scale);
    sw_out_printf(out, "<text x=\"%d\" y=\"%.0f\">%s</text>\n", SVG_WIDTH - SVG_RIGHT + 8, y + 12,
                  i == 0 ? "now" : word_percent(t->change).text);
}

/* The scale holds 0, all changes, and whiskers up to a doubling: one without end would press the bars flat. */
static void put_svg(const struct sw_study *s, const struct sw_answer *a, struct sw_out *out)
{
    /* No change at all would make the scale empty, and its width is divided by. */
    double least = -0.001, most = 0.001;
    size_t n = 1, place = 0;
    for (size_t i = 1; i < s->waits.n; i++) {
        if (!has_bar(s, a, i))
            continue;
        n++;
        least = fmin(least, fmin(s->tried[i].change, s->tried[i].interval.lo));
        most = fmax(most, fmax(s->tried[i].change, fmin(s->tried[i].interval.hi, 1)));
    }
    sw_out_printf(out, "<figure><svg viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"Change under each wait\">\n",
                  SVG_WIDTH, n * SVG_ROW + 8);
    for (size_t i = 0; i < s->waits.n; i++)
        if (has_bar(s, a, i))
            put_svg_bar(s, a, i, place++, least, most, out);
    sw_out_printf(out, "</svg>\n<figcaption>Change of the %s against the wait that was in force; the line is its "
                       "interval. Left is sooner.</figcaption></figure>\n",
                  s->goal_is_end ? "application's end" : "mean response of the jobs");
}

/* ---- the page ------------------------------------------------------------------------------------------ */

/* Lines to paste with the old values as comments. A log that cannot tell has none, so that none is pasted. */
static void put_settings(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d,
                         const struct sheet *to)
{
    struct setting line;
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return;
    sw_out_printf(to->out, to->html ? "<pre>" : "");
    for (size_t i = 0; settings_line(s, a, d, i, &line); i++)
        if (to->html) {
            html_put_escaped(to->out, line.text);
            html_put_escaped(to->out, d->xml ? "  <!-- " : "  # ");
            html_put_escaped(to->out, line.comment);
            html_put_escaped(to->out, d->xml ? " -->" : "");
            sw_out_printf(to->out, "\n");
        } else if (d->xml)
            sw_out_printf(to->out, "%*s%s\n%*s<!-- %s -->\n", SHEET_INDENT, "", line.text, SHEET_INDENT, "",
                          line.comment);
        else
            sw_out_printf(to->out, "%*s%-40s # %s\n", SHEET_INDENT + 4, "", line.text, line.comment);
    sw_out_printf(to->out, to->html ? "</pre>\n" : "");
}

/* Where no task preferred a host every wait gives the replay of the log as it was: no table of equal rows. */
static void put_waits(const struct sw_study *s, const struct sw_answer *a, const struct sheet *to)
{
    struct words none = { 0 };
    if (a->why == SW_WHY_NO_PREFERENCE) {
        words_add(&none, "The same under each: no task is known to have preferred a host.");
        sheet_section(to, "3 WAITS", "3 The same jobs under other waits", &none);
    } else if (to->html) {
        html_put_element(to->out, "h2", "", "3 The same jobs under other waits");
        put_html_table(s, a, to->out);
        put_svg(s, a, to->out);
    } else
        put_table(s, a, to->out);
}

void page_put(const struct advised *v, const struct sw_dialect *emit, const struct sheet *to)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    struct words title = { 0 }, answer = { 0 }, sure = { 0 }, load = { 0 }, log = { 0 }, wait = { 0 }, pays = { 0 },
        cached = { 0 }, shares = { 0 }, order = { 0 }, again = { 0 };
    words_title(v, &title);
    sheet_title(to, &title);
    answer_words(v, &answer);
    sheet_answer(to, &answer);
    /* Nothing was studied: the answer has the reason, and there is nothing more to say. */
    if (a->why == SW_WHY_NOT_REPLAYED)
        return;
    put_settings(s, a, emit, to);
    answer_sure(s, a, &sure);
    sheet_note(to, "SURE?", "How sure is that?", &sure);
    sections_load(&s->load, v->n_wide, &load);
    sheet_note(to, "LOAD", "The load", &load);
    sections_log(v, &log);
    sheet_section(to, "1 LOG", "1 The log", &log);
    sections_wait(s, a, v->n_wide, &wait);
    sheet_section(to, "2 WAIT", "2 What the wait did", &wait);
    put_waits(s, a, to);
    sections_pays(s, a, &pays);
    sheet_section(to, "4 PAYS?", "4 Could waiting pay?", &pays);
    sections_cached(s, &cached);
    sheet_section(to, "5 CACHE", "5 What is cached", &cached);
    sections_shares(s, &shares);
    sheet_section(to, "6 SHARES", "6 Shares", &shares);
    sections_order(s, &order);
    sheet_section(to, "7 ORDER", s->other.fair ? "7 Would FAIR help?" : "7 Would FIFO help?", &order);
    /* What was given in place of what the log says is given again. */
    words_again(v, &again);
    if (to->html) {
        html_put_element(to->out, "h2", "", "Again");
        html_put_element(to->out, "pre", "", again.at);
    } else
        sheet_section(to, "AGAIN", NULL, &again);
}
