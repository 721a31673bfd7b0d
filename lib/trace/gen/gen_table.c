/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_table.c - job sizes by bins: the papers' tables, or a CSV file with the columns maps, jobs and maps_to. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/gen/gen.h"
#include "lib/base/grow.h"

/* TR table 2: sizes and numbers of jobs in the benchmark BM. */
static const struct gen_bin tr[] = { { 16, 16, 29 }, { 40, 40, 5 }, { 80, 80, 4 }, { 160, 160, 4 }, { 320, 320, 3 },
                                     { 600, 600, 2 }, { 1200, 1200, 1 }, { 2400, 2400, 1 }, { 6400, 6400, 1 } };
/* ES table 2: the same of its benchmark. */
static const struct gen_bin es[] = { { 1, 1, 38 }, { 2, 2, 16 }, { 10, 10, 14 }, { 50, 50, 8 }, { 100, 100, 6 },
                                     { 200, 200, 6 }, { 400, 400, 4 }, { 800, 800, 4 }, { 4800, 4800, 4 } };
/* The same tables' distribution at Facebook. The last bins are open; their ends here make the size chosen for the
 * benchmark the middle of the bin on a logarithmic scale: 6400^2/3200 and 4800^2/1501. */
static const struct gen_bin fb_tr[] = { { 1, 25, 58 }, { 26, 50, 9.6 }, { 51, 100, 8.6 }, { 101, 200, 8.4 },
                                        { 201, 400, 5.6 }, { 401, 800, 4.3 }, { 801, 1600, 2.5 },
                                        { 1601, 3200, 1.3 }, { 3201, 12800, 1.7 } };
static const struct gen_bin fb_es[] = { { 1, 1, 39 }, { 2, 2, 16 }, { 3, 20, 14 }, { 21, 60, 9 }, { 61, 150, 6 },
                                        { 151, 300, 6 }, { 301, 500, 4 }, { 501, 1500, 4 }, { 1501, 15350, 3 } };
/* ES table 2 so that a day's work agrees with ES 3.2, where 3,100/27.1 is a mean of 114 s under load. Were the open bin
 * up to 11,100 (4,800 on average), 7,500 jobs a day of such maps would be too much. At least 95 % of 3,100 slots would
 * be busy for 42 % of the time (by replay), not 21 %. */
static const struct gen_bin fb_day[] = { { 1, 1, 39 }, { 2, 2, 16 }, { 3, 20, 14 }, { 21, 60, 9 }, { 61, 150, 6 },
                                         { 151, 300, 6 }, { 301, 500, 4 }, { 501, 1500, 4 }, { 1501, 4500, 3 } };
/* LC 4.2: as many jobs of each size. */
static const struct gen_bin lc[] = { { 6, 6, 1 }, { 10, 10, 1 }, { 16, 16, 1 }, { 21, 21, 1 }, { 25, 25, 1 } };

static const struct { const char *name; const struct gen_bin *bins; size_t n; } tables[] = {
    { "tr", tr, 9 }, { "es", es, 9 }, { "fb-tr", fb_tr, 9 }, { "fb-es", fb_es, 9 }, { "fb-day", fb_day, 9 },
    { "lc", lc, 5 } };

/* ---- a file ------------------------------------------------------------------------------------- */

struct bin_row { uint64_t known, maps, maps_to; double jobs; };
static const struct sw_column bin_columns[] = {
    { "maps", SW_COUNT, SW_NEEDED | SW_NOT_EMPTY, offsetof(struct bin_row, maps), "fewest maps" },
    { "jobs", SW_REAL, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, offsetof(struct bin_row, jobs),
      "parts of the jobs" },
    { "maps_to", SW_COUNT, 0, offsetof(struct bin_row, maps_to), "most maps (default: maps)" } };
static const struct sw_schema bin_schema = { "size bins", bin_columns, 3, sizeof(struct bin_row), NULL };

