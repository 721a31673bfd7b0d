/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_options.h - the options of a replay, by the names and in the words of slot-replay(1). */
#ifndef SLOTWISE_SW_OPTIONS_H
#define SLOTWISE_SW_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_options;
struct sw_cluster;

/* The defaults. The caller frees *out. */
SW_USE_RESULT int sw_options_new(struct sw_options **out, struct sw_err *err);
void sw_options_free(struct sw_options *opt); /* NULL is fine */
/* "heartbeat", "3s"; value NULL: the default. What fails sets nothing. Options that do not go together are refused by
 * sw_replay_new(). */
SW_USE_RESULT int sw_options_set(struct sw_options *opt, const char *name, const char *value, struct sw_err *err);
/* The value as it can be set again, or "" where there is none. */
SW_USE_RESULT int sw_options_get(const struct sw_options *opt, const char *name, char *value, size_t size,
                                 struct sw_err *err);
/* A system by name, "hfs": what slot-replay --preset sets on this cluster. */
SW_USE_RESULT int sw_options_preset(struct sw_options *opt, const char *name, const struct sw_cluster *cl,
                                    struct sw_err *err);
/* A replay fills in alone_us: each job is run once more, alone, under these options, which are borrowed and outlive the
 * replay. NULL: under its own. */
void sw_options_alone(struct sw_options *opt, const struct sw_options *under);

/* Which options there are, from 0 on; false: no more. Texts last. */
struct sw_option {
    const char *name, *help;
    const char *initial; /* the default as it is set; NULL: it has no value then */
};
bool sw_options_at(size_t i, struct sw_option *out);

#ifdef __cplusplus
}
#endif
#endif
