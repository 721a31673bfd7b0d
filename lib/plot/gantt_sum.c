/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gantt_sum.c - attempts summed up: at most 20 bands of nodes, at most 150 spans of time, and in each the slots that
 * each job had, stacked. The eight jobs with most of them have colours, the others have grey. As text each job has
 * a letter, the 26 with most of them letters of their own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"

enum { COLOURS = 8, LETTERS = 26, SPANS = 150 };
struct sum {
    const struct gantt *c;
    size_t n_bands, per_band, n_spans, n_ranks; /* the last rank is that of all other jobs */
    double span_s, *area;                       /* slots: area[(band * n_spans + span) * n_ranks + rank] */
    double *lanes;                              /* most slots that a band had */
    size_t *rank;                               /* of each job */
    size_t *job;                                /* of each rank */
};

/* ---- ranks ----------------------------------------------------------------------------------- */

/* The slot time of a job, in slot seconds. */
struct share { double slot_s; size_t job; };

/* Most slot time first. */
static int by_share(const void *a, const void *b)
{
    const struct share *x = a, *y = b;
    return ORDER(y->slot_s, x->slot_s) ?: ORDER(x->job, y->job);
}

/* Those with most slot time have ranks of their own, in the order in which they came. */
static int find_ranks(struct sum *s, size_t n_jobs, struct sw_err *err)
{
    struct share *share = calloc(n_jobs + 1, sizeof *share);
    size_t n_own = s->n_ranks - 1, n = 0;
    if (!share)
        return sw_err_memory(err);
    for (size_t j = 0; j < n_jobs; j++)
        share[j].job = j;
    for (size_t i = 0; i < s->c->n; i++)
        share[s->c->at[i].series].slot_s += s->c->at[i].to_s - s->c->at[i].from_s;
    qsort(share, n_jobs, sizeof *share, by_share);
    /* First all jobs are others. Then those with a rank of their own are marked, and the marked ones numbered. */
    for (size_t j = 0; j < n_jobs; j++)
        s->rank[j] = n_own;
    for (size_t j = 0; j < n_own && j < n_jobs; j++)
        s->rank[share[j].job] = 0;
    for (size_t j = 0; j < n_jobs; j++)
        if (s->rank[j] != n_own) {
            s->job[n] = j;
            s->rank[j] = n++;
        }
    free(share);
    return SW_OK;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* In each span that it lasts in, the part of the span for which it holds its slot. */
static void add_stay(struct sum *s, const struct stay *at)
{
    size_t band = at->node / s->per_band;
    double *area = &s->area[band * s->n_spans * s->n_ranks];
    size_t first = (size_t)((at->from_s - s->c->from_s) / s->span_s);
    /* What begins at the very end of the time belongs to the last span. */
    for (size_t k = first < s->n_spans ? first : s->n_spans - 1; k < s->n_spans; k++) {
        double from_s = s->c->from_s + (double)k * s->span_s, to_s = from_s + s->span_s;
        if (from_s >= at->to_s)
            break;
        double held_s = fmin(to_s, at->to_s) - fmax(from_s, at->from_s);
        area[k * s->n_ranks + s->rank[at->series]] += fmax(0, held_s) / s->span_s;
    }
}

static double area_at(const struct sum *s, size_t band, size_t span, size_t rank)
{
    return s->area[(band * s->n_spans + span) * s->n_ranks + rank];
}

/* One name, or the first and the last of the band. */
static void name_band(const struct sw_plot *p, const struct sum *s, size_t band, char *text, size_t cap)
{
    size_t first = band * s->per_band, last = first + s->per_band - 1;
    char to[100];
    /* The last band may have fewer nodes. */
    last = last < s->c->n_nodes ? last : s->c->n_nodes - 1;
    plot_table_column_key(&p->table.column[GANTT_NODE], s->c->node[first], text, cap);
    if (first == last)
        return;
    plot_table_column_key(&p->table.column[GANTT_NODE], s->c->node[last], to, sizeof to);
    size_t used = strlen(text);
    snprintf(text + used, cap - used, " to %s", to);
}

/* ---- the figure ------------------------------------------------------------------------------ */

/* A millionth of a band is not seen. So the script does not depend on the last bits of a sum. */
static double rounded_share(double x) { return round(x * 1e6) / 1e6; }

static void write_rank(struct sw_plot *p, const struct sum *s, size_t rank)
{
    sw_out_printf(p->out, "$job%zu << EOD\n", rank + 1);
    for (size_t band = 0; band < s->n_bands; band++)
        for (size_t k = 0; k < s->n_spans; k++) {
            /* The axis runs downwards, so a job stands on those of lower rank by what is subtracted. 0.9 of a band
             * is drawn. */
            double below = 0, height = area_at(s, band, k, rank) / fmax(1, s->lanes[band]) * 0.9;
            for (size_t r = 0; r < rank; r++)
                below += area_at(s, band, k, r) / fmax(1, s->lanes[band]) * 0.9;
            double from_s = s->c->from_s + (double)k * s->span_s, foot = (double)band + 0.95;
            /* A job that had nothing in the span has no box. */
            if (height > 1e-6)
                script_row(p->out, (double[]){ from_s, from_s + s->span_s, rounded_share(foot - below - height),
                                               rounded_share(foot - below) }, 4);
        }
    sw_out_printf(p->out, "EOD\n");
}

/* Names stand in the middle of their bands, lines between bands. */
static void write_tics(struct sw_plot *p, const struct sum *s)
{
    char text[256];
    sw_out_printf(p->out, "set ytics (");
    for (size_t i = 0; i < s->n_bands; i++) {
        name_band(p, s, i, text, sizeof text);
        sw_out_printf(p->out, i ? ", " : "");
        script_tic(p->out, text);
        sw_out_printf(p->out, " %g", (double)i + 0.5);
    }
    sw_out_printf(p->out, ")\n");
    for (size_t i = 1; i < s->n_bands; i++)
        sw_out_printf(p->out, "set arrow from graph 0, first %zu to graph 1, first %zu nohead back lt 1 lc rgb "
                              "sw_faint lw 0.8\n", i, i);
}

/* Whether some attempt is of a job that has no rank of its own. */
static bool has_others(const struct sum *s)
{
    for (size_t i = 0; i < s->c->n; i++)
        if (s->rank[s->c->at[i].series] == s->n_ranks - 1)
            return true;
    return false;
}

static void write_sum(struct sw_plot *p, const struct sum *s, size_t n_jobs)
{
    /* The ranks that are drawn: fewer where there are fewer jobs. */
    size_t n_own = s->n_ranks - 1 < n_jobs ? s->n_ranks - 1 : n_jobs, n = n_own + has_others(s);
    char title[128];
    script_begin(p, fmax(300, 130 + 26 * (double)s->n_bands));
    for (size_t r = 0; r < n; r++)
        write_rank(p, s, r < n_own ? r : s->n_ranks - 1);
    write_tics(p, s);
    script_labels(p, "time_s", p->table.column[GANTT_NODE].name);
    sw_out_printf(p->out, "set yrange [%zu:0]\nset xrange [%.17g:%.17g]\nunset grid\n"
                          "set grid xtics lt 1 lc rgb sw_faint lw 0.6\nset style fill solid 1 noborder\n",
                  s->n_bands, s->c->from_s, s->c->to_s);
    for (size_t r = 0; r < n; r++) {
        size_t block = r < n_own ? r : s->n_ranks - 1;
        sw_out_printf(p->out, "%s$job%zu using 1:3:1:2:3:4 with boxxyerror lt 1 lw 0.1 fc rgb ", r ? ", \\\n     "
                      : "plot ", block + 1);
        if (r < n_own)
            sw_out_printf(p->out, "sw_fill[%zu] title ", r + 1);
        /* One grey for all others, which is none of the eight colours. */
        else
            sw_out_printf(p->out, "'#b0b0b0' title ");
        plot_table_column_key(&p->table.column[GANTT_BY], s->job[r < n_own ? r : 0], title, sizeof title);
        script_quoted(p->out, r < n_own ? title : "others");
    }
    sw_out_printf(p->out, "\n");
}

/* ---- text: the letter of the job that has most of a span; small where half of the slots are idle ----- */

struct legend { const struct sw_plot *p; const struct sum *s; };

static void name_of_job(const void *of, size_t i, char *text, size_t cap)
{
    const struct legend *legend = of;
    plot_table_column_key(&legend->p->table.column[GANTT_BY], legend->s->job[i < LETTERS ? i : 0], text, cap);
}

/* ' ' where nothing ran to speak of, '*' where the others together had most. */
static char letter_at(const struct sum *s, size_t band, size_t span)
{
    double most = 0, all = 0;
    size_t of = 0;
    for (size_t r = 0; r < s->n_ranks; r++) {
        double area = area_at(s, band, span, r);
        all += area;
        if (area > most) {
            most = area;
            of = r;
        }
    }
    double busy = all / fmax(1, s->lanes[band]);
    if (busy < 0.02)
        return ' ';
    char letter = of == s->n_ranks - 1 ? '*' : text_letter(of);
    return busy < 0.5 && letter != '*' ? (char)(letter - 'A' + 'a') : letter;
}

static void write_sum_text(struct sw_plot *p, const struct sum *s, size_t n_jobs)
{
    /* The names of bands are as wide as the longest. */
    char name[300], text[256], line[SPANS + 1];
    size_t indent = 0;
    for (size_t i = 0; i < s->n_bands; i++) {
        name_band(p, s, i, text, sizeof text);
        indent = strlen(text) > indent ? strlen(text) : indent;
    }
    text_begin(p);
    text_line(p, "the job with most slots of a node; a small letter: under half of them busy");
    for (size_t i = 0; i < s->n_bands; i++) {
        for (size_t k = 0; k < s->n_spans; k++)
            line[k] = letter_at(s, i, k);
        line[s->n_spans] = '\0';
        name_band(p, s, i, text, sizeof text);
        text_pad(name, sizeof name, text, indent);
        text_line(p, "%s |%s", name, line);
    }
    text_axis(p, indent + 1, s->n_spans, s->c->from_s, s->c->to_s, "time (s)");
    text_legend(p, n_jobs < LETTERS ? n_jobs : LETTERS + (size_t)has_others(s), name_of_job, &(struct legend){ p, s });
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* area is per span and slot, so 1 is a slot that was held all the time. */
int gantt_sum(struct sw_plot *p, const struct gantt *c, struct sw_err *err)
{
    bool text = text_wanted(p);
    size_t n_jobs = sw_keys_count(p->table.column[GANTT_BY].keys);
    /* The other 16 columns of a line are for the names of bands. */
    struct sum s = { .c = c, .n_spans = text ? text_width(p) - 16 : SPANS, .n_ranks = (text ? LETTERS : COLOURS) + 1 };
    s.n_spans = s.n_spans < SPANS ? s.n_spans : SPANS;
    /* Equally many nodes a band, but for the last. */
    s.per_band = (c->n_nodes + GANTT_BANDS - 1) / GANTT_BANDS;
    s.n_bands = (c->n_nodes + s.per_band - 1) / s.per_band;
    /* A log of one instant has spans of a second, which hold nothing. */
    s.span_s = c->to_s > c->from_s ? (c->to_s - c->from_s) / (double)s.n_spans : 1;
    s.area = calloc(s.n_bands * s.n_spans * s.n_ranks + 1, sizeof *s.area);
    s.lanes = calloc(s.n_bands + 1, sizeof *s.lanes);
    s.rank = calloc(n_jobs + 1, sizeof *s.rank);
    s.job = calloc(n_jobs + LETTERS + 1, sizeof *s.job);
    int status = s.area && s.lanes && s.rank && s.job ? find_ranks(&s, n_jobs, err) : sw_err_memory(err);
    if (status == SW_OK) {
        /* Lanes of each band, then what ran on them. */
        for (size_t i = 0; i < s.c->n_nodes; i++)
            s.lanes[i / s.per_band] += (double)s.c->band[i].n_lanes;
        for (size_t i = 0; i < s.c->n; i++)
            add_stay(&s, &s.c->at[i]);
        if (text)
            write_sum_text(p, &s, n_jobs);
        else
            write_sum(p, &s, n_jobs);
    }
    free(s.area);
    free(s.lanes);
    free(s.rank);
    free(s.job);
    return status;
}
