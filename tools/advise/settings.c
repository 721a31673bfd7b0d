/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - see settings.h. A study's waits have the unit of the log's own rule. Another system's unit is reached
 * by way of skips: seconds times the rate at which slots are released, shares times the nodes. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/trace/import/sw_importer.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"

/* Algorithm 3 of the delay scheduling paper has two times, as Hadoop 1's Fair Scheduler has. */
const struct sw_dialect *settings_dialect(const struct sw_study *s)
{
    static const char *const of[] = { [SW_FAMILY_WAIT] = "hadoop1", [SW_FAMILY_SPARK] = "spark",
                                      [SW_FAMILY_YARN] = "yarn-fair",
                                      [SW_FAMILY_YARN_TIME] = "yarn-time", [SW_FAMILY_CAPACITY] = "yarn-capacity" };
    return sw_dialect_find(of[s->waits.family]);
}

/* A wait of this family, in skips: those that the time brings, or the offers missed. */
static double skips_of(const struct sw_study *s, double wait)
{
    switch (s->waits.family) {
    case SW_FAMILY_YARN: return wait * (double)s->n_nodes;
    case SW_FAMILY_CAPACITY: return wait;
    default: return wait * s->release_rate;
    }
}

/* NaN where the rate is not known. A wait that is a time needs no rate. */
double settings_seconds(const struct sw_study *s, double wait)
{
    return sw_family_is_time(s->waits.family) ? wait : skips_of(s, wait) / s->release_rate;
}

/* A wait of 0 takes the level away in Spark up to 2.0 (SPARK-18967): tasks pass it even where its slot is free. */
static bool drops_level_at_0(const struct sw_study *s)
{
    char version[60];
    int major = 0, minor = 0;
    return s->waits.family == SW_FAMILY_SPARK
           && sw_trace_fact(s->ask.log->trace, "spark_version", version, sizeof version)
           && sscanf(version, "%d.%d", &major, &minor) == 2 && (major < 2 || (major == 2 && minor < 1));
}

/* What stands for no wait in this dialect: its word for off, 0, or Spark's 0 with a unit. */
static const char *no_wait(const struct sw_study *s, const struct sw_dialect *d)
{
    return d->off ? d->off : d->unit != SW_DIALECT_MS || d->xml ? "0" : drops_level_at_0(s) ? "1ms" : "0s";
}

/* Negative where the dialect needs a rate, or nodes, that the log does not tell. What is in the dialect's own unit is
 * written as it is, without the way over skips. */
static int write_value(const struct sw_study *s, const struct sw_dialect *d, double wait, char *text, size_t cap)
{
    bool times = sw_family_is_time(s->waits.family);
    if (wait == 0)
        return snprintf(text, cap, "%s", no_wait(s, d));
    /* A time in a dialect of times. */
    if (times && (d->unit == SW_DIALECT_SECONDS || d->unit == SW_DIALECT_MS)) {
        sw_dialect_write_time(d, wait, text, cap);
        return 0;
    }
    /* A share of the nodes in a dialect of shares. */
    if (s->waits.family == SW_FAMILY_YARN && d->unit == SW_DIALECT_FRACTION)
        return snprintf(text, cap, "%g", wait);
    return sw_dialect_write(d, skips_of(s, wait), s->n_nodes, s->release_rate, text, cap, NULL);
}

static void put_setting(const struct sw_dialect *d, const char *key, const char *value, struct setting *out)
{
    snprintf(out->text, sizeof out->text, d->xml ? "<property><name>%s</name><value>%s</value></property>" : "%s %s",
             key, value);
}

/* Spark's wait for a process that holds the data stands beside the two others, so that the three lines say all of the
 * wait. */
