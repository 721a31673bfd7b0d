/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alibaba.h - what the two files of the Alibaba importer share. */
#ifndef SLOTWISE_ALIBABA_H
#define SLOTWISE_ALIBABA_H
#include "lib/trace/import/held.h"
#include "lib/trace/parse/table.h"

#define ALIBABA_NONE UINT32_MAX
#define ALIBABA_UNKNOWN INT64_MIN

struct layout { size_t n_fields, start, end, job, task, instances, status; bool named; };

struct stage {
    uint32_t job, next;       /* the next one of its job */
    int32_t outcome;          /* -1: it never ran */
    int64_t start_us, end_us; /* ALIBABA_UNKNOWN: not told */
    uint64_t n, number, line;
    size_t parents, n_parents; /* in text, as digits and bars */
};
struct job { struct held_times held; uint32_t first, last; };
struct alibaba {
    struct table table;
    const struct layout *layout;
    struct sw_keys names;      /* of jobs: job i has name i */
    struct job *jobs;
    struct stage *stages;
    char *text;
    size_t n_stages, cap_jobs, cap_stages, n_text, cap_text;
    struct held_times all;
    int64_t origin_us;
    uint32_t *order;           /* not NULL: everything is read, and rows are given */
    size_t n_order, place;
    uint32_t stage;            /* of the next row */
    uint64_t instance;
    char task_id[SW_NUM_MAX];
};

/* A line of the table, which table_next() has split. 1: done; -1: damaged; -2: failed for good. */
int alibaba_read_line(void *state, struct sw_err *err); /* of a struct alibaba */
int32_t alibaba_outcome(struct sw_text status, bool *known); /* -1: it never ran */
bool alibaba_is_header(const struct sw_text *field);

#endif
