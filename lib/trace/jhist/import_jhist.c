/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_jhist.c - Hadoop's job history: a file a job, of JSON events (Hadoop 2 and 3) or of KEY="value" records
 * (Hadoop 1), of these also several joined with !!FILE= lines. */
#include <stdlib.h>
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/jhist/jhist.h"

static bool begins(const char *at, size_t n, const char *with) { return text_begins((struct sw_text){ at, n }, with); }

/* The configuration that Hadoop leaves beside each history: nothing in it is read. */
static bool is_configuration(const char *at, size_t n)
{
    return (begins(at, n, "<?xml") || begins(at, n, "<configuration")) && memmem(at, n, "<configuration", 14);
}

/* A form feed stands before each file in joined histories. */
static bool is_text(const char *at, size_t n)
{
    for (; n > 0 && strchr("\f\n\r ", *at) && *at != '\0'; n--)
        at++;
    return begins(at, n, "Meta VERSION=") || begins(at, n, "Job JOBID=") || begins(at, n, "!!FILE=");
}

/* In the first line, which is what stands behind a licence in a comment, too. A name further on may hold the words. */
static bool is_json(const char *at, size_t n) { return begins(at, n, "Avro-Json") || begins(at, n, "Avro-Binary"); }

static bool jhist_sniff(const char *at, size_t n)
{
    return is_text(at, n) || is_json(at, n) || (is_configuration(at, n) && memmem(at, n, "mapred", 6));
}

static void jhist_close(void *state)
{
    struct jhist *s = state;
    lines_clear(&s->lines);
    history_clear(&s->job);
    json_clear(&s->tree);
    escape_clear(&s->escape);
    free(s->long_line);
    sw_hosts_free(s->own_hosts);
}

static int jhist_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct jhist *s = state;
    s->lines.bytes = in;
    s->hosts = rules->hosts;
    s->damage = &rules->side->damage;
    s->job.ids = rules->side->job_ids;
    s->job.ended = true;
    if (!s->hosts && sw_hosts_new(&s->own_hosts, err) != SW_OK)
        return SW_FAIL;
    s->hosts = s->hosts ? s->hosts : s->own_hosts;
    const char *at;
    size_t n;
    if (sw_bytes_peek(s->lines.bytes, &at, 4096, &n, err) != SW_OK)
        return SW_FAIL;
    if (begins(at, n, "Avro-Binary"))
        return sw_err_data(err, sw_bytes_path(s->lines.bytes), 1, NULL,
                           "binary Avro: not read here (Hadoop writes JSON with "
                           "mapreduce.jobhistory.jhist.format=json)");
    s->kind = is_text(at, n) ? JHIST_TEXT : is_configuration(at, n) ? JHIST_NOTHING : JHIST_JSON;
    return SW_OK;
}

/* ---- the end of a job -------------------------------------------------------------------------------- */

/* The job's own counters count every attempt launched; they can be compared where each has its locality. */
static void judge_locality(struct jhist *s)
{
    int64_t n[3] = { 0, 0, 0 };
    for (size_t i = 0; i < s->job.n_attempts; i++) {
        const struct history_attempt *a = &s->job.attempts[i];
        if (s->job.tasks[a->task].kind != SW_MAP)
            continue;
        if (a->locality < 0)
            return;
        n[a->locality]++;
    }
    for (int k = 0; k < 3; k++)
        if (s->told_local[k] != HISTORY_UNKNOWN && s->told_local[k] != n[k])
            jhist_note(s, SW_DAMAGE_COUNT);
}

static void judge_done(struct jhist *s)
{
    int64_t n[2] = { 0, 0 };
    for (size_t i = 0; i < s->job.n_tasks; i++)
        for (uint32_t a = s->job.tasks[i].first; a != HISTORY_NONE; a = s->job.attempts[a].next)
            if (s->job.attempts[a].outcome == SW_DONE) {
                n[s->job.tasks[i].kind == SW_REDUCE]++;
                break;
            }
    for (int k = 0; k < 2; k++)
        if (s->told_done[k] != HISTORY_UNKNOWN && s->told_done[k] != n[k])
            jhist_note(s, SW_DAMAGE_COUNT);
}

static int end_job(struct jhist *s, struct sw_err *err)
{
    s->in_job = false;
    if (!s->complete)
        jhist_note(s, SW_DAMAGE_CUT_SHORT);
    judge_locality(s);
    judge_done(s);
    return history_rows_end(&s->job, s->hosts, s->damage, sw_bytes_path(s->lines.bytes), err) == SW_OK ? 1 : -2;
}

static int read_line(struct jhist *s, struct sw_err *err)
{
    int got = s->held ? 1 : lines_next(&s->lines, err);
    s->held = false;
    if (got == -1)
        jhist_note(s, SW_DAMAGE_UNREADABLE);
    return got;
}

static int next_job(struct jhist *s, struct sw_err *err)
{
    int got;
    while ((got = read_line(s, err)) == 1) {
        got = s->kind == JHIST_JSON ? jhist_json_line(s, err) : s->kind == JHIST_TEXT ? jhist_text_line(s, err) : 1;
        s->held = got == 0;
        if (got == 0)
            return end_job(s, err);
        if (got < 0)
            return got;
    }
    return got == 0 && s->in_job ? end_job(s, err) : got;
}

static int jhist_next(void *state, void *record, struct sw_err *err)
{
    struct jhist *s = state;
    int got;
    while (!s->job.ended || (got = history_row(&s->job, s->hosts, record, err)) == 0)
        if ((got = next_job(s, err)) != 1)
            return got;
    return got;
}

const struct sw_importer sw_import_jhist = { .name = "jhist",
    .summary = "Hadoop job history: .jhist JSON, or KEY=\"value\" of Hadoop 1", .is_tasks = true, .sniff = jhist_sniff,
    .size = sizeof(struct jhist), .open = jhist_open, .next = jhist_next, .line = lines_number, .raw = lines_raw,
    .close = jhist_close, .derived = history_rows_derived, .from_first = true, .is_log = true };
