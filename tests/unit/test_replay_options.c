/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_replay_options.c - each option of a replay by its name: what it may be, what it is unless set, what it goes
 * with. The table of options is walked, so a new option is tested without a line here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/options/options.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_trace.h"

static struct sw_cluster *cluster;
static struct sw_options *opt;

static int make(void **state)
{
    struct sw_err err;
    (void)state;
    return sw_cluster_make(&cluster, 4, 2, 2, 0, true, &err);
}

static int drop(void **state)
{
    (void)state;
    sw_cluster_free(cluster);
    return 0;
}

static int fresh(void **state)
{
    (void)state;
    return sw_options_new(&opt, NULL);
}

static int stale(void **state)
{
    (void)state;
    sw_options_free(opt);
    return 0;
}

static void set(const char *name, const char *value)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    if (sw_options_set(opt, name, value, &err) != SW_OK)
        fail_msg("%s: '%s': %s", name, value, err.text);
}

/* Until the next but three. */
static const char *get(const char *name)
{
    static char text[4][600];
    static int n;
    struct sw_err err;
    n = (n + 1) % 4;
    assert_int_equal(sw_options_get(opt, name, text[n], sizeof text[n], &err), SW_OK);
    return text[n];
}

static void refuses(const char *name, const char *value, const char *text)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    assert_int_equal(sw_options_set(opt, name, value, &err), SW_FAIL);
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    assert_string_equal(err.text, text);
}

static int replay_of(struct sw_err *err)
{
    struct sw_replay *r;
    int status = sw_replay_new(&r, cluster, NULL, opt, NULL, err);
    sw_replay_free(r);
    return status;
}

/* ---- each row ----------------------------------------------------------------------------------------- */

/* Values of each type of option, within all ranges of that type; the others have theirs by name. */
static const struct { enum option_type type; const char *value[3]; } values_of[] = {
    { OPTION_YES_NO, { "yes", "no" } }, { OPTION_FLAG, { "yes" } }, { OPTION_COUNT, { "1", "255" } },
    { OPTION_TIME, { "250ms", "3", "2h" } }, { OPTION_SIZE, { "1", "64K", "1G" } }, { OPTION_REAL, { "0.5", "3" } },
    { OPTION_SHARE, { "0", "0.25", "100%" } }, { OPTION_MILLIONTHS, { "0", "5%", "1" } },
};
static const struct { const char *name, *value[3]; } values_by_name[] = {
    { "order", { "fifo", "mlq:4,9;2,1,0.5", "hod:2,per-rack,pool" } }, { "delay", { "wait:5s,5s", "capacity:40,-1" } },
    { "global", { "quincy:rack=2,run=3,preempt=yes,every=9s", "none" } },
    { "preempt", { "kill:5s,9s,half", "suspend:5s,9s" } },
    { "admit", { "cpac:6,2,1" } }, { "speculate", { "late:10%,25,25", "hadoop" } }, { "evict", { "most-space" } },
    { "backfill", { "skip", "easy:7", "conservative" } }, { "switches", { "1@30s", "1@250ms,first" } },
    { "max-starve", { "24h", "1h,10s" } }, { "admission", { "etl=2,run=10m:long,queued=0;long=1;*=5,short=20s" } },
    { "penalty", { "rack=1.3,any=2", "any=1.5" } }, { "network", { "node=1G", "node=125MB,rack=10G" } },
    { "per-heartbeat", { "1", "half", "all" } }, { "offers", { "heartbeat", "spark-3.1.3,legacy" } },
    { "decide", { "python3 mine.py 5", "none" } },
};

/* What is set is read, and sets the same again. On the way no other option moves, but for those that --global and
 * --decide take the place of, and the factor of racks that there are none of. */
static void goes_round(const char *name, const char *value)
{
    char told[600], before[64][600];
    struct sw_option other;
    for (size_t i = 0; sw_options_at(i, &other); i++)
        strcpy(before[i], get(other.name));
    set(name, value);
    strcpy(told, get(name));
    assert_true(*told);
    for (size_t i = 0; sw_options_at(i, &other); i++)
        if (strcmp(other.name, name) && strcmp(name, "global") && strcmp(name, "decide")
            && (strcmp(name, "no-rack-level") || strcmp(other.name, "penalty")))
            assert_string_equal(get(other.name), before[i]);
    set(name, NULL);
    set(name, told);
    assert_string_equal(get(name), told);
    set(name, NULL);
}

