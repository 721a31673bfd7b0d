/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.c - nodes: whether they are up (B8), have a free slot (H2) and make a heartbeat (H1, H2, K5) when they
 * launch. */
#include "lib/audit/audit.h"
#include <stdlib.h>

/* The row of the cluster that holds at a time; NULL: the node is away. */
const struct sw_span *audit_nodes_span(const struct audit *a, uint32_t node, int64_t at_us)
{
    const struct node *spec = &a->node[node];
    for (uint32_t k = 0; k < spec->n_spans; k++)
        if (spec->span[k].from_us <= at_us && at_us < spec->span[k].to_us)
            return &spec->span[k];
    return NULL;
}

/* NEVER: the node stays, or it is away at at_us. */
int64_t audit_nodes_loss_after(const struct audit *a, uint32_t node, int64_t at_us)
{
    const struct node *it = &a->node[node];
    for (uint32_t k = 0; k < it->n_spells; k++)
        if (it->spell[k].from_us <= at_us && at_us < it->spell[k].to_us)
            return it->spell[k].to_us;
    return NEVER;
}

/* H1.1: the place of a rank in period k. */
static uint64_t drifted_place(const struct audit *a, uint64_t rank, uint64_t k)
{
    uint64_t n = a->cl->n_nodes, near = (uint64_t)((__int128)n * a->rules.drift_us / a->rules.heartbeat_us);
    if (near < 2)
        return rank;
    /* H1.1: blocks begin at the multiples of m less c, the first at 0, and all of them end at n at the latest. */
    uint64_t of_period = sw_chance_job(a->rules.seed, SW_CHANCE_DRIFT, k), at = rank;
    struct sw_chance c = sw_chance_task(of_period, n);
    uint64_t cut = sw_chance_below(&c, near), block = (rank + cut) / near * near;
    uint64_t first = block > cut ? block - cut : 0, end = block + near - cut < n ? block + near - cut : n;
    uint32_t *moved = xcalloc(end - first, sizeof *moved);
    c = sw_chance_task(of_period, first);
    sw_chance_permutation(&c, moved, (uint32_t)(end - first));
    /* The instants of the places stay: at place i stands the rank that the permutation names. */
    for (uint64_t i = first; i < end; i++)
        at = first + moved[i - first] == rank ? i : at;
    xfree(moved);
    return at;
}

/* H1: the node's first heartbeat from then on. */
static int64_t beat(const struct audit *a, uint32_t node, int64_t from_us)
{
    int64_t h = a->rules.heartbeat_us, at_us = -1;
    /* A node's place in a period is before the period's end, so one of two periods has the heartbeat. */
    for (int64_t k = from_us < 0 ? 0 : from_us / h; at_us < from_us || at_us < 0; k++)
        at_us = k * h
                + (int64_t)((__int128)h * (int64_t)drifted_place(a, a->node[node].rank, (uint64_t)k) / a->cl->n_nodes);
    return at_us;
}

/* ---- when slots are free again ------------------------------------------------------------------- */

/* T3: a map of the job was launched and done in the instant, so in a round after what that began with. */
bool audit_nodes_late_map(const struct audit *a, const struct job *job, int64_t at_us)
{
    for (uint32_t i = 0; i < job->n_rows && job->mapreduce; i++) {
        const struct row *row = nth(a, job, i);
        if (row->kind == SW_MAP && row->outcome == SW_DONE && row->launch_us == at_us && row->finish_us == at_us)
            return true;
    }
    return false;
}

/* T3: it ended in the round after the heartbeats of its instant, as a map of its job did that was launched in them. */
bool audit_nodes_ended_late(const struct audit *a, const struct row *row)
{
    return row->launch_us == row->finish_us
           || (compute_us(row) == row->finish_us && audit_nodes_late_map(a, job_of(a, row), row->finish_us));
}

/* H2, B10, K5, C6: its slot. */
static int64_t free_at(const struct audit *a, const struct row *row)
{
    if (!audit_reports(row) || a->rules.out_of_band)
        return row->finish_us;
    /* H2.2: it is reported at the next heartbeat of the node's own period; the loss of the node frees it, too. */
    int64_t beat_us = beat(a, row->node, row->finish_us + audit_nodes_ended_late(a, row));
    int64_t lost_us = audit_nodes_loss_after(a, row->node, row->launch_us);
    return beat_us < lost_us ? beat_us : lost_us;
}

/* L7: as running. */
int64_t audit_nodes_counts_to(const struct audit *a, const struct row *row)
{
    if (!audit_reports(row))
        return row->finish_us;
    /* B10.3: a node that is lost meanwhile would have reported at the same time. */
    if (a->rules.out_of_band)
        return row->finish_us + a->opt->commit_pending_us;
    return beat(a, row->node, row->finish_us + audit_nodes_ended_late(a, row)) + a->opt->commit_pending_us;
}

/* ---- nodes in groups, so that what is sorted is never much more than a window ---------------------- */

enum { GROUP_ROWS = 1 << 17 };
struct group_of_nodes { uint32_t from, to; size_t n_rows; };

/* How many rows each node has. The caller frees it. */
static uint32_t *count_rows(const struct audit *a)
{
    uint32_t *n = xcalloc(a->cl->n_nodes, sizeof *n);
    for (size_t i = 0; i < a->n_rows; i++)
        n[a->row[i].node]++;
    return n;
}

