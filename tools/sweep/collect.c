/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collect.c - the rows of all cells in the order of the grid, and what is missing, failed or there twice. A study
 * with a missing cell has no output, unless --partial asks for what is there. Nothing is run here. */
#include "tools/sweep/sweep.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cells that are named one by one on standard error. */
enum { MOST_NAMED = 10 };
struct collect {
    const struct sweep *s;
    struct sw_out *out;
    char *header;              /* of the first cell, an end behind each name */
    size_t n_header, first;
    size_t n_there, n_missing, n_failed, n_double;
};

/* The first folder from *folder on that has the file; *folder is then its place. malloc'd; NULL: none has it. */
static char *find_file(const struct sweep *s, size_t place, const char *ending, size_t *folder)
{
    for (; *folder < s->n_folders; ++*folder) {
        char *path = sweep_path(s->folder[*folder], s->grid.id[place], ending);
        bool rows = strcmp(ending, "csv") == 0;
        if (path && (rows ? sweep_is_whole(path) : access(path, F_OK) == 0))
            return path;
        free(path);
    }
    return NULL;
}

static void name_cell(const struct collect *c, size_t place, const char *what, const char *path)
{
    char *name = grid_name(&c->s->grid, place, 0);
    if (name)
        sw_cli_say(c->s->cli, "cell %s (%s) %s%s", c->s->grid.id[place], name, what, path ? path : "");
    free(name);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Headers are compared as bytes: names, each with a NUL behind it. malloc'd, or NULL. */
static char *join_header(const struct sw_row *header, size_t *len)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, len);
    for (size_t i = 0; to && i < header->n; i++) {
        fwrite(header->field[i].at, 1, header->field[i].len, to);
        fputc('\0', to);
    }
    return to && fclose(to) == 0 ? text : NULL;
}

/* The header of the first cell becomes that of the output; all others have to have the same columns. */
static int take_cell_header(struct collect *c, const struct grid_cell *cell, const struct sw_row *header,
                            const char *path, struct sw_err *err)
{
    size_t len;
    char *text = join_header(header, &len);
    if (!text)
        return sw_err_memory(err);
    bool first = !c->header;
    bool same = first || (len == c->n_header && memcmp(text, c->header, len) == 0);
    if (first) {
        c->header = text;
        c->n_header = len;
        c->first = cell->place;
        /* A cell may have been made under fewer names than these. */
        for (size_t i = 0; i < header->n; i++) {
            const char *clash = sweep_clash(cell, header->field[i].at, header->field[i].len);
            if (clash)
                return sw_err_set(err, "%s: its rows have a column '%s' of their own", path, clash);
        }
        /* The names of the values, then the columns of the command. */
        for (size_t i = 0; i < cell->n; i++)
            sw_out_str(c->out, cell->name[i]);
        for (size_t i = 0; i < header->n; i++)
            sw_out_text(c->out, header->field[i].at, header->field[i].len);
        sw_out_end_row(c->out);
    } else
        free(text);
    return same ? SW_OK : sw_err_set(err, "%s: has other columns than cell %s", path, c->s->grid.id[c->first]);
}

/* With --digits a number of the command is rounded, and a value of the cell is not. */
static void put_field(struct collect *c, struct sw_text text)
{
    double x;
    /* Only what has a point is rounded: whole numbers and ids stay. */
    if (c->s->cli->shape.digits && memchr(text.at, '.', text.len) && sw_num_real(text.at, text.len, &x) == SW_OK)
        sw_out_real(c->out, x);
    else
        sw_out_field(c->out, text.at, text.len);
}

static int put_file(struct collect *c, size_t place, const char *path, struct sw_err *err)
{
    struct grid_cell cell;
    struct sw_csv *in;
    if (grid_cell_make(&c->s->grid, place, &cell, err) != SW_OK)
        return SW_FAIL;
    int status = sw_csv_open(&in, path, err);
    if (status == SW_OK) {
        /* The values of the cell stand in front of each row. As JSON lines what reads as a number is one. */
        struct sw_row row;
        status = take_cell_header(c, &cell, sw_csv_header(in), sw_csv_path(in), err);
        /* 1 is a row, 0 the end and the status of success. */
        while (status == SW_OK && (status = sw_csv_next(in, &row, err)) > 0) {
            for (size_t i = 0; i < cell.n; i++)
                sw_out_field(c->out, cell.value[i], strlen(cell.value[i]));
            for (size_t i = 0; i < row.n; i++)
                put_field(c, row.field[i]);
            sw_out_end_row(c->out);
            status = SW_OK;
        }
        sw_csv_close(in);
    }
    grid_cell_clear(&cell);
    return status;
}

/* The same cell in another folder is no harm as long as its rows are the same. */
static int check_double(struct collect *c, size_t place, size_t folder, const char *path, struct sw_err *err)
{
    char *other;
    int status = SW_OK;
    for (folder++; status == SW_OK && (other = find_file(c->s, place, "csv", &folder)); folder++) {
        uint64_t here, there;
        status = sw_cli_digest(path, &here, err) == SW_OK ? sw_cli_digest(other, &there, err) : SW_FAIL;
        if (status == SW_OK && here != there)
            status = sw_err_set(err, "%s: the cell is there twice, with other rows", other);
        else if (status == SW_OK && c->n_double++ < MOST_NAMED)
            name_cell(c, place, "is there twice, with the same rows: ", other);
        free(other);
    }
    return status;
}

