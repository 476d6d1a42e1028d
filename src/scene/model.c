/* The model that a scene is built from: its lists, marks and searches by name. */
#include "scene/shared_shape.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the lists, in the order of a mark's counts */
static void list_counts(lw_model *model, size_t *counts[LW_MODEL_LISTS])
{
    counts[0] = &model->robots.count;
    counts[1] = &model->links.count;
    counts[2] = &model->joints.count;
    counts[3] = &model->objects.count;
    counts[4] = &model->shapes.count;
    counts[5] = &model->groups.count;
    counts[6] = &model->states.count;
    counts[7] = &model->rules.count;
    counts[8] = &model->margins.count;
    counts[9] = &model->paddings.count;
    counts[10] = &model->values.count;
    counts[11] = &model->motions.count;
    counts[12] = &model->package_paths.count;
    counts[13] = &model->packages.count;
    counts[14] = &model->covers.count;
}

lw_model_mark lw_model_take_mark(const lw_model *model)
{
    lw_model copy = *model;
    size_t *counts[LW_MODEL_LISTS];
    list_counts(&copy, counts);
    lw_model_mark mark = {.margin = model->margin,
                          .self_margin = model->self_margin,
                          .mesh_mode = model->mesh_mode,
                          .strict_limits = model->strict_limits,
                          .planar = model->planar};
    for (size_t i = 0; i < LW_MODEL_LISTS; i++)
        mark.counts[i] = *counts[i];
    return mark;
}

/* For the shapes and objects from the given indices on: releases the memory that they share with other
 * scenes. */
static void release_shared(lw_model *model, size_t shapes, size_t objects)
{
    for (size_t i = shapes; i < model->shapes.count; i++)
        if (model->shapes.items[i].shared)
            lw_memory_release(model->shapes.items[i].shared->memory);
    for (size_t i = objects; i < model->objects.count; i++)
        lw_memory_release(model->objects.items[i].memory);
}

void lw_model_roll_back(lw_model *model, const lw_model_mark *mark)
{
    size_t *counts[LW_MODEL_LISTS];
    list_counts(model, counts);
    release_shared(model, mark->counts[4], mark->counts[3]);
    for (size_t i = 0; i < LW_MODEL_LISTS; i++)
        *counts[i] = mark->counts[i];
    lw_name_table_forget(&model->robot_names, (int64_t)model->robots.count);
    lw_name_table_forget(&model->link_names, (int64_t)model->links.count);
    lw_name_table_forget(&model->joint_names, (int64_t)model->joints.count);
    lw_name_table_forget(&model->object_names, (int64_t)model->objects.count);
    model->margin = mark->margin;
    model->self_margin = mark->self_margin;
    model->mesh_mode = mark->mesh_mode;
    model->strict_limits = mark->strict_limits;
    model->planar = mark->planar;
}

lw_status lw_model_add_file(lw_model *model, const char *path, lw_error *error)
{
    char *copy = LW_ARRAY_GROW(&model->files) ? lw_arena_string(&model->arena, path) : NULL;
    if (!copy)
        return lw_fail_memory(error);
    model->files.items[model->files.count++] = copy;
    return LW_OK;
}

void lw_model_free(lw_model *model)
{
    void *lists[] = {model->robots.items,        model->links.items,    model->joints.items,
                     model->objects.items,       model->shapes.items,   model->groups.items,
                     model->states.items,        model->rules.items,    model->margins.items,
                     model->paddings.items,      model->values.items,   model->motions.items,
                     model->package_paths.items, model->packages.items, model->files.items,
                     model->covers.items,        model->without.items,  model->left_out.items};
    release_shared(model, 0, 0);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]);
    lw_name_table_free(&model->object_names);
    if (!model->root) {
        lw_name_table_free(&model->robot_names);
        lw_name_table_free(&model->link_names);
        lw_name_table_free(&model->joint_names);
    }
    lw_arena_free(&model->arena);
    lw_model_release(model->root);
}

size_t lw_model_memory(const lw_model *model)
{
#define LW_LIST_BYTES(list) ((list).capacity * sizeof *(list).items)
    return model->arena.total + LW_LIST_BYTES(model->robots) + LW_LIST_BYTES(model->links) +
           LW_LIST_BYTES(model->joints) + LW_LIST_BYTES(model->objects) + LW_LIST_BYTES(model->shapes) +
           LW_LIST_BYTES(model->groups) + LW_LIST_BYTES(model->states) + LW_LIST_BYTES(model->rules) +
           LW_LIST_BYTES(model->margins) + LW_LIST_BYTES(model->paddings) +
           LW_LIST_BYTES(model->values) + LW_LIST_BYTES(model->motions) + LW_LIST_BYTES(model->covers) +
           LW_LIST_BYTES(model->package_paths) + LW_LIST_BYTES(model->packages) +
           LW_LIST_BYTES(model->without) + LW_LIST_BYTES(model->left_out) +
           (model->robot_names.capacity + model->link_names.capacity + model->joint_names.capacity +
            model->object_names.capacity) *
               sizeof(lw_name_slot);
#undef LW_LIST_BYTES
}

