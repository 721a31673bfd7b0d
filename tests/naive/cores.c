/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cores.c - B21: attempts of a node that compute share its cores. */
#include "tests/naive/naive.h"

static int n_computing(const struct run *r, int node)
{
    int n = 0;
    for (int i = 0; i < r->n_attempts; i++)
        n += r->attempt[i].node == node && (r->attempt[i].phase == WORKS || r->attempt[i].phase == COMPUTES);
    return n;
}

/* B21.2: "its speed is then its row's, times C/k if k is above C". */
void cores_share(struct run *r)
{
    for (int n = 0; n < r->n_nodes && r->o.cores > 0; n++) {
        struct node *it = &r->node[n];
        double was = it->speed, c = (double)r->o.cores, k = n_computing(r, n);
        if (!it->up) continue;
        it->speed = it->row_speed * (k > c ? c / k : 1.0);
        if (it->speed != was) node_change_speed(r, n, was, it->speed);
    }
}
