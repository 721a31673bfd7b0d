/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.c - options whose value is no plain number or word. Each has a function that reads it and one that prints
 * what it has come to, which reads back as the same. */
#include "lib/base/sw_opt.h"
#include "lib/options/special.h"
#include "lib/base/renamed.h"
#include "lib/base/sw_shown.h"
#include <inttypes.h>
#include <string.h>

static void put_seconds(FILE *to, const char *before, int64_t us) { fprintf(to, "%s%ss", before, shown_time(us).text); }

static void put_factor(FILE *to, const char *before, double x) { fprintf(to, "%s%s", before, shown_real(x).text); }

/* ---- policies ------------------------------------------------------------------------------------------- */

/* Each axis of lib/sched has its own list and its own record. The default is --global, the only one left. */
static int find_rule(struct sw_options *opt, enum option_rule rule, const char *spec, struct sw_err *err)
{
    switch (rule) {
    case RULE_ORDER: return sw_order_find(spec, &opt->order, err);
    case RULE_DELAY: return sw_delay_find(spec, &opt->delay, err);
    case RULE_PREEMPT: return sw_preempt_find(spec, &opt->preempt, err);
    case RULE_ADMIT: return sw_admit_find(spec, &opt->admit, err);
    case RULE_SPECULATE: return sw_speculate_find(spec, &opt->speculate, err);
    case RULE_EVICT: return sw_evict_find(spec, &opt->evict, err);
    default: return sw_global_find(spec, &opt->global, err);
    }
}

/* A rule, whose text is kept. A global one replaces order, delay and offers: jobs are in order of submission, and no
 * delay rule applies. */
int special_rule(const struct option_row *row, void *to, const char *spec, struct sw_err *err)
{
    struct sw_options *opt = to;
    size_t len = strlen(spec);
    if (find_rule(opt, row->rule, spec, err) != SW_OK)
        return SW_FAIL;
    /* A rule's parameters may be long; what cannot be printed again is refused. */
    if (len >= sizeof opt->rule_text[row->rule])
        return sw_err_usage(err, "--%s: longer than %zu letters: '%.40s...'", row->name,
                            sizeof opt->rule_text[row->rule] - 1, spec);
    memcpy(opt->rule_text[row->rule], spec, len + 1);
    if (row->rule == RULE_GLOBAL && opt->global.policy->decides)
        special_outside(opt);
    return SW_OK;
}

/* What one option's value means for another, after both were read in any order. */
void special_settle(struct sw_options *opt)
{
    opt->order.lc_table_printed = opt->lc_table;
    if (opt->delay.clock == SW_SINCE_READY && opt->offers == SW_OFFERS_HEARTBEAT) /* R1: the last of 3 */
        (void)!special_offers(NULL, opt, "spark-3", NULL);
}

/* ---- offers (R1) --------------------------------------------------------------------------------------- */

/* A part that is not given is the last: "3" is the last 3.x that is known, "3.3" the last 3.3. */
enum { MAJOR_MOST = 4, PART_MOST = 99 };

/* "3.5.8" */
static bool read_release(const char *text, size_t len, int32_t *release)
{
    /* A part that is not given stands above all that are. */
    int part[3] = { 0, PART_MOST, PART_MOST }, n = 0;
    /* Each turn reads a part and passes its point. */
    for (size_t i = 0; i <= len && n < 3; i++) {
        size_t digits = strspn(text + i, "0123456789");
        uint64_t number;
        if (!digits || digits > 2 || sw_num_u64(text + i, digits, &number) != SW_OK)
            return false;
        part[n++] = (int)number;
        i += digits;
        if (i > len || (i < len && text[i] != '.') || (i < len && n == 3))
            return false;
    }
    *release = part[0] * 10000 + part[1] * 100 + part[2];
    return n && part[0] >= 1 && part[0] <= MAJOR_MOST;
}

static bool is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && !strncmp(text, word, len);
}

/* What stands behind the release. */
static bool read_words(const char *text, struct sw_spark *spark)
{
    while (*text) {
        /* Behind the comma, or at the end of the words. */
        size_t len = strcspn(++text, ",");
        if (is_word(text, len, "legacy"))
            spark->legacy = true;
        else if (is_word(text, len, "scala-2.12") || is_word(text, len, "scala-2.13"))
            spark->scala_2_12 = text[len - 1] == '2';
        else
            return false;
        text += len;
    }
    return true;
}

