/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_dist.c - "fixed:10", "uniform:9s-60s", "zipf:1-400,1.2", "lognormal:20s,0.5" and their kin. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/trace/gen/gen.h"

#define ZIPF_MAX 1000000

int gen_dist_bad(const struct gen_setting *s, const char *what)
{
    return sw_err_usage(s->err, "--%s: %s: '%s'", s->option, what, s->text);
}

static int read_amount(const struct gen_setting *s, const char *at, size_t len, double *out)
{
    char text[64];
    int64_t us;
    uint64_t count;
    if (len == 0 || len >= sizeof text)
        return gen_dist_bad(s, "a value is missing or too long");
    memcpy(text, at, len);
    text[len] = '\0';
    if (s->unit == GEN_TIME) {
        if (sw_num_duration(text, &us) != SW_OK || us < 0)
            return gen_dist_bad(s, "not a time (250ms 3s 5m)");
        *out = (double)us;
        return SW_OK;
    }
    if (sw_num_u64(text, len, &count) != SW_OK || (double)count > GEN_MAX_TASKS)
        return gen_dist_bad(s, "not a count up to 100000000");
    *out = (double)count;
    return SW_OK;
}

static int read_share(const struct gen_setting *s, const char *at, size_t len, double *out)
{
    char text[64];
    if (len == 0 || len >= sizeof text)
        return gen_dist_bad(s, "a share is missing or too long");
    memcpy(text, at, len);
    text[len] = '\0';
    if (sw_num_fraction(text, out) != SW_OK || *out < 0 || *out > 1000)
        return gen_dist_bad(s, "not a share (5% or 0.05)");
    return SW_OK;
}

typedef int read_fn(const struct gen_setting *, const char *, size_t, double *);

/* "a-b", 0 <= a <= b. */
static int read_range(const struct gen_setting *s, const char *at, size_t len, read_fn *one, struct gen_dist *d)
{
    const char *dash = memchr(at, '-', len);
    if (!dash)
        return gen_dist_bad(s, "needs a range like 1-400");
    if (one(s, at, (size_t)(dash - at), &d->a) != SW_OK
        || one(s, dash + 1, len - (size_t)(dash - at) - 1, &d->b) != SW_OK)
        return SW_FAIL;
    return d->a <= d->b ? SW_OK : gen_dist_bad(s, "the range runs backwards");
}

static int read_real(const struct gen_setting *s, const char *text, double max, double *out)
{
    if (sw_num_real(text, strlen(text), out) != SW_OK || *out < 0 || *out > max)
        return gen_dist_bad(s, "not a number in its range");
    return SW_OK;
}

/* P(X = k) proportional to k^-s. */
static int read_zipf(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    const char *comma = strchr(at, ',');
    double power = 1, sum = 0;
    if (s->unit != GEN_COUNT)
        return gen_dist_bad(s, "zipf is for counts");
    if (read_range(s, at, comma ? (size_t)(comma - at) : strlen(at), read_amount, d) != SW_OK
        || (comma && read_real(s, comma + 1, 100, &power) != SW_OK))
        return SW_FAIL;
    if (d->a < 1 || d->b - d->a >= ZIPF_MAX)
        return gen_dist_bad(s, "zipf: from 1 on, at most a million sizes");
    size_t n = (size_t)(d->b - d->a) + 1;
    d->sum = malloc(n * sizeof *d->sum);
    if (!d->sum)
        return sw_err_memory(s->err);
    for (size_t i = 0; i < n; i++)
        d->sum[i] = sum += pow(d->a + (double)i, -power);
    return SW_OK;
}

/* "mean,sigma". */
static int read_lognormal(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    const char *comma = strchr(at, ',');
    if (!comma)
        return gen_dist_bad(s, "lognormal needs a mean and a sigma like lognormal:20s,0.5");
    if (read_amount(s, at, (size_t)(comma - at), &d->a) != SW_OK)
        return SW_FAIL;
    return read_real(s, comma + 1, 20, &d->b);
}

static int read_loguniform(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    if (read_range(s, at, strlen(at), read_amount, d) != SW_OK)
        return SW_FAIL;
    return d->a > 0 ? SW_OK : gen_dist_bad(s, "loguniform starts above 0");
}

