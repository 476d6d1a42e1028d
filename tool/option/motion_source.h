/* The source of the motions that the options select, one after the other. */
#ifndef LW_TOOL_OPTION_MOTION_SOURCE_H
#define LW_TOOL_OPTION_MOTION_SOURCE_H

#include "option/motion_options.h"
#include "text/report.h"

typedef struct lw_motion_source lw_motion_source;

/* Opens the source. The options, the scene and the report must outlive it; the report gets the notices
 * of files that are parts of a motion. Error if a chosen file cannot be read. */
lw_status lw_motion_source_open(const lw_scene *scene, const lw_motion_options *options,
                                lw_report *report, lw_motion_source **out, lw_error *error);
void lw_motion_source_close(lw_motion_source *source);

/* As lw_motion_reader_next. With several sources, a motion of a file without an id gets the name of the
 * file as its id. After an error in one motion the next call reads on. */
lw_status lw_motion_source_next(lw_motion_source *source, lw_motion *motion, const char **id,
                                bool *more, lw_error *error);

/* As lw_motion_reader_waits. */
bool lw_motion_source_waits(const lw_motion_source *source);

/* How many motions there will be, for a file at most; 0: not known. Reads a file of motions once. */
uint64_t lw_motion_source_count(const lw_motion_source *source);

/* Whether the motions come from a batch, so that each has to be reported with its id. */
bool lw_motion_source_is_batch(const lw_motion_source *source);

#endif
