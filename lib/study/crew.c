/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crew.c - threads that take what there is to do, in one list. Who waits for a group of it takes from the list
 * meanwhile, so that work can add other work and wait for it. Without other threads all is done by who waits. */
#include <pthread.h>
#include <stdlib.h>
#include "lib/study/study.h"

/* Threads besides the one that started the crew. */
enum { MOST = 64 };
struct crew {
    pthread_mutex_t lock;
    pthread_cond_t changed;          /* there is more to do, or something is done */
    pthread_t other[MOST];
    size_t n_others;
    /* A list through crew_work.next. last: where the next one is hung. */
    struct crew_work *first, **last; /* to be taken */
    size_t n;
    size_t n_undone;                 /* of all that was added */
    bool ends, failed;               /* failed: nothing more is begun */
    struct sw_err err;               /* the first failure's */
};

/* Under the lock, which is not held meanwhile. */
static void take_first(struct crew *c)
{
    struct crew_work *work = c->first;
    struct sw_err err;
    int status = SW_OK;
    c->first = work->next;
    if (!c->first)
        c->last = &c->first;
    c->n--;
    /* After a failure the rest is taken from the list undone, so that no wait for a group lasts for ever. */
    if (!c->failed) {
        pthread_mutex_unlock(&c->lock);
        status = work->run(work, &err);
        pthread_mutex_lock(&c->lock);
    }
    if (status != SW_OK && !c->failed) {
        c->failed = true;
        c->err = err;
    }
    if (work->of)
        work->of->n--;
    c->n_undone--;
    /* Any group may be done now, and the work may have added more. */
    pthread_cond_broadcast(&c->changed);
}

/* What each of the other threads does until crew_end(). */
static void *take_all(void *context)
{
    struct crew *c = context;
    pthread_mutex_lock(&c->lock);
    while (!c->ends)
        if (c->first)
            take_first(c);
        else
            pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int crew_start(struct crew **out, uint64_t threads, struct sw_err *err)
{
    struct crew *c = *out = calloc(1, sizeof *c);
    if (!c)
        return sw_err_memory(err);
    c->last = &c->first;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    /* Fewer threads than were asked for is no failure: the work is done by those that there are. */
    while (c->n_others < MOST && c->n_others + 1 < threads
           && pthread_create(&c->other[c->n_others], NULL, take_all, c) == 0)
        c->n_others++;
    return SW_OK;
}

void crew_end(struct crew *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->ends = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    for (size_t i = 0; i < c->n_others; i++)
        pthread_join(c->other[i], NULL);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

size_t crew_size(const struct crew *c) { return c->n_others + 1; }

void crew_add(struct crew *c, struct crew_group *to, struct crew_work *work, enum crew_when when)
{
    pthread_mutex_lock(&c->lock);
    work->of = to;
    work->next = when == CREW_NEXT ? c->first : NULL;
    /* CREW_NEXT puts it before all that is there. */
    if (when == CREW_LAST || !c->first) {
        *c->last = work;
        c->last = &work->next;
    } else
        c->first = work;
    c->n++;
    if (to)
        to->n++;
    c->n_undone++;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

void crew_help(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    /* Work that is prepared ahead takes memory. So who prepares it helps first. */
    while (c->n >= crew_size(c))
        take_first(c);
    pthread_mutex_unlock(&c->lock);
}

bool crew_is_done(struct crew *c, const struct crew_group *of)
{
    pthread_mutex_lock(&c->lock);
    const bool done = of->n == 0;
    pthread_mutex_unlock(&c->lock);
    return done;
}

int crew_wait(struct crew *c, const struct crew_group *of, struct sw_err *err)
{
    pthread_mutex_lock(&c->lock);
    while ((of ? of->n : c->n_undone) > 0)
        /* Any work will do, also that of other groups: a thread that only waits is one the less. */
        if (c->first)
            take_first(c);
        else
            pthread_cond_wait(&c->changed, &c->lock);
    const bool failed = c->failed;
    if (failed)
        *err = c->err;
    pthread_mutex_unlock(&c->lock);
    return failed ? SW_FAIL : SW_OK;
}
