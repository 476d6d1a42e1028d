/* Leeway: whether a motion is free of collision, all along the way.
 *
 * A scene (robots and obstacles) is built, then frozen, and from then on read-only, so that threads
 * share it. A motion gives the configuration of the robots at each time. A checker, one per thread,
 * answers for the whole motion: free (proven), contact (with the time, the pair, the points), or
 * undecided.
 *
 *     lw_scene *scene = NULL;
 *     lw_scene_create(&scene, &error);
 *     lw_scene_load(scene, "cell.json", &error);
 *     lw_scene_freeze(scene, &error);
 *     lw_checker_create(scene, &checker, &error);
 *     lw_motion_create(scene, &motion, &error);
 *     lw_motion_set_segment(motion, NULL, from, to, &error);
 *     lw_verdict verdict = lw_default_verdict();
 *     lw_check(checker, motion, &options, &verdict, &error);
 *
 * Units are metres, radians and seconds. Poses are those of a body in the world unless stated
 * otherwise. The library never prints, exits or aborts, and keeps no global state. Functions that can
 * fail return a status and, where the last argument is not NULL, write a sentence into it. A NULL
 * handle in a destroy function does nothing.
 *
 * Structs that begin with struct_size may grow in later versions, at their end. Start each of them from
 * its lw_default_...(), also those that a call fills:
 *
 *     lw_options options = lw_default_options();
 *     lw_verdict verdict = lw_default_verdict();
 *
 * The function is compiled into the program, so the size is the one that the program knows, and the
 * library reads and writes no more than that: what an older program does not know has its default. A
 * newer program that sets what this library does not know gets error argument, as does a size that is
 * none. In an array, the first element is started, and its size is the stride. No struct that may grow
 * is a member of another one: members point to it. In those that the library owns (claims, steps, the
 * verdict of a plan) members that it does not know read as zero.
 * Structs without a size never change: poses, vectors, distances, clearances and other small values. */
#ifndef LEEWAY_H
#define LEEWAY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LW_API                 __attribute__((visibility("default")))
#define LW_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define LW_API
#define LW_PRINTF(text, first)
#endif

/* The version of this header. */
#define LEEWAY_VERSION_MAJOR 0
#define LEEWAY_VERSION_MINOR 1
#define LEEWAY_VERSION_PATCH 0

/* The version of the library, as "major.minor.patch"; the string lives forever. */
LW_API const char *lw_version(void);

/* Defines a function that starts a struct: all zero but its size. */
#define LW_STARTS(type, function)                                                                      \
    static inline type function(void)                                                                  \
    {                                                                                                  \
        type started;                                                                                  \
        memset(&started, 0, sizeof started);                                                           \
        started.struct_size = sizeof started;                                                          \
        return started;                                                                                \
    }

/* The kinds below (of shapes, joints, methods and so on) are enumerations. With LW_DUMMY_KIND defined
 * each has one member more, so that -Werror=switch names every switch that a new kind has to visit. */

/* ---- errors -------------------------------------------------------------------------------- */

typedef enum lw_status {
    LW_OK = 0,
    LW_ERROR_MEMORY,   /* memory ran out; inside qhull, the large blocks that it had taken are leaked */
    LW_ERROR_ARGUMENT, /* a value that the function cannot work with: NaN, a negative size, a wrong
                          count */
    LW_ERROR_FILE,     /* a file that is missing or cannot be read or written */
    LW_ERROR_SYNTAX,   /* malformed XML, YAML, JSON, CSV or mesh */
    LW_ERROR_MODEL,    /* a robot or scene that contradicts itself: link loop, two roots, zero axis */
    LW_ERROR_NAME,     /* a joint, link, group, body or state that does not exist */
    LW_ERROR_LIMIT,    /* a joint value outside its limits, where limits are strict */
    LW_ERROR_STATE,    /* called out of order: a frozen scene changed, an open one checked */
    LW_ERROR_STOPPED,  /* the caller asked to stop */
    LW_ERROR_NOTICE    /* what would have been a notice, where notices are errors */
} lw_status;

/* What went wrong, as one sentence. Where they do not apply, file is empty and line and column are 0.
 * Names stand in it as the files have them, control characters too, because the library does not know
 * where the sentence goes: lw_text_escape it before it goes to a terminal or a log. */
typedef struct lw_error {
    lw_status status;
    char message[480];
    char file[240];
    int line;
    int column;
} lw_error;

/* A short name of the status ("name", "syntax", ...); the string lives forever. */
LW_API const char *lw_status_name(lw_status status);

/* Writes "file:line:column: message" into text, with as much of the place as is known, and a zero at
 * its end; what is longer than size is cut. */
LW_API void lw_error_format(const lw_error *error, char *text, size_t size);

/* Fills an error, as the library's functions do: for functions that stand beside them. error may be
 * NULL; file NULL and line and column 0 where unknown. What is longer than the fields is cut. */
LW_API void lw_error_set(lw_error *error, lw_status status, const char *file, int line, int column,
                         const char *format, ...) LW_PRINTF(6, 7);

/* Writes length bytes of text so that they show and do nothing else, for a terminal or a log: control
 * characters (\n, \x1b, \u009b), those that change the direction of writing (\u202e), and bytes that
 * are not UTF-8 (\xff) become visible. As snprintf, it writes at most size bytes, a zero at their end
 * (out may be NULL where size is 0), and returns the length of the whole without the zero; but it
 * writes no part of a character. Any thread. */
LW_API size_t lw_text_escape(const char *text, size_t length, char *out, size_t size);

/* Writes length bytes of text as a JSON string with its quotes, which an id can be (lw_result.id). As
 * snprintf, it writes at most size bytes, a zero at their end (out may be NULL where size is 0), and
 * the length of the whole without the zero into written (which may be NULL). Any thread. Error argument
 * (no text, it is not UTF-8, or it holds a NUL character). */
LW_API lw_status lw_text_json(const char *text, size_t length, char *out, size_t size, size_t *written,
                              lw_error *error);

/* The other way: writes the text of a JSON string, without quotes and escapes, as lw_text_json writes.
 * Any thread. Errors: argument (no text), syntax (no JSON, a JSON value of another kind, a NUL
 * character), memory. */
LW_API lw_status lw_text_read_json(const char *json, char *out, size_t size, size_t *written,
                                   lw_error *error);

/* The index of the name that is nearest to an unknown one, for "did you mean": with the fewest letters
 * inserted, left out, changed or swapped with their neighbour, the first among equals; -1 where every
 * name differs in more than a third of its letters (in short names, more than one). NULL among the
 * names is passed over, and nothing is near to NULL. Any thread. */
LW_API int64_t lw_text_nearest(const char *wanted, const char *const *names, size_t count);

/* Called with one sentence for each thing that was repaired or ignored ("joint value above its limit",
 * "matrix names a link that no robot has"); file NULL and line 0 where it is in no file. The strings
 * live until the function returns. Any status but LW_OK ends the call that gives the notice: it fails
 * with this status, leaves its object as on any other error, and gives no more notices. */
typedef lw_status (*lw_notice_fn)(void *context, const char *file, int line, const char *sentence);

/* ---- poses --------------------------------------------------------------------------------- */

typedef struct lw_vec3 {
    double x, y, z;
} lw_vec3;

/* A unit quaternion; functions that take one normalise it and refuse one of length zero. One that is of
 * unit length but for rounding (its square within 8 * 2^-53 of 1) stays as it is, so that a pose that
 * was read back and is given again is the same to the bit. */
typedef struct lw_quat {
    double x, y, z, w;
} lw_quat;

typedef struct lw_pose {
    lw_vec3 position;
    lw_quat orientation;
} lw_pose;

LW_API lw_pose lw_pose_identity(void);

/* From a position and roll, pitch, yaw about the fixed axes x, y, z in this order, as in URDF. */
LW_API lw_pose lw_pose_from_rpy(lw_vec3 position, double roll, double pitch, double yaw);

/* The pose b that is given in the frame a, in the frame that a is given in; and a point likewise.
 * Both normalise quaternions; what comes of one of length zero is no pose. */
LW_API lw_pose lw_pose_compose(lw_pose a, lw_pose b);
LW_API lw_vec3 lw_pose_point(lw_pose a, lw_vec3 point);

/* ---- shapes -------------------------------------------------------------------------------- */

typedef enum lw_shape_kind {
    LW_SHAPE_SPHERE,   /* radius */
    LW_SHAPE_CAPSULE,  /* radius; length of the segment between the ends' centres, along z */
    LW_SHAPE_BOX,      /* size: full edge lengths along x, y, z */
    LW_SHAPE_CYLINDER, /* radius; length, along z, centred */
    LW_SHAPE_CONE,     /* radius of the base at z = -length/2, tip at z = +length/2 */
    LW_SHAPE_POLYTOPE, /* convex hull of vertices */
    LW_SHAPE_MESH,     /* triangles over vertices */
    LW_SHAPE_DISC,     /* in the plane: radius */
    LW_SHAPE_POLYGON,  /* in the plane: what the outline of vertices encloses, convex or not, in either
                    order   around; their z is 0. One vertex is a point, two are a segment */
#ifdef LW_DUMMY_KIND
    LW_SHAPE_DUMMY
#endif
} lw_shape_kind;

/* How a mesh is understood: each closed component as a solid (one oriented inwards is a cavity) and
 * each open one as a surface, or all of it as a surface. This matters only where one body starts wholly
 * inside another, or comes inside all at once, as a point does. A component with seams, with triangles
 * turned round, doubled or missing, or with small holes still counts as closed (docs/interfaces.md,
 * Meshes); a notice names an open component that could hold a body when the scene is frozen. */
typedef enum lw_mesh_mode { LW_MESH_SOLID, LW_MESH_SURFACE } lw_mesh_mode;

/* Describes a shape in its own frame. Start from lw_default_shape(). A function that takes the
 * description reads the arrays while it runs, and copies them. */
typedef struct lw_shape_def {
    size_t struct_size;
    lw_shape_kind kind;
    lw_vec3 size;
    double radius;
    double length;
    double rounding;        /* grows any kind by this distance on all sides, meshes too; >= 0 */
    const double *vertices; /* vertex_count rows x y z */
    size_t vertex_count;
    const uint32_t *triangles; /* rows of three vertex indices, counter-clockwise outside */
    size_t triangle_count;
    lw_mesh_mode mesh_mode;
} lw_shape_def;

/* A sphere of radius 0 with everything else empty. */
LW_STARTS(lw_shape_def, lw_default_shape)

/* A shape that bodies and scenes share: made once, with the hulls and trees that freezing builds of a
 * shape, so that many obstacles of one kind cost little time and memory. Answers have the same bits as
 * with the description. It is built again, for a scene, where its link has a scale, where the link or
 * object has other shapes, where an outline is not convex, and where a scene takes as surfaces
 * (lw_scene_set_mesh_mode) what is solid by the description.
 *
 * Read-only: any number of threads may use it at once, add it to scenes of their own, and destroy
 * those. Scenes keep what they need of it, so that it may be destroyed before them. Errors: argument
 * (those of the functions that add a shape, and those of lw_scene_freeze about a shape), memory. */
typedef struct lw_shape lw_shape;
LW_API lw_status lw_shape_create(const lw_shape_def *def, lw_shape **out, lw_error *error);
LW_API void lw_shape_destroy(lw_shape *shape);
/* How many bytes it holds, once for all scenes; lw_scene_memory leaves them out. NULL: 0. */
LW_API size_t lw_shape_memory(const lw_shape *shape);

/* What is known of the distance between two bodies, as a bracket. The distance is signed: where they
 * overlap it is minus the depth, the length of the shortest translation that parts them, whichever way
 * (in the plane: within the plane). -upper is then a depth that is shown (no shorter translation parts
 * them), and -lower the length of a translation, along the normal, that is proven to part them.
 *
 * For two convex shapes, or closed meshes that are convex, the two ends differ by rounding and by 1e-9
 * of the size at most, but for needles and plates against cylinders and cones. For a mesh that is not
 * convex, and for bodies of several shapes, the true depth lies in between: lower comes from a way past
 * what holds them or along which they were found to be apart, upper from convex pieces and from balls
 * inside both. An open mesh has no inside; its triangles alone are shown to overlap. */
typedef struct lw_distance {
    double lower;        /* never above the true distance */
    double upper;        /* never below the true distance, beyond rounding; 0 or less: they meet */
    lw_vec3 points[2];   /* one on each body, world frame. Apart: the nearest, upper apart. Where convex
                            bodies overlap: the deepest of each; points[0] - points[1] is the depth times
                            the normal. Other bodies: where they overlap the deepest that was found, or,
                            if the way out is another one, the points that are farthest along it */
    lw_vec3 normal;      /* unit, from the first to the second: separates them, or the way out of the
                            second. Where they only touch it is one along which they come apart at once.
                            Never zero, but for a contact whose depth is not looked for */
    double depth;        /* how far the second moves along the normal to come free, -lower but for
                            rounding; 0 where they are apart, and where it is not looked for: then lower
                            is that of the spheres around both */
    int32_t features[2]; /* polytopes: how many vertices carry the point; 0 for other kinds */
    uint32_t feature[2][3]; /* polytopes: their indices, as given (Hong's index sets I1, I2) */
} lw_distance;

/* The distance of two shapes at two poses. It builds what it needs and frees it, and is meant for
 * single questions; a scene keeps what it builds. Errors: argument, memory. Any thread. */
LW_API lw_status lw_shape_distance(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                                   lw_pose pose_b, lw_distance *out, lw_error *error);

/* What a mesh is understood as: its triangles without those that have no area, and its components,
 * triangles that hang together over equal vertices. */
typedef struct lw_mesh_info {
    size_t struct_size;
    size_t triangle_count;
    size_t left_out;      /* triangles without area on edges of others: left out */
    size_t segment_count; /* other triangles without area: taken as segments */
    size_t component_count;
    size_t closed_count;   /* components that are watertight as given */
    size_t repaired_count; /* components that are watertight once repaired; the others stay open */
    size_t cavity_count;   /* closed surfaces that are oriented inwards */
} lw_mesh_info;
LW_STARTS(lw_mesh_info, lw_default_mesh_info)

typedef struct lw_component_info {
    size_t struct_size;
    size_t triangle_count;
    bool closed;       /* watertight as given */
    bool repaired;     /* watertight once repaired */
    bool hollow;       /* neither, and not flat: a body inside it is not noticed */
    size_t open_edges; /* that the repair did not close */
    lw_vec3 low, high; /* its box, in the mesh's frame */
} lw_component_info;
LW_STARTS(lw_component_info, lw_default_component_info)

/* Looks at a mesh as freezing does. components: room for the first so many; may be NULL where room is
 * 0, else the first is started. Errors: argument (not a mesh, or not a sound one), memory. Any thread.
 */
LW_API lw_status lw_shape_mesh_info(const lw_shape_def *mesh, lw_mesh_info *out,
                                    lw_component_info *components, size_t room, lw_error *error);

/* ---- convex shapes in the plane ------------------------------------------------------------- */

typedef struct lw_vec2 {
    double x, y;
} lw_vec2;

/* A pose in the plane: it takes a point p of a body to (x, y) + R p, where R turns by the angle of this
 * cosine and sine. They are used as they are: cosine^2 + sine^2 should be 1 within rounding. The
 * queries say which poses they refuse. */
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
/* The vertices that were kept, counter-clockwise; index below the count. */
LW_API size_t lw_polygon_count(const lw_polygon *polygon);
LW_API lw_vec2 lw_polygon_vertex(const lw_polygon *polygon, size_t index);

/* What a query leaves behind to make the next one of the same two polygons faster when they have moved
 * little. Zeroed: nothing. It may change the last bits of an answer, nothing more. */
