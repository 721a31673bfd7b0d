/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.h - the lists of policies. One ends in NULL, and its structs begin with their name. */
#ifndef LIB_SCHED_REGISTRY_H
#define LIB_SCHED_REGISTRY_H
#include <stddef.h>
#include "slotwise/sw_err.h"

/* Its words for messages: "delay", "rule", sw_delays. */
struct registry { const char *option, *kind; const void *list; };

const void *registry_named(const struct registry *r, const char *name, size_t len); /* NULL: there is none */
const char *registry_near(const struct registry *r, const char *typed);             /* NULL: none is near */
/* spec is no name, nor does one begin it. `typed` is the part of it that was meant as one. */
int registry_unknown(const struct registry *r, const char *spec, const char *typed, struct sw_err *err);
/* The policy that NAME or NAME:PARAMS names; PARAMS, NULL where there are none. NULL: none is called so. */
const void *registry_find(const struct registry *r, const char *spec, const char **params, struct sw_err *err);
/* Of a policy that has no use for any. */
SW_USE_RESULT int registry_no_params(const struct registry *r, const char *name, const char *params,
                                     struct sw_err *err);

#endif
