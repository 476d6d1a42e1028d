/* Queries: of a frozen scene (robots, links, joints, bodies, pairs), of a motion (payloads, stages,
 * bounds), of a method and of a mesh; distances, gradients and near misses. */
#ifndef LEEWAY_ASK_H
#define LEEWAY_ASK_H

#include <leeway/check.h>
#include <leeway/plane.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- scene ------------------------------------------------------------------------------------- */

/* Indices count from 0, those of links, joints and bodies over the whole scene; -1 stands for none. A
 * frozen scene may be asked in any thread; all pointers live as long as the scene. While a scene is
 * open, counts of things that only a frozen scene has are 0. Errors of functions that return a status:
 * argument (an index that is too large), state (the scene is not frozen). */

/* Settings of a scene, also of an open one. */
LW_API double lw_scene_margin(const lw_scene *scene);
LW_API double lw_scene_self_margin(const lw_scene *scene);
LW_API lw_mesh_mode lw_scene_mesh_mode(const lw_scene *scene);
/* How many obstacles and carried objects there are; also in open scenes. */
LW_API size_t lw_scene_object_count(const lw_scene *scene);
/* How many bytes of memory the scene holds in total, without shared shapes. Memory that copies share
 * counts in each of them, except geometry, which counts in the scene that made it. */
LW_API size_t lw_scene_memory(const lw_scene *scene);

/* A hash of 64 bits over all data that verdicts on motions of the scene depend on: joints, bodies with
 * their names and geometry, pairs, margins; not groups, named configurations and motions. Scenes that
 * are equal in these have equal fingerprints, however they were built; others differ, except by chance,
 * once in 2^64. It is no protection against deliberate collisions. Takes one pass over all geometry:
 * some 10 ns a vertex. Frozen scenes only. */
LW_API lw_status lw_scene_fingerprint(const lw_scene *scene, uint64_t *out, lw_error *error);

/* The files that the scene was read from and the files that they name, also those that were not found
 * or that several name; also of open scenes. NULL for an index that is too large. */
LW_API size_t lw_scene_file_count(const lw_scene *scene);
LW_API const char *lw_scene_file(const lw_scene *scene, size_t index);

/* The robots' count, names and indices, also of open scenes. The name is NULL for an index that is too
 * large. */
LW_API size_t lw_scene_robot_count(const lw_scene *scene);
LW_API const char *lw_scene_robot_name(const lw_scene *scene, size_t robot);
LW_API int64_t lw_scene_find_robot(const lw_scene *scene, const char *name);

typedef struct lw_robot_info {
    size_t struct_size;
    const char *name;
    lw_pose base; /* pose of its root link in the world */
    size_t root;  /* the root link */
    size_t link_count, joint_count;
    size_t group_count, state_count;
    double reach; /* metres; an upper bound on the distance of any point of the robot's links, and of
                     objects that they carry, from the frame of the root link: the chain stretched
                     out, within the limits of joints, without padding. Infinite if a slide has no
                     limits, or a joint is planar or floating */
} lw_robot_info;
LW_STARTS(lw_robot_info, lw_default_robot_info)

LW_API lw_status lw_scene_robot_info(const lw_scene *scene, size_t robot, lw_robot_info *out,
                                     lw_error *error);

/* The links of all robots, in the order in which they were added. Also of open scenes, where body and
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

/* The joints of all robots: a robot's joints together, each after the joints above it. The value of a
 * joint that mimics is mimic_multiplier * value + mimic_offset of another one. If that joint mimics in
 * turn, the chain is resolved: `mimic` is the free joint at its end. */
