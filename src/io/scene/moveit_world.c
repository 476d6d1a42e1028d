/* Applies the messages of a MoveIt scene to its objects. An object has a pose, and its shapes are at
 * poses in it; the model keeps the pose in `frame` of the object, for a later message that moves it. */
#include "io/scene/moveit_world.h"

#include <stdlib.h>
#include <string.h>

#include "io/text/ros_message.h"
#include "math/pose.h"
#include "scene/link_pose.h"
#include "scene/names.h"

/* The link that carries an object. Functions take NULL in its place for an obstacle, which no link
 * carries. */
typedef struct carrier {
    const char *robot, *link;
    const char *const *touch;
    size_t touch_count;
} carrier;

void lw_moveit_world_free(lw_moveit_world *world)
{
    lw_name_table_free(&world->of_file);
    lw_name_table_free(&world->of_message);
    lw_name_table_free(&world->l.given_ids);
    free((void *)world->l.given.items);
}

/* inverse(a) b */
static lw_pose relative_pose(lw_pose a, lw_pose b)
{
    return (lw_pose){transform_back(lw_pose_in(a), b.position),
                     lw_quat_multiply(lw_quat_conjugate(a.orientation), b.orientation)};
}

static bool is_obstacle(const lw_model *model, int64_t object)
{
    return object >= 0 && model->objects.items[object].robot < 0;
}

/* Iterates over the shapes of an object: the index of the next one from an index on; after the last,
 * the number of all shapes. */
static size_t next_shape(const lw_model *model, int64_t object, size_t from)
{
    while (from < model->shapes.count && model->shapes.items[from].object != object)
        from++;
    return from;
}

size_t lw_moveit_count_shapes(const lw_model *model, int64_t object)
{
    size_t count = 0;
    for (size_t i = next_shape(model, object, 0); i < model->shapes.count;
         i = next_shape(model, object, i + 1))
        count++;
    return count;
}

lw_pose lw_moveit_body_pose(const lw_model *model, int64_t object)
{
    const lw_model_object *o = &model->objects.items[object];
    if (o->placed)
        return o->pose;
    return lw_moveit_count_shapes(model, object) == 1
               ? model->shapes.items[next_shape(model, object, 0)].pose
               : lw_pose_identity();
}

/* ---- adding ------------------------------------------------------------------------------------ */

/* The pose of an object in its body, from the poses of its shapes in it. at: the object's pose. */
static lw_pose frame_of(const lw_moveit_object *object, lw_pose at)
{
    if (object->count > 1)
        return at;
    return object->has_pose ? lw_pose_inverse(object->shapes[0].pose) : lw_pose_identity();
}

/* Lists an object that the file adds; it replaces an earlier one of its id. False when memory ran
 * out. */
static bool note_given(lw_moveit_loader *l, const lw_moveit_object *object)
{
    const int64_t known = lw_name_table_find(&l->given_ids, object->id);
    if (known >= 0) {
        l->given.items[known] = object->node;
        return true;
    }
    if (!LW_ARRAY_GROW(&l->given) ||
        !lw_name_table_add(&l->given_ids, object->id, (int64_t)l->given.count))
        return false;
    l->given.items[l->given.count++] = object->node;
    return true;
}

/* Adds the shapes of an object. frame: the pose of the frame in which the object is given. */
static lw_status add_shapes(lw_moveit_world *w, const lw_moveit_object *object, lw_pose frame,
                            const carrier *by)
{
    lw_scene *scene = w->l.scene;
    lw_error *error = w->l.document->error;
    const bool is_new = lw_model_find_object(&scene->model, object->id) < 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < object->count && !status; i++) {
        const lw_placed_shape *shape = &object->shapes[i];
        const lw_pose at = lw_pose_compose(frame, lw_pose_compose(object->pose, shape->pose));
        status = by ? lw_scene_add_attached(scene, by->robot, by->link, object->id, &shape->shape, at,
                                            by->touch, by->touch_count, error)
                    : lw_scene_add_obstacle(scene, object->id, &shape->shape, at, error);
        if (!status)
            status = lw_model_name_file(&scene->model, shape->file, error);
    }
    if (!status && !note_given(&w->l, object))
        status = lw_fail_memory(error);
    if (!status && is_new) {
        const int64_t made = lw_model_find_object(&scene->model, object->id);
        scene->model.objects.items[made].has_frame = true;
        scene->model.objects.items[made].frame = frame_of(object, lw_pose_compose(frame, object->pose));
    }
    return lw_value_place(w->l.document, object->node, status);
}

