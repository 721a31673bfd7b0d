/* SPDX-License-Identifier: GPL-3.0-or-later */
/* links.c - flows in time: over which links, how far they are, which ends next (rules N2, N4, N9 of docs/model.md).
 *
 * Transfers that will begin or end at a known time stand in a heap, by that time and by the launch of their attempts.
 * Rates are made again once an instant, when all that comes and goes at it is known. What a flow has carried is added
 * up only when its rate changes. A rate times microseconds is a whole number of millionths of a byte. So nothing is
 * rounded but the end. Flows that a link limits stand in the heap as one, by the link's clock. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/network.h"
#include <assert.h>

/* ---- links: the host whose first node is i has 2i up and 2i + 1 down, the racks follow ------------- */

/* N1: every node has two links, and every rack where they are limited. */
void links_start(struct sw_replay *r, void *own)
{
    struct network *net = own;
    uint32_t nodes = r->cl->n_nodes, racks = r->opt.network.rack_rate ? r->cl->n_racks : 0;
    flows_init(&net->flows, 2 * (nodes + racks));
    net->racks = racks > 0;
    net->use = xcalloc(net->flows.n_links, sizeof *net->use);
    net->clock = xcalloc(net->flows.n_links, sizeof *net->clock);
    for (uint32_t l = 0; l < net->flows.n_links; l++)
        net->clock[l].due = (struct due){ .place = NONE, .is_clock = true };
    for (uint32_t l = 0; l < net->flows.n_links; l++)
        flows_set_capacity(&net->flows, l, l < 2 * nodes ? r->opt.network.node_rate : r->opt.network.rack_rate);
}

/* Clears the links for a new run. No transfer outlives a run. */
void links_reset(struct sw_replay *r UNUSED, void *own)
{
    struct network *net = own;
    for (uint32_t l = 0; l < net->flows.n_links; l++)
        net->use[l] = (struct use){ 0 };
}

/* N2.1: up from the node, over the racks if they differ, down to the other. N2.2: none within a host. */
static void set_links(const struct sw_replay *r, const struct network *net, struct flow *f, uint32_t from, uint32_t to)
{
    uint32_t nodes = r->cl->n_nodes, rack_from = r->cl->node[from].rack, rack_to = r->cl->node[to].rack;
    f->n_links = 0;
    from = r->cl->node[from].home, to = r->cl->node[to].home;
    if (from == to)
        return;
    f->link[f->n_links++] = 2 * from;
    if (net->racks && rack_from != rack_to) {
        f->link[f->n_links++] = 2 * (nodes + rack_from);
        f->link[f->n_links++] = 2 * (nodes + rack_to) + 1;
    }
    f->link[f->n_links++] = 2 * to + 1;
}

/* ---- one transfer --------------------------------------------------------------------------------- */

/* The transfer that is due. */
static struct transfer *transfer_of(struct due *d)
{
    return (struct transfer *)((char *)d - offsetof(struct transfer, due));
}

/* The transfer begins at at_us. If that is now, the caller starts it. */
struct transfer *links_transfer_start(struct sw_replay *r, struct network *net, struct attempt *a, int64_t at_us)
{
    struct transfer *t = net->spare;
    if (t)
        net->spare = t->next_spare;
    else
        t = xcalloc(1, sizeof *t);
    *t = (struct transfer){ .due = { .order = a->serial, .place = NONE }, .of = net, .attempt = a, .polls = NONE,
                            .idle = NONE, .begun = at_us <= r->now_us };
    *network_transfer(net, a) = t;
    a->own_end = true;
    if (!t->begun)
        dues_expect(net, &t->due, at_us);
    return t;
}

/* Counts what the flow has carried until now. */
static void carry(const struct sw_replay *r, struct transfer *t)
{
    t->left = links_transfer_left(r, t);
    t->since_us = r->now_us;
    if (t->clock)
        clocks_leave(t);
}

/* Millionths of a byte that its flow has to go. */
uint64_t links_transfer_left(const struct sw_replay *r, const struct transfer *t)
{
    if (t->clock)
        return clocks_left(t, r->now_us);
    uint64_t carried = t->rate * (uint64_t)(r->now_us - t->since_us);
    return carried < t->left ? t->left - carried : 0;
}

/* A flow of `left` millionths of a byte, above 0. Its rate and end are known when the instant is over. */
void links_transfer_move(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left, uint64_t most)
{
    t->moving = true;
    t->from = from;
    t->left = left;
    t->bytes = left / MILLIONTHS;
    t->since_us = r->now_us;
    t->rate = 0;
    t->flow.most = most < FLOW_FAST ? most : FLOW_FAST;
    set_links(r, t->of, &t->flow, from, t->attempt->node);
    flows_add(&t->of->flows, &t->flow);
    /* Links that had no transfer are busy from now on. */
    for (uint32_t k = 0; k < t->flow.n_links; k++)
        if (t->of->flows.link[t->flow.link[k]].n == 1)
            t->of->use[t->flow.link[k]].busy_since_us = r->now_us;
}

