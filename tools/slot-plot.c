/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-plot - writes a gnuplot script that draws a CSV table, with the data inside it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "lib/plot/sw_plot.h"

enum { KEY_X = 'x', KEY_Y = 'y', KEY_Z = 'z', KEY_BY = 'b', KEY_TERM = 't', KEY_LOG = 1000, KEY_TITLE, KEY_XLABEL,
       KEY_YLABEL, KEY_OVERLAY, KEY_FIGURE, KEY_SIZE, KEY_PRINT_STYLE, KEY_PANEL, KEY_GREATER };

static const struct argp_option options[] = {
    { "x", KEY_X, "COL", SW_CLI_SHORT, "column along the x axis", 0 },
    { "y", KEY_Y, "COL,...", SW_CLI_SHORT, "column, or columns, along the y axis", 0 },
    { "z", KEY_Z, "COL", 0, "heat: column that gives the shade; pareto: column that names the points", 0 },
    { "by", KEY_BY, "COL,...", SW_CLI_SHORT,
      "a series for each value of this column, or file", 0 },
    { "group-by", 0, 0, OPTION_ALIAS, 0, 0 },
    { "panel", KEY_PANEL, "COL,...", 0,
      "line, scatter, cdf, bars, pareto: a panel per value of these columns, all with the same axes", 0 },
    { "greater", KEY_GREATER, "AXES", 0, "pareto: axes along which the greater is the better: x, y or xy", 0 },
    { "log", KEY_LOG, "AXES", 0, "axes to make logarithmic: x, y or xy", 0 },
    { "title", KEY_TITLE, "TEXT", 0, "title of the figure (default none)", 0 },
    { "xlabel", KEY_XLABEL, "TEXT", 0, "label of the x axis (default from the column)", 0 },
    { "ylabel", KEY_YLABEL, "TEXT", 0, "label of the y axis (default from the column)", 0 },
    { "overlay", KEY_OVERLAY, "[NAME=]TABLE", 0,
      "draw the same columns of TABLE on top, as NAME in the key (buckets: the table of the pools)", 0 },
    { "term", KEY_TERM, "TERM", SW_CLI_SHORT, "svg, png, pdf, dumb, tikz, epslatex or keep", 0 },
    { "size", KEY_SIZE, "WxH", 0, "size of the figure in pixels, 120 to the inch", 0 },
    { "figure", KEY_FIGURE, "FILE", 0,
      "let the script draw to FILE instead of gnuplot's standard output", 0 },
    { "print-style", KEY_PRINT_STYLE, 0, 0, "print plots/style.gp, the head of every script", 0 },
    { 0 } };

struct config { struct sw_plot_spec spec; char *y_text, *overlay_name; bool print_style; };

static int set_y(struct config *cfg, const char *arg, struct sw_err *err)
{
    struct sw_plot_spec *s = &cfg->spec;
    free(cfg->y_text);
    s->n_y = 0;
    if (!(cfg->y_text = strdup(arg)))
        return sw_err_memory(err);
    for (char *at = cfg->y_text, *name; (name = strsep(&at, ",")); ) {
        if (*name == '\0')
            return sw_err_usage(err, "-y: empty name in '%s'", arg);
        if (s->n_y == SW_PLOT_MAX_Y)
            return sw_err_usage(err, "-y: more than %d columns", SW_PLOT_MAX_Y);
        s->y[s->n_y++] = name;
    }
    return SW_OK;
}

/* NAME=FILE, but for a file whose own name has the '='. */
static int set_overlay(struct config *cfg, const char *arg, struct sw_err *err)
{
    const char *equals = strchr(arg, '=');
    cfg->spec.overlay = arg;
    cfg->spec.overlay_name = NULL;
    if (!equals || equals == arg || access(arg, F_OK) == 0)
        return SW_OK;
    free(cfg->overlay_name);
    cfg->overlay_name = strndup(arg, (size_t)(equals - arg));
    cfg->spec.overlay_name = cfg->overlay_name;
    cfg->spec.overlay = equals + 1;
    return cfg->overlay_name ? SW_OK : sw_err_memory(err);
}

static int set_axes(const char *option, const char *arg, bool *x, bool *y, struct sw_err *err)
{
    static const char *const words[] = { "x", "y", "xy", NULL };
    size_t which;
    if (sw_opt_word(option, arg, words, &which, err) != SW_OK)
        return SW_FAIL;
    *x = which != 1;
    *y = which != 0;
    return SW_OK;
}

static int set_size(struct sw_plot_spec *s, const char *arg, struct sw_err *err)
{
    const char *x = strchr(arg, 'x');
    if (!x || sw_num_real(arg, (size_t)(x - arg), &s->width_px) != SW_OK
        || sw_num_real(x + 1, strlen(x + 1), &s->height_px) != SW_OK
        || !(s->width_px >= 100 && s->width_px <= 10000 && s->height_px >= 100 && s->height_px <= 10000))
        return sw_err_usage(err, "--size: not a size from 100x100 to 10000x10000: '%s'", arg);
    return SW_OK;
}

static int set_term(struct sw_plot_spec *s, const char *arg, struct sw_err *err)
{
    size_t which;
    if (sw_opt_word("--term", arg, sw_plot_term_words, &which, err) != SW_OK)
        return SW_FAIL;
    s->term = (enum sw_plot_term)which;
    return SW_OK;
}

