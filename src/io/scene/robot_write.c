/* Writes a robot as JSON: links and joints in place (io/scene/linkage_json.h), however it was made. */
#include "io/scene/scene_write.h"

#include "base/error.h"
#include "io/scene/linkage_json.h"
#include "io/scene/uncertainty_json.h"
#include "math/vec.h"
#include "scene/build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void lw_write_robot_name(const lw_scene_writer *w, int64_t robot, const char *name)
{
    char whole[512];
    const bool prefixed = robot >= 0 && w->model->robots.count > 1;
    snprintf(whole, sizeof whole, "%s%s%s", prefixed ? w->model->robots.items[robot].name : "",
             prefixed ? "/" : "", name);
    lw_json_write_text(w->text, whole);
}

static lw_status fail(const lw_scene_writer *w, const lw_joint_def *joint, const char *what)
{
    return lw_fail(w->error, LW_ERROR_ARGUMENT, "joint \"%s\" %s, for which a JSON scene has no key",
                   joint->name, what);
}

static void write_text(lw_text *text, const char *key, const char *value)
{
    lw_json_write_key(text, key);
    lw_json_write_text(text, value);
}

/* JSON has no infinite numbers. */
static void write_limit(lw_text *text, double limit)
{
    if (isfinite(limit))
        lw_json_write_number(text, limit);
    else
        lw_text_put(text, "\"none\"");
}

static bool is_of_one_value(lw_joint_kind kind)
{
    return lw_joint_value_count(kind) == 1;
}

static lw_status check_joint(const lw_scene_writer *w, const lw_model_joint *joint)
{
    const lw_joint_def *def = &joint->def;
    const bool along_z = def->axis.x == 0 && def->axis.y == 0 && def->axis.z > 0;
    if (joint->is_virtual)
        return fail(w, def, "is the virtual joint of an SRDF");
    if (w->model->planar && is_of_one_value(def->kind) && def->kind != LW_JOINT_PRISMATIC && !along_z)
        return fail(w, def, "turns clockwise in the plane");
    return LW_OK;
}

static double step(double value, int steps)
{
    for (; steps > 0; steps--)
        value = nextafter(value, HUGE_VAL);
    for (; steps < 0; steps++)
        value = nextafter(value, -HUGE_VAL);
    return value;
}

/* Finds an axis that reads as the same unit vector, to the last bit: the vector itself mostly, else one
 * beside it whose largest part is 1. */
static vec3 readable_axis(vec3 axis)
{
    enum { STEPS = 3, WIDTH = 2 * STEPS + 1 };
    const double largest = max_component(abs3(axis));
    const vec3 about = v3(axis.x / largest, axis.y / largest, axis.z / largest);
    vec3 tried = axis;
    for (int i = 0; i < WIDTH * WIDTH * WIDTH; i++) {
        const vec3 unit = lw_build_unit_axis(tried);
        if (unit.x == axis.x && unit.y == axis.y && unit.z == axis.z)
            return tried;
        tried = v3(step(about.x, i % WIDTH - STEPS), step(about.y, i / WIDTH % WIDTH - STEPS),
                   step(about.z, i / WIDTH / WIDTH - STEPS));
    }
    return axis;
}

static void write_axis(const lw_scene_writer *w, const lw_joint_def *joint)
{
    if (!lw_json_joint_has_axis(&lw_json_joint_types[joint->kind], w->model->planar))
        return;
    const vec3 found = readable_axis(joint->axis);
    const double axis[3] = {found.x, found.y, found.z};
    lw_json_write_key(w->text, "axis");
    lw_json_write_numbers(w->text, axis, w->model->planar ? 2 : 3);
}

static void write_mimic(lw_text *text, const lw_joint_def *joint)
{
    if (!joint->mimic)
        return;
    lw_json_write_key(text, "mimic");
    lw_text_put(text, "{\"joint\": ");
    lw_json_write_text(text, joint->mimic);
    lw_json_write_number_key(text, "multiplier", joint->mimic_multiplier);
    lw_json_write_number_key(text, "offset", joint->mimic_offset);
    lw_text_put(text, "}");
}

static lw_status write_joint(const lw_scene_writer *w, const lw_model_joint *joint)
{
    const lw_joint_def *def = &joint->def;
    lw_text *text = w->text;
    lw_status status = check_joint(w, joint);
    if (status)
        return status;
    lw_text_put(text, "{\"name\": ");
    lw_json_write_text(text, def->name);
    write_text(text, "type", lw_json_joint_types[def->kind].name);
    write_text(text, "parent", def->parent);
    write_text(text, "child", def->child);
    lw_write_pose(text, w->model->planar, &def->origin, true);
    write_axis(w, def);
    if (lw_json_joint_types[def->kind].has_limits) {
        lw_json_write_key(text, "limits");
        lw_text_put(text, "[");
        write_limit(text, def->lower);
        lw_text_put(text, ", ");
        write_limit(text, def->upper);
        lw_text_put(text, "]");
    }
    if (def->kind != LW_JOINT_FIXED && isfinite(def->velocity))
        lw_json_write_number_key(text, "velocity", def->velocity);
    if (def->kind != LW_JOINT_FIXED && isfinite(def->acceleration))
        lw_json_write_number_key(text, "acceleration", def->acceleration);
    if (def->kind != LW_JOINT_FIXED && isfinite(def->jerk))
        lw_json_write_number_key(text, "jerk", def->jerk);
    write_mimic(text, def);
    lw_text_put(text, "}");
    return LW_OK;
}

