/* What the tests of a block need: margin and padding; how far points get from the chords of their
 * paths; and what rounding loses.
 *
 * On an interval of length h a path stays within A h^2 / 8 of its chord, where A bounds its second
 * derivative. For a point that the joints f of a chain move, with J_f the derivative of its position by
 * the coordinate of f (lw_travel_of in motion/forward_kinematics.h has the derivation),
 *     A = sum over f of |J_f| (|q_f''| + |q_f'| (|q_f'| [f turns] + 2 sum over turning g above f
 * |q_g'|)), |J_f| <= 1 where f slides, and where it turns the largest distance of the point from its
 * axis: the chain between them stretched out, slides at their longest. A joint that mimics another one
 * is one of its own here. In the frame of a joint only those below it count. */
#include "lanes/needs.h"

#include "math/rounding.h"

#include <string.h>

/* Bounds on the derivatives of an elementary joint. */
static void set_rates(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    l->rates[index] = l->accelerations[index] = 0;
    if (own->variable < 0)
        return;
    double weight = fabs(own->multiplier) * LW_UPWARD;
    l->rates[index] = weight * l->coordinates.rate_bound[own->variable];
    l->accelerations[index] = weight * l->coordinates.acceleration_bound[own->variable];
}

/* How large the value of an elementary joint is at most, from that of its variable. */
static double size_of(const lw_elementary_joint *own, double magnitude)
{
    return fabs(own->offset) + (own->variable >= 0 ? fabs(own->multiplier) * magnitude : 0);
}

/* How far an elementary joint slides in the eight lanes, at most. */
static double slide_of(const lw_lanes *l, const lw_elementary_joint *own)
{
    double most = 0;
    for (size_t i = 0; i < LW_LANES; i++) {
        double given = own->variable < 0 ? 0 : l->values[(size_t)own->variable * LW_LANES + i];
        most = greater(most, fabs(own->offset + own->multiplier * given));
    }
    return most;
}

/* How large an elementary joint's value is, and how far it slides, at most. */
static void set_path(lw_lanes *l, size_t index, double size, double slide)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    lw_lane_path path = own->parent < 0 ? (lw_lane_path){0, 0} : l->paths[own->parent];
    l->sizes[index] = size;
    l->slides[index] = own->kind == LW_ELEMENTARY_PRISMATIC ? slide : 0;
    path.length += own->composed.length + l->slot_lengths[index] + l->slides[index];
    path.turns += size + own->composed.steps + 1;
    l->paths[index] = path;
}

/* Adds the weight of a joint, times a lever. */
static void add_to(lw_lane_weight *sum, const lw_lane_weight *own, double lever)
{
    sum->all += own->all * lever;
    sum->shared += own->shared * lever;
}

/* The sums over the joints from the world to one, it included. */
static void set_sums(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    lw_lane_sums *sums = lw_lane_sums_of(l, (int32_t)index);
    *sums = *lw_lane_sums_of(l, own->parent);
    double rate = l->rates[index];
    bool turns = own->kind == LW_ELEMENTARY_REVOLUTE;
    double rates = turns ? rate + 2 * sums->rates : 2 * sums->rates;
    sums->far += l->lengths[index] + l->slot_lengths[index] + l->slides[index];
    sums->own = (lw_lane_weight){rate * rates + l->accelerations[index], 2 * rate};
    if (turns) {
        sums->rates += rate;
        add_to(&sums->turns, &sums->own, 1);
        add_to(&sums->turns_far, &sums->own, sums->far);
    } else {
        add_to(&sums->slides, &sums->own, 1);
    }
}

/* The part of a sum that is not in the one above it, seen from a frame that turns at such rates. */
static double part_of(const lw_lane_weight *whole, const lw_lane_weight *above, double rates)
{
    return (whole->all - above->all) - rates * (whole->shared - above->shared);
}