static int plot_option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct sw_plot_spec *s = &cfg->spec;
    switch (key) {
    case KEY_X: s->x = arg; return SW_OK;
    case KEY_Y: return set_y(cfg, arg, err);
    case KEY_Z: s->z = arg; return SW_OK;
    case KEY_BY: s->by = arg; return SW_OK;
    case KEY_PANEL: s->panel = arg; return SW_OK;
    case KEY_GREATER: return set_axes("--greater", arg, &s->greater_x, &s->greater_y, err);
    case KEY_LOG: return set_axes("--log", arg, &s->log_x, &s->log_y, err);
    case KEY_TITLE: s->title = arg; return SW_OK;
    case KEY_XLABEL: s->xlabel = arg; return SW_OK;
    case KEY_YLABEL: s->ylabel = arg; return SW_OK;
    case KEY_OVERLAY: return set_overlay(cfg, arg, err);
    case KEY_TERM: return set_term(s, arg, err);
    case KEY_SIZE: return set_size(s, arg, err);
    case KEY_FIGURE: s->figure = arg; return SW_OK;
    case KEY_PRINT_STYLE: cfg->print_style = true; return SW_OK;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void put_kinds(FILE *to)
{
    fprintf(to, "Kinds of figures, of any table or of the rows of a command:\n");
    for (size_t i = 0; sw_plot_kinds[i]; i++) {
        const struct sw_plot_kind *k = sw_plot_kinds[i];
        fprintf(to, "  %-9s %s\n", k->name, k->record ? k->record : k->summary);
    }
}

static const struct sw_tool tool = {
    .name = "slot-plot",
    .summary = "draw a CSV table as a gnuplot script",
    .args = "KIND [FILE...]",
    .lists = put_kinds,
    .after = "Examples:\n"
             "  slot-plot cdf -x response_s --by pool --term dumb plots/examples/hfs.csv | gnuplot\n"
             "  slot-stats --bins tr --compare plots/examples/fifo.csv plots/examples/hfs.csv"
             " | slot-plot gains --term dumb | gnuplot\n"
             "  slot-plot timeline plots/examples/timeline.csv | gnuplot > /tmp/timeline.svg\n",
    .options = options, .option = plot_option, .common = SW_CLI_OUTPUT | SW_CLI_OPTIONS };

static const char *const standard_input[] = { "-", NULL };

static int kind_and_files(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    bool named = cli->n_files > 0 && strcmp(cli->files[0], "-") != 0;
    if (!named)
        return sw_err_usage(err, "KIND: missing");
    if (sw_plot_find(cli->files[0], &cfg->spec.kind, err) != SW_OK)
        return SW_FAIL;
    cfg->spec.files = cli->files[1] ? cli->files + 1 : standard_input;
    return sw_plot_check(&cfg->spec, err);
}

static void plot_tell(const struct sw_cli *cli, const struct sw_plot_notes *notes)
{
    if (notes->n_unknown)
        sw_cli_warn(cli, "%" PRIu64 " %s left out: a value is empty", notes->n_unknown,
                    notes->n_unknown == 1 ? "point" : "points");
    if (notes->n_thinned)
        sw_cli_say(cli, "lines thinned by %" PRIu64 " points; the picture is the same", notes->n_thinned);
    if (notes->n_spans)
        sw_cli_say(cli, "%" PRIu64 " times are drawn as means over %" PRIu64 " equal spans", notes->n_times,
                   notes->n_spans);
    if (notes->n_shortened)
        sw_cli_warn(cli, "%" PRIu64 " %s in the key shortened: --size makes room", notes->n_shortened,
                    notes->n_shortened == 1 ? "name" : "names");
    if (notes->n_few)
        sw_cli_warn(cli, "%" PRIu64 " %s of fewer than %d values not drawn", notes->n_few,
                    notes->n_few == 1 ? "interval" : "intervals", SW_PLOT_FEW);
    if (notes->n_letters)
        sw_cli_warn(cli, "%" PRIu64 " %s letters that gnuplot draws as black shapes without a font that has them "
                    "(--term svg leaves letters to the viewer)", notes->n_letters,
                    notes->n_letters == 1 ? "name has" : "names have");
    if (notes->n_not_positive)
        sw_cli_warn(cli, "%" PRIu64 " %s left out: not above 0 on a logarithmic axis", notes->n_not_positive,
                    notes->n_not_positive == 1 ? "point" : "points");
}

static int write_script(const struct config *cfg, struct sw_out *out, struct sw_plot_notes *notes, struct sw_err *err)
{
    if (!cfg->print_style)
        return sw_plot_write(&cfg->spec, out, notes, err);
    sw_out_bytes(out, sw_plot_style, strlen(sw_plot_style));
    return SW_OK;
}

static int plot_run(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_plot_notes notes = { 0 };
    struct sw_out *out = NULL;
    if (!cfg->print_style && kind_and_files(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    if (sw_out_open(&out, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (write_script(cfg, out, &notes, err) != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    plot_tell(cli, &notes);
    return sw_out_close(out, err);
}

int main(int argc, char **argv)
{
    struct config cfg = { 0 };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    int status = plot_run(&cfg, &cli, &err);
    free(cfg.y_text);
    free(cfg.overlay_name);
    return sw_cli_finish(&cli, status, &err);
}
