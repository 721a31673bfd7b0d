/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guesses.c - how data may have lain that a log does not name, and how well each way meets the log.
 *
 * A guess says on how many hosts a block was, how hot the hottest were, and how much data was on no executor's
 * host. Data is drawn by it for all tasks, wherever they ran, and the log is replayed under its own wait.
 * With few copies the share of near tasks falls early in a stage. Data on no executor's host is left to its end. So the
 * course of that share over the launches of a stage tells the guesses apart. So do the hosts that had most near tasks,
 * the goal, and the slots that stood free beside waiting tasks. A guess has the likelihood of what was recorded under
 * normal distributions about what it brings (synthetic likelihood, Wood 2010). See docs/decisions/hidden-hosts.md. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/study/hidden/hidden.h"
#include "lib/study/waited.h"

/* ---- how locality changes over the launches of a stage ---------------------------------------------------- */

/* Launches are not independent: with their neighbours they are half as many. And the replay is a model. */
#define ALIKE 2.0
#define MODEL_SD 0.02

/* stage: of the job. */
static void course_add(struct course *c, size_t job, uint64_t stage, struct launch launch)
{
    struct sw_err unsaid;
    c->no_room |= sw_grow(&c->at, &c->cap, c->n_at + 1, sizeof *c->at, &unsaid) != SW_OK;
    /* Job and stage in one number, so that one sort brings a stage together. */
    launch.stage = (uint64_t)job << 32 | (uint32_t)stage;
    if (!c->no_room)
        c->at[c->n_at++] = launch;
}

/* Of launches at one time the near ones come first. */
static int sort_by_stage(struct course *c)
{
    for (size_t i = 0; i < c->n_at; i++)
        /* Twice the time leaves a bit for the level. The second sort keeps the order of equals. */
        c->at[i].at_us = 2 * c->at[i].at_us + !c->at[i].near;
    return sw_sort_records_signed(c->at, c->n_at, sizeof *c->at, offsetof(struct launch, at_us)) == SW_OK
           ? sw_sort_records(c->at, c->n_at, sizeof *c->at, offsetof(struct launch, stage)) : SW_FAIL;
}

static void course_forget(struct course *c)
{
    free(c->at);
    c->at = NULL;
    c->n_at = c->cap = 0;
}

/* What was added; then the launches are forgotten. */
static int course_count(struct course *c, const bool *hot, struct sw_err *err)
{
    if (c->no_room || sort_by_stage(c) != SW_OK)
        return sw_err_memory(err);
    for (size_t i = 0, next; i < c->n_at; i = next) {
        for (next = i; next < c->n_at && c->at[next].stage == c->at[i].stage; next++)
            ;
        for (size_t k = i; k < next; k++) {
            /* By launches, and not by time. */
            const size_t quarter = QUARTERS * (k - i) / (next - i);
            c->n[quarter]++;
            c->near[quarter] += c->at[k].near;
            c->hot += c->at[k].near && c->at[k].host != SW_NO_NODE && hot[c->at[k].host];
        }
    }
    course_forget(c);
    return SW_OK;
}

static double course_near(const struct course *c)
{
    uint64_t near = 0, n = 0;
    for (size_t q = 0; q < QUARTERS; q++) {
        near += c->near[q];
        n += c->n[q];
    }
    return (double)near / (double)n;
}

/* The square of the difference of two shares, k of n and l of m, over its variance. */
static double apart(uint64_t k, uint64_t n, uint64_t l, uint64_t m)
{
    /* One launch more of each sort keeps the shares off 0 and 1. */
    const double a = ((double)k + 1) / ((double)n + 2), b = ((double)l + 1) / ((double)m + 2);
    const double p = ((double)(k + l) + 1) / ((double)(n + m) + 2);
    return n == 0 || m == 0 ? 0 : (a - b) * (a - b) / (ALIKE * p * (1 - p) * (1 / (double)n + 1 / (double)m)
                                                       + MODEL_SD * MODEL_SD);
}

double guesses_course_distance(const struct course *recorded, const struct course *replayed)
{
    uint64_t near = 0, near_too = 0;
    double sum = 0;
    for (size_t q = 0; q < QUARTERS; q++) {
        sum += apart(recorded->near[q], recorded->n[q], replayed->near[q], replayed->n[q]);
        near += recorded->near[q];
        near_too += replayed->near[q];
    }
    return sum + apart(recorded->hot, near, replayed->hot, near_too);
}

