/* A raster: a height field or a depth image as blocks of poses see it (lanes/kernel/raster.h). Each
 * cell is solid from a depth on, along rays. The cells of a depth image are its pixels; its rays meet
 * in the origin, and a cell's edges are slopes, x / z and y / z. The cells of a height field are those
 * between its heights; its rays are parallel and point downwards, a depth is a negative height, and
 * edges are coordinates, x and y.
 *
 * A pyramid has the least depth of each block of 2^level x 2^level cells, and where solids end, the
 * largest one too. That of a height field shares the levels of the field's own one
 * (lw_heights.largest), from level 1 on; that of an image is stored from level 3 on. What is not stored
 * is read from the field or image. */
#ifndef LW_BODY_RASTER_H
#define LW_BODY_RASTER_H

#include "body/heights.h"
#include "body/image.h"

enum { LW_RASTER_LEVELS = 32 };

typedef struct lw_raster_level {
    uint32_t rows, columns; /* of blocks */
    const float *least; /* per block, row by row: the least depth, and HUGE_VALF if nothing is solid; of
                           a height field the largest height. NULL: not stored */
    const float *most; /* the largest depth, -HUGE_VALF if nothing is solid; NULL: each cell is solid as
                          far as the raster goes, or it is not stored */
} lw_raster_level;

struct lw_raster {
    uint32_t rows, columns;    /* of cells */
    const lw_heights *heights; /* of a height field; else NULL */
    const lw_image *image;     /* of a depth image; else NULL */
    bool unseen; /* all that is not before the depths of a cell is solid: unseen space of an image */
    float first[2], step[2]; /* the edge before column k: first[0] + k * step[0]; rows: [1] */
    float inverse[2];        /* of the steps */
    float blur[2];           /* bounds the rounding errors of places in cells */
    float share, error;      /* a cell of depth d is solid from share * d - error on, but not before */
    float near_z;            /* this, and from */
    float far_z;             /* this on in any case */
    float back;    /* where solids end: to back * d + error; of a height field, at this depth */
    float deepest; /* no solid begins behind it; of an image with ends, none ends behind it */
    double reach;  /* bounds the coordinates of all that tests compute in the raster's frame */
    int top;       /* the level of a single block */
    lw_raster_level levels[LW_RASTER_LEVELS]; /* from 0 to top; level 0 is not stored */
};

/* The depth of a cell; HUGE_VALF: it is not solid. */
static inline float lw_raster_depth(const lw_raster *raster, uint32_t row, uint32_t column)
{
    if (raster->heights) {
        const double one = greater(lw_height(raster->heights, row, column),
                                   lw_height(raster->heights, row, column + 1));
        const double two = greater(lw_height(raster->heights, row + 1, column),
                                   lw_height(raster->heights, row + 1, column + 1));
        return -(float)greater(one, two);
    }
    const float depth = raster->image->depths[(size_t)row * raster->columns + column];
    return depth > 0 || raster->unseen ? depth : HUGE_VALF;
}

/* The depths of a block of cells: the least one, HUGE_VALF if nothing is solid, and the largest one. */
typedef struct lw_raster_range {
    float least, most;
} lw_raster_range;

static inline lw_raster_range lw_raster_join(lw_raster_range a, lw_raster_range b)
{
    return (lw_raster_range){b.least < a.least ? b.least : a.least, b.most > a.most ? b.most : a.most};
}

/* Those of the cells of a level that is not stored. */
static inline lw_raster_range lw_raster_range_of(const lw_raster *raster, int level, uint32_t row,
                                                 uint32_t column)
{
    lw_raster_range out = {HUGE_VALF, -HUGE_VALF};
    const uint32_t width = 1U << level;
    for (uint32_t i = row << level; i < (row << level) + width && i < raster->rows; i++)
        for (uint32_t k = column << level; k < (column << level) + width && k < raster->columns; k++) {
            const float depth = lw_raster_depth(raster, i, k);
            out = lw_raster_join(out, (lw_raster_range){depth, depth < HUGE_VALF ? depth : -HUGE_VALF});
        }
    return out;
}

/* Those of a block; the largest depth has no meaning where solids do not end. */
static inline lw_raster_range lw_raster_at(const lw_raster *raster, int level, uint32_t row,
                                           uint32_t column)
{
    const lw_raster_level *stored = &raster->levels[level];
    const size_t at = (size_t)row * stored->columns + column;
    if (level == 0 || !stored->least)
        return lw_raster_range_of(raster, level, row, column);
    const float least = stored->least[at];
    return (lw_raster_range){raster->heights ? -least : least, stored->most ? stored->most[at] : 0};
}

/* How far a place of the raster's frame is before what is solid, along z, in the cell that it is in or
 * next to; 0: it is in it, or out of the picture of an image whose unseen space is an obstacle. It
 * proves nothing. */
double lw_raster_gap(const lw_raster *raster, vec3 at);

/* The element of a height field or a depth image in which a place of its frame lies; of an image whose
 * unseen space is an obstacle also an outer one. False: it is in none, or just outside by rounding. */
bool lw_raster_element_at(const lw_geometry *geometry, vec3 at, uint32_t *element);

/* The rasters of a height field and of a depth image, which outlive them. The latter takes 0.1 bytes a
 * pixel, 0.2 where solids end, and a few more for each row and column. *out is NULL where floats are
 * too coarse or too small for the edges of cells. Errors: memory. */
lw_status lw_raster_of_heights(lw_arena *arena, const lw_heights *heights, const lw_raster **out,
                               lw_error *error);
lw_status lw_raster_of_image(lw_arena *arena, const lw_image *image, const lw_raster **out,
                             lw_error *error);

#endif
