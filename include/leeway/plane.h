/* Convex shapes in the plane, without a scene: contact, distance and penetration depth of two of
 * them. */
#ifndef LEEWAY_PLANE_H
#define LEEWAY_PLANE_H

#include <leeway/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lw_vec2 {
    double x, y;
} lw_vec2;

/* A pose in the plane: it takes a point p of a body to (x, y) + R p, where R turns by the angle of this
 * cosine and sine. They are used unchanged: cosine^2 + sine^2 should be 1 within rounding. The queries
 * below state which poses they refuse. */
typedef struct lw_pose2 {
    double x, y, cosine, sine;
} lw_pose2;

/* The pose of a position and an angle in radians, counter-clockwise. The same bits on any machine. */
LW_API lw_pose2 lw_pose2_from_angle(double x, double y, double angle);

/* The convex hull of some points, grown by a radius: one point with a radius is a disc, two points are
 * a segment or a stadium, more are a polygon, rounded where there is a radius. Read-only once made: any
 * number of threads may use it. */
typedef struct lw_polygon lw_polygon;

/* vertices: count rows x y, in either order around. Vertices that repeat, or that lie on the line
 * between their neighbours, are left out; this moves the outline only within rounding. A shape smaller
 * than 1e-30 becomes a disc about it. Errors: argument (no vertex, a number that is not finite or
 * beyond 1e15, a negative radius, an outline that is not convex), memory. */
LW_API lw_status lw_polygon_create(const double *vertices, size_t count, double radius,
                                   lw_polygon **out, lw_error *error);
LW_API void lw_polygon_destroy(lw_polygon *polygon);
/* The vertices that are kept, counter-clockwise; index below the count. */
LW_API size_t lw_polygon_count(const lw_polygon *polygon);
LW_API lw_vec2 lw_polygon_vertex(const lw_polygon *polygon, size_t index);

/* A warm start: data that a query stores to make the next one of the same two polygons faster if they
 * have moved little. Zeroed: nothing is stored. It may change the last bits of an answer, nothing
 * more. */
typedef struct lw_polygon_memory {
    uint32_t count;
    uint32_t vertex[2][3];
} lw_polygon_memory;

/* How two convex shapes lie relative to each other. */
typedef struct lw_separation {
    double lower;      /* never above the true distance, which is minus the penetration depth if they
                          overlap */
    double upper;      /* never below the true distance; 0 or less: they meet */
    lw_vec2 points[2]; /* one on each, world frame. If they meet, the deepest ones, which touch last
                          when b moves out along the normal. points[1] - points[0] is the normal times
                          upper up to rounding. Each point lies on its shape, within 1e-14 of the
                          sizes and positions of both */
    lw_vec2 normal;    /* unit, from a to b: separates them, or is the shortest way out for b */
    double depth; /* penetration depth: how far b must move along the normal to come free; 0 if they are
                     apart */
} lw_separation;

/* The three levels of a query (Zhang et al., section II-A; barycode GJK). At all levels a and b, never
 * NULL, are at two poses; a query allocates nothing, has no errors, and may run in any thread. It
 * refuses a pose if the magnitudes of its four coordinates add up to more than 1e15 (vertices and radii
 * may be as large, see lw_polygon_create), if cosine^2 + sine^2 is farther than 1e-6 from 1, or if a
 * number is NaN. For refused poses the answer is true of any two shapes: they may touch, and their
 * distance is at least 0; a separation's upper is then infinite, and its depth, points and normal are
 * zero.
 *
 * Level 1, whether the closed shapes meet: false is proven. True may also be the answer if the shapes
 * are less than 1e-14 of their extents and distance apart, and is the answer for refused poses. */
LW_API bool lw_polygon_touches(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                               lw_pose2 pose_b);
/* Level 2, the distance of the two shapes; 0 if they meet, and for refused poses. Its error is at most
 * 2e-14 times their size, which is here the sum of both extents and of the differences of x and y
 * between the two poses. memory: NULL, or the memory of this pair of polygons. */
LW_API double lw_polygon_distance(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                                  lw_pose2 pose_b, lw_polygon_memory *memory);
/* Level 3, the signed distance of the two shapes as a bracket (lower and upper bound), with points and
 * normal. */
LW_API void lw_polygon_separation(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                                  lw_pose2 pose_b, lw_polygon_memory *memory, lw_separation *out);

/* The nearest features (vertices or edges) of the last query, for lw_polygon_track. Zeroed: none. */
typedef struct lw_polygon_features {
    bool known;
    bool edge[2];       /* of a and of b: the feature is the edge that begins at `vertex`,
                           counter-clockwise; false: it is the vertex */
    uint32_t vertex[2]; /* as lw_polygon_vertex counts them */
    uint32_t tests;     /* out: how many features the query tried */
    bool met; /* the polygons overlapped without their radii: there are no nearest features, and the
                 next query first tries the way out */
} lw_polygon_features;
/* Level 3 by tracking the nearest features (Lin and Canny; Feyeux and Landry, section 5): for polygons
 * that move little from query to query, so that a query tries only one or two pairs of features.
 * features: never NULL, of this pair of polygons; not from two threads at once. The answer is that of
 * lw_polygon_separation, except for the last bits. */
