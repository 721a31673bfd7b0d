/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair.h - what slot-fair is made of: a case as it is read, what the rules make of it, what is said and written. */
#ifndef SLOTWISE_TOOLS_FAIR_FAIR_H
#define SLOTWISE_TOOLS_FAIR_FAIR_H
#include <time.h>
#include "lib/cli/sw_cli.h"
#include "lib/fair/sw_fair_words.h"
#include "lib/trace/config/sw_config.h"
#include "slotwise/sw_fair.h"
#include "tools/fair/moment.h"

/* ---- case.c ------------------------------------------------------------------------------------------------- */
/* One problem as slot-fair reads it: the rows of a case, kept as they came, and their shares. */
struct fair_row {
    /* Bits by column of case_schema(); those behind the common columns mean what the rule's own columns are. */
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

/* ---- quota.c ------------------------------------------------------------------------------------------------ */
/* Slot-fair --rule quota: shares by quota and surplus (section 21 of docs/model.md). */
int quota_check_row(const struct sw_csv *in, const struct fair_row *row, bool whole, struct sw_err *err);
/* Fills in share and whole (with `rounds`) of the case. The tree and the claims are there. */
int quota_solve(struct fair_case *c, bool rounds, double usage_weight, struct sw_err *err);
/* The case in sentences; c->only: the pools that have one, where cfg->about is given. */
void quota_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);
/* A column that counts under this rule alone and is in the file; NULL: none. */
const char *quota_stray_column(const struct sw_csv *in);

/* ---- windows.c ---------------------------------------------------------------------------------------------- */
/* Slot-fair --rule windows: usage by windows of time, as Maui and Moab add it up (U10 of docs/model.md). */
int windows_check_row(const struct sw_csv *in, const struct fair_row *row, struct sw_err *err);
/* Of a text that has been checked; what stands behind its end is 0. */
void windows_read(struct sw_text text, double to[SW_FAIR_WINDOWS]);
void windows_row(struct sw_out *out, const struct sw_windows_claim *claim, double percent);
void windows_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);

/* ---- usage.c ------------------------------------------------------------------------------------------------ */
/* Columns and sentences of slot-fair's rules of usage. */
void usage_row(struct sw_out *out, enum rule rule, const struct sw_usage_share *share);
/* The case in sentences; c->only: the pools that have one, where cfg->about is given. */
void usage_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c);

/* ---- peer.c ------------------------------------------------------------------------------------------------- */
/* Slot-fair --explain=POOL: whose weight, made less, would give the pool most. */
/* A sentence; none where nobody's weight would give it more. Spoils the shares of the case. */
int peer_explain(struct sw_out *out, const struct config *cfg, struct fair_case *c, size_t pool, struct sw_err *err);

/* ---- xml.c -------------------------------------------------------------------------------------------------- */
/* The configuration of a scheduler in place of a pools file. */
/* 1: it is XML, and `pools` names a file of the pools record made from it, until *fd is closed; 0: it is none;
 * -1: failed. Percentages are of `slots` (NAN: not known); with_default as sw_config_rules has it. *of: whose. */
int xml_to_pools(const struct sw_cli *cli, const char *path, double slots, bool with_default,
                 char pools[SW_NAMELESS_MAX], int *fd, enum sw_config_dialect *of, struct sw_err *err);

/* ---- warn.c, put.c ------------------------------------------------------------------------------------------ */
/* A run of slot-fair, and what is said (warn.c) and written (put.c) of each case. */
enum { MAX_WARNINGS = 20, MAX_NAMED = 8 };
struct run {
    struct sw_cli *cli;
    struct config *cfg;
    struct sw_out *out, *rejects;
    struct fair_case now;
    struct sw_fair_names cases, header; /* case_ids met; columns of the first file */
    size_t *carried, n_carried;         /* input columns that are written */
    size_t n_cases, n_warnings;
    bool xml;                           /* the file is the configuration of a scheduler */
    uint64_t n_rejected;
    time_t told_at;
};

bool warn_may(struct run *r); /* there are not too many so far */
void warn_quotas(struct run *r);
void warn_case(struct run *r);
void warn_usage(struct run *r);

const char *const *put_made(const struct config *cfg); /* columns, NULL-terminated */
void put_header(struct run *r, const struct sw_csv *in);
void put_shares(struct run *r);
void put_phase(struct run *r, int phase);
int put_explanation(struct run *r, struct sw_err *err);
#endif
