/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gantt.c - which job's tasks ran where and when: a band for each node, with as many lanes as tasks ran at
 * once, a bar for each attempt. Where these are too many to be seen, bands stand for several nodes, and in each the
 * jobs are stacked over time (gantt_sum.c). */
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns, in the order of gantt_wants; gantt_sum.c knows two of them. */
enum { NODE = GANTT_NODE, LAUNCH, FINISH, BY = GANTT_BY };

enum { MANY = 4000 }; /* attempts from which on they are summed up */

static const struct plot_want gantt_wants[] = { { SW_PLOT_Y, "node", TEXT, true }, { 0, "launch_s", NUMBER, true },
    { 0, "finish_s", NUMBER, true }, { SW_PLOT_BY, "job_id", TEXT, true, true }, { 0 } };

/* By node, then launch, then row. */
static int stay_order(const void *a, const void *b)
{
    const struct stay *p = a, *q = b;
    return ORDER(p->node, q->node) ?: ORDER(p->from_s, q->from_s) ?: ORDER(p->row, q->row);
}

/* Attempts that still run go on to the last time in the table. */
static void gantt_gather(struct sw_plot *p, struct gantt *c)
{
    /* The least of the launches is found below. */
    const struct table *t = &p->table;
    double last_s = 0;
    c->from_s = INFINITY;
    for (size_t row = 0; row < t->n_rows; row++)
        /* fmax() passes over NaN, which is a finish that the table does not have. */
        last_s = fmax(last_s, fmax(table_number(t, LAUNCH, row), table_number(t, FINISH, row)));
    for (size_t row = 0; row < t->n_rows; row++) {
        double from_s = table_number(t, LAUNCH, row), to_s = table_number(t, FINISH, row);
        if (script_shows(p, 1, from_s))
            c->at[c->n++] = (struct stay){ c->place[t->column[NODE].id[row]], t->column[BY].id[row], row, 0, from_s,
                                           isnan(to_s) ? last_s : to_s };
    }
    for (size_t i = 0; i < c->n; i++) {
        c->from_s = fmin(c->from_s, c->at[i].from_s);
        c->to_s = fmax(c->to_s, c->at[i].to_s);
    }
    qsort(c->at, c->n, sizeof *c->at, stay_order);
}

/* Nodes in the order of their names, n2 before n10. */
static int name_order(const void *a, const void *b, void *column)
{
    char x[256], y[256];
    plot_table_column_key(column, *(const size_t *)a, x, sizeof x);
    plot_table_column_key(column, *(const size_t *)b, y, sizeof y);
    return strverscmp(x, y);
}

/* Each attempt takes the lowest lane of its node that is free at its launch. */
static void take_lanes(struct gantt *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct band *b = &c->band[c->at[i].node];
        size_t lane = 0;
        /* Rows of a node stand together, so its lanes have numbers behind one another. */
        if (b->n_lanes == 0)
            b->first_lane = c->n_lanes;
        /* Times are decimal numbers: what begins within a nanosecond of an end is behind it. */
        while (lane < b->n_lanes && c->free_s[b->first_lane + lane] > c->at[i].from_s + 1e-9)
            lane++;
        if (lane == b->n_lanes) {
            b->n_lanes++;
            c->n_lanes++;
        }
        c->at[i].lane = b->first_lane + lane;
        c->free_s[c->at[i].lane] = c->at[i].to_s;
    }
}

/* A lane is 1 high, of which 0.16 is the gap between lanes. Columns: from, to, and the two edges. */
static void write_stays(struct sw_plot *p, const struct gantt *c, size_t n_series)
{
    for (size_t s = 0; s < n_series; s++) {
        sw_out_printf(p->out, "$job%zu << EOD\n", s + 1);
        for (size_t i = 0; i < c->n; i++) {
            double lane = (double)c->at[i].lane;
            double row[4] = { c->at[i].from_s, c->at[i].to_s, lane + 0.08, lane + 0.92 };
            if (c->at[i].series == s)
                script_row(p->out, row, 4);
        }
        sw_out_printf(p->out, "EOD\n");
    }
}

