/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_decide.h - what a study of gangs comes to: another wait for one switch, the same, or that it cannot tell. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_DECIDE_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_DECIDE_H
#include "tools/advise/decide.h"
#include "tools/advise/gangs.h"

enum gangs_reason {
    GANGS_GAIN,          /* change: more than the replay's own error on each day, at every price */
    GANGS_BEST,          /* leave: others lose at every price, or gain nothing that counts */
    GANGS_LACKS,         /* cannot tell: the log or the cluster lacks what a replay needs */
    GANGS_ONE_RACK,      /* cannot tell: all nodes are under one switch */
    GANGS_NO_RACK,       /* cannot tell: each switch has one node */
    GANGS_NO_GANG,       /* cannot tell: no job takes more than a node */
    GANGS_FEW,           /* cannot tell: fewer than 30 of these fit under one switch */
    GANGS_NOTHING_TO_DO, /* cannot tell: fewer than 30 of these ran across switches without a wait */
    GANGS_NO_WITNESS,    /* cannot tell: no job recorded when it started */
    GANGS_POOR,          /* cannot tell: the replay of the log as it was is too far off */
    GANGS_ERROR,         /* cannot tell: the gain is below that error */
    GANGS_CHANCE,        /* cannot tell: the interval of the gain holds 0 */
    GANGS_PRICE          /* cannot tell: what crossing switches costs decides */
};
/* A wait gains or loses at a price: by its interval, by 1 % and by more than the replay's error. */
enum gangs_pays { GANGS_GAINS, GANGS_UNSURE, GANGS_LOSES, GANGS_ALIKE };
struct gangs_answer {
    enum advice advice;
    enum gangs_reason why;
    size_t chosen;           /* place among the waits: 0 unless the advice is to change */
    size_t best;             /* the wait in question, whatever can be told of it: best at `at` */
    size_t at;               /* place among the prices */
    /* Of each wait against none: the price at which they are even, between those at which it surely loses (or does not
     * gain) and surely gains. NaN: not among the prices tried. */
    double even[GANGS_WAITS], even_lo[GANGS_WAITS], even_hi[GANGS_WAITS];
};
void gangs_decide(const struct gangs *s, struct gangs_answer *a);
enum gangs_pays gangs_decide_pays(const struct gangs *s, size_t price, size_t wait, size_t other);
#endif
