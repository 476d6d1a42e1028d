/* The queries of two convex shapes in the plane by an algorithm that the caller names. */
#include "distance/plane/by_name.h"

#include "base/error.h"
#include "base/kinds.h"
#include "distance/plane/lin_canny.h"
#include "distance/plane/outline.h"
#include "distance/plane/planar.h"

#include <string.h>

static const char *const names[] = {
    [LW_PLANAR_AUTO] = "auto",
    [LW_PLANAR_BARYCODE] = "barycode",
    [LW_PLANAR_BARYCODE_CLIMB] = "barycode-climb",
    [LW_PLANAR_BARYCODE_GENERAL] = "barycode-general",
    [LW_PLANAR_BARYCODE_GENERAL_CLIMB] = "barycode-general-climb",
    [LW_PLANAR_BARYCODE_OCTANT] = "barycode-octant",
    [LW_PLANAR_WALK] = "walk",
    [LW_PLANAR_LIN_CANNY] = "lin-canny",
    [LW_PLANAR_AXES] = "axes",
    [LW_PLANAR_EDGES] = "edges",
};
LW_ROW_FOR_EACH(LW_PLANAR, names, LW_PLANAR_EDGES);

bool lw_planar_algorithm_from_name(const char *name, lw_planar_algorithm *out)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (name && !strcmp(names[i], name)) {
            *out = (lw_planar_algorithm)i;
            return true;
        }
    return false;
}

const char *lw_planar_algorithm_name(lw_planar_algorithm algorithm)
{
    const size_t index = (size_t)algorithm;
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

/* ---- what is refused --------------------------------------------------------------------------- */

static lw_status refuse_pose(lw_pose2 at, const char *which, lw_error *error)
{
    if (lw_planar_is_pose(at))
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the pose of the %s polygon has the cosine %g and the sine %g, whose squares do not "
                   "add up to 1",
                   which, at.cosine, at.sine);
}

static lw_status refuse(const char *asked, lw_planar_algorithm algorithm, const lw_polygon_pair *pair,
                        const void *out, lw_error *error)
{
    if (!lw_planar_algorithm_name(algorithm))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no planar algorithm %d", (int)algorithm);
    if (!pair || !pair->a || !pair->b || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs two polygons and room for the answer",
                       asked);
    if (!lw_planar_poses_near(pair->pose_a, pair->pose_b))
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the polygons are at (%g, %g) and (%g, %g): coordinates of both poses may add up "
            "to %g",
            pair->pose_a.x, pair->pose_a.y, pair->pose_b.x, pair->pose_b.y, LW_PLANAR_LARGEST);
    lw_status status = refuse_pose(pair->pose_a, "first", error);
    return status ? status : refuse_pose(pair->pose_b, "second", error);
}

/* ---- answers ----------------------------------------------------------------------------------- */

/* Whether an algorithm is barycode GJK, and in which variant. */
static bool is_barycode(lw_planar_algorithm named, lw_barycode *variant)
{
    switch (named) {
    case LW_PLANAR_BARYCODE:
        *variant = LW_BARYCODE_ORDERED_SCAN;
        return true;
    case LW_PLANAR_BARYCODE_CLIMB:
        *variant = LW_BARYCODE_ORDERED_CLIMB;
        return true;
    case LW_PLANAR_BARYCODE_GENERAL:
        *variant = LW_BARYCODE_GENERAL_SCAN;
        return true;
    case LW_PLANAR_BARYCODE_GENERAL_CLIMB:
        *variant = LW_BARYCODE_GENERAL_CLIMB;
        return true;
    case LW_PLANAR_BARYCODE_OCTANT:
        *variant = LW_BARYCODE_ORDERED_OCTANT;
        return true;
    case LW_PLANAR_AUTO:
    case LW_PLANAR_WALK:
    case LW_PLANAR_LIN_CANNY:
    case LW_PLANAR_AXES:
    case LW_PLANAR_EDGES:
        break;
    }
    return false;
}

