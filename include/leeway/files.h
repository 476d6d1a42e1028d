/* Files and texts: where packages are, covers, joint limits, motions from files, results as JSON. */
#ifndef LEEWAY_FILES_H
#define LEEWAY_FILES_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- texts ------------------------------------------------------------------------------------- */

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

/* ---- scenes and robots ------------------------------------------------------------------------- */

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

/* ---- motions ----------------------------------------------------------------------------------- */

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

/* ---- results ----------------------------------------------------------------------------------- */

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

#ifdef __cplusplus
}
#endif

#endif
