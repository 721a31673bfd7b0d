/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h - the cells of a sweep: every combination of the rows of --grid and the values of --set, so many runs of
 * each.
 *
 * Cells stand in a fixed order: rows of the grid first, then the sets as they were given, runs last. A cell is known
 * by its id, a digest of its values, its command and the content of the files that the command names. */
#ifndef SLOTWISE_TOOLS_SWEEP_GRID_H
#define SLOTWISE_TOOLS_SWEEP_GRID_H
#include "lib/cli/sw_cli.h"
#include "lib/base/sw_names.h"

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
/* Once the command is known: counts the cells and works out their ids. */
SW_USE_RESULT int grid_settle(struct grid *g, struct sw_err *err);
SW_USE_RESULT int grid_cell_make(const struct grid *g, size_t place, struct grid_cell *cell, struct sw_err *err);
/* The files that the command of the cell names are what they were when the ids were worked out. */
SW_USE_RESULT int grid_check_inputs(const struct grid *g, const struct grid_cell *cell, struct sw_err *err);
void grid_cell_clear(struct grid_cell *cell);
void grid_put_values(const struct grid_cell *cell, FILE *to);                          /* "order=fair, wait=3" */
void grid_put_command(char *const *argv, FILE *to);                                    /* as a shell reads it */
void grid_clear(struct grid *g);
#endif
