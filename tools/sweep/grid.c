/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.c - the cells of a sweep: their values, commands and ids. A cell is a place in the product of the axes, so no
 * list of cells is kept but their ids. Names and values of a cell are made when it is asked for. */
#define XXH_INLINE_ALL
#include "lib/base/sw_opt.h"
#include "lib/base/sw_shown.h"
#include "lib/cli/cli.h"
#include "tools/sweep/sweep.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

/* Each has an id in memory. */
enum { MOST_CELLS = 10000000 };

/* ---- axes ------------------------------------------------------------------------------------ */

/* --set and --over have an axis each; a file of --grid is one axis of several names. */
static struct grid_axis *add_axis(struct grid *g, struct sw_err *err)
{
    struct grid_axis *axes = realloc(g->axis, (g->n_axes + 1) * sizeof *axes);
    if (!axes) {
        sw_err_memory(err);
        return NULL;
    }
    g->axis = axes;
    g->axis[g->n_axes] = (struct grid_axis){ 0 };
    return &g->axis[g->n_axes++];
}

/* Names are unique over all axes: {name} stands for one value. */
static int add_axis_name(const struct grid *g, const char *option, struct grid_axis *axis, const char *at, size_t len,
                         struct sw_err *err)
{
    if (!sw_opt_is_name(at, len))
        return sw_err_usage(err, "%s: not a name of letters, digits and '_': '%.*s'", option, (int)len, at);
    for (size_t a = 0; a < g->n_axes; a++)
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            if (strlen(g->axis[a].name[i]) == len && memcmp(g->axis[a].name[i], at, len) == 0)
                return sw_err_usage(err, "%s: '%.*s' is given twice", option, (int)len, at);
    char **names = realloc(axis->name, (axis->n_names + 1) * sizeof *names);
    if (!names)
        return sw_err_memory(err);
    /* A name that could not be copied is NULL, which grid_clear() frees. */
    axis->name = names;
    names[axis->n_names] = strndup(at, len);
    return names[axis->n_names++] ? SW_OK : sw_err_memory(err);
}

/* Takes the value, also when it fails. */
static int add_value(struct grid_axis *axis, size_t n, char *value, struct sw_err *err)
{
    char **values = NULL;
    if (value)
        /* n: values that there are. Room comes 64 at a time. */
        values = n % 64 == 0 ? realloc(axis->value, (n + 64) * sizeof *values) : axis->value;
    if (!values) {
        free(value);
        return sw_err_memory(err);
    }
    axis->value = values;
    values[n] = value;
    return SW_OK;
}

/* "0:10:5", as --over and lists of slot-delay have it; in double quotes it is a text. */
static bool is_range(const char *at)
{
    return *at != '"' && strspn(at, "+-.0123456789eE:") == strcspn(at, ",") && memchr(at, ':', strcspn(at, ","));
}

/* --over goes from the least number up, whatever its list says: --until needs that order. */
static int grid_by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* As text in the shortest form that reads back: a cell's id is made of it. */
static int add_numbers(struct grid_axis *axis, const char *option, const char *arg, bool sorted, struct sw_err *err)
{
    struct sw_list list;
    if (sw_opt_list(option, arg, SW_UNIT_REAL, -1e15, 1e15, &list, err) != SW_OK)
        return SW_FAIL;
    if (sorted)
        qsort(list.at, list.n, sizeof *list.at, grid_by_number);
    int status = SW_OK;
    for (size_t i = 0; status == SW_OK && i < list.n; i++)
        status = add_value(axis, axis->n_rows++, strdup(shown_real(list.at[i]).text), err);
    free(list.at);
    return status;
}

/* Up to the comma. *at is then behind the comma, or NULL at the end, as sw_opt_value() leaves it. */
static int add_range(struct grid_axis *axis, const char **at, struct sw_err *err)
{
    size_t len = strcspn(*at, ",");
    char *text = strndup(*at, len);
    if (!text)
        return sw_err_memory(err);
    int status = add_numbers(axis, "--set", text, false, err);
    free(text);
    *at = (*at)[len] == ',' ? *at + len + 1 : NULL;
    return status;
}

