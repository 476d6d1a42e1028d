/* What all of the interface stands on: conventions, the version, errors, poses.
 *
 * Units are metres, radians and seconds. Poses are those of a body in the world unless stated
 * otherwise. The library never prints, exits or aborts, and keeps no global state. Functions that can
 * fail return a status and, where the last argument is not NULL, write a sentence into it. A NULL
 * handle in a destroy function does nothing.
 *
 * Structs that begin with struct_size may grow in later versions, at their end. Start each of them from
 * its lw_default_...(), also those that a call fills:
 *
 *     lw_check_options options = lw_default_check_options();
 *     lw_verdict verdict = lw_default_verdict();
 *
 * The function is compiled into the program, so the size is the one that the program knows, and the
 * library reads and writes no more than that: what an older program does not know has its default. A
 * newer program that sets what this library does not know gets error argument, as does a size that is
 * none. In an array, the first element is started, and its size is the stride. No struct that may grow
 * is a member of another one: members point to it. In those that the library owns (claims, steps, the
 * verdict of a plan) members that it does not know read as zero.
 * Structs without a size never change: poses, vectors, distances, clearances and other small values. */
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

/* The kinds (of shapes, joints, methods and so on) are enumerations. With LW_DUMMY_KIND defined
 * each has one member more, so that -Werror=switch names every switch that a new kind has to visit. */

/* ---- errors ------------------------------------------------------------------------------------ */

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

/* Called with one sentence for each thing that was repaired or ignored ("joint value above its limit",
 * "matrix names a link that no robot has"); file NULL and line 0 where it is in no file. The strings
 * live until the function returns. Any status but LW_OK ends the call that gives the notice: it fails
 * with this status, leaves its object as on any other error, and gives no more notices. */
typedef lw_status (*lw_notice_fn)(void *context, const char *file, int line, const char *sentence);

/* ---- poses ------------------------------------------------------------------------------------- */

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
/* The frame that a pose is given in, in the pose's own frame: a link's pose inverted, composed with
 * that of an obstacle, is where the link would carry it (lw_scene_attach_obstacle). Normalises too. */
LW_API lw_pose lw_pose_inverse(lw_pose a);

#ifdef __cplusplus
}
#endif

#endif
