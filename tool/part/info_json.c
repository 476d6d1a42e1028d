/* A frozen scene in full, for programs: one JSON object. */
#include "option/scene_facts.h"
#include "part/info_print.h"
#include "text/json_text.h"

#include <math.h>

/* prints a key, after a comma where it is not the first */
static void key(FILE *file, bool first, const char *name)
{
    fputs(first ? "" : ", ", file);
    lw_print_string(file, name);
    fputs(": ", file);
}

static void text_field(FILE *file, bool first, const char *name, const char *value)
{
    key(file, first, name);
    lw_print_string(file, value);
}

static void number_field(FILE *file, bool first, const char *name, double value)
{
    key(file, first, name);
    lw_print_number(file, value);
}

static const char *link_name(const lw_scene *scene, size_t link)
{
    lw_link_info info = {.struct_size = sizeof(lw_link_info), .name = ""};
    lw_scene_link_info(scene, link, &info, NULL);
    return info.name;
}

static void print_joint(FILE *file, const lw_scene *scene, const lw_joint_info *joint)
{
    lw_joint_info followed = lw_default_joint_info();
    fputc('{', file);
    text_field(file, true, "name", joint->name);
    text_field(file, false, "type", lw_joint_kind_name(joint->kind));
    text_field(file, false, "parent", link_name(scene, joint->parent));
    text_field(file, false, "child", link_name(scene, joint->child));
    if (isfinite(joint->lower))
        number_field(file, false, "lower", joint->lower);
    if (isfinite(joint->upper))
        number_field(file, false, "upper", joint->upper);
    if (joint->mimic >= 0 && !lw_scene_joint_info(scene, (size_t)joint->mimic, &followed, NULL)) {
        text_field(file, false, "mimic", followed.name);
        number_field(file, false, "multiplier", joint->mimic_multiplier);
        number_field(file, false, "offset", joint->mimic_offset);
    }
    if (joint->value_count)
        key(file, false, "values");
    for (size_t i = 0; i < joint->value_count; i++) {
        fputs(i ? ", " : "[", file);
        lw_print_number(file, joint->rest[i]);
    }
    fputs(joint->value_count ? "]}" : "}", file);
}

static void print_order(FILE *file, const lw_joints *joints)
{
    fputc('[', file);
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputc(']', file);
}

static void print_states(FILE *file, const lw_scene *scene, size_t robot, size_t count)
{
    fputs(", \"states\": [", file);
    for (size_t i = 0; i < count; i++) {
        lw_state_info state = lw_default_state_info();
        if (lw_scene_state_info(scene, robot, i, &state, NULL))
            continue;
        fputs(i ? ", {" : "{", file);
        text_field(file, true, "name", state.name);
        text_field(file, false, "group", state.group);
        fputs(", \"joints\": {", file);
        for (size_t k = 0; k < state.count; k++)
            number_field(file, !k, state.joints[k], state.values[k]);
        fputs("}}", file);
    }
    fputc(']', file);
}

static lw_status print_robot(FILE *file, const lw_scene *scene, size_t robot, lw_error *error)
{
    lw_robot_info info = lw_default_robot_info();
    lw_status status = lw_scene_robot_info(scene, robot, &info, error);
    if (status)
        return status;
    bool first = true;
    fputc('{', file);
    text_field(file, true, "name", info.name);
    if (isfinite(info.reach))
        number_field(file, false, "reach", info.reach);
    fputs(", \"joints\": [", file);
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        if (lw_scene_joint_info(scene, i, &joint, NULL) || joint.robot != robot)
            continue;
        fputs(first ? "" : ", ", file);
        first = false;
        print_joint(file, scene, &joint);
    }
    fputs("], \"order\": ", file);
    print_order(file, lw_scene_movable_joints(scene, robot));
    fputs(", \"groups\": {", file);
    for (size_t i = 0; i < info.group_count; i++) {
        const char *group = lw_scene_group_name(scene, robot, i);
        key(file, !i, group);
        print_order(file, lw_scene_joints(scene, info.name, group, NULL));
    }
    fputc('}', file);
    print_states(file, scene, robot, info.state_count);
    fputc('}', file);
    return LW_OK;
}

static void print_corner(FILE *file, lw_vec3 corner)
{
    fputc('[', file);
    lw_print_number(file, corner.x);
    fputs(", ", file);
    lw_print_number(file, corner.y);
    fputs(", ", file);
    lw_print_number(file, corner.z);
    fputc(']', file);
}

static void print_box(FILE *file, lw_vec3 low, lw_vec3 high)
{
    fputs(", \"box\": [", file);
    print_corner(file, low);
    fputs(", ", file);
    print_corner(file, high);
    fputc(']', file);
}

static void print_open(FILE *file, const lw_shape_facts *facts)
{
    fputs(", \"open\": [", file);
    for (size_t i = 0; i < facts->open.count; i++) {
        const lw_open_part *part = &facts->open.items[i];
        fputs(i ? ", {" : "{", file);
        number_field(file, true, "part", (double)part->number);
        number_field(file, false, "triangles", (double)part->triangles);
        number_field(file, false, "edges", (double)part->edges);
        key(file, false, "hollow");
        fputs(part->hollow ? "true" : "false", file);
        print_box(file, part->low, part->high);
        fputc('}', file);
    }
    fputc(']', file);
}

