/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plot.c - labels, the style file, and what the scripts of each kind hold. */
#include "lib/plot/sw_plot.h"
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

static const char *top = "."; /* the project's root */

static void assert_label(const char *column, const char *expected)
{
    char label[160];
    sw_plot_label(column, label, sizeof label);
    assert_string_equal(label, expected);
}

static void labels_come_from_column_names(void **state)
{
    (void)state;
    assert_label("response_s", "response time (s)");
    assert_label("mean_response_s", "mean response time (s)");
    assert_label("p95_response_s", "p95 response time (s)");
    assert_label("makespan_s", "makespan (s)");
    assert_label("input_bytes", "input (bytes)");
    assert_label("throughput_jobs_per_h", "throughput jobs (per hour)");
    assert_label("running_maps", "running maps");
    assert_label("pool", "pool");
    assert_label("mean_", "mean ");
    assert_label("_s", " s");
}

static void long_labels_are_cut(void **state)
{
    (void)state;
    char label[8];
    sw_plot_label("mean_response_s", label, sizeof label);
    assert_string_equal(label, "mean re");
}

static void style_file_and_built_in_style_are_one_text(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/plots/style.gp", top);
    char *text = scratch_read(path);
    assert_non_null(text);
    assert_string_equal(text, sw_plot_style);
    free(text);
}

static void every_kind_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; sw_plot_kinds[i] != NULL; i++) {
        const struct sw_plot_kind *kind = NULL;
        assert_int_equal(sw_plot_find(sw_plot_kinds[i]->name, &kind, NULL), SW_OK);
        assert_ptr_equal(kind, sw_plot_kinds[i]);
        assert_true(strlen(kind->summary) > 10 && strlen(kind->columns) > 1);
        assert_int_equal(kind->needs & ~kind->takes, 0);
    }
}

static void an_unknown_kind_names_the_nearest(void **state)
{
    (void)state;
    const struct sw_plot_kind *kind;
    struct sw_err err = { 0 };
    assert_int_equal(sw_plot_find("bar", &kind, &err), SW_FAIL);
    assert_int_equal(err.exit, SW_EXIT_USAGE);
    assert_non_null(strstr(err.text, "did you mean 'bars'?"));
}

/* The script of a table; the caller frees it. NULL when it failed, with err. */
static char *script(const char *kind, const char *table, struct sw_plot_spec spec, struct sw_err *err)
{
    static const char *const files[] = { "table.csv", NULL };
    struct sw_plot_notes notes = { 0 };
    struct sw_out *out = NULL;
    scratch_write("table.csv", table, strlen(table));
    spec.files = files;
    assert_int_equal(sw_plot_find(kind, &spec.kind, err), SW_OK);
    if (sw_plot_check(&spec, err) != SW_OK)
        return NULL;
    assert_int_equal(sw_out_open(&out, "script.gp", err), SW_OK);
    if (sw_plot_write(&spec, out, &notes, err) != SW_OK) {
        sw_out_abandon(out);
        return NULL;
    }
    assert_int_equal(sw_out_close(out, err), SW_OK);
    return scratch_read("script.gp");
}

static void assert_holds(const char *kind, const char *table, struct sw_plot_spec spec, const char *wanted)
{
    struct sw_err err = { 0 };
    char *text = script(kind, table, spec, &err);
    if (text == NULL)
        fail_msg("%s: %s", kind, err.text);
    if (strstr(text, wanted) == NULL)
        fail_msg("%s: no '%s' in\n%s", kind, wanted, text + strlen(sw_plot_style));
    free(text);
}

static void assert_refused(const char *kind, const char *table, struct sw_plot_spec spec, const char *message)
{
    struct sw_err err = { 0 };
    assert_null(script(kind, table, spec, &err));
    if (strstr(err.text, message) == NULL)
        fail_msg("%s: '%s', expected '%s'", kind, err.text, message);
}

static void cdf_steps_to_one(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "response_s" };
    assert_holds("cdf", "response_s\n3\n1\n1\n2\n", spec, "$data1 << EOD\n1\t0\n1\t0.5\n2\t0.75\n3\t1\nEOD\n");
    assert_holds("cdf", "response_s\n3\n1\n", spec, "set xlabel 'response time (s)'\n");
}

