/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_private.h - what the files of the stream share: a trace, the rows and jobs it is read as, and how they are
 * kept. */
#ifndef SLOTWISE_TRACE_STREAM_TRACE_PRIVATE_H
#define SLOTWISE_TRACE_STREAM_TRACE_PRIVATE_H
#include <stdbool.h>
#include "lib/base/sw_names.h"
#include "lib/trace/import/jobids.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/report/sw_meet.h"
#include "lib/trace/stream/apps.h"
#include "lib/trace/stream/siphash.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_import.h"
#include "slotwise/sw_trace.h"

/* ---- trace_private ---------------------------------------------------------------------------------------- */
/* What the files behind sw_trace share: the stream, its source, the gatherer of task rows, the sorter. */
#define TRACE_MAX_TASKS UINT64_C(100000000) /* maps or reduces of a job */
#define TRACE_MAX_WEIGHT 1e9
#define TRACE_MAX_REPLICATION 255
#define TRACE_MAX_SIGMA 20.0                /* e^20 is far beyond any spread of task times */

struct gather;
struct sorted; /* trace_sort.c */

/* Where rows come from: a CSV reader, or the state of an importer; file after file when sw_trace_open() named more. */
struct source {
    struct sw_csv *csv;
    void *state;
    const struct sw_importer *format;
    const char *path;
    struct sw_trace_input given;        /* the caller's may go out of scope after sw_trace_open() */
    const struct sw_trace_input *input; /* it, or NULL after sw_trace_take() */
    struct apps apps;                   /* the logs of the input */
    struct source_file { const char *path; const struct apps_log *app; bool begins; } *file; /* all their files */
    size_t n_files, next_file;
    struct sw_bytes *held;              /* the next file, opened to see whether the log goes on in it */
    struct sw_import_side side;
    struct jobids job_ids;
    struct sw_import_rules rules;       /* the input's, with `side` */
    uint64_t n_rejected;                /* in files already closed, or by an importer */
    struct sw_schema schema;            /* what the reader is bound to */
    struct sw_column *relaxed;          /* its columns when `check` wants to see negative and empty fields */
    struct sw_text *extra_names;        /* of the first file; owned */
    bool *extra_carried;                /* the other sort of record carries it as well; owned */
    size_t n_extras;
    struct sw_facts *facts;             /* once they were asked for */
};

struct trace_at { const char *path; uint64_t line; const char *column; };

struct sw_trace {
    struct source source;
    bool is_tasks, any_order, keep_rows, keep_extras, check; /* keep_extras: of a job's first row */
    struct trace_sink {          /* takes the rows of a tasks file; a sorted job then has no tasks */
        int (*take)(void *context, const struct sw_task_row *row, struct sw_err *err);
        void *context;
        uint64_t n;              /* that it took, or would have */
    } sink;
    enum sw_fault fault;
    struct trace_at fault_at;
    uint64_t needed, not_negative;           /* in a check: columns of the record (trace_check_fields()) */
    uint64_t n_faults[SW_FAULT_N];           /* in a check: of rows, which do not end it */
    struct trace_at first_fault[SW_FAULT_N];
    enum sw_usability verdict;               /* of a check that is complete */
    uint64_t n_jobs;                         /* given by sw_trace_next() */
    uint64_t place;             /* of the next job */
    int64_t last_submit_us;
    bool from_first, has_origin; /* times are given from the first job's submission on: */
    int64_t origin_us;           /* that is when it was */
    struct sw_job_row job_row;  /* jobs files */
    struct sw_stage_spec stage[2];
    struct sw_text *extras;     /* of the job's rows; places as long as they are gathered */
    size_t cap_extras;
    struct gather *gather;      /* tasks files */
    struct sw_meet *meet;       /* of sw_trace_watch() */
    struct sorted *sorted;      /* after sw_trace_sort() */
    bool gangs;                 /* sw_trace_gangs(): */
    struct sw_stage_spec gang_stage[2]; /* of the job */
    struct sw_task_spec *gang_task;     /* its tasks, and their names */
    char *gang_text;
    size_t cap_gang_task, cap_gang_text;
    struct trace_from {         /* of sw_trace_from(), in place of the source */
        sw_trace_next_job *next;
        void (*end)(void *ctx); /* NULL: none */
        void *ctx;
        char *name;
        bool is_read;           /* jobs of rows that were read, and so checked (trace_from.h) */
    } from;
};

