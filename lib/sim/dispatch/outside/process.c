/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c - --decide: a process that is told and answers, line by line, each answer within a time (W6). */
#include "lib/sim/dispatch/outside/outside.h"
#include "lib/base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { ROOM = 1 << 16 };
struct process {
    const char *command;
    int64_t within_us;
    pid_t pid;                    /* 0: none is left */
    int to, from;                 /* -1: closed */
    uint64_t line;                /* of its answers, the last one that was wanted */
    struct text out, in;          /* in: n bytes have come, of which `taken` are the last answer */
    size_t taken;
    bool kills;
    struct answers answers;
};

/* ---- errors ------------------------------------------------------------------------------------------------ */

/* "COMMAND: line N: what" */
static int fails(const struct process *p, const char *what, struct sw_err *err)
{
    return sw_err_set(err, "--decide '%.100s': line %llu: %s", p->command, (unsigned long long)p->line, what);
}

/* How it ended. */
static void put_status(int status, char *buf, size_t cap)
{
    if (WIFSIGNALED(status))
        snprintf(buf, cap, "was ended by signal %d", WTERMSIG(status));
    else
        snprintf(buf, cap, "ended with exit status %d", WEXITSTATUS(status));
}

static void close_both(struct process *p)
{
    if (p->to >= 0)
        close(p->to);
    if (p->from >= 0)
        close(p->from);
    p->to = p->from = -1;
}

/* The real clock, from any beginning. */
static int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

/* Whether it has ended by then. */
static bool reap(struct process *p, int64_t until_us, int *status)
{
    while (waitpid(p->pid, status, WNOHANG) != p->pid) {
        if (clock_us() > until_us)
            return false;
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    p->pid = 0;
    return true;
}

/* Its pipe is closed: whether it has ended, too, is known a little later. */
static int is_dead(struct process *p, struct sw_err *err)
{
    char how[80], text[160];
    int status;
    close_both(p);
    if (!reap(p, clock_us() + 200000, &status))
        return fails(p, "no answer: it has closed its output", err);
    put_status(status, how, sizeof how);
    snprintf(text, sizeof text, "no answer: the process %s", how);
    return fails(p, text, err);
}

/* W6. */
static int is_late(const struct process *p, const char *what, struct sw_err *err)
{
    char text[160], time[SW_NUM_MAX + 1];
    time[sw_num_put_time(time, p->within_us)] = '\0';
    snprintf(text, sizeof text, "%s within %s s (--decide-within)", what, time);
    return fails(p, text, err);
}

/* ---- writing and reading ------------------------------------------------------------------------------------- */

/* The signal of a pipe without a reader is none of the program's own. */
static ssize_t write_quietly(int to, const char *at, size_t n)
{
    sigset_t pipes, before, pending;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    ssize_t wrote = write(to, at, n);
    int why = errno;
    if (wrote < 0 && why == EPIPE && !sigpending(&pending) && sigismember(&pending, SIGPIPE))
        (void)sigtimedwait(&pipes, NULL, &(struct timespec){ 0 });
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return wrote;
}

/* Waits until the file is ready. False: it is too late. */
static bool ready(int file, short events, int64_t until_us)
{
    for (;;) {
        int64_t left_us = until_us - clock_us();
        struct pollfd on = { .fd = file, .events = events };
        int n = poll(&on, 1, left_us > 0 ? (int)((left_us + 999) / 1000) : 0);
        if (n > 0)
            return true;
        if (n == 0 && left_us <= 0)
            return false;
    }
}

/* All of p->out, until it is too late. */
static int write_out(struct process *p, int64_t until_us, struct sw_err *err)
{
    for (size_t at = 0; at < p->out.n;) {
        ssize_t wrote = write_quietly(p->to, p->out.at + at, p->out.n - at);
        if (wrote >= 0)
            at += (size_t)wrote;
        else if (errno == EPIPE)
            return is_dead(p, err);
        else if (errno != EAGAIN && errno != EINTR)
            return fails(p, strerror(errno), err);
        else if (!ready(p->to, POLLOUT, until_us))
            return is_late(p, "it did not read what it was told", err);
    }
    return SW_OK;
}

/* Reads what there is: 1; 0: nothing more will come. */
static int read_more(struct process *p, int64_t until_us, struct sw_err *err)
{
    RESERVE(p->in.at, p->in.n + ROOM, p->in.cap);
    for (;;) {
        ssize_t got = read(p->from, p->in.at + p->in.n, p->in.cap - p->in.n);
        if (got > 0) {
            p->in.n += (size_t)got;
            return 1;
        }
        if (got == 0)
            return 0;
        if (errno != EAGAIN && errno != EINTR)
            return fails(p, strerror(errno), err);
        if (!ready(p->from, POLLIN, until_us))
            return is_late(p, "no answer", err);
    }
}

/* The next line, without its end. */
static int read_answer(struct process *p, int64_t until_us, struct sw_text *line, struct sw_err *err)
{
    size_t seen = 0;
    char *end;
    while (!(end = p->in.n > seen ? memchr(p->in.at + seen, '\n', p->in.n - seen) : NULL)) {
        seen = p->in.n;
        int more = read_more(p, until_us, err);
        if (more < 0)
            return SW_FAIL;
        if (!more)
            return p->in.n ? fails(p, "its output ends within a line", err) : is_dead(p, err);
    }
    *line = (struct sw_text){ p->in.at, (size_t)(end - p->in.at) };
    p->taken = line->len + 1;
    return SW_OK;
}

/* One exchange: what is in p->out, and the line that answers it. */
static int exchange(struct process *p, struct sw_text *line, struct sw_err *err)
{
    int64_t until_us = clock_us() + p->within_us;
    if (p->in.n > p->taken) {
        p->line++;
        return fails(p, "it has answered before it was told anything (one line for each that it reads)", err);
    }
    p->in.n = p->taken = 0;
    p->line++;
    return write_out(p, until_us, err) == SW_OK ? read_answer(p, until_us, line, err) : SW_FAIL;
}

/* ---- the decider ----------------------------------------------------------------------------------------------- */

static int name_line(const struct process *p, int status, const struct sw_err *why, struct sw_err *err)
{
    return status == SW_OK ? SW_OK : fails(p, why->text, err);
}

/* W2: an instant's news and offers, and what it makes of them. */
static int decide_by_process(void *ctx, struct sw_moment *m, struct sw_err *err)
{
    struct process *p = ctx;
    struct sw_err why = { .exit = SW_EXIT_OK };
    struct sw_text line;
    p->out.n = 0;
    telling_moment(&p->out, m);
    answers_news(&p->answers, m);
    if (exchange(p, &line, err) != SW_OK)
        return SW_FAIL;
    return name_line(p, answers_do(&p->answers, line, p->kills, m, &why), &why, err);
}

/* What is there at the beginning, and its first answer. */
static int hello(struct process *p, const struct sw_replay *r, struct sw_err *err)
{
    struct sw_err why = { .exit = SW_EXIT_OK };
    struct sw_text line;
    telling_hello(&p->out, r);
    if (exchange(p, &line, err) != SW_OK)
        return SW_FAIL;
    return name_line(p, answers_hello(&p->answers, line, &p->kills, &why), &why, err);
}

/* ---- its life ---------------------------------------------------------------------------------------------------- */

/* In a group of its own, so that what the shell starts ends with it. */
static int spawn(struct process *p, const int in[2], const int out[2])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    char *argv[] = { "sh", "-c", (char *)p->command, NULL };
    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_adddup2(&files, in[0], 0);
    posix_spawn_file_actions_adddup2(&files, out[1], 1);
    int status = posix_spawn(&p->pid, "/bin/sh", &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return status;
}

/* Pipes are closed in what other processes start. */
static int start_shell(struct process *p, struct sw_err *err)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return sw_err_io(err, "--decide", "cannot make a pipe");
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]), close(in[1]);
        return sw_err_io(err, "--decide", "cannot make a pipe");
    }
    errno = spawn(p, in, out);
    close(in[0]), close(out[1]);
    p->to = in[1];
    p->from = out[0];
    if (errno) {
        p->pid = 0;
        return sw_err_io(err, "--decide", "cannot start a shell");
    }
    (void)fcntl(p->to, F_SETFL, O_NONBLOCK);
    (void)fcntl(p->from, F_SETFL, O_NONBLOCK);
    return SW_OK;
}

