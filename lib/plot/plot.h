/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h - what the kinds of figures share: a table, its columns, the script. */
#ifndef SLOTWISE_PLOT_PLOT_H
#define SLOTWISE_PLOT_PLOT_H
#include "lib/csv/sw_table.h"
#include "lib/plot/sw_plot.h"

/* ---- plot ------------------------------------------------------------------------------------------------- */
/* What the kinds of figures share: the table they read and the pieces of a script. Private to lib/plot. */
/* ---- the table: only the columns that the kind wants ----------------------------------------- */
enum cell { NUMBER, TEXT, EITHER /* text, and numbers where all of it reads as numbers */ };
enum { MAX_COLUMNS = 40, MAX_PARTS = 4, NO_COLUMN = MAX_COLUMNS };
struct column {
    const char *name;
    char *made;              /* the name, where a kind put it together */
    enum cell cell;
    bool needed, present;
    bool over;               /* needed in an overlay */
    bool numbers;            /* every field is a number or empty */
    size_t counts;           /* the lower bound of the interval over so many values; 0: none */
    bool series;             /* each of its texts is a series: they stand in the order of their names */
    size_t at;               /* in the file being read */
    size_t n_parts, part_at[MAX_PARTS]; /* a name of several columns: their texts are joined */
    double *x;               /* NUMBER, EITHER: NaN where empty or not a number */
    uint32_t *id;            /* TEXT, EITHER: which of keys */
    struct sw_keys *keys;
};
struct table {
    size_t n_rows, room, n_columns;
    struct column column[MAX_COLUMNS];
    size_t panel, panel_now; /* the column of --panel, or NO_COLUMN, and the panel whose rows are asked for */
};
struct sw_plot {
    const struct sw_plot_spec *spec;
    struct table table, overlay;
    struct sw_series *series;
    struct sw_out *out;
    struct sw_plot_notes *notes;
};

/* A column that a kind wants: the one that the option names, else `name`; with neither it is none. The kind's table
 * ends with zeros. */
struct plot_want {
    enum sw_plot_takes option;
    const char *name;
    enum cell cell;
    bool needed, series;     /* series: as of struct column */
};
/* Adds a column to want; returns its place. name must last as long as the plot. */
size_t plot_table_want(struct sw_plot *p, const char *name, enum cell cell, bool needed);
/* Behind x the columns y[], the lower and the upper bound of each, those of --by and --panel, then how many values
 * intervals are over. */
enum { XY_X, XY_Y };
int plot_table_want_xy(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err); /* SW_OK */
static inline size_t xy_lo(const struct sw_plot *p, size_t y) { return XY_Y + p->spec->n_y + 2 * y; }
/* The lower end of the interval. That of a time ends at 0; a difference of times may be less. */
double table_low(const struct sw_plot *p, const struct table *t, size_t y, size_t row);
static inline size_t xy_by(const struct sw_plot *p) { return p->spec->by ? XY_Y + 3 * p->spec->n_y : NO_COLUMN; }
/* Both tables; the overlay has the same columns wanted. */
SW_USE_RESULT int plot_table_load(struct sw_plot *p, struct sw_err *err);
void plot_table_clear(struct sw_plot *p);
/* The text of a cell, cut at cap-1; "" where the column is absent. */
void table_text(const struct table *t, size_t column, size_t row, char *text, size_t cap);
void plot_table_column_key(const struct column *c, size_t id, char *text, size_t cap);
double table_number(const struct table *t, size_t column, size_t row);
/* Which series a row is in, SIZE_MAX in another panel, and how many there are (1 without the column). */
size_t table_series(const struct table *t, size_t by, size_t row);
size_t table_n_series(const struct table *t, size_t by);
size_t table_n_panels(const struct table *t);
/* Whether there are colours for so many. */
SW_USE_RESULT int plot_table_check_series(const struct sw_plot *p, size_t n, struct sw_err *err);
SW_USE_RESULT int plot_table_nothing(const struct sw_plot *p, struct sw_err *err); /* "nothing to draw ..." */

/* ---- pieces of script --------------------------------------------------------------------------- */
/* height_px 0: the kind's own. */
void script_begin(struct sw_plot *p, double height_px);                        /* style, terminal, output */
void script_quoted(struct sw_out *out, const char *text);    /* 'it''s', control characters as spaces */
void script_tic(struct sw_out *out, const char *text);       /* the same for a tic, whose text is a format */
void script_number(struct sw_out *out, double x);            /* NaN: "NaN" */
void script_row(struct sw_out *out, const double *x, size_t n); /* tab between, line end */
const char *script_overlay_name(const struct sw_plot *p); /* in the key */
void script_title(struct sw_plot *p);                        /* set title, when one was given */
void script_axis(struct sw_plot *p, char axis, const char *given, const char *column); /* set xlabel */
const char *script_y(const struct sw_plot_spec *s); /* what the axis of the columns y[] is labelled by */
/* The title and both labels, by these columns; y NULL: by the columns y[]. */
void script_labels(struct sw_plot *p, const char *x, const char *y);
void script_logs(struct sw_plot *p);
/* At most as many letters as the key of a figure has room for. */
void script_fit_key(const struct sw_plot *p, char *title, size_t cap);
/* The fill of a series in areas and boxes: its colour, and a hatching that tells it from its neighbours in grey. */
void script_fill(struct sw_plot *p, size_t series);
/* "set xtics (...)": the texts of an EITHER or TEXT column at 0, 1, 2, ..., turned where they would not fit
 * into width_px. Returns the height they take. */
