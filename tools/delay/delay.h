/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay.h - what slot-delay is made of: the values of its parameters, its rows, and what a log tells of them. */
#ifndef SLOTWISE_TOOLS_DELAY_DELAY_H
#define SLOTWISE_TOOLS_DELAY_DELAY_H
#include "lib/cli/sw_cli.h"
#include "lib/log/measure.h"
#include "lib/model/sw_formulas.h"
#include "lib/options/options.h"

/* ---- values.c --------------------------------------------------------------------------------------------- */
/* The values of slot-delay's parameters as typed: lists, ranges, and multiples of the nodes. */
/* The values of one parameter. A relative one counts in nodes ("0.23x"). */
struct values { size_t n; double *at; bool *relative; };
int values_add(struct values *v, const struct sw_list *list, bool relative, struct sw_err *err);
void values_clear(struct values *v);
/* Of an option of a parameter, into a struct formula_config: in the place of what was given before. */
option_parse values_parse;

/* ---- config ----------------------------------------------------------------------------------------------- */
/* What slot-delay was asked for: a formula, and the values of its parameters. */
/* Slots released a second in a log: in the seconds under load, and over all. NaN: too little is under load, and nothing
 * ran. */
struct log_rates { double busy_s, busy_rate, span_s, span_rate; };
struct formula_config {
    const struct sw_formula *formula;
    struct values given[SW_P_COUNT];
    bool from_log;                                      /* parameters that are not given were measured */
    struct log_rates log;
    /* convert: `from` is the value after the colon */
    char *from;
    const struct sw_dialect *from_dialect, *to[16];
    size_t n_to;
    bool rate_given;                                    /* of a LOG: another release rate was given */
};

/* ---- convert.c -------------------------------------------------------------------------------------------- */
/* slot-delay convert: the same wait in other dialects. */
extern const struct sw_formula convert_formula;   /* its rows come from convert_put() */

/* Columns that a LOG adds: the value at its release rate under load and over all, which are a range. */
void convert_put_names(const struct formula_config *cfg, struct sw_out *out);
/* A row for each system of --dialect. The config as context: formula_put */
int convert_put(void *cfg, struct sw_out *out, const double in[], struct sw_err *err);

/* ---- formula.c -------------------------------------------------------------------------------------------- */
/* The options of its parameters. often: --help, too, has those that are given most. */
void formula_options(struct option_row to[SW_P_COUNT + 1], const struct sw_formula *f, bool often);
SW_USE_RESULT int formula_dialect(const char *option, const char *name, const struct sw_dialect **out,
                                  struct sw_err *err);
typedef int formula_put(void *context, struct sw_out *out, const double in[], struct sw_err *err);
SW_USE_RESULT int formula_rows(const struct formula_config *cfg, formula_put *put, void *context, struct sw_out *out,
                               struct sw_err *err);
void formula_clear(struct formula_config *cfg);

/* ---- fromlog.c -------------------------------------------------------------------------------------------- */
/* Measures all files as one log. cluster: a cluster CSV with the slots over time; NULL: as the log recorded them.
 * `busy` as in estimate_sweep(). */
SW_USE_RESULT int fromlog_measure(struct measure *m, const char *const files[], size_t n_files, const char *cluster,
                                  double busy, const struct sw_cli *cli, struct sw_err *err);
void fromlog_warn(const struct sw_cli *cli, const struct sw_trace *t); /* of a log that is damaged */
struct log_rates fromlog_rates(const struct measure *m);
/* Unless the parameter is given, or the log does not tell it (NaN). */
SW_USE_RESULT int fromlog_set(struct formula_config *cfg, enum sw_param p, double x, struct sw_err *err);
/* convert: nodes and release rate, unless they are given or follow from what is. */
SW_USE_RESULT int fromlog_convert(struct formula_config *cfg, const struct sw_cli *cli, struct sw_err *err);

/* ---- grid.c ----------------------------------------------------------------------------------------------- */
/* Every combination of the values of slot-delay's parameters, the last column varying fastest. */
struct grid { const struct formula_config *cfg; size_t at[SW_P_COUNT]; };

/* Checks every combination, so that an error comes before the first row is written. */
int grid_check(const struct formula_config *cfg, struct sw_err *err);
int grid_row(const struct grid *g, double in[SW_P_COUNT], struct sw_err *err);
bool grid_next(struct grid *g);   /* false: that was the last */

/* ---- help.c ----------------------------------------------------------------------------------------------- */
/* What slot-delay says after the options in --help-all. */
extern const char help_overview[];               /* of the program without a subcommand */
const char *help_examples(const char *name);   /* of a subcommand */

/* ---- rows.c ----------------------------------------------------------------------------------------------- */
void rows_put_columns(const struct sw_formula *f, struct sw_out *out); /* more columns can follow */
/* The config as context: formula_put */
int rows_put(void *cfg, struct sw_out *out, const double in[], struct sw_err *err);
void rows_put_params(struct sw_out *out, const struct sw_formula *f, const double in[]);
void rows_put_answer(struct sw_out *out, const struct sw_formula *f, const struct sw_model_answer *a);
/* Twelve digits: further ones depend on the processor's exp() and log(), and no formula here is that accurate. */
void rows_put_result(struct sw_out *out, double x);
#endif
