/* SPDX-License-Identifier: GPL-3.0-or-later */
/* in_order.h - whether a file has to be sorted at all. */
#ifndef SLOTWISE_IN_ORDER_H
#define SLOTWISE_IN_ORDER_H
#include <stdbool.h>

/* A first reading, of a jobs or tasks CSV that can be read twice: true where its jobs stand by submit_s and none
 * follows another. Whatever is in its way makes it false, and is left for the second reading to tell. columns: NULL, or
 * those that have other names (OURS=THEIRS,...). */
bool in_order(const char *path, const char *columns);
#endif
