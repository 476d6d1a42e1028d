/* The proof behind every free verdict, second order and directional, in the trees of both bodies.
 *
 * For two convex pieces separated along n by a gap d at time m, with n fixed in their common frame,
 * Taylor's formula for each point's place along n gives, for 0 <= tau <= half,
 *     gap(m + tau) >= d - tau * c(n) - tau^2 / 2 * A,
 *     gap(m - tau) >= d - tau * o(n) - tau^2 / 2 * A,
 * where c(n) is the largest speed at which points of the pieces close along n at m, o(n) the largest
 * at which they open, and A bounds the second derivatives (lw_travel_of). The right sides are concave
 * in tau, so holding at the far end of an interval they hold all along it. Each pair of boxes and of
 * elements uses its own direction: for bodies that are not convex, one direction for both would not
 * be a proof. A pair of boxes that proves the wanted interval prunes its subtrees; what no box pair
 * proves, elements settle. (Schwarzer, Saha and Latombe's condition, as in Feyeux and Landry's (6) and
 * Wu et al.'s (5), is the same with speeds bounded over all directions and A left out.) */
#include "check/sweep.h"

#include <float.h>

/* trees are at most 64 deep, and each step down adds one entry */
enum { STACK = 160 };

typedef struct entry {
    uint32_t a, b;
    double gap;
    vec3 normal;
} entry;

/* the range of speeds along a direction over the points of a box of body i */
typedef struct speeds {
    double low, high;
} speeds;

static speeds box_speeds(const lw_sweep *sweep, int body, vec3 normal, const lw_node *node)
{
    /* n . (v + w x p) = n . v + (n x w) . p */
    vec3 g = cross(normal, sweep->angular[body]);
    double middle = dot(normal, sweep->linear[body]);
    if (body == 1) {
        middle += dot(g, sweep->b_in_a.position);
        g = rotate_back(sweep->b_in_a.rotation, g);
    }
    middle += dot(g, node->center);
    double spread = fabs(g.x) * node->half.x + fabs(g.y) * node->half.y + fabs(g.z) * node->half.z;
    return (speeds){middle - spread, middle + spread};
}

/* how fast a pair of boxes can close along the normal at the middle, and how fast open */
static void closing_and_opening(const lw_sweep *sweep, vec3 normal, const lw_node *a, const lw_node *b,
                                double *closing, double *opening)
{
    speeds first = {0, 0};
    speeds second = {0, 0};
    if (sweep->moves[0])
        first = box_speeds(sweep, 0, normal, a);
    if (sweep->moves[1])
        second = box_speeds(sweep, 1, normal, b);
    *closing = first.high - second.low + sweep->noise;
    *opening = second.high - first.low + sweep->noise;
}

/* d - tau s - tau^2 A / 2 >= 0, with room for the rounding of the left side */
static bool holds(double d, double s, double curvature, double tau)
{
    double linear = tau * s;
    double square = 0.5 * tau * tau * curvature;
    return d - linear - square >= 0x1p-44 * (d + fabs(linear) + square);
}

/* the largest tau <= wanted for which it holds, from below */
static double holds_until(double d, double s, double curvature, double wanted)
{
    if (holds(d, s, curvature, wanted))
        return wanted;
    double root = sqrt(s * s + 2 * curvature * d);
    double tau = s > 0 ? 2 * d / (s + root) : curvature > 0 ? (root - s) / curvature : wanted;
    tau *= 1 - 0x1p-30;
    /* cancellation can leave the root too long: halve until it holds */
    for (int i = 0; i < 60 && !holds(d, s, curvature, tau); i++)
        tau *= 0.5;
    return holds(d, s, curvature, tau) ? fmin(tau, wanted) : 0;
}

/* whether a gap along a normal proves the whole of what is wanted */
static bool proves(const lw_sweep *sweep, double gap, vec3 normal, const lw_node *a, const lw_node *b)
{
    double d = gap - sweep->target - sweep->error;
    if (!(d > 0))
        return false;
    if (d * sweep->half >= sweep->distance * fmax(sweep->before, sweep->after))
        return true;
    double closing;
    double opening;
    closing_and_opening(sweep, normal, a, b, &closing, &opening);
    return holds(d, closing, sweep->curvature, sweep->after) &&
           holds(d, opening, sweep->curvature, sweep->before);
}

