/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_plain.h - plain JSON read in one pass, without the JSON library and without copies. */
#ifndef SLOTWISE_JSON_PLAIN_H
#define SLOTWISE_JSON_PLAIN_H
#include "lib/trace/parse/json.h"

/* Lays `text` down in the tree, whose texts then lie in `text`. False: the text is not plain, or not JSON, or memory
 * ran out; the tree holds nothing of use. Members named in `unread` (NULL, or ended by an empty name) are left out,
 * unless their value is a number or a word. */
SW_USE_RESULT bool json_plain_parse(struct json_tree *tree, struct sw_text text, const struct sw_text *unread);

#endif
