/* MoveIt's planning scene (moveit_msgs/PlanningScene): objects, attached objects, joint values, allowed
 * pairs, padding. The rest of the message (colours, models' names, twists) is ignored. */
#include <string.h>

#include "io/moveit.h"
#include "io/moveit_object.h"
#include "io/moveit_scene.h"
#include "io/ros_message.h"
#include "math/pose.h"
#include "robot/names.h"

typedef struct loader {
    lw_scene *scene;
    lw_document *document;
    const lw_value *message;
} loader;

/* the robot whose root is a link; -1: none, -2: several */
static int64_t root_of(const lw_model *model, const char *link)
{
    int64_t found = -1;
    for (size_t i = 0; i < model->links.count; i++) {
        if (strcmp(model->links.items[i].name, link))
            continue;
        bool child = false;
        for (size_t j = 0; j < model->joints.count && !child; j++)
            child = model->joints.items[j].robot == model->links.items[i].robot &&
                    !strcmp(model->joints.items[j].def.child, link);
        if (!child)
            found = found == -1 ? (int64_t)model->links.items[i].robot : -2;
    }
    return found;
}

static const char *without_slash(const lw_value *text)
{
    const char *name = text && text->text ? text->text : "";
    return name + (name[0] == '/');
}

/* The frame that the author may have meant: the world, a robot's root link or a frame that the message
 * defines. */
static lw_hint hint_frame(const loader *l, const char *wanted)
{
    const lw_model *model = &l->scene->model;
    lw_nearest nearest = lw_nearest_begin(wanted);
    lw_nearest_offer(&nearest, "world");
    for (size_t i = 0; i < model->links.count; i++)
        if (root_of(model, model->links.items[i].name) >= 0)
            lw_nearest_offer(&nearest, model->links.items[i].name);
    const lw_value *transforms = lw_value_find(l->message, "fixed_frame_transforms");
    for (size_t i = 0; transforms && i < transforms->count; i++)
        lw_nearest_offer(&nearest,
                         without_slash(lw_value_find(transforms->items[i], "child_frame_id")));
    return lw_nearest_hint(&nearest);
}

/* The pose of a frame that does not move: the world or a robot's root link. */
static lw_status base_frame(loader *l, const lw_value *location, const char *frame, lw_pose *out)
{
    *out = lw_pose_identity();
    if (!*frame || !strcmp(frame, "world"))
        return LW_OK;
    const lw_model *model = &l->scene->model;
    int64_t robot = root_of(model, frame);
    if (robot >= 0) {
        *out = model->robots.items[robot].base;
        return LW_OK;
    }
    if (lw_model_find_link(model, -1, frame) >= 0)
        return lw_value_fail(l->document, location, LW_ERROR_NAME,
                             "its frame \"%.60s\" is %s; give the pose in the world", frame,
                             robot == -2 ? "the root link of several robots" : "a link that can move");
    return lw_value_fail(l->document, location, LW_ERROR_NAME,
                         "its frame \"%.60s\" is neither the world, a robot's root link, nor one of "
                         "fixed_frame_transforms%s",
                         frame, hint_frame(l, frame).text);
}

/* The same, including the frames that the message itself defines. */
static lw_status fixed_frame(loader *l, const lw_value *location, const char *frame, lw_pose *out)
{
    size_t count = 0;
    lw_value *const *transforms = NULL;
    lw_status status = lw_ros_list(l->document, lw_value_find(l->message, "fixed_frame_transforms"),
                                   "fixed_frame_transforms", &count, &transforms);
    for (size_t i = 0; i < count && !status && *frame; i++) {
        const lw_value *child = lw_value_find(transforms[i], "child_frame_id");
        if (!child || !child->text || strcmp(child->text + (child->text[0] == '/'), frame))
            continue;
        lw_pose parent = lw_pose_identity();
        lw_pose local;
        const lw_value *id = lw_value_find(lw_value_find(transforms[i], "header"), "frame_id");
        const char *name = without_slash(id);
        if (strcmp(name, frame) && (status = base_frame(l, id ? id : location, name, &parent)))
            return status;
        status =
            lw_ros_pose(l->document, lw_value_find(transforms[i], "transform"), "transform", &local);
        *out = lw_pose_compose(parent, local);
        return status;
    }
    return status ? status : base_frame(l, location, frame, out);
}

