/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - the value of an option, read and shown as its row says. */
#include "lib/base/sw_opt.h"
#include "lib/options/options.h"
#include "lib/options/special.h"
#include <string.h>

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
static int parse_rule(struct sw_options *opt, enum option_rule rule, const char *name, const char *spec,
                      struct sw_err *err)
{
    size_t len = strlen(spec);
    if (find_rule(opt, rule, spec, err) != SW_OK)
        return SW_FAIL;
    if (len >= sizeof opt->rule_text[rule])
        return sw_err_usage(err, "--%s: longer than %zu letters: '%.40s...'", name, sizeof opt->rule_text[rule] - 1,
                            spec);
    memcpy(opt->rule_text[rule], spec, len + 1);
    if (rule != RULE_GLOBAL || !opt->global.policy->decides)
        return SW_OK;
    opt->offers = SW_OFFERS_HEARTBEAT;
    opt->hadoop_1 = false;
    if (parse_rule(opt, RULE_ORDER, "order", "fifo", err) != SW_OK)
        return SW_FAIL;
    return parse_rule(opt, RULE_DELAY, "delay", "none", err);
}

void value_settle(struct sw_options *opt)
{
    opt->order.lc_table_printed = opt->lc_table;
    if (opt->delay.clock == SW_SINCE_READY && opt->offers == SW_OFFERS_HEARTBEAT) /* R1: the last of 3 */
        (void)!special_offers(opt, "spark-3", NULL);
}

static int parse_millionths(const struct option_row *row, const char *arg, int64_t *out, struct sw_err *err)
{
    double share;
    if (sw_opt_fraction(row->name, arg, (double)row->least / 1e6, (double)row->most / 1e6, &share, err) != SW_OK)
        return SW_FAIL;
    *out = (int64_t)(share * 1e6 + 0.5);
    return SW_OK;
}

static int parse_word(const struct option_row *row, const char *arg, void *at, struct sw_err *err)
{
    size_t i;
    if (sw_opt_word(row->name, arg, row->words, &i, err) != SW_OK)
        return SW_FAIL;
    if (row->size == sizeof(bool))
        *(bool *)at = i != 0;
    else if (row->size == sizeof(unsigned))
        *(unsigned *)at = (unsigned)i;
    else
        *(size_t *)at = i;
    return SW_OK;
}

static int parse_time(const struct option_row *row, const char *arg, int64_t *us, struct sw_err *err)
{
    if (sw_opt_duration(row->name, arg, us, err) != SW_OK)
        return SW_FAIL;
    return *us >= row->least ? SW_OK : sw_err_usage(err, "--%s: not above 0: '%s'", row->name, arg);
}

static int parse_size(const struct option_row *row, const char *arg, uint64_t *bytes, struct sw_err *err)
{
    if (sw_opt_size(row->name, arg, bytes, err) != SW_OK)
        return SW_FAIL;
    return !row->most || *bytes <= (uint64_t)row->most
               ? SW_OK
               : sw_err_usage(err, "--%s: more than %lldT: '%s'", row->name, (long long)(row->most >> 40), arg);
}

int value_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    void *at = (char *)to + row->offset;
    if (row->none_word && arg && !strcmp(arg, row->none_word)) {
        memcpy(at, &row->none, sizeof row->none);
        return SW_OK;
    }
    switch (row->type) {
    case OPTION_OWN: break;
    case OPTION_RULE: return parse_rule(to, row->rule, row->name, arg, err);
    case OPTION_WORD: return parse_word(row, arg, at, err);
    case OPTION_YES_NO: return sw_opt_yesno(row->name, arg, at, err);
    case OPTION_FLAG: *(bool *)at = true; return arg ? sw_opt_yesno(row->name, arg, at, err) : SW_OK;
    case OPTION_TEXT: *(const char **)at = arg; return SW_OK;
    case OPTION_COUNT: return sw_opt_count(row->name, arg, (uint64_t)row->least, (uint64_t)row->most, at, err);
    case OPTION_TIME: return parse_time(row, arg, at, err);
    case OPTION_SIZE: return parse_size(row, arg, at, err);
    case OPTION_REAL: return sw_opt_real(row->name, arg, row->least_real, row->most_real, at, err);
    case OPTION_SHARE: return sw_opt_fraction(row->name, arg, row->least_real, row->most_real, at, err);
    case OPTION_MILLIONTHS: return parse_millionths(row, arg, at, err);
    }
    return row->parse(to, arg, err);
}