typedef struct lw_polygon_memory {
    uint32_t count;
    uint32_t vertex[2][3];
} lw_polygon_memory;

/* How two convex shapes lie relative to each other. */
typedef struct lw_separation {
    double lower;      /* never above the true distance, which is minus the depth where they overlap */
    double upper;      /* never below it; 0 or less where they meet */
    lw_vec2 points[2]; /* one on each, world frame; where they meet, the deepest ones: those that touch
                          last when b moves out along the normal. points[1] - points[0] is the normal
                          times upper but for rounding, and each point lies on its shape, within 1e-14
                          of the sizes and positions of both */
    lw_vec2 normal;    /* unit, from a to b: separates them, or the shortest way out for b */
    double depth;      /* how far b must move along the normal to come free; 0 where they are apart */
} lw_separation;

/* The three levels of a query (Zhang et al., section II-A; barycode GJK). At all levels a and b, never
 * NULL, are at two poses; a query allocates nothing, has no errors, and may run in any thread. It
 * refuses a pose where the sizes of its four coordinates add up to more than 1e15 (vertices and radii
 * may be as large, see lw_polygon_create), where cosine^2 + sine^2 is farther than 1e-6 from 1, or
 * where a number is NaN. For refused poses it answers what is true of any two shapes: that they may
 * touch, that their distance is at least 0; then a separation's upper is infinite, and its depth,
 * points and normal are zero.
 *
 * Level 1, whether the closed shapes meet: false is proven; true may also be the answer where shapes
 * are less than 1e-14 of their extents and distance apart, and is for refused poses. */
LW_API bool lw_polygon_touches(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                               lw_pose2 pose_b);
/* Level 2, the distance, 0 where they meet, within 1e-14 of the size; 0 for refused poses. memory: NULL
 * or that of this pair of polygons. */
LW_API double lw_polygon_distance(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                                  lw_pose2 pose_b, lw_polygon_memory *memory);
/* Level 3, the distance as a bracket, signed, with points and normal. */
LW_API void lw_polygon_separation(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b,
                                  lw_pose2 pose_b, lw_polygon_memory *memory, lw_separation *out);