/* an element pair: contact, or a shorter proof, or all that is wanted */
static void look_at_leaf(lw_sweep *sweep, const lw_pairing *pairing, const lw_node *a, const lw_node *b,
                         lw_sweep_memory *memory)
{
    lw_bracket bracket;
    /* a distance that proves the interval whatever the direction needs no more digits */
    double reach =
        sweep->half > 0 ? sweep->distance * fmax(sweep->before, sweep->after) / sweep->half : 0;
    double enough = sweep->target + sweep->error + reach;
    lw_element_distance(pairing, a->element, b->element, enough, sweep->touch, NULL, &bracket);
    sweep->leaves++;
    bool nearest = bracket.upper < sweep->nearest;
    if (nearest) {
        sweep->nearest = bracket.upper;
        sweep->element[0] = a->element;
        sweep->element[1] = b->element;
        sweep->points[0] = bracket.points[0];
        sweep->points[1] = bracket.points[1];
    }
    if (bracket.upper <= sweep->touch) {
        sweep->contact = true;
        sweep->before = sweep->after = 0;
        return;
    }
    if (proves(sweep, bracket.lower, bracket.normal, a, b))
        return;
    double d = bracket.lower - sweep->target - sweep->error;
    double closing = 0;
    double opening = 0;
    if (d > 0)
        closing_and_opening(sweep, bracket.normal, a, b, &closing, &opening);
    double after = d > 0 ? holds_until(d, closing, sweep->curvature, sweep->after) : 0;
    double before = d > 0 ? holds_until(d, opening, sweep->curvature, sweep->before) : 0;
    if (after < sweep->after || before < sweep->before) {
        memory->known = 1;
        memory->leaf[0] = (uint32_t)(a - sweep->geometry[0]->nodes);
        memory->leaf[1] = (uint32_t)(b - sweep->geometry[1]->nodes);
    }
    sweep->after = after;
    sweep->before = before;
}

void lw_sweep_prove(lw_sweep *sweep, lw_sweep_memory *memory)
{
    const lw_geometry *first = sweep->geometry[0];
    const lw_geometry *second = sweep->geometry[1];
    lw_pairing pairing = lw_pairing_make(first, second, sweep->b_in_a);
    entry stack[STACK];
    size_t depth = 0;
    sweep->contact = false;
    sweep->nearest = DBL_MAX;

    entry top = {.a = 0, .b = 0};
    top.gap = lw_box_gap(&pairing.frames, &first->nodes[0], &second->nodes[0], &top.normal);
    sweep->boxes++;
    if (proves(sweep, top.gap, top.normal, &first->nodes[0], &second->nodes[0]))
        return;
    if (memory->known)
        look_at_leaf(sweep, &pairing, &first->nodes[memory->leaf[0]], &second->nodes[memory->leaf[1]],
                     memory);
    stack[depth++] = top;
    while (depth && !sweep->contact) {
        top = stack[--depth];
        const lw_node *a = &first->nodes[top.a];
        const lw_node *b = &second->nodes[top.b];
        if (proves(sweep, top.gap, top.normal, a, b))
            continue;
        if (a->child < 0 && b->child < 0) {
            look_at_leaf(sweep, &pairing, a, b, memory);
            continue;
        }
        /* down the larger one, the nearer child next */
        bool down_a =
            b->child < 0 || (a->child >= 0 && max_component(a->half) >= max_component(b->half));
        entry pair[2];
        bool keep[2];
        for (int i = 0; i < 2; i++) {
            pair[i].a = down_a ? (uint32_t)(a->child + i) : top.a;
            pair[i].b = down_a ? top.b : (uint32_t)(b->child + i);
            pair[i].gap = lw_box_gap(&pairing.frames, &first->nodes[pair[i].a],
                                     &second->nodes[pair[i].b], &pair[i].normal);
            sweep->boxes++;
            keep[i] = !proves(sweep, pair[i].gap, pair[i].normal, &first->nodes[pair[i].a],
                              &second->nodes[pair[i].b]);
        }
        int far = pair[0].gap > pair[1].gap ? 0 : 1;
        if (keep[far])
            stack[depth++] = pair[far];
        if (keep[1 - far])
            stack[depth++] = pair[1 - far];
    }
}
