/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.c - slot-fair --rule windows: usage by windows of time, as Maui and Moab add it up (U10 of
 * docs/model.md). The arithmetic is in lib/fair/usage.c. */
#include <math.h>
#include <string.h>
#include "slotwise/sw_num.h"
#include "tools/fair/fair.h"

/* The numbers between bars. False: one of them is none, or there are too many. to[k] beyond the last number is 0. */
static bool split_windows(struct sw_text text, double to[SW_FAIR_WINDOWS])
{
    size_t n = 0;
    memset(to, 0, SW_FAIR_WINDOWS * sizeof *to);
    if (!text.len) /* of a column that is not there `at` is NULL */
        return false;
    for (const char *at = text.at, *end = text.at + text.len; at <= end;) {
        const char *stop = at < end ? memchr(at, '|', (size_t)(end - at)) : NULL;
        size_t len = (size_t)((stop ? stop : end) - at);
        if (n == SW_FAIR_WINDOWS || sw_num_real(at, len, &to[n]) != SW_OK || !(to[n] >= 0 && to[n] <= 1e15))
            return false;
        n++;
        if (!stop)
            return true;
        at = stop + 1;
    }
    return false;
}

int windows_check_row(const struct sw_csv *in, const struct fair_row *row, struct sw_err *err)
{
    double used[SW_FAIR_WINDOWS];
    uint64_t line = sw_csv_row(in)->line;
    if (row->windows.len == 0 || !split_windows(row->windows, used))
        return sw_err_data(err, sw_csv_path(in), line, "windows",
                           "not up to %d amounts from 0 on, with | between them: '%.*s'", SW_FAIR_WINDOWS,
                           (int)row->windows.len, row->windows.at);
    if (row->parent.len > 0)
        return sw_err_data(err, sw_csv_path(in), line, "parent", "pools inside pools: not with --rule windows");
    return SW_OK;
}

void windows_read(struct sw_text text, double to[SW_FAIR_WINDOWS]) { (void)split_windows(text, to); }

/* U10.1; a cap of INFINITY holds nothing. */
static bool is_held(const struct sw_windows_claim *claim, double percent) { return percent > claim->cap; }

/* Without a cap the column `held` is empty. */
void windows_row(struct sw_out *out, const struct sw_windows_claim *claim, double percent)
{
    sw_out_real(out, percent);
    if (isinf(claim->cap))
        sw_out_empty(out);
    else
        sw_out_str(out, is_held(claim, percent) ? "yes" : "no");
    sw_out_end_row(out);
}

/* ---- sentences ----------------------------------------------------------------------------------- */

/* Windows behind the last that anyone used are not worth a sentence. */
static size_t last_window(const struct fair_case *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->names.n; i++)
        for (size_t k = 0; k < SW_FAIR_WINDOWS; k++)
            n = c->windows[i].used[k] > 0 && k + 1 > n ? k + 1 : n;
    return n;
}

/* Each window: what the pool used of all, in per cent, and how much the window counts. */
static void put_windows_of(struct sw_out *out, const struct config *cfg, const struct fair_case *c, size_t i)
{
    const struct sw_windows_claim *claim = &c->windows[i];
    double weight = 1;
    sw_out_sentence(out, "%s has used", c->names.name[i]);
    for (size_t k = 0, n = last_window(c); k < n; k++, weight *= cfg->decay) {
        double all = 0;
        for (size_t p = 0; p < c->names.n; p++)
            all += c->windows[p].used[k];
        sw_out_sentence(out, "%s %.4g of %.6g (%.4g %%, weight %.4g)", k ? "," : "", claim->used[k], all,
                        all > 0 ? 100 * claim->used[k] / all : 0, weight);
    }
    sw_out_sentence(out, ": %.4g %% in all", c->percent[i]);
    if (is_held(claim, c->percent[i]))
        sw_out_sentence(out, ", more than its cap of %.6g: its jobs are held, also where slots are free", claim->cap);
    else if (!isinf(claim->cap))
        sw_out_sentence(out, ", and its cap is %.6g", claim->cap);
    sw_out_sentence(out, ".\n");
}

void windows_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c)
{
    for (size_t i = 0; i < c->names.n; i++)
        if (!cfg->about || c->only[i])
            put_windows_of(out, cfg, c, i);
}
