/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gen.c - generated workloads against the numbers of the papers and of the rules that made them. */
#include "tests/unit/trace_input.h"
#include "slotwise/sw_gen.h"

struct made { uint64_t n, maps, reduces, n_of[10000]; int64_t last_us, gap_us; double map_s, min_map_s, max_map_s; };

static int generate(const struct sw_gen_config *config, char *path, struct sw_err *err)
{
    struct sw_out *out;
    int fd = mkstemp(path);
    close(fd);
    assert_int_equal(sw_out_open(&out, path, err), SW_OK);
    if (sw_gen_run(config, out, err) != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    return sw_out_close(out, err);
}

static void add(struct made *m, const struct sw_job *job)
{
    double s = (double)job->stages[0].mean_us / 1e6;
    m->min_map_s = m->n == 0 || s < m->min_map_s ? s : m->min_map_s;
    m->max_map_s = s > m->max_map_s ? s : m->max_map_s;
    m->map_s += s;
    m->n++;
    m->maps += job->stages[0].n_tasks;
    m->reduces += job->stages[1].n_tasks;
    m->n_of[job->stages[0].n_tasks < 10000 ? job->stages[0].n_tasks : 9999]++;
    m->last_us = job->submit_us;
}

/* Each job generated is looked at by `look`, which may be NULL. */
static struct made make(const struct sw_gen_config *config, void (*look)(const struct sw_job *))
{
    static struct made m;
    char path[] = "/tmp/slotwise-test-XXXXXX";
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_csv *in;
    struct sw_trace *t;
    struct sw_job job;
    int got;
    m = (struct made){ 0 };
    assert_int_equal(generate(config, path, &err), SW_OK);
    assert_int_equal(sw_csv_open(&in, path, &err), SW_OK);
    assert_int_equal(sw_trace_take(&t, in, &err), SW_OK);
    while ((got = sw_trace_next(t, &job, &err)) == 1) {
        add(&m, &job);
        if (look != NULL)
            look(&job);
    }
    assert_int_equal(got, 0);
    sw_trace_free(t);
    unlink(path);
    return m;
}

static struct sw_gen_config preset(const char *name)
{
    return (struct sw_gen_config){ .preset = sw_gen_preset_find(name), .seed = 1 };
}

static void every_preset_makes_a_trace_that_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; sw_gen_presets[i] != NULL; i++) {
        struct sw_gen_config c = preset(sw_gen_presets[i]->name);
        assert_true(make(&c, NULL).n > 0);
        assert_non_null(sw_gen_presets[i]->source);
    }
}

/* TR table 2: 29, 5, 4, 4, 3, 2, 1, 1, 1 jobs of 16 to 6,400 maps. */
static void tr_bm_has_the_sizes_of_table_2_under_every_seed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct sw_gen_config c = preset("tr-bm");
        c.seed = seed;
        struct made m = make(&c, NULL);
        assert_int_equal(m.n, 50);
        assert_int_equal(m.n_of[16], 29);
        assert_int_equal(m.n_of[40], 5);
        assert_int_equal(m.n_of[80], 4);
        assert_int_equal(m.n_of[160], 4);
        assert_int_equal(m.n_of[320], 3);
        assert_int_equal(m.n_of[600], 2);
        assert_int_equal(m.n_of[1200] + m.n_of[2400] + m.n_of[6400], 3);
        assert_true(m.min_map_s >= 9 && m.max_map_s <= 60);
    }
}

/* TR 6.1: 5 to 25 % of the maps, rounded, at least one. */
static void look_at_bm_reduces(const struct sw_job *job)
{
    double maps = (double)job->stages[0].n_tasks, reduces = (double)job->stages[1].n_tasks;
    assert_true(reduces >= 0.05 * maps - 0.5 && reduces <= 0.25 * maps + 0.5 && reduces >= 1);
}

