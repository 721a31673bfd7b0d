/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - the lines that set a wait, in the words of a system's configuration. */
#ifndef SLOTWISE_TOOLS_ADVISE_SETTINGS_H
#define SLOTWISE_TOOLS_ADVISE_SETTINGS_H
#include "lib/model/sw_formulas.h"
#include "tools/advise/advised.h"

/* The dialect of the log's own rule. */
const struct sw_dialect *settings_dialect(const struct sw_study *s);
/* Line i of them (0, 1, ...), and what to say of it in a comment; false: there are no more. A wait of one system in
 * another's words needs the rate at which slots are released; `text` is empty where that is not known. */
struct setting { char text[200], comment[100]; };
bool settings_line(const struct sw_study *s, const struct sw_answer *a, const struct sw_dialect *d, size_t i,
                   struct setting *out);
/* A wait of the log's family as time: offers come at the rate at which slots are released. */
double settings_seconds(const struct sw_study *s, double wait);
void settings_put(const struct advised *v, const struct sw_dialect *d, struct sw_out *out);
#endif
