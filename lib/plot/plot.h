/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h - what the kinds of figures share: the table they read and the pieces of a script.
 * Private to lib/plot. */
#ifndef SLOTWISE_PLOT_H
#define SLOTWISE_PLOT_H
#include "slotwise/sw_plot.h"
#include "slotwise/sw_stats.h"

/* ---- the table: only the columns that the kind wants ----------------------------------------- */
enum cell { NUMBER, TEXT, EITHER /* text, and numbers where all of it reads as numbers */ };
enum { MAX_COLUMNS = 32 };
struct column {
    const char *name;
    char *made;              /* the name, where a kind put it together */
    enum cell cell;
    bool needed, present;
    bool over;               /* needed in an overlay */
    bool numbers;            /* every field is a number or empty */
    size_t at;               /* in the file being read */
    double *x;               /* NUMBER, EITHER: NaN where empty or not a number */
    uint32_t *id;            /* TEXT, EITHER: which of keys */
    struct sw_keys *keys;
};
struct table {
    size_t n_rows, room, n_columns;
    struct column column[MAX_COLUMNS];
};
struct sw_plot {
    const struct sw_plot_spec *spec;
    struct table table, overlay;
    struct sw_out *out;
    struct sw_plot_notes *notes;
};

/* Adds a column to want; returns its place. name must last as long as the plot. */
size_t plot_want(struct sw_plot *p, const char *name, enum cell cell, bool needed);
/* The same for the bound of an interval: "mean_response_s" and "_lo" give "mean_response_lo_s". */
size_t plot_want_interval(struct sw_plot *p, const char *column, const char *mark);
/* Both tables; the overlay has the same columns wanted. */
SW_USE_RESULT int plot_load(struct sw_plot *p, struct sw_err *err);
void plot_clear(struct sw_plot *p);
/* The text of a cell, cut at cap-1; "" where the column is absent. */
void table_text(const struct table *t, size_t column, size_t row, char *text, size_t cap);
void column_key(const struct column *c, size_t id, char *text, size_t cap);
double table_number(const struct table *t, size_t column, size_t row);
/* Which series a row is in, and how many there are (1 without the column). */
size_t table_series(const struct table *t, size_t by, size_t row);
size_t table_n_series(const struct table *t, size_t by);
SW_USE_RESULT int plot_nothing(const struct sw_plot *p, struct sw_err *err); /* "nothing to draw ..." */

/* ---- pieces of script --------------------------------------------------------------------------- */
/* height_px 0: the kind's own. */
void script_begin(struct sw_plot *p, double height_px);                        /* style, terminal, output */
void script_quoted(struct sw_out *out, const char *text);    /* 'it''s', control characters as spaces */
void script_number(struct sw_out *out, double x);            /* NaN: "NaN" */
void script_row(struct sw_out *out, const double *x, size_t n); /* tab between, line end */
void script_title(struct sw_plot *p);                        /* set title, when one was given */
void script_axis(struct sw_plot *p, char axis, const char *given, const char *column); /* set xlabel */
void script_logs(struct sw_plot *p);
/* "set xtics (...)": the texts of an EITHER or TEXT column at 0, 1, 2, ..., turned where they would not fit
 * into width_px. Returns the height they take. */
double category_tics_px(const struct column *c, double width_px);
void script_category_tics(struct sw_plot *p, const struct column *c, double width_px);
double plot_width_px(const struct sw_plot *p);
/* How the columns y[] are called together on an axis. */
void script_y_axis(struct sw_plot *p);
/* The key's text for a series: the by value, the y column's label, or both. */
void series_title(const struct sw_plot *p, const struct table *t, size_t by, size_t series, const char *y,
                  char *title, size_t cap);
/* False, and counted in the notes, where the point cannot be drawn. */
bool plot_shows(struct sw_plot *p, double x, double y);
/* Figures side by side that share their axes: labels stand at the left and at the bottom only, one key on
 * top. places: the texts along x. */
struct panels {
    size_t n, across, down;
    double width_px, height_px, tics_px, place_px; /* place_px: width of one panel */
    const struct column *places;
    bool key;
};
struct panels panels_make(const struct sw_plot *p, size_t n, const struct column *places, bool key);
void script_panels_begin(struct sw_plot *p, const struct panels *pn);
/* Before panel i's plot command. xlabel, ylabel as for script_axis(). */
void script_panel(struct sw_plot *p, const struct panels *pn, size_t i, const char *title, const char *xcolumn,
                  const char *ycolumn);
void script_panels_end(struct sw_plot *p);

/* ---- bars ----------------------------------------------------------------------------------------- */
struct bar { double y, lo, hi; bool set; };
struct bars { size_t n_places, n_series; struct bar *at; }; /* at[place * n_series + series] */
SW_USE_RESULT int bars_new(struct bars *b, size_t n_places, size_t n_series, struct sw_err *err);
/* "two rows for ..." when the bar is there already. */
SW_USE_RESULT int bars_set(struct sw_plot *p, struct bars *b, size_t row, size_t x, size_t place, size_t series,
                           struct bar bar, struct sw_err *err);
bool bars_any(const struct bars *b);
/* Datablocks $<name>1.. and later the clauses that draw them; titles NULL: no key entries. */
void bars_data(struct sw_plot *p, const struct bars *b, const char *name);
void bars_range(struct sw_plot *p, const struct bars *b);
void bars_clauses(struct sw_plot *p, const struct bars *b, const char *name, const char *const *titles);
double bars_offset(const struct bars *b, size_t series);
void bars_free(struct bars *b);

extern const struct sw_plot_kind plot_line, plot_cdf, plot_bars, plot_gains, plot_buckets, plot_timeline,
    plot_gantt, plot_heat, plot_locality;
#endif
