/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - records to jobs and attempts. Records come in any order and a job may have several: a requeued job has one
 * for each time that it ran, and logs cut by day repeat what ran at midnight. So all are held. Keys are cluster and
 * id, so that ids of two clusters do not meet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/base/sw_sort.h"
#include "lib/csv/text.h"
#include "lib/trace/sacct/sacct.h"

/* Of the record in hand, until the next one. */
static struct sw_text field(const struct sacct *s, enum sacct_column c) { return s->fields.at[c]; }

struct sw_text sacct_jobs_name(const struct sacct *s, uint32_t place)
{
    return nameset_text(&s->names, place);
}

/* Most records repeat the text of the one before, which is then not looked up. In jobcomp users stand as name(uid). */
static int keep_name(struct sacct *s, enum sacct_column c, uint32_t *place, struct sw_err *err)
{
    struct sw_text text = field(s, c);
    const char *bracket = s->fields.jobcomp && c == SACCT_USER && text.len > 0 ? memchr(text.at, '(', text.len) : NULL;
    text.len = bracket ? (size_t)(bracket - text.at) : text.len; /* root(0) */
    *place = SACCT_NONE;
    if (text.len == 0)
        return SW_OK;
    if (sw_text_same(text, s->last[c].text)) {
        *place = s->last[c].place;
        return SW_OK;
    }
    if (nameset_add(&s->names, text, place, err) != SW_OK)
        return SW_FAIL;
    s->last[c].text = nameset_text(&s->names, *place);
    s->last[c].place = *place;
    return SW_OK;
}

/* ---- values of a record ---------------------------------------------------------------------------- */

/* SACCT_UNKNOWN is no error here: which times may be unknown is read_run_times()'s. */
static int take_time(struct sacct *s, enum sacct_column c, int64_t *us, struct sw_err *err)
{
    bool epoch = false;
    struct sw_text text = field(s, c);
    if (!sacct_values_time(text, us, &epoch))
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, c, "not a time", err);
    if (*us == SACCT_UNKNOWN && s->fields.gpus && sw_text_is(text, "0")) {
        /* A table of seconds may begin at 0, which stands for Unknown elsewhere. */
        *us = 0;
        epoch = true;
    }
    if (*us == SACCT_UNKNOWN)
        return SW_OK;
    s->epoch |= epoch;
    s->iso |= !epoch;
    s->last_us = *us > s->last_us ? *us : s->last_us;
    return SW_OK;
}

/* 1 where it is not told, or 0. */
static int read_size(struct sacct *s, enum sacct_column c, uint32_t *n, struct sw_err *err)
{
    struct sw_text text = field(s, c);
    uint64_t count;
    double x;
    *n = 1;
    if (text.len == 0)
        return SW_OK;
    if (sw_num_u64(text.at, text.len, &count) == SW_OK) {
        if (count > UINT32_MAX)
            return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, c, "out of range", err);
        *n = count > 0 ? (uint32_t)count : 1;
        return SW_OK;
    }
    /* 1.5K is 1536. */
    if (text.at[text.len - 1] == 'K' && sw_num_real(text.at, text.len - 1, &x) == SW_OK && x >= 0 && x < 1e6) {
        *n = (uint32_t)(x * 1024); /* without --noconvert */
        return SW_OK;
    }
    return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, c, "not a whole number", err);
}

/* A job can start once it is eligible: what it waits for others or for a hold is no matter of the scheduler's. */
static int read_run_times(struct sacct *s, struct sacct_attempt *a, struct sw_err *err)
{
    int64_t eligible, elapsed = sacct_values_duration(field(s, SACCT_ELAPSED)), last_us;
    if (take_time(s, SACCT_SUBMIT, &a->submit_us, err) != SW_OK
        || take_time(s, SACCT_ELIGIBLE, &eligible, err) != SW_OK)
        return -1;
    /* Kept, since a start that is only planned must not end the log. */
    last_us = s->last_us;
    if (take_time(s, SACCT_START, &a->start_us, err) != SW_OK || take_time(s, SACCT_END, &a->end_us, err) != SW_OK)
        return -1;
    if (a->submit_us == SACCT_UNKNOWN)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_SUBMIT, "is not known", err);
    if (a->waits) { /* squeue's START_TIME is when it may start */
        a->start_us = a->end_us = SACCT_UNKNOWN;
        s->last_us = last_us;
    }
    if (a->start_us == SACCT_UNKNOWN)
        return SW_OK;
    /* submit_us is when the job could have started at the earliest. */
    if (eligible > a->submit_us && eligible <= a->start_us) {
        a->submit_us = eligible;
        a->later = true;
    }
    /* A submission behind the start is damage: the job waited for nothing. */
    if (a->submit_us > a->start_us) {
        sacct_fields_note(&s->fields, SW_DAMAGE_BEFORE_STAGE);
        a->submit_us = a->start_us;
    }
    if (a->end_us == SACCT_UNKNOWN && elapsed > 0)
        a->end_us = a->start_us + elapsed;
    if (a->end_us == SACCT_UNKNOWN || elapsed == SACCT_UNKNOWN)
        return SW_OK;
    /* Elapsed is counted by Slurm's own clock, so it is right where the two differ by an hour
     * (docs/formats/slurm.md). */
    int64_t jump = a->end_us - a->start_us - elapsed; /* local time goes on or back by an hour */
    if (jump == 3600 * SW_US_PER_S || jump == -3600 * SW_US_PER_S) {
        s->count[SACCT_CLOCK_CHANGES]++;
        a->end_us = a->start_us + elapsed;
    }
    return SW_OK;
}

