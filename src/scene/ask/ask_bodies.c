/* The public queries of a frozen scene about its bodies, and about pairs of them. */
#include "base/error.h"
#include "base/sized.h"
#include "scene/ask/ask.h"
#include "scene/ask/sizes.h"

#include <string.h>

/* ---- bodies ------------------------------------------------------------------------------------ */

size_t lw_scene_body_count(const lw_scene *scene)
{
    return scene->frozen ? scene->frozen->body_count : 0;
}

const char *lw_scene_body_name(const lw_scene *scene, size_t body)
{
    return body < lw_scene_body_count(scene) ? lw_frozen_body(scene->frozen, body)->name : NULL;
}

size_t lw_body_link(const lw_scene *scene, const lw_body *body)
{
    const lw_model *model = &scene->model;
    if (body->link >= 0)
        return (size_t)body->link;
    const lw_model_object *object = &model->objects.items[lw_model_find_object(model, body->name)];
    return (size_t)lw_model_find_link(model, body->robot, object->link);
}

lw_status lw_scene_body_info(const lw_scene *scene, size_t body, lw_body_info *out, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    const lw_sized *type = LW_SIZED(body_info);
    if (status || (status = lw_ask_index("body", body, scene->frozen->body_count, error)) ||
        (status = lw_sized_check(type, out, error)))
        return status;
    const lw_body *of = lw_frozen_body(scene->frozen, body);
    bool attached = of->robot >= 0 && of->link < 0;
    vec3 low;
    vec3 high;
    lw_body_box(of, &low, &high);
    const lw_body_info info = {.name = of->name,
                               .robot = of->robot,
                               .link = of->robot < 0 ? -1 : (int64_t)lw_body_link(scene, of),
                               .attached = attached,
                               .moves = of->elementary >= 0,
                               .padding = of->padding,
                               .center = of->geometry->center,
                               .radius = of->geometry->radius,
                               .shape_count = lw_body_shape_count(scene, of),
                               .low = low,
                               .high = high};
    lw_sized_write(type, &info, out);
    return LW_OK;
}

int64_t lw_scene_find_body(const lw_scene *scene, const char *name)
{
    const lw_frozen *frozen = scene->frozen;
    if (!frozen || !name)
        return -1;
    int64_t object = lw_model_find_object(&scene->model, name);
    if (object >= 0)
        return frozen->object_bodies[object];
    for (size_t i = 0; i < frozen->chains->link_count; i++)
        if (frozen->chains->links[i].body >= 0 &&
            !strcmp(frozen->moving[frozen->chains->links[i].body].name, name))
            return frozen->chains->links[i].body;
    return -1;
}

/* ---- pairs ------------------------------------------------------------------------------------- */

size_t lw_scene_pair_count(const lw_scene *scene)
{
    return scene->frozen ? scene->frozen->pairs.count : 0;
}

void lw_scene_pair(const lw_scene *scene, size_t pair, size_t bodies[2])
{
    lw_pair_id id = lw_frozen_pair_at(scene->frozen, pair);
    bodies[0] = lw_pair_first(id);
    bodies[1] = lw_pair_second(id);
}

lw_status lw_scene_pair_info(const lw_scene *scene, size_t pair, lw_pair_info *out, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    const lw_sized *type = LW_SIZED(pair_info);
    if (status || (status = lw_ask_index("pair", pair, lw_scene_pair_count(scene), error)) ||
        (status = lw_sized_check(type, out, error)))
        return status;
    const lw_pair of = lw_frozen_pair(scene->frozen, lw_frozen_pair_at(scene->frozen, pair));
    const lw_pair_info info = {.bodies = {(size_t)of.a, (size_t)of.b},
                               .self = of.self,
                               .margin = of.margin,
                               .padding = of.padding[0] + of.padding[1]};
    lw_sized_write(type, &info, out);
    return LW_OK;
}

int64_t lw_scene_find_pair(const lw_scene *scene, size_t a, size_t b)
{
    const lw_frozen *frozen = scene->frozen;
    const size_t low = a < b ? a : b;
    const size_t high = a < b ? b : a;
    if (!frozen || low == high || high >= frozen->body_count || low >= frozen->moving_count ||
        lw_frozen_reason(frozen, (uint32_t)low, (uint32_t)high) != LW_PAIR_CHECKED)
        return -1;
    return (int64_t)lw_frozen_pair_index(frozen, lw_pair_id_of((uint32_t)low, (uint32_t)high));
}

lw_status lw_scene_pair_reason(const lw_scene *scene, size_t a, size_t b, lw_pair_reason *out,
                               lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_ask_index("body", a, scene->frozen->body_count, error)) ||
        (status = lw_ask_index("body", b, scene->frozen->body_count, error)))
        return status;
    const lw_frozen *frozen = scene->frozen;
    if (a == b)
        return lw_fail(error, LW_ERROR_ARGUMENT, "body \"%s\" makes no pair with itself",
                       lw_frozen_body(frozen, a)->name);
    const size_t low = a < b ? a : b;
    const size_t high = a < b ? b : a;
    *out = low >= frozen->moving_count ? LW_PAIR_OBSTACLES
                                       : lw_frozen_reason(frozen, (uint32_t)low, (uint32_t)high);
    return LW_OK;
}

lw_uncertainty lw_scene_uncertainty(const lw_scene *scene, size_t body)
{
    const lw_uncertainty none = {0};
    const lw_frozen *frozen = scene->frozen;
    if (!frozen || body >= frozen->body_count)
        return none;
    const lw_body *own = lw_frozen_body(frozen, body);
    if (own->robot >= 0)
        return scene->model.robots.items[own->robot].uncertainty;
    const int64_t object = lw_model_find_object(&scene->model, own->name);
    return object < 0 ? none : scene->model.objects.items[object].uncertainty;
}
