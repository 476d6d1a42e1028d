/* The proof behind every free verdict: a directional bound of second order on the gap of two bodies,
 * evaluated in the bounding volume hierarchies of both.
 *
 * For two convex sets separated along n by a gap d at time m, with n fixed in their common frame,
 * Taylor's formula for each point's position along n gives, for tau >= 0 within the interval,
 *     gap(m + tau) >= d - tau * c(n) - tau^2 / 2 * A,
 *     gap(m - tau) >= d - tau * o(n) - tau^2 / 2 * A,
 * where c(n) is the largest speed at which points of the sets close along n at m, o(n) the largest at
 * which they open, and A bounds the second derivatives (lw_travel_of). The right sides are concave in
 * tau, so where they are enough at both ends of an interval, they are enough all along it. Each pair of
 * boxes and of elements uses its own direction: for bodies that are not convex, one direction for both
 * would not be a proof.
 *
 * A pair of boxes that proves the interval prunes its subtrees. So does a pair of patches, by the
 * corners of their triangles: along a separating axis that is tried on many pairs or, if no contact is
 * sought, along one that is sought for their swept volumes (bound/swept.h). Where neither does, the
 * elements decide. (Schwarzer, Saha and Latombe's condition, as in Feyeux and Landry's (6) and Wu et
 * al.'s (5), is the same with speeds bounded over all directions and without A: `displacement` here. It
 * is evaluated from the middle towards either end, so that each half is Wu et al.'s (6) or (7) by
 * itself.)
 *
 * The first pair of elements that does not prove the interval ends the attempt, an early exit: the
 * interval will be halved, and the rest of the traversal only decides whether the bodies touch at m. To
 * go on and learn how much of the interval is proven cost 20 times as many boxes
 * (docs/decisions/proof.md, "A proof ends at the first pair of elements that it cannot prove"). Near a
 * contact, where a part of the interval will do, the interval is shortened instead to the part that
 * this pair proves. */
#include "bound/pair_bound.h"

#include <float.h>
#include <string.h>

#include "body/box.h"
#include "body/corners.h"
#include "bound/deep.h"
#include "bound/swept.h"
#include "math/rounding.h"

/* trees are at most 64 deep, and each step down leaves one entry behind */
enum { STACK = 160 };

/* a proof is worth FEW_BOXES pairs of boxes if the bodies travel far, and MORE_BOXES more if they
 * travel as far as the smaller one's radius; with twice or half of either, the measured time did not
 * change (docs/decisions/proof.md, "A proof ends at the first pair of elements that it cannot prove")
 */
enum { FEW_BOXES = 32, MORE_BOXES = 256 };
/* the smaller one's radius then counts as at least this share of the larger one's */
static const double SMALL_PART = 0x1p-6;
/* a proof is also worth this many times the pairs that the last attempt visited
 * (docs/decisions/proof.md, "A proof may visit twice as many boxes as the last attempt for its pair")
 */
static const double AS_LAST = 2;

typedef struct boxes {
    uint32_t a, b;
    double square; /* of the gap */
} boxes;

/* Support values of nodes that have corners, along the direction that is tried on many pairs, at either
 * end of the interval: a direct-mapped cache of 64 entries per body. Each node comes up with one
 * partner after another. docs/decisions/proof.md, "Tree nodes of few triangles list their corners and
 * are separated by them". */
enum { PLACES = 64 };
typedef struct known_reaches {
    uint32_t node[2][PLACES]; /* the node that an entry is of, plus 1; 0: none */
    double reach[2][PLACES][2];
} known_reaches;

typedef struct proof_attempt {
    lw_swept swept;
    bool tries; /* whether `separating` is set */
    /* the direction that is tried on many pairs: the separating axis of the closest elements often
     * separates their neighbours too, or even the whole bodies */
    lw_swept_direction separating;
    known_reaches *known; /* the cache of its support values; NULL where no direction is tried */
    lw_pair_bound *bound;
    lw_open_leaves *leaves;
    lw_pairing pairing;
    lw_node_cache *nodes;    /* of either body */
    vec3 found;              /* the separating axis of the last two patches; zero: none */
    double sure;             /* square of a gap that proves the interval whatever the directions */
    double least;            /* square of a gap below which no direction can prove it */
    double apart;            /* square of a gap that is more than `touch` */
    double boxes;            /* how many more pairs of boxes may be visited for a proof */
    lw_claim_parts *claim;   /* where the parts of the proof are appended; NULL: nowhere */
    lw_element_contact *met; /* where a contact is kept; NULL: nowhere */
    double meets[2];         /* a guess of how long before m, and after it, the bodies meet */
    bool open;               /* the proof has been given up */
    bool contact;
} proof_attempt;

