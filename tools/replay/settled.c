/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settled.c - what presets, logs, defaults and options come to, one option a line, for --print-options and --stamp.
 *
 * An option without effect beside the others is not in force and is left out. So nothing warns of it when it is read
 * back (option_warnings.c has the same conditions). */
#include "tools/replay/settled.h"
#include <inttypes.h>
#include <string.h>

struct put { FILE *to; const struct config *cfg; const struct sw_replay_options *opt; };

/* ---- values ---------------------------------------------------------------------------------- */

static void put_text(const struct put *p, const char *name, const char *value)
{
    sw_cli_put_option(p->to, name, value);
}

static void put_count(const struct put *p, const char *name, uint64_t n)
{
    fprintf(p->to, "--%s=%" PRIu64 "\n", name, n);
}

static void put_time(const struct put *p, const char *name, int64_t us)
{
    char text[SW_NUM_MAX + 1];
    text[sw_num_put_time(text, us)] = '\0';
    fprintf(p->to, "--%s=%ss\n", name, text);
}

static void put_real(const struct put *p, const char *name, double x)
{
    char text[SW_NUM_MAX + 1];
    text[sw_num_put_real(text, x)] = '\0';
    put_text(p, name, text);
}

static void put_yesno(const struct put *p, const char *name, bool yes)
{
    put_text(p, name, yes ? "yes" : "no");
}

static void put_millionths(const struct put *p, const char *name, int64_t n)
{
    put_real(p, name, (double)n / 1e6);
}

/* ---- the cluster ----------------------------------------------------------------------------- */

static void put_cluster(const struct put *p)
{
    const struct config *cfg = p->cfg;
    if (cfg->cluster_file || cfg->log)
        return;
    put_count(p, "nodes", cfg->nodes);
    put_count(p, "racks", cfg->racks ? cfg->racks : 1);
    if (cfg->slots_given) {
        put_count(p, "slots", cfg->slots);
        return;
    }
    put_count(p, "map-slots", cfg->map_slots);
    put_count(p, "reduce-slots", cfg->reduce_slots);
}

/* ---- the scheduler --------------------------------------------------------------------------- */

static void put_rule(const struct put *p, enum sw_rule rule)
{
    put_text(p, sw_rule_words[rule], p->opt->rule_text[rule]);
}

static bool has_room_limit(const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    bool limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes && !limited; i++)
        limited = cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
    return limited;
}

static void put_order(const struct put *p)
{
    const struct sw_replay_options *opt = p->opt;
    if (opt->global.policy->decides) {
        put_rule(p, SW_RULE_GLOBAL);
        return;
    }
    put_rule(p, SW_RULE_ORDER);
    if (opt->order.policy->moved)
        put_text(p, "lc-table", opt->order.lc_table_printed ? "printed" : "corrected");
    put_rule(p, SW_RULE_DELAY);
    if (opt->delay.clock == SW_SINCE_READY && !opt->offers)
        put_text(p, "spark-reset", opt->delay.reset_on_refusal ? "refusal" : "launch");
    if (opt->balance_us > 0) /* which task is launched follows it also without a wait */
        put_time(p, "balance-long", opt->balance_us);
    put_text(p, "offers", sw_offers_text(opt));
}

static void put_gangs(const struct put *p)
{
    const struct sw_gang_rule *rule = &p->opt->gang;
    char time[SW_NUM_MAX + 1];
    if (rule->width == SW_WIDTH_NONE)
        return;
    put_text(p, "width", sw_width_words[rule->width]);
    if (rule->reservations > 1 && rule->reservations < SW_UNLIMITED)
        fprintf(p->to, "--backfill=easy:%" PRId64 "\n", rule->reservations);
    else
        put_text(p, "backfill", rule->reservations < 0    ? "none"
                                : rule->reservations == 0 ? "skip"
                                : rule->reservations == 1 ? "easy"
                                                          : "conservative");
    if (rule->max_starve_us >= 0) {
        char every[SW_NUM_MAX + 1];
        time[sw_num_put_time(time, rule->max_starve_us)] = '\0';
        every[sw_num_put_time(every, rule->iteration_us)] = '\0';
        fprintf(p->to, "--max-starve=%ss,%ss\n", time, every);
    }
    if (!rule->switches_us)
        return;
    time[sw_num_put_time(time, rule->switches_us)] = '\0';
    fprintf(p->to, "--switches=1@%ss%s\n", time, rule->since_first ? ",first" : "");
}

