/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - a node and its slots. */
#ifndef LIB_SIM_NODES_TYPES_H
#define LIB_SIM_NODES_TYPES_H
#include <stdbool.h>
#include <stdint.h>

struct node {
    /* One line of the cache: what a heartbeat reads. */
    _Alignas(64) uint32_t slots[2];
    uint32_t occupied[2], free[2]; /* free: of the slots, while the node is up */
    uint32_t rack;
    uint32_t epoch;          /* grows with each loss */
    double speed;
    bool in_row, up;         /* up: a row holds, or slots of it are kept */
    bool kicked;             /* has an out-of-band heartbeat at this instant */
    uint8_t stale;           /* bits of the kinds of which the first or last free slot came or went, which no set knows
                                yet */
    uint32_t kept[2];        /* slots beyond those of its row, which are still needed (B20) */
    uint32_t span;           /* the next to begin or, while up, the present one */
};
#endif
