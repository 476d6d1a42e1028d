/* Reads robots that a JSON scene describes as links and joints. The joints make the links a tree, as
 * those of a URDF do, in space and in the plane. */
#include "io/scene/linkage_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/kinds.h"
#include "io/scene/pose_json.h"
#include "io/scene/shape_json.h"
#include "scene/names.h"

const char *const lw_json_linkage_keys[] = {"name",   "links",  "joints", "joint",       "base",
                                            "groups", "states", "cover",  "uncertainty", NULL};

/* The reader's state. Links are those of the description, by their place in its list. */
typedef struct linkage {
    lw_scene *scene;
    lw_document *document;
    const char *robot;
    const lw_value *links, *joints;
    size_t first;              /* index of the first link in the model */
    const lw_value **moved_by; /* per link: the joint whose child it is; NULL: none */
    size_t *parents;           /* per link with such a joint: its parent link */
} linkage;

/* ---- links ------------------------------------------------------------------------------------- */

void lw_json_spare_name(const lw_value *links, const char *wish, char name[LW_JSON_NAME_SIZE])
{
    snprintf(name, LW_JSON_NAME_SIZE, "%s", wish);
    for (size_t i = 0; i < links->count && strlen(name) < LW_JSON_NAME_SIZE - 1; i++) {
        const lw_value *other = lw_value_find(links->items[i], "name");
        if (other && other->text && !strcmp(other->text, name)) {
            name[strlen(name) + 1] = '\0';
            name[strlen(name)] = '_';
            i = (size_t)-1; /* start again at the first link */
        }
    }
}

lw_status lw_scene_json_link_shapes(lw_scene *scene, lw_document *document, const char *robot,
                                    const char *link, const lw_placed_shape *shapes, size_t count)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        if (!(status = lw_scene_add_shape(scene, robot, link, &shapes[i].shape, shapes[i].pose,
                                          document->error)))
            status = lw_model_name_file(&scene->model, shapes[i].file, document->error);
    return status;
}

/* A link without shapes is a frame for joints. */
static lw_status read_shapes(const linkage *l, const lw_value *node, lw_placed_shape **shapes,
                             size_t *count)
{
    static const char *const keys[] = {"name", NULL};
    static const char *const bare[] = {"name", "shapes", "type", NULL};
    lw_pose at;
    const char *const *pose_keys = lw_json_pose_keys(l->scene->model.planar);
    for (; *pose_keys; pose_keys++)
        if (lw_value_find(node, *pose_keys))
            return lw_value_fail(l->document, node, LW_ERROR_SYNTAX,
                                 "it has the key \"%s\", but joints place the links of a robot with "
                                 "joints; give the pose to the joint, or to each shape in \"shapes\"",
                                 *pose_keys);
    *count = 0;
    if (!lw_value_find(node, "shapes") && !lw_value_find(node, "type"))
        return lw_value_keys(l->document, node, "a link", bare);
    return lw_json_shapes(l->scene, l->document, node, "a link", keys, &at, shapes, count);
}

static lw_status add_link(const linkage *l, const lw_value *node)
{
    lw_document *document = l->document;
    lw_value *name_node = NULL;
    const char *name = NULL;
    lw_placed_shape *shapes = NULL;
    size_t count = 0;
    lw_document_subject(document, "robot \"%.60s\": a link", l->robot);
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(document, node, "name", &name_node)) ||
        (status = lw_value_text(document, name_node, "name", &name)))
        return status;
    lw_document_subject(document, "robot \"%.60s\": link \"%.60s\"", l->robot, name);
    if ((status = read_shapes(l, node, &shapes, &count)))
        return status;
    status = lw_scene_add_link(l->scene, l->robot, name, document->error);
    if (!status)
        status = lw_scene_json_link_shapes(l->scene, document, l->robot, name, shapes, count);
    return lw_value_place(document, name_node, status);
}

/* ---- joints ------------------------------------------------------------------------------------ */

