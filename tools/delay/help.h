/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h - what slot-delay says after the options in --help-all. */
#ifndef SLOTWISE_TOOLS_DELAY_HELP_H
#define SLOTWISE_TOOLS_DELAY_HELP_H

extern const char help_overview[];               /* of the program without a subcommand */
const char *help_examples(const char *name);   /* of a subcommand */
#endif