typedef struct lw_joint_info {
    size_t struct_size;
    const char *name;
    lw_joint_kind kind;
    size_t robot;
    size_t parent, child; /* links */
    lw_pose origin;       /* as in lw_joint_def */
    lw_vec3 axis;         /* unit, in the child link's frame; x for fixed and floating joints */
    double lower, upper;  /* limits; infinite: none */
    int64_t mimic;        /* the joint that it follows; -1: none */
    double mimic_multiplier, mimic_offset;
    size_t value_count; /* values of its own: 0 for fixed joints and those that mimic, else 1, 3 or 7 */
    double rest[7];     /* value_count values: where it is when no motion moves it */
    double velocity, acceleration; /* as in lw_joint_def */
    bool stated;                   /* lw_scene_set_joint or a scene's robot_state has set `rest` */
    double jerk;                   /* as in lw_joint_def */
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
    const char *name; /* as in verdicts: the link, the object's id, or robot/link with several robots */
    int64_t robot;    /* -1: an obstacle */
    int64_t link;     /* the link, or the link that carries the object; -1: an obstacle */
    bool attached;    /* an object that a link carries */
    bool moves;       /* some joint can move it */
    double padding;   /* metres; counts in pairs with bodies that are not of the same robot */
    lw_vec3 center;   /* centre of a sphere about the body without padding, in the body's frame */
    double radius;
    size_t shape_count;
    lw_vec3 low, high; /* corners of a box about the body without padding, in the body's frame */
} lw_body_info;
LW_STARTS(lw_body_info, lw_default_body_info)

LW_API size_t lw_scene_body_count(const lw_scene *scene);
LW_API lw_status lw_scene_body_info(const lw_scene *scene, size_t body, lw_body_info *out,
                                    lw_error *error);
/* The name of a body; NULL for an index that is too large. */
LW_API const char *lw_scene_body_name(const lw_scene *scene, size_t body);
LW_API int64_t lw_scene_find_body(const lw_scene *scene, const char *name);

/* A shape of a body: its pose, its file, and what was left of a cloud. */
typedef struct lw_body_shape {
    size_t struct_size;
    lw_pose pose;     /* in the body's frame, whose pose lw_motion_pose gives */
    const char *file; /* the file of a mesh or cloud; NULL: not from a file */
    size_t left_out;  /* points of a cloud as it was given that are not finite: left out */
    size_t joined;    /* other points of it that repeat an earlier one: joined with that one */
    size_t filtered;  /* other points of it near robots: left out by lw_scene_filter_robots */
} lw_body_shape;
LW_STARTS(lw_body_shape, lw_default_body_shape)

/* shape: below the body's shape_count, in the order in which shapes were added. def: NULL, or room for
 * the shape as the scene uses it: scaled like the link, without padding, in the scene's mesh mode. A
 * polygon that is not convex is listed as its convex parts. */
LW_API lw_status lw_scene_body_shape(const lw_scene *scene, size_t body, size_t shape,
                                     lw_body_shape *out, lw_shape_def *def, lw_error *error);

/* The cover of a body that moves with a robot, in space or with a linkage in the plane. */
typedef struct lw_cover_info {
    size_t struct_size;
    size_t ball_count;    /* 0: it has none */
    double excess;        /* how far its balls stick out of the body's bounding hulls, at most; metres,
                             rounded: a figure for people, not a bound */
    uint64_t fingerprint; /* hash of a link's shapes and scale; 0 for objects */
    const char *file;     /* the file that it was read from; NULL: freezing made it */
} lw_cover_info;
LW_STARTS(lw_cover_info, lw_default_cover_info)

/* Measures the excess, which takes some microseconds a ball. */
LW_API lw_status lw_scene_cover_info(const lw_scene *scene, size_t body, lw_cover_info *out,
                                     lw_error *error);

/* A ball of a cover, in the frame of the link, or of the object that a link carries. */
typedef struct lw_cover_ball {
    lw_vec3 center;
    double radius;
    double excess; /* how far this ball sticks out, as in lw_cover_info */
} lw_cover_ball;
LW_API lw_status lw_scene_cover_ball(const lw_scene *scene, size_t body, size_t ball,
                                     lw_cover_ball *out, lw_error *error);

/* Writes the covers of a robot's links as a file for lw_scene_load_cover: several lines of JSON,
 * without a newline at the end. Numbers read back as the same double. text, size and length as in
 * lw_result_json. Errors: argument (also for a robot in the plane), state, memory. */
