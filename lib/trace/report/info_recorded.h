/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info_recorded.h - what really happened, in what,value rows. */
#ifndef SLOTWISE_INFO_RECORDED_H
#define SLOTWISE_INFO_RECORDED_H
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"
#include "lib/trace/report/sw_meet.h"

struct recorded {
    uint64_t done[SW_AT_PROCESS + 2]; /* done attempts at maps and tasks by locality; the last: not known */
    uint64_t n_untried, n_untimed;
    uint64_t n_overlapping; /* tasks of which two attempts ran at once: speculation, marked or not */
};
void info_recorded_add(struct recorded *r, const struct sw_job *job); /* with its rows kept */
/* `any`: some row had an outcome. */
void info_recorded_put_word(struct sw_out *out, const char *key, const char *word);
void info_recorded_put_count(struct sw_out *out, const char *key, uint64_t x);
void info_recorded_put(const struct recorded *r, bool any, struct sw_out *out);
void info_recorded_put_apart(const struct sw_meet *meet, struct sw_out *out); /* pools that hardly met */
/* The format's own word on locality, when it was there to count from, how many nodes it named. */
void info_recorded_put_source(const struct sw_importer *format, const struct sw_hosts *hosts, bool has_origin,
                              int64_t origin_us, struct sw_out *out);

#endif
