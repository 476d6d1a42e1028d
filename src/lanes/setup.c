/* What blocks need of a scene. */
#include "lanes/setup.h"

#include "base/error.h"
#include "lanes/lone.h"
#include "lanes/needs.h"
#include "lanes/state_hulls.h"
#include "lanes/states.h"
#include "math/rounding.h"
#include "robot/obstacles.h"
#include "shape/polytope.h"
#include "tree/hull.h"
#include "tree/slices.h"

#include <string.h>

/* Components of a rotation below this count as 0, which blocks leave out: files write the cosine of a
 * right angle as 5e-12 or so. Far below what floats lose (lanes/needs.c). */
static const double LIKE_ZERO = 0x1p-28;

/* Of few obstacles all are tested. */
enum { FEW_OBSTACLES = 64 };

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

/* That of the ball around a body, and those of its balls and their groups. */
static uint32_t centers_of(const lw_cover *cover)
{
    return 1 + cover->count + lw_group_count(cover->count);
}

static size_t count_centers(const lw_frozen *frozen)
{
    size_t count = 0;
    for (size_t i = 0; i < frozen->moving_count; i++)
        count += centers_of(frozen->moving[i].cover);
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
           TAKE(arena, block->obstacles, near) &&
           TAKE(arena, block->obstacle_boxes, 6 * ((near + LW_LANES - 1) / LW_LANES)) &&
           TAKE(arena, block->values, joints) && TAKE(arena, block->quarters, joints) &&
           TAKE(arena, block->needs, bodies) && TAKE(arena, block->frames, joints) &&
           TAKE(arena, block->placed, bodies) && TAKE(arena, block->centers, centers) &&
           TAKE(arena, block->boxes, bodies);
}

static bool take_set(lw_arena *arena, size_t joints, size_t bodies, lw_lane_set *out)
{
    return TAKE(arena, out->joints, joints) && TAKE(arena, out->bodies, bodies);
}

static bool take_memory(lw_arena *arena, const lw_frozen *frozen, lw_lanes *l)
{
    size_t variables = frozen->chains->variable_count;
    size_t joints = frozen->chains->elementary_count;
    size_t bodies = frozen->moving_count;
    size_t pairs = bodies * bodies / 2 + 1;
    /* these, the marks, the hints and the number of each centre's block must be zeroed */
    l->curvatures = lw_arena_array(arena, frozen->pairs.travel_count, sizeof *l->curvatures);
    l->travel_ends = lw_arena_array(arena, bodies, sizeof *l->travel_ends);
    l->marked = lw_arena_array(arena, joints + bodies, sizeof *l->marked);
    l->hints = lw_arena_array(arena, pairs, sizeof *l->hints);
    return l->curvatures && l->travel_ends && l->marked && l->hints &&
           take_block(arena, frozen, &l->block) && TAKE(arena, l->values, variables * LW_LANES) &&
           lw_coordinates_take(arena, variables, &l->coordinates) && TAKE(arena, l->chains, bodies) &&
           TAKE(arena, l->lengths, joints) && TAKE(arena, l->slot_lengths, joints) &&
           TAKE(arena, l->slides, joints) && TAKE(arena, l->sizes, joints) &&
           TAKE(arena, l->paths, joints) && TAKE(arena, l->sums, joints) &&
           TAKE(arena, l->rates, joints) && TAKE(arena, l->accelerations, joints) &&
           TAKE(arena, l->above, joints) && TAKE(arena, l->travels, frozen->pairs.travel_count) &&
           TAKE(arena, l->pair_gaps, pairs) && TAKE(arena, l->pair_travels, pairs) &&
           TAKE(arena, l->errors, bodies) && TAKE(arena, l->near, frozen->obstacles.count) &&
           take_set(arena, joints, bodies, &l->all) && take_set(arena, joints, bodies, &l->some);
}

/* ---- robots ------------------------------------------------------------------------------------ */

static void set_joints(lw_lanes *l)
{
    const lw_chains *chains = l->frozen->chains;
    l->block.joint_count = chains->elementary_count;
    for (size_t i = 0; i < chains->elementary_count; i++) {
        const lw_elementary_joint *own = &chains->elementary[i];
        lw_lane_joint *joint = &l->block.joints[i];
        *joint = (lw_lane_joint){.parent = own->parent, .kind = own->kind};
        set_pose(&own->before, &joint->before);
        l->lengths[i] = norm(own->before.position) * LW_UPWARD;
        l->slot_lengths[i] = 0;
    }
}

