/* Reads robots from URDF files: links with their collision elements, joints, mimic joints. Elements for
 * display (visual, material), for simulators (gazebo, inertial, transmission) and unknown ones are
 * skipped, but nothing within a collision element is skipped: skipping an unknown shape there could
 * miss a collision. */
#include "io/robot/urdf.h"
#include "base/kinds.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/mesh/mesh_file.h"
#include "io/robot/placed_shape.h"
#include "io/robot/resolve.h"
#include "io/robot/urdf_tree.h"
#include "io/text/xml.h"
#include "math/pose.h"

#define LONGEST_PATH 4096

enum { BARE_NAMES = 256, MOST_NAMED = 5, NAME_SIZE = 256 };

typedef struct reader {
    lw_scene *scene;
    lw_xml xml;
    const char *robot;
    lw_urdf_tree tree;
    /* how many links have a visual and no collision geometry */
    size_t bare_count;
    size_t bare_named; /* how many such links `bare` lists */
    int bare_line;     /* the line of the first such link */
    char bare[BARE_NAMES];
} reader;

/* gives the scene's listener a notice about an element */
#define notice(reader, node, ...)                                                                      \
    lw_scene_notice((reader)->scene, (reader)->xml.path, lw_xml_line(node), __VA_ARGS__)

/* reads <origin xyz rpy/> of an element, identity where there is none */
static lw_status read_origin(const reader *r, const xmlNode *parent, lw_pose *out)
{
    const xmlNode *node = NULL;
    double xyz[3] = {0, 0, 0};
    double rpy[3] = {0, 0, 0};
    lw_status status = lw_xml_only(&r->xml, parent, "origin", &node);
    if (!status && node && !(status = lw_xml_numbers(&r->xml, node, "xyz", xyz, 3, NULL)))
        status = lw_xml_numbers(&r->xml, node, "rpy", rpy, 3, NULL);
    *out = lw_pose_from_rpy(v3(xyz[0], xyz[1], xyz[2]), rpy[0], rpy[1], rpy[2]);
    return status;
}

/* reads `count` sizes of a shape, none below 0 */
static lw_status read_sizes(const reader *r, const xmlNode *node, const char *name, double *values,
                            size_t count)
{
    bool found = false;
    lw_status status = lw_xml_numbers(&r->xml, node, name, values, count, &found);
    if (!status && !found)
        return lw_xml_fail(&r->xml, node, LW_ERROR_SYNTAX, "<%s> has no attribute \"%s\"",
                           (const char *)node->name, name);
    for (size_t i = 0; !status && i < count; i++)
        if (!(values[i] >= 0))
            status =
                lw_xml_fail(&r->xml, node, LW_ERROR_ARGUMENT, "%s %s is %g; it must not be below 0",
                            (const char *)node->name, name, values[i]);
    return status;
}

/* gives a notice about a shape with a size of 0, which may be a mistake */
static void notice_flat(const reader *r, const xmlNode *node, const char *link, const char *becomes)
{
    notice(r, node, "link \"%s\": a %s with a size of 0 is taken as a %s", link,
           (const char *)node->name, becomes);
}

static lw_status read_round(const reader *r, const xmlNode *node, const char *link, lw_shape_kind kind,
                            lw_shape_def *shape)
{
    shape->kind = kind;
    lw_status status = read_sizes(r, node, "radius", &shape->radius, 1);
    if (!status && kind != LW_SHAPE_SPHERE)
        status = read_sizes(r, node, "length", &shape->length, 1);
    if (status)
        return status;
    bool thin = shape->radius == 0;
    bool flat = kind != LW_SHAPE_SPHERE && shape->length == 0;
    if (thin)
        notice_flat(r, node, link, kind == LW_SHAPE_SPHERE || flat ? "point" : "segment");
    else if (flat)
        notice_flat(r, node, link, kind == LW_SHAPE_CAPSULE ? "sphere" : "disc");
    return LW_OK;
}

