/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.c - bytes to records. sacct prints a line a record, its fields between | or commas, with a header or without:
 * then they are the 26 that XDMoD asks for. A job's name and its SubmitLine may hold separators and line ends. So
 * fields behind such a column are counted from the record's end. A line that does not begin a record goes on with the
 * one before. jobcomp/filetxt writes key=value between blanks. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/base/grow.h"
#include "lib/csv/text.h"
#include "lib/trace/sacct/sacct.h"

/* MOST_SHARED: separators inside texts of a record; how they may be shared out is tried. */
enum { MOST_FIELDS = 1024, MOST_RECORD = 1 << 20, MOST_SHARED = 12 };

const char *const sacct_fields_names[] = { "JobID", "Cluster", "Partition", "QOS", "Account", "User", "Submit",
                                           "Eligible", "Start", "End", "Elapsed", "State", "NNodes", "NCPUS",
                                           "Timelimit", "NodeList", NULL };
/* Second choices, what squeue calls them, and what jobcomp does. END_TIME of squeue is the limit's. A form is told
 * by its header; a column that has none of these names is not there. */
static const char *const others[SACCT_N_COLUMNS] = { [SACCT_JOBID] = "JobIDRaw", [SACCT_ELAPSED] = "ElapsedRaw",
                                                     [SACCT_NNODES] = "AllocNodes", [SACCT_NCPUS] = "AllocCPUS" };
static const char *const of_squeue[SACCT_N_COLUMNS] = { [SACCT_SUBMIT] = "SUBMIT_TIME", [SACCT_START] = "START_TIME",
    [SACCT_ELAPSED] = "TIME", [SACCT_NNODES] = "NODES", [SACCT_NCPUS] = "CPUS", [SACCT_TIMELIMIT] = "TIME_LIMIT",
    [SACCT_NODELIST] = "NODELIST(REASON)" };
static const char *const of_jobcomp[SACCT_N_COLUMNS] = { "JobId", "Cluster", "Partition", "QOS", "Account", "UserId",
    "SubmitTime", "EligibleTime", "StartTime", "EndTime", NULL, "JobState", "NodeCnt", "ProcCnt", "TimeLimit",
    "NodeList" };
/* Tables of GPU clusters that are accounting under other names: SenseTime's Helios, Alibaba's OpenB.
 * (docs/formats/gpu-tables.md) */
static const char *const of_gpus[][SACCT_N_COLUMNS] = {
    { [SACCT_JOBID] = "job_id", [SACCT_ACCOUNT] = "vc", [SACCT_USER] = "user", [SACCT_SUBMIT] = "submit_time",
      [SACCT_START] = "start_time", [SACCT_END] = "end_time", [SACCT_STATE] = "state", [SACCT_NNODES] = "node_num",
      [SACCT_NCPUS] = "gpu_num" },
    { [SACCT_JOBID] = "name", [SACCT_ACCOUNT] = "qos", [SACCT_SUBMIT] = "creation_time",
      [SACCT_START] = "scheduled_time", [SACCT_END] = "deletion_time", [SACCT_STATE] = "pod_phase",
      [SACCT_NCPUS] = "num_gpu" }, /* of one node each */
};
enum { N_OF_GPUS = sizeof of_gpus / sizeof *of_gpus };
/* Its columns are: jobid, jobidraw, cluster, partition, qos, account, group, gid, user, uid; submit, eligible, start,
 * end, elapsed, exitcode, state; nnodes, ncpus, reqcpus, reqmem, reqtres, alloctres, timelimit, nodelist, jobname. */
static const size_t of_xdmod[SACCT_N_COLUMNS] = { 0, 2, 3, 4, 5, 8, 10, 11, 12, 13, 14, 16, 17, 18, 23, 24 };
/* XDMOD_NAME: the only text among them that may hold separators. */
enum { XDMOD_FIELDS = 26, XDMOD_NAME = 25 };

/* ---- splitting ------------------------------------------------------------------------------------- */

