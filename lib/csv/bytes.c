/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes.c - a file or the standard input as a stream of bytes. gzip, zstd and LZ4 are unpacked; the LZ4 blocks are
 * framed as by Java's LZ4BlockOutputStream, which Spark uses. Bytes go from the file (raw) through the unpacker to
 * what was looked at (peek), or straight to the caller. */
#include "lib/base/grow.h"
#include "lib/csv/sw_bytes.h"
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include <errno.h>
#include <fcntl.h>
#include <lz4.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* BLOCK: read at once. MAGIC: as many as tell how a file is packed. */
#define BLOCK ((size_t)256 * 1024)
#define MAGIC 16

enum packing { PLAIN, GZIP, ZSTD, LZ4 };

struct sw_bytes {
    int fd;
    char *path;
    enum packing packing;
    unsigned char *raw;         /* as read from the file: raw[raw_at..raw_len-1] is not used yet */
    size_t raw_at, raw_len;
    bool raw_ended;
    char *peek;                 /* unpacked, looked at, not handed out: peek[peek_at..peek_len-1] */
    size_t peek_at, peek_len;
    z_stream gzip;
    bool gzip_open;
    ZSTD_DCtx *zstd;
    char *block;                /* LZ4: unpacked and not handed out: block[block_at..block_len-1] */
    size_t block_at, block_len;
    bool midway;                /* inside a gzip member or a zstd frame: the input must not end here */
    uint64_t dropped_lines;
};

/* ---- raw bytes ------------------------------------------------------------------------------- */

/* Of all inputs, in all threads. */
static atomic_uint_fast64_t taken;

uint64_t sw_bytes_taken(void)
{
    return atomic_load_explicit(&taken, memory_order_relaxed);
}

/* A read that a signal has broken off is made again. */
static int read_some(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    ssize_t n;
    do
        n = read(in->fd, buf, cap);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return sw_err_io(err, in->path, "cannot read");
    *got = (size_t)n;
    atomic_fetch_add_explicit(&taken, (uint64_t)n, memory_order_relaxed);
    return SW_OK;
}

/* Makes sure that raw bytes are there, unless the file has ended. */
static int refill(struct sw_bytes *in, struct sw_err *err)
{
    if (in->raw_at < in->raw_len || in->raw_ended)
        return SW_OK;
    in->raw_at = 0;
    if (read_some(in, in->raw, BLOCK, &in->raw_len, err) != SW_OK)
        return SW_FAIL;
    in->raw_ended = in->raw_len == 0;
    return SW_OK;
}

/* Enough to see how the file is packed; a pipe may give less at once. */
static int read_magic(struct sw_bytes *in, struct sw_err *err)
{
    size_t got = 1;
    while (in->raw_len < MAGIC && got) {
        if (read_some(in, in->raw + in->raw_len, BLOCK - in->raw_len, &got, err) != SW_OK)
            return SW_FAIL;
        in->raw_len += got;
    }
    in->raw_ended = got == 0;
    return SW_OK;
}

/* RFC 1952: 1f 8b. RFC 8878: a frame opens with 28 b5 2f fd, a skippable one with 50..5f 2a 4d 18. */
static enum packing recognise(const unsigned char *magic, size_t len)
{
    static const unsigned char zstd[] = { 0x28, 0xb5, 0x2f, 0xfd }, skippable[] = { 0x2a, 0x4d, 0x18 };
    if (len >= 2 && magic[0] == 0x1f && magic[1] == 0x8b)
        return GZIP;
    if (len >= 4 && memcmp(magic, zstd, 4) == 0)
        return ZSTD;
    if (len >= 4 && memcmp(magic, "LZ4B", 4) == 0)
        return LZ4;
    if (len >= 4 && magic[0] >> 4 == 5 && memcmp(magic + 1, skippable, 3) == 0)
        return ZSTD;
    return PLAIN;
}

