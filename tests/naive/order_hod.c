/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_hod.c - O20..O24, TR 2.1: private clusters. Each job, or each pool, is a claimant for nodes of its own. */
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

/* O20: a job's place, or its pool's. */
static int claimant_of(const struct run *r, const struct job *j)
{
    return r->o.by_pool ? j->pool : j->place;
}

/* "for n of them, or for as many as the column `nodes` of the job's pool says" */
static int64_t asks_for(const struct run *r, const struct job *j)
{
    return r->pool[j->pool].nodes ? r->pool[j->pool].nodes : r->o.private_nodes;
}

static bool has_nodes(const struct run *r, int claimant)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].claimant == claimant) return true;
    return false;
}

/* O21: "a claimant of which no job is in (submitted and not ended) gives its nodes back". */
static void give_back(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++) {
        bool in = false;
        for (int j = 0; j < r->n_jobs; j++)
            if (r->job[j].state == SUBMITTED && claimant_of(r, &r->job[j]) == r->node[n].claimant) in = true;
        if (!in) r->node[n].claimant = -1;
    }
}

static bool is_offered(const struct node *n) { return n->up && n->claimant < 0; }

static bool offered_in_rack(const struct run *r, const char *rack)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (is_offered(&r->node[n]) && !strcmp(r->node[n].rack, rack)) return true;
    return false;
}

/* "when as many nodes as it asks for are up and nobody's; with `per-rack` when at least one of them is in each rack,
 * too" */
static bool can_be_served(const struct run *r, const struct job *j)
{
    int64_t offered = 0;
    for (int n = 0; n < r->n_nodes; n++) {
        offered += is_offered(&r->node[n]);
        if (r->o.per_rack && !offered_in_rack(r, r->node[n].rack)) return false;
    }
    return offered >= asks_for(r, j);
}

static bool first_of_rack(const struct run *r, int node)
{
    for (int n = 0; n < node; n++)
        if (!strcmp(r->node[n].rack, r->node[node].rack)) return false;
    return true;
}

/* O22: in a rack (NULL: in any) the first in cluster order. */
static int64_t take_one(struct run *r, int claimant, const char *rack)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (is_offered(&r->node[n]) && (!rack || !strcmp(r->node[n].rack, rack))) {
            r->node[n].claimant = claimant;
            return 1;
        }
    return 0;
}

/* O22: "the first such nodes in cluster order; with `per-rack` round after round one node of each rack, racks by their
 * first node". */
static void serve(struct run *r, const struct job *j)
{
    int claimant = claimant_of(r, j);
    int64_t left = asks_for(r, j);
    while (left > 0)
        for (int n = 0; n < r->n_nodes && left > 0; n++)
            if (!r->o.per_rack) left -= take_one(r, claimant, NULL);
            else if (first_of_rack(r, n)) left -= take_one(r, claimant, r->node[n].rack);
}

/* The first in the queue that has not been admitted, of those whose claimant has nodes, or of the others; -1: there is
 * none. */
static int first_waiting(const struct run *r, bool with_nodes)
{
    int first = -1;
    for (int j = 0; j < r->n_jobs; j++) {
        const struct job *it = &r->job[j];
        if (it->state != SUBMITTED || it->admitted || has_nodes(r, claimant_of(r, it)) != with_nodes) continue;
        if (first < 0 || fifo_before(it, &r->job[first])) first = j;
    }
    return first;
}

void hod_hand_out(struct run *r)
{
    int j;
    if (r->o.order != &order_hod) return;
    give_back(r);
    for (;;) {
        while ((j = first_waiting(r, true)) >= 0) admit(r, j);
        if ((j = first_waiting(r, false)) < 0 || !can_be_served(r, &r->job[j])) return;
        serve(r, &r->job[j]);
    }
}

/* O24: "a straggler is copied (C5) only to a node that its claimant has". */
bool hod_may_use(const struct run *r, const struct job *j, int node)
{
    return r->o.order != &order_hod || r->node[node].claimant == claimant_of(r, j);
}

/* O24: at a heartbeat of a node "only the stages of the claimant that has it"; else all that wait. */
static int list(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (r->asking < 0 || hod_may_use(r, &r->job[j], r->asking)) &&
                (first < 0 || fifo_before(&r->job[j], &r->job[first]))) first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

const struct order_rule order_hod = { "hod", false, list };
