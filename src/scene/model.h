/* The model that a scene is built from before it is frozen. Loaders append to its lists, so that one
 * that fails can roll back to where it began. Strings and arrays live in the model's arena. A scene and
 * its copies share the model copy-on-write (scene/model_share.c). */
#ifndef LW_SCENE_MODEL_H
#define LW_SCENE_MODEL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/name_table.h"
#include "leeway/uncertainty.h"

/* Lengths, values, velocities and times beyond this are refused: they are mistakes of units, and
 * squares and products computed from smaller ones stay far from overflow, so that no bound ever becomes
 * NaN. In metres, radians and seconds. */
#define LW_LARGEST 1e9

typedef struct lw_model_robot {
    char *name;
    lw_pose base;
    lw_uncertainty uncertainty; /* of the base */
} lw_model_robot;

typedef struct lw_model_link {
    size_t robot;
    char *name;
} lw_model_link;

typedef struct lw_model_joint {
    size_t robot;
    lw_joint_def def; /* with its strings in the arena */
    bool is_virtual;  /* an SRDF's virtual joint: it is in no default order */
} lw_model_joint;

/* An obstacle (robot < 0) or an attached object. */
typedef struct lw_model_object {
    char *id;
    int64_t robot;
    char *link;
    char **touch_links;
    size_t touch_link_count;
    bool placed;       /* the body is at `pose`, not at its shape's pose or its carrier's frame */
    lw_pose pose;      /* in the link, or in the world */
    bool has_frame;    /* the object has a frame beside its shapes' poses, as in ROS messages */
    lw_pose frame;     /* the object's frame, in the body's frame */
    lw_memory *memory; /* holds its strings; NULL: they are in the root model's arena */
    bool stays;        /* an obstacle that is where it was in the scene's original (struct lw_scene) */
    int64_t made;      /* its body in the original; -1: none, or its shapes have changed */
    lw_uncertainty uncertainty;
} lw_model_object;

/* How many points of a cloud, as it was given, are not in the scene. */
typedef struct lw_cloud_count {
    uint32_t left_out; /* not finite */
    uint32_t joined;   /* equal to an earlier one */
    uint32_t filtered; /* near a robot (lw_scene_filter_robots) */
} lw_cloud_count;

/* A shape of a link or of an object; the other index is -1. */
typedef struct lw_model_shape {
    int64_t link;
    int64_t object;
    lw_shape_def def;
    lw_pose pose;
    lw_vec3 outline_middle; /* lw_shape_middle of the polygon of which this shape is a part */
    lw_cloud_count points;  /* of a cloud */
    char *file;             /* of a mesh, cloud or octree; NULL: not from a file */
    const lw_shape *shared; /* the shape that gave the definition, retained; NULL: the scene's own */
    size_t part;            /* its index among the shared shape's parts */
} lw_model_shape;

typedef struct lw_model_group {
    size_t robot;
    char *name;
    char **joints;
    size_t joint_count;
} lw_model_group;

typedef struct lw_model_state {
    size_t robot;
    char *group;
    char *name;
    char **joints;
    double *values;
    size_t joint_count;
} lw_model_state;

/* The rank of a rule about a pair, or of a value for a joint. Of several about one pair or joint, the
 * highest rank decides; of several of that rank, the last. */
typedef enum lw_rank {
    LW_RANK_ROBOT,   /* the SRDF */
    LW_RANK_SCENE,   /* the scene: its matrix, its robot_state */
    LW_RANK_REQUEST, /* the start state of a planning request */
    LW_RANK_CALLER   /* flags, calls of the public functions */
} lw_rank;

/* b NULL: every pair with a. robot >= 0: both names are links of that robot. */
typedef struct lw_model_rule {
    char *a, *b;
    int64_t robot;
    bool allowed;
    lw_rank rank;
    bool of_object; /* a is the id of an object, whatever else has that name */
    bool sampled;   /* the SRDF's reason is samples alone: LW_SRDF_SAMPLED */
} lw_model_rule;

