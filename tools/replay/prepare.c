/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.c - what is replayed, from what was recorded: task times, preferred hosts, which job is submitted after
 * which. See recorded.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/replay/prepare.h"

#define BIT(column) (UINT64_C(1) << (column))
#define KNOWN(row, column) (((row)->known & BIT(column)) != 0)

/* ---- task times ------------------------------------------------------------------------------ */

/* Spark frees a core when the executor reports, launches the next task on it, and only then fetches the result and
 * records the end. An attempt whose core was given away before its recorded end had therefore ended by then. A gap
 * longer than this has another cause. */
#define MOST_STAMPED_LATE_US SW_US_PER_S

static int by_node_and_launch(const void *a, const void *b)
{
    const struct rec_row *x = *(struct rec_row *const *)a, *y = *(struct rec_row *const *)b;
    size_t len = x->row.node.len < y->row.node.len ? x->row.node.len : y->row.node.len;
    int order = memcmp(x->row.node.at, y->row.node.at, len);
    if (order != 0 || x->row.node.len != y->row.node.len)
        return order != 0 ? order : x->row.node.len < y->row.node.len ? -1 : 1;
    return (x->row.launch_us > y->row.launch_us) - (x->row.launch_us < y->row.launch_us);
}

static size_t slots_at(const struct sw_cluster *cl, struct sw_text node, int64_t at_us)
{
    uint32_t n = sw_cluster_find(cl, node);
    for (uint32_t k = 0; n != SW_NO_NODE && k < cl->node[n].n_spans; k++)
        if (cl->node[n].span[k].from_us <= at_us && at_us < cl->node[n].span[k].to_us)
            return cl->node[n].span[k].slots[0];
    return SIZE_MAX;
}

/* Makes room for a launch among the running attempts: drops those that have ended and, if all slots are taken, ends
 * the one that would end first. */
static size_t make_room(struct rec_row **running, size_t n, int64_t now_us, size_t slots)
{
    size_t left = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (running[i]->end_us > now_us)
            running[left++] = running[i];
    for (size_t i = 1; i < left; i++)
        if (running[i]->end_us < running[first]->end_us)
            first = i;
    if (left < slots || left == 0 || running[first]->end_us - now_us > MOST_STAMPED_LATE_US)
        return left;
    running[first]->end_us = now_us;
    running[first] = running[left - 1];
    return left - 1;
}

int prepare_trim(struct recorded *r, const struct sw_cluster *cl, struct sw_err *err)
{
    struct rec_row **order = calloc(2 * r->n_rows + 1, sizeof *order);
    size_t n = 0, n_running = 0;
    if (!order)
        return sw_err_memory(err);
    struct rec_row **running = order + r->n_rows;
    for (size_t i = 0; i < r->n_rows; i++)
        if (KNOWN(&r->rows[i].row, SW_TASK_LAUNCH) && r->rows[i].row.node.len > 0)
            order[n++] = &r->rows[i];
    qsort(order, n, sizeof *order, by_node_and_launch);
    for (size_t i = 0; i < n; i++) {
        const struct sw_task_row *row = &order[i]->row;
        bool same_node = i > 0 && row->node.len == order[i - 1]->row.node.len
            && memcmp(row->node.at, order[i - 1]->row.node.at, row->node.len) == 0;
        n_running = make_room(running, same_node ? n_running : 0, row->launch_us,
                              slots_at(cl, row->node, row->launch_us));
        running[n_running++] = order[i];
    }
    free(order);
    return SW_OK;
}

/* A reduce's own time begins after its copy phase, which has a column of its own. */
static int64_t time_of(const struct rec_row *row)
{
    if (!KNOWN(&row->row, SW_TASK_LAUNCH) || row->end_us < row->row.launch_us || row->row.kind == SW_REDUCE)
        return row->row.duration_us;
    return row->end_us - row->row.launch_us;
}

