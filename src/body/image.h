/* A depth image: what a camera has seen, as frusta along the rays of its pixels, in the frame of the
 * camera (include/leeway/camera.h). Let d be a pixel's depth, and e its error.
 *
 * Where unseen space is free, each pixel with a depth is a frustum between the planes z = d - e and
 * z = d + e, and all else is free.
 *
 * Where unseen space is an obstacle, each pixel is solid from z = d - e on, or from the near plane on
 * if it has no depth, and so is all outside the picture, before the near plane and behind the far
 * plane, as far as LW_IMAGE_REACH. Frusta from each pixel's depth to the far plane would be long, with
 * boxes that reach far beside them. So the solid space is cut into short ones: let top(B) be the
 * largest depth in a rectangle B of pixels. The hierarchy halves rectangles; each rectangle has a slab,
 * the frustum of all its pixels between top(B) and the top of the rectangle that it is a half of, or
 * the far plane; and each pixel's own frustum ends at the top of the smallest rectangle with a slab,
 * which is a block. Six outer frusta are the rest of space.
 *
 * Nodes down to blocks are stored, those within blocks are computed, and so is each frustum. */
#ifndef LW_BODY_IMAGE_H
#define LW_BODY_IMAGE_H

#include "body/geometry.h"
#include "leeway/camera.h"

enum {
    LW_IMAGE_BLOCK = 16,   /* pixels along a side of a block, or fewer at the edge of the picture */
    LW_IMAGE_REACH = 1000, /* metres along each axis to which unseen space reaches */
    LW_IMAGE_OUTER = 6,    /* frusta outside of what a camera can see */
    LW_MOST_PIXELS = 1 << 24
};

/* A rectangle of pixels, or of blocks. */
typedef struct lw_image_rect {
    uint32_t row, column;   /* the first ones */
    uint32_t rows, columns; /* how many */
} lw_image_rect;

typedef struct lw_image_block {
    uint32_t first;    /* how many pixels with an element are in the blocks before it */
    uint32_t count;    /* of its pixels that are elements */
    uint32_t node;     /* the first computed node below it; it has 2 count - 2 */
    float least, most; /* of the depths of its pixels that are elements */
    /* where unseen space is free: a bit for each pixel that has a depth, 16 a row, 4 rows a word */
    uint64_t there[LW_IMAGE_BLOCK / 4];
} lw_image_block;

typedef struct lw_image_slab {
    lw_image_rect pixels;
    double front, back; /* between z = front and z = back */
} lw_image_slab;

struct lw_image {
    uint32_t rows, columns;
    bool unseen; /* whether unseen space is an obstacle */
    lw_camera camera;
    double radius;       /* by which all is grown */
    double growth;       /* by which the box of a node is grown on each side, beside the radius */
    const float *depths; /* row by row; 0: the pixel has none */
    uint32_t across, down, block_count; /* blocks along a row, along a column, of both, row by row */
    lw_image_block *blocks;
    uint32_t outer; /* elements: first these outer frusta, */
    uint32_t slab_count;
    lw_image_slab *slabs;    /* then the slabs, */
    uint32_t pixel_count;    /* and then the pixels, block by block */
    const lw_raster *raster; /* for blocks of poses */
};

/* A frustum along z: a rectangle at either end, first the one nearer to the camera. */
typedef struct lw_frustum {
    double z[2];
    double x[2][2], y[2][2]; /* per end: from, to */
} lw_frustum;

/* The slope x / z of the edge before a column, and y / z of the edge before a row. */
static inline double lw_image_slope_x(const lw_image *image, uint32_t column)
{
    return (column - 0.5 - image->camera.cx) / image->camera.fx;
}

static inline double lw_image_slope_y(const lw_image *image, uint32_t row)
{
    return (row - 0.5 - image->camera.cy) / image->camera.fy;
}

/* Where a pixel of a depth begins to be solid. A larger depth never gives less. */
static inline double lw_image_front(const lw_image *image, double depth)
{
    const lw_camera *camera = &image->camera;
    const double front = greater(depth * (1 - camera->relative_error) - camera->error, camera->near_z);
    return image->unseen ? lesser(front, camera->far_z) : front;
}

/* Where a pixel of a depth ends to be solid, if unseen space is free. */
static inline double lw_image_back(const lw_image *image, double depth)
{
    return depth * (1 + image->camera.relative_error) + image->camera.error;
}

/* The frustum of an element. */
lw_frustum lw_image_frustum(const lw_image *image, uint32_t element);

/* Sets the polytope of an element. */
void lw_image_element(const lw_image *image, uint32_t element, lw_element_room *room, lw_convex *shape);

/* The support point of an element, without the radius. */
vec3 lw_image_support(const lw_image *image, uint32_t element, vec3 along);

/* The support value of the pixels of a block with computed nodes, the radius included, and the element
 * that has it. node: its first computed node. */
double lw_image_support_value(const lw_image *image, uint32_t node, vec3 along, uint32_t *which);

/* Calls `visit` with the index of each element whose box is at most `within` from `about`, until it
 * returns true. Returns whether it did. */
typedef bool (*lw_image_visit)(void *context, uint32_t element);
bool lw_image_near(const lw_geometry *geometry, vec3 about, double within, lw_image_visit visit,
                   void *context);

/* The definition of a depth image. */
typedef struct lw_image_def {
    const float *depths;    /* rows * columns, row by row; each 0, or finite and at least near_z */
    bool kept;              /* they live as long as the geometry, and need no copy */
    bool unseen;            /* whether unseen space is an obstacle; else one depth is not 0 */
    uint32_t rows, columns; /* at least 1, with at most LW_MOST_PIXELS pixels */
    lw_camera camera;
    double radius;
} lw_image_def;

/* Takes the geometry of a depth image. Copies of depths take 4 bytes a pixel; all else takes less than
 * 2 bytes a pixel. Errors: memory. */
lw_status lw_image_geometry(lw_arena *arena, const lw_image_def *def, lw_geometry **out,
                            lw_error *error);

/* The first fault of the numbers, as half a sentence; NULL: there is none. */
const char *lw_image_fault(const lw_image *image);

#endif
