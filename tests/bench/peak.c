/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak.c - the largest resident set of a program, in KiB, on standard output: peak PROGRAM ARGUMENTS. The program's own
 * output is thrown away. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage use;
    int status, nowhere = open("/dev/null", O_WRONLY);
    if (argc < 2 || nowhere < 0)
        return 2;
    pid_t pid = vfork();
    if (pid == 0) {
        if (dup2(nowhere, 1) == 1 && dup2(nowhere, 2) == 2)
            execv(argv[1], argv + 1);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &use) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
    printf("%ld\n", use.ru_maxrss);
    return 0;
}