static int read_ratio(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    size_t len = strlen(at);
    if (s->unit != GEN_COUNT || strcmp(s->option, "reduces") != 0)
        return sw_err_usage(s->err, "--%s: ratio and upto are for --reduces: '%s'", s->option, s->text);
    if (d->kind == GEN_UPTO)
        return read_share(s, at, len, &d->a);
    if (memchr(at, '-', len))
        return read_range(s, at, len, read_share, d);
    if (read_share(s, at, len, &d->a) != SW_OK)
        return SW_FAIL;
    d->b = d->a;
    return SW_OK;
}

static bool is_power(double x)
{
    int e;
    return frexp(x, &e) == 0.5;
}

static int read_powers(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    if (s->unit != GEN_COUNT)
        return gen_dist_bad(s, "powers is for counts");
    if (read_range(s, at, strlen(at), read_amount, d) != SW_OK)
        return SW_FAIL;
    return is_power(d->a) && is_power(d->b) ? SW_OK : gen_dist_bad(s, "powers of two like powers:1-64");
}

static int read_lublin(const struct gen_setting *s, const char *at, struct gen_dist *d)
{
    if (s->unit != GEN_COUNT)
        return gen_dist_bad(s, "lublin is for counts");
    if (read_amount(s, at, strlen(at), &d->b) != SW_OK)
        return SW_FAIL;
    return d->b >= 2 ? SW_OK : gen_dist_bad(s, "lublin needs the nodes of its system, 2 at least, like lublin:128");
}

static const char *const names[] = { "fixed", "uniform", "loguniform", "zipf", "lognormal", "exponential", "ratio",
                                     "upto", "table", "powers", "lublin" };

static int read_kind(const struct gen_setting *s, const char *text, size_t len, enum gen_kind *kind)
{
    char name[32] = "";
    if (len < sizeof name)
        memcpy(name, text, len);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *kind = (enum gen_kind)i;
            return SW_OK;
        }
    const char *near = sw_err_nearest(name, names, sizeof names / sizeof *names);
    if (near)
        return sw_err_usage(s->err, "--%s: unknown distribution: '%s' (did you mean '%s'?)", s->option, name, near);
    return gen_dist_bad(s, "unknown distribution");
}

int gen_dist_read(struct gen_dist *d, struct gen_setting s, enum gen_unit unit)
{
    const char *colon = strchr(s.text, ':'), *at = colon ? colon + 1 : s.text;
    s.unit = unit;
    *d = (struct gen_dist){ .kind = GEN_FIXED, .unit = unit };
    if (colon && read_kind(&s, s.text, (size_t)(colon - s.text), &d->kind) != SW_OK)
        return SW_FAIL;
    switch (d->kind) {
    case GEN_FIXED:
    case GEN_EXPONENTIAL: return read_amount(&s, at, strlen(at), &d->a);
    case GEN_UNIFORM: return read_range(&s, at, strlen(at), read_amount, d);
    case GEN_LOGUNIFORM: return read_loguniform(&s, at, d);
    case GEN_ZIPF: return read_zipf(&s, at, d);
    case GEN_LOGNORMAL: return read_lognormal(&s, at, d);
    case GEN_POWERS: return read_powers(&s, at, d);
    case GEN_LUBLIN: return read_lublin(&s, at, d);
    case GEN_RATIO:
    case GEN_UPTO: return read_ratio(&s, at, d);
    case GEN_TABLE:
        return unit == GEN_COUNT ? gen_table_read(d, s.option, at, s.err)
                                 : sw_err_usage(s.err, "--%s: tables are for --maps: '%s'", s.option, s.text);
    }
    return SW_FAIL;
}

void gen_dist_clear(struct gen_dist *d)
{
    free(d->sum);
    free(d->bins);
    free(d->bin_of);
    *d = (struct gen_dist){ .kind = GEN_FIXED };
}

/* ---- drawing ------------------------------------------------------------------------------------ */

