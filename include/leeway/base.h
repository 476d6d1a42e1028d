/* Conventions of the whole interface, the version, errors and poses.
 *
 * Units are metres, radians and seconds. A pose is that of a body in the world unless stated otherwise.
 * The library never prints, exits or aborts, and keeps no global state. Functions that can fail return
 * a status and, where the last argument is not NULL, write a sentence into it. A NULL handle in a
 * destroy function does nothing.
 *
 * Structs that begin with struct_size may grow in later versions, at their end. Start each of them from
 * its own function lw_default_NAME(), also a struct that a call fills:
 *
 *     lw_check_options options = lw_default_check_options();
 *     lw_verdict verdict = lw_default_verdict();
 *
 * That function is compiled into the program. The size is therefore the one that the program was
 * compiled with, and the library reads and writes no byte beyond it. Members that an older program does
 * not have keep their defaults. If a newer program sets a member that this library does not have, or if
 * the size was not set, the call fails with error argument. In an array, initialise the first element;
 * its size is the stride. No struct that may grow is a member of another one: members point to it. In a
 * struct that the library owns (claims, steps, the verdict of a plan), members that the library does
 * not have read as zero. Structs without a size never change: poses, vectors, distances, clearances and
 * other small values. */
#ifndef LEEWAY_BASE_H
#define LEEWAY_BASE_H

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

/* The version of these headers. */
#define LEEWAY_VERSION_MAJOR 0
#define LEEWAY_VERSION_MINOR 3
#define LEEWAY_VERSION_PATCH 0

/* The version of the library, as "major.minor.patch"; the string lives forever. */
LW_API const char *lw_version(void);

/* Defines a function that starts a struct: all members zero except struct_size. */
#define LW_STARTS(type, function)                                                                      \
    static inline type function(void)                                                                  \
    {                                                                                                  \
        type started;                                                                                  \
        memset(&started, 0, sizeof started);                                                           \
        started.struct_size = sizeof started;                                                          \
        return started;                                                                                \
    }

/* The kinds (of shapes, joints, methods and so on) are enumerations. With LW_DUMMY_KIND defined each
 * has one more member, so that -Werror=switch names every switch that has to handle a new kind. */

/* ---- errors ------------------------------------------------------------------------------------ */

typedef enum lw_status {
    LW_OK = 0,
    LW_ERROR_MEMORY,   /* memory ran out; if inside qhull, its large blocks are leaked */
    LW_ERROR_ARGUMENT, /* a value that the function cannot use: NaN, a negative size, a wrong count */
    LW_ERROR_FILE,     /* a file is missing, or cannot be read or written */
    LW_ERROR_SYNTAX,   /* malformed XML, YAML, JSON, CSV or mesh */
    LW_ERROR_MODEL,    /* a robot or scene contradicts itself: link loop, two roots, zero axis */
    LW_ERROR_NAME,     /* a joint, link, group, body or state does not exist */
    LW_ERROR_LIMIT,    /* a joint value is outside its limits, and limits are strict */
    LW_ERROR_STATE,    /* called out of order: a frozen scene changed, an open one checked */
    LW_ERROR_STOPPED,  /* the caller asked to stop */
    LW_ERROR_NOTICE    /* a notice, in a scene whose notices are errors (lw_scene_set_strict) */
} lw_status;

/* An error as one sentence. If no file is concerned, file is empty; an unknown line or column is 0. The
 * sentence holds names as the files have them, control characters too: pass it through lw_text_escape
 * before it goes to a terminal or a log. */
typedef struct lw_error {
    lw_status status;
    char message[480];
    char file[240];
    int line;
    int column;
} lw_error;

/* A short name of the status ("name", "syntax"); the string lives forever. */
LW_API const char *lw_status_name(lw_status status);

/* Writes "file:line:column: message" into text, without the parts of the place that are unknown. The
 * text is cut to size bytes, its terminating zero included. */
LW_API void lw_error_format(const lw_error *error, char *text, size_t size);

/* Fills an error as the library's own functions do, for callers who extend the library. error may be
 * NULL. Pass NULL for an unknown file, 0 for an unknown line or column. Texts longer than the fields
 * are cut. */
LW_API void lw_error_set(lw_error *error, lw_status status, const char *file, int line, int column,
                         const char *format, ...) LW_PRINTF(6, 7);

/* A listener for notices, called with one sentence for each thing that was repaired or ignored ("joint
 * value above its limit", "matrix names a link that no robot has"); file is NULL and line 0 if no file
 * is concerned. The strings live until the function returns. If it returns a status other than LW_OK,
 * the library call that gives the notice fails with this status, leaves its object as on any other
 * error, and gives no more notices. */
typedef lw_status (*lw_notice_fn)(void *context, const char *file, int line, const char *sentence);

/* ---- poses ------------------------------------------------------------------------------------- */

typedef struct lw_vec3 {
    double x, y, z;
} lw_vec3;

/* A unit quaternion. Functions that take one normalise it, and refuse one of length zero. If its
 * squared length is within 8 * 2^-53 of 1 it is used unchanged, so that a pose that was read back and
 * is given again is the same to the bit. */
typedef struct lw_quat {
    double x, y, z, w;
} lw_quat;

typedef struct lw_pose {
    lw_vec3 position;
    lw_quat orientation;
} lw_pose;

LW_API lw_pose lw_pose_identity(void);

/* The pose of a position and roll, pitch, yaw about the fixed axes x, y, z in order, as in URDF. */
LW_API lw_pose lw_pose_from_rpy(lw_vec3 position, double roll, double pitch, double yaw);

/* The product a * b: b is given in the frame a; the result is in the frame in which a is given.
 * lw_pose_point transforms a point in the same way. Both normalise quaternions; a quaternion of length
 * zero gives no valid pose. */
LW_API lw_pose lw_pose_compose(lw_pose a, lw_pose b);
LW_API lw_vec3 lw_pose_point(lw_pose a, lw_vec3 point);
/* The inverse pose. Composed with an obstacle's pose, the inverse of a link's pose gives the obstacle's
 * pose in the link (lw_scene_attach_obstacle). Normalises too. */
LW_API lw_pose lw_pose_inverse(lw_pose a);

#ifdef __cplusplus
}
#endif

#endif
