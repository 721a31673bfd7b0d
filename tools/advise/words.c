/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - numbers and waits as words; the first line of a page and its last. answer.c and sections.c put these
 * words into paragraphs. Nothing here is decided: all numbers are the study's. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "lib/trace/import/sw_importer.h"
#include "tools/advise/words.h"

/* ---- pieces --------------------------------------------------------------------------------------- */

void words_add(struct words *w, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    /* What does not fit is cut, and n stays at the terminating NUL, so later additions add nothing. */
    int n = vsnprintf(w->at + w->n, sizeof w->at - w->n, fmt, args);
    va_end(args);
    if (n > 0)
        w->n += (size_t)n < sizeof w->at - w->n ? (size_t)n : sizeof w->at - w->n - 1;
}

struct word word_number(double x)
{
    struct word out;
    double size = fabs(x);
    /* Digits behind the point: 3 below 1, then 2, 1 from 100 on, and none from 1,000 on. Zeros at the end say nothing
     * and go. */
    int digits = size >= 1000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
    snprintf(out.text, sizeof out.text, "%.*f", digits, x);
    char *end = out.text + strlen(out.text);
    while (strchr(out.text, '.') && (end[-1] == '0' || end[-1] == '.')) {
        bool point = end[-1] == '.';
        *--end = '\0';
        if (point)
            break;
    }
    if (isnan(x))
        strcpy(out.text, "?");
    return out;
}

/* A share as percent with its sign, to a tenth. Adding 0.0 turns a negative zero, which would print as "-0.0", into
 * zero. */
struct word word_percent(double share)
{
    struct word out;
    double percent = round(1000 * share) / 10 + 0.0;
    snprintf(out.text, sizeof out.text, "%+.1f %%", percent);
    if (isnan(share))
        strcpy(out.text, "?");
    return out;
}

/* Seconds up to 3 minutes, minutes up to 3 hours, then hours. */
struct word word_span(double s)
{
    struct word out, number;
    double minutes = s / 60, hours = s / 3600;
    number = word_number(hours >= 3 ? hours : minutes >= 3 ? minutes : s);
    snprintf(out.text, sizeof out.text, "%.40s %s", number.text, hours >= 3 ? "hours" : minutes >= 3 ? "minutes" : "s");
    return out;
}

/* Of a factor on a task's time: "18.2 % longer", "6.7 times as long". */
struct word word_longer(double factor)
{
    struct word out, number = word_number(factor >= 2 ? factor : 100 * (factor - 1));
    snprintf(out.text, sizeof out.text, "%.30s %s", number.text, factor >= 2 ? "times as long" : "% longer");
    return out;
}

/* "no wait" leaves the wait for the process out: see sw_candidate_wait(). One number stands for two that are the
 * same. */
struct word words_wait_of(const struct sw_study *s, const struct sw_candidate *p)
{
    struct word out;
    bool times = sw_family_is_time(s->waits.family);
    if (sw_candidate_wait(p) == 0)
        snprintf(out.text, sizeof out.text, "no wait");
    else if (times && p->node == p->rack)
        snprintf(out.text, sizeof out.text, "%g s", p->node);
    else if (times)
        snprintf(out.text, sizeof out.text, "%g s and %g s", p->node, p->rack);
    else if (p->node == p->rack)
        snprintf(out.text, sizeof out.text, "%g %s", p->node, words_unit(s->waits.family));
    else
        snprintf(out.text, sizeof out.text, "%.40s %s", words_numbers(s->waits.family, p).text,
                 words_unit(s->waits.family));
    return out;
}

/* What the numbers of a wait are for, in the order in which words_numbers() has them. */
const char *words_waits(const struct sw_study *s)
{
    switch (s->waits.family) {
    case SW_FAMILY_SPARK: return "for process, node and rack";
    case SW_FAMILY_CAPACITY: return "offers missed, for the node";
    case SW_FAMILY_YARN: return "shares of the nodes, for node and rack";
    default: return "for node and rack";
    }
}

/* Ids of Spark's jobs are "application/number". Beside a title the number is enough, as the page has the
 * application's name. */
void words_add_job(struct words *w, struct sw_text id, struct sw_text title)
{
    const char *slash = id.len > 0 ? memrchr(id.at, '/', id.len) : NULL;
    if (title.len == 0)
        words_add(w, "%.*s", (int)(id.len < 60 ? id.len : 60), id.at);
    else
        words_add(w, "job %.*s, %.*s", (int)(slash ? id.len - (size_t)(slash + 1 - id.at) : id.len),
                  slash ? slash + 1 : id.at, (int)title.len, title.at);
}

/* The unit of a wait's numbers by its rule. Those of the Capacity Scheduler count scheduling opportunities that were
 * missed. */