LW_INLINED const lw_node *node_of(const proof_attempt *attempt, int body, uint32_t index)
{
    return lw_cached_node(body ? attempt->pairing.b : attempt->pairing.a, index, &attempt->nodes[body]);
}

/* the range of speeds along a direction over the points of a box of body i */
typedef struct speeds {
    double low, high;
} speeds;

static speeds box_speeds(const lw_pair_bound *bound, int body, vec3 normal, const lw_node *node)
{
    /* n . (v + w x p) = n . v + (n x w) . p */
    vec3 g = cross(normal, bound->angular[body]);
    double middle = dot(normal, bound->linear[body]);
    if (body == 1) {
        middle += dot(g, bound->b_in_a.position);
        g = rotate_back(bound->b_in_a.rotation, g);
    }
    middle += dot(g, node->center);
    double spread = fabs(g.x) * node->half.x + fabs(g.y) * node->half.y + fabs(g.z) * node->half.z;
    return (speeds){middle - spread, middle + spread};
}

/* d - tau s - tau^2 A / 2 >= 0, with room for the rounding of the left side */
static bool holds(double d, double s, double curvature, double tau)
{
    double linear = tau * s;
    double square = 0.5 * tau * tau * curvature;
    return d - linear - square >= LW_PAIR_BOUND_ROUNDING * (d + fabs(linear) + square);
}

/* whether a gap along a normal proves the interval for the points of two boxes */
static bool proves(const lw_pair_bound *bound, double gap, vec3 normal, const lw_node *a,
                   const lw_node *b)
{
    double d = gap - bound->target - bound->error;
    if (!(d > 0))
        return false;
    d -= lw_tube_reach(bound->tube, 0, normal, a) + lw_tube_reach(bound->tube, 1, normal, b);
    if (!(d > 0))
        return false;
    speeds first = {0, 0};
    speeds second = {0, 0};
    if (bound->moves[0])
        first = box_speeds(bound, 0, normal, a);
    if (bound->moves[1])
        second = box_speeds(bound, 1, normal, b);
    double closing = first.high - second.low + bound->speed_error;
    double opening = second.high - first.low + bound->speed_error;
    return holds(d, closing, bound->curvature, bound->after) &&
           holds(d, opening, bound->curvature, bound->before);
}

LW_INLINED double box_spread(vec3 along, const lw_node *node)
{
    return fabs(along.x) * node->half.x + fabs(along.y) * node->half.y + fabs(along.z) * node->half.z;
}

LW_INLINED double box_reach(vec3 along, const lw_node *node)
{
    return dot(along, node->center) + box_spread(along, node);
}

LW_INLINED bool separates_boxes(const lw_swept_direction *separating, const lw_node *a,
                                const lw_node *b)
{
    double tube_a = lw_tube_reach(separating->tube, 0, separating->normal, a);
    double tube_b = lw_tube_reach(separating->tube, 1, separating->normal, b);
    for (int end = 0; end < 2; end++) {
        double reach_a = box_reach(separating->along[0][end], a) + tube_a;
        double reach_b = box_reach(separating->along[1][end], b) + tube_b;
        if (!(-reach_b - reach_a >= separating->least[end]))
            return false;
    }
    return true;
}

/* The support values of a node that has corners, at either end of the interval: along a direction for a
 * node of a, against it for one of b; deviations included. */
LW_INLINED void find_reach(const proof_attempt *attempt, const lw_swept_direction *direction, int body,
                           const lw_node *node, double reach[2], bool fours)
{
    const lw_geometry *geometry = body ? attempt->pairing.b : attempt->pairing.a;
    lw_node_support_values(geometry, node, direction->along[body], reach, fours);
    double tube = lw_tube_reach(direction->tube, body, direction->normal, node);
    reach[0] += tube;
    reach[1] += tube;
}

/* The support values along the direction that is tried on many pairs, from the cache. */
LW_INLINED const double *known_reach(const proof_attempt *attempt, int body, uint32_t index, bool fours)
{
    known_reaches *known = attempt->known;
    uint32_t place = index % PLACES;
    double *reach = known->reach[body][place];
    if (known->node[body][place] == index + 1)
        return reach;
    find_reach(attempt, &attempt->separating, body, node_of(attempt, body, index), reach, fours);
    known->node[body][place] = index + 1;
    return reach;
}

