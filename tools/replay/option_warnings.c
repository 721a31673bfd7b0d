/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_warnings.c - warnings of options that have no effect beside the others. The man page lists these under
 * CAVEATS. Rows of the options table say for themselves when they are idle. Here is what depends on the pools file,
 * and what only the replay shows. */
#include "lib/base/sw_shown.h"
#include "tools/replay/replay.h"

/* Which groups of columns are in use: timeouts of preemption, waits of pools, parts of --order capacity, quotas, caps
 * of usage; limits are minimum shares, maxima and max_jobs. */
struct uses { bool timeouts, waits, parts, quotas, caps, limits; };

/* Which columns some row of the pools file fills in. */
static void add_uses(struct uses *u, const struct sw_pool_spec *p)
{
    u->timeouts |= p->min_timeout_us >= 0 || p->fair_timeout_us >= 0;
    u->waits |= p->wait_node_us >= 0 || p->wait_rack_us >= 0;
    u->parts |= p->capacity > 0 || p->max_capacity >= 0 || p->user_limit >= 0
                || p->min_user_limit >= 0;
    u->quotas |= p->says_quota;
    u->caps |= p->cap >= 0;
    u->limits |= p->min[0] > 0 || p->max[0] < SW_NO_LIMIT || p->max_jobs < SW_NO_LIMIT;
}

/* Private clusters use the column nodes of the pools, and refuse all other options that need pools. */
static bool looks_at_pools(const struct sw_options *opt)
{
    return opt->order.policy->uses_pools || opt->order.policy->private_nodes || opt->global.fair
        || opt->order.factors.fair_share > 0;
}

/* looks: a policy of YARN's, which has looks of its own for what to kill (Y13, Y14). */
static void warn_of_killing(const struct sw_cli *cli, const struct uses *u)
{
    const struct config *cfg = cli->config;
    const struct sw_options *opt = &cfg->opt;
    bool kills = opt->preempt.policy->tasks_to_preempt || opt->preempt.policy->looks;
    if (u->timeouts && !kills && !opt->hadoop_1)
        sw_cli_warn(cli, "%s: timeouts have no effect without --preempt kill", cfg->pools_file);
    if (kills && opt->preempt.policy->looks != SW_LOOKS_CAPACITY && opt->preempt.min_us == SW_NEVER_US
        && opt->preempt.fair_us == SW_NEVER_US && !u->timeouts)
        sw_cli_warn(cli, "--preempt %s has no effect without a timeout", opt->preempt.policy->name);
    if (kills && !looks_at_pools(opt))
        sw_cli_warn(cli, "--preempt %s: --order %s ignores pools, so a slot freed for one pool may go to another",
                    opt->preempt.policy->name, opt->order.policy->name);
}

/* As it would be typed, for the message. */
static const char *who_chooses(const struct sw_options *opt, char *buf, size_t cap)
{
    if (opt->global.policy->decides)
        snprintf(buf, cap, "global %s:share=none", opt->global.policy->name);
    else
        snprintf(buf, cap, "order %s", opt->order.policy->name);
    return buf;
}

/* Columns that neither the order nor the delay reads, and then a pools file that nothing reads. */
static void warn_of_pools(const struct sw_cli *cli, const struct uses *u)
{
    char buf[64];
    const struct config *cfg = cli->config;
    const struct sw_options *opt = &cfg->opt;
    bool kills = opt->preempt.policy->tasks_to_preempt || opt->preempt.policy->looks,
         waits = opt->delay.policy->clock == SW_COUNT_HEARTBEAT_GAPS;
    if (u->waits && !waits)
        sw_cli_warn(cli, "%s: wait_node_s and wait_rack_s have no effect without --delay wait", cfg->pools_file);
    if (u->parts && !opt->order.policy->by_capacity)
        sw_cli_warn(cli,
                    "%s: capacity, max_capacity, user_limit and min_user_limit have no effect without --order capacity",
                    cfg->pools_file);
    if (u->caps && !opt->order.policy->by_windows)
        sw_cli_warn(cli, "%s: cap has no effect without --order windows", cfg->pools_file);
    if (u->quotas && !opt->order.policy->by_quota)
        sw_cli_warn(cli,
                    "%s: quota, priority, limit, lending_limit and borrowing_limit have no effect without "
                    "--order quota",
                    cfg->pools_file);
    if (u->limits && opt->order.policy->by_points)
        sw_cli_warn(cli, "%s: --order multifactor takes weights and parents; minimum and maximum shares and max_jobs "
                    "have no effect", cfg->pools_file);
    if (!looks_at_pools(opt) && !opt->order.policy->limits_jobs && !kills && !opt->every_us && !(u->waits && waits))
        sw_cli_warn(cli, "--pools has no effect: --%s looks at no pools", who_chooses(opt, buf, sizeof buf));
}

