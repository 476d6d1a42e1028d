/* A page as the output of a command. */
#ifndef LW_TOOL_PART_PAGE_OUTPUT_H
#define LW_TOOL_PART_PAGE_OUTPUT_H

#include "option/scene_options.h"
#include "text/output.h"

/* Up to so many motions are shown in full. With more, a page shows of each only the verdict, the
 * motion, and distances at some times. */
enum { LW_FULL_MOTIONS = 12 };

/* The defaults of commands for a motion of a page: in full, or as one of many. */
lw_page_motion lw_shown_motion(bool fully);

/* The title of a page that has none: the scene's file, or the first robot's, without its folders. */
const char *lw_page_title(const lw_scene_options *scene);

/* Writes the page into an open output. */
lw_status lw_page_print(const lw_page *page, const lw_output *output, lw_error *error);

#endif
