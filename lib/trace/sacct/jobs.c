/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - records to jobs and attempts. Records come in any order and a job may have several: a requeued job has one
 * for each time that it ran, and logs cut by day repeat what ran at midnight. So all are held, packed. A job is known
 * by the name that it will be given, which has its cluster, so that ids of two clusters do not meet. */
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

static const enum sacct_column named_by[] = { [SW_BY_ACCOUNT] = SACCT_ACCOUNT, [SW_BY_PARTITION] = SACCT_PARTITION,
                                              [SW_BY_QOS] = SACCT_QOS, [SW_BY_USER] = SACCT_USER };

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
    if (!sacct_values_time(text, &s->day, us, &epoch))
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
    a->is.elapsed = elapsed != SACCT_UNKNOWN;
    if (take_time(s, SACCT_SUBMIT, &a->submit_us, err) != SW_OK
        || take_time(s, SACCT_ELIGIBLE, &eligible, err) != SW_OK)
        return -1;
    /* Kept, since a start that is only planned must not end the log. */
    last_us = s->last_us;
    if (take_time(s, SACCT_START, &a->start_us, err) != SW_OK || take_time(s, SACCT_END, &a->end_us, err) != SW_OK)
        return -1;
    if (a->submit_us == SACCT_UNKNOWN)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_SUBMIT, "is not known", err);
    if (a->is.waits) { /* squeue's START_TIME is when it may start */
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
    if (a->end_us == SACCT_UNKNOWN || !a->is.elapsed)
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

enum { LONGEST_NAME = 1024 }; /* of a job or a node with its cluster's */

static struct sw_text in_cluster(struct sw_text cluster, struct sw_text text, char name[LONGEST_NAME + 1])
{
    int n = snprintf(name, LONGEST_NAME + 1, "%.*s/%.*s", (int)cluster.len, cluster.at, (int)text.len, text.at);
    return (struct sw_text){ name, (size_t)n };
}

/* A node of another cluster than the first has the cluster's name in front. The first cluster is that of the first
 * record. */
static int add_run_node(void *state, struct sw_text node, struct sw_err *err)
{
    struct sacct *s = state;
    struct sw_text cluster = field(s, SACCT_CLUSTER);
    char name[LONGEST_NAME + 1];
    if (cluster.len > 0 && cluster.len < 300 && !sw_text_same(cluster, sacct_jobs_name(s, s->first_cluster)))
        node = in_cluster(cluster, node, name); /* at most 255 */
    if (sw_grow(&s->node_of, &s->cap_node_of, s->n_node_of + 1, sizeof *s->node_of, err) != SW_OK)
        return SW_FAIL;
    return nameset_add(&s->nodes, node, &s->node_of[s->n_node_of++], err);
}

/* Where jobs that never ran are listed, their list of nodes is "None assigned", or "(null)" in jobcomp. */
static bool has_nodes(const struct sacct *s)
{
    struct sw_text list = field(s, SACCT_NODELIST);
    return list.len > 0 && !text_begins(list, "None") && !text_begins(list, "(null)");
}

/* Most attempts have one node, which needs no place in s->node_of. */
static int read_nodes(struct sacct *s, struct sacct_packed *p, struct sw_err *err)
{
    const size_t first = s->n_node_of;
    if (first > UINT32_MAX - SACCT_MOST_NODES - 1)
        return sw_err_set(err, "too many nodes of jobs");
    if (sw_grow(&s->node_of, &s->cap_node_of, ++s->n_node_of, sizeof *s->node_of, err) != SW_OK
        || (has_nodes(s) && sacct_nodelist_each(field(s, SACCT_NODELIST), add_run_node, s, err) != SW_OK))
        return SW_FAIL;
    const uint32_t n = s->node_of[first] = (uint32_t)(s->n_node_of - first - 1);
    p->one = n == 1;
    p->node = n == 1 ? s->node_of[first + 1] : (uint32_t)first;
    s->n_node_of -= n == 1 ? 2 : 0;
    s->n_named += n;
    return SW_OK;
}

/* ---- packed and unpacked ------------------------------------------------------------------------------- */

/* Times that are no whole seconds, or of another age, stand apart. */
static int pack_times(struct sacct *s, struct sacct_packed *p, const struct sacct_attempt *a, struct sw_err *err)
{
    const int64_t us[3] = { a->submit_us, a->start_us, a->end_us };
    bool fine = p->fine;
    for (int i = 0; i < 3 && !fine; i++) {
        p->at[i] = (uint32_t)(us[i] / SW_US_PER_S);
        fine = p->at[i] * SW_US_PER_S != us[i];
    }
    if (fine && !p->fine) {
        if (sw_grow(&s->fine, &s->cap_fine, s->n_fine + 1, sizeof *s->fine, err) != SW_OK)
            return SW_FAIL;
        p->fine = true;
        p->at[0] = (uint32_t)s->n_fine++;
    }
    if (fine)
        memcpy(s->fine[p->at[0]], us, sizeof us);
    return SW_OK;
}

struct sacct_attempt sacct_jobs_attempt(const struct sacct *s, size_t i)
{
    const struct sacct_packed *p = &s->attempts[i];
    const int64_t whole[3] = { p->at[0] * SW_US_PER_S, p->at[1] * SW_US_PER_S, p->at[2] * SW_US_PER_S };
    const int64_t *us = p->fine ? s->fine[p->at[0]] : whole;
    return (struct sacct_attempt){ .is = *p, .kind = sacct_jobs_kind(s, i), .submit_us = us[0], .start_us = us[1],
                                   .end_us = us[2], .node = p->one ? &p->node : s->node_of + p->node + 1,
                                   .n_named = p->one ? 1 : s->node_of[p->node] };
}

/* --only COLUMN=VALUE. Another word than the first four of sw_by_words leaves nothing out. */
static bool is_left_out(const struct sacct *s)
{
    const char *only = s->rules->only, *equals = only ? strchr(only, '=') : NULL;
    for (int by = 0; equals && by < SW_BY_ACCOUNT_USER; by++)
        if (sw_text_is((struct sw_text){ only, (size_t)(equals - only) }, sw_by_words[by]))
            return !sw_text_is(field(s, named_by[by]), equals + 1);
    return false;
}

/* ---- which job ----------------------------------------------------------------------------------------- */

/* A job that has completed does not run again: another job has its id. */
static bool is_other_job(const struct sacct *s, uint32_t job, const struct sacct_attempt *a)
{
    for (uint32_t i = s->jobs[job].first; i != SACCT_NONE; i = s->attempts[i].next)
        if (s->attempts[i].outcome == SW_DONE && !s->attempts[i].runs
            && a->submit_us >= sacct_jobs_attempt(s, i).end_us)
            return true;
    return false;
}

/* The job of the record in hand, which is new or was there. Its name is the id, behind the name of a cluster that is
 * not the first. */
static int find_job_of_record(struct sacct *s, const struct sacct_attempt *a, uint32_t *job, struct sw_err *err)
{
    struct sw_text id = field(s, SACCT_JOBID), cluster = field(s, SACCT_CLUSTER);
    char name[LONGEST_NAME + 1];
    uint32_t of, place;
    if (id.len + cluster.len + 1 > LONGEST_NAME)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_JOBID, "too long", err);
    if (keep_name(s, SACCT_CLUSTER, &of, err) != SW_OK)
        return -2;
    if (s->n_jobs == 0)
        s->first_cluster = of;
    if (of != s->first_cluster)
        id = in_cluster(cluster, id, name);
    if (jobids_hold(s->rules->side->job_ids, id, &place, err) != SW_OK
        || sw_grow(&s->latest, &s->cap_latest, (size_t)place + 1, sizeof *s->latest, err) != SW_OK
        || sw_grow(&s->jobs, &s->cap_jobs, s->n_jobs + 1, sizeof *s->jobs, err) != SW_OK)
        return -2;
    while (s->n_latest <= place)
        s->latest[s->n_latest++] = SACCT_NONE;
    *job = s->latest[place];
    if (*job != SACCT_NONE && !is_other_job(s, *job, a))
        return SW_OK;
    /* All runs of a job are left out, or none. */
    s->jobs[s->n_jobs] = (struct sacct_job){ .first = SACCT_NONE, .id = place & INT32_MAX,
        .left_out = is_left_out(s) || (s->fields.gpus && sw_text_is(field(s, SACCT_NCPUS), "0")) };
    *job = s->latest[place] = (uint32_t)s->n_jobs++;
    return SW_OK;
}