static void tr_bm_reduces_are_5_to_25_percent(void **state)
{
    struct sw_gen_config c = preset("tr-bm");
    (void)state;
    make(&c, look_at_bm_reduces);
}

/* Poisson: 2,000 gaps of mean 30 s; the standard error of the mean is 30/sqrt(2000) = 0.67 s. */
static void poisson_gaps_have_their_mean(void **state)
{
    struct sw_gen_config c = preset("tr-bm");
    (void)state;
    c.value[SW_GEN_JOBS] = "2001";
    assert_true(labs(make(&c, NULL).last_us / 2000 - 30000000) < 2700000); /* four standard errors */
}

static void uniform_gaps_are_all_alike(void **state)
{
    struct sw_gen_config c = { .seed = 1, .value = { [SW_GEN_ARRIVAL] = "uniform:10s", [SW_GEN_JOBS] = "7" } };
    (void)state;
    assert_int_equal(make(&c, NULL).last_us, 60000000);
}

static int n_after;
static void look_at_after(const struct sw_job *job)
{
    char expected[32];
    uint64_t place = job->place;
    if (place < 3) {
        assert_int_equal(job->after_job.len, 0);
        assert_int_equal(job->submit_us, 0);
        return;
    }
    snprintf(expected, sizeof expected, "job%d", (int)place - 3);
    assert_true(text_is(job->after_job, expected));
    assert_int_equal(job->think_us, 5000000);
    n_after++;
}

static void workers_of_a_closed_loop_wait_for_their_own_jobs(void **state)
{
    struct sw_gen_config c = { .seed = 1, .value = { [SW_GEN_ARRIVAL] = "closed:3,5s", [SW_GEN_JOBS] = "10" } };
    (void)state;
    n_after = 0;
    make(&c, look_at_after);
    assert_int_equal(n_after, 7);
}

/* Zipf with exponent 1 on 1..400: P(1) = 1/H_400, H_400 = 6.5699 (sum of 1/k), so of 5,000 jobs 761 +- 25 have one map;
 * the mean is 400/H_400 = 60.9 with a standard deviation of 92.2, so +- 1.30. */
static void zipf_sizes_follow_zipf(void **state)
{
    struct sw_gen_config c = { .seed = 1, .value = { [SW_GEN_MAPS] = "zipf:1-400", [SW_GEN_JOBS] = "5000" } };
    struct made m;
    (void)state;
    m = make(&c, NULL);
    assert_true(m.n_of[1] > 661 && m.n_of[1] < 861);
    assert_true(m.maps > 5000 * 55.5 && m.maps < 5000 * 66.3);
}

/* lognormal:20s,0.5 has mean 20 and standard deviation 20 sqrt(exp(0.25) - 1) = 10.66: over 5,000 jobs +- 0.15. */
static void lognormal_times_keep_their_mean(void **state)
{
    struct sw_gen_config c =
        { .seed = 1, .value = { [SW_GEN_MAP_TIME] = "lognormal:20s,0.5", [SW_GEN_JOBS] = "5000" } };
    (void)state;
    double mean = make(&c, NULL).map_s / 5000;
    assert_true(mean > 19.4 && mean < 20.6);
}

/* ES table 2: of 200 jobs 39 % have one map, 16 % two, whatever the seed: the bins are dealt, not drawn. */
static void table_bins_are_dealt_by_largest_remainder(void **state)
{
    struct sw_gen_config c = { .seed = 9, .value = { [SW_GEN_MAPS] = "table:fb-es", [SW_GEN_JOBS] = "200" } };
    struct made m;
    (void)state;
    m = make(&c, NULL);
    uint64_t sum = 0;
    assert_int_equal(m.n_of[1], 77); /* weights add to 101: 39/101 * 200 = 77.23 */
    assert_int_equal(m.n_of[2], 31); /* 31.68, but the seven jobs left over go to remainders of .72 and more */
    for (int i = 3; i <= 20; i++)
        sum += m.n_of[i];
    assert_int_equal(sum, 28); /* 14/101 * 200 = 27.72 */
}

