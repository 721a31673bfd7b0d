/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantity.c - amounts of a resource, and which resource it is. Slots are the quotient of an amount and
 * --resource's unit. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/kube/kube.h"
#include "slotwise/sw_num.h"

/* An exponent, as in 1e3, is part of the number and no suffix. */
bool quantity_read(struct sw_text text, double *out)
{
    static const struct { const char *suffix; double times; } units[] = {
        { "Ki", 1024.0 }, { "Mi", 1048576.0 }, { "Gi", 1073741824.0 }, { "Ti", 1099511627776.0 },
        { "Pi", 1125899906842624.0 }, { "Ei", 1152921504606846976.0 }, { "n", 1e-9 }, { "u", 1e-6 }, { "m", 1e-3 },
        { "k", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { "T", 1e12 }, { "P", 1e15 }, { "E", 1e18 } };
    double times = 1;
    if (sw_num_real(text.at, text.len, out) == SW_OK)
        return true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t n = strlen(units[i].suffix);
        if (text.len > n && memcmp(text.at + text.len - n, units[i].suffix, n) == 0) {
            times = units[i].times;
            text.len -= n;
            break;
        }
    }
    if (sw_num_real(text.at, text.len, out) != SW_OK)
        return false;
    *out *= times;
    return true;
}

int quantity_choose(struct kube_resource *r, const char *text, struct sw_err *err)
{
    *r = (struct kube_resource){ .unit = 1 };
    if (!text)
        return SW_OK;
    size_t n = strcspn(text, ":");
    if (n == 0 || n >= sizeof r->name)
        return sw_err_usage(err, "--resource: not NAME or NAME:UNIT: '%s'", text);
    memcpy(r->name, text, n);
    r->chosen = true;
    if (text[n] == ':' && (!quantity_read((struct sw_text){ text + n + 1, strlen(text + n + 1) }, &r->unit)
                           || !(r->unit > 0)))
        return sw_err_usage(err, "--resource: not a quantity above 0, such as 4Gi or 500m: '%s'", text + n + 1);
    return SW_OK;
}

/* nvidia.com/gpu, say. */
static bool ends_in_gpu(struct sw_text name)
{
    return name.len > 4 && memcmp(name.at + name.len - 4, "/gpu", 4) == 0;
}

/* `gpu` is any name that ends in /gpu, whichever of the two it is. */
static bool is_named(struct sw_text name, const char *chosen)
{
    return sw_text_is(name, chosen) || (strcmp(chosen, "gpu") == 0 && ends_in_gpu(name))
        || (sw_text_is(name, "gpu") && ends_in_gpu((struct sw_text){ chosen, strlen(chosen) }));
}

/* Each name that is met is listed once, for what quantity_check() says. */
bool quantity_is(struct kube_resource *r, struct sw_text name)
{
    size_t n = strlen(r->met);
    char quoted[260];
    snprintf(quoted, sizeof quoted, " %.*s,", (int)name.len, name.at);
    if (!strstr(r->met, quoted) && n + strlen(quoted) + 1 < sizeof r->met)
        memcpy(r->met + n, quoted, strlen(quoted) + 1);
    /* Chosen: the others do not matter. Else the first name met is the one, and any other makes it unclear. */
    if (r->chosen) {
        bool is_chosen = is_named(name, r->name);
        r->found |= is_chosen;
        return is_chosen;
    }
    if (!r->name[0])
        snprintf(r->name, sizeof r->name, "%.*s", (int)name.len, name.at);
    bool is = is_named(name, r->name);
    r->several |= !is;
    return is;
}

/* Once all objects are read. The names met end with a comma, which is left out. */
int quantity_check(const struct kube_resource *r, struct sw_err *err)
{
    if (r->chosen && !r->found && r->met[0])
        return sw_err_usage(err, "--resource: none of it in the objects, which have%.*s: '%s'", (int)strlen(r->met) - 1,
                            r->met, r->name);
    if (!r->several)
        return SW_OK;
    return sw_err_usage(err, "--resource: say which of%.*s", (int)strlen(r->met) - 1, r->met);
}

/* The first of its names counts; the others are looked at all the same, so that all names are met. */
bool quantity_of(struct kube_resource *r, const struct json_node *list, double *slots)
{
    bool found = false;
    double x;
    JSON_EACH (c, list)
        if (quantity_is(r, c->key) && quantity_read(json_text(c), &x) && !found) {
            *slots = x / r->unit;
            found = true;
        }
    return found;
}
