/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls.h - what the files of the replay ask of each other, file by file. replay.h has the state that it is about, and includes it. */
#ifndef LIB_REPLAY_CALLS_H
#define LIB_REPLAY_CALLS_H
#include "lib/replay/replay.h"

int64_t rounded_us(double us);

/* What mechanisms say, out of line: most replays have none that does. */
bool hooks_wait(const struct sw_replay *r, int slot);
int64_t hooks_cap(const struct sw_replay *r, const struct node *nd, int slot);
bool hooks_ask(const struct sw_replay *r, const struct node *nd, int slot);
bool hooks_admit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool hooks_fit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool hooks_crowd(const struct sw_replay *r, const struct stage *st, uint32_t node);
/* A2, O24: the rules allow the stage a slot of the node, whatever its wait and room say. */
static inline bool stage_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !SELDOM(r->mechanisms.has.admits) || hooks_admit(r, st, node);
}
/* A7 */
static inline bool stage_fits(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !SELDOM(r->mechanisms.has.fits) || hooks_fit(r, st, node);
}
/* D13 */
static inline bool stage_is_crowded(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return SELDOM(r->mechanisms.has.crowds) && hooks_crowd(r, st, node);
}
/* A2, A7 */
static inline bool stage_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return stage_is_admitted(r, st, node) && stage_fits(r, st, node);
}
/* There is a free slot of the node that the stage may have, whatever its wait and room say. */
static inline bool stage_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return r->node[node].free[st->slot] && stage_is_admitted(r, st, node);
}

/* blocks.c */
void blocks_draw_one(struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host);
void blocks_place(struct sw_replay *r, struct stage *st);
void blocks_free(struct sw_replay *r, struct stage *st);
void blocks_forget(struct sw_replay *r, struct stage *st);
void blocks_again(struct sw_replay *r, struct stage *st); /* of tasks left */

/* table.c */
void table_end(struct sw_replay *r);
bool table_enter(struct sw_replay *r, struct stage *st); /* once its blocks are placed; whether it is in */
void table_leave(struct sw_replay *r, struct stage *st);
static inline struct cell *table_cell(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return &r->table.at[(size_t)node * r->table.width + st->column - 1];
}
static inline bool table_has(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return table_cell(r, st, node)->next < NONE_IN_CELL;
}
uint32_t table_task(struct sw_replay *r, const struct stage *st, uint32_t node); /* the first left at the node; NONE */
bool table_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task); /* it comes back; whether nothing was left there */
/* Into the cache, the lines of the table where something may be left at the node. */
static inline void table_fetch(const struct sw_replay *r, uint32_t node)
{
    const struct table *t = &r->table;
    const struct cell *row = t->at + (size_t)node * t->width;
    for (uint32_t w = 0; w < COLUMNS / 64; w++)
        for (uint64_t left = r->here[node].noted[w]; left; ) {
            uint32_t line = (uint32_t)__builtin_ctzll(left) / CELLS_A_LINE;
            __builtin_prefetch(row + 64 * w + CELLS_A_LINE * line);
            left &= ~UINT64_C(0) << CELLS_A_LINE * line << CELLS_A_LINE;
        }
}

/* places.c */
void places_of_nodes(struct sw_replay *r, struct stage *st);
void places_of_racks(struct sw_replay *r, struct stage *st);
bool places_are_many(size_t n_replicas, uint32_t n_ids); /* so many that every id is a place */
uint32_t places_search(const struct places *p, uint32_t id); /* of some places, with ids; NONE */
static inline uint32_t places_find(const struct places *p, uint32_t id) { return p->id ? places_search(p, id) : id; }
static inline uint32_t place_id(const struct places *p, uint32_t i) { return p->id ? p->id[i] : i; }
void places_free(struct sw_replay *r, struct stage *st);
static inline uint32_t blocks_n(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? b->per_task : b->first ? b->first[task + 1] - b->first[task] : 0;
}
static inline const uint32_t *blocks_of(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->host + (b->per_task ? (size_t)task * b->per_task : b->first[task]);
}
static inline size_t blocks_in_all(const struct stage *st)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? (size_t)b->per_task * st->n_tasks : b->first[st->n_tasks];
}

