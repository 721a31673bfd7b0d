/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network.c - what a log shows of reads and copies over the network (section 11): not how fast each went, but that
 * none was faster than the work beside the data and than an idle link. */
#include "lib/audit/audit.h"

/* N5, N7: a task's bytes; of the trace's row where that has any. */
void audit_network_load_bytes(struct stage *st, uint64_t block_bytes, const struct sw_job *job,
                              const struct sw_stage_spec *spec)
{
    if (job->mapreduce) { /* of each task */
        uint64_t bytes = st->kind == SW_REDUCE ? job->shuffle_bytes : job->input_bytes;
        st->bytes = st->n_tasks ? bytes / st->n_tasks + (bytes % st->n_tasks > 0) : 0;
    }
    if (!st->bytes && st->kind != SW_REDUCE && !st->n_parents)
        st->bytes = block_bytes;
    if (!spec->tasks)
        return;
    st->task_bytes = xcalloc(st->n_tasks, sizeof *st->task_bytes);
    for (uint32_t t = 0; t < st->n_tasks; t++)
        st->task_bytes[t] = spec->tasks[t].input_bytes ? spec->tasks[t].input_bytes : st->bytes;
}

static uint64_t bytes_of(const struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    return st->task_bytes ? st->task_bytes[row->task] : st->bytes;
}

bool audit_network_reads(const struct audit *a, const struct row *row)
{
    return a->opt->network.node_rate && row->kind != SW_REDUCE && (row->at == SW_AT_RACK || row->at == SW_AT_ANY)
           && bytes_of(a, row);
}

/* N7: a reduce with bytes to shuffle, of a job that has maps. It is asked of reduces alone. */
bool audit_network_copies(const struct audit *a, const struct row *row)
{
    const struct job *job = job_of(a, row);
    return a->opt->network.node_rate && job->mapreduce && job->stage[0].n_tasks && bytes_of(a, row);
}

/* N1, N2: over the links of two nodes, and of their racks if no replica lies in the reader's. A host's own replica
 * goes over none. */
int64_t audit_network_read_by(const struct audit *a, const struct row *row)
{
    if (a->cl->has_hosts)
        return row->launch_us;
    uint64_t rate = a->opt->network.node_rate, rack_rate = a->opt->network.rack_rate;
    if (row->at == SW_AT_ANY && !a->opt->no_rack_level && rack_rate && rack_rate < rate)
        rate = rack_rate;
    unsigned __int128 us = ((unsigned __int128)bytes_of(a, row) * SW_US_PER_S + rate - 1) / rate;
    return us >= (unsigned __int128)NEVER / 2 ? NEVER : row->launch_us + a->opt->startup_us + (int64_t)us;
}