/* It goes into its place by start. */
static int append_run(struct sacct *s, uint32_t job, struct sacct_attempt *a, struct sw_err *err)
{
    const struct sw_text kind = { (const char *)&a->kind, sizeof a->kind };
    uint32_t *link = &s->jobs[job].first;
    if (nameset_add(&s->kinds, kind, &a->is.kind, err) != SW_OK || pack_times(s, &a->is, a, err) != SW_OK
        || sw_grow(&s->attempts, &s->cap_attempts, s->n_attempts + 1, sizeof *s->attempts, err) != SW_OK)
        return SW_FAIL;
    while (*link != SACCT_NONE && sacct_jobs_attempt(s, *link).start_us < a->start_us)
        link = &s->attempts[*link].next;
    a->is.next = *link;
    *link = (uint32_t)s->n_attempts;
    s->attempts[s->n_attempts++] = a->is;
    s->count[SACCT_ELIGIBLE_LATER] += a->later;
    return SW_OK;
}

/* A job's names, of which one is its pool's. */
static int keep_people(struct sacct *s, struct sacct_kind *kind, struct sw_err *err)
{
    for (int by = 0; by < SW_BY_ACCOUNT_USER; by++)
        if (keep_name(s, named_by[by], &kind->by[by], err) != SW_OK)
            return SW_FAIL;
    if (s->rules->pool_by == SW_BY_ACCOUNT_USER) {
        /* account/user: an association, a leaf below its account (docs/howto/slurm.md). */
        struct sw_text account = field(s, SACCT_ACCOUNT), user = field(s, SACCT_USER);
        char text[512];
        int n = snprintf(text, sizeof text, "%.*s/%.*s", (int)account.len, account.at, (int)user.len, user.at);
        return nameset_add(&s->names, (struct sw_text){ text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1 },
                           &kind->pool, err);
    }
    kind->pool = kind->by[s->rules->pool_by];
    return SW_OK;
}

