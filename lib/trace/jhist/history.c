/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - gathers a job: see history.h. What a reader tells of it may come in any order: attempts before tasks,
 * racks after hosts. Rows are made at the job's end (history_rows.c). */
#include <stdlib.h>
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/jhist/history.h"
#include "lib/base/grow.h"

/* A trace without a topology learns its racks from the log itself, in a table that is freed with the history. */
int history_open(struct history *h, const struct sw_import_rules *rules, struct sw_err *err)
{
    h->damage = &rules->side->damage;
    h->ids = rules->side->job_ids;
    h->nodes = rules->hosts;
    if (h->nodes)
        return SW_OK;
    int status = sw_hosts_new(&h->own_nodes, err);
    h->nodes = h->own_nodes;
    return status;
}

/* The arrays stay, with the room that the job before needed. */
void history_start(struct history *h, uint64_t line)
{
    h->n_text = h->n_tasks = h->n_attempts = h->n_hosts = 0;
    h->job_id = h->user = h->queue = (struct history_text){ 0, 0 };
    h->submit_us = h->master_us = h->inited_us = h->last_us = h->told[0] = h->told[1] = HISTORY_UNKNOWN;
    h->priority = SW_NORMAL;
    h->line = line;
    h->ended = false;
    sw_keys_clear(&h->task_ids);
    sw_keys_clear(&h->attempt_ids);
}

void history_clear(struct history *h)
{
    sw_keys_clear(&h->task_ids);
    sw_keys_clear(&h->attempt_ids);
    escape_clear(&h->escape[0]);
    escape_clear(&h->escape[1]);
    sw_hosts_free(h->own_nodes);
    GROW_FREE(h->text, h->tasks, h->attempts, h->hosts, h->joined);
}

int32_t history_outcome(struct sw_text word, int32_t otherwise)
{
    static const struct { const char *word; int32_t outcome; } words[] = { { "SUCCEEDED", SW_DONE },
        { "SUCCESS", SW_DONE }, { "FAILED", SW_FAILED }, { "KILLED", SW_KILLED } };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_text_is(word, words[i].word))
            return words[i].outcome;
    return otherwise;
}

/* 0 and -1 both mean that a time is not known (docs/formats/rumen.md). */
int64_t history_ms(int64_t ms)
{
    return ms <= 0 || ms > SW_TIME_MAX / 1000 ? HISTORY_UNKNOWN : ms * 1000;
}

/* Backslashes are undone. */
int history_keep(struct history *h, struct sw_text text, struct history_text *out, struct sw_err *err)
{
    struct sw_text plain;
    if (escape_undo(&h->escape[0], text, &plain, err) != SW_OK)
        return SW_FAIL;
    return history_keep_plain(h, plain, out, err);
}

