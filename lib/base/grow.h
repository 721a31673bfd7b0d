/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grow.h - arrays that grow while they are filled. */
#ifndef LIB_BASE_GROW_H
#define LIB_BASE_GROW_H
#include <stddef.h>
#include "slotwise/sw_err.h"

/* Grows *array_ptr, a pointer to elements of `size` bytes, to hold `need` of them; *cap counts elements.
 * On failure the array is as it was. */
SW_USE_RESULT int grow_more(void *array_ptr, size_t *cap, size_t need, size_t size, struct sw_err *err);
SW_USE_RESULT static inline int sw_grow(void *array_ptr, size_t *cap, size_t need, size_t size, struct sw_err *err)
{
    return need <= *cap ? SW_OK : grow_more(array_ptr, cap, need, size, err);
}
/* Gives back what an array has beyond n elements, all of it for none; where that fails the array is as it was. */
void grow_fit(void *array_ptr, size_t n, size_t size);
/* Frees each of what is named, of which any may be NULL. */
#define GROW_FREE(...) grow_free((void *[]){ __VA_ARGS__ }, sizeof (void *[]){ __VA_ARGS__ } / sizeof(void *))
void grow_free(void *const *array, size_t n);

#endif
