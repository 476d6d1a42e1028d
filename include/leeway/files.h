/* Files and texts: folders of packages, covers, joint limits, motions from files, results as JSON. */
#ifndef LEEWAY_FILES_H
#define LEEWAY_FILES_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- texts ------------------------------------------------------------------------------------- */

/* Escapes length bytes of text for a terminal or a log, so that they cannot act on it: control
 * characters (\n, \x1b, \u009b), characters that change the direction of writing (\u202e), and bytes
 * that are not UTF-8 (\xff) become visible. As snprintf, it writes at most size bytes, a zero at their
 * end (out may be NULL where size is 0), and returns the length of the whole without the zero; but it
 * never cuts a character. Any thread. */
LW_API size_t lw_text_escape(const char *text, size_t length, char *out, size_t size);

/* Writes length bytes of text as a JSON string with its quotes, for instance an id (lw_result.id). As
 * snprintf, it writes at most size bytes, a zero at their end (out may be NULL where size is 0), and
 * the length of the whole without the zero into written (which may be NULL). Any thread. Error argument
 * (no text, it is not UTF-8, or it holds a NUL character). */
LW_API lw_status lw_text_json(const char *text, size_t length, char *out, size_t size, size_t *written,
                              lw_error *error);

/* The inverse: writes the text of a JSON string, without quotes and escapes; out, size and written as
 * in lw_text_json. Any thread. Errors: argument (no text), syntax (no JSON, a JSON value of another
 * kind, a NUL character), memory. */
LW_API lw_status lw_text_read_json(const char *json, char *out, size_t size, size_t *written,
                                   lw_error *error);

/* The index of the name that is nearest to an unknown one, for "did you mean": the one with the fewest
 * letters inserted, left out, changed or swapped with their neighbour, the first among equals. -1 if
 * every name differs in more than a third of its letters (in short names, in more than one). NULL among
 * the names is skipped; nothing is near to NULL. Any thread. */
LW_API int64_t lw_text_nearest(const char *wanted, const char *const *names, size_t count);

/* ---- meshes ------------------------------------------------------------------------------------ */

/* Reads a mesh from a file (STL, OBJ, DAE, PLY or glTF, by the ending of its name) into a description:
 * kind LW_SHAPE_MESH, vertices and triangles. out: initialised (lw_default_shape()); its arrays belong
 * to the caller, and lw_mesh_free frees them. Node transforms and DAE units are applied, the file's
 * axes are kept, and then the scale, a factor for each axis, is applied, which may mirror. Errors:
 * argument (no path, no room, a factor that is not finite or 0, a mesh without triangles), file (there
 * is none, or no known ending), syntax (not a mesh), memory; then out stays as it was. Any thread. */
LW_API lw_status lw_mesh_read(const char *path, lw_vec3 scale, lw_shape_def *out, lw_error *error);
/* Frees the arrays of a description that lw_mesh_read made, and leaves it empty. NULL does nothing. */
LW_API void lw_mesh_free(lw_shape_def *mesh);

/* ---- point clouds ------------------------------------------------------------------------------ */

/* The vertices of a cloud may repeat or not be finite: those are joined or left out, with a notice at
 * freezing. */

/* The radius of a cloud's points, metres, where nothing else is said. */
#define LW_POINT_RADIUS 0.005

/* Reads the points of a cloud from a file (PCD, PLY or NPY, or a sensor_msgs/PointCloud2 of ROS in YAML
 * or JSON, by the ending of its name) into a description: kind LW_SHAPE_CLOUD, all points of the file
 * as vertices in its order, the radius LW_POINT_RADIUS. out: initialised (lw_default_shape()); its
 * arrays belong to the caller, and lw_cloud_free frees them. Errors: argument (no path, no room), file
 * (there is none, or no known ending), syntax (not such a file, a surface, other points than its header
 * says), memory; then out stays as it was. Any thread. */
LW_API lw_status lw_cloud_read(const char *path, lw_shape_def *out, lw_error *error);
/* Frees the arrays of a description that lw_cloud_read made, and leaves it empty. NULL does nothing. */
LW_API void lw_cloud_free(lw_shape_def *cloud);

/* Adds a cloud from a file as an obstacle, at a pose in the world. id NULL: the file's name without its
 * folders. radius: of the points, metres, > 0. Errors: those of lw_cloud_read and
 * lw_scene_add_obstacle, name (there is an object of this id). */
