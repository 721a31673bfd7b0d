/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folder_page.c - the page of many applications. It follows from their rows alone. Rows may come from several runs
 * and machines, and the page is the same as in one go. Sums and their intervals are made in lib/study/platform; this
 * file chooses, sorts and says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"
#include "tools/advise/folder.h"

struct page {
    const struct platform *rows;
    const struct folder_page *how;
    struct platform_app *app;
    size_t n;
    const struct platform_row **own;     /* of each its own answer; NULL: it cannot tell */
    const struct platform_row **setting; /* of each the setting in question, where it was tried */
    struct platform_sum sum;             /* under its own answer each */
    size_t n_open;                       /* that gain if distance costs nothing, which is open: they are in no sum */
};

static double hours(double s) { return s / 3600; }

/* ---- names --------------------------------------------------------------------------------------- */

/* Room for a name with its NUL. */
enum { NAME = 60 };
/* "not told" for what the log does not say. The text lasts as long as `buf`. */
static const char *app_name(struct sw_text text, char buf[NAME])
{
    snprintf(buf, NAME, "%.*s", (int)(text.len < NAME ? text.len : NAME - 1), text.len > 0 ? text.at : "");
    return text.len > 0 ? buf : "not told";
}

/* "0s", "0s and 3s": of "0s,3s". Two numbers that are the same are said once. */
static const char *setting_of(const struct platform_row *row, char buf[NAME])
{
    struct sw_text text = platform_setting(row);
    const char *comma = memchr(text.at, ',', text.len);
    const size_t n = comma ? (size_t)(comma - text.at) : text.len;
    if (!comma)
        return app_name(text, buf);
    const struct sw_text node = { text.at, n }, rack = { comma + 1, text.len - n - 1 };
    if (sw_text_same(node, rack))
        return app_name(node, buf);
    snprintf(buf, NAME, "%.*s and %.*s", (int)(n < 20 ? n : 20), node.at, (int)(rack.len < 20 ? rack.len : 20),
             rack.at);
    return buf;
}

/* How many users, queues or pools there are. Applications whose log does not say count for none. */
static size_t count_groups(const struct page *p, enum platform_per per)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        bool first = true;
        for (size_t j = 0; j < i && first; j++)
            first = !sw_text_same(platform_group(&p->app[i], per), platform_group(&p->app[j], per));
        n += first && platform_group(&p->app[i], per).len > 0;
    }
    return n;
}

/* --price is that of an executor-hour, in whatever currency. NaN: it was not given. */
static void add_money(struct words *w, const struct page *p, double saved_s)
{
    if (!isnan(p->how->price))
        words_add(w, ", %s at %s an executor-hour", word_number(hours(saved_s) * p->how->price).text,
                  word_number(p->how->price).text);
}

/* Of the executor-hours of those that can tell and end with their jobs. */
static void add_saved(struct words *w, const struct page *p, const struct platform_sum *s)
{
    words_add(w, "%s executor-hours of %s (%s to %s)", word_number(hours(s->saved_s)).text,
              word_number(hours(s->told_executor_s)).text, word_number(hours(s->lo_s)).text,
              word_number(hours(s->hi_s)).text);
    add_money(w, p, s->saved_s);
}

/* ---- the title and the answer ----------------------------------------------------------------------- */

static void put_time(struct words *w, int64_t ms)
{
    const time_t at = (time_t)(ms / 1000);
    struct tm tm;
    char text[40] = "?";
    if (gmtime_r(&at, &tm))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
    words_add(w, "%s", text);
}

/* From the first start to the last end that is known. A start of 0 is not told. */
static void put_title(const struct page *p, const struct sheet *s)
{
    struct words w = { 0 };
    int64_t from = INT64_MAX, to = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct platform_row *of = p->app[i].of;
        const int64_t end = of->started_ms + (isnan(of->span_s) ? 0 : (int64_t)(1000 * of->span_s));
        from = of->started_ms > 0 && of->started_ms < from ? of->started_ms : from;
        to = end > to ? end : to;
    }
    const size_t users = count_groups(p, PLATFORM_PER_USER), queues = count_groups(p, PLATFORM_PER_QUEUE);
    words_add(&w, "%zu application%s of %zu user%s", p->n, many(p->n), users, many(users));
    if (queues > 0)
        words_add(&w, " in %zu queue%s", queues, many(queues));
    if (from < INT64_MAX) {
        words_add(&w, ", ");
        put_time(&w, from);
        words_add(&w, " to ");
        put_time(&w, to);
        words_add(&w, " UTC");
    }
    words_add(&w, ": %s hours of applications, %s executor-hours", word_number(p->sum.hours).text,
              word_number(hours(p->sum.executor_s)).text);
    sheet_title(s, &w);
}

