/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - section 17: jobs that start all at once, reservations, the wait for one rack, and jobs
 * that starve (G1 to G8, G11). */
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_cli.h"
#include "tests/naive/naive.h"

/* A blocked job's: w slots of these nodes in [from, to). */
struct reservation { int64_t from_us, to_us, width; bool *on; };

struct cycle { struct reservation *at; int n; bool *taken, *chosen; };

/* ---- when slots are expected to be free (G5.1) ------------------------------------------------------- */

static int64_t estimate(const struct job *j)
{
    int64_t us = j->limit_us == UNSET ? 365 * 86400 * SW_US_PER_S : j->limit_us; /* G5.2 */
    return us > 0 ? us : 1;
}

/* G5.1: "beyond the last time that a file can have is never". */
static int64_t after(int64_t at, int64_t us) { return at > SW_TIME_MAX - us ? NEVER : at + us; }

static int64_t expected_end(const struct run *r, const struct attempt *a)
{
    int64_t end = after(a->launch_us, estimate(&r->job[a->job]));
    return end > r->now_us ? end : r->now_us + SW_US_PER_S;
}

static int64_t free_at(const struct run *r, const struct cycle *c, int node, int64_t at)
{
    int64_t slots = r->node[node].slots[0];
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->node == node && !a->freed && expected_end(r, a) > at) slots -= r->job[a->job].width;
    }
    for (int i = 0; i < c->n; i++)
        if (c->at[i].on[node] && c->at[i].from_us <= at && at < c->at[i].to_us) slots -= c->at[i].width;
    return slots;
}

/* From `at` on for so long: it becomes less where a reservation begins. */
static bool serves(const struct run *r, const struct cycle *c, int node, const struct job *j, int64_t at)
{
    if (free_at(r, c, node, at) < j->width) return false;
    for (int i = 0; i < c->n; i++)
        if (c->at[i].from_us > at && c->at[i].from_us < at + estimate(j)
            && free_at(r, c, node, c->at[i].from_us) < j->width) return false;
    return true;
}

/* G6: "with --no-rack-level all nodes are one rack". */
static bool in_rack_of(const struct run *r, int node, int of)
{
    return r->o.no_rack_level || !strcmp(r->node[node].rack, r->node[of].rack);
}

static int serving(const struct run *r, const struct cycle *c, const struct job *j, int64_t at, int rack_of)
{
    int n = 0;
    for (int i = 0; i < r->n_nodes; i++)
        if ((rack_of < 0 || in_rack_of(r, i, rack_of)) && serves(r, c, i, j, at)) n++;
    return n;
}

/* G6: the rack with the most, the first of these; a rack is known by its first node. */
static int fullest_rack(const struct run *r, const struct cycle *c, const struct job *j, int64_t at)
{
    int best = 0;
    for (int i = 1; i < r->n_nodes; i++)
        if (serving(r, c, j, at, i) > serving(r, c, j, at, best)) best = i;
    return best;
}

static bool starts_at(const struct run *r, const struct cycle *c, const struct stage *s, int64_t at, bool one_rack)
{
    const struct job *j = &r->job[s->job];
    int rack = one_rack ? fullest_rack(r, c, j, at) : -1;
    return serving(r, c, j, at, rack) >= s->n_tasks;
}

/* The next time after `after` at which slots come free, as expected; NEVER. */
static int64_t next_free(const struct run *r, const struct cycle *c, int64_t after)
{
    int64_t least = NEVER;
    for (int i = 0; i < r->n_attempts; i++) {
        int64_t end = expected_end(r, &r->attempt[i]);
        if (!r->attempt[i].freed && end > after && end < least) least = end;
    }
    for (int i = 0; i < c->n; i++)
        if (c->at[i].to_us > after && c->at[i].to_us < least) least = c->at[i].to_us;
    return least;
}

/* At or after `from`; NEVER. */
static int64_t earliest(const struct run *r, const struct cycle *c, const struct stage *s, int64_t from, bool one_rack)
{
    int64_t at = from;
    while (at != NEVER && !starts_at(r, c, s, at, one_rack)) at = next_free(r, c, at);
    return at;
}

/* ---- the wait for one rack (G8) ------------------------------------------------------------------------ */

/* G8.4: "a job that no rack could hold, were all of it free, does not wait". */
static bool fits_a_rack(const struct run *r, const struct stage *s)
{
    for (int first = 0; first < r->n_nodes; first++) {
        int n = 0;
        for (int i = 0; i < r->n_nodes; i++)
            n += in_rack_of(r, i, first) && r->node[i].row[0].slots[0] >= r->job[s->job].width;
        if (n >= s->n_tasks) return true;
    }
    return false;
}

