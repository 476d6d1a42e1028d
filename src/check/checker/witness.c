/* Contacts of motions within a motion's tolerances. Each joint is put to the end of its tolerance that
 * brings the two bodies together at their nearest points, by the sign of the derivative of the gap
 * along the direction between these; and again from there, as often as that changes an end. */
#include "check/checker/witness.h"

#include "check/checker/doubt.h"
#include "check/checker/prove.h"
#include "leeway/tolerance.h"
#include "math/pose.h"
#include "math/rounding.h"

#include <string.h>

enum { STEPS = 4 };
/* a witness stays this share of a tolerance within it, against rounding */
static const double INSIDE = 0x1p-30;
/* how exactly nearest points are sought, as a share of the distance */
static const double NEARLY = 0x1p-7;

/* A search for a deviation of a pair at one time. */
typedef struct seeking {
    lw_checker *checker;
    const lw_pair *pair;
    size_t piece;
    double time;
} seeking;

static size_t variable_count(const lw_checker *checker)
{
    return checker->frozen->chains->variable_count;
}

/* Poses the pair with the trial deviation. */
static void pose_trial(const seeking *s)
{
    lw_checker *checker = s->checker;
    checker->kinematics.deviation = checker->trial;
    lw_checker_pose_pair(checker, s->piece, s->time,
                         lw_pair_id_of((uint32_t)s->pair->a, (uint32_t)s->pair->b));
}

/* Adds, times sign, by how much each variable moves a point of a body along a direction. */
static void add_gradient(const seeking *s, int32_t body, vec3 point, vec3 normal, double sign)
{
    const lw_checker *checker = s->checker;
    const lw_frozen *frozen = checker->frozen;
    if ((size_t)body >= frozen->moving_count)
        return;
    for (int32_t f = frozen->moving[body].elementary; f >= 0 && f != s->pair->common;) {
        const lw_elementary_joint *joint = &frozen->chains->elementary[f];
        const pose *frame = &checker->kinematics.elementary[f].frame;
        vec3 axis = frame->rotation.z;
        if (joint->kind == LW_ELEMENTARY_REVOLUTE)
            axis = cross(axis, sub(point, frame->position));
        if (joint->variable >= 0)
            checker->gradient[joint->variable] += sign * joint->multiplier * dot(axis, normal);
        f = joint->parent;
    }
}

/* Puts each variable to an end of its tolerance. Whether that changes the trial. */
static bool put_to_ends(const seeking *s)
{
    const lw_checker *checker = s->checker;
    const lw_tolerances *tolerances = checker->motion->tolerances;
    const lw_coordinates *x = &checker->kinematics.coordinates;
    bool changes = false;
    for (size_t i = 0; i < variable_count(checker); i++) {
        double rate = greater(0, fabs(x->rate[i]) - x->rate_error[i]);
        double most = (tolerances->constant[i] + tolerances->per_speed[i] * rate) * (1 - INSIDE);
        double toward = checker->gradient[i];
        double off = toward > 0 ? most : toward < 0 ? -most : 0;
        changes |= off != checker->trial[i];
        checker->trial[i] = off;
    }
    return changes;
}

/* The nearest points of the pair at some poses of its bodies, in the frame of the first. */
static void nearest_of(const seeking *s, const pose at[2], lw_bracket *out)
{
    lw_checker *checker = s->checker;
    lw_query query = {.b_in_a = relative(at[0], at[1]),
                      .enough = HUGE_VAL,
                      .touch = -1,
                      .relative = NEARLY,
                      .work = checker->work};
    uint32_t elements[2];
    lw_geometry_distance(lw_frozen_body(checker->frozen, s->pair->a)->geometry,
                         lw_frozen_body(checker->frozen, s->pair->b)->geometry, &query, NULL, out,
                         elements);
    checker->verdict->queries++;
}

/* Moves the trial to where the pair, as it is posed, comes nearer. False: there is no such place. */
static bool come_nearer(const seeking *s)
{
    lw_checker *checker = s->checker;
    const pose at[2] = {lw_body_pose(&checker->kinematics, s->pair->a),
                        lw_body_pose(&checker->kinematics, s->pair->b)};
    lw_bracket bracket;
    nearest_of(s, at, &bracket);
    const pose at_a = at[0];
    vec3 normal = rotate(at_a.rotation, bracket.normal);
    memset(checker->gradient, 0, variable_count(checker) * sizeof *checker->gradient);
    add_gradient(s, s->pair->a, transform(at_a, bracket.points[0]), normal, 1);
    add_gradient(s, s->pair->b, transform(at_a, bracket.points[1]), normal, -1);
    return put_to_ends(s);
}

/* Whether some trial deviation brings the pair into contact. */
static bool try_deviations(const seeking *s)
{
    lw_checker *checker = s->checker;
    memset(checker->trial, 0, variable_count(checker) * sizeof *checker->trial);
    for (int step = 0; step <= STEPS; step++) {
        pose_trial(s);
        if (lw_checker_touches(checker, s->pair))
            return true;
        if (!come_nearer(s))
            break;
    }
    return false;
}

/* ---- bodies that may be turned ------------------------------------------------------------------ */

/* Turns the frame of a body, as the motion has it, about the origin of its doubt by the whole of its
 * angle, so that a point of the body goes along a direction. */