/* ---- which guess is next, and which are left -------------------------------------------------------------- */

/* What is apart from the log adds up, so a part of it may rule a guess out already. */
#define LEAST_WEIGHT 0.001       /* what weighs less is left out */

/* Twice the logarithm of what a trial weighs, below 0. */
static double off(const struct trial *t) { return t->apart - 2 * log(t->guess->weight); }

/* Of those that have a day. */
static double best_of(const struct trials *all)
{
    double best = INFINITY;
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].n_days > 0)
            best = fmin(best, off(&all->at[i]));
    return best;
}

/* Beside the best of those that were tried it weighs next to nothing, or will. */
static bool is_ruled_out(const struct trial *t, double best) { return off(t) > best - 2 * log(LEAST_WEIGHT); }

/* The more data is on no executor's host, the fewer tasks run near theirs. A trial that was ruled out with too few near
 * tasks rules out those with more data gone. One with too many does so with less. */
static bool is_beyond(const struct trials *all, const struct trial *t, double best)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct trial *of = &all->at[i];
        const struct sw_guess *a = of->guess, *b = t->guess;
        if (of->n_days > 0 && a->replicas == b->replicas && a->power == b->power && is_ruled_out(of, best)
            && (a->near < all->near ? b->gone > a->gone : b->gone < a->gone))
            return true;
    }
    return false;
}

struct trial *guesses_next(struct trials *all, const bool *passed)
{
    const double best = best_of(all);
    struct trial *next = NULL;
    for (size_t i = 0; i < all->n; i++) {
        struct trial *t = &all->at[i];
        if (t->n_days == 0 && !(passed && passed[i]) && !is_ruled_out(t, best) && !is_beyond(all, t, best)
            && (!next || t->apart < next->apart))
            next = t;
    }
    return next;
}

void guesses_leave_out(struct trials *all)
{
    const double best = best_of(all);
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].n_days > 0 && !is_ruled_out(&all->at[i], best))
            all->at[n++] = all->at[i];
    all->n = n;
}

void guesses_weigh(struct trials *all)
{
    double least = INFINITY, sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        /* The least goes off first, or all weights might round to 0. */
        least = fmin(least, all->at[i].apart);
    for (size_t i = 0; i < all->n; i++)
        sum += all->at[i].guess->weight *= exp((least - all->at[i].apart) / 2);
    /* What is left out takes its weight along. guesses_of_day() gives that to the likeliest. */
    for (size_t i = 0; i < all->n; i++)
        if ((all->at[i].guess->weight /= sum) >= LEAST_WEIGHT)
            all->at[n++] = all->at[i];
    all->n = n;
}

/* ---- guesses ---------------------------------------------------------------------------------------------- */

enum { KEPT_DAYS = 2 };
#define PRIOR_GONE 0.5           /* that some data was on no executor's host, all shares of it together */
#define GOAL_SD 0.05             /* of the logarithm of the goal; more where tasks ran far, at an unknown cost */
#define IDLE_SD 0.5              /* of that of the free slot-seconds, with a hundredth of the work added */
#define IDLE_LEAST 0.01

/* From what brings most tasks near their data to what brings fewest. */
static const struct { uint8_t replicas; double power; } lies[] = {
    { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 1.5 }, { 1, 2 }, { 1, 3 }, { 1, 5 }, { 2, 2 }, { 2, 4 }, { 3, 2 }, { 3, 4 }
};
static const double gone[] = { 0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8 };

struct guessing {
    struct sw_study *s;
    const struct sw_log *log;    /* whose data is looked for: the log, or the beginning of a large one */
    struct part part;            /* the same, to be replayed */
    struct hosts *hosts;         /* of it */
    struct hosts_count count;
    struct sw_day_outcome recorded; /* of it */
    double recorded_goal_s;
    struct course course;        /* as it was recorded */
    struct trials tried;
    bool *hot;                   /* hosts that had half of the near tasks */
    uint32_t *host_of;           /* of each node of the cluster */
};

/* ---- the log ---------------------------------------------------------------------------------------- */

static bool has_distance(const struct sw_log *log, const struct sw_log_task *t)
{
    const struct sw_log_attempt *row = t->last;
    /* In Spark a task without preferences has a locality, too. */
    return !(log->spark && t->wish == SW_WISH_NONE) && row->locality != SW_AT_NONE && row->kind != SW_REDUCE
           && row->has_locality;
}