/* Two answers: each application with its own wait, and one setting for all. The second is what a platform's defaults
 * file can say. */
static void put_folder_answer(const struct page *p, const struct platform_row *best, const struct platform_sum *of_best,
                       const struct sheet *s)
{
    struct words w = { 0 };
    char name[NAME];
    const struct platform_sum *sum = &p->sum;
    const size_t untold = p->n - sum->n_tell;
    if (sum->n_tell == 0)
        words_add(&w, "Cannot tell of any of %zu applications; section 4 says why.", p->n);
    else if (sum->n_change == 0)
        words_add(&w, "Leave it in %zu of %zu applications; %zu cannot tell (section 4).", sum->n_leave, p->n, untold);
    else {
        words_add(&w, "Change the wait in %zu of %zu applications, leave it in %zu; %zu cannot tell (section 4). Each "
                  "with its own answer they save ", sum->n_change, p->n, sum->n_leave, untold);
        add_saved(&w, p, sum);
        words_add(&w, ".");
        if (p->n_open > 0)
            words_add(&w, " In no sum: %zu that gain%s if distance costs nothing, which the log leaves open.",
                      p->n_open, p->n_open == 1 ? "s" : "");
    }
    /* The setting that saves most is only named where the whole interval of its saving is above 0. */
    if (best && of_best->lo_s > 0) {
        words_add(&w, " One setting for all that can tell, %s for node and rack, saves ", setting_of(best, name));
        add_saved(&w, p, of_best);
        words_add(&w, "; %zu of %zu lose%s", of_best->n_lose, of_best->n_change + of_best->n_leave,
                  of_best->n_lose == 1 ? "s" : "");
        if (of_best->worst)
            words_add(&w, ", most %s", app_name(of_best->worst->of->log, name));
        words_add(&w, ".");
    } else if (sum->n_tell > 1)
        words_add(&w, " No one setting for all surely saves anything.");
    if (sum->n_held > 0)
        words_add(&w, " %zu of those that tell hold%s their executors whatever their jobs take: quicker jobs save no "
                  "executor-hours there.", sum->n_held, sum->n_held == 1 ? "s" : "");
    sheet_answer(s, &w);
}

/* A fact of the logs, without a replay. Logs that do not tell it are counted. */
static void put_yesterday(const struct page *p, const struct sheet *s)
{
    struct words w = { 0 };
    if (p->sum.n_unknown_idle == p->n)
        words_add(&w, "No log tells how many slots were free while tasks waited.");
    else {
        words_add(&w, "%s slot-hours were free while tasks waited", word_number(hours(p->sum.idle_s)).text);
        if (p->sum.slot_s > 0)
            words_add(&w, ", %.1f %% of %s", 100 * p->sum.idle_s / p->sum.slot_s,
                      word_number(hours(p->sum.slot_s)).text);
        words_add(&w, ". That is a fact of the logs: at each moment the lesser of the free slots and the waiting "
                  "tasks.");
        if (p->sum.n_unknown_idle > 0)
            words_add(&w, " Of %zu application%s it is not known.", p->sum.n_unknown_idle, many(p->sum.n_unknown_idle));
    }
    sheet_section(s, "WAITING", "What waiting cost", &w);
}

/* ---- 1: by user, queue, pool or application ------------------------------------------------------------ */

struct group { struct sw_text name; size_t from, n; struct platform_sum sum; };

static const struct page *sorting; /* for qsort: one thread makes the page */

static int by_group(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return log_compare(platform_group(&sorting->app[x], sorting->how->per),
                       platform_group(&sorting->app[y], sorting->how->per)) ?: ORDER(x, y);
}

