/* What a sample proves of a pair of bodies, and whether the pair touches there: the spheres and boxes
 * about the bodies first, then slabs, then the trees. */
#include "check/checker.h"
#include "math/pose.h"
#include "math/rounding.h"

/* The share of an interval, before the middle and after it added up, that the hulls have to prove for
 * the trees not to be queried. */
static const double HULLS_SUFFICE = 0.25;

/* the travel of a pair's first (0) or second (1) body */
static const lw_travel *travel_of(lw_checker *checker, uint32_t pair, int end)
{
    lw_known_travel *known = &checker->travels[checker->travel_of_pair[pair][end]];
    if (known->sample != checker->samples_taken) {
        lw_travel_of(&checker->kinematics, (size_t)known->body, known->common, &known->travel);
        known->sample = checker->samples_taken;
    }
    return &known->travel;
}

/* a world twist as a velocity field in a body's frame */
static void field_in(pose frame, const lw_twist *twist, vec3 *linear, vec3 *angular)
{
    *linear = rotate_back(frame.rotation, add(twist->linear, cross(twist->angular, frame.position)));
    *angular = rotate_back(frame.rotation, twist->angular);
}

/* The rounding error of taking the speeds about the first body's origin, and of posing the second in
 * its frame: less than 40 half-units of the last place of the rotation times the distances from the
 * world's origin. The rounding error of a travel does not know how far away the other body's origin
 * is. */
static double field_error(const lw_twist *twist, pose a, pose b)
{
    return LW_FIELD_ROUNDING * norm(twist->angular) * (norm(a.position) + norm(b.position));
}

static bool is_still(const lw_twist *twist)
{
    return norm2(twist->linear) == 0 && norm2(twist->angular) == 0;
}

double lw_checker_travel(lw_checker *checker, uint32_t index)
{
    return travel_of(checker, index, 0)->distance + travel_of(checker, index, 1)->distance;
}

/* Whether the bodies are more than a distance apart, by a sphere around the one and a sphere or a box
 * around the other: this settles most pairs. The rounding errors of the centres are below those that
 * the distance holds twice. */
static bool is_far(const lw_checker *checker, const lw_pair *pair, double distance)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = checker->frozen->bodies[pair->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[pair->b].geometry;
    vec3 between = sub(kinematics->centers[pair->b], kinematics->centers[pair->a]);
    double spheres = distance + a->radius + b->radius;
    if (norm2(between) > spheres * spheres * LW_UPWARD)
        return true;
    /* the centre of a from the box of b */
    vec3 center = transform_back(kinematics->bodies[pair->b], kinematics->centers[pair->a]);
    const lw_node *box = &b->nodes[0];
    vec3 gap = max3(sub(abs3(sub(center, box->center)), box->half), v3(0, 0, 0));
    double sphere = distance + a->radius;
    return norm2(gap) > sphere * sphere * LW_UPWARD;
}

bool lw_checker_touches(lw_checker *checker, uint32_t index)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    double error = kinematics->error[pair->a] + kinematics->error[pair->b];
    double touch = lw_pair_gap(pair, pair->margin);
    if (is_far(checker, pair, touch + 2 * error))
        return false;
    lw_pair_bound bound;
    bound.geometry[0] = checker->frozen->bodies[pair->a].geometry;
    bound.geometry[1] = checker->frozen->bodies[pair->b].geometry;
    bound.b_in_a = relative(kinematics->bodies[pair->a], kinematics->bodies[pair->b]);
    bound.touch = touch;
    checker->verdict->queries++;
    return lw_pair_bound_touches(&bound);
}

/* Fills what a pair bound needs; false where the bodies' spheres and boxes are proof enough, which is
 * then claimed. */
static bool make_bound(lw_checker *checker, uint32_t index, double from, double to, double touch,
                       lw_pair_bound *bound)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_travel *travel_a = travel_of(checker, index, 0);
    const lw_travel *travel_b = travel_of(checker, index, 1);
    bound->error = kinematics->error[pair->a] + kinematics->error[pair->b];
    bound->target = lw_pair_gap(pair, checker->targets[index]);
    bound->distance = travel_a->distance + travel_b->distance;
    if (is_far(checker, pair, bound->target + 2 * bound->error + bound->distance)) {
        if (checker->claims.on)
            lw_claim_far(checker, index, from, to);
        return false;
    }

    pose at_a = kinematics->bodies[pair->a];
    pose at_b = kinematics->bodies[pair->b];
    bound->before = kinematics->time - from;
    bound->after = to - kinematics->time;
    bound->geometry[0] = checker->frozen->bodies[pair->a].geometry;
    bound->geometry[1] = checker->frozen->bodies[pair->b].geometry;
    bound->b_in_a = relative(at_a, at_b);
    bound->curvature = travel_a->curvature + travel_b->curvature;
    bound->speed_error = travel_a->speed_error + travel_b->speed_error;
    bound->touch = touch < 0 ? touch : lw_pair_gap(pair, touch);
    bound->claim = checker->claims.on ? &checker->claims.parts : NULL;
    if (bound->claim)
        bound->claim->count = 0;
    bound->moves[0] = !is_still(&travel_a->twist);
    bound->moves[1] = !is_still(&travel_b->twist);
    if (bound->moves[0])
        bound->speed_error += field_error(&travel_a->twist, at_a, at_b);
    if (bound->moves[1])
        bound->speed_error += field_error(&travel_b->twist, at_a, at_b);
    field_in(at_a, &travel_a->twist, &bound->linear[0], &bound->angular[0]);
    field_in(at_a, &travel_b->twist, &bound->linear[1], &bound->angular[1]);
    return true;
}