/* The nearest features of the last query, for lw_polygon_track. Zeroed: none. */
typedef struct lw_polygon_features {
    bool known;
    bool edge[2];       /* a's, b's: the edge from the vertex on, counter-clockwise; else the vertex */
    uint32_t vertex[2]; /* as lw_polygon_vertex counts them */
    uint32_t tests;     /* out: how many features the query tried */
    bool met;           /* without their radii the two met: there are no nearest features, and the next
                           query looks for the way out first */
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

/* ---- scene: build -------------------------------------------------------------------------- */

typedef struct lw_scene lw_scene;

typedef enum lw_joint_kind {
    LW_JOINT_FIXED,
    LW_JOINT_REVOLUTE,
    LW_JOINT_CONTINUOUS,
    LW_JOINT_PRISMATIC,
    LW_JOINT_PLANAR,   /* 3 values: x y theta, in the plane normal to the axis */
    LW_JOINT_FLOATING, /* 7 values: x y z qx qy qz qw */
#ifdef LW_DUMMY_KIND
    LW_JOINT_DUMMY
#endif
} lw_joint_kind;

/* Describes a joint. Start from lw_default_joint(): fixed, identity origin, axis x, no limits. */
typedef struct lw_joint_def {
    size_t struct_size;
    const char *name;
    lw_joint_kind kind;
    const char *parent; /* link names */
    const char *child;
    lw_pose origin; /* of the child link, in the parent link's frame, at value 0 */
    lw_vec3 axis;   /* in the child link's frame; normalised; may be zero for fixed and floating */
    double lower;   /* limits of revolute and prismatic joints; equal infinities: none */
    double upper;
    const char *mimic; /* NULL, or the joint whose value times multiplier plus offset this one takes */
    double mimic_multiplier;
    double mimic_offset;
    double velocity;     /* the largest, of each of its values, a second; infinite: no limit */
    double acceleration; /* the largest, a second squared; infinite: no limit */
} lw_joint_def;

static inline lw_joint_def lw_default_joint(void)
{
    lw_joint_def joint;
    memset(&joint, 0, sizeof joint);
    joint.struct_size = sizeof joint;
    joint.origin.orientation.w = 1;
    joint.axis.x = 1;
    joint.lower = -HUGE_VAL;
    joint.upper = HUGE_VAL;
    joint.mimic_multiplier = 1;
    joint.velocity = HUGE_VAL;
    joint.acceleration = HUGE_VAL;
    return joint;
}

/* Other limits for a joint. Start from lw_default_joint_limits(): NaN, which leaves all as it is. */
typedef struct lw_joint_limits {
    size_t struct_size;
    double lower, upper; /* of revolute and prismatic joints; of others they are ignored */
    double velocity, acceleration;
} lw_joint_limits;

static inline lw_joint_limits lw_default_joint_limits(void)
{
    lw_joint_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.lower = limits.upper = limits.velocity = limits.acceleration = (double)NAN;
    return limits;
}

/* An empty scene: dimension 3, margins 0, limits not strict. */
LW_API lw_status lw_scene_create(lw_scene **out, lw_error *error);
LW_API void lw_scene_destroy(lw_scene *scene);

/* Where the notices of building calls and of freezing go, in the thread that makes the call; NULL (the
 * default): nowhere. Set it before a call that may give notice. Those of motions go to
 * lw_motion_on_notice. */
LW_API void lw_scene_on_notice(lw_scene *scene, lw_notice_fn notice, void *context);

/* For all building functions: they take an open scene only (else error state), not from two threads at
 * once; on error the scene is as before the call. They copy strings and arrays. Numbers must be finite
 * (limits of joints may be infinite) and at most 1e9, here and in motions; else error argument. */

/* 3, or 2 for a scene in the plane z = 0. In the plane, shapes are discs and polygons (outlines that
 * are not convex are split), joints are planar with axis z, or fixed, and all poses turn about z. Set
 * it while the scene is empty, else error state. */
LW_API lw_status lw_scene_set_dimension(lw_scene *scene, int dimension, lw_error *error);
LW_API int lw_scene_dimension(const lw_scene *scene);
/* Settings of the scene. Distances in metres, >= 0. */
LW_API lw_status lw_scene_set_margin(lw_scene *scene, double margin, lw_error *error);
LW_API lw_status lw_scene_set_self_margin(lw_scene *scene, double margin, lw_error *error);
/* b NULL: every pair with a. The last call wins. */
LW_API lw_status lw_scene_set_pair_margin(lw_scene *scene, const char *a, const char *b, double margin,
                                          lw_error *error);
LW_API lw_status lw_scene_set_mesh_mode(lw_scene *scene, lw_mesh_mode mode, lw_error *error);
LW_API lw_status lw_scene_set_strict_limits(lw_scene *scene, bool strict, lw_error *error);
/* Makes every notice an error: the function that would have given it fails with error notice (limit for
 * a value outside its limits), with the notice's sentence, file and line. Of several notices in one
 * call, the first becomes the error and the listener gets the others. Set it before a call that may
 * give notice. */
LW_API lw_status lw_scene_set_strict(lw_scene *scene, bool strict, lw_error *error);
/* A folder in which package://NAME/rest is searched, before the URDF's own folder and those above it.
 * Each call adds one. */
LW_API lw_status lw_scene_add_package_path(lw_scene *scene, const char *folder, lw_error *error);
/* The folder of one package: package://NAME/rest is then folder/rest, and is searched nowhere else. The
 * last call wins. */
LW_API lw_status lw_scene_add_package(lw_scene *scene, const char *name, const char *folder,
                                      lw_error *error);
/* Where packages are searched last: the values of the variables ROS_PACKAGE_PATH and AMENT_PREFIX_PATH,
 * folders separated by colons. NULL: none. The library itself reads no environment. */
LW_API lw_status lw_scene_set_ros_paths(lw_scene *scene, const char *package_path,
                                        const char *prefix_path, lw_error *error);
/* Files that other files name (meshes, the robots of a scene) are read only inside this folder,
 * wherever "..", links, absolute names or the environment lead; a file outside is error file, with the
 * sentence of one that does not exist. The files that the caller names may be anywhere. NULL (the
 * default): all are read. Errors: file (no such folder). */
LW_API lw_status lw_scene_set_inside(lw_scene *scene, const char *folder, lw_error *error);
/* Leaves the meshes of a link out of the URDF files that are read afterwards: their files are not
 * opened, and what only they would hit is not seen. Each motion of the scene says so
 * (lw_motion_notice). link: a link's name, or robot/link. A link that has no mesh is an error when the
 * scene is frozen. Errors: argument (no name), state (a scene that was copied has its robots). */
LW_API lw_status lw_scene_leave_out_mesh(lw_scene *scene, const char *link, lw_error *error);

/* Starts a robot; the functions below then add to it by name. base: its root link in the world. */
LW_API lw_status lw_scene_add_robot(lw_scene *scene, const char *name, lw_pose base, lw_error *error);
LW_API lw_status lw_scene_add_link(lw_scene *scene, const char *robot, const char *link,
                                   lw_error *error);
LW_API lw_status lw_scene_add_joint(lw_scene *scene, const char *robot, const lw_joint_def *joint,
                                    lw_error *error);
/* Adds a shape to a link at a pose in the link; a link may have many. */
LW_API lw_status lw_scene_add_shape(lw_scene *scene, const char *robot, const char *link,
                                    const lw_shape_def *shape, lw_pose pose, lw_error *error);
LW_API lw_status lw_scene_add_link_shape(lw_scene *scene, const char *robot, const char *link,
                                         const lw_shape *shape, lw_pose pose, lw_error *error);
/* A named set of joints in an order; joints must exist when the scene is frozen. */
LW_API lw_status lw_scene_add_group(lw_scene *scene, const char *robot, const char *group,
                                    const char *const *joints, size_t count, lw_error *error);
/* Changes the limits of a joint that was added. Errors: model (as for a joint's definition), name,
 * state (the scene comes from another one), memory. */
LW_API lw_status lw_scene_set_joint_limits(lw_scene *scene, const char *robot, const char *joint,
                                           const lw_joint_limits *limits, lw_error *error);

/* Reads MoveIt's joint_limits.yaml: for each joint, in all robots that have one of the name, what the
 * file says of its position, velocity and acceleration takes the place of what the URDF says, as in
 * MoveIt; has_..._limits: false leaves the URDF's. The default scaling factors are kept for
 * lw_scene_rate_scales; jerk and effort are ignored. Errors: file, syntax, name, model, state, memory.
 */
LW_API lw_status lw_scene_load_joint_limits(lw_scene *scene, const char *path, lw_error *error);

/* By what velocities and accelerations are multiplied unless somebody says otherwise: the factors of a
 * joint_limits.yaml, or 1. Of open scenes too; either may be NULL. */
LW_API void lw_scene_rate_scales(const lw_scene *scene, double *velocity, double *acceleration);

/* A named configuration of some joints. values: one per joint (joints of one value only). */
LW_API lw_status lw_scene_add_state(lw_scene *scene, const char *robot, const char *group,
                                    const char *state, const char *const *joints, const double *values,
                                    size_t count, lw_error *error);
/* Scales a link's shapes, and then grows the link by its padding on all sides. link NULL: all links of
 * the robot. It applies to shapes whenever they are added. Scaling is as in MoveIt: sizes and rounding
 * about the shape's origin, vertices about the mean of the points that they are, each taken once (of a
 * mesh those that triangles use), whatever file they come from. Padding is a true offset: it is larger
 * than MoveIt's for meshes, polytopes and cones, which MoveIt grows by moving their vertices away from
 * their mean or by growing their sizes, and smaller at edges and rims of boxes and cylinders. Padding
 * counts against obstacles, other robots and what those carry, both paddings where there are two;
 * inside one robot, with what it carries, it does not (lw_scene_set_self_margin). What a link carries
 * has the link's padding, but not its scale. */
LW_API lw_status lw_scene_set_link_padding(lw_scene *scene, const char *robot, const char *link,
                                           double scale, double padding, lw_error *error);
/* The value that a joint has where a motion does not move it; count 1, 3 or 7 values. */
LW_API lw_status lw_scene_set_joint(lw_scene *scene, const char *robot, const char *joint,
                                    const double *values, size_t count, lw_error *error);

/* Adds a shape to an obstacle, which the first call makes; pose in the world. */
LW_API lw_status lw_scene_add_obstacle(lw_scene *scene, const char *id, const lw_shape_def *shape,
                                       lw_pose pose, lw_error *error);
LW_API lw_status lw_scene_add_obstacle_shape(lw_scene *scene, const char *id, const lw_shape *shape,
                                             lw_pose pose, lw_error *error);
/* Adds a shape to an object carried by a link; pose in the link. touch_links: links of the robot that
 * it may touch (the carrying link always may), or where no link has the name another carried object. */
LW_API lw_status lw_scene_attach(lw_scene *scene, const char *robot, const char *link, const char *id,
                                 const lw_shape_def *shape, lw_pose pose,
                                 const char *const *touch_links, size_t touch_link_count,
                                 lw_error *error);
LW_API lw_status lw_scene_attach_shape(lw_scene *scene, const char *robot, const char *link,
                                       const char *id, const lw_shape *shape, lw_pose pose,
                                       const char *const *touch_links, size_t touch_link_count,
                                       lw_error *error);
/* Whether a pair may meet (true: not checked). The last call wins. Names: a link, an obstacle, an
 * attached object, or robot/link; b NULL: every pair with a. Names that do not exist when the scene is
 * frozen are ignored with a notice. */
LW_API lw_status lw_scene_allow_pair(lw_scene *scene, const char *a, const char *b, bool allowed,
                                     lw_error *error);

/* Loads a scene file. It tells our JSON and MoveIt's messages and .scene files apart by content; a
 * MoveIt scene applies to the robots added before, and its messages may change or remove objects that
 * the scene has. Errors, here and below: file, syntax, model, name, argument, memory, with file and
 * line. */
LW_API lw_status lw_scene_load(lw_scene *scene, const char *path, lw_error *error);
/* Loads a robot. urdf "-": standard input, with meshes searched from the working folder on. srdf NULL:
 * none. name NULL: as in the file. base NULL: identity. */
LW_API lw_status lw_scene_load_robot(lw_scene *scene, const char *urdf, const char *srdf,
                                     const char *name, const lw_pose *base, lw_error *error);

/* Covers: balls that contain a link together with what is inside its bounding hulls, by which method
 * auto proves that links are apart. Freezing makes them, or takes those of a file. */

enum { LW_COVER_MOST_BALLS = 64 };

/* How many balls the cover of a link has at most, 1 to LW_COVER_MOST_BALLS, where freezing makes it;
 * 12 without this. A link of several convex shapes has at least one for each. */
LW_API lw_status lw_scene_set_cover_balls(lw_scene *scene, size_t balls, lw_error *error);

/* Reads covers for links of a robot (NULL: the only one) from a file, as lw_scene_cover_json writes it;
 * what it does not name is covered as without it. Freezing proves that the balls contain the links, if
 * need be after it has grown them by some millionths against rounding; it fails with error model where
 * they do not, or where the file was made for other geometry or another scale, with file and line.
 * Errors: file, syntax, argument, name (a link that the robot does not have, or that has a cover),
 * state, memory. */
LW_API lw_status lw_scene_load_cover(lw_scene *scene, const char *robot, const char *path,
                                     lw_error *error);

/* Compiles the scene: puts joints in order, builds the trees of geometry, and selects the pairs to
 * check. From here on it is read-only and any number of threads may use it. Where many polytopes need
 * their hulls, it uses threads of its own until it returns, one per processor; the listener for notices
 * is called in the caller's thread only, and the result is the same to the bit. Errors: model, name,
 * memory. */
LW_API lw_status lw_scene_freeze(lw_scene *scene, lw_error *error);

/* ---- scene: change ------------------------------------------------------------------------- */

/* An open scene that begins as a frozen one is, and shares with it all that stays the same: geometry,
 * joints, trees. All building functions work on it, but for those that add robots and what is theirs
 * (links, joints, shapes of links, groups, named configurations, motions, another dimension: error
 * state). Then it is frozen like any other scene, and answers as a scene does that was built so at
 * once, to the bit. To copy a scene, to move obstacles and to freeze it again takes microseconds,
 * however many obstacles there are; other changes take a time that grows with their number, but far
 * less than to build the scene.
 *
 *     lw_scene_copy(scene, &next, &error);
 *     lw_scene_move_obstacle(next, "box", pose, &error);
 *     lw_scene_freeze(next, &error);
 *     lw_pool_set_scene(pool, next, &error);
 *     lw_scene_destroy(scene);
 *
 * The first scene stays as it is, for whoever uses it, and may be destroyed before or after the other
 * one. Joints of the one are good for the other, and so are checkers, pools and motions once they have
 * been moved over. Notices that the first scene has given are not given again. Errors: state (the scene
 * is not frozen), memory. Any thread. */
LW_API lw_status lw_scene_copy(const lw_scene *scene, lw_scene **out, lw_error *error);

/* Changes of any open scene. The pose of an obstacle or carried object is that of the body, as
 * lw_motion_pose gives it: of its shape where it has one shape; else of the frame in which the poses of
 * its shapes are, which is the world's, or the link's, at first. Errors: name (there is none of this
 * name), state, argument, memory. */

/* Puts an obstacle somewhere in the world. Errors: state where a link carries it. */
LW_API lw_status lw_scene_move_obstacle(lw_scene *scene, const char *id, lw_pose pose, lw_error *error);
/* Takes an obstacle or a carried object away. Permissions and margins of its name stay, for what is
 * added under the same name. */
LW_API lw_status lw_scene_remove(lw_scene *scene, const char *id, lw_error *error);
/* Makes a link carry an obstacle, at a pose in the link; touch_links as in lw_scene_attach. Errors:
 * state where a link carries it already. */
LW_API lw_status lw_scene_attach_obstacle(lw_scene *scene, const char *robot, const char *link,
                                          const char *id, lw_pose pose, const char *const *touch_links,
                                          size_t touch_link_count, lw_error *error);
/* Makes a carried object an obstacle, at a pose in the world. Errors: state where no link carries it.
 */
LW_API lw_status lw_scene_release(lw_scene *scene, const char *id, lw_pose pose, lw_error *error);

/* ---- scene: ask ---------------------------------------------------------------------------- */

/* Indices count from 0, those of links, joints and bodies over the whole scene; -1 stands for none.
 * Of a frozen scene in any thread; all pointers live as long as the scene. Counts of what only a frozen
 * scene has are 0 while it is open. Errors of functions that return a status: argument (an index that
 * is too large), state (the scene is not frozen). */

/* Settings, of open scenes too. */
LW_API double lw_scene_margin(const lw_scene *scene);
LW_API double lw_scene_self_margin(const lw_scene *scene);
LW_API lw_mesh_mode lw_scene_mesh_mode(const lw_scene *scene);
/* How many obstacles and carried objects there are, in open scenes too. */
LW_API size_t lw_scene_object_count(const lw_scene *scene);
/* How many bytes of memory the scene holds in total, without shared shapes. What copies share is
 * counted in each of them, but for geometry, which counts where it was made. */
LW_API size_t lw_scene_memory(const lw_scene *scene);

/* A number that stands for what verdicts on motions of the scene follow from: joints, bodies with their
 * names and geometry, pairs, margins. Scenes that check the same have the same one, however they came
 * about; two that do not have the same one by chance alone, once in 2^64. It is no protection against
 * those who look for such a pair. It takes the time to go over all geometry once: some 10 ns a vertex.
 * Groups, named configurations and motions do not count. Of frozen scenes. */
LW_API lw_status lw_scene_fingerprint(const lw_scene *scene, uint64_t *out, lw_error *error);

/* The files that the scene was read from and those that they name, also those that were looked for in
 * vain or that several name; of open scenes too. NULL for an index that is too large. */
LW_API size_t lw_scene_file_count(const lw_scene *scene);
LW_API const char *lw_scene_file(const lw_scene *scene, size_t index);

/* Robots, by name of open scenes too. name: NULL for an index that is too large. */
LW_API size_t lw_scene_robot_count(const lw_scene *scene);
LW_API const char *lw_scene_robot_name(const lw_scene *scene, size_t robot);
LW_API int64_t lw_scene_find_robot(const lw_scene *scene, const char *name);

typedef struct lw_robot_info {
    size_t struct_size;
    const char *name;
    lw_pose base; /* of its root link in the world */
    size_t root;  /* the root link */
    size_t link_count, joint_count;
    size_t group_count, state_count;
    double reach; /* metres: no point of its links, nor of what they carry, is ever farther from the
                     frame of its root link, within the limits of joints and without padding. An upper
                     bound: the chain stretched out. Infinite where a slide has no limits, or a joint is
                     planar or floating */
} lw_robot_info;
LW_STARTS(lw_robot_info, lw_default_robot_info)

LW_API lw_status lw_scene_robot_info(const lw_scene *scene, size_t robot, lw_robot_info *out,
                                     lw_error *error);

/* The links of all robots, in the order in which they were added; of open scenes too, where body and
 * parent_joint are -1. */
typedef struct lw_link_info {
    size_t struct_size;
    const char *name;
    size_t robot;
    int64_t body;         /* -1: it has no geometry */
    int64_t parent_joint; /* -1: the root link */
} lw_link_info;
LW_STARTS(lw_link_info, lw_default_link_info)

LW_API size_t lw_scene_link_count(const lw_scene *scene);
LW_API lw_status lw_scene_link_info(const lw_scene *scene, size_t link, lw_link_info *out,
                                    lw_error *error);
/* robot NULL: the only robot that has such a link; -1 where several have. */
LW_API int64_t lw_scene_find_link(const lw_scene *scene, const char *robot, const char *link);

/* The joints of all robots: a robot's joints together, each after the joints above it. One that mimics
 * follows another at mimic_multiplier times its value plus mimic_offset; where that one mimics in turn,
 * the last of them stands here, which is free. */
typedef struct lw_joint_info {
    size_t struct_size;
    const char *name;
    lw_joint_kind kind;
    size_t robot;
    size_t parent, child; /* links */
    lw_pose origin;       /* as in lw_joint_def */
    lw_vec3 axis;         /* unit, in the child link's frame; of fixed and floating joints x */
    double lower, upper;  /* limits; infinite where there are none */
    int64_t mimic;        /* the joint that it follows; -1: none */
    double mimic_multiplier, mimic_offset;
    size_t value_count; /* values of its own: 0 of fixed joints and of those that mimic, 1, 3 or 7 */
    double rest[7];     /* so many values: where it is when no motion moves it */
    double velocity, acceleration; /* as in lw_joint_def */
    bool stated; /* lw_scene_set_joint or a scene's robot_state has said where it rests */
} lw_joint_info;
LW_STARTS(lw_joint_info, lw_default_joint_info)

LW_API size_t lw_scene_joint_count(const lw_scene *scene);
LW_API lw_status lw_scene_joint_info(const lw_scene *scene, size_t joint, lw_joint_info *out,
                                     lw_error *error);
/* robot NULL: the only robot that has such a joint; -1 where several have. */
LW_API int64_t lw_scene_find_joint(const lw_scene *scene, const char *robot, const char *joint);

/* The name of one of a robot's groups, for lw_scene_joints; NULL for an index that is too large. */
LW_API const char *lw_scene_group_name(const lw_scene *scene, size_t robot, size_t group);

/* A named configuration of a robot, as it was added. lw_scene_state applies it to joints. */
typedef struct lw_state_info {
    size_t struct_size;
    const char *name;
    const char *group;
    const char *const *joints;
    const double *values; /* one per joint */
    size_t count;
} lw_state_info;
LW_STARTS(lw_state_info, lw_default_state_info)

LW_API lw_status lw_scene_state_info(const lw_scene *scene, size_t robot, size_t state,
                                     lw_state_info *out, lw_error *error);

/* Bodies: links with geometry and attached objects, and after them the obstacles. */
typedef struct lw_body_info {
    size_t struct_size;
    const char *name; /* as verdicts give it: link, object's id, or robot/link with several robots */
    int64_t robot;    /* -1: an obstacle */
    int64_t link;     /* of an attached object: the link that carries it; -1: an obstacle */
    bool attached;    /* an object that a link carries */
    bool moves;       /* some joint can move it */
    double padding;   /* metres; it counts against what is not of the same robot */
    lw_vec3 center;   /* of a sphere that holds it without its padding, in the body's frame */
    double radius;
    size_t shape_count;
    lw_vec3 low, high; /* corners of a box that holds it without its padding, in the body's frame */
} lw_body_info;
LW_STARTS(lw_body_info, lw_default_body_info)

LW_API size_t lw_scene_body_count(const lw_scene *scene);
LW_API lw_status lw_scene_body_info(const lw_scene *scene, size_t body, lw_body_info *out,
                                    lw_error *error);
/* The name alone; NULL for an index that is too large. */
LW_API const char *lw_scene_body_name(const lw_scene *scene, size_t body);
LW_API int64_t lw_scene_find_body(const lw_scene *scene, const char *name);

/* Where a shape of a body is, and where it comes from. */
typedef struct lw_body_shape {
    size_t struct_size;
    lw_pose pose;     /* in the body's frame, whose pose lw_motion_pose gives */
    const char *file; /* of a mesh; NULL: not from a file */
} lw_body_shape;
LW_STARTS(lw_body_shape, lw_default_body_shape)

/* shape: below the body's shape_count, in the order in which shapes were added. def: NULL, or room for
 * the shape as the scene takes it: scaled as the link is, without its padding, in its mesh mode. A
 * polygon that is not convex stands there as its convex parts. */
LW_API lw_status lw_scene_body_shape(const lw_scene *scene, size_t body, size_t shape,
                                     lw_body_shape *out, lw_shape_def *def, lw_error *error);

/* The cover of a body that moves with a robot, in space. */
typedef struct lw_cover_info {
    size_t struct_size;
    size_t ball_count;    /* 0: it has none */
    double excess;        /* how far one of its balls sticks out of the body's bounding hulls, at most;
                             metres, rounded: a figure for people, not a bound */
    uint64_t fingerprint; /* of a link: of its shapes and scale; else 0 */
    const char *file;     /* that it was read from; NULL: freezing made it */
} lw_cover_info;
LW_STARTS(lw_cover_info, lw_default_cover_info)

/* Takes the time to measure the excess, some microseconds a ball. */
LW_API lw_status lw_scene_cover_info(const lw_scene *scene, size_t body, lw_cover_info *out,
                                     lw_error *error);

/* A ball of a cover, as it is used: in the frame of the link, or of the object that a link carries. */
typedef struct lw_cover_ball {
    lw_vec3 center;
    double radius;
    double excess; /* its own */
} lw_cover_ball;
LW_API lw_status lw_scene_cover_ball(const lw_scene *scene, size_t body, size_t ball,
                                     lw_cover_ball *out, lw_error *error);

/* Writes the covers of a robot's links as a file for lw_scene_load_cover: several lines of JSON,
 * without a newline at the end; numbers so that they read back as the same double. text, size and
 * length as in lw_result_json. Errors: argument (also for a robot in the plane, which has none), state,
 * memory. */
LW_API lw_status lw_scene_cover_json(const lw_scene *scene, size_t robot, char *text, size_t size,
                                     size_t *length, lw_error *error);

/* The pairs of bodies that are checked. */
typedef struct lw_pair_info {
    size_t struct_size;
    size_t bodies[2]; /* a body of a robot comes before an obstacle */
    bool self;        /* both of one robot, or what it carries */
    double margin;    /* metres */
    double padding;   /* metres: how much the two are grown in all, in this pair */
} lw_pair_info;
LW_STARTS(lw_pair_info, lw_default_pair_info)

LW_API size_t lw_scene_pair_count(const lw_scene *scene);
LW_API lw_status lw_scene_pair_info(const lw_scene *scene, size_t pair, lw_pair_info *out,
                                    lw_error *error);
/* The bodies alone; the index must be below the count. */
LW_API void lw_scene_pair(const lw_scene *scene, size_t pair, size_t bodies[2]);
/* The pair of two bodies, in either order; -1: they are not checked. */
LW_API int64_t lw_scene_find_pair(const lw_scene *scene, size_t a, size_t b);

/* Why a pair of bodies is checked, or is not. */
typedef enum lw_pair_reason {
    LW_PAIR_CHECKED,
    LW_PAIR_RIGID,     /* of one robot, and cannot move relative to each other */
    LW_PAIR_ADJACENT,  /* the two links of one joint */
    LW_PAIR_TOUCH,     /* an attached object and a link that it may touch */
    LW_PAIR_ROBOT,     /* allowed by the SRDF */
    LW_PAIR_SCENE,     /* allowed by the scene */
    LW_PAIR_CALLER,    /* allowed by a flag or a call */
    LW_PAIR_OBSTACLES, /* neither belongs to a robot */
    LW_PAIR_SAMPLED,   /* allowed by the SRDF by samples alone: LW_SRDF_SAMPLED is the reason there */
#ifdef LW_DUMMY_KIND
    LW_PAIR_DUMMY
#endif
} lw_pair_reason;

/* Two different bodies, in either order. */
LW_API lw_status lw_scene_pair_reason(const lw_scene *scene, size_t a, size_t b, lw_pair_reason *out,
                                      lw_error *error);

/* Joints in the order in which a configuration lists their values. */
typedef struct lw_joints lw_joints;

/* A group's joints, of frozen scenes. robot NULL: the only one. group NULL: the only group that the
 * robot has, else its movable joints in file order without mimic joints. NULL and error name where
 * there is none. */
LW_API const lw_joints *lw_scene_joints(const lw_scene *scene, const char *robot, const char *group,
                                        lw_error *error);
/* All movable joints of a robot in file order, without mimic joints; NULL for an index that is too
 * large, or an open scene. */
LW_API const lw_joints *lw_scene_movable_joints(const lw_scene *scene, size_t robot);
/* Joints of a robot by name, in this order. robot NULL: the only one.
 * Destroy them before the scene, and not while a planner has them. Errors: name (no such robot or
 * joint), argument (no names, one twice, a joint that is fixed or follows another), state, memory. */
LW_API lw_status lw_joints_create(const lw_scene *scene, const char *robot, const char *const *names,
                                  size_t count, lw_joints **out, lw_error *error);
/* Only of what lw_joints_create made. */
LW_API void lw_joints_destroy(lw_joints *joints);
LW_API size_t lw_joints_robot(const lw_joints *joints);       /* whose they are */
LW_API size_t lw_joints_count(const lw_joints *joints);       /* joints */
LW_API size_t lw_joints_value_count(const lw_joints *joints); /* values: 1, 3 or 7 a joint */
LW_API const char *lw_joints_name(const lw_joints *joints, size_t joint);
/* Writes the values of a named state for these joints into values; joints that the state does not name
 * keep what is there. Errors: name where there is no such state, argument for joints of another scene.
 */
LW_API lw_status lw_scene_state(const lw_scene *scene, const lw_joints *joints, const char *state,
                                double *values, lw_error *error);

/* ---- motion -------------------------------------------------------------------------------- */

typedef struct lw_motion lw_motion;

typedef enum lw_interpolation {
    LW_INTERPOLATION_DEFAULT, /* quintic with accelerations, cubic with velocities, else linear */
    LW_INTERPOLATION_LINEAR,
    LW_INTERPOLATION_CUBIC,  /* Hermite, through positions and velocities */
    LW_INTERPOLATION_QUINTIC /* Hermite, through positions, velocities and accelerations */
} lw_interpolation;

typedef enum lw_track_kind {
    LW_TRACK_PATH,       /* segments through waypoints, each an equal share of t in [0, 1] */
    LW_TRACK_TRAJECTORY, /* waypoints at times, in seconds */
    LW_TRACK_RIGID,      /* constant velocities of a floating joint, in seconds */
#ifdef LW_DUMMY_KIND
    LW_TRACK_DUMMY
#endif
} lw_track_kind;

typedef enum lw_payload_kind {
    LW_PAYLOAD_ATTACH, /* a link takes an obstacle, which moves with it from then on */
    LW_PAYLOAD_RELEASE /* the robot puts down what it carries, which is an obstacle from then on */
} lw_payload_kind;

/* What a robot takes or puts down at a waypoint of its path or trajectory. An attached object stays
 * where it is in the link, a released one where it is in the world: as it stands at the waypoint, in
 * binary64. Start from lw_default_payload(). All is read while the call runs. A motion has at most
 * 1,000 of them, or with more than 500 obstacles 500,000 by their number, but 20 in any scene; each
 * list has at most 1,000 names.
 *
 * What may touch: the links of touch_links touch the object while it is carried, and also on the
 * segment that ends where it is attached and on the one that begins where it is released. What
 * may_touch names touches it on the segment that begins where it is attached, or that ends where it is
 * released. Where the track has no such segment, it is the time before its first or after its last
 * waypoint. All other pairs are checked, at the waypoint itself too: the link that carries the object,
 * which stays where it is to it in between, before and after. Names that nothing has are ignored with a
 * notice. */
typedef struct lw_payload {
    size_t struct_size;
    lw_payload_kind kind;
    size_t waypoint; /* from 0 */
    const char *object;
    const char *link;               /* attach: of the track's robot */
    const char *const *touch_links; /* attach: of that robot; those of a release are the object's own */
    size_t touch_link_count;
    const char *const *may_touch; /* what the object rests on: names as in lw_scene_allow_pair */
    size_t may_touch_count;
} lw_payload;
LW_STARTS(lw_payload, lw_default_payload)

/* Where some joints of one robot are at each time. Start from lw_default_track(). Arrays are row-major,
 * one row per waypoint, one column per value of the joints, read while the call runs.
 *
 * A trajectory whose first time is above 0 begins with its approach: from `start`, or from where the
 * scene has the joints, at rest at time 0, to the first waypoint, by the trajectory's interpolation. It
 * is segment 0, and waypoints are counted without it. Where `start` is NULL and nothing has stated the
 * value of any of the joints (lw_scene_set_joint, a scene's robot_state), there is no
 * approach: the robot stands at the first waypoint until its time, which a notice says. Where only some
 * are stated the others start at 0, with a notice. */
typedef struct lw_track {
    size_t struct_size;
    lw_track_kind kind;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot */
    size_t point_count;
    const double *positions;
    const double *velocities;    /* trajectory; NULL: none */
    const double *accelerations; /* trajectory; NULL: none */
    const double *times;         /* trajectory, increasing */
    lw_interpolation interpolation;
    bool no_wrap; /* path: continuous joints and headings of planar joints are not turned the shorter
                     way; joints that others mimic never are. Half a turn goes as the numbers say */
    lw_pose pose; /* rigid: at time 0, in the frame of the joint's values */
    lw_vec3 linear_velocity;  /* rigid: of the body's origin */
    lw_vec3 angular_velocity; /* rigid */
    bool in_body_frame;       /* rigid: velocities constant in the body's frame, not in its parent's */
    double duration;          /* rigid */
    const lw_payload *payloads; /* path, trajectory: what the robot takes and puts down, in any order;
                                   those of one waypoint in this order, releases first */
    size_t payload_count;
    const double *start; /* trajectory whose first time is above 0: the values of its joints at time 0;
                            NULL: the scene's */
    bool no_approach;    /* such a trajectory waits at its first waypoint, in place of its approach */
} lw_track;

static inline lw_track lw_default_track(void)
{
    lw_track track;
    memset(&track, 0, sizeof track);
    track.struct_size = sizeof track;
    track.pose.orientation.w = 1;
    return track;
}

/* A motion of this scene, in which everything stands still until it is set. It holds memory that grows
 * with the largest motion that it was set to. Not from two threads at once; checks only read it. */
LW_API lw_status lw_motion_create(const lw_scene *scene, lw_motion **out, lw_error *error);
LW_API void lw_motion_destroy(lw_motion *motion);

/* Makes a motion one of another scene, which came from the motion's own by lw_scene_copy, or the other
 * way round, or both from one: it keeps its tracks; joints that neither they nor lw_motion_set_joint
 * move are where the other scene has them. The scene that it was of is not looked at, and may have been
 * destroyed. Errors: argument (a scene with other robots), state. Where objects are attached or
 * released on the way, that is done anew in the other scene, also by lw_motion_set_joint, with the
 * errors of lw_motion_set, after which the motion stands still. */
LW_API lw_status lw_motion_set_scene(lw_motion *motion, const lw_scene *scene, lw_error *error);
/* Where the notices of calls that set the motion go (values outside their limits, joints that a file
 * names and no robot has), in the thread that makes the call; NULL (the default): nowhere. */
LW_API void lw_motion_on_notice(lw_motion *motion, lw_notice_fn notice, void *context);

/* What was repaired, ignored or assumed when the motion was set, a sentence each, whether somebody
 * listens or not: the notices, each once, and for each continuous joint or heading that a path turns
 * the shorter way, or heading that a literal motion turns the longer way, one sentence, which no
 * listener hears and which is never an error. After 100 notices a sentence says how many are left out.
 * They stay until the motion is set again, and lw_result_json writes them; a stage has none of its own.
 */
LW_API size_t lw_motion_notice_count(const lw_motion *motion);
/* Writes a sentence as snprintf does: at most size bytes, a zero at their end (text may be NULL where
 * size is 0). Returns the length of the whole without the zero; 0 for an index that is too large. Names
 * stand in it as the files have them, as in lw_error. */
LW_API size_t lw_motion_notice(const lw_motion *motion, size_t index, char *text, size_t size);
/* Adds a notice of the caller's, as the library gives its own: to those that are kept, and to the
 * listener. Errors: argument, notice (where notices are errors), memory, and what the listener returns.
 */
LW_API lw_status lw_motion_add_notice(lw_motion *motion, const char *sentence, lw_error *error);

/* A straight segment in joint space over t in [0, 1]. joints NULL: the default. Only the first call
 * allocates memory, and the first with notices, and one after another of the same joints is soonest
 * set. from, to: lw_joints_value_count values. Errors: argument (NaN), limit. */
LW_API lw_status lw_motion_set_segment(lw_motion *motion, const lw_joints *joints, const double *from,
                                       const double *to, lw_error *error);
/* How far paths turn an angle that turns without end, from a to b in radians: b - a where that is at
 * most half a turn, so that half a turn goes as the numbers say, as in OMPL and MoveIt; else the
 * shorter way, with an error of a few units of the last place of a however large b is. Angles that are
 * whole turns apart, to within rounding, differ by a tiny angle, since 0 would mean that nothing moves.
 * NaN where the difference is not finite. Any thread. */
LW_API double lw_shorter_turn(double a, double b);
/* Several tracks at once: of several robots, or of groups of one robot, as long as each joint is in one
 * track at most; a joint without one stands still. Paths and timed tracks cannot be mixed. After its
 * last time a track stands still, and before its first one where it has no approach (lw_track). What
 * robots attach and release is done in the order of time, at one time releases first, so that one robot
 * may hand an object to another. Errors: argument, limit, notice (where notices are errors), name (no
 * such object, link or robot), state (an object is attached that a link carries, or released that this
 * robot does not carry), memory. */
LW_API lw_status lw_motion_set(lw_motion *motion, const lw_track *tracks, size_t count,
                               lw_error *error);
/* Sets a motion to all of several others of its scene at once, on one clock, as if their tracks had
 * been given to lw_motion_set; of joints that lw_motion_set_joint has set in two of them, the last
 * counts. The parts are read while the call runs. Their notices are kept, and the listener is not told
 * of them again. Errors: argument (a part of another scene, or two that move one joint, or a path with
 * a trajectory), those of what they attach and release together, memory; then everything stands still.
 */
LW_API lw_status lw_motion_join(lw_motion *motion, const lw_motion *const *parts, size_t count,
                                lw_error *error);
/* The value of a joint that the motion does not move, in place of the scene's. A value outside the
 * joint's limits is a notice, or error limit, as in a track. */
LW_API lw_status lw_motion_set_joint(lw_motion *motion, const char *robot, const char *joint,
                                     const double *values, size_t count, lw_error *error);
/* Cuts off what the motion does before a time, in its own unit, so that all that is asked of it is
 * asked of the rest: it begins at that time, and its clock, segments and tolerances stay those of the
 * whole. Nothing is said of the part that is cut off, an approach that is in it too. A time at or
 * before its beginning cuts nothing; after its end, of which a notice tells, it is left standing where
 * it ends. What is attached or released before the time is so. It stays cut until it is set again.
 * Where parts are cut, lw_motion_join cuts the whole at the latest of their beginnings. Errors:
 * argument (a time that is not finite), notice (where notices are errors), and what the listener
 * returns; then the motion is as before. */
LW_API lw_status lw_motion_cut(lw_motion *motion, double time, lw_error *error);
/* The interval of time: [0, 1] for paths, [0, last time] in seconds for timed tracks; of one that was
 * cut (lw_motion_cut) it begins there. */
LW_API void lw_motion_interval(const lw_motion *motion, double *begin, double *end);
LW_API bool lw_motion_in_seconds(const lw_motion *motion);
/* How many pieces the motion has, over each of which all values are smooth: segments of paths,
 * stretches between waypoints of any track. */
LW_API size_t lw_motion_piece_count(const lw_motion *motion);
/* Whether the motion, not the scene, says where a joint is, or the joint that it follows; false for an
 * index that is too large. */
LW_API bool lw_motion_moves(const lw_motion *motion, size_t joint);
/* Whether the motion moves a joint and begins with an approach of it (lw_track); false for an index
 * that is too large. */
LW_API bool lw_motion_approaches(const lw_motion *motion, size_t joint);
/* Bounds within which the request that the motion was read from wants the values of a joint to stay; 1,
 * 3 or 7 of each, infinite where there are none. A planner has to keep them. Returns how many; 0 for an
 * index that is too large. */
LW_API size_t lw_motion_bounds(const lw_motion *motion, size_t joint, double *lower, double *upper);
/* How positions between the waypoints of timed tracks are interpolated: a verdict holds for these. */
LW_API lw_interpolation lw_motion_interpolation(const lw_motion *motion);
/* The pose of a body's geometry at a time of the motion: of the frame of its shape where it has one
 * shape, else of the frame in which their poses were given: the link's, or the world for an obstacle.
 * Allocates nothing. Any thread. Errors: argument (no such body, a time outside the motion). */
LW_API lw_status lw_motion_pose(const lw_motion *motion, size_t body, double time, lw_pose *out,
                                lw_error *error);
/* The same of a link's own frame, whether it has geometry or not: of a tool's tip. */
LW_API lw_status lw_motion_link_pose(const lw_motion *motion, size_t link, double time, lw_pose *out,
                                     lw_error *error);
/* The values of a joint (lw_scene_joint_info) at a time of the motion: 1, 3 or 7 of them, those of a
 * joint that mimics too; none of a fixed one. Of a turn the number of turns is as the motion goes on.
 * Errors: argument. */
LW_API lw_status lw_motion_joint_values(const lw_motion *motion, size_t joint, double time,
                                        double *values, lw_error *error);

/* Where objects are attached or released, a motion falls into stages, each in a scene of its own, which
 * came from the motion's by lw_scene_copy: in it these objects are carried or stand, and may touch, as
 * they do in this stage. lw_check and lw_near_misses answer for all stages together, with the bodies of
 * the motion's own scene. Any other motion is its own only stage. A stage is a motion like others,
 * over its own interval, of its own scene; it lives, with that, until the motion is set again. */
LW_API const lw_scene *lw_motion_scene(const lw_motion *motion);
LW_API size_t lw_motion_stage_count(const lw_motion *motion);
/* NULL for an index that is too large. */
LW_API const lw_motion *lw_motion_stage(const lw_motion *motion, size_t stage);
/* Which stage holds a time, of two that meet there the later. */
LW_API size_t lw_motion_stage_at(const lw_motion *motion, double time);
/* A body of the motion's scene in that of a stage; -1 for indices that are too large. */
LW_API int64_t lw_motion_stage_body(const lw_motion *motion, size_t stage, size_t body);

/* What is attached or released on the way, and when. Names live until the motion is set again. */
typedef struct lw_payload_info {
    size_t struct_size;
    lw_payload_kind kind;
    double time; /* in the motion's unit */
    size_t robot, waypoint;
    const char *object;
    const char *link; /* attach: of the robot; release: NULL */
} lw_payload_info;
LW_STARTS(lw_payload_info, lw_default_payload_info)

/* Of the motion as it was set, in the order in which it is done; a stage has none of its own. */
LW_API size_t lw_motion_payload_count(const lw_motion *motion);
/* Errors: argument. */
LW_API lw_status lw_motion_payload(const lw_motion *motion, size_t index, lw_payload_info *out,
                                   lw_error *error);

/* ---- motions from files -------------------------------------------------------------------- */

/* Motions are read one at a time, so that a batch of any length needs the memory of one
 * (docs/interfaces.md, The motion). */
typedef enum lw_motion_format {
    LW_MOTION_FORMAT_JSON_LINES, /* one motion per line, empty lines skipped */
    LW_MOTION_FORMAT_PATH,       /* CSV of waypoints, a JointTrajectory, or one motion in JSON: told
                                    apart by content */
    LW_MOTION_FORMAT_REQUEST     /* MoveIt request */
} lw_motion_format;

/* The values that hold where a motion does not give its own. Start from lw_default_motion_defaults().
 */
typedef struct lw_motion_defaults {
    size_t struct_size;
    const char *robot; /* NULL: the only one */
    const char *group; /* NULL: as lw_scene_joints */
    lw_interpolation interpolation;
    bool no_wrap;         /* as in lw_track */
    uint64_t no_approach; /* not 0: as in lw_track */
} lw_motion_defaults;
LW_STARTS(lw_motion_defaults, lw_default_motion_defaults)

typedef struct lw_motion_reader lw_motion_reader;

/* Opens a file of motions of a frozen scene, which must outlive the reader. path "-": standard input.
 * defaults NULL: none. A reader is for one thread. Errors: file, argument, state, memory. */
LW_API lw_status lw_motion_reader_open(const lw_scene *scene, const char *path, lw_motion_format format,
                                       const lw_motion_defaults *defaults, lw_motion_reader **out,
                                       lw_error *error);
LW_API void lw_motion_reader_close(lw_motion_reader *reader);

/* Sets a motion of the reader's scene to the next one; *more is false at the end. id: JSON text of the
 * motion's id ("3", "\"pick\"", or the count from 0 where it has none), living until the next call.
 * After an error in one line the reader can go on with the next. Errors: file, syntax, name, argument,
 * limit, notice, memory, with file and line. */
LW_API lw_status lw_motion_reader_next(lw_motion_reader *reader, lw_motion *motion, const char **id,
                                       bool *more, lw_error *error);

/* Whether the id that the last call gave is the motion's own, not a count. */
LW_API bool lw_motion_reader_own_id(const lw_motion_reader *reader);

/* Whether the next call would have to wait, because the line has not arrived yet. */
LW_API bool lw_motion_reader_waits(const lw_motion_reader *reader);

/* What a text is likely to be. */
typedef enum lw_motion_kind {
    LW_MOTION_KIND_UNKNOWN,
    LW_MOTION_KIND_CSV,        /* waypoints */
    LW_MOTION_KIND_MOTIONS,    /* JSON Lines */
    LW_MOTION_KIND_TRAJECTORY, /* ROS's, in YAML or JSON */
    LW_MOTION_KIND_REQUEST,    /* MoveIt's */
    LW_MOTION_KIND_JOBS,       /* of a cell, JSON Lines */
    LW_MOTION_KIND_SCENE,      /* ours or MoveIt's */
    LW_MOTION_KIND_SEVERAL     /* JSON of any kind, a value of which takes several lines */
} lw_motion_kind;

/* Guesses from the beginning of a text, the whole file or its first line; and what a reader's file, or
 * its current line of JSON Lines, is, when it could not be read. The guess is for a sentence to people
 * after reading has failed; no reader depends on it. */
LW_API lw_motion_kind lw_motion_kind_of(const char *text, size_t length);
LW_API lw_motion_kind lw_motion_reader_kind(const lw_motion_reader *reader);

/* Sets a motion of the scene from JSON text, such as a line of JSON Lines. file and line: where the
 * text is, for errors; NULL and 0: nowhere. defaults NULL: none. id NULL, or room of id_size bytes for
 * the JSON text of the motion's id, "null" where it has none. Errors: as lw_motion_reader_next. */
LW_API lw_status lw_motion_read_json(const lw_scene *scene, const char *text, const char *file,
                                     int line, const lw_motion_defaults *defaults, lw_motion *motion,
                                     char *id, size_t id_size, lw_error *error);

/* The motions that the scene's files name. name: NULL for an index that is too large. */
LW_API size_t lw_scene_motion_count(const lw_scene *scene);
LW_API const char *lw_scene_motion_name(const lw_scene *scene, size_t index);
/* Sets a motion of the scene to one of them; otherwise as lw_motion_read_json. */
LW_API lw_status lw_scene_motion_read(const lw_scene *scene, size_t index,
                                      const lw_motion_defaults *defaults, lw_motion *motion, char *id,
                                      size_t id_size, lw_error *error);

/* ---- check --------------------------------------------------------------------------------- */

typedef struct lw_checker lw_checker;

typedef enum lw_method {
    LW_METHOD_AUTO, /* balls that cover the bodies, at eight times side by side, prove what they can;
                       what they leave is left to slab; the plane and two convex bodies have searches of
                       their own. The fastest */
    LW_METHOD_BISECTION, /* Schwarzer's condition, halving (Feyeux and Landry; Wu et al.) */
    LW_METHOD_SLAB, /* the same with separating slabs carried along the motion (Hong): fewer distances
                     */
    LW_METHOD_SAMPLED,  /* static tests at a resolution; proves nothing */
    LW_METHOD_EXPANDED, /* static tests of geometry that is grown by layers (Baginski): proves with no
                          distance at all. Not in the plane, nor for clearances and near misses */
#ifdef LW_DUMMY_KIND
    LW_METHOD_DUMMY
#endif
} lw_method;

/* The method of a name and the name of a method; false and NULL where there is none. */
LW_API bool lw_method_from_name(const char *name, lw_method *out);
LW_API const char *lw_method_name(lw_method method);

/* Claims: the proof of a verdict, pair by pair and interval by interval (docs/claims.md).
 *
 * Some elements (triangles and convex parts) of a body: those below a node of the body's tree, node 0
 * being the whole body, or those of one of its bounding hulls. Nodes, hulls and elements are numbered
 * as `leeway check --claims` writes them. */
typedef enum lw_claim_set_kind { LW_CLAIM_NODE, LW_CLAIM_HULL } lw_claim_set_kind;

typedef struct lw_claim_set {
    lw_claim_set_kind kind;
    uint32_t index;
} lw_claim_set;

/* Why two sets that are apart along the normal at the time `at` stay apart from `from` to `to`. The
 * required gap is the pair's margin and both paddings. Travels, speeds and second derivatives are those
 * relative to the frame of the last elementary joint that moves both bodies, or to the world. */
typedef enum lw_claim_rule {
    LW_CLAIM_SLAB,  /* the second-order bound of the gap along the normal, which turns by `turn`, is at
                       least the required gap, as long as the normal, at `at` and at both ends; it is
                       concave on either side of `at` */
    LW_CLAIM_TRAVEL /* at `at`, the gap along the normal is more than the required gap and the
                        distances that the points of both bodies get in the interval */
} lw_claim_rule;

/* That two sets of elements stay apart. */
typedef struct lw_claim_part {
    lw_claim_set sets[2]; /* of the pair's first and second body */
    lw_claim_rule rule;
    lw_vec3 normal; /* unit, from the first set to the second, in the frame of the first body's geometry
                       as it is at the time `at` */
    lw_vec3 turn;   /* the normal's derivative by time in the frame that the rule is relative to, in the
                       same axes as the normal and perpendicular to it; zero for rules other than slab */
} lw_claim_part;

typedef enum lw_claim_kind {
    LW_CLAIM_APART,  /* on all of [from, to], every point of the one body is more than the required gap
                        away from every point of the other, bodies without their paddings */
    LW_CLAIM_OUTSIDE /* at the time `at`, no component of either body lies inside a solid of the other
                        (closed meshes); from and to are `at`, and there are no parts */
} lw_claim_kind;

/* What a check has proven of one pair over one interval of time. Its size is that of the library: set
 * it to sizeof the copy in a copy that goes to lw_claim_json. */
typedef struct lw_claim {
    size_t struct_size;
    lw_claim_kind kind;
    size_t motion;              /* which of lw_check_many's motions; 0 in lw_check */
    size_t pair;                /* as lw_scene_pair counts; in stages, in the scene of the stage */
    double from, to, at;        /* from <= at <= to, within one piece of the motion; seconds, or t */
    const lw_claim_part *parts; /* together they are all pairs of elements of the two bodies; they live
                                   until the function returns */
    size_t part_count;
    size_t stage; /* which stage of the motion (lw_motion_stage) */
} lw_claim;
LW_STARTS(lw_claim, lw_default_claim)

/* Takes one claim. Any status but LW_OK ends the check, which then returns that status. */
typedef lw_status (*lw_claim_fn)(void *context, const lw_claim *claim);

/* A step that the method expanded has proven: of one body among the obstacles, or of two bodies that
 * move. All along it, every point of the one body that is checked against a point of the other is
 * within clear[0] of where it was at `from`, or within clear[1] of where it is at `to`, each relative
 * to the other; and by tests at these times nothing is as near, beyond the margins. */
typedef struct lw_step {
    size_t struct_size;
    int64_t body;    /* of the scene, in stages of that of the stage */
    int64_t other;   /* the other body; -1: all obstacles */
    double from, to; /* from < to, within one piece of the motion; seconds, or t */
    double clear[2]; /* metres; the second is 0 where nothing was tested at `to`, which is the end of a
                        piece, or a contact of others */
    int32_t layer;   /* of the test at `to`, 0 the thinnest; negative: halves of it. Without a test: of
                        the   last one */
    size_t stage;    /* which stage of the motion (lw_motion_stage) */
} lw_step;
LW_STARTS(lw_step, lw_default_step)

/* Takes one step. Any status but LW_OK ends the check, which then returns that status. */
typedef lw_status (*lw_step_fn)(void *context, const lw_step *step);

/* Takes a time at which the robots are posed; seconds, or t. */
typedef void (*lw_sample_fn)(void *context, double time);

typedef struct lw_options {
    size_t struct_size;
    lw_method method;
    bool any;                  /* any contact will do; else the first one is wanted */
    bool clearance;            /* also bracket the smallest distance of a free motion */
    double time_tolerance;     /* of a contact, as a share of the motion's length; 1e-4 */
    double distance_tolerance; /* metres; 1e-6; an interval too short to divide, with less travel than
                                  this, is undecided */
    double clearance_relative; /* the bracket's width: at most this share of it (0.01) ... */
    double clearance_absolute; /* ... or this, metres (1e-5), whichever is larger */
    uint64_t budget_queries;   /* distance queries of pairs; of sampled and expanded, samples too; 0: no
                                  bound */
    double budget_seconds;     /* 0: no bound; the one option that can make outputs differ */
    double resolution;         /* sampled: largest step of any joint value; 0.0174533 */
    double expansion;          /* expanded: the thinnest layer, metres; 0.0025 */
    uint32_t layers; /* expanded: how many layers, each twice as thick as the last; 1 to 16; 8 */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the check, undecided */
    void *stop_context;
    lw_claim_fn claim; /* NULL, or called with each claim that the check proves: of all pairs, from the
                          motion's beginning to free_until, in no order, some of them twice or beyond a
                          contact. lw_check calls it in the caller's thread, lw_check_many in several
                          threads at once, but with all claims of one motion in one thread, one after
                          the other. The method sampled makes no claims, nor does the search for a
                          clearance or for near misses. A check with claims takes memory while it runs,
                          and more time. The verdict is that of the search that makes claims: with the
                          method auto, in the plane and for two convex bodies that is another one than
                          without claims, and times and counts may differ within the tolerances */
    void *claim_context;
    lw_step_fn step; /* NULL, or called with each step of the method expanded, of each body in the order
                        of time; threads as for claims. Not called by a check that makes claims */
    void *step_context;
    lw_sample_fn sample; /* NULL, or called with each time at which the robots are posed, as often as
                            the verdict's samples say, in no order; threads as for claims */
    void *sample_context;
    bool unmeasured; /* for who only asks whether and when: a contact's points, normal and depth are not
                        measured, and zero, which saves a part of the time of a motion in contact: with
                        `any`, of a robot made of spheres, more than half of it */
    uint64_t fixed_pairs; /* not 0, in lw_near_misses and in curves of pages: also pairs that no joint
                         which the motion moves is between, as a robot's base and the table that it
                         stands on. Their distance is the same all along. Checks and clearances are
                         always of all pairs (default 0) */
    uint64_t leaving; /* not 0: a motion may begin in contact, if it leaves that, is free afterwards,
                         and if no pair that is in contact at the beginning gets deeper than it is
                         there, by more than depth_tolerance: LW_VERDICT_LEAVES. All other pairs have to
                         be free all along. One that begins free is checked as ever. Not with claims,
                         nor by the methods sampled and expanded, and lw_check_traced refuses it; `any`
                         does not count; takes memory while it runs (default 0) */
    double depth_tolerance; /* leaving: metres; 1e-4; where the depth at the beginning is not known as
                               well as that, as of meshes that are deep inside each other, the verdict
                               is undecided */
} lw_options;

static inline lw_options lw_default_options(void)
{
    lw_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.time_tolerance = 1e-4;
    options.distance_tolerance = 1e-6;
    options.clearance_relative = 0.01;
    options.clearance_absolute = 1e-5;
    options.resolution = 0.0174533;
    options.expansion = 0.0025;
    options.layers = 8;
    options.depth_tolerance = 1e-4;
    return options;
}

typedef enum lw_verdict_kind {
    LW_VERDICT_FREE,
    LW_VERDICT_CONTACT,
    LW_VERDICT_UNDECIDED,
    LW_VERDICT_LEAVES, /* with lw_options.leaving alone: begins in contact, leaves it, and gets nowhere
                          deeper, proven */
#ifdef LW_DUMMY_KIND
    LW_VERDICT_DUMMY
#endif
} lw_verdict_kind;

typedef enum lw_reason {
    LW_REASON_NONE,
    LW_REASON_BUDGET,
    LW_REASON_PRECISION,
    LW_REASON_SAMPLED,
    LW_REASON_STOPPED,
    LW_REASON_DEPTH, /* leaving: whether a pair gets deeper could not be shown */
#ifdef LW_DUMMY_KIND
    LW_REASON_DUMMY
#endif
} lw_reason;

/* leaving: in which way a motion fails that begins in contact. */
typedef enum lw_failure {
    LW_FAILURE_NONE,
    LW_FAILURE_NEW,    /* a pair comes into contact that was free at the beginning */
    LW_FAILURE_DEEPER, /* a pair gets deeper than at the beginning */
    LW_FAILURE_STAYS,  /* a pair that is in contact at the beginning is in contact at the end */
#ifdef LW_DUMMY_KIND
    LW_FAILURE_DUMMY
#endif
} lw_failure;

/* How near bodies come to each other over a motion: the smallest distance of a pair, or of all pairs of
 * a kind, in a bracket whose lower end is proven. Distances are those of padded bodies, and margins are
 * not taken off. Both ends 0: they meet. Of a motion that is free a pair's lower end is no less than
 * the pair's margin, exactly. The lower end of all pairs of a kind is no less than the least of their
 * margins, nor than that of the pair that is named, unless a budget ran out or rounding left it open.
 */
typedef struct lw_clearance {
    int64_t pair[2]; /* the bodies whose distance the upper end is; -1: not known, and not asked for */
    double lower, upper; /* metres; 0 and infinity where it is not known */
    double at;           /* the time at which the upper end was found */
} lw_clearance;

/* The answer for one motion. Bodies are indices for lw_scene_body_name; -1 where there is none. */
typedef struct lw_verdict {
    size_t struct_size;
    lw_verdict_kind kind;
    lw_reason reason;       /* undecided: why */
    double free_until;      /* no pair is within its margin on [begin, free_until): proven */
    double time;            /* contact: then the pair is at most the margin apart. Leaves: all pairs are
                               farther than their margins apart from then on, proven, and not much earlier
                               (the time tolerance), as far as could be shown */
    bool first;             /* contact: proven to be the first, within the time tolerance */
    int64_t segment;        /* contact: which segment of a path or trajectory, from 0; an approach
                               is one (lw_track) */
    int64_t pair[2];        /* contact. Leaves: which is the last to leave, of two at once one of them.
                               Undecided for LW_REASON_DEPTH: whose depth that is */
    lw_distance contact;    /* contact: points, normal, depth at that time */
    lw_clearance clearance; /* free with clearance asked: of all pairs between robots and obstacles, and
                               between robots */
    lw_clearance self_clearance; /* the same of all pairs inside robots */
    uint64_t pairs;       /* the scene's pairs that were checked; 0: free says nothing; of stages,
                             the most that one has */
    uint64_t queries;     /* distance queries of pairs */
    uint64_t samples;     /* times at which the robots were posed */
    uint64_t start_pairs; /* leaving: how many pairs are in contact at the beginning; 0: the verdict is
                             the ordinary one, and what follows is 0 */
    double kept_until; /* leaving: until then no pair gets deeper than it is at the beginning, by more
                          than the tolerance, and no other pair is within its margin: proven.
                          free_until is the beginning */
    double start_distance[2]; /* leaving: brackets the distance of `pair` at the beginning, minus its
                                 depth, where it was in contact then; else 0 */
    lw_failure failure;       /* leaving, contact: in which way */
} lw_verdict;
LW_STARTS(lw_verdict, lw_default_verdict)

/* Takes all the memory that checks of this scene need. One per thread; the scene must outlive it. */
LW_API lw_status lw_checker_create(const lw_scene *scene, lw_checker **out, lw_error *error);
LW_API void lw_checker_destroy(lw_checker *checker);

/* Makes a checker one of another frozen scene. Where only obstacles have been moved since the one was
 * copied from the other this takes no time, else it takes what lw_checker_create does. The scene that
 * it was of is not looked at, and may have been destroyed. On error the checker is of its scene as
 * before. Errors: state, memory, argument (no checker). */
LW_API lw_status lw_checker_set_scene(lw_checker *checker, const lw_scene *scene, lw_error *error);

/* Answers for one motion of the checker's scene. options NULL: the defaults. Allocates nothing, unless
 * claims are made, the options ask for `leaving`, or the motion has several stages. The same scene,
 * motion and options give the same bits on any machine, except with budget_seconds and stop. Errors:
 * argument; with claims, leaving or stages memory, and what the function that takes claims returns;
 * then the verdict says nothing. */
LW_API lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                          lw_verdict *out, lw_error *error);

