/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - a node and its slots. */
#ifndef LIB_SIM_NODES_TYPES_H
#define LIB_SIM_NODES_TYPES_H
#include <stdbool.h>
#include <stdint.h>

struct node {
    /* What a heartbeat reads is one cache line. */
    _Alignas(64) uint32_t slots[2];
    uint32_t occupied[2], free[2]; /* free: 0 while the node is down */
    uint32_t rack;
    uint32_t epoch;          /* how often the node was lost */
    double speed;
    bool in_row, up;         /* up: a row of the cluster file holds, or slots are kept */
    bool kicked;             /* it heartbeats at this instant, out of band */
    uint8_t stale;           /* kinds (bits) whose first or last free slot came or went, unknown to the sets yet */
    bool is_silent[2];       /* its free slots of the kind are not offered (O24) */
    uint32_t kept[2];        /* slots beyond those of its row that are still needed (B20) */
    uint32_t span;           /* its present row or, while none holds, the next */
};
#endif
