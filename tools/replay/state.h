/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - what runs and waits on a cluster now: squeue, sacct without ends, kubectl, or a tasks CSV (--state). */
#ifndef SLOTWISE_TOOLS_REPLAY_STATE_H
#define SLOTWISE_TOOLS_REPLAY_STATE_H
#include "lib/base/sw_names.h"
#include "lib/cli/sw_cli.h"
#include "lib/study/asked.h"

struct state_file {
    struct asked_held *held;
    size_t n, cap;
    struct sw_keys texts;        /* names */
    uint64_t n_ended, n_cut;     /* rows of jobs that had ended; elements of arrays beyond the most that are taken */
};
SW_USE_RESULT int state_read(struct state_file *to, const char *path, const char *resource, struct sw_err *err);
void state_clear(struct state_file *s); /* also after a failure */
#endif
