/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bins.c - job sizes in the bins of the papers, or in bins of one's own. */
#include "slotwise/sw_stats.h"
#include "slotwise/sw_num.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct { const char *name; struct sw_bins bins; } named[] = {
    /* Upper bounds; the last bin is all above. from_next: its label begins at the next number. */
    { "tr", { 8, { 25, 50, 100, 200, 400, 800, 1600, 3200 }, false } }, /* TR table 2 */
    { "es", { 8, { 1, 2, 20, 60, 150, 300, 500, 1500 }, true } },       /* EuroSys'10 table 2 */
};
enum { N_NAMED = sizeof named / sizeof *named };

static int add_bound(struct sw_bins *b, const char *at, size_t len)
{
    uint64_t upper;
    if (b->n == SW_BINS_MAX || sw_num_u64(at, len, &upper) != SW_OK)
        return SW_FAIL;
    /* Bounds rise, and up to 2^53 doubles tell them apart. */
    if (upper < 1 || upper > (UINT64_C(1) << 53) || (b->n && upper <= b->upper[b->n - 1]))
        return SW_FAIL;
    b->upper[b->n++] = upper;
    return SW_OK;
}

int sw_bins_parse(const char *option, const char *text, struct sw_bins *out, struct sw_err *err)
{
    for (size_t i = 0; i < N_NAMED; i++)
        if (strcmp(text, named[i].name) == 0) {
            *out = named[i].bins;
            return SW_OK;
        }
    struct sw_bins b = { 0 };
    for (const char *at = text;; ) {
        size_t len = strcspn(at, ",");
        if (add_bound(&b, at, len) != SW_OK) {
            const char *names[N_NAMED];
            for (size_t i = 0; i < N_NAMED; i++)
                names[i] = named[i].name;
            const char *near = sw_err_nearest(text, names, N_NAMED);
            if (near)
                return sw_err_usage(err, "%s: no such bins: '%s' (did you mean '%s'?)", option, text, near);
            return sw_err_usage(err, "%s: not 'tr', 'es' or rising upper bounds: '%s'", option, text);
        }
        if (at[len] == '\0')
            break;
        at += len + 1;
    }
    *out = b;
    return SW_OK;
}

/* Bin 0 is below 1, bin n + 1 above the last bound. */
size_t sw_bins_of(const struct sw_bins *b, double x)
{
    size_t bin = 1;
    if (x < 1)
        return 0;
    while (bin <= b->n && x > (double)b->upper[bin - 1])
        bin++;
    return bin;
}

void sw_bins_label(const struct sw_bins *b, size_t bin, char label[48])
{
    uint64_t last = b->upper[b->n - 1], from = bin > 1 ? b->upper[bin - 2] + 1 : 1;
    if (bin == 0)
        snprintf(label, 48, "<1");
    else if (bin > b->n && b->from_next)
        snprintf(label, 48, ">=%" PRIu64, last + 1);
    else if (bin > b->n)
        snprintf(label, 48, ">%" PRIu64, last);
    else if (from == b->upper[bin - 1])
        snprintf(label, 48, "%" PRIu64, from);
    else
        snprintf(label, 48, "%" PRIu64 "-%" PRIu64, from, b->upper[bin - 1]);
}
