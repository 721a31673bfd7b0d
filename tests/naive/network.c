/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network.c - section 11: flows that share links. N1 to N8. What a flow has left is kept in bytes times microseconds of
 * a second, so that nothing is rounded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

enum { MOST_LINKS = 4 };

static struct stage *stage_of(const struct run *r, const struct attempt *a)
{
    return &r->job[a->job].stage[a->stage];
}

static int64_t quotient_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* N7: "a reduce of a job with M > 0 maps". */
static bool shuffles(const struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    return a->flow.whole > 0 && j->mapreduce && stage_of(r, a)->kind == SW_REDUCE && job_maps(j) > 0;
}

/* N5: "a map (or task) with preference that was not launched node-local". */
static bool reads(const struct run *r, const struct attempt *a)
{
    return r->o.node_rate > 0 && stage_of(r, a)->kind != SW_REDUCE && a->flow.whole > 0
           && (a->locality == SW_AT_RACK || a->locality == SW_AT_ANY);
}

/* N5.1 */
static int64_t block_bytes(const struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    const struct stage *s = stage_of(r, a);
    const struct task *t = &s->task[a->task];
    if (t->input_bytes != UNSET) return t->input_bytes;
    if (j->mapreduce && j->input_bytes > 0) return quotient_up(j->input_bytes, job_maps(j));
    return s->n_parents > 0 ? 0 : r->o.block_bytes;
}

/* N7 */
static int64_t shuffle_bytes(const struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    const struct stage *s = stage_of(r, a);
    if (s->task[a->task].input_bytes != UNSET) return s->task[a->task].input_bytes;
    return quotient_up(j->shuffle_bytes, s->n_tasks);
}

/* ---- N6: from where ------------------------------------------------------------------------------ */

static int source_of(const struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    const struct task *t = &stage_of(r, a)->task[a->task];
    int up = 0, near = 0, n = 0;
    for (int i = 0; i < t->n_replicas; i++) {
        const struct node *it = &r->node[t->replica[i]];
        if (it->up) up++;
        if (it->up && !strcmp(it->rack, r->node[a->node].rack)) near++;
    }
    if (up == 0) /* "any, if none is" */
        for (int i = 0; i < t->n_replicas; i++)
            if (!strcmp(r->node[t->replica[i]].rack, r->node[a->node].rack)) near++;
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_SOURCE, sw_chance_name(j->id, strlen(j->id)),
                                         (uint64_t)a->task + ((uint64_t)a->number << 32)
                                             + ((uint64_t)a->flow.sources << 48));
    int all = near > 0 ? near : up > 0 ? up : t->n_replicas;
    int pick = (int)sw_chance_below(&c, (uint64_t)all);
    for (int i = 0; i < t->n_replicas; i++) {
        const struct node *it = &r->node[t->replica[i]];
        if ((up > 0 && !it->up) || (near > 0 && strcmp(it->rack, r->node[a->node].rack))) continue;
        if (n++ == pick) return t->replica[i];
    }
    naive_fail("no replica to read from");
}

/* ---- N2, N3: links and rates ---------------------------------------------------------------------- */

/* Links by number: of node n its uplink 2n and its downlink 2n + 1, then so of racks by their first node. */
static int rack_of(const struct run *r, int node)
{
    int first = 0;
    while (strcmp(r->node[first].rack, r->node[node].rack)) first++;
    return r->n_nodes + first;
}

/* N2.1, N2.2 */
static int links_of(const struct run *r, const struct flow *f, int link[MOST_LINKS])
{
    int n = 0, from = r->node[f->from].home, to = r->node[f->to].home;
    if (from == to) return 0;
    link[n++] = 2 * from;
    link[n++] = 2 * to + 1;
    if (r->o.rack_rate > 0 && rack_of(r, f->from) != rack_of(r, f->to)) {
        link[n++] = 2 * rack_of(r, f->from);
        link[n++] = 2 * rack_of(r, f->to) + 1;
    }
    return n;
}

static bool takes(const struct run *r, const struct flow *f, int link)
{
    int links[MOST_LINKS], n = links_of(r, f, links);
    for (int i = 0; i < n; i++)
        if (links[i] == link) return true;
    return false;
}

/* N3.1; NEVER: none of its flows is without a rate */
static int64_t level_of(const struct run *r, int link)
{
    int64_t left = link < 2 * r->n_nodes ? r->o.node_rate : r->o.rack_rate, n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct flow *f = &r->attempt[i].flow;
        if (!f->on || !takes(r, f, link)) continue;
        if (f->rate > 0) left -= f->rate;
        else n++;
    }
    if (n == 0) return NEVER;
    return left / n > 1 ? left / n : 1;
}

