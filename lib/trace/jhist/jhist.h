/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jhist.h - what the readers of Hadoop's two kinds of job history share. */
#ifndef SLOTWISE_JHIST_H
#define SLOTWISE_JHIST_H
#include "lib/trace/jhist/history.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/parse/lines.h"

enum jhist_kind { JHIST_JSON, JHIST_TEXT, JHIST_NOTHING }; /* nothing: the job's configuration beside it */

struct jhist {
    struct lines lines;
    enum jhist_kind kind;
    struct history job;
    bool in_job;             /* the job in hand has begun */
    bool complete;           /* and its last event was there */
    bool held;               /* lines.line is of the next job */
    bool skipping;           /* text: inside a configuration joined to the history */
    int64_t told_local[3];   /* map attempts by locality, by the job's own counters */
    int64_t told_done[2];    /* finished maps and reduces, as the log says */
    struct json_tree tree;
    char *long_line;         /* text: a record of several lines */
    size_t n_long, cap_long;
};
/* Reads the record in lines.line. 1: done; 0: it begins the next job, and is held; -1: it is damaged;
 * -2: failed for good. */
int jhist_json_line(struct jhist *s, struct sw_err *err);
int jhist_text_line(struct jhist *s, struct sw_err *err);

void jhist_begin(struct jhist *s);
void jhist_note(struct jhist *s, enum sw_damage_kind kind);
int jhist_bad(struct jhist *s, enum sw_damage_kind kind, struct sw_err *err, const char *message); /* -1 */
/* The attempt of this id at the task of this id and type, which may be empty. *out HISTORY_NONE: neither map nor
 * reduce. */
SW_USE_RESULT int jhist_attempt(struct jhist *s, struct sw_text task_id, struct sw_text attempt_id,
                                struct sw_text type, bool start, uint32_t *out, struct sw_err *err);
/* A text that is not empty. */
SW_USE_RESULT int jhist_keep(struct jhist *s, struct sw_text text, struct history_text *to, struct sw_err *err);
/* The task of this id, made when it is new; *task HISTORY_NONE: neither map nor reduce. */
SW_USE_RESULT int jhist_task(struct jhist *s, struct sw_text id, struct sw_text type, uint32_t *task, int *kind,
                             bool *is_new, struct sw_err *err);
/* A list of hosts or of /rack/host, separated by commas. */
SW_USE_RESULT int jhist_split(struct jhist *s, uint32_t task, struct sw_text list, struct sw_err *err);
void jhist_finish(struct jhist *s, uint32_t attempt, int64_t us, int32_t outcome);
/* A record that lacks the value (HISTORY_UNKNOWN) leaves what another said. */
void jhist_learn(int64_t *to, int64_t value);

#endif
