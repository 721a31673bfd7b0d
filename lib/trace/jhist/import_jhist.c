/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_jhist.c - Hadoop's job history: a file a job, of JSON events (Hadoop 2 and 3) or of KEY="value" records
 * (Hadoop 1), of these also several joined with !!FILE= lines. The lines of a file are events, read one by one into
 * struct history; rows are given when its job has ended. */
#include <stdlib.h>
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/jhist/jhist.h"

/* The configuration that Hadoop leaves beside each history: nothing in it is read. Such a file is of this format
 * and has no job. */
static bool is_configuration(const char *at, size_t n)
{
    return (bytes_begin(at, n, "<?xml") || bytes_begin(at, n, "<configuration")) && memmem(at, n, "<configuration", 14);
}

/* A form feed stands before each file in joined histories. */
static bool is_of_hadoop1(const char *at, size_t n)
{
    for (; n > 0 && strchr("\f\n\r ", *at) && *at != '\0'; n--)
        at++;
    return bytes_begin(at, n, "Meta VERSION=") || bytes_begin(at, n, "Job JOBID=") || bytes_begin(at, n, "!!FILE=");
}

/* Avro's word is in the first line, which is what stands behind a licence in a comment, too. A name further on may hold
 * it. */
static bool jhist_sniff(const char *at, size_t n)
{
    return is_of_hadoop1(at, n) || bytes_begin(at, n, "Avro-Json") || bytes_begin(at, n, "Avro-Binary")
           || (is_configuration(at, n) && memmem(at, n, "mapred", 6));
}

static void jhist_close(void *state)
{
    struct jhist *s = state;
    lines_clear(&s->lines);
    history_clear(&s->job);
    json_clear(&s->tree);
    free(s->long_line);
}

static int jhist_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct jhist *s = state;
    const char *at;
    size_t n;
    s->lines.bytes = in;
    /* No job is in hand, so that the first call for a row reads one. */
    s->job.ended = true;
    if (history_open(&s->job, rules, err) != SW_OK || sw_bytes_peek(in, &at, 4096, &n, err) != SW_OK)
        return SW_FAIL;
    if (bytes_begin(at, n, "Avro-Binary"))
        return sw_err_data(err, sw_bytes_path(in), 1, NULL, "binary Avro: not read here (Hadoop writes JSON with "
                           "mapreduce.jobhistory.jhist.format=json)");
    s->kind = is_of_hadoop1(at, n) ? JHIST_TEXT : is_configuration(at, n) ? JHIST_NOTHING : JHIST_JSON;
    return SW_OK;
}

/* ---- the end of a job -------------------------------------------------------------------------------- */

/* told is the job's own word, HISTORY_UNKNOWN where it has none. */
static void compare_counts(struct jhist *s, const int64_t *told, const int64_t *counted, int n)
{
    for (int i = 0; i < n; i++)
        if (told[i] != HISTORY_UNKNOWN && told[i] != counted[i])
            jhist_note(s, SW_DAMAGE_COUNT);
}

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
    compare_counts(s, s->told_local, n, 3);
}

/* Tasks that were done, each once however many of its attempts were. */
static void judge_done(struct jhist *s)
{
    int64_t n[2] = { 0, 0 };
    for (size_t i = 0; i < s->job.n_tasks; i++)
        for (uint32_t a = s->job.tasks[i].first; a != HISTORY_NONE; a = s->job.attempts[a].next)
            if (s->job.attempts[a].outcome == SW_DONE) {
                n[s->job.tasks[i].kind == SW_REDUCE]++;
                break;
            }
    compare_counts(s, s->told_done, n, 2);
}

/* A file that ends without the job's last event was cut short. */
static int end_job(struct jhist *s, struct sw_err *err)
{
    s->in_job = false;
    if (!s->complete)
        jhist_note(s, SW_DAMAGE_CUT_SHORT);
    judge_locality(s);
    judge_done(s);
    return history_rows_end(&s->job, sw_bytes_path(s->lines.bytes), err) == SW_OK ? 1 : -2;
}

/* Lines up to the end of a job. 1: its rows can be given; 0: the end of the file. */
static int gather_history(struct jhist *s, struct sw_err *err)
{
    int got;
    while ((got = s->held ? 1 : lines_next(&s->lines, err)) == 1) {
        got = s->kind == JHIST_JSON ? jhist_json_line(s, err) : s->kind == JHIST_TEXT ? jhist_text_line(s, err) : 1;
        s->held = got == 0; /* the line of the next job, read again then */
        if (got == 0)
            return end_job(s, err);
        if (got < 0)
            return got;
    }
    if (got == -1)
        jhist_note(s, SW_DAMAGE_UNREADABLE);
    return got == 0 && s->in_job ? end_job(s, err) : got;
}

/* Rows of the job in hand, then the next job. */
static int jhist_next(void *state, void *record, struct sw_err *err)
{
    struct jhist *s = state;
    int got;
    while (!s->job.ended || (got = history_row(&s->job, record, err)) == 0)
        if ((got = gather_history(s, err)) != 1)
            return got;
    return got;
}

const struct sw_importer sw_import_jhist = { .name = "jhist",
    .summary = "Hadoop job history: .jhist JSON, or KEY=\"value\" of Hadoop 1", .is_tasks = true, .sniff = jhist_sniff,
    .size = sizeof(struct jhist), .open = jhist_open, .next = jhist_next, .line = lines_number, .raw = lines_raw,
    .close = jhist_close, .derived = history_rows_derived, .from_first = true, .is_log = true };
