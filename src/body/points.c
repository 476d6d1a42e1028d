/* Points in Morton order under a complete binary tree. The order is found by a radix sort of codes of
 * 33 bits, 11 for each axis, in three passes; points that share a code are sorted among themselves by
 * codes on their own bounds, so that outliers do not make the order coarse. */
#include "body/points.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "body/box.h"
#include "body/point_grid.h"
#include "math/rounding.h"

enum {
    CODE_BITS = 11,         /* of an axis, and of a pass of the radix sort */
    CELLS = 1 << CODE_BITS, /* on the longest axis */
    INDEX_BITS = 30,        /* of a point's index, below the code */
    FEW = 256,              /* so few keys are sorted by comparisons */
    GROUP = 8,              /* the most points below a node without stored nodes below it */
    SPHERE_STEPS = 24       /* towards a small sphere about the points */
};

/* how many distances may be taken in search of a small sphere */
static const double SPHERE_COST = 100000;

/* ---- the order ---------------------------------------------------------------------------------- */

typedef struct sorting {
    const double *vertices;
    uint64_t *keys; /* code << INDEX_BITS | index */
    uint64_t *spare;
} sorting;

static const uint64_t INDEX_MASK = ((uint64_t)1 << INDEX_BITS) - 1;

static const double *vertex_of(const sorting *s, uint64_t key)
{
    return s->vertices + 3 * (size_t)(key & INDEX_MASK);
}

/* Spreads the bits of a number below CELLS: bit i goes to bit 3 i. */
static uint64_t spread(uint64_t x)
{
    x = (x | x << 16) & 0x070000FF;
    x = (x | x << 8) & 0x0700F00F;
    x = (x | x << 4) & 0x430C30C3;
    return (x | x << 2) & 0x49249249;
}

static uint64_t cell_of(double offset, double inverse)
{
    double cell = offset * inverse;
    return cell < CELLS - 1 ? (uint64_t)cell : CELLS - 1;
}

/* Gives the keys of a range their codes, on the bounds of its points. False: the bounds are too small
 * for codes. */
static bool set_codes(const sorting *s, uint64_t *keys, size_t count)
{
    const double *first = vertex_of(s, keys[0]);
    double low[3] = {first[0], first[1], first[2]};
    double high[3] = {first[0], first[1], first[2]};
    for (size_t i = 1; i < count; i++) {
        const double *v = vertex_of(s, keys[i]);
        for (int k = 0; k < 3; k++) {
            low[k] = lesser(low[k], v[k]);
            high[k] = greater(high[k], v[k]);
        }
    }
    double length = greater(high[0] - low[0], greater(high[1] - low[1], high[2] - low[2]));
    double inverse = CELLS / length;
    if (!(length > 0) || !isfinite(inverse))
        return false;
    for (size_t i = 0; i < count; i++) {
        const double *v = vertex_of(s, keys[i]);
        uint64_t code = spread(cell_of(v[0] - low[0], inverse)) << 2 |
                        spread(cell_of(v[1] - low[1], inverse)) << 1 |
                        spread(cell_of(v[2] - low[2], inverse));
        keys[i] = code << INDEX_BITS | (keys[i] & INDEX_MASK);
    }
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a;
    const uint64_t second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sorts keys whose indices are in order where their codes are equal. */
static void sort_by_radix(const sorting *s, uint64_t *keys, size_t count)
{
    uint64_t *from = keys;
    uint64_t *to = s->spare;
    for (int pass = 0; pass < 3; pass++) {
        const int shift = INDEX_BITS + pass * CODE_BITS;
        size_t begin[CELLS] = {0};
        for (size_t i = 0; i < count; i++)
            begin[from[i] >> shift & (CELLS - 1)]++;
        size_t sum = 0;
        for (int digit = 0; digit < CELLS; digit++) {
            size_t own = begin[digit];
            begin[digit] = sum;
            sum += own;
        }
        for (size_t i = 0; i < count; i++)
            to[begin[from[i] >> shift & (CELLS - 1)]++] = from[i];
        uint64_t *last = from;
        from = to;
        to = last;
    }
    memcpy(keys, from, count * sizeof *keys);
}

/* Sorts a range of keys. It calls itself for points that share a cell, whose bounds are at most a
 * two-thousandth as long: so there are few levels but for points that crowd about the origin. */
static void sort_keys(const sorting *s, uint64_t *keys, size_t count)
{
    if (!set_codes(s, keys, count))
        return;
    if (count < FEW)
        qsort(keys, count, sizeof *keys, compare_keys);
    else
        sort_by_radix(s, keys, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && keys[end] >> INDEX_BITS == keys[i] >> INDEX_BITS;)
            end++;
        if (end - i > GROUP)
            sort_keys(s, keys + i, end - i);
    }
}

/* ---- the tree ----------------------------------------------------------------------------------- */

static float above(double value)
{
    float rounded = (float)value;
    return (double)rounded >= value ? rounded : rounded + fabsf(rounded) * 0x1p-22F + FLT_MIN;
}

