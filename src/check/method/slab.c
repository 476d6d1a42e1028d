/* The method `slab`: the search over time with separating slabs (Hong). A sample tries slabs before it
 * queries a distance. Parts that a slab proves are not sampled again, and the last samples before a
 * contact are taken where a slab closes instead of at the middle. The smallest distances are searched
 * for with the same bound. */
#include "body/box.h"
#include "check/checker/contact.h"
#include "check/checker/crowd.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "math/pose.h"
#include "math/rounding.h"

/* If the hulls prove this share of an interval, the shares before and after its middle added up, the
 * trees are not queried. docs/decisions/search.md, "Meshes are queried through bounding hulls before
 * their trees". */
static const double HULLS_SUFFICE = 0.25;

/* An interval longer than this share of the motion is wide; bodies whose displacement is more than this
 * share of their radii travel far. docs/decisions/search.md, "Bodies that travel far for their size are
 * halved without a query". */
static const double WIDE = 0.0626;
static const double FAR = 0.25;

/* the rotation of the elementary joint that moves both bodies of a pair, or of the world */
static mat3 common_rotation(const lw_checker *checker, const lw_pair *pair)
{
    return pair->common < 0 ? mat3_identity()
                            : checker->kinematics.elementary[pair->common].frame.rotation;
}

/* A direction from the frame of that joint into the first body's frame, and back (to_common). */
static vec3 from_common(const lw_checker *checker, const lw_pair *pair, vec3 separating)
{
    return rotate_back(lw_body_pose(&checker->kinematics, pair->a).rotation,
                       rotate(common_rotation(checker, pair), separating));
}

static vec3 to_common(const lw_checker *checker, const lw_pair *pair, vec3 normal)
{
    return rotate_back(common_rotation(checker, pair),
                       rotate(lw_body_pose(&checker->kinematics, pair->a).rotation, normal));
}

/* The largest shares that the slabs of one sample prove, before and after it, and the claims of these
 * slabs. */
typedef struct slab_shares {
    lw_share_open before, after;
    lw_claim_range before_by, after_by;
} slab_shares;

/* keeps the larger shares; other: the shares of slabs whose parts are those from index `first` on in
 * the claim */
static void widen(slab_shares *best, const slab_shares *other, const lw_pair_bound *bound, size_t first)
{
    lw_claim_range by = {first, lw_claim_count(bound->claim) - first};
    if (other->before.open > best->before.open) {
        best->before = other->before;
        best->before_by = by;
    }
    if (other->after.open > best->after.open) {
        best->after = other->after;
        best->after_by = by;
    }
}

/* Tries one slab, and keeps its share before and after the sample where that is larger than the best so
 * far. False where the slab does not separate the bodies. */
static bool try_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn, slab_shares *best)
{
    slab_shares proven;
    size_t first = lw_claim_count(bound->claim);
    bool separates = lw_pair_slab(bound, normal, turn, &proven.before, &proven.after);
    widen(best, &proven, bound, first);
    return separates;
}

static bool is_whole(const slab_shares *best)
{
    return best->before.open == 1 && best->after.open == 1;
}

/* A direction that may separate the bodies, before a distance is queried: the one that separated the
 * pair at its last query, or before its first query the one that separates the boxes about both bodies.
 * False: there is none. */
static bool find_direction(const lw_checker *checker, const lw_pair *pair, const lw_pair_bound *bound,
                           const lw_pair_state *state, vec3 *normal)
{
    *normal = from_common(checker, pair, state->separating);
    if (state->separated)
        return true;
    if (state->bound.known)
        return false;
    lw_box_frames frames;
    lw_box_frames_set(&frames, &bound->b_in_a);
    return lw_box_gap(&frames, &bound->geometry[0]->nodes[0], &bound->geometry[1]->nodes[0], normal) >
           0;
}

/* Near a contact: tries slabs that turn with either body, as in Hong's procedures A and B; and a slab
 * that turns at the rate of the direction since the last sample, in place of procedure C, for all
 * shapes. */
static void try_turning(const lw_pair_bound *bound, vec3 turned, slab_shares *best)
{
    vec3 normal = bound->normal;
    vec3 turns[] = {cross(bound->angular[0], normal), cross(bound->angular[1], normal), turned};
    for (size_t i = 0; i < sizeof turns / sizeof *turns && !is_whole(best); i++)
        if (norm2(turns[i]) > 0)
            try_slab(bound, normal, turns[i], best);
}