static lw_status read_box(const reader *r, const xmlNode *node, const char *link, lw_shape_def *shape)
{
    static const char *const becomes[] = {"point", "segment", "rectangle"};
    double size[3] = {0, 0, 0};
    lw_status status = read_sizes(r, node, "size", size, 3);
    shape->kind = LW_SHAPE_BOX;
    shape->size = v3(size[0], size[1], size[2]);
    int extents = (size[0] > 0) + (size[1] > 0) + (size[2] > 0);
    if (!status && extents < 3)
        notice_flat(r, node, link, becomes[extents]);
    return status;
}

/* reads a mesh; the arrays of its shape are in the arena */
static lw_status read_mesh(const reader *r, const xmlNode *node, lw_arena *arena, lw_placed_shape *out)
{
    const char *name = NULL;
    double factor[3] = {1, 1, 1};
    char *path = lw_arena_take(arena, LONGEST_PATH);
    lw_shape_def *shape = &out->shape;
    lw_error problem = {0};
    if (!path)
        return lw_fail_memory(r->xml.error);
    out->file = path;
    lw_status status = lw_xml_text(&r->xml, node, "filename", &name);
    if (status || (status = lw_xml_numbers(&r->xml, node, "scale", factor, 3, NULL)))
        return status;
    status = lw_resolve(r->scene, r->xml.path, name, path, LONGEST_PATH, &problem);
    if (!status)
        status = lw_mesh_file_read(&r->scene->model, arena, path, v3(factor[0], factor[1], factor[2]),
                                   shape, &problem);
    if (status == LW_ERROR_MEMORY)
        return lw_fail_memory(r->xml.error);
    if (status) {
        char sentence[sizeof problem.message];
        lw_error_format(&problem, sentence, sizeof sentence);
        return lw_xml_fail(&r->xml, node, status, "mesh %s", sentence);
    }
    return LW_OK;
}

static lw_status read_shape(const reader *r, const xmlNode *node, const char *link, lw_arena *arena,
                            lw_placed_shape *out)
{
    lw_shape_def *shape = &out->shape;
    const char *kind = node->ns && node->ns->prefix ? "" : (const char *)node->name;
    if (!strcmp(kind, "sphere"))
        return read_round(r, node, link, LW_SHAPE_SPHERE, shape);
    if (!strcmp(kind, "cylinder"))
        return read_round(r, node, link, LW_SHAPE_CYLINDER, shape);
    if (!strcmp(kind, "capsule"))
        return read_round(r, node, link, LW_SHAPE_CAPSULE, shape);
    if (!strcmp(kind, "box"))
        return read_box(r, node, link, shape);
    if (!strcmp(kind, "mesh"))
        return read_mesh(r, node, arena, out);
    return lw_xml_fail(&r->xml, node, LW_ERROR_SYNTAX,
                       "<%s> is no known geometry; it must be a box, cylinder, sphere, capsule or mesh",
                       (const char *)node->name);
}

static lw_status add_shape(const reader *r, const xmlNode *node, const char *link, lw_pose origin)
{
    lw_arena arena = {0};
    lw_placed_shape placed = {.shape = lw_default_shape(), .pose = origin};
    lw_status status = read_shape(r, node, link, &arena, &placed);
    if (!status)
        status = lw_xml_place(
            &r->xml, node,
            lw_scene_add_shape(r->scene, r->robot, link, &placed.shape, placed.pose, r->xml.error));
    if (!status)
        status = lw_model_name_file(&r->scene->model, placed.file, r->xml.error);
    lw_arena_free(&arena);
    return status;
}

static bool is_mesh(const xmlNode *node)
{
    return !(node->ns && node->ns->prefix) && !strcmp((const char *)node->name, "mesh");
}

/* reads all shapes of one geometry; more than one is against the format, but leaving one out could miss
 * a collision */