/* At once, with all that it has started. */
static void end_process(struct process *p)
{
    close_both(p);
    if (p->pid > 0) {
        kill(-p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
    }
    p->pid = 0;
}

/* The replay's memory goes, and the process with it. */
static void at_end(void *process)
{
    struct process *p = process;
    end_process(p);
    answers_stop(&p->answers);
}

/* The process lives as long as the memory of the replay at most. */
int process_start(struct process **out, const struct sw_replay *r, struct sw_decider *by, struct sw_err *err)
{
    struct process *p = xcalloc(1, sizeof *p);
    p->command = r->opt.decide.command;
    p->within_us = r->opt.decide.within_us;
    p->to = p->from = -1;
    memory_at_end(at_end, p);
    *out = p;
    answers_start(&p->answers, r);
    if (start_shell(p, err) != SW_OK || hello(p, r, err) != SW_OK)
        return SW_FAIL;
    *by = (struct sw_decider){ .ctx = p, .kills = p->kills, .decide = decide_by_process };
    return SW_OK;
}

/* Its input is closed. It may end, and say no more. */
int process_finish(struct process *p, struct sw_err *err)
{
    char text[120];
    int status;
    int64_t until_us = clock_us() + p->within_us;
    close(p->to);
    p->to = -1;
    p->line++;
    while (p->in.n == p->taken) {
        int more = read_more(p, until_us, err);
        if (more < 0)
            return SW_FAIL;
        if (!more)
            break;
    }
    if (p->in.n > p->taken)
        return fails(p, "it has answered once more, at the end of its input", err);
    if (!reap(p, until_us, &status))
        return is_late(p, "at the end of its input it did not end", err);
    if (!status)
        return SW_OK;
    put_status(status, text, sizeof text);
    return fails(p, text, err);
}