/* ---- a record -------------------------------------------------------------------------------------------- */

/* State first: it decides which times may be unknown. */
static int read_values(struct sacct *s, struct sacct_attempt *a, enum sacct_state *state, struct sw_err *err)
{
    enum sw_outcome outcome = SW_RUNNING;
    *state = sacct_values_state(field(s, SACCT_STATE), &outcome);
    a->is.outcome = (uint8_t)outcome;
    if (*state == SACCT_NO_STATE)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_UNREADABLE, SACCT_STATE, "not a state of Slurm's", err);
    a->is.waits = *state == SACCT_WAITS;
    if (read_run_times(s, a, err) != SW_OK || read_size(s, SACCT_NNODES, &a->kind.n_nodes, err) != SW_OK
        || read_size(s, SACCT_NCPUS, &a->kind.cpus, err) != SW_OK)
        return -1;
    /* minutes in jobcomp */
    int64_t us = sacct_values_duration(field(s, SACCT_TIMELIMIT));
    a->kind.limit_us = us == SACCT_UNKNOWN || !s->fields.jobcomp ? us : us * 60;
    /* Pods that ran to the end of the table end there (docs/formats/gpu-tables.md). */
    if (s->fields.gpus && *state == SACCT_STILL_RUNS && a->end_us != SACCT_UNKNOWN) {
        *state = SACCT_ENDED;
        a->is.outcome = SW_DONE;
    }
    a->is.runs = *state == SACCT_STILL_RUNS || a->end_us == SACCT_UNKNOWN;
    if (!a->is.runs && a->start_us != SACCT_UNKNOWN && a->end_us < a->start_us)
        return sacct_fields_bad(&s->fields, SW_DAMAGE_NEGATIVE, SACCT_END, "before Start", err);
    return SW_OK;
}

/* What was cancelled while it waited has a start in some releases: the instant of its end, on no node. Without a
 * column of nodes the outcome has to tell. */
static bool has_started(const struct sacct *s, const struct sacct_attempt *a, enum sacct_state state)
{
    if (state == SACCT_WAITS || a->start_us == SACCT_UNKNOWN)
        return false;
    return has_nodes(s) || (!sacct_fields_has(&s->fields, SACCT_NODELIST) && a->is.outcome != SW_KILLED)
        || a->end_us > a->start_us;
}

/* A record is a job's first, one of its further runs, or one that was there before. */
static int add_attempt(struct sacct *s, struct sacct_attempt *a, bool started, struct sw_err *err)
{
    uint32_t job = 0;
    int got = find_job_of_record(s, a, &job, err);
    if (got != SW_OK)
        return got;
    /* The same run: logs cut by day repeat what ran at midnight. A start is the name of a run within its job. */
    uint32_t again = started ? s->jobs[job].first : SACCT_NONE;
    while (again != SACCT_NONE && sacct_jobs_attempt(s, again).start_us != a->start_us)
        again = s->attempts[again].next;
    a->is.left_out = s->jobs[job].left_out;
    if (again != SACCT_NONE) {
        /* Of two records of one start, the one that knows its end stays. */
        struct sacct_packed *p = &s->attempts[again];
        struct sacct_attempt old = sacct_jobs_attempt(s, again);
        s->count[SACCT_AGAIN]++;
        if (!p->runs || a->is.runs)
            return SW_OK;
        old.end_us = a->end_us;
        p->outcome = a->is.outcome;
        p->runs = false;
        return pack_times(s, p, &old, err) == SW_OK ? SW_OK : -2;
    }
    if (!started && !(a->is.waits && s->rules->waiting))
        return SW_OK;
    s->count[SACCT_REQUEUED] += s->jobs[job].first != SACCT_NONE;
    return keep_people(s, &a->kind, err) == SW_OK && read_nodes(s, &a->is, err) == SW_OK
        && append_run(s, job, a, err) == SW_OK ? SW_OK : -2;
}

