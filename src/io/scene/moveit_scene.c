/* Reads MoveIt's planning scenes (moveit_msgs/PlanningScene): objects, attached objects, joint values,
 * allowed pairs, padding; also the parts as messages of their own. The rest of the message (colours,
 * names of models, twists) is ignored. Several messages in a file are applied in order, as MoveIt
 * does. */
#include "io/scene/moveit_scene.h"

#include <string.h>

#include "io/scene/moveit.h"
#include "io/scene/moveit_octomap.h"
#include "io/scene/moveit_text.h"
#include "io/scene/moveit_world.h"
#include "io/text/ros_message.h"
#include "scene/kept_objects.h"

/* The kinds of messages that a scene, or a change of one, can come in. */
typedef enum message_kind {
    MESSAGE_OTHER,
    MESSAGE_SCENE,    /* PlanningScene, PlanningSceneWorld */
    MESSAGE_OBJECT,   /* CollisionObject */
    MESSAGE_ATTACHED, /* AttachedCollisionObject */
    MESSAGE_STATE,    /* RobotState */
    MESSAGE_JOINTS    /* sensor_msgs/JointState */
} message_kind;

static bool has_one(const lw_value *message, const char *const *keys)
{
    for (; *keys; keys++)
        if (lw_value_member(message, *keys))
            return true;
    return false;
}

static message_kind kind_of(const lw_value *message)
{
    static const char *const scene[] = {"world",
                                        "collision_objects",
                                        "allowed_collision_matrix",
                                        "robot_model_name",
                                        "fixed_frame_transforms",
                                        NULL};
    /* leeway's own JSON scenes have these as well */
    static const char *const shared[] = {"robot_state", "link_padding", "link_scale", NULL};
    static const char *const object[] = {"primitives", "primitive_poses", "meshes",
                                         "mesh_poses", "operation",       NULL};
    static const char *const state[] = {"joint_state", "multi_dof_joint_state", NULL};
    if (has_one(message, scene) || (!message->source && has_one(message, shared)))
        return MESSAGE_SCENE;
    if (lw_value_member(message, "id") && has_one(message, object))
        return MESSAGE_OBJECT;
    if (lw_value_member(message, "object") && lw_value_member(message, "link_name"))
        return MESSAGE_ATTACHED;
    if (has_one(message, state))
        return MESSAGE_STATE;
    return lw_value_is(lw_value_member(message, "name"), LW_VALUE_LIST) &&
                   lw_value_member(message, "position")
               ? MESSAGE_JOINTS
               : MESSAGE_OTHER;
}

/* The message within a wrapper: the request or response of a service, or a message for display. */
static const lw_value *unwrap(const lw_value *message)
{
    static const char *const wrappers[] = {"scene", "state"};
    for (size_t i = 0; i < 2 && kind_of(message) == MESSAGE_OTHER; i++) {
        const lw_value *inner = lw_value_find(message, wrappers[i]);
        if (inner && inner->kind == LW_VALUE_MAP && kind_of(inner) != MESSAGE_OTHER)
            return inner;
    }
    return message;
}

static lw_status add_world(lw_moveit_world *w)
{
    static const char *const keys[] = {"collision_objects", "octomap", NULL};
    lw_document *document = w->l.document;
    lw_value *found = NULL;
    lw_value *octomap = NULL;
    lw_document_subject(document, "world");
    lw_status status = lw_ros_part(document, w->l.message, "world", &found);
    if (!status && found)
        status = lw_value_keys(document, found, "world", keys);
    /* without the key "world" the message can be a PlanningSceneWorld by itself */
    const lw_value *world = found ? found : w->l.message;
    if (status || (status = lw_ros_part(document, world, "octomap", &octomap)))
        return status;
    size_t count = 0;
    lw_value *const *objects = NULL;
    if ((status = lw_moveit_add_octomap(w, octomap)))
        return status;
    status = lw_ros_list(document, lw_value_find(world, "collision_objects"), "collision_objects",
                         &count, &objects);
    for (size_t i = 0; i < count && !status; i++) {
        lw_moveit_object object;
        status = lw_moveit_object_read(w->l.scene, document, objects[i], &object);
        if (!status)
            status = lw_moveit_change_world(w, &object);
    }
    return status;
}

