/* Freezing, after the bodies: covers of the bodies of robots. A cover that is given for a link must
 * have the fingerprint of its geometry, and is proven to contain it. */
#include "scene/covers.h"

#include <stdlib.h>

#include "base/error.h"
#include "body/cover/cover_proof.h"
#include "math/pose.h"

/* The most balls in the cover of a link, and of an object that it carries, which is small and may
 * change often. docs/decisions/covers.md, "A cover uses balls that stick out least, not the smallest
 * balls". */
enum { LINK_BALLS = 12, OBJECT_BALLS = 6 };

const lw_model_cover *lw_given_cover(const lw_model *model, int64_t link)
{
    for (size_t i = 0; i < model->covers.count; i++)
        if ((int64_t)model->covers.items[i].link == link)
            return &model->covers.items[i];
    return NULL;
}

/* The frame of a link's geometry, in the link's frame. */
static pose frame_of(const lw_model *model, const lw_frozen *frozen, size_t link)
{
    size_t first = frozen->link_shapes[link];
    return frozen->next_shape[first] == LW_NO_SHAPE ? lw_pose_in(model->shapes.items[first].pose)
                                                    : pose_identity();
}

/* Transforms the balls into the frame of the geometry. Each must meet the bounding sphere of the
 * geometry, since a ball that holds a point of the link does; its centre may lie outside. */
static lw_status place_balls(const lw_model_cover *given, const lw_geometry *geometry, pose frame,
                             lw_ball *out, lw_error *error)
{
    double near = geometry->radius + 0x1p-20 * geometry->extent;
    for (size_t i = 0; i < given->count; i++) {
        const lw_given_ball *from = &given->balls[i];
        out[i] = lw_ball_about(transform_back(frame, from->center), from->radius);
        double apart = norm(sub(lw_ball_center(&out[i]), geometry->center));
        if (!(apart <= near + (double)out[i].radius))
            return lw_fail_at(
                error, LW_ERROR_MODEL, given->file, from->place.line, from->place.column,
                "a ball does not reach the sphere about its link, of radius %.9g, so that "
                "it contains nothing of it; leave the ball out, or put it nearer",
                geometry->radius);
    }
    return LW_OK;
}

/* Proves that the balls contain a link, if need be after growing them by the rounding error. */
static lw_status prove(const lw_model_cover *given, const lw_body *body, pose frame, lw_ball *balls,
                       lw_error *error)
{
    lw_cover_gap gap;
    uint32_t count = (uint32_t)given->count;
    lw_status status = lw_cover_prove(body->geometry, balls, count, &gap, error);
    if (status || !gap.open)
        return status;
    for (uint32_t i = 0; i < count; i++)
        balls[i] = lw_ball_grown(balls[i], body->geometry->extent);
    status = lw_cover_prove(body->geometry, balls, count, &gap, error);
    if (status || !gap.open)
        return status;
    vec3 where = transform(frame, gap.point);
    return lw_fail_at(
        error, LW_ERROR_MODEL, given->file, given->place.line, given->place.column,
        "link \"%.200s\": its balls do not contain it, or not by enough to prove it, near "
        "(%.6g, %.6g, %.6g) in the link's frame",
        body->name, where.x, where.y, where.z);
}

static lw_status take_given(const lw_scene *scene, const lw_frozen *frozen, const lw_model_cover *given,
                            lw_body *body, lw_error *error)
{
    const lw_model *model = &scene->model;
    uint64_t fingerprint = lw_link_fingerprint(model, frozen, given->link);
    if (fingerprint != given->fingerprint)
        return lw_fail_at(error, LW_ERROR_MODEL, given->file, given->place.line, given->place.column,
                          "link \"%.200s\": the cover was made for other geometry or another scale, of "
                          "fingerprint %016llx, while this is %016llx; make it again with leeway cover",
                          body->name, (unsigned long long)given->fingerprint,
                          (unsigned long long)fingerprint);
    lw_ball *balls = calloc(given->count, sizeof *balls);
    if (!balls)
        return lw_fail_memory(error);
    pose frame = frame_of(model, frozen, given->link);
    lw_status status = place_balls(given, body->geometry, frame, balls, error);
    if (!status)
        status = prove(given, body, frame, balls, error);
    if (!status)
        status = lw_cover_take(&frozen->geometry->arena, body->geometry, balls, (uint32_t)given->count,
                               &body->cover, error);
    free(balls);
    return status;
}

lw_status lw_freeze_covers(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    uint32_t link_balls = model->cover_balls ? (uint32_t)model->cover_balls : LINK_BALLS;
    const lw_model_cover **covers = calloc(model->links.count + 1, sizeof *covers);
    lw_status status = covers ? LW_OK : lw_fail_memory(error);
    for (size_t i = model->covers.count; i-- > 0 && covers;)
        covers[model->covers.items[i].link] = &model->covers.items[i];
    /* the planar search needs none */
    size_t count = lw_frozen_is_flat(model, frozen) ? 0 : frozen->moving_count;
    for (size_t i = 0; i < count && !status; i++) {
        lw_body *body = &frozen->moving[i];
        if (body->cover)
            continue;
        const lw_model_cover *given = body->link < 0 ? NULL : covers[body->link];
        body->cover_memory = frozen->geometry;
        status =
            given ? take_given(scene, frozen, given, body, error)
                  : lw_cover_create(&frozen->geometry->arena, body->geometry,
                                    body->link >= 0 ? link_balls : OBJECT_BALLS, &body->cover, error);
    }
    free(covers);
    return status;
}
