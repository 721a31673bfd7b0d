/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msan.c - the one border between what clang's memory sanitizer watches, slotwise, and the libraries that Debian builds
 * without it. The linker sends slotwise's calls through here (--wrap in build.mk).
 *
 * - Bytes that a library is given are checked.
 * - Bytes that a packing's library has written are marked as written, no more than it says it wrote.
 * - Texts that a parser hands over are marked as written. So is what yajl, expat and libcsv allocate for themselves.
 * - A library's functions do not mark their variables. So the stack below is marked each time one is entered.
 *
 * A library's own fault is not seen, and what slotwise makes of its bytes is. */
#include <csv.h>
#include <expat.h>
#include <lz4.h>
#include <sanitizer/msan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>
#include <yaml.h>
#include <zlib.h>
#include <zstd.h>

static void *theirs(void *block, size_t size)
{
    if (block != NULL)
        __msan_unpoison(block, size);
    return block;
}

static void *their_malloc(size_t size) { return theirs(malloc(size), size); }
static void *their_realloc(void *old, size_t size) { return theirs(realloc(old, size), size); }

/* ---- packings ------------------------------------------------------------------------------------ */

int __real_inflate(z_stream *z, int flush);
int __wrap_inflate(z_stream *z, int flush);
int __wrap_inflate(z_stream *z, int flush)
{
    Bytef *from = z->next_out;
    __msan_check_mem_is_initialized(z->next_in, z->avail_in);
    int status = __real_inflate(z, flush);
    __msan_unpoison(from, (size_t)(z->next_out - from));
    return status;
}

size_t __real_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
size_t __wrap_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
size_t __wrap_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in)
{
    __msan_check_mem_is_initialized((const char *)in->src + in->pos, in->size - in->pos);
    size_t from = out->pos, status = __real_ZSTD_decompressStream(s, out, in);
    __msan_unpoison((char *)out->dst + from, out->pos - from);
    return status;
}

int __real_LZ4_decompress_safe(const char *packed, char *to, int n_packed, int cap);
int __wrap_LZ4_decompress_safe(const char *packed, char *to, int n_packed, int cap);
int __wrap_LZ4_decompress_safe(const char *packed, char *to, int n_packed, int cap)
{
    __msan_check_mem_is_initialized(packed, (size_t)n_packed);
    int n = __real_LZ4_decompress_safe(packed, to, n_packed, cap);
    if (n > 0)
        __msan_unpoison(to, (size_t)n);
    return n;
}

/* ---- parsers ------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void mark_stack_below(void)
{
    char below[1 << 15];
    __msan_unpoison(below, sizeof below);
}

static void enter(const void *at, size_t n)
{
    if (at != NULL && n > 0)
        __msan_check_mem_is_initialized(at, n);
    mark_stack_below();
}

/* A parser's calls of slotwise, and its memory. One of a kind is at work at a time. */
static struct { yajl_callbacks calls; yajl_alloc_funcs memory; } in_yajl;

static int leave_yajl(int status)
{
    mark_stack_below();
    return status;
}

static const char *text(const void *at, size_t n) { return theirs((void *)(uintptr_t)at, n); }
static int yajl_null_(void *c) { return leave_yajl(in_yajl.calls.yajl_null(c)); }
static int yajl_boolean_(void *c, int is) { return leave_yajl(in_yajl.calls.yajl_boolean(c, is)); }
static int yajl_object_(void *c) { return leave_yajl(in_yajl.calls.yajl_start_map(c)); }
static int yajl_object_end_(void *c) { return leave_yajl(in_yajl.calls.yajl_end_map(c)); }
static int yajl_array_(void *c) { return leave_yajl(in_yajl.calls.yajl_start_array(c)); }
static int yajl_array_end_(void *c) { return leave_yajl(in_yajl.calls.yajl_end_array(c)); }
static int yajl_number_(void *c, const char *at, size_t n)
{
    return leave_yajl(in_yajl.calls.yajl_number(c, text(at, n), n));
}
static int yajl_string_(void *c, const unsigned char *at, size_t n)
{
    return leave_yajl(in_yajl.calls.yajl_string(c, (const unsigned char *)text(at, n), n));
}
static int yajl_key_(void *c, const unsigned char *at, size_t n)
{
    return leave_yajl(in_yajl.calls.yajl_map_key(c, (const unsigned char *)text(at, n), n));
}

