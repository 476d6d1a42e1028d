/* Boxes of whole voxels under a complete binary tree. Each node halves its boxes at the median of their
 * corners along the longest axis, which is found by counting (Morton order alone would make queries
 * take two to three times as long: docs/decisions/octrees.md). Bounds of nodes are exact, as they are
 * whole numbers; only the coordinates that are made of them are rounded. */
#include "body/voxels.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "body/box.h"
#include "math/pose.h"
#include "math/rounding.h"

enum {
    SPHERE_STEPS = 24, /* towards a small sphere about the boxes */
    LEVELS = 40,       /* of a tree, with room */
    BIN_BITS = 6,      /* of a coordinate that a pass of a selection looks at */
    BINS = 1 << BIN_BITS
};

/* how many distances may be taken in search of a small sphere */
static const double SPHERE_COST = 100000;

/* ---- coordinates -------------------------------------------------------------------------------- */

/* The bounds in metres. */
static void corners_of(const lw_voxels *voxels, const lw_voxel_bounds *bounds, vec3 *low, vec3 *high)
{
    *low = scale(voxels->unit, v3(bounds->low[0] - LW_VOXELS_HALF, bounds->low[1] - LW_VOXELS_HALF,
                                  bounds->low[2] - LW_VOXELS_HALF));
    *high = scale(voxels->unit,
                  v3(bounds->last[0] + 1 - LW_VOXELS_HALF, bounds->last[1] + 1 - LW_VOXELS_HALF,
                     bounds->last[2] + 1 - LW_VOXELS_HALF));
}

/* A box around the grid: `side` of six. */
static void outer_box(const lw_voxels *voxels, uint32_t side, vec3 *middle, vec3 *half)
{
    const double root = voxels->unit * LW_VOXELS_HALF;
    const double reach = voxels->outer_reach;
    double center[3] = {0, 0, 0};
    double own[3] = {reach, reach, reach};
    center[side / 2] = (side % 2 ? 0.5 : -0.5) * (reach + root);
    own[side / 2] = 0.5 * (reach - root);
    *middle = v3(center[0], center[1], center[2]);
    *half = v3(own[0], own[1], own[2]);
}

static void inner_box(const lw_voxels *voxels, uint32_t index, vec3 *middle, vec3 *half)
{
    const double unit = 0.5 * voxels->unit;
    const lw_voxel_box *box = &voxels->boxes[index];
    double center[3];
    double own[3];
    for (int k = 0; k < 3; k++) {
        own[k] = 1 << (box->level + (box->along >> k & 1));
        center[k] = 2 * (box->low[k] - LW_VOXELS_HALF) + own[k];
    }
    *middle = scale(unit, v3(center[0], center[1], center[2]));
    *half = scale(unit, v3(own[0], own[1], own[2]));
}

/* The half widths are grown by the rounding errors of the centre and of the sides, so that the box
 * contains the given one, and no gap opens between neighbours. */
static void box_of(const lw_voxels *voxels, uint32_t index, vec3 *middle, vec3 *half)
{
    if (index < voxels->inner)
        inner_box(voxels, index, middle, half);
    else
        outer_box(voxels, index - voxels->inner, middle, half);
    const double size = LW_ROUNDING(4) * (max_component(*half) + norm(*middle));
    *half = add(*half, v3(size, size, size));
}

void lw_part_of_voxels(const lw_voxels *voxels, uint32_t index, lw_part *out)
{
    *out = (lw_part){.at = pose_identity()};
    out->shape.core = LW_CORE_BOX;
    out->shape.radius = voxels->radius;
    box_of(voxels, index, &out->at.position, &out->shape.half);
}

vec3 lw_seed_of_voxels(const lw_voxels *voxels, uint32_t index)
{
    vec3 middle, half;
    box_of(voxels, index, &middle, &half);
    return middle;
}

/* ---- the order ---------------------------------------------------------------------------------- */

/* The axis along which the corners of boxes are farthest apart; the least of them, and the difference.
 */
