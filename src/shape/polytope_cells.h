/* The cells of a polytope: a lookup table that has, for each cell of directions, the vertices that can
 * be support vertices there. */
#ifndef LW_SHAPE_POLYTOPE_CELLS_H
#define LW_SHAPE_POLYTOPE_CELLS_H

#include "shape/polytope.h"

/* The cell of a direction: the cube's face, then the cell on it. */
static inline uint32_t lw_polytope_cell_of(const lw_polytope *polytope, vec3 direction)
{
    vec3 d = v3(direction.x * polytope->stretch.x, direction.y * polytope->stretch.y,
                direction.z * polytope->stretch.z);
    vec3 size = abs3(d);
    double most = max_component(size);
    double u = most == size.x ? d.y : d.x;
    double v = most == size.x || most == size.y ? d.z : d.y;
    double w = most == size.x ? d.x : most == size.y ? d.y : d.z;
    uint32_t face = (most == size.x ? 0 : most == size.y ? 2 : 4) + (w < 0);
    uint32_t along = polytope->cells_along;
    double half = 0.5 * along;
    double scale_to_cells = half / most;
    uint32_t column = (uint32_t)lesser(u * scale_to_cells + half, along - 1);
    uint32_t row = (uint32_t)lesser(v * scale_to_cells + half, along - 1);
    return (face * along + row) * along + column;
}

/* Fills blocks, and cells where there are more vertices than a few. Errors: memory. */
lw_status lw_polytope_add_cells(lw_arena *arena, lw_polytope *polytope, lw_error *error);

#endif
