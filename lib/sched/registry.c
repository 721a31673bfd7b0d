/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.c - finds a policy in its list, or says which was probably meant. */
#include "lib/sched/registry.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 32 };

/* The policy there, or NULL behind the last. */
static const void *policy_at(const struct registry *r, size_t i)
{
    const void *policy;
    memcpy(&policy, (const char *)r->list + i * sizeof policy, sizeof policy);
    return policy;
}

static const char *policy_name(const void *policy)
{
    return *(const char *const *)policy;
}

static size_t names_of(const struct registry *r, const char *name[MOST])
{
    size_t n = 0;
    for (const void *policy; n < MOST && (policy = policy_at(r, n)); n++)
        name[n] = policy_name(policy);
    return n;
}

const void *registry_named(const struct registry *r, const char *name, size_t len)
{
    const void *policy;
    for (size_t i = 0; (policy = policy_at(r, i)); i++)
        if (strlen(policy_name(policy)) == len && !memcmp(policy_name(policy), name, len))
            break;
    return policy;
}

const char *registry_near(const struct registry *r, const char *typed)
{
    const char *name[MOST];
    return sw_err_nearest(typed, name, names_of(r, name));
}

int registry_unknown(const struct registry *r, const char *spec, const char *typed, struct sw_err *err)
{
    char what[64];
    const char *name[MOST];
    snprintf(what, sizeof what, "unknown %s", r->kind);
    return sw_err_unknown(err, r->option, what, spec, typed, name, names_of(r, name));
}

const void *registry_find(const struct registry *r, const char *spec, const char **params, struct sw_err *err)
{
    size_t len = strcspn(spec, ":");
    const void *policy = registry_named(r, spec, len);
    *params = spec[len] ? spec + len + 1 : NULL;
    if (!policy)
        registry_unknown(r, spec, spec, err);
    return policy;
}

int registry_no_params(const struct registry *r, const char *name, const char *params, struct sw_err *err)
{
    return params ? sw_err_usage(err, "--%s: %s takes no parameters: '%s'", r->option, name, params) : SW_OK;
}
