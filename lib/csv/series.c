/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - several files read as one table: a column made of their names, and jobs that stand in two of them. */
#include "lib/csv/reader.h"
#include "lib/base/sw_names.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_JOBS = 100000, MOST_NAMES = 12, KEY_ROOM = 512 }; /* jobs that are remembered; names of a key */

struct sw_series {
    char name[MOST_NAMES][64];      /* a job is told from others by these: */
    size_t n_names, n_files;
    bool by_file, told;
    struct sw_keys *jobs;
    uint32_t *file_of;              /* of each, from 1 on */
    size_t at[MOST_NAMES];          /* of the file being read */
    char *first_path;
};

/* The columns by which rows of records are told apart; sw_series_by() adds those of options. */
int sw_series_new(struct sw_series **out, struct sw_err *err)
{
    struct sw_series *s = *out = calloc(1, sizeof *s);
    if (!s || !(s->jobs = sw_keys_new()) || !(s->file_of = calloc(MOST_JOBS, sizeof *s->file_of))) {
        sw_series_free(s);
        *out = NULL;
        return sw_err_memory(err);
    }
    sw_series_by(s, "job_id,run,seed,stage,task_id,attempt");
    return SW_OK;
}

void sw_series_free(struct sw_series *s)
{
    if (!s)
        return;
    sw_keys_free(s->jobs);
    free(s->file_of);
    free(s->first_path);
    free(s);
}

/* Columns that are too many, or whose names are too long, are left out. */
void sw_series_by(struct sw_series *s, const char *columns)
{
    for (const char *at = columns, *end; at; at = *end ? end + 1 : NULL) {
        end = at + strcspn(at, ",");
        if (s->n_names < MOST_NAMES && (size_t)(end - at) < sizeof *s->name)
            snprintf(s->name[s->n_names++], sizeof *s->name, "%.*s", (int)(end - at), at);
        s->by_file |= strcmp(s->name[s->n_names - 1], "file") == 0;
    }
}

/* The values of the columns that tell jobs apart; false: too long to be remembered. */
static bool make_key(const struct sw_series *s, const struct sw_row *row, char key[KEY_ROOM], size_t *len)
{
    *len = 0;
    for (size_t i = 0; i < s->n_names; i++) {
        struct sw_text t = s->at[i] == SW_NO_COLUMN ? (struct sw_text){ "", 0 } : row->field[s->at[i]];
        if (*len + t.len + 1 > KEY_ROOM)
            return false;
        memcpy(key + *len, t.at, t.len);
        *len += t.len;
        key[(*len)++] = '\0';
    }
    return true;
}

static int series_row(struct sw_series *s, const struct sw_csv *in, struct sw_err *err)
{
    char key[KEY_ROOM];
    size_t len, number;
    bool fresh;
    /* One warning is enough, and beyond MOST_JOBS none is looked for. */
    if (s->told || sw_keys_count(s->jobs) == MOST_JOBS || !make_key(s, sw_csv_row(in), key, &len))
        return SW_OK;
    if (sw_keys_add(s->jobs, key, len, &number, &fresh) != SW_OK)
        return sw_err_memory(err);
    /* A job that is new is this file's. */
    if (fresh)
        s->file_of[number] = (uint32_t)s->n_files;
    if (s->file_of[number] == s->n_files)
        return SW_OK;
    s->told = true;
    sw_tell("%s: has jobs of '%s' too, as '%s': they are taken for one series (--by file tells them apart)",
            sw_csv_path(in), s->first_path, key);
    return SW_OK;
}

int sw_series_add(struct sw_series *s, struct sw_csv *in, struct sw_err *err)
{
    /* An input that has a column `file` itself keeps it. */
    if (s->by_file && sw_csv_find(in, "file") == SW_NO_COLUMN && sw_csv_add_file(in, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < s->n_names; i++)
        s->at[i] = sw_csv_find(in, s->name[i]);
    if (!s->first_path && !(s->first_path = strdup(sw_csv_path(in))))
        return sw_err_memory(err);
    s->n_files++;
    in->series_row = series_row;
    /* Rows without a job_id are no jobs. */
    in->series = s->at[0] == SW_NO_COLUMN ? NULL : s;
    return SW_OK;
}
