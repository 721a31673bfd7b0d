/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-sweep - runs a command for each combination of values, several at a time, and puts the rows together.
 *
 * A cell is one combination and one run. Its rows are a file in the folder of the sweep, which appears when it is
 * complete. So a sweep that was stopped goes on where it was, on this machine or shared out over several.
 *
 * grid.c has the cells, work.c runs them, in threads (inside.c) or processes (process.c), and collect.c puts their
 * rows together. search.c runs only what a search needs. study.c keeps in the folder what its cells are. */
#include "lib/base/sw_opt.h"
#include "lib/options/options.h"
#include "tools/sweep/sweep.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options --------------------------------------------------------------------------------- */

/* Ids of an array may begin anywhere and go in steps. */
static int shard_of_array(struct sweep *s, struct sw_err *err)
{
    static const char *const name[] = { "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
                                        "SLURM_ARRAY_TASK_STEP" };
    /* The step may be missing, and is 1 then. */
    uint64_t at[4] = { 0, 0, 0, 1 };
    for (size_t i = 0; i < 4; i++) {
        const char *text = getenv(name[i]);
        if (!text && i < 3)
            return sw_err_usage(err, "--shard slurm: %s is not set: this is not the job of an array", name[i]);
        if (text && sw_opt_count(name[i], text, i == 1 || i == 3, UINT32_MAX, &at[i], err) != SW_OK)
            return SW_FAIL;
    }
    /* An id that the step does not reach, or one beyond the count of tasks: the list has gaps. */
    if (at[0] < at[2] || (at[0] - at[2]) % at[3] != 0 || (at[0] - at[2]) / at[3] >= at[1])
        return sw_err_usage(err, "--shard slurm: the ids of the array are not evenly spaced"
                                 " (--shard I/N says which part this is)");
    s->shard = (at[0] - at[2]) / at[3] + 1;
    s->shards = at[1];
    return SW_OK;
}

static int parse_shard(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sweep *s = to;
    char text[32];
    const char *slash = strchr(arg, '/');
    if (strcmp(arg, "slurm") == 0)
        return shard_of_array(s, err);
    if (!slash || (size_t)(slash - arg) >= sizeof text)
        return sw_err_usage(err, "--%s: not I/N or slurm: '%s'", row->name, arg);
    snprintf(text, sizeof text, "%.*s", (int)(slash - arg), arg);
    if (sw_opt_count(row->name, slash + 1, 1, UINT32_MAX, &s->shards, err) != SW_OK)
        return SW_FAIL;
    return sw_opt_count(row->name, text, 1, s->shards, &s->shard, err);
}

/* What --plan passes on. Each job of a plan, and DIR/study, has the options of the cells as they were given. */
static int keep_option(struct sweep *s, const char *name, const char *arg, struct sw_err *err)
{
    struct sweep_option *grown = realloc(s->cell_option, (s->n_cell_options + 1) * sizeof *grown);
    if (!grown)
        return sw_err_memory(err);
    s->cell_option = grown;
    grown[s->n_cell_options++] = (struct sweep_option){ name, arg };
    return SW_OK;
}

static int parse_out(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sweep *s = to;
    if (arg[0] == '\0')
        return sw_err_usage(err, "--%s: the name is empty", row->name);
    /* --out adds up: several folders are read by --collect. */
    if (s->n_folders == SWEEP_FOLDERS)
        return sw_err_usage(err, "--%s: more than %d folders", row->name, SWEEP_FOLDERS);
    s->folder[s->n_folders++] = arg;
    return keep_option(s, row->name, arg, err);
}

/* Options that say what the cells are. */
static const struct of_cells {
    const char *name;
    int (*take)(struct grid *g, const char *arg, struct sw_err *err);
} of_cells[] = { { "set", grid_set }, { "grid", grid_read }, { "over", grid_over }, { "runs", grid_runs },
                 { NULL, NULL } };

static const struct of_cells *find_of_cells(const char *name)
{
    const struct of_cells *of = of_cells;
    while (of->name && strcmp(of->name, name) != 0)
        of++;
    return of;
}

/* The order in which such options are given is that of the axes, and so of the cells. */
static int parse_cells(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sweep *s = to;
    const struct of_cells *of = find_of_cells(row->name);
    return of->take(&s->grid, arg, err) == SW_OK ? keep_option(s, of->name, arg, err) : SW_FAIL;
}

/* --minimize, --maximize, --until */
static int parse_search(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct search *q = &((struct sweep *)to)->search;
    if (q->column)
        return sw_err_usage(err, "--minimize, --maximize, --until: one of them, once");
    /* --until. */
    if (row->name[0] == 'u')
        return search_until(q, arg, err);
    q->greatest = strcmp(row->name, "maximize") == 0;
    q->column = strdup(arg);
    return q->column ? SW_OK : sw_err_memory(err);
}

