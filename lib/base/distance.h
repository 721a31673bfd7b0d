/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distance.h - how far a name that was typed is from one that is known. */
#ifndef LIB_BASE_DISTANCE_H
#define LIB_BASE_DISTANCE_H
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include "lib/base/minmax.h"

enum { DISTANCE_MOST = 126 }; /* bytes of a name: longer ones are not typed by hand */

static inline int distance_letter(char c, bool exact)
{
    return exact ? (unsigned char)c : c == '-' ? '_' : tolower((unsigned char)c);
}

/* Edits that turn a into b: a letter changed, put in, left out, or two neighbours exchanged ("optimal string
 * alignment"). Unless exact, 'A' equals 'a' and '-' equals '_'. Row i of the classic table needs rows i-1 and i-2. */
static inline size_t distance(const char *a, size_t n_a, const char *b, size_t n_b, bool exact)
{
    size_t table[3][DISTANCE_MOST + 1];
    for (size_t j = 0; j <= n_b; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        size_t *now = table[i % 3], *above = table[(i + 2) % 3], *over = table[(i + 1) % 3];
        int before = i > 1 ? distance_letter(a[i - 2], exact) : 0, last = distance_letter(a[i - 1], exact);
        now[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            now[j] = min_size(above[j - 1] + (last != distance_letter(b[j - 1], exact)),
                              min_size(above[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && last == distance_letter(b[j - 2], exact)
                && before == distance_letter(b[j - 1], exact))
                now[j] = min_size(now[j], over[j - 2] + 1);
        }
    }
    return table[n_a % 3][n_b];
}
#endif
