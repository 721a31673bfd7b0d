/* SPDX-License-Identifier: GPL-3.0-or-later */
/* platform.c - see platform.h: rows, and what they add up to. A row is an application or one of its settings; an
 * application's rows stand together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/platform/platform.h"

/* ---- the record ---------------------------------------------------------------------------------- */

/* TEXT, REAL and COUNT are columns that may be missing. */
#define AT(member) offsetof(struct platform_row, member)
#define TEXT(name, member, help) { name, SW_TEXT, 0, AT(member), help }
#define REAL(name, member, help) { name, SW_REAL, 0, AT(member), help }
#define COUNT(name, member, help) { name, SW_COUNT, 0, AT(member), help }
static const struct sw_column columns[] = {
    { "log", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(log), "id of the application, with its attempt" },
    TEXT("application", application, "what it is called"),
    TEXT("user", user, "whose it is"),
    TEXT("queue", queue, "of YARN"),
    TEXT("pool", pool, "of its jobs; several"),
    TEXT("release", release, "of Spark"),
    { "started_ms", SW_INT, 0, AT(started_ms), "milliseconds since 1970" },
    REAL("span_s", span_s, "to the end of its last job"),
    REAL("executor_s", executor_s, "seconds of all executors until then"),
    REAL("slot_s", slot_s, "the same of their slots"),
    REAL("idle_slot_s", idle_slot_s, "slot-seconds that were free while a task waited"),
    COUNT("jobs", jobs, "in the log"),
    COUNT("tasks", tasks, "in the log"),
    COUNT("faults", faults, "damage found in it"),
    TEXT("advice", advice, "change, leave or cannot-tell"),
    TEXT("why", why, "the reason, in a word"),
    TEXT("note", note, "what had to be assumed, or why nothing is told"),
    TEXT("goal", goal, "end or mean"),
    { "digest", SW_TEXT, SW_NEEDED, AT(digest), "of the files and of what was asked" },
    TEXT("wait", wait, "as --delay has it"),
    { "role", SW_TEXT, SW_NEEDED, AT(role), "recorded, own, candidate, level or shown" },
    TEXT("advised", advised, "yes or no"),
    REAL("makespan_s", end_s, "from the first submission to the last end"),
    REAL("mean_response_s", mean_s, "of its jobs"),
    REAL("share_node", node, "share of tasks"),
    REAL("share_rack", rack, "share of tasks"),
    REAL("share_any", off, "share of tasks"),
    REAL("wait_idle_slot_s", wait_idle_s, "slot-seconds free while tasks waited, under this setting"),
    REAL("change", change, "of the goal against the own wait"),
    REAL("chance_lo", chance_lo, "its interval but for what distance costs"),
    REAL("chance_hi", chance_hi, "its interval but for what distance costs"),
    REAL("change_lo", lo, "with what distance may cost"),
    REAL("change_hi", hi, "with what distance may cost"),
    REAL("back_test_error", error, "of the goal in the replay of the log as it was"),
    COUNT("slower_jobs", slower, "by more than 5 %"),
    TEXT("worst_job", worst_job, "that loses most"),
    REAL("worst_own_s", worst_own_s, "its response under the own wait"),
    REAL("worst_s", worst_s, "its response under this one"),
    TEXT("worst_title", worst_title, "description, call site, SQL execution, group"),
    TEXT("gained_job", gained_job, "that gains most"),
    REAL("gained_own_s", gained_own_s, "its response under the own wait"),
    REAL("gained_s", gained_s, "its response under this one"),
    TEXT("gained_title", gained_title, "description, call site, SQL execution, group"),
};
static const struct platform_row unknown = {
    .log = { "", 0 }, .application = { "", 0 }, .user = { "", 0 }, .queue = { "", 0 }, .pool = { "", 0 },
    .release = { "", 0 }, .advice = { "", 0 }, .why = { "", 0 }, .note = { "", 0 }, .goal = { "", 0 },
    .digest = { "", 0 }, .wait = { "", 0 }, .role = { "", 0 }, .advised = { "", 0 }, .worst_job = { "", 0 },
    .gained_job = { "", 0 }, .worst_title = { "", 0 }, .gained_title = { "", 0 }, .span_s = NAN, .executor_s = NAN,
    .slot_s = NAN, .idle_slot_s = NAN, .end_s = NAN, .mean_s = NAN, .node = NAN, .rack = NAN, .off = NAN,
    .wait_idle_s = NAN, .change = NAN, .chance_lo = NAN, .chance_hi = NAN, .lo = NAN, .hi = NAN, .error = NAN,
    .worst_own_s = NAN, .worst_s = NAN, .gained_own_s = NAN, .gained_s = NAN,
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };
const struct sw_schema platform_schema = { "applications", columns, N_COLUMNS, sizeof(struct platform_row), &unknown };

/* ---- rows ---------------------------------------------------------------------------------------- */