/* Packings that are not read here, by their first bytes. */
static const struct { const char *magic; size_t len; const char *name, *unpack; } others[] = {
    { "\xfd" "7zXZ\0", 6, "xz", "xz -dc" }, { "\x04\x22\x4d\x18", 4, "lz4", "lz4 -dc" },
    { "\x02\x21\x4c\x18", 4, "lz4", "lz4 -dc" }, { "7z\xbc\xaf\x27\x1c", 6, "7z", "7z x -so" },
    { "LZIP\x01", 5, "lzip", "lzip -dc" }, { "\x89LZO\0", 5, "lzop", "lzop -dc" } };

/* "BZh", the size of a block and the start of one: pi in decimal digits. */
static bool is_bzip2(const unsigned char *magic, size_t len)
{
    return len >= 10 && memcmp(magic, "BZh", 3) == 0 && memcmp(magic + 4, "1AY&SY", 6) == 0;
}

/* A message is better than rows of noise. */
static int check_others(const struct sw_bytes *in, struct sw_err *err)
{
    const char *name = NULL, *unpack = NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (in->raw_len < others[i].len || memcmp(in->raw, others[i].magic, others[i].len) != 0)
            continue;
        name = others[i].name;
        unpack = others[i].unpack;
    }
    if (is_bzip2(in->raw, in->raw_len))
        name = "bzip2", unpack = "bzip2 -dc";
    if (!name)
        return SW_OK;
    return sw_err_data(err, in->path, 0, NULL, "compressed with %s, which is not read here: unpack it first (%s)", name,
                       unpack);
}

/* ---- plain ----------------------------------------------------------------------------------- */

/* First what was read to see how the file is packed, then the file. */
static int plain_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    size_t left = in->raw_len - in->raw_at;
    if (left == 0)
        /* A file that has ended is not read again: a terminal would ask for more. */
        return in->raw_ended ? (*got = 0, SW_OK) : read_some(in, buf, cap, got, err);
    *got = left < cap ? left : cap;
    memcpy(buf, in->raw + in->raw_at, *got);
    in->raw_at += *got;
    return SW_OK;
}

/* ---- gzip ------------------------------------------------------------------------------------ */

/* what: zlib's words, or NULL where it has none. */
static int gzip_damaged(struct sw_bytes *in, const char *what, struct sw_err *err)
{
    return sw_err_data(err, in->path, 0, NULL, "damaged gzip data: %s", what ? what : "not readable");
}

/* Between members: another one may follow, and padding with zeros (tapes, block devices) is skipped. */
static int gzip_next_member(struct sw_bytes *in, bool *ended, struct sw_err *err)
{
    for (;;) {
        if (refill(in, err) != SW_OK)
            return SW_FAIL;
        *ended = in->raw_at == in->raw_len;
        if (*ended || in->raw[in->raw_at] != 0)
            break;
        in->raw_at++;
    }
    if (*ended)
        return SW_OK;
    in->midway = true;
    return inflateReset(&in->gzip) == Z_OK ? SW_OK : gzip_damaged(in, in->gzip.msg, err);
}

/* One call of inflate(): as much as `buf` has room for. */
static int gzip_step(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    in->gzip.next_in = in->raw + in->raw_at;
    in->gzip.avail_in = (uInt)(in->raw_len - in->raw_at);
    in->gzip.next_out = buf;
    in->gzip.avail_out = (uInt)cap;
    int status = inflate(&in->gzip, Z_NO_FLUSH);
    /* What was not used stays for the next call. */
    in->raw_at = in->raw_len - in->gzip.avail_in;
    *got = cap - in->gzip.avail_out;
    if (status == Z_STREAM_END)
        in->midway = false;
    else if (status == Z_MEM_ERROR)
        return sw_err_memory(err);
    /* Z_BUF_ERROR: nothing could be done. gzip_read() sees whether the file has ended. */
    else if (status != Z_OK && status != Z_BUF_ERROR)
        return gzip_damaged(in, in->gzip.msg, err);
    return SW_OK;
}