static lw_status read_geometry(const reader *r, const xmlNode *geometry, const char *link,
                               lw_pose origin)
{
    size_t count = 0;
    for (const xmlNode *node = lw_xml_first(geometry, NULL); node; node = lw_xml_next(node, NULL)) {
        if (!strcmp((const char *)node->name, "origin") ||
            !strcmp((const char *)node->name, "material")) {
            notice(r, node, "link \"%s\": <%s> within a geometry is ignored; it belongs beside it",
                   link, (const char *)node->name);
            continue;
        }
        if (count++)
            notice(r, node, "link \"%s\": a geometry has more than one shape; all of them count", link);
        bool left_out = false;
        lw_status status = LW_OK;
        if (is_mesh(node))
            status = lw_model_leave_out(&r->scene->model, r->robot, link, &left_out, r->xml.error);
        if (!status && !left_out)
            status = add_shape(r, node, link, origin);
        if (status)
            return status;
    }
    return count ? LW_OK
                 : lw_xml_fail(
                       &r->xml, geometry, LW_ERROR_SYNTAX,
                       "geometry has no shape; it needs a box, cylinder, sphere, capsule or mesh");
}

static lw_status read_collision(const reader *r, const xmlNode *node, const char *link)
{
    const xmlNode *geometry = NULL;
    lw_pose origin;
    lw_status status = read_origin(r, node, &origin);
    if (!status && !(status = lw_xml_need(&r->xml, node, "geometry", &geometry)))
        status = read_geometry(r, geometry, link, origin);
    return status;
}

/* counts a link without collision geometry; the first few names are kept for one notice about all */
static void note_bare(reader *r, const xmlNode *node, const char *link)
{
    size_t used = strlen(r->bare);
    if (!r->bare_count++)
        r->bare_line = lw_xml_line(node);
    if (r->bare_named == r->bare_count - 1 && r->bare_named < MOST_NAMED &&
        used + strlen(link) + sizeof ", \"\"" <= sizeof r->bare) {
        snprintf(r->bare + used, sizeof r->bare - used, "%s\"%s\"", used ? ", " : "", link);
        r->bare_named++;
    }
}

static void notice_bare(const reader *r)
{
    char more[40] = "";
    if (r->bare_count > r->bare_named)
        snprintf(more, sizeof more, " and %zu more", r->bare_count - r->bare_named);
    if (r->bare_count)
        lw_scene_notice(r->scene, r->xml.path, r->bare_line,
                        "link%s %s%s: a visual and no collision geometry; contact is never found there",
                        r->bare_count == 1 ? "" : "s", r->bare, more);
}

static lw_status read_link(reader *r, const xmlNode *node)
{
    lw_urdf_link link = {.node = node, .parent = -1};
    lw_status status = lw_xml_text(&r->xml, node, "name", &link.name);
    if (status || (status = lw_urdf_add_link(&r->tree, &r->xml, &link)))
        return status;
    status =
        lw_xml_place(&r->xml, node, lw_scene_add_link(r->scene, r->robot, link.name, r->xml.error));
    for (const xmlNode *c = lw_xml_first(node, "collision"); c && !status;
         c = lw_xml_next(c, "collision"))
        status = read_collision(r, c, link.name);
    if (!status && lw_xml_first(node, "visual") && !lw_xml_first(node, "collision"))
        note_bare(r, node, link.name);
    return status;
}

static lw_status read_kind(const reader *r, const xmlNode *node, lw_joint_kind *kind)
{
    static const char *const names[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    static const lw_joint_kind kinds[] = {LW_JOINT_FIXED,     LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS,
                                          LW_JOINT_PRISMATIC, LW_JOINT_PLANAR,   LW_JOINT_FLOATING};
    LW_ROW_FOR_EACH(LW_JOINT, kinds, LW_JOINT_FLOATING);
    const char *type = NULL;
    lw_status status = lw_xml_text(&r->xml, node, "type", &type);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(type, names[i])) {
            *kind = kinds[i];
            return LW_OK;
        }
    return lw_xml_fail(&r->xml, node, LW_ERROR_SYNTAX,
                       "type \"%.60s\" is unknown; it must be fixed, revolute, continuous, prismatic, "
                       "planar or floating",
                       type);
}

