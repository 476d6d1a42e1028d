/* Distances and contacts as they are reported: in the world, with nearest points, normal and
 * penetration depth. */
#include "check/checker/measure.h"

#include "base/error.h"
#include "body/depth.h"
#include "check/checker/checker.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "plane/flat_depth.h"

/* a limit whose square is above 0 leaves out boxes that are apart, and none that meet */
static const double LEAST = 1e-150;

/* the vertices of a polytope that carry the nearest point, by their indices as given */
static void give_features(const lw_geometry *geometry, uint32_t element, const lw_bracket *bracket,
                          int end, lw_distance *out)
{
    if (element < geometry->triangle_count ||
        element >= geometry->triangle_count + geometry->part_count)
        return;
    lw_part room;
    const lw_convex *shape = &lw_part_at(geometry, element - geometry->triangle_count, &room)->shape;
    if (shape->core != LW_CORE_POLYTOPE)
        return;
    out->features[end] = bracket->features[end];
    for (int i = 0; i < bracket->features[end]; i++)
        out->feature[end][i] = shape->polytope->given[bracket->feature[end][i]];
}

/* Replaces the distance of the padded pair by its penetration depth. known: bounds it from below. */
static void put_depth(const lw_posed_pair *posed, double known, lw_distance *out)
{
    const double *padding = posed->pair->padding;
    lw_depth_query query = {
        relative(posed->at[0], posed->at[1]), {padding[0], padding[1]}, known, posed->work};
    lw_depth found;
    if (posed->bodies[0]->polygon_count) {
        const lw_body *bodies[2] = {posed->bodies[0], posed->bodies[1]};
        pose at[2] = {posed->at[0], posed->at[1]};
        lw_flat_depth(bodies, at, padding, &found);
    } else {
        lw_geometry_depth(posed->bodies[0]->geometry, posed->bodies[1]->geometry, &query, &found);
        found.normal = rotate(posed->at[0].rotation, found.normal);
        for (int k = 0; k < 2; k++)
            found.points[k] = transform(posed->at[0], found.points[k]);
    }
    if (!(norm2(found.normal) > 0))
        return;
    out->depth = found.upper;
    out->lower = -(found.upper + posed->error);
    out->upper = -greater(found.lower - posed->error, 0);
    out->normal = found.normal;
    out->points[0] = found.points[0];
    out->points[1] = found.points[1];
}

/* The length of a translation that separates the padded pair: it goes along the line through the
 * centres of the spheres around both, and separates the spheres. */
static double way_past_spheres(const lw_posed_pair *posed)
{
    double way = posed->error + posed->pair->padding[0] + posed->pair->padding[1];
    for (int k = 0; k < 2; k++)
        way += posed->bodies[k]->geometry->radius;
    return way * LW_UPWARD;
}

/* Grows a bracket by the padding of both bodies. Where only the padding overlaps, the shortest
 * separating translation is along the line between the nearest points. */
static void pad(const lw_pair *pair, lw_bracket *bracket)
{
    double gap = bracket->upper;
    vec3 way = sub(bracket->points[1], bracket->points[0]);
    lw_bracket_grow(bracket, pair->padding[0], pair->padding[1]);
    bracket->upper = greater(bracket->lower, lw_pair_padded(pair, gap));
    if (gap > 0 && !(bracket->upper > 0))
        bracket->normal = scale(1 / gap, way);
}

/* The elements by which the bodies touch, if the distance is known from them; else NULL. */
static const lw_element_contact *known_of(const lw_posed_pair *posed)
{
    const lw_element_contact *known = posed->contact;
    return known && known->bracket.upper <= 0 ? known : NULL;
}

/* The distance of the bodies without padding. With a touch of 0 or more, any two elements at most so
 * far apart will do. If there are none, for instance because one body is inside the other, the nearest
 * elements are measured. */
