/* The proof behind every free verdict, second order and directional, in the trees of both bodies.
 *
 * For two convex pieces separated along n by a gap d at time m, with n fixed in their common frame,
 * Taylor's formula for each point's place along n gives, for tau >= 0 within the interval,
 *     gap(m + tau) >= d - tau * c(n) - tau^2 / 2 * A,
 *     gap(m - tau) >= d - tau * o(n) - tau^2 / 2 * A,
 * where c(n) is the largest speed at which points of the pieces close along n at m, o(n) the largest
 * at which they open, and A bounds the second derivatives (lw_travel_of). The right sides are concave
 * in tau, so holding at both ends of an interval they hold all along it. Each pair of boxes and of
 * elements uses its own direction: for bodies that are not convex, one direction for both would not
 * be a proof. A pair of boxes that proves the interval prunes its subtrees; what no box pair proves,
 * elements settle. (Schwarzer, Saha and Latombe's condition, as in Feyeux and Landry's (6) and Wu et
 * al.'s (5), is the same with speeds bounded over all directions and A left out: `distance` here. It is
 * asked from the middle towards either end, so that each half is Wu et al.'s (6) or (7) by itself.)
 *
 * The first element pair that does not prove the interval ends the attempt: the interval will be
 * halved, and the rest of the look only asks whether the bodies touch at m. Carrying on to learn how
 * much of the interval is proven cost 20 times as many boxes (docs/decisions.md). */
#include "check/sweep.h"

#include <float.h>

#include "math/rounding.h"
#include "tree/box.h"

/* trees are at most 64 deep, and each step down leaves one entry behind */
enum { STACK = 160 };

/* how many pairs of boxes a proof is worth where the bodies travel far, and how many more where they
 * travel as little as the smaller one's radius; twice and half of either cost the same within noise */
enum { FEW_BOXES = 32, MORE_BOXES = 256 };
static const double SMALL_PART = 0x1p-6;

typedef struct boxes {
    uint32_t a, b;
    double square; /* of the gap */
} boxes;

/* A direction n that is tried on many pairs: what is near the closest elements tends to be parted by
 * the same one, often the whole bodies. With n fixed, n . p + tau * (speed of p along n) is one affine
 * function of p for either end of the interval: the least of it on b less the most of it on a must be
 * no less than is needed. It is tighter than gap and speeds taken apart, and takes no root. */
typedef struct direction {
    bool known;
    vec3 a[2], b[2]; /* gradients in either body's frame: [0] for m + after, [1] for m - before */
    double least[2]; /* what the differences must be at least */
} direction;

typedef struct attempt {
    direction parting;
    lw_sweep *sweep;
    lw_sweep_memory *memory;
    lw_pairing pairing;
    double sure;  /* square of a gap that proves the interval whatever the directions */
    double least; /* square of a gap below which no direction can prove it */
    double apart; /* square of a gap that is more than `touch` */
    double boxes; /* how many pairs of boxes may still be looked at for a proof */
    bool open;    /* not to be proven any more */
    bool contact;
} attempt;

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

/* d - tau s - tau^2 A / 2 >= 0, with room for the rounding of the left side */
static bool holds(double d, double s, double curvature, double tau)
{
    double linear = tau * s;
    double square = 0.5 * tau * tau * curvature;
    return d - linear - square >= 0x1p-44 * (d + fabs(linear) + square);
}

/* whether a gap along a normal proves the interval for the points of two boxes */
static bool proves(const lw_sweep *sweep, double gap, vec3 normal, const lw_node *a, const lw_node *b)
{
    double d = gap - sweep->target - sweep->error;
    if (!(d > 0))
        return false;
    speeds first = {0, 0};
    speeds second = {0, 0};
    if (sweep->moves[0])
        first = box_speeds(sweep, 0, normal, a);
    if (sweep->moves[1])
        second = box_speeds(sweep, 1, normal, b);
    double closing = first.high - second.low + sweep->noise;
    double opening = second.high - first.low + sweep->noise;
    return holds(d, closing, sweep->curvature, sweep->after) &&
           holds(d, opening, sweep->curvature, sweep->before);
}

