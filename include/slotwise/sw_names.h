/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_names.h - a table from names to pointers: open addressing, linear probing, no tombstones.
 *
 * The names are the caller's and must last as long as their entry. */
#ifndef SLOTWISE_SW_NAMES_H
#define SLOTWISE_SW_NAMES_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sw_name { uint64_t hash; const char *at; size_t len; void *value; };
struct sw_names {
    struct sw_name *slot;
    size_t n, cap;
    void *(*more)(size_t n, size_t size); /* with drop: where slots come from and go to; NULL: calloc and free */
    void (*drop)(void *slots);
};

void *sw_names_find(const struct sw_names *t, const char *at, size_t len);        /* NULL: not there */
/* value is not NULL and the name not there yet. 0, or -1 out of memory. */
int sw_names_add(struct sw_names *t, const char *at, size_t len, void *value);
void sw_names_remove(struct sw_names *t, const char *at, size_t len);
/* The same where sw_chance_name() of the name is known. */
void *sw_names_find_hashed(const struct sw_names *t, uint64_t hash, const char *at, size_t len);
int sw_names_add_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len, void *value);
void sw_names_remove_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len);
void sw_names_clear(struct sw_names *t);

#ifdef __cplusplus
}
#endif
#endif
