/* The files that people name for results: their endings. */
#ifndef LW_TOOL_OPTION_FILE_OPTIONS_H
#define LW_TOOL_OPTION_FILE_OPTIONS_H

#include "option/options.h"

typedef enum lw_written {
    LW_WRITTEN_TEXT, /* for people or programs: no picture and no page */
    LW_WRITTEN_SVG,
    LW_WRITTEN_PAGE /* HTML */
} lw_written;

/* Checks where something is written, before there is work to lose; path NULL or "-": standard output.
 * A usage error where the file's ending is that of something else, and where a picture or a page would
 * go to a terminal. */
void lw_check_written(const lw_command_line *line, const char *option, const char *path,
                      lw_written what);

#endif