/* where a direction separates: of one pair it is known, of others it is to be tried */
static void set_parting(attempt *look, vec3 normal)
{
    const lw_sweep *sweep = look->sweep;
    direction *parting = &look->parting;
    mat3 back = sweep->b_in_a.rotation;
    vec3 position = sweep->b_in_a.position;
    double reach = norm(position) + look->pairing.a->extent + look->pairing.b->extent;
    double needed = sweep->target + sweep->error;
    for (int end = 0; end < 2; end++) {
        double tau = end ? -sweep->before : sweep->after;
        vec3 g[2] = {{0, 0, 0}, {0, 0, 0}};
        double still = 0; /* what the speeds of the frames' origins add */
        double terms = 0; /* the sizes of what is added up */
        for (int body = 0; body < 2; body++)
            if (sweep->moves[body]) {
                g[body] = scale(tau, cross(normal, sweep->angular[body]));
                still += (body ? tau : -tau) * dot(normal, sweep->linear[body]);
                terms += fabs(tau) * (norm(sweep->linear[body]) + reach * norm(sweep->angular[body]));
            }
        vec3 across = add(normal, g[1]);
        parting->a[end] = add(normal, g[0]);
        parting->b[end] = rotate_back(back, across);
        /* rounding: a few dozen operations on numbers no larger than these */
        parting->least[end] = needed + 0.5 * tau * tau * sweep->curvature + fabs(tau) * sweep->noise -
                              dot(across, position) - still + 0x1p-44 * (reach + terms + needed);
    }
    parting->known = true;
}

LW_INLINED double box_spread(vec3 along, const lw_node *node)
{
    return fabs(along.x) * node->half.x + fabs(along.y) * node->half.y + fabs(along.z) * node->half.z;
}

LW_INLINED bool parts_boxes(const direction *parting, const lw_node *a, const lw_node *b)
{
    for (int end = 0; end < 2; end++) {
        vec3 u = parting->a[end];
        vec3 v = parting->b[end];
        double low = dot(v, b->center) - box_spread(v, b);
        double high = dot(u, a->center) + box_spread(u, a);
        if (!(low - high >= parting->least[end]))
            return false;
    }
    return true;
}

/* the most of along . p over an element; a box stands for what is no triangle */
static double element_top(const lw_geometry *geometry, const lw_node *leaf, vec3 along)
{
    if (leaf->element >= geometry->triangle_count)
        return dot(along, leaf->center) + box_spread(along, leaf);
    return lw_triangle_top(geometry, leaf->element, along);
}

static bool parts_elements(const attempt *look, const lw_node *a, const lw_node *b)
{
    const direction *parting = &look->parting;
    for (int end = 0; end < 2; end++) {
        double low = -element_top(look->pairing.b, b, neg(parting->b[end]));
        double high = element_top(look->pairing.a, a, parting->a[end]);
        if (!(low - high >= parting->least[end]))
            return false;
    }
    return true;
}

/* whether a pair of boxes needs no closer look */
LW_INLINED bool is_settled(const attempt *look, const boxes *entry)
{
    if (entry->square > (look->open ? look->apart : look->sure))
        return true;
    if (look->open)
        return false;
    const lw_node *a = &look->pairing.a->nodes[entry->a];
    const lw_node *b = &look->pairing.b->nodes[entry->b];
    if (look->parting.known && parts_boxes(&look->parting, a, b))
        return true;
    if (entry->square <= look->least)
        return false;
    vec3 normal;
    double gap = lw_box_gap(&look->pairing.frames, a, b, &normal);
    return proves(look->sweep, gap, normal, a, b);
}

/* an element pair: contact, proof, or the end of the attempt */
static void look_at_leaf(attempt *look, uint32_t i, uint32_t j)
{
    lw_sweep *sweep = look->sweep;
    const lw_node *a = &look->pairing.a->nodes[i];
    const lw_node *b = &look->pairing.b->nodes[j];
    lw_bracket bracket;
    if (!look->open && look->parting.known && parts_elements(look, a, b))
        return;
    /* a distance that proves the interval whatever the direction needs no more digits */
    double enough = sweep->target + sweep->error + (look->open ? 0 : sweep->distance);
    lw_element_distance(&look->pairing, a->element, b->element, enough, sweep->touch, NULL, &bracket);
    if (bracket.upper < sweep->nearest) {
        sweep->nearest = bracket.upper;
        sweep->normal = bracket.lower > 0 ? bracket.normal : v3(0, 0, 0);
        if (!look->open && bracket.lower > 0)
            set_parting(look, bracket.normal);
    }
    if (bracket.upper <= sweep->touch) {
        look->contact = true;
    } else if (!look->open && bracket.lower - sweep->target - sweep->error <= sweep->distance &&
               !proves(sweep, bracket.lower, bracket.normal, a, b)) {
        look->open = true;
        look->memory->known = 1;
        look->memory->leaf[0] = i;
        look->memory->leaf[1] = j;
    }
}

