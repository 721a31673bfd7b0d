/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - what slot-sweep is made of: the grid of cells, the folder they lie in, and how each is run. */
#ifndef SLOTWISE_TOOLS_SWEEP_SWEEP_H
#define SLOTWISE_TOOLS_SWEEP_SWEEP_H
#include <stdatomic.h>
#include "lib/base/sw_names.h"
#include "lib/cli/sw_cli.h"

/* ---- grid.c ----------------------------------------------------------------------------------------------- */
/* The cells of a sweep: every combination of the rows of --grid and the values of --set, so many runs of each. */
/* Cells stand in a fixed order: rows of the grid first, then the sets as they were given, runs last. A cell is known
 * by its id, a digest of its values, its command and the content of the files that the command names. */
enum { GRID_ID = 16 };
struct grid_axis { size_t n_names, n_rows; char **name, **value; bool numbers; }; /* value[row * n_names + i] */
struct grid {
    size_t n_axes, n_names;      /* n_names: of all axes, without run and seed */
    struct grid_axis *axis;
    uint64_t runs, seed;         /* runs 0: rows have neither run nor seed */
    const char *const *command;  /* NULL-terminated, borrowed */
    size_t n_cells;
    char (*id)[GRID_ID + 1];     /* of all cells */
    struct sw_names inputs;      /* digests of files by name */
};
struct grid_cell {
    size_t place, n;
    const char *const *name, *const *value; /* n of them, run and seed among them */
    char **argv;                 /* the command with its values, NULL-terminated */
    size_t argc;
    char *room;
};

SW_USE_RESULT int grid_set(struct grid *g, const char *arg, struct sw_err *err);       /* --set NAME=VALUE,... */
SW_USE_RESULT int grid_read(struct grid *g, const char *path, struct sw_err *err);     /* --grid FILE */
SW_USE_RESULT int grid_over(struct grid *g, const char *arg, struct sw_err *err);      /* --over NAME=0:30:1 */
SW_USE_RESULT int grid_runs(struct grid *g, const char *arg, struct sw_err *err);      /* --runs COUNT */
/* Once the command is known: counts the cells and works out their ids. */
SW_USE_RESULT int grid_settle(struct grid *g, struct sw_err *err);
SW_USE_RESULT int grid_cell_make(const struct grid *g, size_t place, struct grid_cell *cell, struct sw_err *err);
/* The files that the command of the cell names are what they were when the ids were worked out. */
SW_USE_RESULT int grid_check_inputs(const struct grid *g, const struct grid_cell *cell, struct sw_err *err);
void grid_cell_clear(struct grid_cell *cell);
/* "order=fair, wait=3", without the last values; malloc'd, or NULL. */
char *grid_name(const struct grid *g, size_t place, size_t left_out);
void grid_put_command(char *const *argv, FILE *to);                                    /* as a shell reads it */
char *grid_command(char *const *argv);                                                 /* the same, malloc'd or NULL */
size_t *grid_by_id(const struct grid *g); /* places of all cells in the order of their ids; malloc'd, or NULL */
void grid_clear(struct grid *g);

/* ---- sweep.c ---------------------------------------------------------------------------------------------- */
/* What the parts of slot-sweep share: the command line, the folder of cells, and how a cell ended. */
enum { SWEEP_FOLDERS = 64 };
struct sweep_option { const char *name, *arg; };
/* A search over the values of the grid. */
struct search {
    char *column;                      /* NULL: no search */
    bool until, greatest;              /* --until; --maximize, or a limit from below */
    double limit;                      /* --until */
    double indifference;               /* 0: 1 % */
    bool of_share;                     /* the indifference is one of the least mean, or of the limit */
    double confidence;
    uint64_t first;
};
struct sweep {
    struct sw_cli *cli;
    struct grid grid;
    const char *folder[SWEEP_FOLDERS]; /* --out; more than one only with --collect */
    size_t n_folders;
    uint64_t jobs, shard, shards;      /* --shard I/N: I from 1; 1/1 without it */
    const char *cell;                  /* --cell ID, or NULL */
    struct sweep_option *cell_option;  /* --out, --set, --grid, --runs as given */
    size_t n_cell_options;
    bool plan, list, collect, partial, processes, prune, again;
    uint64_t program;                  /* digest of what runs the cells; 0: not known */
    uint64_t *made_by;                 /* of each cell, the program that made it; NULL or 0: not known */
    char *study;                       /* the text of DIR/study, where the command is from there */
    char **words;                      /* its command */
    struct search search;
    const size_t *only;                /* of these cells those that are not there are run; NULL: of all of them */
    size_t n_only;
    struct inside *inside;             /* lasts over several work_run() */
};

