/* The scene: robots and obstacles. Once frozen it is read-only, and threads share it. Changes are made
 * in a copy (copy-on-write). */
#ifndef LEEWAY_SCENE_H
#define LEEWAY_SCENE_H

#include <leeway/base.h>
#include <leeway/camera.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shapes ------------------------------------------------------------------------------------ */

typedef enum lw_shape_kind {
    LW_SHAPE_SPHERE,   /* radius */
    LW_SHAPE_CAPSULE,  /* radius; length of the segment between the ends' centres, along z */
    LW_SHAPE_BOX,      /* size: full edge lengths along x, y, z */
    LW_SHAPE_CYLINDER, /* radius; length, along z, centred */
    LW_SHAPE_CONE,     /* radius of the base at z = -length/2, tip at z = +length/2 */
    LW_SHAPE_POLYTOPE, /* convex hull of vertices */
    LW_SHAPE_MESH,     /* triangles over vertices */
    LW_SHAPE_DISC,     /* in the plane: radius */
    LW_SHAPE_POLYGON, /* in the plane: the area that the outline of vertices encloses, convex or not, in
                         either order around; z is 0. One vertex is a point, two are a segment */
    LW_SHAPE_ELLIPSOID, /* size: full lengths of its axes along x, y, z, each above 0 */
    LW_SHAPE_CLOUD,  /* balls of radius > 0 about vertices, without an inside (files.h, Point clouds) */
    LW_SHAPE_OCTREE, /* cells of a grid whose smallest are of edge length (files.h, Octrees) */
    LW_SHAPE_HEIGHTS,     /* a height field, solid down to a floor (files.h, Height fields) */
    LW_SHAPE_DEPTH_IMAGE, /* what a camera has seen and what not (files.h, Depth images) */
#ifdef LW_DUMMY_KIND
    LW_SHAPE_DUMMY
#endif
} lw_shape_kind;

/* How a mesh is understood. Solid: each closed component is a solid (a cavity if it is oriented
 * inwards), each open component a surface. Surface: the whole mesh is a surface. The mode matters only
 * if one body starts wholly inside another, or enters it all at once, as a point does. A component with
 * small faults still counts as closed (docs/interfaces.md, Meshes); freezing gives a notice about open
 * components that could hold a body. */
typedef enum lw_mesh_mode { LW_MESH_SOLID, LW_MESH_SURFACE } lw_mesh_mode;

/* What space counts as that an octree, or a depth image, does not know. There is no default. */
typedef enum lw_unknown { LW_UNKNOWN_UNSAID, LW_UNKNOWN_FREE, LW_UNKNOWN_OBSTACLE } lw_unknown;

/* Describes a shape in its own frame. Start from lw_default_shape(): a sphere of radius 0, all else
 * empty. A function that takes the description copies the arrays before it returns. */
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
    const int32_t *cells; /* of an octree: cell_count rows x y z width state */
    size_t cell_count;
    lw_unknown unknown;    /* of an octree or a depth image */
    const double *heights; /* of a height field: rows * columns, row by row */
    size_t rows, columns;
    double spacing_x, spacing_y, floor; /* metres */
    const float *depths; /* of a depth image: rows * columns, row by row; metres along z */
    lw_camera camera;
} lw_shape_def;
LW_STARTS(lw_shape_def, lw_default_shape)

/* A shape that bodies and scenes share, with a reference count: its hulls and trees are built once.
 * Answers have the same bits as with the description. Freezing builds them again for a link with a
 * scale, a body of several shapes, an outline that is not convex, and a solid mesh in a scene of
 * surfaces (lw_scene_set_mesh_mode). Any number of threads may use it at once. The caller may destroy
 * it before the scene. Errors: argument (about the shape), memory. */
typedef struct lw_shape lw_shape;
LW_API lw_status lw_shape_create(const lw_shape_def *def, lw_shape **out, lw_error *error);
LW_API void lw_shape_destroy(lw_shape *shape);

