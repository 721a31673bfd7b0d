/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rename.c - keyed, stable names in place of a trace's own: the same key gives the same name everywhere. What
 * stands for no person or machine keeps its name: the pool default, and task ids that are numbers.
 * docs/formats/anonymizing.md says how safe that is. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/stream/trace_private.h"

/* A job, user, pool, input, node, rack, task. */
static const char letters[] = "jupinrt";
#define NAME_LENGTH 17

/* The 128 bits of the key proper: two hashes of the key as given, under keys that are known. SipHash needs 128
 * bits, and a key that people type has any length. */
int sw_rename_new(struct sw_rename **out, const char *key, struct sw_err *err)
{
    struct sw_rename *r = *out = calloc(1, sizeof *r);
    if (!r)
        return sw_err_memory(err);
    r->key.k0 = siphash((struct siphash_key){ 0, 0 }, key, strlen(key));
    r->key.k1 = siphash((struct siphash_key){ 0, 1 }, key, strlen(key));
    return SW_OK;
}

void sw_rename_free(struct sw_rename *r)
{
    if (r)
        free(r->text);
    free(r);
}

struct sw_text sw_rename_put(const struct sw_rename *r, enum sw_named kind, struct sw_text name,
                             char out[SW_RENAMED_MAX])
{
    static const char digits[] = "0123456789abcdef";
    if (!r)
        return name;
    struct siphash_key key = { r->key.k0, r->key.k1 ^ (uint64_t)kind }; /* a user and a pool of one name differ */
    uint64_t hash = siphash(key, name.at, name.len);
    out[0] = letters[kind];
    /* Sixteen digits of four bits, the highest first. */
    for (int i = 0; i < NAME_LENGTH - 1; i++)
        out[1 + i] = digits[hash >> (60 - 4 * i) & 15];
    out[NAME_LENGTH] = '\0';
    return (struct sw_text){ out, NAME_LENGTH };
}

/* ---- rows: the buffer may move while it grows, so room for the whole row is made first ---------------------- */

static void put_bytes(struct sw_rename *r, const void *at, size_t len)
{
    memcpy(r->text + r->n_text, at, len);
    r->n_text += len;
}

/* The caller has made room for NAME_LENGTH bytes more. */
static void add_new_name(struct sw_rename *r, enum sw_named kind, struct sw_text name)
{
    char renamed[SW_RENAMED_MAX];
    sw_rename_put(r, kind, name, renamed);
    put_bytes(r, renamed, NAME_LENGTH);
}

/* default is a word of ours, as is an empty field. Neither names anything. */
static void rename_text(struct sw_rename *r, enum sw_named kind, struct sw_text *text)
{
    size_t from = r->n_text;
    if (text->len == 0 || (kind == SW_NAMED_POOL && sw_text_is(*text, "default")))
        return;
    add_new_name(r, kind, *text);
    *text = (struct sw_text){ r->text + from, r->n_text - from };
}

/* n3|n17|n42, and of Spark's executors n3/7: the number stays. */
static void name_hosts(struct sw_rename *r, struct sw_text *list)
{
    size_t from = r->n_text;
    const char *at = list->at, *end = list->at + list->len;
    while (at < end) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *stop = bar ? bar : end, *slash = memchr(at, '/', (size_t)(stop - at));
        add_new_name(r, SW_NAMED_NODE, (struct sw_text){ at, (size_t)((slash ? slash : stop) - at) });
        if (slash)
            put_bytes(r, slash, (size_t)(stop - slash));
        if (bar)
            put_bytes(r, "|", 1);
        at = stop + 1;
    }
    if (list->len > 0)
        *list = (struct sw_text){ r->text + from, r->n_text - from };
}

/* m_000010, 17 and 3.1 tell nothing. */
static bool is_plain(struct sw_text id)
{
    size_t i = id.len > 1 && (id.at[0] == 'm' || id.at[0] == 'r') && id.at[1] == '_';
    while (i < id.len && strchr("0123456789_.-", id.at[i]) && id.at[i] != '\0')
        i++;
    return i == id.len;
}

static void rename_task(struct sw_rename *r, struct sw_task_row *row)
{
    rename_text(r, SW_NAMED_JOB, &row->job_id);
    rename_text(r, SW_NAMED_JOB, &row->after_job);
    rename_text(r, SW_NAMED_USER, &row->user);
    rename_text(r, SW_NAMED_POOL, &row->pool);
    rename_text(r, SW_NAMED_RACK, &row->rack);
    name_hosts(r, &row->hosts);
    name_hosts(r, &row->node);
    rename_text(r, SW_NAMED_POOL, &row->partition);
    rename_text(r, SW_NAMED_POOL, &row->qos);
    if (!is_plain(row->task_id))
        rename_text(r, SW_NAMED_TASK, &row->task_id);
}

static void rename_job(struct sw_rename *r, struct sw_job_row *row)
{
    rename_text(r, SW_NAMED_JOB, &row->job_id);
    rename_text(r, SW_NAMED_JOB, &row->after_job);
    rename_text(r, SW_NAMED_USER, &row->user);
    rename_text(r, SW_NAMED_POOL, &row->pool);
    rename_text(r, SW_NAMED_INPUT, &row->input_id);
    rename_text(r, SW_NAMED_POOL, &row->partition);
    rename_text(r, SW_NAMED_POOL, &row->qos);
}

static size_t count_hosts(struct sw_text list)
{
    size_t n = 1;
    for (size_t i = 0; i < list.len; i++)
        n += list.at[i] == '|';
    return n;
}

int rename_row(struct sw_rename *r, bool is_tasks, void *record, struct sw_err *err)
{
    const struct sw_task_row *task = is_tasks ? record : NULL;
    size_t n = task ? count_hosts(task->hosts) + count_hosts(task->node) : 0;
    size_t kept = task ? task->hosts.len + task->node.len : 0;
    r->n_text = 0;
    if (sw_grow(&r->text, &r->cap_text, (10 + n) * (NAME_LENGTH + 1) + kept, 1, err) != SW_OK)
        return SW_FAIL;
    if (is_tasks)
        rename_task(r, record);
    else
        rename_job(r, record);
    return SW_OK;
}
