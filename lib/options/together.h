/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.h - whether options, a cluster and pools make sense together. */
#ifndef LIB_OPTIONS_TOGETHER_H
#define LIB_OPTIONS_TOGETHER_H
#include "lib/options/options.h"

/* pools may be NULL. SW_FAIL: a usage error that names the option. */
int together_check(const struct sw_options *opt, const struct sw_cluster *cl,
                   const struct sw_pool_list *pools, struct sw_err *err);
#endif
