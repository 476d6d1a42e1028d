/* Motions from files: JSON Lines, CSV of waypoints, ROS JointTrajectory, MoveIt requests, the scene's
 * own named motions. They are read one at a time, so that a batch of any length needs the memory of
 * one. */
#ifndef LW_IO_MOTION_READER_H
#define LW_IO_MOTION_READER_H

#include "io/motion_kind.h"
#include "robot/model.h"

typedef enum lw_motion_format {
    LW_MOTION_JSON_LINES, /* one motion per line, empty lines skipped */
    LW_MOTION_PATH,       /* CSV of waypoints, or a JointTrajectory: told apart by content */
    LW_MOTION_REQUEST     /* MoveIt request */
} lw_motion_format;

/* The values that hold where a motion does not give its own. */
typedef struct lw_motion_defaults {
    const char *robot; /* NULL: the only one */
    const char *group; /* NULL: as lw_scene_joints */
    lw_interpolation interpolation;
    bool no_wrap;
} lw_motion_defaults;

typedef struct lw_motion_reader lw_motion_reader;

/* Opens a file of motions. path "-": standard input. Errors: file, memory. */
lw_status lw_motion_reader_open(const lw_scene *scene, const char *path, lw_motion_format format,
                                const lw_motion_defaults *defaults, lw_motion_reader **out,
                                lw_error *error);
void lw_motion_reader_close(lw_motion_reader *reader);

/* Sets motion to the next one; *more is false at the end. id: JSON text of the motion's id ("3",
 * "\"pick\"", or the count from 0 where it has none), living until the next call. After an error in one
 * line the reader can go on with the next. */
lw_status lw_motion_reader_next(lw_motion_reader *reader, lw_motion *motion, const char **id,
                                bool *more, lw_error *error);

/* The likely kind of the file, or of the current line of JSON Lines, when it could not be read. */
lw_motion_kind lw_motion_reader_kind(const lw_motion_reader *reader);

/* Whether the next call would have to wait, because the line has not arrived yet. */
bool lw_motion_reader_waits(const lw_motion_reader *reader);

/* Sets motion from JSON text (a line of JSON Lines; a scene's named motion). file and line: where the
 * text is, for errors. id may be NULL; else it becomes JSON text, "null" where the motion has none. */
lw_status lw_motion_read_json(const lw_scene *scene, const char *text, const char *file, int line,
                              const lw_motion_defaults *defaults, lw_motion *motion, char *id,
                              size_t id_size, lw_error *error);

#endif
