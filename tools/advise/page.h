/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h - a study on one page: as text of 100 columns, as HTML, as rows. */
#ifndef SLOTWISE_TOOLS_ADVISE_PAGE_H
#define SLOTWISE_TOOLS_ADVISE_PAGE_H
#include "slotwise/sw_csv.h"
#include "slotwise/sw_model.h"
#include "tools/advise/decide.h"

void page_put_text(const struct study *s, const struct answer *a, const struct sw_dialect *emit, struct sw_out *out);
/* The whole of a file: pages of several logs between the two. */
void html_put_head(struct sw_out *out);
void html_put(const struct study *s, const struct answer *a, const struct sw_dialect *emit, struct sw_out *out);
void html_put_foot(struct sw_out *out);
/* One row a wait, the recorded first. */
void rows_put_names(struct sw_out *out);
void rows_put_study(const struct study *s, const struct answer *a, struct sw_out *out);
#endif