static lw_status read_link_name(const reader *r, const xmlNode *joint, const char *which,
                                const char **out)
{
    const xmlNode *node = NULL;
    lw_status status = lw_xml_need(&r->xml, joint, which, &node);
    return status ? status : lw_xml_text(&r->xml, node, "link", out);
}

static lw_status read_axis(const reader *r, const xmlNode *joint, lw_joint_def *def)
{
    const xmlNode *node = NULL;
    double axis[3] = {1, 0, 0};
    lw_status status = lw_xml_only(&r->xml, joint, "axis", &node);
    if (status || !node || (status = lw_xml_numbers(&r->xml, node, "xyz", axis, 3, NULL)))
        return status;
    def->axis = v3(axis[0], axis[1], axis[2]);
    if (def->kind != LW_JOINT_FIXED && def->kind != LW_JOINT_FLOATING &&
        max_component(abs3(def->axis)) == 0)
        return lw_xml_fail(&r->xml, node, LW_ERROR_MODEL, "axis has zero length; give it a direction");
    return LW_OK;
}

/* Reads the largest velocity. 0 means that there is none: files without a value say 0, and it is URDF's
 * default. */
static lw_status read_velocity(const reader *r, const xmlNode *node, lw_joint_def *def)
{
    double velocity = 0;
    lw_status status = lw_xml_numbers(&r->xml, node, "velocity", &velocity, 1, NULL);
    if (!status && velocity > 0)
        def->velocity = velocity;
    if (!status && velocity < 0)
        notice(r, node, "joint \"%s\": its largest velocity %g is negative; it is taken as one without",
               def->name, velocity);
    return status;
}

static lw_status read_limit(const reader *r, const xmlNode *joint, lw_joint_def *def)
{
    const xmlNode *node = NULL;
    if (def->kind == LW_JOINT_FIXED)
        return LW_OK;
    lw_status status = lw_xml_only(&r->xml, joint, "limit", &node);
    if (!status && node)
        status = read_velocity(r, node, def);
    if (status || (def->kind != LW_JOINT_REVOLUTE && def->kind != LW_JOINT_PRISMATIC))
        return status;
    if (!node) {
        notice(r, joint, "joint \"%s\": a %s joint without <limit> is taken as one without limits",
               def->name, def->kind == LW_JOINT_REVOLUTE ? "revolute" : "prismatic");
        return LW_OK;
    }
    /* URDF's default of both limits is 0 */
    double limits[2] = {0, 0};
    if ((status = lw_xml_numbers(&r->xml, node, "lower", &limits[0], 1, NULL)) ||
        (status = lw_xml_numbers(&r->xml, node, "upper", &limits[1], 1, NULL)))
        return status;
    if (limits[0] > limits[1]) {
        notice(r, node,
               "joint \"%s\": its lower limit %g is above its upper limit %g; it is taken as one "
               "without limits",
               def->name, limits[0], limits[1]);
        return LW_OK;
    }
    def->lower = limits[0];
    def->upper = limits[1];
    return LW_OK;
}

static lw_status read_mimic(const reader *r, lw_urdf_joint *joint)
{
    lw_joint_def *def = &joint->def;
    lw_status status = lw_xml_only(&r->xml, joint->node, "mimic", &joint->mimic);
    if (!joint->mimic || status)
        return status;
    if (def->kind == LW_JOINT_FIXED) {
        /* a fixed joint mimics none */
        joint->mimic = NULL;
        return LW_OK;
    }
    if ((status = lw_xml_text(&r->xml, joint->mimic, "joint", &def->mimic)) ||
        (status = lw_xml_numbers(&r->xml, joint->mimic, "multiplier", &def->mimic_multiplier, 1, NULL)))
        return status;
    return lw_xml_numbers(&r->xml, joint->mimic, "offset", &def->mimic_offset, 1, NULL);
}

