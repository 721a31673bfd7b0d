/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h - a study on one page: as text of 100 columns, as HTML, as rows. */
#ifndef SLOTWISE_TOOLS_ADVISE_PAGE_H
#define SLOTWISE_TOOLS_ADVISE_PAGE_H
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_csv.h"
#include "tools/advise/words.h"

void page_put_text(const struct advised *v, const struct sw_dialect *emit, struct sw_out *out);
/* Pieces of a page: text broken at 100 columns behind a head, and the same behind an empty line. An empty paragraph is
 * no section. */
enum { PAGE_INDENT = 9 };
void page_put_wrapped_at(struct sw_out *out, size_t indent, const char *head, const char *text);
void page_put_wrapped(struct sw_out *out, const char *head, const char *text);
void page_put_section(struct sw_out *out, const char *head, const struct words *w);
/* The whole of a file: pages of several logs between the two. */
void html_put_head(struct sw_out *out);
void html_put(const struct advised *v, const struct sw_dialect *emit, struct sw_out *out);
void html_put_foot(struct sw_out *out);
void html_put_element(struct sw_out *out, const char *name, const char *class, const char *text);
/* One row a wait, the recorded first. */
void rows_put_names(struct sw_out *out);
void rows_put_study(const struct advised *v, struct sw_out *out);
#endif