/* A cell that is there counts, whatever a later try came to. Else a failure that is known is told from a cell that
 * was not run. */
static int put_cell(struct collect *c, size_t place, struct sw_err *err)
{
    size_t folder = 0, failed_in = 0;
    char *path = find_file(c->s, place, "csv", &folder);
    if (path) {
        c->n_there++;
        int status = put_file(c, place, path, err);
        if (status == SW_OK)
            status = check_double(c, place, folder, path, err);
        free(path);
        return status;
    }
    path = find_file(c->s, place, "failed", &failed_in);
    c->n_missing++;
    c->n_failed += !!path;
    if (c->n_missing <= MOST_NAMED)
        name_cell(c, place, path ? "failed: " : "is missing", path);
    free(path);
    return SW_OK;
}

/* Cells in their order. Of many that are missing the first are named. */
static int collect_put_all(struct collect *c, struct sw_err *err)
{
    for (size_t i = 0; i < c->s->grid.n_cells; i++)
        if (put_cell(c, i, err) != SW_OK)
            return SW_FAIL;
    if (c->n_missing > MOST_NAMED)
        sw_cli_say(c->s->cli, "and %zu more cells", c->n_missing - MOST_NAMED);
    if (c->n_double > MOST_NAMED)
        sw_cli_say(c->s->cli, "and %zu more are there twice", c->n_double - MOST_NAMED);
    /* With --partial some are enough, but none are not. */
    if (c->n_missing == 0 || (c->s->partial && c->n_there > 0))
        return SW_OK;
    if (c->n_there == 0 && c->n_failed == 0)
        return sw_err_set(err, "none of the %zu cells is there (does the command, a value or a file that it names "
                          "differ from when they were run?)", c->s->grid.n_cells);
    return sw_err_set(err, "%zu of %zu cells are not there, %zu of them failed%s", c->n_missing, c->s->grid.n_cells,
                      c->n_failed, c->n_there > 0 ? " (--partial writes the others)" : "");
}

/* The stamp of the whole has the command of the cells, with its names in braces. */
static int put_command(const struct sweep *s, struct sw_out *out, struct sw_err *err)
{
    char *command = grid_command((char *const *)s->grid.command), *text = NULL;
    bool made = command && asprintf(&text, "command %s", command) >= 0;
    if (made)
        sw_out_comment(out, text);
    free(command);
    free(made ? text : NULL);
    return made ? SW_OK : sw_err_memory(err);
}

/* --list and searches write to it, too. */
int collect_open(const struct sweep *s, struct sw_out **out, struct sw_err *err)
{
    if (sw_cli_open(s->cli, out, s->cli->output, err) != SW_OK)
        return SW_FAIL;
    if (!s->cli->stamp || put_command(s, *out, err) == SW_OK)
        return SW_OK;
    sw_out_abandon(*out);
    return SW_FAIL;
}

int collect_run(const struct sweep *s, struct sw_err *err)
{
    struct collect c = { .s = s };
    if (collect_open(s, &c.out, err) != SW_OK)
        return SW_FAIL;
    int status = collect_put_all(&c, err);
    free(c.header);
    return sw_out_end(c.out, status, err);
}

/* ---- --list ---------------------------------------------------------------------------------- */

/* One row: the id, the values, and done, failed or missing. */
static int list_cell(const struct sweep *s, size_t place, struct sw_out *out, struct sw_err *err)
{
    size_t folder = 0, failed_in = 0;
    struct grid_cell cell;
    if (grid_cell_make(&s->grid, place, &cell, err) != SW_OK)
        return SW_FAIL;
    char *done = find_file(s, place, "csv", &folder), *failed = find_file(s, place, "failed", &failed_in);
    sw_out_str(out, s->grid.id[place]);
    for (size_t i = 0; i < cell.n; i++)
        sw_out_field(out, cell.value[i], strlen(cell.value[i]));
    sw_out_str(out, done ? "done" : failed ? "failed" : "missing");
    sw_out_end_row(out);
    free(done);
    free(failed);
    grid_cell_clear(&cell);
    return SW_OK;
}

/* The header is that of any cell: all have the same names. */
static int list_cells(const struct sweep *s, struct sw_out *out, struct sw_err *err)
{
    struct grid_cell cell;
    if (grid_cell_make(&s->grid, 0, &cell, err) != SW_OK)
        return SW_FAIL;
    sw_out_str(out, "cell");
    for (size_t i = 0; i < cell.n; i++)
        sw_out_str(out, cell.name[i]);
    sw_out_str(out, "state");
    sw_out_end_row(out);
    grid_cell_clear(&cell);
    for (size_t i = 0; i < s->grid.n_cells; i++)
        if (sweep_is_mine(s, i) && list_cell(s, i, out, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

int collect_list(const struct sweep *s, struct sw_err *err)
{
    struct sw_out *out;
    return collect_open(s, &out, err) == SW_OK ? sw_out_end(out, list_cells(s, out, err), err) : SW_FAIL;
}
