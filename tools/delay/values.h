/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h - the values of slot-delay's parameters as typed: lists, ranges, and multiples of the nodes. */
#ifndef SLOTWISE_TOOLS_DELAY_VALUES_H
#define SLOTWISE_TOOLS_DELAY_VALUES_H
#include "lib/cli/sw_cli.h"
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_model.h"

/* The values of one parameter. A relative one counts in nodes ("0.23x"). */
struct values { size_t n; double *at; bool *relative; };
int values_add(struct values *v, const struct sw_list *list, bool relative, struct sw_err *err);
void values_clear(struct values *v);
/* Reads the argument of an option into *v, in place of the values of an earlier option. */
int values_take(struct values *v, enum sw_param p, const char *arg, struct sw_err *err);
#endif
