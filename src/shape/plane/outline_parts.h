/* Outlines in the plane, convex or not: made clean, and split into convex parts. */
#ifndef LW_SHAPE_PLANE_OUTLINE_PARTS_H
#define LW_SHAPE_PLANE_OUTLINE_PARTS_H

#include "math/vec.h"

/* the most vertices of an outline: a longer one is a mistake, or should be split into several */
enum { LW_OUTLINE_MOST = 200000 };

/* The changes that lw_outline_clean made. */
typedef struct lw_outline_repair {
    bool turned;    /* it went clockwise */
    size_t dropped; /* vertices that repeated, or lay on the line between their neighbours */
} lw_outline_repair;

/* Makes an outline go counter-clockwise without repeats and straight corners, in place: rows x y z, of
 * which z is left alone. count may become 1 or 2. Errors: argument (edges that cross or touch, too many
 * vertices), memory. repair may be NULL. */
lw_status lw_outline_clean(double *vertices, size_t *count, lw_outline_repair *repair, lw_error *error);

/* The convex parts of a clean outline, counter-clockwise, one after the other. Together they cover the
 * area that the outline encloses. */
typedef struct lw_outline_parts {
    size_t count;
    uint32_t *sizes;   /* the number of vertices of each part */
    uint32_t *corners; /* their indices */
} lw_outline_parts;

/* Errors: memory. The caller frees `out`. */
lw_status lw_outline_split(const double *vertices, size_t count, lw_outline_parts *out,
                           lw_error *error);
void lw_outline_parts_free(lw_outline_parts *parts);

#endif