static vec3 from_floats(const float v[3])
{
    return v3((double)v[0], (double)v[1], (double)v[2]);
}

/* What is so far from a point, at most, is within reach. */
static void set_reach(lw_lane_chain *chain, const pose *local, vec3 point, double distance)
{
    vec3 at = transform(*local, point);
    chain->reach = greater(chain->reach, (norm(at) + distance) * LW_UPWARD);
    chain->axis = greater(chain->axis, (sqrt(at.x * at.x + at.y * at.y) + distance) * LW_UPWARD);
}

/* The vertices of a hull; none where it has a round core. Returns how many; out: room for as many as
 * a hull has, or NULL. */
static uint32_t hull_points(const lw_part *part, float (*out)[3])
{
    const lw_convex *shape = &part->shape;
    vec3 half = shape->half;
    uint32_t count = 0;
    switch (shape->core) {
    case LW_CORE_POINT:
        count = 1;
        break;
    case LW_CORE_SEGMENT:
        count = 2;
        break;
    case LW_CORE_TRIANGLE:
        count = 3;
        break;
    case LW_CORE_BOX:
        count = 8;
        break;
    case LW_CORE_POLYTOPE:
        count = shape->polytope->vertex_count <= LW_HULL_VERTICES ? shape->polytope->vertex_count : 0;
        break;
    default:
        break;
    }
    for (uint32_t i = 0; out && i < count; i++) {
        vec3 own = {0, 0, 0};
        if (shape->core == LW_CORE_SEGMENT)
            own.z = i ? half.z : -half.z;
        else if (shape->core == LW_CORE_TRIANGLE)
            own = shape->triangle[i];
        else if (shape->core == LW_CORE_BOX)
            own = v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
        else if (shape->core == LW_CORE_POLYTOPE)
            own = shape->polytope->vertices[i];
        set_vector(transform(part->at, own), 0, out[i]);
    }
    return count;
}

