/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - the wanted columns of the table to be drawn, as numbers and as numbered texts. A kind says which
 * columns it wants before the first file is read; several files are one table. */
#include "lib/base/sw_names.h"
#include "lib/csv/sw_table.h"
#include "lib/plot/plot.h"
#include "lib/trace/record/sw_records.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An overlay is asked for the first two columns, where these are needed, and may lack the others. */
size_t plot_table_want(struct sw_plot *p, const char *name, enum cell cell, bool needed)
{
    p->table.column[p->table.n_columns] = (struct column){ .name = name, .cell = cell, .needed = needed };
    p->table.column[p->table.n_columns].over = needed && p->table.n_columns < 2;
    return p->table.n_columns++;
}

/* What the options and the table of the kind name. w ends with zeros. An option's column goes before the kind's own
 * name for it. */
static void want_all(struct sw_plot *p, const struct plot_want *w)
{
    const struct sw_plot_spec *s = p->spec;
    for (; w->option || w->name; w++) {
        const char *given = w->option == SW_PLOT_X ? s->x : w->option == SW_PLOT_Y ? s->y[0]
            : w->option == SW_PLOT_Z ? s->z : w->option == SW_PLOT_BY ? s->by
            : w->option == SW_PLOT_PANEL ? s->panel : NULL;
        if (!given && !w->name)
            continue;
        size_t at = plot_table_want(p, given ? given : w->name, w->cell, w->needed);
        p->table.column[at].series = w->series;
        if (w->option == SW_PLOT_PANEL)
            p->table.panel = at;
    }
}

/* Each series has a colour and a dash of its own in style.c. */
int plot_table_check_series(const struct sw_plot *p, size_t n, struct sw_err *err)
{
    if (n <= MOST_COLOURS)
        return SW_OK;
    return sw_err_set(err, "%s: %zu series are more than can be told apart (%d): --panel shares them out",
                      strcmp(p->spec->files[0], "-") == 0 ? "standard input" : p->spec->files[0], n, MOST_COLOURS);
}

/* Where the unit of a column name starts: "mean_response_s" has it at "_s". */
static size_t unit_at(const char *name)
{
    static const char *const units[] = { "_bytes", "_per_h", "_per_s", "_us", "_s" };
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (len > strlen(units[i]) && strcmp(name + len - strlen(units[i]), units[i]) == 0)
            return len - strlen(units[i]);
    return len;
}

/* "mean_response_s" and "_lo" give "mean_response_lo_s". The name is made here and freed with the table. */
static void want_bound(struct sw_plot *p, const char *column, const char *mark)
{
    size_t cut = unit_at(column);
    char *name = NULL;
    if (asprintf(&name, "%.*s%s%s", (int)cut, column, mark, column + cut) < 0)
        name = NULL;
    size_t at = plot_table_want(p, name ? name : "", NUMBER, false);
    p->table.column[at].made = name;
}

/* Of "mean_response_s" in the rows of slot-stats: "n_response", of "diff_response_s" "n_pairs". */
static void want_count(struct sw_plot *p, const struct sw_csv *header, const char *column, size_t lo)
{
    char name[128];
    const char *core = strncmp(column, "mean_", 5) == 0 ? column + 5 : column;
    const char *pairs = strncmp(column, "diff_", 5) == 0 ? "n_pairs" : "n_runs";
    snprintf(name, sizeof name, "n_%s", column);
    /* The rows of slot-stats count by column, by pairs or by runs, in this order. */
    if (sw_csv_find(header, name) == SW_NO_COLUMN)
        snprintf(name, sizeof name, "n_%.*s", (int)unit_at(core), core);
    if (sw_csv_find(header, name) == SW_NO_COLUMN)
        snprintf(name, sizeof name, "%s", pairs);
    /* A column that is drawn along x counts nothing. */
    char *made = sw_csv_find(header, name) != SW_NO_COLUMN && strcmp(name, p->spec->x) != 0 ? strdup(name) : NULL;
    if (!made)
        return;
    size_t at = plot_table_want(p, made, NUMBER, false);
    p->table.column[at].made = made;
    p->table.column[at].counts = lo;
}

/* The order is that of plot.h, which xy_lo() and xy_by() go by. */
int plot_table_want_xy(struct sw_plot *p, const struct sw_csv *header, struct sw_err *err)
{
    static const struct plot_want last[] = { { SW_PLOT_BY, NULL, TEXT, true, true },
        { SW_PLOT_PANEL, NULL, TEXT, true }, { 0 } };
    (void)err;
    for (size_t i = 0; i < p->spec->n_y; i++)
        plot_table_want(p, p->spec->y[i], NUMBER, true);
    for (size_t i = 0; i < p->spec->n_y; i++) {
        want_bound(p, p->spec->y[i], "_lo");
        want_bound(p, p->spec->y[i], "_hi");
    }
    want_all(p, last);
    for (size_t i = 0; i < p->spec->n_y; i++)
        want_count(p, header, p->spec->y[i], xy_lo(p, i));
    return SW_OK;
}

