/* The oracle of random_robot.h: forward kinematics in long double. Each joint is composed from its
 * definition, waypoints are interpolated by Hermite's basis polynomials, quaternions by sines. */
#include "random_robot.h"

#include <math.h>
#include <string.h>

static wide_pose identity(void)
{
    return (wide_pose){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
}

static wide_pose from_quaternion(const long double q[4], const long double position[3])
{
    long double s = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    wide_pose out = identity();
    const long double *v = q;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        out.r[i][i] = 1 - 2 * (v[j] * v[j] + v[k] * v[k]) / s;
        out.r[i][j] = 2 * (v[i] * v[j] - v[k] * q[3]) / s;
        out.r[j][i] = 2 * (v[i] * v[j] + v[k] * q[3]) / s;
        out.p[i] = position[i];
    }
    return out;
}

wide_pose wide_pose_of(lw_pose p)
{
    long double q[4] = {p.orientation.x, p.orientation.y, p.orientation.z, p.orientation.w};
    return from_quaternion(q, (long double[]){p.position.x, p.position.y, p.position.z});
}

wide_pose wide_multiply(const wide_pose *a, const wide_pose *b)
{
    wide_pose out;
    for (int i = 0; i < 3; i++) {
        out.p[i] = a->p[i];
        for (int j = 0; j < 3; j++) {
            out.p[i] += a->r[i][j] * b->p[j];
            out.r[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.r[i][j] += a->r[i][k] * b->r[k][j];
        }
    }
    return out;
}

wide_pose wide_inverse(const wide_pose *a)
{
    wide_pose out;
    for (int i = 0; i < 3; i++) {
        out.p[i] = 0;
        for (int j = 0; j < 3; j++) {
            out.r[i][j] = a->r[j][i];
            out.p[i] -= a->r[j][i] * a->p[j];
        }
    }
    return out;
}

wide_point wide_apply(const wide_pose *a, wide_point p)
{
    wide_point out;
    for (int i = 0; i < 3; i++)
        out.x[i] = a->p[i] + a->r[i][0] * p.x[0] + a->r[i][1] * p.x[1] + a->r[i][2] * p.x[2];
    return out;
}

long double wide_distance(wide_point a, wide_point b)
{
    long double x = a.x[0] - b.x[0];
    long double y = a.x[1] - b.x[1];
    long double z = a.x[2] - b.x[2];
    return sqrtl(x * x + y * y + z * z);
}

/* I + sin K + (1 - cos) K^2, with K the cross product with a unit axis */
static wide_pose turn_about(const long double a[3], long double angle)
{
    long double k[3][3] = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}};
    wide_pose out = identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            long double square = 0;
            for (int m = 0; m < 3; m++)
                square += k[i][m] * k[m][j];
            long double half = sinl(angle / 2);
            out.r[i][j] += sinl(angle) * k[i][j] + 2 * half * half * square;
        }
    return out;
}

