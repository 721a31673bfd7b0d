/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.c - how many jobs a bin stands for, above its bars: of an empty bin, that it is empty. gains.c and
 * locality.c put them above their bars, and into their text. */
#include "lib/plot/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The caller frees it with counts_free(), also after a failure. A place that is never set has no jobs. */
int counts_new(struct counts *c, size_t n_places, struct sw_err *err)
{
    *c = (struct counts){ n_places, calloc(n_places + 1, sizeof *c->at) };
    return c->at ? SW_OK : sw_err_memory(err);
}

void counts_free(struct counts *c) { free(c->at); }

void counts_set(struct counts *c, size_t place, double n)
{
    c->at[place].set = true;
    c->at[place].n = n;
}

/* The text of a place; "" where the table does not say how many there are. */
void counts_text(const struct counts *c, size_t place, char *text, size_t cap)
{
    if (!c->at[place].set)
        snprintf(text, cap, "n=0");
    else if (isnan(c->at[place].n))
        text[0] = '\0';
    else
        snprintf(text, cap, "n=%.6g", c->at[place].n);
}

bool counts_any(const struct counts *c)
{
    char text[40];
    for (size_t i = 0; i < c->n_places; i++) {
        counts_text(c, i, text, sizeof text);
        if (text[0])
            return true;
    }
    return false;
}

/* y: the height at which they stand, in units of the axis. */
void counts_data(struct sw_plot *p, const struct counts *c, const char *name, double y)
{
    char text[40];
    /* A table without counts has no datablock, and counts_clause() no clause for it. */
    if (!counts_any(c))
        return;
    sw_out_printf(p->out, "$%sn << EOD\n", name);
    for (size_t i = 0; i < c->n_places; i++) {
        counts_text(c, i, text, sizeof text);
        if (text[0])
            sw_out_printf(p->out, "%zu\t%.6g\t%s\n", i, y, text);
    }
    sw_out_printf(p->out, "EOD\n");
}

/* Upright where the bins are narrow. */
void counts_clause(struct sw_plot *p, const struct counts *c, const char *name, double width_px)
{
    /* 42 px are five letters: `n=` and three digits. */
    bool narrow = width_px / (double)(c->n_places ? c->n_places : 1) < 42;
    if (counts_any(c))
        sw_out_printf(p->out, ", \\\n     $%sn using 1:2:3 with labels %s tc rgb sw_ink notitle", name,
                      narrow ? "rotate by 90 left" : "center");
}