/* ---- loading --------------------------------------------------------------------------------- */
/* A name with commas that is no column itself. A part that is not there is an error if --by needs it, else it is
 * left out. */
static int bind_parts(struct column *c, const struct sw_csv *in, struct sw_err *err)
{
    char part[128];
    c->n_parts = 0;
    for (const char *at = c->name; c->at == SW_NO_COLUMN && strchr(c->name, ',') && c->cell == TEXT;) {
        size_t len = strcspn(at, ",");
        if (c->n_parts == MAX_PARTS)
            return sw_err_usage(err, "--by: more than %d columns: '%s'", MAX_PARTS, c->name);
        snprintf(part, sizeof part, "%.*s", (int)len, at);
        c->part_at[c->n_parts] = sw_csv_find(in, part);
        if (c->part_at[c->n_parts] == SW_NO_COLUMN && c->needed)
            return sw_csv_no_column(in, part, "", err);
        c->n_parts += c->part_at[c->n_parts] != SW_NO_COLUMN;
        if (at[len] == '\0')
            break;
        at += len + 1;
    }
    return SW_OK;
}

/* Columns by name in each file, since files of one table may have them in different order. */
static int bind(struct table *t, const char *hint, const struct sw_csv *in, struct sw_err *err)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->column[i];
        if (sw_csv_find_optional(in, c->name, &c->at, err) != SW_OK || bind_parts(c, in, err) != SW_OK)
            return SW_FAIL;
        /* The first part stands for all where it is asked whether the column is there. */
        if (c->n_parts > 0)
            c->at = c->part_at[0];
        if (c->at == SW_NO_COLUMN && c->needed)
            return sw_csv_no_column(in, c->name, hint, err);
        c->present |= c->at != SW_NO_COLUMN;
        if (c->cell != NUMBER && !c->keys && !(c->keys = sw_keys_new()))
            return sw_err_memory(err);
    }
    return SW_OK;
}

/* Room doubles. A column has numbers, texts or both. */
static int table_make_room(struct table *t, struct sw_err *err)
{
    size_t room = 2 * t->room + 64;
    if (t->n_rows < t->room)
        return SW_OK;
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->column[i];
        double *x = c->cell == TEXT ? NULL : realloc(c->x, room * sizeof *x);
        uint32_t *id = c->cell == NUMBER ? NULL : realloc(c->id, room * sizeof *id);
        c->x = x ? x : c->x;
        c->id = id ? id : c->id;
        if ((c->cell != TEXT && !x) || (c->cell != NUMBER && !id))
            return sw_err_memory(err);
    }
    t->room = room;
    return SW_OK;
}

/* "fair, load 0.8": a number says of what it is one. The text lasts as long as buf. */
static struct sw_text join_parts(const struct column *c, const struct sw_csv *in, const struct sw_row *row, char *buf,
                                 size_t cap)
{
    char column[128], label[160];
    size_t used = 0;
    double x;
    buf[0] = '\0';
    for (size_t i = 0; i < c->n_parts && used < cap; i++) {
        struct sw_text name = sw_csv_header(in)->field[c->part_at[i]], text = row->field[c->part_at[i]];
        snprintf(column, sizeof column, "%.*s", (int)name.len, name.at);
        sw_plot_label(column, label, sizeof label);
        bool number = sw_num_real(text.at, text.len, &x) == SW_OK;
        used += (size_t)snprintf(buf + used, cap - used, "%s%s%s%.*s", i ? ", " : "", number ? label : "",
                                 number ? " " : "", (int)text.len, text.at);
    }
    return (struct sw_text){ buf, used < cap ? used : cap - 1 };
}

/* An empty field, and what stands for not known, is NaN. Where a number is drawn other text is an
 * error, and so is a number that the column may not have. */
static int read_cell(struct table *t, struct column *c, const struct sw_csv *in, const struct sw_row *row,
                     struct sw_err *err)
{
    char joined[512];
    struct sw_text text = c->at == SW_NO_COLUMN ? (struct sw_text){ "", 0 } : row->field[c->at];
    if (c->n_parts > 1)
        text = join_parts(c, in, row, joined, sizeof joined);
    size_t id = 0;
    double x = NAN;
    bool number = sw_num_real(text.at, text.len, &x) == SW_OK || (x = NAN, sw_csv_is_unknown(text));
    const char *wrong = c->cell != NUMBER ? NULL : number ? columns_complaint(c->name, x) : "not a number";
    if (wrong)
        return sw_err_data(err, sw_csv_path(in), row->line, c->name, "%s: '%.*s'", wrong, (int)text.len, text.at);
    c->numbers &= number;
    if (c->cell != TEXT)
        c->x[t->n_rows] = x;
    if (c->cell == NUMBER)
        return SW_OK;
    if (sw_keys_add(c->keys, text.at, text.len, &id, NULL) != SW_OK)
        return sw_err_memory(err);
    c->id[t->n_rows] = (uint32_t)id;
    return SW_OK;
}

