/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - what a study came to, in sentences. The page as text and the page as HTML have the same ones. */
#ifndef SLOTWISE_TOOLS_ADVISE_WORDS_H
#define SLOTWISE_TOOLS_ADVISE_WORDS_H
#include "tools/advise/advised.h"

/* A paragraph; what does not fit is cut. */
struct words { size_t n; char at[3000]; };
void words_add(struct words *w, const char *fmt, ...) SW_PRINTF(2, 3);
static inline const char *many(uint64_t n) { return n == 1 ? "" : "s"; }
static inline unsigned long long ull(uint64_t n) { return n; }
static inline double part_percent(uint64_t n, uint64_t of) { return of > 0 ? 100 * (double)n / (double)of : 0; }
/* At most three digits behind the point, and none from 1,000 on: "12.3", "0.31", "1240". */
struct word { char text[80]; };
struct word word_number(double x);
struct word word_percent(double share);  /* "-6.5 %", "+0.3 %" */
struct word word_span(double s);         /* "3.5 minutes" */
struct word word_longer(double factor);  /* "18.2 % longer", "6.7 times as long" */
struct word words_wait_of(const struct sw_study *s, const struct sw_candidate *p); /* "3 s", "3 s and 1 s", "no wait" */
const char *words_waits(const struct sw_study *s); /* "for process, node and rack" */
void sections_order(const struct sw_study *s, struct words *w);
bool answer_cost_decides(const struct sw_study *s); /* nothing measured what distance costs, and it matters */

/* "job 9, daily revenue (SQL 12)", where people have a name for it, else its id. */
void words_add_job(struct words *w, struct sw_text id, struct sw_text title);
void words_add_kept(const struct sw_study *s, struct words *w); /* executors that left while tasks waited */
const char *words_unit(enum sw_family family);  /* "s", "of the nodes", "offers" */
struct word words_numbers(enum sw_family family, const struct sw_candidate *p); /* "3s 3s 3s" */

void words_title(const struct advised *v, struct words *w);
void sections_load(const struct sw_load_answer *load, uint64_t n_wide, struct words *w);
void answer_words(const struct advised *v, struct words *w);
void answer_sure(const struct sw_study *s, const struct sw_answer *a, struct words *w);
void sections_log(const struct advised *v, struct words *w);
void sections_wait(const struct sw_study *s, const struct sw_answer *a, uint64_t n_wide, struct words *w);
void sections_pays(const struct sw_study *s, const struct sw_answer *a, struct words *w);
void sections_cached(const struct sw_study *s, struct words *w); /* empty: the log has nothing cached */
void sections_shares(const struct sw_study *s, struct words *w); /* empty: no pools were given */
void words_add_given(const char *option, const char *value, struct words *w); /* " --cluster FILE"; NULL: nothing */
void words_again(const struct advised *v, struct words *w); /* the command that replays it */
#endif
