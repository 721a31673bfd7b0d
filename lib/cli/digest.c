/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.c - digests of what is read: files, folders with all that is in them, the standard input. XXH3 with 64
 * bits, for --stamp. A file's digest is of its bytes alone; that of a folder has the names in it, too. */
#include "lib/cli/cli.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Folders in folders. Deeper ones are taken for a loop of links. */
enum { DEEPEST = 32 };

/* A signal that is handled may interrupt a read or a write; it is made again. */
static ssize_t read_on(int fd, char *buf, size_t cap)
{
    ssize_t got;
    do
        got = read(fd, buf, cap);
    while (got < 0 && errno == EINTR);
    return got;
}

static ssize_t write_on(int fd, const char *at, size_t len)
{
    ssize_t n;
    do
        n = write(fd, at, len);
    while (n < 0 && errno == EINTR);
    return n;
}

static int digest_add_bytes(XXH3_state_t *state, int fd)
{
    char buf[1 << 16];
    ssize_t got;
    while ((got = read_on(fd, buf, sizeof buf)) > 0)
        (void)XXH3_64bits_update(state, buf, (size_t)got);
    return got == 0 ? SW_OK : SW_FAIL;
}

static int digest_add_path(XXH3_state_t *state, const char *path, unsigned depth, struct sw_err *err);

/* Names and contents, in the order in which they are read. What begins with a dot or an underscore is not read. */
static int digest_add_folder(XXH3_state_t *state, const char *folder, unsigned depth, struct sw_err *err)
{
    struct dirent **entry;
    int n = depth > DEEPEST ? (errno = ELOOP, -1) : scandir(folder, &entry, NULL, versionsort), status = SW_OK;
    if (n < 0)
        return sw_err_io(err, folder, "cannot read the folder");
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        char *path = NULL;
        if (status == SW_OK && name[0] != '.' && name[0] != '_' && asprintf(&path, "%s/%s", folder, name) < 0)
            status = sw_err_memory(err), path = NULL;
        /* What the run writes is no input, and a link to a folder above has no end. */
        if (path && !sw_out_is_planned(-1, path) && !sw_path_leads_back(path)) {
            /* With its NUL, so that no two names run together. */
            (void)XXH3_64bits_update(state, name, strlen(name) + 1);
            status = digest_add_path(state, path, depth, err);
        }
        free(path);
        free(entry[i]);
    }
    free(entry);
    return status;
}

static int digest_add_path(XXH3_state_t *state, const char *path, unsigned depth, struct sw_err *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return sw_err_io(err, path, "cannot open");
    int status = SW_OK;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
        status = digest_add_folder(state, path, depth + 1, err);
    else if (sw_out_is_planned(fd, NULL))
        status = sw_err_usage(err, "would overwrite its own input: '%s'", path);
    else if (digest_add_bytes(state, fd) != SW_OK)
        status = sw_err_io(err, path, "cannot read");
    close(fd);
    return status;
}

int sw_cli_digest(const char *path, uint64_t *digest, struct sw_err *err)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return sw_err_memory(err);
    (void)XXH3_64bits_reset(state);
    int status = digest_add_path(state, path, 0, err);
    *digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return status;
}

/* ---- the standard input ------------------------------------------------------------------------ */

static off_t input_at; /* where it began */

/* A file can be read again from where it began, a pipe cannot. */
static bool is_regular_input(void)
{
    struct stat st;
    return fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode) && (input_at = lseek(STDIN_FILENO, 0, SEEK_CUR)) >= 0;
}

/* What can be read once is copied, and the copy, which has no name, takes its place. */
int sw_cli_keep_input(struct sw_err *err)
{
    char buf[1 << 16], path[SW_NAMELESS_MAX];
    ssize_t got, n = 1;
    int fd;
    if (is_regular_input())
        return SW_OK;
    input_at = 0;
    if (sw_out_nameless(&fd, path, err) != SW_OK)
        return SW_FAIL;
    /* n 0 or below: the copy cannot be made. */
    while (n > 0 && (got = read_on(STDIN_FILENO, buf, sizeof buf)) > 0)
        for (ssize_t done = 0; n > 0 && done < got; done += n)
            n = write_on(fd, buf + done, (size_t)(got - done));
    int status = n <= 0 || got < 0 || lseek(fd, 0, SEEK_SET) != 0 || dup2(fd, STDIN_FILENO) < 0
                     ? sw_err_io(err, "standard input", "cannot make a copy for its digest") : SW_OK;
    close(fd);
    return status;
}

int sw_cli_digest_input(uint64_t *digest, struct sw_err *err)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return sw_err_memory(err);
    (void)XXH3_64bits_reset(state);
    /* The reader goes on where it was. */
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    int status = SW_OK;
    if (lseek(STDIN_FILENO, input_at, SEEK_SET) != input_at || digest_add_bytes(state, STDIN_FILENO) != SW_OK
        || lseek(STDIN_FILENO, at, SEEK_SET) != at)
        status = sw_err_io(err, "standard input", "cannot read");
    *digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return status;
}