static void every_row_is_set_and_read_back(void **state)
{
    (void)state;
    for (const struct option_row *row = options_table; row->name; row++) {
        size_t n = 0;
        for (size_t i = 0; row->type == OPTION_WORD && row->words[i]; i++, n++)
            goes_round(row->name, row->words[i]);
        for (size_t i = 0; i < sizeof values_of / sizeof *values_of; i++)
            for (size_t k = 0; values_of[i].type == row->type && k < 3 && values_of[i].value[k]; k++, n++)
                goes_round(row->name, values_of[i].value[k]);
        for (size_t i = 0; i < sizeof values_by_name / sizeof *values_by_name; i++)
            for (size_t k = 0; !strcmp(values_by_name[i].name, row->name) && k < 3 && values_by_name[i].value[k];
                 k++, n++)
                goes_round(row->name, values_by_name[i].value[k]);
        if (!n)
            fail_msg("%s: no value is tried", row->name);
    }
}

/* Hand-made: seconds, bytes and shares as they are printed. */
static void values_are_told_in_their_units(void **state)
{
    (void)state;
    set("heartbeat", "250ms"), assert_string_equal(get("heartbeat"), "0.25s");
    set("block-size", "64M"), assert_string_equal(get("block-size"), "67108864");
    set("slowstart", "5%"), assert_string_equal(get("slowstart"), "0.05");
    set("network", "node=1G"), assert_string_equal(get("network"), "node=125000000B");
    set("max-starve", "1h"), assert_string_equal(get("max-starve"), "3600s,600s"); /* Torque: 10 minutes */
    set("penalty", "any=2"), assert_string_equal(get("penalty"), "rack=1,any=2");
    set("backfill", "easy:1"), assert_string_equal(get("backfill"), "easy");
    set("delay", "wait:5s,5s"), assert_string_equal(get("delay"), "wait:5s,5s");
}

/* The default is the text that --help-all prints, and NULL sets it. */
static void every_default_can_be_set(void **state)
{
    (void)state;
    struct sw_option option;
    for (size_t i = 0; sw_options_at(i, &option); i++) {
        char told[600];
        strcpy(told, get(option.name));
        assert_int_equal(!*told, !option.initial);
        if (!option.initial)
            continue;
        set(option.name, option.initial);
        assert_string_equal(get(option.name), told);
        const char *in_help = strstr(option.help, "(default ");
        if (in_help && strncmp(in_help, "(default 1)", 11)) /* penalty: of both */
            assert_memory_equal(in_help + 9, option.initial, strlen(option.initial));
    }
}

/* ---- ranges ------------------------------------------------------------------------------------------- */

static void past(const struct option_row *row, const char *value, bool low)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    char told[600];
    strcpy(told, get(row->name));
    if (sw_options_set(opt, row->name, value, &err) == SW_OK)
        fail_msg("%s: '%s' is past its range", row->name, value);
    assert_int_equal(strncmp(err.text, row->name, strlen(row->name)), 0);
    assert_non_null(strstr(err.text, low ? "at least" : "at most") ? err.text
                    : low ? strstr(err.text, "not above 0") : strstr(err.text, "more than"));
    assert_string_equal(get(row->name), told);
}

/* Both ends of each range, and what is one past them. */
static void every_range_has_two_ends(void **state)
{
    (void)state;
    char text[64];
    int n = 0;
    for (const struct option_row *row = options_table; row->name; row++) {
        bool real = row->type == OPTION_REAL || row->type == OPTION_SHARE, parts = row->type == OPTION_MILLIONTHS;
        if (!real && !parts && row->type != OPTION_COUNT && !(row->type == OPTION_TIME && row->least)
            && !(row->type == OPTION_SIZE && row->most))
            continue;
        n++;
        for (int end = 0; end < 2; end++) {
            if (real || parts) {
                double at = real ? (end ? row->most_real : row->least_real)
                                 : (double)(end ? row->most : row->least) / 1e6;
                snprintf(text, sizeof text, "%.17g", at);
                set(row->name, text);
                snprintf(text, sizeof text, "%.17g", end ? at * 1.01 : at - 1e-3);
                past(row, text, !end);
                continue;
            }
            uint64_t at = (uint64_t)(end ? row->most : row->least);
            const char *unit = row->type == OPTION_TIME ? "us" : "";
            if ((row->type == OPTION_TIME && end) || (row->type == OPTION_SIZE && !end))
                continue;
            snprintf(text, sizeof text, "%llu%s", (unsigned long long)at, unit);
            set(row->name, text);
            if (end ? at == UINT64_MAX : !at)
                continue;
            snprintf(text, sizeof text, "%llu%s", (unsigned long long)(end ? at + 1 : at - 1), unit);
            past(row, text, !end);
        }
    }
    assert_true(n > 14);
}