/* In the order of names, numbers within them counted: a pool has one colour in all figures. */
static void cdf_has_a_curve_for_each_series(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "r_s", .by = "pool" };
    assert_holds("cdf", "pool,r_s\np10,3\np9,1\np10,5\n", spec,
                 "using 1:2 with steps lt 1 title 'p9', \\\n     $data2 using 1:2 with steps lt 2 title 'p10'\n");
    assert_holds("cdf", "pool,r_s\n0.5,3\n0.25,1\n", spec,
                 "lt 1 title 'pool 0.25', \\\n     $data2 using 1:2 with steps lt 2 title 'pool 0.5'\n");
}

static void line_sorts_by_x_and_draws_intervals(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "d", .n_y = 1, .y = { "mean_r_s" } };
    assert_holds("line", "d,mean_r_s,mean_r_lo_s,mean_r_hi_s\n10,2,1,3\n2,5,4,6\n", spec,
                 "$data1 << EOD\n2\t5\t4\t6\n10\t2\t1\t3\nEOD\n");
    assert_holds("line", "d,mean_r_s,mean_r_lo_s,mean_r_hi_s\n10,2,1,3\n", spec, "using 1:2:3:4 with yerrorlines");
    assert_holds("line", "d,mean_r_s\n10,2\n", spec, "using 1:2 with linespoints");
}

static void texts_along_x_become_places(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "bin", .n_y = 1, .y = { "n" } };
    assert_holds("line", "bin,n\n1-25,4\n>3200,5\n", spec, "set xtics ('1-25' 0, '>3200' 1)\nset xrange [-0.6:1.6]\n");
}

static void bars_stand_side_by_side(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "bin", .n_y = 1, .y = { "n" }, .by = "p" };
    /* Two bars of width 0.4 around each place. */
    assert_holds("bars", "bin,p,n\n1,a,4\n1,b,5\n2,a,6\n", spec,
                 "$data1 << EOD\n-0.2\t4\tNaN\tNaN\n0.8\t6\tNaN\tNaN\nEOD\n$data2 << EOD\n0.2\t5\tNaN\tNaN\nEOD\n");
    assert_refused("bars", "bin,p,n\n1,a,4\n1,a,5\n", spec, "two rows for the bar at '1'");
}

static void gains_show_mean_and_greatest(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { 0 };
    assert_holds("gains", "bin,gain,max_gain\n1-25,2,4.6\n", spec, "$panel1_2 << EOD\n0.2\t4.6\tNaN\tNaN\nEOD\n");
    assert_refused("gains", "bin,gan,max_gain\n1-25,2,4.6\n", spec,
                   "table.csv:1: no column 'gain' (did you mean 'gan'?)");
}

/* TR figure 3: pool 1's minimum share is more than its demand, so its bucket has no mark. */
static void buckets_are_marked_at_minimum_shares_within_demand(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { 0 };
    const char *table = "phase,pool,fair_share,demand,min_share\n1,p1,46,46,50\n1,p2,0,18,10\n"
                        "2,p1,46,46,50\n2,p2,10,18,10\n";
    assert_holds("buckets", table, spec,
                 "$marks << EOD\n0\tNaN\n1\t10\nEOD\n$water1 << EOD\n0\t46\n1\t0\nEOD\n$water2 << "
                 "EOD\n0\t46\n1\t10\nEOD\n");
    assert_refused("buckets", "phase,pool,fair_share\n1,p1,46\n", spec,
                   "no column 'demand' (name the file of the pools with --overlay)");
}

static void timeline_stacks_what_runs_and_what_is_fair(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { 0 };
    const char *table = "time_s,pool,running_maps,fair_share_maps\n0,a,3,5\n0,b,4,5\n10,a,6,5\n";
    /* b over a: from 3 to 7 with the shares' sum 10, until 10 s; then b is gone. */
    assert_holds("timeline", table, spec, "$pool2 << EOD\n0\t3\t7\t10\n10\t3\t7\t10\n10\t6\t6\t5\nEOD\n");
    assert_refused("timeline", "time_s,pool,running\n5,a,3\n0,a,3\n", spec, "times are not in order");
}

