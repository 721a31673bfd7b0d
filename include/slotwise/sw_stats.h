/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_stats.h - summaries of many numbers: moments, quantiles, intervals, fairness, bins, gains.
 *
 * Pure arithmetic over numbers handed in one at a time: no files, no clock. The same values in the same
 * order give the same bits; "not known" is NaN, and every adder here leaves NaN out, so that `n` counts
 * the known values. Reading records and naming columns is the tools' part. */
#ifndef SLOTWISE_SW_STATS_H
#define SLOTWISE_SW_STATS_H
#include <stdbool.h>
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- moments -------------------------------------------------------------------------------- */
/* All zero is an empty one. The mean and the squared deviations follow Welford (1962), two of them are
 * merged as Chan, Golub and LeVeque (1979) do; the sum is kept apart with Neumaier's correction, so that
 * whole numbers add up exactly (to 2^53) in any order. */
struct sw_moments {
    uint64_t n;
    double sum, lost;   /* sum + lost is the sum */
    double mean, m2;    /* m2: sum of squared deviations from the mean */
    double min, max;
};
void sw_moments_add(struct sw_moments *m, double x);
void sw_moments_merge(struct sw_moments *into, const struct sw_moments *from);
double sw_moments_sum(const struct sw_moments *m);   /* NaN when empty, as are those below */
double sw_moments_mean(const struct sw_moments *m);
double sw_moments_sd(const struct sw_moments *m);    /* divisor n-1; NaN below two values */
double sw_moments_min(const struct sw_moments *m);
double sw_moments_max(const struct sw_moments *m);
/* Jain's index (sum x)^2 / (n sum x^2): 1 when all are equal (also all zero), 1/n when one has it all. */
double sw_moments_jain(const struct sw_moments *m);

/* mean -+ t(level, n-1) sd / sqrt(n), Student's t; NaN below two values. level in (0,1), usually 0.95. */
struct sw_interval { double lo, hi; };
struct sw_interval sw_moments_interval(const struct sw_moments *m, double level);
/* Quantile of Student's t, to 13 digits: the same on every processor. */
double sw_moments_t(double p, double degrees);

/* ---- the mean of one run ----------------------------------------------------------------------- */
/* Responses of one run depend on their neighbours: an interval as of independent draws is far too narrow. Here it
 * is over 20 batches of neighbours. What is left of their correlation is corrected (von Neumann's ratio), and skewness
 * (Willink 2005), as N-Skart does (Tafazzoli, Steiger, Wilson 2011). There is none below 100 values, and none where one
 * value decides. Nor is there one where batches still depend on each other: an overload, a run shorter than its busy
 * periods. It holds the mean of M/M/1 at load 0.9 in 92 of 100 runs of 10,000 jobs. Of 100,000 jobs it is 97 of 100, of
 * 1,000 jobs 55: no run shows what it has not met. */
enum { SW_BATCHES_KEPT = 1 << 20 }; /* values; beyond, neighbours are put together */
enum sw_run_told { SW_RUN_TOLD, SW_RUN_SHORT, SW_RUN_DEPENDS, SW_RUN_ONE_VALUE };
struct sw_run_interval { struct sw_interval mean; enum sw_run_told why; };
struct sw_batches;
struct sw_batches *sw_batches_new(void);    /* NULL: out of memory */
void sw_batches_free(struct sw_batches *b); /* NULL is fine */
/* at: the value's place, as its submission; equal ones stand as they come. SW_FAIL only when out of memory. */
SW_USE_RESULT int sw_batches_add(struct sw_batches *b, double at, double x);
struct sw_run_interval sw_batches_interval(struct sw_batches *b, double level);
/* Of the quantile p in 0..1, by order statistics (Woodruff 1952): none also where too few values lie beyond it, and for
 * more values than are kept apart. by_place_alone: places are the numbers of runs, which are independent draws.
 * SW_FAIL only when out of memory. */
SW_USE_RESULT int sw_batches_quantile(struct sw_batches *b, double p, bool by_place_alone, double level,
                                      struct sw_run_interval *out);

/* ---- quantiles ------------------------------------------------------------------------------ */
/* Type R-7 (Hyndman and Fan 1996; what GSL's gsl_stats_quantile_from_sorted_data computes): with values sorted from 0,
 * position h = (n-1) q, interpolated between floor(h) and floor(h)+1.
 * Up to `exact` values all are kept and the answer is exact. Past that they go into a histogram of
 * 512 buckets an octave and each order statistic is off by at most SW_QUANTILES_ERROR of its value; the
 * least and the greatest stay exact. Magnitudes below 2^-1022 count as zero. What has been added decides
 * the answer, not the order it came in. */
#define SW_QUANTILES_EXACT UINT64_C(1000000)
#define SW_QUANTILES_ERROR 0x1p-10 /* half a bucket: 1/1024, under 0.1 % */
struct sw_quantiles;
struct sw_quantiles *sw_quantiles_new(uint64_t exact); /* NULL: out of memory */
void sw_quantiles_free(struct sw_quantiles *q);        /* NULL is fine */
/* SW_FAIL only when out of memory; infinities are left out like NaN. */
SW_USE_RESULT int sw_quantiles_add(struct sw_quantiles *q, double x);
SW_USE_RESULT int sw_quantiles_merge(struct sw_quantiles *into, const struct sw_quantiles *from);
uint64_t sw_quantiles_n(const struct sw_quantiles *q);
bool sw_quantiles_are_exact(const struct sw_quantiles *q);
double sw_quantiles_get(struct sw_quantiles *q, double p); /* p in 0..1; sorts when it must; NaN when empty */

/* R-7 of values sorted already. */
double sw_quantile_sorted(const double *x, size_t n, double p);

/* ---- bins ----------------------------------------------------------------------------------- */
/* Bin i takes (upper[i-1], upper[i]], the first from 1 on; one more takes what is above the last bound,
 * and one what is below 1. The TR prints "1-25, 25-50": 25 is in the first. */
#define SW_BINS_MAX 64
struct sw_bins {
    size_t n;                     /* bounds; n + 2 bins, numbered 0 (below 1) to n + 1 (above the last) */
    uint64_t upper[SW_BINS_MAX];
    bool from_next;               /* the last bin reads ">=1501" (ES) and not ">3200" (TR) */
};
/* "tr" (TR table 2), "es" (EuroSys'10 table 2), or rising upper bounds "10,100,1000". Fails with
 * sw_err_usage(), `option` being the name for the message. */
SW_USE_RESULT int sw_bins_parse(const char *option, const char *text, struct sw_bins *out, struct sw_err *err);
size_t sw_bins_of(const struct sw_bins *b, double x);
/* "<1", "1-25", "26-50", ">3200"; one whole number alone reads "2". */
void sw_bins_label(const struct sw_bins *b, size_t bin, char label[48]);

/* ---- the load of a replay ------------------------------------------------------------------------ */
/* Whether the jobs kept ahead of the slots (docs/model.md S13): where they did, mean times depend on the log's
 * length. */
/* Slot time of one kind, taken and there, from the first submission to the last end. */
struct sw_load_slots { double busy_s, there_s; };
enum sw_load_verdict { SW_LOAD_CANNOT_TELL, SW_LOAD_STABLE, SW_LOAD_BACKLOGGED, SW_LOAD_OVERLOADED };
extern const char *const sw_load_words[]; /* "", "stable", "backlogged", "overloaded", NULL */
struct sw_load_answer {
    double offered; /* of the kind that has most; NaN: not known, or all at once */
    enum sw_load_verdict verdict;
};

#ifdef __cplusplus
}
#endif
#endif
