/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfers.c - what attempts get over the network. Maps read their blocks (N5, N6); reduces copy the output of maps
 * (N7). N8 says what is left of either when something is lost or slows down. */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/network/network.h"
#include "lib/sim/task/task.h"

/* ---- bytes --------------------------------------------------------------------------------------- */

static struct network_stage *of_stage(const struct network *net, const struct stage *st)
{
    return stage_record(st, &net->at);
}

/* N5.1, N7: of its row, else the same for all tasks of the stage. */
static uint64_t stage_bytes(const struct network *net, const struct stage *st, uint32_t task)
{
    const struct network_stage *of = of_stage(net, st);
    return of->task_bytes && of->task_bytes[task] ? of->task_bytes[task] : of->bytes;
}

/* N5.1: the job's input over its maps, rounded up, or a block. N7: shuffle_bytes over its reduces. */
static void set_bytes(const struct sw_replay *r, struct network_stage *of, const struct sw_stage_spec *spec,
                      const struct sw_job *job)
{
    uint64_t all = !job->mapreduce ? 0 : spec->kind == SW_REDUCE ? job->shuffle_bytes : job->input_bytes;
    of->bytes = spec->n_tasks ? all / spec->n_tasks + (all % spec->n_tasks > 0) : 0;
    if (!of->bytes && spec->kind != SW_REDUCE && !spec->n_parents)
        of->bytes = r->opt.block_bytes;
    if (!spec->tasks)
        return;
    of->task_bytes = xrealloc(NULL, spec->n_tasks, sizeof *of->task_bytes);
    for (uint64_t t = 0; t < spec->n_tasks; t++)
        of->task_bytes[t] = spec->tasks[t].input_bytes;
}

/* Empty stages of a MapReduce job are left out, so they are skipped here. */
static void network_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    for (uint32_t s = 0, k = 0; s < spec->n_stages; s++)
        if (!spec->mapreduce || spec->stages[s].n_tasks)
            set_bytes(r, of_stage(own, &job->stage[k++]), &spec->stages[s], spec);
}

/* Larger numbers would not fit the products of clocks.c. */
static int network_job_check(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    for (uint32_t s = 0; s < job->n_stages; s++) {
        bool each = of_stage(own, &job->stage[s])->task_bytes;
        for (uint32_t t = 0; t < (each ? job->stage[s].n_tasks : 1); t++)
            if (stage_bytes(own, &job->stage[s], t) > NETWORK_MOST)
                return sw_trace_err(r->source.trace, spec,
                                    job->stage[s].kind == SW_REDUCE && !each ? "shuffle_bytes" : "input_bytes", r->err,
                                    "more than 16T for one task, which --network does not play");
    }
    return SW_OK;
}

static void network_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++)
        xfree(of_stage(own, &job->stage[s])->task_bytes);
    xfree(network_job(own, job)->outputs);
    xfree(network_job(own, job)->idle);
}

/* The rate of so many bytes in so much time, in whole bytes a second, rounded up. */
static uint64_t rate_over(uint64_t bytes, int64_t us)
{
    if (us <= 0)
        return FLOW_FAST;
    uint64_t rate = bytes * MILLIONTHS / (uint64_t)us; /* bytes are at most NETWORK_MOST, so the product is in range */
    return rate + (bytes * MILLIONTHS % (uint64_t)us > 0);
}

static void transfer_begins(struct sw_replay *r, struct transfer *t);

/* ---- reads --------------------------------------------------------------------------------------- */

/* Where blocks are redrawn, those that were drawn at its launch (B6). */
static const uint32_t *replicas(struct sw_replay *r, const struct transfer *t, uint32_t *n)
{
    static _Thread_local uint32_t drawn[256];
    const struct stage *st = t->attempt->stage;
    if (r->opt.placement != SW_PLACE_REDRAW) {
        *n = replicas_n(st, t->attempt->task);
        return replicas_of(st, t->attempt->task);
    }
    *n = st->job->replication;
    redraw_replicas(r, st, t->attempt->task, t->scan, drawn);
    return drawn;
}

enum { UP = 1, IN_RACK = 2 };

/* N6, N6.2: of the wanted sort, and not on the lost node. */
static bool is_choice(const struct sw_replay *r, const struct transfer *t, uint32_t host, int wanted, uint32_t lost)
{
    if ((wanted & UP) && (!r->slots.node[host].up || host == lost))
        return false;
    return !(wanted & IN_RACK) || r->cl->node[host].rack == r->cl->node[t->attempt->node].rack;
}

/* How many replicas are. */
static uint32_t choices(const struct sw_replay *r, const struct transfer *t, const uint32_t *host, uint32_t n,
                        int wanted, uint32_t lost)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        found += is_choice(r, t, host[i], wanted, lost);
    return found;
}

