/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own.c - what a log keeps besides what its trace keeps: texts, and rows of a cluster. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"

/* A list, newest first: texts are freed all together. */
const char *own_keep(struct sw_log *log, struct sw_text a, struct sw_text b)
{
    struct log_text *kept = malloc(sizeof *kept + a.len + b.len + 1);
    if (!kept)
        return NULL;
    kept->next = log->own->made;
    log->own->made = kept;
    memcpy(kept->at, a.at, a.len);
    memcpy(kept->at + a.len, b.at, b.len);
    kept->at[a.len + b.len] = '\0';
    return kept->at;
}

int own_add_node(struct sw_log *log, const struct sw_node_row *row, struct sw_err *err)
{
    struct log_own *own = log->own;
    if (sw_grow(&own->nodes, &own->cap_nodes, own->n_nodes + 1, sizeof *own->nodes, err) != SW_OK)
        return SW_FAIL;
    own->nodes[own->n_nodes++] = *row;
    return SW_OK;
}

void own_free(struct log_own *own)
{
    for (struct log_text *t = own->made, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    sw_texts_clear(&own->texts);
    sw_names_clear(&own->by_id);
    sw_cluster_free(own->cl);
    free(own->nodes);
    free(own->order);
    free(own->as_read);
    free(own->executors);
    free(own->time_us);
    free(own->recorded);
    free(own->columns);
    free(own->bytes);
    free(own);
}
