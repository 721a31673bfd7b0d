/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_swim.c - the SWIM project's traces (Chen, Ganapathi, Griffith, Katz 2011): a job a line, tab separated, no
 * header. Fields: id, submit in s, gap to the job before in s, map input, shuffle and output bytes. Some files have
 * the path of the input and of the output, too. Tasks and times are not in it: they follow from the bytes by rules.
 * The rules are struct sw_import_rules, and --info names them in its derived_ rows. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/parse/table.h"
#include "lib/base/sw_chance.h"
#include "slotwise/sw_import.h"

#define MAX_FIELDS 9

/* rules is a copy: swim_next() draws pools by its seed. */
struct swim {
    struct lines lines;
    struct sw_import_rules rules;
    struct sw_text field[MAX_FIELDS];
    size_t n_fields;
    char pool[24];
};
enum { ID, SUBMIT, GAP, INPUT, SHUFFLE, OUTPUT, INPUT_PATH };
static const char *const names[] = { "job", "submit_s", "gap_s", "input_bytes", "shuffle_bytes", "output_bytes" };

/* Without paths, with those of input and output, and with one field more. */
static bool is_count_of_fields(size_t n) { return n == 6 || n == 8 || n == 9; }

/* Bad numbers are left to the rows, where they can be named. */
static bool swim_sniff(const char *at, size_t n)
{
    struct sw_text field[MAX_FIELDS];
    size_t got = table_split(lines_first(at, n), '\t', field, MAX_FIELDS);
    return is_count_of_fields(got) && field[ID].len > 3 && memcmp(field[ID].at, "job", 3) == 0
           && field[ID].at[3] >= '0' && field[ID].at[3] <= '9';
}

static int swim_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct swim *s = state;
    (void)err;
    s->lines.bytes = in;
    s->rules = *rules;
    return SW_OK;
}

/* ---- the rules ----------------------------------------------------------------------------------- */

/* Rounded up without passing the end of the type. */
static uint64_t div_up(uint64_t a, uint64_t b) { return a / b + (a % b > 0); }

/* The time of one of n tasks that share the bytes: bytes / n / rate, rounded to microseconds. In 128 bits, since
 * bytes times a million pass 64. */
static int64_t task_us(uint64_t bytes, uint64_t n, uint64_t rate)
{
    unsigned __int128 per = (unsigned __int128)n * rate;
    unsigned __int128 us = ((unsigned __int128)bytes * (unsigned)SW_US_PER_S + per / 2) / per;
    return us > SW_TIME_MAX ? SW_TIME_MAX : (int64_t)us;
}

/* Maps follow from blocks, reduces from shuffled bytes, times from bytes and a rate. A job without input has one
 * map all the same. */
static void derive(const struct sw_import_rules *r, struct sw_job_row *row)
{
    row->maps = div_up(row->input_bytes, r->block_bytes);
    row->maps = row->maps > 0 ? row->maps : 1;
    row->reduces = div_up(row->shuffle_bytes, r->bytes_per_reduce);
    row->map_us = r->startup_us + task_us(row->input_bytes, row->maps, r->map_rate);
    row->map_sigma = row->reduce_sigma = r->sigma;
    row->known |= 1 << SW_JOB_MAPS | 1 << SW_JOB_MAP_S | 1 << SW_JOB_MAP_SIGMA | 1 << SW_JOB_REDUCES;
    if (row->reduces == 0)
        return;
    row->copy_us = task_us(row->shuffle_bytes, row->reduces, r->copy_rate);
    row->reduce_us = r->startup_us + task_us(row->shuffle_bytes, row->reduces, r->reduce_rate);
    row->known |= 1 << SW_JOB_COPY_S | 1 << SW_JOB_REDUCE_S | 1 << SW_JOB_REDUCE_SIGMA;
}

/* By the job's name, so that a job has the same pool in every part of the trace. */
static void draw_pool(struct swim *s, struct sw_job_row *row)
{
    struct sw_chance c = sw_chance_start(s->rules.seed, SW_CHANCE_OTHER,
                                         sw_chance_name(row->job_id.at, row->job_id.len), 0);
    /* n_pools 0: the default pool, and nothing is drawn. */
    if (s->rules.n_pools == 0)
        return;
    int len = snprintf(s->pool, sizeof s->pool, "p%u", (unsigned)sw_chance_below(&c, s->rules.n_pools) + 1);
    row->pool = (struct sw_text){ s->pool, (size_t)len };
    row->known |= 1 << SW_JOB_POOL;
}

/* 134217728 reads 128M. Without a unit where it does not divide by 1024. */
static const char *size(uint64_t bytes, char *buf)
{
    static const char units[] = { 0, 'K', 'M', 'G', 'T' };
    int i = 0;
    for (; i < 4 && bytes > 0 && bytes % 1024 == 0; i++)
        bytes /= 1024;
    size_t len = sw_num_put_u64(buf, bytes);
    buf[len] = units[i];
    buf[len + (i > 0)] = '\0';
    return buf;
}

static const char *const derived_columns[] = { "maps", "map_s", "map_sigma", "reduces", "copy_s", "reduce_s",
    "reduce_sigma", "pool" };

