/* The bounding volume hierarchy (BVH) of boxes over a body's elements. It is built from the top: each
 * set of elements is split by the surface area heuristic (Wald 2007: 16 bins on each axis), which costs
 * O(n log n) for all but adversarial inputs. The tree is at most 64 levels deep: a set is halved if the
 * levels left below it just suffice for halving. */
#include "body/geometry.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "body/box.h"
#include "body/convex_solids.h"
#include "body/corners.h"
#include "body/heights.h"
#include "body/image.h"
#include "body/points.h"
#include "body/slices.h"
#include "math/rounding.h"

enum { BINS = 16, DEEPEST = 64 };

typedef struct element {
    vec3 low, high;
    vec3 middle;     /* twice the centre, which will do for comparisons */
    uint32_t source; /* triangle, counted over all meshes, or triangle_count + part */
} element;

/* A sphere around a part, in the body. */
typedef struct ball {
    vec3 center;
    double radius;
} ball;

typedef struct builder {
    element *elements;
    ball *balls; /* per part */
    lw_geometry *geometry;
    vec3 (*triangles)[3]; /* in the order of the meshes */
    double *radii;        /* radii of these triangles; NULL: all are 0 */
    uint32_t *sources;    /* for each triangle in the order of the leaves, its place in the order of the
                             meshes */
    uint32_t copied;      /* how many triangles have been copied into the order of the leaves */
    double growth;        /* how much each box is grown on each side */
} builder;

/* The `count` elements from `first` on belong under a node at a depth. */
typedef struct range {
    uint32_t node, first, count;
    int depth;
} range;

typedef struct bin {
    vec3 low, high;
    uint32_t count;
} bin;

typedef struct split {
    double cost;
    int axis; /* -1: none */
    int bin;  /* the first bin of the second half */
} split;

static bin empty_bin(void)
{
    return (bin){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
}

static void widen(bin *b, const bin *other)
{
    b->low = min3(b->low, other->low);
    b->high = max3(b->high, other->high);
    b->count += other->count;
}

/* Half the surface times the count: it grows with how often a query visits the box, and with the cost
 * of a visit. A little of the squared length is added for elements that all lie on a line. */
static double bin_cost(const bin *b)
{
    vec3 d = sub(b->high, b->low);
    double length = d.x + d.y + d.z;
    return b->count ? (d.x * d.y + d.y * d.z + d.z * d.x + 0x1p-20 * length * length) * b->count : 0;
}

static int bin_of(const element *e, int axis, double low, double inverse)
{
    int index = (int)((component3(e->middle, axis) - low) * inverse);
    return index < 0 ? 0 : index >= BINS ? BINS - 1 : index;
}

/* Bins per length of an axis; 0 where the axis cannot split. */
static double bin_scale(double low, double high)
{
    double inverse = BINS / (high - low);
    return high > low && isfinite(inverse) ? inverse : 0;
}

static void best_on_axis(const element *elements, uint32_t count, int axis, double low, double inverse,
                         split *best)
{
    bin bins[BINS];
    for (int k = 0; k < BINS; k++)
        bins[k] = empty_bin();
    for (uint32_t i = 0; i < count; i++) {
        bin one = {elements[i].low, elements[i].high, 1};
        widen(&bins[bin_of(&elements[i], axis, low, inverse)], &one);
    }
    double cost_after[BINS];
    bin sum = empty_bin();
    for (int k = BINS - 1; k > 0; k--) {
        widen(&sum, &bins[k]);
        cost_after[k] = bin_cost(&sum);
        if (sum.count == 0)
            cost_after[k] = INFINITY;
    }
    sum = empty_bin();
    for (int k = 1; k < BINS; k++) {
        widen(&sum, &bins[k - 1]);
        double cost = bin_cost(&sum) + cost_after[k];
        if (sum.count && cost < best->cost)
            *best = (split){cost, axis, k};
    }
}

/* Moves the elements of the first half to the front and returns their number. If no plane separates the
 * elements, the first half is any half of them. */
static uint32_t partition(element *elements, uint32_t count)
{
    vec3 low = elements[0].middle;
    vec3 high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = min3(low, elements[i].middle);
        high = max3(high, elements[i].middle);
    }
    split best = {INFINITY, -1, 0};
    for (int axis = 0; axis < 3; axis++) {
        double inverse = bin_scale(component3(low, axis), component3(high, axis));
        if (inverse > 0)
            best_on_axis(elements, count, axis, component3(low, axis), inverse, &best);
    }
    if (best.axis < 0)
        return count / 2;
    double from = component3(low, best.axis);
    double inverse = bin_scale(from, component3(high, best.axis));
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bin_of(&elements[i], best.axis, from, inverse) < best.bin) {
            element e = elements[i];
            elements[i] = elements[first];
            elements[first++] = e;
        }
    return first;
}

