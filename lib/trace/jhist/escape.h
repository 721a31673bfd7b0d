/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escape.h - backslashes in Hadoop's names, and text inside JSON. */
#ifndef SLOTWISE_ESCAPE_H
#define SLOTWISE_ESCAPE_H
#include "slotwise/sw_csv.h"

struct escape { char *buf; size_t cap; };
/* node1\.example\.com reads node1.example.com: a backslash stands for what follows it. *out lasts until the next call
 * with the same buffer, and is the text itself when nothing is escaped in it. */
SW_USE_RESULT int escape_undo(struct escape *e, struct sw_text text, struct sw_text *out, struct sw_err *err);
void escape_clear(struct escape *e);
/* A JSON string, quotes included. */
void escape_put_json(struct sw_text text, struct sw_out *out);

#endif