static bool waits_for_rack(const struct run *r, const struct stage *s)
{
    return r->o.switches_us > 0 && s->n_tasks > 1 && fits_a_rack(r, s);
}

/* UNSET: it has not begun. */
static int64_t wait_ends(const struct run *r, const struct stage *s)
{
    if (!r->o.since_first) return s->ready_us + r->o.switches_us;
    return s->passed_us == UNSET ? UNSET : s->passed_us + r->o.switches_us;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* G5: when it can start. *one_rack: it is then still waiting for one. */
static int64_t start_of(const struct run *r, const struct cycle *c, const struct stage *s, bool *one_rack)
{
    int64_t anywhere = earliest(r, c, s, r->now_us, false), ends, in_rack, at;
    *one_rack = false;
    if (!waits_for_rack(r, s)) return anywhere;
    ends = wait_ends(r, s);
    if (ends == UNSET) ends = after(anywhere, r->o.switches_us);
    in_rack = earliest(r, c, s, r->now_us, true);
    at = least(in_rack, earliest(r, c, s, most(r->now_us, ends), false));
    *one_rack = at < ends;
    return at;
}

/* ---- which nodes (G5.3, G6) ------------------------------------------------------------------------------ */

/* What is free now goes last. */
static void choose_later(const struct run *r, struct cycle *c, const struct stage *s, int64_t at, bool one_rack)
{
    const struct job *j = &r->job[s->job];
    int rack = one_rack ? fullest_rack(r, c, j, at) : -1, n = 0;
    for (int now = 0; now < 2; now++)
        for (int i = 0; i < r->n_nodes && n < s->n_tasks; i++) {
            if ((rack >= 0 && !in_rack_of(r, i, rack)) || !serves(r, c, i, j, at)) continue;
            if (serves(r, c, i, j, r->now_us) != (now == 1)) continue;
            c->chosen[i] = true;
            n++;
        }
}

/* One more node of the rack, if it has one. */
static int choose_one(const struct run *r, struct cycle *c, const struct job *j, int rack)
{
    for (int i = 0; i < r->n_nodes; i++)
        if (in_rack_of(r, i, rack) && !c->chosen[i] && serves(r, c, i, j, r->now_us)) return c->chosen[i] = true, 1;
    return 0;
}

static bool is_first_of_rack(const struct run *r, int node)
{
    for (int i = 0; i < node; i++)
        if (in_rack_of(r, i, node)) return false;
    return true;
}

static void choose_now(const struct run *r, struct cycle *c, const struct stage *s)
{
    const struct job *j = &r->job[s->job];
    int rack = fullest_rack(r, c, j, r->now_us), n = 0;
    bool fits = serving(r, c, j, r->now_us, rack) >= s->n_tasks;
    while (fits && n < s->n_tasks) n += choose_one(r, c, j, rack);
    while (n < s->n_tasks)
        for (int i = 0; i < r->n_nodes && n < s->n_tasks; i++)
            if (is_first_of_rack(r, i)) n += choose_one(r, c, j, i);
}

/* ---- a cycle (G3, G4) ------------------------------------------------------------------------------------ */

/* G7 */
static enum sw_locality level_of(const struct run *r, const struct cycle *c, const struct stage *s)
{
    int first = 0;
    if (s->n_tasks == 1) return SW_AT_NODE;
    while (!c->chosen[first]) first++;
    for (int i = first; i < r->n_nodes; i++)
        if (c->chosen[i] && (r->o.no_rack_level || !in_rack_of(r, i, first))) return SW_AT_ANY;
    return SW_AT_RACK;
}

/* G7: "all end with the last of them". */
static void launch(struct run *r, struct cycle *c, struct stage *s)
{
    enum sw_locality at = level_of(r, c, s);
    int from = r->n_attempts, task = 0;
    int64_t last = 0;
    for (int i = 0; i < r->n_nodes; i++)
        if (c->chosen[i]) attempt_launch(r, i, s, task++, at);
    for (int i = from; i < r->n_attempts; i++) last = most(last, r->attempt[i].due_us);
    for (int i = from; i < r->n_attempts; i++) r->attempt[i].due_us = last;
    if (s->passed_us != UNSET) r->job[s->job].waited_us += least(r->now_us, wait_ends(r, s)) - s->passed_us; /* G8.3 */
}

static bool beyond_maximum(const struct run *r, const struct stage *s) /* G3.3 */
{
    const struct job *j = &r->job[s->job];
    for (int p = j->pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (r->pool[p].max[0] != NO_LIMIT
            && pool_running(r, p, 0) + s->n_tasks * j->width > r->pool[p].max[0]) return true;
    return false;
}

static void reserve(const struct run *r, struct cycle *c, const struct stage *s, int64_t at, bool one_rack)
{
    const struct job *j = &r->job[s->job];
    memset(c->chosen, 0, (size_t)r->n_nodes * sizeof *c->chosen);
    if (at != NEVER) choose_later(r, c, s, at, one_rack);
    c->at = naive_grow(c->at, (size_t)c->n + 1, sizeof *c->at);
    c->at[c->n++] = (struct reservation){ at, after(at, estimate(j)), j->width, c->chosen };
    c->chosen = naive_alloc((size_t)r->n_nodes, sizeof *c->chosen);
}

/* False: the cycle is over. */
static bool take(struct run *r, struct cycle *c, struct stage *s)
{
    bool one_rack;
    if (beyond_maximum(r, s)) return true;
    int64_t at = start_of(r, c, s, &one_rack);
    if (at == r->now_us) {
        memset(c->chosen, 0, (size_t)r->n_nodes * sizeof *c->chosen);
        choose_now(r, c, s);
        launch(r, c, s);
        return true;
    }
    if (waits_for_rack(r, s) && s->passed_us == UNSET && earliest(r, c, s, r->now_us, false) == r->now_us)
        s->passed_us = r->now_us; /* G8.2, G8.3 */
    if (r->o.reservations == UNSET) return false;
    if (c->n < r->o.reservations) reserve(r, c, s, at, one_rack);
    return true;
}

static struct stage *next_stage(struct run *r, const struct cycle *c)
{
    int n = r->o.order->list(r, 0, r->list);
    for (int i = 0; i < n; i++)
        if (!c->taken[r->list[i]->job]) return r->list[i];
    return NULL;
}

/* ---- jobs that starve (G11) ------------------------------------------------------------------------------ */

/* The one that the cycle takes alone: submitted first of those that wait, if it has waited longer than T. */
static struct stage *starving(struct run *r)
{
    struct stage *first = NULL;
    int n = r->o.starve_us == UNSET ? 0 : r->o.order->list(r, 0, r->list);
    for (int i = 0; i < n; i++)
        if (!first || earlier(&r->job[r->list[i]->job], &r->job[first->job])) first = r->list[i];
    return first && r->now_us - r->job[first->job].submit_us > r->o.starve_us ? first : NULL;
}

/* G11.2 */
static int64_t next_iteration(const struct run *r, int64_t after_us)
{
    if (r->o.starve_us == UNSET || r->cycle_us == UNSET || r->cycle_us + r->o.iteration_us <= after_us) return NEVER;
    for (int j = 0; j < r->n_jobs; j++)
        if (job_waiting(r, j, 0)) return r->cycle_us + r->o.iteration_us;
    return NEVER;
}

/* G3: first: of the instant's; expired: a wait of G8 ended at it. */
void gangs_cycle(struct run *r, bool first, bool expired)
{
    bool due = r->work_came || (first && expired);
    struct cycle c = { .taken = naive_alloc((size_t)r->n_jobs, sizeof(bool)),
                       .chosen = naive_alloc((size_t)r->n_nodes, sizeof(bool)) };
    struct stage *s = NULL;
    for (int i = 0; i < r->n_nodes; i++) {
        due |= r->node[i].asks;
        r->node[i].asks = false;
    }
    r->work_came = false;
    if (due) r->cycle_us = r->now_us;
    if (due && (s = starving(r))) take(r, &c, s);
    while (due && !s && (s = next_stage(r, &c))) {
        c.taken[s->job] = true;
        if (!take(r, &c, s)) break;
        s = NULL;
    }
    for (int i = 0; i < c.n; i++) free(c.at[i].on);
    free(c.at);
    free(c.taken);
    free(c.chosen);
}

/* The next end of a wait after an instant, or the next cycle that comes by time. */
int64_t gangs_next(const struct run *r, int64_t after_us)
{
    int64_t next = next_iteration(r, after_us);
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            const struct stage *s = &r->job[j].stage[i];
            if (!job_waiting(r, j, 0) || !stage_waiting(s) || !waits_for_rack(r, s)) continue;
            int64_t ends = wait_ends(r, s);
            if (ends > after_us && ends < next) next = ends;
        }
    return next;
}

/* ---- options (G2) ------------------------------------------------------------------------------------------ */

int set_width(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "none", "slots", "nodes", NULL };
    size_t word;
    if (sw_opt_word("--width", arg, words, &word, err)) return SW_FAIL;
    o->width = (int)word;
    return SW_OK;
}