static lw_status fail_known(const lw_moveit_world *w, const lw_moveit_object *object)
{
    return lw_value_fail(w->l.document, object->node, LW_ERROR_NAME,
                         "there is an object of this id already; give one of them another id");
}

/* Makes room for an object that is added: in an update it replaces an object of its id, otherwise such
 * an object is an error. */
static lw_status make_room(lw_moveit_world *w, const lw_moveit_object *object)
{
    lw_scene *scene = w->l.scene;
    const int64_t known = lw_model_find_object(&scene->model, object->id);
    if (known >= 0 && (!w->update || lw_name_table_find(&w->of_message, object->id) >= 0))
        return fail_known(w, object);
    if (known >= 0 && lw_name_table_find(&w->of_file, object->id) < 0)
        lw_scene_notice(scene, w->l.document->file, object->node->line,
                        "object \"%.60s\" takes the place of the one of this id that the scene had",
                        object->id);
    if (known >= 0) {
        lw_status status = lw_scene_remove(scene, object->id, w->l.document->error);
        if (status)
            return status;
    }
    if (!lw_name_table_add(&w->of_message, object->id, 0) ||
        !lw_name_table_add(&w->of_file, object->id, 0))
        return lw_fail_memory(w->l.document->error);
    return LW_OK;
}

static lw_status need_geometry(const lw_moveit_world *w, const lw_moveit_object *object)
{
    return object->count ? LW_OK
                         : lw_value_fail(w->l.document, object->node, LW_ERROR_SYNTAX,
                                         "it has neither primitives nor meshes");
}

/* The pose of the frame of an object in the world. */
static lw_status find_frame(const lw_moveit_world *w, const lw_moveit_object *object, lw_pose *out)
{
    bool *chain = lw_moveit_chain(&w->l);
    if (!chain)
        return lw_fail_memory(w->l.document->error);
    lw_status status = lw_moveit_frame(&w->l, object->node, object->frame, out, chain);
    if (!status)
        lw_moveit_notice_chain(&w->l, object->node, chain, object->id, object->frame);
    return status;
}

/* Gives a notice where shapes that are appended come with another pose than the object has: they are
 * placed by the object's. */
static void compare_pose(const lw_moveit_world *w, const lw_moveit_object *object, int64_t known,
                         lw_pose frame)
{
    const lw_model *model = &w->l.scene->model;
    if (!object->has_pose || !model->objects.items[known].has_frame)
        return;
    const lw_pose old =
        lw_pose_compose(lw_moveit_body_pose(model, known), model->objects.items[known].frame);
    const lw_pose off = relative_pose(old, lw_pose_compose(frame, object->pose));
    if (norm(off.position) > 1e-9 ||
        norm(v3(off.orientation.x, off.orientation.y, off.orientation.z)) > 1e-9)
        lw_scene_notice(w->l.scene, w->l.document->file, object->node->line,
                        "what is appended to object \"%.60s\" comes with another pose than the object "
                        "has; it is placed by its own",
                        object->id);
}

/* ---- obstacles --------------------------------------------------------------------------------- */

static lw_status remove_obstacles(lw_moveit_world *w, const lw_moveit_object *object)
{
    lw_scene *scene = w->l.scene;
    lw_status status = LW_OK;
    const int64_t known = lw_model_find_object(&scene->model, object->id);
    if (lw_model_is_carried(&scene->model, known))
        lw_scene_notice(scene, w->l.document->file, object->node->line,
                        "object \"%.60s\" is carried, and stays so; what is carried is removed by "
                        "attached_collision_objects",
                        object->id);
    if (is_obstacle(&scene->model, known))
        return lw_scene_remove(scene, object->id, w->l.document->error);
    /* an empty id means all obstacles */
    for (size_t i = *object->id ? 0 : scene->model.objects.count; i-- > 0 && !status;)
        if (scene->model.objects.items[i].robot < 0)
            status = lw_scene_remove(scene, scene->model.objects.items[i].id, w->l.document->error);
    return status;
}