static void share_links(struct run *r)
{
    int64_t *level = naive_alloc((size_t)r->n_nodes * 4, sizeof *level);
    if (!r->link) r->link = naive_alloc((size_t)r->n_nodes * 4, sizeof *r->link);
    for (int l = 0; l < r->n_nodes * 4; l++) r->link[l].limits = false;
    for (int i = 0; i < r->n_attempts; i++) r->attempt[i].flow.rate = 0;
    for (;;) {
        int64_t least = NEVER;
        for (int l = 0; l < r->n_nodes * 4; l++)
            if ((level[l] = level_of(r, l)) < least) least = level[l];
        for (int i = 0; i < r->n_attempts; i++) {
            const struct flow *f = &r->attempt[i].flow;
            if (f->on && f->rate == 0 && f->greatest > 0 && f->greatest < least) least = f->greatest;
        }
        if (least == NEVER) break;
        for (int i = 0; i < r->n_attempts; i++) { /* N3.2 */
            struct flow *f = &r->attempt[i].flow;
            int link[MOST_LINKS], n = links_of(r, f, link);
            bool given = f->greatest == least;
            if (!f->on || f->rate > 0) continue;
            for (int k = 0; k < n; k++) {
                given |= level[link[k]] == least;
                r->link[link[k]].limits |= level[link[k]] == least;
            }
            if (given) f->rate = least;
        }
    }
    free(level);
}

/* ---- flows begin and end ---------------------------------------------------------------------------- */

static void begin_flow(struct flow *f, int from, int to, int64_t bytes)
{
    f->on = true;
    f->from = from;
    f->to = to;
    f->bytes = bytes;
    f->left = bytes * MILLION;
}

/* N5.2: "the greatest rate is bytes / t, rounded up", "at most 2^40 bytes a second"; N8.1: "that of a task begun at
 * the new speed". */
static void set_read_rate(const struct run *r, struct attempt *a)
{
    const struct task *t = &stage_of(r, a)->task[a->task];
    int64_t us = naive_round((double)t->local_us * attempt_penalty(r, t, a->locality) / r->node[a->node].speed);
    __int128 most = (__int128)1 << 40, rate = us > 0 ? ((__int128)block_bytes(r, a) * MILLION + us - 1) / us : most;
    a->flow.greatest = (int64_t)(rate < most ? rate : most);
}

/* N7.1: so many outputs of the job there are; of number i, from 0, the node. */
static int outputs(const struct run *r, int job, int i, int *node)
{
    int n = 0;
    for (int k = 0; k < r->n_attempt_order; k++) {
        const struct attempt *a = &r->attempt[r->attempt_order[k]];
        const struct stage *s = stage_of(r, a);
        if (a->job != job || s->kind != SW_MAP || !s->task[a->task].done
            || s->task[a->task].done_by != r->attempt_order[k])
            continue;
        if (n++ == i) *node = a->node;
    }
    return n;
}

static int64_t part_size(const struct run *r, const struct attempt *a)
{
    return quotient_up(job_maps(&r->job[a->job]), 10);
}

/* N7.3, N7.4: the next part of what is in hand. */
static void begin_part(const struct run *r, struct attempt *a)
{
    struct flow *f = &a->flow;
    int64_t s = part_size(r, a), parts = quotient_up(f->n_hand, s), part = (a->task + f->n_parts) % parts;
    int64_t maps = job_maps(&r->job[a->job]), copy_us = stage_of(r, a)->task[a->task].copy_us;
    int from = 0;
    f->k = part == parts - 1 ? f->n_hand - part * s : s;
    outputs(r, a->job, (int)(f->hand + part * s + a->task % f->k), &from);
    f->greatest = copy_us > 0 ? (int64_t)(((__int128)f->whole * MILLION + copy_us - 1) / copy_us) : 0;
    begin_flow(f, from, a->node,
               (int64_t)((__int128)f->whole * (f->c + f->k) / maps - (__int128)f->whole * f->c / maps));
    if (r->node[f->from].home == r->node[f->to].home && f->greatest == 0) f->left = 0;
}

static void end_part(const struct run *r, struct attempt *a)
{
    struct flow *f = &a->flow;
    f->c += f->k;
    f->n_parts++;
    f->on = false;
    if (f->n_parts < quotient_up(f->n_hand, part_size(r, a))) begin_part(r, a);
    else f->n_hand = 0;
}

static void begin(const struct run *r, struct attempt *a)
{
    a->flow.begun = true;
    if (!reads(r, a)) return;
    set_read_rate(r, a);
    begin_flow(&a->flow, source_of(r, a), a->node, a->flow.whole);
}

