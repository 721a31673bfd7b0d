/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.c - finds a rule in a shared object, and refuses one that was not made for this header or that no replay could
 * play. */
#include "lib/sched/plugin.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

size_t plugin_path(const char *spec)
{
    size_t len = strcspn(spec, ":");
    return memchr(spec, '/', len) ? len : 0;
}

/* What the loader says begins with the path. */
static int refused(const char *option, const char *path, struct sw_err *err)
{
    size_t len = strlen(path);
    const char *why = dlerror();
    if (!why)
        why = "no reason is known";
    if (!strncmp(why, path, len) && why[len] == ':')
        why += len + 1 + strspn(why + len + 1, " ");
    const bool source = len > 2 && !strcmp(path + len - 2, ".c");
    return sw_err_usage(err, "--%s: %s: cannot be loaded: %s%s", option, path, why,
                        source ? " (cc -shared -fPIC makes one)" : "");
}

static int open_object(const char *option, const char *path, void **out, struct sw_err *err)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return sw_err_usage(err, "--%s: %s: %s", option, path, strerror(errno));
    *out = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *out ? SW_OK : refused(option, path, err);
}

static int check_built(const char *option, const char *path, void *object, struct sw_err *err)
{
    const struct sw_plugin *built = dlsym(object, "sw_plugin_built");
    if (!built)
        return sw_err_usage(err, "--%s: %s: has no sw_plugin_built: a plug-in is declared with SW_PLUGIN_ORDER or "
                            "SW_PLUGIN_DELAY of sw_sched.h", option, path);
    if (built->abi != SW_SCHED_ABI)
        return sw_err_usage(err, "--%s: %s: built for plug-ins of number %u, and these are of number %d: build it "
                            "again", option, path, built->abi, SW_SCHED_ABI);
    if (built->order_size != sizeof(struct sw_order) || built->delay_size != sizeof(struct sw_delay)
        || built->view_size != sizeof(struct sw_delay_view))
        return sw_err_usage(err, "--%s: %s: built with another sw_sched.h: build it again", option, path);
    return SW_OK;
}

/* The rule of that name; `other` is that of the other option. */
static const void *rule_of_plugin(const char *spec, const char *option, const char *other, const char **params,
                                  struct sw_err *err)
{
    char path[4096], name[32];
    void *object;
    const size_t len = plugin_path(spec);
    if (len >= sizeof path) {
        sw_err_usage(err, "--%s: the path is too long: '%.40s...'", option, spec);
        return NULL;
    }
    snprintf(path, sizeof path, "%.*s", (int)len, spec);
    *params = spec[len] ? spec + len + 1 : NULL;
    if (open_object(option, path, &object, err) != SW_OK || check_built(option, path, object, err) != SW_OK)
        return NULL;
    snprintf(name, sizeof name, "sw_plugin_%s", option);
    const void *rule = dlsym(object, name);
    if (rule)
        return rule;
    snprintf(name, sizeof name, "sw_plugin_%s", other);
    if (dlsym(object, name))
        sw_err_usage(err, "--%s: %s: its rule is one of --%s", option, path, other);
    else
        sw_err_usage(err, "--%s: %s: has no sw_plugin_%s", option, path, option);
    return NULL;
}

static int incomplete(const char *option, const char *spec, const char *what, struct sw_err *err)
{
    return sw_err_usage(err, "--%s: %.*s: %s", option, (int)plugin_path(spec), spec, what);
}

/* Flags that stand for more than a key: a mechanism, and parameters that a plug-in cannot read. */
static bool is_more_than_a_key(const struct sw_order *of)
{
    return of->private_nodes || of->by_usage || of->by_windows || of->offers_nodes || of->negotiates
           || of->reallocates || of->by_request || of->by_quota || of->by_capacity || of->moved || of->limits_jobs;
}

int plugin_order(const char *spec, const struct sw_order **out, const char **params, struct sw_err *err)
{
    const struct sw_order *rule = rule_of_plugin(spec, "order", "delay", params, err);
    if (!rule)
        return SW_FAIL;
    if (!rule->name || !rule->job_key || (rule->uses_pools && !rule->pool_key))
        return incomplete("order", spec, "a rule needs a name, a job_key and, with uses_pools, a pool_key", err);
    if (rule->follows_done && !rule->follows_running)
        return incomplete("order", spec, "follows_done is more than follows_running, and needs it", err);
    if (is_more_than_a_key(rule))
        return incomplete("order", spec, "a plug-in has keys; private nodes, usage, capacities, quotas and rounds are "
                          "mechanisms of the program's own", err);
    *out = rule;
    return SW_OK;
}

int plugin_delay(const char *spec, const struct sw_delay **out, const char **params, struct sw_err *err)
{
    const struct sw_delay *rule = rule_of_plugin(spec, "delay", "order", params, err);
    if (!rule)
        return SW_FAIL;
    if (!rule->name || !rule->allowed_at || !rule->launched)
        return incomplete("delay", spec, "a rule needs a name, allowed_at and launched", err);
    if (rule->clock != SW_COUNT_SKIPS && rule->clock != SW_COUNT_HEARTBEAT_GAPS && rule->clock != SW_SINCE_FIRST_SKIP)
        return incomplete("delay", spec, "its clock is none of SW_COUNT_SKIPS, SW_COUNT_HEARTBEAT_GAPS and "
                          "SW_SINCE_FIRST_SKIP", err);
    *out = rule;
    return SW_OK;
}