/* Gives the shapes of an object new poses in it. at: the object's pose. */
static void place_shapes(lw_model *model, int64_t known, lw_pose at, const lw_pose *poses)
{
    lw_model_object *object = &model->objects.items[known];
    size_t count = 0;
    for (size_t i = next_shape(model, known, 0); i < model->shapes.count;
         i = next_shape(model, known, i + 1))
        model->shapes.items[i].pose = lw_pose_compose(at, poses[count++]);
    object->placed = object->stays = false;
    object->made = -1;
    object->has_frame = true;
    object->frame = count == 1 ? lw_pose_inverse(poses[0]) : at;
    model->obstacles_differ = true;
}

static lw_status move_obstacle(lw_moveit_world *w, const lw_moveit_object *object)
{
    lw_document *document = w->l.document;
    lw_model *model = &w->l.scene->model;
    const int64_t known = lw_model_find_object(model, object->id);
    lw_pose frame;
    if (!is_obstacle(model, known))
        return lw_value_fail(document, object->node, LW_ERROR_NAME, "it is to be moved, and %s%s",
                             known < 0 ? "there is none" : "a link carries it",
                             lw_hint_body(model, object->id).text);
    if (object->names_geometry)
        lw_scene_notice(w->l.scene, document->file, object->node->line,
                        "object \"%.60s\" is moved; the shapes of the message are not looked at",
                        object->id);
    lw_status status = find_frame(w, object, &frame);
    if (status)
        return status;
    const size_t count = lw_moveit_count_shapes(model, known);
    const lw_pose at = lw_pose_compose(frame, object->pose);
    if (object->pose_count && object->pose_count != count)
        return lw_value_fail(document, object->node, LW_ERROR_ARGUMENT,
                             "it is to be moved with %zu poses of shapes, and has %zu shapes",
                             object->pose_count, count);
    if (object->pose_count) {
        place_shapes(model, known, at, object->poses);
        return LW_OK;
    }
    if (!object->has_pose)
        return lw_value_fail(document, object->node, LW_ERROR_SYNTAX,
                             "it is to be moved, and no pose says where");
    if (count > 1 && !model->objects.items[known].has_frame)
        return lw_value_fail(document, object->node, LW_ERROR_ARGUMENT,
                             "it is to be moved, and has %zu shapes and no pose of its own", count);
    const lw_pose own =
        model->objects.items[known].has_frame ? model->objects.items[known].frame : lw_pose_identity();
    return lw_value_place(document, object->node,
                          lw_scene_move_obstacle(w->l.scene, object->id,
                                                 lw_pose_compose(at, lw_pose_inverse(own)),
                                                 document->error));
}

static lw_status add_obstacle(lw_moveit_world *w, const lw_moveit_object *object)
{
    const lw_model *model = &w->l.scene->model;
    const int64_t known = lw_model_find_object(model, object->id);
    const bool append = object->operation == LW_MOVEIT_APPEND && known >= 0;
    lw_pose frame;
    lw_status status = need_geometry(w, object);
    if (status || (!append && (status = make_room(w, object))) ||
        (status = find_frame(w, object, &frame)))
        return status;
    if (append)
        compare_pose(w, object, known, frame);
    return add_shapes(w, object, frame, NULL);
}

lw_status lw_moveit_change_world(lw_moveit_world *world, const lw_moveit_object *object)
{
    switch (object->operation) {
    case LW_MOVEIT_ADD:
    case LW_MOVEIT_APPEND:
        return add_obstacle(world, object);
    case LW_MOVEIT_REMOVE:
        return remove_obstacles(world, object);
    case LW_MOVEIT_MOVE:
        return move_obstacle(world, object);
    }
    return LW_OK;
}

/* ---- carried objects --------------------------------------------------------------------------- */