/* A copy that lasts as long as the platform: a reader's text does not. */
static int keep(struct platform *p, struct sw_text *text, struct sw_err *err)
{
    struct platform_text *copy = malloc(sizeof *copy + text->len + 1);
    if (!copy)
        return sw_err_memory(err);
    memcpy(copy->at, text->at, text->len);
    copy->at[text->len] = '\0';
    copy->next = p->texts;
    p->texts = copy;
    text->at = copy->at;
    return SW_OK;
}

static bool is_known(const struct platform_row *row, const struct sw_column *c)
{
    const void *at = (const char *)row + c->offset;
    switch (c->type) {
    case SW_TEXT: return ((const struct sw_text *)at)->len > 0;
    case SW_REAL: return !isnan(*(const double *)at);
    default: return true;
    }
}

int platform_add(struct platform *p, const struct platform_row *row, struct sw_err *err)
{
    if (sw_grow(&p->row, &p->cap, p->n + 1, sizeof *p->row, err) != SW_OK)
        return SW_FAIL;
    struct platform_row *to = &p->row[p->n];
    *to = *row;
    to->known = 0;
    for (size_t i = 0; i < N_COLUMNS; i++) {
        /* A bit for each column, in the order of the schema. */
        if (is_known(row, &columns[i]))
            to->known |= UINT64_C(1) << i;
        struct sw_text *text = (void *)((char *)to + columns[i].offset);
        if (columns[i].type == SW_TEXT && keep(p, text, err) != SW_OK)
            return SW_FAIL;
    }
    p->n++;
    return SW_OK;
}

int platform_read(struct platform *p, struct sw_csv *in, struct sw_err *err)
{
    struct platform_row row;
    int got;
    if (sw_csv_bind(in, &platform_schema, err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_csv_read(in, &row, err)) == 1)
        if (platform_add(p, &row, err) != SW_OK)
            return SW_FAIL;
    return got;
}

static bool is_first(const struct platform_row *row) { return sw_text_is(row->role, "recorded"); }

/* Their texts stay until platform_clear(). */
void platform_drop(struct platform *p, struct sw_text log, int64_t started_ms)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->row[i].started_ms != started_ms || log_compare(p->row[i].log, log) != 0)
            p->row[n++] = p->row[i];
    p->n = n;
}

/* The rows of an application, which move together. */
struct piece { const struct platform_row *first; size_t n; };

static int by_start(const void *a, const void *b)
{
    const struct platform_row *x = ((const struct piece *)a)->first, *y = ((const struct piece *)b)->first;
    return ORDER(x->started_ms, y->started_ms) ?: log_compare(x->log, y->log) ?: log_compare(x->digest, y->digest);
}

static size_t find_pieces(const struct platform *p, struct piece *piece)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (i == 0 || is_first(&p->row[i]))
            piece[n++] = (struct piece){ &p->row[i], 1 };
        else
            piece[n - 1].n++;
    return n;
}

int platform_sort(struct platform *p, struct sw_err *err)
{
    struct piece *piece = calloc(p->n + 1, sizeof *piece);
    struct platform_row *sorted = calloc(p->n + 1, sizeof *sorted);
    size_t n = 0, m = 0;
    if (!piece || !sorted) {
        free(piece);
        free(sorted);
        return sw_err_memory(err);
    }
    n = find_pieces(p, piece);
    qsort(piece, n, sizeof *piece, by_start);
    for (size_t i = 0; i < n; i++) {
        const struct platform_row *x = piece[i].first;
        /* Equals stand together by now. */
        const bool same = i > 0 && x->started_ms == piece[i - 1].first->started_ms
                          && log_compare(x->log, piece[i - 1].first->log) == 0;
        const bool again = same && log_compare(x->digest, piece[i - 1].first->digest) == 0;
        p->n_repeated += again;
        p->n_other += same && !again;
        for (size_t j = 0; !again && j < piece[i].n; j++)
            sorted[m++] = x[j];
    }
    free(piece);
    free(p->row);
    p->row = sorted;
    p->cap = p->n + 1;
    p->n = m;
    return SW_OK;
}

