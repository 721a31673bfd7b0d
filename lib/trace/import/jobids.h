/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobids.h - a log may hold several jobs of one id: a trace that Rumen has folded does, and so do two copies of a
 * history. The first keeps the id; the others become ID.2, ID.3 and so on, so that none runs into another. */
#ifndef SLOTWISE_JOBIDS_H
#define SLOTWISE_JOBIDS_H
#include "lib/trace/import/nameset.h"
#include "lib/trace/report/sw_damage.h"

struct jobids {
    struct sw_keys names;  /* all that were given or are held */
    uint32_t *n;           /* of each: the number that was given last; 0: it is held alone */
    size_t cap;
    char *made;
};
/* The name of the next job of this id, as long as the jobids live. It is damage when the id was there before. */
SW_USE_RESULT int jobids_take(struct jobids *ids, struct sw_text id, struct sw_damage *damage, const char *path,
                              uint64_t line, struct sw_text *name, struct sw_err *err);
/* The same in two steps, for an importer that has all jobs before it gives the first: the id has a place before it is
 * given, and is kept once. */
SW_USE_RESULT int jobids_hold(struct jobids *ids, struct sw_text id, uint32_t *place, struct sw_err *err);
SW_USE_RESULT int jobids_give(struct jobids *ids, uint32_t place, struct sw_damage *damage, const char *path,
                              uint64_t line, struct sw_text *name, struct sw_err *err);
void jobids_clear(struct jobids *ids);

#endif
