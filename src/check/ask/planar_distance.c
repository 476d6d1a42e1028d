/* The distance of a pair in the plane by an algorithm that the caller names: of all convex parts of the
 * one body with all of the other, without a tree. Costs a separation for each two parts. */
#include "base/error.h"
#include "check/checker/checker.h"
#include "check/checker/measure.h"
#include "distance/plane/by_name.h"
#include "math/rounding.h"

static lw_pose2 flatten(pose at)
{
    return (lw_pose2){at.position.x, at.position.y, at.rotation.x.x, at.rotation.x.y};
}

static vec3 in_space(lw_vec2 v)
{
    return v3(v.x, v.y, 0);
}

/* The nearest two parts, or the deepest. lower: of all parts together. */
static void find_nearest(lw_planar_algorithm algorithm, const lw_body *const bodies[2],
                         const lw_pose2 at[2], lw_separation *out)
{
    double lower = HUGE_VAL;
    *out = (lw_separation){.upper = HUGE_VAL};
    for (uint32_t i = 0; i < bodies[0]->polygon_count; i++)
        for (uint32_t k = 0; k < bodies[1]->polygon_count; k++) {
            lw_separation here;
            lw_posed_polygons p =
                lw_pose_polygons(bodies[0]->polygons[i], at[0], bodies[1]->polygons[k], at[1]);
            lw_planar_separate_by(algorithm, &p, at[0], &here);
            lower = lesser(lower, here.lower);
            if (here.upper < out->upper)
                *out = here;
        }
    out->lower = lower;
}

/* The distance of the padded pair from the separation of its nearest parts. error: of their poses. */
static lw_distance padded(const lw_pair *pair, const lw_separation *nearest, double error)
{
    const double padding = pair->padding[0] + pair->padding[1];
    lw_distance out = {.lower = nearest->lower, .upper = nearest->upper};
    const vec3 normal = in_space(nearest->normal);
    out.normal = normal;
    out.points[0] = add_scaled(in_space(nearest->points[0]), pair->padding[0], normal);
    out.points[1] = add_scaled(in_space(nearest->points[1]), -pair->padding[1], normal);
    if (nearest->upper > padding) {
        out.upper = lw_pair_padded(pair, nearest->upper);
        out.lower = greater(0, lw_pair_padded(pair, nearest->lower) - error);
        return out;
    }
    out.depth = nearest->upper > 0 ? padding - nearest->upper : nearest->depth + padding;
    out.upper = lesser(0, nearest->upper - padding + error);
    out.lower = nearest->lower - padding * LW_UP_BY(8) - error;
    return out;
}

static lw_status refuse_pair(const lw_checker *checker, size_t pair, lw_planar_algorithm algorithm,
                             const lw_distance *out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_pair_distance_by needs room for a distance");
    if (pair >= checker->frozen->pairs.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no pair %zu", pair);
    if (!lw_planar_algorithm_name(algorithm))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no planar algorithm %d", (int)algorithm);
    if (!checker->frozen->flat)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the algorithm %s is for scenes in the plane, and this one has dimension 3",
                       lw_planar_algorithm_name(algorithm));
    return LW_OK;
}

/* lw_pair_distance_by for a pair that is posed. */
static void measure(lw_checker *checker, const lw_pair *pair, lw_planar_algorithm algorithm,
                    lw_distance *out)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_body *bodies[2] = {lw_frozen_body(checker->frozen, pair->a),
                                lw_frozen_body(checker->frozen, pair->b)};
    const lw_pose2 at[2] = {flatten(lw_body_pose(kinematics, pair->a)),
                            flatten(lw_body_pose(kinematics, pair->b))};
    lw_separation nearest;
    find_nearest(algorithm, bodies, at, &nearest);
    lw_distance found = padded(pair, &nearest, lw_pair_error(kinematics, pair));
    if (bodies[0]->polygon_count * bodies[1]->polygon_count > 1 && !(found.upper > 0)) {
        /* the deepest two parts bound the depth of the bodies from below only */
        const double upper = found.upper;
        lw_checker_distance(checker, pair, -1, out);
        out->upper = upper;
        out->lower = lesser(out->lower, upper);
    } else {
        *out = found;
    }
}

lw_status lw_pair_distance_by(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                              lw_planar_algorithm algorithm, lw_distance *out, lw_error *error)
{
    lw_status status = lw_checker_refuse_time("lw_pair_distance_by", checker, motion, time, error);
    if (!status)
        status = refuse_pair(checker, pair, algorithm, out, error);
    if (status)
        return status;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict;
    lw_checker_begin(checker, motion, &options, &verdict);
    lw_checker_sample(checker, lw_motion_piece_at(motion, time), time, 0);
    const lw_pair asked = lw_frozen_pair(checker->frozen, lw_frozen_pair_at(checker->frozen, pair));
    measure(checker, &asked, algorithm, out);
    lw_checker_end(checker);
    return LW_OK;
}
