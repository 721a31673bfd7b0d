/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info_recorded.c - what really happened, in what,value rows. Every attempt counts here, with its outcome, while
 * info.c counts tasks. A log without outcomes has no such rows. */
#include <stdio.h>
#include "lib/trace/report/info_recorded.h"

#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)
/* Behind the levels of locality, for done attempts of which none is recorded. */
enum { UNKNOWN = SW_AT_PROCESS + 1 };

static bool is_spanned(const struct sw_task_row *row)
{
    return KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH);
}

/* A task without an id cannot be told from others of its stage. */
static bool same_task(const struct sw_task_row *a, const struct sw_task_row *b)
{
    return a->stage == b->stage && a->task_id.len > 0 && sw_text_same(a->task_id, b->task_id);
}

/* Attempts at a task that stand together, as importers give them. Speculative copies are seen by this alone where a
 * log does not mark them, as Rumen's (docs/formats/rumen.md). */
static bool any_overlap(const struct sw_task_row *row, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (is_spanned(&row[i]) && is_spanned(&row[k]) && row[i].launch_us < row[k].finish_us
                && row[k].launch_us < row[i].finish_us)
                return true;
    return false;
}

/* Reduces have no locality to count. */
static void count_row(struct recorded *r, const struct sw_task_row *row)
{
    if (!KNOWN(row, SW_TASK_OUTCOME)) {
        r->n_untried++;
        return;
    }
    r->n_untimed += !is_spanned(row);
    if (row->outcome == SW_DONE && row->kind != SW_REDUCE)
        r->done[KNOWN(row, SW_TASK_LOCALITY) ? row->locality : UNKNOWN]++;
}

void info_recorded_add(struct recorded *r, const struct sw_job *job)
{
    /* Runs of rows at the same task, each run once. */
    for (size_t i = 0, n; i < job->n_task_rows; i += n) {
        for (n = 1; i + n < job->n_task_rows && same_task(&job->task_rows[i], &job->task_rows[i + n]);)
            n++;
        r->n_overlapping += any_overlap(&job->task_rows[i], n);
    }
    for (size_t i = 0; i < job->n_task_rows; i++)
        count_row(r, &job->task_rows[i]);
}

void info_recorded_put_word(struct sw_out *out, const char *key, const char *word)
{
    sw_out_str(out, key);
    sw_out_str(out, word);
    sw_out_end_row(out);
}

void info_recorded_put_count(struct sw_out *out, const char *key, uint64_t x)
{
    sw_out_str(out, key);
    sw_out_u64(out, x);
    sw_out_end_row(out);
}

/* `any` false: no row had an outcome, and all of these would say 0. */
void info_recorded_put(const struct recorded *r, bool any, struct sw_out *out)
{
    char key[64];
    if (!any)
        return;
    for (int i = 0; i <= UNKNOWN; i++) {
        snprintf(key, sizeof key, "done_maps_%s", i == UNKNOWN ? "unknown" : sw_locality_words[i]);
        info_recorded_put_count(out, key, r->done[i]);
    }
    info_recorded_put_count(out, "tasks_never_run", r->n_untried);
    info_recorded_put_count(out, "attempts_untimed", r->n_untimed);
    info_recorded_put_count(out, "tasks_with_attempts_at_once", r->n_overlapping);
}

/* Pools that hardly met on a node: comparing them tells nothing. */
void info_recorded_put_apart(const struct sw_meet *meet, struct sw_out *out)
{
    /* --info shows the first nine; sw_meet_apart() counts all. */
    enum { MOST = 9 };
    struct sw_meet_pair pair[MOST];
    char key[32];
    size_t n;
    sw_meet_apart(meet, pair, MOST, &n);
    for (size_t i = 0; i < n && i < MOST; i++) {
        snprintf(key, sizeof key, "apart_%zu", i + 1);
        char value[400];
        const struct sw_meet_pair *p = &pair[i];
        snprintf(value, sizeof value, "%.*s and %.*s: %llu of %llu tasks of the first ran on the %zu of %zu nodes that "
                 "the second used", (int)(p->pool.len < 60 ? p->pool.len : 60), p->pool.at,
                 (int)(p->other.len < 60 ? p->other.len : 60), p->other.at, (unsigned long long)p->met,
                 (unsigned long long)p->tasks, p->nodes, p->all_nodes);
        info_recorded_put_word(out, key, value);
    }
}

/* hosts NULL: neither a topology nor a trace has named nodes. */
void info_recorded_put_source(const struct sw_importer *format, const struct sw_hosts *hosts, bool has_origin,
                              int64_t origin_us, struct sw_out *out)
{
    size_t n_racks, n_nodes = hosts ? sw_hosts_n(hosts, &n_racks) : 0;
    if (has_origin) {
        sw_out_str(out, "origin_s");
        sw_out_time(out, origin_us);
        sw_out_end_row(out);
    }
    if (format->no_locality)
        info_recorded_put_word(out, "locality", "none in this format");
    if (n_nodes == 0)
        return;
    info_recorded_put_count(out, "nodes", n_nodes);
    info_recorded_put_count(out, "racks", n_racks);
}
