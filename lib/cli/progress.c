/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - how far a long run has come. */
#include <time.h>
#include "slotwise/sw_cli.h"

#define ASK_EVERY 256 /* calls between looks at the clock */
#define FIRST_S 2

void sw_cli_tell(void *progress, uint64_t n)
{
    struct sw_cli_progress *p = progress;
    struct timespec now;
    if (!p->cli->progress || p->n_calls++ % ASK_EVERY != 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (p->n_calls == 1)
        p->told_s = now.tv_sec + FIRST_S - 1;
    if (now.tv_sec <= p->told_s)
        return;
    p->told_s = now.tv_sec;
    sw_cli_say(p->cli, "%llu %s", (unsigned long long)n, p->what);
}