int special_offers(const struct option_row *row, void *options, const char *arg, struct sw_err *err)
{
    static const char spark[] = "spark-";
    struct sw_options *opt = options;
    struct sw_spark to = { .release = 0 };
    bool hadoop_1 = !strcmp(arg, "hadoop-1");
    if (hadoop_1 || !strcmp(arg, "heartbeat")) {
        opt->offers = SW_OFFERS_HEARTBEAT;
        opt->hadoop_1 = hadoop_1;
        return SW_OK;
    }
    /* Nothing else is left but spark-RELEASE. */
    const char *release = arg + strlen(spark);
    if (strncmp(arg, spark, strlen(spark)) != 0)
        return sw_err_usage(err, "--%s: neither heartbeat, hadoop-1 nor spark-RELEASE[,legacy][,scala-2.12]: '%s'",
                            row->name, arg);
    size_t len = strcspn(release, ",");
    if (!read_release(release, len, &to.release))
        return sw_err_usage(err, "--%s: not a release of Spark, as 2.4, 3 or 4.1.1: '%s'", row->name, arg);
    if (is_word(release, len, "2")) { /* R1.1: its resets in the last 3 */
        to.release = SW_SPARK_(3, PART_MOST, PART_MOST);
        to.legacy = true;
    }
    /* R1.1: by its release, unless a word behind it says which Scala it was built for. */
    to.scala_2_12 = to.release < SW_SPARK_(3, 2, 0);
    if (!read_words(release + len, &to))
        return sw_err_usage(err, "--%s: behind the release stands legacy, scala-2.12 or scala-2.13: '%s'", row->name,
                            arg);
    if (snprintf(to.text, sizeof to.text, "%s", arg) >= (int)sizeof to.text)
        return sw_err_usage(err, "--%s: too long: '%s'", row->name, arg);
    opt->offers = SW_OFFERS_SPARK;
    opt->hadoop_1 = false;
    opt->spark = to;
    return SW_OK;
}

const char *special_offers_text(const struct sw_options *opt)
{
    return opt->offers ? opt->spark.text : opt->hadoop_1 ? "hadoop-1" : "heartbeat";
}

void special_put_offers(const void *of, FILE *to)
{
    fputs(special_offers_text(of), to);
}

/* ---- --width's, and the queues ------------------------------------------------------------------------- */

int special_backfill(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_backfill_find(arg, &((struct sw_options *)to)->gang, err);
}

/* easy is easy:1, and slurm is slurm:500, Slurm's bf_max_job_test. */
void special_put_backfill(const void *of, FILE *to)
{
    const struct sw_gang_rule *rule = &((const struct sw_options *)of)->gang;
    /* n < 0: a blocked job ends the cycle; SW_UNLIMITED: each has a reservation (G4). */
    int64_t n = rule->reservations;
    if (rule->whole_reserved && n == SW_BF_MAX_JOB_TEST)
        fputs("slurm", to);
    else if (rule->whole_reserved || (n > 1 && n < SW_UNLIMITED))
        fprintf(to, "%s:%" PRId64, rule->whole_reserved ? "slurm" : "easy", n);
    else
        fputs(n < 0 ? "none" : n == 0 ? "skip" : n == 1 ? "easy" : "conservative", to);
}

int special_max_starve(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_starve_find(arg, &((struct sw_options *)to)->gang, err);
}

void special_put_max_starve(const void *of, FILE *to)
{
    const struct sw_gang_rule *rule = &((const struct sw_options *)of)->gang;
    if (rule->max_starve_us < 0) {
        fputs("none", to);
        return;
    }
    put_seconds(to, "", rule->max_starve_us);
    put_seconds(to, ",", rule->iteration_us);
}

int special_switches(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_switches_find(arg, &((struct sw_options *)to)->gang, err);
}

void special_put_switches(const void *of, FILE *to)
{
    const struct sw_gang_rule *rule = &((const struct sw_options *)of)->gang;
    if (!rule->switches_us) {
        fputs("none", to);
        return;
    }
    fprintf(to, "%u", rule->switches);
    put_seconds(to, "@", rule->switches_us);
    fputs(rule->since_first ? ",first" : "", to);
}

int special_admission(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_admission_parse(arg, &((struct sw_options *)to)->admission, err);
}

