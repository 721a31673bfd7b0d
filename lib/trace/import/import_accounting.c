/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_accounting.c - accounting logs of batch systems: Torque and PBS, Grid Engine, LSF, HTCondor. Each has what
 * sacct has, submission, start, end, user, queue, nodes, cores and limit, in its own words. So it is put into sacct's
 * columns, and read as sacct's output is. A record of no job that ran and ended is passed over and counted. A line
 * that cannot be read ends the run (docs/formats/accounting.md). */
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/sacct/sacct.h"

/* MOST_WORDS: fields of a line of LSF, its hosts among them. */
enum { MOST_FIELDS = 64, MOST_NODES = 1 << 16, MOST_WORDS = 4096 };

/* What a record says; times in seconds since 1970, -1: not known. */
struct account {
    struct sw_text id, user, queue;
    long long submit_s, start_s, end_s, limit_s, cpus, nodes;
    bool failed;
    char hosts[MOST_NODES];  /* "n1,n2": each once */
    size_t n_hosts, len_hosts;
};
/* Of a ClassAd, whose lines last no longer than themselves. */
struct ad { char cluster[24], proc[24], owner[80], group[80], host[200], id[64]; };
struct accounting {
    struct sacct_columns out; /* must stand first */
    struct lines lines;
    uint64_t n_records, n_others;
    struct account now;
    struct ad ad;
    char id[96];
    struct sw_text word[MOST_WORDS];
};

/* ---- parts of a record ------------------------------------------------------------------------------ */

/* Up to half of what the type holds, so that sums of two stay in it. */
static bool to_whole(struct sw_text text, long long *out)
{
    uint64_t u;
    if (sw_num_u64(text.at, text.len, &u) != SW_OK || u > INT64_MAX / 2)
        return false;
    *out = (long long)u;
    return true;
}

/* The part before `end`; all of it where there is none. */
static struct sw_text accounting_before(struct sw_text text, char end)
{
    const char *at = text.len ? memchr(text.at, end, text.len) : NULL;
    return at ? (struct sw_text){ text.at, (size_t)(at - text.at) } : text;
}

/* What is left behind the first n bytes. */
static struct sw_text behind(struct sw_text text, size_t n)
{
    return n < text.len ? (struct sw_text){ text.at + n, text.len - n } : (struct sw_text){ "", 0 };
}

/* Each once. A host for which there is no room is left out. */
static void add_host(struct account *a, struct sw_text host)
{
    struct sw_text rest = { a->hosts, a->len_hosts }, one;
    while (text_cut(&rest, ',', &one))
        if (sw_text_same(one, host))
            return;
    if (!host.len || a->len_hosts + host.len + 2 > sizeof a->hosts)
        return;
    if (a->len_hosts)
        a->hosts[a->len_hosts++] = ',';
    memcpy(a->hosts + a->len_hosts, host.at, host.len);
    a->len_hosts += host.len;
    a->n_hosts++;
}

/* H:MM:SS or seconds. */
static bool to_seconds(struct sw_text text, long long *out)
{
    long long sum = 0, part;
    for (struct sw_text first; text_cut(&text, ':', &first); sum = sum * 60 + part)
        if (!to_whole(first, &part) || sum > INT64_MAX / 120)
            return false;
    *out = sum;
    return true;
}

/* What no field of a record says is not known. */
static void accounting_begin(struct account *a)
{
    a->id = a->user = a->queue = text_of("");
    a->submit_s = a->start_s = a->end_s = a->limit_s = -1;
    a->cpus = a->nodes = 0;
    a->failed = false;
    a->n_hosts = a->len_hosts = 0;
}

/* ---- as sacct's columns ----------------------------------------------------------------------------- */

