/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_rows.c - a gathered job as rows: what is wrong with it, what follows from what. See history.h. Times come
 * first, as all else needs to know which attempts have both. Then the job is judged for --check, and its rows are
 * given one at a time. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/jhist/history.h"
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/trace/record/known.h"

/* Both kinds of tasks stand in one list. */
static bool is_reduce(const struct history_task *t) { return t->kind == SW_REDUCE; }
/* Both times are known and in order. */
static bool spans(const struct history_attempt *a)
{
    return a->launch_us != HISTORY_UNKNOWN && a->finish_us != HISTORY_UNKNOWN && a->finish_us >= a->launch_us;
}

/* ---- times ------------------------------------------------------------------------------------------- */

/* The end of copying, when it lies within the attempt. */
static bool copied(const struct history *h, const struct history_attempt *a)
{
    return is_reduce(&h->tasks[a->task]) && spans(a) && a->copied_us >= a->launch_us && a->copied_us <= a->finish_us;
}

/* duration_s as history.h defines it: of a reduce, from the end of its copying. */
static int64_t own_duration(const struct history *h, const struct history_attempt *a)
{
    return a->finish_us - (copied(h, a) ? a->copied_us : a->launch_us);
}

/* In 128 bits, as times are added. */
struct sums { int64_t n; __int128 us; };

static void history_rows_add(struct sums *s, int64_t us)
{
    s->n++;
    s->us += us;
}

/* A kind's mean is that of its done attempts, else of its timed ones, rounded. */
static void find_means(struct history *h)
{
    struct sums done[2] = { { 0 } }, timed[2] = { { 0 } };
    for (size_t i = 0; i < h->n_attempts; i++) {
        const struct history_attempt *a = &h->attempts[i];
        bool reduce = is_reduce(&h->tasks[a->task]);
        if (!spans(a))
            continue;
        history_rows_add(&timed[reduce], own_duration(h, a));
        if (a->outcome == SW_DONE)
            history_rows_add(&done[reduce], own_duration(h, a));
    }
    for (int k = 0; k < 2; k++) {
        const struct sums *s = done[k].n > 0 ? &done[k] : &timed[k];
        h->mean_us[k] = s->n > 0 ? (int64_t)((s->us + s->n / 2) / s->n) : HISTORY_UNKNOWN;
    }
}

/* Some attempt at the task tells how long it took. */
static bool has_times(const struct history *h, const struct history_task *task)
{
    for (uint32_t i = task->first; i != HISTORY_NONE; i = h->attempts[i].next)
        if (spans(&h->attempts[i]))
            return true;
    return false;
}

/* Of a task without a timed attempt. The kind's mean in the job; without one the time from its launch to the last
 * sign of the job, and 0 at worst. */
static int64_t stand_in(const struct history *h, const struct history_task *task, const struct history_attempt *a)
{
    if (h->mean_us[is_reduce(task)] != HISTORY_UNKNOWN)
        return h->mean_us[is_reduce(task)];
    return a && a->launch_us != HISTORY_UNKNOWN && h->last_us > a->launch_us ? h->last_us - a->launch_us : 0;
}

/* ---- faults ------------------------------------------------------------------------------------------ */

/* Each fault of an attempt is counted by itself. */
static void judge_attempt(const struct history *h, const struct history_attempt *a, const char *path)
{
    bool starts = a->launch_us != HISTORY_UNKNOWN, ends = a->finish_us != HISTORY_UNKNOWN;
    if (!ends)
        sw_damage_note(h->damage, SW_DAMAGE_NO_END, path, a->line);
    if (!starts)
        sw_damage_note(h->damage, SW_DAMAGE_NO_START, path, a->line);
    if (starts && ends && a->finish_us < a->launch_us)
        sw_damage_note(h->damage, SW_DAMAGE_NEGATIVE, path, a->line);
    if (starts && h->submit_us != HISTORY_UNKNOWN && a->launch_us < h->submit_us)
        sw_damage_note(h->damage, SW_DAMAGE_BEFORE_STAGE, path, a->line);
}

