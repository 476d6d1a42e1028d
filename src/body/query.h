/* The distance of two bodies: the narrow phase, by their bounding volume hierarchies. */
#ifndef LW_BODY_QUERY_H
#define LW_BODY_QUERY_H

#include "base/meter.h"
#include "body/geometry.h"
#include "math/simd.h"
#include "shape/polytope.h"

#include <string.h>

/* The frame of a body b in that of a body a, prepared for the gaps of their boxes. */
typedef struct lw_box_frames {
    lw_doubles_4 column[3], row[3]; /* of the rotation matrix of b's frame in a's */
    lw_doubles_4 absolute_column[3],
        absolute_row[3]; /* of this matrix's absolute values, grown against rounding */
    lw_doubles_4 origin; /* b's origin, in a */
    /* the fourth lanes are not used */
} lw_box_frames;

void lw_box_frames_set(lw_box_frames *frames, const pose *b_in_a);

/* The gap of two boxes, and the unit vector along it in a's frame. 0: not shown to be apart (normal is
 * then unset). The gap is a lower bound of the distance. In the frame of either body it is the distance
 * between that body's box and the bounding box of the other one; the larger of the two distances
 * counts. */
double lw_box_gap(const lw_box_frames *frames, const lw_node *a, const lw_node *b, vec3 *normal);

/* Nodes that were computed last, in a direct-mapped cache: a search asks for the same node
 * with one partner after another. Nodes that are stored are not copied. */
enum { LW_NODE_PLACES = 32 };
typedef struct lw_node_cache {
    uint32_t known[LW_NODE_PLACES]; /* the node that an entry is of, plus 1; 0: none */
    lw_node nodes[LW_NODE_PLACES];
} lw_node_cache;

static inline void lw_node_cache_begin(lw_node_cache *cache)
{
    memset(cache->known, 0, sizeof cache->known);
}

/* A node of the geometry that the cache is for: a cache serves one. It stays until a node of the same
 * place is asked for. */
static inline const lw_node *lw_cached_node(const lw_geometry *geometry, uint32_t index,
                                            lw_node_cache *cache)
{
    if (index < geometry->node_count)
        return &geometry->nodes[index];
    const uint32_t place = index % LW_NODE_PLACES;
    if (cache->known[place] != index + 1) {
        lw_node_compute(geometry, index, &cache->nodes[place]);
        cache->known[place] = index + 1;
    }
    return &cache->nodes[place];
}

/* Two posed bodies, prepared for queries of pairs of their boxes and elements. */
typedef struct lw_pairing {
    const lw_geometry *a, *b;
    pose b_in_a;
    lw_box_frames frames;
    double posing_error; /* how far a point of b, posed in a's frame, can lie from its true position */
    double composing_error; /* how far a point of a part can lie from its true position, if the part's
                               pose is composed with b's */
} lw_pairing;

void lw_pairing_set(lw_pairing *pairing, const lw_geometry *a, const lw_geometry *b,
                    const pose *b_in_a);

/* The distance of two elements in a's frame, through lw_triangle_triangle or
 * lw_convex_distance_until; lower allows for the rounding error of posing b. */
void lw_element_distance(const lw_pairing *pairing, uint32_t i, uint32_t j, double enough, double touch,
                         lw_warm_start *warm, lw_bracket *out);

/* Whether two elements are certainly farther apart than `least`, so that lw_element_distance would give
 * a larger upper bound too. Tests only whether the face of a triangle separates it from another one:
 * false says nothing. */
bool lw_elements_apart(const lw_pairing *pairing, uint32_t i, uint32_t j, double least);

/* The units of work of that distance: more for polytopes of many vertices. */
static inline int64_t lw_vertex_work(const lw_geometry *geometry, uint32_t element)
{
    if (element < geometry->triangle_count ||
        element >= geometry->triangle_count + geometry->part_count)
        return 0;
    lw_part room;
    const lw_convex *shape = &lw_part_at(geometry, element - geometry->triangle_count, &room)->shape;
    return shape->core == LW_CORE_POLYTOPE ? shape->polytope->vertex_count / 4 : 0;
}

static inline int64_t lw_element_work(const lw_pairing *pairing, uint32_t i, uint32_t j)
{
    return LW_WORK_ELEMENTS + lw_vertex_work(pairing->a, i) + lw_vertex_work(pairing->b, j);
}

typedef struct lw_query {
    pose b_in_a;
    double enough;   /* stop refining pairs that are proven farther apart than this; INFINITY: never */
    double touch;    /* stop at the first element pair at most this far apart; negative: never */
    double relative; /* the bracket may stay open by this share of upper; 0: as close as can be */
    lw_meter *work;  /* whose units it takes; where they are used up, lower is 0 and upper may be larger
                       than need be. NULL: none are counted */
} lw_query;

/* A warm start: the pair of elements that came closest, where the next query starts. Zeroed: nothing
 * known. */
typedef struct lw_nearest_elements {
    uint32_t known;
    uint32_t element[2];
    lw_warm_start warm;
} lw_nearest_elements;

/* The bracket of the distance, in a's frame. pair: the elements of the upper bound. The lower bound is
 * the smallest over all pairs of boxes and elements, each with its own direction: for bodies of several
 * elements `normal` proves only its own pair. The search goes depth first, the nearer child first; its
 * stack is a local array (trees are at most 64 deep). nearest may be NULL. */
void lw_geometry_distance(const lw_geometry *a, const lw_geometry *b, const lw_query *query,
                          lw_nearest_elements *nearest, lw_bracket *out, uint32_t pair[2]);

#endif