/* A record that is in order, a step, or damage. */
int sacct_jobs_read(void *state, struct sw_err *err)
{
    struct sacct *s = state;
    struct sw_text id = field(s, SACCT_JOBID);
    struct sacct_attempt a = { .is.line = s->fields.line & UINT64_MAX >> 16 };
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

/* When a job's turn is: by submission, of one instant in the order of the log, and further runs behind all of those. */
struct turn { uint32_t key[2], attempt; }; /* key: an int64_t, without padding behind the third */

/* A requeued job is eligible again, later, and takes its nodes once more: each run is a job, ID, ID.2, ID.3. None can
 * before the run before it has ended. The first attempt's submission is the job's: it is the earliest. */
static int give_turns(struct sacct *s, const struct sacct_job *job, struct turn *turn, struct sw_err *err)
{
    struct jobids *ids = s->rules->side->job_ids;
    const struct sw_text id = nameset_text(&ids->names, job->id);
    int64_t end_us = INT64_MIN;
    char name[LONGEST_NAME + SW_NUM_MAX];
    uint32_t place = job->id;
    unsigned run = 1;
    for (uint32_t at = job->first, next; at != SACCT_NONE; at = next, run++) {
        struct sacct_attempt a = sacct_jobs_attempt(s, at);
        next = a.is.next;
        for (uint32_t k = run == 1 ? next : SACCT_NONE; k != SACCT_NONE; k = s->attempts[k].next)
            a.submit_us = min_i64(a.submit_us, sacct_jobs_attempt(s, k).submit_us);
        a.submit_us = max_i64(a.submit_us, end_us);
        end_us = a.end_us;
        int n = run > 1 ? snprintf(name, sizeof name, "%.*s.%u", (int)id.len, id.at, run) : 0;
        if ((n > 0 && jobids_hold(ids, (struct sw_text){ name, (size_t)n }, &place, err) != SW_OK)
            || ((n > 0 || next != SACCT_NONE) && pack_times(s, &s->attempts[at], &a, err) != SW_OK))
            return SW_FAIL;
        s->attempts[at].next = place;
        turn[s->n_order].attempt = at;
        memcpy(turn[s->n_order].key, &(int64_t){ 2 * a.submit_us + (n > 0) }, sizeof turn->key);
        s->n_order += !a.is.left_out;
    }
    return SW_OK;
}

/* What still runs ends with the log. */
static int end_running(struct sacct *s, struct sw_err *err)
{
    for (size_t i = 0; i < s->n_attempts; i++) {
        struct sacct_packed *p = &s->attempts[i];
        if (!p->runs || p->waits)
            continue;
        struct sacct_attempt a = sacct_jobs_attempt(s, i);
        s->count[SACCT_RUNNING]++;
        if (!s->rules->waiting || !p->elapsed) /* a state knows how long each has run */
            a.end_us = max_i64(s->last_us, a.start_us);
        p->outcome = SW_RUNNING;
        if (pack_times(s, p, &a, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* From here on no record comes. What is done with gives its memory back, and the order takes that of the turns. */
int sacct_jobs_settle(void *state, struct sw_err *err)
{
    struct sacct *s = state;
    struct turn *turn = malloc((s->n_attempts + 1) * sizeof *turn);
    if (!turn)
        return sw_err_memory(err);
    s->settled = true;
    s->order = (uint32_t *)turn;
    free(s->latest);
    s->latest = NULL;
    if (end_running(s, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < s->n_jobs; i++) {
        s->count[SACCT_NOT_STARTED] += s->jobs[i].first == SACCT_NONE;
        if (give_turns(s, &s->jobs[i], turn, err) != SW_OK)
            return SW_FAIL;
    }
    free(s->jobs);
    s->jobs = NULL;
    if (sw_sort_records_signed(turn, s->n_order, sizeof *turn, 0) != SW_OK)
        return sw_err_memory(err);
    for (size_t i = 0; i < s->n_order; i++)
        s->order[i] = turn[i].attempt;
    grow_fit(&s->order, s->n_order, sizeof *s->order);
    /* Rows give times as they are; the stream takes this off (from_first). */
    s->origin_us = s->n_order > 0 ? sacct_jobs_attempt(s, s->order[0]).submit_us : 0;
    return SW_OK;
}
