/* The distance of two bounding volume hierarchies, by branch and bound, depth first (Larsen,
 * Gottschalk, Lin and Manocha 1999, with boxes in place of swept spheres): of two boxes the larger is
 * split, the nearer child is visited first, and pairs that are farther apart than the closest one so
 * far are left out. The lower bound of the bracket is the smallest gap that was left out or the
 * smallest lower bound that was measured, whichever is less.
 *
 * The separating axis of the closest pair tends to separate its neighbours too. It is tried on every
 * pair of boxes and of patches (nodes with a list of their corners, body/corners.h), on every pair of
 * elements before the exact distance, and once on the whole bodies: an early exit for bodies that are
 * convex where they are close. */
#include "body/query.h"

#include "body/box.h"
#include "body/corners.h"
#include "body/support_value.h"
#include "math/rounding.h"

enum {
    LEVELS = 64 + 2,    /* each step down a tree leaves at most one node waiting */
    STACK = 2 * LEVELS, /* for pairs of nodes */
    STEADY = 48 /* after so many box tests without a closer pair, the separating axis is tried on the
                   whole bodies, which costs about as much as these tests */
};

typedef struct visit {
    uint32_t a, b;
    double square; /* of the gap */
} visit;

/* The separating axis of the closest pair, in a's frame and in b's. */
typedef struct direction {
    vec3 normal[2];
    vec3 absolute[2]; /* the absolute values of the coordinates */
    double offset;    /* of b's origin from a's, along the normal */
} direction;

static const direction no_direction;

typedef struct search {
    lw_pairing pairing;
    const lw_query *query;
    double limit_square;     /* boxes with a larger gap are left out */
    double separating_limit; /* sets with a larger gap along the separating direction are left out */
    double left_out;         /* smallest square of a gap left out */
    double lower;            /* smallest lower bound measured */
    direction separating;    /* zero as long as there is none */
    int steady;              /* box tests since the closest pair was found */
    lw_nearest_elements *nearest;
    uint32_t *pair;
    lw_bracket *out; /* of the closest pair */
    lw_node_cache nodes[2];
} search;

/* Sets the limits from the bracket so far. Where `enough` decides, the limit is a little larger, so
 * that rounding does not put the lower bound below it. Where the closest pair decides, pairs that share
 * a corner with it are as far apart as it is, up to rounding, and count as proven. */
static void set_limits(search *s)
{
    double enough = s->query->enough * LW_UPWARD;
    double closest = s->out->upper * (1 - s->query->relative);
    double limit = lesser(closest, enough);
    s->limit_square = limit * limit;
    s->separating_limit = lesser(closest * (1 - 1e-13) - 4 * s->pairing.composing_error, enough);
}

/* Makes a pair the closest one. */
static void set_closest(search *s, uint32_t i, uint32_t j, const lw_bracket *found)
{
    *s->out = *found;
    s->pair[0] = i;
    s->pair[1] = j;
    set_limits(s);
    direction *separating = &s->separating;
    separating->normal[0] = found->normal;
    separating->normal[1] = rotate_back(s->query->b_in_a.rotation, found->normal);
    separating->absolute[0] = abs3(separating->normal[0]);
    separating->absolute[1] = abs3(separating->normal[1]);
    separating->offset = dot(found->normal, s->query->b_in_a.position);
    s->steady = 0;
}

static double box_support_value(const lw_node *node, vec3 n)
{
    return dot(n, node->center) + dot(abs3(n), node->half);
}

/* The support value of a whole body: down the tree, the higher child first. Subtrees that cannot raise
 * the value are left out. */