/* Whether a query of a pair's bounding hulls may pay: only for meshes, as the trees query convex shapes
 * themselves. */
static bool has_meshes(const lw_pair_bound *bound)
{
    return bound->geometry[0]->triangle_count > 0 || bound->geometry[1]->triangle_count > 0;
}

/* Queries the distance of the hulls. Hulls that overlapped are not queried again until the direction
 * between the nearest elements separates the bodies. True if the hulls prove so much that the trees
 * need no query. */
static bool try_hulls(lw_pair_bound *bound, lw_pair_state *state, slab_shares *best)
{
    if (!has_meshes(bound) || (state->overlap && !state->separated))
        return false;
    slab_shares proven;
    size_t first = lw_claim_count(bound->claim);
    state->overlap = !lw_pair_slab_of_hulls(bound, &state->hull_start, &proven.before, &proven.after);
    if (state->overlap)
        return false;
    widen(best, &proven, bound, first);
    return best->before.open + best->after.open >= HULLS_SUFFICE;
}

/* Tries slices, where the hulls overlap. True if they prove so much that the trees need no query. */
static bool try_slices(lw_pair_bound *bound, const lw_pair_state *state, slab_shares *best)
{
    slab_shares proven;
    if (!state->overlap || !lw_pair_slab_of_slices(bound, &proven.before, &proven.after))
        return false;
    widen(best, &proven, bound, 0);
    return best->before.open + best->after.open >= HULLS_SUFFICE;
}

static bool is_same(const lw_claim_range *one, const lw_claim_range *other)
{
    return one->first == other->first && one->count == other->count;
}

/* Claims [from, to], which the slabs of a sample prove. */
static void claim_slabs(lw_checker *checker, const lw_pair *pair, double from, double to,
                        const slab_shares *best)
{
    double middle = checker->kinematics.time;
    if (!checker->claims.on || (from == to && !is_whole(best)))
        return;
    if (from == to || is_same(&best->before_by, &best->after_by)) {
        lw_claim_by(checker, pair, from, to, &best->after_by);
        return;
    }
    if (from < middle)
        lw_claim_by(checker, pair, from, middle, &best->before_by);
    if (middle < to)
        lw_claim_by(checker, pair, middle, to, &best->after_by);
}

/* Whether a query is worth its cost. A query hardly ever proves an interval in which the bodies travel
 * far for their size, and to halve it costs less. Narrow intervals are always queried, so that a wrong
 * guess costs only a few samples. */
static bool is_worth_a_query(const lw_checker *checker, const lw_pair_bound *bound, double from,
                             double to)
{
    double length = checker->motion->length;
    double size = bound->geometry[0]->radius + bound->geometry[1]->radius;
    return to - from <= WIDE * length || bound->displacement <= FAR * size;
}

/* The part of [from, to] that the slabs prove, rounded inwards except at ends that it reaches. */
static void give_part(const slab_shares *best, const lw_pair_bound *bound, double middle, double from,
                      double to, lw_proven_part *part)
{
    part->from = from;
    part->to = to;
    lw_pair_bound_part(bound, middle, best->before.open, best->after.open, &part->from, &part->to);
    part->closes = greater(part->to, middle + best->after.close * bound->after);
}

/* The means that a query may try. */
typedef struct effort {
    bool slices;
    bool near; /* a contact is expected in the interval: slabs that turn are worth trying, and trees may
                  prove a part */
} effort;

/* Queries the trees, and widens the shares by their proof. in_parts: they may prove a part of the
 * interval; else they prove all of it or nothing. */
static lw_bound_result query_trees(lw_checker *checker, const lw_pair *pair, double from, double to,
                                   bool in_parts, lw_pair_bound *bound, slab_shares *best)
{
    size_t first = lw_claim_count(bound->claim);
    bound->shortens = in_parts;
    lw_bound_result result = lw_checker_prove_by_trees(checker, pair, from, to, bound);
    slab_shares part = {.before = bound->proven[0], .after = bound->proven[1]};
    widen(best, &part, bound, first);
    return result;
}

