/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damage.c - counters of what is wrong with a log. The importer that owns the counters notes as it reads; nothing
 * here ends a run. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/report/sw_damage.h"

/* In the order of enum sw_damage_kind. */
const char *const sw_damage_words[] = { "not_readable",      "cut_short",
                                        "start_without_end", "end_without_start",
                                        "negative_span",     "task_before_stage",
                                        "repeated_attempt",  "host_without_rack",
                                        "clock_skew",        "count_disagrees",
                                        "field_missing",     "repeated_job",
                                        "compacted",         NULL };
const char *const sw_usability_words[] = { "usable", "usable with care", "too damaged", NULL };

/* Without memory for it the place goes unnamed; the count stays. */
void sw_damage_note(struct sw_damage *d, enum sw_damage_kind kind, const char *path, uint64_t line)
{
    struct sw_damage_count *c = &d->kind[kind];
    if (c->n++ > 0)
        return;
    c->path = strdup(path);
    c->line = line;
}

int sw_damage_bad(struct sw_damage *d, enum sw_damage_kind kind, const char *path, uint64_t line, const char *column,
                  const char *message, struct sw_err *err)
{
    sw_damage_note(d, kind, path, line);
    sw_err_data(err, path, line, column, "%s", message);
    return -1;
}

uint64_t sw_damage_total(const struct sw_damage *d)
{
    uint64_t n = 0;
    for (int k = 0; k < SW_DAMAGE_N_KINDS; k++)
        n += k == SW_DAMAGE_NO_RACK ? 0 : d->kind[k].n; /* the topology lacks it, not the log */
    return n;
}

void sw_damage_clear(struct sw_damage *d)
{
    for (int k = 0; k < SW_DAMAGE_N_KINDS; k++)
        free(d->kind[k].path);
    *d = (struct sw_damage){ 0 };
}

enum sw_usability sw_damage_verdict(uint64_t n_faults, uint64_t n_records, uint64_t n_jobs)
{
    if (n_faults == 0)
        return SW_USABLE;
    /* A log without a single job is of no use, however few its faults. */
    return n_jobs > 0 && (double)n_faults <= SW_DAMAGE_BEARABLE * (double)n_records ? SW_USABLE_WITH_CARE
                                                                                    : SW_TOO_DAMAGED;
}