/* ---- nodes ------------------------------------------------------------------------------------------- */

/* A node of another cluster than the first has the cluster's name in front. The first cluster is that of the first
 * record. */
static int add_run_node(void *state, struct sw_text node, struct sw_err *err)
{
    struct sacct *s = state;
    struct sw_text cluster = field(s, SACCT_CLUSTER);
    char name[600];
    size_t at = 0;
    if (cluster.len > 0 && cluster.len < 300 && !sw_text_same(cluster, sacct_jobs_name(s, s->first_cluster))) {
        memcpy(name, cluster.at, cluster.len);
        at = cluster.len;
        name[at++] = '/';
    }
    memcpy(name + at, node.at, node.len); /* at most 255 */
    struct sw_text full = { name, at + node.len };
    uint32_t place;
    if (nameset_add(&s->nodes, full, &place, err) != SW_OK
        || sw_grow(&s->node_of, &s->cap_node_of, s->n_node_of + 1, sizeof *s->node_of, err) != SW_OK)
        return SW_FAIL;
    s->node_of[s->n_node_of++] = place;
    return SW_OK;
}

/* Where jobs that never ran are listed, their list of nodes is "None assigned", or "(null)" in jobcomp. */
static bool has_nodes(const struct sacct *s)
{
    struct sw_text list = field(s, SACCT_NODELIST);
    return list.len > 0 && !text_begins(list, "None") && !text_begins(list, "(null)");
}

/* Nodes of an attempt stand together in s->node_of. */
static int read_nodes(struct sacct *s, struct sacct_attempt *a, struct sw_err *err)
{
    if (s->n_node_of > UINT32_MAX - SACCT_MOST_NODES)
        return sw_err_set(err, "too many nodes of jobs");
    a->first_node = (uint32_t)s->n_node_of;
    if (has_nodes(s) && sacct_nodelist_each(field(s, SACCT_NODELIST), add_run_node, s, err) != SW_OK)
        return SW_FAIL;
    a->n_named = (uint32_t)s->n_node_of - a->first_node;
    return SW_OK;
}

/* ---- which job ----------------------------------------------------------------------------------------- */

