/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c - what a job's rows are gathered in. Its memory serves one job after the other, so that a long file
 * costs no allocation for each job. Texts are spans of g->text until gather_job() hands them out. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/stream/trace_private.h"
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"

void gather_free(struct gather *g)
{
    if (!g)
        return;
    GROW_FREE(g->text, g->tasks, g->stages, g->task_index.slot, g->stage_index.slot, g->task_specs, g->stage_specs,
              g->parents, g->order, g->next, g->rows);
    free(g);
}

/* A copy of the text at the end of the buffer, which may move: callers keep the span, never a pointer into it. */
int gather_text(struct gather *g, struct sw_text text, struct span *out, struct sw_err *err)
{
    /* One byte more, so that the buffer exists even where all texts are empty. */
    if (sw_grow(&g->text, &g->cap_text, g->n_text + text.len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    if (text.len > 0)
        memcpy(g->text + g->n_text, text.at, text.len);
    *out = (struct span){ g->n_text, text.len };
    g->n_text += text.len;
    return SW_OK;
}

int gather_place(struct gather *g, struct sw_text *text, struct sw_err *err)
{
    struct span span;
    /* An offset stands in the pointer's place until gather_placed() turns it back. */
    if (gather_text(g, *text, &span, err) != SW_OK)
        return SW_FAIL;
    text->at = (const char *)(uintptr_t)span.at;
    return SW_OK;
}

/* The index has hashes alone, so the number is compared with each stage that the probe gives. */
uint32_t gather_find_stage(const struct gather *g, uint64_t number)
{
    uint32_t step = 0, at;
    while ((at = sw_hash_next(&g->stage_index, sw_mix64(number), &step)) != GATHER_NONE
           && g->stages[at].number != number)
        ;
    return at;
}
