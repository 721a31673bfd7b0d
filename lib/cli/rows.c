/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - a program's options as rows of tables. */
#include "lib/cli/cli.h"
#include "lib/options/options.h"

enum { GROUPS = sizeof ((struct sw_tool *)0)->headings / sizeof(char *), TABLES = 2 };

struct argp_option rows_entry(const struct option_row *row, struct rows_text *text)
{
    return (struct argp_option){
        .name = row->name, .group = row->group, .key = row->letter ? row->letter : SW_CLI_NAMED,
        .arg = value_label(row, text->label, sizeof text->label),
        .doc = value_help(row, text->help, sizeof text->help),
        .flags = (row->flags & OPTION_SHORT ? SW_CLI_SHORT : 0)
                 | (row->flags & OPTION_BARE ? OPTION_ARG_OPTIONAL : 0),
    };
}

size_t rows_entries(const struct sw_tool *tool, struct argp_option *to, struct rows_text *text)
{
    size_t n = 0;
    for (int group = 0; group < GROUPS; group++) {
        if (to && tool->headings[group])
            to[n] = (struct argp_option){ .doc = tool->headings[group], .group = group };
        n += tool->headings[group] || !to;
        for (int t = 0; t < TABLES; t++)
            for (const struct option_row *row = tool->rows[t]; row && row->name; row++) {
                if (row->group != group)
                    continue;
                if (to)
                    to[n] = rows_entry(row, &text[n]);
                n++;
                if (to && row->also)
                    to[n] = (struct argp_option){ .name = row->also, .flags = OPTION_ALIAS, .group = group };
                n += !!row->also;
            }
    }
    return n;
}

int rows_take(const struct sw_cli *cli, const char *name, const char *arg, struct sw_err *err)
{
    const struct option_row *row = value_row(cli->tool->rows[0], name);
    return value_parse(row ? row : value_row(cli->tool->rows[1], name), cli->config, arg, err);
}
