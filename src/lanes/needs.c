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

/* pi / 2 in two parts, of which the first has 33 bits, and its inverse */
static const double QUARTER = 0x1.921fb544p0;
static const double QUARTER_REST = 0x1.0b4611a626331p-34;
static const double QUARTERS = 0x1.45f306dc9c883p-1;
/* added and taken off again, it rounds to an integer, which then stands in the last bits of the sum */
static const double INTEGER = 0x1.8p52;

void lw_lanes_take_turns(const double angles[LW_LANES], float values[LW_LANES],
                         int32_t quarters[LW_LANES])
{
    double sums[LW_LANES];
    int64_t bits[LW_LANES];
    for (int i = 0; i < LW_LANES; i++)
        sums[i] = angles[i] * QUARTERS + INTEGER;
    memcpy(bits, sums, sizeof bits);
    for (int i = 0; i < LW_LANES; i++) {
        double turned = sums[i] - INTEGER;
        values[i] = (float)((angles[i] - turned * QUARTER) - turned * QUARTER_REST);
    }
    for (int i = 0; i < LW_LANES; i++)
        quarters[i] = (int32_t)(bits[i] & 3);
}

static void set_slide(lw_lanes *l, size_t joint, const double values[LW_LANES])
{
    for (int i = 0; i < LW_LANES; i++)
        l->block.values[joint][i] = (float)values[i];
}

/* Bounds on the derivatives of an elementary joint. */
static void set_rates(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    double weight = fabs(own->multiplier);
    bool moves = own->variable >= 0;
    l->rates[index] = moves ? weight * l->coordinates.rate_bound[own->variable] * LW_UPWARD : 0;
    l->accelerations[index] =
        moves ? weight * l->coordinates.acceleration_bound[own->variable] * LW_UPWARD : 0;
    l->above[index] = 0;
    if (own->parent >= 0) {
        bool turns = l->frozen->chains->elementary[own->parent].kind == LW_ELEMENTARY_REVOLUTE;
        l->above[index] = l->above[own->parent] + (turns ? l->rates[own->parent] : 0);
    }
}

/* How large the value of an elementary joint is at most, from that of its variable. */
static double size_of(const lw_elementary_joint *own, double magnitude)
{
    return fabs(own->offset) + (own->variable >= 0 ? fabs(own->multiplier) * magnitude : 0);
}

/* The values of an elementary joint in the eight lanes. Returns how far it slides in them at most. */
static double set_values(lw_lanes *l, size_t index)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    if (own->kind != LW_ELEMENTARY_REVOLUTE && own->kind != LW_ELEMENTARY_PRISMATIC)
        return 0;
    double values[LW_LANES];
    const double *given = own->variable >= 0 ? l->values + (size_t)own->variable * LW_LANES : NULL;
    for (int i = 0; i < LW_LANES; i++)
        values[i] = given ? own->offset + own->multiplier * given[i] : own->offset;
    if (own->kind == LW_ELEMENTARY_REVOLUTE) {
        lw_lanes_take_turns(values, l->block.values[index], l->block.quarters[index]);
        return 0;
    }
    double most = 0;
    for (int i = 0; i < LW_LANES; i++)
        most = greater(most, fabs(values[i]));
    set_slide(l, index, values);
    return most;
}

/* How large an elementary joint's value is, and how far it slides, at most. */
static void set_path(lw_lanes *l, size_t index, double size, double slide)
{
    const lw_elementary_joint *own = &l->frozen->chains->elementary[index];
    l->sizes[index] = size;
    l->slides[index] = own->kind == LW_ELEMENTARY_PRISMATIC ? slide : 0;
    l->paths[index] = (lw_lane_path){0, 0};
    if (own->parent >= 0)
        l->paths[index] = l->paths[own->parent];
    l->paths[index].length += own->composed.length + l->slot_lengths[index] + l->slides[index];
    l->paths[index].turns += l->sizes[index] + own->composed.steps + 1;
}

/* The sum for A over the joints of a body's chain, from the last one up, in two parts: the first has
 * the rates of all that turns above a joint, the second what is taken off per rate of what turns the
 * frame in which the path is seen. Each joint gets the parts of the joints below it, the world those of
 * all.
 */
static void add_up(lw_lanes *l, size_t index, lw_lane_sum *world)
{
    const lw_elementary_joint *elementary = l->frozen->chains->elementary;
    const lw_lane_chain *chain = &l->chains[index];
    int32_t last = l->frozen->moving[index].elementary;
    double stretch = chain->reach;
    lw_lane_sum sum = {0, 0};
    for (int32_t f = last; f >= 0; f = elementary[f].parent) {
        double rate = l->rates[f];
        l->sums[f] = sum;
        if (elementary[f].kind == LW_ELEMENTARY_REVOLUTE) {
            double lever = f == last ? chain->axis : stretch;
            sum.all += lever * (rate * (rate + 2 * l->above[f]) + l->accelerations[f]);
            sum.shared += 2 * lever * rate;
        } else {
            sum.all += 2 * rate * l->above[f] + l->accelerations[f];
            sum.shared += 2 * rate;
        }
        stretch += l->lengths[f] + l->slot_lengths[f] + l->slides[f];
    }
    *world = sum;
}

/* A bound on the second derivative of the path of any point of a body, as far from its frame as the
 * centres of its balls, in the frame of a joint (-1: the world). What is taken off is no more than half
 * of the whole, apart from rounding. */