/* The levels below the root of a tree of `count` leaves, if every set is halved. */
static int halving_depth(uint32_t count)
{
    int depth = 0;
    while (count > (uint32_t)1 << depth)
        depth++;
    return depth;
}

static void set_box(lw_node *node, const element *elements, uint32_t count, double growth)
{
    vec3 low = elements[0].low;
    vec3 high = elements[0].high;
    for (uint32_t i = 1; i < count; i++) {
        low = min3(low, elements[i].low);
        high = max3(high, elements[i].high);
    }
    node->center = scale(0.5, add(low, high));
    vec3 half = max3(sub(high, node->center), sub(node->center, low));
    node->half = add(half, v3(growth, growth, growth));
}

static void set_leaf(builder *b, lw_node *node, uint32_t source)
{
    lw_geometry *geometry = b->geometry;
    node->child = -1;
    node->element = source;
    if (source < geometry->triangle_count) {
        node->element = b->copied;
        for (int k = 0; k < 3; k++)
            geometry->triangles[b->copied][k] = b->triangles[source][k];
        if (b->radii)
            geometry->radii[b->copied] = b->radii[source];
        b->sources[b->copied] = source;
        b->copied++;
    }
}

/* Fills a node for a range of elements. False: it is a leaf. True: the range is divided into two, the
 * first of `left` elements. */
static bool divide(builder *b, const range *here, uint32_t *left)
{
    lw_node *node = &b->geometry->nodes[here->node];
    element *elements = b->elements + here->first;
    set_box(node, elements, here->count, b->growth);
    if (here->count == 1) {
        set_leaf(b, node, elements[0].source);
        return false;
    }
    bool late = here->depth + halving_depth(here->count) >= DEEPEST;
    *left = late ? here->count / 2 : partition(elements, here->count);
    node->child = (int32_t)b->geometry->node_count;
    b->geometry->node_count += 2;
    return true;
}

/* Builds first halves first, so that neighbours in the tree are neighbours in memory. Each level leaves
 * at most one range waiting. */
static void build(builder *b, uint32_t count)
{
    range waiting[DEEPEST + 2] = {{0, 0, count, 0}};
    uint32_t ranges = 1;
    b->geometry->node_count = 1;
    while (ranges > 0) {
        range here = waiting[--ranges];
        uint32_t left;
        if (!divide(b, &here, &left))
            continue;
        uint32_t child = (uint32_t)b->geometry->nodes[here.node].child;
        int depth = here.depth + 1;
        waiting[ranges++] = (range){child + 1, here.first + left, here.count - left, depth};
        waiting[ranges++] = (range){child, here.first, left, depth};
    }
}

/* ---- measures of the whole body ------------------------------------------------------------- */

/* Rounds up a length that comes from few operations. */
static double up(double length)
{
    return length * LW_UP_BY(32);
}

/* The point of a sphere that is farthest from a point. */
static vec3 far_end(vec3 center, double radius, vec3 from)
{
    vec3 away = sub(center, from);
    double length = norm(away);
    return length > 0 ? add_scaled(from, 1 + radius / length, away) : add(from, v3(0, 0, radius));
}

/* The largest distance of a triangle's corner from a point, and that corner. */
static double farthest_corner(const lw_geometry *geometry, vec3 from, vec3 *where)
{
    double best = 0;
    *where = from;
    for (uint32_t t = 0; t < geometry->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            double square = norm2(sub(geometry->triangles[t][k], from));
            if (square > best) {
                best = square;
                *where = geometry->triangles[t][k];
            }
        }
    return sqrt(best);
}