/* Its id is kept in s->text, as it stands. */
static int new_job(struct sacct *s, uint32_t cluster, uint32_t *place, struct sw_err *err)
{
    struct sw_text id = field(s, SACCT_JOBID);
    if (sw_grow(&s->jobs, &s->cap_jobs, s->n_jobs + 1, sizeof *s->jobs, err) != SW_OK
        || sw_grow(&s->text, &s->cap_text, s->n_text + id.len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    memcpy(s->text + s->n_text, id.at, id.len);
    s->jobs[s->n_jobs] = (struct sacct_job){ .first = SACCT_NONE, .cluster = cluster, .id = s->n_text,
                                             .n_id = (uint32_t)id.len };
    s->n_text += id.len;
    *place = (uint32_t)s->n_jobs++;
    return SW_OK;
}

/* The place of the key in s->keys: of the cluster and the id. known: it was there. */
static int find_key(struct sacct *s, uint32_t *place, bool *known, struct sw_err *err)
{
    struct sw_text id = field(s, SACCT_JOBID), cluster = field(s, SACCT_CLUSTER);
    char key[1024];
    if (id.len + cluster.len + 1 > sizeof key)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_JOBID, "too long", err);
    memcpy(key, id.at, id.len);
    key[id.len] = '|';
    if (cluster.len > 0)
        memcpy(key + id.len + 1, cluster.at, cluster.len);
    struct sw_text text = { key, id.len + 1 + cluster.len };
    size_t n = s->keys.n;
    if (nameset_add(&s->keys, text, place, err) != SW_OK
        || sw_grow(&s->latest, &s->cap_latest, s->keys.n, sizeof *s->latest, err) != SW_OK)
        return -2;
    *known = s->keys.n == n;
    return SW_OK;
}

/* A job that has completed does not run again: another job has its id. */
static bool is_other_job(const struct sacct *s, uint32_t job, const struct sacct_attempt *a)
{
    for (uint32_t i = s->jobs[job].first; i != SACCT_NONE; i = s->attempts[i].next)
        if (s->attempts[i].outcome == SW_DONE && !s->attempts[i].runs && a->submit_us >= s->attempts[i].end_us)
            return true;
    return false;
}

/* The same run: logs cut by day repeat what ran at midnight. A start is the name of a run within its job. */
static struct sacct_attempt *find_again(struct sacct *s, uint32_t job, const struct sacct_attempt *a)
{
    for (uint32_t i = s->jobs[job].first; i != SACCT_NONE; i = s->attempts[i].next)
        if (s->attempts[i].start_us == a->start_us)
            return &s->attempts[i];
    return NULL;
}

/* It goes into its place by start. */
static int append_run(struct sacct *s, struct sacct_attempt *a, struct sw_err *err)
{
    struct sacct_job *job = &s->jobs[a->job];
    if (sw_grow(&s->attempts, &s->cap_attempts, s->n_attempts + 1, sizeof *s->attempts, err) != SW_OK)
        return SW_FAIL;
    uint32_t place = (uint32_t)s->n_attempts++, *link = &job->first;
    while (*link != SACCT_NONE && s->attempts[*link].start_us < a->start_us)
        link = &s->attempts[*link].next;
    a->next = *link;
    s->attempts[place] = *a;
    s->count[SACCT_ELIGIBLE_LATER] += a->later;
    *link = place;
    return SW_OK;
}

/* --only COLUMN=VALUE. Another word than the first four of sw_by_words leaves nothing out. */
static bool is_left_out(const struct sacct *s)
{
    const char *only = s->rules->only, *equals = only ? strchr(only, '=') : NULL;
    static const enum sacct_column of[] = { [SW_BY_ACCOUNT] = SACCT_ACCOUNT, [SW_BY_PARTITION] = SACCT_PARTITION,
                                            [SW_BY_QOS] = SACCT_QOS, [SW_BY_USER] = SACCT_USER };
    if (!equals)
        return false;
    for (int by = 0; by < SW_BY_ACCOUNT_USER; by++) {
        struct sw_text text = field(s, of[by]);
        if (strncmp(only, sw_by_words[by], (size_t)(equals - only)) == 0
            && sw_by_words[by][equals - only] == '\0')
            return !sw_text_is(text, equals + 1);
    }
    return false;
}

/* by[] has the places of enum sw_by's first four. */
static int choose_pool(struct sacct *s, struct sacct_attempt *a, struct sw_err *err)
{
    const uint32_t by[] = { [SW_BY_ACCOUNT] = a->account, [SW_BY_PARTITION] = a->partition, [SW_BY_QOS] = a->qos,
                            [SW_BY_USER] = a->user };
    if (s->rules->pool_by == SW_BY_ACCOUNT_USER) {
        /* account/user: an association, a leaf below its account (docs/howto/slurm.md). */
        struct sw_text account = field(s, SACCT_ACCOUNT), user = field(s, SACCT_USER);
        char text[512];
        int n = snprintf(text, sizeof text, "%.*s/%.*s", (int)account.len, account.at, (int)user.len, user.at);
        return nameset_add(&s->names, (struct sw_text){ text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1 },
                           &a->pool, err);
    }
    a->pool = by[s->rules->pool_by];
    return SW_OK;
}

/* ---- a record -------------------------------------------------------------------------------------------- */

/* State first: it decides which times may be unknown. */
static int read_values(struct sacct *s, struct sacct_attempt *a, enum sacct_state *state, struct sw_err *err)
{
    enum sw_outcome outcome = SW_RUNNING;
    *state = sacct_values_state(field(s, SACCT_STATE), &outcome);
    a->outcome = (uint8_t)outcome;
    if (*state == SACCT_NO_STATE)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_STATE, "not a state of Slurm's", err);
    a->waits = *state == SACCT_WAITS;
    if (read_run_times(s, a, err) != SW_OK || read_size(s, SACCT_NNODES, &a->n_nodes, err) != SW_OK
        || read_size(s, SACCT_NCPUS, &a->cpus, err) != SW_OK)
        return -1;
    /* minutes in jobcomp */
    int64_t us = sacct_values_duration(field(s, SACCT_TIMELIMIT));
    a->limit_us = us == SACCT_UNKNOWN || !s->fields.jobcomp ? us : us * 60;
    a->elapsed = sacct_values_duration(field(s, SACCT_ELAPSED)) != SACCT_UNKNOWN;
    /* Pods that ran to the end of the table end there (docs/formats/gpu-tables.md). */
    if (s->fields.gpus && *state == SACCT_STILL_RUNS && a->end_us != SACCT_UNKNOWN) {
        *state = SACCT_ENDED;
        a->outcome = SW_DONE;
    }
    a->runs = *state == SACCT_STILL_RUNS || a->end_us == SACCT_UNKNOWN;
    if (!a->runs && a->start_us != SACCT_UNKNOWN && a->end_us < a->start_us)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_NEGATIVE, SACCT_END, "before Start", err);
    return SW_OK;
}

