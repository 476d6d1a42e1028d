/* The public functions that move, remove, attach and release the objects of a scene, and say how
 * exactly they are known. */
#include "scene/build.h"

#include <string.h>

#include "scene/frozen.h"
#include "scene/names.h"
#include "scene/shared_shape.h"

enum { FIRST_BLOCK = 256 }; /* room for the strings of an object: there may be many */

/* The object of a name. what: what it should be, for the sentence. */
static lw_status find_object(const lw_model *model, const char *id, const char *what, size_t *out,
                             lw_error *error)
{
    int64_t object = id ? lw_model_find_object(model, id) : -1;
    if (object < 0)
        return lw_fail(error, LW_ERROR_NAME, "there is no %s \"%s\"%s", what, id ? id : "",
                       id ? lw_hint_body(model, id).text : "");
    *out = (size_t)object;
    return LW_OK;
}

static lw_status find_obstacle(const lw_model *model, const char *id, size_t *out, lw_error *error)
{
    lw_status status = find_object(model, id, "obstacle", out, error);
    if (!status && model->objects.items[*out].robot >= 0)
        return lw_fail(error, LW_ERROR_STATE, "\"%s\" is carried by link \"%s\"; release it first", id,
                       model->objects.items[*out].link);
    return status;
}

static lw_status check_pose(const lw_model *model, const char *what, lw_pose *at, lw_error *error)
{
    lw_status status = lw_build_check_pose(at, error);
    return status ? status : lw_build_check_plane(model->planar, what, at, error);
}

lw_status lw_scene_move_obstacle(lw_scene *scene, const char *id, lw_pose at, lw_error *error)
{
    if (!scene || !scene->model.owner || scene->frozen) {
        lw_model *model = NULL;
        size_t object = 0;
        lw_status status = lw_build_open(scene, &model, error);
        if (status || (status = find_obstacle(model, id, &object, error)) ||
            (status = check_pose(model, "an obstacle's pose", &at, error)))
            return status;
        model->objects.items[object].placed = true;
        model->objects.items[object].pose = at;
        model->objects.items[object].stays = false;
        model->obstacles_differ = true;
        return LW_OK;
    }
    /* the model stays shared */
    lw_move move = {.pose = at};
    lw_status status = find_obstacle(&scene->model, id, &move.object, error);
    if (status || (status = check_pose(&scene->model, "an obstacle's pose", &move.pose, error)))
        return status;
    if (!LW_ARRAY_GROW(&scene->moves))
        return lw_fail_memory(error);
    scene->moves.items[scene->moves.count++] = move;
    return LW_OK;
}

/* Removes an object's shapes from the list, and corrects the indices of objects in it. */
static void remove_shapes(lw_model *model, size_t object)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->shapes.count; i++) {
        lw_model_shape *shape = &model->shapes.items[i];
        if (shape->object == (int64_t)object) {
            if (shape->shared)
                lw_memory_release(shape->shared->memory);
            continue;
        }
        shape->object -= shape->object > (int64_t)object;
        model->shapes.items[kept++] = *shape;
    }
    model->shapes.count = kept;
}

lw_status lw_scene_remove(lw_scene *scene, const char *id, lw_error *error)
{
    lw_model *model = NULL;
    size_t object = 0;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = find_object(model, id, "obstacle or carried object", &object, error)))
        return status;
    lw_name_table names = {.used = 0};
    for (size_t i = 0; i < model->objects.count && !status; i++)
        if (i != object &&
            !lw_name_table_add(&names, model->objects.items[i].id, (int64_t)(i - (i > object))))
            status = lw_fail_memory(error);
    if (status) {
        lw_name_table_free(&names);
        return status;
    }
    lw_name_table_free(&model->object_names);
    model->object_names = names;
    lw_model_object *gone = &model->objects.items[object];
    model->obstacles_differ |= gone->robot < 0;
    remove_shapes(model, object);
    lw_memory_release(gone->memory);
    memmove(gone, gone + 1, (model->objects.count - object - 1) * sizeof *gone);
    model->objects.count--;
    return LW_OK;
}

/* Creates the memory for the strings of an object, with a copy of its name. */
static lw_status begin_strings(const char *id, lw_model_object *out, lw_error *error)
{
    out->memory = lw_memory_create();
    if (!out->memory)
        return lw_fail_memory(error);
    out->memory->arena.block = FIRST_BLOCK;
    out->id = lw_arena_string(&out->memory->arena, id);
    return out->id ? LW_OK : lw_fail_memory(error);
}

lw_status lw_model_begin_object(lw_model *model, const char *id, lw_model_object *out, lw_error *error)
{
    *out = (lw_model_object){.robot = -1, .made = -1};
    if (!model->root) {
        out->id = lw_arena_string(&model->arena, id);
        return out->id ? LW_OK : lw_fail_memory(error);
    }
    lw_status status = begin_strings(id, out, error);
    if (status)
        lw_memory_release(out->memory);
    return status;
}

lw_status lw_model_carry(lw_model *model, lw_model_object *object, size_t robot, const char *link,
                         const char *const *touch_links, size_t count, lw_error *error)
{
    lw_arena *arena = object->memory ? &object->memory->arena : &model->arena;
    lw_model_object carried = *object;
    carried.robot = (int64_t)robot;
    carried.link = lw_arena_string(arena, link);
    carried.touch_link_count = count;
    if (!carried.link)
        return lw_fail_memory(error);
    lw_status status = lw_build_copy_strings(arena, touch_links, count, "the touch links",
                                             &carried.touch_links, error);
    if (!status)
        *object = carried;
    return status;
}