/* How many processors the system gives to this process, at least 1: so many threads 0 stands for,
 * wherever a number of threads is asked for. On Linux those of its affinity, which taskset and
 * containers set; a quota of time does not count. Any thread. */
LW_API unsigned lw_processor_count(void);

/* Answers for many motions on several threads (0: lw_processor_count; no more than there are motions);
 * verdicts are in the motions' order and the same for any number of threads; the first is started.
 * Errors: argument, memory, and what the function that takes claims returns. It makes the threads and
 * their checkers anew each time: a pool keeps them. */
LW_API lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                               const lw_options *options, unsigned threads, lw_verdict *verdicts,
                               lw_error *error);

/* ---- many questions in a row: a planner's states and segments --------------------------------- */

/* Threads that are kept, each with a checker and a motion of its own, for callers who ask again and
 * again. Between the calls the threads sleep. The calling thread works too: a question alone is
 * answered by it, and a pool of one thread makes none. To wake a thread takes tens of microseconds, so
 * that a few edges at a time are answered sooner by a pool of one. A call returns when all is answered.
 * The answers do not depend on the number of threads, nor on what was asked before.
 *
 *     double near[COUNT][7];
 *     lw_verdict_kind kinds[COUNT];
 *     lw_rows rows = lw_default_rows();
 *     lw_answers answers = lw_default_answers();
 *     rows.count = COUNT;
 *     rows.from = here;
 *     rows.to = near[0];
 *     rows.to_stride = 7;
 *     answers.kind = kinds;
 *     lw_pool_create(scene, 0, &pool, &error);
 *     lw_pool_segments(pool, &rows, &options, &answers, &error);
 *
 * A pool takes one call at a time; a call while another one runs, be it from another thread or from a
 * function that the other one calls, is error state. The options' stop and claim, and the function that
 * takes notices, are called in several threads at once; all claims of one question are made in one
 * thread, one after the other. */
