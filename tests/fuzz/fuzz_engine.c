/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_engine.c - any bytes as a cluster, pools, a trace and options. The replay ends. It is refused with a reason, or
 * the audit passes its log, and the naive scheduler writes the same jobs and attempts wherever it plays the options.
 *
 * The files are those of tests/naive/gen-workload, whose draws are taken from the bytes, one each; when the bytes are
 * spent they come from streams again. The first byte chooses the kind of workload and what is added to its options, the
 * next two the number of the streams. So three bytes are a workload of same_log.sh, and each further byte bends it.
 *
 * The naive scheduler gives up by exit(), so it plays in a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "slotwise/sw_audit.h"
#include "lib/base/sw_chance.h"
#include "tools/replay/replay.h"

enum { MOST_WORDS = 200, LONGEST = 4000, CPU_S = 60 };
enum { PLAIN, NETWORK, QUINCY, OBSERVED }; /* what is added */
struct words { char text[LONGEST]; char *at[MOST_WORDS + 1]; int n; };

int gen_main(int argc, char **argv);   /* tests/naive/gen-workload.c */
int naive_main(int argc, char **argv); /* tests/naive/main.c */
uint64_t engine_draw(struct sw_chance *c, uint64_t n); /* in the place of sw_chance_below() in gen-*.c */

static const char *const files[] = { "options", "trace.csv", "cluster.csv", "pools.csv", "slot.out", "slot.attempts",
                                     "naive.out", "naive.attempts", "timeline.csv", "decisions.csv", "links.csv" };
static struct { const uint8_t *at, *end; } bytes;
static char folder[] = "/tmp/slotwise-fuzz-XXXXXX";
static int in_folder = -1, outside = -1;

uint64_t engine_draw(struct sw_chance *c, uint64_t n)
{
    uint64_t drawn = 0;
    if (bytes.at == bytes.end || n < 2)
        return sw_chance_below(c, n);
    for (uint64_t most = 1; most < n && bytes.at < bytes.end; most *= 256)
        drawn = drawn * 256 + *bytes.at++;
    return drawn % n;
}

/* ---- the files ------------------------------------------------------------------------------- */

static void remove_files(void)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (unlinkat(in_folder, files[i], 0) != 0 && errno != ENOENT)
            abort();
}

static void remove_folder(void)
{
    remove_files();
    rmdir(folder);
}

static void make_folder(void)
{
    if (in_folder >= 0)
        return;
    if (mkdtemp(folder) == NULL)
        abort();
    in_folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    outside = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (in_folder < 0 || outside < 0)
        abort();
    atexit(remove_folder);
}

/* What is tried with the options that were generated. */
static const char *const more[] = {
    "", "--network node=20M,rack=8M --block-size 3M --links links.csv", "--heartbeat 0 --global quincy",
    "--timeline timeline.csv --every 1 --decisions decisions.csv" };
static int tried;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "fuzz_engine: %s: %s; the files are in %s, tried with %s\n", what, why, folder, more[tried]);
    abort();
}

static void generate(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = { NULL, "--spark", "--yarn" };
    char number[8], here[] = ".", program[] = "gen-workload", kind[8];
    char *argv[5] = { program };
    int argc = 1;
    if (kinds[data[0] % 3] != NULL) {
        snprintf(kind, sizeof kind, "%s", kinds[data[0] % 3]);
        argv[argc++] = kind;
    }
    snprintf(number, sizeof number, "%u", (size > 1 ? data[1] : 0u) + 256u * (size > 2 ? data[2] : 0u));
    argv[argc++] = number;
    argv[argc++] = here;
    bytes.at = data + (size < 3 ? size : 3);
    bytes.end = data + size;
    if (gen_main(argc, argv) != 0)
        abort();
}

/* ---- the options ----------------------------------------------------------------------------- */

static void add(struct words *w, const char *word)
{
    size_t used = w->n ? (size_t)(w->at[w->n - 1] - w->text) + strlen(w->at[w->n - 1]) + 1 : 0, len = strlen(word) + 1;
    if (w->n == MOST_WORDS || used + len > sizeof w->text)
        abort();
    w->at[w->n] = memcpy(w->text + used, word, len);
    w->at[++w->n] = NULL;
}

static void add_line(struct words *w, const char *line)
{
    char copy[LONGEST], *save = NULL;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok_r(copy, " \n", &save); word != NULL; word = strtok_r(NULL, " \n", &save))
        add(w, word);
}

/* What one decision for all nodes takes the place of (Q6). */
static bool goes_with_quincy(const char *word)
{
    static const char *const others[] = {
        "--order", "--lc-table", "--delay", "--heartbeat", "--preempt", "--preempt-every", "--admit",
        "--speculate", "--speculate-every", "--load-cap", "--revive", "--disk", "--evict", "--offers", "--off-switch" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i]) == 0)
            return false;
    return true;
}

/* The files' own line, without what does not go with what is added. */
static void add_options(struct words *w, int added)
{
    struct words own = { .n = 0 };
    char line[LONGEST];
    FILE *f = fopen("options", "r");
    if (f == NULL || fgets(line, sizeof line, f) == NULL)
        abort();
    fclose(f);
    add_line(&own, line);
    add_line(w, more[added]);
    for (int i = 0; i < own.n; i++) {
        if (added != QUINCY || goes_with_quincy(own.at[i]))
            add(w, strcmp(own.at[i], "redraw") == 0 && added == QUINCY ? "uniform" : own.at[i]);
        else
            i++; /* with its value */
    }
}

