/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buckets.c - water in buckets, phase by phase (TR figure 3): a bucket is as high as a pool's demand and
 * marked at its minimum share where that is not above the demand. Panel (a) has the demands, each other panel the
 * shares after a phase, as slot-fair --phases writes them. */
#include "lib/base/sw_names.h"
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns, in the order in which buckets_want() adds them. */
enum { POOL, DEMAND, MIN, PHASE, SHARE };
/* With panel (a) they must fit a figure, see MOST_PANELS. */
enum { MAX_PHASES = 7 };

/* Demands stand in the table itself, or by pool in the overlay. */
static int buckets_want(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    if (!p->spec->overlay && sw_csv_find(header, "demand") == SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(header), sw_csv_header(header)->line, NULL,
                           "no column 'demand' (name the file of the pools with --overlay)");
    plot_table_want(p, "pool", TEXT, true);
    plot_table_want(p, "demand", NUMBER, !p->spec->overlay);
    plot_table_want(p, "min_share", NUMBER, false);
    plot_table_want(p, "phase", TEXT, true);
    plot_table_want(p, p->spec->n_y ? p->spec->y[0] : "fair_share", NUMBER, true);
    /* Demands are what an overlay is there for. */
    p->table.column[DEMAND].over = true;
    return SW_OK;
}

struct buckets { size_t n_pools, n_phases; double *demand, *min, *share; /* share[phase * n_pools + pool] */ };

/* Pools that no phase names are passed over. */
static void set_sizes(struct buckets *b, const struct table *t, const struct sw_keys *pools)
{
    char text[256];
    for (size_t row = 0; row < t->n_rows; row++) {
        table_text(t, POOL, row, text, sizeof text);
        size_t pool = sw_keys_find(pools, text, strlen(text));
        if (pool == (size_t)-1 || isnan(table_number(t, DEMAND, row)))
            continue;
        b->demand[pool] = table_number(t, DEMAND, row);
        b->min[pool] = table_number(t, MIN, row);
    }
}

static int buckets_fill(struct sw_plot *p, struct buckets *b, struct sw_err *err)
{
    size_t n = b->n_pools * (b->n_phases + 2);
    /* One piece of memory has all three arrays. What no row says is NaN. */
    b->share = malloc((n + 1) * sizeof *b->share);
    if (!b->share)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        b->share[i] = NAN;
    b->demand = b->share + b->n_phases * b->n_pools;
    b->min = b->demand + b->n_pools;
    for (size_t row = 0; row < p->table.n_rows; row++) {
        const struct table *t = &p->table;
        size_t pool = t->column[POOL].id[row], phase = t->column[PHASE].id[row];
        double *at = &b->share[phase * b->n_pools + pool];
        char text[128];
        table_text(t, POOL, row, text, sizeof text);
        /* A table of several cases would fill a bucket twice. */
        if (!isnan(*at))
            return sw_err_set(err, "pool '%s' comes twice in a phase (one case at a time)", text);
        *at = table_number(t, SHARE, row);
    }
    set_sizes(b, &p->table, p->table.column[POOL].keys);
    /* What the overlay says goes before the table. */
    if (p->spec->overlay)
        set_sizes(b, &p->overlay, p->table.column[POOL].keys);
    return SW_OK;
}

/* A minimum above the demand holds nothing up, and has no mark. */
static bool is_marked(const struct buckets *b, size_t pool)
{
    return b->min[pool] > 0 && b->min[pool] <= b->demand[pool];
}

static void write_buckets(struct sw_plot *p, const struct buckets *b)
{
    sw_out_printf(p->out,
                  "# buckets: place, demand; marks: place, minimum share; water: place, slots\n$buckets << EOD\n");
    for (size_t i = 0; i < b->n_pools; i++)
        if (!isnan(b->demand[i]))
            script_row(p->out, (double[]){ (double)i, b->demand[i] }, 2);
    sw_out_printf(p->out, "EOD\n$marks << EOD\n");
    for (size_t i = 0; i < b->n_pools; i++)
        script_row(p->out, (double[]){ (double)i, is_marked(b, i) ? b->min[i] : NAN }, 2);
    sw_out_printf(p->out, "EOD\n");
    for (size_t phase = 0; phase < b->n_phases; phase++) {
        sw_out_printf(p->out, "$water%zu << EOD\n", phase + 1);
        for (size_t i = 0; i < b->n_pools; i++)
            if (!isnan(b->demand[i]))
                script_row(p->out, (double[]){ (double)i, b->share[phase * b->n_pools + i] }, 2);
        sw_out_printf(p->out, "EOD\n");
    }
}

/* Panel 0 has the demands, panel k phase k - 1. */
static void panel_name(const struct sw_plot *p, const struct buckets *b, size_t panel, char *title, size_t cap)
{
    char phase[128];
    double sum = 0;
    if (panel == 0) {
        snprintf(title, cap, "(a) demands, and minimum shares%s", text_wanted(p) ? "" : " (dashed)");
    } else {
        /* A pool without a demand has no bucket, and is not in the sum either. */
        for (size_t i = 0; i < b->n_pools; i++)
            if (!isnan(b->demand[i]) && !isnan(b->share[(panel - 1) * b->n_pools + i]))
                sum += b->share[(panel - 1) * b->n_pools + i];
        plot_table_column_key(&p->table.column[PHASE], panel - 1, phase, sizeof phase);
        snprintf(title, cap, "(%c) after phase %s: %.6g slots given", (char)('a' + panel), phase, sum);
    }
}