/* The queue stands for account and partition; each node has a core at least. */
static void accounting_put(struct accounting *c)
{
    struct account *a = &c->now;
    long long nodes = a->nodes > 0 ? a->nodes : a->n_hosts ? (long long)a->n_hosts : 1;
    fprintf(c->out.to, "%.*s|%.*s|%.*s|%.*s|", (int)a->id.len, a->id.at, (int)a->queue.len, a->queue.at,
            (int)a->user.len, a->user.at, (int)a->queue.len, a->queue.at);
    sacct_columns_put_time(&c->out, a->submit_s);
    sacct_columns_put_time(&c->out, a->start_s);
    sacct_columns_put_time(&c->out, a->end_s);
    fprintf(c->out.to, "%s|%lld|%lld|", a->failed ? "FAILED" : "COMPLETED", nodes, a->cpus > nodes ? a->cpus : nodes);
    /* Times of sacct are D-HH:MM:SS. */
    if (a->limit_s >= 0)
        fprintf(c->out.to, "%lld-%02lld:%02lld:%02lld|", a->limit_s / 86400, a->limit_s / 3600 % 24,
                a->limit_s / 60 % 60, a->limit_s % 60);
    else
        fputs("UNLIMITED|", c->out.to);
    fprintf(c->out.to, "%.*s\n", (int)a->len_hosts, a->hosts);
    c->n_records++;
}

/* Ends the run with the line's number. */
static int accounting_bad(const struct accounting *c, const char *column, struct sw_text text, const char *what,
                          struct sw_err *err)
{
    return sw_err_data(err, sw_bytes_path(c->lines.bytes), c->lines.number, column, "%s: '%.*s'", what, (int)text.len,
                       text.at);
}

/* ---- Torque and PBS: 04/12/2024 10:00:05;E;101.head;user=u1 queue=batch ... -------------------------- */

/* n1/0 is one place of n1, n1/0*8 are eight, n1/0-7,9 nine. */
static long long places_of(struct sw_text host)
{
    enum { MOST_PLACES = 1 << 20 };
    struct sw_text list = behind(host, accounting_before(host, '/').len + 1), one = accounting_before(list, '*');
    long long n = 0, from, to;
    if (one.len < list.len)
        return to_whole(behind(list, one.len + 1), &n) && n > 0 && n < MOST_PLACES ? n : 1;
    while (text_cut(&list, ',', &one)) {
        struct sw_text first = accounting_before(one, '-');
        bool range = first.len < one.len && to_whole(first, &from) && to_whole(behind(one, first.len + 1), &to);
        n += range && to > from && to - from < MOST_PLACES ? to - from + 1 : 1;
    }
    return n > 0 ? n : 1;
}

static int take_pbs_field(struct accounting *c, struct sw_text field, struct sw_err *err)
{
    struct account *a = &c->now;
    struct sw_text key = accounting_before(field, '='), value = behind(field, key.len + 1), one;
    /* Times are seconds since 1970, but for the walltime, which may stand as H:MM:SS. */
    static const struct { const char *key; size_t at; bool time; } numbers[] = {
        { "qtime", offsetof(struct account, submit_s), false }, { "start", offsetof(struct account, start_s), false },
        { "end", offsetof(struct account, end_s), false },
        { "Resource_List.ncpus", offsetof(struct account, cpus), false },
        { "Resource_List.nodect", offsetof(struct account, nodes), false },
        { "Resource_List.walltime", offsetof(struct account, limit_s), true } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sw_text_is(key, numbers[i].key)
            && !(numbers[i].time ? to_seconds : to_whole)(value, (long long *)(void *)((char *)a + numbers[i].at)))
            return accounting_bad(c, numbers[i].key, value, "not a number", err);
    if (sw_text_is(key, "user"))
        a->user = value;
    if (sw_text_is(key, "queue"))
        a->queue = value;
    if (sw_text_is(key, "exec_host"))
        while (text_cut(&value, '+', &one))
            add_host(a, accounting_before(one, '/'));
    if (sw_text_is(key, "Exit_status"))
        a->failed = !sw_text_is(value, "0");
    return SW_OK;
}

