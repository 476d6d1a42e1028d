/* The proof that two bodies get no deeper than they were.
 *
 * The penetration depth of two bodies is the length of the shortest translation that separates them. So
 * they are no deeper than L on [from, to] if one translation v, |v| <= L, separates them all through
 * it: that is, if the second body, moved by v, does not meet the first. v is constant in the frame of
 * the last joint that moves both bodies, so this is an ordinary proof that two bodies stay apart
 * (bound/pair_bound.h), with the second one elsewhere: its points move as before, and so their travels,
 * speeds and second derivatives are the same. That neither is inside the other is asked once, at the
 * sample; where the surfaces stay apart it stays so.
 *
 * v is L times the direction of a translation that separates the second body at the sample. If the
 * length of that translation is the depth d, the moved body is L - d away for convex bodies, so the
 * interval is proven if they travel less than that, which is conservative advancement on the depth;
 * bodies that slide or move apart are proven for much longer, since the bound knows the direction. It
 * holds for bodies of any shape. The depth alone would not do for them: a peg that turns a little in
 * its hole is deep at once, though none of its points has moved far.
 *
 * Where a pair is in contact by its margin alone, its distance is proven to stay above a number of 0 or
 * more, and no translation is needed.
 *
 * Costs a depth and a proof by the trees for each sample and pair; once the spheres and boxes of a pair
 * show that it is apart, nothing. */
#include "check/ask/kept.h"

#include "check/checker/contact.h"
#include "check/checker/prove.h"
#include "math/pose.h"
#include "math/rounding.h"

const lw_kept_pair *lw_kept_find(const lw_kept *kept, lw_pair_id id)
{
    for (size_t i = 0; i < kept->pairs.count; i++)
        if (kept->pairs.items[i].id == id)
            return &kept->pairs.items[i];
    return NULL;
}

static const lw_kept_pair *find(const lw_time_search *search, lw_item item)
{
    const lw_checker *checker = search->context;
    return lw_kept_find(checker->kept_pairs, item);
}

/* Moves the second body of a bound along a direction of the world. False where one body is then inside
 * the other. */
static bool move_second(const lw_checker *checker, const lw_pair *pair, vec3 direction, double way,
                        lw_pair_bound *bound)
{
    const pose at = lw_body_pose(&checker->kinematics, pair->a);
    /* rounded down, so that `by` is no longer than `way` */
    const vec3 by = scale(way * LW_SHARE_DOWN, rotate_back(at.rotation, direction));
    const double spin = norm(bound->angular[1]);
    vec3 point;
    bound->b_in_a.position = add(bound->b_in_a.position, by);
    /* its points move as before: at linear + angular x (p - by) */
    bound->linear[1] = sub(bound->linear[1], cross(bound->angular[1], by));
    bound->speed_error += LW_FIELD_ROUNDING * spin * way;
    bound->error += LW_TRANSFORM_ROUNDING * (norm(bound->b_in_a.position) + way);
    return !lw_checker_has_inside(checker, pair) ||
           !lw_geometry_contained(bound->geometry[0], bound->geometry[1], bound->b_in_a, &point);
}

static lw_bound_result prove_kept(lw_checker *checker, const lw_kept_pair *kept, double from, double to,
                                  lw_proven_part *part)
{
    const lw_pair pair = lw_frozen_pair(checker->frozen, kept->id);
    lw_pair_bound bound;
    lw_distance now;
    checker->target = greater(kept->not_deeper, 0);
    if (!lw_checker_bound(checker, &pair, from, to, -1, &bound))
        return LW_BOUND_PROVEN;
    lw_checker_distance(checker, &pair, -1, &now);
    if (now.upper < kept->deeper)
        return LW_BOUND_CONTACT;
    if (kept->not_deeper < 0 && !move_second(checker, &pair, now.normal, -kept->not_deeper, &bound))
        return LW_BOUND_OPEN;
    bound.shortens = true;
    lw_bound_result result = lw_checker_prove_by_trees(checker, &pair, from, to, &bound);
    if (result != LW_BOUND_OPEN)
        return result;
    part->from = from;
    part->to = to;
    lw_pair_bound_part(&bound, checker->kinematics.time, bound.proven[0].open, bound.proven[1].open,
                       &part->from, &part->to);
    part->closes = part->to;
    return result;
}

