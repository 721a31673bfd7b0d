/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nameless.c - files that have no name, so that nothing is left of them however the run ends. /dev/fd/N opens it
 * again while the descriptor is open. */
#include "lib/csv/sw_output.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Where the file system has none without a name, the name is taken away at once. */
static int make_nameless(const char *folder)
{
    char *name;
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || asprintf(&name, "%s/slotwise-XXXXXX", folder) < 0)
        return fd;
    /* Nothing else can open it from here on. */
    if ((fd = mkostemp(name, O_CLOEXEC)) >= 0)
        unlink(name);
    free(name);
    return fd;
}

int sw_out_nameless(int *fd, char path[SW_NAMELESS_MAX], struct sw_err *err)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    *fd = make_nameless(folder);
    if (*fd < 0)
        return sw_err_io(err, folder, "cannot make a temporary file in");
    snprintf(path, SW_NAMELESS_MAX, "/dev/fd/%d", *fd);
    return SW_OK;
}
