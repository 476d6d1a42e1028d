/* Reads scenes in leeway's JSON: obstacles, attached objects, pairs, margins, padding, joint values,
 * motions. */
#include "io/scene/scene_json.h"

#include <stdio.h>
#include <string.h>

#include "io/scene/shape_json.h"
#include "io/scene/uncertainty_json.h"
#include "scene/names.h"
#include "scene/variable_name.h"

typedef struct loader {
    lw_scene *scene;
    lw_document *document;
} loader;

typedef lw_status (*read_item)(loader *l, const lw_value *node);

/* Calls a function for each item of the list under a key of the root, in order. */
static lw_status read_list(loader *l, const lw_value *root, const char *key, read_item read)
{
    const lw_value *list = lw_value_find(root, key);
    if (!list)
        return LW_OK;
    lw_document_subject(l->document, "%s", "");
    lw_status status = lw_value_expect(l->document, list, key, LW_VALUE_LIST);
    for (size_t i = 0; i < list->count && !status; i++) {
        lw_document_subject(l->document, "%s", key);
        status = read(l, list->items[i]);
    }
    return status;
}

static lw_status read_robot(loader *l, const lw_value *node)
{
    return lw_scene_json_robot(l->scene, l->document, node);
}

/* Reads the id of an obstacle or attached object, which must be unique, and makes it the subject of
 * errors. */
static lw_status read_id(loader *l, const lw_value *node, const char *what, const char **id)
{
    lw_value *value = NULL;
    lw_document_subject(l->document, "%s", what);
    lw_status status = lw_value_expect(l->document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(l->document, node, "id", &value)) ||
        (status = lw_value_text(l->document, value, "id", id)))
        return status;
    lw_document_subject(l->document, "%s \"%.60s\"", what, *id);
    if (lw_model_find_object(&l->scene->model, *id) >= 0)
        return lw_value_fail(l->document, value, LW_ERROR_NAME,
                             "there is an object of this id already; give one of them another id");
    return LW_OK;
}

static lw_status read_obstacle(loader *l, const lw_value *node)
{
    static const char *const keys[] = {"id", "uncertainty", NULL};
    lw_uncertainty uncertainty;
    const char *id = NULL;
    lw_pose at;
    lw_placed_shape *shapes = NULL;
    size_t count = 0;
    lw_status status = read_id(l, node, "obstacle", &id);
    if (status || (status = lw_json_shapes(l->scene, l->document, node, "an obstacle", keys, &at,
                                           &shapes, &count)))
        return status;
    for (size_t i = 0; i < count && !status; i++)
        if (!(status = lw_scene_add_obstacle(l->scene, id, &shapes[i].shape,
                                             lw_pose_compose(at, shapes[i].pose), l->document->error)))
            status = lw_model_name_file(&l->scene->model, shapes[i].file, l->document->error);
    if (!status)
        status = lw_uncertainty_json(l->document, node, &uncertainty);
    if (!status && count)
        status = lw_scene_set_uncertainty(l->scene, id, &uncertainty, l->document->error);
    return lw_value_place(l->document, node, status);
}

lw_status lw_scene_json_carrier(const lw_scene *scene, lw_document *document, const lw_value *node,
                                lw_json_carrier *out)
{
    const lw_value *robot = lw_value_find(node, "robot");
    const lw_value *touch = lw_value_find(node, "touch_links");
    lw_value *link = NULL;
    *out = (lw_json_carrier){0};
    lw_status status = LW_OK;
    if ((robot && (status = lw_value_text(document, robot, "robot", &out->robot))) ||
        (status = lw_value_need(document, node, "link", &link)) ||
        (status = lw_value_text(document, link, "link", &out->link)) ||
        (touch && (status = lw_value_text_list(document, touch, "touch_links", &out->touch_links,
                                               &out->touch_link_count))))
        return status;
    if (!out->robot && scene->model.robots.count > 1)
        return lw_value_fail(document, node, LW_ERROR_NAME,
                             "there are several robots; say with \"robot\" whose link carries it");
    return LW_OK;
}

