/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.c - what a folder of cells knows of itself: DIR/study has the options of the cells and the command, DIR/made
 * the program that made each cell. */
#include "lib/csv/sw_bytes.h"
#include "tools/sweep/sweep.h"
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- DIR/study: "--set=wait=0,1", "--seed=1", then a word of the command on each line, behind "command=" ------- */

/* In the first folder, into which cells are written. malloc'd, or NULL. */
static char *path_in(const struct sweep *s, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", s->folder[0], name) < 0 ? NULL : path;
}

/* Line ends and backslashes are escaped. So each option and each word of the command is one line, whatever it holds. */
static void put_word(const char *head, const char *text, FILE *to)
{
    fputs(head, to);
    for (; *text; text++)
        if (*text == '\n' || *text == '\\')
            fprintf(to, "\\%c", *text == '\n' ? 'n' : '\\');
        else
            fputc(*text, to);
    fputc('\n', to);
}

static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++)
        if (*text == '\\' && text[1])
            *to++ = *++text == 'n' ? '\n' : *text;
        else
            *to++ = *text;
    *to = '\0';
}

/* --out is left out: it is where the file lies. The seed stands there also where it was not given: cells depend on
 * it. */
static char *make_text(const struct sweep *s)
{
    char *text = NULL, head[64];
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    fputs("# what the cells of this folder are: slot-sweep --collect, --list and --prune read it\n", to);
    for (size_t i = 0; i < s->n_cell_options; i++) {
        snprintf(head, sizeof head, "--%s=", s->cell_option[i].name);
        if (strcmp(s->cell_option[i].name, "out") != 0)
            put_word(head, s->cell_option[i].arg, to);
    }
    fprintf(to, "--seed=%" PRIu64 "\n", s->grid.seed);
    for (size_t i = 0; s->grid.command[i]; i++)
        put_word("command=", s->grid.command[i], to);
    return fclose(to) == 0 ? text : NULL;
}

/* Only where it says something else: many processes may run cells of one study. */
int study_write(const struct sweep *s, struct sw_err *err)
{
    char *path = path_in(s, "study"), *text = make_text(s), *before = NULL;
    struct sw_out *out;
    int status = path && text ? SW_OK : sw_err_memory(err);
    bool same = status == SW_OK && access(path, F_OK) == 0 && sw_bytes_whole(path, &before, NULL, NULL) == SW_OK
                && strcmp(text, before) == 0;
    if (status == SW_OK && !same && (status = sw_out_open(&out, path, err)) == SW_OK) {
        sw_out_bytes(out, text, strlen(text));
        status = sw_out_close(out, err);
    }
    free(before);
    free(text);
    free(path);
    return status;
}

/* Changes the line. A word of the command has "command" in front of its '='. */
static int take_line(struct sweep *s, char *line, size_t *n_words,
                     int take(struct sweep *, const char *, const char *, struct sw_err *), struct sw_err *err)
{
    char *value = strchr(line, '=');
    if (*line == '#' || *line == '\0')
        return SW_OK;
    if (!value)
        return sw_err_set(err, "%s/study: not a line of a study: '%.60s'", s->folder[0], line);
    *value++ = '\0';
    unescape(value);
    if (strncmp(line, "--", 2) == 0)
        return take(s, line + 2, value, err);
    s->words[(*n_words)++] = value;
    return SW_OK;
}

/* The words of the command borrow the text, which lasts as long as the sweep. */
int study_read(struct sweep *s, int take(struct sweep *, const char *name, const char *value, struct sw_err *),
               struct sw_err *err)
{
    char *path = path_in(s, "study"), *at, *line;
    /* As many words as there are lines, at most. */
    size_t n = 1, n_words = 0;
    int status = path ? sw_bytes_whole(path, &s->study, NULL, err) : sw_err_memory(err);
    free(path);
    if (status != SW_OK)
        return SW_FAIL;
    for (at = s->study; *at; at++)
        n += *at == '\n';
    if (!(s->words = calloc(n + 1, sizeof *s->words)))
        return sw_err_memory(err);
    for (at = s->study; status == SW_OK && (line = strsep(&at, "\n"));)
        status = take_line(s, line, &n_words, take, err);
    if (status == SW_OK && n_words == 0)
        return sw_err_set(err, "%s/study: has no command", s->folder[0]);
    s->grid.command = (const char *const *)s->words;
    return status;
}

/* ---- DIR/made: "ID PROGRAM" of each cell, the last line of an id counts ---------------------------------------- */

/* As posix_spawnp() finds it. A slot-replay that is run inside may not be there: then it is this program. 0: not
 * known. A name with a brace is another program in each cell. */