int set_backfill(struct options *o, const char *arg, struct sw_err *err)
{
    uint64_t n = 1;
    o->reservations = UNSET;
    if (!strcmp(arg, "none")) return SW_OK;
    if (!strcmp(arg, "skip")) o->reservations = 0;
    else if (!strcmp(arg, "conservative")) o->reservations = NO_LIMIT;
    else if (!strncmp(arg, "easy:", 5)) {
        if (sw_opt_count("--backfill", arg + 5, 1, 1000000, &n, err)) return SW_FAIL;
        o->reservations = (int64_t)n;
    } else if (!strcmp(arg, "easy")) o->reservations = 1;
    else return sw_err_usage(err, "--backfill: unknown: '%s'", arg);
    return SW_OK;
}

/* 1@T[,first] */
int set_switches(struct options *o, const char *arg, struct sw_err *err)
{
    char time[64] = "";
    const char *comma = strchr(arg, ',');
    o->since_first = comma && !strcmp(comma, ",first");
    if (strncmp(arg, "1@", 2) || (comma && !o->since_first) || strlen(arg) > 50)
        return sw_err_usage(err, "--switches: not 1@TIME: '%s'", arg);
    memcpy(time, arg + 2, comma ? (size_t)(comma - arg - 2) : strlen(arg + 2));
    return sw_opt_duration("--switches", time, &o->switches_us, err);
}

