/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.c - pools by name: their places in the arrays, and their order for ties. The names are copies, which the
 * table of places points to. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_names.h"
#include "lib/fair/sw_fair_words.h"
#include "slotwise/sw_fair.h"

/* The table's values are places counted from 1, as none may be NULL. */
bool sw_fair_names_find(const struct sw_fair_names *names, const char *text, size_t len, size_t *place)
{
    uintptr_t found = names->places ? (uintptr_t)sw_names_find(names->places, text, len) : 0;
    if (found)
        *place = found - 1;
    return found != 0;
}

/* A name that is there keeps its place. */
int sw_fair_names_add(struct sw_fair_names *names, const char *text, size_t len, size_t *place, bool *known,
                      struct sw_err *err)
{
    *known = sw_fair_names_find(names, text, len, place);
    if (*known)
        return SW_OK;
    if (!names->places && !(names->places = calloc(1, sizeof *names->places)))
        return sw_err_memory(err);
    if (sw_grow(&names->name, &names->cap, names->n + 1, sizeof *names->name, err) != SW_OK)
        return SW_FAIL;
    char *copy = malloc(len + 1);
    if (!copy)
        return sw_err_memory(err);
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    names->name[names->n++] = copy;
    *place = names->n - 1;
    return sw_names_add(names->places, copy, len, (void *)(uintptr_t)names->n) == 0 ? SW_OK : sw_err_memory(err);
}

/* Ties go by the bytes of names (O1.1). */
static int by_bytes(const void *a, const void *b, void *of)
{
    const struct sw_fair_names *names = of;
    return strcmp(names->name[*(const uint32_t *)a], names->name[*(const uint32_t *)b]);
}

/* The heap of the space is free here, and holds the places by name. */
int sw_fair_names_rank(const struct sw_fair_names *names, struct sw_fair_space *space, uint32_t *rank,
                       struct sw_err *err)
{
    if (sw_fair_reserve(space, names->n, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < names->n; i++)
        space->heap[i] = (uint32_t)i;
    if (names->n > 0)
        qsort_r(space->heap, names->n, sizeof *space->heap, by_bytes, (void *)(uintptr_t)names);
    for (size_t i = 0; i < names->n; i++)
        rank[space->heap[i]] = (uint32_t)i;
    return SW_OK;
}

void sw_fair_names_clear(struct sw_fair_names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->name[i]);
    free(names->name);
    if (names->places)
        sw_names_clear(names->places);
    free(names->places);
    *names = (struct sw_fair_names){ 0 };
}