/* Only records E are of jobs that ran and ended. */
static int take_pbs(struct accounting *c, struct sw_err *err)
{
    struct sw_text part[4], line = c->lines.line, one;
    struct account *a = &c->now;
    /* Date and time, the kind of record, the job with its server, and what it says in pairs. The last holds
     * semicolons, too. */
    for (int i = 0; i < 4; i++) {
        part[i] = i < 3 ? accounting_before(line, ';') : line;
        line = behind(line, part[i].len + 1);
    }
    if (!sw_text_is(part[1], "E")) {
        c->n_others++;
        return SW_OK;
    }
    accounting_begin(a);
    struct sw_text name = accounting_before(part[2], '.'),
                   array = accounting_before(name, '['); /* 104[2] is 104_2, as Slurm has it */
    if (array.len < name.len) {
        struct sw_text place = accounting_before(behind(name, array.len + 1), ']');
        snprintf(c->id, sizeof c->id, "%.*s_%.*s", (int)array.len, array.at, (int)place.len, place.at);
        name = text_of(c->id);
    }
    a->id = name;
    while (text_cut(&part[3], ' ', &one)) {
        if (take_pbs_field(c, one, err) != SW_OK)
            return SW_FAIL;
        /* A core for each place, where no number of cores is told before; one that comes later counts. */
        if (one.len > 10 && !memcmp(one.at, "exec_host=", 10) && !a->cpus)
            for (struct sw_text hosts = behind(one, 10), host; text_cut(&hosts, '+', &host);)
                a->cpus += places_of(host);
    }
    if (a->submit_s < 0 || a->start_s < 0 || a->end_s < a->start_s)
        return accounting_bad(c, "start", part[2], "no qtime, start and end in order", err);
    accounting_put(c);
    return SW_OK;
}

/* MM/DD/YYYY HH:MM:SS;K; in front. */
static bool sniff_pbs(const char *at, size_t n)
{
    struct sw_text line = lines_first(at, n), time = accounting_before(line, ';'), kind = behind(line, time.len + 1);
    return time.len == 19 && time.at[2] == '/' && time.at[5] == '/' && time.at[13] == ':' && kind.len > 2
        && kind.at[1] == ';';
}

/* ---- Grid Engine: all.q:n1:group:user:name:101:sge:0:submission:start:end:... (accounting(5)) --------- */
/* Places of the fields, from 0. SGE_BEHIND_SLOTS: how many there are from the slots to the end. */
enum { SGE_QUEUE, SGE_HOST, SGE_OWNER = 3, SGE_JOB = 5, SGE_SUBMIT = 8, SGE_START, SGE_END, SGE_FAILED, SGE_EXIT,
       SGE_SLOTS = 34, SGE_TASK, SGE_BEHIND_SLOTS = 11, SGE_LEAST = 40 };

static int take_sge(struct accounting *c, struct sw_err *err)
{
    struct sw_text field[MOST_FIELDS], line = c->lines.line;
    struct account *a = &c->now;
    long long task = 0;
    if (line.len == 0 || line.at[0] == '#')
        return SW_OK;
    size_t n = table_split(line, ':', field, MOST_FIELDS);
    if (n < SGE_LEAST || n > MOST_FIELDS)
        return accounting_bad(c, NULL, accounting_before(line, ':'),
                              "not a record of accounting(5), of 40 fields or more", err);
    accounting_begin(a);
    if (!to_whole(field[SGE_SUBMIT], &a->submit_s) || !to_whole(field[SGE_START], &a->start_s)
        || !to_whole(field[SGE_END], &a->end_s))
        return accounting_bad(c, "start_time", field[SGE_START], "not a time", err);
    /* Counted from the front, or where there is no number of slots, from the end. */
    size_t slots = to_whole(field[SGE_SLOTS], &a->cpus) && to_whole(field[SGE_TASK], &task) ? SGE_SLOTS
                                                                                           : n - SGE_BEHIND_SLOTS;
    if (!to_whole(field[slots], &a->cpus) || !to_whole(field[slots + 1], &task))
        return accounting_bad(c, "slots", field[SGE_SLOTS], "not a number", err);
    if (!a->start_s || a->end_s < a->start_s) {
        c->n_others++; /* it never ran */
        return SW_OK;
    }
    if (a->submit_s > 100000000000) { /* milliseconds, from Univa's releases on */
        a->submit_s /= 1000;
        a->start_s /= 1000;
        a->end_s /= 1000;
    }
    snprintf(c->id, sizeof c->id, task ? "%.*s_%lld" : "%.*s", (int)field[SGE_JOB].len, field[SGE_JOB].at, task);
    a->id = text_of(c->id);
    a->user = field[SGE_OWNER];
    a->queue = field[SGE_QUEUE];
    add_host(a, field[SGE_HOST]);
    a->failed = !sw_text_is(field[SGE_FAILED], "0") || !sw_text_is(field[SGE_EXIT], "0");
    accounting_put(c);
    return SW_OK;
}

