/* Lines of motions, as files of JSON Lines and conversations have them: their defaults, and a fast
 * reader of lines that are plain segments. */
#ifndef LW_IO_MOTION_MOTION_LINE_H
#define LW_IO_MOTION_MOTION_LINE_H

#include "io/motion/segment_line.h"
#include "io/text/document.h"

/* A zeroed one is empty. */
typedef struct lw_motion_line {
    lw_motion_defaults defaults;
    lw_arena kept;           /* holds the strings of the defaults */
    const lw_joints *joints; /* of a line that names none; NULL: segments are not read fast */
    lw_segment_line segment;
} lw_motion_line;

/* Copies the defaults; NULL: none. Errors: argument, memory. */
lw_status lw_motion_line_begin(lw_motion_line *line, const lw_motion_defaults *defaults,
                               lw_error *error);

/* Finds the default joints of a frozen scene, which segments move whose lines do not name joints. May
 * be called again for another scene. Errors: memory. */
lw_status lw_motion_line_set_scene(lw_motion_line *line, const lw_scene *scene, lw_error *error);
void lw_motion_line_free(lw_motion_line *line);

/* Sets the motion of a line that is only a segment, as io/motion/motion_json.h would; false for any
 * other line. *id stays as it is where the line has none; else it lives in the document. */
bool lw_motion_line_set_segment(lw_motion_line *line, lw_document *document, const char *text,
                                size_t length, lw_motion *motion, const char **id, lw_status *status);

/* Whether a line holds blanks alone. */
bool lw_line_is_empty(const char *text, size_t length);

#endif