static lw_status read_attached(loader *l, const lw_value *node)
{
    static const char *const keys[] = {"id", "robot", "link", "touch_links", NULL};
    const char *id = NULL;
    lw_json_carrier carrier;
    lw_pose at;
    lw_placed_shape *shapes = NULL;
    size_t count = 0;
    lw_status status = read_id(l, node, "attached object", &id);
    if (status ||
        (status = lw_json_shapes(l->scene, l->document, node, "an attached object", keys, &at, &shapes,
                                 &count)) ||
        (status = lw_scene_json_carrier(l->scene, l->document, node, &carrier)))
        return status;
    if (!l->scene->model.robots.count)
        return lw_value_fail(l->document, node, LW_ERROR_NAME,
                             "there is no robot whose link could carry it; give one in \"robots\", or "
                             "load one before this file");
    for (size_t i = 0; i < count && !status; i++)
        if (!(status =
                  lw_scene_add_attached(l->scene, carrier.robot, carrier.link, id, &shapes[i].shape,
                                        lw_pose_compose(at, shapes[i].pose), carrier.touch_links,
                                        carrier.touch_link_count, l->document->error)))
            status = lw_model_name_file(&l->scene->model, shapes[i].file, l->document->error);
    return lw_value_place(l->document, lw_value_find(node, "link"), status);
}

static lw_status read_pair(loader *l, const lw_value *node, const char *pair[2])
{
    lw_status status = lw_value_expect(l->document, node, "a pair", LW_VALUE_LIST);
    if (status)
        return status;
    if (node->count != 2)
        return lw_value_fail(l->document, node, LW_ERROR_ARGUMENT, "a pair must be 2 names, not %zu",
                             node->count);
    for (size_t i = 0; i < 2 && !status; i++)
        status = lw_value_text(l->document, node->items[i], "a name of a pair", &pair[i]);
    return status;
}

static lw_status add_rule(loader *l, const lw_value *node, bool allowed)
{
    const char *pair[2] = {NULL, NULL};
    lw_status status = read_pair(l, node, pair);
    if (status)
        return status;
    bool any[2] = {!strcmp(pair[0], "*"), !strcmp(pair[1], "*")};
    if (any[0] && any[1])
        return lw_value_fail(l->document, node, LW_ERROR_SYNTAX, "one name of a pair must be a body's");
    status = lw_scene_rule(l->scene, -1, any[0] ? pair[1] : pair[0], any[0] || any[1] ? NULL : pair[1],
                           allowed, LW_RANK_SCENE, l->document->error);
    return lw_value_place(l->document, node, status);
}

static lw_status read_allowed(loader *l, const lw_value *node)
{
    return add_rule(l, node, true);
}

static lw_status read_checked(loader *l, const lw_value *node)
{
    return add_rule(l, node, false);
}

static lw_status read_pair_margin(loader *l, const lw_value *node)
{
    static const char *const keys[] = {"pair", "margin", NULL};
    lw_value *pair_node = NULL;
    lw_value *margin_node = NULL;
    const char *pair[2] = {NULL, NULL};
    double margin = 0;
    lw_status status = lw_value_keys(l->document, node, "a pair's margin", keys);
    if (status || (status = lw_value_need(l->document, node, "pair", &pair_node)) ||
        (status = read_pair(l, pair_node, pair)) ||
        (status = lw_value_need(l->document, node, "margin", &margin_node)) ||
        (status = lw_value_distance(l->document, margin_node, "margin", &margin)))
        return status;
    for (size_t i = 0; i < 2; i++)
        if (!strcmp(pair[i], "*"))
            return lw_value_fail(l->document, pair_node, LW_ERROR_SYNTAX,
                                 "the pair of a margin must be two bodies, without *");
    status = lw_scene_set_pair_margin(l->scene, pair[0], pair[1], margin, l->document->error);
    return lw_value_place(l->document, node, status);
}

