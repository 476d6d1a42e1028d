/* The queries of two convex shapes in the plane by an algorithm that the caller names. */
#include "distance/plane/by_name.h"

#include "base/error.h"
#include "base/kinds.h"
#include "distance/plane/boundary_walk.h"
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

static lw_planar_algorithm search_barycode(const lw_posed_polygons *p, lw_barycode variant,
                                           lw_planar_algorithm named, lw_search *out)
{
    return lw_barycode_search(p, variant, NULL, out) ? named : LW_PLANAR_EDGES;
}

/* The distance of the cores; returns the algorithm that found it. */
static lw_planar_algorithm search_by(lw_planar_algorithm named, const lw_posed_polygons *p,
                                     lw_search *out)
{
    lw_polygon_features features = {.known = false};
    switch (named) {
    case LW_PLANAR_BARYCODE:
        return search_barycode(p, LW_BARYCODE_ORDERED_SCAN, named, out);
    case LW_PLANAR_BARYCODE_CLIMB:
        return search_barycode(p, LW_BARYCODE_ORDERED_CLIMB, named, out);
    case LW_PLANAR_BARYCODE_GENERAL:
        return search_barycode(p, LW_BARYCODE_GENERAL_SCAN, named, out);
    case LW_PLANAR_BARYCODE_GENERAL_CLIMB:
        return search_barycode(p, LW_BARYCODE_GENERAL_CLIMB, named, out);
    case LW_PLANAR_BARYCODE_OCTANT:
        return search_barycode(p, LW_BARYCODE_ORDERED_OCTANT, named, out);
    case LW_PLANAR_LIN_CANNY:
        if (lw_lin_canny_search(p, &features, out))
            return named;
        break;
    case LW_PLANAR_EDGES:
        lw_outline_distance(p, out);
        return named;
    case LW_PLANAR_AUTO:
    case LW_PLANAR_WALK:
    case LW_PLANAR_AXES:
        break;
    }
    return lw_planar_search(p, NULL, out);
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

static lw_planar_algorithm meets_by_barycode(const lw_posed_polygons *p, lw_barycode variant,
                                             lw_planar_algorithm named, bool *meets)
{
    *meets = lw_barycode_meets(p, variant);
    return named;
}

/* The walk, or barycode GJK where the walk gives no answer. */
static lw_planar_algorithm meets_by_walk(const lw_posed_polygons *p, bool *meets)
{
    const int walked = lw_boundary_walk_meets(p);
    *meets = walked > 0;
    return walked >= 0
               ? LW_PLANAR_WALK
               : meets_by_barycode(p, LW_BARYCODE_ORDERED_OCTANT, LW_PLANAR_BARYCODE_OCTANT, meets);
}

static lw_planar_algorithm meets_by_axes(const lw_posed_polygons *p, bool *meets)
{
    const int found = p->a->radius + p->b->radius == 0 ? lw_planar_axes_meet(p) : -1;
    *meets = found > 0;
    return found >= 0 ? LW_PLANAR_AXES : meets_by_walk(p, meets);
}

static lw_planar_algorithm meets_by(lw_planar_algorithm named, const lw_posed_polygons *p, bool *meets)
{
    lw_planar_algorithm chosen;
    switch (named) {
    case LW_PLANAR_AUTO:
        *meets = lw_planar_meets(p, &chosen);
        return chosen;
    case LW_PLANAR_BARYCODE:
        return meets_by_barycode(p, LW_BARYCODE_ORDERED_SCAN, named, meets);
    case LW_PLANAR_BARYCODE_CLIMB:
        return meets_by_barycode(p, LW_BARYCODE_ORDERED_CLIMB, named, meets);
    case LW_PLANAR_BARYCODE_GENERAL:
        return meets_by_barycode(p, LW_BARYCODE_GENERAL_SCAN, named, meets);
    case LW_PLANAR_BARYCODE_GENERAL_CLIMB:
        return meets_by_barycode(p, LW_BARYCODE_GENERAL_CLIMB, named, meets);
    case LW_PLANAR_BARYCODE_OCTANT:
        return meets_by_barycode(p, LW_BARYCODE_ORDERED_OCTANT, named, meets);
    case LW_PLANAR_WALK:
        return meets_by_walk(p, meets);
    case LW_PLANAR_AXES:
        return meets_by_axes(p, meets);
    case LW_PLANAR_LIN_CANNY:
    case LW_PLANAR_EDGES:
        return meets_by_search(named, p, meets);
    }
    return named;
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
