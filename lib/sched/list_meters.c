/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_meters.c - the meters of stages in the list of order: operations that are left where a subtree begins, and the sums
 * above them. list.h has the outline. */
#include "lib/sched/list_standing.h"
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
    return (c->anybody & nd->taken) | (nd->fact[UNMARKED] & c->of_fact[UNMARKED]) | (nd->fact[MARKED] & c->of_fact[MARKED])
           | (nd->fact[FRESH] & c->of_fact[FRESH]);
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
    d->rack[to] = min_i64(d->rack[to] + op->add[to], d->rack[from] + op->add[from]);
    d->any[to] = min_i64(d->any[to] + op->add[to], d->any[from] + op->add[from]);
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

/* To the dues of those cells. `to`: where it sets the mark. */
static inline void apply_due(node *nd, some of, const struct sw_list_op *op, int to)
{
    while (of)
        due_set(&nd->e[next_of(&of)].due, op, to);
}

static void apply_to(node *nd, some of, const struct sw_list_op *op)
{
    if (op->set == SW_MARK)
        apply_due(nd, of, op, 1);
    else if (op->set == SW_UNMARK)
        apply_due(nd, of, op, 0);
    else
        for (some left = of; left; )
            due_add(&nd->e[next_of(&left)].due, op);
    some down = of & ~nd->fact[IS_STAGE];
    nd->pending |= down;
    while (down)
        op_then(&nd->e[next_of(&down)].op, op);
    for (some left = op->passed ? of : op->skipped_us >= 0 ? of & nd->fact[FRESH] : 0; left; )
        op_note(&nd->e[next_of(&left)].op, op);
    if (op->set != SW_KEEP) {
        nd->fact[op->set == SW_MARK ? MARKED : UNMARKED] |= of;
        nd->fact[op->set == SW_MARK ? UNMARKED : MARKED] &= ~of;
    }
    if (op->skipped_us >= 0)
        nd->fact[FRESH] &= ~of;
}

static inline void apply_all(node *nd, const struct sw_list_op *op)
{
    struct change c = change_by(op);
    some of = whom(nd, &c);
    if (of)
        apply_to(nd, of, op);
}

void list_push_down(node *nd, int cell)
{
    node *down = nd->below[cell];
    if (!down)
        return;
    apply_all(down, &nd->e[cell].op);
    nd->e[cell].op = no_op;
    nd->pending &= ~bit(cell);
}

