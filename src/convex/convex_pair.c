/* The time of impact of two convex shapes whose motion the caller describes (lw_convex_pair): their
 * first contact, found by PCDA (convex/pcda.h). */
#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "convex/pcda.h"
#include "distance/depth.h"
#include "math/pose.h"
#include "plane/flat_depth.h"
#include "scene/shape_body.h"

struct lw_convex_pair {
    lw_arena arena;
    lw_body bodies[2]; /* each consists of one of the shapes, in the shape's frame */
    const lw_convex *shapes[2];
};

typedef struct described {
    const lw_convex_pair *pair;
    const lw_convex_motion *motion;
    lw_status status; /* the error of the caller's function, which is not called again after it */
    double failed_at;
} described;

static void described_moves(void *context, double at, double until, lw_moving bodies[2])
{
    described *d = context;
    lw_body_state states[2] = {{.pose = lw_pose_identity()}, {.pose = lw_pose_identity()}};
    if (!d->status && (d->status = d->motion->states(d->motion->context, at, until, states)))
        d->failed_at = at;
    if (d->status) {
        bodies[0] = bodies[1] = (lw_moving){.acceleration = NAN}; /* ends the search */
        return;
    }
    for (int i = 0; i < 2; i++) {
        const lw_body_state *state = &states[i];
        lw_moving *body = &bodies[i];
        body->pose.position = state->pose.position;
        body->linear = state->linear_velocity;
        body->angular = state->angular_velocity;
        body->acceleration = state->acceleration;
        body->spin = state->spin;
        body->spin_change = state->spin_change;
        if (!lw_rotation_from_any_quat(state->pose.orientation, &body->pose.rotation))
            *body = (lw_moving){.acceleration = NAN}; /* lw_pcda_run reports it */
    }
}

/* The penetration depth of the bodies, in the world. */
static void depth_of(const lw_pcda *pcda, const lw_moving bodies[2], lw_depth *out)
{
    const lw_convex_pair *pair = ((const described *)pcda->context)->pair;
    if (pair->bodies[0].polygon_count) {
        const lw_body *flat[2] = {&pair->bodies[0], &pair->bodies[1]};
        pose at[2] = {bodies[0].pose, bodies[1].pose};
        lw_flat_depth(flat, at, (const double[]){0, 0}, out);
        return;
    }
    pose b_in_a = relative(bodies[0].pose, bodies[1].pose);
    lw_convex_depth(pcda->shapes[0], pcda->shapes[1], &b_in_a, out);
    out->normal = rotate(bodies[0].pose.rotation, out->normal);
}

/* Fills the contact's points, normal and depth. If nothing separated the bodies before, the normal is
 * that of the depth. */
static void report(const lw_pcda *pcda, const lw_pcda_result *found, bool depth, lw_convex_contact *out)
{
    lw_distance *contact = &out->contact;
    *contact = (lw_distance){
        .points = {found->points[0], found->points[1]}, .normal = found->normal, .depth = NAN};
    bool separated = norm2(found->normal) > 0;
    if (separated && !depth)
        return;
    lw_moving bodies[2];
    lw_depth overlap;
    pcda->moves(pcda->context, found->contact, found->contact, bodies);
    if (((const described *)pcda->context)->status)
        return;
    depth_of(pcda, bodies, &overlap);
    contact->depth = overlap.upper;
    contact->lower = -overlap.upper;
    contact->upper = -overlap.lower;
    if (!separated)
        contact->normal = overlap.normal;
}

static lw_status answer(const lw_pcda *pcda, const lw_pcda_result *found, bool depth,
                        lw_convex_contact *out, lw_error *error)
{
    *out = (lw_convex_contact){.kind = LW_VERDICT_UNDECIDED,
                               .free_until = found->time,
                               .time = found->time,
                               .steps = found->steps,
                               .queries = found->queries};
    switch (found->state) {
    case LW_PCDA_FREE:
        out->kind = LW_VERDICT_FREE;
        break;
    case LW_PCDA_CONTACT:
        out->kind = LW_VERDICT_CONTACT;
        out->time = found->contact;
        report(pcda, found, depth, out);
        break;
    case LW_PCDA_NEAR:
        out->reason = LW_REASON_PRECISION;
        break;
    case LW_PCDA_BUDGET:
        out->reason = LW_REASON_BUDGET;
        break;
    case LW_PCDA_MOTION:
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion of [%g, %g] is not finite, or moves more than its bounds, at %.17g",
                       pcda->begin, pcda->end, found->time);
    }
    return LW_OK;
}