const lw_json_joint_type lw_json_joint_types[] = {
    [LW_JOINT_FIXED] = {"fixed", LW_JOINT_FIXED, false, false},
    [LW_JOINT_REVOLUTE] = {"revolute", LW_JOINT_REVOLUTE, true, true},
    [LW_JOINT_CONTINUOUS] = {"continuous", LW_JOINT_CONTINUOUS, false, true},
    [LW_JOINT_PRISMATIC] = {"prismatic", LW_JOINT_PRISMATIC, true, true},
    [LW_JOINT_PLANAR] = {"planar", LW_JOINT_PLANAR, false, true},
    [LW_JOINT_FLOATING] = {"floating", LW_JOINT_FLOATING, false, false},
};
LW_ROW_FOR_EACH(LW_JOINT, lw_json_joint_types, LW_JOINT_FLOATING);

static lw_status read_type(const linkage *l, const lw_value *node, const lw_json_joint_type **out)
{
    lw_value *value = NULL;
    const char *name = NULL;
    lw_status status = lw_value_need(l->document, node, "type", &value);
    if (status || (status = lw_value_text(l->document, value, "type", &name)))
        return status;
    for (size_t i = 0; i < sizeof lw_json_joint_types / sizeof *lw_json_joint_types; i++)
        if (!strcmp(lw_json_joint_types[i].name, name)) {
            *out = &lw_json_joint_types[i];
            return LW_OK;
        }
    return lw_value_fail(l->document, value, LW_ERROR_SYNTAX,
                         "there is no joint type \"%.40s\"; there are fixed, revolute, continuous, "
                         "prismatic, planar and floating",
                         name);
}

bool lw_json_joint_has_axis(const lw_json_joint_type *type, bool planar)
{
    return type->has_axis && !(planar && type->kind != LW_JOINT_PRISMATIC);
}

static lw_status check_keys(const linkage *l, const lw_value *node, const lw_json_joint_type *type)
{
    static const char *const common[] = {"name", "type", "parent", "child"};
    const char *keys[20];
    size_t count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        keys[count++] = common[i];
    for (const char *const *pose = lw_json_pose_keys(l->scene->model.planar); *pose; pose++)
        keys[count++] = *pose;
    if (lw_json_joint_has_axis(type, l->scene->model.planar))
        keys[count++] = "axis";
    if (type->has_limits)
        keys[count++] = "limits";
    if (lw_joint_value_count(type->kind) == 1)
        keys[count++] = "mimic";
    if (type->kind != LW_JOINT_FIXED) {
        keys[count++] = "velocity";
        keys[count++] = "acceleration";
        keys[count++] = "jerk";
    }
    char name[40];
    snprintf(name, sizeof name, "a joint of type %s", type->name);
    keys[count] = NULL;
    return lw_value_keys(l->document, node, name, keys);
}

static lw_status read_axis(const linkage *l, const lw_value *node, const lw_json_joint_type *type,
                           lw_joint_def *def)
{
    double axis[3] = {0, 0, 1};
    lw_value *value = NULL;
    lw_status status = LW_OK;
    if (lw_json_joint_has_axis(type, l->scene->model.planar)) {
        size_t count = l->scene->model.planar ? 2 : 3;
        /* a planar joint moves in the plane across z unless it says otherwise */
        if (type->kind == LW_JOINT_PLANAR && !lw_value_find(node, "axis")) {
            def->axis = (lw_vec3){0, 0, 1};
            return LW_OK;
        }
        if ((status = lw_value_need(l->document, node, "axis", &value)) ||
            (status = lw_value_numbers(l->document, value, "axis", axis, count)))
            return status;
        axis[2] = count == 3 ? axis[2] : 0;
    }
    def->axis = (lw_vec3){axis[0], axis[1], axis[2]};
    return LW_OK;
}

/* Reads two limits, of which each may be "none". */
static lw_status read_ends(const linkage *l, const lw_value *value, double limits[2])
{
    const double none[2] = {-HUGE_VAL, HUGE_VAL};
    lw_status status = lw_value_expect(l->document, value, "limits", LW_VALUE_LIST);
    if (status)
        return status;
    if (value->count != 2)
        return lw_value_fail(l->document, value, LW_ERROR_ARGUMENT, "limits must be 2 numbers, not %zu",
                             value->count);
    for (size_t i = 0; i < 2 && !status; i++) {
        limits[i] = none[i];
        const char *text = lw_value_as_text(value->items[i]);
        if (!text || strcmp(text, "none") != 0)
            status = lw_value_quantity(l->document, value->items[i], "a limit", &limits[i]);
    }
    return status;
}