/* Those whose tasks waited beside most free slots come first. */
static int by_waiting(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    if (x->sum.idle_s != y->sum.idle_s)
        return x->sum.idle_s > y->sum.idle_s ? -1 : 1;
    return log_compare(x->name, y->name);
}

/* Numbers of applications, hours, and the change of the goal: its median, least and most. NaN: none of the group can
 * tell. */
static void put_group(struct sheet_table *t, const char *name, const struct platform_sum *s)
{
    sheet_name(t, (struct sw_text){ name, strlen(name) });
    sheet_cell(t, "%zu", s->n);
    sheet_cell(t, "%s", word_number(hours(s->executor_s)).text);
    sheet_cell(t, "%s", word_number(hours(s->idle_s)).text);
    sheet_cell(t, "%s", s->slot_s > 0 ? word_number(100 * s->idle_s / s->slot_s).text : "");
    sheet_cell(t, "%zu/%zu/%zu", s->n_change, s->n_leave, s->n - s->n_tell);
    if (isnan(s->median))
        sheet_cell(t, "%s", "");
    else
        sheet_cell(t, "%+.1f (%+.1f %+.1f)", 100 * s->median + 0.0, 100 * s->least + 0.0, 100 * s->most + 0.0);
    sheet_cell(t, "%s (%s %s)", word_number(hours(s->saved_s)).text, word_number(hours(s->lo_s)).text,
               word_number(hours(s->hi_s)).text);
}

/* Applications are sorted by group, and each run of equal names is summed up. A group keeps the order of rows. */
static int put_groups(struct page *p, const struct sheet *s, struct sw_err *err)
{
    enum { MOST = 20 };
    static const char *const heads[] = { "", "apps", "exec. h", "idle slot h", "% of slots", "chg/leave/?",
                                         "change, % (range)", "saves exec. h" };
    size_t *at = calloc(p->n + 1, sizeof *at), n = 0;
    struct group *g = calloc(p->n + 1, sizeof *g);
    struct sheet_table *t = calloc(1, sizeof *t);
    char name[NAME], head[80];
    int status = at && g && t ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; status == SW_OK && i < p->n; i++)
        at[i] = i;
    sorting = p;
    if (status == SW_OK)
        qsort(at, p->n, sizeof *at, by_group);
    /* from is a place in `at`, which names applications by their places. */
    for (size_t i = 0; status == SW_OK && i < p->n; i++) {
        struct sw_text of = platform_group(&p->app[at[i]], p->how->per);
        if (i == 0 || log_compare(of, g[n - 1].name) != 0)
            g[n++] = (struct group){ .name = of, .from = i };
        g[n - 1].n++;
    }
    for (size_t i = 0; status == SW_OK && i < n; i++)
        status = platform_sum(&g[i].sum, p->app, p->own, at + g[i].from, g[i].n, err);
    if (status == SW_OK) {
        qsort(g, n, sizeof *g, by_waiting);
        t->n_columns = sizeof heads / sizeof *heads;
        for (size_t i = 0; i < t->n_columns; i++)
            sheet_cell(t, "%s", i == 0 ? platform_per_words[p->how->per] : heads[i]);
        for (size_t i = 0; i < n && i < MOST; i++)
            put_group(t, app_name(g[i].name, name), &g[i].sum);
        put_group(t, "all", &p->sum);
        snprintf(head, sizeof head, "1 WHO PAID, WHO GAINS: per %s%s", platform_per_words[p->how->per],
                 n > MOST ? ", the 20 that waited most" : "");
        sheet_table(s, head, "1 Who paid for waiting, and who gains", t);
    }
    free(at);
    free(g);
    free(t);
    return status;
}

/* ---- 2: one setting for all ---------------------------------------------------------------------------- */

/* Of each application that tells the row of this setting; where its cost decides there is none. A row without an
 * interval is one whose cost is open; the own setting, at 0, has none and changes nothing. Returns how many have
 * tried the setting. */