typedef struct lw_pool lw_pool;

/* threads: the caller's among them; 0: lw_processor_count; 1,024 at most. Where threads
 * cannot be had, the pool has fewer. It takes all the memory that its calls need, but for what motions
 * take at their first use, and claims. The scene, which must be frozen, must outlive it. Errors: state,
 * argument (no place for the pool), memory. */
LW_API lw_status lw_pool_create(const lw_scene *scene, unsigned threads, lw_pool **out,
                                lw_error *error);
/* Ends the threads. Not while a call runs. */
LW_API void lw_pool_destroy(lw_pool *pool);
/* Makes a pool one of another scene, as lw_checker_set_scene and lw_motion_set_scene do. Errors: state
 * (not frozen; while a call runs), argument (a scene with other robots), memory. */
LW_API lw_status lw_pool_set_scene(lw_pool *pool, const lw_scene *scene, lw_error *error);
/* Where the notices of rows go, as those of motions do; NULL (the default): nowhere. Not while a call
 * runs. */
LW_API void lw_pool_on_notice(lw_pool *pool, lw_notice_fn notice, void *context);
/* How many threads answer, the caller's among them. */
LW_API unsigned lw_pool_threads(const lw_pool *pool);

/* What lw_check_many does, with the pool's threads: verdicts are in the motions' order, and the first
 * is started. Of several errors, the first motion's is returned; the verdicts then say nothing. Errors:
 * those of lw_check_many, state. */