/* In the order of derived_columns. Without --pools no pool is drawn, so no rule of it is told. */
static bool swim_derived(const struct sw_import_rules *r, size_t i, const char **column, char *rule, size_t cap)
{
    double startup_s = (double)r->startup_us / (double)SW_US_PER_S;
    char buf[SW_NUM_MAX + 2];
    if (i >= (r->n_pools > 0 ? 8 : 7))
        return false;
    *column = derived_columns[i];
    switch (i) {
    case 0: snprintf(rule, cap, "max(1, ceil(input_bytes/%s))", size(r->block_bytes, buf)); break;
    case 1: snprintf(rule, cap, "%g + input_bytes/maps/%s", startup_s, size(r->map_rate, buf)); break;
    case 3: snprintf(rule, cap, "ceil(shuffle_bytes/%s)", size(r->bytes_per_reduce, buf)); break;
    case 4: snprintf(rule, cap, "shuffle_bytes/reduces/%s", size(r->copy_rate, buf)); break;
    case 5: snprintf(rule, cap, "%g + shuffle_bytes/reduces/%s", startup_s, size(r->reduce_rate, buf)); break;
    case 7: snprintf(rule, cap, "drawn from p1..p%u with seed %llu", r->n_pools, (unsigned long long)r->seed); break;
    default: snprintf(rule, cap, "%g", r->sigma);
    }
    return true;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* A bad row is named by line and column, as swim_next() returns -1. */
static int swim_bad(const struct swim *s, size_t i, const char *message, struct sw_err *err)
{
    struct sw_text f = s->field[i];
    return sw_err_data(err, sw_bytes_path(s->lines.bytes), s->lines.number, names[i], "%s: '%.*s'", message,
                       (int)(f.len < 60 ? f.len : 60), f.at);
}

static int read_bytes(const struct swim *s, size_t i, uint64_t *out, struct sw_err *err)
{
    if (sw_num_u64(s->field[i].at, s->field[i].len, out) == SW_OK)
        return SW_OK;
    return swim_bad(s, i, "not a count of bytes", err);
}

static int swim_time(const struct swim *s, size_t i, int64_t *out, struct sw_err *err)
{
    if (sw_num_time(s->field[i].at, s->field[i].len, out) != SW_OK)
        return swim_bad(s, i, "not a time in seconds", err);
    return *out < 0 ? swim_bad(s, i, "is negative", err) : SW_OK;
}

/* The gap is checked and not used: it follows from the submissions. */
static int swim_parse(struct swim *s, struct sw_job_row *row, struct sw_err *err)
{
    int64_t gap_us;
    if (s->field[ID].len == 0)
        return swim_bad(s, ID, "is empty", err);
    if (swim_time(s, SUBMIT, &row->submit_us, err) != SW_OK || swim_time(s, GAP, &gap_us, err) != SW_OK
        || read_bytes(s, INPUT, &row->input_bytes, err) != SW_OK
        || read_bytes(s, SHUFFLE, &row->shuffle_bytes, err) != SW_OK
        || read_bytes(s, OUTPUT, &row->output_bytes, err) != SW_OK)
        return SW_FAIL;
    row->job_id = s->field[ID];
    row->known = 1 << SW_JOB_ID | 1 << SW_JOB_SUBMIT | 1 << SW_JOB_INPUT_BYTES | 1 << SW_JOB_SHUFFLE_BYTES |
                 1 << SW_JOB_OUTPUT_BYTES;
    if (s->n_fields > INPUT_PATH && s->field[INPUT_PATH].len > 0) {
        row->input_id = s->field[INPUT_PATH];
        row->known |= 1 << SW_JOB_INPUT_ID;
    }
    return SW_OK;
}

static int swim_next(void *state, void *record, struct sw_err *err)
{
    struct swim *s = state;
    struct sw_job_row *row = record;
    int got = lines_next(&s->lines, err);
    if (got != 1)
        return got;
    s->n_fields = table_split(s->lines.line, '\t', s->field, MAX_FIELDS);
    if (!is_count_of_fields(s->n_fields))
        return sw_err_data(err, sw_bytes_path(s->lines.bytes), s->lines.number, NULL,
                           "not 6, 8 or 9 tab separated fields");
    *row = *(const struct sw_job_row *)sw_schema_jobs.defaults;
    if (swim_parse(s, row, err) != SW_OK)
        return -1;
    derive(&s->rules, row);
    draw_pool(s, row);
    /* A start-up or a rate that makes no sense for these bytes. */
    const char *wide = row->map_us >= SW_TIME_MAX                                     ? "map_s"
                       : row->copy_us >= SW_TIME_MAX || row->reduce_us >= SW_TIME_MAX ? "reduce_s"
                                                                                      : NULL;
    if (wide)
        return sw_err_data(err, sw_bytes_path(s->lines.bytes), s->lines.number, wide, "derived time is out of range");
    return 1;
}

const struct sw_importer sw_import_swim = { .name = "swim",
    .summary = "SWIM's Facebook and Cloudera traces: tab separated, bytes only", .sniff = swim_sniff,
    .size = sizeof(struct swim), .open = swim_open, .next = swim_next, .line = lines_number, .raw = lines_raw,
    .close = lines_close, .derived_as = swim_derived };
