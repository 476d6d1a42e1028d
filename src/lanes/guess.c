/* Guesses where a motion meets an obstacle. Each ball that covers a body sticks out of it by some share
 * of the ball's radius. If an obstacle comes nearer to the centre than the rest of the radius, it is
 * likely to meet the body as well. */
#include "lanes/guess.h"

#include "body/points.h"
#include "body/raster.h"
#include "body/voxels.h"

/* How near to the centre an obstacle must come, as a share of the radius. docs/decisions/lanes.md, "A
 * block tests half-spaces, boxes of motions and groups of balls, and poses only the bodies left". */
static const float NEAR = 0.7F;

/* On how many intervals in a row a pair must be unproven. docs/decisions/lanes.md, "Blocks of eight
 * poses in SIMD registers prove most free motions". */
enum { LEAST_RUN = 2 };

/* A joint's frame at one of the eight poses, in the frame of an obstacle. */
typedef struct view {
    float x[3], y[3], z[3], position[3]; /* coordinates along the axes of the obstacle */
} view;

static view view_in(const lw_lane_frame *f, const lw_lane_obstacle *o, int lane)
{
    const float *axes[3] = {o->x, o->y, o->z};
    view v;
    for (int i = 0; i < 3; i++) {
        const float *a = axes[i];
        v.x[i] = a[0] * f->x.x[lane] + a[1] * f->x.y[lane] + a[2] * f->x.z[lane];
        v.y[i] = a[0] * f->y.x[lane] + a[1] * f->y.y[lane] + a[2] * f->y.z[lane];
        v.z[i] = a[0] * f->z.x[lane] + a[1] * f->z.y[lane] + a[2] * f->z.z[lane];
        v.position[i] = a[0] * f->position.x[lane] + a[1] * f->position.y[lane] +
                        a[2] * f->position.z[lane] + o->offset[i];
    }
    return v;
}

/* As share_of, for a cloud; more than NEAR if no point is that near. */
static float share_of_cloud(const float at[3], const lw_ball *ball, const lw_lane_obstacle *o)
{
    const vec3 center = v3((double)at[0], (double)at[1], (double)at[2]);
    const double within = (double)(NEAR * ball->radius + o->radius);
    uint32_t which;
    double outside = lw_points_nearest(o->points, center, within, &which) - (double)o->radius;
    double share = outside > 0 ? outside / (double)ball->radius : 0;
    return (float)(share * share);
}

/* As share_of_cloud, for an octree. */
static float share_of_voxels(const float at[3], const lw_ball *ball, const lw_lane_obstacle *o)
{
    const vec3 center = v3((double)at[0], (double)at[1], (double)at[2]);
    const double within = (double)(NEAR * ball->radius + o->radius);
    uint32_t which;
    const double outside = lw_voxels_distance(o->voxels, center, within, &which) - (double)o->radius;
    const double share = outside > 0 ? outside / (double)ball->radius : 0;
    return (float)(share * share);
}

/* As share_of_cloud, for a height field or a depth image. */
static float share_of_raster(const float at[3], const lw_ball *ball, const lw_lane_obstacle *o)
{
    const vec3 center = v3((double)at[0], (double)at[1], (double)at[2]);
    const double outside = lw_raster_gap(o->raster, center) - (double)o->radius;
    const double share = outside > 0 ? outside / (double)ball->radius : 0;
    return (float)(share * share);
}

/* The square of the distance of the centre of a ball from the obstacle, as a share of the square of the
 * radius. */
static float share_of(const view *v, const lw_ball *ball, const lw_lane_obstacle *o)
{
    const float *c = ball->center;
    float at[3];
    for (int i = 0; i < 3; i++)
        at[i] = v->x[i] * c[0] + v->y[i] * c[1] + v->z[i] * c[2] + v->position[i];
    if (o->shape == LW_LANE_CLOUD)
        return share_of_cloud(at, ball, o);
    if (o->shape == LW_LANE_VOXELS)
        return share_of_voxels(at, ball, o);
    if (o->shape == LW_LANE_RASTER)
        return share_of_raster(at, ball, o);
    for (int i = 0; i < 3; i++)
        at[i] = fabsf(at[i]);
    if (o->shape == LW_LANE_CYLINDER) {
        at[0] = sqrtf(at[0] * at[0] + at[1] * at[1]);
        at[1] = 0;
    }
    float square = 0;
    for (int i = 0; i < 3; i++) {
        float outside = at[i] - o->half[i];
        square += outside > 0 ? outside * outside : 0;
    }
    float outside = sqrtf(square) - o->radius;
    return outside > 0 ? outside * outside / (ball->radius * ball->radius) : 0;
}

/* The least of share_of over a body's balls, at a pose. */
static float deepest_of(const lw_block *block, const lw_block_rest *rest, int lane)
{
    const lw_lane_body *body = &block->bodies[rest->body];
    const lw_grouped_cover *cover = body->cover;
    const lw_lane_obstacle *o = &block->obstacles[rest->obstacle];
    const view v = view_in(lw_frame_of(block, body->joint), o, lane);
    float least = HUGE_VALF;
    for (uint32_t i = 0; i < cover->count; i++) {
        float share = share_of(&v, &cover->balls[i], o);
        least = share < least ? share : least;
    }
    return least;
}

size_t lw_lanes_guess(const lw_lanes *lanes, size_t most, lw_guess *out)
{
    const lw_lane_rest *first = &lanes->first;
    float shares[LW_MOST_GUESSES];
    size_t count = 0;
    most = most < LW_MOST_GUESSES ? most : LW_MOST_GUESSES;
    for (size_t i = 0; i < first->count && most > 0; i++) {
        const lw_block_rest *rest = &first->items[i];
        int begin = __builtin_ctz(rest->intervals);
        int length = __builtin_ctz(~(rest->intervals >> begin));
        if (rest->pair != LW_NO_LANE_PAIR || lw_rest_is_crowd(rest) || length < LEAST_RUN)
            continue;
        int lane = begin + (length + 1) / 2;
        float share = deepest_of(&lanes->block, rest, lane);
        if (!(share < NEAR * NEAR) || (count == most && !(share < shares[count - 1])))
            continue;
        size_t at = count < most ? count++ : count - 1;
        for (; at > 0 && share < shares[at - 1]; at--) {
            shares[at] = shares[at - 1];
            out[at] = out[at - 1];
        }
        shares[at] = share;
        out[at] = (lw_guess){lw_block_pair(&lanes->block, rest), first->times[lane], false};
    }
    return count;
}
