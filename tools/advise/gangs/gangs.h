/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.h - a log of jobs that start all at once, what it was run on, and what was found of it. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_H
#include <math.h>
#include "lib/study/gangs/sw_gangs.h"
#include "tools/advise/words.h"
#include "tools/replay/replay.h"

struct gangs {
    const char *name;          /* of the log, for readers */
    const struct config *cfg;
    const char *lacks;         /* why nothing can be replayed; NULL: it can */
    struct sw_cluster *cl;
    struct sw_pool_list *pools;
    struct sw_gangs study;
    struct sw_gangs_answer answer;
};
/* g->name is set. */
SW_USE_RESULT int gangs_study(struct gangs *g, struct sw_cli *cli, const char *file, uint64_t runs, uint64_t threads,
                              struct sw_err *err);
void gangs_clear(struct gangs *g); /* also after a failure */

/* The part of the jobs of several nodes that stood under one switch; NAN: there are none. */
static inline double gangs_under_one(const struct sw_gangs_tally *t)
{
    return t->several > 0 ? 1 - (double)t->across / (double)t->several : NAN;
}

/* gangs_page.c: the study on one page, and as rows. */
void gangs_page_put(const struct gangs *g, struct sw_out *out);
/* One row a price and a wait. */
void gangs_page_put_names(struct sw_out *out);
void gangs_page_put_rows(const struct gangs *g, struct sw_out *out);

/* gangs_words.c: what it came to, in sentences. */
void gangs_words_title(const struct gangs *g, struct words *w);
void gangs_words_answer(const struct gangs *g, struct words *w);
void gangs_words_sure(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w);
void gangs_words_log(const struct sw_gangs *s, struct words *w);
void gangs_words_pays(const struct sw_gangs *s, const struct sw_gangs_answer *a, struct words *w);
void gangs_words_again(const struct gangs *g, struct words *w);
/* From which price on one wait pays; "" for none of them. */
struct word gangs_words_even(const struct sw_gangs *s, const struct sw_gangs_answer *a, size_t wait);
/* Line i of what sets the wait in Slurm; false: there are no more. */
bool gangs_words_setting(const struct sw_gangs *s, const struct sw_gangs_answer *a, size_t i, struct word *line,
                         struct word *comment);
#endif
