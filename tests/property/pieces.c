/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - for LD_PRELOAD: read() and write() move at most $PIECES bytes at a time, and every second call is
 * interrupted first (EINTR). Standard error is left alone. */
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t most(void)
{
    const char *pieces = getenv("PIECES");
    return pieces ? strtoul(pieces, NULL, 10) : 1;
}

static int interrupted(void)
{
    static _Thread_local unsigned calls;
    errno = EINTR;
    return calls++ % 2 == 0;
}

ssize_t read(int fd, void *to, size_t len)
{
    return interrupted() ? -1 : syscall(SYS_read, fd, to, len < most() ? len : most());
}

ssize_t write(int fd, const void *from, size_t len)
{
    if (fd == STDERR_FILENO)
        return syscall(SYS_write, fd, from, len);
    return interrupted() ? -1 : syscall(SYS_write, fd, from, len < most() ? len : most());
}
