/* SPDX-License-Identifier: GPL-3.0-or-later */
/* notes.h - what is to be said of the replay of a log, in words: "a; b". */
#ifndef SLOTWISE_TOOLS_REPLAY_NOTES_H
#define SLOTWISE_TOOLS_REPLAY_NOTES_H
#include "slotwise/sw_study.h"

/* The log's own note, and what the back-test adds to it, or why there is none. */
void notes_of_backtest(char note[SW_LOG_NOTE], const struct sw_log *log, const struct sw_backtest *b);
#endif
