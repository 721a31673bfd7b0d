/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listed.c - see listed.h. Both forms give id, user and queue of each application; the first byte says which it is. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/csv/text.h"
#include "lib/trace/parse/json.h"
#include "lib/trace/parse/table.h"
#include "lib/trace/record/listed.h"

/* A copy that ends in NUL; where the next one goes. */
static char *listed_put(char *at, struct sw_text text)
{
    if (text.len > 0)
        memcpy(at, text.at, text.len);
    at[text.len] = '\0';
    return at + text.len + 1;
}

/* Of an application that is there twice the first counts. */
static int listed_add(struct listed *l, struct sw_text id, struct sw_text user, struct sw_text queue,
                      struct sw_err *err)
{
    if (id.len == 0 || sw_names_find(&l->by_id, id.at, id.len))
        return SW_OK;
    /* An entry and its three texts are one piece of memory, with a NUL behind each text. */
    struct listed_app *a = malloc(sizeof *a + id.len + user.len + queue.len + 3);
    if (!a)
        return sw_err_memory(err);
    char *user_at = listed_put(a->at, id), *queue_at = listed_put(user_at, user);
    listed_put(queue_at, queue);
    *a = (struct listed_app){ .id = a->at, .user = user_at, .queue = queue_at, .next = l->first };
    l->first = a;
    l->n++;
    return sw_names_add(&l->by_id, a->id, id.len, a) == 0 ? SW_OK : sw_err_memory(err);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static int add_object(struct listed *l, const struct json_node *app, struct sw_err *err)
{
    return listed_add(l, json_text_of(app, "id"), json_text_of(app, "user"), json_text_of(app, "queue"), err);
}

/* Not one application is no error where the list itself is there: a cluster may have had none. */
static int no_list(const char *path, struct sw_err *err)
{
    return sw_err_data(err, path, 0, NULL, "no list of applications: neither the JSON of /ws/v1/cluster/apps nor what "
                                           "yarn application -list prints");
}

/* {"apps":{"app":[...]}}, or the applications one behind the other. */
static int read_json(struct listed *l, struct sw_bytes *bytes, const char *path, struct sw_err *err)
{
    struct json_stream in = { .bytes = bytes };
    int got, status = SW_OK;
    bool apps = false;
    /* An answer of the REST interface is one object; several may stand one behind the other. */
    while (status == SW_OK && (got = json_stream_next(&in, err)) != 0) {
        if (got < 0) {
            json_stream_clear(&in);
            return got == -2 ? SW_FAIL : sw_err_data(err, path, in.line, NULL, "no JSON");
        }
        const struct json_node *root = in.tree.node, *list = json_get(json_get(root, "apps"), "app");
        if (json_get(root, "apps"))
            apps = true;
        else
            status = add_object(l, root, err);
        for (const struct json_node *c = json_first(list); status == SW_OK && c != json_end(list); c = json_after(c))
            status = add_object(l, c, err);
    }
    json_stream_clear(&in);
    return status == SW_OK && l->n == 0 && !apps ? no_list(path, err) : status;
}

/* ---- as the command prints it -------------------------------------------------------------------- */

/* More columns than the command prints, so that tabs within a name leave the last ones in place. */
enum { MOST = 16 };

static int read_lines(struct listed *l, struct sw_bytes *bytes, const char *path, struct sw_err *err)
{
    struct lines in = { .bytes = bytes };
    size_t user = 0, queue = 0; /* where they stand, counted from the end: an application may be called anything */
    struct sw_text field[MOST];
    int got, status = SW_OK;
    while (status == SW_OK && (got = lines_next(&in, err)) != 0) {
        /* A line of more fields than there is room for counts as one of that many. */
        const size_t n = got == 1 ? min_size(table_split(in.line, '\t', field, MOST), MOST) : 0;
        for (size_t i = 0; i < n; i++)
            field[i] = text_trimmed(field[i], " ");
        if (got < 0)
            status = SW_FAIL;
        else if (user == 0 || queue == 0)
            /* Lines in front of the head are passed over until it has told where both columns stand. */
            for (size_t i = 0; sw_text_is(field[0], "Application-Id") && i < n; i++) {
                user = sw_text_is(field[i], "User") ? n - i : user;
                queue = sw_text_is(field[i], "Queue") ? n - i : queue;
            }
        /* Twelve letters are the prefix alone: an id has something behind it. */
        else if (n >= user && n >= queue && field[0].len > 12 && text_begins(field[0], "application_"))
            status = listed_add(l, field[0], field[n - user], field[n - queue], err);
    }
    lines_clear(&in);
    return status == SW_OK && (user == 0 || queue == 0) ? no_list(path, err) : status;
}

/* ---- either --------------------------------------------------------------------------------------- */

int listed_read(struct listed *l, const char *path, struct sw_err *err)
{
    struct sw_bytes *bytes;
    const char *at;
    size_t n;
    *l = (struct listed){ .n = 0 };
    if (sw_bytes_open(&bytes, path, err) != SW_OK)
        return SW_FAIL;
    if (sw_bytes_peek(bytes, &at, 64, &n, err) != SW_OK) {
        sw_bytes_close(bytes);
        return SW_FAIL;
    }
    char first = lines_first_byte(at, n);
    return first == '{' || first == '[' ? read_json(l, bytes, path, err) : read_lines(l, bytes, path, err);
}

/* Logs name an application with its attempt, the list without. */
struct listed_app *listed_find(const struct listed *l, const char *id)
{
    struct listed_app *a = sw_names_find(&l->by_id, id, strlen(id));
    const char *attempt = strrchr(id, '_');
    return a || !attempt ? a : sw_names_find(&l->by_id, id, (size_t)(attempt - id));
}

void listed_clear(struct listed *l)
{
    for (struct listed_app *a = l->first, *next; a; a = next) {
        next = a->next;
        free(a);
    }
    sw_names_clear(&l->by_id);
    *l = (struct listed){ .n = 0 };
}
