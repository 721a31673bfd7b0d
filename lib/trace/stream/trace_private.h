/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_private.h - what the files behind sw_trace share: the stream, its source, the gatherer of task rows, the
 * sorter. */
#ifndef SLOTWISE_TRACE_PRIVATE_H
#define SLOTWISE_TRACE_PRIVATE_H
#include <stdbool.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/apps.h"
#include "lib/trace/import/jobids.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"
#include "lib/trace/report/sw_meet.h"
#include "slotwise/sw_trace.h"

#define TRACE_MAX_TASKS UINT64_C(100000000) /* maps or reduces of a job */
#define TRACE_MAX_WEIGHT 1e9
#define TRACE_MAX_REPLICATION 255
#define TRACE_MAX_SIGMA 20.0                /* e^20 is far beyond any spread of task times */

struct gather; /* gather.h */
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
    size_t n_extras;
    uint64_t line;                      /* in a check: of the last good row */
};

struct trace_at { const char *path; uint64_t line; const char *column; };

struct sw_trace {
    struct source source;
    bool is_tasks, any_order, keep_rows, check;
    bool rows_only;              /* of a sorted job that has rows its tasks are not kept besides */
    enum sw_fault fault;
    struct trace_at fault_at;
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
    struct sw_text *extras;     /* of the job's rows */
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
struct trace_common {
    bool has_submit, has_after, has_replication;
    int64_t submit_us;
    double weight;
    uint64_t replication;
};
SW_USE_RESULT int trace_check_common(struct sw_trace *t, const struct trace_common *c, struct sw_err *err);
/* In a check the reader lets negative and empty fields pass; this finds them. */
SW_USE_RESULT int trace_check_fields(struct sw_trace *t, const void *record, struct sw_err *err);
/* weight as whole millionths, 1 or more once trace_check_common() has passed it. */
int64_t trace_check_weight(double weight);

/* ---- trace_jobs.c, trace_tasks.c, gather.c ----------------------------------------------------- */
/* 1: *job is filled in but for place; 0: the end; -1: failed. */
SW_USE_RESULT int trace_jobs_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
/* All of the job but where it stands. Its stages are the trace's. */
void trace_jobs_fill(struct sw_trace *t, const struct sw_job_row *row, struct sw_job *job);
SW_USE_RESULT int trace_tasks_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
SW_USE_RESULT int gather_new(struct gather **out, struct sw_err *err);
void gather_free(struct gather *g);

/* ---- trace_from.c ------------------------------------------------------------------------------ */
SW_USE_RESULT int trace_from_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);

/* ---- gangs.c ----------------------------------------------------------------------------------- */
SW_USE_RESULT int gangs_make(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
void gangs_free(struct sw_trace *t);

/* ---- trace_next.c, trace_origin.c, trace_sort.c ------------------------------------------------ */
/* The next job in the order of the file. */
SW_USE_RESULT int trace_next_unsorted(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
/* Takes the first job's submission off all times of a job that is about to be handed out. */
void trace_origin_shift(struct sw_trace *t, struct sw_job *job);
/* Jobs in the order found by sw_trace_sort(). */
SW_USE_RESULT int trace_sort_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err);
void trace_sort_free(struct sorted *s);

#endif