static lw_status add_object(loader *l, const lw_value *node)
{
    lw_moveit_object object;
    lw_pose frame;
    lw_model *model = &l->scene->model;
    lw_status status = lw_moveit_object_read(l->scene, l->document, node, &object);
    if (status)
        return status;
    bool exists = lw_model_find_object(model, object.id) >= 0;
    if (object.operation == LW_MOVEIT_REMOVE && !exists)
        return LW_OK;
    if (object.operation == LW_MOVEIT_REMOVE || object.operation == LW_MOVEIT_MOVE)
        return lw_value_fail(l->document, node, LW_ERROR_SYNTAX,
                             "the operation %s is not supported; give the scene as it is afterwards",
                             object.operation == LW_MOVEIT_MOVE ? "move" : "remove");
    if (object.operation == LW_MOVEIT_ADD && exists)
        return lw_value_fail(l->document, node, LW_ERROR_NAME,
                             "there is an object of this id already; give one of them another id");
    if ((status = fixed_frame(l, node, object.frame, &frame)))
        return status;
    for (size_t i = 0; i < object.count && !status; i++) {
        const lw_placed_shape *shape = &object.shapes[i];
        if (!(status = lw_scene_add_obstacle(l->scene, object.id, &shape->shape,
                                             lw_pose_compose(frame, shape->pose), l->document->error)))
            status = lw_model_name_file(model, shape->file, l->document->error);
    }
    return lw_value_place(l->document, node, status);
}

static lw_status add_world(loader *l)
{
    static const char *const keys[] = {"collision_objects", "octomap", NULL};
    lw_value *found = NULL;
    lw_value *octomap = NULL;
    lw_document_subject(l->document, "world");
    lw_status status = lw_ros_part(l->document, l->message, "world", &found);
    if (!status && found)
        status = lw_value_keys(l->document, found, "world", keys);
    /* without the key "world" the message can be a PlanningSceneWorld by itself */
    const lw_value *world = found ? found : l->message;
    if (status || (status = lw_ros_part(l->document, world, "octomap", &octomap)))
        return status;
    if (lw_value_find(octomap, "octomap"))
        octomap = lw_value_find(octomap, "octomap");
    const lw_value *data = lw_value_find(octomap, "data");
    if (data && (data->kind != LW_VALUE_LIST || data->count) && !(data->text && !data->length))
        return lw_value_fail(l->document, data, LW_ERROR_SYNTAX,
                             "octomaps are not supported; give the obstacles as boxes or meshes");
    size_t count = 0;
    lw_value *const *objects = NULL;
    status = lw_ros_list(l->document, lw_value_find(world, "collision_objects"), "collision_objects",
                         &count, &objects);
    for (size_t i = 0; i < count && !status; i++)
        status = add_object(l, objects[i]);
    return status;
}

static lw_status attach_object(loader *l, const lw_value *node)
{
    lw_moveit_object object;
    lw_value *link_node = NULL;
    lw_value *inner = NULL;
    const char *link = NULL;
    const char **touch = NULL;
    size_t touch_count = 0;
    const lw_model *model = &l->scene->model;
    lw_document_subject(l->document, "an attached object");
    lw_status status = lw_value_expect(l->document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(l->document, node, "link_name", &link_node)) ||
        (status = lw_value_text(l->document, link_node, "link_name", &link)) ||
        (status = lw_value_need(l->document, node, "object", &inner)) ||
        (status = lw_moveit_object_read(l->scene, l->document, inner, &object)) ||
        object.operation == LW_MOVEIT_REMOVE)
        return status;
    int64_t found = lw_model_find_link(model, -1, link);
    if (found < 0)
        return lw_value_fail(l->document, link_node, LW_ERROR_NAME, "no robot has a link \"%.60s\"%s",
                             link, lw_hint_link(model, -1, link).text);
    size_t robot = model->links.items[found].robot;
    for (size_t i = (size_t)found + 1; i < model->links.count; i++)
        if (model->links.items[i].robot != robot && !strcmp(model->links.items[i].name, link))
            return lw_value_fail(l->document, link_node, LW_ERROR_NAME,
                                 "several robots have a link \"%.60s\"", link);
    if (!*object.frame)
        lw_scene_notice(
            l->scene, l->document->file, inner->line,
            "attached object \"%.60s\" names no frame; its poses are taken in link \"%.60s\"",
            object.id, link);
    else if (strcmp(object.frame, link))
        return lw_value_fail(l->document, inner, LW_ERROR_NAME,
                             "its frame is \"%.60s\"; give its poses in the link that carries it, "
                             "\"%.60s\"",
                             object.frame, link);
    if (lw_model_find_object(model, object.id) >= 0)
        return lw_value_fail(l->document, inner, LW_ERROR_NAME,
                             "there is an object of this id already; give one of them another id");
    const lw_value *touch_node = lw_value_find(node, "touch_links");
    if (touch_node &&
        (status = lw_value_text_list(l->document, touch_node, "touch_links", &touch, &touch_count)))
        return status;
    for (size_t i = 0; i < object.count && !status; i++) {
        const lw_placed_shape *shape = &object.shapes[i];
        if (!(status =
                  lw_scene_attach(l->scene, model->robots.items[robot].name, link, object.id,
                                  &shape->shape, shape->pose, touch, touch_count, l->document->error)))
            status = lw_model_name_file(&l->scene->model, shape->file, l->document->error);
    }
    return lw_value_place(l->document, inner, status);
}