void network_launched(struct run *r, struct attempt *a)
{
    struct flow *f = &a->flow;
    *f = (struct flow){ .begins_us = NEVER };
    if (r->o.node_rate == 0) return;
    if (stage_of(r, a)->kind == SW_REDUCE) f->whole = shuffle_bytes(r, a);
    else {
        f->whole = block_bytes(r, a);
        const struct task *t = &stage_of(r, a)->task[a->task];
        if (a->fails && t->local_us > 0) /* N5.3: "that part of the bytes, rounded up" */
            f->whole = (int64_t)(((__int128)f->whole * a->local_us + t->local_us - 1) / t->local_us);
    }
    if (reads(r, a) || shuffles(r, a)) f->begins_us = attempt_starts(r, a);
    if (f->begins_us <= r->now_us) begin(r, a);
}

/* N4: ends and beginnings of flows, in the order of the launches of their attempts. */
void network_flows(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        struct flow *f = &a->flow;
        if (a->phase == OVER) continue;
        if (f->begins_us <= r->now_us && !f->begun) begin(r, a);
        while (f->on && f->left <= 0) {
            if (shuffles(r, a)) end_part(r, a);
            else f->on = false, f->over = true;
        }
    }
}

/* N9.2 */
static void count_flows(struct run *r, int link)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) n += r->attempt[i].flow.on && takes(r, &r->attempt[i].flow, link);
    if (n > r->link[link].most) r->link[link].most = n;
}

/* N3, N7.2: "when T2 and T3 are over, also before they are repeated". */
void network_share(struct run *r)
{
    if (r->o.node_rate == 0) return;
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        struct flow *f = &a->flow;
        int node, n;
        if (a->phase != COPIES || !f->begun || f->n_hand > 0 || !shuffles(r, a)) continue;
        int64_t maps = job_maps(&r->job[a->job]), s = part_size(r, a);
        n = outputs(r, a->job, -1, &node);
        if (n <= f->c || n - f->c < (s < maps - f->c ? s : maps - f->c)) continue;
        f->hand = f->c;
        f->n_hand = n - f->c;
        f->n_parts = 0;
        begin_part(r, a);
    }
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].phase == OVER) r->attempt[i].flow.on = false; /* N8 */
    share_links(r);
    for (int l = 0; l < r->n_nodes * 4; l++) count_flows(r, l);
}

/* N9.2 */
static void use_link(struct run *r, int link, int64_t us)
{
    struct link_use *u = &r->link[link];
    int64_t flows = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct flow *f = &r->attempt[i].flow;
        if (!f->on || !takes(r, f, link)) continue;
        int64_t left = f->rate * us < f->left ? f->left - f->rate * us : 0;
        u->carried += f->left / MILLION - left / MILLION; /* N9: "a byte that a flow has begun is carried" */
        flows++;
    }
    if (flows > 0) u->busy_us += us;
    if (u->limits) u->limiting_us += us;
}

/* Time passes up to an instant. */
void network_passes(struct run *r, int64_t us)
{
    for (int l = 0; r->link && us > 0 && l < r->n_nodes * 4; l++) use_link(r, l, us);
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].flow.on) r->attempt[i].flow.left -= r->attempt[i].flow.rate * us;
}

static void put_link(const struct run *r, int link, const char *name, int64_t rate, int64_t span_us, struct sw_out *out)
{
    static const struct link_use none;
    const struct link_use *u = r->link ? &r->link[link] : &none;
    sw_out_str(out, name);
    sw_out_str(out, link % 2 ? "down" : "up");
    sw_out_i64(out, rate);
    sw_out_i64(out, u->carried);
    sw_out_real(out, span_us > 0 ? (double)u->carried / (double)span_us * 1e6 / (double)rate : NAN);
    sw_out_real(out, span_us > 0 ? (double)u->busy_us / (double)span_us : NAN);
    sw_out_real(out, span_us > 0 ? (double)u->limiting_us / (double)span_us : NAN);
    sw_out_i64(out, u->most);
    sw_out_end_row(out);
}

