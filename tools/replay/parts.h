/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the named parts of a scheduler, for --help-all. */
#ifndef SLOTWISE_TOOLS_REPLAY_PARTS_H
#define SLOTWISE_TOOLS_REPLAY_PARTS_H
#include <stdio.h>

/* Every rule of every axis, with its parameters and summary, and the presets. */
void parts_put(FILE *to);

#endif
