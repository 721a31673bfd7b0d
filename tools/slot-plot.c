/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-plot - writes a gnuplot script that draws a CSV table, with the data inside it.
 *
 * lib/plot reads the table and writes the script; here are its options, and what was left out is told. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "lib/options/options.h"
#include "lib/plot/sw_plot.h"

/* y_text and overlay_name are this program's; the spec borrows them. */
struct config { struct sw_plot_spec spec; char *y_text, *overlay_name; bool print_style; };

/* The names borrow the copy of the argument. */
static int parse_y(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct config *cfg = to;
    struct sw_plot_spec *s = &cfg->spec;
    free(cfg->y_text);
    s->n_y = 0;
    if (!(cfg->y_text = strdup(arg)))
        return sw_err_memory(err);
    for (char *at = cfg->y_text, *name; (name = strsep(&at, ",")); ) {
        if (*name == '\0')
            return sw_err_usage(err, "-%s: empty name in '%s'", row->name, arg);
        if (s->n_y == SW_PLOT_MAX_Y)
            return sw_err_usage(err, "-%s: more than %d columns", row->name, SW_PLOT_MAX_Y);
        s->y[s->n_y++] = name;
    }
    return SW_OK;
}

/* NAME=FILE, but for a file whose own name has the '='. */
static int parse_overlay(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct config *cfg = to;
    const char *equals = strchr(arg, '=');
    (void)row;
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

/* Into a pair of bools. */
static int parse_axes(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "x", "y", "xy", NULL };
    bool *of = (bool *)to + row->offset;
    size_t which;
    if (sw_opt_word(row->name, arg, words, &which, err) != SW_OK)
        return SW_FAIL;
    of[0] = which != 1;
    of[1] = which != 0;
    return SW_OK;
}

/* Two numbers of pixels with an x between them. */
static int parse_plot_size(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_plot_spec *s = &((struct config *)to)->spec;
    const char *x = strchr(arg, 'x');
    if (!x || sw_num_real(arg, (size_t)(x - arg), &s->width_px) != SW_OK
        || sw_num_real(x + 1, strlen(x + 1), &s->height_px) != SW_OK
        || !(s->width_px >= 100 && s->width_px <= 10000 && s->height_px >= 100 && s->height_px <= 10000))
        return sw_err_usage(err, "--%s: not a size from 100x100 to 10000x10000: '%s'", row->name, arg);
    return SW_OK;
}

#define AT(member) OPTION_AT(struct config, member)
static const struct option_row rows[] = {
    { "x", 0, OPTION_TEXT, AT(spec.x), .letter = 'x', .arg = "COL", .flags = OPTION_SHORT,
      .help = "column along the x axis" },
    { "y", 0, OPTION_OWN, AT(spec.y), .letter = 'y', .arg = "COL,...", .flags = OPTION_SHORT, .parse = parse_y,
      .help = "column, or columns, along the y axis" },
    { "z", 0, OPTION_TEXT, AT(spec.z), .letter = 'z', .arg = "COL",
      .help = "heat: column that gives the shade; pareto: column that names the points" },
    { "by", 0, OPTION_TEXT, AT(spec.by), .letter = 'b', .arg = "COL,...", .flags = OPTION_SHORT, .also = "group-by",
      .help = "a series for each value of this column, or file" },
    { "panel", 0, OPTION_TEXT, AT(spec.panel), .arg = "COL,...",
      .help = "line, scatter, cdf, bars, pareto: a panel per value of these columns, all with the same axes" },
    { "greater", 0, OPTION_OWN, AT(spec.greater_x), .arg = "AXES", .parse = parse_axes,
      .help = "pareto: axes along which the greater is the better: x, y or xy" },
    { "log", 0, OPTION_OWN, AT(spec.log_x), .arg = "AXES", .parse = parse_axes,
      .help = "axes to make logarithmic: x, y or xy" },
    { "title", 0, OPTION_TEXT, AT(spec.title), .arg = "TEXT", .help = "title of the figure (default none)" },
    { "xlabel", 0, OPTION_TEXT, AT(spec.xlabel), .arg = "TEXT",
      .help = "label of the x axis (default from the column)" },
    { "ylabel", 0, OPTION_TEXT, AT(spec.ylabel), .arg = "TEXT",
      .help = "label of the y axis (default from the column)" },
    { "overlay", 0, OPTION_OWN, AT(spec.overlay), .arg = "[NAME=]TABLE", .parse = parse_overlay,
      .help = "draw the same columns of TABLE on top, as NAME in the key (buckets: the table of the pools)" },
    { "term", 0, OPTION_WORD, AT(spec.term), .letter = 't', .words = sw_plot_term_words, .arg = "TERM",
      .flags = OPTION_SHORT, .help = "svg, png, pdf, dumb, tikz, epslatex or keep" },
    { "size", 0, OPTION_OWN, AT(spec.width_px), .arg = "WxH", .parse = parse_plot_size,
      .help = "size of the figure in pixels, 120 to the inch" },
    { "figure", 0, OPTION_TEXT, AT(spec.figure),
      .help = "let the script draw to FILE instead of gnuplot's standard output" },
    { "print-style", 0, OPTION_FLAG, AT(print_style), .help = "print plots/style.gp, the head of every script" },
    { .name = NULL },
};

/* A kind with a record draws rows of that command, whose columns it knows. */
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
    .rows = { rows }, .common = SW_CLI_OUTPUT | SW_CLI_OPTIONS };

static const char *const standard_input[] = { "-", NULL };

/* The first argument is the kind of figure. */
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

/* What a reader of the figure cannot see: points that are missing, put together or shortened. */
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

static int plot_run(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_plot_notes notes = { 0 };
    struct sw_out *out = NULL;
    /* --print-style needs no table. */
    if (!cfg->print_style && kind_and_files(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    if (sw_out_open(&out, cli->output, err) != SW_OK)
        return SW_FAIL;
    int status = SW_OK;
    if (cfg->print_style)
        sw_out_bytes(out, sw_plot_style, strlen(sw_plot_style));
    else if ((status = sw_plot_write(&cfg->spec, out, &notes, err)) == SW_OK)
        plot_tell(cli, &notes);
    return sw_out_end(out, status, err);
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
