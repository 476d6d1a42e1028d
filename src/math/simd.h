/* SIMD: two or four doubles, or four vectors, side by side in registers. Where a processor has no such
 * registers, the compiler uses smaller ones. No function returns a register of four: the calling
 * convention for it differs from processor to processor. */
#ifndef LW_MATH_SIMD_H
#define LW_MATH_SIMD_H

#include "math/vec.h"
#include "math/wide.h"

/* Aligned as memory from malloc is. */
typedef double lw_doubles_2 __attribute__((vector_size(16)));
typedef int64_t lw_mask_of_2 __attribute__((vector_size(16)));
typedef double lw_doubles_4 __attribute__((vector_size(32), aligned(16)));
typedef int64_t lw_mask_of_4 __attribute__((vector_size(32), aligned(16)));

/* Four vectors, as a structure of arrays. */
typedef struct vec3x4 {
    lw_doubles_4 x, y, z;
} vec3x4;

LW_INLINED vec3x4 x4_all(vec3 v)
{
    return (vec3x4){{v.x, v.x, v.x, v.x}, {v.y, v.y, v.y, v.y}, {v.z, v.z, v.z, v.z}};
}

/* The vector in a lane. */
LW_INLINED vec3 x4_lane(const vec3x4 *v, int lane)
{
    return v3(v->x[lane], v->y[lane], v->z[lane]);
}

LW_INLINED vec3x4 x4_sub(const vec3x4 *a, const vec3x4 *b)
{
    return (vec3x4){a->x - b->x, a->y - b->y, a->z - b->z};
}

LW_INLINED vec3x4 x4_neg(const vec3x4 *a)
{
    return (vec3x4){-a->x, -a->y, -a->z};
}

LW_INLINED vec3x4 x4_cross(const vec3x4 *a, const vec3x4 *b)
{
    return (vec3x4){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z, a->x * b->y - a->y * b->x};
}

LW_INLINED void x4_dot(const vec3x4 *a, const vec3x4 *b, lw_doubles_4 *out)
{
    *out = a->x * b->x + a->y * b->y + a->z * b->z;
}

/* The dot product of the vectors in lane 0. */
LW_INLINED double x4_first_dot(const vec3x4 *a, const vec3x4 *b)
{
    return a->x[0] * b->x[0] + a->y[0] * b->y[0] + a->z[0] * b->z[0];
}

/* Copies a lane, 0 to 2, to all lanes. */
LW_INLINED void doubles_spread(const lw_doubles_4 *from, int lane, lw_doubles_4 *out)
{
    *out = lane == 0   ? __builtin_shufflevector(*from, *from, 0, 0, 0, 0)
           : lane == 1 ? __builtin_shufflevector(*from, *from, 1, 1, 1, 1)
                       : __builtin_shufflevector(*from, *from, 2, 2, 2, 2);
}

LW_INLINED vec3x4 x4_spread(const vec3x4 *v, int lane)
{
    vec3x4 out;
    doubles_spread(&v->x, lane, &out.x);
    doubles_spread(&v->y, lane, &out.y);
    doubles_spread(&v->z, lane, &out.z);
    return out;
}

/* Replaces a lane, 0 to 2, by the same lane of `by`. With lane 0, lane 3 is replaced too. */
LW_INLINED void doubles_put(lw_doubles_4 *in, int lane, const lw_doubles_4 *by)
{
    *in = lane == 0   ? __builtin_shufflevector(*in, *by, 4, 1, 2, 7)
          : lane == 1 ? __builtin_shufflevector(*in, *by, 0, 5, 2, 3)
                      : __builtin_shufflevector(*in, *by, 0, 1, 6, 3);
}

LW_INLINED void x4_put(vec3x4 *in, int lane, const vec3x4 *by)
{
    doubles_put(&in->x, lane, &by->x);
    doubles_put(&in->y, lane, &by->y);
    doubles_put(&in->z, lane, &by->z);
}

#endif
