/* The frames in which the objects of a MoveIt scene are given: the world, links, frames that the
 * message defines, other objects and their subframes. An object in the frame of a link is placed once,
 * by the state that the scene has when the object is read; MoveIt uses its present state. */
#include "io/scene/moveit_frame.h"

#include <stdio.h>
#include <string.h>

#include "io/text/ros_message.h"
#include "math/pose.h"
#include "scene/link_pose.h"
#include "scene/names.h"

static const char *without_slash(const lw_value *text)
{
    const char *name = text && text->text ? text->text : "";
    return name + (name[0] == '/');
}

/* The frame that the author may have meant: the world, a link or a frame that the message defines. */
static lw_hint hint_frame(const lw_moveit_loader *l, const char *wanted)
{
    const lw_model *model = &l->scene->model;
    lw_nearest nearest = lw_nearest_begin(wanted);
    lw_nearest_offer(&nearest, "world");
    for (size_t i = 0; i < model->links.count; i++)
        lw_nearest_offer(&nearest, model->links.items[i].name);
    const lw_value *transforms = lw_value_find(l->message, "fixed_frame_transforms");
    for (size_t i = 0; transforms && i < transforms->count; i++)
        lw_nearest_offer(&nearest,
                         without_slash(lw_value_find(transforms->items[i], "child_frame_id")));
    return lw_nearest_hint(&nearest);
}

/* The link of a name; -1: none, -2: several robots have one. */
static int64_t find_link(const lw_model *model, const char *name)
{
    int64_t found = lw_model_find_link(model, -1, name);
    for (size_t i = found < 0 ? model->links.count : (size_t)found + 1; i < model->links.count; i++)
        if (model->links.items[i].robot != model->links.items[found].robot &&
            !strcmp(model->links.items[i].name, name))
            return -2;
    int64_t robot = -1;
    const char *rest = found < 0 ? lw_model_split_name(model, name, &robot) : NULL;
    return rest ? lw_model_find_link(model, robot, rest) : found;
}

static lw_status fail_several(const lw_moveit_loader *l, const lw_value *location, const char *name)
{
    return lw_value_fail(l->document, location, LW_ERROR_NAME,
                         "several robots have a link \"%.60s\"; say which is meant, robot/link", name);
}

lw_status lw_moveit_link(const lw_moveit_loader *l, const lw_value *location, const char *name,
                         size_t *out)
{
    const int64_t found = find_link(&l->scene->model, name);
    if (found == -2)
        return fail_several(l, location, name);
    if (found < 0)
        return lw_value_fail(l->document, location, LW_ERROR_NAME, "no robot has a link \"%.60s\"%s",
                             name, lw_hint_link(&l->scene->model, -1, name).text);
    *out = (size_t)found;
    return LW_OK;
}

/* For a frame OBJECT/SUBFRAME: the pose of the subframe in its object, as the file defines it last, and
 * the object's id; NULL: there is none. */
static const lw_value *find_subframe(const lw_moveit_loader *l, const char *frame, const char **id)
{
    const char *slash = strrchr(frame, '/');
    const int64_t index =
        slash ? lw_name_table_find_part(&l->given_ids, frame, (size_t)(slash - frame)) : -1;
    if (index < 0)
        return NULL;
    const lw_value *node = l->given.items[index];
    const lw_value *of = lw_value_find(node, "id");
    const lw_value *names = lw_value_find(node, "subframe_names");
    const lw_value *poses = lw_value_find(node, "subframe_poses");
    const size_t count = names && names->kind == LW_VALUE_LIST ? lw_value_item_count(poses) : 0;
    *id = of ? of->text : NULL;
    for (size_t k = 0; *id && k < count && k < names->count; k++)
        if (names->items[k]->text && !strcmp(names->items[k]->text, slash + 1))
            return poses->items[k];
    return NULL;
}

/* The present pose of an object in the world. */
static lw_status object_pose(const lw_moveit_loader *l, const lw_value *location, int64_t index,
                             lw_pose *out, bool *chain)
{
    const lw_model *model = &l->scene->model;
    const lw_model_object *object = &model->objects.items[index];
    lw_pose link = lw_pose_identity();
    lw_status status = LW_OK;
    if (!object->has_frame && lw_moveit_count_shapes(model, index) > 1)
        return lw_value_fail(l->document, location, LW_ERROR_ARGUMENT,
                             "its frame \"%.60s\" is an object of several shapes, which has no pose of "
                             "its own",
                             object->id);
    if (object->robot >= 0)
        status =
            lw_model_link_pose(model, (size_t)lw_model_find_link(model, object->robot, object->link),
                               &link, chain, l->document->error);
    *out = lw_pose_compose(link, lw_moveit_body_pose(model, index));
    if (object->has_frame)
        *out = lw_pose_compose(*out, object->frame);
    return lw_value_place(l->document, location, status);
}

