/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_words.h - what a study of gangs came to, in sentences. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_WORDS_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_WORDS_H
#include "tools/advise/gangs.h"
#include "tools/advise/words.h"

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
