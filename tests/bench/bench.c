/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c - runs the cases of a plan five times (ROUNDS in the environment: so often), in rounds so that a busy moment
 * of the machine touches all of them, and reports medians with their spread: bench MACHINE COMPILER COMMIT FLOORS PLAN
 * > bench.csv, and a table on standard error.
 *
 * Seconds are the processor's, of the program and of those that it waited for; wall_s is the clock's. A shared machine
 * is faster and slower by a third for seconds at a time. So the floors are measured again before each run of a case
 * that replays, and the ratios are medians of what the runs took over the floors just before them. FLOORS is the
 * command: tests/bench/floors once.
 *
 * A line of the plan: case, tasks (0: does not replay), base (a case to divide by, of the same round, or -),
 * feeder (a command whose output is piped in, or -) and command, with tabs between. Commands are run by sh with exec in
 * front, so that time and peak memory, from wait4(2), are the program's alone. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ROUNDS = 9, MAX_CASES = 512, MAX_LINE = 4096 };

struct one_case {
    char name[64], base[64], *feeder, *command;
    double tasks, cpu_s[MAX_ROUNDS]; /* the processor's, of the command alone */
    double wall_s[MAX_ROUNDS];
    double over_heap[MAX_ROUNDS], over_fifo[MAX_ROUNDS]; /* 0 of what does not replay */
    double over_base[MAX_ROUNDS];
    long peak_kib;
};
struct floors { double heap_ns, fifo_ns; };
struct bench { struct one_case at[MAX_CASES]; size_t n, rounds; };

static void die(const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- running ----------------------------------------------------------------------------------- */

static pid_t start(const char *command, int in, int out)
{
    char text[MAX_LINE + 8];
    snprintf(text, sizeof text, "exec %s", command);
    pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid > 0)
        return pid;
    if ((in >= 0 && dup2(in, 0) < 0) || (out >= 0 && dup2(out, 1) < 0))
        die("dup2");
    for (int fd = 3; fd < 10; fd++)
        close(fd);
    execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    die("sh");
    return 0;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_s(const struct rusage *use)
{
    return (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec)
           + 1e-6 * (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec);
}

static void wait_for(pid_t pid, const struct one_case *c, struct rusage *use)
{
    int status;
    if (wait4(pid, &status, 0, use) != pid)
        die("wait4");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "bench: %s: failed: %s\n", c->name, c->command);
        exit(1);
    }
}

/* What tasks are compared with: the queue at 10,000 pending events, and the bare loop. */
static void measure_floors(struct floors *f, const char *command)
{
    FILE *in = popen(command, "r");
    if (in == NULL)
        die(command);
    if (fscanf(in, "heap-10k,%lf bare-fifo,%lf", &f->heap_ns, &f->fifo_ns) != 2 || pclose(in) != 0) {
        fprintf(stderr, "bench: no floors from %s\n", command);
        exit(1);
    }
}

static void run_once(struct one_case *c, size_t round)
{
    struct rusage use, feeder_use;
    int ends[2] = { -1, -1 };
    pid_t feeder = 0;
    double start_s = now_s();
    if (c->feeder != NULL) {
        if (pipe(ends) != 0)
            die("pipe");
        feeder = start(c->feeder, -1, ends[1]);
    }
    pid_t pid = start(c->command, ends[0], -1);
    if (c->feeder != NULL)
        close(ends[0]), close(ends[1]);
    wait_for(pid, c, &use);
    c->wall_s[round] = now_s() - start_s;
    c->cpu_s[round] = cpu_s(&use);
    if (use.ru_maxrss > c->peak_kib)
        c->peak_kib = use.ru_maxrss;
    if (feeder)
        wait_for(feeder, c, &feeder_use);
}

static void run_beside_floors(struct one_case *c, size_t round, const char *floors)
{
    struct floors f;
    if (c->tasks > 0)
        measure_floors(&f, floors);
    run_once(c, round);
    if (!(c->tasks > 0))
        return;
    double ns = 1e9 * c->cpu_s[round] / c->tasks;
    c->over_heap[round] = ns / f.heap_ns;
    c->over_fifo[round] = ns / f.fifo_ns;
}

/* ---- the plan ------------------------------------------------------------------------------------ */

