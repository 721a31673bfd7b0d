/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jhist.c - what the readers of both kinds of job history do. Each reads its own records and calls these with what
 * they say, so that both make the same job of it. */
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/jhist/jhist.h"

/* What the last job told of itself must not be compared with this one. */
void jhist_begin(struct jhist *s)
{
    history_start(&s->job, s->lines.number);
    s->in_job = true;
    s->complete = false;
    for (int i = 0; i < 3; i++)
        s->told_local[i] = HISTORY_UNKNOWN;
    s->told_done[0] = s->told_done[1] = HISTORY_UNKNOWN;
}

/* At the line in hand. */
void jhist_note(struct jhist *s, enum sw_damage_kind kind)
{
    sw_damage_note(s->job.damage, kind, sw_bytes_path(s->lines.bytes), s->lines.number);
}

int jhist_bad(struct jhist *s, enum sw_damage_kind kind, struct sw_err *err, const char *message)
{
    return sw_damage_bad(s->job.damage, kind, sw_bytes_path(s->lines.bytes), s->lines.number, NULL, message, err);
}

/* SW_MAP, SW_REDUCE or -1. Without a type it is the letter behind the job's number: task_200904211745_0002_m_000010. */
static int kind_of_task(struct sw_text type, struct sw_text id)
{
    /* Tasks of other types, set-up and clean-up, have no rows. */
    if (type.len > 0)
        return sw_text_is(type, "MAP") ? SW_MAP : sw_text_is(type, "REDUCE") ? SW_REDUCE : -1;
    if (id.len > 0 && memmem(id.at, id.len, "_m_", 3))
        return SW_MAP;
    return id.len > 0 && memmem(id.at, id.len, "_r_", 3) ? SW_REDUCE : -1;
}

/* A task that was not told of before is made here, and counted as damage. */
int jhist_attempt(struct jhist *s, struct sw_text task_id, struct sw_text attempt_id, struct sw_text type, bool start,
                  uint32_t *out, struct sw_err *err)
{
    uint32_t task;
    int kind;
    bool is_new;
    *out = HISTORY_NONE;
    if (jhist_task(s, task_id, type, &task, &kind, &is_new, err) != SW_OK)
        return SW_FAIL;
    if (kind < 0)
        return SW_OK;
    if (is_new)
        jhist_note(s, SW_DAMAGE_BEFORE_STAGE);
    if (history_attempt(&s->job, task, attempt_id, s->lines.number, out, &is_new, err) != SW_OK)
        return SW_FAIL;
    /* A second start of an attempt; a second end is jhist_finish()'s to tell. */
    if (start && !is_new)
        jhist_note(s, SW_DAMAGE_REPEATED);
    return SW_OK;
}

/* A map that was done and is killed later lost its output with its node: it ended when it was done. */
void jhist_finish(struct jhist *s, uint32_t attempt, int64_t us, int32_t outcome)
{
    struct history_attempt *a = &s->job.attempts[attempt];
    if (a->outcome == SW_DONE && outcome != SW_DONE) {
        a->outcome = SW_LOST;
        return;
    }
    if (a->outcome >= 0)
        jhist_note(s, SW_DAMAGE_REPEATED);
    a->finish_us = us;
    a->outcome = outcome;
}

void jhist_learn(int64_t *to, int64_t value)
{
    if (value != HISTORY_UNKNOWN)
        *to = value;
}

/* Without a kind nothing is made: *task stays HISTORY_NONE. */
int jhist_task(struct jhist *s, struct sw_text id, struct sw_text type, uint32_t *task, int *kind, bool *is_new,
               struct sw_err *err)
{
    *kind = kind_of_task(type, id);
    *task = HISTORY_NONE;
    *is_new = false;
    return *kind < 0 ? SW_OK : history_task(&s->job, id, (enum sw_kind)*kind, task, is_new, err);
}

/* An empty text leaves what was said before. */
int jhist_keep(struct jhist *s, struct sw_text text, struct history_text *to, struct sw_err *err)
{
    return text.len > 0 ? history_keep(&s->job, text, to, err) : SW_OK;
}

/* Hadoop separates hosts by commas. */
int jhist_split(struct jhist *s, uint32_t task, struct sw_text list, struct sw_err *err)
{
    struct sw_text path, rack, host;
    while (text_cut(&list, ',', &path)) {
        history_path(path, &rack, &host);
        if (history_split(&s->job, task, rack, host, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}