/* N6: the replica to read from. `lost` is a node that has just been lost, or NONE. */
static uint32_t source(struct sw_replay *r, const struct transfer *t, uint32_t lost)
{
    const struct attempt *a = t->attempt;
    uint32_t n, i = 0;
    const uint32_t *host = replicas(r, t, &n);
    int wanted = choices(r, t, host, n, UP, lost) ? UP : 0;
    if (choices(r, t, host, n, wanted | IN_RACK, lost))
        wanted |= IN_RACK;
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_SOURCE, a->job->name,
                                         a->task + ((uint64_t)a->number << 32) + (t->moves << 48));
    for (uint64_t skip = sw_chance_below(&c, choices(r, t, host, n, wanted, lost)); ; i++)
        if (is_choice(r, t, host[i], wanted, lost) && !skip--)
            return host[i];
}

/* N5.2: as fast as it would work beside its data, and no faster. */
static void read_on(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left)
{
    const struct attempt *a = t->attempt;
    uint64_t most = rate_over(stage_bytes(t->of, a->stage, a->task), launch_takes(r, a, a->local_us));
    links_transfer_move(r, t, from, left, most);
}

/* An attempt that fails (F1) reads the same part of its block as it does of its work, rounded up. */
static uint64_t bytes_to_read(const struct network *net, const struct attempt *a)
{
    uint64_t bytes = stage_bytes(net, a->stage, a->task);
    if (a->run_us >= a->local_us)
        return bytes;
    unsigned __int128 done = (unsigned __int128)bytes * (uint64_t)a->run_us;
    return (uint64_t)((done + (uint64_t)a->local_us - 1) / (uint64_t)a->local_us);
}

/* Whether the launched map reads over the network. Then it ends when its flow has ended. */
static bool reads(struct sw_replay *r, struct network *net, struct attempt *a)
{
    if ((a->locality != SW_AT_RACK && a->locality != SW_AT_ANY) || !bytes_to_read(net, a))
        return false;
    struct transfer *t = links_transfer_start(r, net, a, a->launch_us + r->opt.startup_us);
    t->scan = r->offers.number;
    t->to_read = bytes_to_read(net, a);
    t->local_end_us = a->end_us = a->launch_us + r->opt.startup_us + launch_takes(r, a, a->run_us);
    if (t->begun)
        transfer_begins(r, t);
    return true;
}

/* B9 on the node where it reads: its work beside the data is stretched, and its flow may go faster or slower. */
static void slow_down(struct sw_replay *r, struct transfer *t, double from, double to)
{
    struct attempt *a = t->attempt;
    if (t->local_end_us > r->now_us)
        t->local_end_us = a->end_us = r->now_us + rounded_us((double)(t->local_end_us - r->now_us) * from / to);
    if (!t->moving)
        return;
    links_transfer_halt(r, t);
    read_on(r, t, t->from, t->left);
}

/* N6.2: who reads from a lost node goes on with the bytes left from another. */
static void network_node(struct sw_replay *r, void *own, uint32_t node, enum node_news what)
{
    struct transfer *t, **of = NULL;
    uint32_t n = 0;
    if (what != NODE_LOST)
        return;
    while ((t = links_reading_from(own, node, n))) {
        of = xrealloc(of, n + 1, sizeof *of);
        of[n++] = t;
    }
    for (uint32_t i = 0; i < n; i++) {
        links_transfer_halt(r, of[i]);
        of[i]->moves++;
        read_on(r, of[i], source(r, of[i], node), of[i]->left);
    }
    xfree(of);
}

/* ---- copies -------------------------------------------------------------------------------------- */

/* Of the transfer's job. */
static uint64_t n_maps(const struct transfer *t)
{
    return t->attempt->job->result.maps;
}

/* The number of map outputs that a reduce takes at a time. */
static uint32_t part_size(const struct transfer *t)
{
    return (uint32_t)((n_maps(t) + 9) / 10);
}

/* N7: the reduce has bytes to shuffle, of a job with maps. */
static bool shuffles_over_network(const struct network *net, const struct attempt *a)
{
    const struct job *job = a->job;
    return a->stage->shuffles && job->result.maps && stage_bytes(net, a->stage, a->task);
}

/* N7: whether the launched reduce shuffles over the network. */
static bool copies(struct sw_replay *r, struct network *net, struct attempt *a)
{
    if (!shuffles_over_network(net, a))
        return false;
    bool early = !maps_are_done(a->job);
    launch_wait_for_maps(a);
    struct transfer *t = links_transfer_start(r, net, a, a->launch_us + r->opt.startup_us);
    t->total = stage_bytes(net, a->stage, a->task);
    t->early = early;
    if (t->begun)
        transfer_begins(r, t);
    return true;
}