static void *yajl_malloc_(void *c, size_t n) { return theirs(in_yajl.memory.malloc(c, n), n); }
static void *yajl_realloc_(void *c, void *old, size_t n) { return theirs(in_yajl.memory.realloc(c, old, n), n); }
static void yajl_free_(void *c, void *block) { in_yajl.memory.free(c, block); }

yajl_handle __real_yajl_alloc(const yajl_callbacks *calls, yajl_alloc_funcs *memory, void *ctx);
yajl_handle __wrap_yajl_alloc(const yajl_callbacks *calls, yajl_alloc_funcs *memory, void *ctx);
yajl_handle __wrap_yajl_alloc(const yajl_callbacks *calls, yajl_alloc_funcs *memory, void *ctx)
{
    static const yajl_callbacks own = { yajl_null_, yajl_boolean_, NULL, NULL, yajl_number_, yajl_string_, yajl_object_,
                                        yajl_key_, yajl_object_end_, yajl_array_, yajl_array_end_ };
    static yajl_alloc_funcs room;
    in_yajl.calls = *calls;
    in_yajl.memory = *memory;
    room = (yajl_alloc_funcs){ yajl_malloc_, yajl_realloc_, yajl_free_, memory->ctx };
    mark_stack_below();
    return __real_yajl_alloc(&own, &room, ctx);
}

yajl_status __real_yajl_parse(yajl_handle h, const unsigned char *at, size_t n);
yajl_status __wrap_yajl_parse(yajl_handle h, const unsigned char *at, size_t n);
yajl_status __wrap_yajl_parse(yajl_handle h, const unsigned char *at, size_t n)
{
    enter(at, n);
    return __real_yajl_parse(h, at, n);
}

unsigned char *__real_yajl_get_error(yajl_handle h, int verbose, const unsigned char *at, size_t n);
unsigned char *__wrap_yajl_get_error(yajl_handle h, int verbose, const unsigned char *at, size_t n);
unsigned char *__wrap_yajl_get_error(yajl_handle h, int verbose, const unsigned char *at, size_t n)
{
    enter(at, n);
    return __real_yajl_get_error(h, verbose, at, n);
}

static struct { XML_StartElementHandler start; XML_EndElementHandler end; XML_CharacterDataHandler text; } in_expat;

static void expat_start(void *ctx, const XML_Char *name, const XML_Char **pairs)
{
    in_expat.start(ctx, name, pairs);
    mark_stack_below();
}
static void expat_end(void *ctx, const XML_Char *name)
{
    in_expat.end(ctx, name);
    mark_stack_below();
}
static void expat_text(void *ctx, const XML_Char *at, int n)
{
    in_expat.text(ctx, text(at, (size_t)n), n);
    mark_stack_below();
}

XML_Parser __wrap_XML_ParserCreate(const XML_Char *encoding);
XML_Parser __wrap_XML_ParserCreate(const XML_Char *encoding)
{
    static const XML_Memory_Handling_Suite own = { their_malloc, their_realloc, free };
    mark_stack_below();
    return XML_ParserCreate_MM(encoding, &own, NULL);
}

void __real_XML_SetElementHandler(XML_Parser p, XML_StartElementHandler start, XML_EndElementHandler end);
void __wrap_XML_SetElementHandler(XML_Parser p, XML_StartElementHandler start, XML_EndElementHandler end);
void __wrap_XML_SetElementHandler(XML_Parser p, XML_StartElementHandler start, XML_EndElementHandler end)
{
    in_expat.start = start;
    in_expat.end = end;
    __real_XML_SetElementHandler(p, expat_start, expat_end);
}

void __real_XML_SetCharacterDataHandler(XML_Parser p, XML_CharacterDataHandler h);
void __wrap_XML_SetCharacterDataHandler(XML_Parser p, XML_CharacterDataHandler h);
void __wrap_XML_SetCharacterDataHandler(XML_Parser p, XML_CharacterDataHandler h)
{
    in_expat.text = h;
    __real_XML_SetCharacterDataHandler(p, expat_text);
}