LW_API lw_status lw_scene_cover_json(const lw_scene *scene, size_t robot, char *text, size_t size,
                                     size_t *length, lw_error *error);

/* The pairs of bodies that are checked. */
typedef struct lw_pair_info {
    size_t struct_size;
    size_t bodies[2]; /* a body of a robot comes before an obstacle */
    bool self;        /* both are links of one robot, or objects that it carries */
    double margin;    /* metres */
    double padding;   /* metres: the paddings of both bodies in this pair, added up */
} lw_pair_info;
LW_STARTS(lw_pair_info, lw_default_pair_info)

LW_API size_t lw_scene_pair_count(const lw_scene *scene);
LW_API lw_status lw_scene_pair_info(const lw_scene *scene, size_t pair, lw_pair_info *out,
                                    lw_error *error);
/* The two bodies of a pair; the index must be below the count. */
LW_API void lw_scene_pair(const lw_scene *scene, size_t pair, size_t bodies[2]);
/* The pair of two bodies, given in either order; -1: they are not checked. */
LW_API int64_t lw_scene_find_pair(const lw_scene *scene, size_t a, size_t b);

/* Why a pair of bodies is checked, or is not. */
typedef enum lw_pair_reason {
    LW_PAIR_CHECKED,
    LW_PAIR_RIGID,     /* of one robot, and rigid: they cannot move relative to each other */
    LW_PAIR_ADJACENT,  /* the two links of one joint */
    LW_PAIR_TOUCH,     /* an attached object and a link that it may touch */
    LW_PAIR_ROBOT,     /* allowed by the SRDF */
    LW_PAIR_SCENE,     /* allowed by the scene */
    LW_PAIR_CALLER,    /* allowed by a flag or a call */
    LW_PAIR_OBSTACLES, /* neither belongs to a robot */
    LW_PAIR_SAMPLED,   /* allowed by the SRDF on the ground of samples alone: the reason there is
                          LW_SRDF_SAMPLED */
#ifdef LW_DUMMY_KIND
    LW_PAIR_DUMMY
#endif
} lw_pair_reason;

/* a, b: two different bodies, in either order. */
LW_API lw_status lw_scene_pair_reason(const lw_scene *scene, size_t a, size_t b, lw_pair_reason *out,
                                      lw_error *error);

/* ---- motion: ask ------------------------------------------------------------------------------- */

/* Adds a notice of the caller: like the library's own notices, the motion keeps it and the listener
 * gets it. Errors: argument, notice (where notices are errors), memory, and the status that the
 * listener returns. */
LW_API lw_status lw_motion_add_notice(lw_motion *motion, const char *sentence, lw_error *error);
/* The bounds of a joint's values in the planning request that the motion was read from; a planner has
 * to keep them. lower, upper: a bound for each of the joint's 1, 3 or 7 values; infinite: no bound.
 * Returns the number of values; 0 for an index that is too large. */
LW_API size_t lw_motion_bounds(const lw_motion *motion, size_t joint, double *lower, double *upper);
/* The interpolation between the waypoints of timed tracks: a verdict holds for these positions. */
LW_API lw_interpolation lw_motion_interpolation(const lw_motion *motion);

/* A motion that attaches or releases objects consists of stages. Each stage has a scene of its own, a
 * copy (lw_scene_copy) of the motion's scene, in which these objects are carried, stand and may touch
 * as in this stage. lw_check and lw_near_misses answer for all stages together, with the bodies of the
 * motion's own scene. Any other motion is its own only stage. A stage is an ordinary motion of its own
 * scene over its own interval; both live until the motion is set again. */
LW_API const lw_scene *lw_motion_scene(const lw_motion *motion);
LW_API size_t lw_motion_stage_count(const lw_motion *motion);
/* NULL for an index that is too large. */
LW_API const lw_motion *lw_motion_stage(const lw_motion *motion, size_t stage);
/* The stage at a time; where two stages meet, the later one. */
LW_API size_t lw_motion_stage_at(const lw_motion *motion, double time);
/* The index, in the scene of a stage, of a body of the motion's scene; -1 for indices that are too
 * large. */
