/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.c - what a column is called on an axis: its words, and its unit in brackets. */
#include "lib/plot/plot.h"
#include <stdio.h>
#include <string.h>

/* Columns of the project's own tables whose words say too little. */
static const struct { const char *column, *label; } known[] = {
    { "response_s", "response time (s)" }, { "alone_s", "response time alone (s)" }, { "submit_s", "submit time (s)" },
    { "finish_s", "finish time (s)" }, { "launch_s", "launch time (s)" }, { "ready_s", "ready time (s)" },
    { "time_s", "time (s)" }, { "waited_s", "time waited for locality (s)" }, { "wasted_s", "time wasted (s)" },
    { "wait_s", "wait (s)" }, { "map_s", "map time (s)" }, { "reduce_s", "reduce time (s)" },
    { "copy_s", "copy time (s)" },
    { "think_s", "think time (s)" }, { "duration_s", "task time (s)" }, { "slowdown", "slowdown (response / alone)" },
    { "bin", "job size (maps)" }, { "gain", "gain (base / response)" }, { "share_node", "share of maps node-local" },
    { "share_rack", "share of maps rack-local" }, { "share_any", "share of maps off-rack" },
    { "share", "cumulative share" }, { "diff_s", "difference in response time (s)" } };

/* Longer suffixes first: _per_s ends in _s, too. */
static const struct { const char *suffix, *unit; } units[] = {
    { "_bytes", "bytes" }, { "_per_h", "per hour" }, { "_per_s", "per second" }, { "_us", "µs" }, { "_s", "s" } };

/* mean_, sd_, min_, max_, sum_, base_, p95_: kept as a word before the rest. */
static size_t prefix_len(const char *column)
{
    static const char *const words[] = { "mean_", "sd_", "min_", "max_", "sum_", "base_" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(column, words[i], strlen(words[i])) == 0)
            return strlen(words[i]);
    size_t digits = column[0] == 'p' ? strspn(column + 1, "0123456789.") : 0;
    return digits && column[1 + digits] == '_' ? digits + 2 : 0;
}

static void spaces_for_underlines(char *text)
{
    for (; *text; text++)
        if (*text == '_')
            *text = ' ';
}

/* Underlines become spaces, and a unit that the name ends in stands in brackets. */
static void plain(const char *column, char *label, size_t cap)
{
    size_t len = strlen(column);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t u = strlen(units[i].suffix);
        if (len > u && strcmp(column + len - u, units[i].suffix) == 0) {
            snprintf(label, cap, "%.*s (%s)", (int)(len - u), column, units[i].unit);
            spaces_for_underlines(label);
            return;
        }
    }
    snprintf(label, cap, "%s", column);
    spaces_for_underlines(label);
}

/* The word of a prefix stays in front, and the rest is a column of its own. */
void sw_plot_label(const char *column, char *label, size_t cap)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(column, known[i].column) == 0) {
            snprintf(label, cap, "%s", known[i].label);
            return;
        }
    size_t prefix = prefix_len(column), used;
    if (prefix == 0 || column[prefix] == '\0') {
        plain(column, label, cap);
        return;
    }
    /* prefix - 1: without the underline. */
    used = (size_t)snprintf(label, cap, "%.*s ", (int)prefix - 1, column);
    if (used < cap)
        sw_plot_label(column + prefix, label + used, cap - used);
}
