/* The scene: robots and obstacles, built, frozen, and from then on read-only, so that threads share it;
 * copied where it changes. */
#ifndef LEEWAY_SCENE_H
#define LEEWAY_SCENE_H

#include <leeway/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shapes ------------------------------------------------------------------------------------ */

typedef enum lw_shape_kind {
    LW_SHAPE_SPHERE,    /* radius */
    LW_SHAPE_CAPSULE,   /* radius; length of the segment between the ends' centres, along z */
    LW_SHAPE_BOX,       /* size: full edge lengths along x, y, z */
    LW_SHAPE_CYLINDER,  /* radius; length, along z, centred */
    LW_SHAPE_CONE,      /* radius of the base at z = -length/2, tip at z = +length/2 */
    LW_SHAPE_POLYTOPE,  /* convex hull of vertices */
    LW_SHAPE_MESH,      /* triangles over vertices */
    LW_SHAPE_DISC,      /* in the plane: radius */
    LW_SHAPE_POLYGON,   /* in the plane: the region within the outline of vertices, convex or not, in
                           either order around; their z is 0. One vertex is a point, two a segment */
    LW_SHAPE_ELLIPSOID, /* size: full lengths of its axes along x, y, z, each above 0 */
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

/* Starts a robot; the functions below then add to it by name. base: its root link in the world. */
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
/* A named set of joints in an order; joints must exist when the scene is frozen. */
LW_API lw_status lw_scene_add_group(lw_scene *scene, const char *robot, const char *group,
                                    const char *const *joints, size_t count, lw_error *error);

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
/* The value that a joint has where a motion does not move it; count 1, 3 or 7 values. One value of a
 * planar or floating joint has a name of its own behind the joint's: base/x, base/y, base/theta, or
 * base/trans_x to base/trans_z and base/rot_x to base/rot_w; the others stay what they are. */
LW_API lw_status lw_scene_set_joint(lw_scene *scene, const char *robot, const char *joint,
                                    const double *values, size_t count, lw_error *error);

/* Adds a shape to an obstacle, which the first call makes; pose in the world. */
LW_API lw_status lw_scene_add_obstacle(lw_scene *scene, const char *id, const lw_shape_def *shape,
                                       lw_pose pose, lw_error *error);
LW_API lw_status lw_scene_add_shared_obstacle(lw_scene *scene, const char *id, const lw_shape *shape,
                                              lw_pose pose, lw_error *error);
/* Adds a shape to an object carried by a link; pose in the link. touch_links: links of the robot that
 * it may touch (the carrying link always may), or where no link has the name another carried object. */
LW_API lw_status lw_scene_add_attached(lw_scene *scene, const char *robot, const char *link,
                                       const char *id, const lw_shape_def *shape, lw_pose pose,
                                       const char *const *touch_links, size_t touch_link_count,
                                       lw_error *error);
LW_API lw_status lw_scene_add_shared_attached(lw_scene *scene, const char *robot, const char *link,
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

/* Compiles the scene: puts joints in order, builds the trees of geometry, and selects the pairs to
 * check. From here on it is read-only and any number of threads may use it. Where many polytopes need
 * their hulls, it uses threads of its own until it returns, one per processor; the listener for notices
 * is called in the caller's thread only, and the result is the same to the bit. Errors: model, name,
 * memory. */
LW_API lw_status lw_scene_freeze(lw_scene *scene, lw_error *error);

/* ---- joints ------------------------------------------------------------------------------------ */

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

/* ---- scene: change ----------------------------------------------------------------------------- */

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
/* Makes a link carry an obstacle, at a pose in the link; touch_links as in lw_scene_add_attached.
 * Errors: state where a link carries it already. */
LW_API lw_status lw_scene_attach_obstacle(lw_scene *scene, const char *robot, const char *link,
                                          const char *id, lw_pose pose, const char *const *touch_links,
                                          size_t touch_link_count, lw_error *error);
/* Makes a carried object an obstacle, at a pose in the world. Errors: state where no link carries it.
 */
LW_API lw_status lw_scene_release(lw_scene *scene, const char *id, lw_pose pose, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
