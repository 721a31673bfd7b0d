/* SPDX-License-Identifier: GPL-3.0-or-later */
/* case.c - one problem as slot-fair reads it: the rows of a case, kept as they came, and their shares. Rows are kept
 * as text, too, since the output carries the columns of the input. The arithmetic is that of lib/fair. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/fair/fair.h"
#include "lib/base/grow.h"
#include "lib/base/sw_shown.h"

/* A rule's own columns all begin at N_COLS, as one rule is in force. A bit of `known` behind N_COLS is read under its
 * rule alone. */
enum { COL_CASE, COL_POOL, COL_PARENT, COL_DEMAND, COL_WEIGHT, COL_MIN, COL_MAX, COL_MIN_MAPS, COL_MAX_MAPS,
       COL_TOTAL, N_COLS, COL_SHARES = N_COLS, COL_USAGE,
       COL_CAPACITY = N_COLS, COL_MAX_CAPACITY, COL_USER_LIMIT, COL_USERS,
       COL_WINDOWS = N_COLS, COL_CAP,
       COL_QUOTA = N_COLS, COL_PRIORITY, COL_LIMIT, COL_LENDING, COL_BORROWING, COL_PART_USED, MOST_COLS };
/* What an empty field stands for: weight 1, no maximum, no limit. */
static const struct fair_row defaults = { .case_id = { "", 0 }, .weight = 1, .max_share = INFINITY,
                                          .shares = { "1", 1 }, .quota = NAN, .limit = INFINITY,
                                          .lending_limit = INFINITY, .borrowing_limit = INFINITY,
                                          .cap = INFINITY };
#define AT(member) offsetof(struct fair_row, member)
static const struct sw_column columns[] = {
    [COL_CASE] = { "case_id", SW_TEXT, SW_NOT_EMPTY, AT(case_id), "rows with the same value are one problem" },
    [COL_POOL] = { "pool", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(pool), "unique within the case" },
    [COL_PARENT] = { "parent", SW_TEXT, 0, AT(parent), "the pool that this one is inside of" },
    [COL_DEMAND] = { "demand", SW_REAL, SW_NEEDED | SW_NOT_NEGATIVE, AT(demand), "slots asked for" },
    [COL_WEIGHT] = { "weight", SW_REAL, SW_NOT_NEGATIVE, AT(weight), "part of what is shared out by weight" },
    [COL_MIN] = { "min_share", SW_REAL, SW_NOT_NEGATIVE, AT(min_share), "slots promised" },
    [COL_MAX] = { "max_share", SW_REAL, SW_NOT_NEGATIVE, AT(max_share), "slots at most" },
    [COL_MIN_MAPS] = { "min_maps", SW_REAL, SW_NOT_NEGATIVE, AT(min_maps), "map slots promised, without min_share" },
    [COL_MAX_MAPS] = { "max_maps", SW_REAL, SW_NOT_NEGATIVE, AT(max_maps), "map slots at most, without max_share" },
    [COL_TOTAL] = { "total", SW_REAL, SW_NOT_NEGATIVE, AT(total), "slots of the case" },
};
static const struct sw_column columns_of_usage[] = {
    { "shares", SW_TEXT, SW_NEEDED, AT(shares), "its part beside the others of its level, or parent" },
    { "usage", SW_REAL, SW_NEEDED | SW_NOT_NEGATIVE, AT(usage), "what it has used, decayed" },
};
static const struct sw_column columns_of_windows[] = {
    { "windows", SW_TEXT, SW_NEEDED, AT(windows), "what it has used in each window, the present one first: 8|12|69" },
    { "cap", SW_REAL, SW_NOT_NEGATIVE, AT(cap), "per cent of usage above which its jobs are held" },
};
static const struct sw_column columns_of_tasks[] = {
    { "slots_each", SW_REAL, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, AT(each[0]), "slots of a task" },
    { "memory_each", SW_REAL, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, AT(each[1]), "memory of a task" },
};
static const struct sw_column columns_of_capacity[] = {
    { "capacity", SW_REAL, SW_NEEDED | SW_NOT_NEGATIVE, AT(capacity), "guaranteed part of the slots" },
    { "max_capacity", SW_REAL, SW_NOT_NEGATIVE, AT(max_capacity), "largest part of the slots" },
    { "user_limit", SW_REAL, SW_NOT_NEGATIVE, AT(user_limit), "largest part of the capacity for one user" },
    { "users", SW_REAL, SW_NOT_NEGATIVE, AT(users), "how many users ask; without: as many as it takes" },
};
static const struct sw_column columns_of_quota[] = {
    { "quota", SW_REAL, SW_NOT_NEGATIVE, AT(quota), "slots that it has before any surplus; without: min_share" },
    { "priority", SW_INT, 0, AT(priority), "whose part of the surplus comes first: the greater" },
    { "limit", SW_REAL, SW_NOT_NEGATIVE, AT(limit), "slots at most; without: max_share" },
    { "lending_limit", SW_REAL, SW_NOT_NEGATIVE, AT(lending_limit), "slots of its quota that it lends, at most" },
    { "borrowing_limit", SW_REAL, SW_NOT_NEGATIVE, AT(borrowing_limit), "slots above its quota, at most" },
    { "usage", SW_REAL, SW_NOT_NEGATIVE, AT(usage), "part of the cluster that it used recently (--usage-weight)" },
};
#undef AT

