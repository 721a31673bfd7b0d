/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark_rounds.c - when rounds of offers are made and what a round does: R4 to R6, R9, R10, R15 to R18. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* ---- releases (R1) ------------------------------------------------------------------------------------ */

/* It is played in rounds alone (R1). */
const struct delay_rule delay_spark = { .name = "spark" };

bool release_from(const struct run *r, int major, int minor)
{
    return r->o.release[0] > major || (r->o.release[0] == major && r->o.release[1] >= minor);
}

/* R15, R16 */
static bool resets_by_launch(const struct run *r)
{
    return r->o.legacy || !release_from(r, 3, 1);
}

/* ---- task sets that come, tasks that come back ----------------------------------------------------- */

static void tell_later(struct run *r, struct message m)
{
    r->message = naive_grow(r->message, (size_t)r->n_messages + 1, sizeof *r->message);
    r->message[r->n_messages++] = m;
    r->n_numbered++;
}

static struct message of_stage(const struct run *r, enum what what, const struct stage *s)
{
    return (struct message){ .what = what, .job = s->job, .stage = (int)(s - r->job[s->job].stage), .task = -1 };
}

static void begin(const struct run *r, struct stage *s)
{
    s->timer_us = r->now_us;
    s->levels_known = s->unclean = false;
    s->came = INT64_MAX;
    maps_begin(r, s);
}

void spark_rounds_came(struct run *r, struct stage *s)
{
    if (r->o.offers == BY_HEARTBEAT) return;
    begin(r, s);
    tell_later(r, of_stage(r, BEGINS, s));
    s->came = r->n_numbered;
}

static void come_back(struct run *r, struct stage *s, struct task *t)
{
    struct message m = of_stage(r, COMES_BACK, s);
    t->back = ++r->n_backs;
    m.task = (int)(t - s->task);
    m.of_node = r->goes;
    tell_later(r, m);
    t->came = r->n_numbered;
}

/* R17; a set that had been done is told to begin once its node has gone. */
void spark_rounds_back(struct run *r, struct stage *s, struct task *t, bool was_done)
{
    if (r->o.offers == BY_HEARTBEAT) return; /* the timer of Y7 goes on: Y1.3 */
    if (was_done) begin(r, s);
    t->came = INT64_MAX;
    if (!r->goes) {
        come_back(r, s, t);
        return;
    }
    r->lost = naive_grow(r->lost, (size_t)r->n_lost + 1, sizeof *r->lost);
    r->lost[r->n_lost++] = (struct lost){ s, (int)(t - s->task), r->stops };
}

/* R17.1: "what a finished task had put out comes first". */
static bool goes_before(const struct run *r, const struct lost *a, const struct lost *b)
{
    if (a->of != b->of || b->attempt < 0) return false;
    return a->attempt < 0 || maps_turn(r, a->of, a->attempt) < maps_turn(r, b->of, b->attempt);
}

static void lost_come_back(struct run *r)
{
    while (r->n_lost > 0) {
        int first = 0;
        for (int i = 1; i < r->n_lost; i++)
            if (goes_before(r, &r->lost[i], &r->lost[first])) first = i;
        struct lost it = r->lost[first];
        for (int i = first; i + 1 < r->n_lost; i++) r->lost[i] = r->lost[i + 1];
        r->n_lost--;
        r->goes = true;
        come_back(r, it.of, &it.of->task[it.task]);
        r->goes = false;
    }
}

/* R6; had: slots before the instant. */
void spark_rounds_node(struct run *r, int node, bool was_up, int64_t had)
{
    int64_t more = r->node[node].slots[0] - had;
    if (more == 0) more = r->node[node].up - was_up;
    if (r->o.offers == BY_HEARTBEAT || more == 0) return;
    lost_come_back(r);
    int n = r->n_messages;
    tell_later(r, (struct message){ .what = more > 0 ? NODE_COMES : NODE_GOES, .node = node });
    for (int i = 0; i < n; i++) {
        struct stage *s = &r->job[r->message[i].job].stage[r->message[i].stage];
        if (r->message[i].what != COMES_BACK || s->came != INT64_MAX) continue;
        tell_later(r, of_stage(r, BEGINS, s));
        s->came = r->n_numbered;
    }
}

static bool some_wait(const struct run *r, const struct stage *s, bool with_preference)
{
    for (int t = 0; t < s->n_tasks; t++) {
        bool prefers = s->task[t].n_replicas + s->task[t].n_absent > 0;
        if (spark_levels_waits(r, &s->task[t]) && (prefers || !with_preference)) return true;
    }
    return false;
}

