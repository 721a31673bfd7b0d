/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temporary.c - a list of the temporaries, which exit() and the signals that end a run remove. A file is written
 * beside its target and renamed when it is complete, so that no reader sees half of it. */
#include "lib/csv/rows.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* name: while it is written. target: what it will be called. */
struct temporary {
    char *name, *target;
    struct temporary *volatile next;
};

/* Read by the signal handler: linked and unlinked with one store each, while the signals are held back. A program of
 * several threads holds them back in all, and ends by sw_out_die(). */
static struct temporary *volatile first;
static pthread_mutex_t linking = PTHREAD_MUTEX_INITIALIZER;

/* Those of batch systems, too, which send some of them before they kill. */
static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM };
enum { N_ENDING = sizeof ending / sizeof *ending };

/* The handler must not run while the list is changed, nor may another thread change it. */
static void hold_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < N_ENDING; i++)
        sigaddset(&set, ending[i]);
    pthread_sigmask(SIG_BLOCK, &set, before);
    pthread_mutex_lock(&linking);
}

static void release_signals(const sigset_t *before)
{
    pthread_mutex_unlock(&linking);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Names alone: the files are open, and their space is freed when the process ends. */
static void remove_all(void)
{
    for (struct temporary *t = first; t; t = t->next)
        unlink(t->name);
}

/* unlink(), signal() and raise() may be called here (signal-safety(7)). */
static void clean_up_and_die(int number)
{
    remove_all();
    signal(number, SIG_DFL);
    raise(number);
}

/* nohup's ignored SIGHUP stays ignored. SIGPIPE does not: some parents leave it ignored without meaning to, and
 * a closed pipe has to end the run quietly. */
void sw_out_guard_signals(void)
{
    sigset_t pipe_only;
    signal(SIGXFSZ, SIG_IGN); /* a write that fails says so */
    for (size_t i = 0; i < N_ENDING; i++) {
        /* A signal that the caller left as it was ends the run through us. */
        int number = ending[i];
        bool even_if_ignored = ending[i] == SIGPIPE;
        struct sigaction now, ours = { .sa_handler = clean_up_and_die };
        sigemptyset(&ours.sa_mask);
        sigaction(number, NULL, &now);
        if (now.sa_handler == SIG_DFL || (even_if_ignored && now.sa_handler == SIG_IGN))
            sigaction(number, &ours, NULL);
    }
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_UNBLOCK, &pipe_only, NULL);
}

/* The lock is never given back, for the process ends here. */
void sw_out_die(int number)
{
    sigset_t only;
    pthread_mutex_lock(&linking);
    remove_all();
    signal(number, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

/* ---- one temporary --------------------------------------------------------------------------- */

/* Signals are held back. */
static void link_out(struct temporary *t)
{
    if (first == t)
        first = t->next;
    else
        for (struct temporary *p = first; p; p = p->next)
            if (p->next == t)
                p->next = t->next;
}

static void free_temporary(struct temporary *t)
{
    free(t->name);
    free(t->target);
    free(t);
}

/* A symbolic link stays one: the file that it points to is replaced, or made. */
static struct temporary *named_after(const char *path)
{
    struct temporary *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->target = realpath(path, NULL);
    if (!t->target)
        t->target = sw_temporary_end_of_links(path);
    /* The name begins with a dot, so that globs do not see it. */
    const char *slash = t->target ? strrchr(t->target, '/') : NULL, *base = slash ? slash + 1 : t->target;
    if (!t->target || asprintf(&t->name, "%.*s.%s.XXXXXX", (int)(base - t->target), t->target, base) < 0) {
        t->name = NULL;
        free_temporary(t);
        return NULL;
    }
    return t;
}

/* The last six characters. 64 letters: six bits of each byte. */
static int draw_name(char *end)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab";
    unsigned char drawn[6];
    if (getrandom(drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        return SW_FAIL;
    for (size_t i = 0; i < sizeof drawn; i++)
        end[i] = letters[drawn[i] & 63];
    return SW_OK;
}

/* With the mode of the file that it replaces, or that the umask leaves; mkstemp() would give 0600, and the umask
 * cannot be asked for without setting it, in all threads. */
static int make_file(struct temporary *t)
{
    char *end = t->name + strlen(t->name) - 6;
    struct stat before;
    for (int i = 0; i < 100; i++) {
        int fd = draw_name(end) == SW_OK ? open(t->name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        if (fd >= 0)
            /* The lock tells other runs that the file is still written. */
            (void)!flock(fd, LOCK_EX | LOCK_NB); /* see is_abandoned() */
        if (fd >= 0 && stat(t->target, &before) == 0)
            (void)!fchmod(fd, before.st_mode & 0777);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* ---- what a killed run left ------------------------------------------------------------------ */

/* The lock of a file goes with the process that wrote it. */
static bool is_abandoned(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool free_to_lock = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return free_to_lock;
}

/* A name of the same length and beginning, of which no process holds the lock. */
static char *find_beside(const struct temporary *t)
{
    const char *slash = strrchr(t->name, '/');
    size_t len = strlen(t->name), folder = slash ? (size_t)(slash + 1 - t->name) : 0;
    char *path = NULL, *in = slash ? strndup(t->name, folder) : strdup(".");
    DIR *dir = in ? opendir(in) : NULL;
    for (struct dirent *entry; dir && !path && (entry = readdir(dir)); ) {
        if (strlen(entry->d_name) != len - folder || strncmp(entry->d_name, t->name + folder, len - folder - 6) != 0)
            continue;
        if (asprintf(&path, "%.*s%s", (int)folder, t->name, entry->d_name) < 0)
            path = NULL;
        if (path && !is_abandoned(path)) {
            free(path);
            path = NULL;
        }
    }
    if (dir)
        closedir(dir);
    free(in);
    return path;
}

char *sw_temporary_left_behind(const char *path)
{
    struct temporary *t = named_after(path);
    char *left = t ? find_beside(t) : NULL;
    if (t)
        free_temporary(t);
    return left;
}

/* errno is the reason, also after the clean-up. */
int sw_temporary_make(struct temporary **out, const char *path, int *fd)
{
    struct temporary *t = *out = named_after(path);
    sigset_t before;
    if (!t)
        return SW_FAIL;
    hold_signals(&before);
    *fd = make_file(t);
    if (*fd >= 0) {
        /* What is not closed by the end of the process is removed then. */
        static bool registered;
        if (!registered)
            registered = atexit(remove_all) == 0;
        t->next = first;
        first = t;
    }
    release_signals(&before);
    if (*fd >= 0)
        return SW_OK;
    int number = errno;
    free_temporary(t);
    *out = NULL;
    errno = number;
    return SW_FAIL;
}

/* rename() replaces the target at once, or leaves it as it was. */
int sw_temporary_keep(struct temporary *t)
{
    sigset_t before;
    hold_signals(&before);
    int status = rename(t->name, t->target), number = errno;
    if (status != 0)
        unlink(t->name);
    link_out(t);
    release_signals(&before);
    free_temporary(t);
    errno = number;
    return status == 0 ? SW_OK : SW_FAIL;
}

void sw_temporary_drop(struct temporary *t)
{
    sigset_t before;
    if (!t)
        return;
    hold_signals(&before);
    unlink(t->name);
    link_out(t);
    release_signals(&before);
    free_temporary(t);
}