/* ---- source.c ---------------------------------------------------------------------------------- */
/* 1: a row; 0: the end of the last file; -1: failed for good. */
SW_USE_RESULT int source_read(struct sw_trace *t, void *record, struct sw_err *err);
size_t source_logs(const struct sw_trace *t); /* applications of Spark, each with executors and settings of its own */
uint64_t source_line(const struct sw_trace *t);
/* The row just read is bad, as err says. 0: set aside, go on. -1: stop. */
SW_USE_RESULT int source_reject(struct sw_trace *t, struct sw_err *err);
struct sw_text source_extra(const struct sw_trace *t, size_t i);
/* From extra i on, the first that no record and no format has; n_extras: none. */
size_t source_next_unknown(const struct sw_trace *t, size_t i);
void source_close(struct source *s);
void facts_put(const struct sw_trace *t, struct sw_out *out); /* rows of --info that only the importer knows */
SW_USE_RESULT int source_open_first(struct sw_trace *t, const struct sw_trace_input *input, struct sw_err *err);
SW_USE_RESULT int source_open_next(struct sw_trace *t, struct sw_err *err);
SW_USE_RESULT int source_keep_extra_names(struct sw_trace *t, struct sw_err *err);
SW_USE_RESULT int source_bind(struct sw_trace *t, struct sw_err *err);

/* ---- trace_bad.c ------------------------------------------------------------------------------- */
/* Notes the fault and fills err: always SW_FAIL. trace_bad_at() is about a row of
 * the job just gathered, trace_bad() about the row just read. */
int trace_bad_at(struct sw_trace *t, enum sw_fault fault, uint64_t line, const char *column, struct sw_err *err,
                 const char *fmt, ...) SW_PRINTF(6, 7);
int trace_bad(struct sw_trace *t, enum sw_fault fault, const char *column, struct sw_err *err, const char *message);

/* ---- trace_check.c ----------------------------------------------------------------------------- */
/* What both kinds of file ask of a job's own fields. */
SW_USE_RESULT int trace_check_common(struct sw_trace *t, bool has_submit, bool has_after, int64_t submit_us,
                                     double weight, struct sw_err *err);
/* In a check the reader lets negative and empty fields pass; this finds them. */
SW_USE_RESULT int trace_check_fields(struct sw_trace *t, const void *record, struct sw_err *err);
SW_USE_RESULT int trace_check_replication(struct sw_trace *t, bool given, uint64_t replication, struct sw_err *err);
/* weight as whole millionths, 1 or more once trace_check_common() has passed it. */
int64_t trace_check_weight(double weight);

/* ---- trace_jobs.c, trace_tasks.c, gather.c ----------------------------------------------------- */
/* 1: *job is filled in but for place; 0: the end; -1: failed. */
SW_USE_RESULT int trace_jobs_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
/* All of the job but where it stands. Its stages are the trace's. */
void trace_jobs_fill(struct sw_trace *t, const struct sw_job_row *row, struct sw_job *job);
SW_USE_RESULT int trace_tasks_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
void gather_free(struct gather *g);

/* ---- trace_from.c ------------------------------------------------------------------------------ */
SW_USE_RESULT int trace_from_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);

/* ---- gangs.c ----------------------------------------------------------------------------------- */
SW_USE_RESULT int gangs_make(struct sw_trace *t, struct sw_job *job, struct sw_err *err);