static int longest_axis(const lw_voxel_box *boxes, uint32_t count, uint32_t *low, uint32_t *length)
{
    uint16_t least[3] = {UINT16_MAX, UINT16_MAX, UINT16_MAX};
    uint16_t most[3] = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const uint16_t own = boxes[i].low[k];
            least[k] = own < least[k] ? own : least[k];
            most[k] = own > most[k] ? own : most[k];
        }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = most[k] - least[k] > most[axis] - least[axis] ? k : axis;
    *low = least[axis];
    *length = (uint32_t)(most[axis] - least[axis]);
    return axis;
}

/* The corner that `rank` of the boxes come before, of which there are more than `rank`. low: the least
 * corner; length: from there to the largest one. rank: out, how many of those at this corner come
 * before. */
static uint32_t corner_of_rank(const lw_voxel_box *boxes, uint32_t count, int axis, uint32_t low,
                               uint32_t length, uint32_t *rank)
{
    int shift = 0;
    while (length >> shift >= BINS)
        shift += BIN_BITS;
    for (;; shift -= BIN_BITS) {
        uint32_t bins[BINS + 1] = {0};
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t bin = (boxes[i].low[axis] - low) >> shift;
            bins[bin < BINS ? bin : BINS]++;
        }
        uint32_t bin = 0;
        for (; *rank >= bins[bin]; bin++)
            *rank -= bins[bin];
        low += bin << shift;
        if (shift == 0)
            return low;
    }
}

/* Puts the `left` boxes whose corners are least along the longest axis before the others. Both halves
 * keep their order. */
static void halve(lw_voxel_box *boxes, uint32_t count, uint32_t left, lw_voxel_box *spare)
{
    uint32_t low;
    uint32_t length;
    uint32_t equal = left; /* boxes at the corner itself that are to go to the left */
    const int axis = longest_axis(boxes, count, &low, &length);
    const uint32_t corner = corner_of_rank(boxes, count, axis, low, length, &equal);
    uint32_t first = 0;
    uint32_t second = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lw_voxel_box box = boxes[i];
        const bool takes = box.low[axis] == corner && equal > 0;
        const bool is_left = box.low[axis] < corner || takes;
        equal -= takes;
        boxes[first] = box;
        spare[second] = box;
        first += is_left;
        second += !is_left;
    }
    memcpy(boxes + left, spare, second * sizeof *boxes);
}

/* Orders the inner boxes so that each stored node halves those below it along the longest axis. */
static void set_order(const lw_voxels *voxels, lw_voxel_box *boxes, lw_voxel_box *spare)
{
    for (uint32_t node = 0; 2 * node + 1 < voxels->stored; node++) {
        const lw_heap_range range = lw_voxels_below(voxels, node);
        const uint32_t middle = lw_voxels_below(voxels, 2 * node + 1).end;
        if (range.first < middle && middle < range.end)
            halve(boxes + range.first, range.end - range.first, middle - range.first, spare);
    }
}

/* ---- the tree ----------------------------------------------------------------------------------- */

static const lw_voxel_bounds no_bounds = {{UINT16_MAX, UINT16_MAX, UINT16_MAX}, {0, 0, 0}};

static void widen(lw_voxel_bounds *bounds, const lw_voxel_bounds *by)
{
    for (int k = 0; k < 3; k++) {
        bounds->low[k] = by->low[k] < bounds->low[k] ? by->low[k] : bounds->low[k];
        bounds->last[k] = by->last[k] > bounds->last[k] ? by->last[k] : bounds->last[k];
    }
}

/* The bounds of the inner boxes below a node. */
static lw_voxel_bounds bounds_below(const lw_voxels *voxels, uint32_t node)
{
    const lw_heap_range range = lw_voxels_below(voxels, node);
    lw_voxel_bounds out = no_bounds;
    for (uint32_t i = range.first; i < range.end; i++) {
        const lw_voxel_bounds own = lw_voxel_bounds_of(&voxels->boxes[i]);
        widen(&out, &own);
    }
    return out;
}