/* The pose of an object or of a subframe. *known: out, whether there is one of this name. */
static lw_status object_frame(const lw_moveit_loader *l, const lw_value *location, const char *frame,
                              lw_pose *out, bool *chain, bool *known)
{
    int64_t object = lw_model_find_object(&l->scene->model, frame);
    const char *id = NULL;
    const lw_value *subframe = object < 0 ? find_subframe(l, frame, &id) : NULL;
    if (subframe)
        object = lw_model_find_object(&l->scene->model, id);
    *known = object >= 0;
    lw_status status = *known ? object_pose(l, location, object, out, chain) : LW_OK;
    if (status || object < 0 || !subframe)
        return status;
    lw_pose local;
    status = lw_ros_pose(l->document, subframe, "the pose of a subframe", &local);
    if (!status)
        *out = lw_pose_compose(*out, local);
    return status;
}

/* The pose of the world, of a link or of an object. */
static lw_status model_frame(const lw_moveit_loader *l, const lw_value *location, const char *frame,
                             lw_pose *out, bool *chain)
{
    const lw_model *model = &l->scene->model;
    *out = lw_pose_identity();
    if (!*frame || !strcmp(frame, "world"))
        return LW_OK;
    const int64_t link = find_link(model, frame);
    if (link == -2)
        return fail_several(l, location, frame);
    bool is_object = false;
    lw_status status = link < 0 ? object_frame(l, location, frame, out, chain, &is_object) : LW_OK;
    if (status || is_object)
        return status;
    if (link < 0)
        return lw_value_fail(l->document, location, LW_ERROR_NAME,
                             "its frame \"%.60s\" is neither the world, a link, nor one of "
                             "fixed_frame_transforms%s",
                             frame, hint_frame(l, frame).text);
    status = lw_model_link_pose(model, (size_t)link, out, chain, l->document->error);
    return lw_value_place(l->document, location, status);
}

lw_status lw_moveit_frame(const lw_moveit_loader *l, const lw_value *location, const char *frame,
                          lw_pose *out, bool *chain)
{
    size_t count = 0;
    lw_value *const *transforms = NULL;
    lw_status status = lw_ros_list(l->document, lw_value_find(l->message, "fixed_frame_transforms"),
                                   "fixed_frame_transforms", &count, &transforms);
    for (size_t i = 0; i < count && !status && *frame; i++) {
        const lw_value *child = lw_value_find(transforms[i], "child_frame_id");
        if (!child || !child->text || strcmp(without_slash(child), frame) != 0)
            continue;
        lw_pose parent = lw_pose_identity();
        lw_pose local;
        const lw_value *id = lw_value_find(lw_value_find(transforms[i], "header"), "frame_id");
        const char *name = without_slash(id);
        if (strcmp(name, frame) != 0 &&
            (status = model_frame(l, id ? id : location, name, &parent, chain)))
            return status;
        status =
            lw_ros_pose(l->document, lw_value_find(transforms[i], "transform"), "transform", &local);
        *out = lw_pose_compose(parent, local);
        return status;
    }
    return status ? status : model_frame(l, location, frame, out, chain);
}

bool *lw_moveit_chain(const lw_moveit_loader *l)
{
    return lw_document_take(l->document, l->scene->model.joints.count + 1, sizeof(bool));
}

void lw_moveit_notice_chain(const lw_moveit_loader *l, const lw_value *location, const bool *chain,
                            const char *id, const char *frame)
{
    const lw_model *model = &l->scene->model;
    bool *shown = lw_moveit_chain(l); /* so that a joint that others mimic is listed once */
    char names[240] = "";
    size_t used = 0;
    for (size_t i = 0; shown && i < model->joints.count; i++) {
        double unused[7];
        const int64_t joint = chain[i] ? lw_model_followed_joint(model, i, &unused[0], &unused[1]) : -1;
        if (joint < 0 || shown[joint] || lw_model_stated_values(model, (size_t)joint, unused))
            continue;
        shown[joint] = true;
        const int length = snprintf(names + used, sizeof names - used, "%s\"%.60s\"", used ? ", " : "",
                                    model->joints.items[joint].def.name);
        used += length > 0 && (size_t)length < sizeof names - used ? (size_t)length : 0;
        names[used] = '\0';
    }
    if (used)
        lw_scene_notice(l->scene, l->document->file, location->line,
                        "object \"%.60s\" is placed by the frame \"%.60s\"; nothing states where these "
                        "joints are, which are taken to be at 0: %s",
                        id, frame, names);
}
