/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - what the readers of rows share: blocks, batches of records, and JSON lines. */
#ifndef SLOTWISE_CSV_READER_H
#define SLOTWISE_CSV_READER_H
#include <csv.h>
#include <stdbool.h>
#include <string.h>
#include "lib/csv/sw_bytes.h"
#include "lib/csv/sw_table.h"
#include "slotwise/sw_csv.h"

/* ---- reader.c --------------------------------------------------------------------------------------------- */
/* The inside of struct sw_csv, shared by reader.c, batch.c, batch_row.c, plain.c, jsonl.c and record.c. */
/* Bytes are parsed a chunk at a time. Fields and where rows begin are noted, by libcsv's callbacks, which copy the
 * fields into `text`, or by plain.c, which leaves them where they are; the rows of a chunk are then handed out one by
 * one before the next chunk is parsed. A row that the chunk cut off is carried over. Capacities are made sure of
 * before each chunk, so that the callbacks need no checks. */
#define SW_CSV_BLOCK ((size_t)256 * 1024) /* bytes of the input in memory */

enum fault { NO_FAULT, FAULT_NUL, FAULT_STRAY_QUOTE, FAULT_OPEN_QUOTE, FAULT_JSON };

struct mark {           /* a row of the batch */
    uint64_t line;
    size_t first, n;    /* its fields */
    enum fault fault;
    uint64_t fault_line;
};

struct batch {
    struct csv_parser parser;
    char *text;
    size_t n_text, text_cap;
    struct sw_text *field;
    size_t n_fields, field_cap;
    struct mark *row;
    size_t n_rows, row_cap, at_row;
    struct mark open;       /* the row being collected */
    uint64_t line;          /* where the parser is */
    bool after_cr;          /* the next LF belongs to the CR just seen */
    bool suspicious;        /* fields of this chunk may hold line ends or NULs */
    bool skipping;          /* after a stray quote: up to the end of the line */
};

/* Where a column of the schema stands in the input. */
struct bound {
    const struct sw_column *column;
    size_t field;
    uint64_t bit;
    enum sw_type type;      /* the column's, as the next two */
    unsigned flags;
    size_t offset;
};

struct sw_csv {
    struct sw_bytes *bytes;
    char *block;            /* block[block_at..block_len-1] is not parsed yet */
    size_t block_at, block_len;
    bool ended;
    struct jsonl *json;     /* the input is JSON lines; NULL: CSV */
    struct batch batch;
    struct sw_row header;   /* its fields and text in one allocation of its own */
    char *renamed;          /* text of the fields that have other names now; NULL: none has */
    struct sw_row now;      /* the row just read */
    const struct sw_schema *schema;
    struct bound *bound;
    size_t n_bound;
    size_t *extra;          /* columns outside the schema */
    size_t n_extras;
    bool any;               /* a row was read */
    bool has_file;          /* the last column is the name of the file */
    struct sw_text *row;    /* then: the fields of the row just read */
    struct sw_series *series; /* that the file is read for, or NULL: */
    int (*series_row)(struct sw_series *s, const struct sw_csv *in, struct sw_err *err);
    bool tolerant;
    struct sw_out *rejects;
    uint64_t n_rejected, max_bad, first_rejected; /* the last: its line */
};

SW_USE_RESULT int sw_batch_init(struct batch *b, struct sw_err *err);
void sw_batch_clear(struct batch *b);
/* Forgets the rows handed out. */
void sw_batch_restart(struct batch *b);
/* For a row of so many fields in a batch that has none. */
SW_USE_RESULT int sw_batch_room(struct batch *b, size_t n_fields, struct sw_err *err);
/* Collects the rows of a chunk, whose bytes stay until they have been handed out. */
SW_USE_RESULT int sw_batch_parse(struct batch *b, const char *at, size_t len, const char *path, struct sw_err *err);
/* For that: a line end (of a row, of a blank line, or the LF of a CRLF; -1: of the input), and whole plain lines. */
void sw_batch_end_row(int end, void *batch);
void sw_batch_split(struct batch *b, const char *at, size_t len);
/* How many of the bytes are whole lines. */
static inline size_t sw_whole_lines(const char *at, size_t len)
{
    const char *end = memrchr(at, CSV_LF, len);
    return end ? (size_t)(end - at) + 1 : 0;
}
/* The input has ended. */
void sw_batch_end(struct batch *b);
/* A last column `file`, whose value is the path of the input. */
SW_USE_RESULT int sw_csv_add_file(struct sw_csv *in, struct sw_err *err);
/* OURS=THEIRS,...: columns of these names are called ours. Behind opening, before sw_csv_bind(). */
SW_USE_RESULT int reader_rename(struct sw_csv *in, const char *pairs, struct sw_err *err);
/* The header's column that `name` was probably meant for; it lasts as long as the header. NULL: none is near. */
const char *reader_nearest(const struct sw_csv *in, const char *name);
/* block.c: the next bytes of the input, once those of the block are used up. */
SW_USE_RESULT int sw_csv_block(struct sw_csv *in, struct sw_err *err);

/* ---- jsonl.c ---------------------------------------------------------------------------------------------- */
/* JSON lines as rows: an object a line, of numbers and texts. The keys of the first are the columns. */
struct jsonl;
SW_USE_RESULT int jsonl_new(struct jsonl **out, struct sw_err *err);
void jsonl_free(struct jsonl *j);
/* Reads the first object and leaves it to be the first row, too. *row lasts until the next call. */
SW_USE_RESULT int jsonl_header(struct sw_csv *in, struct sw_row *row, struct sw_err *err);
/* The next row into the batch, sound or not; at the end there is none. */
SW_USE_RESULT int jsonl_next(struct sw_csv *in, struct sw_err *err);
/* What is wrong with the row that was read last. */
const char *jsonl_fault(const struct jsonl *j);
#endif