/* A field in quotes may hold commas. A quote inside of quotes ends them. */
static size_t split_quoted(struct sw_text line, struct sw_text *field, size_t max)
{
    size_t n = 0, at = 0;
    for (;;) {
        bool quoted = at < line.len && line.at[at] == '"';
        const char *close = quoted ? memchr(line.at + at + 1, '"', line.len - at - 1) : NULL;
        size_t from = close ? at + 1 : at, search = close ? (size_t)(close - line.at) : at;
        const char *comma = search < line.len ? memchr(line.at + search, ',', line.len - search) : NULL;
        size_t end = comma ? (size_t)(comma - line.at) : line.len;
        if (n < max)
            field[n] = (struct sw_text){ line.at + from, (close ? search : end) - from };
        n++;
        if (!comma)
            return n;
        at = end + 1;
    }
}

/* Only commas come with quotes. */
static size_t split_fields(char separator, struct sw_text line, struct sw_text *field, size_t max)
{
    return separator == ',' ? split_quoted(line, field, max) : table_split(line, separator, field, max);
}

/* ---- recognising ----------------------------------------------------------------------------------- */

/* In any case of letters; SIZE_MAX: there is none. */
static size_t sacct_fields_find(const struct sw_text *field, size_t n, const char *name)
{
    for (size_t i = 0; name && i < n; i++)
        if (text_is_anycase(field[i], name))
            return i;
    return SIZE_MAX;
}

/* Which of them; NULL: none. A table is one where each of its names is there. */
static const char *const *gpu_names(const struct sw_text *field, size_t n)
{
    for (int form = 0; form < N_OF_GPUS; form++) {
        int c = 0;
        while (c < SACCT_N_COLUMNS
               && (!of_gpus[form][c] || sacct_fields_find(field, n, of_gpus[form][c]) != SIZE_MAX))
            c++;
        if (c == SACCT_N_COLUMNS)
            return of_gpus[form];
    }
    return NULL;
}

/* A job's id, when it came and when it began, in the words of sacct, squeue or a table of GPUs. So a table for
 * people, or one without times of submission, is none. */
static bool is_header(const struct sw_text *field, size_t n)
{
    if (gpu_names(field, n))
        return true;
    bool id = sacct_fields_find(field, n, "JobID") != SIZE_MAX || sacct_fields_find(field, n, "JobIDRaw") != SIZE_MAX;
    return id
           && ((sacct_fields_find(field, n, "Submit") != SIZE_MAX && sacct_fields_find(field, n, "Start") != SIZE_MAX)
               || (sacct_fields_find(field, n, "SUBMIT_TIME") != SIZE_MAX
                   && sacct_fields_find(field, n, "START_TIME") != SIZE_MAX));
}

/* Unknown is a time here: it may stand in any of those columns. */
static bool is_slurm_time(struct sw_text text)
{
    int64_t us;
    bool epoch;
    return text.len > 0 && sacct_values_time(text, NULL, &us, &epoch);
}

/* Without a header the forms of three fields have to do. */
static bool is_xdmod(const struct sw_text *field, size_t n)
{
    return n >= XDMOD_FIELDS && sacct_values_is_job_id(field[0]) && is_slurm_time(field[of_xdmod[SACCT_SUBMIT]])
        && is_slurm_time(field[of_xdmod[SACCT_START]]);
}

static bool is_jobcomp(struct sw_text line)
{
    return line.len > 6 && memcmp(line.at, "JobId=", 6) == 0 && memmem(line.at, line.len, " JobState=", 10);
}

/* A header that lacks Submit or Start, or the table that sacct makes for people. It is recognised all the same, so
 * that refuse_header() can say what is wrong. */
static bool is_wrong_header(struct sw_text line)
{
    size_t n = sizeof "JobID" - 1;
    if (line.len <= n || strncasecmp(line.at, "JobID", n) != 0)
        return false;
    n += line.len > n + 3 && strncasecmp(line.at + n, "Raw", 3) == 0 ? 3 : 0;
    return strchr(" |,", line.at[n]);
}