LW_API lw_status lw_scene_load_cloud(lw_scene *scene, const char *path, const char *id, double radius,
                                     lw_pose pose, lw_error *error);

/* ---- octrees ----------------------------------------------------------------------------------- */

/* An octree (LW_SHAPE_OCTREE) has cubic cells in a root cube of 65536 cells along each axis, whose
 * middle is the origin of the shape's frame. A row of its cells has five numbers: x, y and z of the
 * cell's lower corner and its width, in cells of the resolution `length` (1e-6 to 16 metres), and its
 * state: 0 free, 1 occupied, 2 unknown. A width is a power of 2, and the lower corner a multiple of it;
 * cells must not overlap. Space without a cell is unknown. `unknown` must say what that is: free; or an
 * obstacle, then with all space outside the root cube as far as 1,000 km from the origin along each
 * axis. An octree has an inside: all of the space that is an obstacle. */

/* The probability from which on a cell of a file is occupied, where nothing else is said; OctoMap's. */
#define LW_OCCUPANCY_THRESHOLD 0.5

/* Reads an octree of OctoMap (.bt or .ot, told apart by content, or an octomap_msgs/Octomap in YAML or
 * JSON by the ending of its name; of type OcTree or ColorOcTree) into a description: kind
 * LW_SHAPE_OCTREE, a cell for each leaf. The caller sets `unknown`. threshold: a cell whose log-odds
 * are at least those of this probability is occupied; .bt files say themselves which are. out:
 * initialised (lw_default_shape()); its arrays belong to the caller, and lw_octree_free frees them.
 * Errors: argument (no path, no room, a threshold that is not between 0 and 1), file, syntax (not such
 * a file, other nodes than its header says, an occupancy that is no number), memory; then out stays as
 * it was. Any thread. */
LW_API lw_status lw_octree_read(const char *path, double threshold, lw_shape_def *out, lw_error *error);
/* Frees the arrays of a description that lw_octree_read made, and leaves it empty. NULL does nothing.
 */
LW_API void lw_octree_free(lw_shape_def *octree);

/* Adds an octree from a file as an obstacle, at a pose in the world. id NULL: the file's name without
 * its folders. Errors: those of lw_octree_read and lw_scene_add_obstacle, name (there is an object of
 * this id). */
LW_API lw_status lw_scene_load_octree(lw_scene *scene, const char *path, const char *id,
                                      lw_unknown unknown, lw_pose pose, lw_error *error);

/* ---- height fields ------------------------------------------------------------------------------ */

/* A height field (LW_SHAPE_HEIGHTS) is solid from a floor up to a surface. The surface goes through
 * rows * columns points: that of row i and column k, counted from 0, has x = k spacing_x, y = i
 * spacing_y and as z the height, in the shape's frame. Over a cell, four neighbouring points, it is two
 * triangles that share the edge from the point of the lesser row and column to that of the greater
 * ones. There are at least 2 rows and columns, and at most 2^28 heights, all finite and none below the
 * floor: a hole is to be given a height, that of the floor for instance. Below the floor and beside the
 * grid nothing is solid. It is a shape without a scale (lw_scene_set_link_padding). */

/* Reads a height field from a file (NPY: a two-dimensional array of floats, or of whole numbers of at
 * most 32 bits; PNG: grey levels of 8 or 16 bits) into a description of kind LW_SHAPE_HEIGHTS. spacing:
 * metres from column to column (x) and from row to row (y), and metres that a unit of the file's
 * heights is (z). floor: metres. out: initialised (lw_default_shape()); its arrays belong to the
 * caller, and lw_heights_free frees them. Errors: argument (no path, no room, spacing.z not above 0),
 * file (there is none, or no known ending), syntax (not such a file, other numbers than its header
 * says), memory; then out stays as it was. Any thread. */
LW_API lw_status lw_heights_read(const char *path, lw_vec3 spacing, double floor, lw_shape_def *out,
                                 lw_error *error);
/* Frees the arrays of a description that lw_heights_read made, and leaves it empty. NULL does nothing.
 */
LW_API void lw_heights_free(lw_shape_def *field);

/* Adds a height field from a file as an obstacle, at a pose in the world. id NULL: the file's name
 * without its folders. Errors: those of lw_heights_read and lw_scene_add_obstacle, name (there is an
 * object of this id). */
LW_API lw_status lw_scene_load_heights(lw_scene *scene, const char *path, const char *id,
                                       lw_vec3 spacing, double floor, lw_pose pose, lw_error *error);

