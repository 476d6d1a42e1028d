/* The distance of two cores by GJK (Gilbert, Johnson, Keerthi 1988), in a's frame.
 *
 * Each step has v, the point nearest to the origin of a simplex inside the difference b - a, and takes
 * the support w of the difference against v. |v| is an upper end of the distance, v . w / |v| a lower
 * one (min over b of n . p minus max over a of n . p with n = v / |v|), and the search ends when they
 * meet. On polytopes that is after a few steps, exactly; on cylinders and cones each step divides the
 * gap by about four. A step costs two supports and a simplex of at most four points. */
#include "distance/gjk.h"

#include "distance/extreme.h"
#include "distance/march.h"
#include "distance/rim.h"
#include "distance/simplex.h"

enum {
    STEPS = 200, /* cylinders at their worst need about a third of it */
    RIM_EVERY = 4,
    STALLS = 6 /* steps without progress, together, before rounding is taken to be the limit */
};

static vec3 support(const lw_sides *sides, vec3 v, lw_gjk *gjk, int slot)
{
    lw_extreme extreme;
    lw_sides_extreme(sides, v, &extreme);
    gjk->w[slot] = extreme.w;
    for (int s = 0; s < 2; s++) {
        gjk->point[s][slot] = extreme.point[s];
        gjk->vertex[s][slot] = extreme.vertex[s];
    }
    return extreme.w;
}

/* The simplex shrinks to the part that carries the nearest point. */
static void keep(lw_gjk *gjk, const lw_nearest *nearest)
{
    gjk->count = nearest->count;
    gjk->v = nearest->v;
    for (int k = 0; k < nearest->count; k++) {
        int from = nearest->index[k];
        gjk->weight[k] = nearest->weight[k];
        if (from == k)
            continue;
        gjk->w[k] = gjk->w[from];
        for (int s = 0; s < 2; s++) {
            gjk->point[s][k] = gjk->point[s][from];
            gjk->vertex[s][k] = gjk->vertex[s][from];
        }
    }
}

static vec3 middle_of_points(const lw_side *side)
{
    if (side->count == 1)
        return side->points[0];
    if (side->count == 2)
        return scale(0.5, add(side->points[0], side->points[1]));
    if (side->count == 3)
        return scale(1.0 / 3, add(add(side->points[0], side->points[1]), side->points[2]));
    return side->at ? side->at->position : v3(0, 0, 0);
}

/* Whether vertices stand for all points of both. */
LW_INLINED bool is_indexed(const lw_sides *sides)
{
    return sides->side[0].indexed && sides->side[1].indexed;
}

/* A point inside, or nearly so. */
LW_INLINED vec3 middle(const lw_side *side)
{
    if (side->shape->core != LW_CORE_POLYTOPE)
        return middle_of_points(side);
    const lw_polytope *polytope = side->shape->polytope;
    if (polytope->is_centered)
        return side->pose ? side->pose->position : v3(0, 0, 0);
    return side->pose ? transform(*side->pose, polytope->center) : polytope->center;
}

/* The four corners that memory holds, which enclosed the origin the last time. False: there are no
 * such, or none that fit. */
static bool recall(const lw_sides *sides, const lw_memory *memory, lw_gjk *gjk)
{
    if (!memory || memory->count != 4 || !is_indexed(sides))
        return false;
    for (int i = 0; i < 4; i++) {
        for (int s = 0; s < 2; s++) {
            uint32_t vertex = memory->vertex[s][i];
            if (vertex >= lw_side_vertex_count(&sides->side[s]))
                return false;
            gjk->vertex[s][i] = vertex;
            gjk->point[s][i] = lw_side_vertex(&sides->side[s], vertex);
        }
        gjk->w[i] = sub(gjk->point[1][i], gjk->point[0][i]);
    }
    gjk->count = 4;
    return true;
}

/* From a to b, roughly. */
LW_INLINED vec3 first_direction(const lw_sides *sides, const lw_memory *memory)
{
    if (memory && norm2(memory->direction) > 0)
        return memory->direction;
    return sub(middle(&sides->side[1]), middle(&sides->side[0]));
}

static bool known(const lw_gjk *gjk, vec3 w)
{
    for (int i = 0; i < gjk->count; i++)
        if (gjk->w[i].x == w.x && gjk->w[i].y == w.y && gjk->w[i].z == w.z)
            return true;
    return false;
}