static size_t choose_setting(struct page *p, struct sw_text setting)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->setting[i] = NULL;
        for (size_t j = 0; p->app[i].tells && j < p->app[i].n && !p->setting[i]; j++) {
            const struct platform_row *row = &p->app[i].setting[j];
            const bool sure = j == 0 || !isnan(row->lo);
            if (sure && !sw_text_is(row->role, "shown") && sw_text_same(platform_setting(row), setting))
                p->setting[i] = row;
        }
        n += p->setting[i] ? 1 : 0;
    }
    return n;
}

/* A setting that many applications have tried: one of its rows, how many tell of it, and what it comes to. */
struct common { const struct platform_row *row; size_t n; struct platform_sum sum; };

static int by_saving(const void *a, const void *b)
{
    const struct common *x = a, *y = b;
    if (x->sum.saved_s != y->sum.saved_s)
        return x->sum.saved_s > y->sum.saved_s ? -1 : 1;
    return log_compare(platform_setting(x->row), platform_setting(y->row));
}

/* Settings that at least half of those that tell have tried. Sorted by what they save. At most `cap` different ones
 * are looked at, in the order of rows. */
static int find_common(struct page *p, struct common *common, size_t cap, size_t *n, struct sw_err *err)
{
    *n = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; p->app[i].tells && j < p->app[i].n && *n < cap; j++) {
            const struct platform_row *row = &p->app[i].setting[j];
            bool seen = sw_text_is(row->role, "shown");
            for (size_t k = 0; k < *n && !seen; k++)
                seen = sw_text_same(platform_setting(common[k].row), platform_setting(row));
            if (!seen)
                common[(*n)++] = (struct common){ .row = row };
        }
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        common[i].n = choose_setting(p, platform_setting(common[i].row));
        if (2 * common[i].n < p->sum.n_tell)
            continue;
        if (platform_sum(&common[i].sum, p->app, p->setting, NULL, p->n, err) != SW_OK)
            return SW_FAIL;
        /* n_change is here how many have tried the setting: "N of M lose" takes M from it. */
        common[i].sum.n_change = common[i].n;
        common[i].sum.n_leave = 0;
        common[kept++] = common[i];
    }
    *n = kept;
    qsort(common, *n, sizeof *common, by_saving);
    return SW_OK;
}

/* At most eight, those that save most first, with who loses most under each. */
static int put_common(const struct common *c, size_t n, const struct sheet *s, struct sw_err *err)
{
    enum { MOST = 8 };
    static const char *const heads[] = { "node and rack", "tell", "change, % (range)", "saves exec. h (interval)",
                                         "lose", "most" };
    struct sheet_table *t = calloc(1, sizeof *t);
    char name[NAME];
    if (!t)
        return sw_err_memory(err);
    t->n_columns = sizeof heads / sizeof *heads;
    for (size_t i = 0; i < t->n_columns; i++)
        sheet_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < n && i < MOST; i++) {
        const struct platform_sum *of = &c[i].sum;
        sheet_cell(t, "%s", setting_of(c[i].row, name));
        sheet_cell(t, "%zu", c[i].n);
        sheet_cell(t, "%+.1f (%+.1f %+.1f)", 100 * of->median + 0.0, 100 * of->least + 0.0, 100 * of->most + 0.0);
        sheet_cell(t, "%s (%s %s)", word_number(hours(of->saved_s)).text, word_number(hours(of->lo_s)).text,
                   word_number(hours(of->hi_s)).text);
        sheet_cell(t, "%zu", of->n_lose);
        sheet_name(t, of->worst ? of->worst->of->log : (struct sw_text){ "", 0 });
    }
    sheet_table(s, "2 ONE SETTING FOR ALL THAT CAN TELL", "2 One setting for all that can tell", t);
    free(t);
    return SW_OK;
}

/* ---- 3: those that matter ------------------------------------------------------------------------------ */

/* Before others those whose answer saves most; then those that waited most. Executor-seconds decide; idle
 * slot-seconds that are not known come last. */
static int by_weight(const void *a, const void *b)
{
    const struct platform_app *x = *(struct platform_app *const *)a, *y = *(struct platform_app *const *)b;
    const double of_x = x->changes ? platform_saved(x, x->best) : 0, of_y = y->changes ? platform_saved(y, y->best) : 0;
    if (of_x != of_y)
        return of_x > of_y ? -1 : 1;
    const double idle_x = isnan(x->of->idle_slot_s) ? -1 : x->of->idle_slot_s;
    const double idle_y = isnan(y->of->idle_slot_s) ? -1 : y->of->idle_slot_s;
    return idle_x != idle_y ? (idle_x > idle_y ? -1 : 1) : ORDER(x, y);
}

