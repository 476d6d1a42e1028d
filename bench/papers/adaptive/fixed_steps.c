/* Collision detection along a straight line at a fixed resolution (Wu et al., section 2.1). */
#include "adaptive/fixed_steps.h"

#include "check/checker/stepper.h"
#include "motion/chord.h"

/* factors on the time of a step: AIM if the last step predicts it, SHORTER if it corrects a step that
 * was too long */
static const double AIM = 0.995;
static const double SHORTER = 0.98;

static bool touches(lw_adaptive_world *world, double time, double resolution)
{
    return lw_adaptive_touching(world, lw_adaptive_pose(world, time), resolution) < world->pair_count;
}

/* The largest sum of the values of a pair's two bodies, over all pairs. */
static double most_of_pairs(const lw_adaptive_world *world, const double *of_body)
{
    double most = 0;
    size_t moving = world->frozen->moving_count;
    for (size_t i = 0; i < world->pair_count; i++) {
        size_t b = (size_t)world->pairs[i].b;
        most = greater(most, of_body[world->pairs[i].a] + (b < moving ? of_body[b] : 0));
    }
    return most;
}

/* ---- as published ------------------------------------------------------------------------------ */

/* The deviation (2) over a share of the line, the largest of all pairs. slides: sliding joints add
 * their travel, (1). */
static double deviation(lw_adaptive_world *world, const lw_kinematics *at, double share, bool slides)
{
    const lw_elementary_joint *joints = world->frozen->chains->elementary;
    for (size_t i = 0; i < world->frozen->moving_count; i++) {
        const double *radii = &world->radii.radii[i * world->radii.joint_count];
        world->need[i] = 0;
        for (int32_t k = world->frozen->moving[i].elementary; k >= 0; k = joints[k].parent) {
            double change = at->elementary[k].rate_bound * share;
            if (joints[k].kind == LW_ELEMENTARY_REVOLUTE)
                world->need[i] += radii[k] * (1 - cos(0.5 * change));
            else if (slides)
                world->need[i] += change;
        }
    }
    return most_of_pairs(world, world->need);
}

bool lw_fixed_published(lw_adaptive_world *world, double resolution)
{
    bool found = touches(world, 0, resolution) || touches(world, 1, resolution);
    const lw_kinematics *at = lw_adaptive_pose(world, 0);
    double room = 2 * resolution;
    double step = lesser(1, room / deviation(world, at, 1, true)); /* (1), (3) */
    step *= room / (room + deviation(world, at, step, false));     /* (4) */
    for (size_t k = 1; !found && (double)k * step < 1; k++)
        found = touches(world, (double)k * step, resolution);
    world->counts->contacts += found;
    return found;
}

/* ---- sound ------------------------------------------------------------------------------------- */

/* The length that the step between two poses covers: it may be twice the resolution at most. */
static double needed(lw_adaptive_world *world, const lw_kinematics *from, const lw_kinematics *to)
{
    double length = to->time - from->time;
    for (size_t i = 0; i < world->frozen->moving_count; i++) {
        const lw_body *body = &world->frozen->moving[i];
        world->need[i] =
            body->elementary < 0
                ? 0
                : lw_step_needed(lw_chord(&body->geometry->nodes[0], &from->bodies[i], &to->bodies[i]),
                                 world->curvature[i], length);
    }
    return most_of_pairs(world, world->need);
}

bool lw_fixed_right(lw_adaptive_world *world, double resolution)
{
    bool found = touches(world, 0, resolution) || touches(world, 1, resolution);
    double room = 2 * resolution;
    /* lengths to cover per unit of time: `earlier` in the step before the last, `rate` in the last */
    double earlier = most_of_pairs(world, world->travel);
    double step = room / earlier;
    lw_kinematics *from = &world->ends[0];
    lw_kinematics *to = &world->ends[1];
    lw_adaptive_pose_into(world, 0, from);
    while (!found && from->time < 1) {
        lw_adaptive_pose_into(world, lesser(1, from->time + step), to);
        double length = to->time - from->time;
        double need = needed(world, from, to);
        if (need > room) {
            step = length * SHORTER * room / need;
            continue;
        }
        found = to->time < 1 && lw_adaptive_touching(world, to, resolution) < world->pair_count;
        double rate = need / length;
        step = AIM * room / greater(rate, 2 * rate - earlier);
        earlier = rate;
        lw_kinematics *other = from;
        from = to;
        to = other;
    }
    world->counts->contacts += found;
    return found;
}