/* Each hundred jobs in a row have the parts of the table, by largest remainder. */
static uint64_t hand[2], seen;
static void count_hand(const struct sw_job *job)
{
    hand[job->stages[0].n_tasks >= 3201]++;
    if (++seen % 100 != 0)
        return;
    assert_int_equal(hand[1], 2); /* TR table 2, fb-tr: 1.7 of 100 jobs of 3,201 maps and more, remainder .7 */
    hand[0] = hand[1] = 0;
}

static void even_draws_deal_every_hundred_jobs(void **state)
{
    struct sw_gen_config c =
        { .seed = 4, .value = { [SW_GEN_MAPS] = "table:fb-tr", [SW_GEN_JOBS] = "1000", [SW_GEN_DRAWS] = "even" } };
    (void)state;
    hand[0] = hand[1] = seen = 0;
    assert_int_equal(make(&c, count_hand).n, 1000);
}

/* Of the first n points of an additive recurrence a tenth of the interval holds n/10 but for a few: by chance it would
 * be off by sqrt(1000 * 0.1 * 0.9) = 9.5, and by more than 4 in three of ten tenths. */
static int tenth[10];
static void count_tenth(const struct sw_job *job) { tenth[job->stages[0].mean_us / 1000000]++; }

static void even_draws_fill_a_distribution_evenly(void **state)
{
    struct sw_gen_config c =
        { .value = { [SW_GEN_MAP_TIME] = "uniform:0s-10s", [SW_GEN_JOBS] = "1000", [SW_GEN_DRAWS] = "even" } };
    (void)state;
    for (c.seed = 1; c.seed <= 5; c.seed++) {
        memset(tenth, 0, sizeof tenth);
        make(&c, count_tenth);
        for (int i = 0; i < 10; i++)
            assert_in_range(tenth[i], 96, 104);
    }
}

/* The integral of 1 - cos(2 pi t / day) from 6 to 18 o'clock is 1/2 + 1/pi = 81.83 % of the day's; the standard
 * deviation of 20,000 jobs' share is 0.27 %. */
static uint64_t by_day;
static void count_by_day(const struct sw_job *job)
{
    int64_t hour = job->submit_us / INT64_C(3600000000) % 24;
    by_day += hour >= 6 && hour < 18;
}

static void daily_arrivals_swing(void **state)
{
    struct sw_gen_config c = { .seed = 1, .value = { [SW_GEN_ARRIVAL] = "daily:43.2s,1", [SW_GEN_JOBS] = "20000" } };
    (void)state;
    by_day = 0;
    struct made m = make(&c, count_by_day);
    assert_true((double)by_day / 20000 > 0.8183 - 0.009 && (double)by_day / 20000 < 0.8183 + 0.009);
    /* 10 days, 3 standard deviations of 20,000 gaps are 2 % */
    assert_true(m.last_us > 9.7 * 86400e6 && m.last_us < 10.3 * 86400e6);
}

static void daily_without_swing_is_poisson(void **state)
{
    struct sw_gen_config daily = { .seed = 7, .value = { [SW_GEN_ARRIVAL] = "daily:30s,0", [SW_GEN_JOBS] = "500" } },
        poisson = daily;
    (void)state;
    poisson.value[SW_GEN_ARRIVAL] = "poisson:30s";
    int64_t apart = make(&daily, NULL).last_us - make(&poisson, NULL).last_us;
    assert_true(apart >= -500 && apart <= 500); /* rounded by a microsecond a job at most */
}

static void one_more_setting_leaves_the_other_draws(void **state)
{
    struct sw_gen_config a = preset("tr-zipf30"), b = a;
    (void)state;
    b.value[SW_GEN_REDUCES] = "0";
    struct made with = make(&a, NULL);
    struct made without = make(&b, NULL);
    assert_int_equal(with.maps, without.maps);
    assert_int_equal(with.last_us, without.last_us);
    assert_int_not_equal(with.reduces, without.reduces);
}