double gen_dist_uniform(struct gen_source *from) { return from->given ? from->u : sw_chance_uniform(&from->stream); }
static double normal(struct gen_source *from)
{
    return from->given ? gsl_cdf_ugaussian_Pinv(from->u) : sw_chance_normal(&from->stream);
}

static uint64_t below(struct gen_source *from, uint64_t n)
{
    return from->given ? (uint64_t)(from->u * (double)n) : sw_chance_below(&from->stream, n);
}

static double draw_zipf(const struct gen_dist *d, struct gen_source *from)
{
    size_t last = (size_t)(d->b - d->a);
    double u = gen_dist_uniform(from) * d->sum[last];
    return d->a + (double)FIRST_NOT(i, 0, last, d->sum[i] < u);
}

/* Counts from a to b, each k with P = ln((k+1)/k) / ln((b+1)/a); for times the same without steps. */
static double draw_loguniform(double a, double b, enum gen_unit unit, struct gen_source *from)
{
    double end = unit == GEN_COUNT ? b + 1 : b;
    double x = a * exp(gen_dist_uniform(from) * log(end / a));
    return unit == GEN_COUNT ? fmin(floor(x), b) : x;
}

static double draw_uniform(const struct gen_dist *d, struct gen_source *from)
{
    if (d->unit == GEN_COUNT)
        return d->a + (double)below(from, (uint64_t)(d->b - d->a) + 1);
    return d->a + gen_dist_uniform(from) * (d->b - d->a);
}

/* A whole number from 1 to maps * share, at least 1; a job without maps has nothing to reduce by ratio. */
static double draw_of_maps(const struct gen_dist *d, struct gen_source *from, double maps)
{
    double share = d->a + gen_dist_uniform(from) * (d->b - d->a);
    double most = fmax(1, floor(maps * d->a + 1e-9));
    if (maps < 1)
        return 0;
    if (d->kind == GEN_UPTO)
        return 1 + (double)below(from, (uint64_t)most);
    return fmax(1, round(maps * share));
}

/* The sizes of rigid jobs of Lublin and Feitelson (JPDC 63(11), 2003), with the numbers of their program for all jobs.
 * One node with the first probability. The logarithm to base 2 of the others is from two uniform distributions, which
 * meet at the middle. It is rounded with the second probability. One number serves for all choices. What a choice
 * leaves of it is uniform again. */
static double draw_lublin(const struct gen_dist *d, struct gen_source *from)
{
    static const double serial = 0.244, power = 0.576, low = 0.8, below_middle = 0.86;
    double high = log2(d->b), middle = fmax(low, high - 2.5), u = gen_dist_uniform(from), log;
    if (u < serial)
        return 1;
    bool rounded = u < serial + power;
    u = rounded ? (u - serial) / power : (u - serial - power) / (1 - serial - power);
    if (u < below_middle)
        log = low + (middle - low) * u / below_middle;
    else
        log = middle + (high - middle) * (u - below_middle) / (1 - below_middle);
    return fmin(d->b, round(exp2(rounded ? round(log) : log)));
}

double gen_dist_draw(const struct gen_dist *d, struct gen_source *from, uint64_t job, double maps)
{
    const struct gen_bin *bin;
    switch (d->kind) {
    case GEN_FIXED: return d->a;
    case GEN_UNIFORM: return draw_uniform(d, from);
    case GEN_LOGUNIFORM: return draw_loguniform(d->a, d->b, d->unit, from);
    case GEN_ZIPF: return draw_zipf(d, from);
    case GEN_LOGNORMAL: return d->a * exp(d->b * normal(from) - d->b * d->b / 2);
    case GEN_EXPONENTIAL: return -d->a * log(gen_dist_uniform(from));
    case GEN_POWERS: return d->a * exp2((double)below(from, (uint64_t)log2(d->b / d->a) + 1));
    case GEN_LUBLIN: return draw_lublin(d, from);
    case GEN_RATIO:
    case GEN_UPTO: return draw_of_maps(d, from, maps);
    case GEN_TABLE:
        bin = &d->bins[d->bin_of[job]];
        return bin->from == bin->to ? bin->from : draw_loguniform(bin->from, bin->to, GEN_COUNT, from);
    }
    return 0;
}
