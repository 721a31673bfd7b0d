/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - who launches at a free slot (search.c). */
#ifndef LIB_REPLAY_SEARCH_H
#define LIB_REPLAY_SEARCH_H
#include "lib/replay/replay.h"

struct search {
    struct sw_replay *r;
    uint32_t node, rack;
    int slot;
    struct sw_item *bound; /* who launches if nobody before has a block here */
    bool in_front;         /* who launches is known to be the first in order */
    uint32_t steps;
    const struct stage *local; /* it has this task's block here */
    uint32_t local_task;
    uint32_t task;         /* --placement redraw: what was drawn */
    enum sw_locality at;
};

/* The item of its stage's tasks without preferred hosts. */
static inline bool is_nopref(const struct sw_item *item)
{
    return item == &((const struct stage *)item->of)->item[NOPREF];
}

struct sw_list *offer_queue(struct sw_replay *r, uint32_t node, int slot); /* what stands in order for the node; NULL: nothing */
struct sw_item *search(struct search *s); /* the first in order that may launch; NULL: nobody */
enum sw_locality closest(struct search *s, struct sw_item *item, uint32_t *task); /* which of its tasks, and how close */
#endif