/* The columns of all rules, then those of one. The schema is made again at each call. */
const struct sw_schema *case_schema(enum rule rule, bool demands)
{
#define MORE(columns) { columns, sizeof columns / sizeof *columns }
    static const struct { const struct sw_column *at; size_t n; } of_rule[] = {
        [RULE_CAPACITY] = MORE(columns_of_capacity), [RULE_QUOTA] = MORE(columns_of_quota),
        [RULE_DRF] = MORE(columns_of_tasks), [RULE_FAIR_TREE] = MORE(columns_of_usage),
        [RULE_USAGE] = MORE(columns_of_usage), [RULE_WINDOWS] = MORE(columns_of_windows) };
#undef MORE
    static struct sw_column all[MOST_COLS];
    static struct sw_schema schema = { "fair", all, N_COLS, sizeof(struct fair_row), &defaults };
    /* The rules demand and yarn have no columns of their own: n is 0. */
    memcpy(all, columns, sizeof columns);
    for (size_t i = 0; i < of_rule[rule].n; i++)
        all[N_COLS + i] = of_rule[rule].at[i];
    if (!demands || of_rule[rule].n > 0)
        all[COL_DEMAND].flags &= ~(unsigned)SW_NEEDED;
    schema.n_columns = N_COLS + of_rule[rule].n;
    return &schema;
}

const char *case_pool_name(const void *of, size_t i)
{
    return ((const struct fair_case *)of)->names.name[i];
}

/* end[] holds the ends of all fields, row by row, n_columns of each. */
struct sw_text case_field(const struct fair_case *c, size_t place, size_t column)
{
    size_t k = place * c->n_columns + column, begin = k > 0 ? c->end[k - 1] : 0;
    return (struct sw_text){ c->text + begin, c->end[k] - begin };
}

/* Before each case, and before the first. */
void case_empty(struct fair_case *c)
{
    sw_fair_names_clear(&c->names);
    c->text_len = c->n_ends = 0;
    c->open = false;
    c->total = NAN;
}

