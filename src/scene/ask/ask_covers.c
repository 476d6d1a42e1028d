/* The public queries of a frozen scene about the covers of its bodies. */
#include "base/error.h"
#include "base/sized.h"
#include "body/cover.h"
#include "math/pose.h"
#include "scene/ask/ask.h"
#include "scene/build.h"
#include "scene/covers.h"

lw_status lw_scene_set_cover_balls(lw_scene *scene, size_t balls, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_robots(scene, "covers", &model, error);
    if (status)
        return status;
    if (balls < 1 || balls > LW_COVER_MOST_BALLS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "covers of %zu balls; there may be 1 to %d of them",
                       balls, LW_COVER_MOST_BALLS);
    model->cover_balls = balls;
    return LW_OK;
}

static lw_status find_body(const lw_scene *scene, size_t body, const void *out, const lw_body **of,
                           lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_ask_index("body", body, scene->frozen->body_count, error)))
        return status;
    *of = lw_frozen_body(scene->frozen, body);
    return LW_OK;
}

lw_status lw_scene_cover_info(const lw_scene *scene, size_t body, lw_cover_info *out, lw_error *error)
{
    const lw_sized *type = LW_SIZED(cover_info);
    const lw_body *of = NULL;
    lw_status status = find_body(scene, body, out, &of, error);
    if (status || (status = lw_sized_check(type, out, error)))
        return status;
    lw_cover_info info = lw_default_cover_info();
    if (of->cover) {
        const lw_model_cover *given = lw_given_cover(&scene->model, of->link);
        info.file = given ? given->file : NULL;
        info.ball_count = of->cover->count;
        for (uint32_t i = 0; i < of->cover->count; i++)
            info.excess = greater(info.excess, lw_cover_excess(of->geometry, &of->cover->balls[i]));
        if (of->link >= 0)
            info.fingerprint = lw_link_fingerprint(&scene->model, scene->frozen, (size_t)of->link);
    }
    lw_sized_write(type, &info, out);
    return LW_OK;
}

lw_status lw_scene_cover_ball(const lw_scene *scene, size_t body, size_t ball, lw_cover_ball *out,
                              lw_error *error)
{
    const lw_body *of = NULL;
    lw_status status = find_body(scene, body, out, &of, error);
    if (status)
        return status;
    const lw_cover *cover = of->cover;
    status = lw_ask_index("ball of the cover", ball, cover ? cover->count : 0, error);
    if (status || !cover)
        return status;
    const lw_ball *from = &cover->balls[ball];
    lw_pose frame;
    vec3 center = lw_ball_center(from);
    if (lw_body_frame(scene, body, &frame))
        center = transform(lw_pose_in(frame), center);
    *out = (lw_cover_ball){center, (double)from->radius, lw_cover_excess(of->geometry, from)};
    return LW_OK;
}