/* And what may be lost in a difference, of sums over so many joints. */
static double lost_of(const lw_lane_weight *whole, double rates, double steps)
{
    return (whole->all + rates * whole->shared) * LW_ROUNDING(8) * (steps + 8);
}

/* The bound on the second derivative of paths, with the lever of the last joint, its axis; with how far
 * points are from its frame; and on its own. What is taken off is no more than half of the whole, apart
 * from rounding. */
static lw_lane_bend bend_seen(const lw_lanes *l, const lw_lane_seen *seen)
{
    const lw_elementary_joint *last = &l->frozen->chains->elementary[seen->joint];
    const lw_lane_sums *sums = lw_lane_sums_of(l, seen->joint);
    const lw_lane_sums *above = lw_lane_sums_of(l, last->parent);
    const lw_lane_sums *from = lw_lane_sums_of(l, seen->from);
    double rates = from->rates;
    double steps = l->steps[seen->joint];
    double axis = last->kind == LW_ELEMENTARY_REVOLUTE ? sums->own.all - rates * sums->own.shared : 0;
    double reach = part_of(&above->turns, &from->turns, rates);
    double lost = lost_of(&above->turns, rates, steps);
    double own = sums->far * reach - part_of(&above->turns_far, &from->turns_far, rates) +
                 part_of(&sums->slides, &from->slides, rates) + 4 * sums->far * lost +
                 lost_of(&sums->slides, rates, steps);
    double by = l->square * LW_UPWARD;
    return (lw_lane_bend){lw_float_above((axis + lost_of(&sums->own, rates, steps)) * by),
                          lw_float_above((reach + lost) * by), lw_float_above(own * by)};
}

lw_lane_error lw_lane_error_where(double steps, lw_lane_path path)
{
    double per_length =
        LW_FLOAT_POSE_ROUNDING * steps + LW_FLOAT_TEST_ROUNDING + LW_POSE_ROUNDING * path.turns;
    return (lw_lane_error){lw_float_above(per_length), lw_float_above(per_length * path.length)};
}

/* The rounding errors of what a joint moves. */
static void set_error(lw_lanes *l, uint32_t joint)
{
    l->block.errors[joint + 1] = lw_lane_error_where(l->steps[joint], l->paths[joint]);
}

/* How far points get from the chords of their paths on intervals, and their rounding errors: of all, as
 * it is of no matter what is not posed. */
static void set_bounds(lw_lanes *l, double interval)
{
    l->square = interval * interval / 8 * LW_UPWARD;
    l->block.share = 1;
    for (size_t i = 1; i < l->seen_count; i++)
        l->block.bends[i] = bend_seen(l, &l->seen[i]);
}

double lw_lanes_margin(const lw_lanes *l)
{
    const lw_pairs *pairs = &l->frozen->pairs;
    return pairs->own_count ? pairs->largest_margin : pairs->margin[0];
}

/* The values of what is posed, and bounds of its motion on a time. */
static void set_motion(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                       double interval)
{
    const lw_lane_set *posed = l->block.posed;
    double first = times[0];
    double last = times[LW_LANES - 1];
    double middle = first + 0.5 * (last - first);
    /* bounds about the middle reach as far as both ends, wherever that was rounded to */
    double half = greater(middle - first, last - middle) * LW_UPWARD;
    lw_motion_coordinates(motion, piece, middle, half, &l->coordinates);
    for (size_t i = 0; i < posed->joint_count; i++) {
        uint32_t joint = posed->joints[i];
        const lw_elementary_joint *own = &l->frozen->chains->elementary[joint];
        set_rates(l, joint);
        double most = 0;
        if (own->kind == LW_ELEMENTARY_PRISMATIC)
            most = (slide_of(l, own) + l->rates[joint] * interval) * LW_UPWARD;
        double magnitude = own->variable < 0 ? 0 : l->coordinates.magnitude[own->variable];
        set_path(l, joint, size_of(own, magnitude), most);
        set_sums(l, joint);
        set_error(l, joint);
    }
    set_bounds(l, interval);
}