/* The water first, the bucket's outline over it, then the mark and the number. */
static void write_bucket_panel(struct sw_plot *p, size_t panel)
{
    sw_out_printf(p->out, "plot ");
    if (panel > 0)
        sw_out_printf(p->out, "$water%zu using 1:2:(0.6) with boxes lt 1 fc rgb '#a6d4f0' fs solid 1 noborder notitle, "
                              "\\\n     ", panel);
    /* vectors read x, y, dx, dy: the mark is a line across the bucket and a little beyond it. */
    sw_out_printf(p->out, "$buckets using 1:2:(0.6) with boxes lt 1 lc rgb sw_ink lw 1.6 fs empty border lc rgb sw_ink "
                          "notitle, \\\n     "
                          "$marks using ($1-0.38):2:(0.76):(0) with vectors nohead lt 1 lc rgb '#d55e00' lw 2.4 dt "
                          "(5,3) notitle, \\\n     ");
    /* At the foot of the bucket stands what it holds. In panel (a) its demand stands above it. */
    if (panel > 0)
        sw_out_printf(p->out, "$water%zu using 1:(0):(sprintf('%%.4g', $2)) with labels offset 0,0.6 notitle\n", panel);
    else
        sw_out_printf(p->out, "$buckets using 1:2:(sprintf('%%.4g', $2)) with labels offset 0,0.7 notitle\n");
}

static void write_bucket_figure(struct sw_plot *p, const struct buckets *b)
{
    char title[200];
    size_t n = b->n_phases + 1;
    double most = 0;
    /* The panels need no key, for their titles say what they show. */
    struct panels pn = panels_make(p, n, &p->table.column[POOL], 0);
    for (size_t i = 0; i < b->n_pools; i++)
        most = isnan(b->demand[i]) ? most : fmax(most, b->demand[i]);
    script_begin(p, pn.height_px);
    write_buckets(p, b);
    script_category_tics(p, &p->table.column[POOL], pn.place_px);
    /* 18 % above the highest bucket its number has room. */
    sw_out_printf(p->out, "set yrange [0:%.6g]\n", most > 0 ? 1.18 * most : 1);
    panels_begin(p, &pn);
    for (size_t i = 0; i < n; i++) {
        panel_name(p, b, i, title, sizeof title);
        panels_one(p, &pn, i, title, "pool", "slots");
        write_bucket_panel(p, i);
    }
    panels_end(p);
}

/* ---- text: a bucket lies on its side ----------------------------------------------------------- */

/* A bucket of the greatest demand has LONGEST characters, all others in proportion. */
static void put_bucket(struct sw_plot *p, const struct buckets *b, size_t panel, size_t pool, double most)
{
    enum { LONGEST = 48 };
    char name[300], text[160], line[LONGEST + 2];
    double demand = b->demand[pool], share = panel > 0 ? b->share[(panel - 1) * b->n_pools + pool] : 0;
    size_t length = (size_t)lround(LONGEST * demand / most);
    size_t full = isnan(share) ? 0 : (size_t)lround(LONGEST * share / most);
    for (size_t i = 0; i < length; i++)
        line[i] = i < full ? '#' : '.';
    /* The mark stands in the bucket, at the latest on its last character. */
    if (is_marked(b, pool) && length > 0) {
        size_t at = (size_t)lround(LONGEST * b->min[pool] / most);
        line[at < length ? at : length - 1] = '!';
    }
    line[length] = '\0';
    plot_table_column_key(&p->table.column[POOL], pool, text, sizeof text);
    text_pad(name, sizeof name, text, text_longest(&p->table.column[POOL], 16));
    text_line(p, "%s |%s] %.4g", name, line, panel > 0 ? share : demand);
}

static void write_bucket_text(struct sw_plot *p, const struct buckets *b)
{
    char title[200];
    /* Not 0, for it divides. */
    double most = 1e-9;
    for (size_t i = 0; i < b->n_pools; i++)
        most = isnan(b->demand[i]) ? most : fmax(most, b->demand[i]);
    text_begin(p);
    text_line(p, "slots of each pool: # given  . wanted  ! minimum share");
    for (size_t panel = 0; panel <= b->n_phases; panel++) {
        panel_name(p, b, panel, title, sizeof title);
        text_line(p, "%s", "");
        text_line(p, "%s", title);
        for (size_t i = 0; i < b->n_pools; i++)
            if (!isnan(b->demand[i]))
                put_bucket(p, b, panel, i, most);
    }
}

static int buckets_draw(struct sw_plot *p, struct sw_err *err)
{
    struct buckets b = { sw_keys_count(p->table.column[POOL].keys), sw_keys_count(p->table.column[PHASE].keys),
                         NULL, NULL, NULL };
    if (b.n_phases > MAX_PHASES)
        return sw_err_set(err, "%zu phases are more panels than a figure can show (%d)", b.n_phases, MAX_PHASES);
    int status = buckets_fill(p, &b, err);
    /* A pool of which no demand is known cannot be drawn. Where that is all of them there is no figure. */
    size_t n_known = 0;
    for (size_t i = 0; status == SW_OK && i < b.n_pools; i++)
        n_known += !isnan(b.demand[i]) ? 1 : 0;
    if (status == SW_OK && n_known == 0)
        status = plot_table_nothing(p, err);
    if (status == SW_OK && text_wanted(p))
        write_bucket_text(p, &b);
    else if (status == SW_OK)
        write_bucket_figure(p, &b);
    free(b.share);
    return status;
}

const struct sw_plot_kind plot_buckets = { "buckets", "water poured into the pools' buckets, phase by phase",
    "phase, pool, share (or -y): the rows of slot-fair --phases; demand and min_share there or, by pool, in the "
    "--overlay", SW_PLOT_Y | SW_PLOT_OVERLAY, 0, 760, 560, NULL, buckets_want, buckets_draw,
    "slot-fair --phases" };
