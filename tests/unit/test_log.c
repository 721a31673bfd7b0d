/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_log.c - a recorded log in memory: what is taken from its rows, and what a replay is told. The logs are made by
 * hand, and so are the expected numbers: each stands beside the sentence of sw_log.h, docs/validation.md or
 * docs/model.md that it follows from. */
#include <math.h>
#include "slotwise/sw_stats.h"
#include "lib/log/measure.h"
#include "tests/unit/log_input.h"

#define HEAD "job_id,submit_s,task_id,kind,node,launch_s,finish_s,outcome"

static struct sw_cluster *one_node(uint64_t slots)
{
    struct sw_cluster *cl;
    struct sw_err err;
    assert_int_equal(sw_cluster_make(&cl, 1, 1, slots, 0, true, &err), SW_OK); /* n1 */
    return cl;
}

/* ---- attempts, tasks, jobs ------------------------------------------------------------------------ */

/* "Its time is that of the last attempt, which succeeded, and of the attempts that had ended when the last one was
 * launched": 18 + 10 s. "Copies that ran beside the last attempt are left out": the one from 13 to 20. */
static void a_task_is_its_last_attempt(void **state)
{
    (void)state;
    struct sw_log *log = prepared(HEAD "\n"
        "a,0,0,map,n1,0,10,failed\n"
        "a,0,0,map,n2,12,30,done\n"
        "a,0,0,map,n3,13,20,killed\n"
        "b,40,0,map,n1,41,45,failed\n");
    assert_int_equal(log->n_jobs, 2);
    assert_int_equal(log->n_tasks, 2);
    assert_int_equal(log->n_attempts, 4);
    assert_int_equal(log->tasks[0].time_us, 28 * S);
    assert_text(sw_log_text(log->tasks[0].last->node), "n2");
    assert_true(log->jobs[0].complete);
    assert_int_equal(log->jobs[0].end_us, 30 * S);
    assert_false(log->jobs[1].complete);
    assert_non_null(strstr(log->note, "1 jobs did not finish: replayed, not compared"));
    assert_ptr_equal(sw_log_find(log, "b", 1), &log->jobs[1]);
    assert_null(sw_log_find(log, "c", 1));
    sw_log_free(log);
}

/* Jobs of one task, two and one: two tasks and more have the first two, four all. A part has the third alone. c follows
 * b, which ends at 30: in the part, where b is not, it comes when it came. */
static void a_part_of_a_log_is_replayed_alone(void **state)
{
    (void)state;
    struct sw_log *log = prepared("job_id,submit_s,task_id,kind,node,launch_s,finish_s,outcome\n"
        "a,0,0,map,n1,0,10,done\nb,5,0,map,n1,10,30,done\nb,5,1,map,n2,10,20,done\nc,40,0,map,n1,41,45,done\n");
    log->jobs[2].after = 1;
    struct sw_log part = source_beginning(log, 2);
    assert_int_equal(part.n_jobs, 2);
    assert_int_equal(part.n_tasks, 3);
    assert_int_equal(part.n_attempts, 3);
    assert_int_equal(source_beginning(log, 4).n_jobs, 3);
    for (int last = 0; last < 2; last++) {
        struct sw_trace *trace;
        struct sw_err err;
        struct sw_job job;
        if (last) {
            part.first_job = 2;
            part.n_jobs = 3;
        }
        assert_int_equal(sw_log_trace(&trace, &part, NULL, &err), SW_OK);
        for (int i = 2 * last; i < 2 + last; i++) {
            assert_int_equal(sw_trace_next(trace, &job, &err), 1);
            assert_text(job.job_id, ((const char *[]){ "a", "b", "c" })[i]);
            assert_int_equal(job.submit_us, ((int[]){ 0, 5, 40 })[i] * (int64_t)S);
            assert_int_equal(job.after_job.len, 0);
        }
        assert_int_equal(sw_trace_next(trace, &job, &err), 0);
        sw_trace_free(trace);
    }
    sw_log_free(log);
}