double script_category_tics_px(const struct column *c, double width_px);
void script_category_tics(struct sw_plot *p, const struct column *c, double width_px);
double script_width_px(const struct sw_plot *p);
enum { LETTER_PX = 8 };
/* The key's text for a series: the by value, the y column's label, or both. */
void script_series_title(const struct sw_plot *p, const struct table *t, size_t by, size_t series, const char *y,
                         char *title, size_t cap);
/* False, and counted in the notes, where the point cannot be drawn. */
bool script_shows(struct sw_plot *p, double x, double y);
/* Figures side by side that share their axes: labels stand at the left and at the bottom only, one key on
 * top. places: the texts along x. */
struct panels {
    size_t n, across, down;
    double width_px, height_px, tics_px, place_px; /* place_px: width of one panel */
    const struct column *places;
    bool key;
    size_t key_rows;
};
struct panels panels_make(const struct sw_plot *p, size_t n, const struct column *places, size_t key_rows);
enum { MOST_PANELS = 9, MOST_COLOURS = 16, MOST_BARS = 2000 };
/* The panels of --panel: their number is checked; places NULL: x is a number. */
SW_USE_RESULT int panels_of(struct sw_plot *p, const struct column *places, bool key, struct panels *pn,
                            struct sw_err *err);
void panel_title(const struct sw_plot *p, size_t i, char *title, size_t cap);
/* The axes that all panels share, over values that are drawn; NaN is none. */
struct extent { double lo, hi; };
void panels_add(struct extent *e, double x);
void panels_put_extent(struct sw_plot *p, char axis, const struct extent *e, bool log, bool from_zero);
void panels_begin(struct sw_plot *p, const struct panels *pn);
/* Before panel i's plot command. xlabel, ylabel as for script_axis(). */
void panels_one(struct sw_plot *p, const struct panels *pn, size_t i, const char *title, const char *xcolumn,
                const char *ycolumn);
void panels_end(struct sw_plot *p);

/* ---- bars ----------------------------------------------------------------------------------------- */
struct bar { double y, lo, hi; bool set; };
struct bars {
    size_t n_places, n_series;
    struct bar *at;            /* at[place * n_series + series] */
    bool from_one;             /* bars stand on 1 and not on 0 */
};
SW_USE_RESULT int bars_new(struct bars *b, size_t n_places, size_t n_series, struct sw_err *err);
/* "two rows for ..." when the bar is there already. */
SW_USE_RESULT int bars_set(struct sw_plot *p, struct bars *b, size_t row, size_t x, size_t place, size_t series,
                           struct bar bar, struct sw_err *err);
bool bars_any(const struct bars *b);
/* Datablocks $<name>1.. and later the clauses that draw them; titles NULL: no key entries. */
void bars_data(struct sw_plot *p, const struct bars *b, const char *name);
void bars_clauses(struct sw_plot *p, const struct bars *b, const char *name, const char *const *titles);
void bars_free(struct bars *b);

/* ---- how many there are in each bin ------------------------------------------------------------- */
struct counts { size_t n_places; struct { bool set; double n; } *at; };
SW_USE_RESULT int counts_new(struct counts *c, size_t n_places, struct sw_err *err);
void counts_set(struct counts *c, size_t place, double n);   /* n NaN: not known */
void counts_text(const struct counts *c, size_t place, char *text, size_t cap);
bool counts_any(const struct counts *c);
void counts_data(struct sw_plot *p, const struct counts *c, const char *name, double y); /* datablock $<name>n */
void counts_clause(struct sw_plot *p, const struct counts *c, const char *name, double width_px);
void counts_free(struct counts *c);

/* ---- text: --term dumb of what is filled ------------------------------------------------------- */
bool text_wanted(const struct sw_plot *p);
size_t text_width(const struct sw_plot *p);
void text_begin(struct sw_plot *p);      /* in the place of script_begin(), with the title */
void text_line(struct sw_plot *p, const char *fmt, ...) SW_PRINTF(2, 3);
void text_pad(char *to, size_t cap, const char *text, size_t width);
size_t text_longest(const struct column *c, size_t most);
/* counts NULL: there are none. */
void text_bars(struct sw_plot *p, const struct bars *b, const struct counts *counts, const struct column *places,
               const char *const *titles);
char text_letter(size_t i);              /* "A" to "Z", then '*' */
typedef void text_name(const void *of, size_t i, char *text, size_t cap);
void text_legend(struct sw_plot *p, size_t n, text_name *name, const void *of);
void text_axis(struct sw_plot *p, size_t indent, size_t width, double lo, double hi, const char *label);

/* pareto.c; also of scatter */
extern const struct plot_want pareto_wants[];
SW_USE_RESULT int pareto_draw(struct sw_plot *p, struct sw_err *err);
extern const struct sw_plot_kind plot_line, plot_scatter, plot_cdf, plot_bars, plot_gains, plot_buckets,
    plot_timeline, plot_gantt, plot_heat, plot_locality, plot_pareto;

/* ---- gantt.c ---------------------------------------------------------------------------------------------- */
/* Shared by gantt.c and gantt_sum.c: the attempts, by node and lane. */
enum { GANTT_NODE = 0, GANTT_BY = 3 };  /* columns */
enum { GANTT_BANDS = 20 };              /* at most */
struct stay { size_t node, series, row, lane; double from_s, to_s; };
struct band { size_t first_lane, n_lanes; };
struct gantt {
    size_t n, n_nodes, n_lanes;
    struct stay *at;
    struct band *band;      /* of each node, by its place */
    double *free_s, from_s, to_s;
    size_t *node, *place;   /* node[place] is the number of a name, place[number] where it stands */
};
/* Draws sums in the place of attempts, also as text. */
SW_USE_RESULT int gantt_sum(struct sw_plot *p, const struct gantt *c, struct sw_err *err);
#endif