void case_clear(struct fair_case *c)
{
    case_empty(c);
    /* All arrays of case_solve() and of the rows. */
    void *owned[] = { c->row, c->text, c->end, c->claim, c->share, c->level, c->parent, c->rank, c->whole, c->slots,
                      c->water, c->steady_claim, c->steady, c->only, c->quota_claim, c->windows, c->percent,
                      c->quota, c->usage_claim, c->usage, c->tasks, c->dominant };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    sw_fair_space_clear(&c->space);
    sw_fair_tree_clear(&c->tree);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The message has the field as it was typed. */
static int check_number(const struct sw_csv *in, int column, double x, double least, double most, bool whole,
                        struct sw_err *err)
{
    const char *wrong = NULL;
    if (x > most)
        wrong = "too large";
    else if (x < least && x > 0)
        wrong = "too small";
    else if (whole && x != floor(x))
        wrong = "not a whole number, as --whole needs";
    if (!wrong)
        return SW_OK;
    struct sw_text typed = sw_csv_row(in)->field[sw_csv_find(in, columns[column].name)];
    return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, columns[column].name, "%s: '%.*s'", wrong,
                       (int)typed.len, typed.at);
}

/* An empty field is one share. "parent" is Slurm's word for the shares of the parent (U1). */
static bool read_shares(const struct fair_row *row, struct sw_usage_claim *to)
{
    to->from_parent = sw_text_is(row->shares, "parent");
    to->usage = row->usage;
    to->shares = to->from_parent ? 0 : 1;
    if (to->from_parent || !row->shares.len)
        return true;
    return sw_num_real(row->shares.at, row->shares.len, &to->shares) == SW_OK && to->shares >= 0
        && to->shares <= SW_FAIR_WEIGHT_MAX;
}

int case_check_row(const struct config *cfg, const struct sw_csv *in, const struct fair_row *row, struct sw_err *err)
{
    /* Whole slots can only be dealt out of whole demands and limits. */
    bool whole = cfg->whole != WHOLE_NONE;
    /* These rules share out no slots, so only their own columns are looked at. */
    if (rule_is_of_usage(cfg->rule)) {
        struct sw_usage_claim claim;
        if (!read_shares(row, &claim))
            return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "shares", "not a number, nor parent: '%.*s'",
                               (int)row->shares.len, row->shares.at);
        if (row->usage <= SW_FAIR_SLOTS_MAX)
            return SW_OK;
        return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "usage", "too large");
    }
    if (cfg->rule == RULE_WINDOWS)
        return windows_check_row(in, row, err);
    if (cfg->rule == RULE_DRF && row->weight <= 0)
        return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, "weight", "must be above 0 with --rule drf");
    if (cfg->rule == RULE_CAPACITY && (row->capacity > 1 || row->max_capacity > 1))
        return sw_err_data(err, sw_csv_path(in), sw_csv_row(in)->line, row->capacity > 1 ? "capacity" : "max_capacity",
                           "is above 1, all the slots of the cluster");
    if (check_number(in, COL_DEMAND, row->demand, 0, SW_FAIR_SLOTS_MAX, whole, err) != SW_OK
        || check_number(in, COL_WEIGHT, row->weight, SW_FAIR_WEIGHT_MIN, SW_FAIR_WEIGHT_MAX, false, err) != SW_OK
        || check_number(in, COL_MIN, row->min_share, 0, SW_FAIR_SLOTS_MAX, whole, err) != SW_OK
        || check_number(in, COL_MIN_MAPS, row->min_maps, 0, SW_FAIR_SLOTS_MAX, whole, err) != SW_OK
        || check_number(in, COL_MAX_MAPS, row->max_maps, 0, SW_FAIR_SLOTS_MAX, whole, err) != SW_OK
        || check_number(in, COL_TOTAL, row->total, 0, SW_FAIR_SLOTS_MAX, whole, err) != SW_OK)
        return SW_FAIL;
    if (cfg->rule == RULE_QUOTA && quota_check_row(in, row, whole, err) != SW_OK)
        return SW_FAIL;
    if (isinf(row->max_share))
        return SW_OK; /* none was given */
    return check_number(in, COL_MAX, row->max_share, 0, SW_FAIR_SLOTS_MAX, whole, err);
}