/* Adds the attached objects of a robot_state, and the objects of the world. Objects are attached first,
 * except those that the same message first adds to the world. */
static lw_status add_objects(lw_moveit_world *w, const lw_value *robot_state, bool has_world)
{
    size_t count = 0;
    lw_value *const *attached = NULL;
    lw_document_subject(w->l.document, "robot_state");
    lw_status status =
        lw_ros_list(w->l.document, lw_value_find(robot_state, "attached_collision_objects"),
                    "attached_collision_objects", &count, &attached);
    bool *late = status ? NULL : lw_document_take(w->l.document, count + 1, sizeof *late);
    if (!status && !late)
        return lw_fail_memory(w->l.document->error);
    for (size_t i = 0; i < count && !status; i++)
        status = lw_moveit_change_attached(w, attached[i], true, &late[i]);
    if (!status && has_world)
        status = add_world(w);
    for (size_t i = 0; i < count && !status; i++)
        if (late[i])
            status = lw_moveit_change_attached(w, attached[i], false, NULL);
    return status;
}

static lw_status add_padding(const lw_moveit_loader *l)
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

static void notice_unknown(const lw_moveit_loader *l)
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

static lw_status add_scene(lw_moveit_world *w, const lw_value *matrix)
{
    lw_value *robot_state = NULL;
    notice_unknown(&w->l);
    lw_status status = lw_ros_part(w->l.document, w->l.message, "robot_state", &robot_state);
    if (!status)
        status = lw_moveit_add_state(w->l.scene, w->l.document, robot_state);
    if (!status)
        status = add_objects(w, robot_state, true);
    if (!status)
        status = add_padding(&w->l);
    return status ? status : lw_moveit_add_matrix(w->l.scene, w->l.document, matrix);
}

/* Adds a JointState, as a RobotState with nothing else in it. */
static lw_status add_joints(const lw_moveit_world *w)
{
    lw_value *state = lw_document_take(w->l.document, 1, sizeof *state);
    lw_member *member = lw_document_take(w->l.document, 1, sizeof *member);
    if (!state || !member)
        return lw_fail_memory(w->l.document->error);
    *state = *w->l.message;
    *member = (lw_member){"joint_state", state->line, state->column, (lw_value *)w->l.message};
    state->count = 1;
    state->members = member;
    return lw_moveit_add_state(w->l.scene, w->l.document, state);
}

/* Adds a message. matrix: the allowed collision matrix that is valid in the end, if this message has
 * it; else NULL. */
static lw_status add_message(lw_moveit_world *w, const lw_value *matrix)
{
    lw_moveit_object object;
    bool late = false;
    lw_status status = LW_OK;
    switch (kind_of(w->l.message)) {
    case MESSAGE_SCENE:
        return add_scene(w, matrix);
    case MESSAGE_OBJECT:
        status = lw_moveit_object_read(w->l.scene, w->l.document, w->l.message, &object);
        return status ? status : lw_moveit_change_world(w, &object);
    case MESSAGE_ATTACHED:
        return lw_moveit_change_attached(w, w->l.message, false, &late);
    case MESSAGE_STATE:
        status = lw_moveit_add_state(w->l.scene, w->l.document, w->l.message);
        return status ? status : add_objects(w, w->l.message, false);
    case MESSAGE_JOINTS:
        return add_joints(w);
    case MESSAGE_OTHER:
        break;
    }
    return lw_value_fail(w->l.document, w->l.message, LW_ERROR_SYNTAX,
                         "it is no MoveIt planning scene; that would have a key \"world\"");
}

/* Whether a message is a whole scene, which replaces all messages before it. */
static bool is_whole(const lw_value *message)
{
    const lw_value *diff = lw_value_find(message, "is_diff");
    return kind_of(message) == MESSAGE_SCENE && !lw_value_is_true(diff) &&
           lw_value_member(message, "world");
}

