/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folder.h - many applications: each is studied alone, in threads, and all make one page or its rows. */
#ifndef SLOTWISE_TOOLS_ADVISE_FOLDER_H
#define SLOTWISE_TOOLS_ADVISE_FOLDER_H
#include "lib/study/platform/platform.h"
#include "lib/trace/stream/apps.h"
#include "tools/advise/advised.h"
#include "tools/advise/sheet.h"

struct folder_ask {
    const struct advised_ask *ask;   /* threads: over applications */
    bool again;                      /* also what `known` has */
};
/* Adds what was found of each log to `known`, which has the rows of earlier runs. A log that it has is not read once
 * more, unless its files or what is asked have changed. */
SW_USE_RESULT int folder_study(struct platform *known, const struct sw_cli *cli, const struct apps *a,
                               const struct folder_ask *ask, struct sw_err *err);
/* Whether the file has rows that this program wrote of a folder. They are added. */
SW_USE_RESULT int folder_read_rows(struct platform *p, const char *path, bool *rows, struct sw_err *err);
void folder_put_rows(const struct platform *p, struct sw_out *out);

/* ---- folder_page.c ------------------------------------------------------------------------------- */
struct folder_page { enum platform_per per; double price; }; /* price: of an executor-hour; NaN: none */
SW_USE_RESULT int folder_page_put(const struct platform *p, const struct folder_page *how, const struct sheet *s,
                                  struct sw_err *err);
#endif