/* stage.c */
void stage_prepare(struct sw_replay *r, struct stage *st);  /* draws blocks, when it becomes ready */
void stage_release(struct sw_replay *r, struct stage *st);
uint32_t stage_task_at(struct stage *st, uint32_t place);    /* likewise, at that place of its at_node */
uint32_t stage_local_task(struct sw_replay *r, struct stage *st, uint32_t node); /* NONE */
static inline bool stage_has_places(const struct stage *st) { return st->at_node.at || st->column; }
uint32_t stage_rack_task(struct sw_replay *r, struct stage *st, uint32_t rack);
uint32_t stage_next_task(struct stage *st, int class);
uint32_t stage_task_from(const struct stage *st, uint32_t task, int class); /* NONE */
struct places *stage_racks(struct sw_replay *r, struct stage *st);
uint32_t stage_tasks_at(struct stage *st, struct places *p, uint32_t id, uint32_t most, uint32_t *task);
bool stage_take(struct sw_replay *r, struct stage *st, uint32_t task, int class);
enum sw_locality stage_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node);
void stage_return(struct sw_replay *r, struct stage *st, uint32_t task); /* unlaunched again */
void stage_comes_back(struct sw_replay *r, struct stage *st);
/* here.c */
void here_start(struct sw_replay *r);
void here_end(struct sw_replay *r);
void here_enter(struct sw_replay *r, struct stage *st);
void here_leave(struct sw_replay *r, struct stage *st);
void here_again(struct sw_replay *r, struct stage *st, uint32_t node); /* a stage that is in has something left there once more */
void here_drop(struct sw_replay *r, uint32_t node, uint32_t i);       /* entry i of the node's list */
void here_unnote(struct sw_replay *r, const struct stage *st, uint32_t node); /* of the table: nothing of it is left there */
static inline struct stage *here_stage(const struct sw_replay *r, const struct listed *at) /* NULL: it has left */
{
    const struct seat *seat = &r->seats.at[at->seat];
    return seat->serial == at->serial ? seat->stage : NULL;
}
/* Whether there may be a block there of any that waits. */
static inline bool here_any(const struct sw_replay *r, uint32_t node)
{
    return r->here[node].n || r->here[node].n_noted;
}
/* Whether something may be left of the stage's there, as far as can be told without its place. */
static inline bool here_left(const struct stage *st, const struct listed *at)
{
    return at->only == NONE || !bit_get(st->launched, at->only);
}
/* The first task left of the stage's there, as stage_task_at() says; here_left(). */
static inline uint32_t here_task(struct stage *st, const struct listed *at)
{
    return at->only == NONE ? stage_task_at(st, at->place) : at->only;
}

void stage_retry_push(struct stage *st, uint32_t task);
uint32_t stage_retry_next(struct stage *st); /* the first failed task, taken off its list (F2) */

/* times.c */
void times_draw(struct sw_replay *r, struct stage *st);
void times_free(struct sw_replay *r, struct stage *st);
int64_t stage_local_us(const struct stage *st, uint32_t task); /* at a node with its data, of speed 1 */
int64_t stage_copy_us(const struct stage *st, uint32_t task);

/* pool.c */
struct pool *pool_get(struct sw_replay *r, struct sw_text name);
struct pool *pool_make(struct sw_replay *r, char *name); /* takes the name, under which it will not be found */
void pool_init(struct sw_replay *r, struct pool *p);
void pool_clear(struct pool *p);
void pool_declare(struct pool *p, const struct sw_pool_spec *spec);
int pools_start(struct sw_replay *r, const struct sw_pool_list *declared);
void pools_end(struct sw_replay *r);

/* job.c: jobs and pools in the lists */
void pool_place(struct sw_replay *r, struct pool *p, int slot);
void pools_place(struct sw_replay *r, struct pool *p, int slot); /* and those above */
void pools_count(struct pool *p, int slot, int64_t running, int64_t demand);
void waiting_push(struct waiting *w, struct job *job);
struct job *waiting_pop(struct waiting *w);
/* Into the cache, what a launch and an end read of it. */
static inline void job_fetch(const struct job *job)
{
    __builtin_prefetch(job, 1);
    __builtin_prefetch(&job->unlaunched, 1);
    __builtin_prefetch(&job->result.first_launch_us, 1);
}
bool job_fifo_before(const struct job *a, const struct job *b);
double job_weight(const struct job *job); /* with its priority's factor */
void job_withdraw(struct sw_replay *r, struct job *job); /* what it has unlaunched stands in no list any more */
void job_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched);
void job_rekey(struct sw_replay *r, struct job *job, int slot);
void job_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched); /* both of them */
void stage_enter(struct sw_replay *r, struct stage *st);   /* becomes ready */
void stage_set_up(struct sw_replay *r, struct stage *st);  /* nothing but its set-up holds it back */
void stage_is_set_up(struct sw_replay *r, struct stage *st);
void stage_leave_set_up(struct sw_replay *r, struct stage *st);
void stage_forget(struct sw_replay *r, struct stage *st);
void stage_set_due(const struct sw_replay *r, struct stage *st);
void stage_set_waits(const struct sw_replay *r, struct stage *st);
void stage_list_item(struct sw_replay *r, struct stage *st, int class);
void stage_unlist_item(struct sw_replay *r, struct stage *st, int class);

