/* SPDX-License-Identifier: GPL-3.0-or-later */
/* before.h - the page of two days: what a change came to, and what else changed. */
#ifndef SLOTWISE_TOOLS_ADVISE_BEFORE_H
#define SLOTWISE_TOOLS_ADVISE_BEFORE_H
#include "lib/study/platform/paired.h"
#include "tools/advise/sheet.h"

SW_USE_RESULT int before_page_put(const struct platform *before, const struct platform *after, const struct sheet *s,
                                  struct sw_err *err);
#endif