const char *words_unit(enum sw_family family)
{
    return family == SW_FAMILY_YARN ? "of the nodes" : family == SW_FAMILY_CAPACITY ? "offers" : "s";
}

struct word words_numbers(enum sw_family family, const struct sw_candidate *p)
{
    struct word out;
    switch (family) {
    case SW_FAMILY_SPARK: snprintf(out.text, sizeof out.text, "%gs %gs %gs", p->process, p->node, p->rack); break;
    case SW_FAMILY_YARN: snprintf(out.text, sizeof out.text, "%g %g", p->node, p->rack); break;
    case SW_FAMILY_CAPACITY: snprintf(out.text, sizeof out.text, "%g", p->node); break;
    default: snprintf(out.text, sizeof out.text, "%gs %gs", p->node, p->rack);
    }
    return out;
}

/* ---- the head ------------------------------------------------------------------------------------- */

/* What was read, by which release, how much of it, and for how long it ran. A log that lacks something has no cluster
 * to count. */
void words_title(const struct advised *v, struct words *w)
{
    const struct sw_log *log = v->log;
    char version[60];
    const char *slash = strrchr(v->name, '/');
    char name[120];
    const bool named = sw_trace_fact(v->log->trace, "application", name, sizeof name) && name[0] != '\0';
    words_add(w, "%s: ", named ? name : slash && slash[1] != '\0' ? slash + 1 : v->name);
    if (sw_trace_fact(log->trace, "spark_version", version, sizeof version) && version[0] != '\0')
        words_add(w, "Spark %s", version);
    else
        words_add(w, "%s", log->format);
    if (log->n_tasks == 0)
        return;
    words_add(w, ", %llu job%s, %llu task%s", ull(log->n_jobs), many(log->n_jobs), ull(log->n_tasks),
              many(log->n_tasks));
    if (log->lacks)
        return;
    /* Those that are there at some time; nodes that stand on one host are executors. */
    uint64_t n = 0, hosts = 0;
    for (uint32_t i = 0; i < log->cl->n_nodes; i++) {
        bool there = log->cl->node[i].span[0].from_us < SW_TIME_MAX / 2;
        n += there;
        hosts += there && log->cl->node[i].home == i;
    }
    if (log->cl->has_hosts)
        words_add(w, ", %llu executor%s on %llu host%s", ull(n), many(n), ull(hosts), many(hosts));
    else
        words_add(w, ", %llu node%s", ull(n), many(n));
    words_add(w, ", %s", word_span(v->study.back.makespan_s).text);
}

/* ---- once more ----------------------------------------------------------------------------------------------- */

void words_add_given(const char *option, const char *value, struct words *w)
{
    if (value)
        words_add(w, " %s %s", option, value);
}

/* What was given in place of what the log says is given again. */
void words_again(const struct advised *v, struct words *w)
{
    const struct sw_study *s = &v->study;
    const struct config *cfg = v->cfg;
    words_add(w, "slot-replay --as-recorded");
    words_add_given("--cluster", cfg->cluster_file, w);
    words_add_given("--topology", cfg->topology_file, w);
    words_add_given("--preset", cfg->preset, w);
    words_add_given("--pools", cfg->pools_file, w);
    /* The text of --order is kept with the options as they were given, and nowhere else. */
    for (size_t i = 0; i < cfg->n_given; i++)
        if (!strcmp(cfg->given[i].name, "order"))
            words_add_given("--order", cfg->given[i].arg, w);
    if (cfg->slots_given)
        words_add(w, " --slots-per-node %llu", ull(cfg->slots));
    if (cfg->kinds_given)
        words_add(w, " --map-slots %llu --reduce-slots %llu", ull(cfg->map_slots), ull(cfg->reduce_slots));
    /* The study drew the hidden hosts; the command has uniform placement on as many hosts in their place. */
    if (s->hidden && !s->ask.log->spark)
        words_add(w, " --placement uniform --replication %llu", ull(s->replicas));
    if (s->price->rack > 1 || s->price->any > 1)
        words_add(w, " --penalty rack=%.6g,any=%.6g", s->price->rack, s->price->any);
    words_add(w, " --delay %s LOG", s->waits.at[v->answer.best].rule);
}

/* kept.wait is 0 where none gains, and its change is then not told. */
void words_add_kept(const struct sw_study *s, struct words *w)
{
    words_add(w, "Dynamic allocation let %llu executor%s go while tasks waited, and so do the replays.", ull(s->kept.n),
              many(s->kept.n));
    if (s->kept.wait > 0)
        words_add(w, " Had %s stayed to the end, %s would have made it %s.", s->kept.n == 1 ? "it" : "they",
                  words_wait_of(s, &s->waits.at[s->kept.wait]).text, word_percent(s->kept.change).text);
}