static void what_a_log_can_lack(void **state)
{
    (void)state;
    static const char *const logs[][2] = {
        { "job_id,submit_s,maps,map_s\na,0,2,5\n", "jobs without recorded tasks" },
        { "job_id,submit_s,task_id,duration_s\na,0,0,5\n",
          "no attempt in it has the times of both its launch and its end" },
        { "job_id,submit_s,task_id,launch_s,finish_s\na,0,0,1,5\n", "it names no nodes (--cluster)" } };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct sw_log *log = log_of(logs[i][0]);
        if (!log->lacks)
            prepare(log, &(struct sw_log_given){ .cluster = NULL });
        assert_string_equal(log->lacks, logs[i][1]);
        sw_log_free(log);
    }
}

/* Jobs without repeated attempts come as the trace's reader has them: parents, kinds, hosts, times. */
static void a_plain_log_is_replayed_as_read(void **state)
{
    (void)state;
    static const char text[] = "job_id,submit_s,pool,user,priority,weight,stage,parents,kind,task_id,duration_s,copy_s,"
        "input_bytes,hosts,node,launch_s,finish_s\n"
        "j1,0,etl,ann,high,2,0,,map,t0,5,,100,n1|n2,n1,0,5\n"
        "j1,0,etl,ann,high,2,0,,map,t1,6,,50,n2,n2,0,6\n"
        "j1,0,etl,ann,high,2,4,0,reduce,t2,7,1.5,25,,n1,6,13\n"
        "j2,1,,,,,0,,task,,3,,,,n1,13,16\n"
        "j2,1,,,,,0,,task,,4,,,,n2,13,17\n"
        "j2,1,,,,,3,0,task,,2,,,,n2,17,19\n";
    struct sw_log *log = prepared(text);
    struct opened o;
    struct sw_trace *t;
    struct sw_job a, b;
    int got;
    open_text(&o, text);
    assert_int_equal(sw_log_trace(&t, log, NULL, &o.err), SW_OK);
    while ((got = sw_trace_next(o.t, &a, &o.err)) == 1) {
        assert_int_equal(sw_trace_next(t, &b, &o.err), 1);
        assert_int_equal(b.place, a.place);
        assert_int_equal(b.submit_us, a.submit_us);
        assert_int_equal(b.weight, a.weight);
        assert_int_equal(b.priority, a.priority);
        assert_int_equal(b.input_bytes, a.input_bytes);
        assert_int_equal(b.shuffle_bytes, a.shuffle_bytes);
        assert_int_equal(b.mapreduce, a.mapreduce);
        assert_int_equal(b.n_stages, a.n_stages);
        assert_int_equal(b.pool.len, a.pool.len);
        assert_memory_equal(b.pool.at, a.pool.at, a.pool.len);
        for (uint32_t s = 0; s < a.n_stages; s++) {
            const struct sw_stage_spec *x = &a.stages[s], *y = &b.stages[s];
            assert_int_equal(y->stage, x->stage);
            assert_int_equal(y->kind, x->kind);
            assert_int_equal(y->n_tasks, x->n_tasks);
            assert_int_equal(y->n_parents, x->n_parents);
            for (uint64_t i = 0; i < x->n_tasks; i++) {
                assert_int_equal(y->tasks[i].duration_us, x->tasks[i].duration_us);
                assert_int_equal(y->tasks[i].copy_us, x->tasks[i].copy_us);
                assert_int_equal(y->tasks[i].input_bytes, x->tasks[i].input_bytes);
                assert_int_equal(y->tasks[i].task_id.len, x->tasks[i].task_id.len);
                assert_memory_equal(y->tasks[i].task_id.at, x->tasks[i].task_id.at, x->tasks[i].task_id.len);
                assert_int_equal(y->tasks[i].hosts.len, x->tasks[i].hosts.len);
                assert_memory_equal(y->tasks[i].hosts.at, x->tasks[i].hosts.at, x->tasks[i].hosts.len);
            }
        }
    }
    assert_int_equal(got, 0);
    assert_int_equal(sw_trace_next(t, &b, &o.err), 0);
    sw_trace_free(t);
    shut(&o);
    sw_log_free(log);
}

/* ---- when attempts left their slots ----------------------------------------------------------------- */

/* An attempt whose slot was given away before its recorded end had ended by then, if the two are a second apart at
 * most. */