static void put_queue(FILE *to, const struct sw_admission *all, const struct sw_admission_queue *q)
{
    const struct { const char *name; int64_t us; } times[] = { { "run", q->run_us }, { "wait", q->wait_us },
                                                               { "short", q->short_us }, { "pass", q->pass_us } };
    char time[SW_NUM_MAX + 1];
    fprintf(to, "%s=%" PRId64, q->name, q->places);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (times[i].us < 0)
            continue;
        time[sw_num_put_time(time, times[i].us)] = '\0';
        fprintf(to, ",%s=%ss", times[i].name, time);
        if (!i && q->hop != SW_ADMISSION_ENDS)
            fprintf(to, ":%s", all->queue[q->hop].name);
    }
    if (q->queued >= 0)
        fprintf(to, ",queued=%" PRId64, q->queued);
}

static void put_queues(const struct put *p)
{
    const struct sw_admission *rule = &p->opt->admission;
    for (uint32_t i = 0; i < rule->n; i++) {
        fputs(i ? ";" : "--admission=", p->to);
        put_queue(p->to, rule, &rule->queue[i]);
    }
    if (rule->n)
        putc('\n', p->to);
}

static void put_scheduler(const struct put *p, const struct sw_cluster *cl)
{
    const struct sw_replay_options *opt = p->opt;
    put_order(p);
    put_gangs(p);
    put_queues(p);
    put_rule(p, SW_RULE_ADMIT);
    if (has_room_limit(opt, cl))
        put_text(p, "evict", opt->evict->name);
    put_rule(p, SW_RULE_PREEMPT);
    if (opt->preempt.policy->tasks_to_preempt)
        put_time(p, "preempt-every", opt->preempt_every_us);
    put_rule(p, SW_RULE_SPECULATE);
    if (opt->speculate.policy->slow)
        put_time(p, "speculate-every", opt->speculate_every_us);
    if (p->cfg->pools_file && !opt->offers)
        put_text(p, "over-min", opt->keep_minimums ? "keep" : "scale");
}

/* ---- the model ------------------------------------------------------------------------------- */

static void put_network(const struct put *p)
{
    const struct sw_network *n = &p->opt->network;
    if (!n->node_rate)
        return;
    fprintf(p->to, "--network=node=%" PRIu64 "B", n->node_rate);
    if (n->rack_rate)
        fprintf(p->to, ",rack=%" PRIu64 "B", n->rack_rate);
    fputc('\n', p->to);
    put_count(p, "block-size", p->opt->block_bytes);
}

static void put_penalty(const struct put *p)
{
    char rack[SW_NUM_MAX + 1], off[SW_NUM_MAX + 1];
    rack[sw_num_put_real(rack, p->opt->penalty_rack)] = '\0';
    off[sw_num_put_real(off, p->opt->penalty_off)] = '\0';
    if (p->opt->no_rack_level)
        fprintf(p->to, "--penalty=off=%s\n", off);
    else
        fprintf(p->to, "--penalty=rack=%s,off=%s\n", rack, off);
}

