/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_plot.h - gnuplot scripts from CSV tables: a figure is one text file with its data inside.
 *
 * A kind of figure is a constant table in a list that --help-all, the lookup and the tests walk. Each script
 * starts with the house style (plots/style.gp, the same text), sets a terminal, carries its data in
 * datablocks and draws to standard output. The same table gives the same bytes: no dates, no paths. */
#ifndef SLOTWISE_SW_PLOT_H
#define SLOTWISE_SW_PLOT_H
#include <stdbool.h>
#include "slotwise/sw_csv.h"

enum sw_plot_term { SW_PLOT_SVG, SW_PLOT_PNG, SW_PLOT_PDF, SW_PLOT_DUMB, SW_PLOT_TIKZ, SW_PLOT_EPSLATEX, SW_PLOT_KEEP };
extern const char *const sw_plot_term_words[]; /* "svg", "png", ..., NULL */

enum sw_plot_takes { SW_PLOT_X = 1, SW_PLOT_Y = 2, SW_PLOT_Z = 4, SW_PLOT_BY = 8, SW_PLOT_LOG_X = 16,
                     SW_PLOT_LOG_Y = 32, SW_PLOT_OVERLAY = 64, SW_PLOT_MANY_Y = 128, SW_PLOT_PANEL = 256,
                     SW_PLOT_GREATER = 512 };
#define SW_PLOT_MAX_Y 8
#define SW_PLOT_FEW 5 /* values that an interval needs to be drawn */

struct sw_plot_kind;
struct sw_plot_spec {
    const struct sw_plot_kind *kind;
    const char *x, *z, *panel;         /* columns; NULL: not given */
    const char *by;                    /* a column, or several with commas between */
    size_t n_y;
    const char *y[SW_PLOT_MAX_Y];
    bool log_x, log_y;
    bool greater_x, greater_y;         /* pareto: the greater is the better */
    const char *title, *xlabel, *ylabel; /* NULL: from the column names */
    const char *figure;                /* `set output`; NULL: gnuplot's standard output */
    enum sw_plot_term term;
    double width_px, height_px;        /* 0: the kind's own */
    const char *const *files;          /* NULL-terminated paths of the table; "-" is standard input */
    const char *overlay;               /* path of a table with the same columns, or NULL */
    const char *overlay_name;          /* what it is called in the key, or NULL */
};
/* What was left out of the figure, for a warning. */
struct sw_plot_notes {
    uint64_t n_unknown;                /* points with an empty field where a value is drawn */
    uint64_t n_not_positive;           /* points that a log axis cannot show */
    uint64_t n_thinned;                /* points of lines that no pixel would show */
    uint64_t n_times, n_spans;         /* timeline: so many times are means over so many spans; 0: as they are */
    uint64_t n_shortened;              /* texts of the key */
    uint64_t n_few;                    /* intervals of fewer values than SW_PLOT_FEW */
    uint64_t n_letters;                /* texts of letters that a font seldom has, where the picture has no letters */
};
struct sw_plot;
struct plot_want;
struct sw_plot_kind {
    const char *name, *summary;
    const char *columns;               /* what it reads, for --help-all and the man page */
    unsigned takes;                    /* of enum sw_plot_takes */
    unsigned needs;                    /* of these, must be given */
    double width_px, height_px;
    const struct plot_want *wants;     /* columns, and behind them what only the header tells; both may be NULL */
    int (*want)(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err);
    int (*draw)(struct sw_plot *p, struct sw_err *err);
    const char *record;                /* the command that writes its rows; NULL: any table */
};
extern const struct sw_plot_kind *const sw_plot_kinds[]; /* NULL-terminated */
/* An unknown name is a usage error that names the nearest kind, or all of them. */
SW_USE_RESULT int sw_plot_find(const char *name, const struct sw_plot_kind **out, struct sw_err *err);
/* Options the kind does not take, or needs and lacks: a usage error. */
SW_USE_RESULT int sw_plot_check(const struct sw_plot_spec *spec, struct sw_err *err);
/* Reads the tables and writes the script. A table without rows is an empty figure; one of whose rows nothing is left to
 * draw is an error. */
SW_USE_RESULT int sw_plot_write(const struct sw_plot_spec *spec, struct sw_out *out, struct sw_plot_notes *notes,
                                struct sw_err *err);

/* The text of plots/style.gp. */
extern const char sw_plot_style[];
/* "mean_response_s" gives "mean response time (s)". */
void sw_plot_label(const char *column, char *label, size_t cap);
#endif