/* Whether a message changes an existing scene. */
static bool is_update(const lw_value *message)
{
    return kind_of(message) != MESSAGE_SCENE || lw_value_is_true(lw_value_find(message, "is_diff"));
}

/* The matrix of a message; NULL where it is empty, so that an earlier one stays valid. */
static const lw_value *matrix_of(const lw_value *message)
{
    const lw_value *matrix = lw_value_find(message, "allowed_collision_matrix");
    const lw_value *names = lw_value_find(matrix, "entry_names");
    const lw_value *defaults = lw_value_find(matrix, "default_entry_names");
    const bool empty = names && !lw_value_item_count(names) && !lw_value_item_count(defaults);
    return empty ? NULL : matrix;
}

/* Adds the messages of a file, from the last whole scene on. */
static lw_status add_messages(lw_moveit_world *w, const lw_value *messages)
{
    size_t first = messages->count;
    size_t matrix = messages->count;
    while (first > 1 && !is_whole(unwrap(messages->items[first - 1])))
        first--;
    while (matrix > first && !matrix_of(unwrap(messages->items[matrix - 1])))
        matrix--;
    first--;
    if (first)
        lw_scene_notice(w->l.scene, w->l.document->file, messages->items[first]->line,
                        "the file has a whole scene here, which replaces what the %zu message%s before "
                        "it say%s",
                        first, first == 1 ? "" : "s", first == 1 ? "s" : "");
    lw_status status = LW_OK;
    for (size_t i = first; i < messages->count && !status; i++) {
        w->l.message = unwrap(messages->items[i]);
        w->update = i > first || is_update(w->l.message);
        w->l.document->subject[0] = '\0';
        status = add_message(w, i + 1 == matrix ? matrix_of(w->l.message) : NULL);
        lw_name_table_free(&w->of_message);
        w->of_message = (lw_name_table){.used = 0};
    }
    return status;
}

/* Applies a change to a scene as a transaction: rolls back after an error. */
static lw_status change_scene(lw_scene *scene, lw_document *document,
                              lw_status (*change)(lw_moveit_world *, const void *), const void *what)
{
    lw_moveit_world w = {.l = {.scene = scene, .document = document}};
    lw_kept_objects kept;
    lw_status status = lw_kept_objects_take(&scene->model, &kept, document->error);
    if (status)
        return status;
    lw_model_mark mark = lw_model_take_mark(&scene->model);
    lw_pose base = scene->model.robots.count ? scene->model.robots.items[0].base : lw_pose_identity();
    size_t notices = lw_notices_begin(scene);
    status = change(&w, what);
    status = lw_notices_end(scene, notices, status, document->error);
    lw_moveit_world_free(&w);
    if (!status) {
        lw_kept_objects_forget(&kept);
        return LW_OK;
    }
    lw_kept_objects_restore(&kept, &scene->model);
    lw_model_roll_back(&scene->model, &mark);
    if (scene->model.robots.count)
        scene->model.robots.items[0].base = base;
    return status;
}

static lw_status change_by_messages(lw_moveit_world *w, const void *what)
{
    return add_messages(w, what);
}

static lw_status change_by_text(lw_moveit_world *w, const void *what)
{
    const lw_moveit_text *text = what;
    lw_status status = LW_OK;
    w->l.message = text->objects.count ? text->objects.items[0].node : NULL;
    for (size_t i = 0; i < text->objects.count && !status; i++) {
        lw_document_subject(w->l.document, "object \"%.100s\"", text->objects.items[i].id);
        status = lw_moveit_change_world(w, &text->objects.items[i]);
    }
    return status;
}

bool lw_moveit_is_scene(const lw_value *messages)
{
    for (size_t i = 0; i < messages->count; i++)
        if (kind_of(unwrap(messages->items[i])) == MESSAGE_OTHER)
            return false;
    return true;
}

lw_status lw_moveit_add_scene(lw_scene *scene, lw_document *document, const lw_value *messages)
{
    return change_scene(scene, document, change_by_messages, messages);
}

lw_status lw_moveit_add_text(lw_scene *scene, lw_document *document, const lw_moveit_text *text)
{
    return change_scene(scene, document, change_by_text, text);
}
