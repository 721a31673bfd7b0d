/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.c - names of columns before and now. Tables of the release before are read by their old names, and
 * scripts that ask for old names get the new ones. */
#include "lib/csv/rows.h"
#include <stdio.h>
#include <string.h>

/* Also as part of a name, unless it is `whole`: mean_node_local_lo is mean_share_node_lo. In rows of
 * jobs node_local, rack_local and off_rack are counts, and keep their names. */
static const struct { const char *before, *now; bool whole; } renamed[] = {
    { "node_local_no_wait", "replayed_share_node_no_wait", true },
    { "node_local_wait", "replayed_share_node_wait", true },
    { "node_local", "share_node", false }, { "rack_local", "share_rack", false }, { "off_rack", "share_any", false },
    { "mean_diff", "diff_mean_response", false },
    { "error_p05", "p05_error", false }, { "error_p50", "p50_error", false }, { "error_p95", "p95_error", false },
    { "end_s", "makespan_s", true }, { "replay_error", "back_test_error", true },
    { "release_rate", "releases_per_s", true }, { "release_rate_busy", "releases_busy_per_s", true },
    { "release_rate_all", "releases_all_per_s", true },
    { "recorded_tasks", "n_recorded_tasks", true }, { "rows", "n_rows", true }, { "pairs", "n_pairs", true },
    { "samples", "n_samples", true }, { "penalty_off", "penalty_any", true }, { "share", "fair_share", true },
    { "locality", "share_node_wanted", true }, { "recorded_locality", "share_node_recorded", true },
    { "formula_locality", "share_node_formula", true }, { "expected_locality", "share_node_expected", true },
    { "locality_no_wait", "share_node_no_wait", true }, { "locality_within_skips", "share_node_within_skips", true },
    { "locality_bound", "share_node_bound", true }, { "locality_exact", "share_node_exact", true },
    { "locality_algorithm", "share_node_algorithm", true },
};

/* `name` with `from` in it as `to`. */
static bool renamed_put(const char *name, const char *from, const char *to, bool whole, char other[RENAMED_MOST])
{
    size_t len = strlen(from);
    const char *at = whole ? strcmp(name, from) == 0 ? name : NULL : strstr(name, from);
    /* The name must be all of `name`, or stand between underlines. */
    if (!at || (at > name && at[-1] != '_') || (at[len] && at[len] != '_'))
        return false;
    int n = snprintf(other, RENAMED_MOST, "%.*s%s%s", (int)(at - name), name, to, at + len);
    return n > 0 && n < RENAMED_MOST;
}

/* Each pair is tried both ways: from now to before, then from before to now. */
bool renamed_column(const char *name, size_t *i, char other[RENAMED_MOST])
{
    for (size_t n = 2 * (sizeof renamed / sizeof *renamed); *i < n;) {
        size_t at = (*i)++, k = at / 2;
        bool old = at % 2;
        const char *from = old ? renamed[k].before : renamed[k].now, *to = old ? renamed[k].now : renamed[k].before;
        if (renamed_put(name, from, to, renamed[k].whole, other))
            return true;
    }
    return false;
}

void renamed_tell(const char *where, const char *name, const char *other)
{
    sw_tell("%s column '%s' is taken for '%s': it was renamed, and its old name goes with the release after this",
            where, other, name);
}
