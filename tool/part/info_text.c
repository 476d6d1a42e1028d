/* A frozen scene in full, for people. */
#include "option/scene_facts.h"
#include "part/info_print.h"
#include "text/length_text.h"
#include "text/text.h"

#include <math.h>
#include <string.h>

static void print_limits(FILE *file, const lw_joint_info *joint)
{
    const char *unit = joint->kind == LW_JOINT_PRISMATIC ? "m" : "rad";
    if (joint->kind != LW_JOINT_REVOLUTE && joint->kind != LW_JOINT_PRISMATIC)
        return;
    if (isfinite(joint->lower) || isfinite(joint->upper))
        lw_print(file, "  %.6g to %.6g %s", joint->lower, joint->upper, unit);
    else
        lw_print(file, "  without limits");
}

static void print_joint(FILE *file, const lw_scene *scene, const lw_joint_info *joint, int width)
{
    lw_joint_info followed = lw_default_joint_info();
    lw_print(file, "    %-*s  %s", width, joint->name, lw_joint_kind_name(joint->kind));
    print_limits(file, joint);
    if (joint->mimic >= 0 && !lw_scene_joint_info(scene, (size_t)joint->mimic, &followed, NULL))
        lw_print(file, "  is %g times %s plus %g", joint->mimic_multiplier, followed.name,
                 joint->mimic_offset);
    bool elsewhere = false;
    for (size_t i = 0; i < joint->value_count; i++)
        elsewhere = elsewhere || joint->rest[i] != (i == 6 ? 1 : 0);
    for (size_t i = 0; i < joint->value_count && elsewhere; i++)
        lw_print(file, "%s%.6g", i ? ", " : "  at ", joint->rest[i]);
    fputc('\n', file);
}

static void print_joints(FILE *file, const lw_scene *scene, size_t robot)
{
    int width = 0;
    lw_joint_info joint = lw_default_joint_info();
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++)
        if (!lw_scene_joint_info(scene, i, &joint, NULL) && joint.robot == robot &&
            (int)strlen(joint.name) > width)
            width = (int)strlen(joint.name);
    fputs("  joints\n", file);
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++)
        if (!lw_scene_joint_info(scene, i, &joint, NULL) && joint.robot == robot)
            print_joint(file, scene, &joint, width);
}

static void print_order(FILE *file, const char *name, const lw_joints *joints)
{
    lw_print(file, "    %s (%zu value%s):", name, lw_joints_value_count(joints),
             lw_joints_value_count(joints) == 1 ? "" : "s");
    for (size_t i = 0; i < lw_joints_count(joints); i++)
        lw_print(file, " %s", lw_joints_name(joints, i));
    fputc('\n', file);
}

static void print_groups(FILE *file, const lw_scene *scene, size_t robot, const lw_robot_info *info)
{
    fputs("  groups\n", file);
    for (size_t i = 0; i < info->group_count; i++) {
        const char *group = lw_scene_group_name(scene, robot, i);
        print_order(file, group, lw_scene_joints(scene, info->name, group, NULL));
    }
    print_order(file, "all movable joints", lw_scene_movable_joints(scene, robot));
}

static void print_states(FILE *file, const lw_scene *scene, size_t robot, size_t count)
{
    fputs(count ? "  named states\n" : "", file);
    for (size_t i = 0; i < count; i++) {
        lw_state_info state = lw_default_state_info();
        if (lw_scene_state_info(scene, robot, i, &state, NULL))
            continue;
        lw_print(file, "    %s", state.name);
        if (state.group)
            lw_print(file, " (%s)", state.group);
        fputc(':', file);
        for (size_t k = 0; k < state.count; k++)
            lw_print(file, "%s%s %.6g", k ? ", " : " ", state.joints[k], state.values[k]);
        fputc('\n', file);
    }
}

static lw_status print_robot(FILE *file, const lw_scene *scene, size_t robot, lw_error *error)
{
    lw_robot_info info = lw_default_robot_info();
    lw_status status = lw_scene_robot_info(scene, robot, &info, error);
    if (status)
        return status;
    const lw_vec3 p = info.base.position;
    lw_print(file, "robot %s, base at (%g, %g, %g) m", info.name, p.x, p.y, p.z);
    if (isfinite(info.reach))
        lw_print(file, ", reaches %.4g m at most", info.reach);
    fputc('\n', file);
    print_joints(file, scene, robot);
    print_groups(file, scene, robot, &info);
    print_states(file, scene, robot, info.state_count);
    return LW_OK;
}

/* Prints the components that stay open, the first few of them. */
static void print_open(FILE *file, const lw_shape_facts *facts)
{
    enum { MOST = 8 };
    for (size_t i = 0; i < facts->open.count && i < MOST; i++) {
        const lw_open_part *part = &facts->open.items[i];
        fprintf(file,
                "        part %zu: %zu triangle%s, %zu open edge%s, from (%.4g, %.4g, %.4g) to "
                "(%.4g, %.4g, %.4g)%s\n",
                part->number, part->triangles, part->triangles == 1 ? "" : "s", part->edges,
                part->edges == 1 ? "" : "s", part->low.x, part->low.y, part->low.z, part->high.x,
                part->high.y, part->high.z, part->hollow ? "" : ", flat");
    }
    if (facts->open.count > MOST)
        fprintf(file, "        and %zu more\n", facts->open.count - MOST);
}

