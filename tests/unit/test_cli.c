/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cli.c - a whole program's command line as its user sees it. */
#include "lib/cli/sw_cli.h"
#include "lib/options/options.h"
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_log.h>
#include <sys/wait.h>
#include "lib/csv/sw_bytes.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

#define N_OF(array) (sizeof(array) / sizeof *(array))

struct config { uint64_t slots; const char *preset; bool alone, whole; };
static const struct option_row rows[] = {
    { "slots", 0, OPTION_COUNT, OPTION_AT(struct config, slots), 1, 1000, .letter = 'n',
      .help = "slots to share out" },
    { "alone", 0, OPTION_TEXT, OPTION_AT(struct config, preset), OPTION_GIVEN(struct config, alone), .arg = "PRESET",
      .flags = OPTION_BARE, .help = "compare with an idle cluster" },
    { "whole", 0, OPTION_FLAG, OPTION_AT(struct config, whole), .letter = 'w', .also = "entire",
      .help = "whole slots" },
    { .name = NULL },
};

static const struct sw_tool tool = { "slot-test", "Shares out slots.", "[FILE...]",
    "Examples:\n  slot-test a.csv\n", SW_CLI_OUTPUT | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_REJECTS,
    .rows = { rows } };
static const struct sw_tool plain_tool = { .name = "slot-plain", .summary = "Takes nothing." };

/* Prints what it was told; the file name "fail" makes it fail, "usage" find fault with the command line. */
static int run(const struct sw_cli *cli, const struct config *config, struct sw_err *err)
{
    if (strcmp(cli->files[0], "fail") == 0) return sw_err_data(err, "in.csv", 3, "maps", "is empty");
    if (strcmp(cli->files[0], "usage") == 0) return sw_err_usage(err, "--slots: is needed");
    sw_cli_warn(cli, "%d warning", 1);
    sw_cli_say(cli, "%d word", 1);
    printf("slots=%d alone=%s whole=%d seed=%d,%d output=%s quiet=%d progress=%d tolerate=%d max_bad=%d files=%zu,%zu:",
           (int)config->slots, config->preset ? config->preset : config->alone ? "itself" : "-", config->whole,
           (int)cli->seed, cli->seed_given, cli->output ? cli->output : "-", cli->quiet, cli->progress,
           cli->tolerate, (int)cli->max_bad, cli->n_named, cli->n_files);
    for (const char *const *f = cli->files; *f; f++) printf("%s,", *f);
    printf("\n");
    return SW_OK;
}

static int program(const struct sw_tool *t, int argc, char **argv)
{
    struct sw_cli cli;
    struct config config = { 0 };
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, t, &config, argc, argv);
    return sw_cli_finish(&cli, run(&cli, &config, &err), &err);
}

static void redirect(int fd, const char *name)
{
    int to = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (to < 0 || dup2(to, fd) < 0) _exit(90);
    close(to);
}