/* ---- scene: build ------------------------------------------------------------------------------ */

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
    lw_pose origin;      /* pose of the child link in the parent link's frame, at value 0 */
    lw_vec3 axis;        /* in the child link's frame; normalised; may be zero for fixed and floating */
    double lower, upper; /* limits of revolute and prismatic joints; equal infinities: none */
    const char *mimic;   /* NULL, or the joint to follow, at multiplier * its value + offset */
    double mimic_multiplier;
    double mimic_offset;
    double velocity;     /* largest rate of each of its values, per second; infinite: no limit */
    double acceleration; /* largest acceleration of its values, per second^2; infinite: no limit */
    double jerk;         /* largest jerk of its values, per second^3; infinite: no limit */
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
    joint.velocity = joint.acceleration = joint.jerk = HUGE_VAL;
    return joint;
}

/* An empty scene: dimension 3, margins 0, limits not strict. */
LW_API lw_status lw_scene_create(lw_scene **out, lw_error *error);
LW_API void lw_scene_destroy(lw_scene *scene);

/* Sets the listener for notices of building calls and of freezing; it runs in the thread of the call.
 * NULL (the default): none. Motions have their own (lw_motion_on_notice). */
LW_API void lw_scene_on_notice(lw_scene *scene, lw_notice_fn notice, void *context);

/* All building functions take an open scene only (else error state), not from two threads at once. On
 * error the scene is as before the call. They copy strings and arrays. Numbers must be finite (limits
 * of joints may be infinite) and at most 1e9, here and in motions; else error argument. */

/* Sets the dimension: 3, or 2 for a scene in the plane z = 0. In the plane, shapes are discs and
 * polygons (outlines that are not convex are split), and all poses turn about z. Joints are revolute or
 * continuous with axis z or -z, prismatic with an axis whose z is 0, planar with axis z, or fixed. Set
 * it while the scene is empty, else error state. */
LW_API lw_status lw_scene_set_dimension(lw_scene *scene, int dimension, lw_error *error);
LW_API int lw_scene_dimension(const lw_scene *scene);
/* The distance that pairs have to keep, metres, >= 0: the self margin inside one robot, carried objects
 * included, the margin for all other pairs. */
LW_API lw_status lw_scene_set_margin(lw_scene *scene, double margin, lw_error *error);
LW_API lw_status lw_scene_set_self_margin(lw_scene *scene, double margin, lw_error *error);
/* The margin of one pair; b NULL: of every pair with a. The last call wins. */
LW_API lw_status lw_scene_set_pair_margin(lw_scene *scene, const char *a, const char *b, double margin,
                                          lw_error *error);
LW_API lw_status lw_scene_set_mesh_mode(lw_scene *scene, lw_mesh_mode mode, lw_error *error);
LW_API lw_status lw_scene_set_strict_limits(lw_scene *scene, bool strict, lw_error *error);
/* Makes every notice an error: the function that would have given it fails with error notice (limit for
 * a value outside its limits), with the notice's sentence, file and line. Of several notices in one
 * call, the first becomes the error and the listener gets the others. Set it before a call that may
 * give notice. */
LW_API lw_status lw_scene_set_strict(lw_scene *scene, bool strict, lw_error *error);
/* Starts a robot; the functions below add to it by its name. base: the pose of its root link. */
LW_API lw_status lw_scene_add_robot(lw_scene *scene, const char *name, lw_pose base, lw_error *error);
LW_API lw_status lw_scene_add_link(lw_scene *scene, const char *robot, const char *link,
                                   lw_error *error);
LW_API lw_status lw_scene_add_joint(lw_scene *scene, const char *robot, const lw_joint_def *joint,
                                    lw_error *error);
/* Adds a shape to a link at a pose in the link; a link may have many. */
LW_API lw_status lw_scene_add_shape(lw_scene *scene, const char *robot, const char *link,
                                    const lw_shape_def *shape, lw_pose pose, lw_error *error);
LW_API lw_status lw_scene_add_shared_shape(lw_scene *scene, const char *robot, const char *link,
                                           const lw_shape *shape, lw_pose pose, lw_error *error);
/* Adds a group: a named list of joints, in order. The joints must exist when the scene is frozen. */
LW_API lw_status lw_scene_add_group(lw_scene *scene, const char *robot, const char *group,
                                    const char *const *joints, size_t count, lw_error *error);
/* Adds a named configuration of some joints. values: one per joint (joints of one value only). */
LW_API lw_status lw_scene_add_state(lw_scene *scene, const char *robot, const char *group,
                                    const char *state, const char *const *joints, const double *values,
                                    size_t count, lw_error *error);
