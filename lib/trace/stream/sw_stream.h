/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_stream.h - what programs ask of a trace beside its jobs: its rows as they were read, columns
 * beyond the record, faults. */
#ifndef SLOTWISE_SW_STREAM_H
#define SLOTWISE_SW_STREAM_H
#include "slotwise/sw_trace.h"

/* ---- a trace as a stream of jobs ------------------------------------------------------------ */
/* True: a tasks file, of one row for each attempt; false: a jobs file. It is known once the first file is open. */
bool sw_trace_is_tasks(const struct sw_trace *in);
void sw_trace_any_order(struct sw_trace *in);  /* from here on the order of submit_s is not checked */
/* Jobs then come with their rows and with the fields that no schema has. */
void sw_trace_keep_rows(struct sw_trace *in);  /* before the first job */
/* The columns that the record does not have, by place. They are the same in all files of the trace. */
size_t sw_trace_n_extras(const struct sw_trace *in);
struct sw_text sw_trace_extra_name(const struct sw_trace *in, size_t i);
/* Rows that were set aside so far, in all files; --max-bad is a limit of their number. */
uint64_t sw_trace_n_rejected(const struct sw_trace *in);

/* What is wrong with a row or a job. That a tasks file's stages name no parent, or each other, is found out when
 * the job's last row has been read: sw_trace_next() fails, also when bad rows are tolerated. */
enum sw_fault { SW_FAULT_NONE, SW_FAULT_UNREADABLE, SW_FAULT_MISSING, SW_FAULT_NEGATIVE, SW_FAULT_RANGE,
                SW_FAULT_NO_TASKS, SW_FAULT_ORDER, SW_FAULT_BACKWARDS, SW_FAULT_DIFFERS, SW_FAULT_REPEATED_TASK,
                SW_FAULT_PARENTS, SW_FAULT_N };
#endif