LW_API lw_status lw_pool_check(lw_pool *pool, const lw_motion *const *motions, size_t count,
                               const lw_options *options, lw_verdict *verdicts, lw_error *error);

/* States, or segments between states, as rows of joint values: row i begins at from[i * from_stride].
 * Strides are in doubles: at least lw_joints_value_count, or 0, which repeats one row, as for the edges
 * from one state to many. Start from lw_default_rows(). */
typedef struct lw_rows {
    size_t struct_size;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot; the others stand
                                where the scene has them */
    size_t count;            /* 0: nothing is done */
    const double *from;
    size_t from_stride;
    const double *to; /* not read for states */
    size_t to_stride;
    double seconds; /* for the whole call, after which what is not answered is undecided; 0: no bound.
                       Then answers depend on the machine */
} lw_rows;

/* No rows, of the default joints. */
LW_STARTS(lw_rows, lw_default_rows)

/* Where the answers go: arrays of rows.count elements, of which element i is about row i, or NULL for
 * what is not wanted. Contacts are not measured (lw_options.unmeasured). Each is the number of this
 * name in the lw_verdict that lw_check gives. Start from lw_default_answers(). */
typedef struct lw_answers {
    size_t struct_size;
    lw_verdict_kind *kind;
    lw_reason *reason;
    double *free_until;
    double *time;
    int64_t (*pair)[2];
    lw_clearance *clearance; /* not known: of what is not free, and where there are no such pairs */
    lw_clearance *self_clearance;
    uint32_t *notices; /* how many sentences lw_motion_notice has of the row, set as a motion; 0 of what
                          was left unanswered */
} lw_answers;

/* Nothing is wanted. */
LW_STARTS(lw_answers, lw_default_answers)

/* Answers for segments, straight in joint space over t in [0, 1], as lw_check does for
 * lw_motion_set_segment, to the bit. options: NULL for the defaults; whether a clearance is wanted is
 * taken from the answers instead. What the deadline or the options' stop left unanswered is undecided
 * for that reason, and free until 0; the options' budgets are for each segment. claim.motion is the
 * segment's index. Allocates nothing, but for claims and for motions at their first use. Errors:
 * argument (NaN or a value too large, strides too small, no arrays, joints of another scene, no such
 * seconds), name (no default joints), limit as lw_motion_set_segment, memory, state, and what the
 * functions that take claims and notices return. A sentence about one segment begins with its index:
 * that of the first segment that has an error. The answers then say nothing. */
LW_API lw_status lw_pool_segments(lw_pool *pool, const lw_rows *rows, const lw_options *options,
                                  const lw_answers *answers, lw_error *error);

/* The same for states: each is answered as the segment from it to itself, which takes one look at each
 * pair of bodies. States of one call are looked at eight at a time where no joint is floating and no
 * clearance or claim is wanted: a planner that asks for many at once pays a fraction. */
LW_API lw_status lw_pool_states(lw_pool *pool, const lw_rows *rows, const lw_options *options,
                                const lw_answers *answers, lw_error *error);

/* The clearances of all pairs that come nearer than a threshold (metres, above 0) during the motion,
 * including those that meet, in the order of the scene's pairs; without those that the motion does not
 * move against each other, unless the options' fixed_pairs asks for them. A pair that the budget or
 * rounding left open is among them, with a lower end of 0. Where a lower end would be below the margin
 * of its pair, lw_check is asked, with the same options: if the motion is free, each pair's lower end
 * is its margin at least. out: an array of `capacity` elements, of which the first ones are filled;
 * *count: how many there are, which may be more. Of the options, the clearance's tolerances, the
 * budgets, which each search has for itself, the method, stop and fixed_pairs matter. Of a motion of
 * several stages a pair's clearance is the smallest in those that check it. Allocates nothing, but for
 * such motions. Errors: argument, memory. */
LW_API lw_status lw_near_misses(lw_checker *checker, const lw_motion *motion, double threshold,
                                const lw_options *options, lw_clearance *out, size_t capacity,
                                size_t *count, lw_error *error);

/* The result of one motion, to be written. Start from lw_default_result(); NULL and 0 are left out. */
typedef struct lw_result {
    size_t struct_size;
    const lw_scene *scene;
    const lw_motion *motion;
    const char *id; /* JSON text, which is written as it is; NULL: null */
    const lw_verdict *verdict;
    double microseconds;      /* what the check took; 0: not measured */
    const lw_clearance *near; /* NULL: not asked for */
    size_t near_count;
} lw_result;
LW_STARTS(lw_result, lw_default_result)

/* Writes a result as JSON, as `leeway check --json` does: one object in one line without a newline, the
 * fields in the order of docs/interfaces.md, only those that apply; numbers so that they read back as
 * the same double. As snprintf, it writes at most size bytes into text, a zero at their end (text may
 * be NULL where size is 0), and the length of the whole line without the zero into length (which may be
 * NULL). Any thread. Error argument (no scene, motion or verdict, a motion of another scene, a kind
 * that no verdict has). */
LW_API lw_status lw_result_json(const lw_result *result, char *text, size_t size, size_t *length,
                                lw_error *error);

/* The lines of a file of claims (docs/claims.md): one for the scene, then for each motion one before
 * its claims, one for each of them, and one after them; where objects are attached or released on the
 * way (lw_motion_stage(motion, 0) is not the motion itself), also one for each stage before the claims.
 * All are written as lw_result_json writes, and have its errors; that of the scene has error state too.
 */
typedef struct lw_claimed_motion {
    size_t struct_size;
    const lw_motion *motion;
    const char *id; /* JSON text; NULL: null */
    size_t index;   /* its place among the verdicts, from 0 */
    const lw_verdict *verdict;
    size_t claim_count; /* how many lines of claims stand before its last one */
} lw_claimed_motion;
LW_STARTS(lw_claimed_motion, lw_default_claimed_motion)

LW_API lw_status lw_claims_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                      lw_error *error);
/* Needs no verdict yet. */
LW_API lw_status lw_claims_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                      size_t *length, lw_error *error);
/* The line of a stage: where the objects are in it, with the numbers of bodies that they have in the
 * motion's scene, and which pairs are checked, in the order in which lw_claim.pair counts. Error
 * argument, also for a stage that is not there. */
LW_API lw_status lw_claims_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                                      size_t *length, lw_error *error);
LW_API lw_status lw_claim_json(const lw_claim *claim, char *text, size_t size, size_t *length,
                               lw_error *error);
LW_API lw_status lw_claims_end_json(const lw_claimed_motion *of, char *text, size_t size,
                                    size_t *length, lw_error *error);

/* The distance of a pair (index below lw_scene_pair_count) at a time of the motion: that of the padded
 * bodies, from which the margin is not subtracted. Error argument, also for a motion of several stages:
 * these are asked one by one, since each has pairs of its own. */
LW_API lw_status lw_pair_distance(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t pair, lw_distance *out, lw_error *error);

/* The Jacobian of a point of a body at a time of the motion: how fast the point, fixed to the body,
 * moves as joint values grow, in world axes. point: in the world, at that time, metres. joints: of one
 * robot; NULL: the default joints of the only one. jacobian: 3 rows (x, y, z) of as many columns as the
 * joints have values (lw_joints_value_count), row-major: metres per radian of turns and headings,
 * metres per metre of slides. The columns of a floating joint are x, y, z and its quaternion x, y, z,
 * w as lw_motion_joint_values gives it (by its opposite they are the opposite); it is normalised
 * wherever it stands, so that the derivative along it is 0. Joints that mimic count to those that they
 * follow. Zero for what does not move the body, and for obstacles. Errors: those of lw_pair_distance;
 * name (NULL joints and several robots). */
LW_API lw_status lw_body_jacobian(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t body, lw_vec3 point, const lw_joints *joints, double *jacobian,
                                  lw_error *error);

/* The gradient of a pair's distance by joint values: one number per value, as the columns above.
 * distance: what lw_pair_distance said of the pair at this time, whose normal and points are taken;
 * where bodies overlap it is the gradient of the signed distance, by which the depth shrinks. It is
 * exact where the distance has a derivative and the points differ along the normal alone: of bodies
 * that are apart, of convex ones that overlap. Elsewhere (two nearest points, a flat face along a flat
 * face) it is that of the points that were found; of other bodies that overlap, how fast the points of
 * the way out move along it, which the depth follows where it is theirs. Errors: as above. */
LW_API lw_status lw_pair_gradient(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t pair, const lw_distance *distance, const lw_joints *joints,
                                  double *gradient, lw_error *error);

/* ---- a check looked at ------------------------------------------------------------------------- */

/* The smallest distances along a motion at sampled times: for plots. Start from lw_default_curve().
 * Index 0 of the arrays of two: of all pairs between robots and obstacles, and between robots; index 1:
 * of those inside robots. */
typedef struct lw_curve {
    size_t struct_size;
    size_t count;
    double *times;           /* none before the one before it; where two stages meet, both have it */
    size_t *stages;          /* of each time (lw_motion_stage) */
    double *distances[2];    /* of padded bodies, metres; infinite: there is no pair */
    size_t *pairs[2];        /* whose distances these are, in the scene of the stage */
    lw_vec3 (*points[2])[2]; /* where: a point of each body, in the world */
    bool fixed_pairs; /* given to lw_curve_sample: also of pairs that no joint which the motion moves is
                         between, whose distance is the same all along (lw_options.fixed_pairs) */
} lw_curve;
LW_STARTS(lw_curve, lw_default_curve)

/* Samples a motion at `samples` times, at least 2, evenly and with both ends, and at the ends of its
 * stages; at one where it takes no time. Nothing is proven between them. out: started; of it
 * fixed_pairs is read. lw_curve_free frees it. Errors: argument, memory; then there is nothing to free.
 */
LW_API lw_status lw_curve_sample(const lw_motion *motion, size_t samples, lw_curve *out,
                                 lw_error *error);
LW_API void lw_curve_free(lw_curve *curve);

/* An interval of time that a method has proven of some pairs by one sample. */
typedef struct lw_proof {
    double from, at, to; /* at: the time of the sample */
    size_t stage;
    int64_t bodies[2]; /* of one of the pairs, in the scene of the stage; -1: all obstacles */
    size_t pairs;      /* how many */
} lw_proof;

/* What a method asks and proves of a motion. Start from lw_default_trace(). */
typedef struct lw_trace {
    size_t struct_size;
    double *samples; /* the times at which the robots were posed, in their order */
    size_t sample_count;
    lw_proof *proofs; /* by their beginning, the longer ones first */
    size_t proof_count;
} lw_trace;
LW_STARTS(lw_trace, lw_default_trace)

/* Checks a motion, as lw_check does, and keeps what the check asks and proves. Of the options all count
 * but the functions for claims, steps and samples. Of the methods sampled, which proves nothing, and
 * auto, which proves pairs by the thousand side by side, there are samples and no proofs. lw_trace_free
 * frees it. Errors: those of lw_check, memory; then there is nothing to free. */
LW_API lw_status lw_check_traced(lw_checker *checker, const lw_motion *motion,
                                 const lw_options *options, lw_verdict *verdict, lw_trace *trace,
                                 lw_error *error);
LW_API void lw_trace_free(lw_trace *trace);

/* ---- planning: paths that are proven free ------------------------------------------------------- */

/* Finds paths in joint space. Each segment of a path is proven free by lw_check, so that the whole path
 * is. A planner is for one scene and one choice of joints, of one robot or of several that move as one;
 * what it does not move stands where the scene has it. It stands on the public interface alone.
 *
 *     lw_plan_space space = lw_default_plan_space();
 *     lw_plan_options options = lw_default_plan_options();
 *     lw_plan plan = lw_default_plan();
 *     lw_planner_create(scene, &space, 1, &planner, &error);
 *     lw_planner_find(planner, from, to, &options, &plan, &error);
 *     if (plan.kind == LW_PLAN_FOUND)
 *         follow(plan.path, plan.point_count);
 */
