/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.c - runs the cells that are not there yet, so many at a time.
 *
 * Worker threads take the next cell each. The main thread waits for signals and tells how far the sweep has come; it
 * alone takes SIGINT, SIGTERM and SIGHUP, which end the cells in flight and leave those that are complete. */
#include "tools/sweep/sweep.h"
#include "lib/base/sw_shown.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Beyond that many different messages repetitions are told again. */
enum { MOST_TOLD = 1000 };
struct work {
    struct sweep *s;
    struct inside *inside;       /* NULL: every cell is a process */
    size_t *todo, n_todo;
    /* next: place in `todo` to be taken; n_ended: cells that have ended, of which n_done and n_failed. */
    atomic_size_t next, n_done, n_failed, n_ended;
    atomic_bool stopping;
    struct sweep_child *child;   /* of each worker */
    pthread_t *thread;
    size_t n_threads;
    /* Of standard error and of what follows. */
    pthread_mutex_t telling;
    char *told[MOST_TOLD];       /* messages of cells, each told once */
    size_t n_told, n_repeated;
    bool line;                   /* the line of progress stands on the terminal */
};
struct worker { struct work *w; size_t place; };

/* ---- what is told ---------------------------------------------------------------------------- */

static void clear_line(struct work *w)
{
    if (w->line)
        fputs("\r\033[K", stderr);
    w->line = false;
}

/* What many cells say is said once. */
static bool is_new(struct work *w, const char *messages)
{
    for (size_t i = 0; i < w->n_told; i++)
        if (strcmp(w->told[i], messages) == 0) {
            w->n_repeated++;
            return false;
        }
    if (w->n_told < MOST_TOLD && (w->told[w->n_told] = strdup(messages)))
        w->n_told++;
    return true;
}

/* Failures are told always. Messages of a cell that succeeded are told once, and not with --quiet. */
static void tell_cell(struct work *w, const struct grid_cell *cell, const struct sweep_end *end)
{
    const char *id = w->s->grid.id[cell->place];
    char *values = grid_name(&w->s->grid, cell->place, 0), *command = grid_command(cell->argv);
    pthread_mutex_lock(&w->telling);
    bool failed = end->status != SW_OK, fresh = end->messages && is_new(w, end->messages);
    if (failed || (fresh && !w->s->cli->quiet)) {
        clear_line(w);
        if (values)
            sw_shown_clean(values, strlen(values));
        if (command)
            sw_shown_clean(command, strlen(command));
        fprintf(stderr, "slot-sweep: cell %s (%s)", id, values ? values : "");
        if (failed)
            fprintf(stderr, " failed, %s: %s\n", end->why, command ? command : "");
        else
            fprintf(stderr, ":\n");
        if (fresh)
            fprintf(stderr, "%s%s", end->messages, end->messages[strlen(end->messages) - 1] == '\n' ? "" : "\n");
    }
    pthread_mutex_unlock(&w->telling);
    free(values);
    free(command);
}

