/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_skip.c - the delay clocks of stages in the scheduling queue: operations left at the root of a subtree, and the
 * summaries above them. queue.h has the outline. */
#include "lib/sched/queue_rank.h"
#include <string.h>

/* ---- operations ----------------------------------------------------------------------------- */

/* An operation, and the facts of the entries that it changes. */
struct change { const struct sw_queue_op *op; mask32 of_fact[N_FACTS]; };

static inline struct change change_by(const struct sw_queue_op *op)
{
    const mask32 all = ~(mask32)0;
    return (struct change){ op,
                            { [NOT_WAITING] = op->add[0] || op->set == SW_WAITING_SET ? all : 0,
                              [WAITING] = op->add[1] || op->set == SW_WAITING_CLEAR ? all : 0,
                              [FRESH] = op->skipped_us >= 0 ? all : 0 } };
}

static inline mask32 entries_of(const tnode *nd, const struct change *c)
{
    return (nd->fact[NOT_WAITING] & c->of_fact[NOT_WAITING])
           | (nd->fact[WAITING] & c->of_fact[WAITING]) | (nd->fact[FRESH] & c->of_fact[FRESH]);
}

static inline pair twice(int64_t add) { return (pair){ add, add }; }

static inline union due earlier(union due a, union due b)
{
    return (union due){ { min_i64(a.rack, b.rack), min_i64(a.any, b.any) } };
}

/* Joins an operation to those that are pending at these cells. Where the first sets or clears the waiting flag, all
 * stages have it so, and take the second's part for that flag. */
static inline void add_pending(tnode *nd, mask32 of, const struct sw_queue_op *second)
{
    nd->pending |= of;
    for (mask32 left = of; left; ) {
        int cell = pop_lowest(&left);
        bool sets = nd->to_set >> cell & 1, clears = nd->to_clear >> cell & 1;
        nd->add[cell].of[0] += second->add[sets];
        nd->add[cell].of[1] += second->add[!clears];
    }
    if (second->set != SW_WAITING_UNCHANGED) {
        *(second->set == SW_WAITING_SET ? &nd->to_set : &nd->to_clear) |= of;
        *(second->set == SW_WAITING_SET ? &nd->to_clear : &nd->to_set) &= ~of;
    }
}

/* What stages note of an operation: the first skip. */
static inline void op_note(struct note *first, const struct sw_queue_op *second)
{
    if (first->skipped_us < 0)
        first->skipped_us = second->skipped_us;
}

/* Adds to the times of those cells: NEVER and ALWAYS are so far away that they stay what they are. */
static inline void due_add(union due *due, mask32 of, int64_t add)
{
    for (mask32 left = add ? of : 0; left; )
        due[pop_lowest(&left)].both += twice(add);
}

/* Applies an operation that sets the waiting flag, or clears it, to the times of those cells. `to`: the flag that it
 * sets. Nothing is compared but in a pool that has stages with both. */
static inline void apply_due(tnode *nd, mask32 of, const struct sw_queue_op *op, int to)
{
    const mask32 come = of & nd->fact[fact_of(!to)];
    union due *own = nd->due[to];
    const union due *other = nd->due[!to];
    due_add(own, of & nd->fact[fact_of(to)], op->add[to]);
    for (mask32 left = come & ~nd->fact[fact_of(to)]; left; ) {
        int cell = pop_lowest(&left);
        own[cell].both = other[cell].both + twice(op->add[!to]);
    }
    for (mask32 left = come & nd->fact[fact_of(to)]; left; ) {
        int cell = pop_lowest(&left);
        own[cell] = earlier(own[cell], (union due){ .both = other[cell].both + twice(op->add[!to]) });
    }
}