enum XML_Status __real_XML_ParseBuffer(XML_Parser p, int n, int last);
enum XML_Status __wrap_XML_ParseBuffer(XML_Parser p, int n, int last);
enum XML_Status __wrap_XML_ParseBuffer(XML_Parser p, int n, int last)
{
    mark_stack_below();
    return __real_XML_ParseBuffer(p, n, last);
}

static struct { void (*field)(void *, size_t, void *); void (*row)(int, void *); } in_csv;

static void csv_field(void *at, size_t n, void *ctx)
{
    in_csv.field((void *)(uintptr_t)text(at, n), n, ctx);
    mark_stack_below();
}
static void csv_row(int end, void *ctx)
{
    in_csv.row(end, ctx);
    mark_stack_below();
}

int __real_csv_init(struct csv_parser *p, unsigned char options);
int __wrap_csv_init(struct csv_parser *p, unsigned char options);
int __wrap_csv_init(struct csv_parser *p, unsigned char options)
{
    int status = __real_csv_init(p, options);
    __msan_unpoison(p, sizeof *p);
    if (status == 0)
        csv_set_realloc_func(p, their_realloc);
    return status;
}

size_t __real_csv_parse(struct csv_parser *p, const void *at, size_t n, void (*field)(void *, size_t, void *),
                        void (*row)(int, void *), void *ctx);
size_t __wrap_csv_parse(struct csv_parser *p, const void *at, size_t n, void (*field)(void *, size_t, void *),
                        void (*row)(int, void *), void *ctx);
size_t __wrap_csv_parse(struct csv_parser *p, const void *at, size_t n, void (*field)(void *, size_t, void *),
                        void (*row)(int, void *), void *ctx)
{
    in_csv.field = field;
    in_csv.row = row;
    enter(at, n);
    return __real_csv_parse(p, at, n, csv_field, csv_row, ctx);
}

int __real_csv_fini(struct csv_parser *p, void (*field)(void *, size_t, void *), void (*row)(int, void *), void *ctx);
int __wrap_csv_fini(struct csv_parser *p, void (*field)(void *, size_t, void *), void (*row)(int, void *), void *ctx);
int __wrap_csv_fini(struct csv_parser *p, void (*field)(void *, size_t, void *), void (*row)(int, void *), void *ctx)
{
    in_csv.field = field;
    in_csv.row = row;
    mark_stack_below();
    return __real_csv_fini(p, field != NULL ? csv_field : NULL, row != NULL ? csv_row : NULL, ctx);
}

static yaml_read_handler_t *in_yaml; /* one parser is at work at a time */

static int yaml_bytes(void *context, unsigned char *to, size_t cap, size_t *n)
{
    mark_stack_below();
    __msan_unpoison(n, sizeof *n);
    int status = in_yaml(context, to, cap, n);
    enter(to, *n);
    return status;
}

void __real_yaml_parser_set_input(yaml_parser_t *p, yaml_read_handler_t *handler, void *context);
void __wrap_yaml_parser_set_input(yaml_parser_t *p, yaml_read_handler_t *handler, void *context);
void __wrap_yaml_parser_set_input(yaml_parser_t *p, yaml_read_handler_t *handler, void *context)
{
    in_yaml = handler;
    __real_yaml_parser_set_input(p, yaml_bytes, context);
}

/* What an error says stands in the parser. A scalar's text has a NUL behind its length. */
int __real_yaml_parser_parse(yaml_parser_t *p, yaml_event_t *e);
int __wrap_yaml_parser_parse(yaml_parser_t *p, yaml_event_t *e);
int __wrap_yaml_parser_parse(yaml_parser_t *p, yaml_event_t *e)
{
    mark_stack_below();
    int status = __real_yaml_parser_parse(p, e);
    __msan_unpoison(p, sizeof *p);
    if (!status)
        return status;
    __msan_unpoison(e, sizeof *e);
    if (e->type == YAML_SCALAR_EVENT)
        text(e->data.scalar.value, e->data.scalar.length + 1);
    return status;
}
