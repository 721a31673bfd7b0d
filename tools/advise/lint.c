/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lint.c - the subcommand lint: every finding about configuration files on a line of its own, as compilers write
 * them. What is a fault is decided in lib/trace/config (sw_config_lint()). Here files are told from a log, the log is
 * counted, and findings are put. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/base/sw_names.h"
#include "lib/base/grow.h"
#include "lib/cli/sw_cli.h"
#include "lib/csv/sw_bytes.h"
#include "lib/trace/config/sw_config.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"
#include "slotwise/sw_stats.h"
#include "tools/advise/lint.h"

/* The program's name, three times. */
static const char examples[] =
    "A finding is 'FILE:LINE: error: ...' or 'FILE:LINE: warning: ...'. The exit status is 1 when there is an error.\n"
    "The last file may be a log that slot-trace reads: then its queues and task times are looked at, too.\n\n"
    "Examples:\n"
    "  %s traces/fair-scheduler.xml\n"
    "  %s traces/fair-scheduler.xml traces/recorded-tasks.csv\n"
    "  %s traces/fair-scheduler.xml && echo no errors\n";

/* ---- which of the arguments is a log ------------------------------------------------------------------------- */

/* The first word that is no comment: a property's name is letters, digits, '-' and at least one dot. A file
 * without any word is taken for one of properties. */
static bool is_property(const char *at, size_t n)
{
    size_t i = 0, dots = 0, from;
    for (;;) {
        while (i < n && isspace((unsigned char)at[i]))
            i++;
        if (i >= n || (at[i] != '#' && at[i] != '!'))
            break;
        while (i < n && at[i] != '\n')
            i++;
    }
    for (from = i; i < n && (isalnum((unsigned char)at[i]) || strchr(".-_", at[i])) && at[i] != '\0'; i++)
        dots += at[i] == '.';
    return i == n || (dots > 0 && i > from && (isspace((unsigned char)at[i]) || at[i] == '=' || at[i] == ':'));
}

/* Whether the last argument is a log: a folder is one, and so is what begins neither as XML nor as a property. */
static int look(const char *path, bool *is_log, struct sw_err *err)
{
    struct sw_bytes *in;
    struct stat st;
    const char *at;
    size_t n;
    *is_log = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    if (*is_log)
        return SW_OK;
    if (sw_bytes_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int status = sw_bytes_peek(in, &at, 4096, &n, err);
    if (status == SW_OK) {
        /* A byte order mark and blanks may stand before XML. */
        size_t i = n > 2 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        while (i < n && isspace((unsigned char)at[i]))
            i++;
        *is_log = i < n && at[i] != '<' && !is_property(at, n);
    }
    sw_bytes_close(in);
    return status;
}

/* ---- the log --------------------------------------------------------------------------------------------------- */

/* What the log tells of the configuration: jobs of each pool, by the numbers of the pools' names, and times of tasks.
 * names is made by name_pools(). */
struct logged { struct sw_keys *pools; uint64_t *n_jobs; size_t cap; struct sw_quantiles *task_s; char **names; };

#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)

/* A job without a pool counts for the pool "". */
static int lint_add_job(struct logged *l, const struct sw_job *job, struct sw_err *err)
{
    size_t pool;
    if (sw_keys_add(l->pools, job->pool.at ? job->pool.at : "", job->pool.len, &pool, NULL) != SW_OK)
        return sw_err_memory(err);
    /* sw_grow() leaves what is new unset, and counters begin at 0. */
    if (pool >= l->cap) {
        size_t before = l->cap;
        if (sw_grow(&l->n_jobs, &l->cap, pool + 1, sizeof *l->n_jobs, err) != SW_OK)
            return SW_FAIL;
        memset(l->n_jobs + before, 0, (l->cap - before) * sizeof *l->n_jobs);
    }
    l->n_jobs[pool]++;
    /* Waits for data are held beside times of tasks that may wait for it, so reduces are left out. */
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        bool done = KNOWN(row, SW_TASK_OUTCOME) && row->outcome == SW_DONE;
        if (done && KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH) && row->kind != SW_REDUCE
            && sw_quantiles_add(l->task_s, (double)(row->finish_us - row->launch_us) / SW_US_PER_S) != SW_OK)
            return sw_err_memory(err);
    }
    return SW_OK;
}

/* Any format that slot-trace knows. A trace of jobs without tasks has pools and no times. */
static int read_log(struct logged *l, const char *path, struct sw_cli_progress *progress, struct sw_err *err)
{
    const char *const files[] = { path, NULL };
    struct sw_trace_input input = { .files = files, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT,
                                    .tell = sw_cli_tell, .context = progress };
    struct sw_trace *t;
    struct sw_job job;
    int got;
    l->pools = sw_keys_new();
    l->task_s = sw_quantiles_new(SW_QUANTILES_EXACT);
    if (!l->pools || !l->task_s)
        return sw_err_memory(err);
    if (sw_trace_open(&t, &input, err) != SW_OK)
        return SW_FAIL;
    /* Nothing here depends on the order of submissions. */
    sw_trace_any_order(t);
    if (sw_trace_is_tasks(t))
        sw_trace_keep_rows(t);
    while ((got = sw_trace_next(t, &job, err)) == 1)
        if ((got = lint_add_job(l, &job, err)) != SW_OK)
            break;
    sw_trace_free(t);
    return got;
}

