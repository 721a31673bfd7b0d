/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - how far a long run has come. It is told by bytes of the inputs, which is what is known before rows
 * are counted. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "lib/cli/sw_cli.h"
#include "lib/csv/sw_bytes.h"

#define ASK_EVERY 256 /* calls between looks at the clock */
/* Short runs say nothing. */
#define FIRST_S 2

double sw_cli_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* times: how often the files will be read. */
void sw_cli_way_start(struct sw_cli_way *way, const struct sw_cli *cli, uint64_t times)
{
    struct stat st;
    *way = (struct sw_cli_way){ .from_bytes = sw_bytes_taken(), .from_s = sw_cli_now_s() };
    for (size_t i = 0; i < cli->n_files; i++) {
        const char *path = cli->files[i];
        if ((strcmp(path, "-") == 0 ? fstat(0, &st) : stat(path, &st)) != 0 || !S_ISREG(st.st_mode)) {
            /* Of a pipe nothing tells how much will come. */
            way->bytes = 0;
            return;
        }
        way->bytes += (uint64_t)st.st_size * times;
    }
}

/* The last bytes are taken before their rows are: a run that has them all is at 99 %. */
void sw_cli_way_text(const struct sw_cli_way *way, char text[64])
{
    double part = way->bytes ? (double)(sw_bytes_taken() - way->from_bytes) / (double)way->bytes : 0;
    text[0] = '\0';
    if (part <= 0)
        /* Nothing has been read yet, or nothing is known of how much there is. */
        return;
    part = fmin(part, 0.99);
    const double so_far_s = sw_cli_now_s() - way->from_s;
    snprintf(text, 64, ", %.0f %%, %.0f s left", floor(100 * part), ceil(so_far_s * (1 - part) / part));
}

void sw_cli_tell(void *progress, uint64_t n)
{
    struct sw_cli_progress *p = progress;
    struct timespec now;
    char way[64] = "";
    /* The clock is asked seldom, as there may be millions of calls. */
    if (!p->cli->progress || p->n_calls++ % ASK_EVERY != 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (p->n_calls == 1) {
        p->told_s = now.tv_sec + FIRST_S - 1;
        if (!p->made)
            sw_cli_way_start(&p->way, p->cli, 1);
    }
    if (now.tv_sec <= p->told_s)
        return;
    p->told_s = now.tv_sec;
    if (!p->made)
        sw_cli_way_text(&p->way, way);
    sw_cli_say(p->cli, "%llu %s%s", (unsigned long long)n, p->what, way);
}
