/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - the arithmetic of a division in sentences that can be checked by hand. It only reads: the numbers are
 * those of struct sw_fair_account, so what is told is what was computed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/base/sw_shown.h"
#include "lib/fair/sw_fair_words.h"
#include "slotwise/sw_fair.h"
#include "slotwise/sw_num.h"

/* say() takes pieces of lines; `to` is the caller's. */
struct teller {
    const struct sw_fair_account *of;
    void (*say)(void *to, const char *text, size_t len);
    void *to;
};

/* Names come from outside: what is not to be shown is '?'. */
static void tell_text(const struct teller *t, const char *text)
{
    size_t left = strlen(text), plain = 0;
    for (size_t n; plain < left; plain += n) {
        if (!sw_shown_hides(text + plain, left - plain, &n))
            continue;
        t->say(t->to, text, plain);
        t->say(t->to, "?", 1);
        text += plain + n;
        left -= plain + n;
        plain = n = 0;
    }
    t->say(t->to, text, left);
}

/* Ten digits are enough to follow a sum; whole numbers keep all of theirs. */
static void tell_real(const struct teller *t, double x)
{
    char buf[SW_NUM_MAX];
    if (isinf(x))
        tell_text(t, "without bound");
    else if (x == floor(x))
        t->say(t->to, buf, sw_num_put_real(buf, x));
    else
        t->say(t->to, buf, (size_t)snprintf(buf, sizeof buf, "%.10g", x));
}

/* %s text, %r a real, %n a count. */
static void tell(const struct teller *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    while (*fmt) {
        size_t plain = strcspn(fmt, "%");
        t->say(t->to, fmt, plain);
        fmt += plain;
        if (!*fmt)
            break;
        if (fmt[1] == 's')
            tell_text(t, va_arg(ap, const char *));
        else if (fmt[1] == 'r')
            tell_real(t, va_arg(ap, double));
        else
            tell_real(t, (double)va_arg(ap, size_t));
        fmt += 2;
    }
    va_end(ap);
}

static const char *plural(double n)
{
    return n == 1 ? "" : "s";
}

/* What one set of siblings comes to, beyond its struct sw_fair_level. */
struct sums {
    size_t n, n_zero;       /* siblings, and of these with weight 0 and held by it */
    double fixed, weights;  /* slots of those not held by weight; weights of those that are */
    double zero_slots;      /* slots of those of weight 0 */
};

/* p as for tree->first[]: n is the top. */
static struct sums sums_of(const struct sw_fair_account *a, size_t p)
{
    const uint32_t *pool = a->tree->order + a->tree->first[p];
    struct sums s = { .n = a->tree->n_children[p] };
    for (size_t c = 0; c < s.n; c++) {
        const struct sw_fair_share *share = &a->share[pool[c]];
        double weight = a->claim[pool[c]].weight;
        if (weight == 0)
            s.zero_slots += share->share_slots;
        if (share->bound != SW_BOUND_WEIGHT)
            s.fixed += share->share_slots;
        else if (weight > 0)
            s.weights += weight;
        else
            s.n_zero++;
    }
    return s;
}

/* Names the level, with what there is to divide. */
static void tell_heading(const struct teller *t, size_t p, const struct sums *s)
{
    double total = t->of->level[p].total_slots;
    if (p == t->of->tree->n)
        tell(t, "At the top, %r slot%s for %n pool%s.\n", total, plural(total), s->n, plural((double)s->n));
    else
        tell(t, "Inside '%s', its %r slot%s for %n pool%s.\n", t->of->name(t->of->of, p), total, plural(total), s->n,
             plural((double)s->n));
}

/* ES 4: minimums that do not fit. */
static void tell_over_min(const struct teller *t, const struct sw_fair_level *l)
{
    tell(t, "Minimums add up to %r, more than the slots: ", l->min_slots);
    if (t->of->over == SW_OVER_MIN_KEEP)
        tell(t, "they are kept, and the shares add up to %r too.\n", l->min_slots);
    else
        tell(t, "each is multiplied by %r / %r = %r, and nothing is left to divide by weight.\n", l->total_slots,
             l->min_slots, l->total_slots / l->min_slots);
}

/* Where not all is asked for: R, and from what it follows. */
static void tell_level(const struct teller *t, const struct sw_fair_level *l, const struct sums *s)
{
    tell(t, "Each gets min(demand, max(weight x R, minimum)), with R such that the shares add up to %r.\n",
         l->total_slots);
    if (isinf(l->level)) {
        tell(t, "Pools of positive weight all have what they may have; %r slot%s go to those of weight 0, as equals",
             s->zero_slots, plural(s->zero_slots));
        if (s->n_zero > 0)
            tell(t, ": min(demand, max(R0, minimum)) with R0 = %r", l->zero_level);
        tell(t, ".\n");
    } else if (s->weights > 0)
        tell(t, "Demands, minimums and maximums fix %r; the pools held by their weight weigh %r together: "
                "R = (%r - %r) / %r = %r.\n",
             s->fixed, s->weights, l->total_slots, s->fixed, s->weights, l->level);
    else
        tell(t, "Demands, minimums and maximums take them all; nothing is left to divide by weight (R = %r).\n",
             l->level);
}

