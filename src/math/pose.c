/* Rotations and poses: from angles, axes and quaternions, and back. */
#include "math/pose.h"

#include "math/rounding.h"

mat3 lw_rotation(vec3 a, double angle)
{
    double s;
    double c;
    lw_sincos(angle, &s, &c);
    double t = 1 - c;
    return (mat3){{t * a.x * a.x + c, t * a.x * a.y + s * a.z, t * a.x * a.z - s * a.y},
                  {t * a.x * a.y - s * a.z, t * a.y * a.y + c, t * a.y * a.z + s * a.x},
                  {t * a.x * a.z + s * a.y, t * a.y * a.z - s * a.x, t * a.z * a.z + c}};
}

mat3 lw_rotation_from_quat(lw_quat q)
{
    double x = q.x;
    double y = q.y;
    double z = q.z;
    double w = q.w;
    return (mat3){{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                  {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                  {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

/* How far from 1 the computed square of a quaternion's length may be for it to count as of unit length.
 * After a division by the length it is within 8 u (within 6 u for 100,000 random quaternions). The
 * square is computed within 4 u, so the length is within 6 u of 1: no component errs by more than the
 * budget of a pose (LW_POSE_ROUNDING) has for a given quaternion. docs/decisions/scene.md, "A
 * quaternion of unit length to 8 units of rounding is not normalised again". */
static const double UNIT = LW_ROUNDING(8);
enum { MOST_DIVISIONS = 4 /* without rounding, one is enough */ };

static bool is_unit(lw_quat q)
{
    return fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) <= UNIT;
}

/* Divides a quaternion by its length. */
static bool divide_by_length(lw_quat *q)
{
    double largest = fmax(fmax(fabs(q->x), fabs(q->y)), fmax(fabs(q->z), fabs(q->w)));
    if (!(largest > 0) || !isfinite(largest) || !isfinite(q->x + q->y + q->z + q->w))
        return false;
    double x = q->x / largest;
    double y = q->y / largest;
    double z = q->z / largest;
    double w = q->w / largest;
    double length = sqrt(x * x + y * y + z * z + w * w);
    *q = (lw_quat){x / length, y / length, z / length, w / length};
    return true;
}

bool lw_quat_normalize(lw_quat *q)
{
    for (int i = 0; i < MOST_DIVISIONS && !is_unit(*q); i++)
        if (!divide_by_length(q))
            return false;
    return true;
}

bool lw_rotation_from_any_quat(lw_quat q, mat3 *out)
{
    if (!lw_quat_normalize(&q))
        return false;
    *out = lw_rotation_from_quat(q);
    return true;
}

lw_quat lw_quat_multiply(lw_quat a, lw_quat b)
{
    return (lw_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

lw_quat lw_quat_conjugate(lw_quat q)
{
    return (lw_quat){-q.x, -q.y, -q.z, q.w};
}

lw_quat lw_quat_from_rotation(mat3 m)
{
    /* Shepperd: take the largest of the four squared components, so that no root loses digits */
    double trace = m.x.x + m.y.y + m.z.z;
    lw_quat q;
    if (trace >= m.x.x && trace >= m.y.y && trace >= m.z.z)
        q = (lw_quat){m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace};
    else if (m.x.x >= m.y.y && m.x.x >= m.z.z)
        q = (lw_quat){1 + m.x.x - m.y.y - m.z.z, m.x.y + m.y.x, m.z.x + m.x.z, m.y.z - m.z.y};
    else if (m.y.y >= m.z.z)
        q = (lw_quat){m.x.y + m.y.x, 1 + m.y.y - m.x.x - m.z.z, m.y.z + m.z.y, m.z.x - m.x.z};
    else
        q = (lw_quat){m.z.x + m.x.z, m.y.z + m.z.y, 1 + m.z.z - m.x.x - m.y.y, m.x.y - m.y.x};
    lw_quat_normalize(&q);
    return q;
}

/* The square of a smaller number may be denormal, which has few digits or none. */
static const double LEAST_SQUARED = 0x1p-480;

void lw_quat_axis_angle(lw_quat q, vec3 *axis, double *angle)
{
    vec3 v = {q.x, q.y, q.z};
    double w = q.w;
    if (w < 0) {
        v = neg(v);
        w = -w;
    }
    *angle = 2 * lw_atan2(norm(v), w);
    double largest = max_component(abs3(v));
    if (largest < LEAST_SQUARED && largest > 0)
        v = v3(v.x / largest, v.y / largest, v.z / largest);
    double sine = norm(v);
    *axis = sine > 0 ? scale(1 / sine, v) : v3(1, 0, 0);
}

pose lw_pose_in(lw_pose p)
{
    return (pose){lw_rotation_from_quat(p.orientation), p.position};
}

lw_pose lw_pose_out(pose p)
{
    return (lw_pose){p.position, lw_quat_from_rotation(p.rotation)};
}

lw_pose lw_pose_identity(void)
{
    return (lw_pose){{0, 0, 0}, {0, 0, 0, 1}};
}

lw_pose lw_pose_from_rpy(lw_vec3 position, double roll, double pitch, double yaw)
{
    double s[3];
    double c[3];
    lw_sincos(roll / 2, &s[0], &c[0]);
    lw_sincos(pitch / 2, &s[1], &c[1]);
    lw_sincos(yaw / 2, &s[2], &c[2]);
    lw_quat x = {s[0], 0, 0, c[0]};
    lw_quat y = {0, s[1], 0, c[1]};
    lw_quat z = {0, 0, s[2], c[2]};
    lw_quat turn = lw_quat_multiply(z, lw_quat_multiply(y, x));
    divide_by_length(&turn);
    return (lw_pose){position, turn};
}

bool lw_pose_same(lw_pose a, lw_pose b)
{
    return a.position.x == b.position.x && a.position.y == b.position.y &&
           a.position.z == b.position.z && a.orientation.x == b.orientation.x &&
           a.orientation.y == b.orientation.y && a.orientation.z == b.orientation.z &&
           a.orientation.w == b.orientation.w;
}

vec3 lw_perpendicular(vec3 a)
{
    vec3 m = abs3(a);
    vec3 other = m.x <= m.y && m.x <= m.z ? v3(1, 0, 0) : m.y <= m.z ? v3(0, 1, 0) : v3(0, 0, 1);
    vec3 p = cross(a, other);
    return scale(1 / norm(p), p);
}

lw_pose lw_pose_compose(lw_pose a, lw_pose b)
{
    lw_quat_normalize(&a.orientation);
    lw_quat_normalize(&b.orientation);
    return (lw_pose){transform(lw_pose_in(a), b.position),
                     lw_quat_multiply(a.orientation, b.orientation)};
}

lw_pose lw_pose_inverse(lw_pose a)
{
    lw_quat_normalize(&a.orientation);
    return (lw_pose){transform_back(lw_pose_in(a), v3(0, 0, 0)), lw_quat_conjugate(a.orientation)};
}

lw_vec3 lw_pose_point(lw_pose a, lw_vec3 point)
{
    lw_quat_normalize(&a.orientation);
    return transform(lw_pose_in(a), point);
}