static uint64_t digest_of_program(const char *name)
{
    const char *path = getenv("PATH");
    uint64_t digest = 0;
    char *file = NULL;
    if (strchr(name, '{'))
        return 0;
    if (strchr(name, '/'))
        return sw_cli_digest(name, &digest, NULL) == SW_OK ? digest : 0;
    for (size_t len; path && *path; path += len + (path[len] == ':')) {
        len = strcspn(path, ":");
        if (asprintf(&file, "%.*s/%s", (int)len, path, name) < 0)
            return 0;
        bool found = access(file, X_OK) == 0 && sw_cli_digest(file, &digest, NULL) == SW_OK;
        free(file);
        if (found)
            return digest;
    }
    return sw_cli_digest("/proc/self/exe", &digest, NULL) == SW_OK ? digest : 0;
}

/* The place of an id in the grid, or n_cells. order: places by id. Only GRID_ID characters of `id` count. */
static size_t find_cell(const struct sweep *s, const size_t *order, const char *id)
{
    size_t lo = 0, hi = s->grid.n_cells;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        int how = strncmp(s->grid.id[order[middle]], id, GRID_ID);
        if (how == 0)
            return order[middle];
        *(how < 0 ? &lo : &hi) = how < 0 ? middle + 1 : middle;
    }
    return s->grid.n_cells;
}

int study_find_made(struct sweep *s, struct sw_err *err)
{
    char *path = path_in(s, "made"), *text = NULL;
    size_t *order = grid_by_id(&s->grid), n_others = 0;
    s->program = digest_of_program(s->grid.command[0]);
    s->made_by = calloc(s->grid.n_cells + 1, sizeof *s->made_by);
    int status = path && order && s->made_by ? SW_OK : sw_err_memory(err);
    /* A folder of an older release has no such file: its cells are of a build that is not known. */
    if (status == SW_OK && access(path, F_OK) == 0 && (status = sw_bytes_whole(path, &text, NULL, err)) == SW_OK)
        for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
            size_t place = strlen(line) > GRID_ID ? find_cell(s, order, line) : s->grid.n_cells;
            if (place < s->grid.n_cells)
                s->made_by[place] = strtoull(line + GRID_ID, NULL, 16);
        }
    for (size_t i = 0; status == SW_OK && i < s->grid.n_cells; i++)
        /* Cells that are done and would be left as they are. */
        n_others += !s->again && sweep_is_mine(s, i) && !sweep_is_of_this_build(s, i) && sweep_is_done(s, i);
    if (n_others)
        sw_cli_warn(s->cli, "%zu %s made by another build of %s (--again runs %s again)", n_others,
                    n_others == 1 ? "cell was" : "cells were", s->grid.command[0], n_others == 1 ? "it" : "them");
    free(text);
    free(order);
    free(path);
    return status;
}

/* One write of one line, so that several processes can add theirs. A line that is lost leaves its cell of a build
 * that is not known, which is no harm. */
void study_note_made(struct sweep *s, size_t place)
{
    s->made_by[place] = s->program;
    char *path = path_in(s, "made"), line[GRID_ID + 24];
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    int n = snprintf(line, sizeof line, "%s %016" PRIx64 "\n", s->grid.id[place], s->program);
    if (fd >= 0) {
        (void)!write(fd, line, (size_t)n);
        close(fd);
    }
    free(path);
}

/* ---- --prune --------------------------------------------------------------------------------------------------- */

/* Other files in the folder are people's own. */
static bool is_cell(const char *name)
{
    const char *ending = name + GRID_ID;
    return strspn(name, "0123456789abcdef") == GRID_ID && (!strcmp(ending, ".csv") || !strcmp(ending, ".failed"));
}

/* Removes cells whose id this grid does not have. Files that are no cells stay. */
static int prune_folder(const struct sweep *s, const size_t *order, const char *folder, size_t *n, struct sw_err *err)
{
    DIR *dir = opendir(folder);
    int status = dir ? SW_OK : sw_err_io(err, folder, "cannot use the folder");
    for (struct dirent *entry; status == SW_OK && (entry = readdir(dir));) {
        if (!is_cell(entry->d_name) || find_cell(s, order, entry->d_name) < s->grid.n_cells)
            continue;
        if (unlinkat(dirfd(dir), entry->d_name, 0) != 0)
            status = sw_err_io(err, folder, "cannot remove a cell in");
        ++*n;
    }
    if (dir)
        closedir(dir);
    return status;
}

int study_prune(const struct sweep *s, struct sw_err *err)
{
    size_t *order = grid_by_id(&s->grid), n = 0;
    int status = order ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; status == SW_OK && i < s->n_folders; i++)
        status = prune_folder(s, order, s->folder[i], &n, err);
    if (status == SW_OK)
        sw_cli_say(s->cli, "%zu %s of other studies removed", n, n == 1 ? "cell" : "cells");
    free(order);
    return status;
}

void study_clear(struct sweep *s)
{
    free(s->made_by);
    free(s->words);
    free(s->study);
}