static bool is_near(const struct sw_log_task *t)
{
    return t->last->locality == SW_AT_NODE || t->last->locality == SW_AT_PROCESS;
}

/* NaN where no task has one. */
static double near_share(const struct sw_log *log)
{
    uint64_t near = 0, n = 0;
    for (size_t i = 0; i < log->n_tasks; i++)
        if (has_distance(log, &log->tasks[i])) {
            near += is_near(&log->tasks[i]);
            n++;
        }
    return (double)near / (double)n;
}

/* The recorded launches, counted as those of replays are. */
static int look_at_log(struct guessing *g, struct sw_err *err)
{
    const struct sw_log *log = g->log;
    for (size_t i = 0; i < log->n_tasks; i++) {
        const struct sw_log_task *t = &log->tasks[i];
        if (has_distance(log, t))
            course_add(&g->course, t->job, t->last->stage,
                       (struct launch){ .at_us = t->last->launch_us, .near = is_near(t),
                                        .host = hosts_number(g->hosts, sw_log_text(t->last->node)) });
    }
    g->tried.near = near_share(log);
    return course_count(&g->course, g->hot, err);
}

/* ---- a day of a guess --------------------------------------------------------------------------------- */

/* A guess on a day, under the log's own wait. */
struct draw {
    struct crew_work work;
    const struct guessing *g;
    struct sw_guess guess;
    uint64_t day;
    bool kept;                   /* hosts that tasks ran near their data on are kept */
    struct waited waited;
    /* What it comes to. */
    struct course course;
    double goal_s, free_s, used_s;
    struct sw_located placed;
    uint64_t n_gone;
};

static void take_use(void *context, const struct sw_use *use)
{
    struct draw *d = context;
    waited_take(&d->waited, use);
    /* It prefers no host. */
    if (use->kind == SW_REDUCE || use->locality == SW_AT_NONE)
        return;
    course_add(&d->course, use->place, use->stage,
               (struct launch){ .at_us = use->launch_us,
                                .near = use->locality == SW_AT_NODE || use->locality == SW_AT_PROCESS,
                                .host = d->g->host_of[use->node] });
}

static int replay_draw(struct draw *d, const struct sw_text *hosts, struct sw_err *err)
{
    const struct sw_study *s = d->g->s;
    struct one p = { .s = s, .hosts = hosts, .part = &d->g->part, .used = take_use, .context = d,
                     .rack = s->price[SW_PRICE_MEASURED].rack, .any = s->price[SW_PRICE_MEASURED].any };
    struct log_columns *columns;
    int status = one_columns(s, d->g->log, hosts, &columns, err);
    p.columns = columns;
    d->waited = waited_start(d->g->log->cl);
    if (status == SW_OK)
        status = one_run(&p, err);
    /* Both free what was taken up, also after a failure. */
    if (waited_end(&d->waited, &d->free_s, &d->used_s, err) != SW_OK)
        status = SW_FAIL;
    if (status == SW_OK)
        status = course_count(&d->course, d->g->hot, err);
    columns_free(columns);
    course_forget(&d->course);
    d->goal_s = p.out.goal_s;
    d->placed = p.out.placed;
    return status;
}

static int run_draw(struct crew_work *work, struct sw_err *err)
{
    struct draw *d = (struct draw *)work;
    const struct sw_log *log = d->g->log;
    const uint64_t seed = d->g->s->opt->seed;
    struct sw_text *hosts = calloc(log->n_tasks + 1, sizeof *hosts);
    struct hosts *by = NULL;
    char *text = NULL;
    /* Others draw at the same time from the same log. */
    int status = hosts ? hosts_beside(&by, d->g->hosts, err) : sw_err_memory(err);
    if (status == SW_OK)
        status = d->kept ? hosts_draw(by, &d->guess, log, seed, d->day, hosts, &text, err)
                         : hosts_draw_all(by, &d->guess, seed, d->day, hosts, &text, &d->n_gone, err);
    if (status == SW_OK)
        status = replay_draw(d, hosts, err);
    hosts_end(by);
    free(text);
    free(hosts);
    return status;
}