static lw_status read_settings(loader *l, const lw_value *root)
{
    const lw_value *dimension = lw_value_find(root, "dimension");
    const lw_value *margin = lw_value_find(root, "margin");
    const lw_value *self_margin = lw_value_find(root, "self_margin");
    const lw_value *mesh = lw_value_find(root, "mesh");
    lw_error *error = l->document->error;
    double value = 0;
    const char *mode = NULL;
    lw_status status = LW_OK;
    if (dimension && (status = lw_value_number(l->document, dimension, "dimension", &value)))
        return status;
    if (dimension && value != 2 && value != 3)
        return lw_value_fail(l->document, dimension, LW_ERROR_ARGUMENT, "dimension must be 2 or 3");
    if ((status = lw_scene_set_dimension(l->scene, dimension && value == 2 ? 2 : 3, error)))
        return lw_value_place(l->document, dimension ? dimension : root, status);
    if (margin && ((status = lw_value_distance(l->document, margin, "margin", &value)) ||
                   (status = lw_scene_set_margin(l->scene, value, error))))
        return status;
    if (self_margin && ((status = lw_value_distance(l->document, self_margin, "self_margin", &value)) ||
                        (status = lw_scene_set_self_margin(l->scene, value, error))))
        return status;
    if (!mesh || (status = lw_value_text(l->document, mesh, "mesh", &mode)))
        return status;
    if (strcmp(mode, "solid") != 0 && strcmp(mode, "surface") != 0)
        return lw_value_fail(l->document, mesh, LW_ERROR_SYNTAX,
                             "mesh must be \"solid\" or \"surface\", not \"%.40s\"", mode);
    return lw_scene_set_mesh_mode(l->scene, mode[1] == 'o' ? LW_MESH_SOLID : LW_MESH_SURFACE, error);
}

/* Splits "robot/name"; robot: -1 where there is no slash, -2 where the robot is unknown. */
static lw_status split_name(loader *l, const lw_member *member, int64_t *robot, const char **name)
{
    const char *slash = strchr(member->key, '/');
    *robot = -1;
    *name = member->key;
    if (!slash)
        return LW_OK;
    char *prefix = lw_document_text(l->document, member->key, (size_t)(slash - member->key));
    if (!prefix)
        return lw_fail_memory(l->document->error);
    *name = slash + 1;
    *robot = lw_model_find_robot(&l->scene->model, prefix);
    if (*robot < 0)
        *robot = -2;
    return LW_OK;
}

/* Gives a notice about an unknown name. It is no error, since one list may be used for several
 * scenes. */
static void notice_nobody(loader *l, const lw_member *member, const char *what, lw_hint hint)
{
    lw_scene_notice(l->scene, l->document->file, member->line,
                    "there is no %s \"%.60s\"; what is said of it is ignored%s", what, member->key,
                    hint.text);
}

/* Adds link_padding or link_scale of one link, or of all links where member is NULL. */
static lw_status add_padding(loader *l, bool scale, const lw_value *node, const lw_member *member)
{
    const lw_value location = {.line = member ? member->line : node->line};
    const lw_value *number = member ? member->value : node;
    const char *link = NULL;
    int64_t robot = -1;
    double value = 0;
    lw_status status = scale ? lw_value_size(l->document, number, "link_scale", &value)
                             : lw_value_distance(l->document, number, "link_padding", &value);
    if (status || (member && (status = split_name(l, member, &robot, &link))))
        return status;
    const lw_model *model = &l->scene->model;
    if (robot == -2 || (link && model->robots.count && lw_model_find_link(model, robot, link) < 0)) {
        notice_nobody(l, member, "link", lw_hint_link(model, robot, link));
        return LW_OK;
    }
    status = lw_scene_padding(l->scene, robot < 0 ? NULL : model->robots.items[robot].name, link,
                              scale ? &value : NULL, scale ? NULL : &value, l->document->error);
    return lw_value_place(l->document, &location, status);
}