/* Whether a direction proves the interval for two nodes, given their support values at either end. */
LW_INLINED bool is_enough(const lw_swept_direction *direction, const double reach_a[2],
                          const double reach_b[2])
{
    for (int end = 0; end < 2; end++)
        if (!(-reach_b[end] - reach_a[end] >= direction->least[end]))
            return false;
    return true;
}

/* Whether the direction that is tried on many pairs proves the interval for the elements below two
 * nodes that have corners. */
LW_INLINED bool separates_corners(const proof_attempt *attempt, uint32_t a, uint32_t b, bool fours)
{
    return is_enough(&attempt->separating, known_reach(attempt, 0, a, fours),
                     known_reach(attempt, 1, b, fours));
}

/* Whether a direction that is tried on two nodes alone proves the interval for the elements below them.
 * Both must have corners. */
static bool separates_along(const proof_attempt *attempt, vec3 normal, const lw_node *a,
                            const lw_node *b)
{
    lw_swept_direction own = lw_swept_direction_of(&attempt->swept, normal);
    double reach_a[2];
    double reach_b[2];
    find_reach(attempt, &own, 0, a, reach_a, false);
    find_reach(attempt, &own, 1, b, reach_b, false);
    return is_enough(&own, reach_a, reach_b);
}

/* Sets the direction that is tried on many pairs from now on. */
static void try_on_many(proof_attempt *attempt, vec3 normal)
{
    attempt->tries = true;
    attempt->separating = lw_swept_direction_of(&attempt->swept, normal);
    memset(attempt->known->node, 0, sizeof attempt->known->node);
}

/* Whether two nodes have corners and one is a patch: two leaves are left to query_leaf. */
LW_INLINED bool are_patches(const lw_node *a, const lw_node *b)
{
    return lw_node_has_corners(a) && lw_node_has_corners(b) && (a->child >= 0 || b->child >= 0);
}

/* Whether the direction that is tried on many pairs proves the interval for two nodes: by their boxes,
 * unless their gap is too small for a proof along any direction; or by their corners. */
LW_INLINED bool separates(const proof_attempt *attempt, const boxes *entry, const lw_node *a,
                          const lw_node *b, bool fours)
{
    if (!attempt->tries)
        return false;
    return (entry->square > attempt->least && separates_boxes(&attempt->separating, a, b)) ||
           (are_patches(a, b) && separates_corners(attempt, entry->a, entry->b, fours));
}

/* Seeks a direction that proves the interval for two patches. It is only called if no contact is
 * sought: near a contact there is no such direction. The separating axis of the last two patches often
 * separates these two as well, or nearly so: the search begins there. */
static bool separates_best(proof_attempt *attempt, const lw_node *a, const lw_node *b, vec3 *normal)
{
    const lw_geometry *const geometry[2] = {attempt->pairing.a, attempt->pairing.b};
    const lw_node *const node[2] = {a, b};
    *normal = attempt->found;
    if (!(norm2(attempt->found) > 0))
        *normal = attempt->tries ? attempt->separating.normal
                                 : sub(transform(attempt->pairing.b_in_a, b->center), a->center);
    if (!lw_meter_take(attempt->bound->work, LW_WORK_SWEPT) ||
        !lw_swept_separate(&attempt->swept, geometry, node, normal))
        return false;
    attempt->found = *normal;
    return true;
}

/* Whether a pair of boxes is decided without its subtrees. normal: out, the direction that proves the
 * interval for it; not set if the gap is so large that any direction does. */
LW_INLINED bool is_settled(proof_attempt *attempt, const boxes *entry, vec3 *normal, bool fours)
{
    if (entry->square > (attempt->open ? attempt->apart : attempt->sure))
        return true;
    if (attempt->open)
        return false;
    const lw_node *a = node_of(attempt, 0, entry->a);
    const lw_node *b = node_of(attempt, 1, entry->b);
    *normal = attempt->separating.normal;
    if (separates(attempt, entry, a, b, fours))
        return true;
    if (entry->square > attempt->least) {
        double gap = lw_box_gap(&attempt->pairing.frames, a, b, normal);
        if (proves(attempt->bound, gap, *normal, a, b))
            return true;
    }
    return attempt->bound->touch < 0 && are_patches(a, b) && separates_best(attempt, a, b, normal);
}

