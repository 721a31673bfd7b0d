/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mlq.c - separate queues for small and large jobs, with weighted fair sharing between them (TR 7.2); first come first
 * served inside of each. */
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_num.h"
#include <math.h>
#include <string.h>

/* O11.3. */
static void queue_by_weight(const struct sw_pool_view *queue, struct sw_key *key)
{
    sw_key_ratio(queue->running, queue->weight, key);
}

/* O11.1: the number of bounds below the job's tasks. */
uint32_t sw_mlq_queue(const struct sw_order_rule *rule, int64_t tasks)
{
    uint32_t k = 0;
    while (k + 1 < rule->n_queues && tasks > rule->bound[k])
        k++;
    return k;
}

/* One number of a list; the next begins behind *end. */
static size_t length_of(const char *at, const char **end)
{
    size_t len = strcspn(at, ",;");
    *end = at + len;
    return len;
}

/* O11.2: they rise from 1 on. */
static int parse_bounds(const char *at, const char **end, struct sw_order_rule *rule, struct sw_err *err)
{
    int64_t below = 0;
    for (rule->n_queues = 1; ; at = *end + 1) {
        int64_t tasks;
        size_t len = length_of(at, end);
        if (sw_num_i64(at, len, &tasks) != SW_OK || tasks <= below || tasks >= SW_UNLIMITED)
            return sw_err_usage(err, "--order: mlq: bounds are counts of tasks that rise: '%s'", at);
        if (rule->n_queues == SW_MAX_QUEUES)
            return sw_err_usage(err, "--order: mlq: more than %d bounds: '%s'", SW_MAX_QUEUES - 1, at);
        below = rule->bound[rule->n_queues++ - 1] = tasks;
        if (**end != ',')
            return SW_OK;
    }
}

/* O11.2: one more than bounds. */
static int parse_weights(const char *at, struct sw_order_rule *rule, struct sw_err *err)
{
    const char *end;
    for (uint32_t k = 0; k < rule->n_queues; k++, at = end + 1) {
        double weight;
        if (sw_num_real(at, length_of(at, &end), &weight) != SW_OK || weight < 0 || weight > 1e9
            || (weight > 0 && weight < 1e-6))
            return sw_err_usage(err, "--order: mlq: a weight is 0 or between 0.000001 and 1e9: '%s'", at);
        rule->queue_weight[k] = llround(weight * 1e6);
        if (*end != (k + 1 < rule->n_queues ? ',' : '\0'))
            return sw_err_usage(err, "--order: mlq takes one weight more than bounds: '%s'", at);
    }
    return SW_OK;
}

/* O11.2: each weight is 1 by default. */
static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    const char *end;
    if (!params || !*params)
        return sw_err_usage(err, "--order: mlq takes BOUND,...[;WEIGHT,...]: '%s'", params ? params : "");
    if (parse_bounds(params, &end, rule, err) != SW_OK)
        return SW_FAIL;
    for (uint32_t k = 0; k < rule->n_queues; k++)
        rule->queue_weight[k] = SW_WEIGHT_ONE;
    return *end == ';' ? parse_weights(end + 1, rule, err) : SW_OK;
}

const struct sw_order sw_order_mlq = {
    .name = "mlq", .summary = "queues by number of tasks, sharing by weight; first come first served inside",
    .params = "BOUND,...[;WEIGHT,...]",
    .stands_by = SW_BY_RUNNING_OVER_WEIGHT, .follows_running = true, .parse = parse, .job_key = sw_key_fifo,
    .pool_key = queue_by_weight,
};
