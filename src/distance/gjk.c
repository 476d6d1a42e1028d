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

static bool recall(const lw_sides *sides, const lw_memory *memory, lw_gjk *gjk)
{
    if (!memory || memory->count == 0 || memory->count > 4 || !sides->side[0].indexed ||
        !sides->side[1].indexed)
        return false;
    for (uint32_t i = 0; i < memory->count; i++) {
        for (int s = 0; s < 2; s++) {
            uint32_t vertex = memory->vertex[s][i];
            if (vertex >= lw_side_vertex_count(&sides->side[s]))
                return false;
            gjk->vertex[s][i] = vertex;
            gjk->point[s][i] = lw_side_vertex(&sides->side[s], vertex);
        }
        gjk->w[i] = sub(gjk->point[1][i], gjk->point[0][i]);
    }
    gjk->count = (int)memory->count;
    return true;
}

static void start(lw_sides *sides, const lw_memory *memory, lw_gjk *gjk)
{
    if (recall(sides, memory, gjk))
        return;
    gjk->count = 0;
    vec3 v = memory ? memory->direction : v3(0, 0, 0);
    if (!(norm2(v) > 0))
        v = sub(lw_side_middle(&sides->side[1]), lw_side_middle(&sides->side[0]));
    if (!(norm2(v) > 0))
        v = v3(1, 0, 0);
    gjk->v = v;
}

static bool known(const lw_gjk *gjk, vec3 w)
{
    for (int i = 0; i < gjk->count; i++)
        if (gjk->w[i].x == w.x && gjk->w[i].y == w.y && gjk->w[i].z == w.z)
            return true;
    return false;
}

/* From the simplex in gjk to the end; true where the ends met, the origin is inside or a limit is
 * reached. */
static bool search(lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    double tolerance = lw_sides_tolerance(sides);
    double contact = lw_sides_contact(sides);

    int stalls = 0;
    bool rims = !sides->side[0].indexed || !sides->side[1].indexed;
    lw_nearest nearest;
    lw_simplex_nearest(gjk->w, gjk->count, contact, &nearest);
    for (; gjk->iterations < STEPS; gjk->iterations++) {
        keep(gjk, &nearest);
        double length = sqrt(nearest.square);
        gjk->overlap = nearest.count == 4 || !(length > contact);
        if (gjk->overlap || length <= limits.touch)
            return true;
        if (rims && gjk->iterations % RIM_EVERY == RIM_EVERY - 1 && lw_rim_step(sides, gjk)) {
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
        if (again || nearest.square > (length + contact) * (length + contact)) {
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
    if (!sides->side[0].indexed || !sides->side[1].indexed)
        return;
    memory->count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        memory->vertex[0][i] = gjk->vertex[0][i];
        memory->vertex[1][i] = gjk->vertex[1][i];
    }
}

/* What lw_march begins with. False where the simplex is of no use to it. */
static bool prepare(lw_sides *sides, lw_gjk *gjk)
{
    bool indexed = sides->side[0].indexed && sides->side[1].indexed;
    if (gjk->count == 0) {
        if (indexed)
            return true;
        support(sides, gjk->v, gjk, 0);
        gjk->count = 1;
    }
    if (!indexed)
        return false;
    lw_nearest nearest;
    lw_simplex_nearest(gjk->w, gjk->count, lw_sides_contact(sides), &nearest);
    if (nearest.count == 4)
        return false;
    keep(gjk, &nearest);
    return true;
}

void lw_gjk_run(lw_sides *sides, lw_gjk_limits limits, lw_memory *memory, lw_gjk *out)
{
    out->lower = -HUGE_VAL;
    out->normal = v3(0, 0, 0);
    out->iterations = 0;
    start(sides, memory, out);
    if (!prepare(sides, out) || !lw_march(sides, limits, out)) {
        search(sides, limits, out);
        lw_simplex_correct(out->w, out->count, out->v, out->weight);
    }
    lw_gjk_remember(sides, out, memory);
}