/* The first line alone, whose fields are of either separator. */
bool sacct_fields_sniff(const char *at, size_t n)
{
    struct sw_text field[128];
    struct sw_text line = lines_first(at, n);
    if (is_jobcomp(line) || is_wrong_header(line))
        return true;
    for (const char *s = "|,"; *s != '\0'; s++) {
        size_t got = split_fields(*s, line, field, 128), kept = got < 128 ? got : 128;
        if (is_header(field, kept) || (*s == '|' && is_xdmod(field, kept)))
            return true;
    }
    return false;
}

/* ---- columns --------------------------------------------------------------------------------------- */

/* A free text; where commas separate, a list of nodes, too, which has its own: n[1,3]. */
static bool is_loose(const struct sacct_fields *f, struct sw_text name)
{
    static const char *const free_text[] = { "AdminComment", "Comment", "Constraints", "JobName", "SubmitLine",
                                             "SystemComment", NULL };
    if (f->separator == ',' && text_is_anycase(name, "NodeList"))
        return true;
    for (size_t i = 0; free_text[i]; i++)
        if (text_is_anycase(name, free_text[i]))
            return true;
    return false;
}

/* The first line tells the form; another header may follow where files were put together. No column of sacct's has a
 * name that begins with a digit, and jobs do. False: the line is no header. */
static bool read_header(struct sacct_fields *f, struct sw_text line)
{
    if (line.len > 0 && line.at[0] >= '0' && line.at[0] <= '9')
        return false;
    for (const char *s = "|,"; *s != '\0'; s++) {
        size_t n = split_fields(*s, line, f->split, MOST_FIELDS);
        n = n < MOST_FIELDS ? n : MOST_FIELDS;
        if (!is_header(f->split, n))
            continue;
        f->separator = *s;
        const char *const *gpus = gpu_names(f->split, n);
        f->gpus = gpus;
        /* Each column by any of its names; then those whose text may hold separators. */
        for (int c = 0; c < SACCT_N_COLUMNS; c++) {
            f->place[c] = sacct_fields_find(f->split, n, gpus ? gpus[c] : sacct_fields_names[c]);
            if (f->place[c] == SIZE_MAX && !gpus)
                f->place[c] = sacct_fields_find(f->split, n, others[c]);
            if (f->place[c] == SIZE_MAX && !gpus)
                f->place[c] = sacct_fields_find(f->split, n, of_squeue[c]);
        }
        f->n_places = n;
        f->n_loose = 0;
        for (size_t i = 0; i < n && f->n_loose < SACCT_MOST_LOOSE; i++)
            if (is_loose(f, f->split[i]))
                f->loose[f->n_loose++] = i;
        f->n_ahead = 0; /* perhaps by another separator now */
        return true;
    }
    f->n_split = 0;
    return false;
}

bool sacct_fields_has(const struct sacct_fields *f, enum sacct_column column)
{
    return f->jobcomp ? !!of_jobcomp[column] : f->place[column] != SIZE_MAX;
}

/* ---- records ----------------------------------------------------------------------------------------- */

/* The message ends in a format that has what is needed. Each of the three wrong headers has words of its own. */
static int refuse_header(struct sacct_fields *f, struct sw_text line, struct sw_err *err)
{
    static const char format[] = "sacct --parsable2 --allocations --format JobID,Account,User,Submit,Eligible,Start,"
                                 "End,Elapsed,State,NNodes,NCPUS,Timelimit,NodeList";
    const char *path = sw_bytes_path(f->table.lines.bytes);
    if (is_jobcomp(line))
        return sw_err_data(err, path, f->table.lines.number, "SubmitTime",
                           "the jobcomp of older releases has none, so when jobs came is not known: %s", format);
    if (!memchr(line.at, '|', line.len) && !memchr(line.at, ',', line.len))
        return sw_err_data(err, path, f->table.lines.number, "JobID", "a table for people, whose columns are cut: %s",
                           format);
    return sw_err_data(err, path, f->table.lines.number, "JobID", "a header without Submit or Start: %s", format);
}

