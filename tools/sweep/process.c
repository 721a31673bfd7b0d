/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c - a cell as a process of its own: its rows are read from a pipe. What it writes is checked as it comes,
 * so that a file of a cell is always one that --collect can read. */
#include "lib/base/grow.h"
#include "tools/sweep/sweep.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Rows pass as they are. The header is held back until it is whole. */
struct rows {
    struct sw_out *out;
    const struct grid_cell *cell;
    bool quoted, in_row, headed, comment, json;
    char before;               /* the last byte; NUL at the start */
    char *header;
    size_t n_header, cap_header;
    /* The name of a value that is a column of the command, too; NULL: none. */
    const char *clash;
    size_t n_rows, n_commas, of_header; /* rows; commas of the row so far, and of the header */
    bool uneven, stray;                 /* a row has other than that; a quote stands within a field */
};

/* Columns of the command may not be called as values of the sweep are. */
static void rows_check_header(struct rows *r)
{
    for (char *at = r->header, *end = at + r->n_header; at < end && !r->clash;) {
        size_t len = strcspn(at, ",\r\n");
        bool quoted = len >= 2 && at[0] == '"' && at[len - 1] == '"';
        r->clash = sweep_clash(r->cell, at + quoted, len - 2 * quoted);
        at += len + 1;
    }
}

/* False: no memory. The header is a text, with a NUL behind it. */
static bool rows_keep_header(struct rows *r, char c)
{
    if (sw_grow(&r->header, &r->cap_header, r->n_header + 2, 1, NULL) != SW_OK)
        return false;
    r->header[r->n_header++] = c;
    r->header[r->n_header] = '\0';
    return true;
}

/* One stretch of bytes that holds no end of a row, but perhaps at its own end. */
static bool rows_put(struct rows *r, const char *at, size_t len)
{
    /* A newline within quotes ends no row. */
    bool ends = len > 0 && at[len - 1] == '\n' && !r->quoted;
    if (r->headed) {
        r->in_row = !ends;
        sw_out_bytes(r->out, at, len);
        return true;
    }
    for (size_t i = 0; i < len; i++)
        if (!rows_keep_header(r, at[i]))
            return false;
    if (ends) {
        r->headed = true;
        /* JSON lines have no header, and their first line would be taken for one. */
        r->json = strncmp(r->header, "{\"", 2) == 0;
        rows_check_header(r);
        sw_out_bytes(r->out, r->header, r->n_header);
    }
    return !r->clash && !r->json;
}

/* Comments in front of the header, such as those of --stamp, are passed over. */
static bool rows_is_comment(struct rows *r, char c)
{
    bool starts = !r->headed && r->n_header == 0 && c == '#';
    bool was = r->comment;
    r->comment = starts || (was && c != '\n');
    return starts || was;
}

/* At the end of a row. */
static void rows_count(struct rows *r)
{
    if (!r->headed)
        r->of_header = r->n_commas;
    r->uneven |= r->n_commas != r->of_header;
    r->n_commas = 0;
}

/* False: what comes is not to be kept. `from` is where the bytes begin that have not been put yet. */
static bool rows_take(struct rows *r, const char *at, size_t len)
{
    const char *from = at;
    for (const char *c = at; c < at + len; c++) {
        if (rows_is_comment(r, *c)) {
            from = c + 1;
            continue;
        }
        /* RFC 4180: a quote opens at the beginning of a field. Within one it stands doubled, which the XOR below
         * takes as closed and opened. */
        r->stray |= *c == '"' && !r->quoted && !strchr(",\n\"", r->before);
        r->quoted ^= *c == '"';
        r->before = *c;
        r->n_commas += *c == ',' && !r->quoted;
        if (*c != '\n' || r->quoted)
            continue;
        if (r->headed && r->of_header > 0 && c == from && !r->in_row) { /* a blank line */
            from = c + 1;
            continue;
        }
        rows_count(r);
        if (!rows_put(r, from, (size_t)(c + 1 - from)))
            return false;
        from = c + 1;
    }
    return from == at + len || rows_put(r, from, (size_t)(at + len - from));
}

/* The last row need not end. A newline is put where the last row has none, since sweep_is_whole() looks for it. */
static bool rows_end(struct rows *r)
{
    bool open = r->in_row || (!r->headed && r->n_header > 0);
    if (open)
        rows_count(r);
    return !r->quoted && (!open || rows_put(r, "\n", 1));
}

