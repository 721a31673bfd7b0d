/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dialect.c - one wait in the units of each system that has it: skips, fractions of the nodes, times.
 *
 * Skips are the common unit. Seconds are W = D/r (ES 4.1). YARN's two schedulers count the offer in hand before
 * they compare (opportunities > delay). So delay D means D offers passed over and the next one taken, as in ES
 * algorithm 2. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_model.h"
#include "slotwise/sw_num.h"

/* ---- what each system reads ---------------------------------------------------------------------------- */

static bool is_digits(const char *text) { return *text != '\0' && text[strspn(text, "0123456789")] == '\0'; }

/* SparkConf.getTimeAsMs: whole numbers with a unit, or milliseconds. */
static bool spark_accepts(const char *text)
{
    static const char *const units[] = { "", "us", "ms", "s", "m", "min", "h", "d" };
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; digits > 0 && i < sizeof units / sizeof *units; i++)
        if (strcmp(text + digits, units[i]) == 0)
            return true;
    return false;
}

/* Configuration.getFloat of Hadoop, whose text is trimmed for Float.parseFloat; no wait is -1. */
static bool yarn_fair_accepts(const char *text)
{
    double x;
    return sw_num_real(text, strlen(text), &x) == SW_OK && (x == -1 || (x >= 0 && x <= 1));
}

/* Configuration.getInt and getLong of Hadoop: whole numbers; no wait is -1. */
static bool count_accepts(const char *text) { return strcmp(text, "-1") == 0 || is_digits(text); }

/* ---- the dialects ---------------------------------------------------------------------------------------- */

static const struct sw_dialect skips = {
    .name = "skips", .summary = "skips D of the paper's algorithm 2", .unit = SW_DIALECT_SKIPS };
static const struct sw_dialect seconds = {
    .name = "wait", .summary = "seconds W1 of the paper's algorithm 3", .unit = SW_DIALECT_SECONDS };
static const struct sw_dialect spark = {
    .name = "spark", .summary = "time per level; a bare number is milliseconds", .unit = SW_DIALECT_MS,
    .node_key = "spark.locality.wait.node", .rack_key = "spark.locality.wait.rack",
    .comment = "before Spark 3.1 every launch restarts the timer, so that a stage may wait far longer",
    .accepts = spark_accepts };
static const struct sw_dialect yarn_fair = {
    .name = "yarn-fair", .summary = "missed opportunities, as a fraction of the nodes", .unit = SW_DIALECT_FRACTION,
    .node_key = "yarn.scheduler.fair.locality.threshold.node",
    .rack_key = "yarn.scheduler.fair.locality.threshold.rack",
    .comment = "yarn-site.xml; both are needed for either to act, and act as 1 when above", .xml = true,
    .negative_is_off = true,
    .capped_by_nodes = true, .off = "-1" /* with 0 the first offer is still looked at for its node alone */,
    .accepts = yarn_fair_accepts };
/* FSAppAttempt.getAllowedLocalityLevelByTime, which continuous scheduling asks in the place of the thresholds. */
static const struct sw_dialect yarn_time = {
    .name = "yarn-time", .summary = "times under continuous scheduling; a bare number is milliseconds",
    .unit = SW_DIALECT_MS, .node_key = "yarn.scheduler.fair.locality-delay-node-ms",
    .rack_key = "yarn.scheduler.fair.locality-delay-rack-ms",
    .comment = "yarn-site.xml; both are needed for either to act, under continuous-scheduling-enabled alone",
    .xml = true, .negative_is_off = true, .off = "-1", .accepts = count_accepts };
static const struct sw_dialect yarn_capacity = {
    .name = "yarn-capacity", .summary = "missed opportunities", .unit = SW_DIALECT_SKIPS,
    .node_key = "yarn.scheduler.capacity.node-locality-delay",
    .rack_key = "yarn.scheduler.capacity.rack-locality-additional-delay",
    .comment = "capacity-scheduler.xml; the scheduler cuts the delay to the number of nodes", .xml = true,
    .negative_is_off = true, .capped_by_nodes = true, .accepts = count_accepts };
static const struct sw_dialect hadoop1 = {
    .name = "hadoop1", .summary = "fair scheduler of Hadoop 0.21 to 1.x; a bare number is milliseconds",
    .unit = SW_DIALECT_MS,
    .node_key = "mapred.fairscheduler.locality.delay.node", .rack_key = "mapred.fairscheduler.locality.delay.rack",
    .comment = "mapred-site.xml", .xml = true, .accepts = count_accepts };
static const struct sw_dialect hadoop_0_20 = {
    .name = "hadoop-0.20", .summary = "Facebook's 0.20; a bare number is milliseconds", .unit = SW_DIALECT_MS,
    .node_key = "mapred.fairscheduler.locality.delay.nodelocal",
    .rack_key = "mapred.fairscheduler.locality.delay.racklocal",
    .comment = "mapred-site.xml; Facebook's 0.20, Apache's own 0.20 does not wait", .xml = true,
    .accepts = count_accepts };

const struct sw_dialect *const sw_dialects[] = { &skips, &seconds, &spark, &yarn_fair, &yarn_time, &yarn_capacity,
    &hadoop1, &hadoop_0_20, NULL };