/* R5: a round sees no set that the scheduler has not been told of. */
static bool is_told(const struct run *r, const struct stage *s)
{
    return r->job[s->job].state == SUBMITTED && s->ready && !stage_is_done(s) && s->came <= r->n_told;
}

/* R4 */
static bool takes_part(const struct run *r, const struct stage *s)
{
    return is_told(r, s) && s->n_all > 0;
}

static int task_sets(const struct run *r, struct stage **set)
{
    int n = 0;
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++)
            if (takes_part(r, &r->job[j].stage[s])) set[n++] = &r->job[j].stage[s];
    return n;
}

/* ---- a round --------------------------------------------------------------------------------------- */

struct offered { int node; int64_t free; };
struct part { bool launched, refused; enum spark_level nearest; }; /* of a task set in a round */

/* D7, R18 */
static void add_wait(struct run *r, struct stage *s)
{
    if (s->passed_us != UNSET) r->job[s->job].waited_us += r->now_us - s->passed_us;
    s->passed_us = UNSET;
}

static void launch(struct run *r, struct stage *s, int task, enum spark_level found, int node)
{
    static const enum sw_locality as[] = { SW_AT_PROCESS, SW_AT_NODE, SW_AT_NONE, SW_AT_RACK, SW_AT_ANY };
    bool prefers = s->task[task].n_replicas + s->task[task].n_absent > 0;
    attempt_launch(r, node, s, task, prefers ? as[found] : SW_AT_NONE);
    if (prefers) add_wait(r, s);
}

/* R10; R15 */
static void offer(struct run *r, struct stage *s, struct offered *e, enum spark_level most, struct part *p)
{
    enum spark_level allowed = most == NO_PREF_LEVEL ? most : spark_levels_allowed(r, s), found;
    if (allowed > most) allowed = most;
    int task = spark_levels_pick(r, s, e->node, allowed, &found);
    if (task >= 0) {
        launch(r, s, task, found, e->node);
        e->free--;
        if (found == NO_PREF_LEVEL) found = PROCESS_LEVEL;
        if (resets_by_launch(r) && most != NO_PREF_LEVEL) spark_levels_start(r, s, found);
        if (!p->launched || found < p->nearest) p->nearest = found;
        p->launched = true;
    } else if (most == ANY_LEVEL && some_wait(r, s, false)) {
        p->refused = true;
        if (s->passed_us == UNSET && some_wait(r, s, true)) s->passed_us = r->now_us;
    }
}

static bool is_held_back(const struct run *r, const struct stage *s)
{
    for (int p = r->job[s->job].pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (pool_at_maximum(r, p, 0)) return true;
    return false;
}

static void give_part(struct run *r, struct stage *s, struct offered *e, int n)
{
    struct part p = { .nearest = ANY_LEVEL };
    bool has_level[N_LEVELS];
    memcpy(has_level, s->has_level, sizeof has_level);
    for (int most = 0; most < N_LEVELS; most++) {
        int before = has_level[most] ? -1 : r->n_attempts;
        while (before != r->n_attempts) { /* "until a pass launches nothing" */
            before = r->n_attempts;
            for (int i = 0; i < n; i++)
                if (e[i].free > 0 && !is_held_back(r, s)) offer(r, s, &e[i], (enum spark_level)most, &p);
        }
    }
    if (resets_by_launch(r)) return;
    if (!p.refused && p.launched && (!r->of_one || !s->unclean)) { /* R16 */
        spark_levels_start(r, s, p.nearest);
        s->unclean = false;
    }
    if (p.refused) s->unclean = true;
}

/* R9 */
static void shuffle(const struct run *r, struct offered *e, int n)
{
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_OFFERS, (uint64_t)r->now_us, (uint64_t)r->n_attempts);
    uint32_t *pi = naive_alloc((size_t)n, sizeof *pi);
    struct offered *was = naive_alloc((size_t)n, sizeof *was);
    memcpy(was, e, (size_t)n * sizeof *e);
    sw_chance_permutation(&c, pi, (uint32_t)n);
    for (int i = 0; i < n; i++) e[i] = was[pi[i]];
    free(was);
    free(pi);
}

/* R5 */
static int64_t untold_at(const struct run *r, int node)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) n += r->attempt[i].untold && r->attempt[i].node == node;
    return n;
}

