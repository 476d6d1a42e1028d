/* Lines of motions: most are plain segments, which are read without a tree of values. */
#include "io/motion/motion_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "motion/motion.h"

lw_status lw_motion_line_begin(lw_motion_line *line, const lw_motion_defaults *defaults,
                               lw_error *error)
{
    lw_motion_defaults *own = &line->defaults;
    *own = lw_default_motion_defaults();
    if (!defaults)
        return LW_OK;
    lw_status status = lw_sized_read(LW_SIZED(motion_defaults), defaults, own, error);
    if (status)
        return status;
    const bool names[2] = {own->robot, own->group};
    own->robot = lw_arena_string(&line->kept, own->robot);
    own->group = lw_arena_string(&line->kept, own->group);
    return (names[0] && !own->robot) || (names[1] && !own->group) ? lw_fail_memory(error) : LW_OK;
}

lw_status lw_motion_line_set_scene(lw_motion_line *line, const lw_scene *scene, lw_error *error)
{
    const lw_motion_defaults *defaults = &line->defaults;
    line->joints = lw_scene_joints(scene, defaults->robot, defaults->group, NULL);
    size_t count = line->joints ? line->joints->value_count : 0;
    double *values = realloc(line->segment.values, (2 * count + 1) * sizeof *values);
    if (!values) {
        line->joints = NULL;
        return lw_fail_memory(error);
    }
    line->segment.values = values;
    line->segment.count = count;
    return LW_OK;
}

void lw_motion_line_free(lw_motion_line *line)
{
    free(line->segment.values);
    lw_arena_free(&line->kept);
}

bool lw_motion_line_set_segment(lw_motion_line *line, lw_document *document, const char *text,
                                size_t length, lw_motion *motion, const char **id, lw_status *status)
{
    lw_segment_line *segment = &line->segment;
    if (!line->joints || !lw_segment_line_read(text, length, segment))
        return false;
    if (segment->id && !(*id = lw_document_text(document, segment->id, segment->id_length))) {
        *status = lw_fail_memory(document->error);
        return true;
    }
    lw_track track = lw_default_track();
    track.joints = line->joints;
    track.no_wrap = line->defaults.no_wrap;
    track.point_count = 2;
    track.positions = segment->values;
    *status = lw_motion_set(motion, &track, 1, document->error);
    return true;
}

bool lw_line_is_empty(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", text[i]) || !text[i])
            return false;
    return true;
}