void prepare_times(struct recorded *r)
{
    for (size_t i = 0; i < r->n_tasks; i++) {
        struct rec_task *task = &r->tasks[i];
        task->time_us = time_of(task->last);
        for (uint32_t k = task->first; k < task->first + task->n; k++) {
            const struct rec_row *before = &r->rows[k];
            if (before != task->last && KNOWN(&before->row, SW_TASK_LAUNCH) && before->end_us > before->row.launch_us
                && before->end_us <= task->last->row.launch_us)
                task->time_us += before->end_us - before->row.launch_us;
        }
    }
}

/* ---- what came before the first launch -------------------------------------------------------- */

struct use { int64_t at_us; int by; };

static int by_time(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    return x->at_us != y->at_us ? (x->at_us < y->at_us ? -1 : 1) : x->by - y->by; /* ends before launches */
}

static bool takes(const struct sw_cluster *cl, const struct rec_row *row, int kind)
{
    return (!cl->one_kind && row->row.kind == SW_REDUCE) == (kind == 1);
}

static size_t list_uses(const struct recorded *r, const struct sw_cluster *cl, int kind, struct use *use)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_rows; i++) {
        const struct rec_row *row = &r->rows[i];
        if (!takes(cl, row, kind) || !KNOWN(&row->row, SW_TASK_LAUNCH) || row->end_us <= row->row.launch_us)
            continue;
        use[n++] = (struct use){ row->row.launch_us, 1 };
        use[n++] = (struct use){ row->end_us, -1 };
    }
    qsort(use, n, sizeof *use, by_time);
    return n;
}

/* A time in which no slot was free. */
struct spell { int64_t from_us, to_us; };

static size_t list_full(const struct use *use, size_t n, int64_t slots, struct spell *full)
{
    size_t n_full = 0;
    int64_t taken = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t before = taken;
        taken += use[i].by;
        if (before < slots && taken >= slots)
            full[n_full++] = (struct spell){ use[i].at_us, SW_TIME_MAX };
        else if (before >= slots && taken < slots)
            full[n_full - 1].to_us = use[i].at_us;
    }
    return n_full;
}

/* Whether no slot was free at some time from since_us on, before until_us. */
static bool was_full(const struct spell *full, size_t n, int64_t since_us, int64_t until_us)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = lo + (n - lo) / 2;
        if (full[mid].from_us < until_us)
            lo = mid + 1;
        else
            n = mid;
    }
    return lo > 0 && full[lo - 1].to_us > since_us;
}

/* The first stage of the job, whose tasks stand first and wait for no other. */
static void set_up(struct recorded *r, const struct rec_job *job, const struct spell *full, size_t n_full)
{
    const uint64_t stage = r->rows[r->tasks[job->first_task].first].row.stage;
    uint32_t from = r->tasks[job->first_task].first, to = from;
    int64_t first_us = SW_TIME_MAX;
    bool waits = false;
    for (; to < r->n_rows && &r->jobs[r->rows[to].job] == job && r->rows[to].row.stage == stage; to++) {
        const struct sw_task_row *row = &r->rows[to].row;
        waits |= row->parents.len > 0;
        if (KNOWN(row, SW_TASK_LAUNCH) && row->launch_us < first_us)
            first_us = row->launch_us;
    }
    if (waits || first_us == SW_TIME_MAX || first_us <= job->submit_us
        || was_full(full, n_full, job->submit_us, first_us))
        return;
    for (; from < to; from++) {
        r->rows[from].row.setup_us = first_us - job->submit_us;
        r->rows[from].row.known |= BIT(SW_TASK_SETUP);
    }
}

