/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h - rules in shared objects (docs/howto/policies.md). */
#ifndef LIB_SCHED_PLUGIN_H
#define LIB_SCHED_PLUGIN_H
#include <stdbool.h>
#include "slotwise/sw_sched.h"

/* Where PATH:PARAMS names a file and no rule, as it has a '/' before the colon: the length of PATH; else 0. */
size_t plugin_path(const char *spec);
/* The rule of the shared object, which stays for as long as the process. params: behind the colon; NULL: none. */
SW_USE_RESULT int plugin_order(const char *spec, const struct sw_order **out, const char **params, struct sw_err *err);
SW_USE_RESULT int plugin_delay(const char *spec, const struct sw_delay **out, const char **params, struct sw_err *err);
#endif