static int parse_indifference(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return search_indifference(&((struct sweep *)to)->search, arg, err);
}

#define AT(member) OPTION_AT(struct sweep, member)
#define FLAG(member) OPTION_FLAG, AT(member)
#define CELLS 1, OPTION_OWN, AT(grid), .parse = parse_cells
#define SEARCH(value) 3, OPTION_OWN, AT(search.column), .parse = parse_search, .arg = (value)

static const struct option_row rows[] = {
    { "set", CELLS, .arg = "NAME=VALUE,...", .flags = OPTION_SHORT,
      .help = "values that {NAME} takes in the command: fair,fifo or 0:30:1" },
    { "over", CELLS, .arg = "NAME=LIST",
      .help = "values of {NAME} as numbers: 0:30:1 (from, to, step), 50:400 or 1,2,5" },
    { "grid", CELLS, .arg = "FILE",
      .help = "read combinations of values from a CSV file; its columns are the names" },
    { "runs", CELLS, .arg = "COUNT", .flags = OPTION_SHORT,
      .help = "COUNT runs of each combination: {run} is 1, 2, ..., {seed} is SEED, SEED+1, ..." },
    { "out", 1, OPTION_OWN, AT(folder), .parse = parse_out, .arg = "DIR", .flags = OPTION_SHORT,
      .help = "folder of the cells, which is made if it is not there; several with --collect" },

    { "parallel", 2, OPTION_COUNT, AT(jobs), 1, 4096, .letter = 'j', .flags = OPTION_SHORT,
      .help = "run up to COUNT cells at once (default 1)" },
    { "shard", 2, OPTION_OWN, AT(shard), .parse = parse_shard, .arg = "I/N|slurm",
      .help = "run part I of N (I from 1): each Nth cell from the Ith on; slurm: the part of this job of an array" },
    { "cell", 2, OPTION_TEXT, AT(cell), .arg = "ID", .help = "run this cell alone" },
    { "again", 2, FLAG(again), .help = "run cells of another build of the program again" },
    { "processes", 2, FLAG(processes),
      .help = "run each cell as a process; without it slot-replay cells are threads" },

    { "minimize", SEARCH("COL"), .help = "find the values with the least mean of this column of the command" },
    { "maximize", SEARCH("COL"), .help = "find those with the greatest" },
    { "until", SEARCH("COL<=X"),
      .help = "find the first value of --over from which the mean is so (or COL>=X)" },
    { "indifference", 3, OPTION_OWN, AT(search.indifference), .parse = parse_indifference, .arg = "X|SHARE%",
      .help = "difference of means that does not matter (default 1%)" },
    { "confidence", 3, OPTION_SHARE, AT(search.confidence), .least_real = 0.51, .most_real = 0.9999,
      .help = "of the search, and of its intervals (default 95%)" },
    { "first", 3, OPTION_COUNT, AT(search.first), 2, 1000000,
      .help = "runs of a value before it can be left out (default 10)" },

    { "plan", 4, FLAG(plan), .flags = OPTION_SHORT,
      .help = "print one command per line, each for one cell, for xargs, parallel or sh" },
    { "list", 4, FLAG(list), .help = "print the cells with their values and state: done, failed or missing" },
    { "collect", 4, FLAG(collect), .flags = OPTION_SHORT,
      .help = "print the rows of all cells, and name cells that are missing, failed or there twice" },
    { "partial", 4, FLAG(partial),
      .help = "with --collect: print the cells that are there, even if some are missing" },
    { "prune", 4, FLAG(prune), .help = "remove cells that are not of this study" },
    { .name = NULL },
};

/* Such a file can be read once, and each line of a plan would read it. */
static bool is_piped(const char *path)
{
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0;
}