void lw_lanes_set(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                  double interval)
{
    _Static_assert((int)LW_TIMES == (int)LW_LANES, "a block's times");
    l->block.posed = &l->all;
    lw_motion_values(motion, piece, times, l->values);
    set_motion(l, motion, piece, times, interval);
    l->steady = true;
    for (size_t i = 0; i < l->block.joint_count; i++)
        l->steady &= l->accelerations[i] == 0;
}

/* ---- some of a block ---------------------------------------------------------------------------- */

/* Marks the joints that move a body. */
static void mark(lw_lanes *l, uint32_t body)
{
    for (int32_t f = l->block.bodies[body].joint; f >= 0 && !l->marked[f];
         f = l->block.joints[f].parent)
        l->marked[f] = true;
}

/* Lists what is marked, in order, and takes the marks away. */
static size_t take_marked(bool *marked, size_t count, uint32_t *out)
{
    size_t taken = 0;
    for (size_t i = 0; i < count; i++) {
        out[taken] = (uint32_t)i;
        taken += marked[i];
        marked[i] = false;
    }
    return taken;
}

/* What some tests need. */
static void take_some(lw_lanes *l, const lw_block_rest *todo, size_t count)
{
    const lw_block *block = &l->block;
    for (size_t i = 0; i < count; i++) {
        if (todo[i].pair == LW_NO_LANE_PAIR) {
            mark(l, todo[i].body);
            continue;
        }
        mark(l, block->pairs[todo[i].pair].a);
        mark(l, block->pairs[todo[i].pair].b);
    }
    l->some.joint_count = take_marked(l->marked, block->joint_count, l->some.joints);
}

void lw_lanes_set_some(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                       double interval, const lw_block_rest *todo, size_t count)
{
    take_some(l, todo, count);
    l->block.posed = &l->some;
    lw_motion_values(motion, piece, times, l->values);
    if (!l->steady) {
        set_motion(l, motion, piece, times, interval);
        return;
    }
    /* the bounds are those of the whole */
    double part = interval * interval / 8 * LW_UPWARD;
    l->block.share = part < l->square ? lw_float_above(part / l->square) : 1;
}

/* ---- states ------------------------------------------------------------------------------------ */

/* A bound on the size of an elementary joint's value that most states share, so that these need the
 * same: a power of two, above the limits of most joints that turn. */
static double coarse_size(const lw_elementary_joint *own, double magnitude)
{
    double size = size_of(own, magnitude) * LW_UPWARD;
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    const uint64_t fraction = ((uint64_t)1 << 52) - 1;
    bits = (bits + fraction) & ~fraction;
    memcpy(&size, &bits, sizeof bits);
    return own->kind == LW_ELEMENTARY_REVOLUTE ? greater(size, 8) : size;
}

/* The size of a variable in some lanes. */
static double magnitude_of(const lw_lanes *l, const lw_elementary_joint *own, size_t first, size_t end)
{
    double most = 0;
    for (size_t lane = first; lane < end && own->variable >= 0; lane++)
        most = greater(most, fabs(l->values[(size_t)own->variable * LW_LANES + lane]));
    return most;
}

void lw_lanes_set_states(lw_lanes *l)
{
    l->block.posed = &l->each;
    l->block.share = 0;
    for (size_t i = 0; i < l->block.joint_count; i++) {
        const lw_elementary_joint *own = &l->frozen->chains->elementary[i];
        double size = coarse_size(own, magnitude_of(l, own, 0, LW_LANES));
        set_path(l, i, size, size);
        set_error(l, (uint32_t)i);
    }
}

bool lw_lanes_needs_own(const lw_lanes *l, size_t lane, const double *sizes)
{
    for (size_t i = 0; i < l->block.joint_count; i++) {
        const lw_elementary_joint *own = &l->frozen->chains->elementary[i];
        if (coarse_size(own, magnitude_of(l, own, lane, lane + 1)) != sizes[i])
            return false;
    }
    return true;
}