/* room.c: max_jobs */
void jobs_let_in(struct sw_replay *r); /* all for whom there is room */
void job_admit(struct sw_replay *r, struct job *job);
void job_let_in(struct sw_replay *r, struct job *job); /* without asking */
void job_left(struct sw_replay *r, struct job *job);

/* limit.c: queues, users, parts of the cluster */
void limits_start(struct sw_replay *r);
void limits_resize(struct sw_replay *r); /* the cluster has changed */
void limits_end(struct sw_replay *r);
struct sw_list *list_of(struct sw_replay *r, const struct job *job, int slot); /* where its stages that wait stand */
void limits_count(struct job *job, int slot, int64_t running, int64_t demand);
void job_join(struct sw_replay *r, struct job *job);  /* its pool is known */
void job_leave(struct sw_replay *r, struct job *job);
void holder_place(struct sw_replay *r, struct holder *h, int slot);
void set_aside(struct sw_replay *r, struct aside *a, int slot, bool on);
void limit_lets_go(struct sw_replay *r, const struct pool *p, int slot);

/* attempt.c */
struct attempt *attempt_new(struct sw_replay *r, bool whole); /* or its first line alone */
void job_free(struct sw_replay *r, struct job *job);
static inline void attempt_free(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    if (SELDOM(a->own_end))
        MECHANISMS_TELL(r, freed, a);
    struct attempts *of = &r->attempts[a->is_whole];
    a->serial = 0;
    a->twin = of->spare;
    of->spare = a;
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}
void attempts_end(struct sw_replay *r);
struct attempt **attempts_running(const struct sw_replay *r, size_t *n); /* whole ones, by launch; the caller's */
void link_newest(struct sw_replay *r, struct attempt *a);
void unlink_running(struct sw_replay *r, struct attempt *a);

/* launch.c */
/* At its end, or that of its copying. */
static inline struct event event_of(struct attempt *a, enum event_kind kind)
{
    return (struct event){ a->end_us, (uint64_t)kind << 56 | a->serial, a };
}
/* The event has not been overtaken by a loss or a change of speed. */
static inline bool attempt_is_due(const struct attempt *a, const struct event *ev, enum phase phase)
{
    return a->serial == (ev->order & ~(UINT64_C(0xff) << 56)) && a->phase == phase && a->end_us == ev->at_us;
}
enum sw_level stage_level(const struct sw_replay *r, const struct stage *st); /* to which its meter has brought it */
void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at);
void launch_copy(struct sw_replay *r, struct attempt *of, uint32_t node);
int64_t attempt_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us); /* where it runs, at the present speed */
bool attempt_part(struct attempt *a); /* from the other attempt of its task; whether there was one */
void attempt_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us);
void attempt_wait_for_maps(struct attempt *a);
void attempt_compute(struct sw_replay *r, struct attempt *a, int64_t at_us);
int64_t attempt_copy_us(const struct sw_replay *r, const struct attempt *a, bool early); /* L4: the copy phase ends no earlier */
void attempt_copied(struct sw_replay *r, struct attempt *a, int64_t at_us);
static inline bool maps_are_done(const struct job *job) { return job->maps_done == job->result.maps; }

/* end.c */
void attempt_fetch(const struct sw_replay *r, const struct attempt *a); /* into the cache, what its end will read */
void attempt_event(struct sw_replay *r, struct attempt *a);
void attempt_report(struct sw_replay *r, struct attempt *a);
void attempt_commit(struct sw_replay *r, struct attempt *a);
void report_attempt(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome);
void report_running(struct sw_replay *r);
uint64_t maps_before_reduces(const struct sw_replay *r, uint64_t maps); /* L5 */

/* Work of the kind waits (H5). */
static inline bool work_waits(const struct sw_replay *r, int slot)
{
    return r->list[slot].n || (SELDOM(r->mechanisms.has.waits) && hooks_wait(r, slot));
}

/* lost.c */
void leave_copying(struct attempt *a);
void attempt_stop(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome);
uint64_t attempts_stop(struct sw_replay *r, const struct job *job, enum sw_outcome outcome);
void output_lost(struct sw_replay *r, struct stage *maps, uint32_t task);
void node_lost(struct sw_replay *r, uint32_t node);
void node_slower(struct sw_replay *r, uint32_t node, double from, double to);