static lw_status check_shapes(const lw_shape_def *a, const lw_shape_def *b, lw_error *error)
{
    if (!a || !b)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair needs two shapes");
    if (lw_shape_is_flat(a) != lw_shape_is_flat(b))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a shape in the plane and one in space do not move together");
    if (a->kind == LW_SHAPE_MESH || b->kind == LW_SHAPE_MESH)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair is of convex shapes; it takes no meshes");
    if (a->kind == LW_SHAPE_CLOUD || b->kind == LW_SHAPE_CLOUD)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair is of convex shapes; it takes no clouds");
    if (a->kind == LW_SHAPE_OCTREE || b->kind == LW_SHAPE_OCTREE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair is of convex shapes; it takes no octrees");
    if (a->kind == LW_SHAPE_HEIGHTS || b->kind == LW_SHAPE_HEIGHTS)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a pair is of convex shapes; it takes no height fields");
    if (a->kind == LW_SHAPE_DEPTH_IMAGE || b->kind == LW_SHAPE_DEPTH_IMAGE)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a pair is of convex shapes; it takes no depth images");
    return LW_OK;
}

static lw_status make_body(lw_convex_pair *pair, int which, const lw_shape_def *shape, lw_error *error)
{
    lw_body *body = &pair->bodies[which];
    lw_status status =
        lw_shape_body(&pair->arena, shape, lw_pose_identity(), lw_shape_is_flat(shape), body, error);
    if (status)
        return status;
    if (body->geometry->part_count != 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a pair is of convex shapes, and this outline is not convex");
    pair->shapes[which] = &body->geometry->parts[0].shape;
    return LW_OK;
}

lw_status lw_convex_pair_create(const lw_shape_def *a, const lw_shape_def *b, lw_convex_pair **out,
                                lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_convex_pair_create needs room for a pair");
    *out = NULL;
    lw_shape_def rooms[2];
    lw_status status = LW_OK;
    LW_SIZED_TAKE(shape_def, a, &rooms[0], status, error);
    if (!status)
        LW_SIZED_TAKE(shape_def, b, &rooms[1], status, error);
    if (status || (status = check_shapes(a, b, error)))
        return status;
    lw_convex_pair *pair = calloc(1, sizeof *pair);
    if (!pair)
        return lw_fail_memory(error);
    status = make_body(pair, 0, a, error);
    if (!status)
        status = make_body(pair, 1, b, error);
    if (status) {
        lw_convex_pair_destroy(pair);
        return status;
    }
    *out = pair;
    return LW_OK;
}

void lw_convex_pair_destroy(lw_convex_pair *pair)
{
    if (!pair)
        return;
    lw_arena_free(&pair->arena);
    free(pair);
}

lw_status lw_convex_pair_first_contact(const lw_convex_pair *pair, const lw_convex_motion *motion,
                                       const lw_contact_options *options, lw_convex_contact *out,
                                       lw_error *error)
{
    if (!pair || !motion || !motion->states || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a first contact needs a pair of shapes, a motion and room for an answer");
    if (!isfinite(motion->begin) || !isfinite(motion->end) || motion->end < motion->begin)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a motion from %g to %g has no length", motion->begin,
                       motion->end);
    const lw_sized *type = LW_SIZED(convex_contact);
    lw_contact_options chosen = lw_default_contact_options();
    lw_status status = lw_sized_check(type, out, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(contact_options), options, &chosen, error);
    if (status)
        return status;
    described d = {.pair = pair, .motion = motion};
    lw_pcda pcda = lw_default_pcda(pair->shapes[0], pair->shapes[1], described_moves, &d);
    pcda.begin = motion->begin;
    pcda.end = motion->end;
    pcda.trusted = chosen.trusted;
    lw_pcda_result found = lw_pcda_run(&pcda);
    lw_convex_contact own;
    status = answer(&pcda, &found, chosen.depth, &own, error);
    lw_sized_write(type, &own, out);
    if (!d.status)
        return status;
    return lw_fail(error, d.status, "the function that describes the motion failed (%s) at %.17g",
                   lw_status_name(d.status), d.failed_at);
}

lw_status lw_convex_first_contact(const lw_shape_def *a, const lw_shape_def *b,
                                  const lw_convex_motion *motion, const lw_contact_options *options,
                                  lw_convex_contact *out, lw_error *error)
{
    lw_convex_pair *pair;
    lw_status status = lw_convex_pair_create(a, b, &pair, error);
    if (!status)
        status = lw_convex_pair_first_contact(pair, motion, options, out, error);
    lw_convex_pair_destroy(pair);
    return status;
}