static int gzip_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    bool ended = false;
    /* A step may give nothing, as that which reads a header. */
    for (*got = 0; *got == 0;) {
        if (!in->midway && gzip_next_member(in, &ended, err) != SW_OK)
            return SW_FAIL;
        if (ended)
            return SW_OK;
        if (refill(in, err) != SW_OK)
            return SW_FAIL;
        /* The file has ended: what is still midway is cut off. */
        bool dry = in->raw_at == in->raw_len;
        if (gzip_step(in, buf, cap, got, err) != SW_OK)
            return SW_FAIL;
        if (dry && *got == 0 && in->midway)
            return sw_err_data(err, in->path, 0, NULL, "gzip data ends early");
    }
    return SW_OK;
}

/* ---- zstd ------------------------------------------------------------------------------------ */

/* left 0: a frame has ended. */
static int zstd_step(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    ZSTD_inBuffer from = { in->raw, in->raw_len, in->raw_at };
    ZSTD_outBuffer to = { buf, cap, 0 };
    size_t left = ZSTD_decompressStream(in->zstd, &to, &from);
    if (ZSTD_isError(left))
        return sw_err_data(err, in->path, 0, NULL, "damaged zstd data: %s", ZSTD_getErrorName(left));
    in->raw_at = from.pos;
    in->midway = left != 0;
    *got = to.pos;
    return SW_OK;
}

/* Frames follow one another; ZSTD_decompressStream() opens the next one by itself. */
static int zstd_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    for (*got = 0; *got == 0;) {
        if (refill(in, err) != SW_OK)
            return SW_FAIL;
        bool dry = in->raw_at == in->raw_len;
        if (dry && !in->midway)
            return SW_OK;
        if (zstd_step(in, buf, cap, got, err) != SW_OK)
            return SW_FAIL;
        if (dry && *got == 0 && in->midway)
            return sw_err_data(err, in->path, 0, NULL, "zstd data ends early");
    }
    return SW_OK;
}

/* ---- LZ4 blocks ------------------------------------------------------------------------------ */

/* "LZ4Block", method in the upper half of a byte, then packed length, plain length and a checksum, little end first. A
 * block of plain length 0 ends a stream; another may follow. */
enum { LZ4_HEAD = 21, LZ4_STORED = 0x10, LZ4_PACKED = 0x20, LZ4_LARGEST = 1 << 26 };

