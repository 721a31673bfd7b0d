/* SPDX-License-Identifier: GPL-3.0-or-later */
/* known.h - rows of a record, whose `known` has a bit for each column that they have. */
#ifndef SLOTWISE_KNOWN_H
#define SLOTWISE_KNOWN_H
#include "slotwise/sw_num.h"
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

/* A source's time that is missing: no real time is so far back. */
#define KNOWN_NO_TIME INT64_MIN

/* A time that is not told is not known. */
static inline void known_time(struct sw_task_row *row, int column, int64_t *to, int64_t us)
{
    if (us == KNOWN_NO_TIME)
        return;
    *to = us;
    row->known |= BIT(column);
}

/* The nodes of n cores, `of` each, as text in at[]; empty where `of` is 0. */
static inline struct sw_text known_nodes(uint64_t of, uint64_t n, char at[24])
{
    return (struct sw_text){ at, of > 0 ? sw_num_put_u64(at, n / of + (n % of > 0)) : 0 };
}

#endif
