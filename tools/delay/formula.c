/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula.c - a formula as a subcommand: its options, and a row for each combination of its parameters. slot-advise
 * recommend is one of them, too. */
#include <stdlib.h>
#include "lib/base/sw_opt.h"
#include "slotwise/sw_csv.h"
#include "tools/delay/delay.h"

/* One list of parameters for all formulas (lib/model): each has those that it uses. */
void formula_options(struct option_row to[SW_P_COUNT + 1], const struct sw_formula *f, bool often)
{
    for (size_t use = 0; use < f->n_uses; use++) {
        enum sw_param p = f->uses[use].param;
        const struct sw_param_row *row = &sw_params[p];
        bool is_often = p == SW_P_NODES || p == SW_P_TASKS || p == SW_P_RELEASE_RATE || p == SW_P_REMOTE_COST
            || p == SW_P_LOCALITY;
        *to++ = (struct option_row){ row->option, 0, OPTION_OWN, OPTION_AT(struct formula_config, given[p]),
                                     .arg = row->arg, .help = row->summary, .parse = values_parse,
                                     .flags = often && is_often ? OPTION_SHORT : 0 };
    }
    *to = (struct option_row){ .name = NULL };
}

/* A wrong name is refused, with the nearest one. */
int formula_dialect(const char *option, const char *name, const struct sw_dialect **out, struct sw_err *err)
{
    const char *names[16];
    size_t n = 0;
    for (; sw_dialects[n]; n++)
        names[n] = sw_dialects[n]->name;
    names[n] = NULL;
    if (sw_opt_word(option, name, names, &n, err) != SW_OK)
        return SW_FAIL;
    *out = sw_dialects[n];
    return SW_OK;
}

/* Each combination is a row. A reader that has gone ends the rows. */
int formula_rows(const struct formula_config *cfg, formula_put *put, void *context, struct sw_out *out,
                 struct sw_err *err)
{
    struct grid g = { cfg, { 0 } };
    double in[SW_P_COUNT];
    do
        if (grid_row(&g, in, err) != SW_OK || put(context, out, in, err) != SW_OK)
            return SW_FAIL;
    while (!sw_out_failed(out) && grid_next(&g));
    return SW_OK;
}

void formula_clear(struct formula_config *cfg)
{
    for (size_t p = 0; p < SW_P_COUNT; p++)
        values_clear(&cfg->given[p]);
    free(cfg->from);
}