void list_push_path(node *nd)
{
    int cell;
    node *up = above(nd, &cell);
    if (!up)
        return;
    list_push_path(up);
    list_push(up, cell);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Some entry's, which in the list of a small pool is all there is, and those of the others that have any. */
static inline void sum_due(const node *nd, struct due *due)
{
    int one = __builtin_ctz(nd->taken);
    *due = nd->e[one].due;
    for (int c = 0; c < 2; c++)
        for (some left = nd->fact[UNMARKED + c] & ~bit(one); left; ) {
            const struct due *d = &nd->e[next_of(&left)].due;
            due->rack[c] = min_i64(due->rack[c], d->rack[c]);
            due->any[c] = min_i64(due->any[c], d->any[c]);
        }
}

/* What changes with a launch. */
static void sum_meters(const node *nd, node *up, int cell)
{
    sum_due(nd, &up->e[cell].due);
    for (int f = UNMARKED; f <= FRESH; f++)
        set_bit(&up->fact[f], cell, nd->fact[f]);
}

void list_sum_up(const node *nd, node *up, int cell)
{
    const struct entry *first = earliest_in(nd);
    up->e[cell].earliest_us = first->earliest_us;
    up->e[cell].earliest = first->earliest;
    if (nd->list->store->lazy)
        sum_meters(nd, up, cell);
}

/* An entry came to cell k of nd, or its sums fell: what is above it can only fall too. */
void list_sum_in(const node *nd, int k, node *up, int cell)
{
    const struct entry *e = &nd->e[k];
    struct entry *sum = &up->e[cell];
    if (earlier(e, sum)) {
        sum->earliest_us = e->earliest_us;
        sum->earliest = e->earliest;
    }
    if (!nd->list->store->lazy)
        return;
    for (int c = 0; c < 2; c++) {
        sum->due.rack[c] = min_i64(sum->due.rack[c], e->due.rack[c]);
        sum->due.any[c] = min_i64(sum->due.any[c], e->due.any[c]);
    }
    for (int f = UNMARKED; f <= FRESH; f++)
        up->fact[f] |= (nd->fact[f] >> k & 1) << cell;
}

/* Whether the sum above is the same without this entry, which has left nd. */
bool list_sum_stands(const struct gone *gone, const node *nd, const node *up, int cell)
{
    const struct entry *sum = &up->e[cell];
    bool stands = gone->earliest != sum->earliest || gone->earliest_us != sum->earliest_us;
    if (!nd->list->store->lazy)
        return stands;
    for (int c = 0; c < 2; c++)
        stands &= (gone->due.rack[c] > sum->due.rack[c] || gone->due.rack[c] == SW_DUE_NEVER)
                  && (gone->due.any[c] > sum->due.any[c] || gone->due.any[c] == SW_DUE_NEVER);
    for (int f = UNMARKED; f <= FRESH; f++)
        stands &= (up->fact[f] >> cell & 1) == (nd->fact[f] != 0);
    return stands;
}

/* Makes the sums above a stage right again where it has launched or got another meter. */
static void refresh_meters(const struct sw_item *item)
{
    const node *nd = item->leaf;
    int top = (int)item->cell, cell = top;
    nd->list->store->open = false;
    for (node *up; (up = above(nd, &cell)); nd = up, top = cell)
        sum_meters(nd, up, cell);
    list_note_due(nd, top);
}

/* ---- stages --------------------------------------------------------------------------------- */

/* What item->state, near and mark say of a stage. */
static inline void fill_state(node *leaf, int cell)
{
    const struct sw_item *item = leaf->item[cell];
    const struct sw_item_state *s = &item->state;
    struct entry *e = &leaf->e[cell];
    e->due.rack[s->marked] = s->due_rack;
    e->due.any[s->marked] = s->due_any;
    e->due.rack[!s->marked] = e->due.any[!s->marked] = SW_DUE_NEVER;
    e->op.skipped_us = s->skipped_us;
    e->op.passed = s->passed;
    memcpy(&leaf->near[cell], item->near, sizeof item->near);
    leaf->mark[cell] = item->mark;
    set_bit(&leaf->with_mark, cell, item->mark);
    if (item->mark)
        leaf->marks[(item->mark - 1) / 64] |= UINT64_C(1) << (item->mark - 1) % 64;
    set_bit(&leaf->fact[UNMARKED], cell, !s->marked);
    set_bit(&leaf->fact[MARKED], cell, s->marked);
    set_bit(&leaf->fact[FRESH], cell, s->skipped_us < 0);
}

void list_fill_entry(node *leaf, int cell)
{
    const struct sw_item *item = leaf->item[cell];
    set_bit(&leaf->fact[IS_STAGE], cell, !item->inner);
    list_set_key(leaf, cell, &item->key);
    leaf->e[cell].op = no_op;
    leaf->pending &= ~bit(cell);
    if (item->inner) {
        list_sum_up(item->inner->root, leaf, cell);
        return;
    }
    fill_state(leaf, cell);
    leaf->e[cell].earliest_us = item->key.tie_us;
    leaf->e[cell].earliest = item->key.tie;
}

void list_read_entry(const node *leaf, int cell)
{
    struct sw_item *item = leaf->item[cell];
    const struct entry *e = &leaf->e[cell];
    if (item->inner)
        return;
    bool marked = leaf->fact[MARKED] >> cell & 1;
    item->state = (struct sw_item_state){ always_or_never(e->due.rack[marked]), always_or_never(e->due.any[marked]),
                                          e->op.skipped_us, e->op.passed, marked };
}

void sw_list_look(struct sw_item *item)
{
    if (item->leaf->list->store->lazy)
        list_push_path(item->leaf);
    list_read_entry(item->leaf, (int)item->cell);
}

/* What is pending above comes after what the leaf says, and the higher it is, the later. */
bool sw_list_is_marked(const struct sw_item *item)
{
    int cell = (int)item->cell;
    bool marked = item->leaf->fact[MARKED] & bit(cell);
    for (const node *nd = item->leaf; (nd = above(nd, &cell)); )
        if (nd->pending & bit(cell) && nd->e[cell].op.set != SW_KEEP)
            marked = nd->e[cell].op.set == SW_MARK;
    return marked;
}

void sw_list_put(struct sw_item *item)
{
    fill_state(item->leaf, (int)item->cell);
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
        list->low_us += min_i64(op->add[1], 0);
    } else if (op->set == SW_UNMARK) {
        if (-op->add[1] > list->as_of_us)
            list->as_of_us = -op->add[1];
        list->low_us += min_i64(op->add[0], 0);
    } else {
        list->low_us += min_i64(min_i64(op->add[0], op->add[1]), 0);
    }
}

/* ---- passing by ----------------------------------------------------------------------------- */

/* `before` to the entries of nd before this cell, `behind` to those behind it, and so on above. */
static void pass_around(node *nd, int cell, const struct change *before, const struct change *behind)
{
    for (node *up = nd; up; up = above(nd, &cell)) {
        nd = up;
        some first = whom(nd, before) & ~bit(cell), last = whom(nd, behind) & ~bit(cell);
        if (!(first | last))
            continue;
        some in_front = cells_before(nd, nd->standing[cell]);
        if (first &= in_front)
            apply_to(nd, first, before->op);
        if (last &= ~in_front)
            apply_to(nd, last, behind->op);
    }
    lower(nd->list, before->op);
    if (behind->op != &no_op)
        lower(nd->list, behind->op);
}

void sw_list_pass(struct sw_item *item, const struct sw_list_op *op, const struct sw_list_op *rest)
{
    node *leaf = item->leaf;
    int cell = (int)item->cell;
    struct change before = change_by(op), behind = change_by(rest ? rest : &no_op);
    list_push_path(leaf);
    pass_around(leaf, cell, &before, &behind);
    some own = whom(leaf, &behind) & bit(cell);
    if (own)
        apply_to(leaf, own, behind.op);
    list_read_entry(leaf, cell);
    leaf->list->store->open = true;
}

void sw_list_pass_all(struct sw_list *list, const struct sw_list_op *op)
{
    if (!list->root)
        return;
    apply_all(list->root, op);
    lower(list, op);
}
