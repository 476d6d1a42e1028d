/* Hash functions of 64 bits, the same on every machine. They are not cryptographic: inputs can be made
 * to collide on purpose. */
#ifndef LW_BASE_HASH_H
#define LW_BASE_HASH_H

#include <stdint.h>
#include <string.h>

/* The finisher of SplitMix64: one to one. */
static inline uint64_t lw_hash_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t lw_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Adds a number to a hash. A hash may begin as any number; the order of the numbers added counts. */
static inline void lw_hash_add(uint64_t *hash, uint64_t number)
{
    *hash = lw_hash_mix(*hash + 0x9e3779b97f4a7c15u + number);
}

/* 0 and -0 are one number. */
static inline void lw_hash_add_double(uint64_t *hash, double value)
{
    lw_hash_add(hash, lw_bits_of(value + 0.0));
}

static inline void lw_hash_add_doubles(uint64_t *hash, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lw_hash_add_double(hash, values[i]);
}

/* text NULL: as if it were empty. */
static inline void lw_hash_add_text(uint64_t *hash, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    lw_hash_add(hash, length);
    for (size_t i = 0; i < length; i++)
        lw_hash_add(hash, (unsigned char)text[i]);
}

#endif