/* Comments in front are passed over, as far as the bytes that were read go. */
static bool sniff_sge(const char *at, size_t n)
{
    struct sw_text field[MOST_FIELDS], line = lines_first(at, n);
    long long x;
    while (line.len && line.at[0] == '#' && n > line.len + 1) {
        n -= line.len + 1;
        at = line.at + line.len + 1;
        line = lines_first(at, n);
    }
    size_t got = table_split(line, ':', field, MOST_FIELDS);
    return got >= SGE_LEAST && got <= MOST_FIELDS && to_whole(field[SGE_SUBMIT], &x)
        && to_whole(field[SGE_START], &x) && to_whole(field[SGE_END], &x);
}

/* ---- LSF: "JOB_FINISH" "10.1" 1712915805 101 ... (lsb.acct(5)) ---------------------------------------- */
/* Places of the fields, from 0. At LSF_ASKED is the number of hosts asked for. Behind it stand those, then the
 * number of hosts it ran on, and those. */
enum { LSF_TYPE, LSF_TIME = 2, LSF_JOB, LSF_USER_ID, LSF_OPTIONS, LSF_CPUS, LSF_SUBMIT, LSF_BEGIN, LSF_TERM, LSF_START,
       LSF_USER, LSF_QUEUE, LSF_ASKED = 22 };

/* Blanks between fields; a text stands in quotes, with "" for a quote in it. The n-th, from 0 on. */
static size_t split_lsf(struct sw_text line, struct sw_text *field, size_t most)
{
    size_t n = 0;
    for (size_t at = 0; at < line.len && n < most; at++) {
        if (line.at[at] == ' ')
            continue;
        size_t from = at, end;
        if (line.at[at] != '"') {
            while (at < line.len && line.at[at] != ' ')
                at++;
            field[n++] = (struct sw_text){ line.at + from, at - from };
            continue;
        }
        for (end = at + 1; end < line.len && (line.at[end] != '"' || (end + 1 < line.len && line.at[end + 1] == '"'));)
            end += line.at[end] == '"' ? 2 : 1;
        field[n++] = (struct sw_text){ line.at + from + 1, end - from - 1 };
        at = end;
    }
    return n;
}