/* The text's place in h->text, which grows: an address would not last. */
int history_keep_plain(struct history *h, struct sw_text plain, struct history_text *out, struct sw_err *err)
{
    if (sw_grow(&h->text, &h->cap_text, h->n_text + plain.len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    if (plain.len > 0)
        memcpy(h->text + h->n_text, plain.at, plain.len);
    *out = (struct history_text){ h->n_text, plain.len };
    h->n_text += plain.len;
    return SW_OK;
}

struct sw_text history_get(const struct history *h, struct history_text t)
{
    return (struct sw_text){ t.len > 0 ? h->text + t.at : "", t.len };
}

/* A word that is none of ours leaves what was said before. */
void history_priority(struct history *h, struct sw_text word)
{
    for (int32_t i = 0; sw_priority_words[i]; i++)
        if (text_is_anycase(word, sw_priority_words[i]))
            h->priority = i;
}

void history_time(struct history *h, int64_t us)
{
    if (us != HISTORY_UNKNOWN && us > h->last_us)
        h->last_us = us;
}

/* ---- tasks and attempts ---------------------------------------------------------------------------- */

/* task_200904211745_0002_m_000010 reads m_000010: the job's own id is in job_id. */
static struct sw_text short_id(struct sw_text id)
{
    size_t bars = 0;
    for (size_t i = id.len; i-- > 0;)
        if (id.at[i] == '_' && ++bars == 2)
            return (struct sw_text){ id.at + i + 1, id.len - i - 1 };
    return id;
}

/* The place of a name in the set, which holds the names of all tasks (attempts); one without a name got its number. */
static int enter_id(struct sw_keys *set, struct sw_text id, uint32_t *at, bool *is_new, struct sw_err *err)
{
    size_t n = set->n;
    int status = nameset_add(set, id, at, err);
    *is_new = set->n > n;
    return status;
}

/* A task without an id is named by its place among the tasks of the job. */
int history_task(struct history *h, struct sw_text id, enum sw_kind kind, uint32_t *out, bool *is_new,
                 struct sw_err *err)
{
    struct history_task task = { .kind = kind, .first = HISTORY_NONE, .last = HISTORY_NONE, .first_host = h->n_hosts,
                                 .bytes = HISTORY_UNKNOWN };
    char made[SW_NUM_MAX];
    if (id.len == 0)
        id = (struct sw_text){ made, sw_num_put_u64(made, h->n_tasks) };
    if (enter_id(&h->task_ids, id, out, is_new, err) != SW_OK)
        return SW_FAIL;
    if (!*is_new)
        return SW_OK;
    if (sw_grow(&h->tasks, &h->cap_tasks, h->n_tasks + 1, sizeof *h->tasks, err) != SW_OK
        || history_keep(h, short_id(id), &task.id, err) != SW_OK)
        return SW_FAIL;
    h->tasks[h->n_tasks++] = task;
    return SW_OK;
}

/* The attempt stands behind the others of its task. */
int history_attempt(struct history *h, uint32_t task, struct sw_text id, uint64_t line, uint32_t *out, bool *is_new,
                    struct sw_err *err)
{
    char made[SW_NUM_MAX];
    struct sw_text name = id.len > 0 ? id : (struct sw_text){ made, sw_num_put_u64(made, h->n_attempts) };
    if (enter_id(&h->attempt_ids, name, out, is_new, err) != SW_OK)
        return SW_FAIL;
    if (!*is_new)
        return SW_OK;
    if (sw_grow(&h->attempts, &h->cap_attempts, h->n_attempts + 1, sizeof *h->attempts, err) != SW_OK)
        return SW_FAIL;
    h->attempts[h->n_attempts++] = (struct history_attempt){ .task = task, .next = HISTORY_NONE,
        /* -1 and HISTORY_UNKNOWN: the log has not told yet. */
        .launch_us = HISTORY_UNKNOWN, .finish_us = HISTORY_UNKNOWN, .copied_us = HISTORY_UNKNOWN,
        .bytes = HISTORY_UNKNOWN, .outcome = -1, .locality = -1, .line = line };
    struct history_task *of = &h->tasks[task];
    *(of->first == HISTORY_NONE ? &of->first : &h->attempts[of->last].next) = *out;
    of->last = *out;
    return SW_OK;
}

/* ---- hosts ------------------------------------------------------------------------------------------- */

/* The host is what stands behind the last slash, the rack what stands before it, without its first slash. */
void history_path(struct sw_text path, struct sw_text *rack, struct sw_text *host)
{
    size_t slash = path.len;
    while (slash > 0 && path.at[slash - 1] != '/')
        slash--;
    *host = (struct sw_text){ path.at + slash, path.len - slash };
    size_t from = slash > 0 && path.at[0] == '/';
    *rack = slash > from + 1 ? (struct sw_text){ path.at + from, slash - 1 - from } : (struct sw_text){ "", 0 };
}

/* Racks go without the slash in front, as history_path() gives them. */
static int keep_host(struct history *h, struct sw_text rack, struct sw_text host, struct history_host *out,
                     struct sw_err *err)
{
    size_t slash = rack.len > 0 && rack.at[0] == '/';
    if (history_keep(h, (struct sw_text){ rack.at + slash, rack.len - slash }, &out->rack, err) != SW_OK)
        return SW_FAIL;
    return history_keep(h, host, &out->host, err);
}

/* All hosts of a task's split stand together in h->hosts, from first_host on. */
int history_split(struct history *h, uint32_t at, struct sw_text rack, struct sw_text host, struct sw_err *err)
{
    struct history_task *task = &h->tasks[at];
    struct history_host kept;
    if (host.len == 0)
        return SW_OK;
    if (task->n_hosts == 0)
        task->first_host = h->n_hosts;
    task->hosts_left_out |= task->n_hosts == HISTORY_MAX_HOSTS;
    if (task->hosts_left_out)
        return SW_OK;
    if (task->first_host + task->n_hosts != h->n_hosts) /* the log names the task's split a second time */
        return SW_OK;
    if (keep_host(h, rack, host, &kept, err) != SW_OK
        || sw_grow(&h->hosts, &h->cap_hosts, h->n_hosts + 1, sizeof *h->hosts, err) != SW_OK)
        return SW_FAIL;
    /* HDFS names a host as often as it has replicas of the split's blocks (docs/formats/jhist.md). */
    for (size_t i = task->first_host; i < h->n_hosts; i++)
        if (sw_text_same(history_get(h, h->hosts[i].host), history_get(h, kept.host)))
            return SW_OK;
    h->hosts[h->n_hosts++] = kept;
    task->n_hosts++;
    return SW_OK;
}

/* A host that is told later takes the place of one before: the end of an attempt knows more than its start. */
int history_host(struct history *h, uint32_t attempt, struct sw_text rack, struct sw_text host, struct sw_err *err)
{
    struct history_host kept;
    if (host.len == 0)
        return SW_OK;
    if (keep_host(h, rack, host, &kept, err) != SW_OK)
        return SW_FAIL;
    h->attempts[attempt].on = kept;
    return SW_OK;
}
