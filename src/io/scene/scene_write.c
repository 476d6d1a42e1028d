/* Writes a frozen scene as JSON that reads back as the same scene: every number as the same double.
 * Robots are written in place, as links and joints, and meshes as vertices and triangles, so that the
 * text needs no other file. Linear in the scene, but for rules that check pairs. */
#include "io/scene/scene_write.h"

#include "io/scene/uncertainty_json.h"
#include "scene/ask/ask.h"

#include <stdio.h>
#include <string.h>

static void write_number(const lw_scene_writer *w, const char *key, double value)
{
    lw_text_put(w->text, ",\n \"");
    lw_text_put(w->text, key);
    lw_text_put(w->text, "\": ");
    lw_json_write_number(w->text, value);
}

/* Opens a list or an object before its first item; between others a comma. */
static void begin_item(const lw_scene_writer *w, const char *key, const char *bracket, size_t written)
{
    if (!written) {
        lw_text_put(w->text, ",\n \"");
        lw_text_put(w->text, key);
        lw_text_put(w->text, "\": ");
        lw_text_put(w->text, bracket);
    }
    lw_write_next(w->text, written);
}

static void write_settings(const lw_scene_writer *w)
{
    const lw_model *model = w->model;
    lw_text_put(w->text, model->planar ? "{\n \"dimension\": 2" : "{\n \"dimension\": 3");
    if (model->margin > 0)
        write_number(w, "margin", model->margin);
    if (model->self_margin > 0)
        write_number(w, "self_margin", model->self_margin);
    if (model->mesh_mode == LW_MESH_SURFACE)
        lw_text_put(w->text, ",\n \"mesh\": \"surface\"");
}

/* Writes the values of links that are not the default. */
static void write_link_values(const lw_scene_writer *w, const char *key, const double *values,
                              double usual)
{
    size_t written = 0;
    for (size_t i = 0; i < w->model->links.count; i++) {
        if (values[i] == usual)
            continue;
        begin_item(w, key, "{", written++);
        lw_write_robot_name(w, (int64_t)w->model->links.items[i].robot, w->model->links.items[i].name);
        lw_text_put(w->text, ": ");
        lw_json_write_number(w->text, values[i]);
    }
    lw_text_put(w->text, written ? "}" : "");
}

/* Parts of an outline grow about the middle of the whole, which is not written. */
static lw_status check_scales(const lw_scene_writer *w)
{
    const lw_frozen *frozen = w->scene->frozen;
    for (size_t i = 0; i < w->model->links.count; i++) {
        const size_t first = frozen->link_shapes[i];
        if (w->model->planar && frozen->link_scales[i] != 1 && first != LW_NO_SHAPE &&
            frozen->next_shape[first] != LW_NO_SHAPE)
            return lw_fail(
                w->error, LW_ERROR_ARGUMENT,
                "link \"%s\" is scaled and has several shapes in the plane, which JSON can only "
                "scale one by one",
                w->model->links.items[i].name);
    }
    return LW_OK;
}

/* ---- objects ----------------------------------------------------------------------------------- */

/* The pose at which an object was put after its shapes were given; NULL: it was not. */
static const lw_pose *place_of(const lw_scene_writer *w, size_t object)
{
    const lw_frozen *frozen = w->scene->frozen;
    const int64_t body = frozen->object_bodies[object];
    const lw_model_object *entry = &w->model->objects.items[object];
    if (entry->robot < 0 && body >= 0 && (size_t)body >= frozen->moving_count) {
        const lw_obstacle *obstacle =
            lw_obstacle_at(&frozen->obstacles, (size_t)body - frozen->moving_count);
        if (obstacle->moved)
            return &obstacle->pose;
    }
    return entry->placed ? &entry->pose : NULL;
}

/* Whether an object has one shape, whose pose is then the object's. */
static bool is_alone(const lw_scene_writer *w, size_t object)
{
    const lw_frozen *frozen = w->scene->frozen;
    const size_t first = frozen->object_shapes[object];
    return first != LW_NO_SHAPE && frozen->next_shape[first] == LW_NO_SHAPE;
}

static void write_touch_links(const lw_scene_writer *w, const lw_model_object *object)
{
    for (size_t i = 0; i < object->touch_link_count; i++) {
        lw_text_put(w->text, i ? ", " : ", \"touch_links\": [");
        lw_json_write_text(w->text, object->touch_links[i]);
    }
    lw_text_put(w->text, object->touch_link_count ? "]" : "");
}

static lw_status write_object(const lw_scene_writer *w, size_t index)
{
    const lw_model_object *object = &w->model->objects.items[index];
    const lw_pose *place = place_of(w, index);
    lw_text_put(w->text, "{\"id\": ");
    lw_json_write_text(w->text, object->id);
    if (object->robot >= 0) {
        lw_json_write_key(w->text, "robot");
        lw_json_write_text(w->text, w->model->robots.items[object->robot].name);
        lw_json_write_key(w->text, "link");
        lw_json_write_text(w->text, object->link);
        write_touch_links(w, object);
    }
    if (place && !is_alone(w, index))
        lw_write_pose(w->text, w->model->planar, place, true);
    lw_status status = lw_write_shapes(w, -1, (int64_t)index, place);
    lw_uncertainty_write(w->text, &object->uncertainty);
    lw_text_put(w->text, "}");
    return status;
}

