/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grow.c - arrays that grow by half, so that filling one costs a constant time an element. */
#include "lib/base/grow.h"
#include <stdint.h>
#include <stdlib.h>

int grow_more(void *array_ptr, size_t *cap, size_t need, size_t size, struct sw_err *err)
{
    void **array = array_ptr;
    size_t want = *cap < 16 ? 16 : *cap;
    while (want < need)
        want += want / 2;
    /* The product must not pass SIZE_MAX. */
    void *grown = want > SIZE_MAX / size ? NULL : realloc(*array, want * size);
    if (!grown)
        return sw_err_memory(err);
    *array = grown;
    *cap = want;
    return SW_OK;
}

void grow_free(void *const *array, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(array[i]);
}

void grow_fit(void *array_ptr, size_t n, size_t size)
{
    void **array = array_ptr;
    void *fit = n > 0 ? realloc(*array, n * size) : NULL;
    if (n == 0)
        free(*array);
    if (fit || n == 0)
        *array = fit;
}
