/* SPDX-License-Identifier: GPL-3.0-or-later */
/* durations.c - how long attempts copy and run (L3, L4), also on nodes that change their speed (B9) or are lost
 * (B10). What a row can show by itself, of maps, is checked with the rows. The times of reduces need those of all
 * maps of their job (times.c). */
#include "lib/audit/audit.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_IN_SHARE = 64 }; /* attempts beyond the cores that repeated_end() thinks of */

/* Nothing is known yet of its end. audit_fail_takes() asks row->fails. */
void audit_durations_draw(const struct audit *a, struct row *row)
{
    row->end_us = row->copied_us = NEVER;
    audit_fail_draw(a, row);
}

/* T1. What lies beyond all times is NEVER. */
static int64_t rounded_us(double us)
{
    return us < (double)NEVER ? llround(us) : NEVER;
}

/* L3: a time beside the data, at this penalty and speed. Equal ones cancel, without rounding. */
static int64_t over(int64_t us, double factor, double speed)
{
    return factor == speed ? us : rounded_us((double)us * factor / speed);
}

/* 1.0 where the node is away: that it launched there is told by audit_nodes_beats(). */
static double speed_at(const struct audit *a, uint32_t node, int64_t at_us)
{
    const struct sw_span *span = audit_nodes_span(a, node, at_us);
    return span ? span->speed : 1.0;
}

/* B21: as the end of the last instant left it; where a row begins at at_us, that row's (B21.3). */
static double shared_speed_at(const struct audit *a, uint32_t node, int64_t at_us, int64_t begun_us)
{
    const struct sw_span *span = audit_nodes_span(a, node, at_us);
    bool begins = span && span->from_us == begun_us && begun_us > 0;
    return speed_at(a, node, at_us) * (begins ? 1.0 : audit_core_share(a, node, begun_us));
}

/* The first change of speed after `after_us`, or of the cores' shares not before `from_us`. */
static int64_t next_speed(const struct audit *a, uint32_t node, int64_t after_us, int64_t from_us)
{
    int64_t next_us = audit_cores_next_share(a, node, from_us);
    for (uint32_t k = 1; k < a->node[node].n_spans; k++) {
        int64_t at_us = a->node[node].span[k].from_us;
        next_us = at_us > after_us && at_us < next_us ? at_us : next_us;
    }
    return next_us;
}

/* B21: the end of an attempt where tasks share cores. What began at begun_us goes at `speed`, to end at end_us. */
static int64_t through_shares(const struct audit *a, uint32_t node, int64_t begun_us, int64_t end_us,
                              double speed)
{
    int64_t at_us = next_speed(a, node, begun_us, begun_us);
    /* B21.2: a share counts as the end of its instant leaves it, and so as it is a microsecond later. */
    for (; at_us < min_i64(end_us, NEVER); at_us = next_speed(a, node, at_us, at_us + 1)) {
        double then = speed_at(a, node, at_us) * audit_core_share(a, node, at_us + 1);
        end_us = at_us + rounded_us((double)(end_us - at_us) * speed / then);
        speed = then;
    }
    return end_us;
}

/* B9: what begins at start_us and would end at end_us, through the changes of speed after since_us. */
static int64_t through_changes(const struct audit *a, uint32_t node, int64_t since_us, int64_t end_us)
{
    const struct node *spec = &a->node[node];
    for (uint32_t k = 1; k < spec->n_spans; k++) {
        const struct sw_span *was = &spec->span[k - 1], *is = &spec->span[k];
        /* Rows with a gap between them are a loss (B8.1), which ends what runs there. */
        if (is->from_us <= since_us || is->from_us >= end_us || was->to_us != is->from_us
            || was->speed == is->speed)
            continue;
        end_us = is->from_us + rounded_us((double)(end_us - is->from_us) * was->speed / is->speed);
    }
    return end_us;
}

/* Changes of speed in the copy phase: whether what it will compute is rounded at each or once, B9 does not say. */
static int64_t changes_between(const struct audit *a, uint32_t node, int64_t from_us, int64_t to_us)
{
    int64_t n = 0;
    for (uint32_t k = 1; k < a->node[node].n_spans; k++)
        n += a->node[node].span[k].from_us > from_us && a->node[node].span[k].from_us <= to_us;
    return n;
}

/* ---- reduces ------------------------------------------------------------------------------------- */