/* The distance of the cores; returns the algorithm that found it. */
static lw_planar_algorithm search_by(lw_planar_algorithm named, const lw_posed_polygons *p,
                                     lw_search *out)
{
    lw_polygon_features features = {.known = false};
    lw_barycode variant;
    if (is_barycode(named, &variant))
        return lw_barycode_search(p, variant, NULL, out) ? named : LW_PLANAR_EDGES;
    if (named == LW_PLANAR_LIN_CANNY && lw_lin_canny_search(p, &features, out))
        return named;
    if (named != LW_PLANAR_EDGES)
        return lw_planar_search(p, NULL, out);
    lw_outline_distance(p, out);
    return named;
}

/* Whether the polygons meet, from a search: false is proven, because the distance of the cores is then
 * above the radii by more than its rounding error. */
static lw_planar_algorithm meets_by_search(lw_planar_algorithm named, const lw_posed_polygons *p,
                                           bool *meets)
{
    lw_search found;
    lw_planar_algorithm by = search_by(named, p, &found);
    *meets = found.meets || found.upper <= lw_kept_apart(p);
    return by;
}

static lw_planar_algorithm meets_by_axes(const lw_posed_polygons *p, bool *meets)
{
    lw_planar_algorithm by = LW_PLANAR_AXES;
    const int found = p->a->radius + p->b->radius == 0 ? lw_planar_axes_meet(p) : -1;
    *meets = found >= 0 ? found : lw_planar_walk_meets(p, &by);
    return by;
}

static lw_planar_algorithm meets_by(lw_planar_algorithm named, const lw_posed_polygons *p, bool *meets)
{
    lw_planar_algorithm by = named;
    lw_barycode variant;
    if (is_barycode(named, &variant))
        *meets = lw_barycode_meets(p, variant);
    else if (named == LW_PLANAR_AUTO)
        *meets = lw_planar_meets(p, &by);
    else if (named == LW_PLANAR_WALK)
        *meets = lw_planar_walk_meets(p, &by);
    else if (named == LW_PLANAR_AXES)
        by = meets_by_axes(p, meets);
    else
        by = meets_by_search(named, p, meets);
    return by;
}

lw_planar_algorithm lw_planar_separate_by(lw_planar_algorithm named, const lw_posed_polygons *p,
                                          lw_pose2 pose_a, lw_separation *out)
{
    if (named == LW_PLANAR_AUTO)
        return lw_planar_separate(p, pose_a, NULL, out);
    if (named == LW_PLANAR_AXES && lw_planar_answer_by_axes(p, pose_a, out))
        return named;
    lw_search found;
    lw_planar_algorithm by = search_by(named, p, &found);
    lw_planar_answer(p, pose_a, &found, out);
    return by;
}

lw_status lw_polygon_touches_by(lw_planar_algorithm algorithm, const lw_polygon_pair *pair,
                                bool *touches, lw_planar_algorithm *answered, lw_error *error)
{
    lw_status status = refuse("lw_polygon_touches_by", algorithm, pair, touches, error);
    if (status)
        return status;
    lw_posed_polygons p = lw_pose_polygons(pair->a, pair->pose_a, pair->b, pair->pose_b);
    lw_planar_algorithm by = meets_by(algorithm, &p, touches);
    if (answered)
        *answered = by;
    return LW_OK;
}

lw_status lw_polygon_separation_by(lw_planar_algorithm algorithm, const lw_polygon_pair *pair,
                                   lw_separation *out, lw_planar_algorithm *answered, lw_error *error)
{
    lw_status status = refuse("lw_polygon_separation_by", algorithm, pair, out, error);
    if (status)
        return status;
    lw_posed_polygons p = lw_pose_polygons(pair->a, pair->pose_a, pair->b, pair->pose_b);
    lw_planar_algorithm by = lw_planar_separate_by(algorithm, &p, pair->pose_a, out);
    if (answered)
        *answered = by;
    return LW_OK;
}
