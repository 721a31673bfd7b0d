/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - memory of the replay. The run fails as a whole when there is none (engine.c).
 *
 * On a large cluster what an event reads lies all over, so how it lies decides how long the event takes: what begins with a line of the
 * cache takes fewer of them, and what comes and goes together lies together. */
#include "lib/replay/replay.h" /* of which the assertions below speak */
#include <stdlib.h>
#include <string.h>

_Thread_local jmp_buf *out_of_memory;

/* What replay.h says of lines. */
_Static_assert(offsetof(struct attempt, compute_us) == LINE, "the first of an attempt");
_Static_assert(offsetof(struct stage, at_node) == LINE && offsetof(struct stage, item) == 2 * LINE, "the first two of a stage");
_Static_assert(offsetof(struct job, unlaunched) == LINE && offsetof(struct job, result.first_launch_us) == 3 * LINE, "three of a job");

static void *checked(void *p)
{
    if (!p && out_of_memory)
        longjmp(*out_of_memory, 1);
    if (!p)
        abort();
    return p;
}

void *xcalloc(size_t n, size_t size)
{
    return checked(calloc(n ? n : 1, size));
}

void *xrealloc(void *p, size_t n, size_t size)
{
    return checked(reallocarray(p, n ? n : 1, size));
}

static size_t rounded_up(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

void *xlines(size_t size)
{
    return checked(aligned_alloc(LINE, rounded_up(size ? size : 1, LINE)));
}

char *xcopy(const char *at, size_t len)
{
    char *s = xrealloc(NULL, len + 1, 1);
    if (len)
        memcpy(s, at, len);
    s[len] = '\0';
    return s;
}

/* ---- pieces: what is small, and many of a size come and go --------------------------------------------- */

#if defined __has_feature /* clang's way to say it */
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__
enum { CUT = 0 }; /* so that it sees who reads what is gone */
#else
enum { CUT = MOST_LINES };
#endif

size_t block_size(size_t before)
{
    enum { FIRST = 8 << 10, LAST = 2 << 20 };
    return !before ? FIRST : before < LAST ? 2 * before : LAST;
}

struct piece { struct piece *next; };
struct piece_block { struct piece_block *next; size_t size; };

static COLD void more(struct pieces *p)
{
    if (p->left)
        piece_free(p, p->at, p->left * LINE);
    size_t size = block_size(p->blocks ? p->blocks->size : 0);
    struct piece_block *block = xlines(size);
    *block = (struct piece_block){ p->blocks, size };
    p->blocks = block;
    p->at = (char *)block + LINE;
    p->left = size / LINE - 1;
}

static size_t lines_of(size_t size)
{
    return rounded_up(size + !size, LINE) / LINE;
}

void *piece_new(struct pieces *p, size_t size)
{
    size_t lines = lines_of(size);
    if (lines > CUT)
        return xlines(size);
    struct piece *piece = p->spare[lines];
    if (piece) {
        p->spare[lines] = piece->next;
        return piece;
    }
    if (lines > p->left)
        more(p);
    void *cut = p->at;
    p->at += lines * LINE;
    p->left -= lines;
    return cut;
}

void piece_free(struct pieces *p, void *at, size_t size)
{
    size_t lines = lines_of(size);
    struct piece *piece = at;
    if (lines > CUT) {
        free(at);
    } else if (at) {
        piece->next = p->spare[lines];
        p->spare[lines] = piece;
    }
}

void pieces_end(struct pieces *p)
{
    for (struct piece_block *block = p->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
}