/* "now" is under the setting that is advised. No job: nothing is said. */
static void put_job(struct words *w, const char *what, struct sw_text job, struct sw_text title, double own_s,
                    double now_s)
{
    if (job.len == 0)
        return;
    words_add(w, " %s: ", what);
    words_add_job(w, job, title);
    words_add(w, ", %s s for %s s.", word_number(now_s).text, word_number(own_s).text);
}

/* A paragraph of one application: what it is called, what it should do, what that brings, and which of its jobs
 * notice. */
static void put_app(const struct page *p, const struct platform_app *a, size_t place, const struct sheet *s)
{
    struct words w = { 0 };
    char name[4][NAME];
    const struct platform_row *of = a->of, *best = a->best;
    words_add(&w, "%zu. %s", place, app_name(of->log, name[0]));
    if (of->application.len > 0 && !sw_text_same(of->application, of->log))
        words_add(&w, " (%s)", app_name(of->application, name[1]));
    words_add(&w, " of %s%s%s: ", app_name(of->user, name[2]), of->queue.len > 0 ? ", queue " : "",
              of->queue.len > 0 ? app_name(of->queue, name[3]) : "");
    if (a->changes) {
        words_add(&w, "%s for node and rack instead of ", setting_of(best, name[0]));
        words_add(&w, "%s: %s", setting_of(a->setting, name[1]), word_percent(best->change).text);
        if (!isnan(best->lo))
            words_add(&w, " (%s to %s)", word_percent(best->lo).text, word_percent(best->hi).text);
        words_add(&w, " of %s", sw_text_is(of->goal, "end") ? "its end" : "its jobs' mean response");
        if (platform_saved(a, best) > 0) {
            words_add(&w, ", %s executor-hours", word_number(hours(platform_saved(a, best))).text);
            add_money(&w, p, platform_saved(a, best));
        }
        words_add(&w, ".");
    } else
        words_add(&w, "%s.", a->tells ? "leave it" : "cannot tell");
    if (of->idle_slot_s > 0)
        words_add(&w, " %s slot-hours were free while its tasks waited.", word_number(hours(of->idle_slot_s)).text);
    if (a->changes) {
        put_job(&w, "Gains most", best->gained_job, best->gained_title, best->gained_own_s, best->gained_s);
        put_job(&w, "Loses most", best->worst_job, best->worst_title, best->worst_own_s, best->worst_s);
    }
    if (place == 1)
        sheet_section(s, "3 MATTER", "3 The applications that matter most", &w);
    else
        sheet_more(s, &w);
}

static int put_heavy(const struct page *p, const struct sheet *s, struct sw_err *err)
{
    enum { MOST = 10 };
    struct platform_app **at = calloc(p->n + 1, sizeof *at);
    if (!at)
        return sw_err_memory(err);
    for (size_t i = 0; i < p->n; i++)
        at[i] = &p->app[i];
    qsort(at, p->n, sizeof *at, by_weight);
    for (size_t i = 0; i < p->n && i < MOST; i++)
        put_app(p, at[i], i + 1, s);
    free(at);
    return SW_OK;
}

/* ---- 4: those that cannot tell ------------------------------------------------------------------------- */

/* By the words of column `why` (platform_take.c), in the order in which the page names them. */
static const struct { const char *why, *words; } reasons[] = {
    { "unreadable", "cannot be read or replayed" },
    { "not-replayed", "lack what a replay needs" },
    { "no-job", "have no job that finished" },
    { "no-preference", "have no task that is known to have preferred a host" },
    { "few", "have fewer than 30 tasks that preferred hosts" },
    { "poor", "replay more than 10 % off" },
    { "error", "gain less than the replay's own error" },
    { "chance", "gain nothing on some days like theirs" },
    { "distance", "would run tasks farther from their data than the log can price" },
    { "locality", "reached a locality that no drawing of hidden hosts meets" },
    { "hidden", "have data of which the log does not say whether executors were on its hosts" },
    { "executors", "let executors go while tasks waited" },
};