/* Words are parted at blanks. What was printed is left in `out` and `err`. */
static int call(const struct sw_tool *t, const char *command, const char *stdout_name)
{
    char copy[500], *argv[50] = { (char *)(uintptr_t)t->name };
    int argc = 1, status;
    snprintf(copy, sizeof copy, "%s", command);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        redirect(STDOUT_FILENO, stdout_name);
        redirect(STDERR_FILENO, "err");
        exit(program(t, argc, argv));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void assert_output(const char *name, const char *expected)
{
    char *text = scratch_read(name);
    assert_string_equal(text, expected);
    free(text);
}

#define assert_call(t, command, status, out, err)            \
    do {                                                     \
        assert_int_equal(call(t, command, "out"), status);   \
        assert_output("out", out);                           \
        assert_output("err", err);                           \
    } while (0)

static const char warned[] = "slot-test: warning: 1 warning\nslot-test: 1 word\n";

static void without_arguments_everything_has_its_default(void **state)
{
    (void)state;
    assert_call(&tool, "", 0,
                "slots=0 alone=- whole=0 seed=1,0 output=- quiet=0 progress=0 tolerate=0 max_bad=0 files=0,1:-,\n",
                warned);
}

static void options_and_files_come_in_any_order(void **state)
{
    (void)state;
    const char *expected =
        "slots=7 alone=- whole=1 seed=5,1 output=x.csv quiet=1 progress=0 tolerate=1 max_bad=3 files=2,2:a,b,\n";
    assert_call(&tool, "a --slots=7 -w --seed 5 b -o x.csv --quiet --progress --max-bad 3", 0, expected, "");
    assert_call(&tool, "-wn7 --se=5 --out x.csv --qu --max 3 --rejects r.csv a b", 0, expected, "");
    assert_call(&tool, "-n 7 -ox.csv --entire --seed=5 --quiet --max-bad=3 -- a b", 0, expected, "");
}

static void rejects_alone_tolerates_any_number(void **state)
{
    (void)state;
    assert_call(&tool, "--rejects r.csv --progress --alone --quiet", 0,
                "slots=0 alone=itself whole=0 seed=1,0 output=- quiet=1 progress=0 tolerate=1 max_bad=-1 "
                "files=0,1:-,\n", "");
    assert_call(&tool, "--rejects r.csv --max-bad 0 --alone=x --progress", 0,
                "slots=0 alone=x whole=0 seed=1,0 output=- quiet=0 progress=1 tolerate=1 max_bad=0 files=0,1:-,\n",
                warned);
}

static void usage_errors_are_two_lines_and_status_2(void **state)
{
    (void)state;
    const struct { const char *command, *message; } cases[] = {
        { "--slots ten", "--slots: not a count: 'ten'" },
        { "--slotz 1", "unknown option '--slotz' (did you mean '--slots'?)" },
        { "--slotz=1", "unknown option '--slotz' (did you mean '--slots'?)" },
        { "--frobnicate", "unknown option '--frobnicate'" },
        { "--slots", "--slots: needs a value" },
        { "--slo", "--slots: needs a value" },
        { "-n", "-n: needs a value" },
        { "-wn", "-n: needs a value" },
        { "-x", "unknown option '-x'" },
        { "-wx", "unknown option '-x'" },
        { "--quiet -slots=3", "unknown option '-slots=3' (did you mean '--slots'?)" },
        { "--quiet=3", "--quiet: takes no value" },
        { "--who=3", "--whole: takes no value" },
        { "--s 3", "ambiguous option '--s' ('--slots', '--seed')" },
        { "--seed -1", "--seed: not a count: '-1'" },
        { "--max-bad x", "--max-bad: not a count: 'x'" },
        { "usage", "--slots: is needed" } };
    for (size_t i = 0; i < N_OF(cases); i++) {
        char expected[300];
        snprintf(expected, sizeof expected, "slot-test: %s\ntry 'slot-test --help'\n", cases[i].message);
        assert_call(&tool, cases[i].command, 2, "", expected);
    }
}

static void a_tool_takes_only_the_options_it_names(void **state)
{
    (void)state;
    assert_call(&plain_tool, "--seed 1", 2, "", "slot-plain: unknown option '--seed'\ntry 'slot-plain --help'\n");
    assert_call(&plain_tool, "-o x", 2, "", "slot-plain: unknown option '-o'\ntry 'slot-plain --help'\n");
    assert_call(&plain_tool, "file", 2, "", "slot-plain: takes no arguments: 'file'\ntry 'slot-plain --help'\n");
}

static void help_lists_options_and_examples(void **state)
{
    (void)state;
    assert_call(&plain_tool, "--help", 0,
                "Usage: slot-plain [OPTION...]\nTakes nothing.\n\n"
                "      --help-all             print all options\n", "");
    assert_call(&plain_tool, "--help-all", 0,
                "Usage: slot-plain [OPTION...]\nTakes nothing.\n\n"
                "      --help-all             print all options\n"
                "  -h, --help                 print the options that are used most\n"
                "      --quiet                print no warnings and no progress\n"
                "      --version              print the version and what it was built with\n", "");
    assert_int_equal(call(&tool, "--quiet --help --nonsense", "out"), 0); /* the first to be understood answers */
    char *text = scratch_read("out");
    assert_non_null(strstr(text, "Usage: slot-test [OPTION...] [FILE...]\nShares out slots.\n\n"));
    assert_non_null(strstr(text, "  -n, --slots=COUNT          slots to share out\n"));
    assert_non_null(strstr(text, "      --alone[=PRESET]       compare with an idle cluster\n"));
    assert_non_null(strstr(text, "  -w, --whole                whole slots\n"));
    assert_non_null(strstr(text, "\n\nExamples:\n  slot-test a.csv\n"));
    free(text);
}

/* Of 30 options two are marked; of four examples one is too wide and one beyond the third. */
static void help_shows_what_is_marked_and_fits(void **state)
{
    (void)state;
    static char names[30][16];
    struct option_row thirty[31] = { { .name = NULL } };
    for (int i = 0; i < 30; i++) {
        snprintf(names[i], sizeof names[i], "o%02d", i);
        thirty[i] = (struct option_row){ names[i], 1, OPTION_FLAG, OPTION_AT(struct config, whole),
                                         .flags = i == 7 || i == 9 ? OPTION_SHORT : 0, .help = "does it" };
    }
    const struct sw_tool many = { .name = "slot-many", .summary = "Has many.", .rows = { thirty },
        .after = "A note.\n\nExamples:\n  slot-many a\n  slot-many is typed here with so many letters that the line is"
                 " wider than any screen\n  slot-many b\n  slot-many c\n  slot-many d\n" };
    assert_call(&many, "--help", 0,
                "Usage: slot-many [OPTION...]\nHas many.\n\n      --o07                  does it\n"
                "      --o09                  does it\n      --help-all             print all options\n"
                "\nExamples:\n  slot-many a\n  slot-many b\n  slot-many c\n", "");
    assert_int_equal(call(&many, "--help-all", "out"), 0);
    char *text = scratch_read("out");
    assert_non_null(strstr(text, "      --o29 "));
    assert_non_null(strstr(text, "  slot-many d\n"));
    free(text);
}

static void version_says_what_it_was_built_with(void **state)
{
    (void)state;
    assert_int_equal(call(&tool, "--version", "out"), 0);
    char *text = scratch_read("out");
    const char *const parts[] = { "slot-test ", "\ncommit ", "\nGSL ", "\nlibcsv 3.", "\nzlib 1.", "\nzstd 1." };
    for (size_t i = 0; i < N_OF(parts); i++) assert_non_null(strstr(text, parts[i]));
    assert_ptr_equal(strstr(text, "slot-test "), text);
    free(text);
}

static void a_failed_run_prints_why_and_ends_with_1(void **state)
{
    (void)state;
    assert_call(&tool, "fail", 1, "", "slot-test: in.csv:3: maps: is empty\n");
}

static void output_that_did_not_arrive_is_a_failure(void **state)
{
    (void)state;
    const char *const commands[] = { "--quiet", "--help", "--version" };
    for (size_t i = 0; i < N_OF(commands); i++) {
        assert_int_equal(call(&tool, commands[i], "/dev/full"), 1);
        assert_output("err", "slot-test: standard output: no space left on device\n");
    }
}

/* ---- readers and rejects --------------------------------------------------------------------- */

static void rejects_are_shared_by_all_inputs(void **state)
{
    (void)state;
    struct sw_cli cli = { .rejects = "bad.csv", .max_bad = UINT64_MAX, .tolerate = true };
    struct sw_out *rejects = NULL;
    struct sw_err err;
    struct sw_row row;
    scratch_write("1.csv", "a,b\n1\n2,3\n", 10);
    scratch_write("2.csv", "a,b\n4,5\n6\n", 10);
    for (int i = 1; i <= 2; i++) {
        char name[] = "0.csv";
        struct sw_csv *in;
        name[0] = (char)('0' + i);
        assert_int_equal(sw_csv_open(&in, name, &err), SW_OK);
        assert_int_equal(sw_cli_tolerate(&cli, in, &rejects, &err), SW_OK);
        assert_int_equal(sw_csv_next(in, &row, &err), 1);
        assert_int_equal(sw_csv_next(in, &row, &err), 0);
        sw_csv_close(in);
    }
    assert_int_equal(sw_out_close(rejects, &err), SW_OK);
    assert_output("bad.csv", "a,b\n1\n6\n");
}

static void gsl_does_not_abort(void **state)
{
    (void)state;
    char *argv[] = { (char *)(uintptr_t) "slot-plain", NULL };
    struct sw_cli cli;
    gsl_sf_result result;
    sw_cli_start(&cli, &plain_tool, NULL, 1, argv);
    assert_int_equal(gsl_sf_log_e(-1, &result), GSL_EDOM);
}

/* Of a million bytes 256 KiB are taken by the first read, 26.2 %; of a file to be read twice half of that. */
static void the_way_is_the_part_of_the_files_that_was_read(void **state)
{
    (void)state;
    static char zeros[1000000], buf[100];
    const char *const files[] = { "million", "million", NULL };
    struct sw_cli cli = { .files = files, .n_files = 1 };
    struct sw_cli_way way, twice, pipe;
    struct sw_bytes *in;
    struct sw_err err = { 0 };
    char text[64];
    size_t got;
    FILE *f = fopen("million", "w");
    memset(zeros, '7', sizeof zeros);
    assert_int_equal(fwrite(zeros, 1, sizeof zeros, f), sizeof zeros);
    fclose(f);
    sw_cli_way_start(&way, &cli, 1);
    cli.n_files = 2;
    sw_cli_way_start(&twice, &cli, 1);
    cli.n_files = 1;
    assert_int_equal(twice.bytes, 2000000);
    sw_cli_way_start(&twice, &cli, 2);
    sw_cli_way_text(&way, text);
    assert_string_equal(text, "");
    assert_int_equal(sw_bytes_open(&in, "million", &err), SW_OK);
    assert_int_equal(sw_bytes_read(in, buf, sizeof buf, &got, &err), SW_OK);
    sw_cli_way_text(&way, text);
    assert_memory_equal(text, ", 26 %, ", 8);
    assert_string_equal(text + strlen(text) - 7, " s left");
    sw_cli_way_text(&twice, text);
    assert_memory_equal(text, ", 13 %, ", 8);
    sw_bytes_close(in);
    cli.files = (const char *const[]){ "/dev/null", NULL };
    sw_cli_way_start(&pipe, &cli, 1);
    assert_int_equal(pipe.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_arguments_everything_has_its_default),
        cmocka_unit_test(options_and_files_come_in_any_order),
        cmocka_unit_test(rejects_alone_tolerates_any_number),
        cmocka_unit_test(usage_errors_are_two_lines_and_status_2),
        cmocka_unit_test(a_tool_takes_only_the_options_it_names),
        cmocka_unit_test(help_lists_options_and_examples),
        cmocka_unit_test(help_shows_what_is_marked_and_fits),
        cmocka_unit_test(version_says_what_it_was_built_with),
        cmocka_unit_test(a_failed_run_prints_why_and_ends_with_1),
        cmocka_unit_test(output_that_did_not_arrive_is_a_failure),
        cmocka_unit_test(rejects_are_shared_by_all_inputs),
        cmocka_unit_test(gsl_does_not_abort),
        cmocka_unit_test(the_way_is_the_part_of_the_files_that_was_read),
    };
    return cmocka_run_group_tests_name("cli", tests, scratch_enter, scratch_leave);
}