static lw_status read_joint(reader *r, const xmlNode *node)
{
    lw_urdf_joint joint = {.node = node, .def = lw_default_joint()};
    lw_joint_def *def = &joint.def;
    lw_status status = lw_xml_text(&r->xml, node, "name", &def->name);
    if (status || (status = read_kind(r, node, &def->kind)) ||
        (status = read_link_name(r, node, "parent", &def->parent)) ||
        (status = read_link_name(r, node, "child", &def->child)) ||
        (status = read_origin(r, node, &def->origin)) || (status = read_axis(r, node, def)) ||
        (status = read_limit(r, node, def)) || (status = read_mimic(r, &joint)))
        return status;
    return lw_urdf_add_joint(&r->tree, &r->xml, &joint);
}

/* gives a notice about unexpanded xacro macros, whose parts the robot lacks */
static void notice_xacro(const reader *r)
{
    for (const xmlNode *node = lw_xml_first(r->xml.root, NULL); node; node = lw_xml_next(node, NULL))
        if ((node->ns && node->ns->prefix && !strcmp((const char *)node->ns->prefix, "xacro")) ||
            !strncmp((const char *)node->name, "xacro:", 6)) {
            lw_scene_notice(r->scene, r->xml.path, lw_xml_line(node),
                            "<xacro:%s> and all other xacro elements are ignored; run xacro on the "
                            "file first",
                            strncmp((const char *)node->name, "xacro:", 6)
                                ? (const char *)node->name
                                : (const char *)node->name + 6);
            return;
        }
}

static lw_status read_robot(reader *r)
{
    lw_status status = LW_OK;
    notice_xacro(r);
    for (const xmlNode *node = lw_xml_first(r->xml.root, "link"); node && !status;
         node = lw_xml_next(node, "link"))
        status = read_link(r, node);
    for (const xmlNode *node = lw_xml_first(r->xml.root, "joint"); node && !status;
         node = lw_xml_next(node, "joint"))
        status = read_joint(r, node);
    if (!status)
        notice_bare(r);
    if (status || (status = lw_urdf_check_tree(&r->tree, r->scene, &r->xml)))
        return status;
    for (size_t i = 0; i < r->tree.joints.count && !status; i++) {
        const lw_urdf_joint *joint = &r->tree.joints.items[i];
        status = lw_xml_place(&r->xml, joint->node,
                              lw_scene_add_joint(r->scene, r->robot, &joint->def, r->xml.error));
    }
    return status;
}

/* the robot's name in its file, else the file's name */
static const char *own_name(const reader *r, char *name, size_t size)
{
    const char *given = lw_xml_attribute(r->xml.root, "name");
    if (given && *given)
        return given;
    const char *slash = strrchr(r->xml.path, '/');
    const char *file = slash ? slash + 1 : r->xml.path;
    snprintf(name, size, "%.*s", (int)strcspn(file, "."), file);
    notice(r, r->xml.root, "the robot has no name; it is called \"%s\", after its file", name);
    return name;
}

lw_status lw_urdf_load(lw_scene *scene, const char *path, const char *name, lw_pose base, size_t *robot,
                       lw_error *error)
{
    reader r = {.scene = scene, .robot = name};
    lw_status status = lw_xml_open(&r.xml, path, "robot", error);
    if (status)
        return status;
    char own[NAME_SIZE];
    if (!name)
        r.robot = own_name(&r, own, sizeof own);
    if (!status)
        status = lw_xml_place(&r.xml, r.xml.root, lw_scene_add_robot(scene, r.robot, base, error));
    *robot = scene->model.robots.count - 1;
    if (!status)
        status = read_robot(&r);
    lw_urdf_free_tree(&r.tree);
    lw_xml_close(&r.xml);
    return status;
}