/* A convex shape and a sphere around what it stands for. False where memory ran out. */
static bool set_hull(lw_arena *arena, const lw_part *part, vec3 center, double radius,
                     lw_lane_hull *out)
{
    uint32_t count = hull_points(part, NULL);
    float(*points)[3] = lw_arena_scratch(arena, count, sizeof *points);
    if (!points)
        return false;
    hull_points(part, points);
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

/* The points of hulls are within reach, before they were rounded to floats as well, and the centres of
 * the balls around them. */
static void set_hull_reach(lw_lane_chain *chain, const pose *local, const lw_lane_hull *hulls,
                           uint32_t hull_count)
{
    for (uint32_t i = 0; i < hull_count; i++) {
        const lw_lane_hull *hull = &hulls[i];
        set_reach(chain, local, from_floats(hull->around.center), 0);
        for (uint32_t k = 0; k < hull->point_count; k++) {
            vec3 at = from_floats(hull->points[k]);
            set_reach(chain, local, at, 0x1p-22 * norm(at));
        }
        /* a core without points is around its origin */
        if (!hull->point_count)
            set_reach(chain, local, hull->part->at.position, lw_convex_extent(&hull->part->shape));
    }
}

/* The centre of a ball is within reach. Returns how far it is from the body's origin. */
static double set_ball_reach(lw_lane_chain *chain, const pose *local, const lw_ball *ball)
{
    vec3 center = from_floats(ball->center);
    set_reach(chain, local, center, 0);
    return norm(center);
}

/* NULL where memory ran out. */
static const lw_grouped_cover *take_cover(lw_arena *arena, const lw_cover *cover)
{
    lw_grouped_cover *out = lw_arena_scratch(arena, 1, sizeof *out);
    if (!out || !TAKE(arena, out->balls, cover->count) ||
        !TAKE(arena, out->groups, lw_group_count(cover->count)))
        return NULL;
    lw_group_balls(cover, out);
    return out;
}

/* Whether a body is made of the balls that cover it. */
static bool is_exact(const lw_body *body)
{
    const lw_geometry *geometry = body->geometry;
    bool exact = geometry->triangle_count == 0 && geometry->part_count == body->cover->count;
    for (uint32_t i = 0; i < geometry->part_count && exact; i++)
        exact = geometry->parts[i].shape.core == LW_CORE_POINT;
    return exact;
}

static bool set_body(lw_arena *arena, lw_lanes *l, size_t index, uint32_t first_center)
{
    const lw_body *own = &l->frozen->moving[index];
    lw_lane_body *body = &l->block.bodies[index];
    const lw_grouped_cover *cover = take_cover(arena, own->cover);
    if (!cover)
        return false;
    *body = (lw_lane_body){.joint = own->elementary,
                           .has_local = !is_identity(&own->local),
                           .cover = cover,
                           .near = is_exact(own) ? 0.999F : 0.7F,
                           .first_center = first_center};
    set_pose(&own->local, &body->local);
    lw_lane_chain *chain = &l->chains[index];
    chain->reach = chain->axis = 0;
    double far = own->geometry->extent + own->geometry->radius;
    far = greater(far, set_ball_reach(chain, &own->local, &cover->around));
    for (uint32_t i = 0; i < cover->count; i++)
        far = greater(far, set_ball_reach(chain, &own->local, &cover->balls[i]));
    for (uint32_t i = 0; i < cover->group_count; i++)
        far = greater(far, set_ball_reach(chain, &own->local, &cover->groups[i].around));
    bool good = set_hulls(arena, own->geometry, body);
    if (good) {
        set_hull_reach(chain, &own->local, body->hulls, body->hull_count);
        set_hull_reach(chain, &own->local, body->slices, body->slice_count);
    }
    chain->length = norm(own->local.position) + far;
    chain->still = lw_rest_error(&own->composed);
    chain->steps = 2;
    for (int32_t f = own->elementary; f >= 0; f = l->frozen->chains->elementary[f].parent)
        chain->steps++;
    return good;
}

/* Marks a travel as needed. */
static void need_travel(lw_lanes *l, uint32_t travel)
{
    l->curvatures[travel] = 1;
}

/* Lists the travels that are marked, by their bodies, and takes the marks away. */
static void list_travels(lw_lanes *l)
{
    const lw_pairs *pairs = &l->frozen->pairs;
    uint32_t *place = l->travel_ends;
    for (uint32_t i = 0; i < pairs->travel_count; i++)
        place[pairs->travels[i].body] += l->curvatures[i] > 0;
    for (size_t body = 0; body < l->frozen->moving_count; body++) {
        uint32_t count = place[body];
        place[body] = (uint32_t)l->travel_count;
        l->travel_count += count;
    }
    for (uint32_t i = 0; i < pairs->travel_count; i++)
        if (l->curvatures[i] > 0)
            l->travels[place[pairs->travels[i].body]++] = i;
    memset(l->curvatures, 0, pairs->travel_count * sizeof *l->curvatures);
}

static void set_pairs(lw_lanes *l)
{
    const lw_frozen *frozen = l->frozen;
    double margin = lw_lanes_margin(l);
    for (uint32_t a = 0; a < frozen->moving_count; a++) {
        need_travel(l, a);
        for (uint32_t b = a + 1; b < frozen->moving_count; b++) {
            if (lw_frozen_reason(frozen, a, b) != LW_PAIR_CHECKED)
                continue;
            lw_pair pair = lw_frozen_pair(frozen, lw_pair_id_of(a, b));
            size_t i = l->block.pair_count++;
            l->block.pairs[i] = (lw_lane_pair){
                .a = a, .b = b, .common = pair.common, .by_boxes = pair.margin <= 2 * margin};
            l->block.pairs[i].halfway = lw_joint_halfway(&l->block, &l->block.pairs[i]);
            l->pair_gaps[i] = pair.margin + pair.padding[0] + pair.padding[1];
            l->pair_travels[i][0] = lw_frozen_travel(frozen, a, b);
            l->pair_travels[i][1] = lw_frozen_travel(frozen, b, a);
            need_travel(l, l->pair_travels[i][0]);
            need_travel(l, l->pair_travels[i][1]);
        }
    }
    list_travels(l);
}

/* A set of all joints and bodies. */
static void take_all(lw_lanes *l)
{
    for (size_t i = 0; i < l->block.joint_count; i++)
        l->all.joints[l->all.joint_count++] = (uint32_t)i;
    for (size_t i = 0; i < l->block.body_count; i++)
        l->all.bodies[l->all.body_count++] = (uint32_t)i;
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
    set_pairs(l);
    take_all(l);
    if (lw_lanes_serves_states(l) && lw_lone_create(arena, &l->block, &l->lone, error))
        return LW_ERROR_MEMORY;
    lw_lanes_use(l, frozen);
    *out = l;
    return LW_OK;
}

void lw_lanes_take_piece(lw_lanes *l, const lw_motion *motion, size_t piece)
{
    const lw_chains *chains = l->frozen->chains;
    for (size_t j = 0; j < chains->joint_count; j++) {
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
    l->all_near = false;
    if (l->lone)
        l->lone->known = false;
}

/* Where a box lies in a group of eight. */
static void set_box(lw_floats *group, size_t lane, const lw_world_box *box)
{
    const double low[3] = {box->low.x, box->low.y, box->low.z};
    const double high[3] = {box->high.x, box->high.y, box->high.z};
    for (int i = 0; i < 3; i++) {
        group[i][lane] = -lw_float_above(-low[i]);
        group[3 + i][lane] = lw_float_above(high[i]);
    }
}

/* A convex shape by itself, where tests know it or one a little larger; false: they do not. */
static bool set_convex(const lw_convex *shape, lw_lane_obstacle *o)
{
    o->shape = LW_LANE_BOX;
    if (shape->core == LW_CORE_POINT)
        o->shape = LW_LANE_BALL;
    else if (shape->core == LW_CORE_CYLINDER || shape->core == LW_CORE_CONE)
        o->shape = LW_LANE_CYLINDER;
    else if (shape->core != LW_CORE_SEGMENT && shape->core != LW_CORE_BOX)
        return false;
    bool is_box = shape->core == LW_CORE_BOX;
    o->half[0] = is_box || o->shape == LW_LANE_CYLINDER ? lw_float_above(shape->half.x) : 0;
    o->half[1] = is_box ? lw_float_above(shape->half.y) : 0;
    o->half[2] = o->shape != LW_LANE_BALL ? lw_float_above(shape->half.z) : 0;
    o->radius = lw_float_above(shape->radius);
    return true;
}

static void set_obstacle(lw_lanes *l, size_t index, uint32_t which)
{
    const lw_obstacle *own = lw_obstacle_at(&l->frozen->obstacles, which);
    const lw_geometry *geometry = own->body.geometry;
    const lw_node *box = &geometry->nodes[0];
    pose at = own->body.local;
    vec3 center = box->center;
    lw_lane_obstacle *o = &l->block.obstacles[index];
    *o = (lw_lane_obstacle){.body = (uint32_t)(l->frozen->moving_count + which)};
    if (geometry->triangle_count == 0 && geometry->part_count == 1 &&
        set_convex(&geometry->parts[0].shape, o)) {
        center = geometry->parts[0].at.position;
        at.rotation = mul(at.rotation, geometry->parts[0].at.rotation);
    } else {
        o->half[0] = lw_float_above(box->half.x);
        o->half[1] = lw_float_above(box->half.y);
        o->half[2] = lw_float_above(box->half.z);
    }
    vec3 middle = transform(own->body.local, center);
    set_vector(at.rotation.x, 0, o->x);
    set_vector(at.rotation.y, 0, o->y);
    set_vector(at.rotation.z, 0, o->z);
    set_vector(neg(rotate_back(at.rotation, middle)), 0, o->offset);
    set_box(l->block.obstacle_boxes + 6 * (index / LW_LANES), index % LW_LANES, &own->box);
    double size = norm(middle) + norm(box->half) + geometry->extent;
    o->loss = lw_float_above(LW_FLOAT_TEST_ROUNDING * size + 2 * own->error);
}

/* The box about all bodies of a block. */
static lw_world_box box_of_all(const lw_block *block)
{
    lw_world_box all = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
    for (size_t i = 0; i < block->body_count; i++) {
        const float *box = block->boxes[i];
        all.low = min3(all.low, v3((double)box[0], (double)box[1], (double)box[2]));
        all.high = max3(all.high, v3((double)box[3], (double)box[4], (double)box[5]));
    }
    return all;
}

/* Nothing meets what stands behind the obstacles of the last group. */
static void clear_rest_of_group(lw_block *block)
{
    for (size_t i = block->obstacle_count; i % LW_LANES; i++)
        for (int k = 0; k < 3; k++) {
            lw_floats *group = block->obstacle_boxes + 6 * (i / LW_LANES);
            group[k][i % LW_LANES] = HUGE_VALF;
            group[3 + k][i % LW_LANES] = -HUGE_VALF;
        }
}

bool lw_lanes_take_obstacles(lw_lanes *l)
{
    const lw_obstacles *obstacles = &l->frozen->obstacles;
    if (l->all_near)
        return true;
    bool few = obstacles->count <= FEW_OBSTACLES;
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
