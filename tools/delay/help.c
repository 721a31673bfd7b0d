/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - what slot-delay says after the options in --help-all. A command test runs the examples from the root of
 * the tree. */
#include <string.h>
#include "tools/delay/delay.h"

#define HELP_LISTS "Every option takes lists and ranges, 1,2,5 and 0:10:0.5; each combination gives a row.\n\n"

const char help_overview[] =
    "Examples:\n"
    "  slot-delay bound --nodes 620 --tasks 1,10 --skips 270\n"
    "  slot-delay skips --nodes 100 --slots-per-node 8 --tasks 20 --locality 95%\n"
    "  slot-delay recommend traces/recorded-tasks.csv\n";

static const struct { const char *name, *text; } help_table[] = {
    { "bound", HELP_LISTS "Examples:\n"
      "  slot-delay bound --nodes 620 --tasks 1,10 --skips 270\n"
      "  slot-delay bound --nodes 100 --slots-per-node 4 --tasks 3,20 --skips 0:0.5x:0.05x --task-time 20s\n"
      "  slot-delay bound --nodes 620 --tasks 10 --skips 40,0.23x,1x --release-rate 27\n" },
    { "skips", HELP_LISTS "fraction_of_nodes, wait_tasks and wait_s belong to skips_bound.\n\nExamples:\n"
      "  slot-delay skips --nodes 100 --slots-per-node 8 --tasks 20 --locality 95%\n"
      "  slot-delay skips --nodes 100,1000 --tasks 1,3,20 --locality 80%:95%:5%\n"
      "  slot-delay skips --nodes 620 --tasks 20 --locality 0.9 --release-rate 27\n" },
    { "sticky", HELP_LISTS "Examples:\n"
      "  slot-delay sticky --share 10% --slots-per-node 1 --nodes 100\n"
      "  slot-delay sticky --jobs 5,10,15,20,30,50 --slots-per-node 1,4,6,8\n"
      "  slot-delay sticky --share 0.02:0.2:0.02 --slots-per-node 4 --replication 2,3\n" },
    { "blocked", HELP_LISTS "Examples:\n"
      "  slot-delay blocked --long-fraction 0.8 --slots-per-node 6\n"
      "  slot-delay blocked --long-fraction 0:1:0.1 --slots-per-node 1,2,4,8\n"
      "  slot-delay blocked --long-fraction 80% --slots-per-node 6 --replication 1,2,3\n" },
    { "frees", HELP_LISTS "Examples:\n"
      "  slot-delay frees --wait 15s --task-time 60s --slots-per-node 5\n"
      "  slot-delay frees --wait 0:60:5 --task-time 1m --slots-per-node 2\n"
      "  slot-delay frees --wait 500ms,1s --task-time 10s --slots-per-node 4 --replication 1,3\n" },
    { "gain", HELP_LISTS "Examples:\n"
      "  slot-delay gain --remote-cost 10s --gap 5s --wait 10s\n"
      "  slot-delay gain --remote-cost 10s --gap 5s,20s --wait 0:60:5\n"
      "  slot-delay gain --remote-cost 0,2,20 --gap 4 --wait 8\n" },
    { "startup", HELP_LISTS "Examples:\n"
      "  slot-delay startup --share 50 --task-time 20s --total-slots 3100\n"
      "  slot-delay startup --share 10,100,1000 --task-time 19s --total-slots 3100\n"
      "  slot-delay startup --share 50 --task-time 10:60:10 --total-slots 1000\n" },
    { "recommend", HELP_LISTS
      "SYSTEM: spark yarn-fair yarn-time yarn-capacity hadoop1 hadoop-0.20. Defaults: 20 nodes a rack, a locality of\n"
      "95%, and the release rate of a busy cluster, nodes x slots / task time. With a LOG (any that slot-trace reads,\n"
      "or the attempts of slot-replay) parameters that are not given are measured, as 'slot-delay rates' does, and\n"
      "replays of its jobs under other waits decide: a row for all jobs, and for each size of job.\n\nExamples:\n"
      "  slot-delay recommend traces/recorded-tasks.csv\n"
      "  slot-delay recommend --nodes 100 --tasks 2,20 --release-rate 9 traces/recorded-tasks.csv\n"
      "  slot-delay recommend --nodes 620 --slots-per-node 5 --tasks 20 --task-time 20s --remote-cost 10s\n"
      "  slot-delay recommend --nodes 620 --tasks 3,20,200 --release-rate 27 --locality 90%,95%\n"
      "  slot-delay recommend --nodes 100 --slots-per-node 4 --tasks 20 --task-time 20s --remote-cost 10s "
      "--dialect spark\n" },
    { "convert",
      "SYSTEM: skips wait spark yarn-fair yarn-time yarn-capacity hadoop1 hadoop-0.20. A bare number for spark,\n"
      "yarn-time, hadoop1 and hadoop-0.20 is milliseconds, as they read it. With a LOG nodes and release rate are\n"
      "measured, and the value is a range: at the rate under load, and over all.\n\nExamples:\n"
      "  slot-delay convert --from yarn-capacity:40 --dialect spark traces/recorded-tasks.csv\n"
      "  slot-delay convert --from spark:3s --dialect yarn-fair,yarn-capacity --nodes 620 --release-rate 27\n"
      "  slot-delay convert --from yarn-capacity:40 --dialect spark --nodes 620 --slots-per-node 5 --task-time 20s\n"
      "  slot-delay convert --from yarn-fair:0.1 --dialect skips --nodes 100,600\n" },
};

const char *help_examples(const char *name)
{
    for (size_t i = 0; i < sizeof help_table / sizeof help_table[0]; i++)
        if (strcmp(help_table[i].name, name) == 0)
            return help_table[i].text;
    return "";
}