/* N9: what the flow has carried, on each of its links. A link without flows is no longer busy. */
static void count_bytes(struct sw_replay *r, const struct transfer *t)
{
    uint64_t carried = t->bytes - t->left / MILLIONTHS;
    for (uint32_t k = 0; k < t->flow.n_links; k++) {
        struct use *use = &t->of->use[t->flow.link[k]];
        use->bytes += carried < t->bytes ? carried : t->bytes;
        if (!t->of->flows.link[t->flow.link[k]].n)
            use->busy_us += r->now_us - use->busy_since_us;
    }
}

/* The last of those that poll takes its place. */
void links_poll_no_more(struct transfer *t)
{
    struct network *net = t->of;
    if (t->polls == NONE)
        return;
    struct transfer *last = net->polling[--net->n_polling];
    net->polling[last->polls = t->polls] = last;
    t->polls = NONE;
}

/* The flow is over, done or not; `left` says what it has not carried. */
void links_transfer_halt(struct sw_replay *r, struct transfer *t)
{
    dues_expect_no_more(t->of, &t->due);
    links_poll_no_more(t);
    links_idle_no_more(t);
    if (!t->moving)
        return;
    struct clock *c = t->clock;
    carry(r, t);
    if (c && !c->n)
        dues_expect_no_more(t->of, &c->due);
    flows_remove(&t->of->flows, &t->flow);
    count_bytes(r, t);
    t->moving = false;
}

/* The reduce waits until its job has so many outputs. */
void links_idle_until(struct transfer *t, uint32_t outputs_wanted)
{
    struct network_job *job = network_job(t->of, t->attempt->job);
    if (!job->outputs_wanted || outputs_wanted < job->outputs_wanted)
        job->outputs_wanted = outputs_wanted;
    RESERVE(job->idle, job->n_idle + 1, job->cap_idle);
    t->idle = job->n_idle;
    job->idle[job->n_idle++] = (struct idle){ outputs_wanted, t };
}

/* So it is with those that wait for outputs. */
void links_idle_no_more(struct transfer *t)
{
    if (t->idle == NONE)
        return;
    struct network_job *job = network_job(t->of, t->attempt->job);
    struct idle last = job->idle[--job->n_idle];
    job->idle[t->idle] = last;
    last.of->idle = t->idle;
    t->idle = NONE;
}

/* The reduce polls for map output when all at this instant is over. */
void links_poll(struct transfer *t)
{
    struct network *net = t->of;
    links_idle_no_more(t);
    if (t->polls != NONE)
        return;
    RESERVE(net->polling, net->n_polling + 1, net->cap_polling);
    t->polls = net->n_polling;
    net->polling[net->n_polling++] = t;
}

/* The attempt needs no more of its transfer. */
void links_transfer_end(struct sw_replay *r, struct transfer *t)
{
    links_transfer_halt(r, t);
    *network_transfer(t->of, t->attempt) = NULL;
    t->attempt->own_end = false;
    t->next_spare = t->of->spare;
    t->of->spare = t;
}

/* Transfer number i of those whose flow comes from the node. */
struct transfer *links_reading_from(const struct network *net, uint32_t node, uint32_t i)
{
    const struct flows *flows = &net->flows;
    return i < flows->link[2 * node].n ? (struct transfer *)flows->flow[flows->over[2 * node].number[i]] : NULL;
}

/* ---- instants ------------------------------------------------------------------------------------- */

int64_t links_next_us(struct sw_replay *r UNUSED, void *own)
{
    struct network *net = own;
    dues_find_first(net);
    return net->n ? net->heap[0]->at_us : INT64_MAX;
}

/* The next of those that are due now. Flows that end at the same time by a link's clock stand in line with the rest. */
struct transfer *links_next(struct sw_replay *r, struct network *net)
{
    while (net->n && net->heap[0]->at_us == r->now_us && net->heap[0]->is_clock) {
        struct clock *c = (struct clock *)net->heap[0];
        for (struct transfer *t; (t = clocks_ended(c, r->now_us));) {
            carry(r, t);
            t->rate = 0;
            dues_expect(net, &t->due, r->now_us);
        }
        dues_expect_clock(net, c, c->rate);
    }
    return net->n && net->heap[0]->at_us == r->now_us ? transfer_of(net->heap[0]) : NULL;
}