static void measure(const lw_posed_pair *posed, double touch, lw_bracket *out, uint32_t elements[2])
{
    const lw_element_contact *known = known_of(posed);
    if (known) {
        *out = known->bracket;
        elements[0] = known->element[0];
        elements[1] = known->element[1];
        return;
    }
    const lw_geometry *a = posed->bodies[0]->geometry;
    const lw_geometry *b = posed->bodies[1]->geometry;
    lw_query query = {.b_in_a = relative(posed->at[0], posed->at[1]),
                      .enough = HUGE_VAL,
                      .touch = touch,
                      .work = posed->work};
    if (touch >= 0) {
        query.enough = greater(touch, LEAST);
        lw_geometry_distance(a, b, &query, NULL, out, elements);
        if (out->upper <= touch)
            return;
        query.enough = HUGE_VAL;
    }
    lw_geometry_distance(a, b, &query, NULL, out, elements);
}

void lw_posed_distance(const lw_posed_pair *posed, double touch, lw_distance *out)
{
    const lw_pair *pair = posed->pair;
    const lw_geometry *a = posed->bodies[0]->geometry;
    const lw_geometry *b = posed->bodies[1]->geometry;
    pose at = posed->at[0];
    double near = touch < 0 ? touch : lw_pair_unpadded(pair, touch);
    lw_bracket bracket;
    uint32_t elements[2];
    measure(posed, near, &bracket, elements);
    *out = (lw_distance){0};
    double padding = pair->padding[0] + pair->padding[1];
    double gap = bracket.upper; /* of the bodies without padding */
    double lower = bracket.lower;
    if (padding > 0)
        pad(pair, &bracket);
    out->lower = fmax(0, bracket.lower - posed->error);
    out->upper = bracket.upper;
    out->points[0] = transform(at, bracket.points[0]);
    out->points[1] = transform(at, bracket.points[1]);
    out->normal = rotate(at.rotation, bracket.normal);
    give_features(a, elements[0], &bracket, 0, out);
    give_features(b, elements[1], &bracket, 1, out);
    vec3 inside;
    bool meet = gap <= padding;
    if (meet)
        out->lower = -way_past_spheres(posed);
    if (gap <= near)
        return;
    if (!meet && !lw_geometry_contained(a, b, relative(at, posed->at[1]), &inside))
        return;
    if (posed->without_depth)
        out->upper = lesser(out->upper, 0);
    else
        /* a separating translation is at least as long as the distance to the surface */
        put_depth(posed, meet ? 0 : lower + padding, out);
}

/* The elements by which a pair touches at this sample, if they were found before; else NULL. */
static const lw_element_contact *known_contact(const lw_checker *checker, const lw_pair *pair)
{
    const lw_touching *last = &checker->touching;
    bool known = last->sample == checker->samples_taken && last->a == pair->a && last->b == pair->b;
    return known ? &last->contact : NULL;
}

/* A pair, as it is at this sample. */
static lw_posed_pair pose_pair(const lw_checker *checker, const lw_pair *now)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const pose *placed = checker->placed;
    return (lw_posed_pair){
        .pair = now,
        .bodies = {lw_frozen_body(checker->frozen, now->a), lw_frozen_body(checker->frozen, now->b)},
        .at = {placed ? placed[0] : lw_body_pose(kinematics, now->a),
               placed ? placed[1] : lw_body_pose(kinematics, now->b)},
        .error = lw_pair_error(kinematics, now),
        .contact = placed ? NULL : known_contact(checker, now),
        .work = checker->work};
}

void lw_checker_distance(lw_checker *checker, const lw_pair *pair, double touch, lw_distance *out)
{
    const lw_pair now = lw_pair_at(checker->frozen, pair, checker->kinematics.time);
    const lw_posed_pair posed = pose_pair(checker, &now);
    if (!known_of(&posed))
        checker->verdict->queries++;
    lw_posed_distance(&posed, touch, out);
}

/* Fills the verdict of a contact, except `first`, free_until and the distance. */
static void fill_contact(lw_checker *checker, const lw_pair *pair, size_t piece, double time)
{
    lw_verdict *verdict = checker->verdict;
    verdict->kind = LW_VERDICT_CONTACT;
    verdict->reason = LW_REASON_NONE;
    verdict->time = time;
    verdict->segment =
        lw_motion_segment(checker->motion, piece, lw_frozen_body(checker->frozen, pair->a)->robot);
    verdict->pair[0] = pair->a;
    verdict->pair[1] = pair->b;
}

