/* Vectors, 3x3 matrices and poses, as plain values. Doubles throughout. */
#ifndef LW_MATH_VEC_H
#define LW_MATH_VEC_H

#include <math.h>

#include "leeway/leeway.h"

typedef lw_vec3 vec3;

/* Three columns: the images of the axes. */
typedef struct mat3 {
    vec3 x, y, z;
} mat3;

/* Takes a point from the body's frame to the outer frame: rotation * p + position. */
typedef struct pose {
    mat3 rotation;
    vec3 position;
} pose;

static inline vec3 v3(double x, double y, double z)
{
    return (vec3){x, y, z};
}

static inline vec3 add(vec3 a, vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3 sub(vec3 a, vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3 scale(double s, vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

static inline vec3 neg(vec3 a)
{
    return v3(-a.x, -a.y, -a.z);
}

/* a + s b */
static inline vec3 add_scaled(vec3 a, double s, vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 cross(vec3 a, vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double norm2(vec3 a)
{
    return dot(a, a);
}

static inline double norm(vec3 a)
{
    return sqrt(dot(a, a));
}

/* The smaller and the larger of two numbers, neither NaN: one instruction, where fmin and fmax are
 * calls because they must check for NaN. */
static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

static inline vec3 min3(vec3 a, vec3 b)
{
    return v3(lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z));
}

static inline vec3 max3(vec3 a, vec3 b)
{
    return v3(greater(a.x, b.x), greater(a.y, b.y), greater(a.z, b.z));
}

/* The sum of the coordinates' magnitudes: no less than the length, and cheaper. */
static inline double sum3(vec3 a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

/* The box around count > 0 points. */
static inline void bounds3(const vec3 *points, size_t count, vec3 *low, vec3 *high)
{
    *low = *high = points[0];
    for (size_t i = 1; i < count; i++) {
        *low = min3(*low, points[i]);
        *high = max3(*high, points[i]);
    }
}

static inline vec3 abs3(vec3 a)
{
    return v3(fabs(a.x), fabs(a.y), fabs(a.z));
}

static inline double max_component(vec3 a)
{
    return greater(a.x, greater(a.y, a.z));
}

/* Along x, y or z: axis 0, 1 or 2. */
static inline double component3(vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/* A corner of the box from -half to half: bit 0, 1, 2 of the index is set where x, y, z is positive. */
static inline vec3 box_corner(vec3 half, uint32_t index)
{
    return v3(index & 1 ? half.x : -half.x, index & 2 ? half.y : -half.y, index & 4 ? half.z : -half.z);
}

static inline bool finite3(vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* m v */
static inline vec3 rotate(mat3 m, vec3 v)
{
    return v3(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
              m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
}

/* transpose(m) v: the inverse, for a rotation */
static inline vec3 rotate_back(mat3 m, vec3 v)
{
    return v3(dot(m.x, v), dot(m.y, v), dot(m.z, v));
}

/* a b */
static inline mat3 mul(mat3 a, mat3 b)
{
    return (mat3){rotate(a, b.x), rotate(a, b.y), rotate(a, b.z)};
}

/* transpose(a) b */
static inline mat3 mul_back(mat3 a, mat3 b)
{
    return (mat3){rotate_back(a, b.x), rotate_back(a, b.y), rotate_back(a, b.z)};
}

static inline mat3 mat3_identity(void)
{
    return (mat3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}

static inline pose pose_identity(void)
{
    return (pose){mat3_identity(), {0, 0, 0}};
}

static inline vec3 transform(pose p, vec3 v)
{
    return add(rotate(p.rotation, v), p.position);
}

static inline vec3 transform_back(pose p, vec3 v)
{
    return rotate_back(p.rotation, sub(v, p.position));
}

/* a b: first b, then a. Where b is a pose in a's body frame, this is that pose in a's outer frame. */
static inline pose compose(pose a, pose b)
{
    return (pose){mul(a.rotation, b.rotation), transform(a, b.position)};
}

/* inverse(a) b: the pose b in a's body frame */
static inline pose relative(pose a, pose b)
{
    return (pose){mul_back(a.rotation, b.rotation), transform_back(a, b.position)};
}

static inline pose inverse(pose a)
{
    mat3 r = a.rotation;
    mat3 t = {{r.x.x, r.y.x, r.z.x}, {r.x.y, r.y.y, r.z.y}, {r.x.z, r.y.z, r.z.z}};
    return (pose){t, neg(rotate(t, a.position))};
}

#endif
