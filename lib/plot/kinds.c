/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.c - the list of figures, and the way from a table to a script that is common to them. */
#include "lib/plot/plot.h"
#include <string.h>

/* In the order of --help-all. */
const struct sw_plot_kind *const sw_plot_kinds[] = {
    &plot_line, &plot_scatter, &plot_cdf, &plot_bars, &plot_gains, &plot_buckets, &plot_timeline, &plot_gantt,
    &plot_heat, &plot_locality, &plot_pareto, NULL };
const char *const sw_plot_term_words[] = { "svg", "png", "pdf", "dumb", "tikz", "epslatex", "keep", NULL };

int sw_plot_find(const char *name, const struct sw_plot_kind **out, struct sw_err *err)
{
    const char *names[32];
    size_t n = 0;
    for (; sw_plot_kinds[n]; n++) {
        names[n] = sw_plot_kinds[n]->name;
        if (strcmp(names[n], name) == 0) {
            *out = sw_plot_kinds[n];
            return SW_OK;
        }
    }
    /* What is near to the name is suggested. */
    return sw_err_unknown(err, NULL, "KIND: no such figure", name, name, names, n);
}

int sw_plot_check(const struct sw_plot_spec *s, struct sw_err *err)
{
    /* An option that the kind does not take would be passed over in silence, so it is an error. */
    const struct { unsigned flag; const char *option; bool given; } options[] = {
        { SW_PLOT_X, "x", s->x }, { SW_PLOT_Y, "y", s->n_y > 0 }, { SW_PLOT_Z, "z", s->z },
        { SW_PLOT_BY, "by", s->by }, { SW_PLOT_LOG_X, "log", s->log_x },
        { SW_PLOT_LOG_Y, "log", s->log_y }, { SW_PLOT_OVERLAY, "overlay", s->overlay },
        { SW_PLOT_PANEL, "panel", s->panel },
        { SW_PLOT_GREATER, "greater", s->greater_x || s->greater_y } };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].given && !(s->kind->takes & options[i].flag))
            return sw_err_usage(err, "--%s: not for '%s'", options[i].option, s->kind->name);
        if (!options[i].given && (s->kind->needs & options[i].flag))
            return sw_err_usage(err, "--%s: '%s' needs a column", options[i].option, s->kind->name);
    }
    if (s->term == SW_PLOT_EPSLATEX && !s->figure)
        return sw_err_usage(err, "--term: epslatex writes two files and needs --figure NAME.tex");
    if (s->panel && s->overlay)
        return sw_err_usage(err, "--overlay: not with --panel");
    if (s->n_y > 1 && !(s->kind->takes & SW_PLOT_MANY_Y))
        return sw_err_usage(err, "--y: one column for '%s'", s->kind->name);
    return SW_OK;
}

/* A table without rows is a figure without data. */
static int draw_empty(struct sw_plot *p)
{
    script_begin(p, 0);
    script_title(p);
    sw_out_printf(p->out, "set label 'no rows' at graph 0.5, graph 0.5 center\n"
                          "unset tics\nplot [0:1] [0:1] NaN notitle\n");
    return SW_OK;
}

/* What a failed load left is cleared, too. */
int sw_plot_write(const struct sw_plot_spec *spec, struct sw_out *out, struct sw_plot_notes *notes, struct sw_err *err)
{
    /* No table has a panel until a kind wants one. */
    struct sw_plot p = { .spec = spec, .out = out, .notes = notes, .table.panel = NO_COLUMN,
                         .overlay.panel = NO_COLUMN };
    int status = plot_table_load(&p, err);
    if (status == SW_OK)
        status = p.table.n_rows ? spec->kind->draw(&p, err) : draw_empty(&p);
    plot_table_clear(&p);
    return status;
}