/* How many outputs there must be before the reduce takes the next part. */
static uint32_t wanted(const struct transfer *t)
{
    uint32_t rest = (uint32_t)n_maps(t) - t->copied, size = part_size(t);
    return t->copied + (rest < size ? rest : size);
}

/* N7.2: false: there are too few outputs yet, and the reduce waits. */
static bool take_in_hand(struct transfer *t)
{
    struct network_job *job = network_job(t->of, t->attempt->job);
    if (job->n_outputs < wanted(t)) {
        links_idle_until(t, wanted(t));
        return false;
    }
    t->base = t->copied;
    t->seen = job->n_outputs;
    t->n_parts = (t->seen - t->base + part_size(t) - 1) / part_size(t);
    t->first = t->attempt->task % t->n_parts;
    t->part = 0;
    return true;
}

/* floor(bytes c / maps), worked out without the product, which may be out of range. */
static uint64_t part_of_bytes(uint64_t bytes, uint64_t c, uint64_t maps)
{
    return bytes / maps * c + bytes % maps * c / maps;
}

/* Copies the next part, k outputs from a node. Returns false when it took no time. */
static bool copy_part(struct sw_replay *r, struct transfer *t)
{
    const struct attempt *a = t->attempt;
    uint32_t lo = t->base + (t->first + t->part) % t->n_parts * part_size(t), hi = lo + part_size(t);
    uint32_t k = (hi < t->seen ? hi : t->seen) - lo, from = network_job(t->of, a->job)->outputs[lo + a->task % k];
    uint64_t bytes = part_of_bytes(t->total, t->copied + k, n_maps(t)) - part_of_bytes(t->total, t->copied, n_maps(t));
    uint64_t most = rate_over(t->total, durations_shuffle_us(a->stage, a->task));
    t->part++;
    if (!bytes || (r->cl->node[from].home == r->cl->node[a->node].home && most >= FLOW_FAST)) {
        t->copied += k;
        return false;
    }
    t->in_part = k;
    links_transfer_move(r, t, from, bytes * MILLIONTHS, most);
    return true;
}

/* Goes on to the next part in hand that takes time. If there is none it ends, or it polls at the end of the instant. */
static void copy_on(struct sw_replay *r, struct transfer *t)
{
    while (t->part < t->n_parts)
        if (copy_part(r, t))
            return;
    if (t->copied == n_maps(t)) {
        struct attempt *a = t->attempt;
        int64_t end_us = launch_shuffle_end_us(r, a, t->early);
        links_transfer_end(r, t);
        launch_leave_shuffle(a);
        launch_shuffled(r, a, end_us > r->now_us ? end_us : r->now_us);
    } else
        links_poll(t);
}

/* Those that waited for no more than there is. */
static void wake_copies(struct network_job *of)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < of->n_idle;) {
        if (of->idle[i].outputs_wanted <= of->n_outputs) {
            links_poll(of->idle[i].of); /* the last takes its place */
            continue;
        }
        if (!least || of->idle[i].outputs_wanted < least)
            least = of->idle[i].outputs_wanted;
        i++;
    }
    of->outputs_wanted = least;
}

/* N7.1: a map's output joins the list. Reduces that waited for so many are woken. */
static void output_made(struct network *net, const struct job *job, uint32_t node)
{
    struct network_job *of = network_job(net, job);
    if (!of->outputs)
        of->outputs = xrealloc(NULL, job->result.maps, sizeof *of->outputs);
    of->outputs[of->n_outputs++] = node;
    if (!of->outputs_wanted || of->n_outputs < of->outputs_wanted)
        return;
    wake_copies(of);
}

/* ---- B11 ----------------------------------------------------------------------------------------- */

/* N8.2: the reduce gives up what it has in hand. It goes on with at most as many outputs as are left. */
static void copy_again(struct sw_replay *r, struct network *net, struct attempt *a)
{
    const struct network_job *job = network_job(net, a->job);
    struct transfer *t = *network_transfer(net, a);
    if (!shuffles_over_network(net, a))
        return;
    if (!t) { /* it had all of them */
        t = links_transfer_start(r, net, a, r->now_us);
        t->total = stage_bytes(net, a->stage, a->task);
        t->copied = (uint32_t)a->job->result.maps;
    }
    t->early = true;
    if (!t->begun)
        return;
    links_transfer_halt(r, t);
    t->copied = t->copied < job->n_outputs ? t->copied : job->n_outputs;
    t->part = t->n_parts = 0;
    links_poll(t);
}

