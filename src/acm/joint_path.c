/* The chain of joints between two bodies of one robot: poses, and bounds on relative travel. Cost for
 * each joint: one sine and cosine to pose it, a dozen points to bound the travel. */
#include "acm/joint_path.h"

#include "base/error.h"
#include "body/heights.h"
#include "body/image.h"
#include "body/points.h"
#include "body/voxels.h"
#include "math/rounding.h"
#include "motion/forward_kinematics.h"

/* a little more than pi, so that twice this is at least a whole turn in spite of rounding */
static const double HALF_TURN = 3.1415926535897940;

/* ---- the joints and their values --------------------------------------------------------------- */

static int32_t common_elementary(const lw_chains *chains, int32_t a, int32_t b)
{
    while (a != b) {
        /* parents come before their children */
        if (a > b)
            a = chains->elementary[a].parent;
        else
            b = chains->elementary[b].parent;
    }
    return a;
}

static size_t count_up(const lw_chains *chains, int32_t from, int32_t to)
{
    size_t count = 0;
    for (; from != to; from = chains->elementary[from].parent)
        count++;
    return count;
}

/* the path's index of a variable of the chains; a new variable is appended */
static int32_t value_of(lw_joint_path *path, int32_t variable)
{
    for (size_t i = 0; i < path->value_count; i++)
        if (path->values[i].variable == variable)
            return (int32_t)i;
    path->values[path->value_count] = (lw_path_value){.variable = variable};
    return (int32_t)path->value_count++;
}

/* the joint that has a variable as a value of its own, not by mimicking */
static const lw_frozen_joint *owner_of(const lw_chains *chains, int32_t variable)
{
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        int32_t count = joint->kind == LW_JOINT_FLOATING ? LW_FLOATING_VARIABLES
                                                         : (int32_t)lw_joint_value_count(joint->kind);
        if (joint->mimic < 0 && joint->variable >= 0 && joint->variable <= variable &&
            variable < joint->variable + count)
            return joint;
    }
    return NULL;
}

/* Half the period of a value v: the change of v after which all joints that it moves between the bodies
 * are back where they were. Infinite: they never are. A joint that turns by m v has the period 2 pi /
 * |m|. Several joints have the period 2 pi if each m is a whole number. */
static double half_period(const lw_joint_path *path, size_t value)
{
    size_t followers = 0;
    double weight = 0;
    bool whole = true;
    for (size_t i = 0; i < path->joint_count; i++) {
        const lw_elementary_joint *elementary = path->joints[i].elementary;
        if (path->joints[i].value != (int32_t)value || elementary->multiplier == 0)
            continue;
        if (elementary->kind != LW_ELEMENTARY_REVOLUTE)
            return HUGE_VAL;
        followers++;
        weight = fabs(elementary->multiplier);
        whole = whole && elementary->multiplier == floor(elementary->multiplier);
    }
    if (followers == 0)
        return 0;
    if (followers == 1)
        return HALF_TURN / weight * LW_UPWARD;
    return whole ? HALF_TURN : HUGE_VAL;
}

/* sets the range of values to try: between the limits, and at most one period */
static void limit(lw_joint_path *path, size_t value)
{
    const lw_frozen_joint *owner = owner_of(path->frozen->chains, path->values[value].variable);
    bool has_limits = owner->kind == LW_JOINT_REVOLUTE || owner->kind == LW_JOINT_PRISMATIC;
    double low = has_limits ? owner->lower : -HUGE_VAL;
    double high = has_limits ? owner->upper : HUGE_VAL;
    double half = half_period(path, value);
    if (high - low > 2 * half) {
        double middle = low > -HUGE_VAL && high < HUGE_VAL ? 0.5 * low + 0.5 * high
                        : low > -HUGE_VAL                  ? low + half
                        : high < HUGE_VAL                  ? high - half
                                                           : 0;
        low = greater(low, middle - half);
        high = lesser(high, middle + half);
    }
    path->values[value].low = low;
    path->values[value].high = high;
    path->bounded = path->bounded && low > -HUGE_VAL && high < HUGE_VAL;
}