/* What was cancelled while it waited has a start in some releases: the instant of its end, on no node. Without a
 * column of nodes the outcome has to tell. */
static bool has_started(const struct sacct *s, const struct sacct_attempt *a, enum sacct_state state)
{
    if (state == SACCT_WAITS || a->start_us == SACCT_UNKNOWN)
        return false;
    return has_nodes(s) || (!sacct_fields_has(&s->fields, SACCT_NODELIST) && a->outcome != SW_KILLED)
        || a->end_us > a->start_us;
}

/* A record is a job's first, one of its further runs, or one that was there before. */
static int add_attempt(struct sacct *s, struct sacct_attempt *a, bool started, struct sw_err *err)
{
    uint32_t key = 0, cluster, job;
    bool known = false;
    int got = find_key(s, &key, &known, err);
    if (got != SW_OK || keep_name(s, SACCT_CLUSTER, &cluster, err) != SW_OK)
        return got != SW_OK ? got : -2;
    if (s->n_jobs == 0)
        s->first_cluster = cluster;
    if (!known || is_other_job(s, s->latest[key], a)) {
        if (new_job(s, cluster, &job, err) != SW_OK)
            return -2;
        /* All runs of a job are left out, or none. */
        s->jobs[job].left_out = is_left_out(s) || (s->fields.gpus && sw_text_is(field(s, SACCT_NCPUS), "0"));
        s->latest[key] = job;
    }
    a->job = s->latest[key];
    struct sacct_attempt *again = started ? find_again(s, a->job, a) : NULL;
    if (again) {
        /* Of two records of one start, the one that knows its end stays. */
        s->count[SACCT_AGAIN]++;
        if (again->runs && !a->runs) {
            again->end_us = a->end_us;
            again->outcome = a->outcome;
            again->runs = false;
        }
        return SW_OK;
    }
    if (!started && !(a->waits && s->rules->waiting))
        return SW_OK;
    s->count[SACCT_REQUEUED] += s->jobs[a->job].first != SACCT_NONE;
    if (keep_name(s, SACCT_ACCOUNT, &a->account, err) != SW_OK
        || keep_name(s, SACCT_PARTITION, &a->partition, err) != SW_OK
        || keep_name(s, SACCT_QOS, &a->qos, err) != SW_OK || keep_name(s, SACCT_USER, &a->user, err) != SW_OK
        || read_nodes(s, a, err) != SW_OK || choose_pool(s, a, err) != SW_OK)
        return -2;
    return append_run(s, a, err) == SW_OK ? SW_OK : -2;
}

/* A record that is in order, a step, or damage. */
int sacct_jobs_read(void *state, struct sw_err *err)
{
    struct sacct *s = state;
    struct sw_text id = field(s, SACCT_JOBID);
    struct sacct_attempt a = { .line = s->fields.line, .next = SACCT_NONE };
    enum sacct_state how;
    if (!s->fields.gpus && !sacct_values_is_job_id(id))
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_JOBID, "not a job id", err);
    /* 4107.batch is a part of job 4107, which has a record of its own. */
    if (memchr(id.at, '.', id.len)) {
        s->count[SACCT_STEPS]++;
        return SW_OK;
    }
    if (read_values(s, &a, &how, err) != SW_OK)
        return -1;
    return add_attempt(s, &a, has_started(s, &a, how), err);
}

/* ---- behind the last record --------------------------------------------------------------------------------- */

bool sacct_jobs_is_given(const struct sacct *s, const struct sacct_attempt *a) { return !s->jobs[a->job].left_out; }

