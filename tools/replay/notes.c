/* SPDX-License-Identifier: GPL-3.0-or-later */
/* notes.c - what is to be said of the replay of a log, in words: "a; b". --validate and slot-advise say the same of a
 * back-test. */
#include <string.h>
#include "lib/log/log.h"
#include "tools/replay/replay.h"

/* A model that comes as near as the policy shows that the log does not test the policy. */
static void add_other(char note[SW_LOG_NOTE], enum sw_told told, const char *what)
{
    if (told == SW_TOLD_SAME)
        note_add(note, "not told apart from %s: no response differs by 1 %%", what);
    else if (told == SW_TOLD_NEAR)
        note_add(note, "%s comes as near as the policy", what);
}

void notes_of_backtest(char note[SW_LOG_NOTE], const struct sw_log *log, const struct sw_backtest *b)
{
    strcpy(note, log->note);
    if (log->lacks) {
        note_add(note, "cannot tell: %s", log->lacks);
        return;
    }
    add_other(note, b->told[SW_LOG_ENDLESS], "no scheduler at all");
    add_other(note, b->told[SW_LOG_SJF], "sjf without waits");
    if (b->n_compared == 0)
        note_add(note, "cannot tell: no job that finished");
}