/* ---- the process ----------------------------------------------------------------------------- */

/* A process group of its own, so that a stopped sweep ends all that the command started. */
static int spawn(const struct grid_cell *cell, int out, int messages, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    /* The sweep has blocked signals and may have handlers; the command begins with none of that. */
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int status = posix_spawnp(pid, cell->argv[0], &files, &how, cell->argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return status;
}

static bool copy_rows(int from, struct rows *r)
{
    char buf[1 << 16];
    ssize_t got;
    bool good = true;
    while ((got = read(from, buf, sizeof buf)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        good = good && (got < 0 || rows_take(r, buf, (size_t)got)); /* the pipe is emptied all the same */
    }
    return good && rows_end(r);
}

/* The first 64 KiB. malloc'd; NULL: there are none. */
static char *read_messages(int fd)
{
    enum { MOST = 1 << 16 };
    char *text = malloc(MOST + 1);
    ssize_t got = text ? pread(fd, text, MOST, 0) : -1;
    if (got > 0) {
        text[got] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

/* The first reason counts: a command that fails may have written half a row. */
static void tell_end(struct sweep_end *end, const struct rows *r, int how, bool good)
{
    end->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    if (end->signal)
        snprintf(end->why, sizeof end->why, "signal %d (%s)", end->signal, strsignal(end->signal));
    else if (WEXITSTATUS(how) != 0)
        snprintf(end->why, sizeof end->why, "exit status %d", WEXITSTATUS(how));
    else if (r->clash)
        snprintf(end->why, sizeof end->why, "its rows have a column '%s' of their own", r->clash);
    else if (r->json)
        snprintf(end->why, sizeof end->why, "it wrote JSON lines (--format is an option of slot-sweep)");
    else if (r->uneven)
        snprintf(end->why, sizeof end->why, "a row has other than the %zu fields of its header", r->of_header + 1);
    else if (!good || r->stray)
        snprintf(end->why, sizeof end->why, "its rows cannot be read to the end");
    else if (!r->headed)
        snprintf(end->why, sizeof end->why, "it wrote no header row");
    else
        end->status = SW_OK;
}

/* The pipe's writing end is closed here once the process has it, or reading would not end. */
static void run_piped(const struct grid_cell *cell, const int pipes[2], int messages, struct rows *r,
                      struct sweep_child *child,
                      struct sweep_end *end)
{
    pid_t pid;
    int how = 0, number = spawn(cell, pipes[1], messages, &pid);
    close(pipes[1]);
    if (number != 0) {
        struct sw_err err = { 0 };
        errno = number;
        sw_err_io(&err, "", "cannot be run"); /* begins with ": "; the command follows at the end of the line */
        snprintf(end->why, sizeof end->why, "%s", err.text + 2);
        return;
    }
    /* From here on the main thread may end its group. */
    child->pid = pid;
    bool good = copy_rows(pipes[0], r);
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
        ;
    child->pid = 0;
    tell_end(end, r, how, good);
    end->messages = read_messages(messages);
}

/* Standard error goes to a file in memory, as a pipe that is not read would hold the command up. */
void process_run(const struct grid *g, const struct grid_cell *cell, const char *path, struct sweep_child *child,
                 struct sweep_end *end)
{
    struct rows r = { .cell = cell };
    struct sw_err err = { 0 };
    int pipes[2] = { -1, -1 }, messages = memfd_create("messages", MFD_CLOEXEC);
    *end = (struct sweep_end){ .status = SW_FAIL };
    if (messages < 0 || pipe2(pipes, O_CLOEXEC) != 0)
        snprintf(end->why, sizeof end->why, "cannot be run: %s", strerror(errno));
    else if (sw_out_open(&r.out, path, &err) == SW_OK) {
        run_piped(cell, pipes, messages, &r, child, end);
        if (end->status == SW_OK && (end->status = grid_check_inputs(g, cell, &err)) == SW_OK)
            end->status = sw_out_close(r.out, &err);
        else
            sw_out_abandon(r.out);
        if (err.text[0] != '\0')
            snprintf(end->why, sizeof end->why, "%s", err.text);
    } else {
        snprintf(end->why, sizeof end->why, "%s", err.text);
        close(pipes[1]);
    }
    if (pipes[0] >= 0)
        close(pipes[0]);
    if (messages >= 0)
        close(messages);
    free(r.header);
}