/* What is asked for goes together. */
static int sweep_check(const struct sweep *s, struct sw_err *err)
{
    if (s->n_folders == 0)
        return sw_err_usage(err, "--out: needed, the folder of the cells");
    if (s->cli->n_named == 0 && !s->list && !s->collect && !s->prune)
        return sw_err_usage(err, "a command is needed, behind --");
    /* Options of cells without a command would be half of a study. */
    if (s->cli->n_named == 0 && (s->grid.n_axes || s->grid.runs || s->cli->seed_given))
        return sw_err_usage(err, "a command is needed, behind --; without one the cells are those of '%s/study'",
                            s->folder[0]);
    if (s->plan + s->list + s->collect + s->prune > 1)
        return sw_err_usage(err, "--plan, --list, --collect, --prune: one at a time");
    for (size_t i = 0; i < s->n_cell_options && s->plan; i++)
        if (strcmp(s->cell_option[i].name, "grid") == 0 && is_piped(s->cell_option[i].arg))
            return sw_err_usage(err, "--plan: names the grid in each line, so it must be a file: '%s'",
                                s->cell_option[i].arg);
    if (s->n_folders > 1 && !s->collect && !s->list && !s->prune)
        return sw_err_usage(err, "--out: several folders only with --collect or --list");
    if (s->partial && !s->collect)
        return sw_err_usage(err, "--partial: only with --collect");
    if (s->search.column && (s->plan || s->list || s->collect || s->prune || s->shards > 1 || s->cell))
        return sw_err_usage(err, "--%s: decides itself what is run, so not with --plan, --list, --collect, --shard, "
                            "--cell", s->search.until ? "until" : s->search.greatest ? "maximize" : "minimize");
    if (s->collect && (s->shards > 1 || s->cell))
        return sw_err_usage(err, "--collect: takes all cells, without --shard and --cell");
    for (size_t i = 0; i < s->cli->n_named; i++) /* the rows of a cell are read again */
        if (strcmp(s->cli->files[i], "--pretty") == 0)
            return sw_err_usage(err, "--pretty: before the --, for the rows of all cells");
    return SW_OK;
}

/* ---- --plan ---------------------------------------------------------------------------------- */

/* The options that say what the cells are, and the command. --cell names the cell, and the options make the grid in
 * which it is looked for. */
static void put_line(const struct sweep *s, const char *id, FILE *to)
{
    char seed[24], *const words[] = { "slot-sweep", "--cell", (char *)id, "--seed", seed, s->cli->quiet ? "--quiet"
                                      : NULL, NULL };
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->grid.seed);
    grid_put_command(words, to);
    if (s->again)
        fputs(" --again", to);
    for (size_t i = 0; i < s->n_cell_options; i++) {
        fprintf(to, " --%s ", s->cell_option[i].name);
        grid_put_command((char *const[]){ (char *)s->cell_option[i].arg, NULL }, to);
    }
    fprintf(to, "%s -- ", s->processes ? " --processes" : "");
    grid_put_command((char *const *)s->cli->files, to);
}

