/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.h - what is told to a process and what it answers, a line each (docs/formats/decide.md). */
#ifndef LIB_SIM_DISPATCH_OUTSIDE_PROCESS_H
#define LIB_SIM_DISPATCH_OUTSIDE_PROCESS_H
#include "lib/sim/dispatch/outside/outside.h"
#include "lib/trace/parse/json.h"

#define DECIDE_VERSION 1
struct text { char *at; size_t n, cap; };
struct answers {              /* what of an answer is read again and again */
    struct json_tree tree;
    struct sw_names jobs;     /* those that are there, from id to number + 1 */
    struct sw_names nodes;    /* from name to number + 1 */
};

/* telling.c */
void telling_hello(struct text *to, const struct sw_replay *r);
void telling_moment(struct text *to, const struct sw_moment *m);
/* answers.c: jobs come and go; a line is checked and done. kills: whether the process may kill. */
void answers_start(struct answers *a, const struct sw_replay *r);
void answers_news(struct answers *a, const struct sw_moment *m);
SW_USE_RESULT int answers_hello(struct answers *a, struct sw_text line, bool *kills, struct sw_err *err);
SW_USE_RESULT int answers_do(struct answers *a, struct sw_text line, bool kills, struct sw_moment *m,
                             struct sw_err *err);
void answers_stop(struct answers *a);
#endif