/* Outputs on `node` are lost. NONE: all outputs of a job that runs no reduce. */
static void outputs_lost(struct sw_replay *r, struct network *net, struct job *job, uint32_t node)
{
    struct network_job *of = network_job(net, job);
    uint32_t kept = 0;
    if (node == NONE) {
        of->n_outputs = of->outputs_wanted = 0;
        return;
    }
    for (uint32_t i = 0; i < of->n_outputs; i++)
        if (of->outputs[i] != node)
            of->outputs[kept++] = of->outputs[i];
    of->n_outputs = kept;
    for (struct attempt *a = job->stage[1].shuffling; a; a = a->next)
        copy_again(r, net, a);
}

static void network_output(struct sw_replay *r, void *own, struct stage *maps, enum output_news what, uint32_t node)
{
    if (what == OUTPUT_MADE)
        output_made(own, maps->job, node);
    else if (what == OUTPUTS_LOST)
        outputs_lost(r, own, maps->job, node);
}

/* ---- progress -------------------------------------------------------------------------------------- */

/* N8.3: a read by its block, a shuffle by what it has of all. */
static int64_t score(const struct sw_replay *r, const struct transfer *t)
{
    const struct attempt *a = t->attempt;
    uint64_t all = stage_bytes(t->of, a->stage, a->task), left = t->moving ? links_transfer_left(r, t) : 0;
    if (a->stage->kind != SW_REDUCE)
        return t->moving ? (int64_t)((t->to_read * MILLIONTHS - left) / all) : 0;
    uint64_t copied = t->copied + (t->moving ? t->in_part : 0);
    return (int64_t)((part_of_bytes(all, copied, n_maps(t)) * MILLIONTHS - left) / all);
}

bool transfers_score(const struct sw_replay *r, const struct attempt *a, int64_t *out)
{
    const struct network *net = a->own_end ? mechanisms_own(r, &network_mechanism) : NULL;
    const struct transfer *t = net ? *network_transfer(net, a) : NULL;
    if (!t)
        return false;
    *out = score(r, t);
    return true;
}

/* ---- instants ------------------------------------------------------------------------------------ */

/* Start-up is over. */
static void transfer_begins(struct sw_replay *r, struct transfer *t)
{
    const struct attempt *a = t->attempt;
    if (a->stage->kind == SW_REDUCE)
        links_poll(t);
    else
        read_on(r, t, source(r, t, NONE), t->to_read * MILLIONTHS);
}

/* The transfer's flow has ended. */
static void moved(struct sw_replay *r, struct transfer *t)
{
    if (t->attempt->stage->kind != SW_REDUCE) {
        /* Its input is there: it ends when it would have with local data, or now. */
        struct attempt *a = t->attempt;
        int64_t end_us = t->local_end_us > r->now_us ? t->local_end_us : r->now_us;
        links_transfer_end(r, t);
        launch_end_at(r, a, end_us);
        return;
    }
    t->copied += t->in_part;
    copy_on(r, t);
}

static bool network_runs(struct sw_replay *r, void *own, struct attempt *a)
{
    return a->stage->kind == SW_REDUCE ? copies(r, own, a) : reads(r, own, a);
}

/* N4: starts the transfers that begin now, and goes on with those whose flow ends now. */
static void network_happen(struct sw_replay *r, void *own)
{
    struct network *net = own;
    for (struct transfer *t; (t = links_next(r, net));) {
        bool had_flow = t->moving;
        r->totals.events++;
        links_transfer_halt(r, t);
        t->begun = true;
        if (had_flow)
            moved(r, t);
        else
            transfer_begins(r, t);
    }
}

/* N3: polls for map output and makes the rates again, after everything else at the instant. */
static bool network_instant_ends(struct sw_replay *r, void *own)
{
    struct network *net = own;
    while (net->n_polling) {
        struct transfer *t = net->polling[net->n_polling - 1];
        links_poll_no_more(t);
        if (take_in_hand(t))
            copy_on(r, t);
    }
    links_settle(r, net);
    return true;
}

static void network_attempt(struct sw_replay *r, void *own, struct attempt *a, const struct attempt_news *is)
{
    struct transfer *t = *network_transfer(own, a);
    if (is->what == ATTEMPT_SLOWED)
        slow_down(r, t, is->from, is->to);
    else if (is->what == ATTEMPT_FREED)
        links_transfer_end(r, t);
}

const struct mechanism network_mechanism = {
    .needs = NEEDS_WHOLE_RECORD | NEEDS_OWN_ENDS | NEEDS_REPLICAS, .size = sizeof(struct network),
    .job_size = sizeof(struct network_job), .stage_size = sizeof(struct network_stage),
    .attempt_size = sizeof(struct transfer *), .start = links_start, .reset = links_reset, .report = links_report,
    .job_made = network_job_made, .job_check = network_job_check, .job_freed = network_job_freed,
    .runs = network_runs, .attempt = network_attempt, .output = network_output, .node = network_node,
    .next_us = links_next_us, .happen = network_happen, .instant_ends = network_instant_ends,
};
