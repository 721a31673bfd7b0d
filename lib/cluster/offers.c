/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offers.c - whose rounds offer free slots: heartbeats, or a release of Spark (R1). */
#include "lib/cluster/cluster.h"
#include <stdio.h>
#include <string.h>

/* A part that is not given is the last: "3" is the last 3.x that is known, "3.3" the last 3.3. */
enum { MAJOR_MOST = 4, PART_MOST = 99 };

/* "3.5.8" */
static bool read_release(const char *text, size_t len, int32_t *release)
{
    int part[3] = { 0, PART_MOST, PART_MOST }, n = 0;
    for (size_t i = 0; i <= len && n < 3; i++) {
        size_t digits = strspn(text + i, "0123456789");
        uint64_t number;
        if (!digits || digits > 2 || sw_num_u64(text + i, digits, &number) != SW_OK)
            return false;
        part[n++] = (int)number;
        i += digits;
        if (i > len || (i < len && text[i] != '.') || (i < len && n == 3))
            return false;
    }
    *release = part[0] * 10000 + part[1] * 100 + part[2];
    return n && part[0] >= 1 && part[0] <= MAJOR_MOST;
}

static bool is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && !strncmp(text, word, len);
}

/* What stands behind the release. */
static bool read_words(const char *text, struct sw_spark *spark)
{
    while (*text) {
        size_t len = strcspn(++text, ",");
        if (is_word(text, len, "legacy"))
            spark->legacy = true;
        else if (is_word(text, len, "scala-2.12") || is_word(text, len, "scala-2.13"))
            spark->scala_2_12 = text[len - 1] == '2';
        else
            return false;
        text += len;
    }
    return true;
}

int sw_offers_find(const char *arg, struct sw_replay_options *opt, struct sw_err *err)
{
    static const char spark[] = "spark-";
    struct sw_spark to = { .release = 0 };
    if (!strcmp(arg, "heartbeat")) {
        opt->offers = SW_OFFERS_HEARTBEAT;
        return SW_OK;
    }
    const char *release = arg + strlen(spark);
    if (strncmp(arg, spark, strlen(spark)) != 0)
        return sw_err_usage(err, "--offers: neither heartbeat nor spark-RELEASE[,legacy][,scala-2.12]: '%s'", arg);
    size_t len = strcspn(release, ",");
    if (!read_release(release, len, &to.release))
        return sw_err_usage(err, "--offers: not a release of Spark, as 2.4, 3 or 4.1.1: '%s'", arg);
    if (is_word(release, len, "2")) { /* R1.1: its resets in the last 3 */
        to.release = SW_SPARK_(3, PART_MOST, PART_MOST);
        to.legacy = true;
    }
    to.scala_2_12 = to.release < SW_SPARK_(3, 2, 0);
    if (!read_words(release + len, &to))
        return sw_err_usage(err, "--offers: behind the release stands legacy, scala-2.12 or scala-2.13: '%s'", arg);
    if (snprintf(to.text, sizeof to.text, "%s", arg) >= (int)sizeof to.text)
        return sw_err_usage(err, "--offers: too long: '%s'", arg);
    opt->offers = SW_OFFERS_SPARK;
    opt->spark = to;
    return SW_OK;
}

const char *sw_offers_text(const struct sw_replay_options *opt)
{
    return opt->offers ? opt->spark.text : "heartbeat";
}