/* L4, B11: the end of its copy phase, if nothing ends it before; NEVER: not all maps were done long enough. */
int64_t audit_durations_copied_at(const struct audit *a, const struct job *job, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    int64_t copy_us = st->task_copy_us ? st->task_copy_us[row->task] : st->copy_us;
    int64_t maps = job->mapreduce ? (int64_t)job->stage[0].n_tasks : 0;
    int64_t own_us = row->launch_us + a->opt->startup_us + copy_us;
    if (!maps)
        return own_us;
    /* A8, B11: when all maps were done is open, so what the log says is taken. */
    if (job->unsure)
        return compute_us(row) < 0 ? NEVER : compute_us(row);
    for (uint32_t k = 0; k < a->n_mapped; k++) {
        const struct spell *mapped = &a->mapped[k];
        /* L4.1: launched before the last map's end, it copies for the last map's part after that: copy_s / maps,
         * rounded. */
        int64_t rest_us = mapped->from_us + (copy_us + maps / 2) / maps;
        int64_t at_us = mapped->from_us <= row->launch_us || own_us > rest_us ? own_us : rest_us;
        if (at_us < compute_us(row) && audit_network_copies(a, row)
            && !a->rules.splits) /* N7: no earlier; A3: it may have waited */
            at_us = compute_us(row);
        /* B11.2: map output that is lost before the copying has ended makes it wait for the next time at which all
         * maps are done. */
        if (mapped->to_us > row->launch_us && at_us <= mapped->to_us)
            return at_us;
    }
    return NEVER;
}

/* A running attempt is seen up to --until. */
static int64_t last_seen(const struct audit *a, const struct row *row)
{
    return row->finish_us == NEVER ? a->rules.until_us : row->finish_us;
}

/* T3: a map that took no time ended after what was killed, or lost with its node, at the instant. */
static bool mapped_behind(const struct audit *a, const struct row *row, int64_t copied_us)
{
    const struct job *job = job_of(a, row);
    bool gone = row->outcome == SW_KILLED || row->outcome == SW_LOST;
    for (uint32_t i = 0; gone && copied_us == row->finish_us && i < job->n_rows; i++) {
        const struct row *map = nth(a, job, i);
        if (map->kind == SW_MAP && map->launch_us == copied_us && map->finish_us == copied_us)
            return true;
    }
    return false;
}

/* Whether a reduce computes from when L4 and B11 say. */
static void check_compute(struct audit *a, const struct row *row)
{
    int64_t copied_us = row->copied_us;
    int64_t last_us = last_seen(a, row)
                      - (row->outcome == SW_SUPERSEDED || audit_ends_with_job(row)); /* T2: in order of launch */
    if (row->outcome == SW_EVICTED) /* A8: whether it lacked maps a log may not show */
        return;
    /* A3: one that was stopped may have waited to compute until then. */
    if (compute_us(row) < 0 && copied_us <= last_us && (!a->rules.splits || audit_reports(row)))
        audit_fault(a, OF_TIMES, row, "L4", "computes from %s, but has no compute_s", S(copied_us));
    if (compute_us(row) < 0)
        return;
    if (copied_us == NEVER)
        audit_fault(a, OF_TIMES, row, "L4", "computes from %s, but not all maps of its job had been done",
                    S(compute_us(row)));
    else if (compute_us(row) < copied_us
             || (compute_us(row) > copied_us && !a->rules.splits)) /* A3: it may have to wait */
        audit_fault(a, OF_TIMES, row, "L4", "computes from %s, not %s", S(copied_us), S(compute_us(row)));
}

/* The end of its computing, which began at begun_us. NEVER: it never began. */
static int64_t reduce_end(const struct audit *a, const struct row *row, int64_t local_us, int64_t begun_us)
{
    int64_t before_us = begun_us > row->launch_us ? begun_us - 1 : begun_us; /* T2: a copy phase ends before a change */
    if (begun_us == NEVER)
        return NEVER;
    if (audit_cores_shared(a)) {
        double speed = shared_speed_at(a, row->node, before_us, begun_us);
        return through_shares(a, row->node, begun_us, begun_us + over(local_us, 1.0, speed), speed);
    }
    return through_changes(a, row->node, before_us,
                           begun_us + over(local_us, 1.0, speed_at(a, row->node, before_us)));
}

/* ---- all ----------------------------------------------------------------------------------------- */