/* Those that are given, by submission; of one instant in the order of the log. */
static int order_jobs(struct sacct *s, struct sw_err *err)
{
    struct turn { int64_t submit_us; uint32_t job; } *turn = malloc((s->n_jobs + 1) * sizeof *turn);
    int status = turn ? SW_OK : sw_err_memory(err);
    for (uint32_t i = 0; status == SW_OK && i < s->n_jobs; i++)
        if (s->jobs[i].first != SACCT_NONE && !s->jobs[i].left_out)
            turn[s->n_order++] = (struct turn){ s->attempts[s->jobs[i].first].submit_us, i };
    if (status == SW_OK && sw_sort_records_signed(turn, s->n_order, sizeof *turn, 0) != SW_OK)
        status = sw_err_memory(err);
    for (size_t i = 0; status == SW_OK && i < s->n_order; i++)
        s->order[i] = turn[i].job;
    free(turn);
    return status;
}

/* One more job, for the run of number `run`: ID.2, ID.3. All else is as in the job that was split. */
static int add_run(struct sacct *s, const struct sacct_job of, uint32_t attempt, unsigned run, struct sw_err *err)
{
    enum { MOST = 16 };
    if (sw_grow(&s->jobs, &s->cap_jobs, s->n_jobs + 1, sizeof *s->jobs, err) != SW_OK
        || sw_grow(&s->text, &s->cap_text, s->n_text + of.n_id + MOST, 1, err) != SW_OK)
        return SW_FAIL;
    struct sacct_job *job = &s->jobs[s->n_jobs];
    *job = of;
    job->first = attempt;
    job->id = s->n_text;
    memcpy(s->text + job->id, s->text + of.id, of.n_id);
    job->n_id = of.n_id + (uint32_t)snprintf(s->text + job->id + of.n_id, MOST, ".%u", run);
    s->n_text += job->n_id;
    s->attempts[attempt].job = (uint32_t)s->n_jobs++;
    s->attempts[attempt].next = SACCT_NONE;
    return SW_OK;
}

/* A requeued job is eligible again, later, and takes its nodes once more: each run is a job. None can before the run
 * before it has ended. */
static int split_runs(struct sacct *s, uint32_t job, struct sw_err *err)
{
    uint32_t at = s->jobs[job].first, next = s->attempts[at].next;
    s->attempts[at].next = SACCT_NONE;
    for (unsigned run = 2; next != SACCT_NONE; run++) {
        int64_t end_us = s->attempts[at].end_us;
        at = next;
        next = s->attempts[at].next;
        s->attempts[at].submit_us = end_us > s->attempts[at].submit_us ? end_us : s->attempts[at].submit_us;
        if (add_run(s, s->jobs[job], at, run, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* From here on no record comes. */
int sacct_jobs_settle(void *state, struct sw_err *err)
{
    struct sacct *s = state;
    size_t n_jobs = s->n_jobs;
    s->order = calloc(s->n_attempts + 1, sizeof *s->order);
    if (!s->order)
        return sw_err_memory(err);
    s->settled = true;
    sw_keys_clear(&s->keys);
    for (size_t i = 0; i < s->n_attempts; i++) {
        struct sacct_attempt *a = &s->attempts[i];
        if (!a->runs || a->waits)
            continue;
        s->count[SACCT_RUNNING]++;
        if (!s->rules->waiting || !a->elapsed) /* a state knows how long each has run */
            a->end_us = s->last_us > a->start_us ? s->last_us : a->start_us;
        a->outcome = SW_RUNNING;
    }
    for (uint32_t i = 0; i < n_jobs; i++) {
        s->count[SACCT_NOT_STARTED] += s->jobs[i].first == SACCT_NONE;
        if (s->jobs[i].first == SACCT_NONE)
            continue;
        /* The first attempt's submission is the job's: it is the earliest. */
        int64_t *submit_us = &s->attempts[s->jobs[i].first].submit_us;
        for (uint32_t k = s->jobs[i].first; k != SACCT_NONE; k = s->attempts[k].next)
            *submit_us = min_i64(*submit_us, s->attempts[k].submit_us);
        if (split_runs(s, i, err) != SW_OK)
            return SW_FAIL;
    }
    if (order_jobs(s, err) != SW_OK)
        return SW_FAIL;
    /* Rows give times as they are; the stream takes this off (from_first). */
    s->origin_us = s->n_order > 0 ? s->attempts[s->jobs[s->order[0]].first].submit_us : 0;
    return SW_OK;
}
