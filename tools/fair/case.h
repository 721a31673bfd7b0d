/* SPDX-License-Identifier: GPL-3.0-or-later */
/* case.h - one problem as slot-fair reads it: the rows of a case, kept as they came, and their shares. */
#ifndef SLOTWISE_TOOLS_FAIR_CASE_H
#define SLOTWISE_TOOLS_FAIR_CASE_H
#include "lib/fair/sw_fair_words.h"
#include "slotwise/sw_fair.h"
#include "tools/fair/moment.h"

struct fair_row {
    uint64_t known;
    struct sw_text case_id, pool, parent;
    double demand, weight, min_share, max_share, min_maps, max_maps, total;
    struct sw_text shares;      /* of --rule: a number, or parent */
    double usage;
    double each[2];             /* of --rule drf: slots and memory of a task */
    double capacity, max_capacity, user_limit, users; /* of --rule capacity */
    double quota, limit, lending_limit, borrowing_limit; /* of --rule quota */
    int64_t priority;
    struct sw_text windows;     /* of --rule windows: what it used in each, the present one first */
    double cap;                 /* per cent; INFINITY: none */
};
enum rule { RULE_SHARES, RULE_YARN, RULE_CAPACITY, RULE_QUOTA, RULE_DRF, RULE_FAIR_TREE, RULE_USAGE, RULE_WINDOWS };
/* Those of the input that the rule needs. With demands: each pool has to say its own. */
const struct sw_schema *case_schema(enum rule rule, bool demands);
static inline bool rule_is_of_usage(enum rule rule) { return rule == RULE_FAIR_TREE || rule == RULE_USAGE; }
enum whole { WHOLE_REMAINDER, WHOLE_TURN, WHOLE_NONE };
struct config {
    double slots, memory;       /* NAN: not given */
    double usage_weight;        /* of --rule quota; 0: none */
    double decay;               /* of --rule windows */
    enum whole whole;
    enum rule rule;
    bool rule_given;
    enum sw_over_min over;
    bool explain, phases, audit;
    const char *about, *against; /* pools to explain; NULL: all */
    bool slots_used;
    struct moment_ask moment;   /* --at */
};

/* Of Y12; negative: not given. */
struct parts { double capacity, max_capacity, user_limit, users; };
struct kept {
    uint64_t line;
    struct sw_claim claim;
    bool demand_known, usage_known;
    struct sw_usage_claim usage;
    struct sw_dominant_claim tasks;
    struct parts parts;
    struct sw_quota_claim quota;
    struct sw_windows_claim windows;
};

struct fair_case {
    const struct sw_csv *in;
    bool open;                  /* it has rows */
    struct sw_fair_names names; /* names of its pools; names.n is the number of its rows */
    struct kept *row;
    size_t cap_rows, n_columns; /* n_columns of the input */
    char *text;                 /* its fields one after the other, field k from end[k-1] to end[k] */
    size_t *end;
    size_t text_len, cap_text, n_ends, cap_ends;
    size_t id;                  /* its place among the case_ids */
    double total;               /* NAN: no row has a total */
    /* from case_solve(), by row */
    size_t cap_solved;
    struct sw_claim *claim;
    struct sw_fair_share *share;
    struct sw_fair_level *level;
    uint32_t *parent, *rank;
    int64_t *whole;
    double *slots, *water;
    struct sw_claim *steady_claim; /* with each pool asking for all there is: */
    struct sw_fair_share *steady;
    bool *only;
    struct sw_windows_claim *windows;
    double *percent;            /* of windows */
    struct sw_quota_claim *quota_claim;
    struct sw_quota_share *quota;
    struct sw_usage_claim *usage_claim;
    struct sw_usage_share *usage;
    struct sw_dominant_claim *tasks;
    struct sw_dominant_share *dominant;
    struct sw_fair_space space;
    struct sw_fair_tree tree;
};

/* Checks a row by itself. */
int case_check_row(const struct config *cfg, const struct sw_csv *in, const struct fair_row *row, struct sw_err *err);
/* Checks whether the row can join the case. */
int case_check(struct fair_case *c, const struct fair_row *row, struct sw_err *err);
int case_add(struct fair_case *c, const struct fair_row *row, struct sw_err *err);
int case_solve(struct fair_case *c, struct config *cfg, struct sw_err *err);
/* --explain POOL [--against OTHER]: c->only are the two and the pools they are inside of. */
int case_choose(struct fair_case *c, const struct config *cfg, size_t *pool, size_t *other, struct sw_err *err);
void case_empty(struct fair_case *c);   /* keeps its arrays for the next case */
void case_clear(struct fair_case *c);

const char *case_pool_name(const void *of, size_t i);
/* A field of row `place` of the case, by its place in the header. */
struct sw_text case_field(const struct fair_case *c, size_t place, size_t column);
#endif
