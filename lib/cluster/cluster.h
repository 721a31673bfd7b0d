/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.h - what the files of lib/cluster include. */
#ifndef LIB_CLUSTER_CLUSTER_H
#define LIB_CLUSTER_CLUSTER_H
#include "lib/base/sw_chance.h"
#include "slotwise/sw_cluster.h"
#include "lib/base/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_trace.h"
#include "lib/base/memory.h"
#endif
