/* Reads the robots of a JSON scene: from files, or described in place, as links and joints
 * (linkage_json.h) or as a rigid body with one joint. Such a body becomes a root link, the joint, a
 * link for the joint's frame, and a fixed joint to each link. */
#include <stdio.h>
#include <string.h>

#include "io/robot/resolve.h"
#include "io/scene/linkage_json.h"
#include "io/scene/pose_json.h"
#include "io/scene/scene_json.h"
#include "io/scene/shape_json.h"
#include "io/scene/uncertainty_json.h"

enum { PATH_SIZE = 4096 };

static lw_status read_base(lw_document *document, const lw_value *node, bool planar, lw_pose *out)
{
    const lw_value *base = lw_value_find(node, "base");
    *out = lw_pose_identity();
    if (!base)
        return LW_OK;
    lw_status status = lw_value_keys(document, base, "base", lw_json_pose_keys(planar));
    return status ? status : lw_json_pose(document, base, planar, out);
}

/* Reads and resolves the name of a file under a key; NULL where the key is missing. */
static lw_status read_path(lw_scene *scene, lw_document *document, const lw_value *node,
                           const char *key, const char **out)
{
    const lw_value *value = lw_value_find(node, key);
    const char *name = NULL;
    *out = NULL;
    if (!value)
        return LW_OK;
    lw_status status = lw_value_text(document, value, key, &name);
    if (status)
        return status;
    char *path = lw_document_take(document, PATH_SIZE, 1);
    if (!path)
        return lw_fail_memory(document->error);
    *out = path;
    status = lw_resolve(scene, document->file, name, path, PATH_SIZE, document->error);
    return lw_value_place(document, value, status);
}

static lw_status load_files(lw_scene *scene, lw_document *document, const lw_value *node)
{
    static const char *const keys[] = {"urdf", "srdf", "name", "base", "cover", "uncertainty", NULL};
    const lw_value *name_node = lw_value_find(node, "name");
    const char *name = NULL;
    const char *urdf = NULL;
    const char *srdf = NULL;
    lw_pose base;
    lw_status status = lw_value_keys(document, node, "a robot from a URDF", keys);
    if (status || (name_node && (status = lw_value_text(document, name_node, "name", &name))) ||
        (status = read_base(document, node, scene->model.planar, &base)) ||
        (status = read_path(scene, document, node, "urdf", &urdf)) ||
        (status = read_path(scene, document, node, "srdf", &srdf)))
        return status;
    status = lw_scene_load_robot(scene, urdf, srdf, name, &base, document->error);
    return lw_value_place(document, node, status);
}

static lw_status read_joint(lw_document *document, const lw_value *node, lw_joint_def *joint)
{
    static const char *const keys[] = {"type", "name", NULL};
    static const char *const kinds[] = {"fixed", "planar", "floating"};
    static const lw_joint_kind values[] = {LW_JOINT_FIXED, LW_JOINT_PLANAR, LW_JOINT_FLOATING};
    *joint = lw_default_joint();
    joint->name = "joint";
    joint->axis = (lw_vec3){0, 0, 1};
    const lw_value *value = lw_value_find(node, "joint");
    if (!value)
        return LW_OK;
    lw_value *type = NULL;
    const lw_value *name = lw_value_find(value, "name");
    const char *kind = NULL;
    lw_status status = lw_value_keys(document, value, "joint", keys);
    if (status || (status = lw_value_need(document, value, "type", &type)) ||
        (status = lw_value_text(document, type, "type", &kind)) ||
        (name && (status = lw_value_text(document, name, "name", &joint->name))))
        return status;
    for (size_t i = 0; i < 3; i++) {
        if (!strcmp(kind, kinds[i])) {
            joint->kind = values[i];
            return LW_OK;
        }
    }
    return lw_value_fail(document, type, LW_ERROR_SYNTAX,
                         "there is no joint type \"%.40s\" for a body; there are fixed, planar and "
                         "floating",
                         kind);
}

static lw_status add_link(lw_scene *scene, lw_document *document, const lw_value *node,
                          const char *robot, const char *body)
{
    static const char *const keys[] = {"name", NULL};
    lw_value *name_node = NULL;
    const char *name = NULL;
    lw_placed_shape *shapes = NULL;
    size_t count = 0;
    char joint_name[LW_JSON_NAME_SIZE];
    lw_joint_def joint = lw_default_joint();
    lw_document_subject(document, "robot \"%.60s\": a link", robot);
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status || (status = lw_value_need(document, node, "name", &name_node)) ||
        (status = lw_value_text(document, name_node, "name", &name)))
        return status;
    lw_document_subject(document, "robot \"%.60s\": link \"%.60s\"", robot, name);
    if ((status =
             lw_json_shapes(scene, document, node, "a link", keys, &joint.origin, &shapes, &count)) ||
        (status = lw_scene_add_link(scene, robot, name, document->error)))
        return lw_value_place(document, name_node, status);
    snprintf(joint_name, sizeof joint_name, "fixes %.200s", name);
    joint.name = joint_name;
    joint.parent = body;
    joint.child = name;
    status = lw_scene_add_joint(scene, robot, &joint, document->error);
    if (!status)
        status = lw_scene_json_link_shapes(scene, document, robot, name, shapes, count);
    return lw_value_place(document, node, status);
}