/* TIME[,ITERATION] */
int set_max_starve(struct options *o, const char *arg, struct sw_err *err)
{
    char time[64] = "";
    const char *comma = strchr(arg, ',');
    o->iteration_us = 600 * SW_US_PER_S;
    if (strlen(arg) > 60) return sw_err_usage(err, "--max-starve: too long");
    memcpy(time, arg, comma ? (size_t)(comma - arg) : strlen(arg));
    if (comma && (sw_opt_duration("--max-starve", comma + 1, &o->iteration_us, err) || !o->iteration_us))
        return sw_err_usage(err, "--max-starve: not TIME,ITERATION: '%s'", arg);
    return sw_opt_duration("--max-starve", time, &o->starve_us, err);
}

int check_gangs(struct options *o, struct sw_err *err)
{
    const struct order_rule *const orders[] = { &order_fifo, &order_fair, &order_hfs, &order_hfs_lack,
                                                &order_hfs_yarn, &order_sjf, &order_srtf, &order_cput };
    bool known = false;
    if (!o->width)
        return o->order == &order_cput ? sw_err_usage(err, "--order: cput is for --width") : SW_OK; /* G10 */
    for (int i = 0; i < 8; i++) known |= o->order == orders[i];
    if (!known || o->delay != &delay_none || o->offers != BY_HEARTBEAT || o->kills || o->cpac || o->speculate
        || o->failure_rate > 0 || o->commit_us || o->cores || o->disk != NO_LIMIT || o->load_cap != UNSET)
        return sw_err_usage(err, "--width: another option does not go with it");
    if (o->starve_us != UNSET && (o->order->looks_at_pools || o->reservations > 0 || o->switches_us)) /* G11.3 */
        return sw_err_usage(err, "--max-starve: another option does not go with it");
    o->heartbeat_us = 0;
    return SW_OK;
}

/* Of a job whose row is read (G1). */
void gangs_check(const struct run *r, struct job *j)
{
    const struct stage *s = &j->stage[0];
    int64_t n = 0, widest = 0, processors = most(j->cpus, s->n_tasks);
    if (!r->o.width) return;
    if (j->limit_us != UNSET && __builtin_mul_overflow(j->limit_us, processors, &j->asked_us))
        j->asked_us = INT64_MAX; /* G10.1 */
    for (int i = 0; i < r->n_nodes; i++) widest = most(widest, r->node[i].row[0].slots[0]);
    if (r->o.width == 2) j->width = widest;
    for (int i = 0; i < r->n_nodes; i++) {
        n += r->node[i].row[0].slots[0] >= j->width;
        if (r->o.width == 2 && r->node[i].row[0].slots[0] != widest) naive_fail("nodes differ in slots");
    }
    if (n < s->n_tasks) naive_fail("job '%s' asks for more nodes than there are", j->id);
    for (int p = j->pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (r->pool[p].max[0] != NO_LIMIT && s->n_tasks * j->width > r->pool[p].max[0])
            naive_fail("job '%s' is beyond its pool's maximum", j->id);
}