/* The bounds of the centres of a range, which is not empty. */
static void bounds_of(const lw_points *points, lw_heap_range range, vec3 *low, vec3 *high)
{
    double least[3];
    double most[3];
    for (int k = 0; k < 3; k++) {
        const float *narrow = points->narrow[k];
        const double *wide = points->wide[k];
        least[k] = most[k] = narrow ? (double)narrow[range.first] : wide[range.first];
        for (uint32_t i = range.first + 1; i < range.end; i++) {
            const double at = narrow ? (double)narrow[i] : wide[i];
            least[k] = lesser(least[k], at);
            most[k] = greater(most[k], at);
        }
    }
    *low = v3(least[0], least[1], least[2]);
    *high = v3(most[0], most[1], most[2]);
}

static void set_boxes(lw_points *points)
{
    for (uint32_t node = points->stored; node-- > 0;) {
        lw_point_box *box = &points->boxes[node];
        if (2 * node + 1 < points->stored) {
            const lw_point_box *child = &points->boxes[2 * node + 1];
            for (int k = 0; k < 3; k++) {
                box->low[k] = child[0].low[k] < child[1].low[k] ? child[0].low[k] : child[1].low[k];
                box->high[k] =
                    child[0].high[k] > child[1].high[k] ? child[0].high[k] : child[1].high[k];
            }
            continue;
        }
        vec3 low, high;
        bounds_of(points, lw_points_below(points, node), &low, &high);
        for (int k = 0; k < 3; k++) {
            box->low[k] = -above(-component3(low, k));
            box->high[k] = above(component3(high, k));
        }
    }
}

void lw_node_of_points(const lw_points *points, uint32_t node, lw_node *out)
{
    vec3 low, high;
    lw_heap_range range = {0, 0};
    const bool is_leaf = node >= points->count - 1;
    if (node < points->stored) {
        const lw_point_box *box = &points->boxes[node];
        low = v3((double)box->low[0], (double)box->low[1], (double)box->low[2]);
        high = v3((double)box->high[0], (double)box->high[1], (double)box->high[2]);
    } else {
        range = lw_points_below(points, node);
        bounds_of(points, range, &low, &high);
    }
    const double grown = points->radius + points->growth;
    out->center = scale(0.5, add(low, high));
    out->half = add(max3(sub(high, out->center), sub(out->center, low)), v3(grown, grown, grown));
    out->child = is_leaf ? -1 : (int32_t)(2 * node + 1);
    out->element = is_leaf ? range.first : 0; /* of an inner node: no patch */
}

/* ---- the geometry ------------------------------------------------------------------------------- */

static bool are_floats(const double *vertices, size_t count)
{
    for (size_t i = 0; i < 3 * count; i++)
        if ((double)(float)vertices[i] != vertices[i])
            return false;
    return true;
}

static bool take_arrays(lw_arena *arena, lw_points *points, bool narrow)
{
    points->stored = lw_heap_stored(points->count);
    points->boxes = lw_arena_scratch(arena, points->stored, sizeof *points->boxes);
    bool taken = points->boxes != NULL;
    for (int k = 0; k < 3 && taken; k++)
        if (narrow)
            taken = (points->narrow[k] = lw_arena_scratch(arena, points->count, sizeof(float)));
        else
            taken = (points->wide[k] = lw_arena_scratch(arena, points->count, sizeof(double)));
    return taken;
}

static void copy_points(const sorting *s, lw_points *points)
{
    for (uint32_t i = 0; i < points->count; i++) {
        const double *from = vertex_of(s, s->keys[i]);
        for (int k = 0; k < 3; k++)
            if (points->narrow[0])
                points->narrow[k][i] = (float)from[k];
            else
                points->wide[k][i] = from[k];
    }
}

/* The largest distance of a point from a place, and that point. */
static double farthest(const lw_points *points, vec3 from, vec3 *where)
{
    double most = -1;
    for (uint32_t i = 0; i < points->count; i++) {
        vec3 point = lw_point(points, i);
        double square = norm2(sub(point, from));
        if (square > most) {
            most = square;
            *where = point;
        }
    }
    return sqrt(most);
}

/* Finds a small sphere about the cloud: as `enclose` in body/geometry.c, with fewer steps for many
 * points. */
static void enclose(const lw_points *points, lw_geometry *geometry)
{
    vec3 where = v3(0, 0, 0);
    vec3 center = geometry->nodes[0].center;
    double least = farthest(points, center, &where);
    geometry->center = center;
    for (int step = 1; step <= SPHERE_STEPS && step * (double)points->count <= SPHERE_COST; step++) {
        center = add_scaled(center, 1.0 / (step + 2), sub(where, center));
        double radius = farthest(points, center, &where);
        if (radius < least) {
            least = radius;
            geometry->center = center;
        }
    }
    geometry->radius = (least + points->radius) * LW_UP_BY(32) + LW_SPHERE_ROUNDING * geometry->extent;
}

