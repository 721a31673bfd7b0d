/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block.c - the bytes of the input, a block at a time. What was left of the block before is used up. */
#include "lib/csv/reader.h"

int sw_csv_block(struct sw_csv *in, struct sw_err *err)
{
    in->block_at = 0;
    if (sw_bytes_read(in->bytes, in->block, SW_CSV_BLOCK, &in->block_len, err) != SW_OK)
        return SW_FAIL;
    in->ended = in->block_len == 0;
    return SW_OK;
}