/* study.c: DIR/study says what the cells are, DIR/made which program made each. */
/* Takes the options of the cells and the command from the first folder. */
SW_USE_RESULT int study_read(struct sweep *s, int take(struct sweep *, const char *name, const char *value,
                                                       struct sw_err *), struct sw_err *err);
SW_USE_RESULT int study_write(const struct sweep *s, struct sw_err *err);
SW_USE_RESULT int study_find_made(struct sweep *s, struct sw_err *err); /* after grid_settle() */
void study_note_made(struct sweep *s, size_t place);
SW_USE_RESULT int study_prune(const struct sweep *s, struct sw_err *err);
void study_clear(struct sweep *s);

/* A cell is FOLDER/ID.csv, the rows of its command, once it is complete. ID.failed says why the
 * last try failed. malloc'd. */
char *sweep_path(const char *folder, const char *id, const char *ending);
bool sweep_is_whole(const char *path);
bool sweep_is_of_this_build(const struct sweep *s, size_t place); /* or that is not known */
bool sweep_is_done(const struct sweep *s, size_t place);
bool sweep_is_mine(const struct sweep *s, size_t place); /* of this shard, or the one of --cell */
/* The name of a value that its rows have a column of, too, or NULL. */
const char *sweep_clash(const struct grid_cell *cell, const char *column, size_t len);

/* How one cell ended, filled in by process.c or inside.c. */
struct sweep_end {
    int status;              /* SW_OK: its file is there */
    int signal;              /* that ended its process; 0: none */
    char why[1200];          /* "exit status 2"; without the messages of the command */
    char *messages;          /* what it wrote to standard error; malloc'd, may be NULL */
};

/* process.c */
struct sweep_child { _Atomic int pid; }; /* 0: none runs */
void process_run(const struct grid *g, const struct grid_cell *cell, const char *path, struct sweep_child *child,
                 struct sweep_end *end);

/* inside.c: a slot-replay without a process of its own. */
struct inside;
SW_USE_RESULT int inside_new(struct inside **out, struct sw_err *err);
/* False: not a replay that can run so, and nothing was done. */
bool inside_run(struct inside *in, const struct grid *g, const struct grid_cell *cell, const char *path,
                struct sweep_end *end);
void inside_free(struct inside *in);

/* work.c */
SW_USE_RESULT int work_run(struct sweep *s, struct sw_err *err);

/* collect.c */
/* The output of rows, with the command in its stamp. */
SW_USE_RESULT int collect_open(const struct sweep *s, struct sw_out **out, struct sw_err *err);
SW_USE_RESULT int collect_run(const struct sweep *s, struct sw_err *err);
SW_USE_RESULT int collect_list(const struct sweep *s, struct sw_err *err);

/* ---- search.c --------------------------------------------------------------------------------------------- */
/* slot-sweep --minimize, --maximize and --until: values that are searched for, and not all run. */
/* --until 'COLUMN<=LIMIT' or '>='. */
SW_USE_RESULT int search_until(struct search *q, const char *arg, struct sw_err *err);
/* --indifference X or X% */
SW_USE_RESULT int search_indifference(struct search *q, const char *arg, struct sw_err *err);
SW_USE_RESULT int search_run(struct sweep *s, struct sw_err *err);
#endif