/* ---- depth images ------------------------------------------------------------------------------- */

/* A depth image (LW_SHAPE_DEPTH_IMAGE) is what a camera (camera.h) has seen: rows * columns depths
 * along z, not along the ray, in the camera's optical frame, which is the shape's. A depth that is 0,
 * NaN or infinite says that nothing was measured there; every other one is from near_z to 1000. Let d
 * be a depth and e = error + relative_error * d. Each pixel stands for its whole square of rays, and
 * `unknown` must say what unseen space is:
 * - LW_UNKNOWN_FREE: a pixel with a depth is solid from z = d - e (but not before near_z) to z = d + e.
 *   All else is free, so that between neighbours of different depths there is a gap; one pixel has to
 *   have a depth.
 * - LW_UNKNOWN_OBSTACLE: a pixel is solid from z = d - e on; from near_z on if nothing was measured;
 * and from far_z on in any case. So is all that is before near_z, behind the camera or outside the
 *   picture, up to 1000 m from the camera along each of its axes, where the image ends. A camera sees
 *   nothing that is nearer than near_z: what holds the camera is in contact with the image, as is every
 *   link outside the picture (lw_scene_allow_pair). Of several images in a scene each is an obstacle,
 *   also where another one sees (seen.h merges them).
 * What is thinner than a pixel, such as a wire, may be missing in the picture. There are at most 2^24
 * pixels, and the picture is at most 1000 m wide to either side at far_z. It is a shape without a scale
 * (lw_scene_set_link_padding). */

/* Reads the depths of a file (NPY: a two-dimensional array of floats, or of whole numbers of at most 32
 * bits; PNG: grey levels of 8 or 16 bits) into a description of kind LW_SHAPE_DEPTH_IMAGE, each times
 * the scale and rounded to float. The caller sets `camera` and `unknown`. scale: metres that a unit of
 * the file is. out: initialised (lw_default_shape()); its arrays belong to the caller, and
 * lw_depth_image_free frees them. Errors: argument (no path, no room, a scale not above 0), file (there
 * is none, or no known ending), syntax (not such a file, other numbers than its header says), memory;
 * then out stays as it was. Any thread.
 */
LW_API lw_status lw_depth_image_read(const char *path, double scale, lw_shape_def *out,
                                     lw_error *error);
/* Frees the arrays of a description that lw_depth_image_read made, and leaves it empty. NULL does
 * nothing. */
LW_API void lw_depth_image_free(lw_shape_def *image);

/* Reads a camera from a JSON file: fx, fy, cx, cy, near, far, and if they are not 0 error and
 * relative_error; and its pose in the world, position and rpy or orientation, the identity if there is
 * none. The ranges of the numbers are checked with an image. Errors: argument, file, syntax, memory;
 * then both stay as they were. Any thread. */
LW_API lw_status lw_camera_read(const char *path, lw_camera *camera, lw_pose *pose, lw_error *error);

/* Adds a depth image from a file as an obstacle; pose: of the camera's optical frame in the world. id
 * NULL: the file's name without its folders. scale: as in lw_depth_image_read. Errors: those of
 * lw_depth_image_read and lw_scene_add_obstacle, name (there is an object of this id). */
LW_API lw_status lw_scene_load_depth_image(lw_scene *scene, const char *path, const char *id,
                                           double scale, const lw_camera *camera, lw_unknown unseen,
                                           lw_pose pose, lw_error *error);

/* Says what the unknown space of octrees counts as that come in MoveIt's messages (world.octomap) from
 * here on; the messages do not say it. LW_UNKNOWN_UNSAID (the default): a message with an octree is
 * refused. Errors: argument (there is no such value), state. */
LW_API lw_status lw_scene_set_unknown(lw_scene *scene, lw_unknown unknown, lw_error *error);

/* Sets the probability from which on a leaf with log-odds is occupied, above 0 and below 1, in octrees
 * that lw_scene_load_octree and MoveIt's messages add from here on; at first LW_OCCUPANCY_THRESHOLD.
 * Octrees in leeway's JSON say it themselves. Errors: argument, state. */
LW_API lw_status lw_scene_set_occupancy_threshold(lw_scene *scene, double threshold, lw_error *error);

/* ---- scenes and robots ------------------------------------------------------------------------- */