/* "1:02:03" from an hour on, else "2:03". */
static void put_left(double left_s, char *buf, size_t cap)
{
    long s = (long)(left_s + 0.5);
    if (s >= 3600)
        snprintf(buf, cap, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(buf, cap, "%ld:%02ld", s / 60, s % 60);
}

/* On a terminal one line that is written over; elsewhere, with --progress, a line every ten seconds. */
static void tell_cells_left(struct work *w, double since_s, double *told_s)
{
    size_t ended = w->n_ended;
    double at_s = sw_cli_now_s();
    bool terminal = isatty(STDERR_FILENO);
    char left[32] = "?";
    if (!w->s->cli->progress || at_s - *told_s < (terminal ? 0.2 : 10))
        return;
    *told_s = at_s;
    if (ended > 0)
        put_left((at_s - since_s) / (double)ended * (double)(w->n_todo - ended), left, sizeof left);
    pthread_mutex_lock(&w->telling);
    clear_line(w);
    fprintf(stderr, "slot-sweep: %zu of %zu cells, %zu failed, %s left%s", ended, w->n_todo, (size_t)w->n_failed, left,
            terminal ? "" : "\n");
    w->line = terminal;
    pthread_mutex_unlock(&w->telling);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* FOLDER/ID.failed is there from a failure to the next success. The file has the command, the reason and the
 * messages, for people. */
static void note_failure(const struct work *w, const struct grid_cell *cell, const struct sweep_end *end)
{
    const char *id = w->s->grid.id[cell->place];
    char *path = sweep_path(w->s->folder[0], id, "failed"), *command = grid_command(cell->argv);
    struct sw_out *out;
    if (path && end->status == SW_OK)
        unlink(path);
    else if (path && sw_out_open(&out, path, NULL) == SW_OK) {
        sw_out_printf(out, "%s\n%s\n%s", command ? command : "", end->why, end->messages ? end->messages : "");
        (void)!sw_out_close(out, NULL);
    }
    free(path);
    free(command);
}

/* A cluster's scheduler ends all processes of a job at once, and the command may be ended first. So the signal to the
 * sweep has a second to arrive before the cell counts as failed. */
static void wait_for_stop(const struct work *w, const struct sweep_end *end)
{
    const struct timespec tick = { .tv_nsec = 20000000 };
    if (end->signal != SIGTERM && end->signal != SIGINT && end->signal != SIGHUP)
        return;
    for (int i = 0; i < 50 && !w->stopping; i++)
        nanosleep(&tick, NULL);
}

/* A cell that a stopping sweep has ended is neither done nor failed. */
static void run_cell(struct work *w, size_t place, struct sweep_child *child)
{
    struct sweep_end end = { .status = SW_FAIL };
    struct grid_cell cell;
    struct sw_err err = { 0 };
    char *path = sweep_path(w->s->folder[0], w->s->grid.id[place], "csv");
    if (!path || grid_cell_make(&w->s->grid, place, &cell, &err) != SW_OK) {
        w->n_failed++;
        free(path);
        return;
    }
    if (!w->inside || !inside_run(w->inside, &w->s->grid, &cell, path, &end))
        process_run(&w->s->grid, &cell, path, child, &end);
    wait_for_stop(w, &end);
    if (!w->stopping) {
        note_failure(w, &cell, &end);
        if (end.status == SW_OK)
            study_note_made(w->s, place);
        tell_cell(w, &cell, &end);
        *(end.status == SW_OK ? &w->n_done : &w->n_failed) += 1;
    }
    free(end.messages);
    grid_cell_clear(&cell);
    free(path);
}

/* SIGUSR1 tells the main thread that a worker has ended, so that it need not wait for its next tick. */
static void *work_on(void *context)
{
    struct worker *me = context;
    struct work *w = me->w;
    for (size_t i; !w->stopping && (i = w->next++) < w->n_todo; w->n_ended++)
        run_cell(w, w->todo[i], &w->child[me->place]);
    kill(getpid(), SIGUSR1);
    free(me);
    return NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Workers that have begun are joined by the caller, also after a failure. */
static int start_workers(struct work *w, struct sw_err *err)
{
    w->child = calloc(w->s->jobs, sizeof *w->child);
    w->thread = calloc(w->s->jobs, sizeof *w->thread);
    if (!w->child || !w->thread)
        return sw_err_memory(err);
    for (; w->n_threads < w->s->jobs && w->n_threads < w->n_todo; w->n_threads++) {
        struct worker *worker = malloc(sizeof *worker);
        if (!worker)
            return sw_err_memory(err);
        *worker = (struct worker){ w, w->n_threads };
        if (pthread_create(&w->thread[w->n_threads], NULL, work_on, worker) != 0) {
            free(worker);
            return sw_err_set(err, "cannot start thread %zu", w->n_threads + 1);
        }
    }
    return SW_OK;
}

static void wait_for_all(struct work *w, const sigset_t *set)
{
    const struct timespec tick = { .tv_nsec = 200000000 };
    double since_s = sw_cli_now_s(), told_s = since_s;
    while (w->n_ended < w->n_todo) {
        /* Signals are blocked in all threads, so one that comes is taken here. */
        int number = sigtimedwait(set, NULL, &tick);
        if (number > 0 && number != SIGUSR1) {
            /* The commands are ended, each with the processes of its group. What is complete stays. */
            w->stopping = true;
            for (size_t i = 0; i < w->n_threads; i++)
                if (w->child[i].pid > 0)
                    kill(-w->child[i].pid, SIGTERM);
            pthread_mutex_lock(&w->telling);
            clear_line(w);
            fprintf(stderr, "slot-sweep: stopped with %zu of %zu cells done; the same command goes on from there\n",
                    (size_t)w->n_done, w->n_todo);
            /* Removes what is half written and ends the process by that signal. */
            sw_out_die(number);
        }
        tell_cells_left(w, since_s, &told_s);
    }
    pthread_mutex_lock(&w->telling);
    clear_line(w);
    pthread_mutex_unlock(&w->telling);
}

/* Of this shard, or of the search's batch: what has no complete file. The size of the work is known before it begins,
 * for the time left. */
static int find_todo(struct work *w, struct sw_err *err)
{
    const struct sweep *s = w->s;
    size_t n = s->only ? s->n_only : s->grid.n_cells;
    w->todo = malloc((n + 1) * sizeof *w->todo);
    if (!w->todo)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++) {
        size_t place = s->only ? s->only[i] : i;
        if (sweep_is_mine(s, place) && !sweep_is_done(s, place))
            w->todo[w->n_todo++] = place;
    }
    return SW_OK;
}

/* One call for a sweep, several for a search. Signals are as before when it returns. */
int work_run(struct sweep *s, struct sw_err *err)
{
    struct work w = { .s = s, .telling = PTHREAD_MUTEX_INITIALIZER };
    sigset_t set, before;
    int status = find_todo(&w, err);
    if (status == SW_OK && !s->processes && !s->inside)
        status = inside_new(&s->inside, err);
    w.inside = s->inside;
    /* A signal that the caller has ignored, as nohup does, stays ignored. */
    static const int number[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1 };
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        struct sigaction now;
        sigaction(number[i], NULL, &now);
        if (now.sa_handler != SIG_IGN || number[i] == SIGUSR1)
            sigaddset(&set, number[i]);
    }
    pthread_sigmask(SIG_BLOCK, &set, &before);
    if (status == SW_OK)
        status = start_workers(&w, err);
    if (status == SW_OK)
        wait_for_all(&w, &set);
    else
        w.stopping = true;
    for (size_t i = 0; i < w.n_threads; i++)
        pthread_join(w.thread[i], NULL);
    /* With SIGUSR1, by which the last workers may have told of their end. */
    sigset_t told;
    sigemptyset(&told);
    sigaddset(&told, SIGUSR1);
    while (sigtimedwait(&told, NULL, &(struct timespec){ 0 }) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (w.n_repeated > 0)
        sw_cli_say(s->cli, "%zu more %s said the same", w.n_repeated, w.n_repeated == 1 ? "cell" : "cells");
    if (status == SW_OK && w.n_failed > 0)
        status = sw_err_set(err, "%zu of %zu cells failed", (size_t)w.n_failed, w.n_todo);
    for (size_t i = 0; i < w.n_told; i++)
        free(w.told[i]);
    free(w.child);
    free(w.thread);
    free(w.todo);
    return status;
}