void platform_clear(struct platform *p)
{
    for (struct platform_text *t = p->texts, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    free(p->row);
    *p = (struct platform){ .n = 0 };
}

/* ---- applications -------------------------------------------------------------------------------- */

static void add_setting(struct platform_app *a, const struct platform_row *row)
{
    /* The own setting is first, and is the best until one is advised. */
    if (a->n++ == 0)
        a->setting = a->best = row;
    if (sw_text_is(row->advised, "yes"))
        a->best = row;
}

int platform_apps(const struct platform *p, struct platform_app **out, size_t *n, struct sw_err *err)
{
    struct platform_app *app = *out = calloc(p->n + 1, sizeof *app);
    *n = 0;
    if (!app)
        return sw_err_memory(err);
    for (size_t i = 0; i < p->n; i++) {
        const struct platform_row *row = &p->row[i];
        if (i == 0 || is_first(row))
            app[(*n)++] = (struct platform_app){ .of = row, .changes = sw_text_is(row->advice, "change"),
                                                 .tells = sw_text_is(row->advice, "change")
                                                          || sw_text_is(row->advice, "leave") };
        else
            add_setting(&app[*n - 1], row);
    }
    return SW_OK;
}

const char *const platform_per_words[] = { "log", "user", "queue", "pool", NULL };

struct sw_text platform_group(const struct platform_app *a, enum platform_per per)
{
    switch (per) {
    case PLATFORM_PER_LOG: return a->of->log;
    case PLATFORM_PER_USER: return a->of->user;
    case PLATFORM_PER_QUEUE: return a->of->queue;
    default: return a->of->pool;
    }
}

struct sw_text platform_setting(const struct platform_row *row)
{
    struct sw_text text = row->wait;
    const char *comma = memchr(text.at, ',', text.len);
    if (text.len > 6 && memcmp(text.at, "spark:", 6) == 0 && comma)
        return (struct sw_text){ comma + 1, text.len - (size_t)(comma + 1 - text.at) };
    return text;
}

/* ---- sums ---------------------------------------------------------------------------------------- */

static bool ends_with_its_jobs(const struct platform_app *a) { return sw_text_is(a->of->goal, "end"); }
static double zero_if_unknown(double x) { return isnan(x) ? 0 : x; }

/* An application that is judged by a mean holds its executors whatever its jobs take. */
double platform_saved(const struct platform_app *a, const struct platform_row *setting)
{
    return ends_with_its_jobs(a) ? -zero_if_unknown(setting->change) * zero_if_unknown(a->of->executor_s) : 0;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return ORDER(x, y);
}

/* Half an interval of a sum. Chance is another in each application, so squares add up. What distance costs, and what
 * replays are off by, may be the same in all: they add up as they are. Chance and cost meet as squares. */
struct spread { double chance_square, cost, off; };

static void add_spread(struct spread *s, double chance, double all, double off)
{
    chance = fmax(0, zero_if_unknown(chance));
    s->chance_square += chance * chance;
    s->cost += sqrt(fmax(0, zero_if_unknown(all * all - chance * chance)));
    s->off += off;
}

static double width_of(const struct spread *s) { return sqrt(s->chance_square + s->cost * s->cost) + s->off; }

static void add_facts(struct platform_sum *sum, const struct platform_app *a)
{
    sum->n++;
    sum->hours += zero_if_unknown(a->of->span_s) / 3600;
    sum->executor_s += zero_if_unknown(a->of->executor_s);
    /* Idle seconds and all seconds are of the same applications. */
    sum->slot_s += isnan(a->of->idle_slot_s) ? 0 : zero_if_unknown(a->of->slot_s);
    sum->idle_s += zero_if_unknown(a->of->idle_slot_s);
    sum->n_unknown_idle += isnan(a->of->idle_slot_s) ? 1 : 0;
    sum->n_tell += a->tells;
    sum->n_change += a->changes;
    sum->n_leave += a->tells && !a->changes;
}

int platform_sum(struct platform_sum *sum, const struct platform_app *app, const struct platform_row *const *chosen,
                 const size_t *at, size_t n, struct sw_err *err)
{
    double *change = calloc(n + 1, sizeof *change), worst = 0.01;
    struct spread side[2] = { 0 };
    size_t m = 0;
    *sum = (struct platform_sum){ .median = NAN, .least = NAN, .most = NAN };
    if (!change)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++) {
        /* `at` NULL: all of them, in their order. */
        const struct platform_app *a = &app[at ? at[i] : i];
        const struct platform_row *w = chosen[at ? at[i] : i];
        add_facts(sum, a);
        if (!w)
            continue;
        const double x = change[m++] = zero_if_unknown(w->change);
        sum->n_held += !ends_with_its_jobs(a);
        sum->saved_s += platform_saved(a, w);
        if (ends_with_its_jobs(a)) {
            sum->told_executor_s += zero_if_unknown(a->of->executor_s);
            const double of = zero_if_unknown(a->of->executor_s);
            /* The own setting was recorded, so no replay's error is in it. */
            const double off = w == a->setting ? 0 : of * fabs(zero_if_unknown(w->error));
            add_spread(&side[0], of * (w->change - w->chance_lo), of * (w->change - w->lo), off);
            add_spread(&side[1], of * (w->chance_hi - w->change), of * (w->hi - w->change), off);
        }
        sum->n_lose += x > 0.01;
        if (x > worst) {
            worst = x;
            sum->worst = a;
        }
    }
    /* A change at its lower end saves more. */
    sum->hi_s = sum->saved_s + width_of(&side[0]);
    sum->lo_s = sum->saved_s - width_of(&side[1]);
    qsort(change, m, sizeof *change, by_size);
    if (m > 0) {
        sum->median = m % 2 ? change[m / 2] : (change[m / 2 - 1] + change[m / 2]) / 2;
        sum->least = change[0];
        sum->most = change[m - 1];
    }
    free(change);
    return SW_OK;
}