typedef struct lw_model_margin {
    char *a, *b; /* b NULL: every pair with a */
    double margin;
} lw_model_margin;

typedef struct lw_model_padding {
    int64_t robot; /* -1: any robot that has such a link */
    char *link;    /* NULL: all links */
    bool has_scale, has_padding;
    double scale, padding;
} lw_model_padding;

typedef struct lw_model_value {
    char *robot; /* NULL: the robot that has such a joint */
    char *joint;
    double values[7];
    size_t count;
    lw_rank rank;
} lw_model_value;

/* A named motion of the scene, kept as JSON text for the reader of motions. */
typedef struct lw_model_motion {
    char *name;
    char *json;
    char *file;
    int line;
} lw_model_motion;

/* Where something stands in a file. */
typedef struct lw_place {
    int line, column;
} lw_place;

/* A ball of a cover that is given, in the frame of its link. */
typedef struct lw_given_ball {
    lw_vec3 center;
    double radius;
    lw_place place;
} lw_given_ball;

/* A link's cover from a file. */
typedef struct lw_model_cover {
    size_t link; /* of the model */
    char *file;
    lw_place place;       /* of the link there */
    uint64_t fingerprint; /* of the geometry that it was made for (scene/ask/link_fingerprint.c) */
    lw_given_ball *balls;
    size_t count; /* at least 1 */
} lw_model_cover;

/* A package's folder, given by the caller. */
typedef struct lw_model_package {
    char *name;
    char *folder;
} lw_model_package;

/* A link whose meshes are left out, as the caller names it. */
typedef struct lw_model_without {
    char *name;
    size_t count; /* number of links of this name that had a mesh */
} lw_model_without;

/* The listener for notices, and the notices of the current public call that make it fail. */
typedef struct lw_notices {
    lw_notice_fn listener; /* NULL: nobody */
    void *context;
    bool strict;    /* every notice is an error */
    bool refused;   /* the listener has ended the current call, and hears nothing more of it */
    size_t count;   /* number of the current call's notices that are errors */
    lw_error first; /* the first of these */
} lw_notices;

/* Lengths of some lists. */
typedef struct lw_model_known {
    size_t rules, margins, paddings, values;
} lw_model_known;

typedef struct lw_model {
    struct lw_model_owner *owner; /* owns all below, which is then read-only; NULL: the model owns it */
    struct lw_model_owner *root;  /* the first model in a row of copies, retained; NULL: this is it. The
                                     lists begin with its entries, whose strings are in its arena */
    bool obstacles_differ;        /* the obstacles differ from those of the original */
    lw_model_known known;         /* counts of the original's entries, which give no notice again */
    lw_arena arena;
    LW_LIST(lw_model_robot) robots;
    LW_LIST(lw_model_link) links;
    LW_LIST(lw_model_joint) joints;
    lw_name_table robot_names, link_names,
        joint_names; /* the names in these lists; if there is a root, its tables serve */
    LW_LIST(lw_model_object) objects;
    lw_name_table object_names; /* of the objects, by their ids */
    LW_LIST(lw_model_shape) shapes;
    LW_LIST(lw_model_group) groups;
    LW_LIST(lw_model_state) states;
    LW_LIST(lw_model_rule) rules;
    LW_LIST(lw_model_margin) margins;
    LW_LIST(lw_model_padding) paddings;
    LW_LIST(lw_model_value) values;
    LW_LIST(lw_model_motion) motions;
    LW_LIST(lw_model_cover) covers;
    LW_LIST(char *) package_paths;
    LW_LIST(char *) files; /* paths of all files that loaders read or failed to read */
    LW_LIST(lw_model_package) packages;
    LW_LIST(lw_model_without) without;
    LW_LIST(char *)
    left_out;                /* links whose meshes were left out, as robot/link */
    char *ros_package_path;  /* as the environment variable: folders, separated by colons; NULL: none */
    char *ament_prefix_path; /* likewise */
    char *inside; /* files named by files must be in this folder, absolute, without links; NULL:
                     anywhere */
    double margin;
    double self_margin;
    lw_mesh_mode mesh_mode;
    lw_unknown unknown; /* of octrees in MoveIt's messages */
    double occupied;    /* the probability from which on cells of octrees are; 0: the default */
    bool strict_limits;
    bool planar;           /* of dimension 2 */
    size_t cover_balls;    /* how many balls a link's cover has at most; 0: not given */
    double rate_scales[2]; /* lw_scene_rate_scales; 0: not given */
    lw_notices *notices;   /* the scene's */
} lw_model;

