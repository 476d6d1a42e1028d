/* A proof that an outline does not cross itself. */
#ifndef LW_SHAPE_PLANE_OUTLINE_SWEEP_H
#define LW_SHAPE_PLANE_OUTLINE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "leeway/leeway.h"

/* The result of a sweep. apart: no two edges but neighbours come as near to each other as tiny. pair:
 * two edges that may. */
typedef struct lw_outline_sweep_result {
    bool apart;
    bool has_pair;
    uint32_t pair[2]; /* edges by the vertex that they begin in, the lesser first */
} lw_outline_sweep_result;

/* tiny: 2^-50 of the outline's size or more. apart is false also where rounding leaves it in doubt.
 * Errors: memory. */
lw_status lw_outline_sweep(const double *vertices, size_t count, double tiny,
                           lw_outline_sweep_result *out, lw_error *error);

#endif
