/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.h - a small XML file as a tree of elements. The one place that sees expat. */
#ifndef SLOTWISE_XML_H
#define SLOTWISE_XML_H
#include "lib/csv/sw_bytes.h"
#include "slotwise/sw_csv.h"

#define XML_NONE UINT32_MAX
struct xml_element {
    char *name, *text;       /* text: that of the element itself, blanks at both ends left out */
    char *label;             /* its attribute `name`, or NULL */
    char *create, *queue, *type; /* its attributes of these names, or NULL */
    uint64_t line;
    uint32_t first, next, last; /* children; the element behind it under the same parent */
};
struct xml { struct xml_element *at; size_t n, cap; }; /* at[0] is the root */
/* Entities that the file itself defines are put in, up to expat's limit for them; no other file is fetched. */
SW_USE_RESULT int xml_read(struct xml *x, struct sw_bytes *in, struct sw_err *err);
void xml_clear(struct xml *x);
/* or NULL */
const struct xml_element *xml_child(const struct xml *x, const struct xml_element *parent, const char *name);

#endif
