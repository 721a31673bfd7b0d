/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_fair_words.h - shares in sentences and by phase, and the places of names. */
#ifndef SLOTWISE_SW_FAIR_WORDS_H
#define SLOTWISE_SW_FAIR_WORDS_H
#include "slotwise/sw_fair.h"

/* ---- the three phases of the TR's algorithm 2 ----------------------------------------------- */
/* What each pool has after a phase, of what its parent has in the end. After phase 1 pools with d <= min have d;
 * after phase 2 the others have m; in phase 3 water is poured on the lowest. water[p], p = n the top: the level
 * after the phase among the children of p, the least slots / weight of those below d; INFINITY when none of positive
 * weight is. parent as for sw_fair_tree_set(). */
void sw_fair_phase(const struct sw_claim *claim, const uint32_t *parent, const struct sw_fair_share *share,
                   const struct sw_fair_level *level, size_t n, int phase, double *slots, double *water);

/* ---- the arithmetic in sentences ------------------------------------------------------------ */
struct sw_fair_account {
    const struct sw_fair_tree *tree;
    const struct sw_claim *claim;
    const struct sw_fair_share *share;
    const struct sw_fair_level *level;
    const int64_t *whole_slots;  /* NULL: none were asked for */
    bool in_turn;                /* how they were made */
    enum sw_over_min over;
    const char *(*name)(const void *of, size_t i); /* of pool i */
    const void *of;
    const bool *only;            /* by pool: has it a line? NULL: all have */
};
/* Lines of English through say(to, text, len), in pieces: per set of siblings what there is to divide, how R
 * follows, and a line per pool. */
void sw_fair_explain(const struct sw_fair_account *account, void (*say)(void *to, const char *text, size_t len),
                     void *to);

/* ---- names ---------------------------------------------------------------------------------- */
/* Places 0, 1, 2, ... by name, in the order of adding; for finding parents and names given twice. Keeps copies
 * of the names. All zero is a good start. */
struct sw_fair_names {
    size_t n, cap;
    char **name;            /* by place, each ending in NUL */
    struct sw_names *places; /* to the place, counted from 1; NULL: none is there yet */
};
/* *place is the name's place; *known: it was there before. */
SW_USE_RESULT int sw_fair_names_add(struct sw_fair_names *names, const char *text, size_t len, size_t *place,
                                    bool *known, struct sw_err *err);
bool sw_fair_names_find(const struct sw_fair_names *names, const char *text, size_t len, size_t *place);
/* rank[i]: how many names come before name i in the order of their bytes; for sw_fair_in_turn(). */
SW_USE_RESULT int sw_fair_names_rank(const struct sw_fair_names *names, struct sw_fair_space *space, uint32_t *rank,
                                     struct sw_err *err);
void sw_fair_names_clear(struct sw_fair_names *names);
#endif
