/* A height field: a grid of heights over a plane, solid from its surface down to a floor. The surface
 * over a cell is two triangles, and each element is a prism: a triangle and all below it down to the
 * floor. Neighbouring prisms share their vertices, so that there is no gap between them.
 * The hierarchy halves blocks of cells, the longer side first, at powers of 2. No node is stored but
 * the root: a node's block is found on the way down to it, and its box from a pyramid of the largest
 * heights of blocks. */
#ifndef LW_BODY_HEIGHTS_H
#define LW_BODY_HEIGHTS_H

#include "body/geometry.h"

enum {
    LW_HEIGHTS_LEVELS = 64, /* no two sides have more bits together */
    LW_HEIGHTS_FINEST = 2   /* the level of the smallest blocks in the pyramid: of 4 cells */
};

/* The cells of a block: 2^rows x 2^columns from a first one on, or fewer at the edge of the grid. Its
 * level is rows + columns; the blocks of a level have the same bits. */
typedef struct lw_height_block {
    uint32_t row, column;   /* of the first cell */
    int row_bits, col_bits; /* of its width, in cells */
    int half; /* of one cell: which of its triangles; -1: both, or there are several cells */
} lw_height_block;

struct lw_heights {
    uint32_t rows, columns; /* of heights, each at least 2; there is a cell less either way */
    double spacing[2];      /* between columns, along x; between rows, along y */
    double floor;
    double radius;       /* by which all is grown */
    double growth;       /* by which the box of a node is grown on each side, beside the radius */
    const float *narrow; /* heights row by row, where all are floats; NULL: `wide` has them */
    const double *wide;
    lw_height_block root;
    float *largest[LW_HEIGHTS_LEVELS]; /* of the blocks of a level, row by row, rounded up; NULL: not
                                          stored */
    const lw_raster *raster;           /* for blocks of poses; NULL: it is not made */
};

static inline double lw_height(const lw_heights *heights, uint32_t row, uint32_t column)
{
    const size_t at = (size_t)row * heights->columns + column;
    return heights->narrow ? (double)heights->narrow[at] : heights->wide[at];
}

/* The point of the surface at a row and a column. */
static inline vec3 lw_height_point(const lw_heights *heights, uint32_t row, uint32_t column)
{
    return v3(column * heights->spacing[0], row * heights->spacing[1], lw_height(heights, row, column));
}

/* The corners of an element's triangle, counter-clockwise seen from above. Element 2 i is that of cell
 * i, counted row by row, on the side of the greater column, element 2 i + 1 the other one; the edge
 * between them goes from the cell's first row and column to its last ones. */
void lw_heights_triangle(const lw_heights *heights, uint32_t element, vec3 corners[3]);

/* The box of a block: below the surface down to the floor, without growth. */
void lw_heights_box(const lw_heights *heights, const lw_height_block *block, vec3 *low, vec3 *high);

/* Divides a block of at least two elements in two. */
void lw_heights_divide(const lw_heights *heights, const lw_height_block *block,
                       lw_height_block parts[2]);

/* A block that is one element, and which element it is. */
static inline bool lw_heights_is_element(const lw_height_block *block)
{
    return block->half >= 0;
}

static inline uint32_t lw_heights_element(const lw_heights *heights, const lw_height_block *block)
{
    return 2 * (block->row * (heights->columns - 1) + block->column) + (uint32_t)block->half;
}

/* Sets the prism of an element. */
void lw_heights_prism(const lw_heights *heights, uint32_t element, lw_element_room *room,
                      lw_convex *shape);

/* The support point of an element, without the radius. */
vec3 lw_heights_support(const lw_heights *heights, uint32_t element, vec3 along);

/* The definition of a height field in its own frame. */
typedef struct lw_heights_def {
    const double *heights;  /* rows * columns, row by row; none is NaN, infinite or below the floor */
    bool kept;              /* they live as long as the geometry, and need no copy */
    uint32_t rows, columns; /* at least 2, with at most LW_MOST_HEIGHTS heights */
    double spacing[2];      /* along x and along y, > 0 */
    double floor;
    double radius;
} lw_heights_def;

enum { LW_MOST_HEIGHTS = 1 << 28 };

/* A height field without a pyramid, for its elements alone, whose heights are those of the
 * definition. */
lw_heights lw_heights_of(const lw_heights_def *def);

/* Takes the geometry of a height field. Copies of heights take 4 bytes each where all are floats, else
 * 8; the pyramid takes 2 bytes a cell. Errors: memory. */
lw_status lw_heights_geometry(lw_arena *arena, const lw_heights_def *def, lw_geometry **out,
                              lw_error *error);

/* The first fault of the numbers and the pyramid, as half a sentence; NULL: there is none. */
const char *lw_heights_fault(const lw_heights *heights);

#endif
