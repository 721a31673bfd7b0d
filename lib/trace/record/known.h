/* SPDX-License-Identifier: GPL-3.0-or-later */
/* known.h - rows of a record, whose `known` has a bit for each column that they have. */
#ifndef SLOTWISE_KNOWN_H
#define SLOTWISE_KNOWN_H
#include "slotwise/sw_trace.h"

#define BIT(column) (UINT64_C(1) << (column))

/* An empty text is not known. */
static inline void known_text(struct sw_task_row *row, int column, struct sw_text *to, struct sw_text text)
{
    if (text.len == 0)
        return;
    *to = text;
    row->known |= BIT(column);
}

#endif