/* L3, L3.1: of recorded levels only rack and any have a penalty. A task without preference has none. */
static double factor_of(const struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    double here = row->kind == SW_REDUCE ? 1.0 : a->rules.penalty[row->at];
    if (!st->recorded || row->kind == SW_REDUCE || row->at == SW_AT_NONE)
        return here;
    enum sw_locality then = st->recorded[row->task];
    return then == SW_AT_RACK || then == SW_AT_ANY ? here / a->rules.penalty[then] : here;
}

/* B21: its end at `speed`, through the shares that follow. */
static int64_t shared_end(const struct audit *a, const struct row *row, int64_t local_us, double speed)
{
    int64_t end_us = row->launch_us + a->opt->startup_us + over(local_us, factor_of(a, row), speed);
    return through_shares(a, row->node, row->launch_us, end_us, speed);
}

/* Launched when the instant was repeated after an eviction, or before. The log does not say which, nor how many
 * computed in between: of the shares of one core to one of so many, the end that comes nearest. */
static int64_t repeated_end(const struct audit *a, const struct row *row, int64_t local_us)
{
    double row_speed = speed_at(a, row->node, row->launch_us);
    uint64_t cores = a->opt->cores, of_host = a->opt->host_cores;
    int64_t best_us = shared_end(a, row, local_us,
                                 shared_speed_at(a, row->node, row->launch_us, row->launch_us));
    /* Without --cores, or without --host-cores, that part is 1 and its loop has one turn. */
    for (uint64_t n = cores; n <= (cores ? cores + MOST_IN_SHARE : 0); n++)
        for (uint64_t m = of_host; m <= (of_host ? of_host + MOST_IN_SHARE : 0); m++) {
            double part = (n ? (double)cores / (double)n : 1.0) * (m ? (double)of_host / (double)m : 1.0);
            int64_t end_us = shared_end(a, row, local_us, row_speed * part);
            /* Something else ended it where it did not report. Its own end must not be before that, so the latest
             * end is the nearest. */
            bool nearer = audit_reports(row) ? llabs(end_us - row->finish_us) < llabs(best_us - row->finish_us)
                                             : end_us > best_us;
            best_us = nearer ? end_us : best_us;
        }
    return best_us;
}

/* The end of a map or task that takes local_us beside its data at speed 1, by L3, B9 and B21. */
int64_t audit_durations_map_end(const struct audit *a, const struct row *row, int64_t local_us)
{
    double speed = shared_speed_at(a, row->node, row->launch_us, row->launch_us);
    if (audit_cores_shared(a))
        return audit_cores_repeats(a, row->launch_us) ? repeated_end(a, row, local_us)
                                                      : shared_end(a, row, local_us, speed);
    int64_t us = over(local_us, factor_of(a, row), speed);
    return through_changes(a, row->node, row->launch_us, row->launch_us + a->opt->startup_us + us);
}

/* The rule that a wrong end is told by: the most particular one that had a part in it. */
static const char *end_rule(const struct audit *a, const struct row *row)
{
    if (audit_cores_shared(a))
        return "B21";
    if (changes_between(a, row->node, row->launch_us, last_seen(a, row)))
        return "B9";
    return row->fails ? "F1" : row->kind == SW_REDUCE ? "L4" : "L3";
}

/* T2: of attempts that end at one instant the first launched does so first; with it the others of its task (C6), or
 * its job (F3). */
static bool may_end_with_another(const struct row *row)
{
    return row->outcome == SW_SUPERSEDED || audit_ends_with_job(row);
}

/* slack_us: what rounding may do. An attempt that something else ended must not have ended by itself before. At
 * that very instant either may come first where may_end_with_another(). */
static void check_task_end(struct audit *a, struct row *row, enum group group, int64_t end_us, int64_t slack_us)
{
    enum sw_outcome outcome = row->fails ? SW_FAILED : SW_DONE;
    row->end_us = end_us;
    slack_us += audit_cores_slack(a, row->node, row->launch_us, last_seen(a, row));
    if (audit_reports(row) && end_us == NEVER)
        audit_fault(a, group, row, "L4", "%s at %s, but its copying cannot have ended", sw_outcome_words[outcome],
                    S(row->finish_us));
    else if (audit_reports(row) && llabs(row->finish_us - end_us) > slack_us)
        audit_fault(a, group, row, end_rule(a, row), "ends at %s, not %s", S(end_us), S(row->finish_us));
    else if (!audit_reports(row) && row->outcome != SW_EVICTED
             && end_us + slack_us < last_seen(a, row) + !may_end_with_another(row))
        audit_fault(a, group, row, end_rule(a, row), "%s, but is %s at %s", sw_outcome_words[row->outcome],
                    sw_outcome_words[outcome], S(end_us));
}