/* ---- the search -------------------------------------------------------------------------------- */

static lw_bound_result prove(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part)
{
    const lw_kept_pair *kept = find(search, item);
    return kept ? prove_kept(search->context, kept, from, to, part)
                : lw_space_slabs.prove(search, item, from, to, part);
}

static lw_bound_result settle(lw_time_search *search, lw_item item, double from, double to,
                              double *contact)
{
    lw_checker *checker = search->context;
    const lw_kept_pair *kept = find(search, item);
    if (!kept)
        return lw_space_settle(search, item, from, to, contact);
    if (from < checker->kept_pairs->open_from) {
        checker->kept_pairs->open_from = from;
        checker->kept_pairs->open = kept;
    }
    *contact = HUGE_VAL;
    return LW_BOUND_OPEN;
}

/* A kept pair may have one body inside the other: only its depth counts. */
static bool inside(lw_time_search *search, lw_item item, double time)
{
    return !find(search, item) && lw_space_inside(search, item, time);
}

static const lw_time_bound bound_of_kept = {.sample = lw_space_sample,
                                            .visit = lw_space_visit,
                                            .prove = prove,
                                            .settle = settle,
                                            .inside = inside,
                                            .travel = lw_space_travel,
                                            .margin = lw_space_margin,
                                            .smallest = lw_space_smallest,
                                            .trims = true,
                                            .aims = true};

/* A test of all pairs at a time. */
typedef struct tested {
    lw_time_search *search;
    size_t piece;
    double time;
} tested;

static bool fails_at_sample(lw_checker *checker, lw_pair_id id)
{
    const lw_kept_pair *kept = lw_kept_find(checker->kept_pairs, id);
    const lw_pair pair = lw_frozen_pair(checker->frozen, id);
    lw_distance now;
    if (!kept)
        return lw_checker_touches(checker, &pair) || lw_checker_contained(checker, &pair);
    lw_checker_distance(checker, &pair, -1, &now);
    return now.upper < kept->deeper;
}

static bool test_pair(void *context, lw_pair_id id)
{
    const tested *at = context;
    lw_time_search *search = at->search;
    search->stopped = lw_checker_out_of_queries(search->context);
    if (search->stopped)
        return false;
    if (!fails_at_sample(search->context, id))
        return true;
    lw_time_search_note_contact(search, id, at->piece, at->time);
    return false;
}

/* Tests a time that halving never reaches. */
static void test_time(lw_time_search *search, size_t piece, double time)
{
    lw_checker *checker = search->context;
    tested at = {search, piece, time};
    lw_checker_sample(checker, piece, time, 0);
    lw_checker_visit(checker, checker->frozen->pairs.largest_margin, test_pair, &at);
}

void lw_kept_search(lw_checker *checker, lw_time_search *search)
{
    const lw_motion *motion = checker->motion;
    lw_space_search_begin(search, checker, &bound_of_kept, LW_GOAL_FIRST);
    test_time(search, 0, motion->begin);
    for (size_t i = 0; i < motion->pieces.count; i++) {
        const lw_motion_piece span = motion->pieces.items[i];
        if (search->stopped || search->contact < HUGE_VAL) {
            search->dropped = lesser(search->dropped, span.begin);
            return;
        }
        if (span.begin < span.end)
            lw_time_search_span(search, i, span.begin, span.end);
        if (search->unresolved < HUGE_VAL && search->contact == HUGE_VAL && !search->stopped)
            test_time(search, i, span.end);
    }
}
