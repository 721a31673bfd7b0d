/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - times, durations, states and job ids as Slurm writes them. All of it is told by its form alone, in any
 * release. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "lib/csv/text.h"
#include "lib/trace/sacct/sacct.h"

/* In any case of letters. */
static bool starts(struct sw_text text, const char *word)
{
    return text.len >= strlen(word) && strncasecmp(text.at, word, strlen(word)) == 0;
}

/* ---- times --------------------------------------------------------------------------------------- */

/* What sacct, squeue and jobcomp write where there is no time. */
static bool is_unknown(struct sw_text text)
{
    static const char *const words[] = { "", "Unknown", "None", "N/A", "0", "(null)" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_anycase(text, words[i]))
            return true;
    return false;
}

/* Two digits; 100 where they are none. */
static unsigned two(const char *at)
{
    const unsigned tens = (unsigned char)at[0] - '0', ones = (unsigned char)at[1] - '0';
    return tens < 10 && ones < 10 ? 10 * tens + ones : 100;
}

/* Days since 1970-01-01 of a date of the Gregorian calendar: years are counted from March, so that the leap day is the
 * last. */
static int64_t days_from_date(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month <= 2 ? year - 1 : year, m = month <= 2 ? month + 9 : month - 3;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static unsigned days_in(unsigned year, unsigned month)
{
    static const unsigned days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + leap;
}

/* dddd-dd-ddTdd:dd:dd; a leap second is the first of the next minute. Most dates are that of the time before. */
static bool read_date(struct sw_text text, struct sacct_day *known, int64_t *us)
{
    struct sacct_day none = { .n = 0 };
    const char *at = text.at;
    known = known ? known : &none;
    if (text.len != 19 || at[4] != '-' || at[7] != '-' || (at[10] != 'T' && at[10] != ' ') || at[13] != ':'
        || at[16] != ':')
        return false;
    if (memcmp(known->date, at, sizeof known->date) != 0) {
        const unsigned century = two(at), decade = two(at + 2), month = two(at + 5), day = two(at + 8),
                       year = 100 * century + decade;
        if (century > 99 || decade > 99 || year < 1970 || month < 1 || month > 12 || day < 1
            || day > days_in(year, month))
            return false;
        memcpy(known->date, at, sizeof known->date);
        known->n = days_from_date(year, month, day);
    }
    const unsigned h = two(at + 11), min = two(at + 14), s = two(at + 17);
    *us = (((known->n * 24 + h) * 60 + min) * 60 + s) * SW_US_PER_S;
    return h <= 23 && min <= 59 && s <= 60;
}

/* False: it is no time at all. */
bool sacct_values_time(struct sw_text text, struct sacct_day *known, int64_t *us, bool *epoch)
{
    if (read_date(text, known, us)) {
        *epoch = false;
        return true;
    }
    *us = SACCT_UNKNOWN;
    if (is_unknown(text))
        return true;
    *epoch = true;
    if (sw_num_time(text.at, text.len, us) == SW_OK && *us >= 0)
        return true;
    *us = SACCT_UNKNOWN;
    return false;
}

/* The quick way first: a log has two of these in each record. */
int64_t sacct_values_duration(struct sw_text text)
{
    int64_t part[3] = { 0, 0, 0 }, days = 0, us;
    const char *dash = text.len > 0 ? memchr(text.at, '-', text.len) : NULL;
    size_t n = 0;
    if (dash) {
        if (sw_num_i64(text.at, (size_t)(dash - text.at), &days) != SW_OK || days < 0 || days > 1000000)
            return SACCT_UNKNOWN;
        text = (struct sw_text){ dash + 1, text.len - (size_t)(dash + 1 - text.at) };
    }
    if (text.len == 8 && text.at[2] == ':' && text.at[5] == ':') { /* HH:MM:SS, as most are */
        const unsigned h = two(text.at), min = two(text.at + 3), s = two(text.at + 6);
        if (h < 100 && min < 100 && s < 100)
            return (86400 * days + 3600 * h + 60 * min + s) * SW_US_PER_S;
    }
    for (size_t at = 0; at <= text.len && n < 3; n++) {
        const char *colon = at < text.len ? memchr(text.at + at, ':', text.len - at) : NULL;
        size_t len = colon ? (size_t)(colon - text.at) - at : text.len - at;
        if (len == 0 || sw_num_time(text.at + at, len, &us) != SW_OK || us < 0 || us > SW_TIME_MAX / 10000)
            return SACCT_UNKNOWN;
        part[n] = us;
        at += len + 1;
        if (!colon) {
            n++;
            break;
        }
    }
    if (dash && n < 3) /* D-HH and D-HH:MM */
        return days * 86400 * SW_US_PER_S + part[0] * 3600 + part[1] * 60;
    us = n == 3 ? part[0] * 3600 + part[1] * 60 + part[2] : n == 2 ? part[0] * 60 + part[1] : part[0];
    return days * 86400 * SW_US_PER_S + us;
}

/* ---- words --------------------------------------------------------------------------------------- */

/* Words may have more behind them, so the beginning counts. */
enum sacct_state sacct_values_state(struct sw_text text, enum sw_outcome *outcome)
{
    static const struct { const char *word; enum sacct_state state; enum sw_outcome outcome; } states[] = {
        { "COMPLETED", SACCT_ENDED, SW_DONE }, { "Succeeded", SACCT_ENDED, SW_DONE },
        { "CANCELLED", SACCT_ENDED, SW_KILLED },
        { "FAILED", SACCT_ENDED, SW_FAILED }, { "TIMEOUT", SACCT_ENDED, SW_FAILED },
        { "NODE_FAIL", SACCT_ENDED, SW_LOST }, { "PREEMPTED", SACCT_ENDED, SW_EVICTED },
        { "OUT_OF_MEMORY", SACCT_ENDED, SW_FAILED }, { "BOOT_FAIL", SACCT_ENDED, SW_FAILED },
        { "DEADLINE", SACCT_ENDED, SW_FAILED }, { "REVOKED", SACCT_ENDED, SW_KILLED },
        { "REQUEUED", SACCT_ENDED, SW_KILLED }, { "RUNNING", SACCT_STILL_RUNS, SW_RUNNING },
        { "COMPLETING", SACCT_STILL_RUNS, SW_RUNNING }, { "SUSPENDED", SACCT_STILL_RUNS, SW_RUNNING },
        { "RESIZING", SACCT_STILL_RUNS, SW_RUNNING }, { "PENDING", SACCT_WAITS, SW_RUNNING } };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (starts(text, states[i].word)) { /* CANCELLED by 1234 */
            *outcome = states[i].outcome;
            return states[i].state;
        }
    return SACCT_NO_STATE;
}

/* The parts of 4107_[1-3,7%2].batch and 123+0 that follow the number. */
bool sacct_values_is_job_id(struct sw_text text)
{
    size_t n = 0;
    while (n < text.len && isdigit((unsigned char)text.at[n]))
        n++;
    if (n == 0)
        return false;
    for (size_t i = n; i < text.len; i++)
        if (i == n ? !strchr("_+.", text.at[i]) || text.at[i] == '\0' : isspace((unsigned char)text.at[i]))
            return false;
    return true;
}