/* The next ones, at least one; false: there are none. */
static bool next_group(const struct audit *a, const uint32_t *n_rows, struct group_of_nodes *g)
{
    g->from = g->to;
    g->n_rows = 0;
    while (g->to < a->cl->n_nodes && (g->to == g->from || g->n_rows + n_rows[g->to] <= GROUP_ROWS))
        g->n_rows += n_rows[g->to++];
    return g->from < g->to;
}

static bool is_in_group(const struct group_of_nodes *g, const struct row *row)
{
    return row->node >= g->from && row->node < g->to;
}

/* ---- slots --------------------------------------------------------------------------------------- */

/* A1: a node that has reduce slots takes so many reducers instead. */
static int64_t most_slots(const struct audit *a, const struct use *use)
{
    const struct sw_span *span = audit_nodes_span(a, use->row->node, use->at_us);
    int64_t slots = span ? span->slots[use->of & 1] : 0;
    return slots && use->of & 1 && a->rules.splits ? (uint32_t)a->opt->admit.reducers : slots;
}

static void tell_slot(struct audit *a, const struct use *use)
{
    static const char *const words[] = { "map ", "reduce " };
    audit_fault(a, OF_SLOTS, use->row, "H2", "launched at %s on '%s', which has no free %sslot then", S(use->at_us),
                a->cl->node[use->row->node].name, a->cl->one_kind ? "" : words[use->of & 1]);
}

static void check_slots(struct audit *a, const struct group_of_nodes *g)
{
    static const struct limit limit = { most_slots, .tell = tell_slot };
    struct uses s = { .at = xcalloc(2 * g->n_rows, sizeof *s.at) };
    for (size_t i = 0; i < a->n_rows; i++)
        if (is_in_group(g, &a->row[i]))
            audit_uses_add(&s, 2 * a->row[i].node + (uint64_t)stage_of(a, &a->row[i])->slot_kind, &a->row[i],
                             a->row[i].launch_us, free_at(a, &a->row[i]));
    audit_uses_check(a, &s, &limit);
    xfree(s.at);
}

void audit_nodes_slots(struct audit *a)
{
    struct group_of_nodes g = { .to = 0 };
    uint32_t *n_rows = count_rows(a);
    while (next_group(a, n_rows, &g))
        check_slots(a, &g);
    xfree(n_rows);
}

/* ---- heartbeats ---------------------------------------------------------------------------------- */

struct end { uint32_t node; int64_t at_us; };

static int ends_by_node(const void *x, const void *y)
{
    const struct end *a = x, *b = y;
    return ORDER(a->node, b->node) ?: ORDER(a->at_us, b->at_us);
}

/* Ends that give their node a heartbeat: of any attempt that was launched before, or only of those that another ended
 * (K5, C6). */
static bool calls_node(const struct audit *a, const struct row *row)
{
    if (row->finish_us == NEVER || row->outcome == SW_LOST || row->launch_us >= row->finish_us)
        return false;
    return a->rules.out_of_band || !audit_reports(row);
}

/* A4: the end of a shuffle gives its node a heartbeat, too. */
static bool copying_calls_node(const struct audit *a, const struct row *row)
{
    return a->rules.splits && a->rules.out_of_band && row->kind == SW_REDUCE && row->copied_us > row->launch_us
           && row->copied_us < NEVER && row->copied_us <= row->finish_us;
}

/* In order of node and time. A row has two ends at most. */
static size_t list_ends(const struct audit *a, const struct group_of_nodes *g, struct end *end)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i];
        if (!is_in_group(g, row))
            continue;
        if (calls_node(a, row))
            end[n++] = (struct end){ row->node, row->finish_us };
        if (copying_calls_node(a, row))
            end[n++] = (struct end){ row->node, row->copied_us };
    }
    if (n)
        qsort(end, n, sizeof *end, ends_by_node);
    return n;
}

/* Each launch is at a heartbeat of the node's period, or at the instant of an end that gave it one. */
static void check_beats(struct audit *a, const struct group_of_nodes *g)
{
    struct end *end = xcalloc(2 * g->n_rows, sizeof *end);
    size_t n = list_ends(a, g, end);
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i];
        struct end key = { row->node, row->launch_us };
        if (!is_in_group(g, row) || beat(a, row->node, row->launch_us) == row->launch_us
            || (n && bsearch(&key, end, n, sizeof *end, ends_by_node)))
            continue;
        audit_fault(a, OF_BEATS, row, a->rules.out_of_band ? "H2" : "H1",
                    "launched at %s, when '%s' made no heartbeat%s", S(row->launch_us), a->cl->node[row->node].name,
                    a->rules.out_of_band ? " and nothing ended on it" : "");
    }
    xfree(end);
}

void audit_nodes_beats(struct audit *a)
{
    for (size_t i = 0; i < a->n_rows; i++)
        if (!audit_nodes_span(a, a->row[i].node, a->row[i].launch_us))
            audit_fault(a, OF_BEATS, &a->row[i], "B8", "launched at %s, when '%s' is not there", S(a->row[i].launch_us),
                        a->cl->node[a->row[i].node].name);
    /* A4: under cpac over a network a log does not say when a reduce has copied all, which gives a heartbeat. H6:
     * without periodic heartbeats a log does not say when there was an offer round. */
    if (!a->rules.heartbeat_us || (a->rules.splits && a->opt->network.node_rate))
        return;
    struct group_of_nodes g = { .to = 0 };
    uint32_t *n_rows = count_rows(a);
    while (next_group(a, n_rows, &g))
        check_beats(a, &g);
    xfree(n_rows);
}