static void append(const proof_attempt *attempt, uint32_t i, uint32_t j, lw_claim_rule rule,
                   vec3 normal)
{
    lw_claim_parts_add(attempt->claim, (lw_claim_part){.sets = {{LW_CLAIM_NODE, i}, {LW_CLAIM_NODE, j}},
                                                       .rule = rule,
                                                       .normal = normal});
}

/* Appends a settled pair of boxes. normal: the direction that is_settled has found, if it has found
 * one. */
static void append_boxes(const proof_attempt *attempt, const boxes *entry, vec3 normal)
{
    const lw_node *a = node_of(attempt, 0, entry->a);
    const lw_node *b = node_of(attempt, 1, entry->b);
    bool sure = entry->square > attempt->sure;
    if (sure)
        lw_box_gap(&attempt->pairing.frames, a, b, &normal);
    append(attempt, entry->a, entry->b, sure ? LW_CLAIM_TRAVEL : LW_CLAIM_SLAB, normal);
}

/* Whether the direction in which two elements are nearest proves the interval: by a bound on the gap
 * and another on the speeds of their boxes; if not, by one bound on both together. */
static bool proves_elements(const proof_attempt *attempt, const lw_bracket *bracket, const lw_node *a,
                            const lw_node *b)
{
    if (!(bracket->lower > attempt->bound->target + attempt->bound->error))
        return false;
    if (proves(attempt->bound, bracket->lower, bracket->normal, a, b))
        return true;
    return separates_along(attempt, bracket->normal, a, b);
}

/* Sets the gaps that the interval requires. */
static void set_requirements(proof_attempt *attempt)
{
    const lw_pair_bound *bound = attempt->bound;
    /* the root of a square is a proven gap only after it is shrunk */
    double required = bound->target + bound->error;
    double sure = (required + bound->displacement) * LW_UPWARD;
    /* along any direction the points close towards one end of the interval, at speed 0 at best: there
     * the gap has to make up for the curvature at least */
    double tau = lesser(bound->before, bound->after);
    double least = required + 0.5 * tau * tau * bound->curvature;
    attempt->sure = sure * sure;
    attempt->least = least * least;
    attempt->swept = lw_swept_make(bound);
}

/* Shortens the interval to the part that the direction in which two elements are nearest proves. The
 * pairs that were proven before stay proven, as the new interval lies within the old one. False:
 * nothing would be left, or shortening is not allowed. */
static bool shorten_to_elements(proof_attempt *attempt, const lw_bracket *bracket, const lw_node *a,
                                const lw_node *b)
{
    lw_pair_bound *bound = attempt->bound;
    lw_share_open before;
    lw_share_open after;
    if (!bound->shortens || !(bracket->lower > 0) ||
        !lw_pair_slab_of_leaves(bound, a, b, bracket->normal, &before, &after))
        return false;
    attempt->meets[0] = lesser(attempt->meets[0], before.close * bound->before);
    attempt->meets[1] = lesser(attempt->meets[1], after.close * bound->after);
    bound->before *= before.open;
    bound->after *= after.open;
    set_requirements(attempt);
    if (attempt->tries)
        try_on_many(attempt, attempt->separating.normal);
    return true;
}

/* Whether two elements need no query once the proof has been given up: they do not touch, and are no
 * nearer than those queried before (`nearest` of two bodies that are only tested for contact is not
 * read). */
static bool is_beyond(const proof_attempt *attempt, uint32_t i, uint32_t j)
{
    const lw_pair_bound *bound = attempt->bound;
    const double least = attempt->met ? bound->touch : greater(bound->touch, bound->nearest);
    return attempt->open && lw_elements_apart(&attempt->pairing, i, j, least);
}