static void cross_product(const long double a[3], const long double b[3], long double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void normalize(long double *v, int count)
{
    long double square = 0;
    for (int i = 0; i < count; i++)
        square += v[i] * v[i];
    for (int i = 0; i < count; i++)
        v[i] /= sqrtl(square);
}

/* The directions x and y of a planar joint. For the axis z they are those of the frame. For other axes
 * x is the cross product of the axis with the frame's axis that is least parallel to it, and y is the
 * cross product of the axis with x. */
static void plane_of(const long double a[3], long double x[3], long double y[3])
{
    long double unit[3] = {0, 0, 0};
    if (a[0] == 0 && a[1] == 0 && a[2] > 0) {
        memcpy(x, (long double[]){1, 0, 0}, 3 * sizeof *x);
    } else {
        int least = fabsl(a[0]) <= fabsl(a[1]) && fabsl(a[0]) <= fabsl(a[2]) ? 0
                    : fabsl(a[1]) <= fabsl(a[2])                             ? 1
                                                                             : 2;
        unit[least] = 1;
        cross_product(a, unit, x);
        normalize(x, 3);
    }
    cross_product(a, x, y);
}

/* the motion of a joint with these values, from the frame of its origin on */
static wide_pose joint_motion(const world_joint *joint, const long double value[7])
{
    long double a[3] = {joint->def.axis.x, joint->def.axis.y, joint->def.axis.z};
    wide_pose out = identity();
    if (joint->def.kind == LW_JOINT_FIXED)
        return out;
    if (joint->def.kind == LW_JOINT_FLOATING)
        return from_quaternion(value + 3, value);
    normalize(a, 3);
    if (joint->def.kind == LW_JOINT_REVOLUTE || joint->def.kind == LW_JOINT_CONTINUOUS)
        return turn_about(a, value[0]);
    if (joint->def.kind == LW_JOINT_PLANAR) {
        long double x[3];
        long double y[3];
        plane_of(a, x, y);
        out = turn_about(a, value[2]);
        for (int i = 0; i < 3; i++)
            out.p[i] = value[0] * x[i] + value[1] * y[i];
        return out;
    }
    for (int i = 0; i < 3; i++)
        out.p[i] = value[0] * a[i];
    return out;
}

void wide_links(const world *w, long double values[WORLD_JOINTS][7], wide_pose links[WORLD_LINKS])
{
    for (size_t i = 0; i < w->link_count; i++) {
        const world_link *link = &w->links[i];
        if (link->joint < 0) {
            links[i] = wide_pose_of(w->base[link->robot]);
            continue;
        }
        const world_joint *joint = &w->joints[link->joint];
        wide_pose origin = wide_pose_of(joint->def.origin);
        wide_pose moved = joint_motion(joint, values[link->joint]);
        wide_pose at = wide_multiply(&links[joint->parent], &origin);
        links[i] = wide_multiply(&at, &moved);
    }
}

/* ---- interpolation -------------------------------------------------------------------------- */

static const long double TURN = 6.283185307179586476925286766559L;

/* A place between waypoints: piece k, u from 0 to 1, width of the piece. */
typedef struct share {
    size_t k;
    long double u, width;
} share;

static share find_share(const lw_track *def, long double t)
{
    size_t pieces = def->point_count - 1;
    share out = {0, 0, 1};
    for (size_t k = 0; k < pieces; k++) {
        long double begin = def->kind == LW_TRACK_PATH ? (double)k / (double)pieces : def->times[k];
        long double end =
            def->kind == LW_TRACK_PATH ? (double)(k + 1) / (double)pieces : def->times[k + 1];
        if (k > 0 && t < begin)
            break;
        out = (share){k, (t - begin) / (end - begin), end - begin};
    }
    out.u = fminl(1, fmaxl(0, out.u));
    return out;
}

/* Hermite's basis polynomials, weighted with the data of both ends; those of positions add up to 1. */
static long double cubic(long double u, long double w, const long double p[2], const long double v[2])
{
    long double s = 1 - u;
    return p[0] + u * u * (3 - 2 * u) * (p[1] - p[0]) + u * s * s * w * v[0] - u * u * s * w * v[1];
}

static long double quintic(long double u, long double w, const long double p[2], const long double v[2],
                           const long double a[2])
{
    long double s = 1 - u;
    long double u3 = u * u * u;
    long double s3 = s * s * s;
    return p[0] + u3 * (1 + 3 * s + 6 * s * s) * (p[1] - p[0]) +
           w * (s3 * u * (1 + 3 * u) * v[0] - u3 * s * (1 + 3 * s) * v[1]) +
           w * w / 2 * (s3 * u * u * a[0] + u3 * s * s * a[1]);
}

/* the value of a column at waypoint k: continuous joints of a path turn the shorter way */
static long double waypoint(const lw_track *def, size_t stride, size_t column, bool wrap, size_t k)
{
    long double value = def->positions[column];
    if (!wrap)
        return def->positions[k * stride + column];
    for (size_t i = 1; i <= k; i++) {
        long double d = def->positions[i * stride + column] - value;
        value += remainderl(d, TURN);
    }
    return value;
}

static long double column_value(const lw_track *def, size_t stride, size_t column, bool wrap,
                                const share *at)
{
    if (def->point_count == 1)
        return def->positions[column];
    long double p[2];
    long double v[2] = {0, 0};
    long double a[2] = {0, 0};
    for (size_t i = 0; i < 2; i++) {
        size_t row = (at->k + i) * stride + column;
        p[i] = waypoint(def, stride, column, wrap, at->k + i);
        if (def->velocities)
            v[i] = def->velocities[row];
        if (def->accelerations)
            a[i] = def->accelerations[row];
    }
    if (def->kind == LW_TRACK_PATH || !def->velocities)
        return p[0] + at->u * (p[1] - p[0]);
    return def->accelerations ? quintic(at->u, at->width, p, v, a) : cubic(at->u, at->width, p, v);
}

static void slerp(const double *from, const double *to, long double u, long double out[7])
{
    long double q[2][4];
    for (int i = 0; i < 4; i++) {
        q[0][i] = from[3 + i];
        q[1][i] = to[3 + i];
    }
    normalize(q[0], 4);
    normalize(q[1], 4);
    long double cosine = 0;
    for (int i = 0; i < 4; i++)
        cosine += q[0][i] * q[1][i];
    long double sign = cosine < 0 ? -1 : 1;
    long double apart = 0; /* |q0 - q1|, for the angle without cancellation */
    for (int i = 0; i < 4; i++)
        apart += (q[0][i] - sign * q[1][i]) * (q[0][i] - sign * q[1][i]);
    long double angle = 2 * asinl(fminl(1, sqrtl(apart) / 2));
    long double sine = sinl(angle);
    for (int i = 0; i < 4; i++)
        out[3 + i] = sine > 0
                         ? (sinl((1 - u) * angle) * q[0][i] + sign * sinl(u * angle) * q[1][i]) / sine
                         : q[0][i];
    for (int i = 0; i < 3; i++)
        out[i] = (1 - u) * from[i] + u * to[i];
}

/* q r, quaternions x y z w */
static void quaternion_product(const long double q[4], const long double r[4], long double out[4])
{
    cross_product(q, r, out);
    out[3] = q[3] * r[3];
    for (int i = 0; i < 3; i++) {
        out[i] += q[3] * r[i] + r[3] * q[i];
        out[3] -= q[i] * r[i];
    }
}

/* The closed form: turn by t w. If the velocities are of the body's frame, the origin moves by R0 (t +
 * (1 - cos a) K / |w| + (a - sin a) K^2 / |w|) v, with K the cross product with w / |w|. */
static void rigid(const lw_track *def, long double t, long double out[7])
{
    long double v[3] = {def->linear_velocity.x, def->linear_velocity.y, def->linear_velocity.z};
    long double w[3] = {def->angular_velocity.x, def->angular_velocity.y, def->angular_velocity.z};
    long double q0[4] = {def->pose.orientation.x, def->pose.orientation.y, def->pose.orientation.z,
                         def->pose.orientation.w};
    normalize(q0, 4);
    long double rate = sqrtl(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    long double k[3] = {0, 0, 1};
    if (rate > 0)
        for (int i = 0; i < 3; i++)
            k[i] = w[i] / rate;
    long double a = rate * t;
    long double turn[4] = {sinl(a / 2) * k[0], sinl(a / 2) * k[1], sinl(a / 2) * k[2], cosl(a / 2)};
    long double move[3] = {t * v[0], t * v[1], t * v[2]};
    if (def->in_body_frame) {
        quaternion_product(q0, turn, out + 3);
        long double once[3];
        long double twice[3];
        cross_product(k, v, once);
        cross_product(k, once, twice);
        /* (1 - cos a) / |w| and (a - sin a) / |w|; the latter by its series where it would cancel */
        long double half = sinl(a / 2);
        long double first = rate > 0 ? 2 * half * half / rate : 0;
        long double second = a < 1e-3L ? t * a * a * (1 / 6.0L - a * a / 120) : (a - sinl(a)) / rate;
        for (int i = 0; i < 3; i++)
            move[i] += first * once[i] + second * twice[i];
        wide_pose start = from_quaternion(q0, (long double[]){0, 0, 0});
        wide_point moved = wide_apply(&start, (wide_point){{move[0], move[1], move[2]}});
        memcpy(move, moved.x, sizeof move);
    } else {
        quaternion_product(turn, q0, out + 3);
    }
    out[0] = def->pose.position.x + move[0];
    out[1] = def->pose.position.y + move[1];
    out[2] = def->pose.position.z + move[2];
}

/* a joint that others mimic does not turn the shorter way: the others would end elsewhere */
static bool is_mimicked(const world *w, size_t joint)
{
    for (size_t i = 0; i < w->joint_count; i++)
        if (w->joints[i].mimic == (int)joint)
            return true;
    return false;
}

/* Whether a value of a joint is an angle that paths turn the shorter way. */
static bool turns(lw_joint_kind kind, size_t value)
{
    return kind == LW_JOINT_CONTINUOUS || (kind == LW_JOINT_PLANAR && value == 2);
}

/* A track with one more waypoint at time 0, the beginning of its approach. */
typedef struct led_track {
    lw_track def;
    double times[WORLD_POINTS + 1];
    double rows[3][(WORLD_POINTS + 1) * WORLD_VALUES];
} led_track;

static const double *led_rows(const double *rows, double *to, size_t points, size_t stride)
{
    if (!rows)
        return NULL;
    memset(to, 0, stride * sizeof *to);
    memcpy(to + stride, rows, points * stride * sizeof *to);
    return to;
}

/* Whether a track has an approach; if so, sets led to the track with it. */
static bool lead(const world *w, const world_track *track, led_track *led)
{
    const lw_track *def = &track->def;
    bool stated = false;
    for (size_t i = 0; i < track->joint_count; i++)
        stated = stated || w->joints[track->joints[i]].stated;
    if (def->kind != LW_TRACK_TRAJECTORY || def->no_approach || !stated || !(def->times[0] > 0))
        return false;
    const size_t stride = lw_joints_value_count(def->joints);
    led->def = *def;
    led->def.point_count++;
    led->def.times = led->times;
    led->times[0] = 0;
    memcpy(led->times + 1, def->times, def->point_count * sizeof *led->times);
    led->def.positions = led_rows(def->positions, led->rows[0], def->point_count, stride);
    led->def.velocities = led_rows(def->velocities, led->rows[1], def->point_count, stride);
    led->def.accelerations = led_rows(def->accelerations, led->rows[2], def->point_count, stride);
    double *at = led->rows[0];
    for (size_t i = 0; i < track->joint_count; i++) {
        const world_joint *joint = &w->joints[track->joints[i]];
        const size_t count = lw_joint_value_count(joint->def.kind);
        memcpy(at, joint->rest, count * sizeof *at);
        at += count;
    }
    return true;
}

static void track_values(const world *w, const world_track *track, long double t,
                         long double values[WORLD_JOINTS][7])
{
    led_track led;
    const lw_track *def = lead(w, track, &led) ? &led.def : &track->def;
    if (def->kind == LW_TRACK_RIGID) {
        rigid(def, fminl(def->duration, fmaxl(0, t)), values[track->joints[0]]);
        return;
    }
    size_t stride = lw_joints_value_count(def->joints);
    share at = find_share(def, t);
    size_t column = 0;
    for (size_t i = 0; i < track->joint_count; i++) {
        const world_joint *joint = &w->joints[track->joints[i]];
        long double *out = values[track->joints[i]];
        size_t count = lw_joint_value_count(joint->def.kind);
        bool wrap = def->kind == LW_TRACK_PATH && !def->no_wrap && !is_mimicked(w, track->joints[i]);
        size_t next = def->point_count > 1 ? at.k + 1 : at.k;
        if (joint->def.kind == LW_JOINT_FLOATING)
            slerp(def->positions + at.k * stride + column, def->positions + next * stride + column,
                  at.u, out);
        else
            for (size_t v = 0; v < count; v++)
                out[v] = column_value(def, stride, column + v, wrap && turns(joint->def.kind, v), &at);
        column += count;
    }
}

static long double mimic_value(const world *w, size_t joint, long double values[WORLD_JOINTS][7])
{
    const world_joint *j = &w->joints[joint];
    if (j->def.kind == LW_JOINT_FIXED)
        return 0;
    if (j->mimic < 0)
        return values[joint][0];
    return j->def.mimic_multiplier * mimic_value(w, (size_t)j->mimic, values) + j->def.mimic_offset;
}

void wide_values(const world *w, const world_motion *m, long double t,
                 long double values[WORLD_JOINTS][7])
{
    for (size_t i = 0; i < w->joint_count; i++)
        for (int k = 0; k < 7; k++)
            values[i][k] = w->joints[i].rest[k];
    for (size_t i = 0; m && i < m->track_count; i++)
        track_values(w, &m->tracks[i], t, values);
    for (size_t i = 0; i < w->joint_count; i++)
        if (w->joints[i].mimic >= 0)
            values[i][0] = mimic_value(w, i, values);
}

/* ---- points --------------------------------------------------------------------------------- */

/* Scales about the origin or, if there are vertices, about their mean. */
static wide_point scaled(const lw_shape_def *def, double elementary, wide_point p)
{
    long double middle[3] = {0, 0, 0};
    if (elementary == 1)
        return p;
    if (def->kind == LW_SHAPE_POLYTOPE || def->kind == LW_SHAPE_MESH)
        for (size_t i = 0; i < 3 * def->vertex_count; i++)
            middle[i % 3] += def->vertices[i] / (long double)def->vertex_count;
    for (int k = 0; k < 3; k++)
        p.x[k] = middle[k] + elementary * (p.x[k] - middle[k]);
    return p;
}

/* a point on the surface of the shape without its rounding */
static wide_point core_point(lw_random *random, const lw_shape_def *def, size_t index)
{
    long double sign[3];
    for (int i = 0; i < 3; i++)
        sign[i] = (index >> i & 1) ? 1 : -1;
    long double angle = lw_random_between(random, 0, 6.3);
    long double r = def->radius;
    switch (def->kind) {
    case LW_SHAPE_CAPSULE:
        return (wide_point){{0, 0, sign[0] * def->length / 2}};
    case LW_SHAPE_BOX:
        return (wide_point){
            {sign[0] * def->size.x / 2, sign[1] * def->size.y / 2, sign[2] * def->size.z / 2}};
    case LW_SHAPE_CYLINDER:
        return (wide_point){{r * cosl(angle), r * sinl(angle), sign[0] * def->length / 2}};
    case LW_SHAPE_CONE:
        if (index % 4 == 0)
            return (wide_point){{0, 0, def->length / 2.0L}};
        return (wide_point){{r * cosl(angle), r * sinl(angle), -def->length / 2.0L}};
    case LW_SHAPE_ELLIPSOID: {
        const lw_vec3 h = scale(0.5, def->size);
        long double z = lw_random_between(random, -1, 1);
        long double across = sqrtl(1 - z * z);
        return (wide_point){{h.x * across * cosl(angle), h.y * across * sinl(angle), h.z * z}};
    }
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_MESH:
    case LW_SHAPE_CLOUD:
        index %= def->vertex_count;
        return (wide_point){
            {def->vertices[3 * index], def->vertices[3 * index + 1], def->vertices[3 * index + 2]}};
    case LW_SHAPE_OCTREE: {
        const int32_t *cell = def->cells;
        while (cell[4] != 1)
            cell += 5;
        wide_point corner;
        for (int k = 0; k < 3; k++)
            corner.x[k] = (long double)def->length * (cell[k] + (sign[k] > 0 ? cell[3] : 0));
        return corner;
    }
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
        return (wide_point){{0, 0, 0}};
    case LW_SHAPE_POLYGON: /* none is made in space */
    case LW_SHAPE_HEIGHTS: /* none is made */
    case LW_SHAPE_DEPTH_IMAGE:
        break;
    }
    return (wide_point){{(long double)NAN, (long double)NAN, (long double)NAN}};
}

size_t wide_points(lw_random *random, const world_link *link, wide_point in_link[WIDE_POINTS],
                   wide_point in_body[WIDE_POINTS])
{
    size_t count = 0;
    for (size_t s = 0; s < link->shape_count; s++) {
        const lw_shape_def *def = &link->shapes[s].def;
        wide_pose at = wide_pose_of(link->shapes[s].pose);
        long double radius = def->rounding;
        if (def->kind == LW_SHAPE_SPHERE || def->kind == LW_SHAPE_CAPSULE ||
            def->kind == LW_SHAPE_CLOUD)
            radius += def->radius;
        radius *= link->scale;
        for (size_t i = 0; i < WIDE_POINTS / link->shape_count; i++, count++) {
            wide_point p = scaled(def, link->scale, core_point(random, def, i));
            long double d[3];
            for (int k = 0; k < 3; k++)
                d[k] = lw_random_between(random, -1, 1);
            normalize(d, 3);
            for (int k = 0; k < 3; k++)
                p.x[k] += radius * d[k];
            in_link[count] = wide_apply(&at, p);
            /* one shape: the body's frame is the shape's; several: the link's */
            in_body[count] = link->shape_count == 1 ? p : in_link[count];
        }
    }
    return count;
}