static int read_cells(struct table *t, const char *hint, struct sw_csv *in, struct sw_err *err)
{
    struct sw_row row;
    int got;
    if (bind(t, hint, in, err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_csv_next(in, &row, err)) > 0) {
        if (table_make_room(t, err) != SW_OK)
            return SW_FAIL;
        for (size_t i = 0; i < t->n_columns; i++)
            if (read_cell(t, &t->column[i], in, &row, err) != SW_OK)
                return SW_FAIL;
        t->n_rows++;
    }
    return got == 0 ? SW_OK : SW_FAIL;
}

/* The first file's header tells which columns there are to want. */
static int load_file(struct sw_plot *p, struct table *t, const char *path, struct sw_err *err)
{
    struct sw_csv *in = NULL;
    char hint[128] = "";
    if (sw_csv_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    if (p->spec->kind->record)
        snprintf(hint, sizeof hint, " (%s draws the rows of %s)", p->spec->kind->name, p->spec->kind->record);
    int status = t == &p->table ? sw_series_add(p->series, in, err) : SW_OK;
    if (status == SW_OK && !p->table.n_columns) {
        if (p->spec->kind->wants)
            want_all(p, p->spec->kind->wants);
        status = p->spec->kind->want ? p->spec->kind->want(p, in, err) : SW_OK;
    }
    /* True until a field is no number. Files behind the first one go on with it. */
    for (size_t i = 0; i < t->n_columns; i++)
        t->column[i].numbers |= t->n_rows == 0;
    if (status == SW_OK)
        status = read_cells(t, hint, in, err);
    sw_csv_close(in);
    return status;
}

/* ---- bins -------------------------------------------------------------------------------------- */

struct bin { double from; size_t id; char *text; };

/* "<1", "26-50", ">3200". A bin below or above a bound stands beside the bin that begins or ends there. */
static double bin_from(const char *text)
{
    double from = strtod(text + strspn(text, "<>="), NULL);
    return text[0] == '<' ? from - 1 : text[0] == '>' && text[1] != '=' ? from + 1 : from;
}

/* Texts of series by their numbers, so that n2 stands before n10. */
static int by_from(const void *a, const void *b)
{
    const struct bin *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->text && y->text ? strverscmp(x->text, y->text) : (x->id > y->id) - (x->id < y->id);
}

/* Bins stand by size, also those that the first series does not have. Series stand by their names or numbers, so that
 * each has the same colour in all figures of a run. */
static int sort_keys(struct table *t, struct column *c, struct sw_err *err)
{
    size_t n = sw_keys_count(c->keys), number, *place = malloc((n + 1) * sizeof *place);
    struct bin *bin = calloc(n + 1, sizeof *bin);
    struct sw_keys *keys = sw_keys_new();
    char text[256];
    int status = place && bin && keys ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < n && status == SW_OK; i++) {
        plot_table_column_key(c, i, text, sizeof text);
        bin[i] = (struct bin){ c->series && !c->numbers ? 0 : bin_from(text), i, NULL };
        if (c->series && !(bin[i].text = strdup(text)))
            status = sw_err_memory(err);
    }
    if (status == SW_OK)
        qsort(bin, n, sizeof *bin, by_from);
    for (size_t i = 0; i < n && status == SW_OK; i++) {
        plot_table_column_key(c, bin[i].id, text, sizeof text);
        if (sw_keys_add(keys, text, strlen(text), &number, NULL) != SW_OK)
            status = sw_err_memory(err);
        place[bin[i].id] = i;
    }
    /* From here on ids are places in the new order. */
    for (size_t row = 0; row < t->n_rows && status == SW_OK; row++)
        c->id[row] = (uint32_t)place[c->id[row]];
    if (status == SW_OK) {
        sw_keys_free(c->keys);
        c->keys = keys;
        keys = NULL;
    }
    sw_keys_free(keys);
    free(place);
    for (size_t i = 0; bin && i < n; i++)
        free(bin[i].text);
    free(bin);
    return status;
}