/* It had ended by itself by then, if what ended it was launched after it. A reduce that computes from that very
 * instant on had not. */
void audit_durations_ended_with(struct audit *a, const struct row *row, const struct row *other)
{
    if (row->end_us == row->finish_us && row->launch_us < other->launch_us && row->copied_us != row->finish_us
        && compute_us(row) != row->finish_us && !changes_between(a, row->node, row->launch_us, row->finish_us)
        && !audit_cores_shared(a))
        audit_fault(a, OF_TIMES, row, "T2",
                    "%s at %s with the attempt of line %llu, but it ends then itself, and was launched before it",
                    sw_outcome_words[row->outcome], S(row->finish_us), (unsigned long long)other->line);
}

/* B10: lost when its node is, and only then. */
static void check_lost(struct audit *a, const struct row *row)
{
    int64_t lost_us = audit_nodes_loss_after(a, row->node, row->launch_us);
    if (row->outcome == SW_LOST && row->finish_us != lost_us) {
        if (lost_us == NEVER)
            audit_fault(a, OF_ROWS, row, "B10", "lost at %s, but its node is not", S(row->finish_us));
        else
            audit_fault(a, OF_ROWS, row, "B10", "lost at %s, but its node at %s", S(row->finish_us), S(lost_us));
    }
    if (row->outcome != SW_LOST && last_seen(a, row) > lost_us)
        audit_fault(a, OF_ROWS, row, "B10", "goes on after its node was lost at %s", S(lost_us));
    /* S6: what happens at --until itself has happened, a loss too. */
    if (row->outcome == SW_RUNNING && a->rules.until_us >= lost_us)
        audit_fault(a, OF_ROWS, row, "B10", "goes on after its node was lost at %s", S(lost_us));
}

/* N5: no earlier than its work, nor than an idle link carries its bytes. */
static void check_read(struct audit *a, const struct row *row, int64_t end_us)
{
    if (!audit_reports(row))
        return;
    if (row->finish_us + audit_cores_slack(a, row->node, row->launch_us, row->finish_us) < end_us)
        audit_fault(a, OF_ROWS, row, end_rule(a, row), "ends at %s, but its work at %s", S(row->finish_us), S(end_us));
    if (!row->fails && row->finish_us < audit_network_read_by(a, row))
        audit_fault(a, OF_ROWS, row, "N5", "ends at %s, but an idle link carries its bytes until %s",
                    S(row->finish_us), S(audit_network_read_by(a, row)));
}

/* Of a reduce only its loss and its failure can be judged without the maps. */
void audit_durations_map(struct audit *a, struct row *row)
{
    check_lost(a, row);
    if (audit_reports(row) && row->outcome != (row->fails ? SW_FAILED : SW_DONE))
        audit_fault(a, OF_ROWS, row, "F1", "%s, but attempt %u of its task %s", sw_outcome_words[row->outcome],
                    row->number, row->fails ? "fails" : "does not fail");
    if (audit_network_reads(a, row))
        check_read(a, row, audit_durations_map_end(a, row, audit_fail_takes(a, row)));
    else if (row->kind != SW_REDUCE)
        check_task_end(a, row, OF_ROWS, audit_durations_map_end(a, row, audit_fail_takes(a, row)), 0);
}

void audit_durations_reduce(struct audit *a, struct row *row)
{
    /* N7: a copy over the network takes as long as the links let it, so only the log can say when it ended. */
    bool unknown = compute_us(row) < 0 && audit_network_copies(a, row);
    row->copied_us = unknown ? NEVER : audit_durations_copied_at(a, job_of(a, row), row);
    /* A map that ended after the reduce was stopped had not let it compute. */
    if (compute_us(row) < 0 && mapped_behind(a, row, row->copied_us))
        row->copied_us = NEVER;
    check_compute(a, row);
    /* A3: under cpac it computes from when the log says, which check_compute() has found possible. */
    int64_t begun_us = !a->rules.splits ? row->copied_us : compute_us(row) < 0 ? NEVER : compute_us(row);
    int64_t end_us = reduce_end(a, row, audit_fail_takes(a, row), begun_us);
    check_task_end(a, row, OF_TIMES, end_us, changes_between(a, row->node, row->launch_us, begun_us));
}
