/* Required distances of the tests of a block: target and padding; how far points get from the chords of
 * their paths (lanes/bends.c); and rounding errors. */
#include "lanes/required.h"

#include "lanes/bends.h"
#include "math/rounding.h"

#include <string.h>

/* Bounds on the derivatives of an elementary joint. */
static void set_rates(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    l->rates[index] = l->accelerations[index] = l->slacks[index] = 0;
    if (own->variable < 0)
        return;
    double weight = fabs(own->multiplier) * LW_UPWARD;
    l->rates[index] = weight * l->coordinates.rate_bound[own->variable];
    l->accelerations[index] = weight * l->coordinates.acceleration_bound[own->variable];
    if (l->coordinates.slackens)
        l->slacks[index] = weight * l->coordinates.slack[own->variable];
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

/* The rounding error of a slide's value, as an addition to the length of the chain: the errors of a
 * block are LW_FLOAT_TEST_ROUNDING of this length at least. */
static double slide_rounding(const lw_elementary_joint *own, double size)
{
    return own->kind == LW_ELEMENTARY_PRISMATIC ? size * (LW_POSE_ROUNDING / LW_FLOAT_TEST_ROUNDING)
                                                : 0;
}

/* Sets the chain to an elementary joint whose value and slide are bounded. */
static void set_path(lw_lanes *l, size_t index, double size, double slide)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    lw_lane_path path = own->parent < 0 ? (lw_lane_path){0, 0} : l->paths[own->parent];
    l->sizes[index] = size;
    l->slides[index] = own->kind == LW_ELEMENTARY_PRISMATIC ? slide : 0;
    path.length +=
        own->composed.length + l->slot_lengths[index] + l->slides[index] + slide_rounding(own, size);
    path.turns += size + own->composed.steps + 1;
    l->paths[index] = path;
}

lw_lane_error lw_lane_error_where(double steps, lw_lane_path path)
{
    double per_length =
        LW_FLOAT_POSE_ROUNDING * steps + LW_FLOAT_TEST_ROUNDING + LW_POSE_ROUNDING * path.turns;
    return (lw_lane_error){lw_float_above(per_length), lw_float_above(per_length * path.length)};
}

/* Sets the rounding errors of bodies that a joint moves. */
static void set_error(lw_lanes *l, uint32_t joint)
{
    l->block.errors[joint + 1] = lw_lane_error_where(l->steps[joint], l->paths[joint]);
}

double lw_lanes_margin(const lw_lanes *l)
{
    const lw_pairs *pairs = &l->frozen->pairs;
    return pairs->own_count ? pairs->largest_margin : pairs->margin[0];
}

/* Sets the rates and rounding errors of the joints that are posed, for a motion between the times. */
static void set_motion(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                       double interval)
{
    const lw_lane_set *posed = l->block.posed;
    double first = times[0];
    double last = times[LW_LANES - 1];
    double middle = first + 0.5 * (last - first);
    /* bounds about `middle` have to reach both ends, even if `middle` was rounded */
    double half = greater(middle - first, last - middle) * LW_UPWARD;
    l->square = interval * interval / 8 * LW_UPWARD;
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
        set_error(l, joint);
    }
}

void lw_lanes_set_values(lw_lanes *l, const lw_motion *motion, size_t piece,
                         const double times[LW_LANES])
{
    _Static_assert((int)LW_TIMES == (int)LW_LANES, "a block's times");
    l->block.posed = &l->all;
    lw_motion_values(motion, piece, times, l->values);
}

void lw_lanes_set_required(lw_lanes *l, const lw_motion *motion, size_t piece,
                           const double times[LW_LANES], double interval)
{
    set_motion(l, motion, piece, times, interval);
    lw_lanes_set_bends(l);
    l->steady = !l->coordinates.slackens; /* deviations do not shrink with the intervals */
    for (size_t i = 0; i < l->block.joint_count; i++)
        l->steady &= l->accelerations[i] == 0;
}

/* ---- the joints that some tests need ---------------------------------------------------------- */

/* Marks the joints that move a body. */
static void mark(lw_lanes *l, uint32_t body)
{
    for (int32_t f = l->block.bodies[body].joint; f >= 0 && !l->marked[f];
         f = l->block.joints[f].parent)
        l->marked[f] = true;
}

/* Lists the joints that are marked, in order, and takes the marks away. */
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

/* Lists the joints that some tests need, in lanes->some. */
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
        lw_lanes_set_bends(l);
        return;
    }
    /* all rates are constant, so the bounds of the whole part hold: only the intervals are shorter */
    double part = interval * interval / 8 * LW_UPWARD;
    l->block.share = part < l->square ? lw_float_above(part / l->square) : 1;
}

/* ---- states ------------------------------------------------------------------------------------ */

/* A bound on the size of an elementary joint's value. It is coarse, so that most states share it and
 * have the same required distances: a power of two, above the limits of most joints that turn. */
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

/* The largest absolute value, over the lanes from first to end - 1, of the variable that an elementary
 * joint depends on; 0 if it depends on none. */
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

bool lw_lanes_required_is_own(const lw_lanes *l, size_t lane, const double *sizes)
{
    for (size_t i = 0; i < l->block.joint_count; i++) {
        const lw_elementary_joint *own = &l->frozen->chains->elementary[i];
        if (coarse_size(own, magnitude_of(l, own, lane, lane + 1)) != sizes[i])
            return false;
    }
    return true;
}
