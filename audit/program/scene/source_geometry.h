/* Whether the elements of a proof's body contain the geometry that the scene's files give to it:
 * docs/proofs.md, "Geometry". */
#ifndef LW_AUDIT_SOURCE_GEOMETRY_H
#define LW_AUDIT_SOURCE_GEOMETRY_H

#include "source_bodies.h"

/* A body of the proof beside that of the files. Elements that a shape of the files is found in are
 * marked in the body's `of_files`. */
typedef struct comparison {
    const source_body *of;
    body *own;
    const char *path; /* of the scene, for sentences */
    double tolerance; /* a larger deviation is a difference */
    double reach; /* how far the files' geometry reaches from the origin of the body's frame, at most */
    double deviation; /* so far each point of the files' geometry is from the elements, at most */
    bool *used;       /* per element: a convex shape of the files is found in it */
    bool solid;       /* the scene's meshes are */
} comparison;

bool refuse_body(const comparison *c, refusal *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void note_deviation(comparison *c, double off);

/* Whether a point is within the tolerance of the segment between two others, which may be one point up
 * to rounding: that is then true. Notes how far it is off. *share: where it is on the way, from 0 to 1.
 */
bool is_on_segment(comparison *c, vec from, vec to, vec at, double *share);

/* The vertices of a shape, or the corners of its mesh's triangles. */
const double (*vertices_of(const source_shape *s, size_t *count))[3];
/* A vertex in the frame of its shape, before this is scaled. */
vec vertex_in_shape(const source_shape *s, const double vertex[3]);
/* A vertex of a shape or mesh in the frame of its body. */
vec vertex_in_body(const source_shape *s, const double vertex[3]);

/* Scales a shape about its origin: its sizes, radius and rounding; and its vertices about the mean of
 * their places: of a mesh those that triangles use, of an outline those that do not lie between their
 * neighbours. */
void shape_scale(source_shape *s, double scale);

/* Compares a whole body. */
bool body_compare(comparison *c, refusal *why);

/* Parts of it: a mesh, of triangles; any other shape. */
bool mesh_compare(comparison *c, const source_shape *s, refusal *why);
bool shape_compare(comparison *c, const source_shape *s, refusal *why);
bool polygon_compare(comparison *c, const source_shape *s, refusal *why);

/* ---- points that are found again ----------------------------------------------------------------- */

/* Points, sorted by the cells of a grid. */
typedef struct point_grid {
    const double (*points)[3];
    size_t count;
    double width;
    struct grid_point *sorted;
} point_grid;

void grid_make(point_grid *out, const double (*points)[3], size_t count, double reach);
void grid_free(point_grid *g);
/* The point nearest to one, within a distance along each axis; -1: there is none. */
long grid_near(const point_grid *g, const double point[3], double within);

#endif