static lw_status read_padding(loader *l, const lw_value *root)
{
    static const char *const names[] = {"link_padding", "link_scale"};
    lw_status status = LW_OK;
    lw_document_subject(l->document, "%s", "");
    for (int scale = 0; scale < 2 && !status; scale++) {
        const lw_value *node = lw_value_find(root, names[scale]);
        if (!node)
            continue;
        if (node->kind == LW_VALUE_NUMBER) {
            status = add_padding(l, scale, node, NULL);
            continue;
        }
        status = lw_value_expect(l->document, node, names[scale], LW_VALUE_MAP);
        for (size_t k = 0; k < node->count && !status; k++)
            status = add_padding(l, scale, node, &node->members[k]);
    }
    return status;
}

/* How many joints have this name, and the first of them. */
static size_t count_joints(const lw_model *model, int64_t robot, const char *name, int64_t *first)
{
    size_t count = 0;
    for (size_t i = model->joints.count; i-- > 0;) {
        const lw_model_joint *joint = &model->joints.items[i];
        if ((robot < 0 || joint->robot == (size_t)robot) && !strcmp(joint->def.name, name)) {
            count++;
            *first = (int64_t)i;
        }
    }
    return count;
}

/* How many joints have a value of this name, such as "base/x", and the first of them. */
static size_t count_variables(const lw_model *model, int64_t robot, const char *name, int64_t *first)
{
    size_t count = 0;
    for (size_t i = model->joints.count; i-- > 0;) {
        const lw_model_joint *joint = &model->joints.items[i];
        if ((robot < 0 || joint->robot == (size_t)robot) &&
            lw_variable_of(joint->def.name, joint->def.kind, name) >= 0) {
            count++;
            *first = (int64_t)i;
        }
    }
    return count;
}

/* Reads one value of a joint of several values. *known: out, whether the member is such a value. */
static lw_status read_variable(loader *l, const lw_member *member, bool *known)
{
    const lw_model *model = &l->scene->model;
    const lw_value location = {.line = member->line, .column = member->column};
    const char *name = NULL;
    int64_t robot = -1;
    int64_t joint = -1;
    double value = 0;
    char what[80];
    lw_status status = split_name(l, member, &robot, &name);
    if (status)
        return status;
    if (robot < 0) /* the slash separates joint and value */
        name = member->key;
    const size_t found = count_variables(model, robot, name, &joint);
    *known = found;
    if (found > 1)
        return lw_value_fail(l->document, &location, LW_ERROR_NAME,
                             "several robots have a joint of \"%.60s\"; name it as ROBOT/%.60s", name,
                             name);
    snprintf(what, sizeof what, "the value \"%.50s\"", name);
    if (!found || (status = lw_value_quantity(l->document, member->value, what, &value)))
        return status;
    const size_t of = model->joints.items[joint].robot;
    return lw_value_place(l->document, member->value,
                          lw_scene_value(l->scene, model->robots.items[of].name, name, &value, 1,
                                         LW_RANK_SCENE, l->document->error));
}

static lw_status read_value(loader *l, const lw_member *member)
{
    const lw_model *model = &l->scene->model;
    const lw_value *value = member->value;
    const lw_value location = {.line = member->line, .column = member->column};
    const char *name = NULL;
    int64_t robot = -1;
    int64_t joint = -1;
    double values[7];
    lw_status status = split_name(l, member, &robot, &name);
    if (status)
        return status;
    size_t found = robot == -2 ? 0 : count_joints(model, robot, name, &joint);
    if (found > 1)
        return lw_value_fail(l->document, &location, LW_ERROR_NAME,
                             "several robots have a joint \"%.60s\"; name it as ROBOT/%.60s", name,
                             name);
    /* a joint without a robot may belong to one that comes later; freezing resolves its name */
    if (!found && robot != -1) {
        notice_nobody(l, member, "joint", lw_hint_joint(model, robot, name));
        return LW_OK;
    }
    size_t count = value->kind == LW_VALUE_NUMBER ? 1 : value->count;
    size_t wanted = found ? lw_joint_value_count(model->joints.items[joint].def.kind) : count;
    char what[80];
    snprintf(what, sizeof what, "the value of joint \"%.50s\"", name);
    if (value->kind == LW_VALUE_NUMBER)
        status = lw_value_quantity(l->document, value, what, values);
    else if (!(status = lw_value_expect(l->document, value, what, LW_VALUE_LIST)) &&
             (count == 1 || count == 3 || count == 7))
        status = lw_value_numbers(l->document, value, what, values, count);
    if (status)
        return status;
    if ((count != 1 && count != 3 && count != 7) || (wanted && count != wanted))
        return lw_value_fail(l->document, value, LW_ERROR_ARGUMENT, "%s must be %zu number%s, not %zu",
                             what, wanted ? wanted : 1, wanted > 1 ? "s" : "", count);
    if (found && !wanted) /* a fixed joint */
        return LW_OK;
    if (found)
        robot = (int64_t)model->joints.items[joint].robot;
    status = lw_scene_value(l->scene, robot < 0 ? NULL : model->robots.items[robot].name, name, values,
                            count, LW_RANK_SCENE, l->document->error);
    return lw_value_place(l->document, value, status);
}

