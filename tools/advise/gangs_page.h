/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_page.h - a study of gangs on one page, and as rows. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_PAGE_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_PAGE_H
#include "tools/advise/gangs.h"

void gangs_page_put(const struct gangs *g, struct sw_out *out);
/* One row a price and a wait. */
void gangs_page_put_names(struct sw_out *out);
void gangs_page_put_rows(const struct gangs *g, struct sw_out *out);
#endif