typedef struct lw_planner lw_planner;

/* What a planner moves, and within which bounds. A configuration lists the values of all joints, one
 * robot after the other. All is read while the call runs. Start from lw_default_plan_space(). */
typedef struct lw_plan_space {
    size_t struct_size;
    const lw_joints *const *joints; /* one or more, each of another robot; NULL: the default joints of
                                       the scene's only robot */
    size_t joints_count;
    const double *lower; /* one number for each value, or NULL: the joints' limits. NaN: the joint's */
    const double *upper;
    const lw_motion *rest; /* what is not planned for stands as it does at this motion's beginning;
                              NULL: where the scene has it */
} lw_plan_space;
LW_STARTS(lw_plan_space, lw_default_plan_space)

/* A roadmap that is kept: see below. */
typedef struct lw_roadmap lw_roadmap;

/* How a path is searched for. */
typedef enum lw_plan_method {
    LW_PLAN_RRT_CONNECT, /* two trees that grow towards each other (Kuffner and LaValle 2000) */
    LW_PLAN_PRM,         /* a roadmap of free configurations and segments (Kavraki et al. 1996) */
    LW_PLAN_LAZY_PRM,    /* the same, but only what the shortest way leads over is checked (Bohlin and
                            Kavraki 2000) */
    LW_PLAN_AORRTC /* RRT-Connect again and again, each time for a shorter path, until the budget is
                      used up (Wilson et al. 2025): the longer, the nearer to the shortest path */
} lw_plan_method;

/* A method's name, as commands take it: "rrt-connect"; NULL for what is none. And the other way round:
 * false for a name that is none. */
LW_API const char *lw_plan_method_name(lw_plan_method method);
LW_API bool lw_plan_method_from_name(const char *name, lw_plan_method *out);

/* Start from lw_default_plan_options(). */
typedef struct lw_plan_options {
    size_t struct_size;
    lw_plan_method method;
    uint64_t seed;         /* of all random choices: one seed gives one path, with any number of
                              threads, unless time runs out */
    uint64_t budget_nodes; /* configurations that may be kept, or that aorrtc may try in all of its
                              rounds; 100,000. Trees that grow also end after ten times as many steps
                              that are not free */
    double budget_seconds; /* for the whole call; 0: no bound */
    double range;       /* the longest segment that is tried, in the length of paths; 0: as the method
                           does best */
    uint64_t shortcuts; /* how many ways to shorten a path that was found are tried: random shortcuts,
                           then waypoints that move joint by joint; 200. By aorrtc after each round */
    bool clearance;     /* also bracket the smallest distances along the path */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search */
    void *stop_context;
    lw_roadmap *roadmap; /* NULL, or one of this planner, which is asked first; where it does not join
                            start and goal, prm and lazy-prm go on from it, and the others begin anew;
                            aorrtc shortens the path that it gives.
                            It stays as it was */
} lw_plan_options;

static inline lw_plan_options lw_default_plan_options(void)
{
    lw_plan_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.seed = 1;
    options.budget_nodes = 100000;
    options.shortcuts = 200;
    return options;
}

typedef enum lw_plan_kind {
    LW_PLAN_FOUND,
    LW_PLAN_START_IN_CONTACT, /* or not proven free of contacts */
    LW_PLAN_GOAL_IN_CONTACT,
    LW_PLAN_NONE /* none within the budget: it says nothing about whether there is one */
} lw_plan_kind;

/* What came of a search. Start from lw_default_plan(). */
typedef struct lw_plan {
    size_t struct_size;
    lw_plan_kind kind;
    lw_reason reason;   /* none: LW_REASON_BUDGET or LW_REASON_STOPPED */
    const double *path; /* found: point_count configurations, from the start to the goal, straight from
                           one to the next. Continuous joints may go on beyond a turn: neighbours differ
                           by the way that they turn. Lives until the next call, or the planner's end */
    size_t point_count; /* found: at least 2 */
    size_t value_count; /* of a configuration */
    double length;      /* found: of the path: the sum of its segments, each the root of the sum of
                           squares of its values' changes, radians and metres alike, and for a floating
                           joint the angle that it turns by */
    double closest;     /* none: the length that was still missing between what is reached from the
                           start and from the goal */
    const lw_verdict *contact; /* start or goal in contact: the verdict on that configuration, which
                                  lives as long as the path would; else NULL */
    lw_clearance clearance;    /* found, with clearance asked: as in lw_verdict */
    lw_clearance self_clearance;
    uint64_t nodes;     /* configurations that were kept, without those of a given roadmap */
    uint64_t edges;     /* segments that were checked */
    uint64_t shortened; /* shortcuts that were taken */
} lw_plan;
LW_STARTS(lw_plan, lw_default_plan)

/* threads: as for lw_pool_create, 64 at most. The scene, which must be frozen, must outlive the
 * planner. space NULL: the default. Errors: argument (joints of another scene or twice of one robot,
 * bounds that are not finite or leave no width), limit (a joint without limits and bounds: planar,
 * floating and some sliding ones), name (no default joints), state, memory. */
LW_API lw_status lw_planner_create(const lw_scene *scene, const lw_plan_space *space, unsigned threads,
                                   lw_planner **out, lw_error *error);
LW_API void lw_planner_destroy(lw_planner *planner);

/* The number of values of a configuration. */
LW_API size_t lw_planner_value_count(const lw_planner *planner);

/* Searches a path from one configuration to another. By aorrtc the search lasts as long as its budget,
 * unless no path can be shorter, and what ends it, also the caller's stop, leaves the best path so far.
 * A planner takes one call at a time; it is none the
 * worse for what was asked before. options NULL: the defaults. Errors: argument (NaN, options), limit
 * (a value outside the bounds), memory, state. */
LW_API lw_status lw_planner_find(lw_planner *planner, const double *from, const double *to,
                                 const lw_plan_options *options, lw_plan *out, lw_error *error);

/* ---- planning: a path in time ------------------------------------------------------------------- */

/* How fast a path may be followed. Start from lw_default_timing(). */
typedef struct lw_timing {
    size_t struct_size;
    const double *path;          /* point_count configurations, straight from one to the next */
    size_t point_count;          /* 1 or more */
    size_t value_count;          /* of a configuration */
    const double *velocities;    /* per value: the largest, above 0, perhaps infinite */
    const double *accelerations; /* per value: the largest, above 0, finite */
    const double *corners;       /* per configuration, 0 to 1: how fast a waypoint is passed, as a share
                                    of what there is room for; 0: at rest, on the path. NULL: all 0. The
                                    first and the last do not count */
} lw_timing;
LW_STARTS(lw_timing, lw_default_timing)

/* A path in time: rows of a trajectory, between which its positions are cubic splines with the
 * velocities given (LW_INTERPOLATION_CUBIC). */
typedef struct lw_timed_path {
    size_t struct_size;
    size_t point_count, value_count;
    double *times;      /* seconds, from 0, increasing, each a whole number of nanoseconds */
    double *positions;  /* point_count configurations */
    double *velocities; /* the same */
    double *waypoints;  /* per configuration of the path: when it is passed */
} lw_timed_path;
LW_STARTS(lw_timed_path, lw_default_timed_path)

/* Finds the times of a path within limits. Each segment is accelerated, perhaps held at its largest
 * velocity, and braked, all its values in proportion, so that it stays on the path but for rounding
 * errors. From rest to rest that is the shortest time. A waypoint that is passed is cut off by a piece
 * of constant acceleration from one segment to the next, which leaves the path, on the inside of the
 * corner, by less than an eighth of the longer one of the two segments: whether that is free is to be
 * asked (LW_TRACK_TRAJECTORY). All pieces are of constant acceleration, which a cubic spline is,
 * exactly. Velocities and accelerations are within their limits but for rounding errors. A path that
 * stays where it is takes a nanosecond. lw_timed_path_free frees the arrays. Errors: argument (no
 * points, NaN, limits that are not above 0, an acceleration without a limit, more than 290 years),
 * memory. */
LW_API lw_status lw_time_path(const lw_timing *timing, lw_timed_path *out, lw_error *error);
LW_API void lw_timed_path_free(lw_timed_path *timed);

/* ---- planning: roadmaps, built once and asked often ---------------------------------------------- */

/* A roadmap that is kept: random configurations that are free, and the straight segments between
 * neighbours of them that are proven free (Kavraki et al. 1996; each configuration with as many
 * neighbours as Karaman and Frazzoli's k-PRM* of 2011 has). A search that asks it first
 * (lw_plan_options.roadmap) has to prove only how start and goal hang on it. What it finds is proven
 * once more as a whole, so that a file that somebody has tampered with leads to no wrong answer.
 *
 *     lw_roadmap_create(planner, 1, &roadmap, &error);
 *     lw_roadmap_grow(roadmap, &options, &error);
 *     lw_roadmap_save(roadmap, "cell.roadmap", &error);
 *
 * It belongs to a planner, which must outlive it, and takes one call at a time together with it. */

/* Start from lw_default_roadmap_options(). */
typedef struct lw_roadmap_options {
    size_t struct_size;
    uint64_t nodes;              /* configurations that it is to have then, in all */
    double budget_seconds;       /* for the call; 0: no bound */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the call */
    void *stop_context;
} lw_roadmap_options;
LW_STARTS(lw_roadmap_options, lw_default_roadmap_options)

/* Makes an empty roadmap. seed: of all its random choices. Errors: argument, memory. */
LW_API lw_status lw_roadmap_create(lw_planner *planner, uint64_t seed, lw_roadmap **out,
                                   lw_error *error);
LW_API void lw_roadmap_destroy(lw_roadmap *roadmap);

/* Adds configurations and segments until it has so many configurations, the budget is used up, the
 * caller wants to stop, or 100,000 random configurations in a row were in contact; see then
 * lw_roadmap_node_count. Whether it grows at once or in several calls, with how many threads, and
 * whether it was saved and loaded in between, makes no difference. A call that ends early forgets what
 * it has not finished: some dozens of configurations. Errors: argument, memory, state. */
LW_API lw_status lw_roadmap_grow(lw_roadmap *roadmap, const lw_roadmap_options *options,
                                 lw_error *error);

LW_API size_t lw_roadmap_node_count(const lw_roadmap *roadmap); /* configurations */
LW_API size_t lw_roadmap_edge_count(const lw_roadmap *roadmap); /* segments between them */
LW_API uint64_t lw_roadmap_seed(const lw_roadmap *roadmap);

/* A configuration, lw_planner_value_count values; and the two configurations that a segment joins.
 * Error argument (an index that is too large). */
LW_API lw_status lw_roadmap_configuration(const lw_roadmap *roadmap, size_t node, double *values,
                                          lw_error *error);
LW_API lw_status lw_roadmap_segment(const lw_roadmap *roadmap, size_t edge, size_t nodes[2],
                                    lw_error *error);

/* Writes it to a file: beside the old one, which it then replaces, so that the file is the old one or
 * the new one whatever happens. The file holds the fingerprint of the scene, and that of the joints,
 * their bounds, and where the others rest. Errors: file, memory. */
LW_API lw_status lw_roadmap_save(const lw_roadmap *roadmap, const char *path, lw_error *error);

/* Reads it back. Errors: file, syntax (no roadmap, not whole, or damaged), argument (a roadmap of
 * another scene, of other joints, or of other bounds), memory. */
LW_API lw_status lw_roadmap_load(lw_planner *planner, const char *path, lw_roadmap **out,
                                 lw_error *error);

/* ---- cells: many assignments of trajectories to robots --------------------------------------- */

/* The second step of the work-cell problem (Feyeux and Landry, section 1): which of many assignments
 * are free of collision between the robots, and with the obstacles. A cell holds named trajectories of
 * the robots of a frozen scene in the plane, each robot on one planar joint. The scene must outlive it.
 * Not from two threads at once until all trajectories are added; then read-only. Errors: state,
 * argument (the scene's robots are not such), memory. */
typedef struct lw_cell lw_cell;
LW_API lw_status lw_cell_create(const lw_scene *scene, lw_cell **out, lw_error *error);
LW_API void lw_cell_destroy(lw_cell *cell);

/* Adds what a motion in seconds does, robot by robot, under one name. Errors: argument (the motion is
 * over t from 0 to 1, or nothing moves), name (a robot has a trajectory of this name), memory. */
LW_API lw_status lw_cell_add(lw_cell *cell, const char *name, const lw_motion *motion, lw_error *error);

/* The index of a robot's trajectory, for sequences; -1: there is none. */
LW_API int64_t lw_cell_find(const lw_cell *cell, size_t robot, const char *name);
LW_API size_t lw_cell_trajectory_count(const lw_cell *cell);
/* The name lives as long as the cell. */
LW_API const char *lw_cell_trajectory_name(const lw_cell *cell, size_t trajectory);

/* What one robot does: trajectories one after the other from time 0 on, each of which begins where the
 * last one ended. Before and after them, and without a sequence at all, the robot stands still. */
typedef struct lw_sequence {
    size_t robot;
    const size_t *trajectories;
    size_t count;
} lw_sequence;

/* The answer for one assignment. Indices are -1 where there is none. */
typedef struct lw_cell_verdict {
    size_t struct_size;
    lw_verdict_kind kind;
    lw_reason reason;        /* undecided: why */
    double end;              /* when the last robot is done, seconds */
    double free_until;       /* as in lw_verdict */
    double time;             /* contact */
    bool first;              /* contact: proven to be the first, within the time tolerance */
    int64_t pair[2];         /* contact: bodies */
    int64_t trajectories[2]; /* contact: the trajectory that each body follows; -1: it stands still */
    lw_separation contact;   /* contact: points, normal, depth at that time */
    uint64_t pairs;   /* pairs of trajectories that meet in time, and trajectories with obstacles */
    uint64_t queries; /* distances that judging all of these takes when none is remembered */
} lw_cell_verdict;
LW_STARTS(lw_cell_verdict, lw_default_cell_verdict)

/* A judge of assignments, one after the other: the memory of one thread. It remembers what two
 * trajectories do at one offset in time, in `remember` bytes at most, and does not judge it again while
 * it does. The cell must outlive it. Errors: memory. */
typedef struct lw_judge lw_judge;
LW_API lw_status lw_judge_create(const lw_cell *cell, size_t remember, lw_judge **out, lw_error *error);
LW_API void lw_judge_destroy(lw_judge *judge);

/* Judges one assignment, with at most one sequence for each robot. Of the options, the tolerances and
 * stop matter; the time tolerance is a share of the trajectory's length. The answer does not depend on
 * what is remembered. Allocates nothing but what the longest sequences need. Errors: argument (a
 * trajectory of another robot, one that begins elsewhere than the last one ended, steps too short to be
 * told apart at the end of the sequence), memory. */
LW_API lw_status lw_judge_job(lw_judge *judge, const lw_sequence *sequences, size_t count,
                              const lw_options *options, lw_cell_verdict *out, lw_error *error);

/* Sets a motion to what the robots do in an assignment, over [0, end] in seconds: for pages, curves and
 * checks of the whole. A trajectory that begins elsewhere than the last one ended, by up to 1e-9 or by
 * whole turns, is moved to there. Errors: those of lw_judge_job about the sequences, argument (a motion
 * of another scene); the motion then stands still. */
LW_API lw_status lw_motion_set_job(lw_motion *motion, const lw_cell *cell, const lw_sequence *sequences,
                                   size_t count, lw_error *error);