const struct sw_dialect *sw_dialect_find(const char *name)
{
    for (const struct sw_dialect *const *d = sw_dialects; *d; d++)
        if (strcmp((*d)->name, name) == 0)
            return *d;
    return NULL;
}

/* Is what this dialect's unit needs known? */
static int need(const struct sw_dialect *d, uint64_t nodes, double release_rate, struct sw_err *err)
{
    if (d->unit == SW_DIALECT_FRACTION && nodes == 0)
        return sw_err_usage(err, "--nodes: needed for '%s', which is a fraction of the nodes", d->name);
    if ((d->unit == SW_DIALECT_MS || d->unit == SW_DIALECT_SECONDS) && isnan(release_rate))
        return sw_err_usage(err, "--release-rate: needed for '%s', which is a time (or --nodes, --slots-per-node and "
                                 "--task-time)", d->name);
    return SW_OK;
}

/* Seconds of "3s", "250ms", or a bare number in the dialect's own unit. */
static int read_wait(const struct sw_dialect *d, const char *text, double *out)
{
    int64_t us;
    double bare;
    if (sw_num_real(text, strlen(text), &bare) == SW_OK && d->unit == SW_DIALECT_MS) {
        *out = bare / 1000;
        return SW_OK;
    }
    if (sw_num_duration(text, &us) != SW_OK)
        return SW_FAIL;
    *out = (double)us / SW_US_PER_S;
    return SW_OK;
}

static int read_delay(const struct sw_dialect *d, const char *text, double *out)
{
    switch (d->unit) {
    case SW_DIALECT_SKIPS: return sw_num_real(text, strlen(text), out);
    case SW_DIALECT_FRACTION: return sw_num_fraction(text, out);
    default: return read_wait(d, text, out);
    }
}

/* Skips of one unit: 1, all nodes' worth, or a second's worth of freed slots. */
static double to_skips(const struct sw_dialect *d, double value, uint64_t nodes, double release_rate)
{
    double one = d->unit == SW_DIALECT_SKIPS ? 1 : d->unit == SW_DIALECT_FRACTION ? (double)nodes : release_rate;
    double n = value * one;
    return d->capped_by_nodes && nodes > 0 && n > (double)nodes ? (double)nodes : n;
}

int sw_dialect_read(const struct sw_dialect *d, const char *text, uint64_t nodes, double release_rate, double *out,
                    struct sw_err *err)
{
    double value;
    if (read_delay(d, text, &value) != SW_OK)
        return sw_err_usage(err, "--from: not a value of '%s' (%s): '%s'", d->name, d->summary, text);
    if (value < 0 && !d->negative_is_off)
        return sw_err_usage(err, "--from: must not be negative: '%s'", text);
    if (need(d, nodes, release_rate, err) != SW_OK)
        return SW_FAIL;
    /* Below 0 the system does not wait at all. */
    *out = value < 0 ? 0 : to_skips(d, value, nodes, release_rate);
    return SW_OK;
}

/* A product a rounding error above a whole number stands for it: 0.07 x 100 is 7, not 8. */
static double round_up(double x) { return ceil(x - 1e-12 * fabs(x)); }

/* The shortest decimal F with D <= F M < D + 1/2: D skips exactly, with room for the system's own rounding. */
static void write_fraction(double whole, double nodes, char *text, size_t cap)
{
    for (int digits = 0; digits <= 17; digits++) {
        double scale = pow(10, digits), f = round_up(whole / nodes * scale) / scale;
        snprintf(text, cap, "%.*f", digits, f);
        if (f * nodes < whole + 0.5)
            return;
    }
}

int sw_dialect_write(const struct sw_dialect *d, double n, uint64_t nodes, double release_rate, char *text, size_t cap,
                     struct sw_err *err)
{
    char number[SW_NUM_MAX + 1] = "";
    if (need(d, nodes, release_rate, err) != SW_OK)
        return SW_FAIL;
    if (d->capped_by_nodes && nodes > 0 && n > (double)nodes)
        n = (double)nodes;
    switch (d->unit) {
    case SW_DIALECT_FRACTION: write_fraction(round_up(n), (double)nodes, text, cap); break;
    case SW_DIALECT_SKIPS: snprintf(text, cap, "%.0f", round_up(n)); break;
    case SW_DIALECT_MS:
        snprintf(text, cap, "%.0f%s", round_up(1000 * n / release_rate), d == &spark ? "ms" : "");
        break;
    case SW_DIALECT_SECONDS:
        number[sw_num_put_time(number, (int64_t)round_up(SW_US_PER_S * n / release_rate))] = '\0';
        snprintf(text, cap, "%s", number);
    }
    return SW_OK;
}

void sw_dialect_write_time(const struct sw_dialect *d, double wait_s, char *text, size_t cap)
{
    double ms = wait_s > 0 ? fmax(1, round(1000 * wait_s)) : 0;
    if (d->unit == SW_DIALECT_SECONDS)
        snprintf(text, cap, "%g", wait_s);
    else if (d != &spark)
        snprintf(text, cap, "%.0f", ms);
    else if (fmod(ms, 1000) == 0)
        snprintf(text, cap, "%.0fs", ms / 1000);
    else
        snprintf(text, cap, "%.0fms", ms);
}
