/* SIMD dispatch: functions that are compiled twice, for every processor, and for one with wide
 * registers (AVX2). The second is vectorised, four doubles at a time; it neither fuses nor reorders
 * operations, so both give the same bits. */
#ifndef LW_MATH_WIDE_H
#define LW_MATH_WIDE_H

#include <stdbool.h>

/* For code that is part of both versions. */
#define LW_INLINED static inline __attribute__((always_inline))

/* LW_NARROW leaves the second version out, so that tests run the first on any machine. Code under
 * LW_HAS_WIDE may use the intrinsics of registers of four doubles (math/intrinsics.h). */
#if defined(__x86_64__) && !defined(LW_NARROW)
#define LW_HAS_WIDE
#define LW_WIDE __attribute__((target("avx2,bmi")))
static inline bool lw_has_wide(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}
#else
#define LW_WIDE
static inline bool lw_has_wide(void)
{
    return false;
}
#endif

#endif