int prepare_setups(struct recorded *r, const struct sw_cluster *cl, struct sw_err *err)
{
    struct use *use = calloc(2 * r->n_rows + 1, sizeof *use);
    struct spell *full = calloc(r->n_rows + 1, sizeof *full);
    bool room = use && full;
    for (int kind = 0; room && kind < (cl->one_kind ? 1 : 2); kind++) {
        int64_t slots = 0;
        for (uint32_t i = 0; i < cl->n_nodes; i++)
            slots += cl->node[i].span[0].slots[kind];
        size_t n_full = list_full(use, list_uses(r, cl, kind, use), slots, full);
        for (size_t j = 0; j < r->n_jobs; j++)
            if (r->jobs[j].complete && takes(cl, &r->rows[r->tasks[r->jobs[j].first_task].first], kind))
                set_up(r, &r->jobs[j], full, n_full);
    }
    free(use);
    free(full);
    return room ? SW_OK : sw_err_memory(err);
}

/* ---- preferred hosts ------------------------------------------------------------------------- */

/* The closest level, in the order in which Spark tries them, at which a task of the stage was launched. Closer
 * levels had no executor for the stage, so tasks at this level did not wait. */
struct stage_levels { bool node, rack; };

static struct stage_levels levels_of(const struct recorded *r, const struct rec_job *job, uint64_t stage)
{
    struct stage_levels levels = { false, false };
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const struct sw_task_row *row = &r->tasks[i].last->row;
        if (row->stage != stage || !KNOWN(row, SW_TASK_LOCALITY))
            continue;
        levels.node |= row->locality == SW_AT_NODE || (row->locality == SW_AT_PROCESS && row->hosts.len > 0);
        levels.rack |= row->locality == SW_AT_RACK;
    }
    return levels;
}

/* own_racks: the rack of a task at ANY is that of its own host, where its data is not. */
static enum rec_wish wish_of(const struct sw_task_row *row, struct stage_levels levels, bool own_racks)
{
    if (row->kind == SW_REDUCE || !KNOWN(row, SW_TASK_LOCALITY))
        return REC_NONE;
    switch ((enum sw_locality)row->locality) {
    case SW_AT_NODE: return REC_HOSTS;
    case SW_AT_RACK: return levels.node ? REC_RACK : REC_NONE;
    case SW_AT_ANY:
        if (own_racks)
            return levels.node || levels.rack ? REC_ANY : REC_NONE;
        return levels.node && levels.rack ? REC_ANY : levels.node || levels.rack ? REC_RACK : REC_NONE;
    default: return REC_NONE;
    }
}

static void settle_wish(const struct recorded *r, struct rec_task *task, struct stage_levels levels, bool shown)
{
    const struct sw_task_row *row = &task->last->row;
    task->hosts = row->hosts;
    task->rack = row->rack;
    task->wish = row->hosts.len > 0 ? REC_HOSTS : shown ? wish_of(row, levels, r->own_racks) : REC_NONE;
    if (task->wish == REC_HOSTS && row->hosts.len == 0) /* reduce locality, for example: it ran where it preferred to */
        task->hosts = r->executors ? recorded_host(row->node) : row->node;
}

void prepare_wishes(struct recorded *r, bool shown)
{
    for (size_t j = 0; j < r->n_jobs; j++) {
        const struct rec_job *job = &r->jobs[j];
        struct stage_levels levels = { false, false };
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
            uint64_t stage = r->tasks[i].last->row.stage;
            if (shown && (i == job->first_task || stage != r->tasks[i - 1].last->row.stage))
                levels = levels_of(r, job, stage);
            settle_wish(r, &r->tasks[i], levels, shown);
        }
    }
}

/* ---- which job is submitted after which ------------------------------------------------------ */

/* One driver submits the jobs of an application. A job that begins while no job of the application is open follows
 * the last one that ended, after the recorded gap. So does a job that begins before all of them have ended again. */
struct driver { struct sw_text name; uint32_t open_until, after, first; bool started; };

static struct sw_text app_of(struct sw_text job_id)
{
    size_t len = job_id.len;
    while (len > 0 && job_id.at[len - 1] != '/')
        len--;
    return (struct sw_text){ job_id.at, len };
}

