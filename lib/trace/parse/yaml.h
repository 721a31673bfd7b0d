/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yaml.h - YAML documents one behind the other, each as a tree of json.h. The one place that sees libyaml. */
#ifndef SLOTWISE_YAML_H
#define SLOTWISE_YAML_H
#include "lib/trace/parse/json.h"

/* Each document is put into JSON, in which scalars are texts, but for null, true and false as they are, and read as
 * that. Aliases and merged keys are refused. `each` fails: so does this, with its err. `line` is where the document
 * starts. */
SW_USE_RESULT int yaml_read(struct sw_bytes *in, int (*each)(void *context, const struct json_node *document,
                                                             uint64_t line, struct sw_err *err),
                            void *context, struct sw_err *err);

#endif