void value_default(const struct option_row *row, void *to)
{
    if (row->initial)
        (void)!value_parse(row, to, row->initial, NULL);
    else
        memcpy((char *)to + row->offset, &row->none, row->size < sizeof row->none ? row->size : sizeof row->none);
}

/* ---- printing ---------------------------------------------------------------------------------------- */

/* A number of any size, or the bits of a double. */
static int64_t whole(const struct option_row *row, const void *at)
{
    if (row->size == sizeof(bool))
        return *(const bool *)at;
    if (row->size == sizeof(unsigned))
        return *(const unsigned *)at;
    int64_t n;
    memcpy(&n, at, sizeof n);
    return n;
}

void value_put(const struct option_row *row, const void *of, FILE *to)
{
    const void *at = (const char *)of + row->offset;
    char text[SW_NUM_MAX + 1] = "";
    if (row->none_word && whole(row, at) == row->none) {
        fputs(row->none_word, to);
        return;
    }
    switch (row->type) {
    case OPTION_OWN: row->put(of, to); return;
    case OPTION_RULE: fputs(at, to); return;
    case OPTION_WORD: fputs(row->words[whole(row, at)], to); return;
    case OPTION_YES_NO: case OPTION_FLAG: fputs(*(const bool *)at ? "yes" : "no", to); return;
    case OPTION_TEXT: fputs(*(const char *const *)at, to); return;
    case OPTION_COUNT: case OPTION_SIZE: sw_num_put_u64(text, (uint64_t)whole(row, at)); break;
    case OPTION_TIME: strcpy(text + sw_num_put_time(text, whole(row, at)), "s"); break;
    case OPTION_REAL: case OPTION_SHARE: sw_num_put_real(text, *(const double *)at); break;
    case OPTION_MILLIONTHS: sw_num_put_real(text, (double)whole(row, at) / 1e6); break;
    }
    fputs(text, to);
}

bool value_is_set(const struct option_row *row, const void *of)
{
    const void *at = (const char *)of + row->offset;
    return row->type == OPTION_RULE ? strcmp(at, row->initial) != 0 : whole(row, at) != row->none;
}

bool value_is_said(const struct option_row *row, const struct option_case *c)
{
    bool always = row->initial && !(row->flags & OPTION_UNSAID);
    return !(row->idle && row->idle(c)) && (always || value_is_set(row, c->opt));
}

/* ---- --help-all ---------------------------------------------------------------------------------------- */

static const char *const labels[] = {
    [OPTION_RULE] = "RULE", [OPTION_YES_NO] = "yes|no", [OPTION_TEXT] = "FILE", [OPTION_COUNT] = "COUNT",
    [OPTION_TIME] = "TIME", [OPTION_SIZE] = "SIZE", [OPTION_REAL] = "X", [OPTION_SHARE] = "SHARE",
    [OPTION_MILLIONTHS] = "SHARE",
};

const char *value_label(const struct option_row *row, char *buf, size_t cap)
{
    size_t n = 0;
    if (row->arg || (row->type != OPTION_WORD && !row->none_word))
        return row->arg ? row->arg : labels[row->type];
    if (row->none_word)
        snprintf(buf, cap, "%s|%s", labels[row->type], row->none_word);
    for (size_t i = 0; row->words && row->words[i] && n < cap; i++)
        n += (size_t)snprintf(buf + n, cap - n, "%s%s", i ? "|" : "", row->words[i]);
    return buf;
}

const char *value_help(const struct option_row *row, char *buf, size_t cap)
{
    if (!row->initial || strstr(row->help, "(default"))
        return row->help;
    snprintf(buf, cap, "%s (default %s)", row->help, row->initial);
    return buf;
}