/* The largest distance from a point to a triangle with its radius, and the farthest point of it. */
static double farthest_rounded(const lw_geometry *geometry, vec3 from, vec3 *where)
{
    double best = 0;
    *where = from;
    for (uint32_t t = 0; t < geometry->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            vec3 corner = geometry->triangles[t][k];
            double distance = norm(sub(corner, from)) + geometry->radii[t];
            if (distance > best) {
                best = distance;
                *where = far_end(corner, geometry->radii[t], from);
            }
        }
    return best;
}

/* The largest distance of a point of the body from a given point, and the farthest point. */
static double farthest(const builder *b, vec3 from, vec3 *where)
{
    const lw_geometry *geometry = b->geometry;
    double best = geometry->radii ? farthest_rounded(geometry, from, where)
                                  : farthest_corner(geometry, from, where);
    for (uint32_t i = 0; i < geometry->part_count; i++) {
        const ball *part = &b->balls[i];
        double distance = norm(sub(part->center, from)) + part->radius;
        if (distance > best) {
            best = distance;
            *where = far_end(part->center, part->radius, from);
        }
    }
    return best;
}

/* Finds a small sphere around the body: steps towards the farthest point, each shorter than the last
 * (Badoiu and Clarkson 2003), and keeps the best centre. A sphere no larger than that of a part cannot
 * become smaller, whatever the centre. */
static void enclose(const builder *b)
{
    lw_geometry *geometry = b->geometry;
    vec3 where;
    vec3 center = geometry->node_count ? geometry->nodes[0].center : v3(0, 0, 0);
    double least = 0;
    for (uint32_t i = 0; i < geometry->part_count; i++)
        least = greater(least, b->balls[i].radius);
    geometry->center = center;
    geometry->radius = farthest(b, center, &where);
    for (int step = 1; step <= 24 && geometry->radius > least; step++) {
        center = add_scaled(center, 1.0 / (step + 2), sub(where, center));
        double radius = farthest(b, center, &where);
        if (radius < geometry->radius) {
            geometry->radius = radius;
            geometry->center = center;
        }
    }
    /* a distance errs by its own last digits and by those of the coordinates that it comes from */
    geometry->radius = up(geometry->radius) + LW_SPHERE_ROUNDING * geometry->extent;
}

/* A point of a part's core. */
static vec3 point_of(const lw_part *part)
{
    const lw_convex *shape = &part->shape;
    vec3 point = v3(0, 0, 0);
    if (shape->core == LW_CORE_TRIANGLE)
        point = shape->triangle[0];
    else if (shape->core == LW_CORE_POLYTOPE)
        point = shape->polytope->vertices[0];
    return transform(part->at, point);
}

static void set_seeds(lw_geometry *geometry, const lw_geometry_def *def)
{
    uint32_t count = 0;
    for (size_t m = 0; m < def->mesh_count; m++) {
        const lw_mesh *mesh = def->meshes[m];
        for (uint32_t c = 0; c < mesh->component_count; c++)
            geometry->seeds[count++] =
                mesh->vertices[mesh->triangles[mesh->components[c].first_triangle][0]];
        for (uint32_t i = 0; i < mesh->degenerate_count; i++)
            geometry->seeds[count++] = mesh->degenerate[i][0];
    }
    for (size_t i = 0; i < def->part_count; i++)
        geometry->seeds[count++] = point_of(&def->parts[i]);
}

/* ---- putting it together -------------------------------------------------------------------- */

static bool is_solid(const lw_geometry_def *def, size_t mesh)
{
    return def->mesh_is_solid[mesh] && def->meshes[mesh]->shell_count > 0;
}

static bool is_closed_surface(const lw_geometry_def *def, size_t mesh)
{
    return !def->mesh_is_solid[mesh] && def->meshes[mesh]->shell_count > 0;
}

