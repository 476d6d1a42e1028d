/* Sets up a scene for blocks, and the obstacles that are near one. */
#include "lanes/setup.h"

#include "base/assert.h"
#include "body/hull.h"
#include "body/points.h"
#include "body/raster.h"
#include "body/slices.h"
#include "body/voxels.h"
#include "lanes/compounds.h"
#include "lanes/lone.h"
#include "lanes/required.h"
#include "lanes/state_hulls.h"
#include "lanes/states.h"
#include "lanes/validate.h"
#include "math/rounding.h"
#include "scene/obstacles.h"
#include "shape/polytope.h"

#include <stdlib.h>
#include <string.h>

/* Components of a rotation below this count as 0, and blocks skip products with 0: files write the
 * cosine of a right angle as 5e-12 or so. It is far below the rounding errors of floats
 * (LW_FLOAT_POSE_ROUNDING). */
static const double LIKE_ZERO = 0x1p-28;

/* Of so few obstacles all are tested, without a broad phase. */
enum { FEW_OBSTACLES = 64 };

static float greater_float(float a, float b)
{
    return a > b ? a : b;
}

static void set_vector(vec3 from, double least, float to[3])
{
    double v[3] = {from.x, from.y, from.z};
    for (int i = 0; i < 3; i++)
        to[i] = fabs(v[i]) < least ? 0 : (float)v[i];
}

static void set_pose(const pose *from, lw_float_pose *to)
{
    set_vector(from->rotation.x, LIKE_ZERO, to->x);
    set_vector(from->rotation.y, LIKE_ZERO, to->y);
    set_vector(from->rotation.z, LIKE_ZERO, to->z);
    set_vector(from->position, 0, to->position);
    lw_float_pose_mark(to);
}

static bool is_identity(const pose *p)
{
    const mat3 *r = &p->rotation;
    return r->x.x == 1 && r->y.y == 1 && r->z.z == 1 && r->x.y == 0 && r->x.z == 0 && r->y.x == 0 &&
           r->y.z == 0 && r->z.x == 0 && r->z.y == 0 && norm2(p->position) == 0;
}

/* ---- memory ------------------------------------------------------------------------------------ */

/* Takes memory for an array; false when it ran out. */
#define TAKE(arena, place, count)                                                                      \
    (((place) = lw_arena_scratch((arena), (count), sizeof *(place))) != NULL)

/* How many centres a body has: of the ball around it, of its balls, and of their groups. */
static uint32_t centers_of(const lw_cover *cover)
{
    return 1 + cover->count + lw_group_count(cover->count);
}

/* How many centres there are: those of all bodies, and one for each compound, of which there are no
 * more than bodies. */
static size_t count_centers(const lw_frozen *frozen)
{
    size_t count = frozen->moving_count;
    for (size_t i = 0; i < frozen->moving_count; i++)
        count += centers_of(frozen->moving[i].cover);
    return count;
}

/* Room for lw_lanes.seen: for each joint, the world and the frames of the joints above it, from which
 * paths may be seen; and the first entry. */
static size_t count_seen(const lw_chains *chains)
{
    size_t count = 1;
    for (size_t i = 0; i < chains->elementary_count; i++)
        for (int32_t f = (int32_t)i; f >= 0; f = chains->elementary[f].parent)
            count++;
    return count;
}

static bool take_block(lw_arena *arena, const lw_frozen *frozen, lw_block *block)
{
    size_t joints = frozen->chains->elementary_count;
    size_t bodies = frozen->moving_count;
    size_t centers = count_centers(frozen);
    size_t near = frozen->obstacles.count < LW_MOST_NEAR_OBSTACLES ? frozen->obstacles.count
                                                                   : LW_MOST_NEAR_OBSTACLES;
    block->centers_made = lw_arena_array(arena, centers, sizeof *block->centers_made);
    return block->centers_made && TAKE(arena, block->joints, joints) &&
           TAKE(arena, block->bodies, bodies) && TAKE(arena, block->pairs, bodies * bodies / 2 + 1) &&
           TAKE(arena, block->members, bodies * bodies / 2 + 1) &&
           TAKE(arena, block->compound_pairs, bodies * (bodies + 1) / 2) &&
           TAKE(arena, block->obstacles, near) &&
           TAKE(arena, block->obstacle_boxes, 6 * ((near + LW_LANES - 1) / LW_LANES)) &&
           TAKE(arena, block->errors, joints + 1) && TAKE(arena, block->frames, joints + 1) &&
           TAKE(arena, block->bends, count_seen(frozen->chains)) &&
           TAKE(arena, block->centers, centers) && TAKE(arena, block->boxes, bodies) &&
           TAKE(arena, block->lost, bodies);
}