static lw_status write_links(const lw_scene_writer *w, size_t robot)
{
    size_t written = 0;
    lw_status status = LW_OK;
    lw_text_put(w->text, ",\n  \"links\": [");
    for (size_t i = 0; i < w->model->links.count && !status; i++) {
        if (w->model->links.items[i].robot != robot)
            continue;
        lw_write_next(w->text, written++);
        lw_text_put(w->text, "{\"name\": ");
        lw_json_write_text(w->text, w->model->links.items[i].name);
        status = lw_write_shapes(w, (int64_t)i, -1, NULL);
        lw_text_put(w->text, "}");
    }
    lw_text_put(w->text, "]");
    return status;
}

static lw_status write_joints(const lw_scene_writer *w, size_t robot)
{
    size_t written = 0;
    lw_status status = LW_OK;
    lw_text_put(w->text, ",\n  \"joints\": [");
    for (size_t i = 0; i < w->model->joints.count && !status; i++) {
        if (w->model->joints.items[i].robot != robot)
            continue;
        lw_write_next(w->text, written++);
        status = write_joint(w, &w->model->joints.items[i]);
    }
    lw_text_put(w->text, "]");
    return status;
}

/* An object of JSON cannot have two keys of one name. */
static lw_status refuse_twice(const lw_scene_writer *w, const char *what, const char *name,
                              const char *other)
{
    return strcmp(name, other) != 0
               ? LW_OK
               : lw_fail(w->error, LW_ERROR_ARGUMENT,
                         "two %s of one robot have the name \"%s\", for which a JSON scene has no key",
                         what, name);
}

static lw_status write_groups(const lw_scene_writer *w, size_t robot)
{
    size_t written = 0;
    for (size_t i = 0; i < w->model->groups.count; i++) {
        const lw_model_group *group = &w->model->groups.items[i];
        lw_status status = LW_OK;
        if (group->robot != robot)
            continue;
        for (size_t k = 0; k < i && !status; k++)
            if (w->model->groups.items[k].robot == robot)
                status = refuse_twice(w, "groups", group->name, w->model->groups.items[k].name);
        if (status)
            return status;
        lw_text_put(w->text, written ? "" : ",\n  \"groups\": {");
        lw_write_next(w->text, written++);
        lw_json_write_text(w->text, group->name);
        lw_text_put(w->text, ": [");
        for (size_t k = 0; k < group->joint_count; k++) {
            lw_text_put(w->text, k ? ", " : "");
            lw_json_write_text(w->text, group->joints[k]);
        }
        lw_text_put(w->text, "]");
    }
    lw_text_put(w->text, written ? "}" : "");
    return LW_OK;
}

static lw_status write_states(const lw_scene_writer *w, size_t robot)
{
    size_t written = 0;
    for (size_t i = 0; i < w->model->states.count; i++) {
        const lw_model_state *state = &w->model->states.items[i];
        lw_status status = LW_OK;
        if (state->robot != robot)
            continue;
        for (size_t k = 0; k < i && !status; k++)
            if (w->model->states.items[k].robot == robot)
                status = refuse_twice(w, "states", state->name, w->model->states.items[k].name);
        if (status)
            return status;
        lw_text_put(w->text, written ? "" : ",\n  \"states\": {");
        lw_write_next(w->text, written++);
        lw_json_write_text(w->text, state->name);
        lw_text_put(w->text, ": {");
        for (size_t k = 0; k < state->joint_count; k++) {
            lw_text_put(w->text, k ? ", " : "");
            lw_json_write_text(w->text, state->joints[k]);
            lw_text_put(w->text, ": ");
            lw_json_write_number(w->text, state->values[k]);
        }
        lw_text_put(w->text, "}");
    }
    lw_text_put(w->text, written ? "}" : "");
    return LW_OK;
}

lw_status lw_write_robot(const lw_scene_writer *w, size_t robot)
{
    const lw_model_robot *entry = &w->model->robots.items[robot];
    lw_text_put(w->text, "{\"name\": ");
    lw_json_write_text(w->text, entry->name);
    lw_json_write_key(w->text, "base");
    lw_text_put(w->text, "{");
    lw_write_pose(w->text, w->model->planar, &entry->base, false);
    lw_text_put(w->text, "}");
    lw_status status = write_links(w, robot);
    if (status || (status = write_joints(w, robot)) || (status = write_groups(w, robot)) ||
        (status = write_states(w, robot)))
        return status;
    lw_uncertainty_write(w->text, &entry->uncertainty);
    lw_text_put(w->text, "}");
    return LW_OK;
}
