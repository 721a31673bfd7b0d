/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch_row.c - where a row of the batch ends: told by libcsv (batch.c) or found in plain lines (plain.c). */
#include "lib/csv/reader.h"

/* A line end: of the row, of a blank line, or the LF of a CRLF. `end` is -1 at the end of the input. */
void sw_batch_end_row(int end, void *data)
{
    struct batch *b = data;
    size_t n = b->n_fields - b->open.first;
    /* The CR before it has ended the row. */
    if (n == 0 && end == '\n' && b->after_cr) {
        b->after_cr = false;
        return;
    }
    /* A line without fields is blank, and no row. */
    if (n) {
        b->open.n = n;
        b->row[b->n_rows++] = b->open;
    }
    b->line++;
    b->after_cr = end == '\r';
    b->open = (struct mark){ .line = b->line, .first = b->n_fields };
}