static lw_status read_limits(const linkage *l, const lw_value *node, const lw_json_joint_type *type,
                             lw_joint_def *def)
{
    double limits[2];
    const lw_value *value = lw_value_find(node, "limits");
    if (!type->has_limits)
        return LW_OK;
    if (!value)
        return lw_value_fail(l->document, node, LW_ERROR_SYNTAX,
                             type->kind == LW_JOINT_REVOLUTE
                                 ? "a revolute joint needs \"limits\": [lower, upper] in radians; one "
                                   "without limits is of type continuous"
                                 : "a prismatic joint needs \"limits\": [lower, upper] in metres");
    lw_status status = read_ends(l, value, limits);
    def->lower = limits[0];
    def->upper = limits[1];
    return status;
}

/* Reads a rate's largest value, where it is given. */
static lw_status read_rate(const linkage *l, const lw_value *node, const char *key, double *out)
{
    const lw_value *value = lw_value_find(node, key);
    return value ? lw_value_size(l->document, value, key, out) : LW_OK;
}

static lw_status read_mimic(const linkage *l, const lw_value *node, lw_joint_def *def)
{
    static const char *const keys[] = {"joint", "multiplier", "offset", NULL};
    const lw_value *mimic = lw_value_find(node, "mimic");
    lw_value *name = NULL;
    lw_document *document = l->document;
    if (!mimic)
        return LW_OK;
    const lw_value *multiplier = lw_value_find(mimic, "multiplier");
    const lw_value *offset = lw_value_find(mimic, "offset");
    lw_status status = lw_value_keys(document, mimic, "mimic", keys);
    if (status || (status = lw_value_need(document, mimic, "joint", &name)) ||
        (status = lw_value_text(document, name, "joint", &def->mimic)) ||
        (multiplier &&
         (status = lw_value_quantity(document, multiplier, "multiplier", &def->mimic_multiplier))) ||
        (offset && (status = lw_value_quantity(document, offset, "offset", &def->mimic_offset))))
        return status;
    return LW_OK;
}

/* The place of a link that a joint names under a key. */
static lw_status read_end(const linkage *l, const lw_value *node, const char *key, const char **name,
                          size_t *place)
{
    lw_value *value = NULL;
    lw_status status = lw_value_need(l->document, node, key, &value);
    if (status || (status = lw_value_text(l->document, value, key, name)))
        return status;
    const lw_model *model = &l->scene->model;
    int64_t robot = lw_model_find_robot(model, l->robot);
    int64_t link = lw_model_find_link(model, robot, *name);
    if (link < 0)
        return lw_value_fail(l->document, value, LW_ERROR_NAME, "there is no link \"%.60s\", its %s%s",
                             *name, key, lw_hint_link(model, robot, *name).text);
    *place = (size_t)link - l->first;
    return LW_OK;
}

static const char *name_of(const lw_value *node)
{
    return lw_value_as_text(lw_value_find(node, "name"));
}

static lw_status hang(linkage *l, const lw_value *node, size_t parent, size_t child)
{
    const lw_value *other = l->moved_by[child];
    if (other)
        return lw_value_fail(l->document, node, LW_ERROR_MODEL,
                             "its child \"%.60s\" is the child of joint \"%.60s\" too; a link has one "
                             "parent",
                             name_of(l->links->items[child]), name_of(other));
    l->moved_by[child] = node;
    l->parents[child] = parent;
    return LW_OK;
}

