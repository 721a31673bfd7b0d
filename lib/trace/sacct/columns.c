/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - other accounting logs are put into the columns that sacct prints, and read as its output is. A
 * nameless file holds them. */
#include <inttypes.h>
#include <unistd.h>
#include "lib/trace/sacct/sacct.h"

/* c is all zeros. On failure sacct_columns_close() frees what there is. */
int sacct_columns_start(struct sacct_columns *c, const char *header, struct sw_err *err)
{
    int fd;
    if (sw_out_nameless(&fd, c->path, err) != SW_OK)
        return SW_FAIL;
    if (!(c->to = fdopen(fd, "w"))) {
        close(fd);
        return sw_err_memory(err);
    }
    fputs(header, c->to);
    return SW_OK;
}

/* Seconds since 1970, which the reader tells by their form. */
void sacct_columns_put_time(struct sacct_columns *c, int64_t s)
{
    if (s < 0)
        fputs("Unknown|", c->to);
    else
        fprintf(c->to, "%" PRId64 "|", s);
}

/* The file is opened a second time, by its path; messages name the log it was made of. */
int sacct_columns_read(struct sacct_columns *c, const char *path, const struct sw_import_rules *rules,
                       struct sw_err *err)
{
    struct sw_bytes *made;
    if (ferror(c->to) || fflush(c->to) != 0)
        return sw_err_set(err, "temporary file: cannot be written");
    if (sw_bytes_open_as(&made, c->path, path, err) != SW_OK)
        return SW_FAIL;
    return sacct_importer_open(&c->read, made, rules, err);
}

/* The reader first, whose input is the file. */
void sacct_columns_close(struct sacct_columns *c)
{
    sacct_importer_close(&c->read);
    if (c->to)
        fclose(c->to);
}