/* A column bin is no series: bins stand by size. */
static int sort_all(struct table *t, struct sw_err *err)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        struct column *c = &t->column[i];
        bool is_bin = strcmp(c->name, "bin") == 0 && c->cell != NUMBER;
        c->series &= !is_bin;
        if ((is_bin || c->series) && c->present && sort_keys(t, c, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Columns that tell rows apart: sw_series makes the column `file` where one has that name. */
int plot_table_load(struct sw_plot *p, struct sw_err *err)
{
    const char *x = p->spec->x && strcmp(p->spec->x, "file") == 0 ? p->spec->x : NULL;
    const char *const apart[] = { p->spec->by, p->spec->panel, x };
    if (sw_series_new(&p->series, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (apart[i])
            sw_series_by(p->series, apart[i]);
    for (const char *const *f = p->spec->files; *f; f++)
        if (load_file(p, &p->table, *f, err) != SW_OK)
            return SW_FAIL;
    /* With two values an interval is thirteen times their spread, and sets the axis. */
    struct table *t = &p->table;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct column *c = &t->column[i];
        for (size_t row = 0; c->counts && c->present && row < t->n_rows; row++)
            if (c->x[row] < SW_PLOT_FEW && !isnan(t->column[c->counts].x[row])) {
                t->column[c->counts].x[row] = t->column[c->counts + 1].x[row] = NAN;
                p->notes->n_few++;
            }
    }
    if (sort_all(&p->table, err) != SW_OK)
        return SW_FAIL;
    if (!p->spec->overlay)
        return SW_OK;
    /* The overlay wants what the table wants, but insists only on what is drawn of it: as a rule x and y, which a
     * kind wants first. */
    p->overlay.n_columns = p->table.n_columns;
    p->overlay.panel = NO_COLUMN;
    for (size_t i = 0; i < p->table.n_columns; i++) {
        const struct column *c = &p->table.column[i];
        p->overlay.column[i] = (struct column){ .name = c->name, .cell = c->cell, .needed = c->over,
                                                .series = c->series };
    }
    if (load_file(p, &p->overlay, p->spec->overlay, err) != SW_OK)
        return SW_FAIL;
    if (sort_all(&p->overlay, err) != SW_OK)
        return SW_FAIL;
    return p->overlay.n_rows ? SW_OK : sw_err_set(err, "%s: nothing to draw over the figure", p->spec->overlay);
}

static void table_clear(struct table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        free(t->column[i].x);
        free(t->column[i].id);
        free(t->column[i].made);
        sw_keys_free(t->column[i].keys);
    }
}

void plot_table_clear(struct sw_plot *p)
{
    table_clear(&p->table);
    table_clear(&p->overlay);
    sw_series_free(p->series);
}

/* ---- looking ----------------------------------------------------------------------------------- */

/* text has cap bytes, and is cut at its end. */
void plot_table_column_key(const struct column *c, size_t id, char *text, size_t cap)
{
    size_t len;
    const char *at = sw_keys_text(c->keys, id, &len);
    len = len < cap ? len : cap - 1;
    memcpy(text, at, len);
    text[len] = '\0';
}

void table_text(const struct table *t, size_t column, size_t row, char *text, size_t cap)
{
    text[0] = '\0';
    if (t->column[column].present)
        plot_table_column_key(&t->column[column], t->column[column].id[row], text, cap);
}

double table_number(const struct table *t, size_t column, size_t row)
{
    return t->column[column].present ? t->column[column].x[row] : NAN;
}

double table_low(const struct sw_plot *p, const struct table *t, size_t y, size_t row)
{
    const char *name = p->spec->y[y];
    size_t len = strlen(name);
    double lo = table_number(t, xy_lo(p, y), row);
    bool time = len > 2 && strcmp(name + len - 2, "_s") == 0 && !strstr(name, "diff_");
    return time && lo < 0 && table_number(t, XY_Y + y, row) >= 0 ? 0 : lo;
}

size_t table_n_panels(const struct table *t)
{
    return t->panel == NO_COLUMN ? 1 : sw_keys_count(t->column[t->panel].keys);
}

/* Without the column of --by all rows are one series. */
size_t table_series(const struct table *t, size_t by, size_t row)
{
    if (t->panel != NO_COLUMN && t->column[t->panel].id[row] != t->panel_now)
        return SIZE_MAX;
    return by < t->n_columns && t->column[by].present ? t->column[by].id[row] : 0;
}

size_t table_n_series(const struct table *t, size_t by)
{
    return by < t->n_columns && t->column[by].present ? sw_keys_count(t->column[by].keys) : 1;
}

int plot_table_nothing(const struct sw_plot *p, struct sw_err *err)
{
    const char *path = strcmp(p->spec->files[0], "-") == 0 ? "standard input" : p->spec->files[0];
    if (p->notes->n_not_positive)
        return sw_err_set(err, "%s: nothing to draw: no value above 0, which a logarithmic axis needs", path);
    return sw_err_set(err, "%s: nothing to draw: no row has all the values that '%s' shows", path, p->spec->kind->name);
}
