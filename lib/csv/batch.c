/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c - bytes to rows: what libcsv's callbacks do, and which lines need libcsv (the others: plain.c).
 *
 * libcsv runs in strict mode: a quote inside an unquoted field, or text after a closing quote, is a fault of the
 * row. Such a row extends to the end of its line. Blanks around an unquoted field are not part of it. Fields that
 * libcsv finds are copied to b->text, those of plain lines stay in the block. */
#include "lib/base/grow.h"
#include "lib/csv/reader.h"
#include <stdlib.h>

#define PARSER_OPTIONS (CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL)
#define ROW_MAX ((size_t)64 << 20) /* a row past this is a binary file or a quote left open */

#define SLACK 16                   /* take_field() may write this much past a field */

/* Lines count from 1. After a failure, too, the caller calls sw_batch_clear(). */
int sw_batch_init(struct batch *b, struct sw_err *err)
{
    if (csv_init(&b->parser, PARSER_OPTIONS) != 0)
        return sw_err_memory(err);
    b->line = b->open.line = 1;
    return SW_OK;
}

void sw_batch_clear(struct batch *b)
{
    csv_free(&b->parser);
    free(b->text);
    free(b->field);
    free(b->row);
}

/* ---- room ------------------------------------------------------------------------------------ */

/* Where the text of the open row begins. */
static size_t open_start(const struct batch *b)
{
    return b->n_fields > b->open.first ? (size_t)(b->field[b->open.first].at - b->text) : b->n_text;
}

/* Puts the open row's fields and text at the front. */
void sw_batch_restart(struct batch *b)
{
    size_t n = b->n_fields - b->open.first, start = open_start(b);
    for (size_t i = 0; i < n; i++) {
        b->field[i] = b->field[b->open.first + i];
        b->field[i].at -= start;
    }
    b->n_text -= start;
    if (b->n_text)
        memmove(b->text, b->text + start, b->n_text);
    b->n_fields = n;
    b->open.first = b->n_rows = b->at_row = 0;
}

/* The text moves, and with it what the fields point to. */
static int grow_text(struct batch *b, size_t need, struct sw_err *err)
{
    if (need <= b->text_cap)
        return SW_OK;
    char *grown = malloc(need + need / 2);
    if (!grown)
        return sw_err_memory(err);
    if (b->n_text)
        memcpy(grown, b->text, b->n_text);
    /* What is left are fields of the open row, which libcsv has copied: plain lines are whole. */
    for (size_t i = 0; i < b->n_fields; i++)
        b->field[i].at = grown + (b->field[i].at - b->text);
    free(b->text);
    b->text = grown;
    b->text_cap = need + need / 2;
    return SW_OK;
}

/* len bytes give at most len + 1 fields and as many rows, and no more text than came in. */
static int batch_make_room(struct batch *b, size_t len, struct sw_err *err)
{
    if (grow_text(b, b->n_text + b->parser.entry_pos + len + SLACK, err) != SW_OK
        || sw_grow(&b->field, &b->field_cap, b->n_fields + len + 2, sizeof *b->field, err) != SW_OK
        || sw_grow(&b->row, &b->row_cap, b->n_rows + len + 2, sizeof *b->row, err) != SW_OK)
        return SW_FAIL;
    csv_set_blk_size(&b->parser, b->parser.entry_size + 4096); /* libcsv adds as much: its buffer doubles */
    return SW_OK;
}

int sw_batch_room(struct batch *b, size_t n_fields, struct sw_err *err)
{
    if (sw_grow(&b->field, &b->field_cap, n_fields + 1, sizeof *b->field, err) != SW_OK)
        return SW_FAIL;
    return sw_grow(&b->row, &b->row_cap, 1, sizeof *b->row, err);
}

/* ---- what libcsv calls ----------------------------------------------------------------------- */

/* LF, CR LF and a CR alone each end a line. */
static uint64_t count_lines(const char *at, size_t len)
{
    uint64_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += at[i] == '\n' || (at[i] == '\r' && !(i + 1 < len && at[i + 1] == '\n'));
    return n;
}

/* The first fault of a row is the one that is told. */
static void mark_fault(struct batch *b, enum fault fault)
{
    if (b->open.fault)
        return;
    b->open.fault = fault;
    b->open.fault_line = b->line;
}

/* Most fields are short: copying 16 bytes beats a call that counts them. libcsv's buffer has at least 128. */
static void take_field(void *at, size_t len, void *data)
{
    struct batch *b = data;
    struct sw_text *f = &b->field[b->n_fields++];
    char *to = b->text + b->n_text;
    memcpy(to, at, SLACK);
    if (len > SLACK)
        memcpy(to, at, len);
    f->at = to;
    f->len = len;
    b->n_text += len;
    if (b->suspicious) {
        /* Lines are counted, and a NUL is the fault of the line that it stands in. */
        const char *nul = memchr(f->at, '\0', f->len);
        if (nul) {
            b->line += count_lines(f->at, (size_t)(nul - f->at));
            mark_fault(b, FAULT_NUL);
            b->line += count_lines(nul, f->len - (size_t)(nul - f->at));
        } else {
            b->line += count_lines(f->at, f->len);
        }
    }
}

