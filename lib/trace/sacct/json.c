/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - `sacct --json`: one object whose member jobs has them. Each is put into the columns that sacct prints, and
 * these are read as its output is. Releases from 23.02 on write {"set":true,"number":3} for 3, and states as lists.
 * What a member is called in which release stands with the code that reads it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "lib/trace/parse/json.h"
#include "lib/trace/sacct/sacct.h"

/* Each record goes from the one to the other; nothing of it is kept. */
struct object {
    struct sacct_columns out; /* must stand first */
    struct json_stream in;
};

/* ---- values ------------------------------------------------------------------------------------------ */

/* -1: null, infinite or not there. */
static int64_t number(const struct json_node *at, const char *key)
{
    const struct json_node *value = json_get(at, key), *set = json_get(value, "set");
    int64_t n;
    if (set) {
        const struct json_node *infinite = json_get(value, "infinite");
        bool is_number = set->kind == JSON_TRUE && (!infinite || infinite->kind != JSON_TRUE);
        value = is_number ? json_get(value, "number") : NULL;
    }
    return json_i64(value, &n) && n >= 0 ? n : -1;
}

/* What would end a field becomes a blank. */
static void sacct_json_put_text(FILE *to, struct sw_text text)
{
    for (size_t i = 0; i < text.len; i++)
        fputc(strchr("|\r\n", text.at[i]) ? ' ' : text.at[i], to);
    fputc('|', to);
}

/* Of the job's resources the count of this type: cpu, node. */
static int64_t allocated(const struct json_node *job, const char *type)
{
    JSON_EACH (t, json_get(json_get(job, "tres"), "allocated"))
        if (json_is(json_get(t, "type"), type))
            return number(t, "count");
    return -1;
}

/* The first that is above 0, at least 1. */
static int64_t either(int64_t n, int64_t other) { return n > 0 ? n : other > 0 ? other : 1; }

/* ---- a job ------------------------------------------------------------------------------------------- */

/* From 23.02 on it is a list, of which the first counts. */
static struct sw_text state_of(const struct json_node *job)
{
    const struct json_node *state = json_get(json_get(job, "state"), "current");
    return json_text(state && state->kind == JSON_ARRAY ? json_first(state) : state);
}

static int put_record(struct object *o, const struct json_node *job, struct sw_err *err)
{
    static const char *const times[] = { "submission", "eligible", "start", "end" };
    const struct json_node *time = json_get(job, "time");
    int64_t id = number(job, "job_id"), limit = number(time, "limit");
    struct sw_text user = json_text(json_get(job, "user"));
    if (id < 0 || !time || !state_of(job).len)
        return sw_err_data(err, sw_bytes_path(o->in.bytes), o->in.line, "jobs",
                           "a job without %s: not what sacct --json says",
                           id < 0 ? "job_id" : !time ? "time" : "state");
    /* 12, 12_7 of an array, 12+1 of a heterogeneous job, as sacct names them. */
    const struct json_node *array = json_get(job, "array"), *het = json_get(job, "het");
    int64_t of_array = number(array, "job_id"), task = number(array, "task_id"), of_het = number(het, "job_id");
    if (of_array > 0 && task >= 0)
        fprintf(o->out.to, "%" PRId64 "_%" PRId64 "|", of_array, task);
    else if (of_het > 0)
        fprintf(o->out.to, "%" PRId64 "+%" PRId64 "|", of_het,
                number(het, "job_offset") < 0 ? 0 : number(het, "job_offset"));
    else
        fprintf(o->out.to, "%" PRId64 "|", id);
    sacct_json_put_text(o->out.to, json_text(json_get(job, "cluster")));
    sacct_json_put_text(o->out.to, json_text(json_get(job, "account")));
    sacct_json_put_text(o->out.to, user.len ? user : json_text(json_get(json_get(job, "association"), "user")));
    sacct_json_put_text(o->out.to, json_text(json_get(job, "partition")));
    sacct_json_put_text(o->out.to, json_text(json_get(job, "qos")));
    for (size_t i = 0; i < 4; i++) { /* 0: it is not known, or has not come */
        int64_t s = number(time, times[i]);
        sacct_columns_put_time(&o->out, s > 0 ? s : -1);
    }
    sacct_json_put_text(o->out.to, state_of(job));
    fprintf(o->out.to, "%" PRId64 "|%" PRId64 "|", either(number(job, "allocation_nodes"), allocated(job, "node")),
            either(allocated(job, "cpu"), number(json_get(job, "required"), "CPUs")));
    /* Minutes, which MM:SS writes with :00. */
    if (limit >= 0)
        fprintf(o->out.to, "%" PRId64 ":00|", limit);
    else
        fputs("UNLIMITED|", o->out.to);
    sacct_json_put_text(o->out.to, json_text(json_get(job, "nodes")));
    fputc('\n', o->out.to);
    return SW_OK;
}

/* ---- the importer -------------------------------------------------------------------------------------- */

static int object_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct object *o = state;
    uint64_t n = 0;
    int got;
    o->in.bytes = in;
    if (sacct_columns_start(&o->out, "JobID|Cluster|Account|User|Partition|QOS|Submit|Eligible|Start|End|State|NNodes|"
                            "NCPUS|Timelimit|NodeList|\n", err) != SW_OK)
        return SW_FAIL;
    /* One object most often; several may stand one behind the other. */
    while ((got = json_stream_next(&o->in, err)) == 1) {
        JSON_EACH (job, json_get(o->in.tree.node, "jobs"))
            if (n++, put_record(o, job, err) != SW_OK)
                return SW_FAIL;
    }
    if (got != 0)
        return SW_FAIL;
    if (n == 0)
        return sw_err_data(err, sw_bytes_path(o->in.bytes), 1, "jobs", "no job in it");
    return sacct_columns_read(&o->out, sw_bytes_path(in), rules, err);
}

static void object_close(void *state)
{
    struct object *o = state;
    sacct_columns_close(&o->out);
    json_stream_clear(&o->in);
}

/* Of Slurm, with "meta" first; squeue's has "jobs" without "time". */
static bool sacct_json_sniff(const char *at, size_t n)
{
    return n > 0 && *at == '{' && memmem(at, n, "\"meta\"", 6)
        && (memmem(at, n, "\"Slurm\"", 7) || memmem(at, n, "\"slurm\"", 7));
}

const struct sw_importer sw_import_sacct_json = { .name = "sacct-json", .summary = "what sacct --json prints",
    .is_tasks = true, .sniff = sacct_json_sniff, .size = sizeof(struct object), .open = object_open,
    .close = object_close, SACCT_COLUMNS_READ, .node_columns = SACCT_CLUSTER_COLUMNS,
    .extra_names = sacct_importer_extra_names };
