/* The constants r(i, k) of Wu et al., section 3, by balls that are nested along the chain.
 *
 * The ball (i, k) has the centre c(i, k) and the radius s(i, k) and contains the points of body i at
 * all values of the joints from k down to i, in the frame of joint k. A turn makes a ball of a ball:
 * the new centre is the nearest point of the axis, the new radius is (17), r(i, k) = s(i, k+1) + |c(i,
 * k+1) - c(i, k)|; no smaller ball contains the points that the turn reaches. For a slide r(i, k) is 1;
 * the new centre is that of the ball in the middle of the slide, and the new radius is larger by half
 * the slide's length: so this length enters the radii of the joints before the slide. The first joint
 * moves points, not a ball: r(i, i) is their largest distance from the axis, and the ball (i, i) is the
 * smallest one that contains the circles on which they turn. The same ball is the smallest one of the
 * points turned into the plane y = 0, each on both sides of the axis. */
#include "adaptive/nested_radii.h"

#include "adaptive/smallest_ball.h"
#include "base/error.h"
#include "table/joint_limits.h"

#include <stdlib.h>

/* the most points that an element adds: the corners of a box */
enum { CORNERS = 8 };

static size_t add_corners(const lw_node *box, pose at, vec3 *points)
{
    for (int i = 0; i < CORNERS; i++) {
        vec3 corner = v3(i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                         i & 4 ? box->half.z : -box->half.z);
        points[i] = transform(at, add(box->center, corner));
    }
    return CORNERS;
}

/* The corners of a body's triangles, or of the boxes about its other elements, in the frame of the
 * joint that moves it. */
static size_t points_of(const lw_body *body, vec3 *points)
{
    const lw_geometry *geometry = body->geometry;
    size_t count = 0;
    for (uint32_t i = 0; i < geometry->node_count; i++) {
        const lw_node *node = &geometry->nodes[i];
        if (node->child >= 0)
            continue;
        if (node->element >= geometry->triangle_count || geometry->radii) {
            count += add_corners(node, body->local, points + count);
            continue;
        }
        for (int k = 0; k < 3; k++)
            points[count++] = transform(body->local, geometry->triangles[node->element][k]);
    }
    return count;
}

static double from_axis(vec3 p)
{
    return hypot(p.x, p.y);
}

/* Half the length of a slide, infinite without limits; middle: out, the middle between the limits. */
static double half_way(const lw_chains *chains, const lw_elementary_joint *joint, double *middle)
{
    double lower = -HUGE_VAL;
    double upper = HUGE_VAL;
    if (!lw_coordinate_limits(chains, joint, &lower, &upper))
        return HUGE_VAL;
    *middle = 0.5 * (lower + upper);
    return 0.5 * (upper - lower);
}

/* The ball (i, i): of a body's points at all values of the joint that moves it. radius: out, r(i, i).
 */
static lw_ball first_ball(const lw_chains *chains, const lw_elementary_joint *joint, vec3 *points,
                          size_t count, double *radius)
{
    lw_ball ball;
    if (joint->kind == LW_ELEMENTARY_PRISMATIC) {
        double middle = 0;
        *radius = 1;
        ball = lw_smallest_ball(points, count);
        ball.radius += half_way(chains, joint, &middle);
        ball.center.z += middle;
        return ball;
    }
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double across = from_axis(points[i]);
        most = greater(most, across);
        points[i] = v3(across, 0, points[i].z);
        points[count + i] = v3(-across, 0, points[i].z);
    }
    *radius = most * LW_UPWARD;
    ball = lw_smallest_ball(points, 2 * count);
    ball.radius += fabs(ball.center.x);
    ball.center.x = 0;
    return ball;
}

/* The ball (i, k) from the ball (i, k+1), for all values of joint k. radius: out, r(i, k), by (17). */
static lw_ball next_ball(const lw_chains *chains, const lw_elementary_joint *joint, lw_ball ball,
                         double *radius)
{
    if (joint->kind == LW_ELEMENTARY_PRISMATIC) {
        double middle = 0;
        *radius = 1;
        ball.radius += half_way(chains, joint, &middle);
        ball.center.z += middle;
        return ball;
    }
    ball.radius = (ball.radius + from_axis(ball.center)) * LW_UPWARD;
    ball.center = v3(0, 0, ball.center.z);
    *radius = ball.radius;
    return ball;
}

static void fill_row(const lw_chains *chains, const lw_body *body, vec3 *points, double *row)
{
    if (body->elementary < 0)
        return;
    const lw_elementary_joint *joint = &chains->elementary[body->elementary];
    size_t count = points_of(body, points);
    lw_ball ball = first_ball(chains, joint, points, count, &row[body->elementary]);
    for (int32_t k = joint->parent; k >= 0; k = joint->parent) {
        ball.center = transform(joint->before, ball.center);
        joint = &chains->elementary[k];
        ball = next_ball(chains, joint, ball, &row[k]);
    }
}

lw_status lw_nested_radii_make(lw_arena *arena, const lw_frozen *frozen, lw_nested_radii *out,
                               lw_error *error)
{
    size_t most = 0;
    for (size_t i = 0; i < frozen->moving_count; i++)
        most = most > frozen->moving[i].geometry->node_count ? most
                                                             : frozen->moving[i].geometry->node_count;
    out->body_count = frozen->moving_count;
    out->joint_count = frozen->chains->elementary_count;
    out->radii = lw_arena_array(arena, out->body_count * out->joint_count, sizeof *out->radii);
    vec3 *points = malloc((2 * CORNERS * most + 1) * sizeof *points);
    lw_status status = out->radii && points ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < out->body_count && !status; i++)
        fill_row(frozen->chains, &frozen->moving[i], points, &out->radii[i * out->joint_count]);
    free(points);
    return status;
}
