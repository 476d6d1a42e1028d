/* The scale and padding of links, as MoveIt understands them: each from the last entry that names the
 * link, else from the last entry for all links. */
#include "scene/scaling.h"

#include "base/error.h"
#include "math/vec.h"

#include <stdlib.h>
#include <string.h>

/* Indices of the last entries that give a scale and a padding; -1: none. */
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
    return kind == LW_SHAPE_POLYTOPE || kind == LW_SHAPE_POLYGON || kind == LW_SHAPE_MESH ||
           kind == LW_SHAPE_CLOUD;
}

/* A vertex of a shape; adding 0 makes -0 and 0 the same point. */
static vec3 point_of(const lw_shape_def *shape, size_t vertex)
{
    const double *row = &shape->vertices[3 * vertex];
    return v3(row[0] + 0.0, row[1] + 0.0, row[2] + 0.0);
}

/* Lists the vertices of a shape, of a mesh those that triangles use, and returns the count. used:
 * zeroed, one entry per vertex. */
static size_t list_points(const lw_shape_def *shape, bool *used, vec3 *points)
{
    const bool is_mesh = shape->kind == LW_SHAPE_MESH;
    size_t count = 0;
    for (size_t i = 0; is_mesh && i < 3 * shape->triangle_count; i++)
        used[shape->triangles[i]] = true;
    for (size_t i = 0; i < shape->vertex_count; i++)
        if (!is_mesh || used[i])
            points[count++] = point_of(shape, i);
    return count;
}

static int compare_points(const void *a, const void *b)
{
    const vec3 *p = a;
    const vec3 *q = b;
    const double differences[3][2] = {{p->x, q->x}, {p->y, q->y}, {p->z, q->z}};
    for (int i = 0; i < 3; i++)
        if (differences[i][0] != differences[i][1])
            return differences[i][0] < differences[i][1] ? -1 : 1;
    return 0;
}

lw_status lw_shape_middle(const lw_shape_def *shape, lw_vec3 *out, lw_error *error)
{
    *out = v3(0, 0, 0);
    if (!lw_shape_has_vertices(shape->kind))
        return LW_OK;
    bool *used = calloc(shape->vertex_count, sizeof *used);
    vec3 *points = malloc(shape->vertex_count * sizeof *points);
    size_t distinct = 0;
    if (used && points) {
        size_t count = list_points(shape, used, points);
        qsort(points, count, sizeof *points, compare_points);
        for (size_t i = 0; i < count; i++)
            if (i == 0 || compare_points(&points[i - 1], &points[i])) {
                *out = add(*out, points[i]);
                distinct++;
            }
    }
    free(used);
    free(points);
    if (!distinct)
        return lw_fail_memory(error);
    *out = scale(1 / (double)distinct, *out);
    return LW_OK;
}

lw_shape_def lw_shape_scale_sizes(const lw_shape_def *shape, double factor)
{
    lw_shape_def out = *shape;
    out.rounding *= factor;
    out.radius *= factor;
    out.length *= factor;
    out.size = scale(factor, out.size);
    return out;
}

lw_status lw_shape_scale(const lw_model_shape *shape, double factor, double *vertices,
                         lw_shape_def *out, lw_error *error)
{
    *out = lw_shape_scale_sizes(&shape->def, factor);
    if (!lw_shape_has_vertices(out->kind))
        return LW_OK;
    lw_vec3 middle = shape->outline_middle;
    if (out->kind != LW_SHAPE_POLYGON) {
        lw_status status = lw_shape_middle(&shape->def, &middle, error);
        if (status)
            return status;
    }
    for (size_t i = 0; i < out->vertex_count; i++) {
        const double *row = &out->vertices[3 * i];
        vec3 p = add_scaled(middle, factor, sub(v3(row[0], row[1], row[2]), middle));
        memcpy(&vertices[3 * i], (double[]){p.x, p.y, p.z}, 3 * sizeof(double));
    }
    out->vertices = vertices;
    return LW_OK;
}