static lw_status read_state(loader *l, const lw_value *root)
{
    const lw_value *node = lw_value_find(root, "robot_state");
    if (!node)
        return LW_OK;
    lw_document_subject(l->document, "%s", "");
    lw_status status = lw_value_expect(l->document, node, "robot_state", LW_VALUE_MAP);
    for (size_t i = 0; i < node->count && !status; i++) {
        bool known = false;
        lw_document_subject(l->document, "robot_state");
        status = read_variable(l, &node->members[i], &known);
        if (!status && !known)
            status = read_value(l, &node->members[i]);
    }
    return status;
}

/* Stores motions as text: they are parsed later, since their joints are known only when the scene is
 * frozen. */
static lw_status read_motions(loader *l, const lw_value *root)
{
    const lw_value *node = lw_value_find(root, "motions");
    if (!node)
        return LW_OK;
    lw_document_subject(l->document, "%s", "");
    lw_status status = lw_value_expect(l->document, node, "motions", LW_VALUE_MAP);
    for (size_t i = 0; i < node->count && !status; i++) {
        const lw_value *value = node->members[i].value;
        if ((status = lw_value_expect(l->document, value, "a motion", LW_VALUE_MAP)))
            return status;
        const char *text = lw_document_text(l->document, value->source, value->source_length);
        if (!text)
            return lw_fail_memory(l->document->error);
        status =
            lw_value_place(l->document, value,
                           lw_scene_add_motion(l->scene, node->members[i].key, text, l->document->file,
                                               value->line, l->document->error));
    }
    return status;
}

static lw_status read_all(loader *l, const lw_value *root)
{
    static const char *const keys[] = {
        "margin",        "self_margin",   "robots",       "obstacles",    "attached",   "robot_state",
        "allowed_pairs", "checked_pairs", "pair_margins", "link_padding", "link_scale", "mesh",
        "motions",       "dimension",     "description",  "$schema",      NULL};
    lw_status status = lw_value_keys(l->document, root, "a scene", keys);
    for (size_t i = 0; i < root->count && !status; i++)
        if (strcmp(root->members[i].key, "motions") != 0)
            status = lw_value_refuse_null(l->document, root->members[i].value);
    if (status || (status = read_settings(l, root)) ||
        (status = read_list(l, root, "robots", read_robot)) ||
        (status = read_list(l, root, "obstacles", read_obstacle)) ||
        (status = read_list(l, root, "attached", read_attached)) ||
        (status = read_list(l, root, "allowed_pairs", read_allowed)) ||
        (status = read_list(l, root, "checked_pairs", read_checked)) ||
        (status = read_list(l, root, "pair_margins", read_pair_margin)) ||
        (status = read_padding(l, root)) || (status = read_state(l, root)))
        return status;
    return read_motions(l, root);
}

lw_status lw_scene_json_add(lw_scene *scene, lw_document *document, const lw_value *root)
{
    loader l = {scene, document};
    lw_model_mark mark = lw_model_take_mark(&scene->model);
    size_t notices = lw_notices_begin(scene);
    document->subject[0] = '\0';
    lw_status status = lw_notices_end(scene, notices, read_all(&l, root), document->error);
    if (status)
        lw_model_roll_back(&scene->model, &mark);
    return status;
}