/* The first line of all tells the form. A wrong header is refused; any other line is of Open XDMoD. */
static int sacct_fields_begin(struct sacct_fields *f, struct sw_text line, struct sw_err *err)
{
    if (!(f->split = calloc(MOST_FIELDS, sizeof *f->split))
        || !(f->split_ahead = calloc(MOST_FIELDS, sizeof *f->split_ahead)))
        return sw_err_memory(err);
    f->begun = true;
    f->jobcomp = is_jobcomp(line);
    if (f->jobcomp && !memmem(line.at, line.len, " SubmitTime=", 12))
        return refuse_header(f, line, err);
    if (f->jobcomp || read_header(f, line))
        return SW_OK;
    if (is_wrong_header(line))
        return refuse_header(f, line, err);
    /* What is left is the form of Open XDMoD, which has no header. */
    memcpy(f->place, of_xdmod, sizeof of_xdmod);
    f->n_places = XDMOD_FIELDS;
    f->loose[0] = XDMOD_NAME;
    f->n_loose = 1;
    f->separator = '|';
    return SW_OK;
}

/* Of the line ahead, whether the field of that column is of that form. */
static bool is_ahead(const struct sacct_fields *f, enum sacct_column column, size_t n, bool (*test)(struct sw_text))
{
    return f->place[column] < n && test(f->split_ahead[f->place[column]]);
}

/* A line that cannot go on with the record in hand begins one, too: with it there would be too many fields. Else a
 * line that has enough fields does, or one whose id and submission are where they belong. */
static bool begins_record(const struct sacct_fields *f)
{
    if (f->jobcomp)
        return true;
    size_t n = f->n_ahead, kept = n < MOST_FIELDS ? n : MOST_FIELDS;
    if (n >= f->n_places || is_header(f->split_ahead, kept) || f->n_fields + n - 1 > f->n_places + MOST_SHARED)
        return true;
    return is_ahead(f, SACCT_JOBID, kept, sacct_values_is_job_id) && is_ahead(f, SACCT_SUBMIT, kept, is_slurm_time);
}

/* A line with which the record would pass MOST_RECORD is left out. */
static int append_line(struct sacct_fields *f, struct sw_text line, struct sw_err *err)
{
    bool first = f->n_record == 0;
    size_t need = f->n_record + line.len + 2;
    if (need > MOST_RECORD)
        return SW_OK;
    if (sw_grow(&f->record, &f->cap_record, need, 1, err) != SW_OK)
        return SW_FAIL;
    if (!first)
        f->record[f->n_record++] = '\n';
    memcpy(f->record + f->n_record, line.at, line.len);
    f->n_record += line.len;
    /* The line end that joins two lines is inside a field, so they share one. */
    f->n_fields = first ? f->n_ahead : f->n_fields + f->n_ahead - 1;
    f->n_split = 0; /* of several lines: split again when they are all there */
    if (first && !f->jobcomp) {
        /* The fields of the line ahead are those of the record that it begins; its copy is what lasts (field_at()). */
        struct sw_text *other = f->split;
        f->split = f->split_ahead;
        f->split_ahead = other;
        f->n_split = f->n_ahead;
        f->split_of = line.at;
    }
    return SW_OK;
}

/* A line is read once; its error is told when its turn has come. */
static int look_ahead(struct sacct_fields *f, struct sw_err *err)
{
    if (f->ahead == 0 && !f->ended) {
        f->ahead = table_next(&f->table, &f->ahead_err);
        f->ended = f->ahead == 0;
    }
    if (f->ahead < 0)
        *err = f->ahead_err;
    return f->ended ? 0 : f->ahead;
}

/* The lines of a record, into f->record. got -1 is a line that cannot be read, told when the record before it has
 * been given. */