static pose turn_towards(const lw_checker *checker, int32_t body, vec3 point, vec3 direction)
{
    const lw_doubt *doubt = &lw_frozen_body(checker->frozen, (size_t)body)->doubt;
    const pose at = lw_body_pose(&checker->kinematics, body);
    const vec3 origin = lw_doubt_origin(checker, body);
    vec3 axis = cross(sub(point, origin), direction);
    if (checker->scene->model.planar)
        axis = v3(0, 0, axis.z);
    const double size = norm(axis);
    if (!(doubt->angle > 0) || !(size > 0))
        return at;
    const double half = 0.5 * doubt->angle * (1 - INSIDE);
    const vec3 part = scale(sin(half) / size, axis);
    const lw_pose turn = {{0, 0, 0}, {part.x, part.y, part.z, cos(half)}};
    const mat3 turned = lw_pose_in(turn).rotation;
    return (pose){mul(turned, at.rotation), add(origin, rotate(turned, sub(at.position, origin)))};
}

/* Whether the pair touches where its bodies are placed. */
static bool touches_at(const seeking *s, const pose at[2])
{
    lw_checker *checker = s->checker;
    const lw_pair now = lw_pair_at(checker->frozen, s->pair, s->time);
    return lw_checker_touches_at(checker, s->pair, at, lw_pair_unpadded(&now, s->pair->margin));
}

/* Whether some turn of the bodies brings the pair into contact: turns towards each other at the nearest
 * points, again from there. at: out, the poses. */
static bool try_turns(const seeking *s, pose at[2])
{
    const lw_checker *checker = s->checker;
    const int32_t bodies[2] = {s->pair->a, s->pair->b};
    for (int i = 0; i < 2; i++)
        at[i] = lw_body_pose(&checker->kinematics, bodies[i]);
    const pose stated[2] = {at[0], at[1]};
    for (int step = 0; step < STEPS; step++) {
        lw_bracket bracket;
        nearest_of(s, at, &bracket);
        const vec3 normal = rotate(at[0].rotation, bracket.normal);
        for (int i = 0; i < 2; i++) {
            /* the point on the body, where the motion has it */
            const vec3 own = transform_back(at[i], transform(at[0], bracket.points[i]));
            at[i] =
                turn_towards(checker, bodies[i], transform(stated[i], own), i ? neg(normal) : normal);
        }
        if (touches_at(s, at))
            return true;
    }
    return false;
}

/* Finds a contact of bodies that may be turned. at: out, their poses then. */
static bool find_place(const seeking *s, pose at[2])
{
    lw_checker *checker = s->checker;
    if (!lw_pair_is_doubted(checker->frozen, s->pair) ||
        !(lw_doubt_of_pair(checker, s->pair).slack > 0))
        return false;
    lw_checker_swap_sample(checker, &checker->trials);
    checker->kinematics.deviation = NULL;
    lw_checker_pose_pair(checker, s->piece, s->time,
                         lw_pair_id_of((uint32_t)s->pair->a, (uint32_t)s->pair->b));
    const bool touches = try_turns(s, at);
    lw_checker_swap_sample(checker, &checker->trials);
    return touches;
}

/* Keeps a contact as the witness. at: the poses of the pair; NULL: those of the trial deviation. */
static bool keep(const seeking *s, const pose *at)
{
    lw_checker *checker = s->checker;
    checker->witness.placed = at;
    for (int i = 0; i < 2 && at; i++)
        checker->witness.at[i] = at[i];
    checker->witness.motion = checker->motions;
    checker->witness.pair = lw_pair_id_of((uint32_t)s->pair->a, (uint32_t)s->pair->b);
    checker->witness.time = s->time;
    return true;
}

bool lw_checker_find_witness(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                             double before)
{
    const seeking s = {checker, pair, piece, time};
    if (!(time < before))
        return false;
    pose at[2];
    if (find_place(&s, at)) {
        memset(checker->witness.deviation, 0, variable_count(checker) * sizeof *checker->trial);
        return keep(&s, at);
    }
    if (!checker->motion->tolerances)
        return false;
    lw_checker_swap_sample(checker, &checker->trials);
    bool touches = try_deviations(&s);
    lw_checker_swap_sample(checker, &checker->trials);
    if (!touches)
        return false;
    memcpy(checker->witness.deviation, checker->trial,
           variable_count(checker) * sizeof *checker->trial);
    return keep(&s, NULL);
}

bool lw_checker_is_witnessed(const lw_checker *checker, const lw_pair *pair, double time)
{
    const lw_witness *witness = &checker->witness;
    return witness->motion == checker->motions && witness->time == time &&
           witness->pair == lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b);
}

bool lw_checker_deviate(lw_checker *checker, bool deviate)
{
    bool deviates = checker->witness.placed;
    checker->placed = deviate && checker->witness.placed ? checker->witness.at : NULL;
    for (size_t i = 0; i < variable_count(checker); i++)
        deviates |= checker->witness.deviation[i] != 0;
    checker->kinematics.deviation = deviate ? checker->witness.deviation : NULL;
    checker->kinematics.motion = 0; /* an earlier sample is of another place */
    return deviates;
}

size_t lw_checker_deviation(const lw_checker *checker, size_t joint, double *values)
{
    const lw_chains *chains = checker->frozen->chains;
    if (joint >= chains->joint_count)
        return 0;
    const lw_frozen_joint *of = &chains->joints[joint];
    size_t count = lw_joint_value_count(of->kind);
    bool deviates = checker->witness.motion == checker->motions && of->variable >= 0 &&
                    of->kind != LW_JOINT_FLOATING;
    for (size_t i = 0; i < count; i++) {
        values[i] = 0;
        if (deviates)
            values[i] = checker->witness.deviation[(size_t)of->variable + i] *
                        chains->elementary[(size_t)of->elementary + i].multiplier;
    }
    return count;
}
