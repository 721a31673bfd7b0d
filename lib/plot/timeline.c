/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline.c - tasks running per pool, stacked, over time; dashed lines stack the fair shares alike. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns: those of timeline_wants, then those that timeline_want() adds. */
enum { TIME, POOL, RUNNING, FAIR };
/* LINES: of the figure as text. */
enum { SPAN_PX = 4, LINES = 16 };

/* What stands beside it: nothing where the column is another one. */
static const char *fair_column(const char *running)
{
    if (strcmp(running, "running_maps") == 0)
        return "fair_share_maps";
    return strcmp(running, "running") == 0 ? "fair_share" : "";
}

static const struct plot_want timeline_wants[] = { { SW_PLOT_X, "time_s", NUMBER, true },
    { SW_PLOT_BY, "pool", TEXT, true, true }, { 0 } };

/* Without --y it is the maps, or all tasks where the cluster has one kind of slot. */
static int timeline_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    bool one_kind = sw_csv_find(header, "running_maps") == SW_NO_COLUMN
        && sw_csv_find(header, "running") != SW_NO_COLUMN;
    const char *running = p->spec->n_y ? p->spec->y[0] : one_kind ? "running" : "running_maps";
    (void)err;
    plot_table_want(p, running, NUMBER, true);
    plot_table_want(p, fair_column(running), NUMBER, false);
    return SW_OK;
}

/* The stacked values at each time: [time * n_pools + pool], pools in order of appearance from the bottom. */
struct stack { size_t n_times, n_pools; double *time_s, *running, *fair; };

/* Rows of one time are one step, in which rows of a pool add up. */
static int stack_rows(struct sw_plot *p, struct stack *s, struct sw_err *err)
{
    const struct table *t = &p->table;
    for (size_t row = 0; row < t->n_rows; row++) {
        double time_s = table_number(t, TIME, row);
        double running = table_number(t, RUNNING, row), fair = table_number(t, FAIR, row);
        if (!script_shows(p, time_s, running))
            continue;
        /* Times that go back are a second run in the table. */
        if (s->n_times && time_s < s->time_s[s->n_times - 1])
            return sw_err_set(err, "%s: times are not in order at row %zu (one run at a time)",
                              t->column[TIME].name, row + 1);
        /* A time that is shown begins a step, also where other rows of it were left out. */
        if (s->n_times == 0 || time_s > s->time_s[s->n_times - 1])
            s->time_s[s->n_times++] = time_s;
        size_t at = (s->n_times - 1) * s->n_pools + t->column[POOL].id[row];
        s->running[at] += running;
        s->fair[at] += isnan(fair) ? 0 : fair;
    }
    return SW_OK;
}

/* At most: rows that the figure does not show are counted, too. */
static size_t count_times(const struct table *t)
{
    size_t n = 0;
    for (size_t row = 0; row < t->n_rows; row++)
        n += row == 0 || !(table_number(t, TIME, row) == table_number(t, TIME, row - 1));
    return n;
}

/* Steps that are narrower than a few pixels are not seen: means over equal spans take their place. */
static int thin(struct sw_plot *p, struct stack *s, struct sw_err *err)
{
    const size_t n = (size_t)(script_width_px(p) / SPAN_PX) + 1;
    /* Twice as many steps as spans are still seen. */
    if (s->n_times <= 2 * n)
        return SW_OK;
    double from_s = s->time_s[0], span_s = (s->time_s[s->n_times - 1] - from_s) / (double)n;
    double *sums = calloc(2 * n * s->n_pools + n + 1, sizeof *sums);
    if (!sums)
        return sw_err_memory(err);
    double *held_s = sums + 2 * n * s->n_pools;
    for (size_t i = 0; i + 1 < s->n_times; i++)
        /* A value holds until the next time. What it lasts is shared out to the spans that it covers. */
        for (double at_s = s->time_s[i], end_s; at_s < s->time_s[i + 1]; at_s = end_s) {
            size_t k = (size_t)((at_s - from_s) / span_s);
            k = k < n ? k : n - 1;
            /* nextafter(): a span's end that rounds to at_s or less would never be passed. */
            double next_s = fmax(nextafter(at_s, INFINITY), from_s + (double)(k + 1) * span_s);
            end_s = k + 1 < n ? fmin(s->time_s[i + 1], next_s) : s->time_s[i + 1];
            held_s[k] += end_s - at_s;
            for (size_t pool = 0; pool < s->n_pools; pool++) {
                sums[k * s->n_pools + pool] += (end_s - at_s) * s->running[i * s->n_pools + pool];
                sums[(n + k) * s->n_pools + pool] += (end_s - at_s) * s->fair[i * s->n_pools + pool];
            }
        }
    /* The means take the place of the first n steps. */
    for (size_t k = 0; k < n; k++) {
        s->time_s[k] = from_s + (double)k * span_s;
        for (size_t pool = 0; pool < s->n_pools && held_s[k] > 0; pool++) {
            s->running[k * s->n_pools + pool] = sums[k * s->n_pools + pool] / held_s[k];
            s->fair[k * s->n_pools + pool] = sums[(n + k) * s->n_pools + pool] / held_s[k];
        }
    }
    p->notes->n_times = s->n_times;
    p->notes->n_spans = n;
    s->n_times = n;
    free(sums);
    return SW_OK;
}

