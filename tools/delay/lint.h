/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lint.h - slot-delay lint: what is wrong with the configuration of a scheduler. */
#ifndef SLOTWISE_TOOLS_DELAY_LINT_H
#define SLOTWISE_TOOLS_DELAY_LINT_H

extern const char lint_summary[];
int lint_main(int argc, char **argv); /* returns the exit status */
#endif
