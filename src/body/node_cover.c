/* A cover of a cloud, an octree or a height field, by the nodes of its tree. Costs the square of the
 * number of balls, and for a cloud a pass over the points for each level of the tree that is divided.
 */
#include "body/cover.h"

#include <stdlib.h>

#include "base/error.h"
#include "body/points.h"
#include "math/rounding.h"

/* Fewer balls stick out far: there is no hull that they might follow. */
enum { LEAST_BALLS = 32 };

/* A ball about what lies below a node. */
typedef struct piece {
    int32_t child; /* -1: it is a leaf */
    vec3 center;
    double radius;
} piece;

static piece piece_of(const lw_geometry *geometry, uint32_t node)
{
    const lw_points *points = geometry->points;
    lw_node room;
    const lw_node *own = lw_node_at(geometry, node, &room);
    piece p = {.child = own->child, .center = own->center};
    if (!points) { /* the ball about the node's box */
        p.radius = norm(own->half) * LW_UP_BY(32);
        return p;
    }
    const lw_heap_range range = lw_points_below(points, node);
    double square = 0;
    for (uint32_t i = range.first; i < range.end; i++)
        square = greater(square, norm2(sub(lw_point(points, i), p.center)));
    p.radius = (sqrt(square) + points->radius) * LW_UP_BY(32);
    return p;
}

/* The piece with the largest ball of those that can be divided; `count`: there is none. */
static uint32_t largest_of(const piece *pieces, uint32_t count)
{
    uint32_t largest = count;
    for (uint32_t i = 0; i < count; i++) {
        if (pieces[i].child >= 0 && (largest == count || pieces[i].radius > pieces[largest].radius))
            largest = i;
    }
    return largest;
}

lw_status lw_cover_of_nodes(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                            const lw_cover **out, lw_error *error)
{
    balls = balls < LEAST_BALLS ? LEAST_BALLS : balls;
    const uint32_t elements = lw_element_count(geometry);
    const uint32_t most = balls < elements ? balls : elements;
    lw_cover *cover = lw_arena_take(arena, sizeof *cover);
    lw_ball *taken = lw_arena_array(arena, most ? most : 1, sizeof *taken);
    piece *pieces = malloc((most + 1) * sizeof *pieces);
    if (!cover || !taken || !pieces) {
        free(pieces);
        return lw_fail_memory(error);
    }
    uint32_t count = 1;
    pieces[0] = piece_of(geometry, 0);
    for (uint32_t i; count < most && (i = largest_of(pieces, count)) < count; count++) {
        const uint32_t child = (uint32_t)pieces[i].child;
        pieces[i] = piece_of(geometry, child);
        pieces[count] = piece_of(geometry, child + 1);
    }
    *cover = (lw_cover){.around = lw_cover_around(geometry), .balls = taken, .count = count};
    for (uint32_t i = 0; i < count; i++)
        taken[i] = count == 1 ? cover->around
                              : lw_ball_grown(lw_ball_about(pieces[i].center, pieces[i].radius),
                                              geometry->extent);
    free(pieces);
    *out = cover;
    return LW_OK;
}