/* an element pair: contact, proof, or the end of the attempt */
static void query_leaf(proof_attempt *attempt, uint32_t i, uint32_t j)
{
    lw_pair_bound *bound = attempt->bound;
    const lw_node *a = node_of(attempt, 0, i);
    const lw_node *b = node_of(attempt, 1, j);
    lw_bracket bracket;
    if (!attempt->open && attempt->tries && separates_corners(attempt, i, j, false)) {
        if (attempt->claim)
            append(attempt, i, j, LW_CLAIM_SLAB, attempt->separating.normal);
        return;
    }
    /* early exit: above `enough` the distance proves the interval whatever the direction, so its
     * bracket may stay wide */
    double enough = bound->target + bound->error + (attempt->open ? 0 : bound->displacement);
    if (!lw_meter_take(bound->work, lw_element_work(&attempt->pairing, a->element, b->element))) {
        attempt->open = true;
        return;
    }
    if (is_beyond(attempt, a->element, b->element))
        return;
    lw_element_distance(&attempt->pairing, a->element, b->element, enough, bound->touch, NULL,
                        &bracket);
    if (bracket.upper < bound->nearest) {
        bound->nearest = bracket.upper;
        bound->normal = bracket.lower > 0 ? bracket.normal : v3(0, 0, 0);
        /* from now on this direction is tried on other elements */
        if (!attempt->open && bracket.lower > 0)
            try_on_many(attempt, bracket.normal);
    }
    bool sure = bracket.lower - bound->target - bound->error > bound->displacement;
    if (bracket.upper <= bound->touch) {
        attempt->contact = true;
        if (attempt->met)
            *attempt->met = (lw_element_contact){{a->element, b->element}, bracket};
        return;
    }
    if (attempt->open)
        return;
    if (!sure && !proves_elements(attempt, &bracket, a, b)) {
        attempt->leaves->known = 1;
        attempt->leaves->leaf[0] = i;
        attempt->leaves->leaf[1] = j;
        attempt->open = !shorten_to_elements(attempt, &bracket, a, b);
    }
    if (!attempt->open && attempt->claim)
        append(attempt, i, j, sure ? LW_CLAIM_TRAVEL : LW_CLAIM_SLAB, bracket.normal);
}

/* whether the result is known: contact, or no proof and contact is not of interest */
static bool is_over(const proof_attempt *attempt)
{
    return attempt->contact || (attempt->open && attempt->bound->touch < 0);
}

LW_INLINED boxes make_entry(const proof_attempt *attempt, uint32_t a, uint32_t b)
{
    double square =
        lw_box_gap_square(&attempt->pairing.frames, node_of(attempt, 0, a), node_of(attempt, 1, b));
    return (boxes){a, b, square};
}

/* Traverses both trees depth first, the nearer child next. claims: whether the pairs of boxes that are
 * settled are appended; a constant for the compiler. */