/* All counts that say where later fields stand are checked against the number of words first. */
static int take_lsf(struct accounting *c, struct sw_err *err)
{
    struct sw_text *field = c->word;
    struct account *a = &c->now;
    long long asked, ran;
    size_t n = split_lsf(c->lines.line, field, MOST_WORDS);
    if (n == 0 || !sw_text_is(field[LSF_TYPE], "JOB_FINISH")) {
        c->n_others += n > 0;
        return SW_OK;
    }
    accounting_begin(a);
    if (n <= LSF_ASKED + 1 || !to_whole(field[LSF_TIME], &a->end_s) || !to_whole(field[LSF_SUBMIT], &a->submit_s)
        || !to_whole(field[LSF_START], &a->start_s) || !to_whole(field[LSF_CPUS], &a->cpus)
        || !to_whole(field[LSF_ASKED], &asked) || asked < 0 || (size_t)asked + LSF_ASKED + 2 > n
        || !to_whole(field[LSF_ASKED + 1 + asked], &ran) || (size_t)(asked + ran) + LSF_ASKED + 2 > n)
        return accounting_bad(c, NULL, n > LSF_JOB ? field[LSF_JOB] : c->lines.line, "not a record of lsb.acct(5)",
                              err);
    if (!a->start_s) {
        c->n_others++; /* it never ran */
        return SW_OK;
    }
    a->id = field[LSF_JOB];
    a->user = field[LSF_USER];
    a->queue = field[LSF_QUEUE];
    for (long long i = 0; i < ran; i++) {
        struct sw_text host = field[LSF_ASKED + 2 + asked + i], times = accounting_before(host, '*');
        add_host(a, times.len < host.len ? behind(host, times.len + 1) : host); /* 8*n1 */
    }
    /* jStatus stands behind the hosts; 32 is a job that failed (docs/formats/accounting.md). */
    a->failed = (size_t)(LSF_ASKED + 2 + asked + ran) < n && sw_text_is(field[LSF_ASKED + 2 + asked + ran], "32");
    accounting_put(c);
    return SW_OK;
}

/* Records of other kinds begin so, too, and are passed over later. */
static bool sniff_lsf(const char *at, size_t n)
{
    static const char begins[] = "\"JOB_";
    return n > sizeof begins && !memcmp(at, begins, sizeof begins - 1);
}

/* ---- HTCondor: history, a ClassAd a job, "Name = value", ended by a line of *** ------------------------ */

/* At the end of an ad, and of the file: what its lines have said is a record. */
static int end_ad(struct accounting *c, struct sw_err *err)
{
    struct account *a = &c->now;
    if (!c->ad.cluster[0])
        return SW_OK;
    snprintf(c->ad.id, sizeof c->ad.id, "%s_%s", c->ad.cluster, c->ad.proc[0] ? c->ad.proc : "0");
    a->id = text_of(c->ad.id);
    a->user = text_of(c->ad.owner);
    /* The pool is AcctGroup, else the owner (docs/formats/accounting.md). */
    a->queue = c->ad.group[0] ? text_of(c->ad.group) : a->user;
    struct sw_text host = text_of(c->ad.host), slot = accounting_before(host, '@');
    a->len_hosts = a->n_hosts = 0;
    add_host(a, slot.len < host.len ? behind(host, slot.len + 1) : host); /* slot1@n1 */
    if (a->submit_s < 0)
        return accounting_bad(c, "QDate", a->id, "is missing", err);
    if (a->start_s > 0 && a->end_s >= a->start_s)
        accounting_put(c);
    else
        c->n_others++; /* it never ran, or was removed */
    return SW_OK;
}

/* One line of an ad. Names in it that are not looked for are passed over. */
static int take_condor(struct accounting *c, struct sw_err *err)
{
    struct sw_text line = c->lines.line, key = accounting_before(line, ' '), value;
    struct account *a = &c->now;
    if (line.len >= 3 && !memcmp(line.at, "***", 3)) {
        int status = end_ad(c, err);
        accounting_begin(a);
        c->ad = (struct ad){ "" };
        return status;
    }
    if (key.len + 3 > line.len || memcmp(line.at + key.len, " = ", 3))
        return SW_OK;
    value = behind(line, key.len + 3);
    static const struct { const char *key; size_t at; } numbers[] = {
        { "QDate", offsetof(struct account, submit_s) }, { "JobCurrentStartDate", offsetof(struct account, start_s) },
        { "CompletionDate", offsetof(struct account, end_s) }, { "RequestCpus", offsetof(struct account, cpus) } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sw_text_is(key, numbers[i].key)
            && !to_whole(value, (long long *)(void *)((char *)a + numbers[i].at)) && numbers[i].at
            != offsetof(struct account, cpus)) /* an expression asks for one */
            return accounting_bad(c, numbers[i].key, value, "not a number", err);
    /* Copies, as the line goes; texts stand in quotes. */
    const struct { const char *key; char *to; size_t cap; } texts[] = {
        { "ClusterId", c->ad.cluster, sizeof c->ad.cluster }, { "ProcId", c->ad.proc, sizeof c->ad.proc },
        { "Owner", c->ad.owner, sizeof c->ad.owner }, { "AcctGroup", c->ad.group, sizeof c->ad.group },
        { "LastRemoteHost", c->ad.host, sizeof c->ad.host } };
    const bool quoted = value.len > 1 && value.at[0] == '"';
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (sw_text_is(key, texts[i].key))
            snprintf(texts[i].to, texts[i].cap, "%.*s", (int)value.len - 2 * quoted, value.at + quoted);
    if (sw_text_is(key, "ExitCode"))
        a->failed = !sw_text_is(value, "0");
    return SW_OK;
}