static bool put_process(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d,
                        struct setting *out)
{
    char value[40], was[40];
    const double to = s->waits.at[a->chosen].process, own = s->waits.at[0].process;
    snprintf(value, sizeof value, "%s", no_wait(s, d));
    snprintf(was, sizeof was, "%s", no_wait(s, d));
    if (to > 0)
        sw_dialect_write_time(d, to, value, sizeof value);
    if (own > 0)
        sw_dialect_write_time(d, own, was, sizeof was);
    put_setting(d, "spark.locality.wait.process", value, out);
    if (strcmp(value, was) == 0)
        snprintf(out->comment, sizeof out->comment, "unchanged");
    else
        snprintf(out->comment, sizeof out->comment, "was %s", was);
    return true;
}

bool settings_line(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d, size_t i,
                   struct setting *out)
{
    const struct sw_candidate *own = &s->waits.at[0], *to = &s->waits.at[a->chosen];
    bool with_process = s->waits.family == SW_FAMILY_SPARK && strcmp(d->name, "spark") == 0;
    char value[64] = "", was[64] = "";
    *out = (struct setting){ "", "" };
    if (with_process && i == 0)
        return put_process(s, a, d, out);
    /* From here on 0 is the line for the node and 1 that for the rack. */
    i -= with_process;
    if (i > 1 || (i == 1 && !d->rack_key))
        return false;
    /* A wait of the Capacity Scheduler has one number here, that for the node. Its key for the rack stays as it is. */
    if (i == 1 && s->waits.family == SW_FAMILY_CAPACITY && strcmp(d->name, "yarn-capacity") == 0)
        return false;
    double wait = i == 0 ? to->node : to->rack, before = i == 0 ? own->node : own->rack;
    /* The first line says that the value cannot be told, and there is no second. */
    if (write_value(s, d, wait, value, sizeof value) < 0 || write_value(s, d, before, was, sizeof was) < 0) {
        snprintf(out->text, sizeof out->text, "%s", "");
        snprintf(out->comment, sizeof out->comment, "%s: cannot be told without a release rate", d->name);
        return i == 0;
    }
    put_setting(d, i == 0 ? d->node_key : d->rack_key, value, out);
    if (strcmp(value, was) == 0)
        snprintf(out->comment, sizeof out->comment, "unchanged");
    /* A log that names no rule was replayed without a wait, and that is an assumption. */
    else if (s->ask.log->delay || before > 0)
        snprintf(out->comment, sizeof out->comment, "was %s", was);
    else
        snprintf(out->comment, sizeof out->comment, "replaces no wait, which was taken for the log's");
    return true;
}

/* A comment is a line whatever a log's names hold, and in XML has no two hyphens in a row. */
static void put_comment(const struct sw_dialect *d, const char *head, const char *text, struct sw_out *out)
{
    sw_out_printf(out, "%s%s", d->xml ? "<!-- " : "# ", head);
    for (char before = ' '; *text != '\0'; before = *text++) {
        char c = (unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text;
        if (d->xml && c == '-' && before == '-')
            sw_out_bytes(out, " ", 1);
        sw_out_bytes(out, &c, 1);
    }
    sw_out_printf(out, "%s\n", d->xml ? " -->" : "");
}

/* --dialect: the answer as a comment and the lines, which a configuration can take as they are. */
void settings_put(const struct advised *v, const struct sw_dialect *d, struct sw_out *out)
{
    const enum sw_advice advice = v->answer.advice;
    char head[32];
    struct words w = { 0 };
    struct setting line;
    answer_words(v, &w);
    snprintf(head, sizeof head, "%s: ", sw_advice_words[advice]);
    put_comment(d, head, w.at, out);
    if (advice == SW_ADVICE_CANNOT_TELL)
        return;
    if (d->comment)
        put_comment(d, "", d->comment, out);
    for (size_t i = 0; settings_line(&v->study, &v->answer, d, i, &line); i++) {
        put_comment(d, "", line.comment, out);
        if (line.text[0] != '\0')
            sw_out_printf(out, "%s\n", line.text);
    }
}