/* N9.2: since when, or for how long, the link gives some flow its rate. */
static void note_limits(const struct sw_replay *r, struct network *net, uint32_t link)
{
    const struct link *l = &net->flows.link[link];
    struct use *use = &net->use[link];
    if (l->limits == use->limits)
        return;
    if (l->limits)
        use->limits_since_us = r->now_us;
    else
        use->limits_us += r->now_us - use->limits_since_us;
    use->limits = l->limits;
}

/* Links whose level is another, and then flows with another limiter. */
static void set_levels(const struct sw_replay *r, struct network *net)
{
    const struct flows *flows = &net->flows;
    for (uint32_t i = 0; i < flows->n_noted; i++) {
        const struct link *l = &flows->link[flows->noted[i]];
        struct clock *c = &net->clock[flows->noted[i]];
        if (l->limits && c->rate != l->level)
            clocks_set_rate(c, l->level, r->now_us);
    }
}

/* N4: a flow with its own rate is due by itself, one that a link limits by the link's clock. */
static void move_flow(const struct sw_replay *r, struct network *net, struct transfer *t)
{
    const struct path *p = &net->flows.path[t->flow.number];
    carry(r, t);
    if (p->limiter != FLOW_FREE) {
        dues_expect_no_more(net, &t->due);
        clocks_join(&net->clock[p->limiter], t, r->now_us);
        return;
    }
    t->rate = p->wish;
    uint64_t us = t->left / t->rate + (t->left % t->rate > 0);
    bool in_time = us <= (uint64_t)SW_TIME_MAX && t->since_us + (int64_t)us <= SW_TIME_MAX;
    dues_expect(net, &t->due, in_time ? t->since_us + (int64_t)us : SW_TIME_MAX + 1);
}

/* N3: after everything at an instant. The debug build checks all rates. */
void links_settle(struct sw_replay *r, struct network *net)
{
    struct flows *flows = &net->flows;
    if (flows_are_settled(flows))
        return;
    flows_settle(flows);
    set_levels(r, net);
    for (uint32_t i = 0; i < flows->n_changed; i++)
        move_flow(r, net, (struct transfer *)flows->flow[flows->changed[i].number]);
    for (uint32_t i = 0; i < flows->n_touched; i++) {
        /* The most transfers that the link has had at once. */
        uint32_t link = flows->touched[i];
        uint32_t n = net->flows.link[link].n;
        net->use[link].most = n > net->use[link].most ? n : net->use[link].most;
    }
    for (uint32_t i = 0; i < flows->n_noted; i++) {
        dues_expect_clock_roughly(net, &net->clock[flows->noted[i]]);
        note_limits(r, net, flows->noted[i]);
    }
    assert(flows_hold(flows));
}

/* ---- what the links did (N9) ---------------------------------------------------------------------- */

/* Flows that are still going when the run ends are counted up to then. */
static void halt_all(struct sw_replay *r, struct network *net)
{
    while (net->n)
        links_transfer_halt(r, net->heap[0]->is_clock ? ((struct clock *)net->heap[0])->ending[0].of
                                                      : transfer_of(net->heap[0]));
    for (uint32_t l = 0; l < net->flows.n_links; l++)
        if (net->use[l].limits)
            net->use[l].limits_us += r->now_us - net->use[l].limits_since_us;
}

/* N9.1: makespan is that of S3, or up to the end of the replay if something is unfinished. */
static void report_link(struct sw_replay *r, const struct network *net, uint32_t link, const char *place, bool up)
{
    const struct use *use = &net->use[link];
    int64_t makespan_us = (r->jobs.first ? r->now_us : r->totals.last_end_us) - r->totals.first_submit_us;
    r->sink.link(r->sink.ctx, &(struct sw_link){
        .place = place, .up = up, .rate = net->flows.capacity[link], .bytes = use->bytes, .most_flows = use->most,
        .busy_us = use->busy_us, .limiting_us = use->limits_us,
        .makespan_us = makespan_us > 0 && r->totals.first_submit_us >= 0 ? makespan_us : 0 });
}

/* N9: links of hosts by their home, then those of racks. */
void links_report(struct sw_replay *r, void *own)
{
    struct network *net = own;
    uint32_t nodes = r->cl->n_nodes;
    halt_all(r, net);
    for (uint32_t l = 0; r->sink.link && l < net->flows.n_links; l++) {
        const struct sw_node *of = l < 2 * nodes ? &r->cl->node[l / 2] : NULL;
        if (!of || of->home == l / 2)
            report_link(r, net, l, !of ? r->cl->rack_name[l / 2 - nodes] : of->host ? of->host : of->name, l % 2 == 0);
    }
}