/* ---- trace_next.c, trace_origin.c, trace_sort.c ------------------------------------------------ */
/* The next job in the order of the file. */
SW_USE_RESULT int trace_next_unsorted(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
/* Takes the first job's submission off all times of a job that is about to be handed out. */
void trace_origin_shift(struct sw_trace *t, struct sw_job *job);
/* A clock that runs behind can put an attempt before the first submission: it is moved there. */
void trace_origin_move(int64_t *us, int64_t origin_us);
/* Jobs in the order found by sw_trace_sort(). */
SW_USE_RESULT int trace_sort_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
void trace_sort_free(struct sorted *s);

/* ---- gather.c --------------------------------------------------------------------------------------------- */
/* The rows of one job of a tasks file, gathered until the next job begins. */
/* Texts are kept as places in one buffer, so that it can grow; they become pointers when the job is finished
 * (gather_job.c). Everything is used again for the next job. */
#define GATHER_NONE SW_HASH_NONE

struct span { size_t at, len; };

struct gather_task {
    uint32_t stage;          /* place in stages[] */
    struct span task_id, hosts;
    int64_t duration_us, copy_us;
    uint64_t input_bytes, line;
    enum sw_locality locality; /* recorded; SW_AT_NONE: none is */
    bool timed;              /* duration_us is known */
    bool recorded, done;     /* it has an outcome, and the outcome is done */
};
struct gather_stage {
    uint64_t number, line, n_tasks, n_rows;
    enum sw_kind kind;
    struct span parents;     /* as written */
    int64_t setup_us;
    uint32_t place;          /* in the job that is handed out */
    size_t first_parent;     /* in parents[] */
    uint32_t n_parents;
};

struct gather {
    struct sw_task_row row;  /* the row in hand; of the next job when `held` */
    bool held, ended;
    uint64_t line;           /* of the job's first row */
    const char *path;
    struct sw_task_row first; /* that row, of which the job's own columns count; its texts are places */
    char *text;
    size_t n_text, cap_text;
    struct gather_task *tasks;
    size_t n_tasks, cap_tasks;
    struct gather_stage *stages;
    size_t n_stages, cap_stages;
    struct sw_hash task_index, stage_index;
    struct sw_task_row *rows; /* every row, when they are kept; texts are places until gather_rows_give() */
    size_t n_rows, cap_rows;
    uint64_t first_sunk;
    uint32_t last_stage;     /* most rows are of the stage of the row before */
    /* what is handed out */
    struct sw_task_spec *task_specs;
    struct sw_stage_spec *stage_specs;
    uint32_t *parents, *order;
    size_t *next;            /* where the next task of a stage goes */
    size_t cap_task_specs, cap_stage_specs, n_parents, cap_parents, cap_order, cap_next;
};

SW_USE_RESULT int gather_text(struct gather *g, struct sw_text text, struct span *out, struct sw_err *err);
static inline struct sw_text gather_get(const struct gather *g, struct span s)
{
    return (struct sw_text){ s.len > 0 ? g->text + s.at : "", s.len };
}
/* The buffer may move while it grows: until the job is handed out a text's address is its place in the buffer. */
SW_USE_RESULT int gather_place(struct gather *g, struct sw_text *text, struct sw_err *err);
static inline struct sw_text gather_placed(const struct gather *g, struct sw_text place)
{
    return gather_get(g, (struct span){ (size_t)(uintptr_t)place.at, place.len });
}
/* The stage of this number, or GATHER_NONE. */
uint32_t gather_find_stage(const struct gather *g, uint64_t number);
/* Keeps the row in hand, or its extras alone, and hands out the kept ones with the job. */
SW_USE_RESULT int gather_rows_keep(struct sw_trace *t, struct sw_err *err);
void gather_rows_give(struct sw_trace *t, struct sw_job *job);
/* Turns what was gathered into a job: stages in order of number, parents checked, tasks stage by stage. */
SW_USE_RESULT int gather_job(struct sw_trace *t, struct sw_job *job, struct sw_err *err);

/* ---- in_order.c ------------------------------------------------------------------------------------------- */
/* A first reading, of a jobs or tasks CSV that can be read twice: true where its jobs stand by submit_s and none
 * follows another. Whatever is in its way makes it false, and is left for the second reading to tell. columns: NULL, or
 * those that have other names (OURS=THEIRS,...). */
bool in_order(const char *path, const char *columns);

/* ---- packed.c --------------------------------------------------------------------------------------------- */
/* Numbers of seven bits a byte, the lowest first; texts behind their length. */
size_t packed_most(const struct sw_schema *schema, const void *record); /* bytes that packed_put() may need */
char *packed_put_u64(char *to, uint64_t x);
char *packed_put_text(char *to, struct sw_text text);
const char *packed_get_u64(const char *at, uint64_t *x);
const char *packed_get_text(const char *at, struct sw_text *text); /* lies where it is packed */
/* Each gives where it ended. */
char *packed_put(const struct sw_schema *schema, const void *record, char *to);
const char *packed_get(const struct sw_schema *schema, const char *at, void *record);

/* ---- rename.c --------------------------------------------------------------------------------------------- */
/* A name is its kind's letter and 16 hexadecimal digits of SipHash-2-4 over the kind and the old name. Two of a
 * million names fall together with a chance of 3e-8 (birthday: n^2 / 2^65). */
struct sw_rename {
    struct siphash_key key;
    char *text;           /* the new names of the row in hand */
    size_t n_text, cap_text;
};
/* Renames what a row says of jobs, users, pools, inputs, nodes and racks. The row's texts last until the next call. */
SW_USE_RESULT int rename_row(struct sw_rename *r, bool is_tasks, void *record, struct sw_err *err);
#endif