/* Measures a pair at a time for the verdict's contact. */
static void measure_contact(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                            lw_distance *out)
{
    lw_pair_id id = lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b);
    if (!lw_checker_is_at(checker, piece, time, id))
        lw_checker_sample(checker, piece, time, 0);
    lw_checker_distance(checker, pair, checker->options->any ? pair->margin : -1, out);
}

/* The normal of a first contact is the direction in which the bodies were still apart. */
static void find_normal(lw_checker *checker, const lw_pair *pair, size_t piece)
{
    lw_verdict *verdict = checker->verdict;
    if (!verdict->first || verdict->time <= checker->motion->begin)
        return;
    lw_distance apart;
    double before = verdict->free_until;
    if (before >= verdict->time)
        before = verdict->time - 1e-9 * checker->motion->length;
    if (before < checker->motion->pieces.items[piece].begin)
        return;
    lw_checker_sample(checker, piece, before, 0);
    lw_checker_distance(checker, pair, -1, &apart);
    if (norm2(apart.normal) > 0 && apart.upper > 0)
        verdict->contact.normal = apart.normal;
}

void lw_checker_report(lw_checker *checker, const lw_pair *pair, size_t piece, double time)
{
    fill_contact(checker, pair, piece, time);
    if (checker->options->unmeasured)
        return;
    measure_contact(checker, pair, piece, time, &checker->verdict->contact);
    find_normal(checker, pair, piece);
}

bool lw_checker_report_first(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                             const vec3 *normal)
{
    lw_distance contact;
    measure_contact(checker, pair, piece, time, &contact);
    if (!(contact.upper <= pair->margin))
        return false;
    fill_contact(checker, pair, piece, time);
    checker->verdict->first = true;
    if (checker->options->unmeasured)
        return true;
    checker->verdict->contact = contact;
    if (normal)
        checker->verdict->contact.normal = *normal;
    else
        find_normal(checker, pair, piece);
    return true;
}

lw_status lw_checker_refuse_time(const char *asked, const lw_checker *checker, const lw_motion *motion,
                                 double time, lw_error *error)
{
    if (!checker || !motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a checker and a motion", asked);
    if (motion->scene != checker->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the checker");
    if (motion->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion attaches or releases objects; ask its stages one by one");
    if (!(time >= motion->begin && time <= motion->end))
        return lw_fail(error, LW_ERROR_ARGUMENT, "time %g is outside the motion, %g to %g", time,
                       motion->begin, motion->end);
    return LW_OK;
}

/* Queries a pair of the scene at a time of the motion, in the checker's first sample. */
static lw_status ask_pair(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                          bool without_depth, lw_distance *out, lw_error *error)
{
    if (pair >= checker->frozen->pairs.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no pair %zu", pair);
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict;
    lw_checker_begin(checker, motion, &options, &verdict);
    lw_checker_sample(checker, lw_motion_piece_at(motion, time), time, 0);
    const lw_pair asked = lw_frozen_pair(checker->frozen, lw_frozen_pair_at(checker->frozen, pair));
    const lw_pair now = lw_pair_at(checker->frozen, &asked, checker->kinematics.time);
    lw_posed_pair posed = pose_pair(checker, &now);
    posed.without_depth = without_depth;
    lw_posed_distance(&posed, -1, out);
    lw_checker_end(checker);
    return LW_OK;
}

lw_status lw_pair_distance(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                           lw_distance *out, lw_error *error)
{
    lw_status status = lw_checker_refuse_time("lw_pair_distance", checker, motion, time, error);
    if (status)
        return status;
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_pair_distance needs room for a distance");
    return ask_pair(checker, motion, time, pair, false, out, error);
}

lw_status lw_pair_apart(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                        double *apart, lw_error *error)
{
    lw_distance distance;
    lw_status status = lw_checker_refuse_time("lw_pair_apart", checker, motion, time, error);
    if (!status)
        status = ask_pair(checker, motion, time, pair, true, &distance, error);
    if (!status)
        *apart = greater(distance.upper, 0);
    return status;
}