static lw_status add_padding(loader *l)
{
    static const char *const lists[] = {"link_padding", "link_scale"};
    static const char *const values[] = {"padding", "scale"};
    for (size_t which = 0; which < 2; which++) {
        size_t count = 0;
        lw_value *const *entries = NULL;
        lw_document_subject(l->document, "%s", lists[which]);
        lw_status status = lw_ros_list(l->document, lw_value_find(l->message, lists[which]),
                                       lists[which], &count, &entries);
        for (size_t i = 0; i < count && !status; i++) {
            lw_value *name_node = NULL;
            lw_value *value_node = NULL;
            const char *name = NULL;
            double value = 0;
            if ((status = lw_value_expect(l->document, entries[i], "an entry", LW_VALUE_MAP)) ||
                (status = lw_value_need(l->document, entries[i], "link_name", &name_node)) ||
                (status = lw_value_text(l->document, name_node, "link_name", &name)) ||
                (status = lw_value_need(l->document, entries[i], values[which], &value_node)))
                return status;
            status = which ? lw_value_size(l->document, value_node, "scale", &value)
                           : lw_value_distance(l->document, value_node, "padding", &value);
            if (status)
                return status;
            status = lw_value_place(l->document, name_node,
                                    lw_scene_padding(l->scene, NULL, name, which ? &value : NULL,
                                                     which ? NULL : &value, l->document->error));
        }
        if (status)
            return status;
    }
    return LW_OK;
}

static void notice_unknown(loader *l)
{
    static const char *const keys[] = {"name",
                                       "robot_state",
                                       "robot_model_name",
                                       "fixed_frame_transforms",
                                       "allowed_collision_matrix",
                                       "link_padding",
                                       "link_scale",
                                       "object_colors",
                                       "world",
                                       "is_diff",
                                       "collision_objects",
                                       "octomap",
                                       NULL};
    for (size_t i = 0; i < l->message->count; i++) {
        const lw_member *member = &l->message->members[i];
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], member->key))
            k++;
        if (!keys[k])
            lw_scene_notice(l->scene, l->document->file, member->line,
                            "a planning scene has no key \"%.60s\"; it is ignored", member->key);
    }
}

lw_status lw_moveit_add_scene(lw_scene *scene, lw_document *document, const lw_value *message)
{
    loader l = {scene, document, message};
    lw_value *robot_state = NULL;
    lw_model_mark mark = lw_model_take_mark(&scene->model);
    lw_pose base = scene->model.robots.count ? scene->model.robots.items[0].base : lw_pose_identity();
    size_t notices = lw_notices_begin(scene);
    notice_unknown(&l);
    lw_status status = lw_ros_part(document, message, "robot_state", &robot_state);
    if (!status)
        status = lw_moveit_add_state(scene, document, robot_state);
    if (!status)
        status = add_world(&l);
    size_t count = 0;
    lw_value *const *attached = NULL;
    lw_document_subject(document, "robot_state");
    if (!status)
        status = lw_ros_list(document, lw_value_find(robot_state, "attached_collision_objects"),
                             "attached_collision_objects", &count, &attached);
    for (size_t i = 0; i < count && !status; i++)
        status = attach_object(&l, attached[i]);
    if (!status)
        status = add_padding(&l);
    if (!status)
        status =
            lw_moveit_add_matrix(scene, document, lw_value_find(message, "allowed_collision_matrix"));
    status = lw_notices_end(scene, notices, status, document->error);
    if (status) {
        lw_model_roll_back(&scene->model, &mark);
        if (scene->model.robots.count)
            scene->model.robots.items[0].base = base;
    }
    return status;
}

bool lw_moveit_is_scene(const lw_value *message)
{
    static const char *const keys[] = {"world", "collision_objects", "allowed_collision_matrix",
                                       "robot_model_name", "fixed_frame_transforms"};
    /* our JSON has these as well */
    static const char *const shared[] = {"robot_state", "link_padding", "link_scale"};
    for (size_t j = 0; message->kind == LW_VALUE_MAP && j < message->count; j++) {
        const char *key = message->members[j].key;
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (!strcmp(key, keys[i]))
                return true;
        for (size_t i = 0; i < sizeof shared / sizeof *shared && !message->source; i++)
            if (!strcmp(key, shared[i]))
                return true;
    }
    return false;
}

lw_status lw_moveit_load_scene(lw_scene *scene, const char *path, lw_error *error)
{
    lw_document document = {.file = path, .error = error};
    lw_value *message = NULL;
    lw_status status = lw_ros_read(&document, path, "planning scene", &message);
    if (!status && !lw_moveit_is_scene(message))
        status = lw_value_fail(&document, message, LW_ERROR_SYNTAX,
                               "it is no MoveIt planning scene; that would have a key \"world\"");
    if (!status)
        status = lw_moveit_add_scene(scene, &document, message);
    lw_document_free(&document);
    return status;
}