static struct driver *find_driver(struct driver *d, size_t *n, struct sw_text name)
{
    size_t i = 0;
    while (i < *n && (d[i].name.len != name.len || memcmp(d[i].name.at, name.at, name.len) != 0))
        i++;
    if (i == *n)
        d[(*n)++] = (struct driver){ .name = name, .after = UINT32_MAX };
    return &d[i];
}

static void drive(struct recorded *r, struct driver *d, uint32_t i)
{
    struct rec_job *job = &r->jobs[i];
    if (d->started && job->submit_us >= r->jobs[d->open_until].end_us) {
        if (d->after == UINT32_MAX)
            r->jobs[d->open_until].leads = job->app;
        d->after = d->open_until;
        d->open_until = i;
    } else if (!d->started || job->end_us > r->jobs[d->open_until].end_us)
        d->open_until = i;
    d->started = true;
    job->after = d->after;
}

int prepare_drivers(struct recorded *r, struct sw_err *err)
{
    struct driver *d = calloc(r->n_jobs + 1, sizeof *d);
    size_t n = 0;
    if (!d)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < r->n_jobs && r->one_driver; i++) {
        struct driver *of = find_driver(d, &n, app_of(r->jobs[i].id));
        r->jobs[i].app = (uint32_t)(of - d) + 1;
        drive(r, of, i);
    }
    free(d);
    return SW_OK;
}

/* ---- the trace that is replayed -------------------------------------------------------------- */

/* Preferred hosts that are not in the cluster: one in a rack, one anywhere. */
static const char rack_mark[] = "elsewhere in ";
static const char any_mark[] = "elsewhere";

static void put_hosts(const struct recorded *r, const struct rec_task *task, char *buf, size_t cap,
                      struct sw_text *hosts)
{
    size_t n = 0;
    const struct sw_text from = task->wish == REC_HOSTS ? task->hosts : (struct sw_text){ "", 0 };
    bool of_executor = false;
    for (size_t i = 0; i < from.len && n < cap; i++) { /* n3/7: without executors it is for the host */
        of_executor = !r->executors && from.at[i] != '|' && (of_executor || from.at[i] == '/');
        if (!of_executor)
            buf[n++] = from.at[i];
    }
    if (task->wish == REC_RACK)
        n = (size_t)snprintf(buf, cap, "%s%.*s", rack_mark,
                             (int)(cap / 2 < task->rack.len ? cap / 2 : task->rack.len), task->rack.at);
    if (task->wish == REC_ANY)
        n = (size_t)snprintf(buf, cap, "%s", any_mark);
    *hosts = (struct sw_text){ buf, n };
}

static void put_task(const struct recorded *r, const struct rec_task *task, struct sw_out *out)
{
    static const uint64_t recorded = BIT(SW_TASK_NODE) | BIT(SW_TASK_RACK) | BIT(SW_TASK_LAUNCH) | BIT(SW_TASK_FINISH)
        | BIT(SW_TASK_OUTCOME);
    const struct rec_job *job = &r->jobs[task->job];
    struct sw_task_row row = task->last->row;
    char hosts[4096];
    row.known &= ~(recorded | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_AFTER) | BIT(SW_TASK_THINK));
    row.known |= BIT(SW_TASK_DURATION) | BIT(SW_TASK_POOL) | BIT(SW_TASK_USER) | BIT(SW_TASK_PRIORITY)
        | BIT(SW_TASK_WEIGHT) | BIT(SW_TASK_HOSTS);
    row.duration_us = task->time_us;
    put_hosts(r, task, hosts, sizeof hosts, &row.hosts);
    if (job->after == UINT32_MAX)
        row.known |= BIT(SW_TASK_SUBMIT);
    else {
        row.known |= BIT(SW_TASK_AFTER) | BIT(SW_TASK_THINK);
        row.after_job = r->jobs[job->after].id;
        row.think_us = job->submit_us - r->jobs[job->after].end_us;
    }
    sw_schema_put(&sw_schema_tasks, &row, out);
    sw_out_end_row(out);
}