static lw_status count_parts(lw_geometry *geometry, const lw_geometry_def *def, lw_error *error)
{
    size_t triangles = 0;
    size_t seeds = def->part_count;
    for (size_t m = 0; m < def->mesh_count; m++) {
        triangles += def->meshes[m]->triangle_count + def->meshes[m]->degenerate_count;
        seeds += def->meshes[m]->component_count + def->meshes[m]->degenerate_count;
        geometry->solid_count += is_solid(def, m);
        geometry->surface_count += is_closed_surface(def, m);
    }
    /* nodes are numbered in 31 bits, two for each element */
    if (triangles + def->part_count > INT32_MAX / 2)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a body has %zu triangles and parts; there may be at most %d",
                       triangles + def->part_count, INT32_MAX / 2);
    geometry->triangle_count = (uint32_t)triangles;
    geometry->radii = NULL;
    geometry->part_count = (uint32_t)def->part_count;
    geometry->seed_count = (uint32_t)seeds;
    return LW_OK;
}

static double rounding_of(const lw_geometry_def *def, size_t mesh)
{
    return def->mesh_rounding ? def->mesh_rounding[mesh] : 0;
}

static bool has_rounding(const lw_geometry_def *def)
{
    for (size_t m = 0; m < def->mesh_count; m++)
        if (rounding_of(def, m) > 0)
            return true;
    return false;
}

/* Sets the box and the radius of one of the builder's triangles, whose corners are set. */
static void describe_triangle(builder *b, uint32_t which, double radius)
{
    const vec3 *corner = b->triangles[which];
    element *e = &b->elements[which];
    vec3 around = v3(radius, radius, radius);
    /* the growth of the boxes covers the rounding of the sums */
    e->low = sub(min3(corner[0], min3(corner[1], corner[2])), around);
    e->high = add(max3(corner[0], max3(corner[1], corner[2])), around);
    if (b->radii)
        b->radii[which] = radius;
}

static void describe(builder *b, const lw_geometry_def *def)
{
    lw_geometry *geometry = b->geometry;
    uint32_t count = 0;
    for (size_t m = 0; m < def->mesh_count; m++) {
        const lw_mesh *mesh = def->meshes[m];
        for (uint32_t t = 0; t < mesh->triangle_count; t++, count++) {
            for (int k = 0; k < 3; k++)
                b->triangles[count][k] = mesh->vertices[mesh->triangles[t][k]];
            describe_triangle(b, count, rounding_of(def, m));
        }
        for (uint32_t t = 0; t < mesh->degenerate_count; t++, count++) {
            memcpy(b->triangles[count], mesh->degenerate[t], sizeof *b->triangles);
            describe_triangle(b, count, rounding_of(def, m));
        }
    }
    for (size_t i = 0; i < def->part_count; i++, count++) {
        geometry->parts[i] = def->parts[i];
        lw_convex_bounds(&def->parts[i].shape, def->parts[i].at, &b->elements[count].low,
                         &b->elements[count].high);
        vec3 center;
        b->balls[i].radius = lw_convex_sphere(&def->parts[i].shape, &center);
        b->balls[i].center = transform(def->parts[i].at, center);
    }
    for (uint32_t i = 0; i < count; i++) {
        b->elements[i].middle = add(b->elements[i].low, b->elements[i].high);
        b->elements[i].source = i;
    }
}

static lw_status allocate(lw_arena *arena, lw_geometry *geometry, const lw_geometry_def *def,
                          lw_error *error)
{
    uint32_t elements = geometry->triangle_count + geometry->part_count;
    uint32_t nodes = elements ? 2 * elements - 1 : 0;
    geometry->nodes = lw_arena_array(arena, nodes, sizeof *geometry->nodes);
    geometry->triangles = lw_arena_array(arena, geometry->triangle_count, sizeof *geometry->triangles);
    geometry->parts = lw_arena_take_small(arena, geometry->part_count * sizeof *geometry->parts);
    geometry->solids = lw_arena_take_small(arena, geometry->solid_count * sizeof(lw_mesh *));
    geometry->surfaces = lw_arena_take_small(arena, geometry->surface_count * sizeof(lw_mesh *));
    geometry->seeds = lw_arena_take_small(arena, geometry->seed_count * sizeof *geometry->seeds);
    bool rounded = has_rounding(def);
    if (rounded)
        geometry->radii = lw_arena_array(arena, geometry->triangle_count, sizeof *geometry->radii);
    if (!geometry->nodes || !geometry->triangles || (rounded && !geometry->radii) || !geometry->parts ||
        !geometry->solids || !geometry->surfaces || !geometry->seeds)
        return lw_fail_memory(error);
    uint32_t count = 0;
    uint32_t surfaces = 0;
    for (size_t m = 0; m < def->mesh_count; m++)
        if (is_solid(def, m))
            geometry->solids[count++] = def->meshes[m];
        else if (is_closed_surface(def, m))
            geometry->surfaces[surfaces++] = def->meshes[m];
    return LW_OK;
}

