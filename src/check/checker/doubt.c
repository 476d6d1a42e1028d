/* What bodies that are not known exactly take off the gap of a pair. */
#include "check/checker/doubt.h"

#include "check/checker/prove.h"

vec3 lw_doubt_origin(const lw_checker *checker, int32_t body)
{
    const lw_body *own = lw_frozen_body(checker->frozen, (size_t)body);
    return own->robot >= 0 ? own->doubt.origin : transform(own->local, own->doubt.origin);
}

/* How far the points of a body are from the origin of its doubt at the sample. */
static double reach_of(const lw_checker *checker, int32_t body)
{
    const lw_body *own = lw_frozen_body(checker->frozen, (size_t)body);
    const vec3 center = lw_body_center(&checker->kinematics, body);
    const double error = 4 * lw_body_error(&checker->kinematics, body);
    return (norm(sub(center, lw_doubt_origin(checker, body))) + own->geometry->radius + error) *
           LW_UPWARD;
}

/* How far the points of a body get in the interval in the motion itself. */
static double displacement_of(lw_checker *checker, int32_t body)
{
    const uint32_t world = (uint32_t)checker->frozen->body_count;
    if (checker->kinematics.half == 0 && !checker->kinematics.coordinates.slackens)
        return 0;
    return lw_checker_travel_of(checker, (uint32_t)body, world)->displacement;
}

/* Adds what one body of a pair is off by. */
static void add_turn(lw_checker *checker, int32_t body, lw_pair_doubt *out)
{
    const lw_doubt *doubt = &lw_frozen_body(checker->frozen, (size_t)body)->doubt;
    if (!(doubt->angle > 0))
        return;
    const double reach = reach_of(checker, body);
    const double way = displacement_of(checker, body);
    const double angle = doubt->angle;
    out->displacement += lw_doubt_turn(doubt, reach + way);
    out->slack += lw_doubt_turn(doubt, reach);
    out->bend += (angle * way + 0.5 * angle * angle * (reach + way)) * LW_UPWARD;
}

lw_pair_doubt lw_doubt_of_pair(lw_checker *checker, const lw_pair *pair)
{
    lw_pair_doubt out = {0};
    if (!lw_pair_is_doubted(checker->frozen, pair))
        return out;
    add_turn(checker, pair->a, &out);
    add_turn(checker, pair->b, &out);
    return out;
}

double lw_doubt_moved(const lw_checker *checker, const lw_pair *pair)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_pair begin = lw_pair_at(checker->frozen, pair, kinematics->time - kinematics->half);
    const lw_pair end = lw_pair_at(checker->frozen, pair, kinematics->time + kinematics->half);
    return end.padding[0] + end.padding[1] - (begin.padding[0] + begin.padding[1]);
}

double lw_doubt_of_body(lw_checker *checker, uint32_t body)
{
    if (!checker->frozen->doubts)
        return 0;
    lw_pair_doubt turn = {0};
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_doubt *doubt = &checker->frozen->moving[body].doubt;
    add_turn(checker, (int32_t)body, &turn);
    return turn.displacement +
           lw_moved_by(doubt->speed, doubt->since, kinematics->time + kinematics->half);
}

double lw_doubt_of_obstacles(const lw_checker *checker)
{
    const lw_movers *movers = &checker->frozen->obstacles_move;
    const lw_kinematics *kinematics = &checker->kinematics;
    return lw_moved_by(movers->fastest, movers->since, kinematics->time + kinematics->half);
}
