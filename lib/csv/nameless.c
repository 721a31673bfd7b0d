/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nameless.c - files that have no name, so that nothing is left of them however the run ends. */
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Where the file system has none without a name, tmpfile() takes the name away at once. */
static int make(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? tmpfile() : NULL;
    if (!file)
        return fd;
    fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    fclose(file);
    return fd;
}

int sw_out_nameless(int *fd, char path[SW_NAMELESS_MAX], struct sw_err *err)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    *fd = make(folder);
    if (*fd < 0)
        return sw_err_io(err, folder, "cannot make a temporary file in");
    snprintf(path, SW_NAMELESS_MAX, "/dev/fd/%d", *fd);
    return SW_OK;
}