/* Reads the name of a joint, and begins sentences about it. */
static lw_status read_name(const linkage *l, const lw_value *node, const char **out)
{
    lw_value *name = NULL;
    lw_document_subject(l->document, "robot \"%.60s\": a joint", l->robot);
    lw_status status = lw_value_expect(l->document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(l->document, node, "name", &name)) ||
        (status = lw_value_text(l->document, name, "name", out)))
        return status;
    lw_document_subject(l->document, "robot \"%.60s\": joint \"%.60s\"", l->robot, *out);
    return LW_OK;
}

/* Reads which links a joint connects. */
static lw_status connect(linkage *l, const lw_value *node)
{
    lw_joint_def def;
    size_t parent = 0;
    size_t child = 0;
    lw_status status = read_name(l, node, &def.name);
    if (status || (status = read_end(l, node, "parent", &def.parent, &parent)) ||
        (status = read_end(l, node, "child", &def.child, &child)))
        return status;
    return hang(l, node, parent, child);
}

/* Adds a joint whose name and links have been read before. */
static lw_status add_joint(const linkage *l, const lw_value *node)
{
    lw_document *document = l->document;
    const lw_json_joint_type *type = NULL;
    lw_joint_def def = lw_default_joint();
    lw_status status = read_name(l, node, &def.name);
    if (status || (status = read_type(l, node, &type)) || (status = check_keys(l, node, type)) ||
        (status = lw_json_pose(document, node, l->scene->model.planar, &def.origin)) ||
        (status = read_axis(l, node, type, &def)) || (status = read_limits(l, node, type, &def)) ||
        (status = read_mimic(l, node, &def)) ||
        (status = read_rate(l, node, "velocity", &def.velocity)) ||
        (status = read_rate(l, node, "acceleration", &def.acceleration)) ||
        (status = read_rate(l, node, "jerk", &def.jerk)))
        return status;
    def.kind = type->kind;
    def.parent = lw_value_as_text(lw_value_find(node, "parent"));
    def.child = lw_value_as_text(lw_value_find(node, "child"));
    return lw_value_place(document, node,
                          lw_scene_add_joint(l->scene, l->robot, &def, document->error));
}

/* Checks that the way up from each link ends at one and the same link. */
static lw_status find_root(const linkage *l, size_t *root)
{
    const lw_value *const *links = (const lw_value *const *)l->links->items;
    size_t count = l->links->count;
    lw_document_subject(l->document, "robot \"%.60s\"", l->robot);
    *root = count;
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (size_t steps = 0; l->moved_by[at] && steps <= count; steps++)
            at = l->parents[at];
        if (l->moved_by[at])
            return lw_value_fail(l->document, l->moved_by[at], LW_ERROR_MODEL,
                                 "the joints make a loop of links at \"%.60s\"; they must make a tree",
                                 name_of(links[at]));
        if (*root < count && *root != at)
            return lw_value_fail(l->document, links[at], LW_ERROR_MODEL,
                                 "no joint moves link \"%.60s\", nor link \"%.60s\"; all links but one "
                                 "must be the child of a joint",
                                 name_of(links[*root]), name_of(links[at]));
        *root = at;
    }
    return LW_OK;
}

/* ---- groups and states ------------------------------------------------------------------------- */

/* Checks that there is a joint; single: one of one value. */
static lw_status find_joint(const linkage *l, const lw_value *node, const char *name, bool single)
{
    const lw_model *model = &l->scene->model;
    int64_t robot = lw_model_find_robot(model, l->robot);
    int64_t joint = lw_model_find_joint(model, robot, name);
    if (joint >= 0 && single && lw_joint_value_count(model->joints.items[joint].def.kind) != 1)
        return lw_value_fail(
            l->document, node, LW_ERROR_ARGUMENT,
            "joint \"%.60s\" has no or several values; states are of joints of one value", name);
    if (joint >= 0)
        return LW_OK;
    return lw_value_fail(l->document, node, LW_ERROR_NAME, "there is no joint \"%.60s\"%s", name,
                         lw_hint_joint(model, robot, name).text);
}