static void ends_are_trimmed(void **state)
{
    (void)state;
    static const struct { const char *first_end; uint64_t slots; int64_t end_us; } cases[] = {
        { "10.4", 1, 10 * S }, { "11", 1, 10 * S }, { "11.001", 1, 11 * S + S / 1000 },
        { "10.4", 2, 10 * S + 2 * S / 5 }, { "10", 1, 10 * S } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        struct sw_err err;
        struct sw_cluster *cl = one_node(cases[i].slots);
        snprintf(text, sizeof text, HEAD "\na,0,0,map,n1,0,%s,done\na,0,1,map,n1,10,20,done\n", cases[i].first_end);
        struct sw_log *log = log_of(text);
        log->cl = cl;
        assert_int_equal(trim_ends(log, &err), SW_OK);
        trim_times(log);
        assert_int_equal(log->attempts[0].end_us, cases[i].end_us);
        assert_int_equal(log->tasks[0].time_us, cases[i].end_us);
        assert_int_equal(log->tasks[1].time_us, 10 * S);
        sw_log_free(log);
        sw_cluster_free(cl);
    }
}

/* ---- set-ups ------------------------------------------------------------------------------------------ */

/* One slot. a waits 5 s beside it: a set-up. b waits for a to end: none. c comes when b has ended and waits 4 s: a
 * set-up. d never finished, so nothing is said of it. */
static void waiting_beside_a_free_slot_is_a_set_up(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_cluster *cl = one_node(1);
    struct sw_log *log = log_of(HEAD "\na,0,0,map,n1,5,15,done\nb,6,0,map,n1,15,18,done\nc,18,0,map,n1,22,25,done\n"
                                "d,30,0,map,n1,35,36,failed\n");
    static const int64_t setup_us[] = { 5 * S, 0, 4 * S, 0 };
    log->cl = cl;
    assert_int_equal(setups_find(log, &err), SW_OK);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(log->attempts[i].setup_us, setup_us[i]);
    assert_int_equal(setups_ready_us(log, &log->attempts[0]), 5 * S);
    assert_int_equal(setups_ready_us(log, &log->attempts[1]), 6 * S);
    setups_count_given(log);
    assert_int_equal(log->n_launched, 4);
    assert_int_equal(log->n_given, 2); /* a and c launched when their set-up ended */
    sw_log_free(log);
    sw_cluster_free(cl);
}

/* A stage is open when the last of its parents has ended: 9 s, and 2 s of set-up. */
static void a_stage_is_ready_behind_its_parents(void **state)
{
    (void)state;
    struct sw_log *log = log_of("job_id,submit_s,stage,parents,kind,task_id,setup_s,node,launch_s,finish_s\n"
                                "a,0,0,,task,0,,n1,0,4\na,0,1,,task,0,,n1,4,9\na,0,2,0|1,task,0,2,n1,11,12\n");
    assert_int_equal(setups_ready_us(log, &log->attempts[2]), 11 * S);
    sw_log_free(log);
}

/* ---- which job follows which --------------------------------------------------------------------------- */

/* One driver. app/1 comes 2 s after app/0 ended, and follows it. app/2 comes while app/1 is open: it follows app/0,
 * too. app/3 comes 5 s after both have ended: it follows app/1, the last to end. other/0 is another driver's first. */
static void jobs_follow_the_last_that_ended(void **state)
{
    (void)state;
    static const char text[] = HEAD "\napp/0,0,0,map,n1,0,10,done\nother/0,1,0,map,n1,1,2,done\n"
        "app/1,12,0,map,n1,12,20,done\napp/2,13,0,map,n1,13,18,done\napp/3,25,0,map,n1,25,30,done\n";
    static const struct { const char *id, *after; int64_t think_us; } jobs[] = {
        { "app/0", "", 0 }, { "app/1", "app/0", 2 * S }, { "app/3", "app/1", 5 * S }, { "app/2", "app/0", 3 * S },
        { "other/0", "", 0 } };
    struct sw_err err;
    struct sw_trace *t;
    struct sw_job job;
    struct sw_log *log = log_of(text);
    log->spark = true;
    trim_times(log);
    assert_int_equal(drivers_find(log, &err), SW_OK);
    assert_int_equal(source_prepare(log, &err), SW_OK);
    assert_int_equal(sw_log_trace(&t, log, NULL, &err), SW_OK);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) { /* followers stand behind the first of their chain (J1) */
        assert_int_equal(sw_trace_next(t, &job, &err), 1);
        assert_text(job.job_id, jobs[i].id);
        assert_text(job.after_job, jobs[i].after);
        assert_int_equal(job.think_us, jobs[i].think_us);
    }
    assert_int_equal(sw_trace_next(t, &job, &err), 0);
    sw_trace_free(t);
    sw_log_free(log);
}

