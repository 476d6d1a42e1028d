/* SIMD operations on eight floats that C's operators lack, or that gcc compiles badly: for AVX2, for
 * SSE2, or portable, as the including file is compiled. All forms give the same bits. */
#ifndef LW_LANES_KERNEL_EIGHT_H
#define LW_LANES_KERNEL_EIGHT_H

#include "lanes/block.h"

#include <math.h>

typedef float floats_4 __attribute__((vector_size(16)));
typedef int32_t ints_4 __attribute__((vector_size(16)));

/* Where registers hold four numbers, gcc compares, shuffles and repeats a vector of eight number by
 * number, but a vector of four by one instruction: so these operations go by halves. */
typedef union halves {
    lw_floats all;
    floats_4 half[2];
} halves;
#define LOW(a)       ((halves){.all = (lw_floats)(a)}.half[0])
#define HIGH(a)      ((halves){.all = (lw_floats)(a)}.half[1])
#define BOTH(a, b)   ((halves){.half = {(floats_4)(a), (floats_4)(b)}}.all)
#define TURN(a, ...) __builtin_shufflevector((a), (a), __VA_ARGS__)

/* LESSER and GREATER give the second of two numbers where neither is less or greater: of equal numbers
 * (-0 and 0), and with NaN. */
#define SELECT(mask, a, b)   ((lw_floats)(((lw_ints)(a) & (mask)) | ((lw_ints)(b) & ~(mask))))
#define SELECT_4(mask, a, b) ((floats_4)(((ints_4)(a) & (mask)) | ((ints_4)(b) & ~(mask))))
#if defined(__SSE2__)
#define LESSER_4(a, b)  ((floats_4)__builtin_ia32_minps((a), (b)))
#define GREATER_4(a, b) ((floats_4)__builtin_ia32_maxps((a), (b)))
#else
#define LESSER_4(a, b)  SELECT_4((a) < (b), a, b)
#define GREATER_4(a, b) SELECT_4((a) > (b), a, b)
#endif
/* On eight numbers: JOIN puts two halves together, ALL repeats a number, COMPARE and COMPARE_ALL
 * compare with eight others and with one, NEXT_POSE moves every number down a lane and keeps the last.
 */
#if defined(__AVX2__)
#define ALL(a)                   ((lw_floats){a, a, a, a, a, a, a, a})
#define JOIN(a, b)               __builtin_shufflevector((a), (b), 0, 1, 2, 3, 4, 5, 6, 7)
#define GREATER(a, b)            ((lw_floats)__builtin_ia32_maxps256((a), (b)))
#define COMPARE(a, is, b)        ((a)is(b))
#define COMPARE_ALL(a, is, with) ((a)is(with))
#define NEXT_POSE(a)             TURN(a, 1, 2, 3, 4, 5, 6, 7, 7)
#else
#define JOIN(a, b)               BOTH(a, b)
#define ALL_4(a)                 ((floats_4){a, a, a, a})
#define ALL(a)                   BOTH(ALL_4(a), ALL_4(a))
#define GREATER(a, b)            BOTH(GREATER_4(LOW(a), LOW(b)), GREATER_4(HIGH(a), HIGH(b)))
#define COMPARE(a, is, b)        ((lw_ints)BOTH(LOW(a) is LOW(b), HIGH(a) is HIGH(b)))
#define COMPARE_ALL(a, is, with) ((lw_ints)BOTH(LOW(a) is ALL_4(with), HIGH(a) is ALL_4(with)))
#define NEXT_POSE(a)                                                                                   \
    BOTH(__builtin_shufflevector(LOW(a), HIGH(a), 1, 2, 3, 4), TURN(HIGH(a), 1, 2, 3, 3))
#endif
/* The low 32 bits of two times four numbers of 64 bits. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LAST_BITS(a, b) __builtin_shufflevector((lw_ints)(a), (lw_ints)(b), 0, 2, 4, 6, 8, 10, 12, 14)
#else
#define LAST_BITS(a, b) __builtin_shufflevector((lw_ints)(a), (lw_ints)(b), 1, 3, 5, 7, 9, 11, 13, 15)
#endif
#define ABSOLUTE(a) ((lw_floats)((lw_ints)(a)&INT32_MAX))
/* A number that is not negative, with the sign of another one. */
#define WITH_SIGN(a, of) ((lw_floats)((lw_ints)(a) | ((lw_ints)(of)&INT32_MIN)))

/* The lanes of a mask that are set, as bits. */
LW_INLINED unsigned bits_of(const lw_ints *mask)
{
#if defined(__AVX2__)
    return (unsigned)__builtin_ia32_movmskps256((lw_floats)*mask);
#elif defined(__SSE2__)
    return (unsigned)(__builtin_ia32_movmskps(LOW(*mask)) | __builtin_ia32_movmskps(HIGH(*mask)) << 4);
#else
    const ints_4 places = {1, 2, 4, 8};
    ints_4 bits = ((ints_4)LOW(*mask) & places) | ((ints_4)HIGH(*mask) & places << 4);
    return (unsigned)(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

/* The square roots of eight numbers; 0 of negative numbers and NaN. */
LW_INLINED void root_of(const lw_floats *of, lw_floats *out)
{
    const lw_floats zero = {0};
    lw_floats positive = GREATER(*of, zero);
#if defined(__AVX2__)
    *out = (lw_floats)__builtin_ia32_sqrtps256(positive);
#elif defined(__SSE2__)
    *out = BOTH(__builtin_ia32_sqrtps(LOW(positive)), __builtin_ia32_sqrtps(HIGH(positive)));
#else
    for (int i = 0; i < LW_LANES; i++)
        (*out)[i] = sqrtf(positive[i]);
#endif
}

/* The smallest and the largest of eight numbers. */
LW_INLINED void range_of(const lw_floats *of, float *least, float *most)
{
    floats_4 low = LESSER_4(LOW(*of), HIGH(*of));
    floats_4 high = GREATER_4(LOW(*of), HIGH(*of));
    floats_4 other = TURN(low, 2, 3, 0, 1);
    low = LESSER_4(low, other);
    other = TURN(high, 2, 3, 0, 1);
    high = GREATER_4(high, other);
    *least = low[0] < low[1] ? low[0] : low[1];
    *most = high[0] > high[1] ? high[0] : high[1];
}

#endif
