/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.h - a log that is replayed as it was recorded, opened as the command line of slot-replay says. */
#ifndef SLOTWISE_TOOLS_REPLAY_RECORDED_H
#define SLOTWISE_TOOLS_REPLAY_RECORDED_H
#include "lib/trace/stream/apps.h"
#include "slotwise/sw_log.h"
#include "tools/replay/config.h"

struct recorded {
    struct sw_log *log;
    struct sw_hosts *hosts;      /* what the log borrows */
    struct sw_cluster *cluster;
};
/* Reads the log. What cannot be replayed has r->log->lacks. */
SW_USE_RESULT int recorded_read(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err);
SW_USE_RESULT int recorded_read_files(struct recorded *r, struct sw_cli *cli, const struct apps_log *of,
                                      struct sw_err *err);
/* Makes it ready, unless it lacks something. */
SW_USE_RESULT int recorded_prepare(struct recorded *r, const struct config *cfg, struct sw_err *err);
/* Both. */
SW_USE_RESULT int recorded_open(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err);
/* The options of the replay, and its pools (NULL: none), which the caller frees. cfg->log is this log from then on. */
SW_USE_RESULT int recorded_settle(const struct recorded *r, struct sw_cli *cli, struct sw_pool_list **pools,
                                  struct sw_err *err);
void recorded_close(struct recorded *r); /* also after a failure */
#endif
