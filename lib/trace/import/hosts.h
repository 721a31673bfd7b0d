/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.h - the nodes that a trace names, for the importers: who stands in which rack. */
#ifndef SLOTWISE_HOSTS_H
#define SLOTWISE_HOSTS_H
#include "lib/trace/import/nameset.h"
#include "slotwise/sw_import.h"

struct sw_hosts {
    struct sw_keys nodes, racks;
    uint32_t *rack_of;     /* of each node: a place in racks, the first that was named, or NAMESET_NONE */
    size_t cap_rack_of;
};
/* Notes the node (when it has a name) and, when `rack` is not empty, its rack. */
SW_USE_RESULT int hosts_note(struct sw_hosts *h, struct sw_text node, struct sw_text rack, struct sw_err *err);
struct sw_text hosts_rack(const struct sw_hosts *h, struct sw_text node); /* empty: not known */

#endif