/* the pair's state after its last query in this motion */
static lw_pair_state *state_of(lw_checker *checker, uint32_t index)
{
    lw_pair_state *state = &checker->states[index];
    if (state->motion != checker->motions)
        *state = (lw_pair_state){.motion = checker->motions};
    return state;
}

/* The parts that one slab, or one between each pair of hulls, appended to the claim; none without a
 * claim. */
typedef struct claim_range {
    size_t first, count;
} claim_range;

static size_t count_of(const lw_claim_parts *claim)
{
    return claim ? claim->count : 0;
}

static void claim_by(lw_checker *checker, uint32_t index, double from, double to,
                     const claim_range *slabs)
{
    lw_claim_apart(checker, index, from, checker->kinematics.time, to,
                   checker->claims.parts.items + slabs->first, slabs->count);
}

/* Queries the trees; claims the interval where it is proven. */
static lw_bound_result prove_by_trees(lw_checker *checker, uint32_t index, double from, double to,
                                      lw_pair_bound *bound)
{
    lw_claim_parts *parts = bound->claim;
    size_t before = count_of(parts);
    lw_bound_result result = lw_pair_bound_prove(bound, &state_of(checker, index)->bound);
    if (parts && result == LW_BOUND_PROVEN)
        claim_by(checker, index, from, to, &(claim_range){before, parts->count - before});
    return result;
}