/* A job as a file names it: an assignment and its id. */
typedef struct lw_job {
    size_t struct_size;
    const char *id; /* JSON text; "null" where the job has none */
    const lw_sequence *sequences;
    size_t count;
} lw_job;
LW_STARTS(lw_job, lw_default_job)

/* Reads jobs from JSON (docs/interfaces.md, The jobs of a cell), one after the other: the memory of one
 * thread. The cell must outlive it. Errors: argument, memory. */
typedef struct lw_job_reader lw_job_reader;
LW_API lw_status lw_job_reader_create(const lw_cell *cell, lw_job_reader **out, lw_error *error);
LW_API void lw_job_reader_destroy(lw_job_reader *reader);

/* Reads a job from length bytes of text, such as a line of JSON Lines. file and line: where the text
 * is, for errors; NULL and 0: nowhere. What out points to lives until the reader's next call. Errors:
 * argument, syntax, name (no such robot or trajectory), memory, with line and column. */
LW_API lw_status lw_job_read(lw_job_reader *reader, const char *text, size_t length, const char *file,
                             int line, lw_job *out, lw_error *error);

/* Writes a verdict as JSON, as `leeway cell --json` does; otherwise as lw_result_json. id: JSON text;
 * NULL: null. Error argument. */
LW_API lw_status lw_cell_verdict_json(const lw_cell *cell, const char *id,
                                      const lw_cell_verdict *verdict, char *text, size_t size,
                                      size_t *length, lw_error *error);
/* How many pairs a judge has judged, and how many it remembered. */
LW_API void lw_judge_counts(const lw_judge *judge, uint64_t *judged, uint64_t *remembered);

/* ---- a page to look at ------------------------------------------------------------------------- */

/* One HTML file that shows a scene, its motions and what is known of them, in any browser and without a
 * network (docs/page.md). A page is of one frozen scene, which must outlive it.
 *
 *     lw_page_create(scene, NULL, &page, &error);
 *     lw_page_motion shown = lw_default_page_motion();
 *     shown.motion = motion;
 *     lw_page_add(page, &shown, &error);
 *     lw_page_write(page, write, file, &error);
 *
 * Not from two threads at once. */
typedef struct lw_page lw_page;

/* Start from lw_default_page_options(). */
typedef struct lw_page_options {
    size_t struct_size;
    const char *title;  /* NULL: "Leeway" */
    bool report;        /* it begins with what the verdicts are, and a table of the motions */
    bool covers;        /* with the balls of the covers; true */
    double near;        /* robots that come nearer to each other than this are listed with the times,
                           metres; 0: they are not */
    const char *viewer; /* the page without data, in which <!--leeway--> stands for them; NULL: the one
                           that was built in */
    size_t viewer_size;
} lw_page_options;

static inline lw_page_options lw_default_page_options(void)
{
    lw_page_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.covers = true;
    return options;
}

/* Whether the library was built with a page to write into (the CMake option LEEWAY_VIEWER). */
LW_API bool lw_page_has_viewer(void);

/* options NULL: the defaults. What they point to must live as long as the page. Errors: state (the
 * scene is not frozen, or there is no viewer built in), argument (a viewer without a place for the
 * data), memory. */
LW_API lw_status lw_page_create(const lw_scene *scene, const lw_page_options *options, lw_page **out,
                                lw_error *error);
LW_API void lw_page_destroy(lw_page *page);

/* A motion of a page, and how much is shown of it. Start from lw_default_page_motion(). */
typedef struct lw_page_motion {
    size_t struct_size;
    const lw_motion *motion;   /* of the page's scene */
    const char *id;            /* JSON text; NULL: null */
    const char *name;          /* NULL: the id */
    const lw_verdict *verdict; /* NULL: it is checked, its clearance too */
    const lw_options *options; /* of that check, and of all that follow, but for the functions that take
                                  claims, steps and samples, and for leaving; NULL: the defaults */
    size_t samples;            /* of the distance over time; 0: none; 240 */
    size_t bounds; /* into how many intervals of equal length the motion is divided, of each of which
                      the distance is bounded from below; 0: none; 60 */
    bool self;     /* also the distance inside robots; true */
    bool links;    /* also the distance of each link to what is not of its robot; true */
    bool claims;   /* with what proves that pairs stay apart; true */
    const lw_method *methods; /* of these, what they ask and prove; of expanded also its layers */
    size_t method_count;
    const lw_cell *cell; /* the motion is a job of this cell (lw_motion_set_job): with the names of
                            the trajectories that its robots follow; NULL: it is none */
    const lw_sequence *sequences; /* of the job */
    size_t sequence_count;
} lw_page_motion;

static inline lw_page_motion lw_default_page_motion(void)
{
    lw_page_motion motion;
    memset(&motion, 0, sizeof motion);
    motion.struct_size = sizeof motion;
    motion.samples = 240;
    motion.bounds = 60;
    motion.self = motion.links = motion.claims = true;
    return motion;
}

/* Adds a motion, which is not looked at later. It takes the time of some checks. On error the page is
 * as before the call. Errors: argument (a motion of another scene, an id that is no JSON), those of
 * lw_check, memory. */
LW_API lw_status lw_page_add(lw_page *page, const lw_page_motion *motion, lw_error *error);

/* Adds several motions in their order, on several threads (0: lw_processor_count; no more than there
 * are motions); the page is the same for any number of them. The options' stop may be called by
 * several at once. On error the page is as before the call. Errors: those of lw_page_add, of the first
 * motion that has one. */
LW_API lw_status lw_page_add_many(lw_page *page, const lw_page_motion *motions, size_t count,
                                  unsigned threads, lw_error *error);
LW_API size_t lw_page_motion_count(const lw_page *page);

/* Shows a roadmap of the page's scene, in place of one before: where a link is at each configuration,
 * and the segments as straight lines between. link -1: the last link that the first planned joints
 * move. Errors: argument, memory. */
LW_API lw_status lw_page_set_roadmap(lw_page *page, const lw_roadmap *roadmap, int64_t link,
                                     lw_error *error);

/* Takes a part of the page, in order. Any status but LW_OK ends the call, which then returns it. */
typedef lw_status (*lw_write_fn)(void *context, const char *bytes, size_t size);

/* Writes the page as it is now. Errors: memory, and what the function returns. */
LW_API lw_status lw_page_write(const lw_page *page, lw_write_fn write, void *context, lw_error *error);

/* ---- two convex shapes in motion ------------------------------------------------------------ */

/* Where a body is at a time, how it moves then, and bounds on how it moves from then to `until`. */
typedef struct lw_body_state {
    lw_pose pose;             /* world from body */
    lw_vec3 linear_velocity;  /* of the body's origin, in the world */
    lw_vec3 angular_velocity; /* in the world */
    double acceleration;      /* at least the length of the origin's acceleration, always */
    double spin;              /* at least the length of angular_velocity, always */
    double spin_change;       /* at least the length of its derivative, always */
} lw_body_state;

/* Fills the states of both bodies at time `at`, with bounds that hold on [at, until]. Tighter bounds
 * save work; bounds that are too small make the answer wrong where that is not detected. Both states
 * are at rest at the identity when the function is called. Any status but LW_OK ends the search for a
 * contact, which fails with this status. */
typedef lw_status (*lw_body_states_fn)(void *context, double at, double until, lw_body_state states[2]);

typedef struct lw_convex_motion {
    lw_body_states_fn states;
    void *context;
    double begin, end;
} lw_convex_motion;

typedef struct lw_convex_contact {
    size_t struct_size;
    lw_verdict_kind kind;
    double free_until; /* proven apart from begin until here */
    double time; /* LW_VERDICT_CONTACT: they meet here; within 1e-7 of the motion after free_until */
    lw_distance contact; /* LW_VERDICT_CONTACT: points at time, in the world; the normal separates them
                            just before, and is the shortest way out where they meet at the beginning;
                            the depth, NAN unless it is asked for or they meet at the beginning */
    lw_reason reason; /* LW_VERDICT_UNDECIDED: LW_REASON_PRECISION (they come nearer than 1e-11 of their
                         size, or than rounding can tell far from the origin, and are not found to meet)
                         or LW_REASON_BUDGET (1,000 slabs closed) */
    size_t steps;     /* separating slabs that closed: Hong's k */
    size_t queries;   /* of the distance */
} lw_convex_contact;
LW_STARTS(lw_convex_contact, lw_default_convex_contact)

/* Options of a first contact. Start from lw_default_contact_options(). */
typedef struct lw_contact_options {
    size_t struct_size;
    bool depth; /* contact: compute how deep they overlap at time, which costs as much as some distances
                   (default false) */
    bool trusted; /* the states are not tested against their own bounds, which saves some time, and
                     makes the answer wrong where they break them (default false) */
} lw_contact_options;

LW_STARTS(lw_contact_options, lw_default_contact_options)

/* Two convex shapes (no meshes), both in space or both in the plane, prepared for any number of
 * motions. The pair keeps nothing of what it is made from. Errors: argument, memory. */
typedef struct lw_convex_pair lw_convex_pair;
LW_API lw_status lw_convex_pair_create(const lw_shape_def *a, const lw_shape_def *b,
                                       lw_convex_pair **out, lw_error *error);
LW_API void lw_convex_pair_destroy(lw_convex_pair *pair);

/* Their first contact, by the separating slab (Hong, "A New Algorithm for Detecting the Collision of
 * Moving Objects"; PCDA for polytopes, BCDA for the rest). No step goes farther than is proven. Shapes
 * that meet at the beginning are in contact there; shapes in the plane move in it. Errors: argument (no
 * interval, states that are not finite or break their own bounds), and what the function that fills the
 * states returns; the answer then says nothing. options: NULL for the defaults. Any
 * number of threads at once, also with one pair. */
LW_API lw_status lw_convex_pair_first_contact(const lw_convex_pair *pair,
                                              const lw_convex_motion *motion,
                                              const lw_contact_options *options, lw_convex_contact *out,
                                              lw_error *error);

/* The same for one motion, with its own pair: making that takes longer than most motions do. */
LW_API lw_status lw_convex_first_contact(const lw_shape_def *a, const lw_shape_def *b,
                                         const lw_convex_motion *motion,
                                         const lw_contact_options *options, lw_convex_contact *out,
                                         lw_error *error);

/* ---- pairs that need no checking ------------------------------------------------------------ */

/* Whether two bodies of one robot meet, over all configurations within the limits of the joints between
 * them: their distance is at most the self margin of the scene, or of the pair. Continuous joints turn
 * all the way round, mimic joints follow the joint that they mimic whatever their own limits say. */
typedef enum lw_meeting {
    LW_MEETING_UNDECIDED, /* none of the following is known */
    LW_MEETING_NEVER,     /* proven: they meet in no configuration */
    LW_MEETING_ALWAYS,    /* proven: they meet in every configuration */
    LW_MEETING_SOMETIMES, /* one configuration shows that they meet, another that they do not */
#ifdef LW_DUMMY_KIND
    LW_MEETING_DUMMY
#endif
} lw_meeting;

/* Start from lw_default_meeting_options(). */
typedef struct lw_meeting_options {
    size_t struct_size;
    uint64_t budget_boxes; /* how many boxes of joint values are looked at; 0: no bound; 500,000 */
    double budget_seconds; /* 0: no bound; the one option that can make outputs differ */
    uint64_t samples;      /* how many random configurations are tried first, at least; 256 */
    uint64_t seed;         /* of these */
    bool skip_adjacent;    /* adjacent links are undecided at once */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search, undecided */
    void *stop_context;
    double *meets; /* NULL, or room for the values of lw_scene_movable_joints: out, a configuration in
                      which they meet, where one was found; joints that are not between them rest */
    double *apart; /* the same, in which they do not */
} lw_meeting_options;

static inline lw_meeting_options lw_default_meeting_options(void)
{
    lw_meeting_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.budget_boxes = 500000;
    options.samples = 256;
    return options;
}

typedef struct lw_meeting_info {
    size_t struct_size;
    lw_meeting meeting;
    lw_reason reason;  /* LW_MEETING_UNDECIDED: LW_REASON_BUDGET, LW_REASON_STOPPED, LW_REASON_PRECISION
                          (they only just touch, or only just do not), or LW_REASON_SAMPLED: ... */
    bool unbounded;    /* ... a joint between them is planar or floating, or slides without limits, and
                          only samples are tried, or of planar and floating joints not even these */
    bool meets, apart; /* such a configuration was found */
    bool adjacent;     /* links that a joint joins, or several, with links without geometry between */
    double nearest;    /* the least distance that was found, metres; 0 where they meet */
    uint64_t samples;  /* random configurations in which they did not meet, or until they did */
    uint64_t boxes;    /* of joint values that were looked at */
} lw_meeting_info;
LW_STARTS(lw_meeting_info, lw_default_meeting_info)

/* Finds out. Proofs are by branch and bound: in the middle of a box of joint values the distance is
 * larger than all points can travel relative to each other within the box, or than the bodies' hulls
 * can come nearer along the direction that separates them, or a ball that is inside both is; else the
 * box is split. Whether the pair is checked does not matter. What is proven does not hold outside the
 * limits, which motions may leave (lw_scene_set_strict_limits).
 *
 * a, b: two different bodies of one robot, or what it carries. options: NULL for the defaults. Takes
 * memory while it runs, and from milliseconds to seconds. Same scene, bodies and options: same answer,
 * but for budget_seconds. Any thread. Errors: state (the scene is not frozen), argument (no such body,
 * bodies of two robots or none, NaN, a negative budget), memory. */
LW_API lw_status lw_scene_meeting(const lw_scene *scene, size_t a, size_t b,
                                  const lw_meeting_options *options, lw_meeting_info *out,
                                  lw_error *error);

/* ---- the pairs of an SRDF --------------------------------------------------------------------- */

/* An SRDF file, to have its disabled pairs replaced; all else in it stays as it is. For one thread. */
typedef struct lw_srdf lw_srdf;

/* The reason of a pair that samples alone say never meets; MoveIt's assistant writes "Never" for it. */
#define LW_SRDF_SAMPLED "Never (sampled)"

/* A pair of links that the file disables (<disable_collisions>). */
typedef struct lw_srdf_pair {
    const char *links[2];
    const char *reason; /* NULL: none is given */
    int line;           /* 0: it was not in the file */
} lw_srdf_pair;

/* Opens a file ("-": standard input), or begins an empty one for a robot with path NULL. robot: the
 * name of the robot that the file has to be for; NULL: any. Errors: file, syntax, model (it is for
 * another robot), argument (neither path nor robot), memory. */
LW_API lw_status lw_srdf_open(const char *path, const char *robot, lw_srdf **out, lw_error *error);
LW_API void lw_srdf_close(lw_srdf *srdf);
/* The disabled pairs in their order; the index must be below the count. Strings live until the pairs
 * are replaced. */
LW_API size_t lw_srdf_pair_count(const lw_srdf *srdf);
LW_API lw_srdf_pair lw_srdf_pair_at(const lw_srdf *srdf, size_t index);
/* Whether the file enables a pair (<enable_collisions>), which a disabled pair would override. */
LW_API bool lw_srdf_enables(const lw_srdf *srdf, const char *a, const char *b);
/* Replaces the disabled pairs, where the first of them was, or at the end. The pairs must not be those
 * of the file itself. Errors: argument (a pair without two links), memory, after which the file is only
 * good for closing. */
LW_API lw_status lw_srdf_set_pairs(lw_srdf *srdf, const lw_srdf_pair *pairs, size_t count,
                                   lw_error *error);
/* The whole file as text in UTF-8, which lives until the next call or until it is closed. Errors:
 * memory. */
LW_API lw_status lw_srdf_text(lw_srdf *srdf, const char **text, size_t *size, lw_error *error);

#undef LW_STARTS

#ifdef __cplusplus
}
#endif

#endif