/* A model that several scenes share: read-only, and freed when the last reference is released. */
typedef struct lw_model_owner {
    atomic_size_t references;
    lw_model model;
} lw_model_owner;

/* An obstacle that has another pose than in the original. */
typedef struct lw_move {
    size_t object;
    lw_pose pose; /* of the body */
} lw_move;

/* A scene: its model, and the frozen scene that freezing compiles from the model (scene/frozen.h). A
 * scene that lw_scene_copy made has an original: the frozen scene that it is a copy of. */
struct lw_frozen;
struct lw_scene {
    lw_model model;
    struct lw_frozen *frozen; /* NULL while the scene is open */
    struct lw_frozen *from;   /* of an open copy: shares all with the original; NULL: no copy */
    LW_LIST(lw_move) moves;   /* obstacles moved since the copy, while it shares the model */
};

enum { LW_MODEL_LISTS = 15 }; /* number of lists that a loader appends to */

/* The state of a model that a loader rolls back to when it fails. */
typedef struct lw_model_mark {
    size_t counts[LW_MODEL_LISTS];
    double margin, self_margin;
    lw_mesh_mode mesh_mode;
    bool strict_limits;
    bool planar;
} lw_model_mark;

lw_model_mark lw_model_take_mark(const lw_model *model);
void lw_model_roll_back(lw_model *model, const lw_model_mark *mark);
void lw_model_free(lw_model *model);

/* Gives the model of a frozen scene to a reference-counted owner, so that copies can share it. Errors:
 * memory. */
lw_status lw_model_share(lw_scene *scene, lw_error *error);
void lw_model_release(lw_model_owner *owner);

/* Copies the model of an open scene if it is shared, so that the scene can change it (copy-on-write).
 * Errors: memory. */
lw_status lw_model_unshare(lw_scene *scene, lw_error *error);

/* How many bytes the lists and the arena hold. */
size_t lw_model_memory(const lw_model *model);

/* Passes a notice of an open scene to its listener. file may be NULL, line 0. Where notices are errors,
 * the first of a call is kept for lw_notices_end instead. So is the error of a listener that fails. */
void lw_scene_notice(const lw_scene *scene, const char *file, int line, const char *format, ...)
    LW_PRINTF(4, 5);

/* Enclose the work of a public call on an open scene. Where notices since lw_notices_begin were errors,
 * lw_notices_end turns success into the first of these. begin: the result of lw_notices_begin. */
size_t lw_notices_begin(const lw_scene *scene);
lw_status lw_notices_end(const lw_scene *scene, size_t begin, lw_status status, lw_error *error);

/* Passes a notice to a listener, which may be NULL. Errors: the listener's status. */
lw_status lw_tell_notice(lw_notice_fn listener, void *context, const char *file, int line,
                         const char *sentence, lw_error *error);

/* The index of a name; -1: none. robot -1: the first of that name in any robot. */
int64_t lw_model_find_robot(const lw_model *model, const char *name);
int64_t lw_model_find_link(const lw_model *model, int64_t robot, const char *name);
int64_t lw_model_find_joint(const lw_model *model, int64_t robot, const char *name);
int64_t lw_model_find_object(const lw_model *model, const char *id);

/* Splits a name robot/rest: returns the rest, and sets the robot's index. NULL and -1 where the name
 * has no slash, or no robot has that name. */
const char *lw_model_split_name(const lw_model *model, const char *name, int64_t *robot);