LW_INLINED void descend_in(proof_attempt *attempt, bool claims, bool fours)
{
    /* the budget of boxes ends an attempt only if the attempt seeks a contact too, or if a part of the
     * interval will do */
    bool has_budget = attempt->bound->touch >= 0 || attempt->bound->shortens;
    boxes stack[STACK];
    uint32_t waiting = 0;
    boxes here = make_entry(attempt, 0, 0);
    for (;;) {
        if (!attempt->open && attempt->boxes < 0 && has_budget)
            attempt->open = true;
        if (lw_meter_is_over(attempt->bound->work)) {
            attempt->open = true;
            return;
        }
        vec3 normal = {0, 0, 0};
        if (is_settled(attempt, &here, &normal, fours)) {
            if (claims && !attempt->open)
                append_boxes(attempt, &here, normal);
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        const lw_node *a = node_of(attempt, 0, here.a);
        const lw_node *b = node_of(attempt, 1, here.b);
        if (a->child < 0 && b->child < 0) {
            query_leaf(attempt, here.a, here.b);
            if (waiting == 0 || is_over(attempt))
                return;
            here = stack[--waiting];
            continue;
        }
        bool down_a = b->child < 0 || (a->child >= 0 && lw_node_size(a) >= lw_node_size(b));
        uint32_t next_a = down_a ? (uint32_t)a->child : here.a;
        uint32_t next_b = down_a ? here.b : (uint32_t)b->child;
        boxes one = make_entry(attempt, next_a, next_b);
        boxes two = make_entry(attempt, next_a + down_a, next_b + !down_a);
        attempt->boxes -= 2;
        lw_meter_take(attempt->bound->work, 2);
        bool swap = two.square < one.square;
        here = swap ? two : one;
        stack[waiting++] = swap ? one : two;
    }
}

static void descend_in_twos(proof_attempt *attempt)
{
    descend_in(attempt, false, false);
}

LW_WIDE static void descend_in_fours(proof_attempt *attempt)
{
    descend_in(attempt, false, true);
}

static void descend_with_claims(proof_attempt *attempt)
{
    descend_in(attempt, true, false);
}

static void descend(proof_attempt *attempt)
{
    if (attempt->claim)
        descend_with_claims(attempt);
    else if (lw_has_wide())
        descend_in_fours(attempt);
    else
        descend_in_twos(attempt);
}

/* How many pairs of boxes a proof is worth: more if the bodies travel little for their size, since to
 * halve the interval costs two samples. This guess only saves work: an interval that it gives up is
 * halved. A body that is tiny beside the other, a point perhaps, counts as a small share of it. */
static double box_budget(const lw_pair_bound *bound)
{
    double one = bound->geometry[0]->radius;
    double other = bound->geometry[1]->radius;
    double size = greater(lesser(one, other), SMALL_PART * greater(one, other));
    return FEW_BOXES + MORE_BOXES * size / (bound->displacement + 1e-3 * size);
}

/* The share of the `whole` time on one side of m that is proven: rounded down, unless it is all of it.
 */
static lw_share_open proven_share(bool proven, double time, double meets, double whole)
{
    if (!proven)
        return (lw_share_open){0, 0};
    if (time == whole)
        return (lw_share_open){1, 1};
    return (lw_share_open){time / whole * (1 - LW_ROUNDING(8)), meets / whole};
}

/* Begins an attempt, without a direction: try_on_many sets it later. */
static void begin(proof_attempt *attempt, lw_pair_bound *bound, lw_node_cache nodes[2])
{
    double apart = greater(bound->touch, 0) * LW_UPWARD;
    lw_pairing_set(&attempt->pairing, bound->geometry[0], bound->geometry[1], &bound->b_in_a);
    attempt->bound = bound;
    attempt->nodes = nodes;
    for (int i = 0; i < 2; i++)
        lw_node_cache_begin(&nodes[i]);
    attempt->apart = apart * apart;
    attempt->found = attempt->separating.normal = v3(0, 0, 0);
    attempt->tries = attempt->open = attempt->contact = false;
    attempt->boxes = 0;
    attempt->known = NULL;
    attempt->leaves = NULL;
    attempt->claim = NULL;
    attempt->met = NULL;
    bound->nearest = DBL_MAX;
}

lw_bound_result lw_pair_bound_prove(lw_pair_bound *bound, lw_open_leaves *leaves)
{
    double budget = box_budget(bound) + AS_LAST * (double)leaves->boxes;
    known_reaches known;
    lw_node_cache nodes[2];
    proof_attempt attempt;
    begin(&attempt, bound, nodes);
    attempt.known = &known;
    attempt.leaves = leaves;
    attempt.boxes = budget;
    attempt.meets[0] = bound->before;
    attempt.meets[1] = bound->after;
    set_requirements(&attempt);
    double before = bound->before;
    double after = bound->after;
    bound->normal = v3(0, 0, 0);
    if (leaves->known)
        query_leaf(&attempt, leaves->leaf[0], leaves->leaf[1]);
    /* nothing is appended for these leaves: the descent comes to them again */
    attempt.claim = bound->claim;
    if (!is_over(&attempt))
        descend(&attempt);
    leaves->boxes = (uint32_t)lesser(budget - attempt.boxes, UINT32_MAX);
    bool proven = !attempt.contact && !attempt.open;
    bound->proven[0] = proven_share(proven, bound->before, attempt.meets[0], before);
    bound->proven[1] = proven_share(proven, bound->after, attempt.meets[1], after);
    bound->before = before;
    bound->after = after;
    if (attempt.contact)
        return LW_BOUND_CONTACT;
    return bound->proven[0].open == 1 && bound->proven[1].open == 1 ? LW_BOUND_PROVEN : LW_BOUND_OPEN;
}

/* Whether two elements touch that are likely to. */
static bool touches_deep(const proof_attempt *attempt)
{
    const lw_pair_bound *bound = attempt->bound;
    uint32_t elements[2];
    lw_bracket bracket;
    if (!lw_deep_elements(&attempt->pairing, elements) ||
        !lw_meter_take(bound->work, lw_element_work(&attempt->pairing, elements[0], elements[1])))
        return false;
    lw_element_distance(&attempt->pairing, elements[0], elements[1], bound->target, bound->touch, NULL,
                        &bracket);
    if (bracket.upper > bound->touch)
        return false;
    *attempt->met = (lw_element_contact){{elements[0], elements[1]}, bracket};
    return true;
}

bool lw_pair_bound_touches(lw_pair_bound *bound, lw_element_contact *contact)
{
    lw_node_cache nodes[2];
    proof_attempt attempt;
    begin(&attempt, bound, nodes);
    attempt.open = true;
    attempt.met = contact;
    /* an early exit in query_leaf: once a distance is known to be above `touch`, or at most `touch`,
     * its bracket may stay wide */
    bound->target = greater(bound->touch, 0);
    bound->error = bound->displacement = 0;
    if (touches_deep(&attempt))
        return true;
    descend(&attempt);
    return attempt.contact;
}