LW_API int64_t lw_motion_stage_body(const lw_motion *motion, size_t stage, size_t body);

/* An object that is attached or released on the way. Names live until the motion is set again. */
typedef struct lw_payload_info {
    size_t struct_size;
    lw_payload_kind kind;
    double time; /* in the motion's unit */
    size_t robot, waypoint;
    const char *object;
    const char *link; /* attach: the robot's link that takes the object; release: NULL */
} lw_payload_info;
LW_STARTS(lw_payload_info, lw_default_payload_info)

/* The payloads of the whole motion, in the order in which objects are attached and released. For a
 * motion that is a stage (lw_motion_stage) the count is 0. */
LW_API size_t lw_motion_payload_count(const lw_motion *motion);
/* Errors: argument. */
LW_API lw_status lw_motion_payload(const lw_motion *motion, size_t index, lw_payload_info *out,
                                   lw_error *error);

/* ---- methods ------------------------------------------------------------------------------------ */

/* The services that methods may offer (lw_method_serves). */
typedef enum lw_service {
    LW_SERVICE_FREE,  /* the method proves motions free; else a motion in which it finds no contact is
                         undecided */
    LW_SERVICE_PLANE, /* scenes of dimension 2; else lw_check gives the error argument */
    LW_SERVICE_ANY,   /* lw_check_options.any saves samples; else it finds the same contact */
    LW_SERVICE_CLEARANCE,  /* lw_check_options.clearance and lw_near_misses; else both give the error
                              argument. With a method that does not prove motions free, lw_check leaves
                              the clearance out instead, and lw_near_misses lists the pairs all the
                              same */
    LW_SERVICE_LEAVING,    /* lw_check_options.leaving; else lw_check gives the error argument */
    LW_SERVICE_CLAIMS,     /* lw_check_options.claim; else it is not called */
    LW_SERVICE_STEPS,      /* lw_check_options.step; else it is not called */
    LW_SERVICE_PROOFS,     /* proofs of lw_check_traced; else there are samples and no proofs */
    LW_SERVICE_TOLERANCES, /* motions with a tolerance (leeway/tolerance.h) */
#ifdef LW_DUMMY_KIND
    LW_SERVICE_DUMMY
#endif
} lw_service;

/* Whether a method offers a service; false also if there is no such method or service. Any thread. */
LW_API bool lw_method_serves(lw_method method, lw_service service);
/* The name of a service, such as "clearance"; NULL if there is none. */
LW_API const char *lw_service_name(lw_service service);

/* ---- meshes ------------------------------------------------------------------------------------ */

/* How many bytes a shared shape holds, once for all scenes; lw_scene_memory does not count them. NULL:
 * 0. */
LW_API size_t lw_shape_memory(const lw_shape *shape);

/* A mesh as the library understands it: its triangles, without those that have no area, and its
 * components, which are sets of triangles connected over equal vertices. */
typedef struct lw_mesh_info {
    size_t struct_size;
    size_t triangle_count;
    size_t left_out;      /* triangles without area that lie on edges of others: left out */
    size_t segment_count; /* other triangles without area: they become segments */
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
    bool hollow;       /* neither closed nor repaired, and not flat: a body inside it is not found */
    size_t open_edges; /* edges that the repair did not close */
    lw_vec3 low, high; /* its box, in the mesh's frame */
} lw_component_info;
LW_STARTS(lw_component_info, lw_default_component_info)

/* Analyses a mesh as freezing does. components: an array for the first `room` components, its first
 * element initialised (lw_default_component_info()); may be NULL if room is 0. Errors: argument (not a
 * mesh, or not a sound one), memory. Any thread. */
LW_API lw_status lw_shape_mesh_info(const lw_shape_def *mesh, lw_mesh_info *out,
                                    lw_component_info *components, size_t room, lw_error *error);

/* ---- forward kinematics ------------------------------------------------------------------------ */

