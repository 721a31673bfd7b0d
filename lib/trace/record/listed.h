/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listed.h - the list of applications that YARN's ResourceManager keeps: whose each was, and in which queue.
 *
 * It is what /ws/v1/cluster/apps gives as JSON, or what `yarn application -list` prints. In the latter columns stand
 * behind tabs, filled with blanks (ApplicationCLI.listApplications, Hadoop 3.3.6). */
#ifndef SLOTWISE_LISTED_H
#define SLOTWISE_LISTED_H
#include "slotwise/sw_err.h"
#include "lib/base/sw_names.h"

struct listed_app { const char *id, *user, *queue; bool has_log; struct listed_app *next; char at[]; };
struct listed {
    struct listed_app *first;
    struct sw_names by_id;
    size_t n;
};
SW_USE_RESULT int listed_read(struct listed *out, const char *path, struct sw_err *err);
/* Of an id that may have its attempt behind it, application_1_0007_1; NULL: it is not on the list. */
struct listed_app *listed_find(const struct listed *l, const char *id);
void listed_clear(struct listed *l); /* also after a failure */
#endif