static void add_joint(lw_joint_path *path, size_t index, int32_t elementary)
{
    lw_path_joint *joint = &path->joints[index];
    const lw_elementary_joint *of = &path->frozen->chains->elementary[elementary];
    *joint = (lw_path_joint){.elementary = of, .value = -1};
    if (of->variable < 0) {
        path->varies = path->varies || of->kind == LW_ELEMENTARY_FIXED;
        return;
    }
    path->varies =
        path->varies || lw_joint_value_count(owner_of(path->frozen->chains, of->variable)->kind) > 1;
    joint->value = value_of(path, of->variable);
    joint->weight = fabs(of->multiplier) * LW_UPWARD;
}

/* the smallest radius of a body's parts and triangles, rounded down */
static double roundness(const lw_geometry *geometry)
{
    if (geometry->voxels)
        return geometry->voxels->radius * LW_SHARE_DOWN;
    double least = geometry->points    ? geometry->points->radius
                   : geometry->heights ? geometry->heights->radius
                   : geometry->image   ? geometry->image->radius
                                       : HUGE_VAL;
    for (uint32_t i = 0; i < geometry->part_count; i++)
        least = lesser(least, geometry->parts[i].shape.radius);
    for (uint32_t i = 0; i < geometry->triangle_count && least > 0; i++)
        least = lesser(least, lw_triangle_radius(geometry, i));
    return least < HUGE_VAL ? least * LW_SHARE_DOWN : 0;
}

lw_status lw_joint_path_find(lw_arena *arena, const lw_frozen *frozen, size_t a, size_t b,
                             lw_joint_path *out, lw_error *error)
{
    const lw_chains *chains = frozen->chains;
    const lw_body *first = lw_frozen_body(frozen, a);
    const lw_body *second = lw_frozen_body(frozen, b);
    *out = (lw_joint_path){.frozen = frozen, .bodies = {first, second}, .bounded = true};
    for (int end = 0; end < 2; end++)
        out->round[end] = roundness(out->bodies[end]->geometry);
    out->common = common_elementary(chains, first->elementary, second->elementary);
    out->first_count = count_up(chains, first->elementary, out->common);
    out->joint_count = out->first_count + count_up(chains, second->elementary, out->common);
    out->joints = lw_arena_array(arena, out->joint_count, sizeof *out->joints);
    out->values = lw_arena_array(arena, out->joint_count, sizeof *out->values);
    if (!out->joints || !out->values)
        return lw_fail_memory(error);
    size_t index = 0;
    for (int32_t e = first->elementary; e != out->common; e = chains->elementary[e].parent)
        add_joint(out, index++, e);
    index = out->joint_count;
    for (int32_t e = second->elementary; e != out->common; e = chains->elementary[e].parent)
        add_joint(out, --index, e);
    for (size_t i = 0; i < out->value_count && !out->varies; i++)
        limit(out, i);
    out->bounded = out->bounded && !out->varies;
    return LW_OK;
}

/* ---- poses ------------------------------------------------------------------------------------- */

/* the chain from the common frame down to one of the bodies, as forward kinematics poses it */
typedef struct descent {
    pose frame;
    bool moved; /* some joint came before */
    double turns,
        length; /* sums along the chain as in lw_elementary_state: the rounding error grows with them */
} descent;

static void go_down(lw_path_joint *joint, const double *values, descent *d)
{
    const lw_elementary_joint *elementary = joint->elementary;
    double value = elementary->offset;
    double size = fabs(value);
    if (joint->value >= 0) {
        value += elementary->multiplier * values[joint->value];
        size += joint->weight * fabs(values[joint->value]);
    }
    joint->frame = d->moved ? compose(d->frame, elementary->before) : elementary->before;
    d->frame = lw_elementary_pose(elementary, joint->frame, value);
    d->moved = true;
    d->turns += elementary->composed.steps + 1;
    d->length += elementary->composed.length;
    if (elementary->kind == LW_ELEMENTARY_REVOLUTE)
        d->turns += size;
    else
        d->length += size;
}