/* Each pool stands on those below it. */
static void pile_up(const struct stack *s, double *x)
{
    for (size_t i = 0; i < s->n_times; i++)
        for (size_t pool = 1; pool < s->n_pools; pool++)
            x[i * s->n_pools + pool] += x[i * s->n_pools + pool - 1];
}

/* Columns: time, below, above, share. A value holds until the next time, so each is written twice. */
static void write_pool(struct sw_plot *p, const struct stack *s, size_t pool)
{
    sw_out_printf(p->out, "$pool%zu << EOD\n", pool + 1);
    for (size_t i = 0; i < s->n_times; i++) {
        const double *running = &s->running[i * s->n_pools], *fair = &s->fair[i * s->n_pools];
        double row[4] = { s->time_s[i], pool ? running[pool - 1] : 0, running[pool], fair[pool] };
        script_row(p->out, row, 4);
        row[0] = i + 1 < s->n_times ? s->time_s[i + 1] : row[0];
        if (i + 1 < s->n_times)
            script_row(p->out, row, 4);
    }
    sw_out_printf(p->out, "EOD\n");
}

static void write_stack_clauses(struct sw_plot *p, const struct stack *s)
{
    char title[256];
    for (size_t pool = 0; pool < s->n_pools; pool++) {
        plot_table_column_key(&p->table.column[POOL], pool, title, sizeof title);
        sw_out_printf(p->out, "%s$pool%zu using 1:2:3 with filledcurves lt 1", pool ? ", \\\n     " : "plot ",
                      pool + 1);
        script_fill(p, pool);
        sw_out_printf(p->out, " border lc rgb sw_edge title ");
        script_fit_key(p, title, sizeof title);
        script_quoted(p->out, title);
    }
    /* A dashed line would be solid, or gone, between spans that are narrower than a dash. */
    const char *line = p->notes->n_spans ? "lw 1.4 dt 1" : "lw 1.6 dt (6,4)";
    for (size_t pool = 0; p->table.column[FAIR].present && pool < s->n_pools; pool++)
        /* White below black, so that the line is seen on each colour. */
        sw_out_printf(p->out, ", \\\n     $pool%zu using 1:4 with lines lt 1 lc rgb '#ffffff' lw 3 dt 1 notitle, \\\n"
                              "     $pool%zu using 1:4 with lines lt 1 lc rgb '#000000' %s %s",
                              pool + 1, pool + 1, line,
                      pool ? "notitle" : "title 'fair shares'");
    sw_out_printf(p->out, "\n");
}

/* ---- text: a letter for each pool -------------------------------------------------------------- */

/* The stack at this share of the time from the first to the last. */
static const double *stack_at(const struct stack *s, double share)
{
    double time_s = s->time_s[0] + share * (s->time_s[s->n_times - 1] - s->time_s[0]);
    size_t lo = 0, hi = s->n_times;
    /* The last step that is not after time_s. */
    while (lo + 1 < hi) {
        size_t middle = lo + (hi - lo) / 2;
        *(s->time_s[middle] <= time_s ? &lo : &hi) = middle;
    }
    return &s->running[lo * s->n_pools];
}

