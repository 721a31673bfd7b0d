/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - a study as rows: one a wait, the log as it was recorded before them. Columns are those of the man page's
 * OUTPUT. What is not known is an empty field. */
#include <math.h>
#include "tools/advise/page.h"

void rows_put_names(struct sw_out *out)
{
    static const char *const names[] = { "log", "wait", "role", "advice", "advised", "makespan_s", "mean_response_s",
        "p95_response_s",
        "share_node", "share_rack", "share_any", "idle_slot_s", "goal", "change", "change_lo", "change_hi",
        "back_test_error", "endless_error", "sjf_error", "load_verdict", "noise", NULL };
    sw_out_header(out, names);
}

/* Of the tasks with preferred hosts; empty where there are none. */
static void put_share(uint64_t n, const struct sw_located *of, struct sw_out *out)
{
    uint64_t all = of->node + of->rack + of->any;
    sw_out_real(out, all > 0 ? (double)n / (double)all : NAN);
}

/* placed: where tasks ran, recorded or replayed as the row is. */
static void put_outcome(const struct sw_day_outcome *o, const struct sw_located *placed, struct sw_out *out)
{
    sw_out_real(out, o->end_s);
    sw_out_real(out, o->mean_s);
    sw_out_real(out, o->p95_s);
    put_share(placed->node, placed, out);
    put_share(placed->rack, placed, out);
    put_share(placed->any, placed, out);
    sw_out_real(out, o->free_s);
}

/* The back-test is of the log and not of a wait, so each row of a log repeats it. */
static void put_errors(const struct sw_study *s, struct sw_out *out)
{
    sw_out_real(out, s->error);
    sw_out_real(out, s->error_endless);
    sw_out_real(out, s->error_sjf);
    sw_out_str(out, sw_load_words[s->load.verdict]);
    sw_out_real(out, s->noise);
    sw_out_end_row(out);
}

static void put_empty(size_t n, struct sw_out *out)
{
    for (size_t i = 0; i < n; i++)
        sw_out_empty(out);
}

void rows_put_study(const struct advised *v, struct sw_out *out)
{
    const struct sw_study *s = &v->study;
    const struct sw_answer *a = &v->answer;
    sw_out_str(out, v->name);
    sw_out_empty(out);
    sw_out_str(out, "recorded");
    sw_out_str(out, sw_advice_words[a->advice]);
    if (a->why == SW_WHY_NOT_REPLAYED) { /* its advice, and nothing else */
        put_empty(17, out);
        sw_out_end_row(out);
        return;
    }
    sw_out_empty(out);
    put_outcome(&s->recorded, &s->back.recorded, out);
    /* goal and the three columns of the change: the log is not compared with itself. */
    put_empty(4, out);
    put_errors(s, out);
    for (size_t i = 0; i < s->waits.n; i++) {
        const struct sw_tried *t = &s->tried[i];
        sw_out_str(out, v->name);
        sw_out_str(out, s->waits.at[i].rule);
        sw_out_str(out, sw_role_words[s->waits.at[i].role]);
        sw_out_str(out, sw_advice_words[a->advice]);
        sw_out_str(out, a->advice != SW_ADVICE_CANNOT_TELL && a->chosen == i ? "yes" : "no");
        put_outcome(&t->recorded, &t->recorded.placed, out);
        sw_out_str(out, s->goal_is_end ? "end" : "mean");
        /* The own wait is what the others are compared with. */
        sw_out_real(out, i > 0 ? t->change : NAN);
        sw_out_real(out, i > 0 ? t->interval.lo : NAN);
        sw_out_real(out, i > 0 ? t->interval.hi : NAN);
        put_errors(s, out);
    }
}