static void put_beats(const struct put *p)
{
    const struct sw_replay_options *opt = p->opt;
    bool revives = opt->delay.clock == SW_COUNT_SKIPS || opt->delay.clock == SW_SINCE_READY
        || (opt->delay.clock == SW_COUNT_OPPORTUNITIES && opt->delay.policy->yarn->revives)
        || (opt->global.policy->decides && !opt->global.fair);
    put_time(p, "heartbeat", opt->heartbeat_us);
    if (!opt->heartbeat_us) {
        if (revives)
            put_time(p, "revive", opt->revive_us);
        return;
    }
    put_yesno(p, "out-of-band", opt->out_of_band);
    if (opt->half_per_heartbeat || opt->per_heartbeat == UINT64_MAX)
        put_text(p, "per-heartbeat", opt->half_per_heartbeat ? "half" : "all");
    else
        put_count(p, "per-heartbeat", opt->per_heartbeat);
    if (opt->off_switch == UINT64_MAX)
        put_text(p, "off-switch", "all");
    else
        put_count(p, "off-switch", opt->off_switch);
}

static void put_model(const struct put *p, const struct sw_cluster *cl)
{
    const struct sw_replay_options *opt = p->opt;
    put_text(p, "placement", sw_placement_words[opt->placement]);
    if (opt->placement != SW_PLACE_TRACE)
        put_count(p, "replication", opt->replication);
    if (opt->no_rack_level)
        put_text(p, "no-rack-level", NULL);
    put_penalty(p);
    put_network(p);
    if (opt->disk_bytes != SW_NO_DISK_LIMIT)
        put_count(p, "disk", opt->disk_bytes);
    put_millionths(p, "slowstart", opt->slowstart);
    if (cl->one_kind)
        put_yesno(p, "give-back", opt->gives_back);
    put_time(p, "startup", opt->startup_us);
    put_time(p, "commit-pending", opt->commit_pending_us);
    put_beats(p);
    if (opt->load_cap >= 0)
        put_millionths(p, "load-cap", opt->load_cap);
    if (opt->cores > 0)
        put_count(p, "cores", opt->cores);
    put_real(p, "failure-rate", opt->failure_rate);
    if (opt->failure_rate > 0)
        put_count(p, "max-attempts", opt->max_attempts);
    put_real(p, "load", opt->load);
    put_time(p, "jitter", opt->jitter_us);
    if (opt->until_us >= 0)
        put_time(p, "until", opt->until_us);
}

/* ---- what was given and has nothing to be settled --------------------------------------------- */

static const char *const as_given[] = { "cluster", "pools", "speed-sigma", "stragglers", "runs", "alone", "sort",
    "audit", "as-recorded", "topology", "emit", "attempts", "timeline", "decisions", "explain", "links", "every",
    "timing", "label", "format", "rejects", "max-bad" };

static bool is_as_given(const struct config *cfg, const char *name)
{
    if (cfg->log && (strcmp(name, "preset") == 0 || strcmp(name, "map-slots") == 0 || strcmp(name, "reduce-slots") == 0
                     || strcmp(name, "slots") == 0))
        return true;
    for (size_t i = 0; i < sizeof as_given / sizeof *as_given; i++)
        if (strcmp(as_given[i], name) == 0)
            return true;
    return false;
}

static int put_given(const struct put *p, const struct sw_given *g, struct sw_err *err)
{
    for (size_t i = 0; i < g->n; i++) {
        if (!is_as_given(p->cfg, g->at[i].name))
            continue;
        if (g->at[i].arg && strpbrk(g->at[i].arg, "\r\n"))
            return sw_err_set(err, "--%s: a value of several lines cannot stand in a file of options", g->at[i].name);
        put_text(p, g->at[i].name, g->at[i].arg);
    }
    return SW_OK;
}

int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    const struct put p = { to, cfg, &cfg->opt };
    struct sw_cluster *cl;
    if (setup_cluster(cfg, &cl, err) != SW_OK)
        return SW_FAIL;
    put_cluster(&p);
    put_scheduler(&p, cl);
    put_model(&p, cl);
    sw_cluster_free(cl);
    put_count(&p, "seed", cli->seed);
    return put_given(&p, &cli->given, err);
}