static bool take_set(lw_arena *arena, size_t joints, size_t bodies, lw_lane_set *out)
{
    return TAKE(arena, out->joints, joints) && TAKE(arena, out->compounds, bodies);
}

static bool take_memory(lw_arena *arena, const lw_frozen *frozen, lw_lanes *l)
{
    size_t variables = frozen->chains->variable_count;
    size_t joints = frozen->chains->elementary_count;
    size_t bodies = frozen->moving_count;
    size_t pairs = bodies * bodies / 2 + 1;
    /* the marks, the hints and the number of each centre's block must be zeroed */
    l->marked = lw_arena_array(arena, joints, sizeof *l->marked);
    l->hints = lw_arena_array(arena, pairs, sizeof *l->hints);
    return l->marked && l->hints && take_block(arena, frozen, &l->block) &&
           TAKE(arena, l->values, variables * LW_LANES) &&
           TAKE(arena, l->spare_values, variables * LW_LANES) &&
           TAKE(arena, l->spare_frames, joints + 1) &&
           lw_coordinates_take(arena, variables, &l->coordinates) && TAKE(arena, l->lengths, joints) &&
           TAKE(arena, l->slot_lengths, joints) && TAKE(arena, l->steps, joints) &&
           TAKE(arena, l->slides, joints) && TAKE(arena, l->sizes, joints) &&
           TAKE(arena, l->paths, joints) && TAKE(arena, l->still_paths, joints) &&
           TAKE(arena, l->moved_paths, joints) && TAKE(arena, l->sums, joints + 1) &&
           TAKE(arena, l->rates, joints) && TAKE(arena, l->accelerations, joints) &&
           TAKE(arena, l->slacks, joints) && TAKE(arena, l->seen, count_seen(frozen->chains)) &&
           TAKE(arena, l->seen_ends, joints) && TAKE(arena, l->seen_in_world, joints) &&
           TAKE(arena, l->near, frozen->obstacles.count) && take_set(arena, joints, bodies, &l->all) &&
           take_set(arena, 0, bodies, &l->each) && take_set(arena, joints, 0, &l->some);
}

/* ---- robots ------------------------------------------------------------------------------------ */

/* Sets the chain to a joint, as far as it is the same for all motions. */
static void set_paths(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    const lw_lane_path none = {0, 0};
    lw_lane_path still = own->parent < 0 ? none : l->still_paths[own->parent];
    lw_lane_path moved = own->parent < 0 ? none : l->moved_paths[own->parent];
    bool slides = own->kind == LW_ELEMENTARY_PRISMATIC;
    double rest = fabs(own->offset);
    double weight = own->variable < 0 ? 0 : fabs(own->multiplier);
    still.length += own->composed.length + (slides ? rest : 0);
    moved.length += slides ? weight : 0;
    still.turns += rest + own->composed.steps + 1;
    moved.turns += weight;
    l->still_paths[index] = still;
    l->moved_paths[index] = moved;
}