lw_status lw_tell_notice(lw_notice_fn listener, void *context, const char *file, int line,
                         const char *sentence, lw_error *error)
{
    lw_status status = listener ? listener(context, file, line, sentence) : LW_OK;
    return status ? lw_fail_at(error, status, file, line, 0,
                               "the function that takes notices failed (%s) at: %s",
                               lw_status_name(status), sentence)
                  : LW_OK;
}

void lw_scene_notice(const lw_scene *scene, const char *file, int line, const char *format, ...)
{
    lw_notices *notices = scene->model.notices;
    if (!notices->listener && !notices->strict)
        return;
    char sentence[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (notices->strict && !notices->count) {
        notices->count++;
        lw_error_set(&notices->first, LW_ERROR_NOTICE, file, line, 0, "%s", sentence);
        return;
    }
    lw_error *error = notices->count ? NULL : &notices->first;
    if (!notices->refused &&
        lw_tell_notice(notices->listener, notices->context, file, line, sentence, error))
        notices->refused = true;
    notices->count += notices->strict || notices->refused;
}

size_t lw_notices_begin(const lw_scene *scene)
{
    return scene->model.notices->count;
}

lw_status lw_notices_end(const lw_scene *scene, size_t begin, lw_status status, lw_error *error)
{
    lw_notices *notices = scene->model.notices;
    if (notices->count == begin)
        return status;
    /* a call that has already failed keeps its error */
    if (!status) {
        status = notices->first.status;
        if (error)
            *error = notices->first;
    }
    notices->count = 0;
    notices->refused = false;
    return status;
}

/* Adds the name of a robot's link or joint to the robot's names. The first link or joint of a name is
 * added to the names without owner, too, and the second to those of LW_SECOND_OF_NAME. */
static bool add_name(lw_name_table *table, size_t robot, const char *name, size_t index)
{
    int64_t of_any = lw_name_table_find(table, name) < 0 ? LW_NO_OWNER : LW_SECOND_OF_NAME;
    bool known = of_any == LW_SECOND_OF_NAME && lw_name_table_find_of(table, of_any, name) >= 0;
    if (lw_name_table_add_of(table, (int64_t)robot, name, (int64_t)index) &&
        (known || lw_name_table_add_of(table, of_any, name, (int64_t)index)))
        return true;
    lw_name_table_forget(table, (int64_t)index);
    return false;
}

bool lw_model_add_robot(lw_model *model, const lw_model_robot *robot)
{
    if (!lw_name_table_add(&model->robot_names, robot->name, (int64_t)model->robots.count))
        return false;
    model->robots.items[model->robots.count++] = *robot;
    return true;
}

bool lw_model_add_link(lw_model *model, const lw_model_link *link)
{
    if (!add_name(&model->link_names, link->robot, link->name, model->links.count))
        return false;
    model->links.items[model->links.count++] = *link;
    return true;
}

bool lw_model_add_joint(lw_model *model, const lw_model_joint *joint)
{
    if (!add_name(&model->joint_names, joint->robot, joint->def.name, model->joints.count))
        return false;
    model->joints.items[model->joints.count++] = *joint;
    return true;
}

int64_t lw_model_find_robot(const lw_model *model, const char *name)
{
    return lw_name_table_find(&model->robot_names, name);
}

int64_t lw_model_find_link(const lw_model *model, int64_t robot, const char *name)
{
    return lw_name_table_find_of(&model->link_names, robot, name);
}

int64_t lw_model_find_joint(const lw_model *model, int64_t robot, const char *name)
{
    return lw_name_table_find_of(&model->joint_names, robot, name);
}

const char *lw_model_split_name(const lw_model *model, const char *name, int64_t *robot)
{
    const char *slash = strchr(name, '/');
    *robot = slash ? lw_name_table_find_part(&model->robot_names, name, (size_t)(slash - name)) : -1;
    return *robot < 0 ? NULL : slash + 1;
}

int64_t lw_model_find_object(const lw_model *model, const char *id)
{
    return lw_name_table_find(&model->object_names, id);
}

bool lw_model_add_object(lw_model *model, const lw_model_object *object)
{
    if (!LW_ARRAY_GROW(&model->objects) ||
        !lw_name_table_add(&model->object_names, object->id, (int64_t)model->objects.count))
        return false;
    model->objects.items[model->objects.count++] = *object;
    return true;
}

lw_status lw_model_name_file(lw_model *model, const char *file, lw_error *error)
{
    lw_model_shape *shape = &model->shapes.items[model->shapes.count - 1];
    if (!file)
        return LW_OK;
    lw_status status = lw_model_add_file(model, file, error);
    if (!status)
        shape->file = model->files.items[model->files.count - 1];
    return status;
}
