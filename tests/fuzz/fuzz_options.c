/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_options.c - any bytes as a file of options of slot-replay: refused with a reason, or --print-options says them
 * in words that are read back to the same.
 *
 * A line is --name=value. Lines that would read or write a file, or make a cluster of many nodes, are left alone. */
#undef NDEBUG /* the checks are the point */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tools/replay/replay.h"

enum { MOST_NODES = 1000 };

/* --options and the name of a file in memory. */
static int option_file(char option[60], const void *data, size_t size)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    assert(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(option, 60, "--options=/proc/self/fd/%d", fd);
    return fd;
}

static bool is_small(const struct sw_cli *cli, const struct config *cfg)
{
    return !cfg->cluster_file && !cfg->pools_file && !cfg->topology_file && !cfg->as_recorded && !cfg->validate
           && !cli->output && !cli->rejects && cfg->nodes <= MOST_NODES;
}

/* What they come to, as --print-options says it. NULL: refused, or not looked at. */
static char *settled(const void *data, size_t size, bool must)
{
    struct config cfg = runs_config;
    struct sw_err err = { .exit = SW_EXIT_OK };
    struct sw_cli cli;
    char program[] = "slot-replay", quiet[] = "--quiet", option[60], *argv[] = { program, quiet, option, NULL },
         *text = NULL;
    size_t n;
    int fd = option_file(option, data, size);
    if (sw_cli_parse(&cli, runs_tool(), &cfg, 3, argv, &err) != SW_OK) {
        assert(!must && err.text[0]);
        close(fd);
        return NULL;
    }
    if (is_small(&cli, &cfg)) {
        struct runs r = { .src.cli = &cli };
        FILE *to = open_memstream(&text, &n);
        int status = runs_setup(&r, &err);
        if (status == SW_OK)
            status = settled_put(&cli, to, &err);
        fclose(to);
        if (status != SW_OK) {
            assert(!must && err.text[0]);
            free(text);
            text = NULL;
        }
        runs_clear(&r);
    }
    sw_cli_clear(&cli);
    close(fd);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *once = settled(data, size, false);
    if (once == NULL)
        return 0;
    char *twice = settled(once, strlen(once), true);
    if (twice == NULL || strcmp(once, twice) != 0) {
        fprintf(stderr, "fuzz_options: said as\n%sand then as\n%s", once, twice ? twice : "nothing\n");
        abort();
    }
    free(once);
    free(twice);
    return 0;
}
