/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_formulas.h - the formulas of sw_model.h by name, with their parameters, and the words
 * of the systems for the same wait. */
#ifndef SLOTWISE_SW_FORMULAS_H
#define SLOTWISE_SW_FORMULAS_H
#include "slotwise/sw_model.h"

/* ---- the dialects of the same wait ---------------------------------------------------------- */
enum sw_dialect_unit { SW_DIALECT_SKIPS, SW_DIALECT_FRACTION, SW_DIALECT_MS, SW_DIALECT_SECONDS };
struct sw_dialect {
    const char *name, *summary;
    enum sw_dialect_unit unit;
    const char *node_key, *rack_key; /* configuration keys; NULL where there is no such key */
    const char *comment;             /* what its readers should know, for --dialect; NULL: nothing */
    bool xml;                        /* lines are <property> elements */
    bool negative_is_off;            /* -1 means no waiting */
    bool capped_by_nodes;            /* never more than one skip a node */
    const char *off;                 /* what both keys say for no wait at all; NULL: the value of 0 skips */
    bool (*accepts)(const char *text); /* whether the system itself reads the value; NULL: it is none's */
};
extern const struct sw_dialect *const sw_dialects[]; /* NULL-terminated */
const struct sw_dialect *sw_dialect_find(const char *name);
/* "3s" in a dialect to skips, at `release_rate` slots a second on `nodes` nodes. NaN rate or 0 nodes: not known, an
 * error where they are needed. Bare times read as the system reads them: milliseconds for Spark and Hadoop. */
SW_USE_RESULT int sw_dialect_read(const struct sw_dialect *d, const char *text, uint64_t nodes, double release_rate,
                                  double *skips, struct sw_err *err);
/* The value to configure for so many skips (rounded up to whole ones, to milliseconds, or to microseconds where the
 * unit is seconds). A fraction is the shortest decimal that gives these skips on this many nodes. The same errors. At
 * most `cap` bytes with the NUL. */
SW_USE_RESULT int sw_dialect_write(const struct sw_dialect *d, double skips, uint64_t nodes, double release_rate,
                                   char *text, size_t cap, struct sw_err *err);

/* A wait of so many seconds in a dialect whose unit is a time, as its system reads it: Spark takes whole numbers with a
 * unit, Hadoop whole milliseconds. Rounded to milliseconds, a wait above 0 never to 0. */
void sw_dialect_write_time(const struct sw_dialect *d, double wait_s, char *text, size_t cap);

/* ---- the formulas as a registry ------------------------------------------------------------- */
/* Every parameter of every formula: its option, its column and its limits. NaN stands for "not given". */
enum sw_param {
    SW_P_NODES, SW_P_RACKS, SW_P_SLOTS_PER_NODE, SW_P_REPLICATION, SW_P_TASKS, SW_P_SKIPS, SW_P_LOCALITY, SW_P_SHARE,
    SW_P_JOBS, SW_P_SHARE_SLOTS, SW_P_LONG_FRACTION, SW_P_REMOTE_COST, SW_P_GAP, SW_P_WAIT, SW_P_TASK_TIME,
    SW_P_RELEASE_RATE, SW_P_SLOTS, SW_P_COUNT
};
enum sw_param_unit { SW_PARAM_COUNT, SW_PARAM_SKIPS /* counts, or "0.23x" the nodes */, SW_PARAM_FRACTION,
                     SW_PARAM_SECONDS, SW_PARAM_REAL };
struct sw_param_row {
    const char *option, *arg, *column, *summary;
    enum sw_param_unit unit;
    double min, max;   /* both included */
    double fallback;   /* NaN: none */
};
extern const struct sw_param_row sw_params[SW_P_COUNT];

#define SW_MODEL_RESULTS 12
struct sw_model_answer {
    double number[SW_MODEL_RESULTS];      /* NaN: an empty field */
    const char *text[SW_MODEL_RESULTS];   /* not NULL: instead of the number; lasts until the next call */
    char reason[256];
};
struct sw_param_use { enum sw_param param; bool needed; };
struct sw_formula {
    const char *name, *summary;
    const struct sw_param_use *uses;  /* n_uses of them: options, and the row's first columns, in this order */
    size_t n_uses;
    const char *const *results;       /* NULL-terminated: the row's further columns */
    /* Do these parameters go together? May fill in some that follow from others. Fails as a usage error. */
    int (*check)(double in[SW_P_COUNT], struct sw_err *err);
    int (*eval)(const double in[SW_P_COUNT], struct sw_model_answer *out, struct sw_err *err);
};
extern const struct sw_formula *const sw_formulas[]; /* NULL-terminated */
const struct sw_formula *sw_formula_find(const char *name);
#endif