static void set_joints(lw_lanes *l)
{
    const lw_chains *chains = l->frozen->chains;
    l->block.joint_count = chains->elementary_count;
    for (size_t i = 0; i < chains->elementary_count; i++) {
        const lw_elementary_joint *own = &chains->elementary[i];
        lw_lane_joint *joint = &l->block.joints[i];
        *joint = (lw_lane_joint){.parent = own->parent,
                                 .kind = own->kind,
                                 .variable = own->variable,
                                 .multiplier = own->multiplier,
                                 .offset = own->offset};
        set_pose(&own->before, &joint->before);
        l->lengths[i] = norm(own->before.position) * LW_UPWARD;
        l->slot_lengths[i] = 0;
        set_paths(l, i);
        l->steps[i] = own->parent < 0 ? LW_STILL_STEPS + 1 : l->steps[own->parent] + 1;
        l->all.joints[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < chains->joint_count; i++)
        l->floats |= chains->joints[i].kind == LW_JOINT_FLOATING;
    l->all.joint_count = chains->elementary_count;
    l->each.joints = l->all.joints;
    l->each.joint_count = l->all.joint_count;
    l->block.frames[0] =
        (lw_lane_frame){{{0}, {0}, {0}}, {{0}, {0}, {0}}, {{0}, {0}, {0}}, {{0}, {0}, {0}}};
    for (int i = 0; i < LW_LANES; i++)
        l->block.frames[0].x.x[i] = l->block.frames[0].y.y[i] = l->block.frames[0].z.z[i] = 1;
    l->spare_frames[0] = l->block.frames[0];
    l->block.values = l->values;
    *lw_lane_sums_of(l, -1) = (lw_lane_sums){0};
    l->block.errors[0] = lw_lane_error_where(LW_STILL_STEPS, (lw_lane_path){0, 0});
}

static vec3 from_floats(const float v[3])
{
    return v3((double)v[0], (double)v[1], (double)v[2]);
}

/* Extends the reach to all points that are within a distance of one in a joint's frame. */
static void set_reach(lw_lane_extent *extent, vec3 at, double distance)
{
    double reach = (norm(at) + distance) * LW_UPWARD;
    double axis = (sqrt(at.x * at.x + at.y * at.y) + distance) * LW_UPWARD;
    extent->reach = greater_float(extent->reach, lw_float_above(reach));
    extent->axis = greater_float(extent->axis, lw_float_above(axis));
}

/* Sets a convex shape, and a sphere around the body, or the part of it, that the shape contains. False
 * where memory ran out. */
static bool set_hull(lw_arena *arena, const lw_part *part, vec3 center, double radius,
                     lw_lane_hull *out)
{
    uint32_t count = lw_convex_vertex_count(&part->shape);
    if (part->shape.core == LW_CORE_POLYTOPE && count > LW_HULL_VERTICES)
        count = 0;
    float(*points)[3] = lw_arena_scratch(arena, count, sizeof *points);
    if (!points)
        return false;
    for (uint32_t i = 0; i < count; i++)
        set_vector(transform(part->at, lw_convex_vertex(&part->shape, i)), 0, points[i]);
    *out = (lw_lane_hull){part, points, count, lw_float_above(part->shape.radius), {.radius = 0}};
    set_vector(center, 0, out->around.center);
    out->around.radius = lw_float_above(radius + 0x1p-22 * norm(center));
    return true;
}

/* The hulls and slices of a body. False where memory ran out. */
static bool set_hulls(lw_arena *arena, const lw_geometry *geometry, lw_lane_body *body)
{
    lw_lane_hull *hulls = lw_arena_scratch(arena, geometry->hull_count, sizeof *hulls);
    lw_lane_hull *slices = lw_arena_scratch(arena, geometry->slice_count, sizeof *slices);
    bool good = hulls && slices;
    for (uint32_t i = 0; good && i < geometry->hull_count; i++)
        good = set_hull(arena, &geometry->hulls[i], geometry->center, geometry->radius, &hulls[i]);
    for (uint32_t i = 0; good && i < geometry->slice_count; i++) {
        const lw_slice *slice = &geometry->slices[i];
        good = set_hull(arena, &slice->part, slice->center, slice->radius, &slices[i]);
    }
    body->hulls = hulls;
    body->hull_count = geometry->hull_count;
    body->slices = slices;
    body->slice_count = geometry->slice_count;
    return good;
}

/* Extends the reach to the points of hulls, to these points before they were rounded to floats, and to
 * the centres of the balls around the hulls. */
static void set_hull_reach(lw_lane_extent *extent, const pose *local, const lw_lane_hull *hulls,
                           uint32_t hull_count)
{
    for (uint32_t i = 0; i < hull_count; i++) {
        const lw_lane_hull *hull = &hulls[i];
        set_reach(extent, transform(*local, from_floats(hull->around.center)), 0);
        for (uint32_t k = 0; k < hull->point_count; k++) {
            vec3 at = from_floats(hull->points[k]);
            set_reach(extent, transform(*local, at), 0x1p-22 * norm(at));
        }
        /* no points are stored of round cores and of large polytopes: take all within their extent */
        if (!hull->point_count)
            set_reach(extent, transform(*local, hull->part->at.position),
                      lw_convex_extent(&hull->part->shape));
    }
}

/* Extends the reach to the centre of a ball. */
static void set_ball_reach(lw_lane_extent *extent, const lw_ball *ball)
{
    set_reach(extent, from_floats(ball->center), 0);
}

/* The balls of a body in groups, in the joint's frame. NULL where memory ran out. */
static const lw_grouped_cover *take_cover(lw_arena *arena, const lw_cover *cover, const pose *local)
{
    lw_grouped_cover *out = lw_arena_scratch(arena, 1, sizeof *out);
    if (!out || !TAKE(arena, out->balls, cover->count) ||
        !TAKE(arena, out->groups, lw_group_count(cover->count)))
        return NULL;
    lw_group_balls(cover, local, out);
    return out;
}

/* Whether a body is made of the balls that cover it, and how far these stick out of it at most. */
static bool is_exact(const lw_body *body, float *sticks_out)
{
    const lw_geometry *geometry = body->geometry;
    const lw_cover *cover = body->cover;
    if (geometry->triangle_count > 0 || geometry->voxels || geometry->part_count != cover->count)
        return false;
    double most = 0;
    for (uint32_t i = 0; i < cover->count; i++) {
        const lw_part *part = &geometry->parts[i];
        if (part->shape.core != LW_CORE_POINT)
            return false;
        const lw_ball *ball = &cover->balls[i];
        double off = norm(sub(from_floats(ball->center), part->at.position));
        most = greater(most, (double)ball->radius - part->shape.radius + off);
    }
    *sticks_out = lw_float_above(most * LW_UPWARD);
    return true;
}

/* How far the points of a body are from its joint. */
static void set_extent(const lw_body *own, lw_lane_body *body)
{
    lw_lane_extent *extent = &body->extent;
    const lw_grouped_cover *cover = body->cover;
    set_ball_reach(extent, &cover->around);
    for (uint32_t i = 0; i < cover->count; i++)
        set_ball_reach(extent, &cover->balls[i]);
    for (uint32_t i = 0; i < cover->group_count; i++)
        set_ball_reach(extent, &cover->groups[i].around);
    set_hull_reach(extent, &own->local, body->hulls, body->hull_count);
    set_hull_reach(extent, &own->local, body->slices, body->slice_count);
    double far = norm(own->local.position) + own->geometry->extent + own->geometry->radius;
    extent->length = greater_float(extent->reach, lw_float_above(far));
}

static bool set_body(lw_arena *arena, lw_lanes *l, size_t index, uint32_t first_center)
{
    const lw_body *own = &l->frozen->moving[index];
    lw_lane_body *body = &l->block.bodies[index];
    const lw_grouped_cover *cover = take_cover(arena, own->cover, &own->local);
    if (!cover)
        return false;
    *body = (lw_lane_body){.joint = own->elementary,
                           .has_local = !is_identity(&own->local),
                           .cover = cover,
                           .first_center = first_center};
    body->exact = is_exact(own, &body->sticks_out);
    l->exact |= body->exact && body->joint >= 0;
    body->near = body->exact ? LW_NEAR_EXACT : 0.7F;
    set_pose(&own->local, &body->local);
    if (!set_hulls(arena, own->geometry, body))
        return false;
    set_extent(own, body);
    body->required_at_rest =
        lw_float_above(lw_lanes_margin(l) + own->padding + lw_rest_error(&own->composed));
    return true;
}

lw_status lw_lanes_create(lw_arena *arena, const lw_frozen *frozen, lw_lanes **out, lw_error *error)
{
    lw_lanes *l = lw_arena_scratch(arena, 1, sizeof *l);
    if (!l)
        return lw_fail_memory(error);
    memset(l, 0, offsetof(lw_lanes, first));
    l->frozen = frozen;
    if (!take_memory(arena, frozen, l))
        return lw_fail_memory(error);
    set_joints(l);
    uint32_t center = 0;
    l->block.body_count = frozen->moving_count;
    for (size_t i = 0; i < frozen->moving_count; i++) {
        if (!set_body(arena, l, i, center))
            return lw_fail_memory(error);
        center += centers_of(frozen->moving[i].cover);
    }
    if (!lw_lanes_set_compounds(arena, l, center))
        return lw_fail_memory(error);
    if (lw_lanes_serves_states(l) && lw_lone_create(arena, &l->block, &l->lone, error))
        return LW_ERROR_MEMORY;
    lw_lanes_use(l, frozen);
    LW_ASSERT_VALID(lw_block_validate(&l->block, error), error);
    *out = l;
    return LW_OK;
}

void lw_lanes_take_piece(lw_lanes *l, const lw_motion *motion, size_t piece)
{
    const lw_chains *chains = l->frozen->chains;
    for (size_t j = 0; l->floats && j < chains->joint_count; j++) {
        if (chains->joints[j].kind != LW_JOINT_FLOATING)
            continue;
        pose slots[LW_FLOATING_SLOTS];
        lw_motion_slots(motion, piece, j, slots);
        size_t first = (size_t)chains->joints[j].elementary;
        for (size_t s = 0; s < LW_FLOATING_SLOTS; s++) {
            set_pose(&slots[s], &l->block.joints[first + s].before);
            l->slot_lengths[first + s] = norm(slots[s].position) * LW_UPWARD;
        }
    }
}

/* ---- obstacles --------------------------------------------------------------------------------- */

void lw_lanes_use(lw_lanes *l, const lw_frozen *frozen)
{
    l->frozen = frozen;
    l->block.reasons = frozen->pairs.reasons;
    l->block.reason_count = frozen->body_count;
    l->block.crowd = NULL;
    l->all_near = false;
    if (l->lone)
        l->lone->known = false;
}

/* Sets a box in a group of eight, with outward rounding. */
static void set_box(lw_floats *group, size_t lane, const lw_world_box *box)
{
    const double low[3] = {box->low.x, box->low.y, box->low.z};
    const double high[3] = {box->high.x, box->high.y, box->high.z};
    for (int i = 0; i < 3; i++) {
        group[i][lane] = -lw_float_above(-low[i]);
        group[3 + i][lane] = lw_float_above(high[i]);
    }
}

/* The ball, cylinder or box about an ellipsoid that has the least volume. Returns the ball's radius,
 * else 0; half: out, of the others. */
static double contain_ellipsoid(vec3 own, lw_lane_obstacle *o, vec3 *half)
{
    const double half_turn = 3.141592653589793;
    double across = greater(own.x, own.y);
    double most = greater(across, own.z);
    double cylinder = 2 * half_turn * across * across * own.z;
    double box = 8 * own.x * own.y * own.z;
    o->exact = false;
    if (4.0 / 3 * half_turn * most * most * most <= lesser(cylinder, box)) {
        o->shape = LW_LANE_BALL;
        return most;
    }
    o->shape = cylinder < box ? LW_LANE_CYLINDER : LW_LANE_BOX;
    *half = cylinder < box ? v3(across, 0, own.z) : own;
    return 0;
}

/* Sets an obstacle of one convex shape, if the tests know this shape or one that contains it. False:
 * they do not. */
static bool set_convex(const lw_convex *shape, lw_lane_obstacle *o)
{
    vec3 half = {0, 0, 0};
    double radius = shape->radius;
    o->shape = LW_LANE_BOX;
    o->exact = true;
    switch (shape->core) {
    case LW_CORE_POINT:
        o->shape = LW_LANE_BALL;
        break;
    case LW_CORE_SEGMENT:
        half.z = shape->half.z;
        break;
    case LW_CORE_BOX:
        half = shape->half;
        break;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        o->shape = LW_LANE_CYLINDER;
        o->exact = shape->core == LW_CORE_CYLINDER;
        half = v3(shape->half.x, 0, shape->half.z);
        break;
    case LW_CORE_ELLIPSOID:
        radius = (radius + contain_ellipsoid(shape->half, o, &half)) * LW_UPWARD;
        break;
    case LW_CORE_TRIANGLE:
    case LW_CORE_POLYTOPE:
        o->exact = false;
        return false;
    }
    o->half[0] = lw_float_above(half.x);
    o->half[1] = lw_float_above(half.y);
    o->half[2] = lw_float_above(half.z);
    o->radius = lw_float_above(radius);
    return true;
}

/* Sets the shape that is tested in place of an obstacle; to its part, if that is all that it has, or
 * the box about it. Returns the part; NULL: the box. */
static const lw_part *set_shape(const lw_geometry *geometry, lw_lane_obstacle *o)
{
    if (geometry->triangle_count == 0 && geometry->part_count == 1 &&
        set_convex(&geometry->parts[0].shape, o))
        return &geometry->parts[0];
    const vec3 half = geometry->nodes[0].half;
    o->half[0] = lw_float_above(half.x);
    o->half[1] = lw_float_above(half.y);
    o->half[2] = lw_float_above(half.z);
    return NULL;
}

/* Sets an obstacle that is a cloud. */
static void set_cloud(const lw_points *points, lw_lane_obstacle *o)
{
    o->shape = LW_LANE_CLOUD;
    o->points = points;
    o->radius = lw_float_above(points->radius);
}

/* Sets an obstacle that is an octree. */
static void set_voxels(const lw_voxels *voxels, lw_lane_obstacle *o)
{
    o->shape = LW_LANE_VOXELS;
    o->voxels = voxels;
    o->radius = lw_float_above(voxels->radius);
}

/* The raster of a height field or a depth image; NULL: the geometry is none, or has none. */
static const lw_raster *raster_of(const lw_geometry *geometry)
{
    return geometry->heights ? geometry->heights->raster
           : geometry->image ? geometry->image->raster
                             : NULL;
}

/* Sets an obstacle that is a height field or a depth image. Returns the size of what its tests compute
 * beside places, without its radius. */
static double set_raster(const lw_geometry *geometry, lw_lane_obstacle *o)
{
    o->shape = LW_LANE_RASTER;
    o->raster = raster_of(geometry);
    const double radius = geometry->heights ? geometry->heights->radius : geometry->image->radius;
    o->radius = lw_float_above(radius);
    return geometry->heights ? geometry->extent : o->raster->reach + radius;
}

/* Whether tests know the elements of an obstacle, so that they need no shape around it. */
static bool is_of_elements(const lw_geometry *geometry)
{
    return geometry->points || geometry->voxels || raster_of(geometry);
}

static void set_obstacle(lw_lanes *l, size_t index, uint32_t which)
{
    const lw_obstacle *own = lw_obstacle_at(&l->frozen->obstacles, which);
    const lw_geometry *geometry = own->body.geometry;
    const lw_node *box = &geometry->nodes[0];
    pose at = own->body.local;
    vec3 center = box->center;
    lw_lane_obstacle *o = &l->block.obstacles[index];
    *o = (lw_lane_obstacle){.work = l->block.work, .body = (uint32_t)(l->frozen->moving_count + which)};
    const lw_part *part = set_shape(geometry, o);
    if (part) {
        center = part->at.position;
        at.rotation = mul(at.rotation, part->at.rotation);
    }
    double rounding = LW_FLOAT_TEST_ROUNDING;
    double own_size = norm(box->half) + geometry->extent;
    if (is_of_elements(geometry)) {
        center = v3(0, 0, 0);
        /* points are rounded to floats, too, and lie anywhere in the box; places are turned into voxels
         */
        rounding *= 2;
    }
    if (geometry->points)
        set_cloud(geometry->points, o);
    if (geometry->voxels) {
        set_voxels(geometry->voxels, o);
        /* boxes are whole numbers of voxels, which floats hold as they are, however large they are */
        own_size = geometry->voxels->radius;
    }
    if (raster_of(geometry))
        own_size = set_raster(geometry, o);
    const double turned = lw_doubt_turn(&own->body.doubt, lw_doubt_reach(&own->body));
    const double grown = own->body.padding + turned;
    if (grown > 0)
        o->radius = lw_float_above(((double)o->radius + grown) * LW_UPWARD);
    o->exact &= !(turned > 0);
    own_size += grown;
    vec3 middle = transform(own->body.local, center);
    set_vector(at.rotation.x, 0, o->x);
    set_vector(at.rotation.y, 0, o->y);
    set_vector(at.rotation.z, 0, o->z);
    set_vector(neg(rotate_back(at.rotation, middle)), 0, o->offset);
    set_box(l->block.obstacle_boxes + 6 * (index / LW_LANES), index % LW_LANES, &own->box);
    o->loss = lw_float_above(rounding * (norm(middle) + own_size) + 2 * own->error);
}

lw_part lw_lanes_around(const lw_geometry *geometry)
{
    lw_lane_obstacle o = {.shape = LW_LANE_BOX};
    const lw_part *part = set_shape(geometry, &o);
    const lw_node *box = &geometry->nodes[0];
    vec3 half = from_floats(o.half);
    lw_part out = {.at = part ? part->at : (pose){mat3_identity(), box->center}};
    out.shape.radius = (double)o.radius;
    if (!part) {
        /* the box's own numbers are rounded, and it may be flat; a test loses more
         * (lw_lane_obstacle.loss) */
        double rounding = LW_ROUNDING(16) * (norm(box->center) + norm(half));
        half = add(half, v3(rounding, rounding, rounding));
    }
    switch (o.shape) {
    case LW_LANE_BALL:
        out.shape.core = LW_CORE_POINT;
        return out;
    case LW_LANE_CYLINDER:
        out.shape.core = LW_CORE_CYLINDER;
        break;
    case LW_LANE_CLOUD:
    case LW_LANE_VOXELS:
    case LW_LANE_RASTER:
    case LW_LANE_BOX:
        out.shape.core = LW_CORE_BOX;
        break;
    }
    out.shape.half = half;
    return out;
}

bool lw_lanes_around_is_boxed(const lw_geometry *geometry)
{
    if (is_of_elements(geometry))
        return false;
    if (geometry->triangle_count || geometry->part_count != 1 ||
        geometry->parts[0].shape.core != LW_CORE_ELLIPSOID)
        return true;
    lw_lane_obstacle o = {.shape = LW_LANE_BOX};
    set_shape(geometry, &o);
    const vec3 own = geometry->parts[0].shape.half;
    return o.shape == LW_LANE_BOX ||
           (own.x == own.y && (o.shape == LW_LANE_CYLINDER || own.x == own.z));
}

/* The box about all compounds of a block. */
static lw_world_box box_of_all(const lw_block *block)
{
    lw_world_box all = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
    for (size_t i = 0; i < block->posed->compound_count; i++) {
        const float *box = block->boxes[i];
        all.low = min3(all.low, v3((double)box[0], (double)box[1], (double)box[2]));
        all.high = max3(all.high, v3((double)box[3], (double)box[4], (double)box[5]));
    }
    return all;
}

/* Sets the lanes behind the last obstacle of the last group to boxes that meet nothing. */
static void clear_rest_of_group(lw_block *block)
{
    for (size_t i = block->obstacle_count; i % LW_LANES; i++)
        for (int k = 0; k < 3; k++) {
            lw_floats *group = block->obstacle_boxes + 6 * (i / LW_LANES);
            group[k][i % LW_LANES] = HUGE_VALF;
            group[3 + k][i % LW_LANES] = -HUGE_VALF;
        }
}

bool lw_lanes_all_near(const lw_lanes *l)
{
    return l->frozen->obstacles.count <= FEW_OBSTACLES;
}

bool lw_lanes_take_obstacles(lw_lanes *l)
{
    const lw_obstacles *obstacles = &l->frozen->obstacles;
    l->block.crowd = NULL;
    if (l->all_near)
        return true;
    bool few = lw_lanes_all_near(l);
    size_t count = obstacles->count;
    if (!few) {
        lw_world_box all = box_of_all(&l->block);
        count = lw_obstacles_meeting(obstacles, &all, LW_MOST_NEAR_OBSTACLES, l->near);
        if (count > LW_MOST_NEAR_OBSTACLES)
            return false;
    }
    l->block.obstacle_count = count;
    for (uint32_t i = 0; i < count; i++)
        set_obstacle(l, i, few ? i : l->near[i]);
    clear_rest_of_group(&l->block);
    l->all_near = few;
    return true;
}

bool lw_lanes_take_crowd(lw_lanes *l)
{
    const lw_obstacles *obstacles = &l->frozen->obstacles;
    if (!l->crowds || l->block.crowd)
        return false;
    l->block.crowd = obstacles;
    l->block.crowd_loss = lw_float_above(2 * obstacles->error);
    l->block.first_obstacle = (uint32_t)l->frozen->moving_count;
    return true;
}