static uint32_t little(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Raw bytes, as many as asked for or until the end of the file. */
static int take_raw(struct sw_bytes *in, void *to, size_t n, size_t *got, struct sw_err *err)
{
    for (*got = 0; *got < n;) {
        if (refill(in, err) != SW_OK)
            return SW_FAIL;
        size_t left = in->raw_len - in->raw_at, some = left < n - *got ? left : n - *got;
        if (some == 0)
            break;
        memcpy((char *)to + *got, in->raw + in->raw_at, some);
        in->raw_at += some;
        *got += some;
    }
    return SW_OK;
}

/* The block is in->block from here on. A stored one is not packed. */
static int lz4_unpack(struct sw_bytes *in, const char *packed, size_t packed_len, size_t plain_len, int method,
                      struct sw_err *err)
{
    char *grown = realloc(in->block, plain_len + 1);
    if (!grown)
        return sw_err_memory(err);
    in->block = grown;
    in->block_at = 0;
    in->block_len = plain_len;
    if (method == LZ4_STORED && packed_len == plain_len)
        memcpy(in->block, packed, plain_len);
    else if (method != LZ4_PACKED
             || LZ4_decompress_safe(packed, in->block, (int)packed_len, (int)plain_len) != (int)plain_len) {
        in->block_len = 0;
        return sw_err_data(err, in->path, 0, NULL, "damaged lz4 data");
    }
    return SW_OK;
}

static int lz4_block(struct sw_bytes *in, const unsigned char *head, struct sw_err *err)
{
    size_t packed_len = little(head + 9), plain_len = little(head + 13), got;
    /* Lengths are checked before memory is taken for them: those of damaged data may be any. */
    if (memcmp(head, "LZ4Block", 8) != 0 || packed_len > LZ4_LARGEST || plain_len > LZ4_LARGEST)
        return sw_err_data(err, in->path, 0, NULL, "damaged lz4 data");
    char *packed = malloc(packed_len + 1);
    if (!packed)
        return sw_err_memory(err);
    /* The input must not end within the block. */
    in->midway = true;
    int status = take_raw(in, packed, packed_len, &got, err);
    if (status == SW_OK && got < packed_len)
        status = sw_err_data(err, in->path, 0, NULL, "lz4 data ends early");
    else if (status == SW_OK && plain_len > 0)
        status = lz4_unpack(in, packed, packed_len, plain_len, head[8] & 0xf0, err);
    free(packed);
    if (status == SW_OK)
        in->midway = false;
    return status;
}

static int lz4_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    unsigned char head[LZ4_HEAD];
    /* A block of plain length 0 gives nothing. */
    while (in->block_at == in->block_len) {
        if (take_raw(in, head, sizeof head, got, err) != SW_OK)
            return SW_FAIL;
        if (*got == 0)
            return in->midway = false, SW_OK;
        in->midway = true;
        if (*got < sizeof head)
            return sw_err_data(err, in->path, 0, NULL, "lz4 data ends early");
        if (lz4_block(in, head, err) != SW_OK)
            return SW_FAIL;
    }
    size_t left = in->block_len - in->block_at;
    *got = left < cap ? left : cap;
    memcpy(buf, in->block + in->block_at, *got);
    in->block_at += *got;
    return SW_OK;
}

/* ---- the stream ------------------------------------------------------------------------------ */

static int unpacker_open(struct sw_bytes *in, struct sw_err *err)
{
    in->packing = recognise(in->raw, in->raw_len);
    /* A packed file must not be empty. */
    in->midway = in->packing != PLAIN;
    if (in->packing == PLAIN && check_others(in, err) != SW_OK)
        return SW_FAIL;
    if (in->packing == ZSTD && !(in->zstd = ZSTD_createDCtx()))
        return sw_err_memory(err);
    if (in->packing == GZIP)
        in->gzip_open = inflateInit2(&in->gzip, 15 + 16) == Z_OK; /* 16: a gzip header */
    return in->packing == GZIP && !in->gzip_open ? sw_err_memory(err) : SW_OK;
}

/* name: NULL: the path. */
static int file_open(struct sw_bytes *in, const char *path, const char *name, struct sw_err *err)
{
    in->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (in->fd < 0)
        return sw_err_io(err, name ? name : path, "cannot open");
    /* The run would read what it writes. */
    if (sw_out_is_planned(in->fd, NULL))
        return sw_err_usage(err, "would overwrite its own input: '%s'", path);
    in->path = strdup(name ? name : in->fd == STDIN_FILENO ? "standard input" : path);
    in->raw = malloc(BLOCK);
    if (!in->path || !in->raw)
        return sw_err_memory(err);
    return read_magic(in, err);
}

int sw_bytes_open_as(struct sw_bytes **out, const char *path, const char *name, struct sw_err *err)
{
    struct sw_bytes *in = calloc(1, sizeof *in);
    *out = NULL;
    if (!in)
        return sw_err_memory(err);
    if (file_open(in, path ? path : "-", name, err) != SW_OK || unpacker_open(in, err) != SW_OK) {
        sw_bytes_close(in);
        return SW_FAIL;
    }
    *out = in;
    return SW_OK;
}

int sw_bytes_open(struct sw_bytes **out, const char *path, struct sw_err *err)
{
    return sw_bytes_open_as(out, path, NULL, err);
}

