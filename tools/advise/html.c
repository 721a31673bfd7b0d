/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.c - a study as HTML: the sentences of the text page, its table, and its bars as inline SVG. One file without
 * scripts, fonts or links; on a narrow screen the table scrolls and the bars shrink. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/base/sw_shown.h"
#include "tools/advise/page.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"

/* ---- text --------------------------------------------------------------------------------------------- */

/* Names come from logs: markup in them is text, and control characters are nothing. */
static void put_escaped(struct sw_out *out, const char *text)
{
    for (size_t n; *text != '\0'; text += n > 0 ? n : 1) {
        n = sw_shown_length(text, strnlen(text, 4));
        switch (*text) {
        case ' ': sw_out_printf(out, text[1] == '%' ? "&nbsp;" : " "); break;
        case '<': sw_out_printf(out, "&lt;"); break;
        case '>': sw_out_printf(out, "&gt;"); break;
        case '&': sw_out_printf(out, "&amp;"); break;
        case '"': sw_out_printf(out, "&quot;"); break;
        case '\'': sw_out_printf(out, "&#39;"); break;
        default:
            if (n > 0 && !sw_shown_is_control(text, n) && !sw_shown_turns(text, n))
                sw_out_bytes(out, text, n);
        }
    }
}

void html_put_element(struct sw_out *out, const char *name, const char *class, const char *text)
{
    sw_out_printf(out, *class != '\0' ? "<%s class=\"%s\">" : "<%s>", name, class);
    put_escaped(out, text);
    sw_out_printf(out, "</%s>\n", name);
}

static void put_section(struct sw_out *out, const char *title, const struct words *w)
{
    if (w->n == 0)
        return;
    html_put_element(out, "h2", "", title);
    html_put_element(out, "p", "", w->at);
}

/* ---- the table ------------------------------------------------------------------------------------------ */

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