/* What robots that are described in place have in common. */
typedef struct described {
    const char *name;
    const lw_value *name_node, *links;
    lw_joint_def joint; /* of the body, or of the root of its links; fixed: there is none */
} described;

static lw_status add_body(lw_scene *scene, lw_document *document, const described *d)
{
    char root[LW_JSON_NAME_SIZE];
    char body[LW_JSON_NAME_SIZE];
    lw_json_spare_name(d->links, "origin", root);
    lw_json_spare_name(d->links, "frame", body);
    lw_joint_def joint = d->joint;
    joint.parent = root;
    joint.child = body;
    lw_status status = lw_scene_add_link(scene, d->name, root, document->error);
    if (status || (status = lw_scene_add_link(scene, d->name, body, document->error)) ||
        (status = lw_scene_add_joint(scene, d->name, &joint, document->error)))
        return lw_value_place(document, d->name_node, status);
    for (size_t i = 0; i < d->links->count && !status; i++)
        status = add_link(scene, document, d->links->items[i], d->name, body);
    return status;
}

static lw_status add_described(lw_scene *scene, lw_document *document, const lw_value *node)
{
    static const char *const keys[] = {"name", "links", "joint", "base", "cover", "uncertainty", NULL};
    bool has_joints = lw_value_find(node, "joints");
    lw_value *name_node = NULL;
    lw_value *links = NULL;
    described d;
    lw_pose base;
    lw_status status =
        lw_value_keys(document, node, has_joints ? "a robot with joints" : "a robot with links",
                      has_joints ? lw_json_linkage_keys : keys);
    if (status || (status = lw_value_need(document, node, "name", &name_node)) ||
        (status = lw_value_text(document, name_node, "name", &d.name)))
        return status;
    lw_document_subject(document, "robot \"%.60s\"", d.name);
    if ((status = read_base(document, node, scene->model.planar, &base)) ||
        (status = read_joint(document, node, &d.joint)) ||
        (status = lw_value_need(document, node, "links", &links)) ||
        (status = lw_value_expect(document, links, "links", LW_VALUE_LIST)))
        return status;
    if (!links->count)
        return lw_value_fail(document, links, LW_ERROR_ARGUMENT, "links must hold one link or more");
    d.name_node = name_node;
    d.links = links;
    if ((status = lw_scene_add_robot(scene, d.name, base, document->error)))
        return lw_value_place(document, name_node, status);
    if (!has_joints)
        return add_body(scene, document, &d);
    return lw_scene_json_linkage(scene, document, node, d.name,
                                 lw_value_find(node, "joint") ? &d.joint : NULL);
}

/* Reads the cover of the robot that was added last, where it has one. */
static lw_status load_cover(lw_scene *scene, lw_document *document, const lw_value *node)
{
    const char *cover = NULL;
    const char *robot = lw_scene_robot_name(scene, lw_scene_robot_count(scene) - 1);
    lw_document_subject(document, "robot \"%.60s\"", robot);
    lw_status status = read_path(scene, document, node, "cover", &cover);
    if (!status && cover)
        status = lw_value_place(document, lw_value_find(node, "cover"),
                                lw_scene_load_cover(scene, robot, cover, document->error));
    return status;
}

/* Reads how exactly the base of the robot that was added last is known. */
static lw_status read_uncertainty(lw_scene *scene, lw_document *document, const lw_value *node)
{
    lw_uncertainty uncertainty;
    const char *robot = lw_scene_robot_name(scene, lw_scene_robot_count(scene) - 1);
    lw_status status = lw_uncertainty_json(document, node, &uncertainty);
    if (!status && lw_value_find(node, "uncertainty"))
        status =
            lw_value_place(document, lw_value_find(node, "uncertainty"),
                           lw_scene_set_base_uncertainty(scene, robot, &uncertainty, document->error));
    return status;
}

lw_status lw_scene_json_robot(lw_scene *scene, lw_document *document, const lw_value *node)
{
    lw_document_subject(document, "a robot");
    lw_status status = lw_value_expect(document, node, "it", LW_VALUE_MAP);
    if (status)
        return status;
    bool files = lw_value_find(node, "urdf");
    bool links = lw_value_find(node, "links") || lw_value_find(node, "joints");
    if (files && links)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                             "urdf and links are both given; keep one");
    if (!files && !links)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "it needs a urdf, or a name and links");
    status = files ? load_files(scene, document, node) : add_described(scene, document, node);
    if (!status)
        status = load_cover(scene, document, node);
    return status ? status : read_uncertainty(scene, document, node);
}
