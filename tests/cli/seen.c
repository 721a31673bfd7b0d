/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seen.c - is preloaded: what a program of slotwise writes into files and pipes is also kept, in
 * $SEEN/PROGRAM.PID.INODE, so that tests/cli/read-back can read it as a user would. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };
static const char *folder;      /* NULL: nothing is kept */

/* Rows that are set aside are what broke the format. */
__attribute__((constructor)) static void start(int argc, char **argv)
{
    folder = strncmp(program_invocation_short_name, "slot-", 5) == 0 ? getenv("SEEN") : NULL;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--rej", 5) == 0)
            folder = NULL;
}

static int open_copy(int fd, char path[PATH_ROOM])
{
    struct stat st;
    if (!folder || fd == STDERR_FILENO || fstat(fd, &st) != 0 || !(S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode))
        || st.st_nlink == 0) /* notes of its own */
        return -1;
    snprintf(path, PATH_ROOM, "%s/%s.%d.%llu", folder, program_invocation_short_name, (int)getpid(),
             (unsigned long long)st.st_ino);
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* What a reader did not take to its end, or what no longer fits, is no table. */
ssize_t write(int fd, const void *at, size_t n)
{
    char path[PATH_ROOM];
    ssize_t done = syscall(SYS_write, fd, at, n);
    int before = errno, copy = open_copy(fd, path);
    if (copy >= 0) {
        (void)!syscall(SYS_write, copy, at, done > 0 ? (size_t)done : 0);
        close(copy);
    }
    if (copy >= 0 && done != (ssize_t)n)
        unlink(path);
    errno = before;
    return done;
}