static double body_support_value(const lw_geometry *geometry, vec3 n, lw_meter *work)
{
    uint32_t stack[LEVELS];
    uint32_t waiting = 0;
    uint32_t here = 0;
    double value = -HUGE_VAL;
    for (;;) {
        lw_node room;
        uint32_t ignored = 0;
        const lw_node *node = lw_node_at(geometry, here, &room);
        lw_meter_take(work, 2);
        if (lw_is_group(geometry, here)) {
            value = greater(value, lw_group_support_value(geometry, here, n, &ignored));
        } else if (node->child >= 0) {
            uint32_t child = (uint32_t)node->child;
            double first = box_support_value(lw_node_at(geometry, child, &room), n);
            double second = box_support_value(lw_node_at(geometry, child + 1, &room), n);
            here = first >= second ? child : child + 1;
            uint32_t other = first >= second ? child + 1 : child;
            if (lesser(first, second) > value)
                stack[waiting++] = other;
            if (greater(first, second) > value)
                continue;
        } else {
            value = greater(value, lw_element_support_value(geometry, node->element, n));
        }
        if (waiting == 0)
            return value;
        here = stack[--waiting];
    }
}

/* Whether the separating direction proves that two sets are so far apart that they can be left out. The
 * values are a's support value along it and b's against it. */
static bool separates(search *s, double value_a, double value_b)
{
    double gap = s->separating.offset - value_b - value_a - s->pairing.composing_error;
    if (!(gap > 0) || gap < s->separating_limit)
        return false;
    s->lower = lesser(s->lower, gap);
    return true;
}

/* Whether the separating direction proves that the elements below two nodes can be left out; false if
 * one node has no corners. */
LW_INLINED bool separates_nodes(search *s, const lw_node *a, const lw_node *b)
{
    return lw_node_has_corners(a) && lw_node_has_corners(b) &&
           separates(s, lw_node_support_value(s->pairing.a, a, s->separating.normal[0]),
                     lw_node_support_value(s->pairing.b, b, neg(s->separating.normal[1])));
}

static bool separates_bodies(search *s)
{
    return separates(s, body_support_value(s->pairing.a, s->separating.normal[0], s->query->work),
                     body_support_value(s->pairing.b, neg(s->separating.normal[1]), s->query->work));
}

/* Measures the distance of two elements. */
static void measure(search *s, uint32_t i, uint32_t j, lw_warm_start *warm)
{
    lw_bracket found;
    if (!lw_meter_take(s->query->work, lw_element_work(&s->pairing, i, j)))
        return;
    /* a pair that is farther apart than this can be left out */
    double enough = lesser(s->out->upper, s->query->enough) + 2 * s->pairing.composing_error;
    lw_element_distance(&s->pairing, i, j, enough, s->query->touch, warm, &found);
    s->lower = lesser(s->lower, found.lower);
    if (found.upper < s->out->upper)
        set_closest(s, i, j, &found);
}

/* The square of a gap of two boxes: along the separating direction if that is large enough to leave the
 * pair out, else by lw_box_gap_square. Boxes are grown by more than the rounding error of either. */
LW_INLINED double gap_square(search *s, uint32_t i, uint32_t j)
{
    const lw_node *a = lw_cached_node(s->pairing.a, i, &s->nodes[0]);
    const lw_node *b = lw_cached_node(s->pairing.b, j, &s->nodes[1]);
    const direction *separating = &s->separating;
    double along = separating->offset + dot(separating->normal[1], b->center) -
                   dot(separating->normal[0], a->center) - dot(separating->absolute[0], a->half) -
                   dot(separating->absolute[1], b->half);
    double square = lw_positive_square(along);
    s->steady++;
    return square > 0 && square >= s->limit_square ? square
                                                   : lw_box_gap_square(&s->pairing.frames, a, b);
}

static void leave_out(search *s, double square)
{
    s->left_out = square < s->left_out ? square : s->left_out;
}

/* Whether to split a: the larger of the two boxes is split, unless it is a leaf. */
static bool splits_a(const lw_node *a, const lw_node *b)
{
    return b->child < 0 || (a->child >= 0 && lw_node_size(a) >= lw_node_size(b));
}

static bool touches(const search *s)
{
    return s->out->upper <= s->query->touch;
}

static bool is_known(const search *s, uint32_t i, uint32_t j)
{
    const lw_nearest_elements *nearest = s->nearest;
    return nearest && nearest->known && nearest->element[0] == i && nearest->element[1] == j;
}