/* A pool has one row in a case, and all rows of a case have one total. */
int case_check(struct fair_case *c, const struct fair_row *row, struct sw_err *err)
{
    uint64_t line = sw_csv_row(c->in)->line;
    size_t place;
    if (!sw_fair_names_find(&c->names, row->pool.at, row->pool.len, &place)) {
        if (!(row->known & 1u << COL_TOTAL))
            return SW_OK;
        if (isnan(c->total))
            c->total = row->total;
        /* The first row that says a total says it for the case. */
        if (c->total == row->total)
            return SW_OK;
        return sw_err_data(err, sw_csv_path(c->in), line, "total", "'%s', but earlier in the case '%s'",
                           shown_real(row->total).text, shown_real(c->total).text);
    }
    return sw_err_data(err, sw_csv_path(c->in), line, "pool", "'%s' has a row already, on line %llu",
                       c->names.name[place], (unsigned long long)c->row[place].line);
}

/* -1: the field is empty. */
static double part_or_none(const struct fair_row *row, int column, double x)
{
    return row->known & 1u << column ? x : -1;
}

int case_add(struct fair_case *c, const struct fair_row *row, struct sw_err *err)
{
    const struct sw_row *raw = sw_csv_row(c->in);
    size_t place;
    bool known;
    if (sw_grow(&c->row, &c->cap_rows, c->names.n + 1, sizeof *c->row, err) != SW_OK
        || sw_fair_names_add(&c->names, row->pool.at, row->pool.len, &place, &known, err) != SW_OK)
        return SW_FAIL;
    /* min_share and max_share go before min_maps and max_maps. */
    double least = row->known & 1u << COL_MIN ? row->min_share : row->known & 1u << COL_MIN_MAPS ? row->min_maps : 0;
    double most = row->known & 1u << COL_MAX ? row->max_share : row->known & 1u << COL_MAX_MAPS ? row->max_maps
                                                                                               : INFINITY;
    c->row[place] = (struct kept){
        raw->line,
        { row->demand, row->weight, least, most },
        row->known & 1u << COL_DEMAND,
        row->known & 1u << COL_USAGE,
        { 0, 0, false },
        { row->known & 1u << COL_DEMAND ? row->demand : INFINITY, row->weight, { row->each[0], row->each[1] } },
        { part_or_none(row, COL_CAPACITY, row->capacity), part_or_none(row, COL_MAX_CAPACITY, row->max_capacity),
          part_or_none(row, COL_USER_LIMIT, row->user_limit), part_or_none(row, COL_USERS, row->users) }
    };
    /* Without a quota the minimum is one; without a limit the maximum is. */
    c->row[place].quota = (struct sw_quota_claim){
        row->demand, row->known & 1u << COL_QUOTA || !(row->known & 1u << COL_MIN) ? row->quota : least, row->weight,
        row->known & 1u << COL_LIMIT ? row->limit : most, row->lending_limit, row->borrowing_limit,
        (int32_t)row->priority, row->usage, 0 };
    c->row[place].windows.cap = row->known & 1u << COL_CAP ? row->cap : INFINITY;
    windows_read(row->windows, c->row[place].windows.used);
    (void)read_shares(row, &c->row[place].usage);
    /* Its fields as they came, for case_field(). */
    size_t len = 0;
    for (size_t i = 0; i < raw->n; i++)
        len += raw->field[i].len;
    if (sw_grow(&c->text, &c->cap_text, c->text_len + len + 1, 1, err) != SW_OK
        || sw_grow(&c->end, &c->cap_ends, c->n_ends + raw->n, sizeof *c->end, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < raw->n; i++) {
        if (raw->field[i].len > 0)
            memcpy(c->text + c->text_len, raw->field[i].at, raw->field[i].len);
        c->end[c->n_ends++] = c->text_len += raw->field[i].len;
    }
    return SW_OK;
}

/* ---- shares ---------------------------------------------------------------------------------- */

/* Arrays grow by half, and their old contents are not wanted. */
static int solved_room(struct fair_case *c, struct sw_err *err)
{
    size_t cap = c->names.n + c->names.n / 2 + 8;
    if (c->names.n < c->cap_solved)
        return SW_OK;
    c->cap_solved = 0;
#define ROOM(array) (free(c->array), (c->array = calloc(cap, sizeof *c->array)))
    bool all = ROOM(claim) && ROOM(share) && ROOM(level) && ROOM(parent) && ROOM(rank) && ROOM(whole) && ROOM(slots)
        && ROOM(water) && ROOM(steady_claim) && ROOM(steady) && ROOM(only) && ROOM(quota_claim) && ROOM(quota)
        && ROOM(usage_claim) && ROOM(usage) && ROOM(tasks) && ROOM(dominant) && ROOM(windows) && ROOM(percent);
#undef ROOM
    if (!all)
        return sw_err_memory(err);
    c->cap_solved = cap;
    return SW_OK;
}

/* Always SW_FAIL. The message has the nearest name of the case. */
static int unknown_parent(const struct fair_case *c, size_t i, struct sw_text parent, struct sw_err *err)
{
    char *typed = strndup(parent.at, parent.len);
    if (!typed)
        return sw_err_memory(err);
    const char *near = sw_err_nearest(typed, (const char *const *)c->names.name, c->names.n);
    if (near)
        (void)sw_err_data(err, sw_csv_path(c->in), c->row[i].line, "parent", "no such pool: '%s' (did you mean '%s'?)",
                          typed, near);
    else
        (void)sw_err_data(err, sw_csv_path(c->in), c->row[i].line, "parent", "no such pool: '%s'", typed);
    free(typed);
    return SW_FAIL;
}

/* Pools may stand above rows that come later, so this is after the last row. */
static int find_parents(struct fair_case *c, struct sw_err *err)
{
    size_t column = sw_csv_find(c->in, "parent"), place;
    for (size_t i = 0; i < c->names.n; i++) {
        struct sw_text parent = column == SW_NO_COLUMN ? (struct sw_text){ "", 0 } : case_field(c, i, column);
        c->parent[i] = SW_FAIR_TOP;
        if (parent.len == 0)
            continue;
        if (!sw_fair_names_find(&c->names, parent.at, parent.len, &place))
            return unknown_parent(c, i, parent, err);
        c->parent[i] = (uint32_t)place;
    }
    /* SW_FAIR_TOP: it failed for another reason than a loop. */
    uint32_t looped;
    if (sw_fair_tree_set(&c->tree, c->parent, c->names.n, &looped, err) == SW_OK)
        return SW_OK;
    if (looped == SW_FAIR_TOP)
        return SW_FAIL;
    return sw_err_data(err, sw_csv_path(c->in), c->row[looped].line, "parent", "'%s' is inside of itself",
                       c->names.name[looped]);
}

/* What a pool asks for, or has used, is its children's where it has any; without them its row has to say it. */
static int check_known(const struct fair_case *c, bool usage, struct sw_err *err)
{
    for (size_t i = 0; i < c->names.n; i++)
        if (!(usage ? c->row[i].usage_known : c->row[i].demand_known) && c->tree.n_children[i] == 0)
            return sw_err_data(err, sw_csv_path(c->in), c->row[i].line, usage ? "usage" : "demand",
                               "is empty, and '%s' has no children to %s it", c->names.name[i],
                               usage ? "have used" : "ask for");
    return SW_OK;
}

/* --total-slots is for cases that do not say their own. */
static int find_total(struct fair_case *c, struct config *cfg, struct sw_err *err)
{
    if (!isnan(c->total))
        return SW_OK;
    if (isnan(cfg->slots))
        return sw_err_data(err, sw_csv_path(c->in), c->row[0].line, "total",
                           "is empty, and --total-slots is not given");
    c->total = cfg->slots;
    cfg->slots_used = true;
    return SW_OK;
}

/* U2 and U3 of docs/model.md, for all pools of the case at once. */
static int solve_usage(struct fair_case *c, const struct config *cfg, struct sw_err *err)
{
    if (solved_room(c, err) != SW_OK || find_parents(c, err) != SW_OK || check_known(c, true, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < c->names.n; i++)
        c->usage_claim[i] = c->row[i].usage;
    return cfg->rule == RULE_FAIR_TREE ? sw_fair_usage_tree(&c->tree, c->parent, c->usage_claim, c->usage, err)
                                       : sw_fair_usage_classic(&c->tree, c->parent, c->usage_claim, c->usage, err);
}

/* U10: a window counts by `decay` to the power of its number, the present one as it is. */
static int solve_windows(struct fair_case *c, const struct config *cfg, struct sw_err *err)
{
    if (solved_room(c, err) != SW_OK || find_parents(c, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < c->names.n; i++)
        c->windows[i] = c->row[i].windows;
    sw_fair_windows(c->windows, c->names.n, cfg->decay, c->percent);
    return SW_OK;
}

/* A pool that does not say its demand takes what it can get. */
static int solve_tasks(struct fair_case *c, const struct config *cfg, struct sw_err *err)
{
    if (c->total <= 0)
        return sw_err_data(err, sw_csv_path(c->in), c->row[0].line, NULL,
                           "no slots to share out, which --rule drf needs");
    for (size_t i = 0; i < c->names.n; i++) {
        c->tasks[i] = c->row[i].tasks;
        if (c->parent[i] != SW_FAIR_TOP)
            return sw_err_data(err, sw_csv_path(c->in), c->row[i].line, "parent",
                               "pools inside pools: not with --rule drf");
        /* A demand without end, of tasks that take nothing, has no share. */
        if (isinf(c->tasks[i].demand_tasks) && c->tasks[i].each[0] <= 0 && c->tasks[i].each[1] <= 0)
            return sw_err_data(err, sw_csv_path(c->in), c->row[i].line, "demand",
                               "is empty, and a task of '%s' takes nothing", c->names.name[i]);
    }
    sw_fair_dominant(c->tasks, c->names.n, (const double[]){ c->total, cfg->memory }, c->dominant);
    return SW_OK;
}

/* Y12: where a row has no capacity it is that of its children. */
static void claim_capacities(struct fair_case *c)
{
    /* From the leaves up, as a parent's capacity is the sum of its children's. */
    for (size_t k = c->names.n; k-- > 0;) {
        size_t p = c->tree.order[k];
        const struct parts *parts = &c->row[p].parts;
        struct sw_claim *claim = &c->claim[p];
        long double sum = 0;
        for (size_t i = 0; i < c->tree.n_children[p]; i++)
            sum += c->claim[c->tree.order[c->tree.first[p] + i]].weight;
        claim->weight = parts->capacity >= 0 ? parts->capacity : (double)sum;
        /* A part below the least weight is none. */
        if (claim->weight < SW_FAIR_WEIGHT_MIN)
            claim->weight = 0;
        claim->min_slots = 0;
        claim->max_slots = parts->max_capacity >= 0 ? parts->max_capacity * c->total : INFINITY;
        /* Y12: users · user_limit · max(1, capacity · slots). */
        if (parts->users >= 0 && parts->user_limit >= 0 && c->tree.n_children[p] == 0)
            claim->max_slots = fmin(claim->max_slots,
                                    parts->users * parts->user_limit * fmax(1, claim->weight * c->total));
        c->steady_claim[p] = *claim;
        c->steady_claim[p].demand_slots = c->total;
    }
}

/* Y11: the steady share has each pool counting, the instantaneous one those with demand. */
static int solve_yarn(struct fair_case *c, struct sw_err *err)
{
    if (sw_fair_yarn_shares(&c->tree, c->claim, true, c->total, &c->space, c->steady, err) != SW_OK)
        return SW_FAIL;
    return sw_fair_yarn_shares(&c->tree, c->claim, false, c->total, &c->space, c->share, err);
}

/* The steady share is that with each pool asking for all there is. */
int case_solve(struct fair_case *c, struct config *cfg, struct sw_err *err)
{
    /* The rules of section 16 share out no slots, so they need no total. */
    if (rule_is_of_usage(cfg->rule))
        return solve_usage(c, cfg, err);
    if (cfg->rule == RULE_WINDOWS)
        return solve_windows(c, cfg, err);
    if (find_total(c, cfg, err) != SW_OK || solved_room(c, err) != SW_OK || find_parents(c, err) != SW_OK)
        return SW_FAIL;
    if (cfg->rule == RULE_DRF)
        return solve_tasks(c, cfg, err);
    bool all = sw_csv_find(c->in, "demand") == SW_NO_COLUMN; /* each asks for all there is */
    if (!all && check_known(c, false, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < c->names.n; i++) {
        c->claim[i] = c->steady_claim[i] = c->row[i].claim;
        c->steady_claim[i].demand_slots = c->total;
        if (all)
            c->claim[i].demand_slots = c->total;
    }
    if (cfg->rule == RULE_YARN)
        return solve_yarn(c, err);
    if (cfg->rule == RULE_QUOTA)
        return quota_solve(c, cfg->whole == WHOLE_REMAINDER, cfg->usage_weight, err);
    if (cfg->rule == RULE_CAPACITY)
        claim_capacities(c);
    if (cfg->explain && sw_fair_tree_shares(&c->tree, c->steady_claim, c->total, cfg->over, &c->space, c->steady, NULL,
                                            err) != SW_OK)
        return SW_FAIL;
    if (sw_fair_tree_shares(&c->tree, c->claim, c->total, cfg->over, &c->space, c->share, c->level, err) != SW_OK)
        return SW_FAIL;
    if (cfg->whole == WHOLE_NONE)
        return SW_OK;
    /* Largest remainders, or slots in turn by the order of names. */
    if (cfg->whole == WHOLE_REMAINDER)
        return sw_fair_largest_remainder(&c->tree, c->share, c->total, &c->space, c->whole, err);
    if (sw_fair_names_rank(&c->names, &c->space, c->rank, err) != SW_OK)
        return SW_FAIL;
    return sw_fair_in_turn(&c->tree, c->claim, c->share, c->rank, c->total, &c->space, c->whole, err);
}

/* ---- pools to explain ------------------------------------------------------------------------- */

/* And the pools that it is inside of. The options are about the case at hand, so a name that another case has is
 * unknown here. */
static int choose_pool(struct fair_case *c, const char *option, const char *name, size_t *place, struct sw_err *err)
{
    if (!sw_fair_names_find(&c->names, name, strlen(name), place)) {
        const char *near = sw_err_nearest(name, (const char *const *)c->names.name, c->names.n);
        return sw_err_data(err, sw_csv_path(c->in), 0, NULL, near ? "%s: no such pool: '%s' (did you mean '%s'?)"
                           : "%s: no such pool: '%s'", option, name, near);
    }
    for (uint32_t i = (uint32_t)*place; i != SW_FAIR_TOP; i = c->parent[i])
        c->only[i] = true;
    return SW_OK;
}

int case_choose(struct fair_case *c, const struct config *cfg, size_t *pool, size_t *other, struct sw_err *err)
{
    memset(c->only, 0, c->names.n * sizeof *c->only);
    if (choose_pool(c, "--explain", cfg->about, pool, err) != SW_OK)
        return SW_FAIL;
    return cfg->against ? choose_pool(c, "--against", cfg->against, other, err) : SW_OK;
}