static int plan(const struct sweep *s, struct sw_err *err)
{
    struct sw_out *out;
    /* Readers of a plan take lines, whatever quotes they stand in. */
    for (size_t i = 0; i < s->n_cell_options; i++)
        if (strpbrk(s->cell_option[i].arg, "\r\n"))
            return sw_err_usage(err, "--plan: --%s: a value of several lines cannot stand in a line",
                                s->cell_option[i].name);
    for (size_t i = 0; i < s->cli->n_named; i++)
        if (strpbrk(s->cli->files[i], "\r\n"))
            return sw_err_usage(err, "--plan: an argument of several lines cannot stand in a line: '%s'",
                                s->cli->files[i]);
    /* No stamp and no labels: lines of a plan are commands. */
    if (sw_out_open(&out, s->cli->output, err) != SW_OK)
        return SW_FAIL;
    int status = SW_OK;
    for (size_t i = 0; i < s->grid.n_cells && status == SW_OK; i++) {
        char *line = NULL;
        size_t size;
        FILE *to = sweep_is_mine(s, i) ? open_memstream(&line, &size) : NULL;
        if (to) {
            put_line(s, s->grid.id[i], to);
            fclose(to);
        }
        if (line)
            sw_out_printf(out, "%s\n", line);
        else if (sweep_is_mine(s, i))
            status = sw_err_memory(err);
        free(line);
    }
    return sw_out_end(out, status, err);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Before cells run: a folder that cannot be written to would cost the first of them. */
static int check_folder(const char *path, int access_wanted, struct sw_err *err)
{
    struct stat st;
    int status = stat(path, &st);
    if (status == 0 && !S_ISDIR(st.st_mode)) {
        errno = ENOTDIR;
        status = -1;
    }
    if (status == 0)
        status = access(path, access_wanted);
    return status == 0 ? SW_OK : sw_err_io(err, path, "cannot use the folder");
}

/* A folder that is not there is told at once, and not as cells that are missing. */
static int collect(const struct sweep *s, struct sw_err *err)
{
    for (size_t i = 0; i < s->n_folders; i++)
        if (check_folder(s->folder[i], R_OK | X_OK, err) != SW_OK)
            return SW_FAIL;
    return collect_run(s, err);
}

/* An option of DIR/study, as if it stood on the command line. */
static int take_of_study(struct sweep *s, const char *name, const char *value, struct sw_err *err)
{
    const struct of_cells *of = find_of_cells(name);
    if (of->name)
        return of->take(&s->grid, value, err) == SW_OK ? keep_option(s, of->name, value, err) : SW_FAIL;
    return strcmp(name, "seed") == 0 ? sw_opt_count("--seed", value, 0, UINT64_MAX, &s->cli->seed, err)
                                     : sw_err_set(err, "%s/study: unknown option '--%s'", s->folder[0], name);
}

/* A part of a sweep writes no rows: the whole is there with the last of them, or with --collect. */
static int run_cells(struct sweep *s, struct sw_err *err)
{
    if (mkdir(s->folder[0], 0777) != 0 && errno != EEXIST)
        return sw_err_io(err, s->folder[0], "cannot make the folder");
    if (check_folder(s->folder[0], W_OK | X_OK, err) != SW_OK || study_write(s, err) != SW_OK
        || study_find_made(s, err) != SW_OK)
        return SW_FAIL;
    /* A search writes its own rows. */
    if (s->search.column)
        return search_run(s, err);
    if (work_run(s, err) != SW_OK)
        return SW_FAIL;
    bool whole = s->shards == 1 && !s->cell;
    for (size_t i = 0; whole && i < s->grid.n_cells; i++)
        whole = sweep_is_done(s, i);
    return whole ? collect_run(s, err) : SW_OK;
}

static int sweep_run(struct sweep *s, struct sw_err *err)
{
    if (sweep_check(s, err) != SW_OK)
        return SW_FAIL;
    /* The command's arguments last as long as the process. */
    s->grid.command = s->cli->files;
    if (s->cli->n_named == 0 && study_read(s, take_of_study, err) != SW_OK)
        return SW_FAIL;
    s->grid.seed = s->cli->seed;
    for (size_t i = 0; i < s->n_folders; i++)
        if (sw_out_plan(s->folder[i], err) != SW_OK)
            return SW_FAIL;
    /* A search has at most 100 runs of each value unless --runs says otherwise. */
    if (s->search.column && s->grid.runs == 0)
        s->grid.runs = 100;
    if (grid_settle(&s->grid, err) != SW_OK)
        return SW_FAIL;
    /* --cell is checked before anything is run: a changed input has changed the ids. */
    size_t named = 0;
    while (s->cell && named < s->grid.n_cells && strcmp(s->cell, s->grid.id[named]) != 0)
        named++;
    if (s->cell && named == s->grid.n_cells)
        return sw_err_set(err, "--cell: no cell has this id: '%s' (have files that the command names changed?)",
                          s->cell);
    if (s->plan)
        return plan(s, err);
    if (s->list)
        return collect_list(s, err);
    if (s->prune)
        return study_prune(s, err);
    if (s->collect && study_find_made(s, err) != SW_OK)
        return SW_FAIL;
    return s->collect ? collect(s, err) : run_cells(s, err);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = {
        .name = "slot-sweep", .summary = "run a command for each combination of values, and put the rows together",
        .args = "-- COMMAND [ARG...]", .rows = { rows },
        .headings = { [1] = "The cells:", "Which are run:", "Instead of running all, a search:",
                      "Instead of running:" },
        .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_COMMAND | SW_CLI_PRETTY,
        .after = "Examples:\n"
                 "  slot-sweep --out o --set n=9,19 -- slot-replay --nodes {n} traces/tr-bm.csv\n"
                 "  slot-sweep --out waits --set wait=0,1,3 --runs 10 -j 2 -- slot-replay --nodes 20\n"
                 "             --delay wait:{wait}s --seed {seed} --record summary traces/tr-bm.csv > rows.csv\n"
                 "  slot-sweep --out find --minimize mean_response_s --over wait=0:30:1 -- slot-replay --nodes 20\n"
                 "             --delay wait:{wait}s --seed {seed} --record summary traces/tr-bm.csv\n"
                 "  slot-sweep --out waits ... --plan -- ... | parallel\n"
                 "  slot-sweep --out waits ... --shard slurm -- ...       and when all have ended --collect\n",
    };
    struct sweep s = { .jobs = 1, .shard = 1, .shards = 1, .search = { .confidence = 0.95, .first = 10 } };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    s.cli = &cli;
    sw_cli_start(&cli, &tool, &s, argc, argv);
    int status = sweep_run(&s, &err);
    inside_free(s.inside);
    free(s.search.column);
    grid_clear(&s.grid);
    study_clear(&s);
    free(s.cell_option);
    return sw_cli_finish(&cli, status, &err);
}
