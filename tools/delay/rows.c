/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - a formula's rows: its parameters, and what it gives. Parameters stand in the order of the formula's uses,
 * results in that of its own list. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "slotwise/sw_csv.h"
#include "tools/delay/delay.h"

/* Whole numbers are written in full: 1000000, not 1e+06. */
static void put_number(struct sw_out *out, double x)
{
    if (fabs(x) < 1e15 && x == floor(x))
        sw_out_i64(out, (int64_t)x);
    else
        sw_out_real(out, x);
}

/* Twelve digits: what a formula gives is good for no more. */
void rows_put_result(struct sw_out *out, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.12g", x);
    /* Whole numbers are not rounded. strtod() takes the twelve digits back, so that the shortest text is written. */
    put_number(out, x == floor(x) ? x : strtod(text, NULL));
}

void rows_put_params(struct sw_out *out, const struct sw_formula *f, const double in[])
{
    for (size_t use = 0; use < f->n_uses; use++)
        put_number(out, in[f->uses[use].param]);
}

void rows_put_columns(const struct sw_formula *f, struct sw_out *out)
{
    for (size_t use = 0; use < f->n_uses; use++)
        sw_out_str(out, sw_params[f->uses[use].param].column);
    for (const char *const *name = f->results; *name; name++)
        sw_out_str(out, *name);
}

void rows_put_answer(struct sw_out *out, const struct sw_formula *f, const struct sw_model_answer *a)
{
    for (size_t i = 0; f->results[i]; i++)
        /* A word takes the place of the number, such as a verdict. */
        if (a->text[i])
            sw_out_str(out, a->text[i]);
        else
            rows_put_result(out, a->number[i]);
}

int rows_put(void *context, struct sw_out *out, const double in[], struct sw_err *err)
{
    const struct sw_formula *f = ((const struct formula_config *)context)->formula;
    struct sw_model_answer a = { .number = { 0 } };
    for (size_t i = 0; i < SW_MODEL_RESULTS; i++)
        /* What a formula leaves out is an empty field. */
        a.number[i] = NAN;
    if (f->eval(in, &a, err) != SW_OK)
        return SW_FAIL;
    rows_put_params(out, f, in);
    rows_put_answer(out, f, &a);
    sw_out_end_row(out);
    return SW_OK;
}