/* ---- chunks ---------------------------------------------------------------------------------- */

/* The parser's state after an error: as new, with what it had of a field handed to us. */
static void salvage_field(struct batch *b)
{
    take_field(b->parser.entry_buf, b->parser.entry_pos, b);
    csv_set_opts(&b->parser, 0);
    csv_fini(&b->parser, NULL, NULL, NULL);
    csv_set_opts(&b->parser, PARSER_OPTIONS);
}

/* After a stray quote, the rest of the line goes to the last field as it stands. Returns what it used. */
static size_t skip_line(struct batch *b, const char *at, size_t len)
{
    size_t n = 0;
    while (n < len && at[n] != '\n' && at[n] != '\r')
        n++;
    memcpy(b->text + b->n_text, at, n);
    b->n_text += n;
    b->field[b->n_fields - 1].len += n;
    /* The line goes on in the next chunk. */
    if (n == len)
        return n;
    b->skipping = false;
    /* The line end is the row's. */
    sw_batch_end_row(at[n], b);
    return n + 1;
}

/* At a stray quote the rest of the line is passed over. */
static int parse_some(struct batch *b, const char *at, size_t len, size_t *used, struct sw_err *err)
{
    *used = csv_parse(&b->parser, at, len, take_field, sw_batch_end_row, b);
    if (*used == len)
        return SW_OK;
    if (csv_error(&b->parser) != CSV_EPARSE)
        return sw_err_memory(err);
    mark_fault(b, FAULT_STRAY_QUOTE);
    salvage_field(b);
    b->skipping = true;
    return SW_OK;
}

/* Each call uses some of the bytes; what is next depends on the state that it has left. */
static int parse_all(struct batch *b, const char *at, size_t len, struct sw_err *err)
{
    for (size_t done = 0, used; done < len; done += used) {
        if (b->skipping)
            used = skip_line(b, at + done, len - done);
        else if (parse_some(b, at + done, len - done, &used, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Inside a row, and so possibly inside a quoted field. */
static bool is_midway(const struct batch *b)
{
    return b->skipping || b->parser.pstate != 0;
}

/* A NUL tells a binary file from a quote that was left open. */
static int check_size(const struct batch *b, const char *path, struct sw_err *err)
{
    if (b->n_text - open_start(b) + b->parser.entry_pos <= ROW_MAX)
        return SW_OK;
    if (b->open.fault == FAULT_NUL)
        return sw_err_data(err, path, b->open.fault_line, NULL, "NUL byte");
    return sw_err_data(err, path, b->open.line, NULL, "row longer than 64 MiB (quote not closed?)");
}

/* libcsv gets what is not plain, the rest of a row that it has begun, and a row that the chunk cuts off. */
int sw_batch_parse(struct batch *b, const char *at, size_t len, const char *path, struct sw_err *err)
{
    if (batch_make_room(b, len, err) != SW_OK || check_size(b, path, err) != SW_OK)
        return SW_FAIL;
    /* One look at the whole chunk, so that its fields need none. */
    b->suspicious = (is_midway(b) && b->suspicious) || memchr(at, CSV_QUOTE, len) || memchr(at, '\0', len);
    /* plain: where what libcsv has to take first ends. */
    size_t plain = 0, n_plain;
    if (b->suspicious || memchr(at, CSV_CR, len))
        plain = len;
    else if (is_midway(b)) {
        const char *end = memchr(at, CSV_LF, len);
        plain = end ? (size_t)(end - at) + 1 : len;
    }
    /* A row that the chunk cuts off is libcsv's, which keeps what it has of it. */
    n_plain = sw_whole_lines(at + plain, len - plain);
    if (parse_all(b, at, plain, err) != SW_OK)
        return SW_FAIL;
    sw_batch_split(b, at + plain, n_plain);
    return parse_all(b, at + plain + n_plain, len - plain - n_plain, err);
}

/* The last line may lack its end. */
void sw_batch_end(struct batch *b)
{
    if (!b->skipping && csv_fini(&b->parser, take_field, sw_batch_end_row, b) == 0)
        return;
    /* A quote that the end of the input leaves open. */
    if (!b->skipping) {
        mark_fault(b, FAULT_OPEN_QUOTE);
        salvage_field(b);
    }
    b->skipping = false;
    sw_batch_end_row(-1, b);
}
