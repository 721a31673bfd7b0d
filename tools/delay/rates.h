/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.h - slot-delay rates: a recorded trace measured. */
#ifndef SLOTWISE_TOOLS_DELAY_RATES_H
#define SLOTWISE_TOOLS_DELAY_RATES_H

int rates_main(int argc, char **argv); /* the exit status */
#endif