/* Queries the hulls of meshes, perhaps slices, and the trees if these leave too much open; then tries
 * slabs along the direction that the query gives. *by_trees: the trees alone prove the interval, and
 * have claimed it. */
static lw_bound_result query(lw_checker *checker, const lw_pair *pair, double from, double to,
                             effort may, lw_pair_bound *bound, slab_shares *best, double *nearest,
                             bool *by_trees)
{
    lw_pair_state *state = lw_checker_state(checker, pair);
    double middle = checker->kinematics.time;
    lw_bound_result result = LW_BOUND_OPEN;
    bool by_hulls = try_hulls(bound, state, best) || (may.slices && try_slices(bound, state, best));
    if (by_hulls) {
        checker->verdict->queries++;
    } else {
        result = query_trees(checker, pair, from, to, may.near, bound, best);
        *nearest = lw_pair_padded(pair, bound->nearest);
    }
    *by_trees = result == LW_BOUND_PROVEN;
    if (!(norm2(bound->normal) > 0))
        return result;
    vec3 turned = {0, 0, 0};
    if (state->separated && state->time != middle)
        turned = scale(1 / (middle - state->time),
                       sub(bound->normal, from_common(checker, pair, state->separating)));
    /* hulls that overlap are not tried again until the nearest points separate the bodies */
    state->separated = by_hulls || *by_trees || try_slab(bound, bound->normal, v3(0, 0, 0), best);
    state->time = middle;
    state->separating = to_common(checker, pair, bound->normal);
    if (may.near && state->separated && !*by_trees)
        try_turning(bound, turned, best);
    return is_whole(best) ? LW_BOUND_PROVEN : result;
}

/* Tries a slab along the direction that separated the pair at its last query first: its proof costs no
 * query. */
static lw_bound_result prove(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part)
{
    lw_checker *checker = search->context;
    slab_shares best = {0};
    lw_pair_bound bound;
    const lw_pair pair = lw_frozen_pair(checker->frozen, item);
    double target = lw_time_search_target(search, item);
    double touch = search->goal == LW_GOAL_SMALLEST || search->tested ? -1 : target;
    checker->target = target;
    if (!lw_checker_bound(checker, &pair, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    lw_pair_state *state = lw_checker_state(checker, &pair);
    vec3 normal;
    if (find_direction(checker, &pair, &bound, state, &normal))
        try_slab(&bound, normal, v3(0, 0, 0), &best);
    lw_bound_result result = is_whole(&best) ? LW_BOUND_PROVEN : LW_BOUND_OPEN;
    bool by_trees = false;
    if (result == LW_BOUND_OPEN && is_worth_a_query(checker, &bound, from, to)) {
        bool near = search->contact < HUGE_VAL;
        effort may = {.slices = search->bound->slices && !near, .near = near};
        result = query(checker, &pair, from, to, may, &bound, &best, &part->nearest, &by_trees);
        lw_time_search_note(search, item, part->nearest);
    } else if (result == LW_BOUND_OPEN && search->goal == LW_GOAL_ANY && touch >= 0 &&
               lw_checker_touches_by(checker, &pair, &bound)) {
        return LW_BOUND_CONTACT;
    }
    give_part(&best, &bound, checker->kinematics.time, from, to, part);
    if (!by_trees)
        claim_slabs(checker, &pair, part->from, part->to, &best);
    return result;
}

#define SLABS                                                                                          \
    .sample = lw_space_sample, .visit = lw_space_visit, .prove = prove, .test = lw_space_test,         \
    .keep = lw_space_keep, .recall = lw_space_recall, .settle = lw_space_settle,                       \
    .inside = lw_space_inside, .travel = lw_space_travel, .hopeless = lw_space_hopeless,               \
    .margin = lw_space_margin, .smallest = lw_space_smallest, .trims = true, .aims = true

const lw_time_bound lw_space_slabs = {SLABS};
/* PCDA knows no tolerances */
const lw_time_bound lw_space_slabs_of_tubes = {SLABS, .visit_group = lw_space_visit_group,
                                               .slices = true};
const lw_time_bound lw_space_slabs_and_slices = {SLABS, .visit_group = lw_space_visit_group,
                                                 .finish = lw_convex_finish, .slices = true};