static int sacct_fields_gather(struct sacct_fields *f, struct sw_err *err)
{
    int got;
    f->n_record = 0;
    while ((got = look_ahead(f, err)) == 1) {
        struct sw_text line = f->table.lines.line;
        if (!f->begun && sacct_fields_begin(f, line, err) != SW_OK)
            return -2;
        if (f->n_ahead == 0)
            f->n_ahead = f->jobcomp ? 1 : split_fields(f->separator, line, f->split_ahead, MOST_FIELDS);
        /* An empty line ends a record that is whole; in one that is not it is part of a text. */
        if (f->n_record > 0 && (line.len == 0 ? f->jobcomp || f->n_fields >= f->n_places : begins_record(f)))
            return 1;
        if (f->n_record == 0)
            f->line = f->table.lines.number;
        if ((line.len > 0 || f->n_record > 0) && append_line(f, line, err) != SW_OK)
            return -2;
        f->ahead = 0;
        f->n_ahead = 0;
    }
    if (f->n_record > 0)
        return 1;
    f->ahead = got == -1 ? 0 : f->ahead;
    return got;
}

/* ---- fields ------------------------------------------------------------------------------------------ */

/* The i-th, in the record. */
static struct sw_text field_at(const struct sacct_fields *f, size_t i)
{
    return (struct sw_text){ f->record + (f->split[i].at - f->split_of), f->split[i].len };
}

/* extra[i]: separators inside the i-th loose column. A column behind a loose one stands so much further on, and a
 * loose one goes on over so many fields. */
static void assign(struct sacct_fields *f, const size_t *extra)
{
    for (int c = 0; c < SACCT_N_COLUMNS; c++) {
        size_t at = f->place[c], shift = 0, inside = 0;
        if (at == SIZE_MAX)
            continue;
        for (size_t i = 0; i < f->n_loose; i++) {
            shift += f->loose[i] < at ? extra[i] : 0;
            inside = f->loose[i] == at ? extra[i] : inside;
        }
        const struct sw_text from = field_at(f, at + shift), to = field_at(f, at + shift + inside);
        f->at[c] = (struct sw_text){ from.at, (size_t)(to.at + to.len - from.at) };
    }
}

/* What has a form of its own is of that form, so the separators were shared out well. Empty counts do: what is not
 * told has no form. */
static bool fits(const struct sacct_fields *f)
{
    static const enum sacct_column times[] = { SACCT_SUBMIT, SACCT_ELIGIBLE, SACCT_START, SACCT_END };
    static const enum sacct_column counts[] = { SACCT_NNODES, SACCT_NCPUS };
    enum sw_outcome outcome;
    int64_t us;
    bool epoch;
    for (size_t i = 0; i < 4; i++)
        if (!sacct_values_time(f->at[times[i]], NULL, &us, &epoch))
            return false;
    for (size_t i = 0; i < 2; i++)
        if (f->at[counts[i]].len > 0 && !strchr("0123456789", f->at[counts[i]].at[0]))
            return false;
    return sacct_values_is_job_id(f->at[SACCT_JOBID])
        && sacct_values_state(f->at[SACCT_STATE], &outcome) != SACCT_NO_STATE;
}

/* More fields than columns: some columns of free text hold the others, the last of them most likely. extra[] is one
 * way to share them out; each is tried until one fits. */
static bool distribute(struct sacct_fields *f, size_t *extra, size_t i, size_t left)
{
    if (i + 1 == f->n_loose) {
        extra[i] = left;
        assign(f, extra);
        return fits(f);
    }
    for (extra[i] = 0; extra[i] <= left; extra[i]++)
        if (distribute(f, extra, i + 1, left - extra[i]))
            return true;
    return false;
}