static struct draw draw_of(const struct guessing *g, const struct sw_guess *guess, uint64_t day, bool kept)
{
    return (struct draw){ .work = { .run = run_draw }, .g = g, .guess = *guess, .day = day, .kept = kept };
}

/* All of them at once. */
static int run_draws(struct crew *crew, struct draw *d, size_t n, struct sw_err *err)
{
    struct crew_group begun = { 0 };
    for (size_t i = 0; i < n; i++)
        crew_add(crew, &begun, &d[i].work, CREW_LAST);
    return crew_wait(crew, &begun, err);
}

/* Sums over days; distance_of() takes the means. */
static void add_day(struct trial *t, const struct draw *d)
{
    for (size_t q = 0; q < QUARTERS; q++) {
        t->course.n[q] += d->course.n[q];
        t->course.near[q] += d->course.near[q];
    }
    t->course.hot += d->course.hot;
    t->goal_s += d->goal_s;
    t->free_s += d->free_s;
    t->far += d->placed.rack + d->placed.any;
    t->n_days++;
}

/* ---- how far it is off ------------------------------------------------------------------------------------ */

static double square(double x) { return x * x; }

double guesses_free_distance(const struct hosts_count *of, double share)
{
    const double n = (double)of->n_free, p = ((double)of->n_nowhere + share) / (n + 1);
    /* As in apart() tasks count half. A deviation of 0.07 is the model's own. */
    return n > 0 ? square(p - share) / (2 * p * (1 - p) / n + 0.0049) : 0;
}

double guesses_distance(double goal_s, double recorded_goal_s, double near, double free_s,
                        const struct sw_day_outcome *recorded)
{
    const double least_s = IDLE_LEAST * recorded->used_s;
    /* The more tasks ran far the less the goal tells, as what distance costs is not known. */
    return square(log(goal_s / recorded_goal_s) / (GOAL_SD + (1 - near) / 2))
           + square(log((free_s + least_s) / (recorded->free_s + least_s)) / IDLE_SD);
}

static double distance_of(const struct guessing *g, const struct trial *t)
{
    const double n = (double)t->n_days;
    return guesses_distance(t->goal_s / n, g->recorded_goal_s, g->tried.near, t->free_s / n, &g->recorded);
}

/* How far what it brings is from what was recorded, by one day more. */
static void take_day(struct guessing *g, struct trial *t, const struct draw *d)
{
    add_day(t, d);
    t->gone += d->n_gone;
    t->guess->near = course_near(&t->course);
    /* Data that is gone may be that of more tasks than ran far. */
    t->guess->far_gone = t->far > 0 ? fmin(1, (double)t->gone / (double)t->far) : 0;
    t->apart = t->apart_free + guesses_course_distance(&g->course, &t->course) + distance_of(g, t);
}

/* ---- all of them -------------------------------------------------------------------------------------- */

/* Hotter hosts and data elsewhere explain the same far tasks, so they are not tried together. */
void guesses_list(struct sw_study *s, bool may_be_gone)
{
    const double n_gone = (double)(sizeof gone / sizeof *gone - 1);
    s->n_guesses = 0;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        for (size_t k = 0; k < sizeof gone / sizeof *gone; k++)
            if ((s->ask.replication == 0 || lies[i].replicas == s->ask.replication)
                && (k == 0 || (lies[i].power == 1 && may_be_gone)))
                s->guess[s->n_guesses++] = (struct sw_guess){ .replicas = lies[i].replicas, .power = lies[i].power,
                    .gone = gone[k], .weight = k == 0 ? 1 - PRIOR_GONE : PRIOR_GONE / n_gone };
}

/* A day each, but for those that the log or another's day rules out. Which are, is decided one by one. As many days are
 * begun as there are threads, in the order in which they may be wanted. */
static int try_first(struct guessing *g, struct draw *of, struct sw_err *err)
{
    struct crew *crew = g->s->inside->crew;
    struct crew_group done[SW_GUESSES] = { { 0 } };
    struct trials *all = &g->tried;
    bool begun[SW_GUESSES] = { false };
    size_t n_ahead = 0;
    int status = SW_OK;
    for (struct trial *t; status == SW_OK && (t = guesses_next(all, NULL)); n_ahead--) {
        /* The trial in turn goes first; others are begun ahead of their turns. */
        struct trial *ahead = begun[t - all->at] ? guesses_next(all, begun) : t;
        for (; ahead && (ahead == t || n_ahead < crew_size(crew)); ahead = guesses_next(all, begun)) {
            const size_t i = (size_t)(ahead - all->at);
            begun[i] = true;
            of[i] = draw_of(g, ahead->guess, 0, false);
            crew_add(crew, &done[i], &of[i].work, CREW_LAST);
            n_ahead++;
        }
        status = crew_wait(crew, &done[t - all->at], err);
        take_day(g, t, &of[t - all->at]);
    }
    /* Trials that were begun ahead and ruled out since are waited for: their room is the caller's. */
    for (size_t i = 0; i < all->n; i++)
        if (crew_wait(crew, &done[i], err) != SW_OK)
            status = SW_FAIL;
    return status;
}