/* prints the files of the meshes, in their order; null: not from a file */
static void print_files(FILE *file, const lw_scene *scene, int64_t body)
{
    bool first = true;
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    key(file, false, "files");
    fputc('[', file);
    for (size_t i = 0; body >= 0 && !lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, NULL);
         i++) {
        if (def.kind != LW_SHAPE_MESH)
            continue;
        fputs(first ? "" : ", ", file);
        first = false;
        if (shape.file)
            lw_print_string(file, shape.file);
        else
            fputs("null", file);
    }
    fputc(']', file);
}

static void print_file(FILE *file, const char *name)
{
    key(file, false, "file");
    if (name)
        lw_print_string(file, name);
    else
        fputs("null", file);
}

static void print_clouds(FILE *file, const lw_scene *scene, int64_t body)
{
    bool first = true;
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    key(file, false, "clouds");
    fputc('[', file);
    for (size_t i = 0; !lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, NULL); i++) {
        if (def.kind != LW_SHAPE_CLOUD)
            continue;
        fputs(first ? "{" : ", {", file);
        first = false;
        number_field(file, true, "points", (double)def.vertex_count);
        number_field(file, false, "radius", def.radius);
        number_field(file, false, "left_out", (double)shape.left_out);
        number_field(file, false, "joined", (double)shape.joined);
        number_field(file, false, "filtered", (double)shape.filtered);
        print_file(file, shape.file);
        fputc('}', file);
    }
    fputc(']', file);
}

static void print_octrees(FILE *file, const lw_scene *scene, int64_t body)
{
    bool first = true;
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    key(file, false, "octrees");
    fputc('[', file);
    for (size_t i = 0; !lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, NULL); i++) {
        if (def.kind != LW_SHAPE_OCTREE)
            continue;
        fputs(first ? "{" : ", {", file);
        first = false;
        number_field(file, true, "resolution", def.length);
        number_field(file, false, "occupied", (double)lw_cells_of_state(&def, 1));
        number_field(file, false, "free", (double)lw_cells_of_state(&def, 0));
        key(file, false, "unknown");
        lw_print_string(file, def.unknown == LW_UNKNOWN_OBSTACLE ? "obstacle" : "free");
        print_file(file, shape.file);
        fputc('}', file);
    }
    fputc(']', file);
}

static void print_height_fields(FILE *file, const lw_scene *scene, int64_t body)
{
    bool first = true;
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    key(file, false, "height_fields");
    fputc('[', file);
    for (size_t i = 0; !lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, NULL); i++) {
        if (def.kind != LW_SHAPE_HEIGHTS)
            continue;
        fputs(first ? "{" : ", {", file);
        first = false;
        number_field(file, true, "rows", (double)def.rows);
        number_field(file, false, "columns", (double)def.columns);
        key(file, false, "spacing");
        fprintf(file, "[%.17g, %.17g]", def.spacing_x, def.spacing_y);
        number_field(file, false, "floor", def.floor);
        print_file(file, shape.file);
        fputc('}', file);
    }
    fputc(']', file);
}

static void print_depth_images(FILE *file, const lw_scene *scene, int64_t body)
{
    bool first = true;
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    key(file, false, "depth_images");
    fputc('[', file);
    for (size_t i = 0; !lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, NULL); i++) {
        if (def.kind != LW_SHAPE_DEPTH_IMAGE)
            continue;
        size_t unmeasured = 0;
        for (size_t k = 0; k < def.rows * def.columns; k++)
            unmeasured += !(def.depths[k] > 0);
        fputs(first ? "{" : ", {", file);
        first = false;
        number_field(file, true, "rows", (double)def.rows);
        number_field(file, false, "columns", (double)def.columns);
        number_field(file, false, "unmeasured", (double)unmeasured);
        number_field(file, false, "near", def.camera.near_z);
        number_field(file, false, "far", def.camera.far_z);
        text_field(file, false, "unseen", def.unknown == LW_UNKNOWN_OBSTACLE ? "obstacle" : "free");
        print_file(file, shape.file);
        fputc('}', file);
    }
    fputc(']', file);
}