/* prints the sides of a box */
static void print_size(FILE *file, lw_vec3 low, lw_vec3 high, int dimension)
{
    lw_print(file, ", %.4g x %.4g", high.x - low.x, high.y - low.y);
    if (dimension == 3)
        lw_print(file, " x %.4g", high.z - low.z);
    fputs(" m", file);
}

/* prints the shapes of a body; -1: no body */
static lw_status print_shapes(FILE *file, const lw_scene *scene, int64_t body, const char *carrier,
                              lw_error *error)
{
    lw_shape_facts facts;
    lw_body_shape shape = lw_default_body_shape();
    lw_body_info info = lw_default_body_info();
    char text[512];
    lw_status status = lw_shape_facts_find(scene, body, &facts, error);
    lw_shape_facts_text(&facts, text, sizeof text);
    lw_print(file, ": %s", text);
    if (body >= 0 && !status && !(status = lw_scene_body_info(scene, (size_t)body, &info, error)))
        print_size(file, info.low, info.high, lw_scene_dimension(scene));
    if (carrier)
        lw_print(file, ", carried by %s", carrier);
    fputc('\n', file);
    print_open(file, &facts);
    lw_shape_facts_free(&facts);
    for (size_t i = 0; body >= 0 && !lw_scene_body_shape(scene, (size_t)body, i, &shape, NULL, NULL);
         i++)
        if (shape.file)
            lw_print(file, "        from %s\n", shape.file);
    return status;
}

static lw_status print_links(FILE *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    fputs("links\n", file);
    for (size_t i = 0; i < lw_scene_link_count(scene) && !status; i++) {
        lw_link_info link = lw_default_link_info();
        if ((status = lw_scene_link_info(scene, i, &link, error)))
            break;
        if (lw_scene_robot_count(scene) > 1)
            lw_print(file, "    %s/%s", lw_scene_robot_name(scene, link.robot), link.name);
        else
            lw_print(file, "    %s", link.name);
        status = print_shapes(file, scene, link.body, NULL, error);
    }
    return status;
}

static lw_status print_objects(FILE *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    bool any = false;
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info body = lw_default_body_info();
        lw_link_info carrier = {.struct_size = sizeof(lw_link_info), .name = NULL};
        if ((status = lw_scene_body_info(scene, i, &body, error)))
            break;
        if (body.robot >= 0 && !body.attached)
            continue;
        fputs(any ? "" : "obstacles and attached objects\n", file);
        any = true;
        if (body.attached)
            lw_scene_link_info(scene, (size_t)body.link, &carrier, NULL);
        lw_print(file, "    %s", body.name);
        status = print_shapes(file, scene, (int64_t)i, carrier.name, error);
    }
    return status;
}

static void print_pairs(FILE *file, const lw_scene *scene, bool each)
{
    size_t counts[LW_PAIR_REASONS];
    lw_pair_reasons_count(scene, counts);
    size_t all = 0;
    for (int i = 0; i < LW_PAIR_REASONS; i++)
        all += counts[i];
    lw_print(file, "pairs: %zu, of which %zu are checked\n", all, counts[LW_PAIR_CHECKED]);
    for (int i = 1; i < LW_PAIR_REASONS; i++)
        if (counts[i])
            lw_print(file, "    %zu not: %s\n", counts[i], lw_pair_reason_text((lw_pair_reason)i));
    size_t moving = lw_robot_body_count(scene);
    for (size_t a = 0; each && a < moving; a++)
        for (size_t b = a + 1; b < lw_scene_body_count(scene); b++)
            lw_print(file, "    %s and %s: %s\n", lw_scene_body_name(scene, a),
                     lw_scene_body_name(scene, b), lw_pair_reason_text(lw_pair_reason_of(scene, a, b)));
}

static void print_settings(FILE *file, const lw_scene *scene)
{
    char margin[64];
    char self_margin[64];
    lw_length_text(lw_scene_margin(scene), margin, sizeof margin);
    lw_length_text(lw_scene_self_margin(scene), self_margin, sizeof self_margin);
    lw_print(file, "margin %s, inside a robot %s; %s\n", margin, self_margin,
             lw_scene_dimension(scene) == 2               ? "all in the plane (dimension 2)"
             : lw_scene_mesh_mode(scene) == LW_MESH_SOLID ? "watertight meshes are solid"
                                                          : "all meshes are surfaces");
}

lw_status lw_info_print_text(FILE *file, const lw_scene *scene, bool pairs, lw_error *error)
{
    lw_status status = LW_OK;
    print_settings(file, scene);
    for (size_t i = 0; i < lw_scene_robot_count(scene) && !status; i++)
        status = print_robot(file, scene, i, error);
    if (!status)
        status = print_links(file, scene, error);
    if (!status)
        status = print_objects(file, scene, error);
    if (status)
        return status;
    fputs(lw_scene_motion_count(scene) ? "motions\n" : "", file);
    for (size_t i = 0; i < lw_scene_motion_count(scene); i++)
        lw_print(file, "    %s\n", lw_scene_motion_name(scene, i));
    print_pairs(file, scene, pairs);
    lw_print(file, "memory: %.2f MB\n", 1e-6 * (double)lw_scene_memory(scene));
    return LW_OK;
}