/* rows.c */
void cluster_change(struct sw_replay *r, uint32_t node);
uint32_t node_slots_in(const struct sw_replay *r, const struct sw_span *span, int slot); /* NULL: none */
void node_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span);    /* and what it keeps */
void clock_count_slots(struct sw_replay *r, int64_t until_us);
void rows_begin(struct sw_replay *r);

/* clock.c */
void clock_start(struct sw_replay *r);
void clock_reset(struct sw_replay *r);
void clock_end(struct sw_replay *r);
void node_note_free_of(struct sw_replay *r, uint32_t node, int slot);
/* With heartbeats out of band whoever frees a slot calls the node, whose heartbeat mostly takes it again: then the sets never
 * hear of it. Nobody needs to know in between, as a node that is called is asked anyhow. */
static inline void node_note_free_later(struct sw_replay *r, uint32_t node, int slot, bool changed)
{
    if (r->late_bits)
        r->node[node].stale ^= (uint8_t)(changed << slot);
    else if (changed)
        node_note_free_of(r, node, slot);
}
static inline void node_take_slot(struct sw_replay *r, uint32_t node, int slot)
{
    struct node *nd = &r->node[node];
    nd->occupied[slot]++;
    node_note_free_later(r, node, slot, !--nd->free[slot]);
}
static inline void node_free_slot(struct sw_replay *r, uint32_t node, int slot)
{
    struct node *nd = &r->node[node];
    if (nd->occupied[slot]-- > nd->slots[slot] || !nd->up)
        return; /* a slot that is gone */
    node_note_free_later(r, node, slot, !nd->free[slot]++);
}
void node_call(struct sw_replay *r, uint32_t node);
void node_note_free(struct sw_replay *r, uint32_t node); /* whether it asks for work may have changed */
void node_note_stale(struct sw_replay *r, uint32_t node);
int64_t clock_next_beat(struct sw_replay *r, int64_t until_us); /* time of the next heartbeat of a node that asks; INT64_MAX, perhaps, if after until_us */
int64_t clock_all_wait_until(const struct sw_replay *r, int slot);
int64_t clock_node_beat(const struct sw_replay *r, uint32_t node);
void clock_round(struct sw_replay *r); /* the heartbeats of this instant (T3) */

/* Free slots that a node offers at a heartbeat. */
static inline int64_t slots_offered(const struct sw_replay *r, const struct node *nd, int slot)
{
    int64_t below;
    if (SELDOM(r->mechanisms.has.slots_cap) && (below = hooks_cap(r, nd, slot) - nd->occupied[slot]) < nd->free[slot])
        return below > 0 ? below : 0;
    return nd->free[slot];
}

/* scan.c */
void heartbeat(struct sw_replay *r, uint32_t node);

/* feed.c */
void feed_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us);
int job_submit(struct sw_replay *r, struct job *job);
void job_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
int feed_more(struct sw_replay *r);
void job_end(struct sw_replay *r, struct job *job, enum sw_outcome outcome);

/* never.c: J6 */
bool nothing_left(struct sw_replay *r, int64_t next_us); /* next_us: of heartbeats, INT64_MAX: none */
int never_ends(struct sw_replay *r);
bool never_runs(const struct sw_replay *r, const struct job *job, char *why, size_t cap);
int never_check(struct sw_replay *r, const struct job *job);  /* at its submission */
void never_count(struct sw_replay *r, const struct job *job); /* it is unfinished at the end */
/* check.c */
int check_order(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err);
/* share.c */
void shares_compute(struct sw_replay *r, int slot, double demand_slots); /* of pools; < 0: by demand now, else that of each */
void shares_of_jobs(struct sw_replay *r, int slot); /* within the pools' shares */
void shares_end(struct sw_replay *r);
/* heap.c */
void expect_tick(struct sw_replay *r, enum event_kind kind, int64_t every_us);
void tick_again(struct sw_replay *r, enum event_kind kind, int64_t every_us); /* what the event of a tick ends with */
/* job.c */
void jobs_rekey(struct sw_replay *r, int slot); /* of all that are admitted */
uint64_t output_bytes(const struct job *job, uint32_t task); /* of one map (S4) */
/* why.c */
COLD void why_add(struct sw_replay *r, const char *fmt, ...) SW_PRINTF(2, 3);
/* engine.c, make.c */
int replay_make(struct sw_replay **out, const struct mechanism *const *all, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                const struct sw_replay_options *opt, const struct sw_replay_sink *sink, struct sw_err *err);
int replay_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us); /* a single job on the idle cluster */
#endif