/* Scales a link's shapes, and then grows the link by its padding on all sides. link NULL: all links of
 * the robot. It applies to shapes whenever they are added. Scaling is as in MoveIt: sizes and rounding
 * about the shape's origin, vertices about the mean of their distinct points (in a mesh, of those that
 * triangles use), whatever file they come from. Padding is a true offset: larger than MoveIt's for
 * meshes, polytopes and cones, smaller at edges and rims of boxes and cylinders. It counts in pairs
 * with obstacles, other robots and what these carry, that of both bodies, and not inside one robot. A
 * carried object has the padding of its link, but not the scale. */
LW_API lw_status lw_scene_set_link_padding(lw_scene *scene, const char *robot, const char *link,
                                           double scale, double padding, lw_error *error);
/* Sets the values that a joint has in motions that do not move it; count: 1, 3 or 7. Each value of a
 * planar or floating joint "base" has a name too: base/x, base/y, base/theta, or base/trans_x to
 * base/trans_z and base/rot_x to base/rot_w. Setting one leaves the others unchanged. */
LW_API lw_status lw_scene_set_joint(lw_scene *scene, const char *robot, const char *joint,
                                    const double *values, size_t count, lw_error *error);
/* Adds a shape to the obstacle `id`, which the first call makes. pose: in the world. */
LW_API lw_status lw_scene_add_obstacle(lw_scene *scene, const char *id, const lw_shape_def *shape,
                                       lw_pose pose, lw_error *error);
LW_API lw_status lw_scene_add_shared_obstacle(lw_scene *scene, const char *id, const lw_shape *shape,
                                              lw_pose pose, lw_error *error);
/* Adds a shape to an object that a link carries. pose: in the link. touch_links: names of links of the
 * robot that the object may touch (it may always touch the link that carries it); a name that no link
 * has is that of another carried object. */
LW_API lw_status lw_scene_add_attached(lw_scene *scene, const char *robot, const char *link,
                                       const char *id, const lw_shape_def *shape, lw_pose pose,
                                       const char *const *touch_links, size_t touch_link_count,
                                       lw_error *error);
LW_API lw_status lw_scene_add_shared_attached(lw_scene *scene, const char *robot, const char *link,
                                              const char *id, const lw_shape *shape, lw_pose pose,
                                              const char *const *touch_links, size_t touch_link_count,
                                              lw_error *error);
/* Sets an entry of the allowed collision matrix: whether a pair may meet (true: it is not checked). The
 * last call wins. Names: a link, an obstacle, an attached object, or robot/link; b NULL: every pair
 * with a. Names that do not exist when the scene is frozen are ignored with a notice. */
LW_API lw_status lw_scene_allow_pair(lw_scene *scene, const char *a, const char *b, bool allowed,
                                     lw_error *error);
/* Loads a scene file: our JSON, MoveIt's messages, or a .scene file, told apart by content. A MoveIt
 * scene applies to the robots added before; its messages may change or remove objects. Errors, here and
 * below: file, syntax, model, name, argument, memory, with file and line. */
LW_API lw_status lw_scene_load(lw_scene *scene, const char *path, lw_error *error);
/* Loads a robot. urdf "-": standard input; its meshes are searched from the working folder. srdf NULL:
 * none. name NULL: as in the file. base NULL: identity. */
LW_API lw_status lw_scene_load_robot(lw_scene *scene, const char *urdf, const char *srdf,
                                     const char *name, const lw_pose *base, lw_error *error);

/* Compiles the scene: puts joints in order, builds the bounding volume hierarchies of the geometry, and
 * selects the pairs to check. From here on it is read-only and any number of threads may use it. If
 * many polytopes need their hulls, it uses threads of its own until it returns, one per processor; the
 * listener for notices is called in the caller's thread only, and the result is the same to the bit.
 * Errors: model, name, memory. */
LW_API lw_status lw_scene_freeze(lw_scene *scene, lw_error *error);

/* ---- joints ------------------------------------------------------------------------------------ */

/* Joints in the order in which a configuration lists their values. */
typedef struct lw_joints lw_joints;

/* The joints of a group of a frozen scene; they live as long as the scene or a copy of it. robot NULL:
 * the only one. group NULL: the only group that the robot has, else its movable joints in file order
 * without mimic joints. Returns NULL on error: name (no such robot or group), state (the scene is not
 * frozen). */