/* ---- the engine and the audit ---------------------------------------------------------------- */

static int replay(struct sw_cli *cli, struct sw_err *err)
{
    struct runs r = { .src.cli = cli };
    struct outputs o = { 0 };
    int status = runs_setup(&r, err);
    if (status == SW_OK && (status = outputs_open(cli, &o, err)) == SW_OK)
        status = series_replay(&r, &o, err);
    status = outputs_close(&o, status, err);
    runs_clear(&r);
    return status;
}

static int audit(struct sw_cli *cli, struct sw_err *err)
{
    struct runs r = { .src.cli = cli };
    struct config *cfg = cli->config;
    struct sw_audit_found found;
    struct sw_csv *log;
    struct sw_audit_input in = { .opt = &cfg->opt };
    cfg->audit_file = "slot.attempts";
    int status = runs_setup(&r, err);
    if (status == SW_OK) {
        in.cluster = r.cl;
        in.pools = r.pools;
        in.vary = cfg->varies ? &cfg->vary : NULL;
        if (runs_open_trace(&r.src, &in.trace, err) != SW_OK || sw_csv_open(&log, cfg->audit_file, err) != SW_OK)
            abort();
        status = sw_audit_log(&in, log, &found, err);
        sw_trace_free(in.trace);
    }
    runs_clear(&r);
    return status;
}

/* 0, or the exit status of slot-replay. Parsing permutes the words. */
static int slot_replay(const struct words *given, bool only_audit, struct sw_err *err)
{
    struct config cfg = runs_config;
    struct sw_cli cli;
    struct words w = { .n = 0 };
    add_line(&w, only_audit ? "slot-replay --quiet" : "slot-replay --quiet -o slot.out --attempts slot.attempts");
    for (int i = 0; i < given->n; i++)
        if (only_audit && (strcmp(given->at[i], "--timeline") == 0 || strcmp(given->at[i], "--decisions") == 0
                           || strcmp(given->at[i], "--links") == 0 || strcmp(given->at[i], "--every") == 0))
            i++;
        else
            add(&w, given->at[i]);
    *err = (struct sw_err){ .exit = SW_EXIT_OK };
    if (sw_cli_parse(&cli, runs_tool(), &cfg, w.n, w.at, err) != SW_OK)
        return SW_EXIT_USAGE;
    int status = only_audit ? audit(&cli, err) : replay(&cli, err);
    sw_cli_clear(&cli);
    if (status == SW_OK)
        return 0;
    if (err->text[0] == '\0')
        fail("no reason", "an error without a text");
    return err->exit == SW_EXIT_USAGE ? SW_EXIT_USAGE : SW_EXIT_FAILED;
}

static int slot_replay_bounded(const struct words *w, struct sw_err *err)
{
    const struct itimerval most = { .it_value = { .tv_sec = CPU_S } }, none = { .it_value = { .tv_sec = 0 } };
    setitimer(ITIMER_VIRTUAL, &most, NULL); /* SIGVTALRM ends this process */
    int exit_status = slot_replay(w, false, err);
    setitimer(ITIMER_VIRTUAL, &none, NULL);
    return exit_status;
}

/* ---- the naive scheduler --------------------------------------------------------------------- */

static void be_naive(const struct words *given)
{
    const struct rlimit most = { CPU_S, CPU_S };
    struct words w = { .n = 0 };
    int out = open("naive.out", O_WRONLY | O_CREAT | O_TRUNC, 0666), null = open("/dev/null", O_WRONLY);
    if (out < 0 || null < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
        _exit(100);
    setrlimit(RLIMIT_CPU, &most);
    add_line(&w, "naive-replay --attempts naive.attempts");
    for (int i = 0; i < given->n; i++)
        add(&w, given->at[i]);
    _exit(naive_main(w.n, w.at));
}

static int naive_replay(const struct words *given)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0)
        be_naive(given);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            abort();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void assert_same(const char *a, const char *b)
{
    FILE *x = fopen(a, "r"), *y = fopen(b, "r");
    int c;
    if (x == NULL || y == NULL)
        fail(x == NULL ? a : b, "not written");
    while ((c = getc(x)) == getc(y) && c != EOF)
        continue;
    if (c != EOF || !feof(x) || !feof(y))
        fail(a, "not what the naive scheduler wrote");
    fclose(x);
    fclose(y);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void try(int added)
{
    struct words w = { .n = 0 }, own = { .n = 0 };
    struct sw_err err;
    char why[100];
    tried = added;
    add_options(&w, added);
    int of_slot = slot_replay_bounded(&w, &err);
    if (added == PLAIN || added == OBSERVED) {
        add_options(&own, PLAIN);
        int of_naive = naive_replay(&own);
        snprintf(why, sizeof why, "exit status %d, of the naive scheduler %d", of_slot, of_naive);
        if (of_slot != of_naive || of_slot > SW_EXIT_FAILED)
            fail(why, err.text);
    }
    if (of_slot != 0)
        return;
    if (added == PLAIN || added == OBSERVED) {
        assert_same("slot.out", "naive.out");
        assert_same("slot.attempts", "naive.attempts");
    }
    if (slot_replay(&w, true, &err) == SW_EXIT_FAILED) /* 2: the audit says that it does not know the options */
        fail("the audit refuses", err.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    make_folder();
    if (fchdir(in_folder) != 0)
        abort();
    remove_files();
    generate(data, size);
    try(data[0] / 3 % 4);
    if (fchdir(outside) != 0)
        abort();
    return 0;
}
