/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside.c - another program of these in the place of this one: slotwise becomes the program that it names.
 * slot-delay and slot-replay hand on what other programs answer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "lib/cli/cli.h"

void beside_run(const char *program, char **argv)
{
    /* Room for the folder, a slash and a name of 255 bytes. */
    char self[4096], path[sizeof self + 260];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n > 0) {
        self[n] = '\0';
        *strrchr(self, '/') = '\0';
        snprintf(path, sizeof path, "%s/%.255s", self, program);
        execv(path, argv);
    }
    /* A program that is there and cannot be run is no reason to look for another. */
    if (n <= 0 || errno == ENOENT)
        execvp(program, argv);
}