/* The job's own totals are compared with its tasks (count_disagrees). */
static void judge_job(const struct history *h, const char *path)
{
    int64_t n[2] = { 0, 0 };
    for (size_t i = 0; i < h->n_tasks; i++) {
        n[is_reduce(&h->tasks[i])]++;
        if (h->tasks[i].hosts_left_out)
            sw_damage_note(h->damage, SW_DAMAGE_COUNT, path, h->line);
    }
    for (int k = 0; k < 2; k++)
        if (h->told[k] != HISTORY_UNKNOWN && h->told[k] != n[k])
            sw_damage_note(h->damage, SW_DAMAGE_COUNT, path, h->line);
    if (h->job_id.len == 0 || h->submit_us == HISTORY_UNKNOWN)
        sw_damage_note(h->damage, SW_DAMAGE_MISSING, path, h->line);
    for (size_t i = 0; i < h->n_attempts; i++)
        judge_attempt(h, &h->attempts[i], path);
}

/* ---- the end of the job ------------------------------------------------------------------------------ */

/* Of splits and of attempts alike: a host's rack may be told by either. */
static int learn_racks(struct history *h, struct sw_err *err)
{
    for (size_t i = 0; i < h->n_hosts + h->n_attempts; i++) {
        const struct history_host *at = i < h->n_hosts ? &h->hosts[i] : &h->attempts[i - h->n_hosts].on;
        if (hosts_note(h->nodes, history_get(h, at->host), history_get(h, at->rack), err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* A job must have a name of its own, that its rows stand together. */
static int settle_name(struct history *h, const char *path, struct sw_err *err)
{
    char made[SW_NUM_MAX + 16];
    struct sw_text id = history_get(h, h->job_id), name;
    int len = snprintf(made, sizeof made, "job_of_line_%llu", (unsigned long long)h->line);
    if (id.len == 0)
        id = (struct sw_text){ made, (size_t)len };
    if (jobids_take(h->ids, id, h->damage, path, h->line, &name, err) != SW_OK)
        return SW_FAIL;
    return h->job_id.len == name.len ? SW_OK : history_keep_plain(h, name, &h->job_id, err);
}

/* The last step before rows: nothing of the job is read any more. */
int history_rows_end(struct history *h, const char *path, struct sw_err *err)
{
    if (learn_racks(h, err) != SW_OK)
        return SW_FAIL;
    judge_job(h, path);
    /* Where racks are known at all, a host may be without one; counted an attempt at a time. */
    for (size_t i = 0; h->nodes->racks.n > 0 && i < h->n_attempts; i++) {
        struct sw_text host = history_get(h, h->attempts[i].on.host);
        if (host.len > 0 && hosts_rack(h->nodes, host).len == 0)
            sw_damage_note(h->damage, SW_DAMAGE_NO_RACK, path, h->attempts[i].line);
    }
    if (settle_name(h, path, err) != SW_OK)
        return SW_FAIL;
    /* The log begins at the first of all times, and ends at the last. */
    history_time(h, h->submit_us);
    for (size_t i = 0; i < h->n_attempts; i++) {
        history_time(h, h->attempts[i].launch_us);
        history_time(h, h->attempts[i].finish_us);
    }
    /* A job must be submitted at some time: at the latest when its first attempt starts. */
    for (size_t i = 0; h->submit_us == HISTORY_UNKNOWN && i < h->n_attempts; i++)
        h->submit_us = h->attempts[i].launch_us;
    if (h->submit_us == HISTORY_UNKNOWN)
        h->submit_us = h->last_us;
    /* From the end of the last map on a reduce can copy all that it needs. */
    h->last_map_us = HISTORY_UNKNOWN;
    for (size_t i = 0; i < h->n_attempts; i++) {
        const struct history_attempt *a = &h->attempts[i];
        if (!is_reduce(&h->tasks[a->task]) && a->outcome == SW_DONE && a->finish_us > h->last_map_us)
            h->last_map_us = a->finish_us;
    }
    find_means(h);
    h->ended = true;
    h->task = 0;
    h->attempt = h->n_tasks > 0 ? h->tasks[0].first : HISTORY_NONE;
    return SW_OK;
}

/* ---- locality ---------------------------------------------------------------------------------------- */

/* -1: not known, because a rack is not. A log that says the level is believed, but for reduces and maps without
 * hosts, which have no preference (docs/formats/jhist.md, Traps). */
static int32_t locality(const struct history *h, const struct history_task *t, const struct history_attempt *a)
{
    struct sw_text on = history_get(h, a->on.host), rack = hosts_rack(h->nodes, on);
    /* A host without a rack may stand in the rack of any other, so that neither rack nor any can be told. */
    bool blind = rack.len == 0;
    if (is_reduce(t) || t->n_hosts == 0)
        return SW_AT_NONE;
    if (a->locality >= 0 || on.len == 0)
        return a->locality;
    for (size_t i = 0; i < t->n_hosts; i++)
        if (sw_text_same(history_get(h, h->hosts[t->first_host + i].host), on))
            return SW_AT_NODE;
    for (size_t i = 0; i < t->n_hosts; i++) {
        struct sw_text of = hosts_rack(h->nodes, history_get(h, h->hosts[t->first_host + i].host));
        blind |= of.len == 0;
        if (of.len > 0 && sw_text_same(of, rack))
            return SW_AT_RACK;
    }
    return blind ? -1 : SW_AT_ANY;
}

/* ---- rows -------------------------------------------------------------------------------------------- */

/* n1|n2, as the column hosts wants it. */
static int join_hosts(struct history *h, const struct history_task *t, struct sw_text *out, struct sw_err *err)
{
    size_t len = 0;
    for (size_t i = 0; i < t->n_hosts; i++) {
        struct sw_text host = history_get(h, h->hosts[t->first_host + i].host);
        if (sw_grow(&h->joined, &h->cap_joined, len + host.len + 1, 1, err) != SW_OK)
            return SW_FAIL;
        if (i > 0)
            h->joined[len++] = '|';
        memcpy(h->joined + len, host.at, host.len);
        len += host.len;
    }
    *out = (struct sw_text){ len > 0 ? h->joined : "", len };
    return SW_OK;
}

static bool has_maps(const struct history *h)
{
    for (size_t i = 0; i < h->n_tasks; i++)
        if (!is_reduce(&h->tasks[i]))
            return true;
    return false;
}

/* Below 0 they are not told. */
static void fill_bytes(struct sw_task_row *row, int64_t bytes)
{
    if (bytes < 0)
        return;
    row->input_bytes = (uint64_t)bytes;
    row->known |= BIT(SW_TASK_INPUT_BYTES);
}

/* duration_s is given where it is known. Else the stream takes another attempt's, but for a task that has none. */
static void fill_attempt(const struct history *h, const struct history_task *t, const struct history_attempt *a,
                         struct sw_task_row *row)
{
    struct sw_text on = history_get(h, a->on.host);
    int32_t at = locality(h, t, a);
    /* An end before the launch is no end: the row keeps the launch. */
    bool backwards = a->launch_us != HISTORY_UNKNOWN && a->finish_us != HISTORY_UNKNOWN && a->finish_us < a->launch_us;
    known_time(row, SW_TASK_LAUNCH, &row->launch_us, a->launch_us);
    known_time(row, SW_TASK_FINISH, &row->finish_us, backwards ? HISTORY_UNKNOWN : a->finish_us);
    if (spans(a))
        known_time(row, SW_TASK_DURATION, &row->duration_us, own_duration(h, a));
    else if (!has_times(h, t))
        known_time(row, SW_TASK_DURATION, &row->duration_us, stand_in(h, t, a));
    if (copied(h, a))
        /* copy_s by the rule of history.h. */
        known_time(row, SW_TASK_COPY, &row->copy_us, max_i64(a->copied_us - max_i64(h->last_map_us, a->launch_us), 0));
    fill_bytes(row, a->bytes >= 0 ? a->bytes : t->bytes);
    known_text(row, SW_TASK_NODE, &row->node, on);
    known_text(row, SW_TASK_RACK, &row->rack, hosts_rack(h->nodes, on));
    /* An attempt with an end but no outcome that is known was lost. */
    row->outcome = a->outcome >= 0 ? a->outcome : a->finish_us == HISTORY_UNKNOWN ? SW_RUNNING : SW_LOST;
    row->known |= BIT(SW_TASK_OUTCOME);
    if (at < 0)
        return;
    row->locality = at;
    row->known |= BIT(SW_TASK_LOCALITY);
}

/* The next attempt of the task in hand, in the order in which the log told of them. */
int history_row(struct history *h, struct sw_task_row *row, struct sw_err *err)
{
    struct sw_text joined;
    if (!h->ended || h->task >= h->n_tasks)
        return 0;
    const struct history_task *t = &h->tasks[h->task];
    /* What the job has in each of its rows. */
    struct sw_text queue = history_get(h, h->queue), user = history_get(h, h->user);
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    known_text(row, SW_TASK_JOB, &row->job_id, history_get(h, h->job_id));
    known_text(row, SW_TASK_USER, &row->user, user);
    if (queue.len > 0 || user.len > 0)
        known_text(row, SW_TASK_POOL, &row->pool, queue.len > 0 ? queue : user);
    known_time(row, SW_TASK_SUBMIT, &row->submit_us, h->submit_us);
    row->priority = h->priority;
    row->known |= BIT(SW_TASK_PRIORITY);
    row->kind = (int32_t)t->kind;
    row->stage = is_reduce(t);
    row->known |= BIT(SW_TASK_KIND) | BIT(SW_TASK_STAGE);
    known_text(row, SW_TASK_ID, &row->task_id, history_get(h, t->id));
    if (is_reduce(t) && has_maps(h))
        known_text(row, SW_TASK_PARENTS, &row->parents, (struct sw_text){ "0", 1 });
    /* What comes before the first tasks of the job; reduces wait for maps where there are any. */
    bool known = h->inited_us != HISTORY_UNKNOWN && h->master_us != HISTORY_UNKNOWN && h->inited_us >= h->master_us;
    if (known && !(is_reduce(t) && has_maps(h)))
        known_time(row, SW_TASK_SETUP, &row->setup_us, h->inited_us - h->master_us);
    if (h->attempt == HISTORY_NONE) {
        /* A task that was never tried has a row without an outcome. */
        known_time(row, SW_TASK_DURATION, &row->duration_us, stand_in(h, t, NULL));
        fill_bytes(row, t->bytes);
    } else
        fill_attempt(h, t, &h->attempts[h->attempt], row);
    if (join_hosts(h, t, &joined, err) != SW_OK)
        return -2;
    known_text(row, SW_TASK_HOSTS, &row->hosts, joined);
    /* The next attempt, else the next task. */
    if (h->attempt != HISTORY_NONE)
        h->attempt = h->attempts[h->attempt].next;
    if (h->attempt == HISTORY_NONE && ++h->task < h->n_tasks)
        h->attempt = h->tasks[h->task].first;
    return 1;
}

/* For --info, in the order of the rules of history.h. */
const char *const history_rows_derived[][2] = {
    { "pool", "the queue; the user where there is none" },
    { "locality",
      "where not recorded: hosts and racks of the split against the node; none for reduces and splits without "
      "hosts" },
    { "setup_s", "launch of the job - start of its master (Hadoop 1: submission)" },
    { "copy_s", "end of copying - later of launch and the job's last map, not below 0" },
    { "duration_s",
      "finish - launch, of reduces - end of copying; of tasks never timed the job's mean of the kind" },
    { NULL, NULL } };
