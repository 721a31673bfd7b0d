/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.h - the subcommand rates: what a recorded trace tells. */
#ifndef SLOTWISE_TOOLS_ADVISE_RATES_H
#define SLOTWISE_TOOLS_ADVISE_RATES_H

#define RATES_SUMMARY "what a log tells: release rates, what distance cost, task times"
int rates_main(const char *name, int argc, char **argv); /* name: of the program; returns the exit status */
#endif
