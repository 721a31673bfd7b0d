/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - values of JSON as a tree, read whole or piece by piece. */
#ifndef SLOTWISE_TRACE_PARSE_JSON_H
#define SLOTWISE_TRACE_PARSE_JSON_H
#include "lib/trace/report/sw_damage.h"
#include "lib/csv/sw_bytes.h"
#include "lib/trace/parse/lines.h"

/* ---- json.c ----------------------------------------------------------------------------------------------- */
/* JSON values one behind the other in a stream of bytes, each as a tree that lies in one array. */
/* The one place that sees the JSON library. Objects may be concatenated, stand on lines, or be the elements of one
 * long array; comments between them are skipped. Memory follows the largest object. */
enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
struct json_node {
    enum json_kind kind;
    uint32_t span;        /* nodes of the tree that starts here: at + span is what stands behind it */
    struct sw_text key;   /* of a member of an object */
    struct sw_text text;  /* of a number or string, escapes resolved */
};

#define JSON_MOST ((size_t)1 << 24) /* values in one tree: about a gigabyte of them */

/* ---- one value in memory ------------------------------------------------------------------------- */
struct json_tree {
    struct json_node *node;
    size_t n, cap;
    char *text;
    size_t n_text, cap_text;
    uint32_t *open;       /* while it is built: what is not closed yet */
    size_t depth, cap_open;
    struct sw_text key;   /* of the member that comes next; a place in text until the tree is complete */
    bool failed_memory, too_large; /* too_large: of more than JSON_MOST values */
};
/* tree->node is the root, as long as the text is there and until the next call. SW_FAIL: `why` (of `cap` bytes) says
 * what is wrong with the text, or is empty when memory ran out. */
SW_USE_RESULT int json_parse(struct json_tree *tree, struct sw_text text, char *why, size_t cap);
/* The same but for members with a name in `unread` (ended by an empty one), at any depth: they are often left out, and
 * nothing may be wrong with them. */
SW_USE_RESULT int json_parse_without(struct json_tree *tree, struct sw_text text, const struct sw_text *unread,
                                     char *why, size_t cap);
/* By yajl alone. */
SW_USE_RESULT int json_parse_any(struct json_tree *tree, struct sw_text text, char *why, size_t cap);
void json_clear(struct json_tree *tree);

/* The member of an object, NULL when there is none or `at` is no object (NULL included). */
const struct json_node *json_get(const struct json_node *at, const char *key);
/* The children of an array or object; NULL has none. */
static inline const struct json_node *json_first(const struct json_node *at) { return at ? at + 1 : NULL; }
static inline const struct json_node *json_after(const struct json_node *at) { return at + at->span; }
static inline const struct json_node *json_end(const struct json_node *at) { return at ? at + at->span : NULL; }
/* for each of them, as c; `of` is asked once */
#define JSON_EACH(c, of)                                                                                               \
    for (const struct json_node *c##_of = (of), *c = json_first(c##_of); c != json_end(c##_of); c = json_after(c))
size_t json_count(const struct json_node *at);
/* The value inside {"type": value}, Avro's way to write a value that may be null; else `at` itself. */
const struct json_node *json_inside(const struct json_node *at);
/* The text of a string or number; of anything else, NULL included, the empty text. */
struct sw_text json_text(const struct json_node *at);
struct sw_text json_text_of(const struct json_node *object, const char *key); /* of json_inside(member) */
/* A whole number, also written as a string or with an exponent. */
SW_USE_RESULT bool json_i64(const struct json_node *at, int64_t *out);
SW_USE_RESULT bool json_i64_of(const struct json_node *object, const char *key, int64_t *out);
bool json_is(const struct json_node *at, const char *text);

/* ---- a stream of them ---------------------------------------------------------------------------- */
struct json_stream {
    struct sw_bytes *bytes; /* owned */
    struct json_tree tree;
    struct sw_text raw;     /* the value just read as it stands, until the next call */
    uint64_t line;          /* where it starts, 1 for the first */
    bool cut;               /* the input ended inside a value */
    struct window window;
    uint64_t next_line;     /* of what is not given out yet */
};
/* 1: in->tree.node is an object; 0: the end; -1: text that is not JSON, and the next call goes on behind it; -2: failed
 * for good. */
SW_USE_RESULT int json_stream_next(struct json_stream *in, struct sw_err *err);
/* The same; an object that is damaged is noted. */
SW_USE_RESULT int json_stream_note(struct json_stream *in, struct sw_damage *damage, struct sw_err *err);
void json_stream_clear(struct json_stream *in);
/* Of an importer whose state begins with its stream: its close(), line() and raw(). */
void json_stream_close(void *state);
uint64_t json_stream_line(const void *state);
struct sw_text json_stream_raw(const void *state);
/* The first bytes could be those of such a stream, and one of the members named (ends in NULL) is among them. */
bool json_stream_sniff(const char *at, size_t n, const char *const *members);

/* ---- json_plain.c ----------------------------------------------------------------------------------------- */
/* Plain JSON read in one pass, without the JSON library and without copies. */
/* Lays `text` down in the tree, whose texts then lie in `text`. False: the text is not plain, or not JSON, or memory
 * ran out; the tree holds nothing of use. Members named in `unread` (NULL, or ended by an empty name) are left out,
 * unless their value is a number or a word. */
SW_USE_RESULT bool json_plain_parse(struct json_tree *tree, struct sw_text text, const struct sw_text *unread);
#endif