static void set_bounds(lw_voxels *voxels)
{
    for (uint32_t node = voxels->stored; node-- > 0;) {
        lw_voxel_bounds *bounds = &voxels->bounds[node];
        if (2 * node + 1 >= voxels->stored) {
            *bounds = bounds_below(voxels, node);
            continue;
        }
        *bounds = voxels->bounds[2 * node + 1];
        widen(bounds, &voxels->bounds[2 * node + 2]);
    }
}

/* The box about an inner node that is not grown: about all outer boxes, if there is one below it. */
static void box_of_node(const lw_voxels *voxels, uint32_t node, vec3 *middle, vec3 *half)
{
    if (voxels->outer_reach > 0 && lw_heap_below(voxels->count, node).end > voxels->inner) {
        *middle = v3(0, 0, 0);
        *half = v3(voxels->outer_reach, voxels->outer_reach, voxels->outer_reach);
        return;
    }
    const lw_voxel_bounds bounds =
        node < voxels->stored ? voxels->bounds[node] : bounds_below(voxels, node);
    vec3 low, high;
    corners_of(voxels, &bounds, &low, &high);
    *middle = scale(0.5, add(low, high));
    *half = max3(sub(high, *middle), sub(*middle, low));
}

void lw_node_of_voxels(const lw_voxels *voxels, uint32_t node, lw_node *out)
{
    const bool is_leaf = node >= voxels->count - 1;
    const double grown = voxels->radius + voxels->growth;
    out->child = is_leaf ? -1 : (int32_t)(2 * node + 1);
    out->element =
        is_leaf ? lw_heap_below(voxels->count, node).first : 0; /* of an inner node: no patch */
    if (is_leaf)
        box_of(voxels, out->element, &out->center, &out->half);
    else
        box_of_node(voxels, node, &out->center, &out->half);
    out->half = add(out->half, v3(grown, grown, grown));
}

/* ---- the geometry ------------------------------------------------------------------------------- */

/* At least the largest distance of a point of a box from a place, without rounding, by the bounds of
 * the groups; and the corner that has it. */
static double farthest(const lw_voxels *voxels, vec3 from, vec3 *where)
{
    double most = -1;
    for (uint32_t node = voxels->stored / 2; node < voxels->stored; node++) {
        if (voxels->bounds[node].low[0] > voxels->bounds[node].last[0])
            continue;
        vec3 low, high;
        corners_of(voxels, &voxels->bounds[node], &low, &high);
        const vec3 corner = v3(from.x - low.x > high.x - from.x ? low.x : high.x,
                               from.y - low.y > high.y - from.y ? low.y : high.y,
                               from.z - low.z > high.z - from.z ? low.z : high.z);
        const double square = norm2(sub(corner, from));
        if (square > most) {
            most = square;
            *where = corner;
        }
    }
    return sqrt(most);
}

/* Finds a small sphere about the boxes: as `enclose` in body/geometry.c, with fewer steps for many
 * boxes. */
static void enclose(const lw_voxels *voxels, lw_geometry *geometry)
{
    vec3 where = v3(0, 0, 0);
    vec3 center = geometry->nodes[0].center;
    double least = voxels->outer_reach > 0 ? geometry->extent : farthest(voxels, center, &where);
    geometry->center = center;
    for (int step = 1; step <= SPHERE_STEPS && step * (double)voxels->stored <= SPHERE_COST &&
                       !(voxels->outer_reach > 0);
         step++) {
        center = add_scaled(center, 1.0 / (step + 2), sub(where, center));
        const double radius = farthest(voxels, center, &where);
        if (radius < least) {
            least = radius;
            geometry->center = center;
        }
    }
    geometry->radius = (least + voxels->radius) * LW_UP_BY(32) + LW_SPHERE_ROUNDING * geometry->extent;
}