static void messages_name_the_option(void **state)
{
    (void)state;
    refuses("replication", "0", "replication: must be at least 1: '0'");
    refuses("replication", "1000", "replication: must be at most 255: '1000'");
    refuses("slowstart", "-0.5", "slowstart: must be at least 0: '-0.5'");
    refuses("per-heartbeat", "0", "per-heartbeat: must be at least 1: '0'");
    refuses("placement", "hdf", "placement: unknown word: 'hdf' (did you mean 'hdfs'?)");
    refuses("no-rack-level", "maybe", "no-rack-level: neither yes nor no: 'maybe'");
    refuses("penalty", "rack=2,any=0", "penalty: must be at least 0.001: '0'");
    assert_string_equal(get("penalty"), "rack=1,any=1"); /* not half of it */
    refuses("delay", "wat:5s", "delay: unknown rule: 'wat' (did you mean 'wait'?)");
    refuses("hearbeat", "3s", "unknown option 'hearbeat' (did you mean 'heartbeat'?)");
    refuses("xyzzy", "3s", "unknown option 'xyzzy'");
    struct sw_err err;
    char small[4];
    assert_int_equal(sw_options_get(opt, "hearbeat", small, sizeof small, &err), SW_FAIL);
    assert_int_equal(sw_options_get(opt, "placement", small, sizeof small, &err), SW_FAIL);
    assert_string_equal(err.text, "the value of 'placement' has 7 letters");
}

/* ---- what goes together ------------------------------------------------------------------------------- */

