/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_row.c - a row of the timeline, a pool at one time. Its fields are put in one piece where they can be
 * (lib/csv/rows.h): rows of --timeline take 0.8 of the instructions. */
#include "lib/sim/observe/observe.h"
#include "lib/csv/rows.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

static char *end_field(char *to)
{
    *to = ',';
    return to + 1;
}

static char *add_i64(char *to, int64_t x)
{
    return end_field(to + sw_num_put_i64(to, x));
}

static char *add_numbers(char *to, const struct sw_sample *s, int kinds)
{
    for (int kind = 0; kind < kinds; kind++)
        to = add_i64(to, s->running[kind]);
    for (int kind = 0; kind < kinds; kind++)
        to = add_i64(to, s->pending[kind]);
    to = end_field(to + sw_num_put_real(to, s->fair_share[0]));
    to = end_field(to + sw_num_put_real(to, s->steady_share[0]));
    to = add_i64(to, s->shuffling);
    return end_field(to + sw_num_put_u64(to, s->intermediate_bytes));
}

/* False: the fields have to be put one by one. */
static bool put_in_one(struct sw_out *out, const struct sw_sample *s, int kinds)
{
    size_t n = 6 + 2 * (size_t)kinds;
    char *to = isnan(s->fair_share[0]) || isnan(s->steady_share[0]) ? NULL : out_row_begin(out, n);
    if (!to)
        return false;
    to = end_field(to + sw_num_put_time(to, s->time_us));
    to = out_row_text(to, s->pool, strlen(s->pool));
    if (!to)
        return false;
    out_row_end(out, add_numbers(end_field(to), s, kinds), n);
    sw_out_end_row(out);
    return true;
}

void sample_row_put(struct sw_out *out, const struct sw_sample *s, bool one_kind)
{
    int kinds = 2 - one_kind;
    if (put_in_one(out, s, kinds))
        return;
    sw_out_time(out, s->time_us);
    sw_out_str(out, s->pool);
    for (int kind = 0; kind < kinds; kind++)
        sw_out_i64(out, s->running[kind]);
    for (int kind = 0; kind < kinds; kind++)
        sw_out_i64(out, s->pending[kind]);
    sw_out_real(out, s->fair_share[0]);
    sw_out_real(out, s->steady_share[0]);
    sw_out_i64(out, s->shuffling);
    sw_out_u64(out, s->intermediate_bytes);
    sw_out_end_row(out);
}
