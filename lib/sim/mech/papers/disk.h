/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - what eviction (evict.c) asks of the room for map output (disk.c). */
#ifndef LIB_SIM_MECH_PAPERS_DISK_H
#define LIB_SIM_MECH_PAPERS_DISK_H
#include "lib/sim/sim.h"

uint64_t disk_for_map(const struct job *job); /* the room that each of its maps asks for (A7) */
#endif