static void apply_to(tnode *nd, mask32 of, const struct sw_queue_op *op)
{
    if (op->set == SW_WAITING_SET)
        apply_due(nd, of, op, 1);
    else if (op->set == SW_WAITING_CLEAR)
        apply_due(nd, of, op, 0);
    else
        for (int c = 0; c < 2; c++)
            due_add(nd->due[c], of & nd->fact[fact_of(c)], op->add[c]);
    if (of & ~nd->fact[IS_STAGE])
        add_pending(nd, of & ~nd->fact[IS_STAGE], op);
    for (mask32 left = op->skipped_us >= 0 ? of & nd->fact[FRESH] : 0; left; )
        op_note(&nd->note[pop_lowest(&left)], op);
    if (op->set != SW_WAITING_UNCHANGED) {
        nd->fact[op->set == SW_WAITING_SET ? WAITING : NOT_WAITING] |= of;
        nd->fact[op->set == SW_WAITING_SET ? NOT_WAITING : WAITING] &= ~of;
    }
    if (op->skipped_us >= 0)
        nd->fact[FRESH] &= ~of;
}

static inline void apply_all(tnode *nd, const struct sw_queue_op *op)
{
    struct change c = change_by(op);
    mask32 of = entries_of(nd, &c);
    if (of)
        apply_to(nd, of, op);
}

void queue_skip_push_down(tnode *nd, int cell)
{
    tnode *down = nd->below[cell];
    if (!down)
        return;
    const struct sw_queue_op op = op_in(nd, cell);
    apply_all(down, &op);
    clear_op(nd, cell);
}

void queue_skip_push_path(tnode *nd)
{
    int cell;
    tnode *up = above(nd, &cell);
    if (!up)
        return;
    queue_skip_push_path(up);
    queue_push(up, cell);
}

/* ---- summaries ------------------------------------------------------------------------------ */

/* Of some cells, at least one. */
static inline union due sum_due(const union due *due, mask32 of)
{
    union due sum = due[pop_lowest(&of)];
    while (of)
        sum = earlier(sum, due[pop_lowest(&of)]);
    return sum;
}

/* The part of a summary that a launch changes. Returns whether it did. */
static bool sum_meters(const tnode *nd, tnode *up, int cell)
{
    uint64_t changed = 0;
    for (int c = 0; c < 2; c++) {
        if (!nd->fact[fact_of(c)])
            continue;
        union due *own = &up->due[c][cell], sum = sum_due(nd->due[c], nd->fact[fact_of(c)]);
        changed |= (uint64_t)(sum.rack ^ own->rack) | (uint64_t)(sum.any ^ own->any);
        *own = sum;
    }
    for (int f = NOT_WAITING; f <= FRESH; f++) {
        mask32 before = up->fact[f];
        set_bit(&up->fact[f], cell, nd->fact[f]);
        changed |= before ^ up->fact[f];
    }
    return changed;
}

void queue_skip_update_summary(const tnode *nd, tnode *up, int cell)
{
    up->earliest[cell] = *earliest_in(nd);
    if (nd->list->pool->lazy)
        sum_meters(nd, up, cell);
}

/* `gone` left nd. The earliest submission was right before. Returns whether the summary has changed. */
bool queue_skip_update_summary_without(const struct gone *gone, const tnode *nd, tnode *up, int cell)
{
    bool changed = gone->earliest.number == up->earliest[cell].number && gone->earliest.us == up->earliest[cell].us;
    if (changed)
        up->earliest[cell] = *earliest_in(nd);
    return (nd->list->pool->lazy && sum_meters(nd, up, cell)) | changed;
}

/* An entry came to cell k of nd, or its summary fell. The summary above can only fall, too. Returns whether it may
 * have. */
bool queue_skip_update_summary_of(const tnode *nd, int k, tnode *up, int cell)
{
    bool falls = tie_before(&nd->earliest[k], &up->earliest[cell]);
    if (falls)
        up->earliest[cell] = nd->earliest[k];
    if (!nd->list->pool->lazy)
        return falls;
    for (int c = 0; c < 2; c++) {
        const union due *own = &nd->due[c][k];
        union due *sum = &up->due[c][cell];
        if (!(nd->fact[fact_of(c)] & bit(k)))
            continue;
        bool has = up->fact[fact_of(c)] & bit(cell);
        falls |= !has || own->rack < sum->rack || own->any < sum->any;
        *sum = has ? earlier(*sum, *own) : *own;
    }
    falls |= (nd->fact[FRESH] >> k & 1) > (up->fact[FRESH] >> cell & 1);
    for (int f = NOT_WAITING; f <= FRESH; f++)
        up->fact[f] |= (nd->fact[f] >> k & 1) << cell;
    return falls;
}

