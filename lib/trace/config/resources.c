/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resources.c - YARN's ways to write resources, in slots: as many as there are containers of slot_bytes
 * and one core; a minimum under policy fair counts memory alone (FairSharePolicy, ComputeFairShares).
 * (docs/formats/configurations.md) */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

/* has_: the value says it. */
struct wanted { double memory_mb, cores, percent; bool has_memory, has_cores, has_percent; };

/* Blanks around it are passed over; below 0 is no amount. */
static bool number_at(const char *at, size_t n, double *out)
{
    while (n > 0 && isspace((unsigned char)*at))
        at++, n--;
    while (n > 0 && isspace((unsigned char)at[n - 1]))
        n--;
    return sw_num_real(at, n, out) == SW_OK && *out >= 0;
}

/* *has tells whether it could be read. */
static bool set_amount(bool *has, double *to, const char *at, size_t n)
{
    *has = number_at(at, n, to);
    return *has;
}

/* In any case of letters, blanks at the end passed over. */
static bool ends(const char *at, size_t n, const char *with)
{
    size_t len = strlen(with);
    while (n > 0 && isspace((unsigned char)at[n - 1]))
        n--;
    return n >= len && strncasecmp(at + n - len, with, len) == 0;
}

/* One of the parts between commas: "10240 mb", "10 vcores", "memory-mb=10240", "50%", "50% memory", a bare number.
 * place: which part it is. A bare number in front is memory, one behind it cores. false: it is none of these. */
static bool read_part(const char *at, size_t n, size_t place, struct wanted *w)
{
    const char *equals = memchr(at, '=', n), *percent = memchr(at, '%', n);
    size_t unit = 0;
    if (percent) { /* of several resources the least counts */
        double x;
        const char *from = equals && equals < percent ? equals + 1 : at;
        if (!number_at(from, (size_t)(percent - from), &x))
            return false;
        w->percent = w->has_percent && w->percent < x ? w->percent : x;
        return w->has_percent = true;
    }
    if (equals) {
        bool memory = memmem(at, (size_t)(equals - at), "memory", 6);
        bool cores = memmem(at, (size_t)(equals - at), "vcores", 6);
        size_t left = n - (size_t)(equals + 1 - at);
        if (memory)
            return set_amount(&w->has_memory, &w->memory_mb, equals + 1, left);
        return cores ? set_amount(&w->has_cores, &w->cores, equals + 1, left) : true;
    }
    while (unit < n && (isdigit((unsigned char)at[unit]) || strchr(" .+", at[unit])))
        unit++;
    if (ends(at, n, "mb") || (unit == n && place == 0))
        return set_amount(&w->has_memory, &w->memory_mb, at, unit);
    return ends(at, n, "vcores") || unit == n ? set_amount(&w->has_cores, &w->cores, at, unit) : false;
}

/* As many as the scarcest of what is said allows. A slot is slot_bytes and a core. memory_alone: cores are not
 * looked at, and without memory or a percentage there are 0 slots. */
static uint64_t to_slots(const struct sw_config *c, const struct wanted *w, bool memory_alone)
{
    double slots = memory_alone && !w->has_memory && !w->has_percent ? 0 : 1e18;
    if (w->has_percent)
        slots = w->percent / 100 * (double)c->rules.total_slots;
    if (w->has_memory && w->memory_mb * 1048576 / (double)c->rules.slot_bytes < slots)
        slots = w->memory_mb * 1048576 / (double)c->rules.slot_bytes;
    if (w->has_cores && !memory_alone && w->cores < slots)
        slots = w->cores;
    /* 1e15 and more is no limit. Adding 10^-9 keeps rounding from cutting a whole quotient. */
    return slots >= 1e15 ? CONFIG_NONE : (uint64_t)(slots + 1e-9);
}

/* The next part behind a comma, or "8192 mb 4 vcores", behind a blank; NULL: there is none. n: of this one. Several
 * amounts behind one another are parts as those between commas are. */
static const char *next_part(const char *at, size_t *n)
{
    bool word = false;
    for (*n = 0; at[*n]; ++*n) {
        size_t blanks = strspn(at + *n, " \t");
        if (at[*n] == ',')
            return at + *n + 1;
        if (word && blanks && isdigit((unsigned char)at[*n + blanks]))
            return at + *n + blanks;
        word |= isalpha((unsigned char)at[*n]);
    }
    return NULL;
}

/* *raw has what was read, for lint; *slots is CONFIG_NONE where it cannot be told. */
int config_resources_slots(struct sw_config *c, const struct xml_element *e, const char *path, bool memory_alone,
                           uint64_t *slots, struct resources *raw, struct sw_err *err)
{
    struct wanted w = { 0 };
    size_t place = 0;
    for (const char *at = e->text, *next; at; at = next, place++) {
        size_t n;
        next = next_part(at, &n);
        if (!read_part(at, n, place, &w))
            return config_bad(c, path, e->line, e->name, e->text, "resources", err);
    }
    config_refused_resources(c, e, path, w.has_memory, w.has_cores);
    *slots = CONFIG_NONE;
    *raw = (struct resources){ w.has_memory ? w.memory_mb : NAN, w.has_cores ? w.cores : NAN,
                               w.has_percent ? w.percent : NAN };
    if (w.has_percent && c->rules.total_slots == 0)
        config_note(c, SW_CONFIG_LEFT_OUT, path, e->line, "%s: a percentage needs --total-slots, left out: '%.100s'",
                    e->name, e->text);
    else
        *slots = to_slots(c, &w, memory_alone);
    return SW_OK;
}