static void put_job(const struct recorded *r, const struct rec_job *job, struct sw_out *out)
{
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        put_task(r, &r->tasks[i], out);
}

/* Jobs that follow another are written after the first of their chain, so that it is in the system when they are
 * read (J1). */
void prepare_put_tasks(const struct recorded *r, struct sw_out *out)
{
    sw_schema_put_header(&sw_schema_tasks, out);
    sw_out_end_row(out);
    for (size_t i = 0; i < r->n_jobs; i++) {
        if (r->jobs[i].after != UINT32_MAX)
            continue;
        put_job(r, &r->jobs[i], out);
        for (size_t k = i + 1; k < r->n_jobs && r->jobs[i].leads != 0; k++)
            if (r->jobs[k].app == r->jobs[i].leads && r->jobs[k].after != UINT32_MAX)
                put_job(r, &r->jobs[k], out);
    }
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void put_node_row(const struct sw_task_row *row, const struct sw_slots_given *slots, struct sw_out *out)
{
    sw_out_text(out, row->node.at, row->node.len);
    sw_out_text(out, row->rack.at, row->rack.len);
    sw_out_u64(out, slots->slots > 0 ? slots->slots : slots->map_slots);
    if (slots->slots == 0)
        sw_out_u64(out, slots->reduce_slots);
    sw_out_end_row(out);
}

int prepare_put_nodes(const struct recorded *r, const struct sw_slots_given *slots, struct sw_out *out,
                      struct sw_err *err)
{
    struct sw_names seen = { 0 };
    int status = SW_OK;
    sw_out_printf(out, "node,rack,%s\n", slots->slots > 0 ? "slots" : "map_slots,reduce_slots");
    for (size_t i = 0; i < r->n_rows && status == SW_OK; i++) {
        const struct sw_task_row *row = &r->rows[i].row;
        if (row->node.len == 0 || sw_names_find(&seen, row->node.at, row->node.len))
            continue;
        if (sw_names_add(&seen, row->node.at, row->node.len, (void *)(uintptr_t)row) != 0)
            status = sw_err_memory(err);
        put_node_row(row, slots, out);
    }
    sw_names_clear(&seen);
    return status;
}

/* ---- nodes that are never there -------------------------------------------------------------- */

static void put_node(const char *name, struct sw_text rack_of, struct sw_text rack, bool executors, struct sw_out *out)
{
    char text[4096];
    int len = snprintf(text, sizeof text, "%s%.*s", name, (int)(rack_of.len < 2048 ? rack_of.len : 2048), rack_of.at);
    sw_out_text(out, text, (size_t)len);
    sw_out_text(out, rack.at, rack.len);
    sw_out_u64(out, 1);
    sw_out_time(out, SW_TIME_MAX / 2);
    sw_out_empty(out);
    sw_out_empty(out);
    if (executors)
        sw_out_empty(out);
    sw_out_end_row(out);
}

static bool is_in_rack(const struct rec_task *task, struct sw_text rack)
{
    struct sw_text own = task->rack;
    return task->wish == REC_RACK && own.len == rack.len && memcmp(own.at, rack.at, rack.len) == 0;
}

void prepare_put_elsewhere(const struct recorded *r, bool executors, struct sw_out *out)
{
    static const struct sw_text none = { "", 0 }, elsewhere = { any_mark, sizeof any_mark - 1 };
    bool any = false;
    for (size_t i = 0; i < r->n_tasks; i++) {
        struct sw_text rack = r->tasks[i].rack;
        size_t before = 0;
        any |= r->tasks[i].wish == REC_ANY;
        if (r->tasks[i].wish != REC_RACK)
            continue;
        while (!is_in_rack(&r->tasks[before], rack))
            before++;
        if (before == i)
            put_node(rack_mark, rack, rack, executors, out);
    }
    if (any)
        put_node(any_mark, none, elsewhere, executors, out);
}