/* Each reason with how many have it and the first of them. What could not be read has its messages below, five at
 * most. */
static void put_untold(const struct page *p, const struct sheet *s)
{
    enum { NOTES = 5 };
    struct words w = { 0 };
    char name[NAME];
    size_t n_failed = 0;
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++) {
        size_t n = 0;
        const struct platform_app *first = NULL;
        for (size_t i = 0; i < p->n; i++)
            if (!p->app[i].tells && sw_text_is(p->app[i].of->why, reasons[k].why)) {
                first = first ? first : &p->app[i];
                n++;
            }
        if (n > 0)
            words_add(&w, "%s%zu %s (%s%s)", w.n > 0 ? "; " : "", n, reasons[k].words, app_name(first->of->log, name),
                      n > 1 ? ", ..." : "");
    }
    if (w.n > 0)
        words_add(&w, ".");
    sheet_section(s, "4 UNTOLD", "4 Those that cannot tell", &w);
    for (size_t i = 0; i < p->n; i++) {
        struct words note = { 0 };
        if (!sw_text_is(p->app[i].of->why, "unreadable") || n_failed++ >= NOTES)
            continue;
        words_add(&note, "%s: %.*s", app_name(p->app[i].of->log, name), (int)p->app[i].of->note.len,
                  p->app[i].of->note.at);
        sheet_more(s, &note);
    }
    if (n_failed > NOTES) {
        struct words note = { 0 };
        words_add(&note, "And %zu more, in --rows.", n_failed - NOTES);
        sheet_more(s, &note);
    }
}

/* ---- the page ---------------------------------------------------------------------------------------- */

/* Sums come before the first word: a failure leaves no half of a page. */
static int put_folder(struct page *p, const struct sheet *s, struct sw_err *err)
{
    enum { MOST = 64 };
    struct common *common = calloc(MOST, sizeof *common);
    size_t n = 0;
    int status = common ? platform_sum(&p->sum, p->app, p->own, NULL, p->n, err) : sw_err_memory(err);
    if (status == SW_OK)
        status = find_common(p, common, MOST, &n, err);
    if (status == SW_OK) {
        put_title(p, s);
        put_folder_answer(p, n > 0 ? common[0].row : NULL, n > 0 ? &common[0].sum : NULL, s);
        put_yesterday(p, s);
        status = put_groups(p, s, err);
    }
    if (status == SW_OK)
        status = put_common(common, n, s, err);
    if (status == SW_OK)
        status = put_heavy(p, s, err);
    if (status == SW_OK) {
        put_untold(p, s);
        struct words w = { 0 };
        words_add(&w,
            "Each application is replayed alone, on its own executors. Executor-hours are those to the end of "
            "its last job; one that ends sooner holds its executors for less time. Intervals are of 95 %%: chance is "
            "another in each application, so its squares add up; what distance costs and replays are off by may be "
            "the same in all, and adds up as it is. slot-advise FILE gives the page of one application, --rows "
            "its settings.");
        sheet_section(s, "READ", "How to read it", &w);
    }
    free(common);
    return status;
}

/* An application that gains only if distance costs nothing has no interval (lo NaN): it is told apart and is in no
 * sum. */
int folder_page_put(const struct platform *rows, const struct folder_page *how, const struct sheet *s,
                    struct sw_err *err)
{
    struct page p = { .rows = rows, .how = how };
    if (platform_apps(rows, &p.app, &p.n, err) != SW_OK)
        return SW_FAIL;
    p.own = calloc(p.n + 1, sizeof *p.own);
    p.setting = calloc(p.n + 1, sizeof *p.setting);
    for (size_t i = 0; p.own && i < p.n; i++) {
        const bool open = p.app[i].changes && isnan(p.app[i].best->lo);
        p.own[i] = p.app[i].tells && !open ? p.app[i].best : NULL;
        p.n_open += open;
    }
    const int status = p.own && p.setting ? put_folder(&p, s, err) : sw_err_memory(err);
    free(p.app);
    free(p.own);
    free(p.setting);
    return status;
}