/* Texts of sw_keys have no NUL, which struct sw_config_log asks for. The array ends with a NULL. */
static int name_pools(struct logged *l, struct sw_err *err)
{
    size_t n = sw_keys_count(l->pools);
    l->names = calloc(n + 1, sizeof *l->names);
    for (size_t i = 0; l->names && i < n; i++) {
        size_t len;
        const char *at = sw_keys_text(l->pools, i, &len);
        if (!(l->names[i] = strndup(at, len)))
            return sw_err_memory(err);
    }
    return l->names ? SW_OK : sw_err_memory(err);
}

/* The log's counts are lent to sw_config_lint() and freed behind it. */
static int lint_with(struct sw_config *c, const char *path, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    struct logged l = { 0 };
    int status = read_log(&l, path, &progress, err);
    if (status == SW_OK)
        status = name_pools(&l, err);
    if (status == SW_OK) {
        struct sw_config_log log = { .path = path, .n_pools = sw_keys_count(l.pools),
            .pools = (const char *const *)l.names, .n_jobs = l.n_jobs, .n_tasks = sw_quantiles_n(l.task_s),
            .median_task_s = sw_quantiles_get(l.task_s, 0.5) };
        status = sw_config_lint(c, &log, err);
    }
    for (size_t i = 0; l.names && l.names[i]; i++)
        free(l.names[i]);
    free(l.names);
    free(l.n_jobs);
    sw_keys_free(l.pools);
    sw_quantiles_free(l.task_s);
    return status;
}

/* ---- findings --------------------------------------------------------------------------------------------------- */

/* What slotwise has no counterpart for is no fault of the configuration. */
static int lint_put(const struct sw_config *c, const struct sw_cli *cli, uint64_t *n_errors, struct sw_err *err)
{
    struct sw_out *out;
    uint64_t n_left_out = 0;
    /* Findings go to standard output, as they are what was asked for; how many settings were passed over goes to
     * standard error. */
    if (sw_out_open(&out, cli->output ? cli->output : "-", err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < sw_config_n_notes(c); i++) {
        struct sw_config_note note = sw_config_note(c, i);
        /* WRONG and MISSPELT are errors; UNKNOWN and DOUBTFUL may be meant. */
        bool is_error = note.kind == SW_CONFIG_WRONG || note.kind == SW_CONFIG_MISSPELT;
        *n_errors += is_error;
        n_left_out += note.kind == SW_CONFIG_LEFT_OUT;
        if (note.kind != SW_CONFIG_LEFT_OUT)
            sw_out_sentence(out, "%.*s: %s%s\n", (int)note.place_len, note.text, is_error ? "error" : "warning",
                          note.text + note.place_len);
    }
    if (n_left_out)
        sw_cli_say(cli, "%llu setting%s no counterpart in a replay: slot-trace names %s",
                   (unsigned long long)n_left_out, n_left_out == 1 ? " has" : "s have",
                   n_left_out == 1 ? "it" : "them");
    return sw_out_close(out, err);
}

/* A file that is no configuration at all does not keep the others from being looked at. The first such failure is the
 * one that ends the run. */
static int read_all(struct sw_config *c, const struct sw_cli *cli, size_t n, struct sw_err *err)
{
    int status = SW_OK;
    for (size_t i = 0; i < n; i++) {
        struct sw_err failed = { SW_EXIT_OK, "" };
        if (sw_config_read(c, cli->files[i], SW_CONFIG_AUTO, &failed) == SW_OK)
            continue;
        if (status == SW_OK)
            *err = failed;
        else
            sw_cli_say(cli, "%s", failed.text);
        status = SW_FAIL;
    }
    return status;
}

static int lint_run(const struct sw_cli *cli, struct sw_config *c, struct sw_err *err)
{
    struct sw_err unread = { SW_EXIT_OK, "" };
    size_t n = cli->n_named;
    uint64_t n_errors = 0;
    bool is_log;
    if (n == 0)
        return sw_err_usage(err, "a configuration file is needed");
    if (look(cli->files[n - 1], &is_log, err) != SW_OK)
        return SW_FAIL;
    /* From here on n counts the configuration files. */
    if (is_log && --n == 0)
        return sw_err_usage(err, "a configuration file is needed beside the log '%.200s'", cli->files[0]);
    int read = read_all(c, cli, n, &unread);
    if (read != SW_OK && n == 1) { /* there is no other to look at */
        *err = unread;
        return SW_FAIL;
    }
    int status = is_log ? lint_with(c, cli->files[n], cli, err) : sw_config_lint(c, NULL, err);
    if (status != SW_OK || lint_put(c, cli, &n_errors, err) != SW_OK)
        return SW_FAIL;
    /* The exit status is 1 for a file that was not read and for errors that were found; the first has its message. */
    if (read != SW_OK)
        *err = unread;
    else if (n_errors > 0)
        return sw_err_set(err, "%llu error%s", (unsigned long long)n_errors, n_errors == 1 ? "" : "s");
    return read;
}

int lint_main(const char *name, int argc, char **argv)
{
    char after[sizeof examples + 100];
    const struct sw_tool tool = { name, LINT_SUMMARY, "CONFIG... [LOG]", after,
        SW_CLI_OUTPUT | SW_CLI_OPTIONS | SW_CLI_PROGRESS };
    struct sw_config_rules rules = SW_CONFIG_RULES_DEFAULT;
    struct sw_config *c = NULL;
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    /* A wrong value is a finding and does not end the reading. */
    rules.go_on = true;
    snprintf(after, sizeof after, examples, name, name, name);
    sw_cli_start(&cli, &tool, NULL, argc, argv);
    int status = sw_config_new(&c, &rules, &err);
    if (status == SW_OK)
        status = lint_run(&cli, c, &err);
    sw_config_free(c);
    return sw_cli_finish(&cli, status, &err);
}
