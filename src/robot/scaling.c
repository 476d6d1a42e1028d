/* The scale and padding of links, as MoveIt understands them. */
#include "robot/scaling.h"

#include "math/vec.h"

#include <string.h>

void lw_link_scaling(const lw_model *model, size_t robot, const char *link, double *factor,
                     double *padding)
{
    *factor = 1;
    *padding = 0;
    for (int named = 0; named < 2; named++)
        for (size_t i = 0; i < model->paddings.count; i++) {
            const lw_model_padding *entry = &model->paddings.items[i];
            bool fits = entry->robot < 0 || entry->robot == (int64_t)robot;
            if (!fits || !(named ? entry->link && !strcmp(entry->link, link) : !entry->link))
                continue;
            if (entry->has_scale)
                *factor = entry->scale;
            if (entry->has_padding)
                *padding = entry->padding;
        }
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