/* Searches from the roots. The stack holds the pairs that wait. */
LW_INLINED void descend_in(search *s)
{
    visit stack[STACK];
    uint32_t waiting = 0;
    visit here = {0, 0, gap_square(s, 0, 0)};
    for (;;) {
        if (lw_meter_is_over(s->query->work))
            return;
        if (here.square >= s->limit_square || touches(s)) {
            leave_out(s, here.square);
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        const lw_node *a = lw_cached_node(s->pairing.a, here.a, &s->nodes[0]);
        const lw_node *b = lw_cached_node(s->pairing.b, here.b, &s->nodes[1]);
        bool leaves = a->child < 0 && b->child < 0;
        if (leaves && !is_known(s, a->element, b->element) && !separates_nodes(s, a, b))
            measure(s, a->element, b->element, NULL);
        if (leaves || separates_nodes(s, a, b)) {
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        visit first = here;
        visit second = here;
        if (splits_a(a, b)) {
            first.a = (uint32_t)a->child;
            second.a = first.a + 1;
        } else {
            first.b = (uint32_t)b->child;
            second.b = first.b + 1;
        }
        first.square = gap_square(s, first.a, first.b);
        second.square = gap_square(s, second.a, second.b);
        lw_meter_take(s->query->work, 2);
        if (s->steady >= STEADY && s->steady < STEADY + 2 && separates_bodies(s))
            return;
        bool swap = second.square < first.square;
        here = swap ? second : first;
        stack[waiting++] = swap ? first : second;
    }
}

static void descend_in_twos(search *s)
{
    descend_in(s);
}

LW_WIDE static void descend_in_fours(search *s)
{
    descend_in(s);
}

static void descend(search *s)
{
    if (lw_has_wide())
        descend_in_fours(s);
    else
        descend_in_twos(s);
}

/* Some point of an element, in its body's frame. */
static vec3 some_point(const lw_geometry *geometry, uint32_t element)
{
    return element < geometry->triangle_count ? geometry->triangles[element][0] : lw_seed(geometry, 0);
}

/* Takes any two points, for bodies so far apart that no elements were measured. */
static void any_points(search *s)
{
    lw_bracket *out = s->out;
    out->points[0] = some_point(s->pairing.a, 0);
    out->points[1] = transform(s->query->b_in_a, some_point(s->pairing.b, 0));
    out->upper = norm(sub(out->points[1], out->points[0])) * LW_UP_BY(8);
    s->pair[0] = 0;
    s->pair[1] = 0;
    lw_box_gap(&s->pairing.frames, &s->pairing.a->nodes[0], &s->pairing.b->nodes[0], &out->normal);
}

static void remember(search *s)
{
    if (!s->nearest)
        return;
    s->nearest->known = 1;
    s->nearest->element[0] = s->pair[0];
    s->nearest->element[1] = s->pair[1];
}

void lw_geometry_distance(const lw_geometry *a, const lw_geometry *b, const lw_query *query,
                          lw_nearest_elements *nearest, lw_bracket *out, uint32_t pair[2])
{
    *out = (lw_bracket){.lower = INFINITY, .upper = INFINITY};
    pair[0] = pair[1] = 0;
    if (a->node_count == 0 || b->node_count == 0)
        return;
    search s;
    lw_pairing_set(&s.pairing, a, b, &query->b_in_a);
    s.query = query;
    s.nearest = nearest;
    s.pair = pair;
    s.out = out;
    s.left_out = s.lower = INFINITY;
    s.separating = no_direction;
    s.steady = 0;
    lw_node_cache_begin(&s.nodes[0]);
    lw_node_cache_begin(&s.nodes[1]);
    set_limits(&s);
    bool known = nearest && nearest->known && nearest->element[0] < lw_element_count(a) &&
                 nearest->element[1] < lw_element_count(b);
    if (known)
        measure(&s, nearest->element[0], nearest->element[1], &nearest->warm);
    if (!known || !separates_bodies(&s))
        descend(&s);
    if (isinf(out->upper))
        any_points(&s);
    else
        remember(&s);
    out->lower = lesser(lesser(s.lower, sqrt(s.left_out) * LW_GAP_SHRINK), out->upper);
    if (lw_meter_is_over(query->work))
        out->lower = 0;
    if (!(out->lower > 0))
        out->normal = v3(0, 0, 0);
}