void option_warnings_put(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools)
{
    const struct config *cfg = cli->config;
    struct uses u = { 0 };
    for (; cfg->pools_file && pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++)
            add_uses(&u, &pools->at[i]);
    /* First the options by their table, then what needs the pools. */
    options_warn(cli, &(struct option_case){ &cfg->opt, cl, cfg->pools_file, cfg });
    warn_of_killing(cli, &u);
    if (cl->n_strange > 0)
        sw_cli_warn(cli, "%s: %llu name%s of nodes that the cluster has not", cfg->partitions_file,
                    (unsigned long long)cl->n_strange, cl->n_strange == 1 ? "" : "s");
    if (cfg->pools_file)
        warn_of_pools(cli, &u);
}

/* ---- after a replay ------------------------------------------------------------------------------------------ */

/* Tasks of a recorded log whose wishes the trace does not name. hosts_missing counts them by the level at
 * which they were recorded. */
static void warn_of_hosts(const struct sw_cli *cli, const struct sw_totals *t)
{
    uint64_t node = t->hosts_missing[SW_AT_NODE], away = t->hosts_missing[SW_AT_RACK] + t->hosts_missing[SW_AT_ANY];
    if (node + away == 0 || ((const struct config *)cli->config)->as_recorded)
        return;
    sw_cli_warn(cli, "%llu of %llu tasks name no preferred host, though they were recorded at a level (%llu at rack or "
                "any): they run anywhere and are in no share; slot-replay --as-recorded infers from a Spark log what "
                "they "
                "waited for",
                (unsigned long long)(node + away), (unsigned long long)t->tasks_read, (unsigned long long)away);
}

/* Neither a pool's nor one that jobs hop to. `named` has a bit for each queue that is some job's pool. */
static bool is_idle(const struct sw_admission *rule, uint32_t queue, uint32_t named)
{
    bool idle = !(named >> queue & 1) && rule->queue[queue].name[0] != '*';
    for (uint32_t i = 0; i < rule->n; i++)
        idle &= rule->queue[i].hop != (int)queue;
    return idle;
}

/* What queues moved and ended, and those that no job named. */
static void warn_of_queues(const struct sw_cli *cli, const struct sw_admission *rule, const struct sw_totals *t)
{
    static const char option[] = "admission";
    uint64_t ended = t->queues.waited_out + t->queues.ran_out + t->queues.refused;
    for (uint32_t i = 0; i < rule->n; i++)
        if (is_idle(rule, i, t->queues.named))
            sw_cli_warn(cli, "--%s: no job is of a pool '%s'", option, rule->queue[i].name);
    if (ended)
        sw_cli_warn(cli, "--%s: %llu %s: %llu waited too long, %llu ran too long, %llu found the queue full",
                    option, (unsigned long long)ended, ended == 1 ? "job ended as failed" : "jobs ended as failed",
                    (unsigned long long)t->queues.waited_out, (unsigned long long)t->queues.ran_out,
                    (unsigned long long)t->queues.refused);
    if (t->queues.hops)
        sw_cli_warn(cli, "--%s: %llu %s, %llu to begin again", option, (unsigned long long)t->queues.hops,
                    t->queues.hops == 1 ? "hop" : "hops", (unsigned long long)t->queues.restarts);
}

/* A pool that stays below its share because no task of others may be killed, and tasks that are killed again and
 * again. */
