/* Real numbers as balls of 128 bits (Arb). Numbers of so few bits, and small exponents, hold no memory
 * of their own, so that they are copied as they are and need not be cleared. */
#ifndef LW_AUDIT_REAL_ARB_H
#define LW_AUDIT_REAL_ARB_H

#include <arb.h>
#include <math.h>
#include <stdbool.h>

enum { BITS = 128 };

typedef arb_struct real;

static inline real exact(double value)
{
    real out;
    arb_init(&out);
    arb_set_d(&out, value);
    return out;
}

#define OF_TWO(name, call)                                                                             \
    static inline real name(real a, real b)                                                            \
    {                                                                                                  \
        real out;                                                                                      \
        arb_init(&out);                                                                                \
        call(&out, &a, &b, BITS);                                                                      \
        return out;                                                                                    \
    }
OF_TWO(plus, arb_add)
OF_TWO(minus, arb_sub)
OF_TWO(times, arb_mul)
OF_TWO(larger, arb_max)
OF_TWO(lesser_of, arb_min)
#undef OF_TWO

static inline real negative(real a)
{
    arb_neg(&a, &a);
    return a;
}

static inline double near(real a)
{
    return arf_get_d(arb_midref(&a), ARF_RND_NEAR);
}

static inline bool positive(real a)
{
    return arb_is_positive(&a);
}

static inline real size_above(real a)
{
    real out = exact(0);
    arb_get_abs_ubound_arf(arb_midref(&out), &a, BITS);
    return out;
}

static inline real root(real a)
{
    real out = exact(0);
    arb_sqrtpos(&out, &a, BITS);
    return out;
}

static inline real inverse(real a)
{
    real out = exact(0);
    arb_inv(&out, &a, BITS);
    return out;
}

static inline void sine_cosine(real a, real *sine, real *cosine)
{
    *sine = *cosine = exact(0);
    arb_sin_cos(sine, cosine, &a, BITS);
}

#endif