lw_status lw_voxels_geometry(lw_arena *arena, const lw_voxels_def *def, lw_geometry **out,
                             lw_error *error)
{
    lw_geometry *geometry = lw_arena_take_small(arena, sizeof *geometry);
    lw_voxels *voxels = lw_arena_take_small(arena, sizeof *voxels);
    lw_node *root = lw_arena_take_small(arena, sizeof *root);
    lw_voxel_box *boxes = lw_arena_copy(arena, def->boxes, def->count * sizeof *boxes);
    if (!geometry || !voxels || !root || !boxes)
        return lw_fail_memory(error);
    const bool has_outer = def->outer_reach > 0;
    *voxels = (lw_voxels){.count = (uint32_t)def->count + (has_outer ? LW_OUTER_BOXES : 0),
                          .inner = (uint32_t)def->count,
                          .unit = def->unit,
                          .radius = def->radius,
                          .outer_reach = def->outer_reach,
                          .known = def->known,
                          .boxes = boxes};
    voxels->stored = lw_heap_stored(voxels->count);
    voxels->bounds = lw_arena_scratch(arena, voxels->stored, sizeof *voxels->bounds);
    lw_voxel_box *spare = malloc(def->count * sizeof *spare + 1);
    if (!voxels->bounds || !spare) {
        free(spare);
        return lw_fail_memory(error);
    }
    set_order(voxels, boxes, spare);
    free(spare);
    set_bounds(voxels);
    *geometry = (lw_geometry){.nodes = root,
                              .node_count = 1,
                              .part_count = voxels->count,
                              .seed_count = voxels->count,
                              .voxels = voxels,
                              .is_convex = false};
    vec3 where;
    const double reach = has_outer ? norm(v3(def->outer_reach, def->outer_reach, def->outer_reach))
                                   : farthest(voxels, v3(0, 0, 0), &where);
    geometry->extent = (reach + def->radius) * LW_UP_BY(32);
    voxels->growth = LW_BOX_GROWTH * geometry->extent + DBL_MIN;
    lw_node_of_voxels(voxels, 0, root);
    enclose(voxels, geometry);
    *out = geometry;
    return LW_OK;
}

double lw_voxels_support_value(const lw_voxels *voxels, uint32_t node, vec3 along, uint32_t *which)
{
    const lw_heap_range range = lw_heap_below(voxels->count, node);
    const vec3 size = abs3(along);
    double most = -HUGE_VAL;
    for (uint32_t i = range.first; i < range.end; i++) {
        vec3 middle, half;
        box_of(voxels, i, &middle, &half);
        const double value = dot(along, middle) + dot(size, half);
        *which = value > most ? i : *which;
        most = greater(most, value);
    }
    return most + voxels->radius * norm(along);
}

/* ---- searches ----------------------------------------------------------------------------------- */

/* The distance of a place from a box; within it, minus the depth. */
static double signed_distance(vec3 from_middle, vec3 half)
{
    const vec3 out = sub(abs3(from_middle), half);
    const double most = max_component(out);
    return most > 0
               ? sqrt(lw_positive_square(out.x) + lw_positive_square(out.y) + lw_positive_square(out.z))
               : most;
}

/* As signed_distance, from stored bounds, of a place in voxels. */
static double distance_from(const lw_voxel_bounds *bounds, vec3 at)
{
    const double place[3] = {at.x, at.y, at.z};
    double square = 0;
    double most = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double out = greater(bounds->low[k] - LW_VOXELS_HALF - place[k],
                                   place[k] - (bounds->last[k] + 1 - LW_VOXELS_HALF));
        square += lw_positive_square(out);
        most = greater(most, out);
    }
    return most > 0 ? sqrt(square) : most;
}

/* The distance of a place from a box, and in it minus the depth. */
static double distance_of(const lw_voxels *voxels, uint32_t box, vec3 at)
{
    vec3 middle, half;
    box_of(voxels, box, &middle, &half);
    return signed_distance(sub(at, middle), half);
}