/* More days of those that are left. */
static int try_all(struct guessing *g, struct sw_err *err)
{
    /* More tasks tell more, so they take fewer days. */
    const uint64_t n_tasks = g->log->n_tasks, n_days = n_tasks < 5000 ? 4 : n_tasks < 100000 ? 2 : 1;
    struct draw of[SW_GUESSES];
    struct trials *all = &g->tried;
    guesses_list(g->s, g->log->spark && g->count.n_far > 0);
    all->n = g->s->n_guesses;
    /* This part takes no replay. */
    for (size_t i = 0; i < all->n; i++) {
        const double apart = guesses_free_distance(&g->count, g->s->guess[i].gone);
        all->at[i] = (struct trial){ .guess = &g->s->guess[i], .apart_free = apart, .apart = apart };
    }
    if (try_first(g, of, err) != SW_OK)
        return SW_FAIL;
    guesses_leave_out(all);
    for (uint64_t day = 1; day < n_days; day++) {
        for (size_t i = 0; i < all->n; i++)
            of[i] = draw_of(g, all->at[i].guess, day, false);
        if (run_draws(g->s->inside->crew, of, all->n, err) != SW_OK)
            return SW_FAIL;
        for (size_t i = 0; i < all->n; i++)
            take_day(g, &all->at[i], &of[i]);
        guesses_leave_out(all);
    }
    return SW_OK;
}

/* The study's days keep the hosts that tasks ran near their data on. These, too, have to come to the goal, the free
 * slots and the locality that were recorded. Two copies on hot hosts may bring the course of one copy on hosts that are
 * less so. But where a task ran near one copy, the other is a way out that the log's tasks did not have. */