/* A value with which the option is in force. */
static void force(const struct option_row *row)
{
    static const struct { const char *name, *value; } of[] = {
        { "global", "quincy" }, { "offers", "spark-2" }, { "width", "slots" }, { "admit", "cpac:6,2" },
        { "preempt", "kill:5s,9s" }, { "speculate", "late" }, { "placement", "redraw" }, { "network", "node=1G" },
        { "give-back", "yes" }, { "per-heartbeat", "2" }, { "failure-rate", "0.5" }, { "load-cap", "0.5" },
        { "disk", "1G" }, { "node-cpus", "4" }, { "size-based-weight", "yes" }, { "cores", "2" }, { "host-cores", "2" },
        { "balance-long", "5s" }, { "commit-pending", "5s" }, { "heartbeat", "5s" },
        { "continuous", "5ms" }, { "reservable", "0.05" }, { "am-heartbeat", "1s" }, { "am-container", "1s" },
        { "am-share", "0.5" },
        { "update", "500ms" }, { "decide", "mine" }, { "evict", "none" }, { "off-switch", "1" }, { "admission", "*=5" },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (!strcmp(of[i].name, row->name)) {
            set(row->name, of[i].value);
            return;
        }
    fail_msg("%s: no value is known that something refuses", row->name);
}

/* Each option that a row says is refused is refused by the system that it says, in a text that names it. */
static void every_refusal_is_heard(void **state)
{
    static const struct { unsigned by; const char *name, *value, *delay, *text; } systems[] = {
        { OPTION_NOT_IN_ROUNDS, "offers", "spark-3", "spark:3s,3s,3s", "offers: " },
        { OPTION_NOT_IN_ROUNDS | OPTION_NOT_IN_CYCLES, "order", "offers", "none", "order: " },
        { OPTION_NOT_IN_ROUNDS | OPTION_NOT_IN_CYCLES, "order", "negotiate", "none", "order: " },
        { OPTION_NOT_IN_ROUNDS | OPTION_NOT_WITH_WIDTH, "width", "slots", "none", "width: " },
        { OPTION_NOT_WITH_QUEUES, "admission", "*=5", "none", "admission: " },
        { OPTION_NOT_WITH_DECIDE, "decide", "mine", "none", "decide: " },
        { OPTION_NOT_WITH_SUSPEND, "preempt", "suspend:5s,9s", "none", "preempt: " },
        { OPTION_NOT_WITH_MASTERS, "am-heartbeat", "1s", "none", "am-heartbeat: " },
    };
    int n = 0;
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        for (const struct option_row *row = options_table; row->name; row++) {
            if (!(row->refused & systems[i].by) || !strcmp(row->name, systems[i].name))
                continue;
            struct sw_err err = { .exit = SW_EXIT_OK };
            sw_options_free(opt);
            assert_int_equal(sw_options_new(&opt, &err), SW_OK);
            set("heartbeat", "0");
            force(row);
            if (!strcmp(row->name, "admit")) /* for clusters with two kinds of slot */
                continue;
            if (!strcmp(row->name, "global")) /* it sets order, delay and offers; those come after it */
                set("order", "hfs");
            set("delay", systems[i].delay);
            set(systems[i].name, systems[i].value);
            assert_int_equal(replay_of(&err), SW_FAIL);
            if (!strstr(err.text, "does not go with") || !strstr(err.text, row->name))
                if (strcmp(row->name, "global") && strcmp(row->name, "offers"))
                    fail_msg("%s beside %s: %s", row->name, systems[i].name, err.text);
            n++;
        }
    assert_true(n > 40);
}

/* A check whose turn never comes is not heard. */
static void every_check_has_a_turn(void **state)
{
    int n = 0;
    (void)state;
    for (const struct option_row *row = options_table; row->name; row++)
        for (size_t i = 0; i < sizeof row->check / sizeof *row->check && row->check[i].of; i++, n++)
            if (row->check[i].turn < 1 || row->check[i].turn > OPTION_TURNS)
                fail_msg("%s: check %zu has turn %d", row->name, i, row->check[i].turn);
    assert_true(n > 20);
}

/* Hand-made: both are wrong, and the turn of --placement redraw is before that of --heartbeat; with --width the order
 * is judged by its rules. */
static void of_two_errors_the_first_turn_is_said(void **state)
{
    struct sw_err err;
    (void)state;
    set("heartbeat", "1us");
    set("placement", "redraw");
    set("speculate", "late");
    assert_int_equal(replay_of(&err), SW_FAIL);
    assert_string_equal(err.text, "placement: redraw has no blocks for copies (speculate)");
    set("speculate", NULL);
    set("placement", NULL);
    set("heartbeat", "0");
    set("order", "hod:9");
    assert_int_equal(replay_of(&err), SW_FAIL);
    assert_string_equal(err.text, "order: hod: asks for 9 nodes of 4");
    set("width", "slots");
    assert_int_equal(replay_of(&err), SW_FAIL);
    assert_int_equal(strncmp(err.text, "width: ", 7), 0);
}

static void replays_refuse_what_makes_no_sense(void **state)
{
    struct sw_err err;
    (void)state;
    set("heartbeat", "1us"); /* on 4 nodes */
    assert_int_equal(replay_of(&err), SW_FAIL);
    assert_string_equal(err.text, "heartbeat: shorter than a microsecond a node");
    set("heartbeat", "3s");
    set("placement", "redraw");
    set("speculate", "late");
    assert_int_equal(replay_of(&err), SW_FAIL);
    assert_string_equal(err.text, "placement: redraw has no blocks for copies (speculate)");
}

/* ---- presets -------------------------------------------------------------------------------------------- */

/* What a preset's text says is in force after it, and a replay takes it. On 600 nodes Hadoop 0.20 beats every 6 s. */
static void every_preset_is_what_it_says(void **state)
{
    struct sw_cluster *kinds[2];
    struct sw_err err;
    (void)state;
    assert_int_equal(sw_cluster_make(&kinds[0], 600, 20, 2, 1, false, &err), SW_OK);
    assert_int_equal(sw_cluster_make(&kinds[1], 600, 20, 3, 0, true, &err), SW_OK);
    for (const struct preset *p = presets; p->name; p++) {
        char text[300], *save;
        struct sw_replay *r;
        sw_options_free(opt);
        assert_int_equal(sw_options_new(&opt, &err), SW_OK);
        assert_int_equal(sw_options_preset(opt, p->name, kinds[p->one_kind], &err), SW_OK);
        strcpy(text, p->options);
        for (char *name = strtok_r(text, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
            char *value = strchr(name, '='), told[600];
            *value++ = '\0';
            strcpy(told, get(name));
            if (strcmp(p->name, "torque-shipped") || strcmp(name, "order")) /* said twice: cput takes fifo's place */
                set(name, value);
            assert_string_equal(get(name), told);
        }
        if (sw_replay_new(&r, kinds[p->one_kind], NULL, opt, NULL, &err) != SW_OK)
            fail_msg("%s: %s", p->name, err.text);
        sw_replay_free(r);
    }
    assert_int_equal(sw_options_preset(opt, "hfs", kinds[0], &err), SW_OK);
    assert_string_equal(get("heartbeat"), "6s");
    assert_string_equal(get("commit-pending"), "6s");
    assert_int_equal(sw_options_preset(opt, "hadoop-hod", kinds[0], &err), SW_OK);
    assert_string_equal(get("order"), "hod:60");
    assert_int_equal(sw_options_preset(opt, "fair-tr", kinds[0], &err), SW_OK);
    assert_string_equal(get("admit"), "cpac:3,1");
    assert_int_equal(sw_options_preset(opt, "hsf", kinds[0], &err), SW_FAIL);
    assert_string_equal(err.text, "preset: unknown preset: 'hsf' (did you mean 'hfs'?)");
    sw_cluster_free(kinds[0]);
    sw_cluster_free(kinds[1]);
}

/* ---- clusters and jobs ------------------------------------------------------------------------------------ */

static void clusters_of_nothing_are_refused(void **state)
{
    struct sw_cluster *cl;
    struct sw_err err;
    (void)state;
    assert_int_equal(sw_cluster_make(&cl, 0, 0, 1, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "nodes: out of range, 1 to 10000000: '0'");
    assert_int_equal(sw_cluster_make(&cl, 2, 0, 1, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "racks: out of range, at least 1: '0'");
    assert_int_equal(sw_cluster_make(&cl, 2, 1, 65536, 1, false, &err), SW_FAIL);
    assert_string_equal(err.text, "slots-per-node: more than 65535 slots on a node");
}

/* Eleven stages of 10^8 tasks each are more than 2^30 together. */
static int one_large_job(void *ctx, struct sw_job *job, struct sw_err *err)
{
    static struct sw_stage_spec stage[11];
    int *n = ctx;
    (void)err;
    if ((*n)++)
        return 0;
    for (uint64_t s = 0; s < 11; s++)
        stage[s] = (struct sw_stage_spec){ .stage = s, .kind = SW_MAP, .n_tasks = 100000000, .mean_us = 1 };
    job->job_id = (struct sw_text){ "large", 5 };
    job->stages = stage;
    job->n_stages = 11;
    job->mapreduce = false;
    return 1;
}

static void a_job_has_so_many_tasks_at_most(void **state)
{
    struct sw_replay *r;
    struct sw_trace *t;
    struct sw_err err;
    int n = 0;
    (void)state;
    assert_int_equal(sw_trace_from(&t, one_large_job, &n, "mine", &err), SW_OK);
    assert_int_equal(sw_replay_new(&r, cluster, NULL, opt, NULL, &err), SW_OK);
    assert_int_equal(sw_replay_run(r, t, &err), SW_FAIL);
    assert_string_equal(err.text, "mine:1: more than 1073741824 tasks in a job");
    sw_replay_free(r);
    sw_trace_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_row_is_set_and_read_back, fresh, stale),
        cmocka_unit_test_setup_teardown(values_are_told_in_their_units, fresh, stale),
        cmocka_unit_test_setup_teardown(every_default_can_be_set, fresh, stale),
        cmocka_unit_test_setup_teardown(every_range_has_two_ends, fresh, stale),
        cmocka_unit_test_setup_teardown(messages_name_the_option, fresh, stale),
        cmocka_unit_test_setup_teardown(every_refusal_is_heard, fresh, stale),
        cmocka_unit_test(every_check_has_a_turn),
        cmocka_unit_test_setup_teardown(of_two_errors_the_first_turn_is_said, fresh, stale),
        cmocka_unit_test_setup_teardown(replays_refuse_what_makes_no_sense, fresh, stale),
        cmocka_unit_test_setup_teardown(every_preset_is_what_it_says, fresh, stale),
        cmocka_unit_test_setup_teardown(a_job_has_so_many_tasks_at_most, fresh, stale),
        cmocka_unit_test(clusters_of_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, make, drop);
}