/* ---- preferred hosts ------------------------------------------------------------------------------------ */

#define WISHES "job_id,submit_s,stage,kind,task_id,hosts,node,rack,locality,launch_s,finish_s\n"

static struct sw_log *wishes_of(const char *text, bool own_racks)
{
    struct sw_err err;
    struct sw_log *log = log_of(text);
    log->own_racks = own_racks;
    assert_int_equal(wishes_find(log, true, &err), SW_OK);
    return log;
}

/* Stage 0 had tasks at node and rack: one at any preferred hosts nowhere it could know. In stage 1 none was at a rack:
 * it preferred hosts elsewhere in its rack. Stage 2 had no closer one, so its tasks did not wait. */
static void wishes_follow_from_the_levels_of_a_stage(void **state)
{
    (void)state;
    static const char *const hosts[] = { "n1", "elsewhere in r1", "elsewhere", "n2|n3", "n1", "elsewhere in r2", "" };
    static const enum sw_wish wish[] = { SW_WISH_HOSTS, SW_WISH_RACK, SW_WISH_ANY, SW_WISH_HOSTS, SW_WISH_HOSTS,
                                         SW_WISH_RACK, SW_WISH_NONE };
    struct sw_log *log = wishes_of(WISHES
        "a,0,0,map,0,,n1,r1,node,0,1\na,0,0,map,1,,n1,r1,rack,0,1\na,0,0,map,2,,n1,r1,any,0,1\n"
        "a,0,0,map,3,n2|n3,n1,r1,any,0,1\n"
        "a,0,1,map,0,,n1,r1,node,0,1\na,0,1,map,1,,n2,r2,any,0,1\n"
        "a,0,2,map,0,,n2,r2,any,0,1\n", false);
    for (size_t i = 0; i < log->n_tasks; i++) {
        assert_text(log->tasks[i].hosts, hosts[i]);
        assert_int_equal(log->tasks[i].wish, wish[i]);
    }
    sw_log_free(log);
    /* Each host is its own rack. */
    log = wishes_of(WISHES "a,0,0,map,0,,n1,n1,node,0,1\na,0,0,map,1,,n2,n2,any,0,1\n", true);
    assert_int_equal(log->tasks[1].wish, SW_WISH_ANY);
    sw_log_free(log);
}

/* A node a rack that is never there, in the order of the tasks, and one for all that is nowhere. */
static void nodes_elsewhere_are_never_there(void **state)
{
    (void)state;
    static const char *const nodes[][2] = { { "elsewhere in r2", "r2" }, { "elsewhere in r1", "r1" },
                                            { "elsewhere", "elsewhere" } };
    struct sw_err err;
    struct sw_log *log = wishes_of(WISHES
        "a,0,0,map,0,,n1,r1,node,0,1\na,0,0,map,1,,n2,r2,rack,0,1\na,0,0,map,2,,n1,r1,rack,0,1\n"
        "a,0,0,map,3,,n2,r2,rack,0,1\na,0,0,map,4,,n2,r2,any,0,1\n", false);
    assert_int_equal(wishes_add_nodes(log, false, &err), SW_OK);
    assert_int_equal(log->own->n_nodes, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_text(log->own->nodes[i].node, nodes[i][0]);
        assert_text(log->own->nodes[i].rack, nodes[i][1]);
        assert_int_equal(log->own->nodes[i].from_us, SW_TIME_MAX / 2);
    }
    sw_log_free(log);
}

static void an_executor_is_its_host_where_that_cannot_matter(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_log *log = log_of(WISHES "a,0,0,map,0,n3/7|n4/2,n3/7,,process,0,1\na,0,0,map,1,n5,n4/2,,any,0,1\n");
    assert_int_equal(wishes_find(log, true, &err), SW_OK);
    log->executors = true;
    assert_int_equal(executors_forget(log, NULL), SW_OK);
    assert_int_equal(wishes_forget_executors(log, &err), SW_OK);
    assert_text(log->tasks[0].hosts, "n3|n4");
    assert_text(log->tasks[1].hosts, "n5");
    assert_text(sw_log_text(log->attempts[0].node), "n3");
    assert_false(log->executors);
    sw_log_free(log);
}

