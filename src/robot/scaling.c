/* The scale and padding of links, as MoveIt understands them: each from the last entry that names the
 * link, else from the last for all links. */
#include "robot/scaling.h"

#include "math/vec.h"

#include <stdlib.h>

#include <string.h>

/* Which entries give the scale and the padding, the last ones; -1: none. */
typedef struct given {
    int64_t scale, padding;
} given;

/* The entries by their robots and links; "" stands for all links. */
typedef struct entries {
    lw_name_table names;
    given *items;
    size_t count;
} entries;

static bool list_entries(const lw_model *model, entries *e)
{
    for (size_t i = 0; i < model->paddings.count; i++) {
        const lw_model_padding *entry = &model->paddings.items[i];
        const char *link = entry->link ? entry->link : "";
        int64_t at = lw_name_table_find_of(&e->names, entry->robot, link);
        if (at < 0) {
            at = (int64_t)e->count++;
            e->items[at] = (given){-1, -1};
            if (!lw_name_table_add_of(&e->names, entry->robot, link, at))
                return false;
        }
        if (entry->has_scale)
            e->items[at].scale = (int64_t)i;
        if (entry->has_padding)
            e->items[at].padding = (int64_t)i;
    }
    return true;
}

/* The last entries for a link of a robot, those for any robot included. */
static given last_of(const entries *e, int64_t robot, const char *link)
{
    given last = {-1, -1};
    const int64_t owners[] = {LW_NO_OWNER, robot};
    for (int i = 0; i < 2; i++) {
        int64_t at = lw_name_table_find_of(&e->names, owners[i], link);
        if (at < 0)
            continue;
        last.scale = e->items[at].scale > last.scale ? e->items[at].scale : last.scale;
        last.padding = e->items[at].padding > last.padding ? e->items[at].padding : last.padding;
    }
    return last;
}

lw_status lw_freeze_scaling(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    lw_arena *arena = &frozen->world->arena;
    frozen->link_scales = lw_arena_array(arena, model->links.count, sizeof *frozen->link_scales);
    frozen->link_paddings = lw_arena_array(arena, model->links.count, sizeof *frozen->link_paddings);
    entries e = {.items = malloc((model->paddings.count + 1) * sizeof *e.items)};
    bool listed = frozen->link_scales && frozen->link_paddings && e.items && list_entries(model, &e);
    for (size_t i = 0; i < model->links.count && listed; i++) {
        const lw_model_link *link = &model->links.items[i];
        given all = last_of(&e, (int64_t)link->robot, "");
        given named = last_of(&e, (int64_t)link->robot, link->name);
        int64_t scale = named.scale >= 0 ? named.scale : all.scale;
        int64_t padding = named.padding >= 0 ? named.padding : all.padding;
        frozen->link_scales[i] = scale < 0 ? 1 : model->paddings.items[scale].scale;
        frozen->link_paddings[i] = padding < 0 ? 0 : model->paddings.items[padding].padding;
    }
    lw_name_table_free(&e.names);
    free(e.items);
    return listed ? LW_OK : lw_fail_memory(error);
}

bool lw_shape_has_vertices(lw_shape_kind kind)
{
    return kind == LW_SHAPE_POLYTOPE || kind == LW_SHAPE_POLYGON || kind == LW_SHAPE_MESH;
}

void lw_shape_scale(lw_shape_def *shape, lw_vec3 middle, double factor, double *vertices)
{
    shape->rounding *= factor;
    shape->radius *= factor;
    shape->length *= factor;
    shape->size = scale(factor, shape->size);
    if (!vertices || !lw_shape_has_vertices(shape->kind))
        return;
    for (size_t i = 0; i < shape->vertex_count; i++) {
        const double *row = &shape->vertices[3 * i];
        vec3 p = add_scaled(middle, factor, sub(v3(row[0], row[1], row[2]), middle));
        memcpy(&vertices[3 * i], (double[]){p.x, p.y, p.z}, 3 * sizeof(double));
    }
    shape->vertices = vertices;
}
