/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.h - slot-replay --validate: replays each log under the cluster, the waits and the policy that it
 * recorded, and compares the result with the recording. Each log gives one row; docs/validation.md interprets them. */
#ifndef SLOTWISE_TOOLS_REPLAY_VALIDATE_H
#define SLOTWISE_TOOLS_REPLAY_VALIDATE_H
#include "lib/cli/sw_cli.h"

/* A log that cannot be compared has a row that says so. The call then fails after all rows are written. */
SW_USE_RESULT int validate_run(struct sw_cli *cli, struct sw_err *err);
#endif