void network_put_links(const struct run *r, struct sw_out *out)
{
    static const char *const columns[] = { "link", "direction", "bytes_per_s", "carried_bytes", "utilization", "busy",
                                           "limiting", "most_flows", NULL };
    int64_t first = NEVER, last = 0;
    for (int j = 0; j < r->n_jobs; j++) { /* N9.1 */
        if (r->job[j].state >= SUBMITTED && r->job[j].submit_us < first) first = r->job[j].submit_us;
        if (r->job[j].state != ENDED) last = r->o.until_us;
        else if (r->job[j].finish_us > last) last = r->job[j].finish_us;
    }
    int64_t span = first == NEVER ? 0 : last - first;
    sw_out_header(out, columns);
    for (int n = 0; n < r->n_nodes; n++)
        for (int way = 0; way < 2 && r->node[n].home == n; way++)
            put_link(r, 2 * n + way, r->node[n].host, r->o.node_rate, span, out);
    for (int n = 0; n < r->n_nodes && r->o.rack_rate > 0; n++)
        for (int way = 0; way < 2 && rack_of(r, n) == r->n_nodes + n; way++)
            put_link(r, 2 * rack_of(r, n) + way, r->node[n].rack, r->o.rack_rate, span, out);
}

/* A flow has ended at this instant. */
bool network_goes_on(const struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        const struct flow *f = &r->attempt[i].flow;
        if (r->attempt[i].phase == OVER || r->o.node_rate == 0) continue;
        if (f->on && f->left <= 0) return true;
    }
    return false;
}

/* ---- what others ask --------------------------------------------------------------------------------- */

/* N5.3, N7.5: its end waits for that of its flows. */
bool network_holds(const struct run *r, const struct attempt *a)
{
    const struct flow *f = &a->flow;
    if (a->phase == WORKS) return reads(r, a) && !f->over;
    return a->phase == COPIES && shuffles(r, a) && f->c < job_maps(&r->job[a->job]);
}

int64_t network_next(const struct run *r)
{
    int64_t least = NEVER;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct flow *f = &r->attempt[i].flow;
        int64_t at = NEVER;
        if (r->attempt[i].phase == OVER) continue;
        if (!f->begun) at = f->begins_us;
        else if (f->on) at = f->left <= 0 ? r->now_us : r->now_us + quotient_up(f->left, f->rate);
        if (at < least) least = at;
    }
    return least;
}

/* N8.1 */
void network_speed(struct run *r, int node)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].node == node && r->attempt[i].phase == WORKS && r->attempt[i].flow.on)
            set_read_rate(r, &r->attempt[i]);
}

/* N6.2 */
void network_lost(struct run *r, int node)
{
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->phase != WORKS || !a->flow.on || a->flow.from != node) continue;
        a->flow.sources++;
        a->flow.from = source_of(r, a);
    }
}

/* N8.2 */
void network_outputs_lost(struct run *r, int job)
{
    int node, n = outputs(r, job, -1, &node);
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->job != job || a->phase != COPIES) continue;
        a->flow.on = false;
        a->flow.n_hand = 0;
        if (a->flow.c > n) a->flow.c = n;
    }
}

/* N8.3: in millionths, -1: as without a network. */
int64_t network_score(const struct run *r, const struct attempt *a)
{
    const struct flow *f = &a->flow;
    if (!network_holds(r, a)) return -1;
    if (a->phase == WORKS && !f->begun) return 0;
    if (a->phase == WORKS) return (int64_t)(((__int128)f->whole * MILLION - f->left) / block_bytes(r, a));
    __int128 has = (__int128)f->whole * f->c / job_maps(&r->job[a->job]) * MILLION;
    if (f->on) has += (__int128)f->bytes * MILLION - f->left;
    return f->whole > 0 ? (int64_t)(has / f->whole) : MILLION;
}

/* ---- N1 ------------------------------------------------------------------------------------------------ */

static int set_rate(const char *text, int64_t *rate, struct sw_err *err)
{
    static const char units[] = "KMGT";
    size_t len = strlen(text);
    bool bytes = len > 0 && text[len - 1] == 'B';
    double x, scale = 1;
    len -= bytes;
    const char *unit = len > 0 ? strchr(units, text[len - 1]) : NULL;
    for (int i = 0; unit && i <= unit - units; i++) scale *= bytes ? 1024 : 1000;
    if (sw_num_real(text, len - (unit != NULL), &x)) return sw_err_usage(err, "--network: not a rate: '%s'", text);
    *rate = (int64_t)(x * scale / (bytes ? 1 : 8));
    return SW_OK;
}

int set_network(struct options *o, const char *arg, struct sw_err *err)
{
    char *copy = naive_copy(arg, strlen(arg)), *save = NULL;
    int status = SW_OK;
    for (char *at = strtok_r(copy, ",", &save); at && status == SW_OK; at = strtok_r(NULL, ",", &save)) {
        bool node = !strncmp(at, "node=", 5);
        if (!node && strncmp(at, "rack=", 5) != 0) status = sw_err_usage(err, "--network: '%s'", arg);
        else status = set_rate(at + 5, node ? &o->node_rate : &o->rack_rate, err);
    }
    free(copy);
    return status;
}