static int unpack(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    if (in->packing == GZIP)
        return gzip_read(in, buf, cap, got, err);
    if (in->packing == ZSTD)
        return zstd_read(in, buf, cap, got, err);
    if (in->packing == LZ4)
        return lz4_read(in, buf, cap, got, err);
    return plain_read(in, buf, cap, got, err);
}

/* First what was looked at, then what comes. */
int sw_bytes_read(struct sw_bytes *in, void *buf, size_t cap, size_t *got, struct sw_err *err)
{
    size_t left = in->peek_len - in->peek_at;
    if (left == 0)
        return unpack(in, buf, cap, got, err);
    *got = left < cap ? left : cap;
    memcpy(buf, in->peek + in->peek_at, *got);
    in->peek_at += *got;
    return SW_OK;
}

int sw_bytes_whole(const char *path, char **text, size_t *n, struct sw_err *err)
{
    struct sw_bytes *in;
    size_t len = 0, cap = 0, got = 1;
    *text = NULL;
    if (sw_bytes_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int status = SW_OK;
    while (status == SW_OK && got > 0) {
        /* One byte is kept for the NUL. */
        status = sw_grow(text, &cap, len + 4096, 1, err);
        if (status == SW_OK)
            status = sw_bytes_read(in, *text + len, cap - len - 1, &got, err);
        len += status == SW_OK ? got : 0;
    }
    sw_bytes_close(in);
    if (status != SW_OK) {
        free(*text);
        *text = NULL;
        return SW_FAIL;
    }
    (*text)[len] = '\0';
    if (n)
        *n = len;
    return SW_OK;
}

/* Moves what was looked at before to the front of a buffer of at least cap bytes. */
static int peek_room(struct sw_bytes *in, size_t cap, struct sw_err *err)
{
    size_t left = in->peek_len - in->peek_at;
    char *grown = malloc(cap > left ? cap : left + 1);
    if (!grown)
        return sw_err_memory(err);
    if (left)
        memcpy(grown, in->peek + in->peek_at, left);
    free(in->peek);
    in->peek = grown;
    in->peek_at = 0;
    in->peek_len = left;
    return SW_OK;
}

int sw_bytes_peek(struct sw_bytes *in, const char **at, size_t cap, size_t *got, struct sw_err *err)
{
    if (peek_room(in, cap, err) != SW_OK)
        return SW_FAIL;
    /* Until cap bytes are there, or the input ends. */
    for (size_t n = 1; n && in->peek_len < cap; in->peek_len += n)
        if (unpack(in, in->peek + in->peek_len, cap - in->peek_len, &n, err) != SW_OK)
            return SW_FAIL;
    *at = in->peek;
    *got = in->peek_len < cap ? in->peek_len : cap;
    return SW_OK;
}

/* n is at most what was looked at. Lines are counted for the line numbers of messages. */
void sw_bytes_drop(struct sw_bytes *in, size_t n)
{
    const char *at = in->peek + in->peek_at, *end = at + n;
    in->peek_at += n;
    while (n && (at = memchr(at, '\n', (size_t)(end - at)))) {
        in->dropped_lines++;
        at++;
    }
}

uint64_t sw_bytes_dropped_lines(const struct sw_bytes *in)
{
    return in->dropped_lines;
}

/* midway without any raw bytes left, after a read that failed. */
bool sw_bytes_ended_early(const struct sw_bytes *in)
{
    return in->packing != PLAIN && in->midway && in->raw_ended && in->raw_at == in->raw_len;
}

const char *sw_bytes_path(const struct sw_bytes *in)
{
    return in->path;
}

void sw_bytes_close(struct sw_bytes *in)
{
    if (!in)
        return;
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    if (in->gzip_open)
        inflateEnd(&in->gzip);
    ZSTD_freeDCtx(in->zstd);
    free(in->block);
    free(in->raw);
    free(in->peek);
    free(in->path);
    free(in);
}
