/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_select.h - which of several systems has the least mean, from as few observations as it takes.
 *
 * Procedure KN of Kim and Nelson ("A fully sequential procedure for indifference-zone selection in simulation", ACM
 * TOMACS 11(3), 2001), with c = 1. It holds also where the systems' observations of one number belong together (common
 * random numbers), and then takes the fewer. When each other mean is above the least by `indifference` or more, the
 * least one is selected with the given confidence; else one within that of it is. Observations of a system are taken
 * for independent and normal: means over a replay come near that. */
#ifndef SLOTWISE_SW_SELECT_H
#define SLOTWISE_SW_SELECT_H
#include <stdbool.h>
#include "slotwise/sw_err.h"

struct sw_select_rule {
    uint64_t first;        /* observations of each system before any is left out; at least 2 */
    uint64_t most;         /* of a system; then the least mean so far is selected, without that confidence */
    double indifference;   /* above 0 */
    double confidence;     /* of 0.5 to 1, both excluded */
};
struct sw_select;
/* The caller owns *out. */
SW_USE_RESULT int sw_select_new(struct sw_select **out, size_t n_systems, struct sw_err *err);
void sw_select_free(struct sw_select *s); /* NULL is fine */
/* The next observation of a system: number r of each belong together. */
SW_USE_RESULT int sw_select_add(struct sw_select *s, size_t system, double x, struct sw_err *err);
uint64_t sw_select_n(const struct sw_select *s, size_t system);
/* Once each system has rule.first observations, and again with each that those still in have got: leaves systems out.
 * Observations beyond the fewest of those still in are not looked at. */
SW_USE_RESULT int sw_select_screen(struct sw_select *s, const struct sw_select_rule *rule, struct sw_err *err);
enum sw_select_state { SW_SELECT_ON, SW_SELECT_DONE, SW_SELECT_UNSURE /* at rule.most */ };
enum sw_select_state sw_select_state(const struct sw_select *s);
bool sw_select_is_in(const struct sw_select *s, size_t system);
size_t sw_select_chosen(const struct sw_select *s);               /* the least mean of those in */
uint64_t sw_select_used(const struct sw_select *s, size_t system); /* observations that were looked at */
double sw_select_at(const struct sw_select *s, size_t system, uint64_t number); /* from 0 */
#endif