/* The fields of the record to the columns of the header. */
static int place_fields(struct sacct_fields *f, struct sw_err *err)
{
    struct sw_text record = { f->record, f->n_record };
    size_t n = f->n_split;
    if (n == 0) {
        n = split_fields(f->separator, record, f->split, MOST_FIELDS);
        f->split_of = f->record;
    }
    size_t extra[SACCT_MOST_LOOSE] = { 0 };
    if (n < f->n_places || n > MOST_FIELDS || (n > f->n_places && f->n_loose == 0))
        return sacct_fields_bad(f, SW_DAMAGE_UNREADABLE, SACCT_N_COLUMNS, n < f->n_places
                                ? "fewer fields than columns" : "more fields than columns", err);
    size_t left = n - f->n_places;
    if (left == 0) {
        /* A field a column. */
        for (int c = 0; c < SACCT_N_COLUMNS; c++)
            if (f->place[c] != SIZE_MAX)
                f->at[c] = field_at(f, f->place[c]);
        return 1;
    }
    if (left <= MOST_SHARED && distribute(f, extra, 0, left))
        return 1;
    /* No way fits: the last loose column takes them all. */
    memset(extra, 0, sizeof extra);
    extra[f->n_loose - 1] = left;
    assign(f, extra);
    return 1;
}

/* A value ends before the next " Key=". */
static size_t value_end(struct sw_text record, size_t at)
{
    for (; at < record.len; at++) {
        size_t key = at + 1;
        if (record.at[at] != ' ')
            continue;
        while (key < record.len && record.at[key] != ' ' && record.at[key] != '=')
            key++;
        if (key == at + 1 ? key == record.len : key < record.len && record.at[key] == '=')
            return at;
    }
    return at;
}

/* The first value of a key counts: a name of a job may hold one later. */
static void place_pairs(struct sacct_fields *f)
{
    struct sw_text record = { f->record, f->n_record };
    for (size_t at = 0; at < record.len;) {
        const char *equals = memchr(record.at + at, '=', record.len - at);
        if (!equals)
            return;
        struct sw_text key = { record.at + at, (size_t)(equals - record.at) - at };
        size_t from = (size_t)(equals - record.at) + 1, end = value_end(record, from);
        for (int c = 0; c < SACCT_N_COLUMNS; c++)
            if (of_jobcomp[c] && text_is_anycase(key, of_jobcomp[c]) && f->at[c].len == 0)
                f->at[c] = (struct sw_text){ record.at + from, end - from };
        at = end + 1;
    }
}

/* A header among the records is read and passed over: files were put together. */
int sacct_fields_next(struct sacct_fields *f, struct sw_err *err)
{
    int got;
    while ((got = sacct_fields_gather(f, err)) == 1) {
        struct sw_text record = { f->record, f->n_record };
        memset(f->at, 0, sizeof f->at);
        if (!f->jobcomp && read_header(f, record))
            continue;
        if (!f->jobcomp)
            return place_fields(f, err);
        place_pairs(f);
        return 1;
    }
    return got;
}

/* At the line where the record begins. */
void sacct_fields_note(struct sacct_fields *f, enum sw_damage_kind kind)
{
    sw_damage_note(f->table.damage, kind, sw_bytes_path(f->table.lines.bytes), f->line);
}

/* With SACCT_N_COLUMNS, or a column that jobcomp does not have, the message shows the record. */
int sacct_fields_bad(struct sacct_fields *f, enum sw_damage_kind kind, enum sacct_column column, const char *message,
                     struct sw_err *err)
{
    struct sw_text text = { f->record, f->n_record };
    const char *name = column == SACCT_N_COLUMNS ? NULL : f->jobcomp ? of_jobcomp[column] : sacct_fields_names[column];
    if (name)
        text = f->at[column];
    sacct_fields_note(f, kind);
    sw_err_data(err, sw_bytes_path(f->table.lines.bytes), f->line, name, "%s: '%.*s'", message,
                (int)(text.len < 60 ? text.len : 60), text.at);
    return -1;
}

void sacct_fields_clear(struct sacct_fields *f)
{
    table_clear(&f->table);
    free(f->record);
    free(f->split);
    free(f->split_ahead);
}