static double curvature_of(const lw_lanes *l, const lw_lane_sum *world, int32_t common)
{
    if (common < 0)
        return world->all * LW_UPWARD;
    bool turns = l->frozen->chains->elementary[common].kind == LW_ELEMENTARY_REVOLUTE;
    double shared = l->above[common] + (turns ? l->rates[common] : 0);
    const lw_lane_sum *sum = &l->sums[common];
    return sum->all * LW_UPWARD - shared * sum->shared;
}

/* The rounding errors of the points of a body. */
static double error_of(const lw_lanes *l, size_t index)
{
    const lw_lane_chain *chain = &l->chains[index];
    int32_t last = l->frozen->moving[index].elementary;
    lw_lane_path path = last < 0 ? (lw_lane_path){0, 0} : l->paths[last];
    return (LW_FLOAT_POSE_ROUNDING * chain->steps + LW_FLOAT_TEST_ROUNDING +
            LW_POSE_ROUNDING * path.turns) *
               (chain->length + path.length) +
           chain->still;
}

/* Bounds on the second derivatives of the paths of what is posed, and on its rounding errors. */
static void set_bounds(lw_lanes *l)
{
    const lw_pairs *pairs = &l->frozen->pairs;
    const lw_lane_set *posed = l->block.posed;
    for (size_t i = 0; i < posed->body_count; i++) {
        uint32_t body = posed->bodies[i];
        lw_lane_sum world;
        add_up(l, body, &world);
        l->errors[body] = error_of(l, body);
        for (uint32_t k = body > 0 ? l->travel_ends[body - 1] : 0; k < l->travel_ends[body]; k++) {
            uint32_t travel = l->travels[k];
            l->curvatures[travel] = curvature_of(l, &world, pairs->travels[travel].common);
        }
    }
}

static void set_interval(lw_lanes *l, double interval)
{
    l->share = interval * interval / 8 * LW_UPWARD;
}

/* How far points get from the chords of their paths. Of states it is 0, whatever an earlier motion's
 * bound was. */
static double deviation(const lw_lanes *l, uint32_t travel)
{
    return l->share > 0 ? l->share * l->curvatures[travel] : 0;
}

double lw_lanes_margin(const lw_lanes *l)
{
    const lw_pairs *pairs = &l->frozen->pairs;
    return pairs->own_count ? pairs->largest_margin : pairs->margin[0];
}

static void set_body_need(lw_lanes *l, uint32_t body)
{
    double padding = l->frozen->moving[body].padding;
    l->block.needs[body] =
        lw_float_above(lw_lanes_margin(l) + padding + l->errors[body] + deviation(l, body));
}

static void set_pair_need(lw_lanes *l, uint32_t index)
{
    lw_lane_pair *pair = &l->block.pairs[index];
    const uint32_t *travels = l->pair_travels[index];
    /* the frame of the common joint, in which they are tested, has errors of the same size */
    double errors = 2 * (l->errors[pair->a] + l->errors[pair->b]);
    pair->need = lw_float_above(l->pair_gaps[index] + errors + deviation(l, travels[0]) +
                                deviation(l, travels[1]));
}

static void set_needs(lw_lanes *l)
{
    for (uint32_t i = 0; i < l->block.body_count; i++)
        set_body_need(l, i);
    for (uint32_t i = 0; i < l->block.pair_count; i++)
        set_pair_need(l, i);
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
        double most = set_values(l, joint) + l->rates[joint] * interval;
        bool moves = own->variable >= 0;
        double magnitude = moves ? l->coordinates.magnitude[own->variable] : 0;
        set_path(l, joint, size_of(own, magnitude), most * LW_UPWARD);
    }
    set_bounds(l);
}

void lw_lanes_set(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                  double interval)
{
    l->block.posed = &l->all;
    lw_motion_values(motion, piece, times, LW_LANES, l->values);
    set_motion(l, motion, piece, times, interval);
    l->steady = true;
    for (size_t i = 0; i < l->block.joint_count; i++)
        l->steady &= l->accelerations[i] == 0;
    set_interval(l, interval);
    set_needs(l);
}

/* ---- some of a block ---------------------------------------------------------------------------- */

/* Marks a body, and the joints that move it. */
static void mark(lw_lanes *l, uint32_t body)
{
    l->marked[l->block.joint_count + body] = true;
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
    l->some.body_count = take_marked(l->marked + block->joint_count, block->body_count, l->some.bodies);
}

void lw_lanes_set_some(lw_lanes *l, const lw_motion *motion, size_t piece, const double times[LW_LANES],
                       double interval, const lw_block_rest *todo, size_t count)
{
    take_some(l, todo, count);
    l->block.posed = &l->some;
    lw_motion_values(motion, piece, times, LW_LANES, l->values);
    if (l->steady) /* the bounds are those of the whole */
        for (size_t i = 0; i < l->some.joint_count; i++)
            set_values(l, l->some.joints[i]);
    else
        set_motion(l, motion, piece, times, interval);
    set_interval(l, interval);
    for (size_t i = 0; i < l->some.body_count; i++)
        set_body_need(l, l->some.bodies[i]);
    for (size_t i = 0; i < count; i++)
        if (todo[i].pair != LW_NO_LANE_PAIR)
            set_pair_need(l, todo[i].pair);
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
    l->block.posed = &l->all;
    for (size_t i = 0; i < l->block.joint_count; i++) {
        const lw_elementary_joint *own = &l->frozen->chains->elementary[i];
        set_values(l, i);
        double size = coarse_size(own, magnitude_of(l, own, 0, LW_LANES));
        set_path(l, i, size, size);
    }
    for (size_t i = 0; i < l->block.body_count; i++)
        l->errors[i] = error_of(l, i);
    set_interval(l, 0);
    set_needs(l);
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