/* True where the simplex is now nearer. The normal that Newton's method finds is tried as well: close
 * to contact it is much better than v's direction, which errs by rounding over |v|, because along a rim
 * it is held by the rim's curvature. */
static bool step_on_rim(const lw_sides *sides, lw_gjk *gjk)
{
    vec3 normal;
    bool nearer = lw_rim_step(sides, gjk, &normal);
    if (!(norm2(normal) > 0))
        return nearer;
    lw_extreme extreme;
    lw_sides_extreme(sides, normal, &extreme);
    double lower = dot(normal, extreme.w);
    if (lower > gjk->lower) {
        gjk->lower = lower;
        gjk->normal = normal;
    }
    return nearer;
}

/* From the simplex in gjk to the end; true where the ends met, the origin is inside or a limit is
 * reached. */
static bool search(lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    double tolerance = lw_sides_tolerance(sides);
    double contact = lw_sides_contact(sides);
    gjk->lower = -HUGE_VAL;
    gjk->normal = v3(0, 0, 0);
    gjk->iterations = 0;
    int stalls = 0;
    bool rims = !is_indexed(sides);
    lw_nearest nearest;
    lw_simplex_nearest(gjk->w, gjk->count, contact, &nearest);
    for (; gjk->iterations < STEPS; gjk->iterations++) {
        keep(gjk, &nearest);
        double length = sqrt(nearest.square);
        gjk->overlap = nearest.count == 4 || !(length > contact);
        if (gjk->overlap || length <= limits.touch)
            return true;
        if (rims && gjk->iterations % RIM_EVERY == RIM_EVERY - 1 && step_on_rim(sides, gjk)) {
            lw_simplex_nearest(gjk->w, gjk->count, contact, &nearest);
            continue;
        }
        vec3 w = support(sides, gjk->v, gjk, gjk->count);
        double lower = dot(gjk->v, w) / length;
        bool higher = lower > gjk->lower;
        if (higher) {
            gjk->lower = lower;
            gjk->normal = scale(1 / length, gjk->v);
        }
        if (length - gjk->lower <= tolerance || gjk->lower > limits.enough)
            return true;
        bool again = known(gjk, w);
        double before = nearest.square;
        if (!again)
            lw_simplex_nearest(gjk->w, gjk->count + 1, contact, &nearest);
        /* the nearest part has the new point, which is farther along, and is no farther than before */
        bool astray = again || nearest.index[nearest.count - 1] != gjk->count ||
                      nearest.square > (length + tolerance) * (length + tolerance);
        if (astray) {
            /* rounding has misled the choice of the face, or is all that is left of the gap */
            lw_simplex_nearest_of_all(gjk->w, again ? gjk->count : gjk->count + 1, contact, &nearest);
            if (again && !(nearest.square < before))
                break;
        }
        if (nearest.square >= before && !higher && ++stalls > STALLS)
            break;
    }
    if (gjk->iterations == STEPS)
        keep(gjk, &nearest);
    return false;
}

void lw_gjk_remember(const lw_sides *sides, const lw_gjk *gjk, lw_memory *memory)
{
    if (!memory)
        return;
    memory->direction = gjk->v;
    memory->count = 0;
    if (!is_indexed(sides))
        return;
    memory->count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        memory->vertex[0][i] = gjk->vertex[0][i];
        memory->vertex[1][i] = gjk->vertex[1][i];
    }
}

/* To the end, from a simplex or, where there is none, along v. Most queries do not need it. */
static __attribute__((noinline)) void finish_search(lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    if (gjk->count == 0) {
        support(sides, norm2(gjk->v) > 0 ? gjk->v : v3(1, 0, 0), gjk, 0);
        gjk->count = 1;
    }
    search(sides, limits, gjk);
    lw_simplex_correct(gjk->w, gjk->count, gjk->v, gjk->weight);
    lw_gjk_weigh(gjk);
}

void lw_gjk_run(lw_sides *sides, lw_gjk_limits limits, lw_memory *memory, lw_gjk *out)
{
    out->count = 0;
    out->v = first_direction(sides, memory);
    /* corners that met the last time are asked first whether they still do */
    bool marches = is_indexed(sides) && !recall(sides, memory, out);
    if (!marches || !lw_march(sides, limits, memory, out))
        finish_search(sides, limits, out);
    lw_gjk_remember(sides, out, memory);
}