LW_API void lw_polygon_track(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                             lw_polygon_features *features, lw_separation *out);

/* A pair of polygons at two poses. */
typedef struct lw_polygon_pair {
    const lw_polygon *a, *b;
    lw_pose2 pose_a, pose_b;
} lw_polygon_pair;
/* Level 3 for many pairs. memories: NULL, or one for each pair. */
LW_API void lw_polygon_separations(const lw_polygon_pair *pairs, size_t count,
                                   lw_polygon_memory *memories, lw_separation *out);

/* ---- algorithms by name ------------------------------------------------------------------------
 *
 * The queries above choose the fastest algorithm for each pair. Those below take one by name, so that
 * papers can be followed and answers cross-checked. Each is slower than the default in most cases, has
 * no warm start, and brackets the true distance like the default. What each one is:
 *
 *   auto                    the default. Level 1: apart at once where the circles about the two are;
 *                           the separating axes for shapes of at most 12 vertices without radii; else
 *                           the walk. Level 3: the separating axes where these circles meet; else the
 *                           walk, and barycode-octant for segments, points and needles, where the walk
 *                           gives no answer. Level 2: as level 3 without the axes
 *   barycode                barycode GJK (Zhang et al., Algorithms 1 to 6) with the newest corner
 *                           first; support vertices by trying all of them
 *   barycode-climb          the same by hill climbing from the last support vertex (section IV)
 *   barycode-general        barycode GJK with the corners in any order (SSign for all three regions)
 *   barycode-general-climb  the same by hill climbing
 *   barycode-octant         barycode GJK by hill climbing from the first vertex of the direction's
 *                           octant; not in the paper
 *   walk                    a walk on the boundary of the Minkowski difference
 *   lin-canny               the nearest features by their Voronoi regions (Lin and Canny; Feyeux and
 *                           Landry, section 5), from the support vertices along the line of the middles
 *   axes                    separating axes (SAT): the edge whose slab is the widest. No answer for
 *                           level 1 with radii, nor for level 3 of shapes that are apart and nearest at
 *                           two corners
 *   edges                   each vertex against each edge: exact, slow, and simple */
typedef enum lw_planar_algorithm {
    LW_PLANAR_AUTO,
    LW_PLANAR_BARYCODE,
    LW_PLANAR_BARYCODE_CLIMB,
    LW_PLANAR_BARYCODE_GENERAL,
    LW_PLANAR_BARYCODE_GENERAL_CLIMB,
    LW_PLANAR_BARYCODE_OCTANT,
    LW_PLANAR_WALK,
    LW_PLANAR_LIN_CANNY,
    LW_PLANAR_AXES,
    LW_PLANAR_EDGES,
#ifdef LW_DUMMY_KIND
    LW_PLANAR_DUMMY
#endif
} lw_planar_algorithm;

/* The algorithm of a name as above and the name of an algorithm; false and NULL if there is none. The
 * name lives forever. */
LW_API bool lw_planar_algorithm_from_name(const char *name, lw_planar_algorithm *out);
LW_API const char *lw_planar_algorithm_name(lw_planar_algorithm algorithm);

/* Level 1 by a named algorithm. The answer has the meaning of lw_polygon_touches: false is proven, and
 * true may be the answer for shapes that are less than 1e-14 of their extents and distance apart.
 * answered: NULL, or receives the algorithm that gave the answer: the named one, except for pairs for
 * which it gives none (a walk along a needle; features that rounding keeps from coming nearer; axes of
 * rounded shapes), which the walk or barycode-octant answers. For `auto` it is the algorithm chosen, or
 * `auto` itself where circles settled it. Allocates nothing; any thread.
 * Errors: argument (no such algorithm, a polygon or `touches` is NULL, a pose that lw_polygon_touches
 * refuses), with *touches left as it was. */
LW_API lw_status lw_polygon_touches_by(lw_planar_algorithm algorithm, const lw_polygon_pair *pair,
                                       bool *touches, lw_planar_algorithm *answered, lw_error *error);
/* Levels 2 and 3 by a named algorithm: as lw_polygon_separation. The distance is `upper`, or 0 if that
 * is negative. Whether and how far the shapes are apart is the named algorithm's answer. Where the
 * shapes overlap without their radii it decides that they do, and the penetration depth, which barycode
 * GJK and Lin and Canny do not have, comes from the slabs of all edges. answered and errors: as
 * lw_polygon_touches_by; a search by barycode that rounding misled is answered by `edges`. */
LW_API lw_status lw_polygon_separation_by(lw_planar_algorithm algorithm, const lw_polygon_pair *pair,
                                          lw_separation *out, lw_planar_algorithm *answered,
                                          lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