/* The poses of links at many configurations, without a motion. joints: of one robot of the scene; NULL:
 * the default joints of the only one. rows: `count` configurations, lw_joints_value_count values each
 * (radians, metres; of a floating joint x, y, z and a quaternion of any length but 0), each row
 * `stride` doubles behind the one before; a stride of 0 repeats one row. All other joints stand where
 * the scene has them. links: `link_count` indices of links; NULL: all links, in order, and link_count
 * is not read. out: count x link_count poses, row-major, of the links' own frames in the world, metres:
 * those of lw_motion_link_pose for a motion that stands at the row, to the bit where no joint is
 * floating. Values beyond the limits of their joints are taken as they are. Takes one block of memory
 * per call, none per row. Any thread. Errors: argument (a value that is NaN or above 1e9 in size, a
 * quaternion of length 0, joints of another scene, no such link), name (NULL joints and several
 * robots), state (the scene is not frozen), memory; poses of rows before a wrong one are then set. */
LW_API lw_status lw_scene_link_poses(const lw_scene *scene, const lw_joints *joints, const double *rows,
                                     size_t count, size_t stride, const size_t *links,
                                     size_t link_count, lw_pose *out, lw_error *error);

/* The geometric Jacobians of a link's frame at many configurations. Arguments as for
 * lw_scene_link_poses. out: count x 6 x lw_joints_value_count numbers, row-major: per row of `rows` the
 * derivatives by the joint values of, in world axes, the position of the frame's origin (x, y, z;
 * metres per radian or metre) and its orientation (the angular velocity x, y, z; radians per radian or
 * metre). The columns of a floating joint are x, y, z and its quaternion x, y, z, w, as it is given; it
 * is normalised wherever it is used, so that the derivative along it is 0. A joint that mimics adds to
 * the column of the joint that it follows. Columns of joints that do not move the link are zero. For
 * points of bodies there is lw_body_jacobian. Errors and threads: those of lw_scene_link_poses. */
LW_API lw_status lw_scene_link_jacobians(const lw_scene *scene, const lw_joints *joints,
                                         const double *rows, size_t count, size_t stride, size_t link,
                                         double *out, lw_error *error);

/* ---- distances --------------------------------------------------------------------------------- */

/* The distance of two shapes at two poses. It builds the geometry and frees it again: for single
 * questions; a scene keeps its geometry. Errors: argument, memory. Any thread. */
LW_API lw_status lw_shape_distance(const lw_shape_def *a, lw_pose pose_a, const lw_shape_def *b,
                                   lw_pose pose_b, lw_distance *out, lw_error *error);

/* The clearances of all pairs that come nearer than a threshold (metres, above 0) during the motion,
 * including those that meet, in the order of the scene's pairs. Pairs that the motion does not move
 * against each other are left out, unless the options' fixed_pairs is set. A pair that is
 * undecided, because of the budget or of rounding, is listed with the lower bound 0. If a lower bound
 * would be below the margin of its pair, lw_check runs with the same options: if the motion is free,
 * each pair's lower bound is at least its margin. out: an array of `capacity` elements, filled from the
 * first on; *count: how many such pairs there are, perhaps more than capacity. These options matter:
 * the clearance's tolerances, the budgets, which count anew for each search, method, stop and
 * fixed_pairs. In a motion of several stages a pair's clearance is the smallest one of the stages that
 * check it; only such motions allocate memory. Errors: argument, memory. */
LW_API lw_status lw_near_misses(lw_checker *checker, const lw_motion *motion, double threshold,
                                const lw_check_options *options, lw_clearance *out, size_t capacity,
                                size_t *count, lw_error *error);

/* Which points, such as those of a depth camera, are near the robots themselves at a time of a motion:
 * at most `margin` (metres, >= 1e-9) from a link, grown by its padding, or from an object that a link
 * carries then, or inside one. points: count rows x y z in a frame at `pose` in the world. out: room
 * for one value a point. A point is near only if an upper bound of its distance is at most the margin;
 * one so close to the margin that rounding hides on which side it lies is not near, nor is one that is
 * not finite. Takes some nanoseconds for a point that is far from all robots, about a microsecond near
 * one, and inside a mesh some ten nanoseconds for each of its triangles. Any thread. Errors: argument
 * (no motion, points or room, a margin that is too small or not finite, a time outside the motion, a
 * scene in the plane), memory. */
