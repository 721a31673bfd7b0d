/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls.h - what the files of the replay ask of each other, file by file. replay.h has the state that it is about, and includes it. */
#ifndef LIB_REPLAY_CALLS_H
#define LIB_REPLAY_CALLS_H
#include "lib/replay/replay.h"

int64_t rounded_us(double us);

/* memory.c */
extern _Thread_local jmp_buf *out_of_memory; /* where to go when there is none */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
char *xcopy(const char *at, size_t len);
void *xlines(size_t size); /* of whole lines of the cache */
size_t block_size(size_t before); /* of the next block to cut up: twice the one before, as most replays need little; 0: there is none */
void *piece_new(struct pieces *p, size_t size); /* of whole lines */
void piece_free(struct pieces *p, void *at, size_t size); /* at: NULL, or a piece of that size */
void pieces_end(struct pieces *p);

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

/* reload.c: pools over time */
void pools_begin(struct sw_replay *r);
void pools_change(struct sw_replay *r);

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

/* deficit.c */
void deficits_update(struct sw_replay *r);
void deficits_end(struct sw_replay *r);

/* attempt.c */
struct attempt *attempt_new(struct sw_replay *r, bool whole); /* or its first line alone */
void job_free(struct sw_replay *r, struct job *job);
void network_end(struct sw_replay *r, struct transfer *t);
static inline void attempt_free(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    if (SELDOM(r->network) && a->net)
        network_end(r, a->net);
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

/* fail.c */
void fail_draw(struct sw_replay *r, struct attempt *a);
void fail_ends(struct sw_replay *r, struct attempt *a);
uint32_t fail_next(struct stage *st);

/* speculate.c, progress.c */
void speculation_start(struct sw_replay *r);
void speculation_reset(struct sw_replay *r);
void speculation_end(struct sw_replay *r);
void speculation_note_done(struct sw_replay *r, struct attempt *a);
void speculation_forget_stage(struct stage *st);
bool speculation_waits(const struct sw_replay *r, int slot); /* there are candidates, and one more copy may be */
void speculation_drop(struct sw_replay *r, struct attempt *a);
void speculation_leaves(struct sw_replay *r, struct attempt *a);
bool speculate(struct sw_replay *r, uint32_t node, int slot); /* offers the slot; whether a copy was launched */
void speculate_look(struct sw_replay *r);
/* Work of the kind waits (H5). */
static inline bool work_waits(const struct sw_replay *r, int slot)
{
    return r->list[slot].n || (SELDOM(r->speculation) && speculation_waits(r, slot));
}

/* disk.c: called while there is r->room */
uint64_t output_bytes(const struct job *job, uint32_t task); /* of one map (S4) */
bool room_is_limited(const struct sw_replay_options *opt, const struct sw_cluster *cl);
void room_start(struct sw_replay *r);
void room_end(struct sw_replay *r);
bool room_is_needed(const struct stage *st);
uint64_t room_for_map(const struct job *job); /* that one of its maps asks for (A7) */
uint64_t room_left(const struct sw_replay *r, uint32_t node);
bool room_is_there(const struct sw_replay *r, const struct stage *st, uint32_t node);
void room_free(struct sw_replay *r, const struct job *job, uint32_t task, uint32_t node);
void room_launched(struct sw_replay *r, const struct attempt *a);
void room_ended(struct sw_replay *r, const struct attempt *a);
void room_committed(struct sw_replay *r);
void room_stopped(struct sw_replay *r, const struct attempt *a);
void room_job_ended(struct sw_replay *r, struct job *job);
/* evict.c */
bool evict_look(struct sw_replay *r); /* whether nothing can go on for want of room; sets the victim */
void evict_now(struct sw_replay *r);
int evict_stuck(const struct sw_replay *r);
void evict_let_back(struct sw_replay *r, const struct job *ended);

/* admit.c */
bool admit_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool admit_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool admit_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node);
void admit_arrives(struct sw_replay *r, struct attempt *a);
void admit_copied(struct sw_replay *r, struct attempt *a);
void admit_leaves(struct sw_replay *r, struct attempt *a, enum phase was);

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