lw_bound_result lw_checker_prove(lw_checker *checker, uint32_t index, double from, double to,
                                 double touch, double *nearest)
{
    lw_pair_bound bound;
    if (nearest)
        *nearest = HUGE_VAL;
    if (!make_bound(checker, index, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    checker->verdict->queries++;
    lw_bound_result result = prove_by_trees(checker, index, from, to, &bound);
    if (nearest)
        *nearest = lw_pair_padded(&checker->frozen->pairs[index], bound.nearest);
    return result;
}

/* the rotation of the elementary joint that moves both bodies of a pair, or of the world */
static mat3 common_rotation(const lw_checker *checker, const lw_pair *pair)
{
    return pair->common < 0 ? mat3_identity()
                            : checker->kinematics.elementary[pair->common].frame.rotation;
}

/* A direction from that frame into the first body's, and back. */
static vec3 from_common(const lw_checker *checker, const lw_pair *pair, vec3 separating)
{
    return rotate_back(checker->kinematics.bodies[pair->a].rotation,
                       rotate(common_rotation(checker, pair), separating));
}

static vec3 to_common(const lw_checker *checker, const lw_pair *pair, vec3 normal)
{
    return rotate_back(common_rotation(checker, pair),
                       rotate(checker->kinematics.bodies[pair->a].rotation, normal));
}

/* The largest shares that the slabs of one sample prove, before and after it, and which slabs do. */
typedef struct slab_shares {
    lw_slab_share_open before, after;
    claim_range before_by, after_by;
} slab_shares;

/* other: the shares of the slabs that appended all that the claim holds from `first` on */
static void widen(slab_shares *best, const slab_shares *other, const lw_pair_bound *bound, size_t first)
{
    claim_range by = {first, count_of(bound->claim) - first};
    if (other->before.open > best->before.open) {
        best->before = other->before;
        best->before_by = by;
    }
    if (other->after.open > best->after.open) {
        best->after = other->after;
        best->after_by = by;
    }
}

/* Widens the shares by what one slab proves; false where it does not separate the bodies. */
static bool try_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn, slab_shares *best)
{
    slab_shares proven;
    size_t first = count_of(bound->claim);
    bool separates = lw_pair_slab(bound, normal, turn, &proven.before, &proven.after);
    widen(best, &proven, bound, first);
    return separates;
}

static bool is_whole(const slab_shares *best)
{
    return best->before.open == 1 && best->after.open == 1;
}

/* Before a distance is queried: tries the direction that separated the pair last, or at first the one
 * that separates the boxes about both bodies. */
static void try_known(const lw_pair_bound *bound, const lw_pair_state *state, vec3 last,
                      slab_shares *best)
{
    const vec3 still = {0, 0, 0};
    vec3 normal = last;
    if (!state->separated) {
        if (state->bound.known)
            return;
        lw_box_frames frames = lw_box_frames_make(bound->b_in_a);
        if (!(lw_box_gap(&frames, &bound->geometry[0]->nodes[0], &bound->geometry[1]->nodes[0],
                         &normal) > 0))
            return;
    }
    try_slab(bound, normal, still, best);
}

/* Near a contact: tries slabs that turn, with either body, as procedures A and B have it, and as the
 * direction has turned since the last sample, which does for procedure C whatever the shapes are. */
static void try_turning(const lw_pair_bound *bound, vec3 turned, slab_shares *best)
{
    vec3 normal = bound->normal;
    vec3 turns[] = {cross(bound->angular[0], normal), cross(bound->angular[1], normal), turned};
    for (size_t i = 0; i < sizeof turns / sizeof *turns && !is_whole(best); i++)
        if (norm2(turns[i]) > 0)
            try_slab(bound, normal, turns[i], best);
}

/* Queries the distance of the hulls, where there are any about meshes: those of convex shapes are
 * queried in the trees anyway. Hulls that overlapped are not queried again until the direction between
 * the nearest elements separates the bodies. True where the hulls prove so much that the trees are not
 * worth a query. */
static bool try_hulls(lw_pair_bound *bound, lw_pair_state *state, slab_shares *best)
{
    if ((bound->geometry[0]->triangle_count == 0 && bound->geometry[1]->triangle_count == 0) ||
        (state->overlap && !state->separated))
        return false;
    slab_shares proven;
    size_t first = count_of(bound->claim);
    state->overlap = !lw_pair_slab_of_hulls(bound, &state->hull_start, &proven.before, &proven.after);
    if (state->overlap)
        return false;
    widen(best, &proven, bound, first);
    return best->before.open + best->after.open >= HULLS_SUFFICE;
}

static bool is_same(const claim_range *one, const claim_range *other)
{
    return one->first == other->first && one->count == other->count;
}

/* Claims what the slabs of a sample prove: [from, to]. */
static void claim_slabs(lw_checker *checker, uint32_t index, double from, double to,
                        const slab_shares *best)
{
    double middle = checker->kinematics.time;
    if (!checker->claims.on || (from == to && !is_whole(best)))
        return;
    if (from == to || is_same(&best->before_by, &best->after_by)) {
        claim_by(checker, index, from, to, &best->after_by);
        return;
    }
    if (from < middle)
        claim_by(checker, index, from, middle, &best->before_by);
    if (middle < to)
        claim_by(checker, index, middle, to, &best->after_by);
}

lw_bound_result lw_checker_prove_slab(lw_checker *checker, uint32_t index, double from, double to,
                                      double touch, bool near, lw_proven_part *part)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    double middle = checker->kinematics.time;
    slab_shares best = {0};
    lw_pair_bound bound;
    part->nearest = HUGE_VAL;
    if (!make_bound(checker, index, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    lw_pair_state *state = state_of(checker, index);
    vec3 last = from_common(checker, pair, state->separating);
    try_known(&bound, state, last, &best);
    if (is_whole(&best)) {
        claim_slabs(checker, index, from, to, &best);
        return LW_BOUND_PROVEN;
    }
    checker->verdict->queries++;
    lw_bound_result result = LW_BOUND_OPEN;
    bool by_trees = false;
    bool by_hulls = try_hulls(&bound, state, &best);
    if (!by_hulls) {
        result = prove_by_trees(checker, index, from, to, &bound);
        by_trees = result == LW_BOUND_PROVEN;
        part->nearest = lw_pair_padded(pair, bound.nearest);
    }
    if (norm2(bound.normal) > 0) {
        vec3 turned = {0, 0, 0};
        if (state->separated && state->time != middle)
            turned = scale(1 / (middle - state->time), sub(bound.normal, last));
        /* the hulls that overlap are not tried again until the nearest points separate the bodies */
        state->separated =
            by_hulls || result == LW_BOUND_PROVEN || try_slab(&bound, bound.normal, v3(0, 0, 0), &best);
        state->time = middle;
        state->separating = to_common(checker, pair, bound.normal);
        if (near && state->separated && result != LW_BOUND_PROVEN)
            try_turning(&bound, turned, &best);
        if (is_whole(&best))
            result = LW_BOUND_PROVEN;
    }
    /* rounded inwards, except where the interval is proven to its end */
    double rounding = LW_ROUNDING(4) * (fabs(from) + fabs(to));
    part->from = from;
    part->to = to;
    if (best.before.open < 1)
        part->from = lesser(middle, middle - best.before.open * bound.before + rounding);
    if (best.after.open < 1)
        part->to = greater(middle, middle + best.after.open * bound.after - rounding);
    part->closes = greater(part->to, middle + best.after.close * bound.after);
    if (!by_trees)
        claim_slabs(checker, index, part->from, part->to, &best);
    return result;
}
