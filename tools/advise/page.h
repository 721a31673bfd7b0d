/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h - a study on one page: as text of 100 columns, as HTML, as rows. */
#ifndef SLOTWISE_TOOLS_ADVISE_PAGE_H
#define SLOTWISE_TOOLS_ADVISE_PAGE_H
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_csv.h"
#include "tools/advise/sheet.h"

void page_put(const struct advised *v, const struct sw_dialect *emit, const struct sheet *to);
/* One row a wait, the recorded first. */
void rows_put_names(struct sw_out *out);
void rows_put_study(const struct advised *v, struct sw_out *out);
#endif