int grid_set(struct grid *g, const char *arg, struct sw_err *err)
{
    size_t len = strcspn(arg, "=");
    struct grid_axis *axis = add_axis(g, err);
    if (!axis)
        return SW_FAIL;
    if (arg[len] != '=')
        return sw_err_usage(err, "--set: not NAME=VALUE,...: '%s'", arg);
    if (add_axis_name(g, "--set", axis, arg, len, err) != SW_OK)
        return SW_FAIL;
    for (const char *at = arg + len + 1; at;) {
        size_t n = axis->n_rows;
        bool range = is_range(at);
        char *value = range ? NULL : sw_opt_value("--set", &at, err);
        if (range ? add_range(axis, &at, err) != SW_OK
                  : !value || add_value(axis, axis->n_rows++, value, err) != SW_OK)
            return SW_FAIL;
        /* A range may give several values at once; each is held against all before it. */
        for (; n < axis->n_rows; n++)
            for (size_t i = 0; i < n; i++)
                if (strcmp(axis->value[i], axis->value[n]) == 0)
                    return sw_err_usage(err, "--set: %s: '%s' is given twice", axis->name[0], axis->value[n]);
    }
    return SW_OK;
}

/* numbers: --until takes an axis of numbers alone. */
int grid_over(struct grid *g, const char *arg, struct sw_err *err)
{
    size_t len = strcspn(arg, "=");
    struct grid_axis *axis = add_axis(g, err);
    if (!axis || add_axis_name(g, "--over", axis, arg, len, err) != SW_OK)
        return SW_FAIL;
    if (arg[len] != '=')
        return sw_err_usage(err, "--over: not NAME=LIST: '%s'", arg);
    axis->numbers = true;
    if (add_numbers(axis, "--over", arg + len + 1, true, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 1; i < axis->n_rows; i++)
        if (strcmp(axis->value[i - 1], axis->value[i]) == 0)
            return sw_err_usage(err, "--over: %s: '%s' is given twice", axis->name[0], axis->value[i]);
    return SW_OK;
}

/* Columns are names and rows are combinations, so names of one file do not multiply. */
static int read_combinations(struct grid *g, struct grid_axis *axis, struct sw_csv *in, struct sw_err *err)
{
    const struct sw_row *header = sw_csv_header(in);
    struct sw_row row;
    int got, status = SW_OK;
    for (size_t i = 0; i < header->n && status == SW_OK; i++)
        status = add_axis_name(g, "--grid", axis, header->field[i].at, header->field[i].len, err);
    for (; status == SW_OK && (got = sw_csv_next(in, &row, err)) != 0; axis->n_rows++) {
        status = got == 1 ? SW_OK : SW_FAIL;
        for (size_t i = 0; i < row.n && status == SW_OK; i++)
            status = add_value(axis, axis->n_rows * axis->n_names + i, strndup(row.field[i].at, row.field[i].len), err);
    }
    if (status == SW_OK && axis->n_rows == 0)
        return sw_err_set(err, "%s: no combination of values", sw_csv_path(in));
    return status;
}

int grid_read(struct grid *g, const char *path, struct sw_err *err)
{
    struct sw_csv *in;
    /* The file is an input: no output may take its place. */
    struct grid_axis *axis = sw_out_spare(path, err) == SW_OK ? add_axis(g, err) : NULL;
    if (!axis || sw_csv_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int status = read_combinations(g, axis, in, err);
    sw_csv_close(in);
    return status;
}

int grid_runs(struct grid *g, const char *arg, struct sw_err *err)
{
    return sw_opt_count("--runs", arg, 1, 1000000, &g->runs, err);
}

/* ---- one cell -------------------------------------------------------------------------------- */

/* {name} stands for a value, {{name}} for itself; any other brace stands as it is. The value is that of the cell, or
 * NULL where the name is not known. Returns what to put in place, and how much of the text it takes. */
static const char *value_at(const struct grid_cell *cell, const char *at, size_t *takes, const char **unknown)
{
    /* *takes 0: no name in braces stands here, and the brace stands for itself. 2 braces more are taken where they
     * are doubled. */
    size_t doubled = at[1] == '{', len = strcspn(at + 1 + doubled, "{}");
    const char *name = at + 1 + doubled;
    *takes = 0;
    if (!sw_opt_is_name(name, len) || name[len] != '}' || (doubled && name[len + 1] != '}'))
        return NULL;
    *takes = len + 2 + 2 * doubled;
    if (doubled)
        return NULL;
    for (size_t i = 0; i < cell->n; i++)
        if (strlen(cell->name[i]) == len && memcmp(cell->name[i], name, len) == 0)
            return cell->value[i];
    *unknown = name;
    return NULL;
}

static int put_argument(const struct grid_cell *cell, const char *text, FILE *to, struct sw_err *err)
{
    while (*text != '\0') {
        /* A misspelt name would go to the command as it is, and all its cells would be alike. */
        const char *unknown = NULL, *value;
        size_t takes, plain = strcspn(text, "{");
        fwrite(text, 1, plain, to);
        text += plain;
        if (*text == '\0')
            break;
        value = value_at(cell, text, &takes, &unknown);
        if (unknown) {
            char typed[64];
            snprintf(typed, sizeof typed, "%.*s", (int)strcspn(unknown, "}"), unknown);
            /* These two names are there with --runs alone. */
            if (strcmp(typed, "run") == 0 || strcmp(typed, "seed") == 0)
                return sw_err_usage(err, "{%s}: only with --runs", typed);
            const char *near = sw_err_nearest(typed, cell->name, cell->n);
            if (near)
                return sw_err_usage(err, "{%s}: no such name (did you mean '{%s}'?)", typed, near);
            return sw_err_usage(err, "{%s}: no --set or --grid has this name ({{%s}} stands for itself)", typed, typed);
        }
        if (value)
            fputs(value, to);
        /* "{{name}}" gives "{name}". */
        else if (takes > 0)
            fwrite(text + 1, 1, takes - 2, to);
        else
            fputc(*text, to), takes = 1;
        text += takes;
    }
    fputc('\0', to);
    return SW_OK;
}

/* One block of memory has all arguments, each with its NUL. cell->room is the caller's, also after a failure. */
static int put_arguments(const struct grid *g, struct grid_cell *cell, struct sw_err *err)
{
    size_t size;
    FILE *to = open_memstream(&cell->room, &size);
    int status = to ? SW_OK : sw_err_memory(err);
    for (cell->argc = 0; status == SW_OK && g->command[cell->argc]; cell->argc++)
        status = put_argument(cell, g->command[cell->argc], to, err);
    if (to && (fclose(to) != 0 || !cell->room) && status == SW_OK)
        status = sw_err_memory(err);
    return status;
}

/* The last axis varies fastest; runs vary faster still. */
static void find_values(const struct grid *g, struct grid_cell *cell, const char **names, const char **values)
{
    size_t n = g->n_names, rest = cell->place;
    if (g->runs > 0)
        rest /= g->runs;
    for (size_t a = g->n_axes; a-- > 0;) {
        const struct grid_axis *axis = &g->axis[a];
        size_t row = rest % axis->n_rows;
        rest /= axis->n_rows;
        for (size_t i = axis->n_names; i-- > 0;) {
            names[--n] = axis->name[i];
            values[n] = axis->value[row * axis->n_names + i];
        }
    }
}

/* The names, the values and the digits of run and seed are one block. */
int grid_cell_make(const struct grid *g, size_t place, struct grid_cell *cell, struct sw_err *err)
{
    /* A uint64_t in decimal, and its NUL. */
    enum { DIGITS = 24 };
    size_t n = g->n_names + (g->runs > 0 ? 2 : 0);
    const char **names = malloc((2 * n + 1) * sizeof *names + 2 * DIGITS);
    *cell = (struct grid_cell){ .place = place, .n = n, .name = names };
    if (!names)
        return sw_err_memory(err);
    cell->value = names + n;
    find_values(g, cell, names, names + n);
    if (g->runs > 0) {
        /* Behind the names and the values. */
        char *digits = (char *)(names + 2 * n + 1);
        snprintf(digits, DIGITS, "%zu", place % g->runs + 1);
        snprintf(digits + DIGITS, DIGITS, "%" PRIu64, g->seed + place % g->runs);
        names[n - 2] = "run";
        names[n - 1] = "seed";
        names[2 * n - 2] = digits;
        names[2 * n - 1] = digits + DIGITS;
    }
    if (put_arguments(g, cell, err) != SW_OK || !(cell->argv = malloc((cell->argc + 1) * sizeof *cell->argv))) {
        /* put_argument() sets an error of its own; without one it was memory. */
        int status = !cell->argv && cell->room && err->exit == SW_EXIT_OK ? sw_err_memory(err) : SW_FAIL;
        grid_cell_clear(cell);
        return status;
    }
    char *at = cell->room;
    for (size_t i = 0; i < cell->argc; at += strlen(at) + 1)
        cell->argv[i++] = at;
    cell->argv[cell->argc] = NULL;
    return SW_OK;
}

void grid_cell_clear(struct grid_cell *cell)
{
    free((void *)cell->name);
    free(cell->argv);
    free(cell->room);
    *cell = (struct grid_cell){ 0 };
}

/* left_out: how many values are left out at the end, 2 for run and seed. */
char *grid_name(const struct grid *g, size_t place, size_t left_out)
{
    struct grid_cell cell;
    struct sw_err err = { 0 };
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    if (grid_cell_make(g, place, &cell, &err) == SW_OK) {
        for (size_t i = 0; i + left_out < cell.n; i++)
            fprintf(to, "%s%s=%s", i ? ", " : "", cell.name[i], cell.value[i]);
        grid_cell_clear(&cell);
    }
    return fclose(to) == 0 ? text : NULL;
}

/* In single quotes where a shell would read anything else into it. */
void grid_put_command(char *const *argv, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
    for (size_t i = 0; argv[i]; i++) {
        bool bare = argv[i][0] != '\0' && argv[i][strspn(argv[i], plain)] == '\0';
        fprintf(to, "%s%s", i ? " " : "", bare ? "" : "'");
        for (const char *c = argv[i]; *c; c++)
            if (*c == '\'')
                fputs("'\\''", to);
            else
                fputc(*c, to);
        fputs(bare ? "" : "'", to);
    }
}

char *grid_command(char *const *argv)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    grid_put_command(argv, to);
    return fclose(to) == 0 ? text : NULL;
}

/* ---- ids ------------------------------------------------------------------------------------- */

/* A file or folder that commands name, as it was when ids were worked out. Neither: the path was not there, or is
 * something else. */
struct input { uint64_t digest; struct stat st; bool is_file, is_folder; char path[]; };

/* Where a file is named: an argument, or the value behind the '=' of an option. Only an option's value: another
 * argument with a '=' is a path as it stands. */
static const char *path_in_argument(const char *arg)
{
    const char *equals = strchr(arg, '=');
    return arg[0] == '-' && equals ? equals + 1 : arg;
}

/* Not where commands run, nor what lies above it, where they write. The folder of the cells is planned. */
static bool is_named_folder(const char *path)
{
    size_t n = strspn(path, "./");
    return path[n] != '\0' && !sw_out_is_planned(-1, path);
}

/* Each file is read once, however many cells name it. What is not there is kept, too, so that a file that a command
 * writes is noticed (check_input()). */
static int find_input(struct grid *g, const char *path, const struct input **out, struct sw_err *err)
{
    size_t len = strlen(path);
    struct input *input = sw_names_find(&g->inputs, path, len);
    *out = input;
    if (input)
        return SW_OK;
    input = calloc(1, sizeof *input + len + 1);
    if (!input || sw_names_add(&g->inputs, strcpy(input->path, path), len, input) != 0) {
        free(input);
        return sw_err_memory(err);
    }
    *out = input;
    bool there = stat(path, &input->st) == 0;
    input->is_file = there && S_ISREG(input->st.st_mode);
    input->is_folder = there && S_ISDIR(input->st.st_mode) && is_named_folder(path);
    /* A folder's digest is of the names and bytes of all files in it. */
    return input->is_file || input->is_folder ? sw_cli_digest(path, &input->digest, err) : SW_OK;
}

/* Of the value of --decide each word may be a file: the program is one of them. i is above 0: argument 0 is the
 * command. */
static int each_named(char *const *argv, size_t i, named_visit *visit, void *ctx, struct sw_err *err)
{
    static const char option[] = "--decide";
    const bool is_command = !strncmp(argv[i], "--decide=", sizeof option) || !strcmp(argv[i - 1], option);
    return named_each(path_in_argument(argv[i]), is_command, visit, ctx, err);
}

struct adding { struct grid *g; XXH3_state_t *to; };

/* The path is in the id already, as an argument; here its content joins. */
static int add_input(void *adding, const char *path, struct sw_err *err)
{
    const struct adding *a = adding;
    const struct input *input;
    if (find_input(a->g, path, &input, err) != SW_OK)
        return SW_FAIL;
    if (input->is_file || input->is_folder)
        (void)XXH3_64bits_update(a->to, &input->digest, sizeof input->digest);
    return SW_OK;
}

/* By size and times: reading each input once more for each cell would cost more than small cells. */
static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size
        && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* A file that was made again with the same content has not changed. */
static int check_input(const struct input *input, struct sw_err *err)
{
    struct stat st;
    uint64_t digest;
    bool is_file = stat(input->path, &st) == 0 && S_ISREG(st.st_mode);
    if (!input->is_file && !is_file)
        return SW_OK;
    if (!input->is_file)
        return sw_err_set(err, "%s: was not there when the sweep began, and cells are known by the files that the "
                          "command names (sh -c hides a file that the command writes)", input->path);
    if (is_file && is_same_file(&st, &input->st))
        return SW_OK;
    if (is_file && sw_cli_digest(input->path, &digest, err) == SW_OK && digest == input->digest)
        return SW_OK;
    return sw_err_set(err, "%s: changed since the sweep began", input->path);
}

/* grid: const in truth; named_each() passes a plain pointer. */
static int check_named(void *grid, const char *path, struct sw_err *err)
{
    const struct input *input = sw_names_find(&((const struct grid *)grid)->inputs, path, strlen(path));
    return input ? check_input(input, err) : SW_OK;
}

int grid_check_inputs(const struct grid *g, const struct grid_cell *cell, struct sw_err *err)
{
    for (size_t i = 1; i < cell->argc; i++)
        if (each_named(cell->argv, i, check_named, (void *)g, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* The names of the values do not count: a study with one more has the cells of before. */
static int find_id(struct grid *g, size_t place, XXH3_state_t *state, struct sw_err *err)
{
    struct grid_cell cell;
    if (grid_cell_make(g, place, &cell, err) != SW_OK)
        return SW_FAIL;
    int status = SW_OK;
    (void)XXH3_64bits_reset(state);
    for (size_t i = 0; i < cell.argc && status == SW_OK; i++) {
        /* Each argument with its NUL: "a", "bc" and "ab", "c" are two commands. */
        (void)XXH3_64bits_update(state, cell.argv[i], strlen(cell.argv[i]) + 1);
        status = i > 0 ? each_named(cell.argv, i, add_input, &(struct adding){ g, state }, err) : SW_OK;
    }
    snprintf(g->id[place], sizeof g->id[place], "%016" PRIx64, (uint64_t)XXH3_64bits_digest(state));
    grid_cell_clear(&cell);
    return status;
}

/* For qsort_r(), whose last argument is the array of ids. */
static int by_id(const void *a, const void *b, void *ids)
{
    char (*id)[GRID_ID + 1] = ids;
    return strcmp(id[*(const size_t *)a], id[*(const size_t *)b]);
}

size_t *grid_by_id(const struct grid *g)
{
    size_t *order = malloc((g->n_cells + 1) * sizeof *order);
    for (size_t i = 0; order && i < g->n_cells; i++)
        order[i] = i;
    if (order)
        qsort_r(order, g->n_cells, sizeof *order, by_id, g->id);
    return order;
}

/* Cells of one id have one command: two rows of a grid that are alike, or {a}{b} with 1, 12 and 11, 2. Two cells of
 * one id would write one file. */
static int check_distinct(const struct grid *g, struct sw_err *err)
{
    size_t *order = grid_by_id(g);
    int status = order ? SW_OK : sw_err_memory(err);
    for (size_t i = 1; status == SW_OK && i < g->n_cells; i++)
        if (strcmp(g->id[order[i - 1]], g->id[order[i]]) == 0) {
            char *text = grid_name(g, order[i], 0);
            status = sw_err_set(err, "a cell is there twice: %s", text ? text : g->id[order[i]]);
            free(text);
        }
    free(order);
    return status;
}

/* Runs that do not differ in anything would be one run, counted several times. */
static int check_runs(const struct grid *g, struct sw_err *err)
{
    for (const char *const *arg = g->command; *arg; arg++)
        if (strstr(*arg, "{seed}") || strstr(*arg, "{run}"))
            return SW_OK;
    return sw_err_usage(err, "--runs: neither {seed} nor {run} is in the command, so all runs would be the same");
}

/* "{name}", and not "{{name}}", which stands for itself. */
static bool is_used(const struct grid *g, const char *name)
{
    size_t len = strlen(name);
    for (const char *const *arg = g->command; *arg; arg++)
        for (const char *at = *arg; (at = strchr(at, '{')); at++) {
            if (at[1] == '{')
                at++;
            else if (strncmp(at + 1, name, len) == 0 && at[1 + len] == '}')
                return true;
        }
    return false;
}

/* Each name has to be in the command, as its values would else make cells that are alike. */
static int check_used(const struct grid *g, struct sw_err *err)
{
    for (size_t a = 0; a < g->n_axes; a++)
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            if (!is_used(g, g->axis[a].name[i]))
                return sw_err_usage(err, "{%s} is not in the command, so all values of '%s' would be the same "
                                    "(sh -c '...' sh {%s} gives it to a script)", g->axis[a].name[i],
                                    g->axis[a].name[i], g->axis[a].name[i]);
    return SW_OK;
}

/* Ids come last, as they need the names; whether names are used is found out before they are compared. */
int grid_settle(struct grid *g, struct sw_err *err)
{
    static const char *const own[] = { "run", "seed" };
    g->n_cells = g->runs > 0 ? g->runs : 1;
    if (g->runs > 0 && check_runs(g, err) != SW_OK)
        return SW_FAIL;
    for (size_t a = 0; a < g->n_axes; a++) {
        g->n_names += g->axis[a].n_names;
        /* Also where the product passes what a size_t holds. */
        if (__builtin_mul_overflow(g->n_cells, g->axis[a].n_rows, &g->n_cells) || g->n_cells > MOST_CELLS)
            return sw_err_usage(err, "more than %d cells", MOST_CELLS);
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            for (size_t k = 0; k < 2 && g->runs > 0; k++)
                if (strcmp(g->axis[a].name[i], own[k]) == 0)
                    return sw_err_usage(err, "--set: '%s' is given by --runs", own[k]);
    }
    XXH3_state_t *state = XXH3_createState();
    g->id = calloc(g->n_cells, sizeof *g->id);
    int status = state && g->id ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < g->n_cells && status == SW_OK; i++)
        status = find_id(g, i, state, err);
    XXH3_freeState(state);
    return status == SW_OK && check_used(g, err) == SW_OK ? check_distinct(g, err) : SW_FAIL;
}

void grid_clear(struct grid *g)
{
    for (size_t a = 0; a < g->n_axes; a++) {
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            free(g->axis[a].name[i]);
        for (size_t i = 0; i < g->axis[a].n_names * g->axis[a].n_rows; i++)
            free(g->axis[a].value[i]);
        free(g->axis[a].name);
        free(g->axis[a].value);
    }
    for (size_t i = 0; i < g->inputs.n; i++)
        free(g->inputs.name[i].value);
    sw_names_clear(&g->inputs);
    free(g->axis);
    free(g->id);
}