/* New limits for a joint. Start from lw_default_joint_limits(): NaN, which leaves a limit as it is. */
typedef struct lw_joint_limits {
    size_t struct_size;
    double lower, upper; /* of revolute and prismatic joints; ignored for others */
    double velocity, acceleration;
    double jerk;
} lw_joint_limits;

static inline lw_joint_limits lw_default_joint_limits(void)
{
    lw_joint_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.lower = limits.upper = (double)NAN;
    limits.velocity = limits.acceleration = limits.jerk = (double)NAN;
    return limits;
}
/* Adds a folder in which package://NAME/rest is searched, before the URDF's own folder and those above
 * it. */
LW_API lw_status lw_scene_add_package_path(lw_scene *scene, const char *folder, lw_error *error);
/* Sets the folder of one package: package://NAME/rest is then folder/rest, and is searched nowhere
 * else. The last call wins. */
LW_API lw_status lw_scene_add_package(lw_scene *scene, const char *name, const char *folder,
                                      lw_error *error);
/* Sets the folders in which packages are searched last: the values of the variables ROS_PACKAGE_PATH
 * and AMENT_PREFIX_PATH, separated by colons. NULL: none. The library itself reads no environment. */
LW_API lw_status lw_scene_set_ros_paths(lw_scene *scene, const char *package_path,
                                        const char *prefix_path, lw_error *error);
/* Restricts files that other files name (meshes, the robots of a scene) to this folder, wherever "..",
 * links, absolute names or the environment lead. A file outside is error file, with the sentence for a
 * file that does not exist. Files that the caller names may be anywhere. NULL (the default): no
 * restriction. Errors: file (no such folder). */
LW_API lw_status lw_scene_set_inside(lw_scene *scene, const char *folder, lw_error *error);
/* Leaves out the meshes of a link in URDF files that are read afterwards: the mesh files are not
 * opened, and contacts of these meshes are not found. Each motion of the scene says so
 * (lw_motion_notice). link: a link's name, or robot/link. A link that has no mesh is an error when the
 * scene is frozen. Errors: argument (no name), state (a scene that was copied has its robots). */
LW_API lw_status lw_scene_leave_out_mesh(lw_scene *scene, const char *link, lw_error *error);
/* Changes the limits of a joint that was added. Errors: model (as for a joint's definition), name,
 * state (the scene comes from another one), memory. */
LW_API lw_status lw_scene_set_joint_limits(lw_scene *scene, const char *robot, const char *joint,
                                           const lw_joint_limits *limits, lw_error *error);

/* Reads MoveIt's joint_limits.yaml: for each joint, in all robots that have one of this name, the
 * file's limits of position, velocity, acceleration and jerk replace those of the URDF, as in MoveIt; a
 * has_KIND_limits of false leaves those of the URDF. The default scaling factors are kept for
 * lw_scene_rate_scales; effort is ignored. Errors: file, syntax, name (no robot has such a joint),
 * model, state, memory. */
LW_API lw_status lw_scene_load_joint_limits(lw_scene *scene, const char *path, lw_error *error);

/* The default scaling factors for velocities and accelerations: those of a joint_limits.yaml, or 1.
 * Also of open scenes; either may be NULL. */
LW_API void lw_scene_rate_scales(const lw_scene *scene, double *velocity, double *acceleration);

/* Covers: balls that together contain a link and all that is inside its bounding hulls. With them the
 * method auto proves that links are apart. Freezing makes them, or takes those of a file. */

enum { LW_COVER_MOST_BALLS = 64 };

/* Sets how many balls the cover of a link has at most, 1 to LW_COVER_MOST_BALLS, if freezing makes it;
 * 12 by default. A link of several convex shapes has at least one for each. */
LW_API lw_status lw_scene_set_cover_balls(lw_scene *scene, size_t balls, lw_error *error);

/* Reads covers for links of a robot (NULL: the only one) from a file, as lw_scene_cover_json writes it;
 * freezing makes the covers of links that the file does not name. Freezing proves that the balls
 * contain the links, if need be after it has grown them by some millionths against rounding. It fails
 * with error model, file and line if they do not, or if the file was made for other geometry or another
 * scale. Errors: file, syntax, argument, name (a link that the robot does not have, or that has a
 * cover), state, memory. */
LW_API lw_status lw_scene_load_cover(lw_scene *scene, const char *robot, const char *path,
                                     lw_error *error);

/* ---- motions ----------------------------------------------------------------------------------- */

