/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka_all.h - cmocka with the headers that it wants before itself. */
#ifndef SLOTWISE_TESTS_CMOCKA_ALL_H
#define SLOTWISE_TESTS_CMOCKA_ALL_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#endif
