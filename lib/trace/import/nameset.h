/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nameset.h - a set of names that remembers the order they came in. */
#ifndef SLOTWISE_NAMESET_H
#define SLOTWISE_NAMESET_H
#include "slotwise/sw_csv.h"

#define NAMESET_NONE UINT32_MAX

struct nameset {
    struct nameset_name { uint64_t hash; struct sw_text text; } *name; /* texts are copies */
    size_t n, cap;
    uint32_t *slot;  /* open addressing: 0 is free, else place + 1 */
    size_t n_slots;  /* a power of two */
};
uint32_t nameset_find(const struct nameset *s, struct sw_text text); /* its place, or NAMESET_NONE */
/* Adds it if it is not there. */
SW_USE_RESULT int nameset_add(struct nameset *s, struct sw_text text, struct sw_err *err);
void nameset_clear(struct nameset *s);

#endif
