/* SPDX-License-Identifier: GPL-3.0-or-later */
/* siphash.h - SipHash-2-4 (Aumasson and Bernstein 2012): a 64-bit hash that cannot be computed without the key. */
#ifndef SLOTWISE_SIPHASH_H
#define SLOTWISE_SIPHASH_H
#include <stddef.h>
#include <stdint.h>

struct siphash_key { uint64_t k0, k1; };
uint64_t siphash(struct siphash_key key, const void *at, size_t len);

#endif