static void put_row(const struct sw_study *s, const struct sw_answer *a, size_t i, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    bool chosen = a->advice == SW_ADVICE_CHANGE && a->chosen == i;
    char change[80] = "now";
    if (i > 0)
        snprintf(change, sizeof change, "%+.1f (%+.1f to %+.1f)", 100 * t->change + 0.0, 100 * t->interval.lo + 0.0,
                 100 * t->interval.hi + 0.0);
    sw_out_printf(out, chosen ? "<tr class=\"chosen\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
    put_escaped(out, words_numbers(s->waits.family, &s->waits.at[i]).text);
    sw_out_printf(out, "%s</th>\n", chosen ? " (advised)" : "");
    html_put_element(out, "td", "", change);
    put_cells(out, s->goal_is_end, &t->recorded, &t->recorded.placed);
    sw_out_printf(out, "</tr>\n");
}

static void put_table(const struct sw_study *s, const struct sw_answer *a, struct sw_out *out)
{
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
        put_row(s, a, i, out);
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
static void put_bar(const struct sw_study *s, const struct sw_answer *a, size_t i, size_t place, double least,
                    double most, struct sw_out *out)
{
    const struct sw_tried *t = &s->tried[i];
    double scale = (SVG_WIDTH - SVG_LEFT - SVG_RIGHT) / (most - least), zero = SVG_LEFT - least * scale;
    double x = zero + t->change * scale, y = (double)(place * SVG_ROW) + 6;
    bool chosen = a->advice == SW_ADVICE_CHANGE && a->chosen == i;
    sw_out_printf(out, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">", SVG_LEFT - 8, y + 12);
    put_escaped(out, words_numbers(s->waits.family, &s->waits.at[i]).text);
    sw_out_printf(out, "</text>\n<rect class=\"%s\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"14\"/>\n",
                  chosen ? "chosen" : t->change > 0 ? "worse" : "better", fmin(x, zero), y, fmax(1, fabs(x - zero)));
    if (i > 0 && !isnan(t->interval.lo))
        sw_out_printf(out, "<path d=\"M%.1f %.0fH%.1f\"/>\n", zero + t->interval.lo * scale, y + 7,
                      zero + fmin(t->interval.hi, most) * scale);
    sw_out_printf(out, "<text x=\"%d\" y=\"%.0f\">%s</text>\n", SVG_WIDTH - SVG_RIGHT + 8, y + 12,
                  i == 0 ? "now" : word_percent(t->change).text);
}

static void put_bars(const struct sw_study *s, const struct sw_answer *a, struct sw_out *out)
{
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
            put_bar(s, a, i, place++, least, most, out);
    sw_out_printf(out, "</svg>\n<figcaption>Change of the %s against the wait that was in force; the line is its "
                       "interval. Left is sooner.</figcaption></figure>\n",
                  s->goal_is_end ? "application's end" : "mean response of the jobs");
}

/* ---- the page --------------------------------------------------------------------------------------------- */

void html_put_head(struct sw_out *out)
{
    sw_out_printf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>slot-advise</title>\n<style>\n"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:1rem auto;padding:0 1rem;color:#1b1b1b;"
        "background:#fff}\n"
        "h1{font-size:1.15rem;overflow-wrap:anywhere}h2{font-size:1rem;margin:1.4rem 0 .2rem}p{margin:.2rem 0;"
        "overflow-wrap:anywhere}\n"
        ".answer{border-left:.3rem solid #1f6f8b;padding:.4rem .8rem;background:#eef5f8;font-size:1.1rem}\n"
        ".wide{overflow-x:auto}\n"
        "pre{background:#f4f4f4;padding:.5rem;font-size:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
        "table{border-collapse:collapse;font-size:.85rem}th,td{padding:.15rem .5rem;text-align:right;"
        "border-bottom:1px solid #ddd}tbody th{text-align:left}td:nth-child(2){white-space:nowrap}"
        "thead th{vertical-align:bottom;font-weight:600}tr.chosen{background:#eef5f8}\n"
        "figure{margin:1rem 0}svg{width:100%%;max-width:34rem;height:auto;font-size:14px}\n"
        "rect.better{fill:#7fb3c8}rect.worse{fill:#d9a48f}\n"
        "rect.chosen{fill:#1f6f8b}path{stroke:#1b1b1b;stroke-width:2}\n"
        "figcaption{font-size:.85rem;color:#555}\n"
        "</style></head><body>\n");
}

void html_put_foot(struct sw_out *out)
{
    sw_out_printf(out, "</body></html>\n");
}

static void put_settings(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d,
                         struct sw_out *out)
{
    struct setting line;
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return;
    sw_out_printf(out, "<pre>");
    for (size_t i = 0; settings_line(s, a, d, i, &line); i++) {
        put_escaped(out, line.text);
        put_escaped(out, d->xml ? "  <!-- " : "  # ");
        put_escaped(out, line.comment);
        put_escaped(out, d->xml ? " -->" : "");
        sw_out_printf(out, "\n");
    }
    sw_out_printf(out, "</pre>\n");
}

void html_put(const struct advised *v, const struct sw_dialect *emit, struct sw_out *out)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    struct words title = { 0 }, answer = { 0 }, sure = { 0 }, load = { 0 }, log = { 0 }, wait = { 0 }, pays = { 0 },
        cached = { 0 }, shares = { 0 }, order = { 0 }, again = { 0 };
    words_title(v, &title);
    html_put_element(out, "h1", "", title.at);
    answer_words(v, &answer);
    html_put_element(out, "p", "answer", answer.at);
    if (a->why == SW_WHY_NOT_REPLAYED)
        return;
    put_settings(s, a, emit, out);
    answer_sure(s, a, &sure);
    put_section(out, "How sure is that?", &sure);
    sections_load(&s->load, v->n_wide, &load);
    put_section(out, "The load", &load);
    sections_log(v, &log);
    put_section(out, "1 The log", &log);
    sections_wait(s, a, v->n_wide, &wait);
    put_section(out, "2 What the wait did", &wait);
    html_put_element(out, "h2", "", "3 The same jobs under other waits");
    put_table(s, a, out);
    put_bars(s, a, out);
    sections_pays(s, a, &pays);
    put_section(out, "4 Could waiting pay?", &pays);
    sections_cached(s, &cached);
    put_section(out, "5 What is cached", &cached);
    sections_shares(s, &shares);
    put_section(out, "6 Shares", &shares);
    sections_order(s, &order);
    put_section(out, s->other.fair ? "7 Would FAIR help?" : "7 Would FIFO help?", &order);
    words_again(v, &again);
    html_put_element(out, "h2", "", "Again");
    html_put_element(out, "pre", "", again.at);
}
