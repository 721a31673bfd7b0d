/* SPDX-License-Identifier: GPL-3.0-or-later */
/* in_order.c - whether a file has to be sorted at all. --sort needs the whole trace in memory. A file that can be
 * read twice and is in order already goes without: the first reading costs time alone. */
#include <string.h>
#include <sys/stat.h>
#include "lib/csv/reader.h"
#include "lib/trace/stream/trace_private.h"

/* A longer job_id is left for the sorter, which has no such limit. */
enum { MOST_ID = 256 };
enum { ID, SUBMIT, AFTER, N_COLUMNS };

/* The first row of a job has its submission. */
static bool rows_are_in_order(struct sw_csv *in, const size_t column[N_COLUMNS])
{
    char id[MOST_ID];
    size_t len = 0;
    int64_t last_us = INT64_MIN, us;
    struct sw_row row;
    int got;
    while ((got = sw_csv_next(in, &row, NULL)) == 1) {
        const struct sw_text job = row.field[column[ID]],
                             after = column[AFTER] < row.n ? row.field[column[AFTER]] : (struct sw_text){ "", 0 };
        if ((after.len > 0 && !sw_csv_is_unknown(after)) || job.len == 0 || job.len > sizeof id)
            return false;
        /* Later rows of the job may leave submit_s empty. */
        if (job.len == len && memcmp(id, job.at, len) == 0)
            continue;
        len = job.len;
        memcpy(id, job.at, len);
        const struct sw_text submit = row.field[column[SUBMIT]];
        if (sw_num_time(submit.at, submit.len, &us) != SW_OK || us < last_us)
            return false;
        last_us = us;
    }
    return got == 0;
}

bool in_order(const char *path, const char *columns)
{
    static const char *const names[N_COLUMNS] = { "job_id", "submit_s", "after_job" };
    size_t column[N_COLUMNS];
    struct sw_csv *in;
    struct stat st;
    /* A pipe can be read once, and a first reading would empty it. */
    bool twice = strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    if (!twice || sw_csv_open(&in, path, NULL) != SW_OK)
        return false;
    bool ordered = !columns || reader_rename(in, columns, NULL) == SW_OK;
    for (int i = 0; i < N_COLUMNS; i++)
        column[i] = sw_csv_find(in, names[i]);
    ordered = ordered && column[ID] != SW_NO_COLUMN && column[SUBMIT] != SW_NO_COLUMN && rows_are_in_order(in, column);
    sw_csv_close(in);
    return ordered;
}
