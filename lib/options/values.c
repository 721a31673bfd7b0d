/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - the value of an option, read and shown as its row says. */
#include "lib/options/options.h"
#include <string.h>

/* --global replaces order, delay and offers: jobs are in order of submission, and no delay rule applies. */
static int parse_global(struct sw_replay_options *opt, const char *arg, struct sw_err *err)
{
    if (sw_replay_rule(opt, SW_RULE_GLOBAL, arg, err) != SW_OK)
        return SW_FAIL;
    if (!opt->global.policy->decides)
        return SW_OK;
    opt->offers = SW_OFFERS_HEARTBEAT;
    if (sw_replay_rule(opt, SW_RULE_ORDER, "fifo", err) != SW_OK)
        return SW_FAIL;
    return sw_replay_rule(opt, SW_RULE_DELAY, "none", err);
}

static int parse_millionths(const struct option_row *row, const char *option, const char *arg, int64_t *out,
                            struct sw_err *err)
{
    double share;
    if (sw_opt_fraction(option, arg, (double)row->least / 1e6, (double)row->most / 1e6, &share, err) != SW_OK)
        return SW_FAIL;
    *out = (int64_t)(share * 1e6 + 0.5);
    return SW_OK;
}

static int parse_word(const struct option_row *row, const char *option, const char *arg, void *at, struct sw_err *err)
{
    size_t i;
    if (sw_opt_word(option, arg, row->words, &i, err) != SW_OK)
        return SW_FAIL;
    if (row->size == sizeof(bool))
        *(bool *)at = i != 0;
    else if (row->size == sizeof(unsigned))
        *(unsigned *)at = (unsigned)i;
    else
        *(size_t *)at = i;
    return SW_OK;
}

static int parse_time(const struct option_row *row, const char *option, const char *arg, int64_t *us,
                      struct sw_err *err)
{
    if (sw_opt_duration(option, arg, us, err) != SW_OK)
        return SW_FAIL;
    return *us >= row->least ? SW_OK : sw_err_usage(err, "--%s: not above 0: '%s'", row->name, arg);
}

static int parse_size(const struct option_row *row, const char *option, const char *arg, uint64_t *bytes,
                      struct sw_err *err)
{
    if (sw_opt_size(option, arg, bytes, err) != SW_OK)
        return SW_FAIL;
    return !row->most || *bytes <= (uint64_t)row->most
               ? SW_OK
               : sw_err_usage(err, "--%s: more than %lldT: '%s'", row->name, (long long)(row->most >> 40), arg);
}

int value_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    void *at = (char *)to + row->offset;
    char option[40];
    snprintf(option, sizeof option, "--%s", row->name);
    if (row->none_word && arg && !strcmp(arg, row->none_word)) {
        memcpy(at, &row->none, sizeof row->none);
        return SW_OK;
    }
    switch (row->type) {
    case OPTION_OWN: break;
    case OPTION_RULE: return row->rule == SW_RULE_GLOBAL ? parse_global(to, arg, err)
                                                         : sw_replay_rule(to, row->rule, arg, err);
    case OPTION_WORD: return parse_word(row, option, arg, at, err);
    case OPTION_YES_NO: return sw_opt_yesno(option, arg, at, err);
    case OPTION_FLAG: *(bool *)at = true; return SW_OK;
    case OPTION_TEXT: *(const char **)at = arg; return SW_OK;
    case OPTION_COUNT: return sw_opt_count(option, arg, (uint64_t)row->least, (uint64_t)row->most, at, err);
    case OPTION_TIME: return parse_time(row, option, arg, at, err);
    case OPTION_SIZE: return parse_size(row, option, arg, at, err);
    case OPTION_REAL: return sw_opt_real(option, arg, row->least_real, row->most_real, at, err);
    case OPTION_SHARE: return sw_opt_fraction(option, arg, row->least_real, row->most_real, at, err);
    case OPTION_MILLIONTHS: return parse_millionths(row, option, arg, at, err);
    }
    return row->parse(to, arg, err);
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
