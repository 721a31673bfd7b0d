/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet.h - a page of paragraphs and tables, as text of 100 columns or as HTML. */
#ifndef SLOTWISE_TOOLS_ADVISE_SHEET_H
#define SLOTWISE_TOOLS_ADVISE_SHEET_H
#include "tools/advise/words.h"

/* ---- html.c: a whole file has pages between head and foot ---------------------------------------- */
void html_put_head(struct sw_out *out);
void html_put_foot(struct sw_out *out);
void html_put_element(struct sw_out *out, const char *name, const char *class, const char *text);
void html_put_escaped(struct sw_out *out, const char *text);

/* ---- sheet.c ------------------------------------------------------------------------------------- */
enum { SHEET_INDENT = 9 };
struct sheet { struct sw_out *out; bool html; };
void sheet_title(const struct sheet *s, const struct words *w);
void sheet_answer(const struct sheet *s, const struct words *w);
/* `head` of the text, `title` of the HTML. Empty words are no section. */
void sheet_section(const struct sheet *s, const char *head, const char *title, const struct words *w);
/* The same, in text without an empty line before it and also of no words. */
void sheet_note(const struct sheet *s, const char *head, const char *title, const struct words *w);
void sheet_more(const struct sheet *s, const struct words *w); /* a further paragraph */

/* A table: cells row by row, the first column's to the left. The names of the columns come first. */
enum { SHEET_COLUMNS = 9, SHEET_ROWS = 26 };
struct sheet_table { size_t n_columns, n; struct word cell[SHEET_ROWS * SHEET_COLUMNS]; };
void sheet_cell(struct sheet_table *t, const char *fmt, ...) SW_PRINTF(2, 3); /* what does not fit is not put */
void sheet_name(struct sheet_table *t, struct sw_text name); /* of a long one the end, where ids differ */
void sheet_table(const struct sheet *s, const char *head, const char *title, const struct sheet_table *t);
#endif
