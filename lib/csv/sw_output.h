/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_output.h - what programs ask of their outputs, beside rows: another shape, labels, no output over an input,
 * nothing left of a run that was killed. */
#ifndef SLOTWISE_SW_OUTPUT_H
#define SLOTWISE_SW_OUTPUT_H
#include "slotwise/sw_csv.h"

/* A file in TMPDIR or /tmp that has no name, so that nothing can be left of it. It lasts until *fd is closed; until
 * then it is opened, to be written or read, by `path`. */
enum { SW_NAMELESS_MAX = 32 };
SW_USE_RESULT int sw_out_nameless(int *fd, char path[SW_NAMELESS_MAX], struct sw_err *err);
/* The path of what a run that was killed left of this file beside it, to be freed, or NULL. What a run still writes is
 * not meant. */
char *sw_out_left_behind(const char *path);
/* For programs, before anything is read: the run will write this file, or into this folder. It is then no input:
 * sw_bytes_open() fails for it, and so does a second output there. Devices and pipes may be both. "-": the standard
 * output. */
SW_USE_RESULT int sw_out_plan(const char *path, struct sw_err *err);
/* It has been read already: no output may be planned there. */
SW_USE_RESULT int sw_out_spare(const char *path, struct sw_err *err);
/* Whether a file, by its descriptor (or with -1 by its path), is one that the run will write. */
bool sw_out_is_planned(int fd, const char *path);
/* Whether a folder in another is a link to that one, or to one that holds it, which has no end. */
bool sw_path_leads_back(const char *path);
void sw_out_no_memory(struct sw_out *out); /* for a caller that could not make what it would have put */
bool sw_out_is_empty(const struct sw_out *out); /* nothing was written so far */
void sw_out_flush(struct sw_out *out);
/* For programs: from here on signals that end the process remove temporaries before. SIGXFSZ is ignored. */
void sw_out_guard_signals(void);
/* For programs of several threads, which hold these signals back in all and wait for them in one: removes temporaries
 * and ends the process by the signal. */
void sw_out_die(int number);

/* The same for readers. Names come from outside, and their control characters are shown as '?'. Of newlines one stays,
 * which ends the format. */
void sw_out_sentence(struct sw_out *out, const char *fmt, ...) SW_PRINTF(2, 3);
/* Columns in front of those that are put: names[] before the first row, values[] before each other. There are n of
 * each, borrowed as long as `out` lasts; names NULL: the first row is like the others. sw_out_close() then fails, and
 * nothing is written, when the first row has such a column itself, or when what is written are no rows. */
void sw_out_label(struct sw_out *out, size_t n, const char *const *names, const char *const *values);
/* Text of a file, put as it stands: in JSON lines a number where it reads as one. The labels are put so, too. */
void sw_out_field(struct sw_out *out, const char *at, size_t len);

/* Rows of another shape than CSV as it is put. */
enum sw_format { SW_FORMAT_CSV, SW_FORMAT_JSONL /* an object a line; what is not known is null */ };
struct sw_shape {
    enum sw_format format;
    size_t n_columns, n_sort;
    const char *const *columns; /* these, in this order; n_columns 0: all */
    const char *const *sort;    /* by these: numbers, then texts, then what is not known; "-wait_s": downwards */
    unsigned digits;            /* of numbers that are not whole; 0: as many as read back exactly */
    bool (*is_text)(const char *column); /* whose values are texts in JSON, also where they read as numbers; or NULL */
};
/* Before the first row; the lists are borrowed as long as `out` lasts. All zero is CSV. sw_out_close() fails, and
 * nothing is written, when a column is not there, or when what is written are no rows. */
SW_USE_RESULT int sw_out_shape(struct sw_out *out, const struct sw_shape *shape, struct sw_err *err);
/* The rows of `out` have the shape and the columns of those of another output, whose header is complete. They have no
 * header of their own and are not sorted. */
SW_USE_RESULT int sw_out_rows_of(struct sw_out *out, const struct sw_out *other, struct sw_err *err);
/* What sw_out_bytes() puts from here on are such rows, labels included. */
void sw_out_rows_come(struct sw_out *out);
/* A line that readers pass over; before the header. */
void sw_out_comment(struct sw_out *out, const char *text);
/* Rows are held, and sw_out_close() writes them as a table for people: columns aligned, numbers to four digits, long
 * texts folded; a table wider than 100 columns stands on its side where that is narrower. Text that is no rows goes out
 * as it is. */
void sw_out_pretty(struct sw_out *out);
#endif