LW_API lw_status lw_points_near_robots(const lw_motion *motion, double time, double margin,
                                       const double *points, size_t count, lw_pose pose, bool *out,
                                       lw_error *error);

/* Makes an open copy (lw_scene_copy) of a motion's scene without those points of its obstacles' clouds
 * that are near the robots at a time of the motion, as lw_points_near_robots tells. An obstacle that
 * loses all points is removed. No notice is given; lw_scene_body_shape has the number of points that a
 * cloud has lost. count: NULL, or the number of all points left out. Errors: those of
 * lw_points_near_robots and lw_scene_copy. */
LW_API lw_status lw_scene_filter_robots(const lw_motion *motion, double time, double margin,
                                        lw_scene **out, size_t *count, lw_error *error);

/* The distance of a pair (index below lw_scene_pair_count) at a time of the motion. The bodies are
 * padded; the margin is not subtracted. Error argument, also for a motion of several stages: ask for
 * its stages one by one, since each has pairs of its own. */
LW_API lw_status lw_pair_distance(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t pair, lw_distance *out, lw_error *error);

/* The same in a scene of the plane by a named algorithm (leeway/plane.h, lw_polygon_separation_by), as
 * the nearest two of the bodies' convex parts, each with each. The bracket, and its meaning, are those
 * of lw_pair_distance. Where bodies of several parts overlap, the algorithm gives `upper`, minus the
 * depth of the deepest two parts; the rest is the answer of lw_pair_distance. Errors: as that, and
 * argument for a scene of dimension 3 and for an algorithm that does not exist. */
LW_API lw_status lw_pair_distance_by(lw_checker *checker, const lw_motion *motion, double time,
                                     size_t pair, lw_planar_algorithm algorithm, lw_distance *out,
                                     lw_error *error);

/* The Jacobian of a point of a body at a time of the motion: the derivatives, in world axes, of the
 * position of the point, fixed to the body, by the joint values. point: in the world, at that time,
 * metres. joints: of one robot; NULL: the default joints of the only one. jacobian: 3 rows (x, y, z),
 * one column per joint value (lw_joints_value_count), row-major: metres per radian for turns and
 * headings, metres per metre for slides. The columns of a floating joint are x, y, z and its quaternion
 * x, y, z, w as lw_motion_joint_values gives it; for the opposite quaternion these four change sign.
 * The quaternion is normalised wherever it is used, so that the derivative along it is 0. A joint that
 * mimics adds to the column of the joint that it follows. Columns of joints that do not move the body
 * are zero, and all are for obstacles. Errors: those of lw_pair_distance; name (NULL joints and several
 * robots). */
LW_API lw_status lw_body_jacobian(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t body, lw_vec3 point, const lw_joints *joints, double *jacobian,
                                  lw_error *error);

/* The gradient of a pair's signed distance by the joint values: one number per value, in the order of
 * the Jacobian's columns. If the bodies overlap, moving along it lessens the penetration depth.
 * distance: the answer of lw_pair_distance for the pair at this time; its normal and points are used.
 * The gradient is exact if the distance has a derivative and the points differ along the normal only:
 * for bodies that are apart, and for convex bodies that overlap. If there is no derivative (two pairs
 * of nearest points, a flat face along a flat face) it is the gradient for the points that were found.
 * For other bodies that overlap it is the rate at which the two points part along the normal; the depth
 * changes at this rate if these points determine it. Errors: those of lw_body_jacobian. */
LW_API lw_status lw_pair_gradient(lw_checker *checker, const lw_motion *motion, double time,
                                  size_t pair, const lw_distance *distance, const lw_joints *joints,
                                  double *gradient, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
