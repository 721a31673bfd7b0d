/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - a run of slot-fair, and what is said (warn.c) and written (put.c) of each case. */
#ifndef TOOLS_FAIR_RUN_H
#define TOOLS_FAIR_RUN_H
#include <time.h>
#include "tools/fair/case.h"

enum { MAX_WARNINGS = 20, MAX_NAMED = 8 };
struct run {
    struct sw_cli *cli;
    struct config *cfg;
    struct sw_out *out, *rejects;
    struct fair_case now;
    struct sw_fair_names cases, header; /* case_ids met; columns of the first file */
    size_t *carried, n_carried;         /* input columns that are written */
    size_t n_cases, n_warnings;
    bool xml;                           /* the file is the configuration of a scheduler */
    uint64_t n_rejected;
    time_t told_at;
};

bool warn_may(struct run *r); /* there are not too many so far */
void warn_quotas(struct run *r);
void warn_case(struct run *r);
void warn_usage(struct run *r);

const char *const *put_made(const struct config *cfg); /* columns, NULL-terminated */
void put_header(struct run *r, const struct sw_csv *in);
void put_shares(struct run *r);
void put_phase(struct run *r, int phase);
int put_explanation(struct run *r, struct sw_err *err);
#endif