/* The pose of an object's frame in the link that carries it. */
static lw_status frame_in_link(const lw_moveit_world *w, const lw_moveit_object *object,
                               const char *link, size_t index, lw_pose *out)
{
    lw_pose frame;
    lw_pose carrying;
    *out = lw_pose_identity();
    if (!*object->frame)
        lw_scene_notice(
            w->l.scene, w->l.document->file, object->node->line,
            "attached object \"%.60s\" names no frame; its poses are taken in link \"%.60s\"",
            object->id, link);
    if (!*object->frame || !strcmp(object->frame, link))
        return LW_OK;
    bool *chain = lw_moveit_chain(&w->l);
    if (!chain)
        return lw_fail_memory(w->l.document->error);
    lw_status status = lw_moveit_frame(&w->l, object->node, object->frame, &frame, chain);
    if (!status)
        status = lw_value_place(
            w->l.document, object->node,
            lw_model_link_pose(&w->l.scene->model, index, &carrying, chain, w->l.document->error));
    if (status)
        return status;
    lw_moveit_notice_chain(&w->l, object->node, chain, object->id, object->frame);
    *out = relative_pose(carrying, frame);
    return LW_OK;
}

/* The pose of a link in the world, with a notice about joints without a stated value. */
static lw_status link_in_world(const lw_moveit_world *w, const lw_moveit_object *object, size_t index,
                               lw_pose *out)
{
    const lw_model *model = &w->l.scene->model;
    bool *chain = lw_moveit_chain(&w->l);
    if (!chain)
        return lw_fail_memory(w->l.document->error);
    lw_status status = lw_model_link_pose(model, index, out, chain, w->l.document->error);
    if (!status)
        lw_moveit_notice_chain(&w->l, object->node, chain, object->id, model->links.items[index].name);
    return lw_value_place(w->l.document, object->node, status);
}

/* Attaches an obstacle to a link, at its present pose. */
static lw_status take_obstacle(const lw_moveit_world *w, const lw_moveit_object *object,
                               const carrier *by, size_t index)
{
    const lw_model *model = &w->l.scene->model;
    lw_pose link;
    lw_status status = link_in_world(w, object, index, &link);
    if (status)
        return status;
    const lw_pose at =
        relative_pose(link, lw_moveit_body_pose(model, lw_model_find_object(model, object->id)));
    return lw_value_place(w->l.document, object->node,
                          lw_scene_attach_obstacle(w->l.scene, by->robot, by->link, object->id, at,
                                                   by->touch, by->touch_count, w->l.document->error));
}

/* Detaches an object from its link; it becomes an obstacle at its present pose. */
static lw_status detach(const lw_moveit_world *w, const lw_moveit_object *message, int64_t known)
{
    const lw_model *model = &w->l.scene->model;
    const lw_model_object *object = &model->objects.items[known];
    const int64_t link = lw_model_find_link(model, object->robot, object->link);
    lw_pose at;
    lw_status status = link_in_world(w, message, (size_t)link, &at);
    if (status)
        return status;
    return lw_value_place(w->l.document, message->node,
                          lw_scene_release(w->l.scene, object->id,
                                           lw_pose_compose(at, lw_moveit_body_pose(model, known)),
                                           w->l.document->error));
}

/* Detaches the object of the message's id, or with an empty id all objects of the link; link "": any
 * link. */
static lw_status detach_objects(const lw_moveit_world *w, const lw_moveit_object *message,
                                const char *link)
{
    const lw_model *model = &w->l.scene->model;
    lw_status status = LW_OK;
    for (size_t i = 0; i < model->objects.count && !status; i++) {
        const lw_model_object *object = &model->objects.items[i];
        const bool meant = *message->id ? !strcmp(object->id, message->id)
                                        : !*link || (object->link && !strcmp(object->link, link));
        if (object->robot < 0 || !meant)
            continue;
        if (*link && strcmp(object->link, link) != 0)
            return lw_value_fail(w->l.document, message->node, LW_ERROR_NAME,
                                 "it is to be detached from link \"%.60s\", and link \"%.60s\" "
                                 "carries it",
                                 link, object->link);
        status = detach(w, message, (int64_t)i);
    }
    return status;
}

/* Adds to the links that a carried object may touch. */
static lw_status add_touch_links(const lw_moveit_world *w, int64_t known, const carrier *by)
{
    lw_model *model = &w->l.scene->model;
    lw_model_object *object = &model->objects.items[known];
    const size_t count = object->touch_link_count + by->touch_count;
    const char **all = lw_document_take(w->l.document, count, sizeof *all);
    if (!all)
        return lw_fail_memory(w->l.document->error);
    for (size_t i = 0; i < count; i++)
        all[i] = i < object->touch_link_count ? object->touch_links[i]
                                              : by->touch[i - object->touch_link_count];
    return lw_model_carry(model, object, (size_t)object->robot, by->link, all, count,
                          w->l.document->error);
}