/* no more to learn: contact found, or neither proof nor contact are to be had */
static bool is_over(const attempt *look)
{
    return look->contact || (look->open && look->sweep->touch < 0);
}

LW_INLINED boxes make_entry(const attempt *look, uint32_t a, uint32_t b)
{
    double square = lw_box_gap_square(&look->pairing.frames, &look->pairing.a->nodes[a],
                                      &look->pairing.b->nodes[b]);
    return (boxes){a, b, square};
}

/* depth first, the nearer child next */
LW_INLINED void descend_in(attempt *look)
{
    bool may_look = look->sweep->touch >= 0; /* for contact, when a proof is given up */
    boxes stack[STACK];
    uint32_t waiting = 0;
    boxes here = make_entry(look, 0, 0);
    for (;;) {
        if (!look->open && look->boxes < 0 && may_look)
            look->open = true;
        if (is_settled(look, &here)) {
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        const lw_node *a = &look->pairing.a->nodes[here.a];
        const lw_node *b = &look->pairing.b->nodes[here.b];
        if (a->child < 0 && b->child < 0) {
            look_at_leaf(look, here.a, here.b);
            if (waiting == 0 || is_over(look))
                return;
            here = stack[--waiting];
            continue;
        }
        bool down_a = b->child < 0 || (a->child >= 0 && lw_node_size(a) >= lw_node_size(b));
        uint32_t next_a = down_a ? (uint32_t)a->child : here.a;
        uint32_t next_b = down_a ? here.b : (uint32_t)b->child;
        boxes one = make_entry(look, next_a, next_b);
        boxes two = make_entry(look, next_a + down_a, next_b + !down_a);
        look->boxes -= 2;
        bool swap = two.square < one.square;
        here = swap ? two : one;
        stack[waiting++] = swap ? one : two;
    }
}

static void descend_in_twos(attempt *look)
{
    descend_in(look);
}

LW_WIDE static void descend_in_fours(attempt *look)
{
    descend_in(look);
}

static void descend(attempt *look)
{
    if (lw_has_wide())
        descend_in_fours(look);
    else
        descend_in_twos(look);
}

/* How many pairs of boxes a proof is worth: more where the bodies travel little for their size, since
 * halving the interval costs two looks. A guess that only saves work: what it gives up is halved. A
 * body that is next to nothing beside the other, a point perhaps, has the size of a small part of it.
 */
static double worth(const lw_sweep *sweep)
{
    double one = sweep->geometry[0]->radius;
    double other = sweep->geometry[1]->radius;
    double size = greater(lesser(one, other), SMALL_PART * greater(one, other));
    return FEW_BOXES + MORE_BOXES * size / (sweep->distance + 1e-3 * size);
}

lw_sweep_result lw_sweep_prove(lw_sweep *sweep, lw_sweep_memory *memory)
{
    attempt look = {.sweep = sweep, .memory = memory, .boxes = worth(sweep)};
    look.pairing = lw_pairing_make(sweep->geometry[0], sweep->geometry[1], sweep->b_in_a);
    /* the root of a square is a proven gap only when shrunk */
    double needed = sweep->target + sweep->error;
    double sure = (needed + sweep->distance) * LW_UPWARD;
    double apart = greater(sweep->touch, 0) * LW_UPWARD;
    /* along any direction the points close or open at best at speed 0 */
    double tau = lesser(sweep->before, sweep->after);
    double least = needed + 0.5 * tau * tau * sweep->curvature;
    look.sure = sure * sure;
    look.least = least * least;
    look.apart = apart * apart;
    sweep->nearest = DBL_MAX;
    sweep->normal = v3(0, 0, 0);
    if (memory->known)
        look_at_leaf(&look, memory->leaf[0], memory->leaf[1]);
    if (!is_over(&look))
        descend(&look);
    return look.contact ? LW_SWEEP_CONTACT : look.open ? LW_SWEEP_OPEN : LW_SWEEP_PROVEN;
}

bool lw_sweep_touches(lw_sweep *sweep)
{
    attempt look = {.sweep = sweep, .open = true};
    look.pairing = lw_pairing_make(sweep->geometry[0], sweep->geometry[1], sweep->b_in_a);
    double apart = greater(sweep->touch, 0) * LW_UPWARD;
    look.apart = apart * apart;
    /* farther than `touch` needs no more digits, and nothing nearer may do with fewer */
    sweep->target = greater(sweep->touch, 0);
    sweep->error = sweep->distance = 0;
    sweep->nearest = DBL_MAX;
    descend(&look);
    return look.contact;
}
