/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_meters.c - the meters of stages in the list of order: operations that are left where a subtree begins, and the sums
 * above them. list.h has the outline. */
#include "lib/sched/list.h"
#include <string.h>

/* ---- operations ----------------------------------------------------------------------------- */

/* An operation, and whom it changes: those of which one of these facts is true that it asks for. */
struct change { const struct sw_list_op *op; some of_fact[N_FACTS], anybody; };

static inline struct change change_by(const struct sw_list_op *op)
{
    const some all = ~(some)0;
    return (struct change){ op, { [UNMARKED] = op->add[0] || op->set == SW_MARK ? all : 0, [MARKED] = op->add[1] || op->set == SW_UNMARK ? all : 0,
                                  [FRESH] = op->skipped_us >= 0 ? all : 0 }, op->passed ? all : 0 };
}

static inline some whom(const node *nd, const struct change *c)
{
    return c->anybody | (nd->fact[UNMARKED] & c->of_fact[UNMARKED]) | (nd->fact[MARKED] & c->of_fact[MARKED]) | (nd->fact[FRESH] & c->of_fact[FRESH]);
}

static inline void due_add(struct due *d, const struct sw_list_op *op)
{
    for (int c = 0; c < 2; c++) {
        d->rack[c] += op->add[c]; /* never and always are far enough away to stay what they are */
        d->any[c] += op->add[c];
    }
}

static inline void due_set(struct due *d, const struct sw_list_op *op, int to)
{
    int from = !to;
    d->rack[to] = least(d->rack[to] + op->add[to], d->rack[from] + op->add[from]);
    d->any[to] = least(d->any[to] + op->add[to], d->any[from] + op->add[from]);
    d->rack[from] = d->any[from] = SW_DUE_NEVER;
}

/* first, then second, as one operation. Once the first has set the mark, everybody is of one class and takes
 * that class's share of the second. */
static inline void op_then(struct sw_list_op *first, const struct sw_list_op *second)
{
    bool both = first->set != SW_KEEP;
    first->add[0] += second->add[both & (first->set == SW_MARK)];
    first->add[1] += second->add[!both | (first->set == SW_MARK)];
    if (second->set != SW_KEEP)
        first->set = second->set;
}

/* What stages note; a stage's own is all that it keeps of an operation. */
static inline void op_note(struct sw_list_op *first, const struct sw_list_op *second)
{
    if (first->skipped_us < 0)
        first->skipped_us = second->skipped_us;
    if (second->passed)
        first->passed = second->passed;
}

/* To the dues of those entries. `to`: where it sets the mark. */
static inline void apply_due(node *nd, some of, const struct sw_list_op *op, int to)
{
    while (of)
        due_set(due_at(nd, next_of(&of)), op, to);
}

static void apply_to(node *nd, some of, const struct sw_list_op *op)
{
    if (op->set == SW_MARK)
        apply_due(nd, of, op, 1);
    else if (op->set == SW_UNMARK)
        apply_due(nd, of, op, 0);
    else
        for (some left = of; left; )
            due_add(due_at(nd, next_of(&left)), op);
    for (some left = of & ~nd->fact[IS_STAGE]; left; ) {
        int cell = nd->cell[next_of(&left)];
        op_then(&nd->e[cell].op, op);
        nd->pending |= bit(cell);
    }
    for (some left = op->passed ? of : op->skipped_us >= 0 ? of & nd->fact[FRESH] : 0; left; )
        op_note(&entry_at(nd, next_of(&left))->op, op);
    if (op->set != SW_KEEP) {
        nd->fact[op->set == SW_MARK ? MARKED : UNMARKED] |= of;
        nd->fact[op->set == SW_MARK ? UNMARKED : MARKED] &= ~of;
    }
    if (op->skipped_us >= 0)
        nd->fact[FRESH] &= ~of;
}

/* To those of nd's entries that are in `of`. */
static inline void apply(node *nd, some of, const struct change *c)
{
    of &= whom(nd, c) & bits_below(nd->n);
    if (of)
        apply_to(nd, of, c->op);
}

static void apply_all(node *nd, const struct sw_list_op *op)
{
    struct change c = change_by(op);
    apply(nd, ~(some)0, &c);
}

