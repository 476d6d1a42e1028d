/* A frozen scene in full, for programs: one JSON object. */
#include "info_print.h"
#include "output.h"
#include "scene_facts.h"

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

static void print_joint(FILE *file, const lw_scene *scene, const lw_model_joint *joint)
{
    const lw_joint_def *def = &joint->def;
    int64_t index = lw_frozen_find_joint(scene->frozen, (int64_t)joint->robot, def->name);
    fputc('{', file);
    text_field(file, true, "name", def->name);
    text_field(file, false, "type", lw_joint_kind_name(def->kind));
    text_field(file, false, "parent", def->parent);
    text_field(file, false, "child", def->child);
    if ((def->kind == LW_REVOLUTE || def->kind == LW_PRISMATIC) && def->lower < def->upper) {
        number_field(file, false, "lower", def->lower);
        number_field(file, false, "upper", def->upper);
    }
    if (def->mimic && def->kind != LW_FIXED) {
        text_field(file, false, "mimic", def->mimic);
        number_field(file, false, "multiplier", def->mimic_multiplier);
        number_field(file, false, "offset", def->mimic_offset);
    }
    double values[7];
    size_t count = lw_joint_rest(scene->frozen, index, values);
    if (count)
        key(file, false, "values");
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "[", file);
        lw_print_number(file, values[i]);
    }
    fputs(count ? "]}" : "}", file);
}

static void print_order(FILE *file, const lw_joints *joints)
{
    fputc('[', file);
    for (size_t i = 0; i < joints->count; i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputc(']', file);
}

static void print_states(FILE *file, const lw_model *model, size_t robot)
{
    bool first = true;
    fputs(", \"states\": [", file);
    for (size_t i = 0; i < model->states.count; i++) {
        const lw_model_state *state = &model->states.items[i];
        if (state->robot != robot)
            continue;
        fputs(first ? "{" : ", {", file);
        first = false;
        text_field(file, true, "name", state->name);
        text_field(file, false, "group", state->group);
        fputs(", \"joints\": {", file);
        for (size_t k = 0; k < state->joint_count; k++)
            number_field(file, !k, state->joints[k], state->values[k]);
        fputs("}}", file);
    }
    fputc(']', file);
}

static void print_robot(FILE *file, const lw_scene *scene, size_t robot)
{
    const lw_model *model = &scene->model;
    const lw_frozen *frozen = scene->frozen;
    bool first = true;
    fputc('{', file);
    text_field(file, true, "name", lw_scene_robot_name(scene, robot));
    fputs(", \"joints\": [", file);
    for (size_t i = 0; i < model->joints.count; i++) {
        if (model->joints.items[i].robot != robot)
            continue;
        fputs(first ? "" : ", ", file);
        first = false;
        print_joint(file, scene, &model->joints.items[i]);
    }
    fputs("], \"order\": ", file);
    print_order(file, &frozen->defaults[robot]);
    fputs(", \"groups\": {", file);
    first = true;
    for (size_t i = 0; i < frozen->group_count; i++) {
        if (frozen->groups[i].robot != robot)
            continue;
        key(file, first, frozen->groups[i].name);
        first = false;
        print_order(file, &frozen->groups[i]);
    }
    fputc('}', file);
    print_states(file, model, robot);
    fputc('}', file);
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
        fputs(", \"box\": [", file);
        print_corner(file, part->low);
        fputs(", ", file);
        print_corner(file, part->high);
        fputs("]}", file);
    }
    fputc(']', file);
}

/* prints the files of the meshes, in their order; null: not from a file */
static void print_files(FILE *file, const lw_scene *scene, int64_t link, int64_t object)
{
    bool first = true;
    key(file, false, "files");
    fputc('[', file);
    for (size_t i = lw_shape_first(scene, link, object); i != LW_NO_SHAPE;
         i = scene->frozen->next_shape[i]) {
        const lw_model_shape *shape = &scene->model.shapes.items[i];
        if (shape->def.kind != LW_MESH)
            continue;
        fputs(first ? "" : ", ", file);
        first = false;
        if (shape->file)
            lw_print_string(file, shape->file);
        else
            fputs("null", file);
    }
    fputc(']', file);
}

static lw_status print_shapes(FILE *file, const lw_scene *scene, int64_t link, int64_t object,
                              lw_error *error)
{
    lw_shape_facts facts;
    lw_status status = lw_shape_facts_find(scene, link, object, &facts, error);
    bool first = true;
    fputs(", \"shapes\": {", file);
    for (int kind = 0; kind < LW_SHAPE_KINDS; kind++) {
        if (!facts.kinds[kind])
            continue;
        number_field(file, first, lw_shape_kind_name((lw_shape_kind)kind), (double)facts.kinds[kind]);
        first = false;
    }
    fputc('}', file);
    if (facts.kinds[LW_MESH]) {
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
        print_files(file, scene, link, object);
    }
    lw_shape_facts_free(&facts);
    return status;
}

static lw_status print_bodies(FILE *file, const lw_scene *scene, lw_error *error)
{
    const lw_model *model = &scene->model;
    lw_status status = LW_OK;
    fputs(", \"links\": [", file);
    for (size_t i = 0; i < model->links.count && !status; i++) {
        fputs(i ? ", {" : "{", file);
        text_field(file, true, "name", model->links.items[i].name);
        text_field(file, false, "robot", lw_scene_robot_name(scene, model->links.items[i].robot));
        status = print_shapes(file, scene, (int64_t)i, -1, error);
        fputc('}', file);
    }
    fputs("], \"objects\": [", file);
    for (size_t i = 0; i < model->objects.count && !status; i++) {
        const lw_model_object *object = &model->objects.items[i];
        fputs(i ? ", {" : "{", file);
        text_field(file, true, "id", object->id);
        if (object->robot >= 0) {
            text_field(file, false, "robot", lw_scene_robot_name(scene, (size_t)object->robot));
            text_field(file, false, "link", object->link);
        }
        status = print_shapes(file, scene, -1, (int64_t)i, error);
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
    for (size_t a = 0; a < scene->frozen->moving_count; a++)
        for (size_t b = a + 1; b < scene->frozen->body_count; b++) {
            fputs(first ? "" : ", ", file);
            first = false;
            print_pair(file, scene, a, b);
        }
    fputc(']', file);
}

lw_status lw_info_print_json(FILE *file, const lw_scene *scene, bool pairs, lw_error *error)
{
    const lw_model *model = &scene->model;
    fputc('{', file);
    number_field(file, true, "dimension", model->planar ? 2 : 3);
    number_field(file, false, "margin", model->margin);
    number_field(file, false, "self_margin", model->self_margin);
    text_field(file, false, "mesh", model->mesh_mode == LW_MESH_SOLID ? "solid" : "surface");
    fputs(", \"robots\": [", file);
    for (size_t i = 0; i < model->robots.count; i++) {
        fputs(i ? ", " : "", file);
        print_robot(file, scene, i);
    }
    fputc(']', file);
    lw_status status = print_bodies(file, scene, error);
    if (status)
        return status;
    fputs(", \"motions\": [", file);
    for (size_t i = 0; i < model->motions.count; i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, model->motions.items[i].name);
    }
    fputc(']', file);
    print_pairs(file, scene, pairs);
    number_field(file, false, "memory", (double)lw_scene_memory(scene));
    fputs("}\n", file);
    return LW_OK;
}