lw_status lw_points_geometry(lw_arena *arena, const double *vertices, size_t count, double radius,
                             lw_geometry **out, lw_error *error)
{
    lw_geometry *geometry = lw_arena_take_small(arena, sizeof *geometry);
    lw_points *points = lw_arena_take_small(arena, sizeof *points);
    lw_node *root = lw_arena_take_small(arena, sizeof *root);
    sorting s = {vertices, malloc(count * sizeof *s.keys), malloc(count * sizeof *s.spare)};
    lw_status status = LW_OK;
    if (points)
        *points = (lw_points){.count = (uint32_t)count, .radius = radius};
    if (!geometry || !points || !root || !s.keys || !s.spare ||
        !take_arrays(arena, points, are_floats(vertices, count))) {
        status = lw_fail_memory(error);
        goto done;
    }
    for (size_t i = 0; i < count; i++)
        s.keys[i] = i;
    sort_keys(&s, s.keys, count);
    copy_points(&s, points);
    set_boxes(points);
    status = lw_point_grid_create(arena, points, &points->grid, error);
    if (status)
        goto done;
    vec3 where;
    *geometry = (lw_geometry){.nodes = root,
                              .node_count = 1,
                              .point_count = points->count,
                              .points = points,
                              .is_convex = false};
    geometry->extent = (farthest(points, v3(0, 0, 0), &where) + radius) * LW_UP_BY(32);
    points->growth = LW_BOX_GROWTH * geometry->extent + DBL_MIN;
    lw_node_of_points(points, 0, root);
    enclose(points, geometry);
    *out = geometry;
done:
    free(s.keys);
    free(s.spare);
    return status;
}

double lw_points_support_value(const lw_points *points, uint32_t node, vec3 along, uint32_t *which)
{
    const lw_heap_range range = lw_points_below(points, node);
    double most = -HUGE_VAL;
    for (uint32_t i = range.first; i < range.end; i++) {
        double value = dot(along, lw_point(points, i));
        *which = value > most ? i : *which;
        most = greater(most, value);
    }
    return most + points->radius * norm(along);
}

/* ---- searches ----------------------------------------------------------------------------------- */

/* The squared distance of a point from the box of a stored node. */
static double square_from_box(const lw_point_box *box, vec3 at)
{
    const double place[3] = {at.x, at.y, at.z};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double out = greater((double)box->low[k] - place[k], place[k] - (double)box->high[k]);
        square += lw_positive_square(out);
    }
    return square;
}

bool lw_points_near(const lw_points *points, vec3 about, double within, lw_point_visit visit,
                    void *context)
{
    uint32_t stack[32];
    uint32_t waiting = 1;
    const double most = within * within * LW_UPWARD;
    stack[0] = 0;
    while (waiting > 0) {
        const uint32_t node = stack[--waiting];
        if (node < points->stored && square_from_box(&points->boxes[node], about) > most)
            continue;
        if (2 * node + 1 < points->stored) {
            stack[waiting++] = 2 * node + 2;
            stack[waiting++] = 2 * node + 1;
            continue;
        }
        const lw_heap_range range = lw_points_below(points, node);
        for (uint32_t i = range.first; i < range.end; i++)
            if (norm2(sub(lw_point(points, i), about)) <= most && visit(context, i))
                return true;
    }
    return false;
}

typedef struct nearest {
    const lw_points *points;
    vec3 at;
    double distance;
    uint32_t which;
} nearest;

static bool take_nearest(void *context, uint32_t point)
{
    nearest *n = context;
    double distance = norm(sub(lw_point(n->points, point), n->at));
    if (distance < n->distance) {
        n->distance = distance;
        n->which = point;
    }
    return false;
}

double lw_points_nearest(const lw_points *points, vec3 at, double within, uint32_t *which)
{
    nearest n = {points, at, within, 0};
    lw_points_near(points, at, within, take_nearest, &n);
    *which = n.which;
    return n.distance;
}

double lw_points_depth(const lw_points *points, vec3 at, uint32_t *which)
{
    return points->radius - lw_points_nearest(points, at, points->radius, which);
}

/* ---- invariants --------------------------------------------------------------------------------- */

static bool holds(const lw_point_box *box, vec3 point)
{
    for (int k = 0; k < 3; k++)
        if (!((double)box->low[k] <= component3(point, k) &&
              component3(point, k) <= (double)box->high[k]))
            return false;
    return true;
}

const char *lw_points_fault(const lw_points *points)
{
    if (!points->count || points->count > INDEX_MASK)
        return "a cloud has no points, or too many";
    if (!(points->radius >= 0) || !(points->growth > 0))
        return "the radius or the growth of a cloud is negative";
    if ((points->narrow[0] != NULL) == (points->wide[0] != NULL))
        return "a cloud has its points twice, or never";
    for (uint32_t node = 0; node < points->stored; node++) {
        const lw_heap_range range = lw_points_below(points, node);
        if (range.first >= range.end || range.end > points->count)
            return "a node of a cloud has no points";
        for (uint32_t i = range.first; i < range.end; i++)
            if (!holds(&points->boxes[node], lw_point(points, i)))
                return "a box of a cloud does not hold a point below it";
    }
    return NULL;
}