/* Formats of files of motions (docs/interfaces.md, The motion). Motions are read one at a time, so that
 * a batch of any length needs the memory of one. */
typedef enum lw_motion_format {
    LW_MOTION_FORMAT_JSON_LINES, /* one motion per line, empty lines skipped */
    LW_MOTION_FORMAT_PATH,       /* CSV of waypoints, a JointTrajectory, or one motion in JSON: told
                                    apart by content */
    LW_MOTION_FORMAT_REQUEST     /* MoveIt request */
} lw_motion_format;

/* Defaults for motions that do not give these values. Start from lw_default_motion_defaults(). */
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
 * After an error in one line the reader can read the next one. Errors: file, syntax, name, argument,
 * limit, notice, memory, with file and line. */
LW_API lw_status lw_motion_reader_next(lw_motion_reader *reader, lw_motion *motion, const char **id,
                                       bool *more, lw_error *error);

/* Whether the id of the last motion is its own, not a count. */
LW_API bool lw_motion_reader_own_id(const lw_motion_reader *reader);

/* The JSON text of the last motion, from which lw_motion_read_json makes it again: the line of JSON
 * Lines, or a file of waypoints that is one motion in JSON. It is not terminated by a zero; *length is
 * its length. It lives until the next call. NULL: there is none, or the format is another. */
LW_API const char *lw_motion_reader_text(const lw_motion_reader *reader, size_t *length);

/* Whether the next call would have to wait, because the line has not arrived yet. */
LW_API bool lw_motion_reader_waits(const lw_motion_reader *reader);

/* The likely kind of a text. */
typedef enum lw_motion_kind {
    LW_MOTION_KIND_UNKNOWN,
    LW_MOTION_KIND_CSV,        /* waypoints */
    LW_MOTION_KIND_MOTIONS,    /* JSON Lines */
    LW_MOTION_KIND_TRAJECTORY, /* a trajectory of ROS, in YAML or JSON */
    LW_MOTION_KIND_REQUEST,    /* a planning request of MoveIt */
    LW_MOTION_KIND_JOBS,       /* jobs of a cell, JSON Lines */
    LW_MOTION_KIND_SCENE,      /* a scene, ours or MoveIt's */
    LW_MOTION_KIND_SEVERAL     /* JSON of any kind, with a value that takes several lines */
} lw_motion_kind;

/* Guesses the kind of a text from its beginning, the whole file or its first line; or the kind of a
 * reader's file, or of its current line of JSON Lines, after it could not be read. The guess is for an
 * error message; no reader depends on it. */
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
/* Sets a motion of the scene to the named motion at an index; in all else like lw_motion_read_json. */
LW_API lw_status lw_scene_motion_read(const lw_scene *scene, size_t index,
                                      const lw_motion_defaults *defaults, lw_motion *motion, char *id,
                                      size_t id_size, lw_error *error);

/* ---- results ----------------------------------------------------------------------------------- */

/* Writes a frozen scene as a JSON scene of its own, which loads as the same scene: each number reads
 * back as the same double, so that verdicts on a motion are the same, bit for bit, and so is the
 * fingerprint. Robots stand in it as links and joints, and meshes as vertices and triangles, however
 * they came: it needs no other file. Left out are covers, the number of their balls, packages, the
 * groups that states belong to, and the names of meshes' files. An object of several shapes that was
 * moved or attached after it was built keeps its place within rounding. text, size and length as in
 * lw_result_json; it ends with a newline. Any thread. Errors: argument (a joint for which JSON has no
 * key: the virtual joint of an SRDF, one that turns clockwise in the plane; two groups or states of one
 * name; a size of 0; the margin of all pairs of a body; pairs that are allowed after some of them were
 * checked; scaled links of several shapes in the plane), state (not frozen), memory. */
LW_API lw_status lw_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                               lw_error *error);

/* The result of one motion, to be written as JSON. Start from lw_default_result(); NULL and 0 are left
 * out. */
typedef struct lw_result {
    size_t struct_size;
    const lw_scene *scene;
    const lw_motion *motion;
    const char *id; /* JSON text, which is written as it is; NULL: null */
    const lw_verdict *verdict;
    double microseconds;      /* the time of the check; 0: not measured */
    const lw_clearance *near; /* NULL: not asked for */
    size_t near_count;
    const struct lw_cross *cross; /* NULL: not asked for (leeway/cross.h) */
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

#ifdef __cplusplus
}
#endif

#endif