/* ---- nodes and slots ------------------------------------------------------------------------------------ */

/* On n1 two maps run from 3 to 5; the one from 10 on takes a slot that is free by then. Reduces are counted apart. */
static void slots_are_the_most_at_once(void **state)
{
    (void)state;
    static const char text[] = HEAD "\na,0,0,map,n1,0,5,done\na,0,1,map,n1,3,10,done\na,0,2,map,n1,10,12,done\n"
        "b,0,0,reduce,n2,10,12,done\nb,0,1,reduce,n2,11,12,done\nb,0,2,reduce,n2,11.5,12,done\n";
    struct sw_log *log = prepared(text);
    assert_int_equal(log->cl->n_nodes, 2);
    assert_int_equal(log->cl->node[0].span[0].slots[0], 2);
    assert_int_equal(log->cl->node[1].span[0].slots[0], 2);
    assert_int_equal(log->cl->node[0].span[0].slots[1], 3);
    assert_non_null(strstr(log->note, "slots are not in the log: the most that ran at once on a node, "
                           "2 map and 3 reduce, are taken for all"));
    sw_log_free(log);
    log = log_of(text);
    prepare(log, &(struct sw_log_given){ .slots_given = true, .slots = 4 });
    assert_true(log->cl->one_kind);
    assert_int_equal(log->cl->total_slots[0], 8);
    struct sw_cluster *again;
    struct sw_err err;
    assert_int_equal(sw_log_cluster(log, &again, &err), SW_OK);
    assert_int_equal(again->total_slots[0], 8);
    sw_cluster_free(again);
    sw_log_free(log);
}

static struct sw_node_row node(const char *name, uint64_t slots)
{
    struct sw_node_row row;
    memcpy(&row, sw_schema_cluster.defaults, sizeof row);
    row.known = UINT64_C(1) << SW_NODE_SLOTS;
    row.node = (struct sw_text){ name, strlen(name) };
    row.slots = slots;
    return row;
}

static void rows_of_clusters_and_pools_are_checked(void **state)
{
    (void)state;
    struct sw_node_row rows[2] = { node("n1", 2), node("n2", 3) };
    struct sw_pool_row pool;
    struct sw_cluster *cl;
    struct sw_pool_list *pools;
    struct sw_err err = { .exit = SW_EXIT_OK };
    assert_int_equal(sw_cluster_from(&cl, rows, 2, "mine", &err), SW_OK);
    assert_int_equal(cl->total_slots[0], 5);
    sw_cluster_free(cl);
    rows[1].node.len = 0;
    assert_int_equal(sw_cluster_from(&cl, rows, 2, "mine", &err), SW_FAIL);
    assert_string_equal(err.text, "mine:2: node: is empty");
    rows[1] = node("n2", 65536);
    assert_int_equal(sw_cluster_from(&cl, rows, 2, "mine", &err), SW_FAIL);
    assert_string_equal(err.text, "mine:2: slots: more than 65535 slots on a node");
    assert_int_equal(sw_cluster_from(&cl, rows, 0, "mine", &err), SW_FAIL);
    assert_string_equal(err.text, "mine: no nodes");
    memcpy(&pool, sw_schema_pools.defaults, sizeof pool);
    assert_int_equal(sw_pools_from(&pools, &pool, 1, true, "mine", &err), SW_FAIL);
    assert_string_equal(err.text, "mine:1: pool: is empty");
    pool.pool = (struct sw_text){ "etl", 3 };
    pool.weight = 2;
    assert_int_equal(sw_pools_from(&pools, &pool, 1, true, "mine", &err), SW_OK);
    assert_string_equal(pools->at[0].name, "etl");
    assert_int_equal(pools->at[0].weight, 2000000);
    sw_pools_free(pools);
}

/* ---- the clock and the policy ---------------------------------------------------------------------------- */

