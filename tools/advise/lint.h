/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lint.h - the subcommand lint: what is wrong with the configuration of a scheduler. */
#ifndef SLOTWISE_TOOLS_ADVISE_LINT_H
#define SLOTWISE_TOOLS_ADVISE_LINT_H

#define LINT_SUMMARY "what is wrong with a scheduler's configuration, finding by finding"
int lint_main(const char *name, int argc, char **argv); /* name: of the program; returns the exit status */
#endif
