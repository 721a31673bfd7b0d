/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unplayed.c - what a log has of that slot-replay does not play (R19 of docs/model.md): it is counted, for --info and
 * for the notes of --as-recorded. Nothing is left out of the rows for it. */
#include <string.h>
#include "lib/trace/spark/spark.h"

static bool has(struct sw_text name, const char *word)
{
    return memmem(name.at, name.len, word, strlen(word));
}

/* Executor or Node, Blacklisted or Excluded, ForStage or of the application; of a package up to 3.0. From 3.1 on
 * both names are written, so each is counted apart and the greater counts. */
int spark_unplayed_on_excluded(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    struct sw_text name = json_text_of(event, "Event");
    uint64_t *n = has(name, "Blacklisted") ? s->n_blacklisted : s->n_excluded;
    (void)err;
    n[has(name, "Node")]++;
    return SW_OK;
}

/* Number 0 is the default one, of every application. */
int spark_unplayed_on_profile(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    int64_t id;
    (void)err;
    s->n_profiles += json_i64_of(event, "Resource Profile Id", &id) && id > 0;
    return SW_OK;
}

/* A stage is one when an RDD of it is. */
void spark_unplayed_note_barrier(struct spark *s, struct spark_stage *stage, const struct json_node *info)
{
    const struct json_node *list = json_get(info, "RDD Info");
    for (const struct json_node *c = json_first(list); c != json_end(list) && !stage->is_barrier; c = json_after(c))
        if (spark_values_true(c, "Barrier")) {
            stage->is_barrier = true;
            s->n_barrier++;
        }
}

static uint64_t excluded(const struct spark *s, int host)
{
    return s->n_excluded[host] > s->n_blacklisted[host] ? s->n_excluded[host] : s->n_blacklisted[host];
}

void spark_unplayed_facts(const struct spark *s, struct sw_facts *to)
{
    const struct { const char *key; uint64_t n; } counts[] = { { "speculative_attempts", s->n_speculative },
        { "barrier_stages", s->n_barrier }, { "excluded_executors", excluded(s, 0) },
        { "excluded_hosts", excluded(s, 1) }, { "resource_profiles", s->n_profiles } };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sw_facts_add(to, counts[i].key, "%llu", (unsigned long long)counts[i].n);
}
