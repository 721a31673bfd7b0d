/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_check.c - what both kinds of file ask of the fields that belong to a job as a whole. */
#include "slotwise/sw_num.h"
#include "lib/trace/stream/trace_private.h"

int64_t trace_check_weight(double weight) { return sw_num_round(weight * (double)SW_WEIGHT_ONE); }

/* The smallest weight is a millionth: weights are whole millionths inside. */
int trace_check_common(struct sw_trace *t, bool has_submit, bool has_after, int64_t submit_us, double weight,
                       struct sw_err *err)
{
    if (!has_submit && !has_after)
        return trace_bad(t, SW_FAULT_MISSING, "submit_s", err, "is empty, and no after_job is given");
    if (weight <= 0)
        return trace_bad(t, SW_FAULT_RANGE, "weight", err, "not above 0");
    if (weight > TRACE_MAX_WEIGHT)
        return trace_bad(t, SW_FAULT_RANGE, "weight", err, "out of range, at most 1000000000");
    if (trace_check_weight(weight) < 1)
        return trace_bad(t, SW_FAULT_RANGE, "weight", err, "out of range, at least 0.000001");
    /* A job that follows another has no submission of its own, so it has no place in this order. */
    if (has_after)
        return SW_OK;
    if (!t->any_order && submit_us < t->last_submit_us)
        return trace_bad(t, SW_FAULT_ORDER, "submit_s", err, "rows are not in order of submit_s (use --sort)");
    t->last_submit_us = submit_us;
    return SW_OK;
}

/* `given` is whether the row knows it: 0 given is an error, 0 not given the replay's own number. */
int trace_check_replication(struct sw_trace *t, bool given, uint64_t replication, struct sw_err *err)
{
    return given && (replication < 1 || replication > TRACE_MAX_REPLICATION)
               ? trace_bad(t, SW_FAULT_RANGE, "replication", err, "out of range, 1 to 255") : SW_OK;
}

/* Counts cannot be below zero, nor can words and texts. */
static bool is_negative(const struct sw_column *column, const char *at)
{
    switch (column->type) {
    case SW_TIME:
    case SW_INT: return *(const int64_t *)(const void *)at < 0;
    case SW_REAL: return *(const double *)(const void *)at < 0;
    default: return false;
    }
}

/* What relax() of source.c has let pass, said with its kind of fault. */
int trace_check_fields(struct sw_trace *t, const void *record, struct sw_err *err)
{
    const struct sw_schema *schema = t->is_tasks ? &sw_schema_tasks : &sw_schema_jobs;
    const uint64_t known = *(const uint64_t *)record;
    for (size_t i = 0; !t->needed && i < schema->n_columns; i++)
        t->not_negative |= schema->columns[i].flags & SW_NOT_NEGATIVE ? UINT64_C(1) << i : 0;
    for (size_t i = 0; !t->needed && i < schema->n_columns; i++)
        t->needed |= schema->columns[i].flags & SW_NOT_EMPTY ? UINT64_C(1) << i : 0;
    for (uint64_t left = (t->needed & ~known) | (t->not_negative & known); left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const struct sw_column *column = &schema->columns[i];
        if (!(known >> i & 1))
            return trace_bad(t, SW_FAULT_MISSING, column->name, err, "is empty");
        if (is_negative(column, (const char *)record + column->offset))
            return trace_bad(t, SW_FAULT_NEGATIVE, column->name, err, "is negative");
    }
    return SW_OK;
}
