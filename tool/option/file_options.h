/* Checks of the files that users name for results, by their endings. */
#ifndef LW_TOOL_OPTION_FILE_OPTIONS_H
#define LW_TOOL_OPTION_FILE_OPTIONS_H

#include "option/options.h"

typedef enum lw_written {
    LW_WRITTEN_TEXT, /* a text for people or programs, neither picture nor page */
    LW_WRITTEN_SVG,
    LW_WRITTEN_PAGE /* HTML */
} lw_written;

/* Checks an output file, before there is work to lose; path NULL or "-": standard output. A usage error
 * if the ending is that of another format, or if a picture or a page would go to a terminal. */
void lw_check_written(const lw_command_line *line, const char *option, const char *path,
                      lw_written what);

#endif