/* Adds an object with its own shapes to a link, or appends them to an object that the link carries. */
static lw_status add_carried(lw_moveit_world *w, const lw_moveit_object *object, const carrier *by,
                             size_t index)
{
    const lw_model *model = &w->l.scene->model;
    const int64_t known = lw_model_find_object(model, object->id);
    const bool append = object->operation == LW_MOVEIT_APPEND && known >= 0;
    lw_pose frame;
    lw_status status = need_geometry(w, object);
    if (!status && append && !lw_model_is_carried(model, known))
        status = lw_value_fail(w->l.document, object->node, LW_ERROR_NAME,
                               "shapes are appended to it, and no link carries it");
    if (status || (!append && (status = make_room(w, object))) ||
        (status = frame_in_link(w, object, by->link, index, &frame)))
        return status;
    if (append) {
        compare_pose(w, object, known, frame);
        status = add_touch_links(w, known, by);
    }
    return status ? status : add_shapes(w, object, frame, by);
}

/* Reads the parts of an AttachedCollisionObject. *link: out, NULL where it has no link_name. */
static lw_status read_attached(const lw_moveit_world *w, const lw_value *node, const lw_value **link,
                               carrier *by, lw_moveit_object *object)
{
    static const char *const keys[] = {"link_name",      "object", "touch_links",
                                       "detach_posture", "weight", NULL};
    lw_document *document = w->l.document;
    lw_value *inner = NULL;
    const char **touch = NULL;
    const lw_value *touch_node = lw_value_find(node, "touch_links");
    lw_document_subject(document, "an attached object");
    lw_status status = lw_value_keys(document, node, "an attached object", keys);
    if (status || (status = lw_value_need(document, node, "object", &inner)) ||
        (touch_node &&
         (status = lw_value_text_list(document, touch_node, "touch_links", &touch, &by->touch_count))))
        return status;
    by->touch = touch;
    by->link = "";
    *link = lw_value_find(node, "link_name");
    if (*link && (status = lw_value_text(document, *link, "link_name", &by->link)))
        return status;
    return lw_moveit_object_read(w->l.scene, document, inner, object);
}

lw_status lw_moveit_change_attached(lw_moveit_world *world, const lw_value *node, bool early,
                                    bool *late)
{
    const lw_model *model = &world->l.scene->model;
    const lw_value *link_node = NULL;
    lw_moveit_object object;
    carrier by = {0};
    size_t link = 0;
    lw_status status = read_attached(world, node, &link_node, &by, &object);
    if (status)
        return status;
    const bool bare = object.operation == LW_MOVEIT_ADD && !object.count;
    const int64_t known = lw_model_find_object(model, object.id);
    if (early && bare && !is_obstacle(model, known)) {
        *late = true;
        return LW_OK;
    }
    if (object.operation == LW_MOVEIT_REMOVE)
        return detach_objects(world, &object, by.link);
    if (object.operation == LW_MOVEIT_MOVE)
        return lw_value_fail(world->l.document, object.node, LW_ERROR_SYNTAX,
                             "what is attached cannot be moved; detach it, or give it anew");
    if (!link_node)
        return lw_value_fail(world->l.document, node, LW_ERROR_SYNTAX, "\"link_name\" is missing");
    if ((status = lw_moveit_link(&world->l, link_node, by.link, &link)))
        return status;
    by.robot = model->robots.items[model->links.items[link].robot].name;
    by.link = model->links.items[link].name;
    if (!bare)
        return add_carried(world, &object, &by, link);
    if (is_obstacle(model, known))
        return take_obstacle(world, &object, &by, link);
    return known < 0 ? lw_value_fail(world->l.document, object.node, LW_ERROR_NAME,
                                     "it has neither primitives nor meshes, and there is no object of "
                                     "this id in the world to attach%s",
                                     lw_hint_body(model, object.id).text)
                     : fail_known(world, &object);
}