/* load.c: H8 */
int64_t load_cap(const struct sw_replay *r, const struct node *nd, int slot);
/* Free slots that a node offers at a heartbeat. */
static inline int64_t slots_offered(const struct sw_replay *r, const struct node *nd, int slot)
{
    int64_t below;
    if (SELDOM(r->opt.load_cap >= 0) && (below = load_cap(r, nd, slot) - nd->occupied[slot]) < nd->free[slot])
        return below > 0 ? below : 0;
    return nd->free[slot];
}

/* keep.c */
bool keep_leaves_idle(const struct sw_replay *r, const struct sw_span *ends);
void keep_needed(struct sw_replay *r, struct node *nd, const struct sw_span *ends, const struct sw_span *next); /* next: may be NULL */
void keep_nothing(struct sw_replay *r, struct node *nd);
void keep_let_go(struct sw_replay *r); /* at the end of an instant */

/* scan.c */
void heartbeat(struct sw_replay *r, uint32_t node);

/* network.c: flows in time */
struct network *network_new(const struct sw_replay *r); /* NULL without --network */
void network_free(struct network *net);
void network_reset(struct sw_replay *r);
int64_t network_next_us(const struct sw_replay *r);
void network_apply(struct sw_replay *r);   /* N4: what begins and ends now */
void network_settle(struct sw_replay *r);  /* N3: after everything at an instant */
void network_report(struct sw_replay *r);  /* N9 */
struct transfer *network_start(struct sw_replay *r, struct attempt *a, int64_t at_us);
void network_move(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left, uint64_t most);
void network_stop(struct sw_replay *r, struct transfer *t);
uint64_t network_left(const struct sw_replay *r, const struct transfer *t);
void network_look(struct sw_replay *r, struct transfer *t);
struct transfer *network_reading_from(const struct sw_replay *r, uint32_t node, uint32_t i); /* NULL: no more */
/* fetch.c: reads and copies */
bool fetch_reads(struct sw_replay *r, struct attempt *a);
int64_t fetch_score(const struct sw_replay *r, const struct attempt *a); /* C2: of what it gets over the network, in millionths */
bool fetch_copies(struct sw_replay *r, struct attempt *a);
void fetch_begins(struct sw_replay *r, struct transfer *t);
void fetch_look(struct sw_replay *r, struct transfer *t);
void fetch_moved(struct sw_replay *r, struct transfer *t);
void fetch_map_ended(struct sw_replay *r, struct job *job, uint32_t node);
void fetch_slower(struct sw_replay *r, struct attempt *a, double from, double to);
void fetch_outputs_lost(struct sw_replay *r, struct job *job, uint32_t node);
void fetch_source_lost(struct sw_replay *r, uint32_t node);
#define FETCH_MOST (UINT64_C(1) << 44) /* bytes of a task */
uint64_t stage_bytes(const struct stage *st, uint32_t task);
/* global.c */
void global_begin(struct sw_replay *r);
void global_round(struct sw_replay *r);        /* in place of the heartbeats of this instant */
int64_t global_next(const struct sw_replay *r); /* when the next decision comes, if nothing changes; INT64_MAX */
void global_end(struct sw_replay *r);

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
/* private.c */
void private_start(struct sw_replay *r);
void private_end(struct sw_replay *r);
void private_ask(struct sw_replay *r, struct job *job);
void private_left(struct sw_replay *r, struct job *job);
void private_note_node(struct sw_replay *r, uint32_t node); /* it came or went */
void private_hand_out(struct sw_replay *r);
void private_place(struct sw_replay *r, struct job *job, int slot);
bool private_wants(const struct sw_replay *r, const struct node *nd, int slot);
struct sw_list *private_list(const struct sw_replay *r, uint32_t node, int slot); /* NULL: nobody's */
struct sw_list *private_list_of(const struct job *job, int slot);
/* classes.c */
void classes_start(struct sw_replay *r);
void classes_reset(struct sw_replay *r);
void classes_admit(struct sw_replay *r, struct job *job);
void classes_look(struct sw_replay *r);
/* share.c */
void shares_compute(struct sw_replay *r, int slot, double demand_slots); /* of pools; < 0: by demand now, else that of each */
void shares_of_jobs(struct sw_replay *r, int slot); /* within the pools' shares */
void shares_end(struct sw_replay *r);
/* preempt.c */
void preempt_check(struct sw_replay *r);
void preempt_note_submission(struct sw_replay *r, struct pool *p);
void order_update(struct sw_replay *r);
void expect_tick(struct sw_replay *r, enum event_kind kind, int64_t every_us);
/* sample.c */
void samples_until(struct sw_replay *r, int64_t until_us);
/* balance.c: guarded by r->balance */
void balance_starts(struct sw_replay *r, const struct attempt *a);
void balance_leaves(struct sw_replay *r, const struct attempt *a);
void balance_done(struct sw_replay *r, struct stage *st, int64_t ran_us);
void balance_node(struct sw_replay *r, const struct node *nd, int slot, bool has);
bool balance_crowds(const struct sw_replay *r, const struct stage *st, uint32_t node); /* it may launch there only as if far from its data */
/* decide.c: what --decisions says. Calls are guarded by r->decide. */
void decide_start(struct sw_replay *r);
void decide_end(struct sw_replay *r);
COLD void decide_scan(struct sw_replay *r, uint32_t node, int slot, struct sw_item *item, uint32_t task, int class, enum sw_locality at);
COLD void decide_assigned(struct sw_replay *r, const struct stage *st, uint32_t node, enum sw_locality at, int64_t cost, int64_t waiting);
COLD void decide_launched(struct sw_replay *r, struct stage *st, uint32_t node); /* the scan's launch was made */
COLD void decide_not_admitted(struct sw_replay *r, const struct job *job);
COLD void decide_queued(struct sw_replay *r); /* a job waits for nodes (O21) */
COLD void decide_look(struct sw_replay *r, int slot); /* somebody may be held back by a limit */
COLD void decide_held(struct sw_replay *r);           /* the heartbeats of this instant are over */
COLD void decide_copy(struct sw_replay *r, const struct attempt *a, uint32_t node);
COLD void decide_evict(struct sw_replay *r, const struct job *job);
COLD void decide_kill(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
/* A row with the reason that why_add() put together. node NONE, wait_us, level and at -1: does not apply. */
struct decided { enum sw_action action; const struct job *job; uint32_t node; int64_t wait_us; int level, at; bool turn; };
void decide_row(struct sw_replay *r, const struct decided *d);
/* why.c: the reason, a sentence, put together in r->decide. */
struct passed { int64_t wait_us; enum sw_level level; int64_t had, needs; bool crowded; }; /* by the rule's meter; needs < 0: it has none */
void why_add(struct sw_replay *r, const char *fmt, ...) SW_PRINTF(2, 3);
void why_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at, const struct passed *had, uint32_t before);
void why_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead);
void why_turn(struct sw_replay *r, const struct stage *st, const struct stage *first);
void why_no_task(struct sw_replay *r, const struct job *job);
void why_held(struct sw_replay *r, const struct aside *by, int slot);
void why_copied(struct sw_replay *r, const struct attempt *a);
void why_no_room(struct sw_replay *r, const struct stage *st, uint32_t node);
void why_evicted(struct sw_replay *r, const struct job *job);
void why_killed(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
/* solo.c */
struct solo_spec *solo_keep(const struct sw_job *job);
void solo_drop(struct solo_spec *spec);
int solo_new(struct sw_replay **out, const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools,
             struct sw_err *err);
int64_t solo_response(struct sw_replay *r, const struct job *job);
/* engine.c */
int replay_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us); /* a single job on the idle cluster */
#endif
