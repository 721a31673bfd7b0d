/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobids.c - see jobids.h. An id is looked up before it is given, since ID.2 may itself stand in the log. */
#include <stdio.h>
#include <stdlib.h>
#include "lib/trace/import/jobids.h"
#include "lib/base/grow.h"

int jobids_hold(struct jobids *ids, struct sw_text id, uint32_t *place, struct sw_err *err)
{
    size_t n = ids->names.n;
    /* The place of a name that was not there. */
    if (sw_grow(&ids->n, &ids->cap, n + 1, sizeof *ids->n, err) != SW_OK
        || nameset_add(&ids->names, id, place, err) != SW_OK)
        return SW_FAIL;
    if (ids->names.n > n)
        ids->n[n] = 0;
    return SW_OK;
}

/* A number is tried once for an id, so that many jobs of one id take no longer than others. */
static int make_name(struct jobids *ids, uint32_t *place, struct sw_err *err)
{
    const uint32_t of = *place;
    struct sw_text id = nameset_text(&ids->names, of);
    size_t cap = id.len + 2 + SW_NUM_MAX;
    free(ids->made);
    ids->made = malloc(cap);
    if (!ids->made)
        return sw_err_memory(err);
    do {
        int len = snprintf(ids->made, cap, "%.*s.%u", (int)id.len, id.at, ++ids->n[of]);
        if (jobids_hold(ids, (struct sw_text){ ids->made, (size_t)len }, place, err) != SW_OK)
            return SW_FAIL;
    } while (ids->n[*place] > 0);
    return SW_OK;
}

int jobids_give(struct jobids *ids, uint32_t place, struct sw_damage *damage, const char *path, uint64_t line,
                struct sw_text *name, struct sw_err *err)
{
    if (ids->n[place] > 0) {
        sw_damage_note(damage, SW_DAMAGE_REPEATED_JOB, path, line);
        if (make_name(ids, &place, err) != SW_OK)
            return SW_FAIL;
    }
    ids->n[place] = 1;
    *name = nameset_text(&ids->names, place);
    return SW_OK;
}

int jobids_take(struct jobids *ids, struct sw_text id, struct sw_damage *damage, const char *path, uint64_t line,
                struct sw_text *name, struct sw_err *err)
{
    uint32_t place;
    return jobids_hold(ids, id, &place, err) == SW_OK ? jobids_give(ids, place, damage, path, line, name, err)
                                                      : SW_FAIL;
}

void jobids_clear(struct jobids *ids)
{
    sw_keys_clear(&ids->names);
    free(ids->n);
    free(ids->made);
    *ids = (struct jobids){ .n = NULL };
}