/* The sentences of one set of siblings, before its pools. */
static void tell_siblings(const struct teller *t, size_t p, const struct sums *s)
{
    const struct sw_fair_level *l = &t->of->level[p];
    tell_heading(t, p, s);
    tell(t, "They ask for %r in all, no pool counted for more than its maximum", l->demand_slots);
    double free_slots = l->total_slots - l->demand_slots;
    if (l->demand_slots <= l->total_slots)
        tell(t, ": it fits, each gets what it asks for, and %r stay%s free.\n", free_slots, free_slots == 1 ? "s" : "");
    else
        tell(t, ": more than there is.\n");
    if (l->min_slots > l->total_slots)
        tell_over_min(t, l);
    else if (l->demand_slots > l->total_slots)
        tell_level(t, l, s);
}

/* A pool's line: what it asks for and is promised, as given. */
static void tell_claim(const struct teller *t, size_t i)
{
    const struct sw_claim *c = &t->of->claim[i];
    const struct sw_fair_share *s = &t->of->share[i];
    bool inner = t->of->tree->n_children[i] > 0;
    double demand = inner ? t->of->level[i].demand_slots : c->demand_slots;
    tell(t, "  %s: demand %r%s, weight %r", t->of->name(t->of->of, i), demand, inner ? " (its children's)" : "",
         c->weight);
    if (c->min_slots > 0)
        tell(t, ", minimum %r", c->min_slots);
    if (c->min_slots > 0 && s->min_slots != c->min_slots)
        tell(t, " (counts as %r)", s->min_slots);
    if (!isinf(c->max_slots))
        tell(t, ", maximum %r%s", c->max_slots, c->max_slots < c->min_slots ? " (below the minimum, it wins)" : "");
}

/* Its end: what holds the share where it is (enum sw_bound). */
static void tell_share(const struct teller *t, size_t i, const struct sw_fair_level *l)
{
    const struct sw_fair_share *s = &t->of->share[i];
    double weight = t->of->claim[i].weight;
    if (s->bound == SW_BOUND_DEMAND)
        tell(t, ". It gets %r, all it asks for.", s->share_slots);
    else if (s->bound == SW_BOUND_MAX)
        tell(t, ". It gets %r, its maximum.", s->share_slots);
    else if (s->bound == SW_BOUND_MIN && weight == 0)
        tell(t, ". Weight 0 brings %r, not more than its minimum: it gets %r.", l->zero_level, s->share_slots);
    else if (s->bound == SW_BOUND_MIN)
        tell(t, ". weight x R = %r is not more than its minimum: it gets %r.", weight * l->level, s->share_slots);
    else if (weight == 0)
        tell(t, ". Weight 0 brings %r: it gets %r.", l->zero_level, s->share_slots);
    else
        tell(t, ". weight x R = %r x %r: it gets %r.", weight, l->level, s->share_slots);
    if (t->of->whole_slots)
        tell(t, " Whole slots: %r.", (double)t->of->whole_slots[i]);
    tell(t, "\n");
}

/* The rule by which real shares became whole slots, once for all. */
static void tell_whole(const struct teller *t)
{
    if (t->of->in_turn)
        tell(t, "Whole slots go out one at a time: to the pool below its minimum with the least running / minimum; "
                "when there is none, to the pool below its demand with the least running / weight; ties by name.\n");
    else
        tell(t, "Whole slots: each pool gets the whole part of its share, the slots left over go to the largest "
                "fractions, ties in input order.\n");
}

/* Siblings of which none is asked for have no sentences. */
static void tell_group(const struct teller *t, size_t p)
{
    struct sums s = sums_of(t->of, p);
    const uint32_t *pool = t->of->tree->order + t->of->tree->first[p];
    const bool *only = t->of->only;
    size_t n = 0;
    for (size_t c = 0; c < s.n; c++)
        n += !only || only[pool[c]];
    if (n == 0)
        return;
    tell_siblings(t, p, &s);
    for (size_t c = 0; c < s.n; c++) {
        if (only && !only[pool[c]])
            continue;
        tell_claim(t, pool[c]);
        tell_share(t, pool[c], &t->of->level[p]);
    }
}

/* Level by level from the top, as the tree's order has parents before children. */
void sw_fair_explain(const struct sw_fair_account *account, void (*say)(void *to, const char *text, size_t len),
                     void *to)
{
    struct teller t = { account, say, to };
    tell_group(&t, account->tree->n);
    for (size_t k = 0; k < account->tree->n; k++)
        if (account->tree->n_children[account->tree->order[k]] > 0)
            tell_group(&t, account->tree->order[k]);
    if (account->whole_slots && !account->only)
        tell_whole(&t);
}