/* R5 to R10: offers the node alone, or with -1 all. */
static void make_round(struct run *r, int node)
{
    struct offered *e = naive_alloc((size_t)r->n_nodes, sizeof *e);
    int n = 0;
    r->of_one = node >= 0;
    for (int i = 0; i < r->n_nodes; i++) {
        bool offers = (node < 0 || i == node) && r->node[i].up && r->node[i].known;
        int64_t idle = offers ? node_free(r, i, 0) - untold_at(r, i) : 0;
        if (idle > 0) e[n++] = (struct offered){ i, idle };
    }
    int n_sets = n > 0 ? task_sets(r, r->list) : 0;
    spark_order_sort(r, r->list, n_sets);
    if (node < 0) shuffle(r, e, n);
    for (int i = 0; i < n_sets; i++) give_part(r, r->list[i], e, n);
    r->of_one = false;
    free(e);
}

/* ---- when ------------------------------------------------------------------------------------------ */

/* R12: of all that the scheduler knows; with `part` of those that take part. */
static void work_out(struct run *r, bool part)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            struct stage *s = &r->job[j].stage[i];
            if (part ? takes_part(r, s) : is_told(r, s)) spark_levels_update(r, s);
        }
}

static void know_nodes(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++) r->node[n].known = r->node[n].up;
}

/* R12: after B20. */
void spark_rounds_levels(struct run *r)
{
    know_nodes(r);
    work_out(r, false);
}

/* R5: "each frees its slot and is followed by a round of its node". */
static void tell_ends(struct run *r)
{
    for (int i = 0; i < r->n_attempt_order; i++) {
        struct attempt *a = &r->attempt[r->attempt_order[i]];
        if (!a->untold) continue;
        a->untold = false;
        make_round(r, a->node);
    }
}

/* R6 */
static void tell(struct run *r, const struct message *m)
{
    bool of_job = m->what == BEGINS || m->what == COMES_BACK;
    if (of_job && r->job[m->job].state != SUBMITTED) return;
    if (m->what == COMES_BACK) maps_back(r, &r->job[m->job].stage[m->stage], m->task);
    if (m->of_node) return;
    if (m->what == BEGINS) spark_levels_update(r, &r->job[m->job].stage[m->stage]);
    if (!of_job) r->node[m->node].known = r->node[m->node].up;
    if (!of_job) work_out(r, m->what == NODE_COMES && release_from(r, 3, 1));
    make_round(r, m->what == NODE_COMES && release_from(r, 3, 0) ? m->node : -1);
}

void spark_rounds_make(struct run *r, bool first_round)
{
    for (int n = 0; n < r->n_nodes; n++) r->node[n].asks = false;
    tell_ends(r);
    for (int i = 0; i < r->n_messages; i++) {
        r->n_told++;
        tell(r, &r->message[i]);
    }
    r->n_messages = 0;
    if (first_round && r->now_us % r->o.revive_us == 0) make_round(r, -1);
}

/* R6: the next point of the grid at which a round would offer something to a set. */
int64_t spark_rounds_next(struct run *r)
{
    bool has_free = false;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up && node_free(r, n, 0) > 0) has_free = true;
    return has_free && task_sets(r, r->list) > 0 ? (r->now_us / r->o.revive_us + 1) * r->o.revive_us : NEVER;
}

/* R1: "heartbeat" or "spark-3.5.8,legacy,scala-2.12" */
int set_offers(struct options *o, const char *arg, struct sw_err *err)
{
    int *of = o->release;
    o->hadoop = !strcmp(arg, "hadoop-1"); /* E1 */
    o->offers = strcmp(arg, "heartbeat") && !o->hadoop ? BY_SPARK : BY_HEARTBEAT;
    of[0] = of[1] = of[2] = 99;
    if (o->offers == BY_SPARK && sscanf(arg, "spark-%d.%d.%d", &of[0], &of[1], &of[2]) < 1)
        return sw_err_usage(err, "--offers: neither heartbeat nor a release of Spark: '%s'", arg);
    o->legacy = strstr(arg, ",legacy") != NULL;
    if (of[0] == 2 && of[1] == 99) { /* R1.1 */
        of[0] = 3;
        o->legacy = true;
    }
    o->scala_2_12 = of[0] < 3 || (of[0] == 3 && of[1] < 2);
    if (strstr(arg, ",scala-")) o->scala_2_12 = strstr(arg, ",scala-2.12") != NULL;
    return SW_OK;
}