static lw_status add_group(const linkage *l, const lw_member *group)
{
    const char **names = NULL;
    size_t count = 0;
    lw_document_subject(l->document, "robot \"%.60s\": group \"%.60s\"", l->robot, group->key);
    lw_status status = lw_value_text_list(l->document, group->value, "it", &names, &count);
    for (size_t i = 0; i < count && !status; i++)
        status = find_joint(l, group->value->items[i], names[i], false);
    if (status)
        return status;
    status = lw_scene_add_group(l->scene, l->robot, group->key, names, count, l->document->error);
    return lw_value_place(l->document, group->value, status);
}

static lw_status add_state(const linkage *l, const lw_member *state)
{
    const lw_value *node = state->value;
    lw_document *document = l->document;
    lw_document_subject(document, "robot \"%.60s\": state \"%.60s\"", l->robot, state->key);
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status)
        return status;
    const char **names = lw_document_take(document, node->count + 1, sizeof *names);
    double *values = lw_document_take(document, node->count + 1, sizeof *values);
    if (!names || !values)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < node->count && !status; i++) {
        const lw_member *member = &node->members[i];
        names[i] = member->key;
        if (!(status = find_joint(l, member->value, names[i], true)))
            status = lw_value_quantity(document, member->value, names[i], &values[i]);
    }
    if (status)
        return status;
    status = lw_scene_add_state(l->scene, l->robot, NULL, state->key, names, values, node->count,
                                document->error);
    return lw_value_place(document, node, status);
}

/* Adds what stands under a key, member by member. */
static lw_status add_members(const linkage *l, const lw_value *robot, const char *key,
                             lw_status (*add)(const linkage *l, const lw_member *member))
{
    const lw_value *node = lw_value_find(robot, key);
    lw_document_subject(l->document, "robot \"%.60s\"", l->robot);
    lw_status status = node ? lw_value_expect(l->document, node, key, LW_VALUE_MAP) : LW_OK;
    for (size_t i = 0; node && i < node->count && !status; i++)
        status = add(l, &node->members[i]);
    return status;
}

/* ---- the robot --------------------------------------------------------------------------------- */

static lw_status add_links(linkage *l)
{
    lw_status status = LW_OK;
    l->first = l->scene->model.links.count;
    for (size_t i = 0; i < l->links->count && !status; i++)
        status = add_link(l, l->links->items[i]);
    return status;
}

/* Adds the joint between the base and the root. */
static lw_status add_mount(const linkage *l, size_t root, const lw_joint_def *mount)
{
    char origin[LW_JSON_NAME_SIZE];
    lw_json_spare_name(l->links, "origin", origin);
    lw_joint_def joint = *mount;
    joint.parent = origin;
    joint.child = name_of(l->links->items[root]);
    lw_status status = lw_scene_add_link(l->scene, l->robot, origin, l->document->error);
    if (!status)
        status = lw_scene_add_joint(l->scene, l->robot, &joint, l->document->error);
    return status;
}

lw_status lw_scene_json_linkage(lw_scene *scene, lw_document *document, const lw_value *node,
                                const char *robot, const lw_joint_def *mount)
{
    linkage l = {.scene = scene,
                 .document = document,
                 .robot = robot,
                 .links = lw_value_find(node, "links"),
                 .joints = lw_value_find(node, "joints")};
    size_t count = l.links->count;
    size_t root = 0;
    l.moved_by = lw_document_take(document, count, sizeof *l.moved_by);
    l.parents = lw_document_take(document, count, sizeof *l.parents);
    if (!l.moved_by || !l.parents)
        return lw_fail_memory(document->error);
    lw_status status = lw_value_expect(document, l.joints, "joints", LW_VALUE_LIST);
    if (!status)
        status = add_links(&l);
    for (size_t i = 0; !status && i < l.joints->count; i++)
        status = connect(&l, l.joints->items[i]);
    if (status || (status = find_root(&l, &root)))
        return status;
    /* the joint that moves all comes first in configurations */
    if (mount && (status = add_mount(&l, root, mount)))
        return lw_value_place(document, node, status);
    for (size_t i = 0; !status && i < l.joints->count; i++)
        status = add_joint(&l, l.joints->items[i]);
    if (!status)
        status = add_members(&l, node, "groups", add_group);
    return status ? status : add_members(&l, node, "states", add_state);
}