static lw_status write_objects(const lw_scene_writer *w, bool carried)
{
    size_t written = 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < w->model->objects.count && !status; i++)
        if ((w->model->objects.items[i].robot >= 0) == carried) {
            begin_item(w, carried ? "attached" : "obstacles", "[", written++);
            status = write_object(w, i);
        }
    lw_text_put(w->text, written ? "]" : "");
    return status;
}

/* ---- margins, values, motions ------------------------------------------------------------------ */

static lw_status write_margins(const lw_scene_writer *w)
{
    for (size_t i = 0; i < w->model->margins.count; i++) {
        const lw_model_margin *margin = &w->model->margins.items[i];
        if (!margin->b)
            return lw_fail(w->error, LW_ERROR_ARGUMENT,
                           "all pairs of \"%s\" have a margin, for which a JSON scene has no key",
                           margin->a);
        begin_item(w, "pair_margins", "[", i);
        lw_text_put(w->text, "{\"pair\": [");
        lw_json_write_text(w->text, margin->a);
        lw_text_put(w->text, ", ");
        lw_json_write_text(w->text, margin->b);
        lw_text_put(w->text, "], \"margin\": ");
        lw_json_write_number(w->text, margin->margin);
        lw_text_put(w->text, "}");
    }
    lw_text_put(w->text, w->model->margins.count ? "]" : "");
    return LW_OK;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Whether another value of the same joint decides over this one. */
static bool is_replaced(const lw_model *model, size_t index)
{
    const lw_model_value *value = &model->values.items[index];
    for (size_t i = 0; i < model->values.count; i++) {
        const lw_model_value *other = &model->values.items[i];
        if (i != index && is_same_text(other->robot, value->robot) &&
            !strcmp(other->joint, value->joint) &&
            (other->rank > value->rank || (other->rank == value->rank && i > index)))
            return true;
    }
    return false;
}

static void write_values(const lw_scene_writer *w)
{
    size_t written = 0;
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < w->model->values.count; i++) {
            const lw_model_value *value = &w->model->values.items[i];
            char name[512];
            if (value->rank != (lw_rank)rank || is_replaced(w->model, i))
                continue;
            snprintf(name, sizeof name, "%s%s%s", value->robot ? value->robot : "",
                     value->robot ? "/" : "", value->joint);
            begin_item(w, "robot_state", "{", written++);
            lw_json_write_text(w->text, name);
            lw_text_put(w->text, value->count > 1 ? ": [" : ": ");
            for (size_t k = 0; k < value->count; k++) {
                lw_text_put(w->text, k ? ", " : "");
                lw_json_write_number(w->text, value->values[k]);
            }
            lw_text_put(w->text, value->count > 1 ? "]" : "");
        }
    lw_text_put(w->text, written ? "}" : "");
}

static void write_motions(const lw_scene_writer *w)
{
    for (size_t i = 0; i < w->model->motions.count; i++) {
        begin_item(w, "motions", "{", i);
        lw_json_write_text(w->text, w->model->motions.items[i].name);
        lw_text_put(w->text, ": ");
        lw_text_put(w->text, w->model->motions.items[i].json);
    }
    lw_text_put(w->text, w->model->motions.count ? "}" : "");
}

static lw_status write_robots(const lw_scene_writer *w)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < w->model->robots.count && !status; i++) {
        begin_item(w, "robots", "[", i);
        status = lw_write_robot(w, i);
    }
    lw_text_put(w->text, w->model->robots.count ? "]" : "");
    return status;
}

static lw_status write_scene(const lw_scene_writer *w)
{
    lw_status status = check_scales(w);
    if (status)
        return status;
    write_settings(w);
    if ((status = write_robots(w)) || (status = write_objects(w, false)) ||
        (status = write_objects(w, true)) || (status = lw_write_rules(w)) ||
        (status = write_margins(w)))
        return status;
    write_link_values(w, "link_padding", w->scene->frozen->link_paddings, 0);
    write_link_values(w, "link_scale", w->scene->frozen->link_scales, 1);
    write_values(w);
    write_motions(w);
    lw_text_put(w->text, "\n}\n");
    return LW_OK;
}

lw_status lw_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length, lw_error *error)
{
    lw_text out;
    lw_status status = lw_ask_frozen(scene, scene, error);
    if (status || (status = lw_text_begin(&out, text, size, error)))
        return status;
    const lw_scene_writer w = {scene, &scene->model, &out, error};
    status = write_scene(&w);
    lw_text_end(&out, length);
    return status;
}