static lw_status print_shapes(FILE *file, const lw_scene *scene, int64_t body, lw_error *error)
{
    lw_shape_facts facts;
    lw_status status = lw_shape_facts_find(scene, body, &facts, error);
    lw_body_info info = lw_default_body_info();
    bool first = true;
    if (body >= 0 && !status && !(status = lw_scene_body_info(scene, (size_t)body, &info, error)))
        print_box(file, info.low, info.high);
    fputs(", \"shapes\": {", file);
    for (int kind = 0; kind < LW_SHAPE_KINDS; kind++) {
        if (!facts.kinds[kind])
            continue;
        number_field(file, first, lw_shape_kind_name((lw_shape_kind)kind), (double)facts.kinds[kind]);
        first = false;
    }
    fputc('}', file);
    if (facts.kinds[LW_SHAPE_MESH]) {
        number_field(file, false, "triangles", (double)facts.triangles);
        number_field(file, false, "left_out", (double)facts.dropped);
        number_field(file, false, "segments", (double)facts.segments);
        number_field(file, false, "components", (double)facts.components);
        number_field(file, false, "closed", (double)facts.closed);
        number_field(file, false, "repaired", (double)facts.repaired);
        number_field(file, false, "cavities", (double)facts.cavities);
        key(file, false, "watertight");
        fputs(facts.open.count ? "false" : "true", file);
        print_open(file, &facts);
        print_files(file, scene, body);
    }
    if (facts.kinds[LW_SHAPE_CLOUD])
        print_clouds(file, scene, body);
    if (facts.kinds[LW_SHAPE_OCTREE])
        print_octrees(file, scene, body);
    if (facts.kinds[LW_SHAPE_HEIGHTS])
        print_height_fields(file, scene, body);
    if (facts.kinds[LW_SHAPE_DEPTH_IMAGE])
        print_depth_images(file, scene, body);
    lw_shape_facts_free(&facts);
    return status;
}

static lw_status print_links(FILE *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    fputs(", \"links\": [", file);
    for (size_t i = 0; i < lw_scene_link_count(scene) && !status; i++) {
        lw_link_info link = lw_default_link_info();
        if ((status = lw_scene_link_info(scene, i, &link, error)))
            break;
        fputs(i ? ", {" : "{", file);
        text_field(file, true, "name", link.name);
        text_field(file, false, "robot", lw_scene_robot_name(scene, link.robot));
        status = print_shapes(file, scene, link.body, error);
        fputc('}', file);
    }
    fputc(']', file);
    return status;
}

static lw_status print_objects(FILE *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    bool first = true;
    fputs(", \"objects\": [", file);
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info body = lw_default_body_info();
        if ((status = lw_scene_body_info(scene, i, &body, error)))
            break;
        if (body.robot >= 0 && !body.attached)
            continue;
        fputs(first ? "{" : ", {", file);
        first = false;
        text_field(file, true, "id", body.name);
        if (body.attached) {
            text_field(file, false, "robot", lw_scene_robot_name(scene, (size_t)body.robot));
            text_field(file, false, "link", link_name(scene, (size_t)body.link));
        }
        status = print_shapes(file, scene, (int64_t)i, error);
        fputc('}', file);
    }
    fputc(']', file);
    return status;
}

static void print_pair(FILE *file, const lw_scene *scene, size_t a, size_t b)
{
    fputs("{\"pair\": [", file);
    lw_print_string(file, lw_scene_body_name(scene, a));
    fputs(", ", file);
    lw_print_string(file, lw_scene_body_name(scene, b));
    fputc(']', file);
    text_field(file, false, "reason", lw_pair_reason_name(lw_pair_reason_of(scene, a, b)));
    fputc('}', file);
}

static void print_pairs(FILE *file, const lw_scene *scene, bool each)
{
    size_t counts[LW_PAIR_REASONS];
    lw_pair_reasons_count(scene, counts);
    fputs(", \"pair_counts\": {", file);
    for (int i = 0; i < LW_PAIR_REASONS; i++)
        number_field(file, !i, lw_pair_reason_name((lw_pair_reason)i), (double)counts[i]);
    fputc('}', file);
    if (!each)
        return;
    bool first = true;
    fputs(", \"pairs\": [", file);
    size_t moving = lw_robot_body_count(scene);
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < lw_scene_body_count(scene); b++) {
            fputs(first ? "" : ", ", file);
            first = false;
            print_pair(file, scene, a, b);
        }
    fputc(']', file);
}

lw_status lw_info_print_json(FILE *file, const lw_scene *scene, bool pairs, lw_error *error)
{
    lw_status status = LW_OK;
    fputc('{', file);
    number_field(file, true, "dimension", lw_scene_dimension(scene));
    number_field(file, false, "margin", lw_scene_margin(scene));
    number_field(file, false, "self_margin", lw_scene_self_margin(scene));
    text_field(file, false, "mesh", lw_scene_mesh_mode(scene) == LW_MESH_SOLID ? "solid" : "surface");
    fputs(", \"robots\": [", file);
    for (size_t i = 0; i < lw_scene_robot_count(scene) && !status; i++) {
        fputs(i ? ", " : "", file);
        status = print_robot(file, scene, i, error);
    }
    fputc(']', file);
    if (!status)
        status = print_links(file, scene, error);
    if (!status)
        status = print_objects(file, scene, error);
    if (status)
        return status;
    fputs(", \"motions\": [", file);
    for (size_t i = 0; i < lw_scene_motion_count(scene); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_scene_motion_name(scene, i));
    }
    fputc(']', file);
    print_pairs(file, scene, pairs);
    number_field(file, false, "memory", (double)lw_scene_memory(scene));
    fputs("}\n", file);
    return LW_OK;
}