/* The first line is Name = value, and among the first bytes is a name that each job's ad has. */
static bool sniff_condor(const char *at, size_t n)
{
    struct sw_text line = lines_first(at, n), key = accounting_before(line, ' ');
    for (size_t i = 0; i < key.len; i++)
        if (!(key.at[i] >= 'A' && key.at[i] <= 'z'))
            return false;
    return key.len && key.len + 3 < line.len && !memcmp(line.at + key.len, " = ", 3)
        && (memmem(at, n, "\nQDate = ", 9) || memmem(at, n, "\nClusterId = ", 13));
}

/* ---- the importers ---------------------------------------------------------------------------------- */

/* All records are put into sacct's columns first. The first bad one ends the run. */
static int open_as(struct accounting *c, struct sw_bytes *in, const struct sw_import_rules *rules,
                   int (*take)(struct accounting *, struct sw_err *), struct sw_err *err)
{
    int got;
    c->lines.bytes = in;
    if (sacct_columns_start(&c->out, "JobID|Account|User|Partition|Submit|Start|End|State|NNodes|NCPUS|Timelimit|"
                            "NodeList\n", err) != SW_OK)
        return SW_FAIL;
    /* Also for HTCondor, whose first ad has no *** in front of it. */
    accounting_begin(&c->now);
    while ((got = lines_next(&c->lines, err)) == 1)
        if (take(c, err) != SW_OK)
            return SW_FAIL;
    /* The last ad may end without ***. */
    if (got != 0 || (take == take_condor && end_ad(c, err) != SW_OK))
        return SW_FAIL;
    if (!c->n_records)
        return sw_err_data(err, sw_bytes_path(in), 0, NULL, "no job in it that ran and ended (%llu other records)",
                           (unsigned long long)c->n_others);
    return sacct_columns_read(&c->out, sw_bytes_path(in), rules, err);
}

#define OPENS(system) \
    static int open_##system(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, \
                             struct sw_err *err) \
    { \
        return open_as(state, in, rules, take_##system, err); \
    }
OPENS(pbs)
OPENS(sge)
OPENS(lsf)
OPENS(condor)

/* c->out has what sacct's reader made of the columns. */
static void close_all(void *state)
{
    struct accounting *c = state;
    sacct_columns_close(&c->out);
    lines_clear(&c->lines);
}

static const char *const extra_names[] = { "job_cpus", "job_nodes", "limit_s", NULL };
#define IMPORTER(system, words) \
    const struct sw_importer sw_import_##system = { .name = #system, .summary = words, .is_tasks = true, \
        .sniff = sniff_##system, .size = sizeof(struct accounting), .open = open_##system, .close = close_all, \
        SACCT_COLUMNS_READ, .extra_names = extra_names };
IMPORTER(pbs, "the accounting log of Torque and PBS: records E")
IMPORTER(sge, "the accounting file of Grid Engine")
IMPORTER(lsf, "LSF's lsb.acct: records JOB_FINISH")
IMPORTER(condor, "HTCondor's history, as ClassAds")