/* For text_legend(). */
static void name_pool(const void *of, size_t i, char *text, size_t cap)
{
    const struct sw_plot *p = of;
    plot_table_column_key(&p->table.column[POOL], i, text, cap);
}

static void write_stack_text(struct sw_plot *p, struct stack *s)
{
    size_t width = text_width(p) - 10;
    double most = 1e-9;
    char line[512], label[160];
    for (size_t i = 0; i < s->n_times; i++)
        most = fmax(most, s->running[i * s->n_pools + s->n_pools - 1]);
    text_begin(p);
    sw_plot_label(p->table.column[RUNNING].name, label, sizeof label);
    text_line(p, "%s of each pool, stacked", p->spec->ylabel ? p->spec->ylabel : label);
    width = width < sizeof line - 1 ? width : sizeof line - 1;
    for (size_t row = 0; row < LINES; row++) {
        /* The middle of what this line of text stands for. */
        double level = most * ((double)(LINES - row) - 0.5) / LINES;
        for (size_t x = 0; x < width; x++) {
            const double *stack = stack_at(s, ((double)x + 0.5) / (double)width);
            size_t pool = 0;
            while (pool < s->n_pools && stack[pool] <= level)
                pool++;
            line[x] = pool < s->n_pools ? text_letter(pool) : ' ';
        }
        line[width] = '\0';
        if (row % 5 == 0)
            text_line(p, "%8.4g |%s", most * (double)(LINES - row) / LINES, line);
        else
            text_line(p, "%8s |%s", "", line);
    }
    sw_plot_label(p->table.column[TIME].name, label, sizeof label);
    text_axis(p, 9, width, s->time_s[0], s->time_s[s->n_times - 1], label);
    text_legend(p, s->n_pools, name_pool, p);
}

/* From here on the values are stacked: each pool's is what it and those below it have. */
static void write_stack(struct sw_plot *p, struct stack *s)
{
    pile_up(s, s->running);
    pile_up(s, s->fair);
    if (text_wanted(p)) {
        write_stack_text(p, s);
        return;
    }
    script_begin(p, 0);
    for (size_t pool = 0; pool < s->n_pools; pool++)
        write_pool(p, s, pool);
    script_labels(p, p->table.column[TIME].name, p->table.column[RUNNING].name);
    /* A figure of one instant needs an extent. */
    sw_out_printf(p->out, "set xrange [%.17g:%.17g]\nset yrange [0:*]\nset style fill solid 1 border\n", s->time_s[0],
                  s->n_times > 1 ? s->time_s[s->n_times - 1] : s->time_s[0] + 1);
    write_stack_clauses(p, s);
}

static int timeline_draw(struct sw_plot *p, struct sw_err *err)
{
    struct stack s = { 0, sw_keys_count(p->table.column[POOL].keys), NULL, NULL, NULL };
    size_t n = count_times(&p->table);
    if (s.n_pools > 64)
        return sw_err_set(err, "%zu values of '%s' are more than a figure can show (64)", s.n_pools,
                          p->table.column[POOL].name);
    /* One piece of memory: times, then running, then shares. */
    s.time_s = calloc(n + 1 + 2 * n * s.n_pools, sizeof *s.time_s);
    if (!s.time_s)
        return sw_err_memory(err);
    s.running = s.time_s + n + 1;
    s.fair = s.running + n * s.n_pools;
    int status = stack_rows(p, &s, err);
    if (status == SW_OK && s.n_times == 0)
        status = plot_table_nothing(p, err);
    if (status == SW_OK)
        status = thin(p, &s, err);
    if (status == SW_OK)
        write_stack(p, &s);
    free(s.time_s);
    return status;
}

const struct sw_plot_kind plot_timeline = { "timeline",
    "tasks running per pool over time, stacked, with the fair shares stacked alike",
    "time_s (or -x), pool (or --by), running_maps or running (or -y); fair_share_maps or fair_share: the timeline "
    "record", SW_PLOT_X | SW_PLOT_Y | SW_PLOT_BY, 0, 800, 432, timeline_wants, timeline_want, timeline_draw,
    "slot-replay --record timeline" };
