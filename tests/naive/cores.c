/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cores.c - B21: attempts of a node that compute share its cores, and nodes of a host its. */
#include "tests/naive/naive.h"

static int n_computing(const struct run *r, int node)
{
    int n = 0;
    for (int i = 0; i < r->n_attempts; i++)
        n += r->attempt[i].node == node && (r->attempt[i].phase == WORKS || r->attempt[i].phase == COMPUTES);
    return n;
}

/* B21.4: "the sum of min(k, C) over the host's nodes that are up, k without --cores" */
static double wanted_on_host(const struct run *r, int home)
{
    double d = 0, c = (double)r->o.cores;
    for (int n = 0; n < r->n_nodes; n++) {
        if (!r->node[n].up || r->node[n].home != home) continue;
        double k = n_computing(r, n);
        d += r->o.cores && k > c ? c : k;
    }
    return d;
}

/* B21.2: "its speed is then its row's, times C/k if k is above C". */
void cores_share(struct run *r)
{
    for (int n = 0; n < r->n_nodes && (r->o.cores || r->o.host_cores); n++) {
        struct node *it = &r->node[n];
        double was = it->speed, c = (double)r->o.cores, h = (double)r->o.host_cores, k = n_computing(r, n);
        if (!it->up) continue;
        it->speed = it->row_speed * (r->o.cores && k > c ? c / k : 1.0);
        double d = r->o.host_cores ? wanted_on_host(r, it->home) : 0;
        if (d > h) it->speed *= h / d; /* B21.4 */
        if (it->speed != was) node_change_speed(r, n, was, it->speed);
    }
}
