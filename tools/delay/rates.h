/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.h - slot-delay rates: what a recorded trace tells. */
#ifndef SLOTWISE_TOOLS_DELAY_RATES_H
#define SLOTWISE_TOOLS_DELAY_RATES_H

extern const char rates_summary[];
int rates_main(int argc, char **argv); /* returns the exit status */
#endif