static int try_kept(struct guessing *g, struct sw_err *err)
{
    struct trials *all = &g->tried;
    struct draw of[SW_GUESSES * KEPT_DAYS];
    for (size_t i = 0; i < all->n * KEPT_DAYS; i++)
        of[i] = draw_of(g, all->at[i / KEPT_DAYS].guess, i % KEPT_DAYS, true);
    if (run_draws(g->s->inside->crew, of, all->n * KEPT_DAYS, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < all->n; i++) {
        struct trial *t = &all->at[i];
        /* What the free draws said is in the weight already. */
        *t = (struct trial){ .guess = t->guess };
        for (size_t day = 0; day < KEPT_DAYS; day++)
            add_day(t, &of[i * KEPT_DAYS + day]);
        t->apart = distance_of(g, t) + square((course_near(&t->course) - all->near) / SW_ADVICE_NEAR);
    }
    return SW_OK;
}

static int weigh_guesses(struct guessing *g, struct sw_err *err)
{
    struct trials *all = &g->tried;
    if (try_all(g, err) != SW_OK)
        return SW_FAIL;
    guesses_weigh(all);
    if (try_kept(g, err) != SW_OK)
        return SW_FAIL;
    guesses_weigh(all);
    for (size_t i = 0; i < all->n; i++) /* they stand in order, so none is written over before it is read */
        g->s->guess[i] = *all->at[i].guess;
    g->s->n_guesses = all->n;
    return SW_OK;
}

/* ---- racks -------------------------------------------------------------------------------------------- */

/* The hosts stand in so many racks, at random and as evenly as can be. */
static int draw_racks(uint32_t **out, uint32_t n_hosts, uint64_t n_racks, uint64_t seed, struct sw_err *err)
{
    uint32_t *rack_of = *out = calloc(n_hosts + 1, sizeof *rack_of);
    struct sw_chance c = sw_chance_start(seed, SW_CHANCE_OTHER, n_racks, 0);
    if (!rack_of)
        return sw_err_memory(err);
    /* Fisher and Yates, inside out: host i changes places with one before it. */
    for (uint32_t i = 0; i < n_hosts; i++) {
        const uint32_t k = (uint32_t)sw_chance_below(&c, i + 1);
        rack_of[i] = rack_of[k];
        rack_of[k] = i % (uint32_t)n_racks;
    }
    return SW_OK;
}

static int set_racks(struct guessing *g, uint32_t n_racks, struct sw_err *err)
{
    struct sw_study *s = g->s;
    struct sw_cluster *cl;
    uint32_t *rack_of;
    if (draw_racks(&rack_of, g->count.n_hosts, n_racks, s->opt->seed, err) != SW_OK)
        return SW_FAIL;
    if (nodes_in_racks(g->log, rack_of, &cl, err) != SW_OK) {
        free(rack_of);
        return SW_FAIL;
    }
    sw_cluster_free(s->racks_cl);
    s->racks_cl = cl;
    s->n_racks = n_racks;
    hosts_set_racks(g->hosts, rack_of);
    return SW_OK;
}

/* The share of the far tasks that run in the rack of their data, over two days. */
static int replay_racks(struct guessing *g, const struct sw_guess *guess, double *in_rack, struct sw_err *err)
{
    struct draw of[2] = { draw_of(g, guess, 0, false), draw_of(g, guess, 1, false) };
    uint64_t rack = 0, far = 0;
    if (run_draws(g->s->inside->crew, of, 2, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < 2; i++) {
        rack += of[i].placed.rack;
        far += of[i].placed.rack + of[i].placed.any;
    }
    /* One more in the rack and one beyond keep the share off 0 and 1. */
    *in_rack = ((double)rack + 1) / ((double)far + 2);
    return SW_OK;
}

/* A log may say that tasks ran in the rack of their data, and not which racks there are. It has as many as bring the
 * share of these among the far tasks; one, where no task ran beyond its rack. */
static int find_racks(struct guessing *g, const struct sw_guess *guess, struct sw_err *err)
{
    static const uint32_t tried[] = { 1, 2, 3, 4, 6, 8, 12, 20 };
    const struct sw_located *p = &g->s->back.recorded;
    const double recorded = (double)p->rack / (double)(p->rack + p->any);
    double least = INFINITY, in_rack;
    uint32_t best = 1;
    /* The log names its racks, or no task ran in the rack of its data. */
    if (!g->log->own_racks || p->rack == 0)
        return SW_OK;
    for (size_t i = 0; p->any > 0 && i < sizeof tried / sizeof *tried && tried[i] < g->count.n_hosts; i++) {
        if (set_racks(g, tried[i], err) != SW_OK || replay_racks(g, guess, &in_rack, err) != SW_OK)
            return SW_FAIL;
        if (fabs(in_rack - recorded) < least) {
            least = fabs(in_rack - recorded);
            best = tried[i];
        }
    }
    return set_racks(g, best, err);
}

/* ---- the study's ---------------------------------------------------------------------------------------- */

/* Of van der Corput's sequence: 1/2, 1/4, 3/4, 1/8, ... Its beginnings are even, wherever they end. */
static double even_place(uint64_t run)
{
    double at = 0, part = 0.5;
    for (; run > 0; run /= 2, part /= 2)
        at += run % 2 ? part : 0;
    return at;
}

/* Days take the guesses in turns, each as often as it weighs; run 0 has the likeliest. */
const struct sw_guess *guesses_of_day(const struct sw_study *s, uint64_t run)
{
    const struct sw_guess *best = s->guess;
    double at = even_place(run);
    for (size_t i = 1; i < s->n_guesses; i++)
        if (s->guess[i].weight > best->weight)
            best = &s->guess[i];
    for (size_t i = 0; run > 0 && i < s->n_guesses; i++)
        if ((at -= s->guess[i].weight) <= 0)
            return &s->guess[i];
    return best;
}

/* On days whose far tasks have their data where no executor is, or on all others, does the wait not gain? */
bool guesses_decide(const struct sw_study *s, size_t wait)
{
    struct sw_moments of[2] = { { 0 }, { 0 } };
    for (uint64_t run = 0; s->hidden && run <= s->tried[wait].last_run; run++) {
        const bool gone_mostly = guesses_of_day(s, run)->far_gone > 0.5;
        sw_moments_add(&of[gone_mostly], s->tried[wait].run_s[run] / s->tried[0].run_s[run]);
    }
    return of[0].n > 0 && of[1].n > 0 && (of[0].mean < 1) != (of[1].mean < 1);
}

int guesses_draw(const struct sw_study *s, const struct sw_log *part, uint64_t run, struct sw_text *hosts,
                 char **text, struct sw_err *err)
{
    const struct sw_guess *guess = guesses_of_day(s, run);
    return hosts_draw(s->inside->hosts, guess, part, s->opt->seed, run, hosts, text, err);
}

/* The racks follow from a guess, and the guesses from the racks: once more if the first guess was far off. */
static int guess_all(struct guessing *g, struct sw_err *err)
{
    struct sw_study *s = g->s;
    /* Before anything is known: two copies, spread over hosts as the near tasks are. */
    const struct sw_guess first = { .replicas = s->ask.replication > 0 ? (uint8_t)s->ask.replication : 2, .power = 1 };
    if (look_at_log(g, err) != SW_OK || find_racks(g, &first, err) != SW_OK || weigh_guesses(g, err) != SW_OK)
        return SW_FAIL;
    const uint64_t n_racks = s->n_racks;
    if (find_racks(g, guesses_of_day(s, 0), err) != SW_OK)
        return SW_FAIL;
    return s->n_racks != n_racks ? weigh_guesses(g, err) : SW_OK;
}

static int guess_by(struct guessing *g, const struct sw_log *log, struct sw_err *err)
{
    struct sw_study *s = g->s;
    g->log = log;
    g->part = (struct part){ *log, 0, log->n_jobs };
    g->recorded_goal_s = s->recorded_goal_s;
    g->recorded = s->recorded;
    /* Of a part, the recorded numbers are the part's. */
    if (log != s->ask.log) {
        g->recorded_goal_s = goals_recorded_s(log, s->goal_is_end);
        if (waited_recorded(log, &g->recorded.free_s, &g->recorded.used_s, err) != SW_OK)
            return SW_FAIL;
    }
    if (hosts_start(&g->hosts, log, true, err) != SW_OK || hosts_mark_hot(g->hosts, &g->hot, err) != SW_OK)
        return SW_FAIL;
    g->count = hosts_count(g->hosts);
    return hosts_of_nodes(g->hosts, log->cl, &g->host_of, err) == SW_OK ? guess_all(g, err) : SW_FAIL;
}

/* Guesses by a part are for the whole, which has other hosts in the same racks. */
static int hosts_of_all(struct sw_study *s, struct hosts **of, struct sw_err *err)
{
    uint32_t *rack_of = NULL;
    const uint32_t n_hosts = hosts_count(*of).n_hosts;
    hosts_end(*of);
    *of = NULL;
    if (s->n_racks > 0 && draw_racks(&rack_of, n_hosts, s->n_racks, s->opt->seed, err) != SW_OK)
        return SW_FAIL;
    if (hosts_start(of, s->ask.log, false, err) != SW_OK)
        return SW_FAIL;
    hosts_set_racks(*of, rack_of);
    return SW_OK;
}

/* By the beginning of a large log, if its hosts are hidden, too. */
int guesses_find(struct sw_study *s, struct sw_err *err)
{
    const struct sw_log *log = s->ask.log, beginning = days_beginning(log);
    const bool of_part = beginning.n_jobs < log->n_jobs && hosts_are_hidden(&beginning);
    struct inside *own = s->inside;
    struct guessing g = { .s = s };
    /* Each task is given its hosts. */
    s->opt->placement = SW_PLACE_TRACE;
    s->near = near_share(log);
    if (!(own->recorded_hosts = calloc(log->n_tasks + 1, sizeof *own->recorded_hosts)))
        return sw_err_memory(err);
    int status = guess_by(&g, of_part ? &beginning : log, err);
    course_forget(&g.course);
    free(g.hot);
    free(g.host_of);
    own->hosts = g.hosts;
    const struct sw_guess *guess = guesses_of_day(s, 0);
    s->replicas = guess->replicas;
    if (status == SW_OK && of_part)
        status = hosts_of_all(s, &own->hosts, err);
    return status == SW_OK ? hosts_draw(own->hosts, guess, log, s->opt->seed, 0, own->recorded_hosts,
                                        &own->recorded_text, err) : SW_FAIL;
}