LW_API const lw_joints *lw_scene_joints(const lw_scene *scene, const char *robot, const char *group,
                                        lw_error *error);
/* All movable joints of a robot in file order, without mimic joints; NULL for an index that is too
 * large, or an open scene. */
LW_API const lw_joints *lw_scene_movable_joints(const lw_scene *scene, size_t robot);
/* Joints of a robot by name, in this order. robot NULL: the only one. Destroy them before the scene,
 * and not while a planner has them. Errors: name (no such robot or joint), argument (no names, one
 * twice, a joint that is fixed or follows another), state, memory. */
LW_API lw_status lw_joints_create(const lw_scene *scene, const char *robot, const char *const *names,
                                  size_t count, lw_joints **out, lw_error *error);
/* Only for joints that lw_joints_create made. */
LW_API void lw_joints_destroy(lw_joints *joints);
LW_API size_t lw_joints_robot(const lw_joints *joints);       /* the robot's index */
LW_API size_t lw_joints_count(const lw_joints *joints);       /* joints */
LW_API size_t lw_joints_value_count(const lw_joints *joints); /* values: 1, 3 or 7 a joint */
LW_API const char *lw_joints_name(const lw_joints *joints, size_t joint);
/* Writes the values of a named state for these joints into values; the values of joints that the state
 * does not name stay unchanged. Errors: name (no such state), argument (joints of another scene). */
LW_API lw_status lw_scene_state(const lw_scene *scene, const lw_joints *joints, const char *state,
                                double *values, lw_error *error);

/* ---- scene: change ----------------------------------------------------------------------------- */

/* Copies a frozen scene into an open one. The copy is copy-on-write: it shares all geometry, joints and
 * trees that do not change, by reference count. All building functions work on it except those that add
 * robots, links, joints, shapes of links, groups, named configurations or motions, or set limits of
 * joints, covers, meshes to leave out or another dimension (error state). Freeze it like any other
 * scene; it then answers, to the bit, as a scene that was built in this state. Copying a scene, moving
 * obstacles and freezing again take microseconds, however many obstacles there are. The time for other
 * changes grows with the number of obstacles, but is far less than that for building the scene.
 *
 *     lw_scene_copy(scene, &next, &error);
 *     lw_scene_move_obstacle(next, "box", pose, &error);
 *     lw_scene_freeze(next, &error);
 *     lw_pool_set_scene(pool, next, &error);
 *     lw_scene_destroy(scene);
 *
 * The first scene stays as it is, and may be destroyed before or after the copy. Joints of one serve
 * the other; so do checkers, pools and motions after lw_checker_set_scene, lw_pool_set_scene or
 * lw_motion_set_scene. Notices that the first scene has given are not given again. Errors: state (the
 * scene is not frozen), memory. Any thread. */
LW_API lw_status lw_scene_copy(const lw_scene *scene, lw_scene **out, lw_error *error);

/* Changes of any open scene. The pose of an obstacle or carried object is the pose of the body, as
 * lw_motion_pose gives it. If it has one shape, that is the pose of the shape; else that of the frame
 * in which the poses of its shapes are given, which at first is the world or the link. A polygon that
 * is not convex counts as several shapes, so that its pose is the identity at first. Errors: name
 * (there is none of this name), state, argument, memory. */

/* Puts an obstacle at a pose in the world. Errors: state (a link carries it). */
LW_API lw_status lw_scene_move_obstacle(lw_scene *scene, const char *id, lw_pose pose, lw_error *error);
/* Removes an obstacle or a carried object. The permissions and margins of its name stay, for an object
 * that is added under the same name. */
LW_API lw_status lw_scene_remove(lw_scene *scene, const char *id, lw_error *error);
/* Makes a link carry an obstacle, at a pose in the link; touch_links as in lw_scene_add_attached.
 * Errors: state (a link carries it already). */
LW_API lw_status lw_scene_attach_obstacle(lw_scene *scene, const char *robot, const char *link,
                                          const char *id, lw_pose pose, const char *const *touch_links,
                                          size_t touch_link_count, lw_error *error);
/* Makes a carried object an obstacle, at a pose in the world. Errors: state (no link carries it). */
LW_API lw_status lw_scene_release(lw_scene *scene, const char *id, lw_pose pose, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