lw_status lw_geometry_create(lw_arena *arena, const lw_geometry_def *def, lw_geometry **out,
                             lw_error *error)
{
    lw_geometry *geometry = lw_arena_take_small(arena, sizeof *geometry);
    if (!geometry)
        return lw_fail_memory(error);
    lw_status status = count_parts(geometry, def, error);
    if (!status)
        status = allocate(arena, geometry, def, error);
    if (status)
        return status;
    uint32_t elements = geometry->triangle_count + geometry->part_count;
    builder b = {.geometry = geometry};
    b.elements = malloc((elements ? elements : 1) * sizeof *b.elements);
    b.triangles = malloc((size_t)(geometry->triangle_count + 1) * sizeof *b.triangles);
    b.sources = malloc((elements ? elements : 1) * sizeof *b.sources);
    b.balls = malloc((size_t)(geometry->part_count + 1) * sizeof *b.balls);
    if (geometry->radii)
        b.radii = malloc(geometry->triangle_count * sizeof *b.radii);
    if (!b.elements || !b.triangles || !b.sources || !b.balls || (geometry->radii && !b.radii)) {
        status = lw_fail_memory(error);
        goto done;
    }
    describe(&b, def);
    vec3 where;
    /* the triangles are not in the order of the leaves yet: the extent is taken over them in the order
     * of the meshes */
    vec3(*leaves)[3] = geometry->triangles;
    double *radii = geometry->radii;
    geometry->triangles = b.triangles;
    geometry->radii = b.radii;
    geometry->extent = up(farthest(&b, v3(0, 0, 0), &where));
    geometry->triangles = leaves;
    geometry->radii = radii;
    b.growth = LW_BOX_GROWTH * geometry->extent + DBL_MIN;
    if (elements)
        build(&b, elements);
    enclose(&b);
    set_seeds(geometry, def);
    status = lw_geometry_add_patches(arena, geometry, error);
    if (!status)
        status = lw_geometry_add_hulls(arena, def, b.sources, geometry, error);
    if (!status)
        status = lw_geometry_add_slices(arena, geometry, error);
    if (!status)
        status = lw_geometry_add_convex_solids(arena, def, geometry, error);
    if (!status)
        *out = geometry;
done:
    free(b.elements);
    free(b.triangles);
    free(b.sources);
    free(b.balls);
    free(b.radii);
    return status;
}

void lw_geometry_element(const lw_geometry *geometry, uint32_t element_index, lw_element_room *room,
                         lw_convex *shape, pose *at)
{
    if (geometry->heights) {
        lw_heights_prism(geometry->heights, element_index, room, shape);
        *at = pose_identity();
        return;
    }
    if (geometry->image) {
        lw_image_element(geometry->image, element_index, room, shape);
        *at = pose_identity();
        return;
    }
    if (geometry->points) {
        *shape = (lw_convex){.core = LW_CORE_POINT, .radius = geometry->points->radius};
        *at = pose_identity();
        at->position = lw_point(geometry->points, element_index);
        return;
    }
    if (element_index >= geometry->triangle_count) {
        lw_part own;
        const lw_part *part = lw_part_at(geometry, element_index - geometry->triangle_count, &own);
        *shape = part->shape;
        *at = part->at;
        return;
    }
    shape->core = LW_CORE_TRIANGLE;
    shape->radius = lw_triangle_radius(geometry, element_index);
    shape->half = v3(0, 0, 0);
    shape->polytope = NULL;
    for (int k = 0; k < 3; k++)
        shape->triangle[k] = geometry->triangles[element_index][k];
    *at = pose_identity();
}

vec3 lw_seed(const lw_geometry *geometry, uint32_t index)
{
    if (geometry->voxels)
        return lw_seed_of_voxels(geometry->voxels, index);
    if (geometry->image)
        return lw_seed_of_image(geometry->image, index);
    return geometry->points ? lw_point(geometry->points, index) : geometry->seeds[index];
}