static void warn_of_kills(const struct sw_cli *cli, const struct sw_totals *t)
{
    if (t->owed.checks)
        sw_cli_warn(cli, "--preempt: pool '%s' was owed %lld %s at %s, and nobody may lose one (%llu %s so)",
                    t->owed.pool, (long long)t->owed.tasks, t->owed.tasks == 1 ? "task" : "tasks",
                    shown_time(t->owed.at_us).text,
                    (unsigned long long)t->owed.checks, t->owed.checks == 1 ? "check ended" : "checks ended");
    if (t->killed_attempt >= 5)
        sw_cli_warn(cli, "--preempt: of a task of job '%s' attempt %llu was killed: kills are undone and made again",
                    t->killed_job, (unsigned long long)t->killed_attempt);
}

/* Jobs without an estimate, with reservations, by what jobs ask for, or with queues that short jobs pass. */
static void warn_of_limits(const struct sw_cli *cli, const struct sw_options *opt, const struct sw_totals *t)
{
    if (t->without_limit == 0)
        return;
    if (opt->admission.n)
        sw_cli_warn(cli, "jobs without limit_s in a queue with short or pass: %llu of %llu; none of them is short",
                    (unsigned long long)t->without_limit, (unsigned long long)t->jobs);
    else if (opt->gang.reservations > 0)
        sw_cli_warn(cli, "%llu job%s no limit_s: reservations take them for 365 days long",
                    (unsigned long long)t->without_limit, t->without_limit == 1 ? " has" : "s have");
    if (opt->order.policy->by_request && !opt->order.policy->by_points)
        sw_cli_warn(cli, "%llu job%s no limit_s: --order %s puts them behind all others of their priority",
                    (unsigned long long)t->without_limit, t->without_limit == 1 ? " has" : "s have",
                    opt->order.policy->name);
}

/* What the trace did not have, counted by the replay: preferences, map output, pools, hosts, sizes and estimates. */
void option_warnings_of_run(const struct sw_cli *cli, const struct sw_totals *t)
{
    const struct config *cfg = cli->config;
    if (options_given(cfg, "delay") && cfg->opt.delay.clock != SW_DELAY_NONE && t->launches && !t->with_preference)
        sw_cli_warn(cli, "--delay %s has no effect: no task has a preferred host", cfg->opt.delay.policy->name);
    if (options_given(cfg, "disk") && t->launches && !t->with_output)
        sw_cli_warn(cli, "--disk has no effect: no job has map output (shuffle_bytes)");
    if (t->jobs_of_strange_pools)
        sw_cli_warn(cli, "%llu jobs are of pools that the pools file does not name: fifo inside, of weight 1",
                    (unsigned long long)t->jobs_of_strange_pools);
    if (t->hosts_unknown)
        sw_cli_warn(cli, "%llu preferred hosts are not in the cluster and were ignored",
                    (unsigned long long)t->hosts_unknown);
    warn_of_hosts(cli, t);
    warn_of_queues(cli, &cfg->opt.admission, t);
    warn_of_kills(cli, t);
    if (t->without_size[0]) /* Z2 */
        sw_cli_warn(cli, "jobs without task_cpus: %llu of %llu, whose tasks take one CPU",
                    (unsigned long long)t->without_size[0], (unsigned long long)t->jobs);
    if (t->without_size[1])
        sw_cli_warn(cli, "jobs without task_memory: %llu of %llu, whose tasks take none",
                    (unsigned long long)t->without_size[1], (unsigned long long)t->jobs);
    warn_of_limits(cli, &cfg->opt, t);
    if (t->cut_off && cfg->emit == EMIT_SUMMARY)
        sw_cli_warn(cli, "jobs that had not ended, and are not in the means: %llu of %llu",
                    (unsigned long long)t->cut_off, (unsigned long long)(t->jobs + t->cut_off));
    if (t->never_run)
        sw_cli_warn(cli, "%llu unfinished %s never run, first %s", (unsigned long long)t->never_run,
                    t->never_run == 1 ? "job can" : "jobs can", t->never_why);
}
