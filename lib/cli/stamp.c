/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stamp.c - what made an output: program, version, options, and digests of what it read. */
#include "lib/cli/cli.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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

static int digest_bytes(int fd, uint64_t *out)
{
    char buf[1 << 16];
    XXH3_state_t *state = XXH3_createState();
    ssize_t got = 0;
    if (!state)
        return SW_FAIL;
    (void)XXH3_64bits_reset(state);
    while ((got = read_on(fd, buf, sizeof buf)) > 0)
        (void)XXH3_64bits_update(state, buf, (size_t)got);
    *out = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return got == 0 ? SW_OK : SW_FAIL;
}

int sw_cli_digest(const char *path, uint64_t *digest, struct sw_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return sw_err_io(err, path, "cannot open");
    if (sw_out_is_planned(fd, NULL)) {
        close(fd);
        return sw_err_usage(err, "would overwrite its own input: '%s'", path);
    }
    int status = digest_bytes(fd, digest) == SW_OK ? SW_OK : sw_err_io(err, path, "cannot read");
    close(fd);
    return status;
}

/* Standard input can be read once, so a copy without a name takes its place. */
static int copy_input(struct sw_err *err)
{
    char buf[1 << 16];
    const char *tmp = getenv("TMPDIR");
    ssize_t got;
    FILE *copy = NULL;
    int fd = open(tmp && *tmp ? tmp : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0 && (copy = tmpfile()))
        fd = dup(fileno(copy));
    if (copy)
        fclose(copy);
    if (fd < 0)
        return sw_err_io(err, "standard input", "cannot make a copy for its digest");
    while ((got = read_on(STDIN_FILENO, buf, sizeof buf)) > 0)
        for (ssize_t done = 0, n; done < got; done += n) {
            n = write_on(fd, buf + done, (size_t)(got - done));
            if (n <= 0)
                got = n = -1;
        }
    int status = got < 0 || lseek(fd, 0, SEEK_SET) != 0 || dup2(fd, STDIN_FILENO) < 0
                     ? sw_err_io(err, "standard input", "cannot make a copy for its digest") : SW_OK;
    close(fd);
    return status;
}

static int digest_input(uint64_t *digest, struct sw_err *err)
{
    struct stat st;
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (fstat(STDIN_FILENO, &st) != 0 || !S_ISREG(st.st_mode) || at < 0) {
        if (copy_input(err) != SW_OK)
            return SW_FAIL;
        at = 0;
    }
    if (digest_bytes(STDIN_FILENO, digest) == SW_OK && lseek(STDIN_FILENO, at, SEEK_SET) == at)
        return SW_OK;
    return sw_err_io(err, "standard input", "cannot read");
}

static int put_input(struct sw_out *out, const char *path, struct sw_err *err)
{
    uint64_t digest;
    char text[4096 + 64];
    struct stat st;
    bool standard = strcmp(path, "-") == 0;
    if (!standard && (stat(path, &st) != 0 || !S_ISREG(st.st_mode)))
        return SW_OK;
    if ((standard ? digest_input(&digest, err) : sw_cli_digest(path, &digest, err)) != SW_OK)
        return SW_FAIL;
    snprintf(text, sizeof text, "read %s, digest %016" PRIx64, standard ? "standard input" : path, digest);
    sw_out_comment(out, text);
    return SW_OK;
}

/* Files that options name, then those that are read. */
static int put_inputs(const struct sw_cli *cli, struct sw_out *out, struct sw_err *err)
{
    for (size_t i = 0; i < cli->given.n; i++)
        if (cli->given.at[i].arg && strcmp(cli->given.at[i].arg, "-") != 0 && !sw_cli_writes(cli->given.at[i].name)
            && put_input(out, cli->given.at[i].arg, err) != SW_OK)
            return SW_FAIL;
    if (!cli->tool->args)
        return SW_OK;
    for (size_t i = 0; i < cli->n_files; i++)
        if (put_input(out, cli->files[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

int sw_cli_stamp(const struct sw_cli *cli, struct sw_out *out, struct sw_err *err)
{
    char *text, *at, *line, head[128];
    if (sw_cli_options_text(cli, &text, err) != SW_OK)
        return SW_FAIL;
    snprintf(head, sizeof head, "%s %s", cli->tool->name, sw_cli_release);
    sw_out_comment(out, head);
    for (at = text; (line = strsep(&at, "\n"));)
        if (*line)
            sw_out_comment(out, line);
    free(text);
    return put_inputs(cli, out, err);
}
