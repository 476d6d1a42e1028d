/* A frozen scene in full, for people. */
#include "info_print.h"
#include "scene_facts.h"
#include "text.h"
#include "verdict_text.h"

#include <string.h>

static void print_limits(FILE *file, const lw_joint_def *def)
{
    const char *unit = def->kind == LW_PRISMATIC ? "m" : "rad";
    if ((def->kind == LW_REVOLUTE || def->kind == LW_PRISMATIC) && def->lower < def->upper)
        lw_print(file, "  %.6g to %.6g %s", def->lower, def->upper, unit);
    else if (def->kind == LW_REVOLUTE || def->kind == LW_PRISMATIC)
        lw_print(file, "  without limits");
}

static void print_joint(FILE *file, const lw_frozen *frozen, const lw_model_joint *joint, int width)
{
    const lw_joint_def *def = &joint->def;
    lw_print(file, "    %-*s  %s", width, def->name, lw_joint_kind_name(def->kind));
    print_limits(file, def);
    int64_t index = lw_frozen_find_joint(frozen, (int64_t)joint->robot, def->name);
    double values[7];
    size_t count = lw_joint_rest(frozen, index, values);
    if (def->mimic && def->kind != LW_FIXED)
        lw_print(file, "  is %g times %s plus %g", def->mimic_multiplier, def->mimic,
                 def->mimic_offset);
    bool elsewhere = false;
    for (size_t i = 0; i < count; i++)
        elsewhere = elsewhere || values[i] != (i == 6 ? 1 : 0);
    for (size_t i = 0; i < count && elsewhere; i++)
        lw_print(file, "%s%.6g", i ? ", " : "  at ", values[i]);
    fputc('\n', file);
}

static void print_joints(FILE *file, const lw_scene *scene, size_t robot)
{
    const lw_model *model = &scene->model;
    int width = 0;
    for (size_t i = 0; i < model->joints.count; i++) {
        int length = (int)strlen(model->joints.items[i].def.name);
        if (model->joints.items[i].robot == robot && length > width)
            width = length;
    }
    fputs("  joints\n", file);
    for (size_t i = 0; i < model->joints.count; i++)
        if (model->joints.items[i].robot == robot)
            print_joint(file, scene->frozen, &model->joints.items[i], width);
}

static void print_order(FILE *file, const char *name, const lw_joints *joints)
{
    lw_print(file, "    %s (%zu value%s):", name, joints->value_count,
             joints->value_count == 1 ? "" : "s");
    for (size_t i = 0; i < joints->count; i++)
        lw_print(file, " %s", lw_joints_name(joints, i));
    fputc('\n', file);
}

static void print_groups(FILE *file, const lw_frozen *frozen, size_t robot)
{
    fputs("  groups\n", file);
    for (size_t i = 0; i < frozen->group_count; i++)
        if (frozen->groups[i].robot == robot)
            print_order(file, frozen->groups[i].name, &frozen->groups[i]);
    print_order(file, "all movable joints", &frozen->defaults[robot]);
}

static void print_states(FILE *file, const lw_model *model, size_t robot)
{
    bool any = false;
    for (size_t i = 0; i < model->states.count; i++) {
        const lw_model_state *state = &model->states.items[i];
        if (state->robot != robot)
            continue;
        fputs(any ? "" : "  named states\n", file);
        any = true;
        lw_print(file, "    %s (%s):", state->name, state->group);
        for (size_t k = 0; k < state->joint_count; k++)
            lw_print(file, "%s%s %.6g", k ? ", " : " ", state->joints[k], state->values[k]);
        fputc('\n', file);
    }
}

