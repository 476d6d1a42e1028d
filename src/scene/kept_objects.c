/* A copy of a model's objects: of the lists, with references to the memory that their entries share
 * with other scenes. Time and memory grow with the number of objects and shapes. */
#include "scene/kept_objects.h"

#include <stdlib.h>
#include <string.h>

#include "scene/shared_shape.h"

/* Releases the memory that the entries share. */
static void release(const lw_model_object *objects, size_t object_count, const lw_model_shape *shapes,
                    size_t shape_count)
{
    for (size_t i = 0; i < object_count; i++)
        lw_memory_release(objects[i].memory);
    for (size_t i = 0; i < shape_count; i++)
        if (shapes[i].shared)
            lw_memory_release(shapes[i].shared->memory);
}

lw_status lw_kept_objects_take(const lw_model *model, lw_kept_objects *out, lw_error *error)
{
    const size_t objects = model->objects.count;
    const size_t shapes = model->shapes.count;
    *out = (lw_kept_objects){
        .object_count = objects, .shape_count = shapes, .obstacles_differ = model->obstacles_differ};
    out->objects = calloc(objects + 1, sizeof *out->objects);
    out->shapes = calloc(shapes + 1, sizeof *out->shapes);
    bool done = out->objects && out->shapes;
    for (size_t i = 0; i < objects && done; i++)
        done = lw_name_table_add(&out->names, model->objects.items[i].id, (int64_t)i);
    if (!done) {
        out->object_count = out->shape_count = 0;
        lw_kept_objects_forget(out);
        return lw_fail_memory(error);
    }
    for (size_t i = 0; i < objects; i++) {
        out->objects[i] = model->objects.items[i];
        lw_memory_retain(out->objects[i].memory);
    }
    for (size_t i = 0; i < shapes; i++) {
        out->shapes[i] = model->shapes.items[i];
        if (out->shapes[i].shared)
            lw_memory_retain(out->shapes[i].shared->memory);
    }
    return LW_OK;
}

void lw_kept_objects_forget(lw_kept_objects *kept)
{
    if (kept->objects && kept->shapes)
        release(kept->objects, kept->object_count, kept->shapes, kept->shape_count);
    free(kept->objects);
    free(kept->shapes);
    lw_name_table_free(&kept->names);
    *kept = (lw_kept_objects){0};
}

void lw_kept_objects_restore(lw_kept_objects *kept, lw_model *model)
{
    release(model->objects.items, model->objects.count, model->shapes.items, model->shapes.count);
    /* the lists only ever grow, so that there is room */
    if (kept->object_count)
        memcpy(model->objects.items, kept->objects, kept->object_count * sizeof *kept->objects);
    if (kept->shape_count)
        memcpy(model->shapes.items, kept->shapes, kept->shape_count * sizeof *kept->shapes);
    model->objects.count = kept->object_count;
    model->shapes.count = kept->shape_count;
    model->obstacles_differ = kept->obstacles_differ;
    lw_name_table_free(&model->object_names);
    model->object_names = kept->names;
    kept->names = (lw_name_table){.used = 0};
    kept->object_count = kept->shape_count = 0; /* their references are now the model's */
    lw_kept_objects_forget(kept);
}