/* Whether the summary above is the same without this entry, which has left nd. */
bool queue_skip_leaves_summary(const struct gone *gone, const tnode *nd, const tnode *up, int cell)
{
    bool stands = gone->earliest.number != up->earliest[cell].number || gone->earliest.us != up->earliest[cell].us;
    if (!nd->list->pool->lazy)
        return stands;
    for (int c = 0; c < 2; c++)
        stands &= !gone->has[c]
                  || (gone->due[c].rack > up->due[c][cell].rack && gone->due[c].any > up->due[c][cell].any);
    for (int f = NOT_WAITING; f <= FRESH; f++)
        stands &= (up->fact[f] >> cell & 1) == (nd->fact[f] != 0);
    return stands;
}

/* ---- late summaries --------------------------------------------------------------------------
 *
 * A launch changes the delay clock of its stage and then its key. A stage that goes to another leaf leaves none of its
 * summaries behind. So summaries above a stage are updated when something asks, and then as far up as they change.
 * With ten thousand jobs that wait, that is 12 sums a job instead of 32. */

/* Updates the summaries above a stage that has launched or got another delay clock. */
void queue_skip_settle(struct sw_queue_pool *pool)
{
    const struct sw_queue_entry *item = pool->late;
    const tnode *nd = item->leaf;
    int top = (int)item->cell, cell = top, left = pool->late_levels;
    pool->late = NULL;
    for (tnode *up; (up = above(nd, &cell)); nd = up, top = cell, left--)
        if (!sum_meters(nd, up, cell) && left <= 0)
            return;
    queue_note_allowed(nd, top);
}

/* levels: those above the stage's leaf at which other entries have changed. */
static inline void be_late(struct sw_queue_entry *item, int levels)
{
    struct sw_queue_pool *pool = item->leaf->list->pool;
    if (pool->late != item) {
        queue_settle(pool);
        pool->late = item;
        pool->late_levels = 0;
    }
    if (pool->late_levels < levels)
        pool->late_levels = levels;
}

/* ---- stages --------------------------------------------------------------------------------- */

/* Fills a leaf's cell from the stage's state and dense column. */
static inline void fill_state(tnode *leaf, int cell)
{
    const struct sw_queue_entry *item = leaf->item[cell];
    const struct sw_wait_state *s = &item->state;
    leaf->due[s->waiting][cell] = (union due){ { s->rack_allowed_at, s->any_allowed_at } };
    leaf->note[cell] = (struct note){ s->skipped_us };
    leaf->dense_column[cell] = item->dense;
    set_bit(&leaf->with_dense, cell, item->dense);
    if (item->dense)
        leaf->dense[(item->dense - 1) / 64] |= UINT64_C(1) << (item->dense - 1) % 64;
    set_bit(&leaf->fact[NOT_WAITING], cell, !s->waiting);
    set_bit(&leaf->fact[WAITING], cell, s->waiting);
    set_bit(&leaf->fact[FRESH], cell, s->skipped_us < 0);
}

void queue_skip_fill_entry(tnode *leaf, int cell, const struct sw_key *key)
{
    const struct sw_queue_entry *item = leaf->item[cell];
    set_bit(&leaf->fact[IS_STAGE], cell, !item->inner);
    queue_set_key(leaf, cell, key);
    if (item->inner) {
        clear_op(leaf, cell);
        queue_skip_update_summary(item->inner->root, leaf, cell);
        return;
    }
    clear_pending(leaf, cell);
    fill_state(leaf, cell);
    leaf->earliest[cell] = leaf->tie[cell];
}