/* Replaces an object; the table of names then refers to the new object's string. */
static void replace_object(lw_model *model, size_t index, const lw_model_object *by)
{
    lw_memory_release(model->objects.items[index].memory);
    lw_name_table_rename(&model->object_names, by->id, (int64_t)index);
    model->objects.items[index] = *by;
    model->obstacles_differ = true;
}

lw_status lw_scene_attach_obstacle(lw_scene *scene, const char *robot, const char *link, const char *id,
                                   lw_pose at, const char *const *touch_links, size_t touch_link_count,
                                   lw_error *error)
{
    lw_model *model = NULL;
    size_t object = 0;
    size_t r = 0;
    size_t l = 0;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = find_obstacle(model, id, &object, error)) ||
        (status = lw_build_find_robot(model, robot, &r, error)) ||
        (status = lw_build_find_link(model, r, link, &l, error)) ||
        (status = check_pose(model, "a carried object's pose", &at, error)))
        return status;
    const lw_model_object *old = &model->objects.items[object];
    const lw_uncertainty *known = &old->uncertainty;
    if (known->position > 0 || known->angle > 0 || known->speed > 0)
        return lw_fail(error, LW_ERROR_STATE,
                       "the place of \"%s\" is not known exactly; set its uncertainty to 0 before link "
                       "\"%s\" carries it",
                       id, link);
    lw_model_object next;
    if ((status = lw_model_begin_object(model, id, &next, error)))
        return status;
    status = lw_model_carry(model, &next, r, link, touch_links, touch_link_count, error);
    if (status) {
        lw_memory_release(next.memory);
        return status;
    }
    next.made = old->made;
    next.has_frame = old->has_frame;
    next.frame = old->frame;
    next.placed = true;
    next.pose = at;
    replace_object(model, object, &next);
    return LW_OK;
}

lw_status lw_scene_release(lw_scene *scene, const char *id, lw_pose at, lw_error *error)
{
    lw_model *model = NULL;
    size_t object = 0;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = find_object(model, id, "carried object", &object, error)) ||
        (status = check_pose(model, "an obstacle's pose", &at, error)))
        return status;
    const lw_model_object *old = &model->objects.items[object];
    if (old->robot < 0)
        return lw_fail(error, LW_ERROR_STATE, "\"%s\" is an obstacle, which no link carries", id);
    lw_model_object next;
    if ((status = lw_model_begin_object(model, id, &next, error)))
        return status;
    next.made = old->made;
    next.has_frame = old->has_frame;
    next.frame = old->frame;
    next.placed = true;
    next.pose = at;
    replace_object(model, object, &next);
    return LW_OK;
}

/* ---- how exactly things are known ---------------------------------------------------------------- */

static const double HALF_TURN = 3.14159265358979324;

static lw_status check_uncertainty(const char *what, const char *name, const lw_uncertainty *given,
                                   lw_error *error)
{
    const struct {
        const char *name;
        double value, least, most;
    } numbers[] = {{"position", given->position, 0, LW_LARGEST},
                   {"angle", given->angle, 0, HALF_TURN},
                   {"speed", given->speed, 0, LW_LARGEST},
                   {"time", given->since, -LW_LARGEST, LW_LARGEST}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i].value >= numbers[i].least && numbers[i].value <= numbers[i].most))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "%s \"%s\": the %s of its uncertainty is %g; it must be from %g to %g", what,
                           name, numbers[i].name, numbers[i].value, numbers[i].least, numbers[i].most);
    return LW_OK;
}

lw_status lw_scene_set_uncertainty(lw_scene *scene, const char *obstacle,
                                   const lw_uncertainty *uncertainty, lw_error *error)
{
    const lw_uncertainty none = {0};
    const lw_uncertainty *given = uncertainty ? uncertainty : &none;
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    const int64_t index = obstacle ? lw_model_find_object(model, obstacle) : -1;
    if (index < 0 || lw_model_is_carried(model, index))
        return lw_fail(error, LW_ERROR_NAME, "there is no obstacle \"%s\"", obstacle ? obstacle : "");
    if ((status = check_uncertainty("obstacle", obstacle, given, error)))
        return status;
    lw_model_object *object = &model->objects.items[index];
    object->uncertainty = *given;
    object->stays = false;
    model->obstacles_differ = true;
    return LW_OK;
}

lw_status lw_scene_set_base_uncertainty(lw_scene *scene, const char *robot,
                                        const lw_uncertainty *uncertainty, lw_error *error)
{
    const lw_uncertainty none = {0};
    const lw_uncertainty *given = uncertainty ? uncertainty : &none;
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    int64_t index = robot ? lw_model_find_robot(model, robot) : -1;
    if (!robot && model->robots.count == 1)
        index = 0;
    if (index < 0)
        return lw_fail(error, LW_ERROR_NAME,
                       robot ? "there is no robot \"%s\""
                             : "there are several robots, or none%s; name the one whose base is meant",
                       robot ? robot : "");
    if ((status = check_uncertainty("robot", model->robots.items[index].name, given, error)))
        return status;
    model->robots.items[index].uncertainty = *given;
    return LW_OK;
}