static void assert_refused(enum sw_gen_setting i, const char *value, const char *message)
{
    struct sw_gen_config c = { .seed = 1 };
    struct sw_err err = { SW_EXIT_OK, "" };
    char path[] = "/tmp/slotwise-test-XXXXXX";
    c.value[i] = value;
    assert_int_equal(generate(&c, path, &err), SW_FAIL);
    assert_string_equal(err.text, message);
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    unlink(path);
}

static void bad_settings_are_usage_errors(void **state)
{
    (void)state;
    assert_refused(SW_GEN_JOBS, "ten", "jobs: not a count: 'ten'");
    assert_refused(SW_GEN_MAPS, "zipff:1-4", "maps: unknown distribution: 'zipff' (did you mean 'zipf'?)");
    assert_refused(SW_GEN_MAPS, "zipf:4-1", "maps: the range runs backwards: 'zipf:4-1'");
    assert_refused(SW_GEN_MAPS, "zipf:0-4", "maps: zipf: from 1 on, at most a million sizes: 'zipf:0-4'");
    assert_refused(SW_GEN_MAPS, "0", "maps: job 'job0' has no tasks");
    assert_refused(SW_GEN_MAPS, "ratio:5%", "maps: ratio and upto are for reduces: 'ratio:5%'");
    assert_refused(SW_GEN_MAP_TIME, "uniform:9s", "map-time: needs a range like 1-400: 'uniform:9s'");
    assert_refused(SW_GEN_MAP_TIME, "-3s", "map-time: not a time (250ms 3s 5m): '-3s'");
    assert_refused(SW_GEN_ARRIVAL, "often",
                   "arrival: not one of poisson:GAP daily:GAP,SWING uniform:GAP[-GAP] window:TIME all-at-once "
                   "closed:WORKERS,THINK: 'often'");
    assert_refused(SW_GEN_ARRIVAL, "closed:0,5s",
                   "arrival: closed needs a number of workers like closed:10,5s: 'closed:0,5s'");
    assert_refused(SW_GEN_ARRIVAL, "daily:10s",
                   "arrival: daily needs a gap and a swing like daily:10s,0.5: 'daily:10s'");
    assert_refused(SW_GEN_ARRIVAL, "daily:10s,1.5", "arrival: not a swing from 0 to 1: 'daily:10s,1.5'");
    assert_refused(SW_GEN_DRAWS, "odd", "draws: not chance or even: 'odd'");
    assert_refused(SW_GEN_POOLS, "a,,b", "pool-names: a pool without a name: 'a,,b'");
    assert_refused(SW_GEN_MAP_SIGMA, "21", "map-sigma: out of range: '21'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_makes_a_trace_that_reads_back),
        cmocka_unit_test(tr_bm_has_the_sizes_of_table_2_under_every_seed),
        cmocka_unit_test(tr_bm_reduces_are_5_to_25_percent),
        cmocka_unit_test(poisson_gaps_have_their_mean),
        cmocka_unit_test(uniform_gaps_are_all_alike),
        cmocka_unit_test(workers_of_a_closed_loop_wait_for_their_own_jobs),
        cmocka_unit_test(zipf_sizes_follow_zipf),
        cmocka_unit_test(lognormal_times_keep_their_mean),
        cmocka_unit_test(table_bins_are_dealt_by_largest_remainder),
        cmocka_unit_test(even_draws_deal_every_hundred_jobs),
        cmocka_unit_test(even_draws_fill_a_distribution_evenly),
        cmocka_unit_test(daily_arrivals_swing),
        cmocka_unit_test(daily_without_swing_is_poisson),
        cmocka_unit_test(one_more_setting_leaves_the_other_draws),
        cmocka_unit_test(bad_settings_are_usage_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