void list_push_cell(node *nd, int cell)
{
    node *down = below_cell(nd, cell);
    if (!down)
        return;
    apply_all(down, &nd->e[cell].op);
    nd->e[cell].op = no_op;
    nd->pending &= ~bit(cell);
}

void list_push_path(node *nd)
{
    int cell;
    node *up = above_cell(nd, &cell);
    if (!up)
        return;
    list_push_path(up);
    if (up->pending & bit(cell))
        list_push_cell(up, cell);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* The first entry's, which in the list of a small pool is all there is, and those of the others that have any. */
static inline void sum_due(const node *nd, struct due *due)
{
    *due = *due_of(nd, 0);
    for (int c = 0; c < 2; c++)
        for (some left = nd->fact[UNMARKED + c] & ~bit(0); left; ) {
            const struct due *d = due_of(nd, next_of(&left));
            due->rack[c] = least(due->rack[c], d->rack[c]);
            due->any[c] = least(due->any[c], d->any[c]);
        }
}

/* What changes with a launch. */
static void sum_meters(const node *nd, node *up, int i)
{
    sum_due(nd, due_at(up, i));
    for (int f = UNMARKED; f <= FRESH; f++)
        set_bit(&up->fact[f], i, nd->fact[f]);
}

void list_sum_up(const node *nd, node *up, int i)
{
    const struct entry *first = entry_of(nd, 0);
    struct entry *sum = entry_at(up, i);
    for (int k = 1; k < nd->n; k++)
        if (earlier(entry_of(nd, k), first))
            first = entry_of(nd, k);
    sum->earliest_us = first->earliest_us;
    sum->earliest = first->earliest;
    if (nd->list->store->lazy)
        sum_meters(nd, up, i);
}

/* Entry k came to nd, or its sums fell: what is above it can only fall too. */
void list_sum_in(const node *nd, int k, node *up, int i)
{
    const struct entry *e = entry_of(nd, k);
    struct entry *sum = entry_at(up, i);
    if (earlier(e, sum)) {
        sum->earliest_us = e->earliest_us;
        sum->earliest = e->earliest;
    }
    if (!nd->list->store->lazy)
        return;
    struct due *due = due_at(up, i);
    const struct due *own = due_of(nd, k);
    for (int c = 0; c < 2; c++) {
        due->rack[c] = least(due->rack[c], own->rack[c]);
        due->any[c] = least(due->any[c], own->any[c]);
    }
    for (int f = UNMARKED; f <= FRESH; f++)
        up->fact[f] |= (nd->fact[f] >> k & 1) << i;
}

/* Whether the sum above is the same without this entry, which has left nd. */
bool list_sum_stands(const struct gone *gone, const node *nd, const node *up, int i)
{
    const struct entry *sum = entry_of(up, i);
    bool stands = gone->earliest != sum->earliest || gone->earliest_us != sum->earliest_us;
    if (!nd->list->store->lazy)
        return stands;
    const struct due *due = due_of(up, i);
    for (int c = 0; c < 2; c++)
        stands &= (gone->due.rack[c] > due->rack[c] || gone->due.rack[c] == SW_DUE_NEVER)
                  && (gone->due.any[c] > due->any[c] || gone->due.any[c] == SW_DUE_NEVER);
    for (int f = UNMARKED; f <= FRESH; f++)
        stands &= (up->fact[f] >> i & 1) == (nd->fact[f] != 0);
    return stands;
}

/* Makes the sums above a stage right again where it has launched or got another meter. */
static void refresh_meters(const struct sw_item *item)
{
    const node *nd = item->leaf;
    int top = place_of(item), i = top;
    nd->list->store->open = false;
    for (node *up; (up = above(nd, &i)); nd = up, top = i)
        sum_meters(nd, up, i);
    list_note_due(nd, top);
}

/* ---- stages --------------------------------------------------------------------------------- */

/* What item->state, near and mark say of a stage. */
static inline void fill_state(node *leaf, int i)
{
    const struct sw_item *item = child_at(leaf, i);
    const struct sw_item_state *s = &item->state;
    struct entry *e = entry_at(leaf, i);
    struct due *due = due_at(leaf, i);
    due->rack[s->marked] = s->due_rack;
    due->any[s->marked] = s->due_any;
    due->rack[!s->marked] = due->any[!s->marked] = SW_DUE_NEVER;
    e->op.skipped_us = s->skipped_us;
    e->op.passed = s->passed;
    memcpy(&leaf->near[item->cell], item->near, sizeof item->near);
    leaf->mark[item->cell] = item->mark;
    set_bit(&leaf->with_mark, (int)item->cell, item->mark);
    set_bit(&leaf->fact[UNMARKED], i, !s->marked);
    set_bit(&leaf->fact[MARKED], i, s->marked);
    set_bit(&leaf->fact[FRESH], i, s->skipped_us < 0);
}

void list_fill_entry(node *leaf, int i)
{
    const struct sw_item *item = child_at(leaf, i);
    struct entry *e = entry_at(leaf, i);
    set_bit(&leaf->fact[IS_STAGE], i, !item->inner);
    list_set_key(leaf, leaf->cell[i], &item->key);
    e->op = no_op;
    leaf->pending &= ~bit(leaf->cell[i]);
    if (item->inner) {
        list_sum_up(item->inner->root, leaf, i);
        return;
    }
    fill_state(leaf, i);
    e->earliest_us = item->key.tie_us;
    e->earliest = item->key.tie;
}

void list_read_entry(const node *leaf, int i)
{
    struct sw_item *item = child_at(leaf, i);
    const struct entry *e = entry_of(leaf, i);
    const struct due *due = due_of(leaf, i);
    if (item->inner)
        return;
    bool marked = leaf->fact[MARKED] >> i & 1;
    item->state = (struct sw_item_state){ always_or_never(due->rack[marked]), always_or_never(due->any[marked]), e->op.skipped_us, e->op.passed, marked };
}

void sw_list_look(struct sw_item *item)
{
    if (item->leaf->list->store->lazy)
        list_push_path(item->leaf);
    list_read_entry(item->leaf, place_of(item));
}

void sw_list_put(struct sw_item *item)
{
    fill_state(item->leaf, place_of(item));
    refresh_meters(item);
}

void sw_list_keep(struct sw_item *item)
{
    if (item->leaf->list->store->open)
        refresh_meters(item);
}

/* ---- the lowest due of all: a bound, that a scan may see at one look that nobody may ---------- */

/* Some, or all, or none in the list have had this. To mark as of now is to add the clock, to unmark is to take it off: then the bound stays. */
static inline void lower(struct sw_list *list, const struct sw_list_op *op)
{
    if (op->set == SW_MARK) {
        if (op->add[0] < list->as_of_us)
            list->low_us += op->add[0] - list->as_of_us;
        list->low_us += least(op->add[1], 0);
    } else if (op->set == SW_UNMARK) {
        if (-op->add[1] > list->as_of_us)
            list->as_of_us = -op->add[1];
        list->low_us += least(op->add[0], 0);
    } else {
        list->low_us += least(least(op->add[0], op->add[1]), 0);
    }
}

/* ---- passing by ----------------------------------------------------------------------------- */

/* `before` to the entries of nd before i, `behind` to those behind it, and so on above. */
static void pass_around(node *nd, int i, const struct change *before, const struct change *behind)
{
    for (node *up = nd; up; up = above(nd, &i)) {
        nd = up;
        apply(nd, bits_below(i), before);
        apply(nd, ~bits_below(i + 1), behind);
    }
    lower(nd->list, before->op);
    if (behind->op != &no_op)
        lower(nd->list, behind->op);
}

void sw_list_pass(struct sw_item *item, const struct sw_list_op *op, const struct sw_list_op *rest)
{
    node *leaf = item->leaf;
    int i = place_of(item);
    struct change before = change_by(op), behind = change_by(rest ? rest : &no_op);
    list_push_path(leaf);
    pass_around(leaf, i, &before, &behind);
    apply(leaf, bit(i), &behind);
    list_read_entry(leaf, i);
    leaf->list->store->open = true;
}

void sw_list_pass_all(struct sw_list *list, const struct sw_list_op *op)
{
    if (!list->root)
        return;
    apply_all(list->root, op);
    lower(list, op);
}