/* The owner of the second of several links, or joints, that have one name (base/name_table.h). */
enum { LW_SECOND_OF_NAME = -2 };

/* lw_model_begin_object begins an object, which is an obstacle at first; lw_model_carry has a robot's
 * link carry it. The strings are copied. Errors: memory; argument (touch_links). */
lw_status lw_model_begin_object(lw_model *model, const char *id, lw_model_object *out, lw_error *error);
lw_status lw_model_carry(lw_model *model, lw_model_object *object, size_t robot, const char *link,
                         const char *const *touch_links, size_t count, lw_error *error);

/* Append to the lists of robots, links and joints, which must have room, and to their names. False when
 * memory ran out; the model is then as before. */
bool lw_model_add_robot(lw_model *model, const lw_model_robot *robot);
bool lw_model_add_link(lw_model *model, const lw_model_link *link);
bool lw_model_add_joint(lw_model *model, const lw_model_joint *joint);

/* Appends an object; false when memory ran out. */
bool lw_model_add_object(lw_model *model, const lw_model_object *object);

/* lw_scene_set_link_padding for the scale, the padding or both: NULL leaves one as it is. */
lw_status lw_scene_padding(lw_scene *scene, const char *robot, const char *link, const double *factor,
                           const double *padding, lw_error *error);

/* As lw_scene_allow_pair and lw_scene_set_joint, with a rank. robot -1: names as in
 * lw_scene_allow_pair. */
lw_status lw_scene_rule(lw_scene *scene, int64_t robot, const char *a, const char *b, bool allowed,
                        lw_rank rank, lw_error *error);
lw_status lw_scene_value(lw_scene *scene, const char *robot, const char *joint, const double *values,
                         size_t count, lw_rank rank, lw_error *error);

/* Lets an object touch the bodies of a name: links of a robot, or with robot -1 all that
 * lw_scene_allow_pair finds by it. Errors: as lw_scene_allow_pair. */
lw_status lw_scene_let_touch(lw_scene *scene, const char *object, int64_t robot, const char *name,
                             lw_error *error);

/* Adds to the list of files that the scene was read from. Errors: memory. */
lw_status lw_model_add_file(lw_model *model, const char *path, lw_error *error);

lw_status lw_scene_add_motion(lw_scene *scene, const char *name, const char *json, const char *file,
                              int line, lw_error *error);

/* Whether a link carries an object; false for -1, where there is none. */
static inline bool lw_model_is_carried(const lw_model *model, int64_t object)
{
    return object >= 0 && model->objects.items[object].robot >= 0;
}

/* *out: whether to leave out the meshes of a robot's link; if so, lists the link. Errors: memory. */
lw_status lw_model_leave_out(lw_model *model, const char *robot, const char *link, bool *out,
                             lw_error *error);
/* Error name where a link's meshes were to be left out and it had none. */
lw_status lw_model_check_left_out(const lw_model *model, lw_error *error);

/* Sets the file of the shape that was added last; NULL: none. Errors: memory. */
lw_status lw_model_name_file(lw_model *model, const char *file, lw_error *error);

/* Checks a shape's sizes and indices, and copies its arrays into the arena. points: of a cloud. */
lw_status lw_shape_take(lw_arena *arena, lw_shape_def *shape, lw_cloud_count *points, lw_error *error);

/* Splits a polygon into its convex parts, each a shape, in memory from the arena. Errors: argument (it
 * is not in the plane, its edges cross or touch), memory. */
lw_status lw_shape_split(lw_arena *arena, const lw_shape_def *outline, lw_shape_def **out,
                         size_t *out_count, lw_error *error);

/* How many values a joint of a kind has. */
static inline size_t lw_joint_value_count(lw_joint_kind kind)
{
    switch (kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
    case LW_JOINT_PRISMATIC:
        return 1;
    case LW_JOINT_PLANAR:
        return 3;
    case LW_JOINT_FLOATING:
        return 7;
    case LW_JOINT_FIXED:
        break;
    }
    return 0;
}

#endif