void queue_skip_read_entry(const tnode *leaf, int cell)
{
    struct sw_queue_entry *item = leaf->item[cell];
    const struct note *note = &leaf->note[cell];
    if (item->inner)
        return;
    bool waiting = leaf->fact[WAITING] >> cell & 1;
    const union due *due = &leaf->due[waiting][cell];
    item->state = (struct sw_wait_state){ always_or_never(due->rack), always_or_never(due->any), note->skipped_us,
                                          waiting };
}

void sw_queue_load(struct sw_queue_entry *item)
{
    if (item->leaf->list->pool->lazy)
        queue_skip_push_path(item->leaf);
    queue_skip_read_entry(item->leaf, (int)item->cell);
}

/* Operations pending above come after what the leaf says; the higher, the later. */
bool sw_queue_is_waiting(const struct sw_queue_entry *item)
{
    int cell = (int)item->cell;
    bool waiting = item->leaf->fact[WAITING] & bit(cell);
    for (const tnode *nd = item->leaf; (nd = above(nd, &cell)); )
        if (nd->pending & (nd->to_set | nd->to_clear) & bit(cell))
            waiting = nd->to_set & bit(cell);
    return waiting;
}

void sw_queue_store(struct sw_queue_entry *item)
{
    fill_state(item->leaf, (int)item->cell);
    be_late(item, 0);
}

/* ---- a bound of all times: one comparison shows that no stage may launch ------------------------ */

/* Some, all or no stages of the queue have had this operation. Setting the waiting flag now adds the clock and clearing
 * it subtracts the clock, so then the bound stays. */
static inline void lower(struct sw_queue *list, const struct sw_queue_op *op)
{
    if (op->set == SW_WAITING_SET) {
        if (op->add[0] < list->as_of_us)
            list->low_us += op->add[0] - list->as_of_us;
        list->low_us += min_i64(op->add[1], 0);
    } else if (op->set == SW_WAITING_CLEAR) {
        if (-op->add[1] > list->as_of_us)
            list->as_of_us = -op->add[1];
        list->low_us += min_i64(op->add[0], 0);
    } else {
        list->low_us += min_i64(min_i64(op->add[0], op->add[1]), 0);
    }
}

/* ---- skipping ----------------------------------------------------------------------------- */

/* Applies `before` to the entries of nd before this cell and `behind` to those behind it, and so on above. Returns the
 * highest level above nd at which there were any; 0: none. */
static int pass_around(tnode *nd, int cell, const struct change *before, const struct change *behind)
{
    int level = 0, highest = 0;
    for (tnode *up = nd; up; up = above(nd, &cell), level++) {
        nd = up;
        mask32 first = entries_of(nd, before) & ~bit(cell), last = entries_of(nd, behind) & ~bit(cell);
        if (!(first | last))
            continue;
        highest = level;
        mask32 in_front = cells_before(nd, nd->node_rank[cell]);
        if (first &= in_front)
            apply_to(nd, first, before->op);
        if (last &= ~in_front)
            apply_to(nd, last, behind->op);
    }
    lower(nd->list, before->op);
    if (behind->op != &no_op)
        lower(nd->list, behind->op);
    return highest;
}

void sw_queue_skip(struct sw_queue_entry *item, const struct sw_queue_op *op, const struct sw_queue_op *rest)
{
    tnode *leaf = item->leaf;
    int cell = (int)item->cell;
    struct change before = change_by(op), behind = change_by(rest ? rest : &no_op);
    if (leaf->list->pool->late != item) /* else no entry beside its path is late */
        queue_settle(leaf->list->pool);
    queue_skip_push_path(leaf);
    int levels = pass_around(leaf, cell, &before, &behind);
    mask32 own = entries_of(leaf, &behind) & bit(cell);
    if (own)
        apply_to(leaf, own, behind.op);
    queue_skip_read_entry(leaf, cell);
    be_late(item, levels);
}

void sw_queue_skip_all(struct sw_queue *list, const struct sw_queue_op *op)
{
    if (!list->root)
        return;
    queue_settle(list->pool);
    apply_all(list->root, op);
    lower(list, op);
}
