/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths.h - what flows.c does with flows and their links (paths.c), and with the level of a link (level.c). */
#ifndef LIB_SIM_MECH_NETWORK_PATHS_H
#define LIB_SIM_MECH_NETWORK_PATHS_H
#include "lib/sim/mech/network/flows.h"

#define PATH_NOT_QUEUED UINT32_MAX
#define PATH_LAST (UINT32_MAX - 1) /* in place of the next of a queue */

void paths_join(struct flows *fs, uint32_t number);
void paths_leave(struct flows *fs, uint32_t number);
void paths_limit(struct flows *fs, uint32_t number, uint32_t limiter); /* what gives the flow its rate from now on */
uint32_t paths_lowest(const struct flows *fs, const struct path *p);   /* the link with the least level */
uint64_t paths_reach(const struct flows *fs, const struct path *p);
void paths_watch(struct flows *fs, uint32_t link);
void paths_watch_if_tight(struct flows *fs, uint32_t link);
void paths_watch_no_more(struct flows *fs, uint32_t link);

uint64_t level_of(int64_t left, uint32_t n);
uint64_t level_now(struct flows *fs, struct link *l); /* flows with more than that are to be moved to the link */

/* The link's level, or its flows, may be others than before. */
static inline void paths_note(struct flows *fs, uint32_t link)
{
    if (!fs->link[link].noted)
        fs->noted[fs->n_noted++] = link;
    fs->link[link].noted = true;
}

/* Levels of a sixteenth more stand in the next queue: from low to high few links are looked at twice. */
static inline uint32_t paths_queue_of(uint64_t level)
{
    uint32_t shift = 59 - (uint32_t)__builtin_clzll(level | 16);
    return (shift << 4) + (uint32_t)(level >> shift);
}

/* The link's level is to be found again. */
static inline void paths_doubt(struct flows *fs, struct link *l)
{
    if (l->next != PATH_NOT_QUEUED)
        return;
    uint32_t q = paths_queue_of(l->level);
    l->next = fs->queue[q];
    fs->queue[q] = (uint32_t)(l - fs->link);
    fs->queued[q / 64] |= UINT64_C(1) << q % 64;
    fs->words |= UINT64_C(1) << q / 64;
}
#endif