static void arrive(lw_joint_path *path, int end, const descent *d)
{
    const lw_body *body = path->bodies[end];
    path->at[end] = d->moved ? compose(d->frame, body->local) : body->local;
    path->error +=
        LW_POSE_ROUNDING * (d->turns + body->composed.steps + 1) * (d->length + body->composed.length);
}

/* An upper bound on the distance of the points of a body's kernel from an axis, by the farthest corner
 * of the body's box or by its sphere, both less the roundness, whichever gives less. error: bound on
 * the rounding error of points of the body and of the axis. */
static double arm_of(const lw_geometry *geometry, double round, pose at, const pose *frame,
                     double error)
{
    if (!geometry->node_count)
        return 0;
    vec3 axis = frame->rotation.z;
    vec3 from = sub(transform(at, geometry->center), frame->position);
    double sphere = norm(cross(from, axis)) + geometry->radius - round;
    const lw_node *box = &geometry->nodes[0];
    vec3 half = sub(box->half, v3(round, round, round));
    double most = 0;
    for (uint32_t i = 0; i < 8; i++) {
        vec3 corner = add(box->center, box_corner(half, i));
        most = greater(most, norm2(cross(sub(transform(at, corner), frame->position), axis)));
    }
    return (lesser(sphere, sqrt(most)) + 4 * error) * LW_UPWARD;
}

void lw_joint_path_pose(lw_joint_path *path, const double *values)
{
    descent first = {.frame = pose_identity()};
    descent second = first;
    path->error = 0;
    for (size_t i = path->first_count; i-- > 0;)
        go_down(&path->joints[i], values, &first);
    for (size_t i = path->first_count; i < path->joint_count; i++)
        go_down(&path->joints[i], values, &second);
    arrive(path, 0, &first);
    arrive(path, 1, &second);
    for (size_t i = 0; i < path->joint_count; i++)
        for (int end = 0; end < 2; end++)
            path->joints[i].arms[end] = arm_of(path->bodies[end]->geometry, path->round[end],
                                               path->at[end], &path->joints[i].frame, path->error);
}

/* ---- travel ------------------------------------------------------------------------------------ */

/* the chord of a point at the distance `arm` from the axis, rounded up */
static double chord(const lw_path_joint *joint, double arm, const double *half)
{
    double change = joint->weight * half[joint->value];
    if (joint->elementary->kind != LW_ELEMENTARY_REVOLUTE)
        return change * LW_UPWARD;
    return lesser(arm * change, 2 * arm) * LW_UPWARD;
}

size_t lw_joint_path_split(const lw_joint_path *path, const double *half)
{
    double all = 0; /* k = 0: every joint moves the second body */
    for (size_t i = 0; i < path->joint_count; i++)
        if (path->joints[i].value >= 0)
            all += chord(&path->joints[i], path->joints[i].arms[1], half);
    double least = all;
    size_t best = 0;
    for (size_t k = 0; k < path->joint_count; k++) {
        const lw_path_joint *joint = &path->joints[k];
        if (joint->value >= 0)
            all += chord(joint, joint->arms[0], half) - chord(joint, joint->arms[1], half);
        if (all < least) {
            least = all;
            best = k + 1;
        }
    }
    return best;
}

double lw_joint_path_travel(const lw_joint_path *path, const double *half, double *shares)
{
    size_t best = lw_joint_path_split(path, half);
    for (size_t i = 0; i < path->value_count; i++)
        shares[i] = 0;
    double travel = 0; /* summed anew: the running sum of lw_joint_path_split has the rounding errors of
                          differences */
    for (size_t i = 0; i < path->joint_count; i++) {
        const lw_path_joint *joint = &path->joints[i];
        if (joint->value < 0)
            continue;
        double share = chord(joint, joint->arms[i < best ? 0 : 1], half);
        shares[joint->value] += share;
        travel += share;
    }
    return travel * LW_UPWARD;
}
