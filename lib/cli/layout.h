/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - the options of a program, as people read them. */
#ifndef LIB_CLI_LAYOUT_H
#define LIB_CLI_LAYOUT_H
#include <argp.h>
#include <stdio.h>

/* Usage, summary, and the options of the table by group and name. args: what follows the options, or NULL. */
void layout_options(const struct argp_option *table, const char *name, const char *args, const char *summary, FILE *to);

#endif