bool lw_voxels_near(const lw_voxels *voxels, vec3 about, double within, lw_voxel_visit visit,
                    void *context)
{
    uint32_t stack[LEVELS] = {0};
    uint32_t waiting = 1;
    const vec3 place = scale(1 / voxels->unit, about);
    /* what the place and the distance err by */
    const double most =
        within / voxels->unit * LW_UPWARD + LW_ROUNDING(64) * (norm(place) + 2.0 * LW_VOXELS_HALF);
    for (uint32_t i = voxels->inner; i < voxels->count; i++)
        if (distance_of(voxels, i, about) <= within * LW_UPWARD && visit(context, i))
            return true;
    while (waiting > 0) {
        const uint32_t node = stack[--waiting];
        if (distance_from(&voxels->bounds[node], place) > most)
            continue;
        if (2 * node + 1 < voxels->stored) {
            stack[waiting++] = 2 * node + 2;
            stack[waiting++] = 2 * node + 1;
            continue;
        }
        const lw_heap_range range = lw_voxels_below(voxels, node);
        for (uint32_t i = range.first; i < range.end; i++) {
            const lw_voxel_bounds own = lw_voxel_bounds_of(&voxels->boxes[i]);
            if (distance_from(&own, place) <= most && visit(context, i))
                return true;
        }
    }
    return false;
}

double lw_voxels_distance(const lw_voxels *voxels, vec3 at, double within, uint32_t *which)
{
    uint32_t stack[LEVELS] = {0};
    uint32_t waiting = 1;
    const vec3 place = scale(1 / voxels->unit, at);
    double least = within;
    *which = 0;
    for (uint32_t i = voxels->inner; i < voxels->count; i++) {
        const double own = distance_of(voxels, i, at);
        *which = own < least ? i : *which;
        least = lesser(least, own);
    }
    while (waiting > 0) {
        const uint32_t node = stack[--waiting];
        if (!(voxels->unit * distance_from(&voxels->bounds[node], place) < least))
            continue;
        if (2 * node + 1 < voxels->stored) {
            stack[waiting++] = 2 * node + 2;
            stack[waiting++] = 2 * node + 1;
            continue;
        }
        const lw_heap_range range = lw_voxels_below(voxels, node);
        for (uint32_t i = range.first; i < range.end; i++) {
            const double own = distance_of(voxels, i, at);
            *which = own < least ? i : *which;
            least = lesser(least, own);
        }
    }
    return least;
}

/* ---- invariants --------------------------------------------------------------------------------- */

static bool holds(const lw_voxel_bounds *bounds, const lw_voxel_bounds *inner)
{
    bool all = true;
    for (int k = 0; k < 3; k++)
        all = all && bounds->low[k] <= inner->low[k] && inner->last[k] <= bounds->last[k];
    return all;
}

const char *lw_voxels_fault(const lw_voxels *voxels)
{
    const bool has_outer = voxels->outer_reach > 0;
    if (voxels->count != voxels->inner + (has_outer ? LW_OUTER_BOXES : 0) || !voxels->count ||
        voxels->inner > LW_VOXEL_BOXES)
        return "an octree has no boxes, or too many";
    if (!(voxels->radius >= 0) || !(voxels->growth > 0) || !(voxels->unit > 0))
        return "the unit, the radius or the growth of an octree is negative";
    for (int k = 0; k < 3 && !has_outer; k++)
        if (voxels->bounds[0].low[k] - LW_VOXELS_HALF < -voxels->known ||
            voxels->bounds[0].last[k] + 1 - LW_VOXELS_HALF > voxels->known)
            return "the boxes of an octree reach beyond what is known of it";
    for (uint32_t node = 0; node < voxels->stored; node++) {
        const lw_heap_range range = lw_voxels_below(voxels, node);
        for (uint32_t i = range.first; i < range.end; i++) {
            const lw_voxel_bounds own = lw_voxel_bounds_of(&voxels->boxes[i]);
            if (!holds(&voxels->bounds[node], &own))
                return "the bounds of a node do not hold a box below it";
        }
    }
    return NULL;
}