static void gantt_gives_overlapping_attempts_lanes(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { 0 };
    assert_holds("gantt", "node,job_id,launch_s,finish_s\nn1,j,0,5\nn1,j,2,8\nn1,j,5,\n", spec,
                 "$job1 << EOD\n0\t5\t0.08\t0.92\n2\t8\t1.08\t1.92\n5\t8\t0.08\t0.92\nEOD\n");
}

static void heat_orders_numbers_by_size(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "w", .n_y = 1, .y = { "l" }, .z = "r" };
    assert_holds("heat", "w,l,r\n10,1,5\n2,1,7\n", spec, "set xtics ('10' 1, '2' 0)\n");
}

static void locality_takes_counts_and_shares(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { 0 };
    assert_holds("locality", "bin,share_node,share_rack,share_any\na,6,3,3\nb,0.5,0.25,0.25\n", spec,
                 "$panel1_2 << EOD\n0\t50\t75\n1\t50\t75\nEOD\n");
}

static void texts_cannot_break_out_of_a_script(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "bin", .n_y = 1, .y = { "n" }, .title = "it's\na `date`" };
    assert_holds("bars", "bin,n\n\"a'b\nEOD\",4\n", spec, "set title 'it''s a `date`'\n");
    assert_holds("bars", "bin,n\n\"a'b\nEOD\",4\n", spec, "set xtics ('a''b EOD' 0)\n");
}

static void tables_without_header_or_numbers_are_refused(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "r_s" };
    assert_refused("cdf", "", spec, "table.csv: empty: no header row");
    assert_holds("cdf", "r_s\n", spec, "set label 'no rows' at graph 0.5");
    assert_refused("cdf", "r_s,b\n,1\n", spec, "nothing to draw: no row has all the values that 'cdf' shows");
    assert_refused("cdf", "r_s\n1\nx\n", spec, "table.csv:3: r_s: not a number: 'x'");
    spec.log_x = true;
    assert_refused("cdf", "r_s\n0\n", spec, "no value above 0");
}

static void options_that_a_kind_lacks_are_refused(void **state)
{
    (void)state;
    struct sw_plot_spec spec = { .x = "a", .n_y = 2, .y = { "b", "c" }, .z = "d" };
    assert_refused("cdf", "a\n1\n", spec, "y: not for 'cdf'");
    assert_refused("heat", "a\n1\n", spec, "y: one column for 'heat'");
    spec = (struct sw_plot_spec){ .x = "a" };
    assert_refused("line", "a\n1\n", spec, "y: 'line' needs a column");
}

static int enter(void **state)
{
    static char root[4096];
    (void)state;
    if (getcwd(root, sizeof root) == NULL || mkdtemp(scratch) == NULL)
        return -1;
    top = root;
    return chdir(scratch);
}

static int leave(void **state)
{
    (void)state;
    unlink("table.csv");
    unlink("script.gp");
    return chdir(top) | rmdir(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_come_from_column_names),
        cmocka_unit_test(long_labels_are_cut),
        cmocka_unit_test(style_file_and_built_in_style_are_one_text),
        cmocka_unit_test(every_kind_is_found_by_its_name),
        cmocka_unit_test(an_unknown_kind_names_the_nearest),
        cmocka_unit_test(cdf_steps_to_one),
        cmocka_unit_test(cdf_has_a_curve_for_each_series),
        cmocka_unit_test(line_sorts_by_x_and_draws_intervals),
        cmocka_unit_test(texts_along_x_become_places),
        cmocka_unit_test(bars_stand_side_by_side),
        cmocka_unit_test(gains_show_mean_and_greatest),
        cmocka_unit_test(buckets_are_marked_at_minimum_shares_within_demand),
        cmocka_unit_test(timeline_stacks_what_runs_and_what_is_fair),
        cmocka_unit_test(gantt_gives_overlapping_attempts_lanes),
        cmocka_unit_test(heat_orders_numbers_by_size),
        cmocka_unit_test(locality_takes_counts_and_shares),
        cmocka_unit_test(texts_cannot_break_out_of_a_script),
        cmocka_unit_test(tables_without_header_or_numbers_are_refused),
        cmocka_unit_test(options_that_a_kind_lacks_are_refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
