/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h - the part of an input that is in memory: it grows until what is looked for is whole in it. */
#ifndef SLOTWISE_WINDOW_H
#define SLOTWISE_WINDOW_H
#include <stdbool.h>
#include "lib/csv/sw_bytes.h"
#include "slotwise/sw_csv.h"

struct window {
    char *buf;
    size_t at, len, cap;     /* buf[at..len-1] is not given out yet */
    bool ended;
};
/* Reads another block behind what is there. One thing that fills 512 MiB fails with `too_large`, at `line`. */
SW_USE_RESULT int window_more(struct window *w, struct sw_bytes *in, uint64_t line, const char *too_large,
                              struct sw_err *err);

#endif