/* As V1 has it, settings that are not set left out. */
static void put_queue(FILE *to, const struct sw_admission *all, const struct sw_admission_queue *q)
{
    fprintf(to, "%s=%" PRId64, q->name, q->places);
    if (q->run_us >= 0)
        put_seconds(to, ",run=", q->run_us);
    if (q->run_us >= 0 && q->hop != SW_ADMISSION_ENDS)
        fprintf(to, ":%s", all->queue[q->hop].name);
    if (q->wait_us >= 0)
        put_seconds(to, ",wait=", q->wait_us);
    if (q->short_us >= 0)
        put_seconds(to, ",short=", q->short_us);
    if (q->pass_us >= 0)
        put_seconds(to, ",pass=", q->pass_us);
    if (q->queued >= 0)
        fprintf(to, ",queued=%" PRId64, q->queued);
}

void special_put_admission(const void *of, FILE *to)
{
    const struct sw_admission *rule = &((const struct sw_options *)of)->admission;
    fputs(rule->n ? "" : "none", to);
    for (uint32_t i = 0; i < rule->n; i++) {
        fputs(i ? ";" : "", to);
        put_queue(to, rule, &rule->queue[i]);
    }
}

/* ---- heartbeats and distances ----------------------------------------------------------------------------- */

int special_per_heartbeat(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_options *opt = to;
    /* UINT64_MAX with one of two flags: half and one are `all` with a further limit. */
    opt->per_heartbeat = UINT64_MAX;
    opt->half_per_heartbeat = !strcmp(arg, "half");
    opt->one_per_heartbeat = !strcmp(arg, "one");
    if (opt->half_per_heartbeat || opt->one_per_heartbeat || !strcmp(arg, "all"))
        return SW_OK;
    return sw_opt_count(row->name, arg, 1, 1000000, &opt->per_heartbeat, err);
}

void special_put_per_heartbeat(const void *of, FILE *to)
{
    const struct sw_options *opt = of;
    if (opt->per_heartbeat == UINT64_MAX)
        fputs(opt->half_per_heartbeat ? "half" : opt->one_per_heartbeat ? "one" : "all", to);
    else
        fprintf(to, "%" PRIu64, opt->per_heartbeat);
}

/* "NAME=VALUE,...", each through `one`. */
typedef int each_item(const struct option_row *row, struct sw_options *opt, const char *name, const char *value,
                      struct sw_err *err);

