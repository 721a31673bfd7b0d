/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.h - slot-replay --validate: replays each log under the cluster, the waits and the policy that it
 * recorded, and compares the result with the recording. Each log gives one row; docs/validation.md interprets them. */
#ifndef SLOTWISE_TOOLS_REPLAY_VALIDATE_H
#define SLOTWISE_TOOLS_REPLAY_VALIDATE_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_replay.h"
#include "tools/replay/as_recorded.h"

struct validate {
    struct as_given given;
    struct sw_replay_options *opt;
    /* Applies the options of the command line that override a preset to opt. */
    int (*override)(void *context, struct sw_err *err);
    void *context;
};
/* A log that cannot be compared has a row that says so. The call then fails after all rows are written. */
SW_USE_RESULT int validate_run(struct validate *v, struct sw_cli *cli, struct sw_err *err);
#endif