/* The node's name beside the middle of its band, and a line below it; every k-th where there are many. */
static void write_bands(struct sw_plot *p, const struct gantt *c)
{
    char text[128];
    /* At most 50 names have room. */
    size_t every = c->n_nodes / 50 + 1, shown = 0;
    sw_out_printf(p->out, "set ytics (");
    for (size_t i = 0; i < c->n_nodes; i += every) {
        if (c->band[i].n_lanes == 0)
            continue;
        plot_table_column_key(&p->table.column[NODE], c->node[i], text, sizeof text);
        sw_out_printf(p->out, shown++ ? ", " : "");
        script_tic(p->out, text);
        sw_out_printf(p->out, " %g", (double)c->band[i].first_lane + (double)c->band[i].n_lanes / 2);
    }
    sw_out_printf(p->out, ")\n");
    for (size_t i = 0; i < c->n_nodes; i++)
        sw_out_printf(p->out, "set arrow from graph 0, first %zu to graph 1, first %zu nohead back lt 1 lc rgb "
                              "sw_faint lw 0.8\n",
                      c->band[i].first_lane, c->band[i].first_lane);
}

static void write_stay_clauses(struct sw_plot *p, size_t n_series)
{
    /* boxxyerror reads x, y, x from, x to, y from, y to. Eight colours, then the same with hatching. */
    char title[128];
    for (size_t s = 0; s < n_series; s++) {
        sw_out_printf(p->out, "%s$job%zu using 1:3:1:2:3:4 with boxxyerror lt 1 lw 0.7 fc rgb sw_fill[%zu] ",
                      s ? ", \\\n     " : "plot ", s + 1, s % 8 + 1);
        if (s >= 8)
            sw_out_printf(p->out, "fs pattern %zu border lc rgb sw_edge ", (s / 8 - 1) % 6 + 1);
        plot_table_column_key(&p->table.column[BY], s, title, sizeof title);
        /* A key of more than 24 jobs would leave no room for the figure. */
        sw_out_printf(p->out, n_series > 24 ? "notitle" : "title ");
        if (n_series <= 24)
            script_quoted(p->out, title);
    }
    sw_out_printf(p->out, "\n");
}

static void write_gantt(struct sw_plot *p, const struct gantt *c)
{
    size_t n_series = sw_keys_count(p->table.column[BY].keys);
    /* 16 px a lane. */
    script_begin(p, fmin(1600, fmax(300, 120 + 16 * (double)c->n_lanes)));
    write_stays(p, c, n_series);
    write_bands(p, c);
    script_labels(p, "time_s", p->table.column[NODE].name);
    /* The axis of y runs downwards: the first node stands on top. */
    sw_out_printf(p->out,
                  "set yrange [%zu:0]\nset xrange [%.17g:%.17g]\nunset grid\n"
                  "set grid xtics lt 1 lc rgb sw_faint lw 0.6\n",
                  c->n_lanes, fmin(0, c->from_s), c->to_s);
    sw_out_printf(p->out, "set style fill solid 1 border lc rgb sw_edge\n");
    write_stay_clauses(p, n_series);
}

static int draw_gantt(struct sw_plot *p, struct gantt *c, struct sw_err *err)
{
    /* Nodes stand by name. c->node has them in order, c->place is its inverse. */
    for (size_t i = 0; i < c->n_nodes; i++)
        c->node[i] = i;
    qsort_r(c->node, c->n_nodes, sizeof *c->node, name_order, &p->table.column[NODE]);
    for (size_t i = 0; i < c->n_nodes; i++)
        c->place[c->node[i]] = i;
    gantt_gather(p, c);
    take_lanes(c);
    if (c->n == 0)
        return plot_table_nothing(p, err);
    /* Text has no room for lanes. Too many bands or attempts could not be told apart. */
    if (text_wanted(p) || c->n_nodes > GANTT_BANDS || c->n > MANY)
        return gantt_sum(p, c, err);
    write_gantt(p, c);
    return SW_OK;
}

static int gantt_draw(struct sw_plot *p, struct sw_err *err)
{
    /* There are at most as many lanes as attempts. */
    struct gantt c = { .n_nodes = sw_keys_count(p->table.column[NODE].keys) };
    c.at = malloc((p->table.n_rows + 1) * sizeof *c.at);
    c.free_s = calloc(p->table.n_rows + 1, sizeof *c.free_s);
    c.band = calloc(c.n_nodes + 1, sizeof *c.band);
    c.node = calloc(c.n_nodes + 1, sizeof *c.node);
    c.place = calloc(c.n_nodes + 1, sizeof *c.place);
    int status = c.at && c.free_s && c.band && c.node && c.place ? draw_gantt(p, &c, err) : sw_err_memory(err);
    free(c.at);
    free(c.free_s);
    free(c.band);
    free(c.node);
    free(c.place);
    return status;
}

const struct sw_plot_kind plot_gantt = { "gantt", "which job's attempts ran on which node and when",
    "node (or -y), launch_s, finish_s, job_id (or --by): the attempts record", SW_PLOT_Y | SW_PLOT_BY, 0, 800, 432,
    gantt_wants, NULL, gantt_draw,
    "slot-replay --record attempts" };