static int read_items(const struct option_row *row, struct sw_options *opt, const char *arg, const char *form,
                      each_item *one, struct sw_err *err)
{
    char buf[128];
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--%s: too long: '%s'", row->name, arg);
    strcpy(buf, arg);
    for (char *save, *item = strtok_r(buf, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char *eq = strchr(item, '=');
        if (!eq)
            return sw_err_usage(err, "--%s: not %s: '%s'", row->name, form, item);
        *eq = '\0';
        if (one(row, opt, item, eq + 1, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int read_factor(const struct option_row *row, struct sw_options *opt, const char *name, const char *value,
                       struct sw_err *err)
{
    double *factor = !strcmp(name, "rack") ? &opt->penalty_rack
        : renamed_word("--penalty", name, "any") ? &opt->penalty_off : NULL;
    if (!factor)
        return sw_err_usage(err, "--%s: unknown distance: '%s' (rack or any)", row->name, name);
    return sw_opt_real(row->name, value, 1e-3, 1e6, factor, err);
}

/* A factor that is not named stays as it was. */
int special_penalty(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    return read_items(row, to, arg, "rack=X or any=Y", read_factor, err);
}

void special_put_penalty(const void *of, FILE *to)
{
    /* Without a rack level its factor has no effect, and is not printed. */
    const struct sw_options *opt = of;
    if (!opt->no_rack_level)
        put_factor(to, "rack=", opt->penalty_rack);
    put_factor(to, opt->no_rack_level ? "any=" : ",any=", opt->penalty_off);
}

/* ---- --network (N1) ---------------------------------------------------------------------------------- */

/* Rates of links are in bits and powers of ten; sizes of memory and files in bytes and powers of two. */
static double bits_factor(char unit)
{
    return unit == 'K' || unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : unit == 'T' ? 1e12 : 0;
}

/* In bytes a second. Any text in the form of a rate is read, even if it is out of range. */
static int read_rate(const char *text, double *rate)
{
    size_t len = strlen(text);
    /* A letter that is no power of ten leaves the factor 0. */
    double factor = len ? bits_factor(text[len - 1]) : 0;
    uint64_t bytes;
    /* Bytes are powers of 1024, as all sizes are (N1). */
    if (len && text[len - 1] == 'B') {
        if (sw_num_size(text, &bytes) != SW_OK)
            return SW_FAIL;
        *rate = (double)bytes;
        return SW_OK;
    }
    if (sw_num_real(text, factor > 0 ? len - 1 : len, rate) != SW_OK)
        return SW_FAIL;
    *rate *= (factor > 0 ? factor : 1) / 8;
    return SW_OK;
}

static int read_link(const struct option_row *row, struct sw_options *opt, const char *name, const char *value,
                     struct sw_err *err)
{
    struct sw_network *out = &opt->network;
    uint64_t *to = !strcmp(name, "node") ? &out->node_rate : !strcmp(name, "rack") ? &out->rack_rate : NULL;
    double rate;
    if (!to)
        return sw_err_usage(err, "--%s: unknown link: '%s' (node or rack)", row->name, name);
    /* A link that was given has a rate above 0. */
    if (*to)
        return sw_err_usage(err, "--%s: given twice: '%s'", row->name, name);
    if (read_rate(value, &rate) != SW_OK)
        return sw_err_usage(err, "--%s: not a rate (1G bits a second, 125MB bytes a second): '%s'", row->name, value);
    if (!(rate >= 1 && rate <= (double)SW_LINK_FAST))
        return sw_err_usage(err, "--%s: not between a byte and 1TB a second: '%s'", row->name, value);
    *to = (uint64_t)rate;
    return SW_OK;
}

/* Links at racks are optional; links at nodes are what a network is. */
int special_network(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_options *opt = to;
    opt->network = (struct sw_network){ 0 };
    if (!strcmp(arg, "none"))
        return SW_OK;
    if (read_items(row, opt, arg, "node=RATE or rack=RATE", read_link, err) != SW_OK)
        return SW_FAIL;
    return opt->network.node_rate
               ? SW_OK
               : sw_err_usage(err, "--%s: the rate of a node's link is missing (node=1G): '%s'", row->name, arg);
}

void special_put_network(const void *of, FILE *to)
{
    const struct sw_network *n = &((const struct sw_options *)of)->network;
    if (!n->node_rate) {
        fputs("none", to);
        return;
    }
    /* Bytes a second, so that it reads back exactly. */
    fprintf(to, "node=%" PRIu64 "B", n->node_rate);
    if (n->rack_rate)
        fprintf(to, ",rack=%" PRIu64 "B", n->rack_rate);
}

/* ---- --disk ------------------------------------------------------------------------------------------------- */

/* A6: by the option or by some node's own column. */
bool special_room_is_limited(const struct sw_options *opt, const struct sw_cluster *cl)
{
    bool limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes && !limited; i++)
        limited = cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
    return limited;
}

bool special_sizes_are_limited(const struct sw_options *opt, const struct sw_cluster *cl)
{
    bool limited = false;
    for (int i = 0; i < 2; i++) {
        limited |= opt->node_size[i] != SW_NO_DISK_LIMIT;
        for (uint32_t n = 0; n < cl->n_nodes && !limited; n++)
            limited = cl->node[n].size[i] != SW_NO_DISK_LIMIT;
    }
    return limited;
}

/* ---- decide (W1) ------------------------------------------------------------------------------------------- */

/* As --global does, it takes the place of order, delay and offers. */
void special_outside(struct sw_options *opt)
{
    opt->offers = SW_OFFERS_HEARTBEAT;
    opt->hadoop_1 = false;
    (void)!sw_order_find(strcpy(opt->rule_text[RULE_ORDER], "fifo"), &opt->order, NULL);
    (void)!sw_delay_find(strcpy(opt->rule_text[RULE_DELAY], "none"), &opt->delay, NULL);
}

int special_decide(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_options *opt = to;
    /* `none` leaves order and delay as they are. */
    size_t len = strlen(arg);
    if (!strcmp(arg, "none")) {
        opt->decide.n = 0;
        return SW_OK;
    }
    /* A command of blanks runs nothing. */
    if (!arg[strspn(arg, " \t")])
        return sw_err_usage(err, "--%s: no command: '%s'", row->name, arg);
    if (len >= sizeof opt->decide.command)
        return sw_err_usage(err, "--%s: longer than %zu letters: '%.40s...'", row->name,
                            sizeof opt->decide.command - 1, arg);
    memcpy(opt->decide.command, arg, len + 1);
    opt->decide.n = (int64_t)len;
    special_outside(opt);
    return SW_OK;
}

void special_put_decide(const void *of, FILE *to)
{
    const struct sw_options *opt = of;
    fputs(opt->decide.n ? opt->decide.command : "none", to);
}