/* One node, tasks one behind the other: each is launched gap_s after the end before. */
static struct sw_log *in_turn(double gap_s, size_t n)
{
    static char text[8000];
    size_t at = (size_t)snprintf(text, sizeof text, HEAD "\n");
    for (size_t i = 0; i < n; i++) {
        double from = (double)i * (10 + gap_s);
        at += (size_t)snprintf(text + at, sizeof text - at, "a,0,%zu,map,n1,%.2f,%.2f,done\n", i, from, from + 10);
    }
    return prepared(text);
}

/* Half of a period in the median, from 20 gaps on (docs/validation.md); within half a second it is the end's own
 * heartbeat. */
static void the_clock_is_read_from_gaps(void **state)
{
    (void)state;
    static const struct { double gap_s; size_t n; enum sw_clock clock; int64_t heartbeat_us; } cases[] = {
        { 1.5, 21, SW_CLOCK_HEARTBEAT, 3 * S }, { 1.5, 20, SW_CLOCK_PRESET, 0 }, { 0.5, 21, SW_CLOCK_OUT_OF_BAND, 0 },
        { 0.51, 21, SW_CLOCK_HEARTBEAT, 1020000 }, { 10.5, 21, SW_CLOCK_PRESET, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sw_options opt;
        struct sw_err err;
        struct sw_log *log = in_turn(cases[i].gap_s, cases[i].n);
        assert_int_equal(log->clock, cases[i].clock);
        assert_int_equal(log->heartbeat_us, cases[i].heartbeat_us);
        options_defaults(&opt);
        opt.out_of_band = false;
        assert_int_equal(sw_log_policy(log, &opt, &err), SW_OK);
        assert_int_equal(opt.placement, SW_PLACE_TRACE);
        assert_int_equal(opt.out_of_band, cases[i].clock == SW_CLOCK_OUT_OF_BAND);
        if (cases[i].heartbeat_us > 0)
            assert_int_equal(opt.heartbeat_us, cases[i].heartbeat_us);
        sw_log_free(log);
    }
}

/* The log's own reader names no scheduler; a preset that is given takes the place of what is assumed. */
static void the_policy_is_assumed_or_given(void **state)
{
    (void)state;
    static const char text[] = HEAD "\na,0,0,map,n1,0,5,done\n";
    struct sw_pool_list *pools;
    struct sw_err err;
    struct sw_log *log = prepared(text);
    assert_string_equal(log->preset, "hadoop-fifo");
    assert_non_null(strstr(log->note, "the scheduler is not in the log: hadoop-fifo is taken"));
    sw_log_free(log);
    log = log_of(text);
    prepare(log, &(struct sw_log_given){ .preset = "hfs" });
    assert_string_equal(log->preset, "hfs");
    assert_null(strstr(log->note, "scheduler"));
    assert_int_equal(sw_log_pools(log, &pools, &err), SW_OK);
    assert_null(pools);
    log->fifo_pools = true; /* Spark's FAIR mode without a file: each pool is fifo inside, of weight 1 */
    assert_int_equal(sw_log_pools(log, &pools, &err), SW_OK);
    assert_int_equal(pools->n, 1);
    assert_string_equal(pools->at[0].name, "default");
    assert_true(pools->at[0].fifo);
    assert_int_equal(pools->at[0].weight, 1000000);
    sw_pools_free(pools);
    sw_log_free(log);
}

/* ---- what is measured ------------------------------------------------------------------------------------- */

/* Ratios of mean logarithms. Without a spread the interval is a point. With times of 8 and 12.5 s at the node, 16 and
 * 25 beyond it, 8 of each: each logarithm is log(10) or log(20) -+ a, a = log(1.25) = 0.223144. Welch: variance of the
 * difference 2 (8/7 a^2)/8, t(0.975, 14) = 2.144787 in tables, so the ends are 2 exp(-+0.255820) =
 * 1.54856 and 2.58304. */
static void distance_is_a_ratio_within_stages(void **state)
{
    (void)state;
    static const struct { size_t n; double node_s[2], any_s[2], value, lo, hi; const char *why; } cases[] = {
        { 8, { 10, 10 }, { 20, 20 }, 2, 2, 2, NULL },
        { 8, { 8, 12.5 }, { 16, 25 }, 2, 1.54856, 2.58304, NULL },
        { 8, { 5, 20 }, { 10, 40 }, 2, 0.90348, 4.42733, "the interval is wider than a factor of 2" },
        { 7, { 10, 10 }, { 20, 20 }, NAN, NAN, NAN, "fewer than 8 tasks of one level in stages that have both" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measure m;
        struct sw_err err;
        struct sw_log *log = two_levels(cases[i].n, cases[i].node_s, cases[i].any_s);
        assert_int_equal(measure_log(&m, log, &err), SW_OK);
        struct sw_ratio r = estimate_penalty(&m, MEASURE_ANY, MEASURE_ALL);
        if (isnan(cases[i].value)) {
            assert_true(isnan(r.value) && isnan(r.hi));
        } else {
            assert_near(r.value, cases[i].value, 1e-9);
            assert_near(r.lo, cases[i].lo, 2e-5);
            assert_near(r.hi, cases[i].hi, 2e-5);
        }
        assert_int_equal(r.tells, !cases[i].why);
        if (cases[i].why)
            assert_string_equal(r.why, cases[i].why);
        struct sw_ratio rack = estimate_penalty(&m, MEASURE_RACK, MEASURE_ALL);
        assert_string_equal(rack.why, "no stage has two tasks of both levels");
        measure_clear(&m);
        sw_log_free(log);
    }
}

/* Ten near tasks of 8 and 12.5 s: each logarithm is log(10) -+ a, a = log(1.25) = 0.223144, their variance 10 a^2 / 9.
 * Five far ones of twice as long: -+a, -+a and 0 about log(20) vary by a^2, so by 10 a^2 / 9, too. The weight is 10 5 /
 * 15, t(0.975, 4) = 2.776445 in tables: 2 exp(-+2.776445 a sqrt(1/3)) = 1.39857 and 2.86006. With 10, 40, 10, 40 and 20
 * s they vary by log(2)^2: 2 exp(-+2.776445 log(2) sqrt(0.3)) = 0.69702 and 5.73869. Four far tasks are too few. */
static void a_few_far_tasks_tell_what_distance_costs(void **state)
{
    (void)state;
    static const struct { unsigned n; double far_s[5], lo, hi; } cases[] = {
        { 5, { 16, 25, 16, 25, 20 }, 1.39857, 2.86006 },
        { 5, { 10, 40, 10, 40, 20 }, 0.69702, 5.73869 },
        { 4, { 16, 25, 16, 25 }, NAN, NAN } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        size_t at = (size_t)snprintf(text, sizeof text,
                                     "job_id,submit_s,task_id,kind,hosts,node,launch_s,finish_s,outcome,locality\n");
        for (unsigned k = 0; k < 10 + cases[i].n; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, "j,0,%u,map,n1,%s,0,%g,done,%s\n", k,
                                   k < 10 ? "n1" : "n2", k >= 10 ? cases[i].far_s[k - 10] : k % 2 ? 8 : 12.5,
                                   k < 10 ? "node" : "any");
        struct measure m;
        struct sw_err err;
        struct sw_log *log = prepared(text);
        assert_int_equal(measure_log(&m, log, &err), SW_OK);
        const struct sw_ratio r = estimate_penalty_by_few(&m, MEASURE_ANY);
        assert_int_equal(isnan(r.value), isnan(cases[i].lo));
        if (!isnan(cases[i].lo)) {
            assert_true(r.few && isnan(estimate_penalty(&m, MEASURE_ANY, MEASURE_ALL).value));
            assert_near(r.value, 2, 1e-9);
            assert_near(r.lo, cases[i].lo, 2e-5);
            assert_near(r.hi, cases[i].hi, 2e-5);
        }
        measure_clear(&m);
        sw_log_free(log);
    }
}

/* In each stage tasks near their data take 10 s on n1 and 20 s on n2, which is slow, and far ones twice as long on the
 * node of the case. Taken together the near ones are sqrt(10 20) s: without the nodes' speeds far ones on n2 would take
 * 40 / 14.1 = 2.83 times as long. On n3, where none ran near, its speed is not known. */
static void slow_nodes_are_no_distance(void **state)
{
    (void)state;
    static const struct { const char *node; double far_s, value; bool first, last; const char *doubt; } cases[] = {
        { "n2", 40, 2, false, false, NULL },
        { "n1", 20, 2, false, false, NULL },
        { "n2", 40, 2, true, false, "they are the first of their stages, so what these take longer is in it" },
        { "n2", 40, 2, false, true, "they are the last of their stages, so what these take longer is in it" },
        { "n3", 40, 2.828427, false, false,
          "most ran on nodes where no other ran near its data, so what these nodes take longer is in it" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static char text[20000];
        size_t at = (size_t)snprintf(text, sizeof text,
                                     "job_id,submit_s,task_id,kind,hosts,node,launch_s,finish_s,outcome,locality\n");
        for (unsigned job = 0; job < 4; job++)
            for (unsigned k = 0; k < 24; k++) {
                const bool far = cases[i].first ? k < 8 : cases[i].last ? k >= 16 : k % 3 == 2;
                const char *node = far ? cases[i].node : k % 2 ? "n2" : "n1";
                at += (size_t)snprintf(text + at, sizeof text - at, "j%u,0,%u,map,n1,%s,0,%g,done,%s\n", job, k, node,
                                       far ? cases[i].far_s : k % 2 ? 20.0 : 10.0, far ? "any" : "node");
            }
        struct measure m;
        struct sw_err err;
        struct sw_log *log = prepared(text);
        assert_int_equal(measure_log(&m, log, &err), SW_OK);
        const struct sw_ratio r = estimate_penalty(&m, MEASURE_ANY, MEASURE_ALL);
        assert_near(r.value, cases[i].value, 1e-6);
        if (cases[i].doubt)
            assert_string_equal(r.doubt ? r.doubt : "none", cases[i].doubt);
        else
            assert_null(r.doubt);
        measure_clear(&m);
        sw_log_free(log);
    }
}

/* A node with one slot: two tasks back to back from 0 to 10, a pause, one from 20 to 30. Three ends in 20 s of work,
 * all of them under load. 1 of 2 slots is never 95 %. */
static void slots_are_released_while_they_are_busy(void **state)
{
    (void)state;
    for (uint64_t slots = 1; slots <= 2; slots++) {
        struct sw_cluster *cl = one_node(slots);
        struct measure m;
        struct sw_err err;
        struct sw_log *log = log_of(HEAD "\na,0,0,map,n1,0,5,done\na,0,1,map,n1,5,10,done\na,0,2,map,n1,20,30,done\n");
        prepare(log, &(struct sw_log_given){ .cluster = cl });
        assert_int_equal(measure_log(&m, log, &err), SW_OK);
        estimate_sweep(&m, 0.95);
        assert_int_equal(m.n_ends, 3);
        assert_near(m.span_s, 20, 1e-9);
        assert_near(m.busy_s, slots == 1 ? 20 : 0, 1e-9);
        assert_int_equal(m.n_busy_ends, slots == 1 ? 3 : 0);
        assert_near(m.used_share, slots == 1 ? 1 : 0.5, 1e-9);
        assert_near(estimate_rate(&m), 0.15, 1e-9);
        measure_clear(&m);
        sw_log_free(log);
        sw_cluster_free(cl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_is_its_last_attempt),
        cmocka_unit_test(a_part_of_a_log_is_replayed_alone),
        cmocka_unit_test(what_a_log_can_lack),
        cmocka_unit_test(a_plain_log_is_replayed_as_read),
        cmocka_unit_test(ends_are_trimmed),
        cmocka_unit_test(waiting_beside_a_free_slot_is_a_set_up),
        cmocka_unit_test(a_stage_is_ready_behind_its_parents),
        cmocka_unit_test(jobs_follow_the_last_that_ended),
        cmocka_unit_test(wishes_follow_from_the_levels_of_a_stage),
        cmocka_unit_test(nodes_elsewhere_are_never_there),
        cmocka_unit_test(an_executor_is_its_host_where_that_cannot_matter),
        cmocka_unit_test(slots_are_the_most_at_once),
        cmocka_unit_test(rows_of_clusters_and_pools_are_checked),
        cmocka_unit_test(the_clock_is_read_from_gaps),
        cmocka_unit_test(the_policy_is_assumed_or_given),
        cmocka_unit_test(distance_is_a_ratio_within_stages),
        cmocka_unit_test(a_few_far_tasks_tell_what_distance_costs),
        cmocka_unit_test(slow_nodes_are_no_distance),
        cmocka_unit_test(slots_are_released_while_they_are_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
