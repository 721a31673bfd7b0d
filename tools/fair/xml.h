/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.h - the configuration of a scheduler in place of a pools file. */
#ifndef SLOTWISE_TOOLS_FAIR_XML_H
#define SLOTWISE_TOOLS_FAIR_XML_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_csv.h"

/* 1: it is XML, and `pools` names a file of the pools record made from it, until *fd is closed; 0: it is none;
 * -1: failed. Percentages are of `slots` (NAN: not known). */
int xml_to_pools(const struct sw_cli *cli, const char *path, double slots, char pools[SW_NAMELESS_MAX],
                 int *fd, struct sw_err *err);
#endif
