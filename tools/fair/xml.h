/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.h - the configuration of a scheduler in place of a pools file. */
#ifndef SLOTWISE_TOOLS_FAIR_XML_H
#define SLOTWISE_TOOLS_FAIR_XML_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"

/* 1: it is XML, and `pools` names a file of the pools record made from it, until *fd is closed; 0: it is none;
 * -1: failed. Percentages are of `slots` (NAN: not known); with_default as sw_config_rules has it. *of: whose. */
int xml_to_pools(const struct sw_cli *cli, const char *path, double slots, bool with_default,
                 char pools[SW_NAMELESS_MAX], int *fd, enum sw_config_dialect *of, struct sw_err *err);
#endif