static char *field(char **rest)
{
    char *at = strsep(rest, "\t\n");
    if (at == NULL || *at == '\0') {
        fprintf(stderr, "bench: a line of the plan lacks a field\n");
        exit(1);
    }
    return at;
}

static void read_plan(struct bench *b, const char *path)
{
    char line[MAX_LINE];
    FILE *in = fopen(path, "r");
    if (in == NULL)
        die(path);
    while (fgets(line, sizeof line, in) != NULL && b->n < MAX_CASES) {
        struct one_case *c = &b->at[b->n++];
        char *rest = line, *feeder;
        snprintf(c->name, sizeof c->name, "%s", field(&rest));
        c->tasks = strtod(field(&rest), NULL);
        snprintf(c->base, sizeof c->base, "%s", field(&rest));
        feeder = field(&rest);
        c->feeder = strcmp(feeder, "-") == 0 ? NULL : strdup(feeder);
        c->command = strdup(field(&rest));
    }
    fclose(in);
}

/* ---- reporting ----------------------------------------------------------------------------------- */

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct bench *b, double *of)
{
    qsort(of, b->rounds, sizeof *of, compare_reals);
    return of[b->rounds / 2];
}

/* The processor's seconds over the base's of the same round: who else used the machine does not count. */
static void compare_with_base(struct bench *b, struct one_case *c)
{
    for (size_t i = 0; i < b->n; i++)
        if (strcmp(b->at[i].name, c->base) == 0)
            for (size_t k = 0; k < b->rounds; k++)
                c->over_base[k] = c->cpu_s[k] / b->at[i].cpu_s[k];
}

static void put_ratio(double ratio)
{
    if (ratio > 0)
        printf(",%.3g", ratio);
    else
        printf(",");
}

static void report(struct bench *b, struct one_case *c, char **who)
{
    double over_base = median(b, c->over_base), s = median(b, c->cpu_s), ns = c->tasks > 0 ? 1e9 * s / c->tasks : 0;
    printf("\"%s\",\"%s\",%s,%s,%.0f,%.4f,%.4f,%.4f", who[0], who[1], who[2], c->name, c->tasks, s, c->cpu_s[0],
           c->cpu_s[b->rounds - 1]);
    if (c->tasks > 0)
        printf(",%.0f,%.1f", c->tasks / s, ns);
    else
        printf(",,");
    printf(",%ld", c->peak_kib);
    put_ratio(median(b, c->over_heap));
    put_ratio(median(b, c->over_fifo));
    put_ratio(over_base);
    printf(",%.4f\n", median(b, c->wall_s));
    fprintf(stderr, "%-32s %10.0f %9.3f [%.3f..%.3f] %11.0f %9.0f %9.1f", c->name, c->tasks, s, c->cpu_s[0],
            c->cpu_s[b->rounds - 1], c->tasks / s, ns, (double)c->peak_kib / 1024);
    fprintf(stderr, over_base > 0 ? " %9.2f\n" : "\n", over_base);
}

int main(int argc, char **argv)
{
    static struct bench b;
    if (argc != 6) {
        fprintf(stderr, "usage: bench MACHINE COMPILER COMMIT FLOORS PLAN > bench.csv\n");
        return 2;
    }
    const char *rounds = getenv("ROUNDS");
    b.rounds = rounds != NULL ? strtoul(rounds, NULL, 10) : 5;
    if (b.rounds < 1 || b.rounds > MAX_ROUNDS)
        b.rounds = 5;
    read_plan(&b, argv[5]);
    for (size_t round = 0; round < b.rounds; round++)
        for (size_t i = 0; i < b.n; i++)
            run_beside_floors(&b.at[i], round, argv[4]);
    printf("machine,compiler,commit,case,tasks,seconds,seconds_min,seconds_max,tasks_per_s,ns_per_task,peak_kib,"
           "ratio_heap,ratio_fifo,ratio_base,wall_s\n");
    fprintf(stderr, "%-32s %10s %9s %16s %11s %9s %9s %9s\n", "case", "tasks", "median s", "[least..most]", "tasks/s",
            "ns/task", "peak MiB", "over base");
    for (size_t i = 0; i < b.n; i++)
        compare_with_base(&b, &b.at[i]);
    for (size_t i = 0; i < b.n; i++)
        report(&b, &b.at[i], argv + 1);
    return fflush(stdout) != 0;
}