static int read_bins(struct gen_dist *d, struct sw_csv *in, struct sw_err *err)
{
    struct bin_row row;
    size_t cap = 0;
    double sum = 0;
    int got;
    if (sw_csv_bind(in, &bin_schema, err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_csv_read(in, &row, err)) == 1) {
        double to = row.known >> 2 & 1 ? (double)row.maps_to : (double)row.maps;
        if (row.maps < 1 || (double)row.maps > GEN_MAX_TASKS)
            return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "maps", "out of range, 1 to 100000000");
        if (to < (double)row.maps || to > GEN_MAX_TASKS)
            return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "maps_to",
                               "out of range, maps to 100000000");
        if (sw_grow(&d->bins, &cap, d->n_bins + 1, sizeof *d->bins, err) != SW_OK)
            return SW_FAIL;
        d->bins[d->n_bins++] = (struct gen_bin){ (double)row.maps, to, row.jobs };
        sum += row.jobs;
    }
    if (got == 0 && !(sum > 0 && sum < 1e300))
        return sw_err_data(err, sw_csv_path(in), 0, "jobs", "the bins hold no jobs");
    return got;
}

int gen_table_read(struct gen_dist *d, const char *option, const char *name, struct sw_err *err)
{
    d->kind = GEN_TABLE;
    if (name[0] == '\0')
        return sw_err_usage(err, "--%s: table: needs a name (tr es fb-tr fb-es fb-day lc) or a file", option);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].name, name) != 0)
            continue;
        d->n_bins = tables[i].n;
        d->bins = malloc(d->n_bins * sizeof *d->bins);
        if (!d->bins)
            return sw_err_memory(err);
        memcpy(d->bins, tables[i].bins, d->n_bins * sizeof *d->bins);
        return SW_OK;
    }
    struct sw_csv *in;
    if (sw_csv_open(&in, name, err) != SW_OK)
        return SW_FAIL;
    int status = read_bins(d, in, err);
    sw_csv_close(in);
    return status;
}

/* ---- dealing jobs to bins ------------------------------------------------------------------------ */

static void fill_bins(const struct gen_dist *d, uint32_t *bin_of, uint64_t n_jobs, double *rest)
{
    double sum = 0;
    uint64_t given = 0;
    for (size_t i = 0; i < d->n_bins; i++)
        sum += d->bins[i].weight;
    for (size_t i = 0; i < d->n_bins; i++) {
        double quota = d->bins[i].weight / sum * (double)n_jobs;
        uint64_t whole = (uint64_t)(quota + 1e-9);
        rest[i] = d->bins[i].weight > 0 ? quota - (double)whole : -2;
        for (uint64_t k = 0; k < whole && given < n_jobs; k++)
            bin_of[given++] = (uint32_t)i;
    }
    for (; given < n_jobs; given++) { /* largest remainder; ties to the earlier bin */
        size_t best = 0;
        for (size_t i = 1; i < d->n_bins; i++)
            if (rest[i] > rest[best])
                best = i;
        bin_of[given] = (uint32_t)best;
        rest[best] -= 1;
    }
}

static void shuffle_bins(uint32_t *x, uint64_t n, struct sw_chance *c)
{
    for (uint64_t i = n; i > 1; i--) {
        uint64_t k = sw_chance_below(c, i);
        uint32_t swap = x[i - 1];
        x[i - 1] = x[k];
        x[k] = swap;
    }
}

int gen_table_deal(struct gen_dist *d, uint64_t n_jobs, uint64_t hand, uint64_t seed, struct sw_err *err)
{
    struct sw_chance c = sw_chance_start(seed, SW_CHANCE_SIZE, 0, 0);
    if (d->kind != GEN_TABLE)
        return SW_OK;
    double *rest = malloc((d->n_bins + 1) * sizeof *rest);
    d->bin_of = malloc((n_jobs + 1) * sizeof *d->bin_of);
    if (!rest || !d->bin_of) {
        free(rest);
        return sw_err_memory(err);
    }
    for (uint64_t from = 0; from < n_jobs; from += hand) {
        uint64_t n = n_jobs - from < hand ? n_jobs - from : hand;
        fill_bins(d, d->bin_of + from, n, rest);
        shuffle_bins(d->bin_of + from, n, &c);
    }
    free(rest);
    return SW_OK;
}