static void print_robot(FILE *file, const lw_scene *scene, size_t robot)
{
    const lw_vec3 p = scene->model.robots.items[robot].base.position;
    lw_print(file, "robot %s, base at (%g, %g, %g) m\n", lw_scene_robot_name(scene, robot), p.x, p.y,
             p.z);
    print_joints(file, scene, robot);
    print_groups(file, scene->frozen, robot);
    print_states(file, &scene->model, robot);
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

/* prints the files of the meshes of a link or object */
static void print_files(FILE *file, const lw_scene *scene, int64_t link, int64_t object)
{
    for (size_t i = lw_shape_first(scene, link, object); i != LW_NO_SHAPE;
         i = scene->frozen->next_shape[i])
        if (scene->model.shapes.items[i].file)
            lw_print(file, "        from %s\n", scene->model.shapes.items[i].file);
}

static lw_status print_links(FILE *file, const lw_scene *scene, lw_error *error)
{
    const lw_model *model = &scene->model;
    lw_status status = LW_OK;
    lw_shape_facts facts;
    char text[512];
    fputs("links\n", file);
    for (size_t i = 0; i < model->links.count && !status; i++) {
        status = lw_shape_facts_find(scene, (int64_t)i, -1, &facts, error);
        lw_shape_facts_text(&facts, text, sizeof text);
        if (model->robots.count > 1)
            lw_print(file, "    %s/%s: %s\n", lw_scene_robot_name(scene, model->links.items[i].robot),
                     model->links.items[i].name, text);
        else
            lw_print(file, "    %s: %s\n", model->links.items[i].name, text);
        print_open(file, &facts);
        lw_shape_facts_free(&facts);
        print_files(file, scene, (int64_t)i, -1);
    }
    return status;
}

static lw_status print_objects(FILE *file, const lw_scene *scene, lw_error *error)
{
    const lw_model *model = &scene->model;
    lw_status status = LW_OK;
    lw_shape_facts facts;
    char text[512];
    fputs(model->objects.count ? "obstacles and attached objects\n" : "", file);
    for (size_t i = 0; i < model->objects.count && !status; i++) {
        const lw_model_object *object = &model->objects.items[i];
        status = lw_shape_facts_find(scene, -1, (int64_t)i, &facts, error);
        lw_shape_facts_text(&facts, text, sizeof text);
        lw_print(file, "    %s: %s", object->id, text);
        if (object->robot >= 0)
            lw_print(file, ", carried by %s", object->link);
        fputc('\n', file);
        print_open(file, &facts);
        lw_shape_facts_free(&facts);
        print_files(file, scene, -1, (int64_t)i);
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
    for (size_t a = 0; each && a < scene->frozen->moving_count; a++)
        for (size_t b = a + 1; b < scene->frozen->body_count; b++)
            lw_print(file, "    %s and %s: %s\n", lw_scene_body_name(scene, a),
                     lw_scene_body_name(scene, b), lw_pair_reason_text(lw_pair_reason_of(scene, a, b)));
}

static void print_settings(FILE *file, const lw_model *model)
{
    char margin[64];
    char self_margin[64];
    lw_length_text(model->margin, margin, sizeof margin);
    lw_length_text(model->self_margin, self_margin, sizeof self_margin);
    lw_print(file, "margin %s, inside a robot %s; %s\n", margin, self_margin,
             model->planar                       ? "all in the plane (dimension 2)"
             : model->mesh_mode == LW_MESH_SOLID ? "watertight meshes are solid"
                                                 : "all meshes are surfaces");
}

lw_status lw_info_print_text(FILE *file, const lw_scene *scene, bool pairs, lw_error *error)
{
    const lw_model *model = &scene->model;
    print_settings(file, model);
    for (size_t i = 0; i < model->robots.count; i++)
        print_robot(file, scene, i);
    lw_status status = print_links(file, scene, error);
    if (!status)
        status = print_objects(file, scene, error);
    if (status)
        return status;
    fputs(model->motions.count ? "motions\n" : "", file);
    for (size_t i = 0; i < model->motions.count; i++)
        lw_print(file, "    %s\n", model->motions.items[i].name);
    print_pairs(file, scene, pairs);
    lw_print(file, "memory: %.2f MB\n", 1e-6 * (double)lw_scene_memory(scene));
    return LW_OK;
}
